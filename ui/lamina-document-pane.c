/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-pane.h"

#include "lamina-axis.h"
#include "lamina-clock-text.h"
#include "lamina-rows.h"
#include "lamina-widget.h"

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
  GtkWidget *clock_section;
  GtkSwitch *aligned;
  GtkBox *clocks;
  GtkWidget *property_section;
  GtkBox *properties;
  GtkLabel *import_count;
  GtkBox *import;
};

G_DEFINE_FINAL_TYPE (LaminaDocumentPane, lamina_document_pane, GTK_TYPE_WIDGET)

static void
show_heading (LaminaDocumentPane *self)
{
  LaminaDocument *document = lamina_session_get_document (self->session);
  LaminaSources *sources = lamina_document_get_sources (document);
  const char *tool = lamina_document_get_tool (document);
  const char *name = sources ? lamina_source_get_name (lamina_sources_get (sources, 0)) : _("Document");
  g_autofree char *subtitle = NULL;

  gtk_label_set_text (self->title, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), name);
  if (tool && g_ascii_strcasecmp (tool, lamina_document_get_format (document)) != 0)
    subtitle = g_strdup_printf (_("%s, read as %s"), tool, lamina_document_get_format (document));
  else
    subtitle = g_strdup (tool ? tool : lamina_document_get_format (document));
  gtk_label_set_text (self->subtitle, subtitle);
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
      return _("time on the device");
    case LAMINA_COST_SELF:
      return _("host time without children");
    case LAMINA_COST_DURATION:
    default:
      return _("duration in the file");
    }
}

static void
show_totals (LaminaDocumentPane *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaTotals *totals = lamina_run_get_totals (run);
  LaminaRange bounds;
  g_autofree char *length = NULL;

  lamina_rows_clear (self->totals);
  lamina_session_get_bounds (self->session, &bounds);
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), bounds.end - bounds.start);
  if (lamina_document_get_n_runs (lamina_session_get_document (self->session)) > 1)
    lamina_rows_add (self->totals, _("Title"), lamina_run_get_title (run), NULL);
  lamina_rows_add (self->totals, _("Positions"), get_timing_text (lamina_run_get_timing (run)), NULL);
  lamina_rows_add (self->totals, _("From start to end"), length, NULL);
  if (totals->cost != LAMINA_ABSENT)
    {
      lamina_rows_add_number (self->totals, _("Sum of the layers"), totals->cost, LAMINA_UNIT_NANOSECONDS, FALSE);
      lamina_rows_add (self->totals, _("Their cost is"), get_cost_text (lamina_run_get_cost_kind (run)), NULL);
    }
  lamina_rows_add_number (self->totals, _("Operations"), totals->flop, LAMINA_UNIT_FLOP, FALSE);
  lamina_rows_add_number (self->totals, _("Moved"), totals->bytes, LAMINA_UNIT_BYTES, FALSE);
  lamina_rows_add_number (self->totals, _("Layers"), lamina_run_get_layers (run)->n, LAMINA_UNIT_NONE, FALSE);
  lamina_rows_add_number (self->totals, _("of them ran"), totals->executed, LAMINA_UNIT_NONE, FALSE);
  lamina_rows_add_number (self->totals, _("Tensors"), lamina_run_get_tensors (run)->n, LAMINA_UNIT_NONE, FALSE);
  lamina_rows_add_number (self->totals, _("Slices"), (gint64) totals->n_slices, LAMINA_UNIT_NONE, FALSE);
}

static void
show_clocks (LaminaDocumentPane *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  lamina_rows_clear (self->clocks);
  gtk_widget_set_visible (self->clock_section, lamina_session_has_other_clocks (self->session));
  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      g_autofree char *text = lamina_clock_dup_text (self->session, i);
      g_autofree char *hint = lamina_clock_dup_hint (self->session, i);

      lamina_rows_add (self->clocks, lamina_run_get_clock (run, i)->name, text, hint);
    }
}

