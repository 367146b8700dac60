/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-reader-words.h"

/* What a report says of the files themselves. */

static char *
dup_span (LaminaRun *run)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  gint64 span = lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase);

  switch (lamina_run_get_unit (run))
    {
    case LAMINA_AXIS_NANOSECONDS:
      return lamina_figure_dup (span, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_AXIS_BYTES:
      return lamina_figure_dup (span, LAMINA_UNIT_BYTES);
    case LAMINA_AXIS_STEPS:
      return g_strdup_printf (ngettext ("%u step", "%u steps", (guint) MIN (span, G_MAXUINT)),
                              (guint) MIN (span, G_MAXUINT));
    case LAMINA_AXIS_NODES:
    default:
      return g_strdup_printf (ngettext ("%u node", "%u nodes", (guint) MIN (span, G_MAXUINT)),
                              (guint) MIN (span, G_MAXUINT));
    }
}

/* What is the same for all runs stands at the head of the report. */
static gboolean
have_one_timing (LaminaDocument *document,
                 guint           n)
{
  LaminaTiming timing = lamina_run_get_timing (lamina_document_get_run (document, 0));

  for (guint i = 1; i < n; i++)
    if (lamina_run_get_timing (lamina_document_get_run (document, i)) != timing)
      return FALSE;
  return TRUE;
}

static gboolean
have_times (LaminaDocument *document,
            guint           n)
{
  for (guint i = 0; i < n; i++)
    if (lamina_run_get_totals (lamina_document_get_run (document, i))->cost != LAMINA_ABSENT)
      return TRUE;
  return FALSE;
}

void
lamina_report_add_runs (LaminaReport *self)
{
  guint n = lamina_document_get_n_runs (self->document), n_headings = 0;
  gboolean one_timing = n > 0 && have_one_timing (self->document, n), times = have_times (self->document, n);
  const char *headings[6] = { NULL };

  if (n < 2)
    return;
  headings[n_headings++] = _("Run");
  headings[n_headings++] = _(">Layers");
  if (times)
    headings[n_headings++] = _(">Time");
  headings[n_headings++] = _(">From start to end");
  if (!one_timing)
    headings[n_headings++] = _("Timing");
  lamina_sheet_add_heading (self->sheet, 2, _("Runs in this file"));
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    {
      LaminaRun *run = lamina_document_get_run (self->document, i);

      lamina_sheet_take_cell (self->sheet, i == self->options->run
                                             /* Translators: the title of a run */
                                             ? g_strdup_printf (_("%s (this report)"), lamina_reader_word_get_title (run))
                                             : g_strdup (lamina_reader_word_get_title (run)));
      lamina_sheet_take_cell (self->sheet, g_strdup_printf ("%u", lamina_run_get_layers (run)->n));
      if (times)
        lamina_sheet_take_cell (self->sheet, lamina_figure_dup (lamina_run_get_totals (run)->cost,
                                                                LAMINA_UNIT_NANOSECONDS));
      lamina_sheet_take_cell (self->sheet, dup_span (run));
      if (!one_timing)
        lamina_sheet_add_cell (self->sheet, lamina_report_get_timing (run));
    }
  lamina_sheet_close_table (self->sheet);
}

/* Properties */

static void
add_sources (LaminaReport *self)
{
  LaminaSources *sources = lamina_document_get_sources (self->document);

  lamina_sheet_add_cell (self->sheet, _("Format"));
  lamina_sheet_add_cell (self->sheet, lamina_document_get_format (self->document));
  if (lamina_document_get_tool (self->document) != NULL)
    {
      lamina_sheet_add_cell (self->sheet, _("Tool"));
      lamina_sheet_add_cell (self->sheet, lamina_document_get_tool (self->document));
    }
  for (guint i = 0; sources != NULL && i < lamina_sources_get_n (sources); i++)
    {
      lamina_sheet_add_cell (self->sheet, i == 0 ? _("File") : _("Joined with"));
      lamina_sheet_add_cell (self->sheet, lamina_source_get_name (lamina_sources_get (sources, i)));
    }
}

/* Whether a group of properties tells of a run that the report is not about. */
static gboolean
is_of_others (LaminaReport *self,
              const char   *group)
{
  const LaminaReportOptions *options = self->options;
  gboolean found = FALSE;

  for (guint i = 0; i < lamina_document_get_n_runs (self->document); i++)
    {
      if (!g_str_equal (lamina_run_get_title (lamina_document_get_run (self->document, i)), group))
        continue;
      if (i == options->run || (options->other == self->document && i == options->other_run))
        return FALSE;
      found = TRUE;
    }
  return found;
}

void
lamina_report_add_properties (LaminaReport *self)
{
  const char *const headings[] = { _("Property"), _("Value"), NULL };
  const char *group = "";

  lamina_sheet_add_heading (self->sheet, 2, _("Properties"));
  lamina_sheet_open_table (self->sheet, headings);
  add_sources (self);
  for (guint i = 0; i < lamina_document_get_n_properties (self->document); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (self->document, i);

      if (is_of_others (self, property->group))
        continue;
      if (!g_str_equal (property->group, group))
        {
          lamina_sheet_close_table (self->sheet);
          lamina_sheet_add_heading (self->sheet, 3, property->group);
          lamina_sheet_open_table (self->sheet, headings);
        }
      group = property->group;
      lamina_sheet_add_cell (self->sheet, property->key);
      lamina_sheet_take_cell (self->sheet, lamina_value_dup_words (&property->value, TRUE));
    }
  lamina_sheet_close_table (self->sheet);
}

/* Import report */

static char *
dup_count (guint64 count)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

static char *
dup_place (const LaminaIssue *issue)
{
  g_autofree char *line = NULL;
  g_autofree char *offset = NULL;

  if (issue->line == 0)
    return g_strdup ("—");
  line = dup_count (issue->line);
  offset = dup_count (issue->offset);
  return g_strdup_printf (_("line %s, byte %s"), line, offset);
}

void
lamina_report_add_import (LaminaReport *self)
{
  const char *const headings[] = { _("What"), _(">Count"), _("First place"), NULL };
  LaminaImportReport *report = lamina_document_get_report (self->document);
  g_autofree char *read = dup_count (lamina_import_report_get_read (report));
  g_autofree char *shown = dup_count (lamina_import_report_get_shown (report));
  g_autofree char *merged = dup_count (lamina_import_report_get_merged (report));
  g_autofree char *skipped = dup_count (lamina_import_report_get_skipped (report));
  g_autofree char *lost = dup_count (lamina_import_report_get_lost (report));
  g_autofree char *repaired = dup_count (lamina_import_report_get_repaired (report));
  g_autofree char *sum = NULL;
  guint n = lamina_import_report_get_n_issues (report);

  lamina_sheet_add_heading (self->sheet, 2, _("Import"));
  sum = g_strdup_printf (_("%s records read: %s shown, %s merged into others, %s skipped, %s lost; %s repaired."), read,
                         shown, merged, skipped, lost, repaired);
  lamina_sheet_add_text (self->sheet, sum, FALSE);
  if (n > 0)
    {
      lamina_sheet_open_table (self->sheet, headings);
      for (guint i = 0; i < n; i++)
        {
          const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

          lamina_sheet_add_cell (self->sheet, issue->kind);
          lamina_sheet_take_cell (self->sheet, dup_count (issue->count));
          lamina_sheet_take_cell (self->sheet, dup_place (issue));
        }
      lamina_sheet_close_table (self->sheet);
    }
}
