/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-grouping.h"
#include "lamina-layer-noun.h"
#include "lamina-layer-value.h"
#include "lamina-page.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-report-private.h"
#include "lamina-text.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

/* What a report says of the findings. */

/* How many kinds of layers of a finding are named. */
#define MOST_NAMED 6

/* `conv (1.20 ms)`, or `815 × mul (2.55 ms)` of layers of one name. */
static void
append_group (GString                *text,
              const LaminaLayerGroup *group)
{
  g_autofree char *figure = lamina_figure_dup (group->duration, LAMINA_UNIT_NANOSECONDS);

  if (text->len > 0)
    g_string_append (text, "; ");
  if (group->n_layers > 1)
    lamina_text_append (text, "%u\u00a0× ", group->n_layers);
  g_string_append (text, group->label);
  if (group->duration != LAMINA_ABSENT)
    g_string_append_printf (text, " (%s)", figure);
}

/* The costliest layers of a finding by name, those of one name together. */
static char *
dup_layers (LaminaReport        *self,
            const LaminaFinding *finding)
{
  g_autoptr (LaminaGrouping) groups = lamina_grouping_new (self->run, finding->layers, finding->n_layers,
                                                           LAMINA_GROUP_BY_NAME, self->cancellable);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *title = lamina_layers_get_title (self->run);
  guint n = groups != NULL ? lamina_grouping_get_n (groups) : 0, n_others = finding->n_layers;

  for (guint i = 0; i < MIN (n, MOST_NAMED); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (groups, i);

      append_group (text, group);
      n_others -= group->n_layers;
    }
  if (n == 0)
    return g_strdup ("");
  if (n_others == 0)
    return g_strdup_printf (_("%s: %s"), title, text->str);
  /* Translators: what they are, names, and how many there are besides */
  return lamina_text_dup (_("%s: %s; and %u more"), title, text->str, n_others);
}

static void
add_findings (LaminaReport *self)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (self->document, self->options->run, self->timebase,
                                                             LAMINA_NONE, self->idle, self->cancellable);

  if (findings == NULL)
    return;
  lamina_sheet_add_heading (self->sheet, 2, _("Findings"));
  if (lamina_findings_get_n (findings) == 0)
    lamina_sheet_add_text (self->sheet, _("No findings."), FALSE);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *layers = dup_layers (self, finding);

      self->sheet->kind->add_finding (self->sheet, finding, cost, layers);
    }
  if (lamina_findings_get_n (findings) > 1)
    lamina_sheet_add_text (self->sheet, _("Findings overlap: do not add up their costs."), TRUE);
}

/* What devices do, which stands below the chart of the same: that says what the columns mean. */

static gboolean
has_load (LaminaReport *self,
          LaminaLoad    load)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    if (lamina_idle_get_device (self->idle, i)->times[load] > 0)
      return TRUE;
  return FALSE;
}

void
lamina_report_add_devices (LaminaReport *self)
{
  const char *headings[LAMINA_N_LOADS + 3] = { _("Device") };
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint n = lamina_idle_get_n_devices (self->idle), n_columns = 2;

  if (n == 0)
    return;
  headings[1] = _(">Span");
  for (guint load = 0; load < LAMINA_N_LOADS; load++)
    if (has_load (self, (LaminaLoad) load))
      {
        g_ptr_array_add (titles, g_strconcat (">", _(lamina_load_get_info ((LaminaLoad) load)->title), NULL));
        headings[n_columns++] = g_ptr_array_index (titles, titles->len - 1);
      }
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);

      lamina_sheet_take_cell (self->sheet, lamina_idle_dup_device_name (self->run, device));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup (device->end - device->start, LAMINA_UNIT_NANOSECONDS));
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          g_autofree char *time = lamina_figure_dup (device->times[load], LAMINA_UNIT_NANOSECONDS);
          g_autofree char *share = lamina_layer_dup_share ((double) device->times[load]
                                                            / (double) (device->end - device->start));

          if (device->times[load] > 0)
            lamina_sheet_add_noted (self->sheet, time, share);
          else if (has_load (self, (LaminaLoad) load))
            lamina_sheet_add_cell (self->sheet, "—");
        }
    }
  lamina_sheet_close_table (self->sheet);
}

