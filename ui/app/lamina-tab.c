/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab.h"

#include "lamina-banner.h"
#include "lamina-compare-page.h"
#include "lamina-details-text.h"
#include "lamina-file-watch.h"
#include "lamina-format-menu.h"
#include "lamina-loading-page.h"
#include "lamina-opener.h"
#include "lamina-page-slot.h"
#include "lamina-recent.h"
#include "lamina-session-state.h"
#include "lamina-settings.h"
#include "lamina-tab-text.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A file that is there sooner than this shows no progress; one that is not must, within 100 ms. */
#define SHOW_PROGRESS_MS 70

/* @before is what was shown until the file changed by itself, while the banner offers to compare it with what is shown now. */
struct _LaminaTab
{
  GtkWidget parent_instance;

  GListStore *documents;
  LaminaOpener *opener;
  LaminaSessionState *state;
  LaminaFileWatch *watch;
  LaminaSession *before;
  guint delay;

  GtkStack *stack;
  LaminaPageSlot *welcome;
  LaminaLoadingPage *loading;
  AdwStatusPage *failed;
  GtkWidget *open_other;
  GtkMenuButton *open_as;
  LaminaBanner *changed_banner;
  LaminaBanner *import_banner;
  LaminaBanner *join_banner;
  LaminaPageSlot *view; /* of a LaminaDocumentView, which most of the widgets of a tab are in */
};

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_SESSION,
  PROP_LOADING,
  PROP_TOOLTIP,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaTab, lamina_tab, GTK_TYPE_WIDGET)

static guint apart;

static void
show_page (LaminaTab  *self,
           const char *name)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, name);
}

static gboolean
show_progress (gpointer user_data)
{
  LaminaTab *self = user_data;

  self->delay = 0;
  show_page (self, "loading");
  return G_SOURCE_REMOVE;
}

