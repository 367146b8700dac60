/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-view.h"

#include "lamina-action-table.h"
#include "lamina-chart-page.h"
#include "lamina-compare-page.h"
#include "lamina-copy.h"
#include "lamina-details-text.h"
#include "lamina-document-export.h"
#include "lamina-flame-page.h"
#include "lamina-layer-details.h"
#include "lamina-layer-text.h"
#include "lamina-page.h"
#include "lamina-session-clocks.h"
#include "lamina-session-search.h"
#include "lamina-settings.h"
#include "lamina-subject.h"
#include "lamina-table-twin.h"
#include "lamina-tensor-page.h"
#include "lamina-trace-page.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <glib/gi18n.h>

struct _LaminaDocumentView
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GListModel *documents;
  GSimpleActionGroup *actions;

  LaminaWidthBin *bin;
  AdwFlap *flap;
  AdwViewStack *stack;
  LaminaTracePage *trace;
  LaminaInspector *inspector;
};

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaDocumentView, lamina_document_view, GTK_TYPE_WIDGET)

/* In the order in which they are offered. */
static GType
get_page_type (guint position)
{
  GType (*const types[]) (void) = { lamina_trace_page_get_type, lamina_flame_page_get_type, lamina_tensor_page_get_type,
                                    lamina_chart_page_get_type, lamina_compare_page_get_type };

  return position < G_N_ELEMENTS (types) ? types[position] () : G_TYPE_INVALID;
}

static const LaminaPageInterface *
get_page_class (GType type)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (type);

  return g_type_interface_peek (class, LAMINA_TYPE_PAGE);
}

/* Says which actions of the pages, also of those that are not made yet, can do something now. */
static void
enable_page_actions (LaminaDocumentView *self)
{
  for (guint i = 0; get_page_type (i); i++)
    {
      const LaminaPageInterface *class = get_page_class (get_page_type (i));

      if (class->enable_actions)
        class->enable_actions (G_ACTION_MAP (self->actions), self->session);
    }
}

static void
on_made (GtkWidget *page,
         gpointer   view)
{
  LaminaDocumentView *self = view;
  LaminaPageInterface *class = LAMINA_PAGE_GET_IFACE (page);

  class->set_session (LAMINA_PAGE (page), self->session);
  if (class->add_actions)
    class->add_actions (LAMINA_PAGE (page), G_ACTION_MAP (self->actions));
  if (class->set_documents)
    class->set_documents (LAMINA_PAGE (page), self->documents);
  enable_page_actions (self);
}

static void
add_pages (LaminaDocumentView *self)
{
  for (guint i = 0; get_page_type (i); i++)
    {
      const LaminaPageInterface *class = get_page_class (get_page_type (i));
      LaminaPageSlot *slot = g_object_new (LAMINA_TYPE_PAGE_SLOT, NULL);

      lamina_page_slot_set_type (slot, get_page_type (i), on_made, self, G_ACTION_MAP (self->actions));
      adw_view_stack_add_titled_with_icon (self->stack, GTK_WIDGET (slot), class->id, _(class->title), class->icon_name);
      if (class->stand_in)
        class->stand_in (slot, G_ACTION_MAP (self->actions));
    }
}

/* The searching page: the one in front if it has a search of its own, else the first. */
static LaminaPage *
get_searching (LaminaDocumentView *self)
{
  LaminaPage *front = LAMINA_PAGE (lamina_page_slot_get_page (LAMINA_PAGE_SLOT (adw_view_stack_get_visible_child (self->stack))));

  return LAMINA_PAGE_GET_IFACE (front)->open_search ? front : LAMINA_PAGE (self->trace);
}

LAMINA_ACTION (open_search)
{
  LaminaPage *page = get_searching (LAMINA_DOCUMENT_VIEW (user_data));

  LAMINA_PAGE_GET_IFACE (page)->open_search (page);
}