/* What a report says of its run as a whole. */

/* A sum of operations is that of the whole, unless more of the time than this is spent on what is not counted. */
#define LEAST_LACKING 0.1

static void
add_clocks (LaminaReport *self)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      g_autofree char *offset = NULL, *text = NULL;

      if (clock->basis == LAMINA_CLOCK_FILE || (clock->offset == 0 && clock->basis != LAMINA_CLOCK_UNKNOWN))
        continue;
      offset = lamina_figure_dup (clock->offset, LAMINA_UNIT_NANOSECONDS);
      text = clock->basis == LAMINA_CLOCK_UNKNOWN
             ? g_strdup_printf (_("The offset of the clock of %s to the others is not known."), clock->name)
             /* Translators: the name of a clock, a time */
             : g_strdup_printf (_("The clock of %s is shifted by %s, so that no kernel starts before its launch."), clock->name,
                                offset);
      lamina_sheet_add_text (self->sheet, text, TRUE);
    }
}

static const char *
get_cost_title (LaminaRun *run)
{
  switch (lamina_run_get_cost_kind (run))
    {
    case LAMINA_COST_DEVICE:
      return _("Device time");
    case LAMINA_COST_SELF:
      return _("Host time");
    case LAMINA_COST_DURATION:
    default:
      return _("Time");
    }
}

/* How fast the layers are, and why that may be wrong. */
static void
add_rate (LaminaReport *self,
          const char   *title,
          LaminaUnit    unit)
{
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  LaminaRate rate;

  lamina_rate_init (&rate, self->run, NULL, 0, unit);
  if (isnan (rate.per_second))
    return;
  text = lamina_rate_dup_text (&rate);
  reason = lamina_rate_dup_reason (&rate, self->run);
  lamina_sheet_take_fact (self->sheet, title, reason != NULL ? g_strconcat (text, ", ", reason, NULL)
                                                             : g_steal_pointer (&text));
}

/* Whether products of which the file says too little to count them take a part of the time that matters. */
static gboolean
lacks_products (LaminaReport *self,
                LaminaWork   *work)
{
  const gint64 *costs = lamina_run_get_costs (self->run);
  gint64 total = lamina_run_get_totals (self->run)->cost, lacking = 0;

  for (guint i = 0; costs != NULL && i < lamina_run_get_layers (self->run)->n; i++)
    {
      LaminaWorkFigures figures;

      if (costs[i] == LAMINA_ABSENT || costs[i] <= 0)
        continue;
      lamina_work_get_figures (work, i, &figures);
      if (figures.operator >= LAMINA_WORK_CONVOLUTION && figures.operator <= LAMINA_WORK_ATTENTION_BACKWARD
          && figures.flop == LAMINA_ABSENT && !figures.in_children)
        lacking = lamina_number_add (lacking, costs[i]);
    }
  return total > 0 && (double) lacking > LEAST_LACKING * (double) total;
}

/* A number as text for people, with a mark when it is estimated. */
static char *
dup_amount (gint64     value,
            LaminaUnit unit,
            gboolean   is_estimated)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);

  return g_strconcat (is_estimated && value != LAMINA_ABSENT ? "≈\u00a0" : "", figure, NULL);
}

