/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-pane.h"

#include "lamina-axis.h"
#include "lamina-clock-list.h"
#include "lamina-details-text.h"
#include "lamina-layer-noun.h"
#include "lamina-rows.h"
#include "lamina-sections.h"
#include "lamina-session-clocks.h"
#include "lamina-tensor-value.h"
#include "lamina-widget.h"
#include "lamina-work.h"

#include <glib/gi18n.h>

#define MAX_PROPERTIES 300

struct _LaminaDocumentPane
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GBinding *aligned_binding;

  GtkLabel *title;
  GtkLabel *subtitle;
  GtkBox *totals;
  LaminaPaneSection *colors;
  LaminaPaneSection *findings;
  LaminaPaneSection *memory;
  GtkWidget *clock_section;
  GtkSwitch *aligned;
  GtkBox *clocks;
  LaminaPaneSection *files;
  LaminaPaneSection *report;
  LaminaPaneSection *properties;
};

G_DEFINE_FINAL_TYPE (LaminaDocumentPane, lamina_document_pane, GTK_TYPE_WIDGET)

static void
show_heading (LaminaDocumentPane *self)
{
  LaminaDocument *document = lamina_session_get_document (self->session);
  LaminaSources *sources = lamina_document_get_sources (document);
  const char *name = sources ? lamina_source_get_name (lamina_sources_get (sources, 0)) : _("Document");

  lamina_widget_set_text (self->title, name);
  lamina_widget_set_tip (GTK_WIDGET (self->title), name);
  lamina_widget_set_text (self->subtitle, lamina_details_get_tool (document));
}

static const char *
get_timing_text (LaminaTiming timing)
{
  switch (timing)
    {
    case LAMINA_TIMING_MEASURED:
      return _("measured");
    case LAMINA_TIMING_END_TO_END:
      return _("laid end to end");
    case LAMINA_TIMING_ORDER:
    default:
      return _("order only");
    }
}

static const char *
get_cost_text (LaminaCost cost)
{
  switch (cost)
    {
    case LAMINA_COST_DEVICE:
      return _("device time");
    case LAMINA_COST_SELF:
      return _("host time without children");
    case LAMINA_COST_DURATION:
    default:
      return _("duration stated in the file");
    }
}

/* All digits, in groups of three. */
static void
add_count (LaminaDocumentPane *self,
           const char         *key,
           guint64             count)
{
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);

  lamina_rows_add (self->totals, key, digits, NULL);
}

static void
show_totals (LaminaDocumentPane *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaTotals *totals = lamina_totals_in_force (run);
  LaminaEstimate estimated = lamina_totals_get_estimated (run);
  guint n_allocations = lamina_tensor_count_allocations (run);
  LaminaRange bounds;
  g_autofree char *length = NULL;

  lamina_rows_clear (self->totals);
  lamina_session_get_bounds (self->session, &bounds);
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), bounds.end - bounds.start);
  if (lamina_document_get_n_runs (lamina_session_get_document (self->session)) > 1)
    lamina_rows_add (self->totals, _("Title"), lamina_run_get_shown_title (run), NULL);
  lamina_rows_add (self->totals, _("Axis"), get_timing_text (lamina_run_get_timing (run)), NULL);
  lamina_rows_add (self->totals, _("Span"), length, NULL);
  if (totals->cost != LAMINA_ABSENT)
    {
      lamina_rows_add_number (self->totals, lamina_layers_get_sum_title (run), totals->cost, LAMINA_UNIT_NANOSECONDS, FALSE);
      lamina_rows_add (self->totals, _("Cost"), get_cost_text (lamina_run_get_cost_kind (run)), NULL);
    }
  lamina_rows_add_number (self->totals, _("FLOP"), totals->flop, LAMINA_UNIT_FLOP,
                          (estimated & LAMINA_ESTIMATE_FLOP) != 0);
  lamina_rows_add_number (self->totals, _("Bytes moved"), totals->bytes, LAMINA_UNIT_BYTES,
                          (estimated & LAMINA_ESTIMATE_BYTES) != 0);
  add_count (self, lamina_layers_get_title (run), lamina_run_get_layers (run)->n);
  if (totals->executed != lamina_run_get_layers (run)->n)
    add_count (self, _("Executed"), totals->executed);
  if (n_allocations > 0)
    add_count (self, _("Allocations"), n_allocations);
  if (n_allocations == 0 || n_allocations < lamina_run_get_tensors (run)->n)
    add_count (self, _("Tensors"), lamina_run_get_tensors (run)->n - n_allocations);
  add_count (self, _("Slices"), (gint64) totals->n_slices);
}

static void
show_clocks (LaminaDocumentPane *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  const char *unsaid = lamina_session_get_unsaid_text (self->session);

  lamina_rows_clear (self->clocks);
  gtk_widget_set_visible (self->clock_section, lamina_session_has_other_clocks (self->session));
  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      g_autofree char *text = lamina_clock_dup_text (self->session, i);
      g_autofree char *hint = lamina_clock_dup_hint (self->session, i);

      lamina_rows_add (self->clocks, lamina_run_get_clock (run, i)->name, text, hint);
    }
  if (unsaid)
    lamina_rows_add_note (self->clocks, unsaid);
}

