/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-info.h"
#include "lamina-device-limits.h"
#include "lamina-finding-rows.h"
#include "lamina-idle.h"
#include "lamina-layer-value.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-words.h"
#include "lamina-work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What `lamina info` writes for people. */

static void
write_pair (const char *name,
            char       *text)
{
  g_autofree char *shown = g_strdup (name);

  printf ("  %-20s %s\n", lamina_command_clean (shown), lamina_command_clean (text));
  g_free (text);
}

static void
write_heading (const char *text)
{
  g_autofree char *shown = g_strdup (text);

  printf ("\n%s\n", lamina_command_clean (shown));
}

static void
write_properties (LaminaDocument *document)
{
  const char *group = "";

  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (document, i);

      if (strcmp (property->group, group) != 0)
        write_heading (property->group);
      group = property->group;
      write_pair (property->key, lamina_value_dup_words (&property->value, TRUE));
    }
}

static const char *
describe_timing (LaminaRun *run)
{
  switch (lamina_run_get_timing (run))
    {
    case LAMINA_TIMING_MEASURED:
      return "measured";
    case LAMINA_TIMING_END_TO_END:
      return "durations measured, laid end to end";
    case LAMINA_TIMING_ORDER:
    default:
      return "order only, no times";
    }
}

static char *
describe_length (LaminaRun *run,
                 gint64     length)
{
  LaminaAxisUnit unit = lamina_run_get_unit (run);

  if (unit == LAMINA_AXIS_NANOSECONDS)
    return lamina_figure_dup (length, LAMINA_UNIT_NANOSECONDS);
  if (unit == LAMINA_AXIS_BYTES)
    return lamina_figure_dup (length, LAMINA_UNIT_BYTES);
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s%s", length, lamina_words_unit (unit), length == 1 ? "" : "s");
}

/* Whether a part of a sum over layers is estimated. */
static const char *
get_mark (LaminaRun      *run,
          const gint64   *column,
          LaminaEstimate  estimate)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  for (guint i = 0; column != NULL && i < layers->n; i++)
    if (column[i] != LAMINA_ABSENT && (layers->estimated[i] & estimate) != 0)
      return "≈ ";
  return "";
}

static char *
describe_cost (LaminaRun *run)
{
  static const char *const kinds[] = { "on devices", "on the host, without children", "as the file states it" };
  const LaminaTotals *totals = lamina_totals_in_force (run);
  g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);
  const char *mark;

  if (totals->cost == LAMINA_ABSENT)
    return g_strdup ("—");
  mark = get_mark (run, lamina_run_get_costs (run), LAMINA_ESTIMATE_DURATION);
  return g_strdup_printf ("%s%s %s", mark, cost, kinds[lamina_run_get_cost_kind (run)]);
}

/* `≈ 116 GFLOP, ≈ 114 TFLOP/s over 63.0 % of the time`, and below it why the rate is suspicious, where it is. */
static void
write_amount (const char *name,
              LaminaRun  *run,
              gint64      amount,
              LaminaUnit  unit,
              const char *mark)
{
  g_autofree char *figure = lamina_figure_dup (amount, unit);
  g_autofree char *text = NULL;
  char *reason;
  LaminaRate rate;

  lamina_rate_init (&rate, run, NULL, 0, unit);
  text = lamina_rate_dup_text (&rate);
  reason = lamina_rate_dup_reason (&rate, run);
  write_pair (name, isnan (rate.per_second) ? g_strconcat (mark, figure, NULL)
                                            : g_strconcat (mark, figure, ", ", text, NULL));
  if (reason != NULL)
    write_pair ("", g_strconcat ("! ", reason, NULL));
  g_free (reason);
}

/* How much of the time was waiting, where the file tells waiting from working. */
static void
write_waiting (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  gint64 cost = lamina_run_get_totals (run)->cost;
  gint64 wait = LAMINA_ABSENT;
  g_autofree char *figure = NULL;
  g_autofree char *share = NULL;

  for (guint i = 0; i < layers->n; i++)
    wait = lamina_number_add (wait, lamina_column_number (layers->wait, i));
  if (wait == LAMINA_ABSENT || cost == LAMINA_ABSENT || cost <= 0)
    return;
  figure = lamina_figure_dup (wait, LAMINA_UNIT_NANOSECONDS);
  share = lamina_layer_dup_share ((double) wait / (double) cost);
  write_pair ("of it waiting", g_strdup_printf ("%s (%s)", figure, share));
}