static void
add_work (LaminaReport *self)
{
  LaminaWork *work = lamina_work_peek (self->run);
  const LaminaWorkTotals *totals = work != NULL ? lamina_work_get_totals (work) : NULL;

  if (totals == NULL)
    return;
  if (totals->flop != LAMINA_ABSENT)
    {
      gboolean is_estimated = (totals->estimated & LAMINA_ESTIMATE_FLOP) != 0, is_part = lacks_products (self, work);
      g_autofree char *amount = dup_amount (totals->flop, LAMINA_UNIT_FLOP, is_estimated && !is_part);

      lamina_sheet_take_fact (self->sheet, _("FLOP"), g_strconcat (is_part ? "≥\u00a0" : "", amount, NULL));
      add_rate (self, _("FLOP/s"), LAMINA_UNIT_FLOP);
    }
  if (totals->bytes == LAMINA_ABSENT)
    return;
  lamina_sheet_take_fact (self->sheet, _("Bytes moved"),
                          dup_amount (totals->bytes, LAMINA_UNIT_BYTES,
                                      totals->estimated & LAMINA_ESTIMATE_BYTES));
  add_rate (self, _("Bandwidth"), LAMINA_UNIT_BYTES);
}

static void
add_facts (LaminaReport *self)
{
  const LaminaTotals *totals = lamina_run_get_totals (self->run);
  guint n = lamina_run_get_layers (self->run)->n;
  g_autofree char *all = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  g_autofree char *executed = lamina_figure_dup_exact (totals->executed, LAMINA_UNIT_NONE);

  g_string_append (self->sheet->text, self->sheet->kind->facts_begin);
  if (totals->cost != LAMINA_ABSENT)
    lamina_sheet_take_fact (self->sheet, get_cost_title (self->run),
                            lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS));
  if (lamina_run_get_unit (self->run) == LAMINA_AXIS_NANOSECONDS && totals->n_slices > 0)
    lamina_sheet_take_fact (self->sheet, _("Span"),
                            lamina_figure_dup (lamina_timebase_get_end (self->timebase)
                                               - lamina_timebase_get_start (self->timebase), LAMINA_UNIT_NANOSECONDS));
  lamina_sheet_take_fact (self->sheet, lamina_layers_get_title (self->run),
                          totals->executed == n || totals->executed == 0
                          ? g_steal_pointer (&all)
                          : g_strdup_printf (_("%s (%s executed)"), all, executed));
  add_work (self);
  if (lamina_idle_get_n_devices (self->idle) == 1)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, 0);

      lamina_sheet_take_fact (self->sheet, _("Device busy"),
                              lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY]
                                                       / (double) (device->end - device->start)));
    }
  g_string_append (self->sheet->text, self->sheet->kind->facts_end);
}

/* The parts, each with its heading; what has nothing to say adds nothing. */
static void
add_head (LaminaReport *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  g_autofree char *basis = g_strconcat (tool != NULL ? tool : "", tool != NULL ? " · " : "",
                                        lamina_page_get_basis (self->run), NULL);

  lamina_sheet_add_text (self->sheet, basis, TRUE);
  if (self->options->other != NULL)
    lamina_sheet_add_text (self->sheet, _("The first file is A, the second B. Everything outside the comparison is about A."),
                           TRUE);
  add_clocks (self);
  add_facts (self);
  lamina_sheet_add_text (self->sheet, _("Numbers with ≈ are estimated by Lamina; a dash means that the file does not state "
                                        "the number."),
                         TRUE);
}

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
      return lamina_text_dup (ngettext ("%u step", "%u steps", (guint) MIN (span, G_MAXUINT)),
                              (guint) MIN (span, G_MAXUINT));
    case LAMINA_AXIS_EVENTS:
      return lamina_text_dup (ngettext ("%u event", "%u events", (guint) MIN (span, G_MAXUINT)),
                              (guint) MIN (span, G_MAXUINT));
    case LAMINA_AXIS_NODES:
    default:
      return lamina_text_dup (ngettext ("%u node", "%u nodes", (guint) MIN (span, G_MAXUINT)),
                              (guint) MIN (span, G_MAXUINT));
    }
}