/* Without a text there is nothing to go to: then it is asked for. */
static void
go_to_match (gpointer user_data,
             gboolean forward)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (user_data);
  LaminaPage *page = get_searching (self);

  if (!self->session)
    return;
  if (*lamina_session_search_get_text (lamina_session_get_search (self->session)) == '\0')
    LAMINA_PAGE_GET_IFACE (page)->open_search (page);
  else
    LAMINA_PAGE_GET_IFACE (page)->find (page, forward);
}

LAMINA_ACTION (find_next)
{
  go_to_match (user_data, TRUE);
}

LAMINA_ACTION (find_previous)
{
  go_to_match (user_data, FALSE);
}

/* Charts need the width, and are looked at for themselves first: there the inspector has a setting of its own. */
static const char *
get_inspector_setting (LaminaDocumentView *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->stack), "charts") == 0 ? LAMINA_SETTING_CHART_INSPECTOR
                                                                                      : LAMINA_SETTING_INSPECTOR_VISIBLE;
}

/* Folded, the inspector is called for a look; unfolded, it is a pane that stays. */
static void
on_reveal (LaminaDocumentView *self)
{
  if (!lamina_width_bin_is_narrow (self->bin))
    g_settings_set_boolean (lamina_settings_get_default (), get_inspector_setting (self),
                            adw_flap_get_reveal_flap (self->flap));
}

static void
update_inspector (LaminaDocumentView *self)
{
  gboolean narrow = lamina_width_bin_is_narrow (self->bin);
  gboolean wanted = g_settings_get_boolean (lamina_settings_get_default (), get_inspector_setting (self));

  adw_flap_set_fold_policy (self->flap, narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_reveal_flap (self->flap, wanted && !narrow);
}

static void on_wanted (LaminaDocumentView *self);

static gboolean
try_again (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (widget);

  if (gtk_widget_get_width (GTK_WIDGET (self->flap)) == 0)
    return G_SOURCE_CONTINUE;
  on_wanted (self);
  return G_SOURCE_REMOVE;
}

/* On the screen and without a size yet, the flap would divide by that size and give the pages a negative width. */
static void
on_wanted (LaminaDocumentView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->flap)) && gtk_widget_get_width (GTK_WIDGET (self->flap)) == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), try_again, NULL, NULL);
  else if (!lamina_width_bin_is_narrow (self->bin))
    update_inspector (self);
}

/* What is said of all of the document stands in the inspector, which shows it when nothing is selected. */
static LaminaDocumentPane *
reveal_document (LaminaDocumentView *self)
{
  lamina_session_select_layer (self->session, LAMINA_NONE);
  lamina_session_clear_marked_range (self->session);
  adw_flap_set_reveal_flap (self->flap, TRUE);
  return lamina_inspector_get_document_pane (self->inspector);
}

LAMINA_ACTION (show_import_report)
{
  lamina_document_pane_show_report (reveal_document (LAMINA_DOCUMENT_VIEW (user_data)));
}

LAMINA_ACTION (show_findings)
{
  lamina_document_pane_show_findings (reveal_document (LAMINA_DOCUMENT_VIEW (user_data)));
}

LAMINA_ACTION (show_table_twin)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (user_data);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *twin;

  if (!self->session)
    return;
  twin = lamina_table_twin_new (self->session);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (twin), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (twin));
}

static guint32
find_neighbor (LaminaSession *session,
                int            by)
{
  guint32 layer = session ? lamina_session_get_selection (session)->layer : LAMINA_NONE;

  return layer == LAMINA_NONE ? LAMINA_NONE : lamina_layer_find_neighbor (lamina_session_get_run (session), layer, by);
}

static void
step (gpointer user_data,
      int      by)
{
  LaminaSession *session = LAMINA_DOCUMENT_VIEW (user_data)->session;
  guint32 layer = find_neighbor (session, by);

  if (layer != LAMINA_NONE)
    lamina_session_select_layer (session, layer);
}

