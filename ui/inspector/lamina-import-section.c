/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-details-text.h"
#include "lamina-link.h"
#include "lamina-place-find.h"
#include "lamina-rows.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* So many issues are listed, and so many rows of the file are looked through for the way to one. */
#define MAX_ISSUES 300
#define MAX_ROWS 500000

static void
add_count (GtkBox     *box,
           const char *key,
           guint64     count)
{
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);

  if (count > 0)
    lamina_rows_add (box, key, digits, NULL);
}

static guint64
count_rows (LaminaDocument *document)
{
  guint64 n = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      n += lamina_run_get_layers (run)->n + lamina_run_get_totals (run)->n_slices;
    }
  return n;
}

/* Goes to the layer or slice of the first place, if it became one in the run that is shown. */
static void
add_way (GtkBox            *box,
         LaminaSession     *session,
         const LaminaIssue *issue)
{
  LaminaDocument *document = lamina_session_get_document (session);
  LaminaSliceRef slice;
  LaminaPlace place;
  g_autofree char *markup = NULL;
  GtkLabel *label;

  if (issue->line == 0 || count_rows (document) > MAX_ROWS
      || !lamina_place_find (document, issue->source, issue->offset, &place)
      || place.run != lamina_session_get_run_index (session))
    return;
  slice = (LaminaSliceRef) { place.track, place.row };
  markup = lamina_link_dup_markup ("%s", place.kind == LAMINA_PLACE_LAYER ? _("Show in the table") : _("Show in the timeline"));
  label = lamina_rows_add_note (box, "");
  gtk_label_set_markup (label, markup);
  if (place.kind == LAMINA_PLACE_LAYER)
    lamina_link_set_layer (label, session, place.row);
  else
    lamina_link_set_slice (label, session, &slice);
}

static void
add_issue (GtkBox            *box,
           LaminaSession     *session,
           const LaminaIssue *issue)
{
  LaminaDocument *document = lamina_session_get_document (session);
  const char *kind = lamina_document_translate_issue (document, issue->kind);
  g_autofree char *place = lamina_issue_dup_place (document, issue, FALSE);
  g_autofree char *exact = lamina_issue_dup_place (document, issue, TRUE);
  g_autofree char *count = lamina_figure_dup_exact ((gint64) MIN (issue->count, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *text = issue->count > 1 ? g_strdup_printf ("%s\u00a0× %s", count, kind) : g_strdup (kind);
  g_autofree char *first = place && issue->count > 1 ? g_strdup_printf (_("first at %s"), place) : g_steal_pointer (&place);
  GtkLabel *label = lamina_rows_add_note (box, text);

  gtk_label_set_selectable (label, TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (label), FALSE);
  gtk_widget_remove_css_class (GTK_WIDGET (label), "dim-label");
  gtk_widget_set_margin_top (GTK_WIDGET (label), 5);
  if (first)
    lamina_widget_set_tooltip (GTK_WIDGET (lamina_rows_add_note (box, first)), exact);
  add_way (box, session, issue);
}

void
lamina_import_section_show (LaminaPaneSection *section,
                            LaminaSession     *session)
{
  LaminaImportReport *report = lamina_document_get_report (lamina_session_get_document (session));
  guint64 read = lamina_import_report_get_counts (report)->read;
  guint n = lamina_import_report_get_n_issues (report);
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (read, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *count = g_strdup_printf (ngettext ("%s record", "%s records", (gulong) read), digits);
  GtkBox *box = lamina_pane_section_get_content (section);

  lamina_rows_clear (box);
  lamina_pane_section_set_note (section, count, NULL);
  add_count (box, _("Shown"), lamina_import_report_get_counts (report)->shown);
  add_count (box, _("Merged into others"), lamina_import_report_get_counts (report)->merged);
  add_count (box, _("Skipped"), lamina_import_report_get_counts (report)->skipped);
  add_count (box, _("Lost"), lamina_import_report_get_counts (report)->lost);
  add_count (box, _("Repaired"), lamina_import_report_get_counts (report)->repaired);
  for (guint i = 0; i < MIN (n, MAX_ISSUES); i++)
    add_issue (box, session, lamina_import_report_get_issue (report, i));
  if (n > MAX_ISSUES)
    lamina_rows_add_note (box, _("There are more: copy the report to read all of them."));
  if (n == 0)
    lamina_rows_add_note (box, _("Everything was read; nothing had to be repaired."));
}