static void
add_runs (LaminaReport *self)
{
  guint n = lamina_document_get_n_runs (self->document), n_headings = 0;
  gboolean one_timing = TRUE, times = FALSE;
  const char *headings[6] = { NULL };
  g_autofree char *layers = g_strconcat (">", lamina_layers_get_title (self->run), NULL);

  if (n < 2)
    return;
  /* What is the same for all runs stands at the head of the report. */
  for (guint i = 0; i < n; i++)
    {
      LaminaRun *run = lamina_document_get_run (self->document, i);

      one_timing &= lamina_run_get_timing (run) == lamina_run_get_timing (lamina_document_get_run (self->document, 0));
      times |= lamina_run_get_totals (run)->cost != LAMINA_ABSENT;
    }
  headings[n_headings++] = _("Run");
  headings[n_headings++] = layers;
  if (times)
    headings[n_headings++] = _(">Time");
  headings[n_headings++] = _(">Span");
  if (!one_timing)
    headings[n_headings++] = _("Timing");
  lamina_sheet_add_heading (self->sheet, 2, _("Runs in this file"));
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    {
      LaminaRun *run = lamina_document_get_run (self->document, i);

      lamina_sheet_take_cell (self->sheet, i == self->options->run
                                             /* Translators: the title of a run */
                                             ? g_strdup_printf (_("%s (this report)"), lamina_run_get_shown_title (run))
                                             : g_strdup (lamina_run_get_shown_title (run)));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup_exact (lamina_run_get_layers (run)->n, LAMINA_UNIT_NONE));
      if (times)
        lamina_sheet_take_cell (self->sheet, lamina_figure_dup (lamina_run_get_totals (run)->cost,
                                                                LAMINA_UNIT_NANOSECONDS));
      lamina_sheet_take_cell (self->sheet, dup_span (run));
      if (!one_timing)
        lamina_sheet_add_cell (self->sheet, lamina_page_get_basis (run));
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

static void
add_properties (LaminaReport *self)
{
  const char *const headings[] = { _("Property"), _("Value"), NULL };
  const char *group = "";

  lamina_sheet_add_heading (self->sheet, 2, _("Properties"));
  lamina_sheet_open_table (self->sheet, headings);
  add_sources (self);
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (self->document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (self->document), i);

      if (is_of_others (self, property->group))
        continue;
      if (!g_str_equal (property->group, group))
        {
          lamina_sheet_close_table (self->sheet);
          lamina_sheet_add_heading (self->sheet, 3, lamina_document_translate (self->document, property->group));
          lamina_sheet_open_table (self->sheet, headings);
        }
      group = property->group;
      lamina_sheet_add_cell (self->sheet, lamina_document_translate (self->document, property->key));
      lamina_sheet_take_cell (self->sheet, lamina_value_dup_words (&property->value, TRUE));
    }
  lamina_sheet_close_table (self->sheet);
}

/* Import report */

static char *
dup_count (guint64 count)
{
  return lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);
}

static char *
dup_place (const LaminaIssue *issue)
{
  g_autofree char *line = dup_count (issue->line);
  g_autofree char *offset = dup_count (issue->offset);

  return issue->line == 0 ? g_strdup ("—") : g_strdup_printf (_("line %s, byte %s"), line, offset);
}