static void
write_clocks (LaminaRun *run)
{
  static const char *const how[] = { "as the file states", "the smallest that keeps every cause before its effect",
                                     "chosen" };

  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (run, i);
      g_autofree char *offset = NULL;

      if (clock->basis == LAMINA_CLOCK_UNKNOWN)
        write_pair ("clock", g_strdup_printf ("%s: how it stands to the others is not known", clock->name));
      if (clock->basis == LAMINA_CLOCK_UNKNOWN || clock->offset == 0)
        continue;
      offset = lamina_figure_dup_exact (clock->offset, LAMINA_UNIT_NANOSECONDS);
      write_pair ("clock", g_strdup_printf ("%s is shifted by %s: %s", clock->name, offset, how[clock->basis]));
    }
}

/* What a device is busy with, where it is not computation alone. */
static void
write_work (LaminaIdle *idle,
            guint       i)
{
  g_autofree char *computation = NULL;
  g_autofree char *communication = NULL;
  g_autofree char *copies = NULL;
  LaminaIdleWork work;

  lamina_idle_measure_work (idle, i, NULL, &work);
  if (work.communication == 0 && work.copy == 0)
    return;
  computation = lamina_figure_dup (work.computation, LAMINA_UNIT_NANOSECONDS);
  communication = lamina_figure_dup (work.exposed_communication, LAMINA_UNIT_NANOSECONDS);
  copies = lamina_figure_dup (work.exposed_copy, LAMINA_UNIT_NANOSECONDS);
  write_pair ("busy with", g_strdup_printf ("computation %s, exposed communication %s, exposed copies %s", computation,
                                            communication, copies));
}

/* `GPU 0  busy 12.3 ms (61.2 %), idle: launch-bound 7.8 ms (38.8 %)`; what takes no time is left out. */
static void
write_devices (LaminaRun      *run,
               LaminaTimebase *timebase)
{
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);

  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);
      GString *text = g_string_new (NULL);

      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          g_autofree char *figure = lamina_figure_dup (device->times[load], LAMINA_UNIT_NANOSECONDS);
          g_autofree char *share = lamina_layer_dup_share ((double) device->times[load]
                                                           / (double) (device->end - device->start));

          if (device->times[load] > 0)
            g_string_append_printf (text, "%s%s %s (%s)", text->len > 0 ? ", " : "",
                                    lamina_load_get_title ((LaminaLoad) load), figure, share);
        }
      write_pair (name, g_string_free (text, FALSE));
      write_work (idle, i);
    }
}

static void
write_run (LaminaDocument *document,
           guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  const LaminaTotals *totals = lamina_totals_in_force (run);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autofree char *title = g_strdup (lamina_run_get_title (run));
  guint n_flows, n_marks;

  lamina_run_get_flows (run, &n_flows);
  lamina_run_get_marks (run, &n_marks);
  printf ("\nRun %u: %s%s\n", i + 1, lamina_command_clean (title),
          lamina_document_get_n_runs (document) > 1 && i == lamina_document_get_default_run (document) ? " (default)" :
          "");
  write_pair ("timing", g_strdup (describe_timing (run)));
  write_pair ("span", describe_length (run, lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase)));
  write_clocks (run);
  write_pair ("layers", totals->executed == layers->n ?
              g_strdup_printf ("%u", layers->n) :
              g_strdup_printf ("%u, %u of them executed", layers->n, totals->executed));
  write_pair ("time", describe_cost (run));
  write_waiting (run);
  write_amount ("computation", run, totals->flop, LAMINA_UNIT_FLOP, get_mark (run, layers->flop, LAMINA_ESTIMATE_FLOP));
  write_amount ("bytes moved", run, totals->bytes, LAMINA_UNIT_BYTES, get_mark (run, layers->bytes, LAMINA_ESTIMATE_BYTES));
  write_pair ("tensors", g_strdup_printf ("%u", lamina_run_get_tensors (run)->n));
  write_pair ("tracks", totals->n_counters == 0 ? g_strdup_printf ("%u", lamina_run_get_n_tracks (run)) :
              g_strdup_printf ("%u, %u of them %s", lamina_run_get_n_tracks (run), totals->n_counters,
                               totals->n_counters == 1 ? "a counter" : "counters"));
  write_pair ("slices", g_strdup_printf ("%" G_GUINT64_FORMAT, totals->n_slices));
  write_devices (run, timebase);
  if (n_flows > 0)
    write_pair ("flows", g_strdup_printf ("%u", n_flows));
  if (n_marks > 0)
    write_pair ("marks", g_strdup_printf ("%u", n_marks));
  if (lamina_run_get_n_sections (run) > 0)
    write_pair ("sections", g_strdup_printf ("%u", lamina_run_get_n_sections (run)));
  lamina_finding_rows_write (document, i);
}