static void
show_properties (LaminaDocumentPane *self)
{
  LaminaDocument *document = lamina_session_get_document (self->session);
  guint n = lamina_details_get_n (lamina_document_get_properties (document));
  GtkBox *box = lamina_pane_section_get_content (self->properties);
  g_autofree char *count = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  const char *group = NULL;

  lamina_rows_clear (box);
  lamina_pane_section_set_note (self->properties, count, NULL);
  for (guint i = 0; i < MIN (n, MAX_PROPERTIES); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (property->group && *property->group && g_strcmp0 (property->group, group) != 0)
        lamina_rows_add_heading (box, lamina_document_translate (document, property->group));
      group = property->group;
      lamina_rows_add_value (box, lamina_document_translate (document, property->key), &property->value);
    }
  lamina_pane_section_show_if_filled (self->properties);
}

/* The files that belong together, and the runs; one of either says nothing new. */
static void
show_files (LaminaDocumentPane *self)
{
  LaminaDocument *document = lamina_session_get_document (self->session);
  LaminaSources *sources = lamina_document_get_sources (document);
  guint n_sources = sources ? lamina_sources_get_n (sources) : 0, n_runs = lamina_document_get_n_runs (document);
  GtkBox *box = lamina_pane_section_get_content (self->files);

  lamina_rows_clear (box);
  for (guint i = 0; n_sources > 1 && i < n_sources; i++)
    {
      LaminaSource *source = lamina_sources_get (sources, i);
      g_autofree char *size = lamina_figure_dup ((gint64) lamina_source_get_stored_size (source), LAMINA_UNIT_BYTES);

      lamina_rows_add (box, lamina_source_get_name (source), size, NULL);
    }
  if (n_runs > 1)
    lamina_rows_add_heading (box, _("Runs"));
  for (guint i = 0; n_runs > 1 && i < MIN (n_runs, MAX_PROPERTIES); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      g_autofree char *cost = lamina_figure_dup (lamina_run_get_totals (run)->cost, LAMINA_UNIT_NANOSECONDS);

      lamina_rows_add (box, lamina_run_get_shown_title (run), cost, NULL);
    }
  lamina_pane_section_show_if_filled (self->files);
}

static void
show_run (LaminaDocumentPane *self)
{
  show_totals (self);
  show_clocks (self);
  lamina_memory_section_show (self->memory, self->session, NULL);
}

static void
lamina_document_pane_dispose (GObject *object)
{
  LaminaDocumentPane *self = LAMINA_DOCUMENT_PANE (object);

  lamina_document_pane_show (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_DOCUMENT_PANE);
  G_OBJECT_CLASS (lamina_document_pane_parent_class)->dispose (object);
}

static void
lamina_document_pane_class_init (LaminaDocumentPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_document_pane_dispose;
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-document-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, totals);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, colors);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, findings);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, memory);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, clock_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, aligned);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, clocks);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, files);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, report);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, properties);
  gtk_widget_class_set_css_name (widget_class, "documentpane");
}

static void
lamina_document_pane_init (LaminaDocumentPane *self)
{
  GtkWidget *copy;

  gtk_widget_init_template (GTK_WIDGET (self));
  copy = lamina_pane_section_add_button (self->report, "edit-copy-symbolic", _("Copy the report"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "view.copy-details");
}

void
lamina_document_pane_show (LaminaDocumentPane *self,
                           LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_PANE (self));

  if (self->session == session)
    return;
  g_clear_pointer (&self->aligned_binding, g_binding_unbind);
  lamina_session_replace (&self->session, session, self);
  lamina_color_section_show (self->colors, session);
  lamina_finding_section_show (self->findings, session);
  if (!session)
    {
      lamina_memory_section_show (self->memory, NULL, NULL);
      return;
    }
  self->aligned_binding = g_object_bind_property (session, "aligned", self->aligned, "active",
                                                  G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (show_run), self);
  show_heading (self);
  show_run (self);
  show_properties (self);
  show_files (self);
  lamina_import_section_show (self->report, session);
}

/* Only once the pane has its place is it known where a section stands. */
static gboolean
scroll_to (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       section)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  double y;

  if (scroller && gtk_widget_get_height (widget) == 0)
    return G_SOURCE_CONTINUE;
  if (scroller && gtk_widget_translate_coordinates (section, widget, 0, 0, NULL, &y))
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), y);
  return G_SOURCE_REMOVE;
}

void
lamina_document_pane_show_report (LaminaDocumentPane *self)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_PANE (self));

  gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to, g_object_ref (self->report), g_object_unref);
}

void
lamina_document_pane_show_findings (LaminaDocumentPane *self)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_PANE (self));

  gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to, g_object_ref (self->findings), g_object_unref);
}