static void
add_import (LaminaReport *self)
{
  const char *const headings[] = { _("Issue"), _(">Count"), _("First place"), NULL };
  LaminaImportReport *report = lamina_document_get_report (self->document);
  g_autofree char *read = dup_count (lamina_import_report_get_counts (report)->read);
  g_autofree char *shown = dup_count (lamina_import_report_get_counts (report)->shown);
  g_autofree char *merged = dup_count (lamina_import_report_get_counts (report)->merged);
  g_autofree char *skipped = dup_count (lamina_import_report_get_counts (report)->skipped);
  g_autofree char *lost = dup_count (lamina_import_report_get_counts (report)->lost);
  g_autofree char *repaired = dup_count (lamina_import_report_get_counts (report)->repaired);
  g_autofree char *sum = NULL;
  guint n = lamina_import_report_get_n_issues (report);

  lamina_sheet_add_heading (self->sheet, 2, _("Import"));
  sum = g_strdup_printf (_("%s records read: %s shown, %s merged into others, %s skipped, %s lost, %s repaired."), read,
                         shown, merged, skipped, lost, repaired);
  lamina_sheet_add_text (self->sheet, sum, FALSE);
  if (n > 0)
    {
      lamina_sheet_open_table (self->sheet, headings);
      for (guint i = 0; i < n; i++)
        {
          const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

          lamina_sheet_add_cell (self->sheet, lamina_document_translate_issue (self->document, issue->kind));
          lamina_sheet_take_cell (self->sheet, dup_count (issue->count));
          lamina_sheet_take_cell (self->sheet, dup_place (issue));
        }
      lamina_sheet_close_table (self->sheet);
    }
}

static gboolean
check (LaminaDocument  *document,
       guint            run,
       GError         **error)
{
  if (run < lamina_document_get_n_runs (document))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no run %u", run + 1);
  return FALSE;
}

/* What matters most stands first; what is looked up stands last. */
static void
add_parts (LaminaReport *self)
{
  static void (*const parts[]) (LaminaReport *) = {
    add_head,   add_findings,      lamina_report_add_comparison, lamina_report_add_timeline,
    lamina_report_add_layers, lamina_report_add_kernels, lamina_report_add_high_timeline, lamina_report_add_memory,
    lamina_report_add_charts, add_runs, add_properties, add_import,
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts) && !g_cancellable_is_cancelled (self->cancellable); i++)
    parts[i] (self);
  g_clear_pointer (&self->timeline, lamina_scene_unref);
}

/* The name of the first file of a document. */
static char *
dup_name (LaminaDocument *document)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  if (sources == NULL || lamina_sources_get_n (sources) == 0)
    return g_strdup (_("Report"));
  return g_strdup (lamina_source_get_name (lamina_sources_get (sources, 0)));
}

gboolean
lamina_report_is_one_file (const LaminaReportOptions *options)
{
  g_autofree char *a = dup_name (options->document);
  g_autofree char *b = dup_name (options->other);

  return lamina_document_get_n_runs (options->document) > 1 && g_str_equal (a, b);
}

char *
lamina_report_dup_side (LaminaDocument *document,
                        guint           run)
{
  g_autofree char *name = dup_name (document);

  if (lamina_document_get_n_runs (document) == 1)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s, %s", name, lamina_run_get_shown_title (lamina_document_get_run (document, run)));
}

static char *
dup_title (const LaminaReportOptions *options)
{
  g_autofree char *a = lamina_report_dup_side (options->document, options->run);
  g_autofree char *b = NULL;

  if (options->other == NULL)
    return g_steal_pointer (&a);
  if (lamina_report_is_one_file (options))
    b = g_strdup (lamina_run_get_shown_title (lamina_document_get_run (options->other, options->other_run)));
  else
    b = lamina_report_dup_side (options->other, options->other_run);
  /* Translators: what was before, and what is now */
  return g_strdup_printf (_("%s compared with %s"), a, b);
}

static LaminaSheet *
make (const LaminaReportOptions  *options,
      const LaminaSheetKind      *kind,
      const char                 *folder,
      GCancellable               *cancellable,
      GError                    **error)
{
  g_autoptr (LaminaSheet) sheet = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaIdle) idle = NULL;
  g_autofree char *title = NULL;
  LaminaReport self = { .options = options, .document = options->document, .cancellable = cancellable };

  if (!check (options->document, options->run, error)
      || (options->other != NULL && !check (options->other, options->other_run, error)))
    return NULL;
  title = dup_title (options);
  self.run = lamina_document_get_run (options->document, options->run);
  self.timebase = timebase = lamina_timebase_new (self.run, TRUE);
  self.sheet = sheet = lamina_sheet_new (kind, title, folder, options->palette);
  lamina_work_attach (options->document, options->run, cancellable);
  self.idle = idle = lamina_idle_new (self.run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      lamina_sheet_add_heading (sheet, 1, title);
      add_parts (&self);
    }
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&sheet);
}