static void
show_properties (LaminaDocumentPane *self)
{
  LaminaDocument *document = lamina_session_get_document (self->session);
  guint n = lamina_document_get_n_properties (document);
  const char *group = NULL;

  lamina_rows_clear (self->properties);
  gtk_widget_set_visible (self->property_section, n > 0);
  for (guint i = 0; i < MIN (n, MAX_PROPERTIES); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (document, i);

      if (property->group && *property->group && g_strcmp0 (property->group, group) != 0)
        lamina_rows_add_heading (self->properties, property->group);
      group = property->group;
      lamina_rows_add_value (self->properties, property->key, &property->value);
    }
}

static void
add_issue (LaminaDocumentPane *self,
           const LaminaIssue  *issue)
{
  g_autofree char *place = NULL;
  g_autofree char *text = NULL;

  if (issue->line > 0)
    place = g_strdup_printf (_(" (line %" G_GUINT64_FORMAT ", byte %" G_GUINT64_FORMAT ")"), issue->line,
                             issue->offset);
  if (issue->count > 1)
    text = g_strdup_printf (_("%" G_GUINT64_FORMAT " × %s, first%s"), issue->count, issue->kind, place ? place : "");
  else
    text = g_strdup_printf ("%s%s", issue->kind, place ? place : "");
  lamina_rows_add_note (self->import, text);
}

static void
add_count (LaminaDocumentPane *self,
           const char         *key,
           guint64             count)
{
  if (count > 0)
    lamina_rows_add_number (self->import, key, (gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE, FALSE);
}

static void
show_import (LaminaDocumentPane *self)
{
  LaminaImportReport *report = lamina_document_get_report (lamina_session_get_document (self->session));
  guint64 read = lamina_import_report_get_read (report);
  g_autofree char *count = g_strdup_printf (ngettext ("%" G_GUINT64_FORMAT " record", "%" G_GUINT64_FORMAT " records",
                                                      (gulong) read), read);

  lamina_rows_clear (self->import);
  gtk_label_set_text (self->import_count, count);
  add_count (self, _("Shown"), lamina_import_report_get_shown (report));
  add_count (self, _("Merged into others"), lamina_import_report_get_merged (report));
  add_count (self, _("Left out"), lamina_import_report_get_skipped (report));
  add_count (self, _("Lost"), lamina_import_report_get_lost (report));
  add_count (self, _("Places repaired"), lamina_import_report_get_repaired (report));
  for (guint i = 0; i < MIN (lamina_import_report_get_n_issues (report), MAX_PROPERTIES); i++)
    add_issue (self, lamina_import_report_get_issue (report, i));
  if (lamina_import_report_get_n_issues (report) == 0)
    lamina_rows_add_note (self->import, _("Everything was read, nothing had to be repaired."));
}

static void
show_run (LaminaDocumentPane *self)
{
  show_totals (self);
  show_clocks (self);
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
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-document-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, totals);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, clock_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, aligned);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, clocks);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, property_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, properties);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, import_count);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentPane, import);
  gtk_widget_class_set_css_name (widget_class, "documentpane");
}

static void
lamina_document_pane_init (LaminaDocumentPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_document_pane_show (LaminaDocumentPane *self,
                           LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_PANE (self));

  if (self->session == session)
    return;
  g_clear_pointer (&self->aligned_binding, g_binding_unbind);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (!session)
    return;
  self->aligned_binding = g_object_bind_property (session, "aligned", self->aligned, "active",
                                                  G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (show_run), self);
  show_heading (self);
  show_run (self);
  show_properties (self);
  show_import (self);
}

/* Only once the pane has its place is it known where the report stands. */
static gboolean
scroll_to_report (GtkWidget     *widget,
                  GdkFrameClock *clock,
                  gpointer       user_data)
{
  LaminaDocumentPane *self = LAMINA_DOCUMENT_PANE (widget);
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *section = gtk_widget_get_parent (GTK_WIDGET (self->import));
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

  gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_report, NULL, NULL);
}