LAMINA_ACTION (previous_layer)
{
  step (user_data, -1);
}

LAMINA_ACTION (next_layer)
{
  step (user_data, 1);
}

/* A place whose details are copied. */
typedef struct
{
  LaminaSubject *subject;
  LaminaPlace place;
} Copied;

static gpointer
dup_details (gpointer      input,
             GCancellable *cancellable)
{
  const Copied *copied = input;

  return lamina_details_dup_place (copied->subject->document, copied->subject->timebase, &copied->place);
}

static void
copied_free (gpointer data)
{
  Copied *copied = data;

  lamina_subject_free (copied->subject);
  g_free (copied);
}

static void
copy_place (GtkWidget         *widget,
            LaminaSession     *session,
            const LaminaPlace *place)
{
  const Copied copied = { lamina_subject_new (session), *place };

  lamina_copy_made (widget, lamina_details_are_long (lamina_session_get_run (session), place), dup_details,
                    g_memdup2 (&copied, sizeof copied), copied_free);
}

/* What the inspector is about: the selected layer, slice or gap, else the document. */
LAMINA_ACTION (copy_details)
{
  LaminaSession *session = LAMINA_DOCUMENT_VIEW (user_data)->session;
  const LaminaSelection *selection = session ? lamina_session_get_selection (session) : NULL;
  guint run = session ? lamina_session_get_run_index (session) : 0;

  if (!session)
    return;
  if (selection->layer != LAMINA_NONE)
    copy_place (user_data, session, &(LaminaPlace) { LAMINA_PLACE_LAYER, run, 0, selection->layer });
  else if (selection->slice.track != LAMINA_NONE)
    copy_place (user_data, session, &(LaminaPlace) { LAMINA_PLACE_SLICE, run, selection->slice.track, selection->slice.slice });
  else
    lamina_copy_text (user_data, selection->device != LAMINA_NONE
                                   ? lamina_details_dup_gap (session)
                                   : lamina_details_dup_report (lamina_session_get_document (session)));
}

LAMINA_ACTION (clear_range)
{
  LaminaSession *session = LAMINA_DOCUMENT_VIEW (user_data)->session;

  if (session)
    lamina_session_clear_marked_range (session);
}

static const GActionEntry entries[] = {
  { "clear-range", clear_range, NULL, NULL, NULL, { 0 } },
  { "copy-details", copy_details, NULL, NULL, NULL, { 0 } },
  { "find", open_search, NULL, NULL, NULL, { 0 } },
  { "find-next", find_next, NULL, NULL, NULL, { 0 } },
  { "find-previous", find_previous, NULL, NULL, NULL, { 0 } },
  { "findings", show_findings, NULL, NULL, NULL, { 0 } },
  { "import-report", show_import_report, NULL, NULL, NULL, { 0 } },
  { "next-layer", next_layer, NULL, NULL, NULL, { 0 } },
  { "previous-layer", previous_layer, NULL, NULL, NULL, { 0 } },
  { "table-twin", show_table_twin, NULL, NULL, NULL, { 0 } },
};