static void
notify_document (LaminaTab *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
remove_document (LaminaTab     *self,
                 LaminaSession *session)
{
  guint position;

  if (session && g_list_store_find (self->documents, session, &position))
    g_list_store_remove (self->documents, position);
}

static void
forget_before (LaminaTab *self)
{
  g_autoptr (LaminaSession) before = g_steal_pointer (&self->before);

  remove_document (self, before);
}

/* Who does not want to compare needs no second document in memory; who does, has it until the file changes again. */
static void
on_change_closed (LaminaTab *self)
{
  if (self->before && !g_list_store_find (self->documents, self->before, NULL))
    forget_before (self);
}

/* Says that the file has changed, and offers to reload it, or to compare it with what it was. */
static void
show_change (LaminaTab  *self,
             const char *text,
             gboolean    can_compare)
{
  g_object_set (self->changed_banner,
                "button-label", can_compare ? _("_Compare") : _("_Reload"),
                "action-name", can_compare ? "tab.compare-before" : "tab.reload",
                NULL);
  lamina_banner_show (self->changed_banner, text);
}

static void
set_session (LaminaTab     *self,
             LaminaSession *session)
{
  g_autoptr (LaminaSession) before = NULL;

  g_set_object (&before, lamina_tab_get_session (self));
  if (session || before)
    lamina_document_view_set_session (lamina_tab_get_view (self), session);
  remove_document (self, before);
  if (!session)
    return;
  lamina_session_set_title (session, lamina_opener_get_title (self->opener));
  g_list_store_append (self->documents, session);
}

/* NULL while no document is shown. */
static LaminaSources *
get_sources (LaminaTab *self)
{
  LaminaSession *session = lamina_tab_get_session (self);

  return session ? lamina_document_get_sources (lamina_session_get_document (session)) : NULL;
}

/* Ranks beside the one that was opened, or what is of the same run, are never joined unasked, but offered. Where they can't be
 * seen, their folder can be opened. */
static void
offer_joining (LaminaTab *self)
{
  LaminaSources *sources = get_sources (self);
  guint n = sources ? lamina_sources_get_n_ranks_beside (sources) : 0;
  LaminaSource *companion = sources ? lamina_sources_get_companion (sources) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *join = NULL;

  if (n > 0)
    text = lamina_tab_dup_ranks_text (n);
  else if (companion)
    text = lamina_tab_dup_companion_text (lamina_source_get_name (companion));
  else if (lamina_tab_is_alone (self))
    text = g_strdup (_("What lies beside this file, and may belong to it, can’t be seen from here."));
  if (n > 0)
    join = lamina_tab_dup_join_text (n);
  else
    join = g_strdup (companion ? _("_Join") : _("Open _Folder…"));
  g_object_set (self->join_banner, "button-label", join,
                "action-name", n > 0 || companion ? "win.join" : "win.open-folder", NULL);
  lamina_banner_show (self->join_banner, text);
}

static void on_file_changed (LaminaTab *self);
static void on_file_settled (LaminaTab *self);

/* Takes the place of what was shown; of that the tab has kept the state. */
static void
take_document (LaminaTab      *self,
               LaminaDocument *document)
{
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  g_autofree char *lost = lamina_tab_dup_import_text (document);

  if (self->state)
    lamina_session_state_apply (self->state, session);
  g_clear_pointer (&self->state, lamina_session_state_free);
  g_clear_object (&self->watch);
  self->watch = lamina_file_watch_new (document);
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (on_file_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->watch, "settled", G_CALLBACK (on_file_settled), self, G_CONNECT_SWAPPED);
  /* What was not read as it stands in the file must not go unnoticed. */
  lamina_banner_show (self->import_banner, lost);
  set_session (self, session);
  offer_joining (self);
}

static void
show_document (LaminaTab      *self,
               LaminaDocument *document)
{
  take_document (self, document);
  lamina_recent_add (lamina_opener_get_file (self->opener), document);
  show_page (self, "document");
  notify_document (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
show_error (LaminaTab    *self,
            const GError *error)
{
  const char *name = lamina_opener_get_title (self->opener);
  g_autofree char *title = g_strdup_printf (_("“%s” cannot be opened"), name);
  g_autofree char *sentence = lamina_tab_dup_error_text (error, name);
  g_autofree char *text = g_markup_escape_text (sentence, -1);

  adw_status_page_set_title (self->failed, title);
  adw_status_page_set_description (self->failed, text);
  show_page (self, "failed");
  notify_document (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_loaded (LaminaTab      *self,
           LaminaDocument *document,
           const GError   *error)
{
  g_autoptr (GFile) beside = lamina_opener_take_apart (self->opener, document);

  lamina_loading_page_stop (self->loading);
  if (document)
    show_document (self, document);
  else
    show_error (self, error);
  if (beside)
    g_signal_emit (self, apart, 0, beside);
}

/* What was shown is kept, as it may be compared. */
static void
keep_before (LaminaTab *self)
{
  LaminaSession *session = lamina_tab_get_session (self);

  forget_before (self);
  g_clear_pointer (&self->state, lamina_session_state_free);
  self->state = lamina_session_state_new (session);
  self->before = g_object_ref (session);
}

static void
on_renewed (LaminaTab      *self,
            LaminaDocument *document,
            const char     *text)
{
  if (document)
    {
      keep_before (self);
      take_document (self, document);
    }
  show_change (self, text, document != NULL);
  notify_document (self);
}

static void
give_up (LaminaTab *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  lamina_opener_give_up (self->opener);
  if (self->loading)
    lamina_loading_page_stop (self->loading);
}

/* A load of what is being written is of no use. */
static void
on_file_changed (LaminaTab *self)
{
  g_autofree char *text = g_strdup_printf (_("“%s” has changed since it was opened."), lamina_opener_get_title (self->opener));
  gboolean is_there = g_file_query_exists (lamina_opener_get_file (self->opener), NULL);

  give_up (self);
  if (!is_there || !g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_LIVE_RELOAD))
    show_change (self, text, FALSE);
  notify_document (self);
}

/* The file is loaded while what it was is shown. */
static void
on_file_settled (LaminaTab *self)
{
  if (lamina_opener_is_loading (self->opener)
      || !g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_LIVE_RELOAD))
    return;
  lamina_opener_renew (self->opener, lamina_tab_get_session (self));
  notify_document (self);
}

static char *
dup_subtitle (LaminaTab *self)
{
  LaminaSession *session = lamina_tab_get_session (self);

  return g_strdup (session ? lamina_details_get_tool (lamina_session_get_document (session)) : "");
}

/* A tooltip is markup, and no name may become that. */
static char *
dup_tooltip (LaminaTab *self)
{
  GFile *file = lamina_opener_get_file (self->opener);
  g_autofree char *name = file ? g_file_get_parse_name (file) : NULL;
  g_autofree char *shown = name ? g_filename_display_name (name) : NULL;

  return shown ? g_markup_escape_text (shown, -1) : g_strdup ("");
}

static void
lamina_tab_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  LaminaTab *self = LAMINA_TAB (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_take_string (value, lamina_tab_dup_title (self));
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, dup_subtitle (self));
      break;
    case PROP_SESSION:
      g_value_set_object (value, lamina_tab_get_session (self));
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, lamina_opener_is_loading (self->opener));
      break;
    case PROP_TOOLTIP:
      g_value_take_string (value, dup_tooltip (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_file (LaminaTab *self,
          GFile     *file,
          GFile     *beside)
{
  lamina_opener_set_file (self->opener, file, beside);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOLTIP]);
}

static void
cancel (GtkWidget  *widget,
        const char *action,
        GVariant   *parameter)
{
  LaminaTab *self = LAMINA_TAB (widget);

  if (!lamina_opener_is_loading (self->opener))
    return;
  give_up (self);
  set_file (self, NULL, NULL);
  show_page (self, "welcome");
  notify_document (self);
  gtk_widget_grab_focus (widget);
}

static void
reload (GtkWidget  *widget,
        const char *action,
        GVariant   *parameter)
{
  lamina_tab_reload (LAMINA_TAB (widget));
}

static void
compare_before (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  LaminaTab *self = LAMINA_TAB (widget);
  /* Translators: the name of a file, as it was before it changed. */
  g_autofree char *title = g_strdup_printf (_("%s (before)"), lamina_opener_get_title (self->opener));
  GtkWidget *page = lamina_document_view_get_page (lamina_tab_get_view (self), "compare", TRUE);

  if (!self->before || !page)
    return;
  lamina_session_set_title (self->before, title);
  if (!g_list_store_find (self->documents, self->before, NULL))
    g_list_store_append (self->documents, self->before);
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (self)), "compare");
  lamina_compare_page_set_before (LAMINA_COMPARE_PAGE (page), self->before);
  lamina_banner_show (self->changed_banner, NULL);
}