static void
write_import (LaminaImportReport *report)
{
  printf ("\nImport\n");
  write_pair ("records", g_strdup_printf ("%" G_GUINT64_FORMAT " read: %" G_GUINT64_FORMAT " shown, %" G_GUINT64_FORMAT
                                          " merged, %" G_GUINT64_FORMAT " skipped, %" G_GUINT64_FORMAT " lost",
                                          lamina_import_report_get_read (report),
                                          lamina_import_report_get_shown (report),
                                          lamina_import_report_get_merged (report),
                                          lamina_import_report_get_skipped (report),
                                          lamina_import_report_get_lost (report)));
  write_pair ("repaired", g_strdup_printf ("%" G_GUINT64_FORMAT, lamina_import_report_get_repaired (report)));
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);
      g_autofree char *kind = g_strdup (issue->kind);

      printf ("  %6" G_GUINT64_FORMAT " × %s", issue->count, lamina_command_clean (kind));
      if (issue->line != 0)
        printf (" (%sline %" G_GUINT64_FORMAT ", byte %" G_GUINT64_FORMAT ")", issue->count > 1 ? "first: " : "",
                issue->line, issue->offset);
      putchar ('\n');
    }
}

/* `NVIDIA V100 SXM2: 900 GB/s, fp32 15.7 TFLOP/s, fp16 125 TFLOP/s`, where the file or the user names the device. */
static void
write_limits (LaminaDocument *document)
{
  const LaminaDeviceLimits *device = lamina_device_limits_get (document);
  g_autofree char *bandwidth = device != NULL ? lamina_figure_dup_rate (device->bandwidth, LAMINA_UNIT_BYTES) : NULL;
  GString *text;

  if (device == NULL)
    return;
  text = g_string_new (device->name);
  g_string_append_printf (text, ": %s", bandwidth);
  for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
    {
      g_autofree char *peak = lamina_figure_dup_rate (device->peaks[i], LAMINA_UNIT_FLOP);

      if (!isnan (device->peaks[i]))
        g_string_append_printf (text, ", %s %s", lamina_precision_get_name ((LaminaPrecision) i), peak);
    }
  write_pair ("device", g_string_free (text, FALSE));
}

/* Other files that the document was read from, and those that it could be. */
static void
write_joined (LaminaDocument *document)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  for (guint i = 1; sources != NULL && i < lamina_sources_get_n (sources); i++)
    write_pair (i == 1 ? "joined with" : "", g_strdup (lamina_source_get_name (lamina_sources_get (sources, i))));
  if (sources != NULL && lamina_sources_get_n_ranks_beside (sources) > 0)
    write_pair ("ranks beside it", g_strdup_printf ("%u, read as well with --join",
                                                    lamina_sources_get_n_ranks_beside (sources)));
}

void
lamina_info_write_text (LaminaDocument *document,
                        const char     *name)
{
  const char *tool = lamina_document_get_tool (document);

  g_autofree char *shown = g_strdup (name);

  printf ("%s\n", lamina_command_clean (shown));
  write_pair ("format", g_strdup (lamina_document_get_format (document)));
  write_pair ("tool", g_strdup (tool != NULL ? tool : "—"));
  write_joined (document);
  write_limits (document);
  write_properties (document);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    write_run (document, i);
  write_import (lamina_document_get_report (document));
}