gboolean
lamina_report_find_format (GFile               *file,
                           LaminaReportFormat  *format,
                           GError             **error)
{
  static const struct
  {
    const char *suffix;
    LaminaReportFormat format;
  } suffixes[] = { { ".html", LAMINA_REPORT_HTML }, { ".htm", LAMINA_REPORT_HTML }, { ".md", LAMINA_REPORT_MARKDOWN },
                   { ".markdown", LAMINA_REPORT_MARKDOWN } };
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = name != NULL ? strrchr (name, '.') : NULL;

  for (guint i = 0; suffix != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (suffix, suffixes[i].suffix) == 0)
      {
        *format = suffixes[i].format;
        return TRUE;
      }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the name of a report ends in .html or .md");
  return FALSE;
}

static gboolean
save_files (LaminaSheet   *sheet,
            GFile         *folder,
            GCancellable  *cancellable,
            GError       **error)
{
  for (guint i = 0; i < sheet->files->len; i++)
    {
      const LaminaSheetFile *picture = g_ptr_array_index (sheet->files, i);
      g_autoptr (GFile) file = g_file_get_child (folder, picture->name);

      if (!lamina_file_replace (file, picture->bytes, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static void
remove_files (LaminaSheet *sheet,
              GFile       *folder)
{
  for (guint i = 0; i < sheet->files->len; i++)
    {
      const LaminaSheetFile *picture = g_ptr_array_index (sheet->files, i);
      g_autoptr (GFile) file = g_file_get_child (folder, picture->name);

      g_file_delete (file, NULL, NULL);
    }
  g_file_delete (folder, NULL, NULL);
}

/* The page comes last: what it shows is there by then. Pictures without a page are not left behind. */
static gboolean
save_sheet (LaminaSheet   *sheet,
            GFile         *folder,
            GFile         *file,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GBytes) bytes = lamina_sheet_finish (sheet);
  g_autoptr (GError) problem = NULL;
  gboolean is_new = sheet->files->len > 0 && g_file_make_directory (folder, cancellable, &problem);

  if (problem != NULL && !g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (save_files (sheet, folder, cancellable, error) && lamina_file_replace (file, bytes, cancellable, error))
    return TRUE;
  if (is_new)
    remove_files (sheet, folder);
  return FALSE;
}

gboolean
lamina_report_save (const LaminaReportOptions  *options,
                    GFile                      *file,
                    GCancellable               *cancellable,
                    GError                    **error)
{
  g_autoptr (LaminaSheet) sheet = NULL;
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GFile) folder = NULL;
  g_autofree char *basename = NULL, *name = NULL, *path = NULL;
  LaminaReportFormat format;

  g_return_val_if_fail (options != NULL && options->document != NULL && G_IS_FILE (file), FALSE);
  if (!lamina_report_find_format (file, &format, error))
    return FALSE;
  /* `OUT-files` for `OUT.md`. What Markdown would misread in a path is written in hundredths, as in addresses. */
  basename = g_file_get_basename (file);
  name = g_strdup_printf ("%.*s-files", (int) (strrchr (basename, '.') - basename), basename);
  path = g_uri_escape_string (name, NULL, FALSE);
  sheet = make (options, format == LAMINA_REPORT_HTML ? &lamina_sheet_html : &lamina_sheet_markdown, path, cancellable,
                error);
  if (sheet == NULL)
    return FALSE;
  folder = g_file_get_child (parent, name);
  return save_sheet (sheet, folder, file, cancellable, error);
}

/* Words */