/* Where the keys should go on each page. */
static gboolean
lamina_tab_grab_focus (GtkWidget *widget)
{
  LaminaTab *self = LAMINA_TAB (widget);
  const char *page = gtk_stack_get_visible_child_name (self->stack);

  if (strcmp (page, "welcome") == 0)
    return gtk_widget_grab_focus (lamina_page_slot_get_page (self->welcome));
  if (strcmp (page, "failed") == 0)
    return gtk_widget_grab_focus (self->open_other);
  if (strcmp (page, "document") == 0)
    return gtk_widget_grab_focus (lamina_document_view_get_page (lamina_tab_get_view (self), "trace", TRUE));
  return GTK_WIDGET_CLASS (lamina_tab_parent_class)->grab_focus (widget);
}

static void
lamina_tab_dispose (GObject *object)
{
  LaminaTab *self = LAMINA_TAB (object);

  give_up (self);
  g_clear_object (&self->watch);
  if (self->documents)
    forget_before (self);
  if (self->view)
    set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TAB);
  G_OBJECT_CLASS (lamina_tab_parent_class)->dispose (object);
}

static void
lamina_tab_finalize (GObject *object)
{
  LaminaTab *self = LAMINA_TAB (object);

  g_clear_object (&self->documents);
  g_clear_object (&self->opener);
  g_clear_pointer (&self->state, lamina_session_state_free);
  G_OBJECT_CLASS (lamina_tab_parent_class)->finalize (object);
}