/* An action holds its object, which therefore can't be the view that holds the action. */
static void
add_property (LaminaDocumentView *self,
              const char         *name,
              gpointer            object,
              const char         *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

static void
enable_actions (LaminaDocumentView *self)
{
  GActionMap *actions = G_ACTION_MAP (self->actions);

  lamina_action_enable (actions, "previous-layer", find_neighbor (self->session, -1) != LAMINA_NONE);
  lamina_action_enable (actions, "next-layer", find_neighbor (self->session, 1) != LAMINA_NONE);
  lamina_action_enable (actions, "clear-range", self->session && lamina_session_get_marked_range (self->session));
  enable_page_actions (self);
}

static void
lamina_document_view_get_property (GObject    *object,
                                   guint       id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  if (id == PROP_SESSION)
    g_value_set_object (value, self->session);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_document_view_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  if (id == PROP_SESSION)
    lamina_document_view_set_session (self, g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_document_view_dispose (GObject *object)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  lamina_document_view_set_session (self, NULL);
  g_clear_object (&self->actions);
  g_clear_object (&self->documents);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_DOCUMENT_VIEW);
  self->trace = NULL;
  G_OBJECT_CLASS (lamina_document_view_parent_class)->dispose (object);
}

static void
lamina_document_view_class_init (LaminaDocumentViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_document_view_dispose;
  object_class->get_property = lamina_document_view_get_property;
  object_class->set_property = lamina_document_view_set_property;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (LAMINA_TYPE_INSPECTOR);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-document-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, flap);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, inspector);
  gtk_widget_class_set_css_name (widget_class, "documentview");
}

static void
lamina_document_view_init (LaminaDocumentView *self)
{
  GSettings *settings = lamina_settings_get_default ();

  self->actions = g_simple_action_group_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  add_property (self, "page", self->stack, "visible-child-name");
  add_property (self, "inspector", self->flap, "reveal-flap");
  add_property (self, "pin-layer", self->inspector, "pinned");
  lamina_document_export_add (self);
  add_pages (self);
  self->trace = LAMINA_TRACE_PAGE (lamina_document_view_get_page (self, "trace", TRUE));
  enable_actions (self);
  update_inspector (self);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_INSPECTOR_VISIBLE, G_CALLBACK (on_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_CHART_INSPECTOR, G_CALLBACK (on_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (on_wanted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (on_reveal), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (update_inspector), self, G_CONNECT_SWAPPED);
}

LaminaSession *
lamina_document_view_get_session (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->session;
}

void
lamina_document_view_set_session (LaminaDocumentView *self,
                                  LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_VIEW (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  if (self->inspector)
    lamina_inspector_set_session (self->inspector, session);
  if (self->actions)
    {
      g_action_map_remove_action (G_ACTION_MAP (self->actions), "aligned");
      if (session && lamina_session_has_other_clocks (session))
        add_property (self, "aligned", session, "aligned");
      enable_actions (self);
    }
  if (session)
    {
      g_signal_connect_swapped (session, "notify::run", G_CALLBACK (enable_actions), self);
      g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (enable_actions), self);
      g_signal_connect_swapped (session, "notify::marked-range", G_CALLBACK (enable_actions), self);
    }
  for (guint i = 0; get_page_type (i); i++)
    {
      const LaminaPageInterface *class = get_page_class (get_page_type (i));
      GtkWidget *page = lamina_document_view_get_page (self, class->id, FALSE);

      if (page)
        class->set_session (LAMINA_PAGE (page), session);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

void
lamina_document_view_set_documents (LaminaDocumentView *self,
                                    GListModel         *documents)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_VIEW (self));

  g_set_object (&self->documents, documents);
  for (guint i = 0; get_page_type (i); i++)
    {
      const LaminaPageInterface *class = get_page_class (get_page_type (i));
      GtkWidget *page = lamina_document_view_get_page (self, class->id, FALSE);

      if (page && class->set_documents)
        class->set_documents (LAMINA_PAGE (page), documents);
    }
}

GActionMap *
lamina_document_view_get_actions (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return G_ACTION_MAP (self->actions);
}

AdwViewStack *
lamina_document_view_get_stack (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->stack;
}

GtkWidget *
lamina_document_view_get_page (LaminaDocumentView *self,
                               const char         *id,
                               gboolean            make)
{
  GtkWidget *slot;

  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  g_return_val_if_fail (id, NULL);

  slot = self->stack ? adw_view_stack_get_child_by_name (self->stack, id) : NULL;
  if (!slot)
    return NULL;
  return make ? lamina_page_slot_get_page (LAMINA_PAGE_SLOT (slot)) : adw_bin_get_child (ADW_BIN (slot));
}
