/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include "lamina-job.h"
#include "lamina-picture-menu.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <glib/gi18n.h>

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_SWAPPED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaComparePage, lamina_compare_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, _lamina_compare_page_init_page))

/* The pictures get most of the height until the user moves the divider. */
#define PICTURE_PART 0.58
#define LEAST_TABLE 150
#define SUMMARY_HEIGHT 64

/* Without pictures a sentence says why. */
static int
get_natural_height (LaminaComparePage *self)
{
  GtkWidget *summary = gtk_paned_get_start_child (self->paned);
  int height;

  if (gtk_widget_get_visible (self->pictures))
    return lamina_text_size_get_length (SUMMARY_HEIGHT + lamina_waterfall_get_height (self->comparison)
                                        + LAMINA_TIES_HEIGHT);
  gtk_widget_measure (summary, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (GTK_WIDGET (self->stack)), NULL, &height,
                      NULL, NULL);
  return height;
}

/* As long as the user has not moved the divider, each height is divided anew. */
void
_lamina_compare_page_divide (LaminaComparePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->stack));
  int natural;

  if (!self->comparison || height < 2
      || (self->divided_at > 0 && gtk_paned_get_position (self->paned) != self->divided_at
          && gtk_widget_get_visible (self->pictures)))
    return;
  natural = get_natural_height (self);
  self->divided_at = MIN (MIN ((int) (height * PICTURE_PART), natural), MAX (height - LEAST_TABLE, 1));
  gtk_paned_set_position (self->paned, self->divided_at);
}

static void
on_state (LaminaComparePage *self)
{
  guint choice = gtk_drop_down_get_selected (self->state_choice);
  guint states = LAMINA_PAIR_ALL_STATES;

  if (choice >= 1 && choice <= LAMINA_N_PAIR_STATES)
    states = LAMINA_PAIR_STATE_BIT (choice - 1);
  else if (choice == LAMINA_N_PAIR_STATES + 1)
    states = LAMINA_PAIR_ALL_STATES & ~LAMINA_PAIR_STATE_BIT (LAMINA_PAIR_MATCHED);
  lamina_compare_table_set_states (self->table, states);
}

static void
lamina_compare_page_map (GtkWidget *widget)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_compare_page_parent_class)->map (widget);
  _lamina_compare_page_list (self);
  if (self->stale)
    _lamina_compare_page_update (self);
}

static void
set_session (LaminaComparePage *self,
             LaminaSession     *session)
{
  if (self->session == session)
    return;
  lamina_job_stop (&self->job);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  _lamina_compare_page_set_comparison (self, NULL);
  g_clear_object (&self->other);
  g_set_object (&self->session, session);
  if (!session)
    {
      g_ptr_array_set_size (self->sessions, 0);
      return;
    }
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (_lamina_compare_page_on_run), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (_lamina_compare_page_on_section), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (_lamina_compare_page_show_selection), self);
  _lamina_compare_page_list (self);
  _lamina_compare_page_update (self);
}

static void
set_swapped (LaminaComparePage *self,
             gboolean           swapped)
{
  if (self->swapped == swapped)
    return;
  self->swapped = swapped;
  gtk_label_set_text (self->own_letter, swapped ? "B" : "A");
  gtk_label_set_text (self->other_letter, swapped ? "A" : "B");
  _lamina_compare_page_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SWAPPED]);
}

void
_lamina_compare_page_set_list (LaminaComparePage *self,
                               const char        *name)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->lists, name);

  if (!child || child == gtk_stack_get_visible_child (self->lists))
    return;
  gtk_stack_set_visible_child (self->lists, child);
  gtk_widget_set_visible (GTK_WIDGET (self->state_choice), child == GTK_WIDGET (self->table));
}

static void
lamina_compare_page_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (object);

  if (id == PROP_SESSION)
    g_value_set_object (value, self->session);
  else if (id == PROP_SWAPPED)
    g_value_set_boolean (value, self->swapped);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_compare_page_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (object);

  if (id == PROP_SESSION)
    set_session (self, g_value_get_object (value));
  else if (id == PROP_SWAPPED)
    set_swapped (self, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_compare_page_dispose (GObject *object)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (object);

  _lamina_compare_page_set_documents (LAMINA_PAGE (self), NULL);
  set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_COMPARE_PAGE);
  g_clear_weak_pointer (&self->actions);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  G_OBJECT_CLASS (lamina_compare_page_parent_class)->dispose (object);
}

static void
lamina_compare_page_class_init (LaminaComparePageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_compare_page_dispose;
  object_class->get_property = lamina_compare_page_get_property;
  object_class->set_property = lamina_compare_page_set_property;
  widget_class->map = lamina_compare_page_map;
  widget_class->focus = lamina_widget_focus_child;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  properties[PROP_SWAPPED] = g_param_spec_boolean ("swapped", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (LAMINA_TYPE_COMPARE_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  g_type_ensure (LAMINA_TYPE_COMPARE_TABLE);
  g_type_ensure (LAMINA_TYPE_COMPARE_TYPES);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-compare-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_letter);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_title);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_section_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_letter);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_document_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_run_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_section_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, state_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, paned);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, pictures);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, counts);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, ties);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, waterfall);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, lists);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, table);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, types);
  gtk_widget_class_set_css_name (widget_class, "compare-page");
}

static void
lamina_compare_page_init (LaminaComparePage *self)
{
  self->own_section = self->other_section = LAMINA_NONE;
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_compare_canvas_set_ties (self->ties, TRUE);
  lamina_picture_menu_add_export (GTK_WIDGET (self->ties), "view.export-comparison", "ties", NULL, NULL);
  lamina_picture_menu_add_export (GTK_WIDGET (self->waterfall), "view.export-comparison", "waterfall", NULL, NULL);
  _lamina_compare_page_init_choices (self);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (_lamina_compare_page_divide), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state_choice, "notify::selected", G_CALLBACK (on_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (_lamina_compare_page_on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "listed", G_CALLBACK (_lamina_compare_page_show_counts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->ties, "picked", G_CALLBACK (_lamina_compare_page_on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->types, "picked", G_CALLBACK (_lamina_compare_page_on_type_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->waterfall, "picked", G_CALLBACK (_lamina_compare_page_on_type_picked), self, G_CONNECT_SWAPPED);
}

LaminaComparison *
lamina_compare_page_get_comparison (LaminaComparePage *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_PAGE (self), NULL);
  return self->comparison;
}

LaminaCompareTypes *
lamina_compare_page_get_types (LaminaComparePage *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_PAGE (self), NULL);
  return self->types;
}

LaminaCompareTable *
lamina_compare_page_get_table (LaminaComparePage *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_PAGE (self), NULL);
  return self->table;
}

LaminaCompareCanvas *
lamina_compare_page_get_canvas (LaminaComparePage *self,
                                gboolean           ties)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_PAGE (self), NULL);
  return ties ? self->ties : self->waterfall;
}

const char *
lamina_compare_page_get_page_name (LaminaComparePage *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