static void
lamina_tab_class_init (LaminaTabClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_tab_grab_focus;
  object_class->dispose = lamina_tab_dispose;
  object_class->finalize = lamina_tab_finalize;
  object_class->get_property = lamina_tab_get_property;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, "", flags);
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  properties[PROP_TOOLTIP] = g_param_spec_string ("tooltip", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  apart = g_signal_new ("apart", LAMINA_TYPE_TAB, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  g_type_ensure (LAMINA_TYPE_BANNER);
  g_type_ensure (LAMINA_TYPE_LOADING_PAGE);
  g_type_ensure (LAMINA_TYPE_PAGE_SLOT);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-tab.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, welcome);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, loading);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, failed);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, open_other);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, open_as);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, changed_banner);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, import_banner);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, join_banner);
  gtk_widget_class_bind_template_child (widget_class, LaminaTab, view);
  gtk_widget_class_install_action (widget_class, "tab.cancel", NULL, cancel);
  gtk_widget_class_install_action (widget_class, "tab.reload", NULL, reload);
  gtk_widget_class_install_action (widget_class, "tab.compare-before", NULL, compare_before);
  gtk_widget_class_set_css_name (widget_class, "laminatab");
}

/* A window that has nothing else begins here. */
static void
on_welcome (GtkWidget *page,
            gpointer   owner)
{
  GtkRoot *root = gtk_widget_get_root (page);

  if (root && !gtk_root_get_focus (root))
    gtk_widget_grab_focus (page);
}

static void
on_view (GtkWidget *view,
         gpointer   owner)
{
  lamina_document_view_set_documents (LAMINA_DOCUMENT_VIEW (view), G_LIST_MODEL (LAMINA_TAB (owner)->documents));
}

static void
lamina_tab_init (LaminaTab *self)
{
  g_autoptr (GMenuModel) formats = lamina_format_menu_new ();

  self->opener = lamina_opener_new ();
  g_signal_connect_object (self->opener, "loaded", G_CALLBACK (on_loaded), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "renewed", G_CALLBACK (on_renewed), self, G_CONNECT_SWAPPED);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->changed_banner, "closed", G_CALLBACK (on_change_closed), self, G_CONNECT_SWAPPED);
  lamina_page_slot_set_type (self->welcome, LAMINA_TYPE_WELCOME_PAGE, on_welcome, NULL, NULL);
  lamina_page_slot_set_type (self->view, LAMINA_TYPE_DOCUMENT_VIEW, on_view, self, NULL);
  gtk_menu_button_set_menu_model (self->open_as, formats);
}

LaminaTab *
lamina_tab_new (GListStore *documents)
{
  LaminaTab *self = NULL;

  g_return_val_if_fail (G_IS_LIST_STORE (documents), NULL);

  self = g_object_new (LAMINA_TYPE_TAB, NULL);
  self->documents = g_object_ref (documents);
  return self;
}

static void
load (LaminaTab *self)
{
  g_clear_object (&self->watch);
  forget_before (self);
  lamina_banner_show (self->changed_banner, NULL);
  lamina_banner_show (self->import_banner, NULL);
  lamina_banner_show (self->join_banner, NULL);
  set_session (self, NULL);
  show_page (self, "waiting");
  /* Its widgets come first: threads that read a file take memory from others. */
  lamina_tab_get_view (self);
  lamina_loading_page_start (self->loading, lamina_opener_load (self->opener), lamina_opener_get_title (self->opener));
  self->delay = g_timeout_add (SHOW_PROGRESS_MS, show_progress, self);
  notify_document (self);
}

void
lamina_tab_open_together (LaminaTab *self,
                          GFile     *file,
                          GFile     *beside)
{
  g_return_if_fail (LAMINA_IS_TAB (self));
  g_return_if_fail (G_IS_FILE (file));

  give_up (self);
  set_file (self, file, beside);
  g_clear_pointer (&self->state, lamina_session_state_free);
  load (self);
}

void
lamina_tab_open (LaminaTab *self,
                 GFile     *file)
{
  lamina_tab_open_together (self, file, NULL);
}

void
lamina_tab_open_as (LaminaTab  *self,
                    const char *format)
{
  g_return_if_fail (LAMINA_IS_TAB (self));

  lamina_opener_set_format (self->opener, format);
  lamina_tab_reload (self);
}

void
lamina_tab_reload (LaminaTab *self)
{
  g_return_if_fail (LAMINA_IS_TAB (self));

  if (!lamina_opener_get_file (self->opener))
    return;
  give_up (self);
  if (lamina_tab_get_session (self))
    {
      g_clear_pointer (&self->state, lamina_session_state_free);
      self->state = lamina_session_state_new (lamina_tab_get_session (self));
    }
  load (self);
}

gboolean
lamina_tab_can_join (LaminaTab *self)
{
  LaminaSources *sources;

  g_return_val_if_fail (LAMINA_IS_TAB (self), FALSE);

  sources = get_sources (self);
  return sources && (lamina_sources_get_n_ranks_beside (sources) > 0 || lamina_sources_get_companion (sources));
}

gboolean
lamina_tab_is_alone (LaminaTab *self)
{
  LaminaSources *sources;

  g_return_val_if_fail (LAMINA_IS_TAB (self), FALSE);

  sources = get_sources (self);
  return sources && lamina_sources_get_n (sources) == 1 && lamina_sources_is_alone (sources);
}

void
lamina_tab_join (LaminaTab *self)
{
  g_return_if_fail (LAMINA_IS_TAB (self));

  lamina_opener_join (self->opener);
  lamina_tab_reload (self);
}

gboolean
lamina_tab_is_loading (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), FALSE);
  return lamina_opener_is_loading (self->opener);
}

static gboolean
show_nothing (gpointer user_data)
{
  LaminaTab *self = LAMINA_TAB (user_data);

  set_session (self, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
  return G_SOURCE_REMOVE;
}

/* Widgets go when what is shown in place of the tab is on the screen. */
void
lamina_tab_clear (LaminaTab *self)
{
  g_return_if_fail (LAMINA_IS_TAB (self));

  give_up (self);
  g_clear_object (&self->watch);
  forget_before (self);
  remove_document (self, lamina_tab_get_session (self));
  g_idle_add_full (G_PRIORITY_LOW, show_nothing, g_object_ref (self), g_object_unref);
}

GFile *
lamina_tab_get_file (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return lamina_opener_get_file (self->opener);
}

char *
lamina_tab_dup_title (LaminaTab *self)
{
  const char *title;

  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  title = lamina_opener_get_title (self->opener);
  return g_strdup (title ? title : _("New Tab"));
}

LaminaSession *
lamina_tab_get_session (LaminaTab *self)
{
  GtkWidget *view;

  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  view = self->view ? adw_bin_get_child (ADW_BIN (self->view)) : NULL;
  return view ? lamina_document_view_get_session (LAMINA_DOCUMENT_VIEW (view)) : NULL;
}

LaminaDocumentView *
lamina_tab_get_view (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return LAMINA_DOCUMENT_VIEW (lamina_page_slot_get_page (self->view));
}

const char *
lamina_tab_get_page_name (LaminaTab *self)
{
  g_return_val_if_fail (LAMINA_IS_TAB (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
