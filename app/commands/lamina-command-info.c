/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"

#include "lamina-device-limits.h"
#include "lamina-finding.h"
#include "lamina-gettext.h"
#include "lamina-idle.h"
#include "lamina-json-output.h"
#include "lamina-layer-noun.h"
#include "lamina-layer-value.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-words.h"
#include "lamina-work.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The findings of a run, as commands write them. */

/* Lines for people, with a heading; nothing when there are none. */
static void
write_findings (LaminaDocument *document,
                guint           run,
                LaminaTimebase *timebase,
                LaminaIdle     *idle)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (document, run, timebase, LAMINA_NONE, idle, NULL);
  guint n = lamina_findings_get_n (findings);

  if (n > 0)
    printf ("  findings\n");
  for (guint i = 0; i < n; i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *what = lamina_visible_dup (finding->what);

      printf ("    %-7s %s", lamina_severity_get_name (finding->severity), finding->title);
      if (*cost != '\0')
        printf (", %s", cost);
      printf (": %s\n", what);
    }
}

/* A member `findings`, an array. */
static void
add_findings (JsonBuilder    *json,
              LaminaDocument *document,
              guint           run,
              LaminaTimebase *timebase,
              LaminaIdle     *idle)
{
  static const char *const kinds[] = { "saving", "spent" };
  g_autoptr (LaminaFindings) findings = lamina_findings_new (document, run, timebase, LAMINA_NONE, idle, NULL);

  lamina_json_open_array (json, "findings");
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "rule", finding->rule);
      lamina_json_add_text (json, "severity", lamina_severity_get_name (finding->severity));
      lamina_json_add_text (json, "what", finding->what);
      lamina_json_add_text (json, "why", finding->why);
      lamina_json_add_text (json, "advice", finding->advice);
      lamina_json_add_integer (json, "cost_ns", finding->cost);
      lamina_json_add_text (json, "cost", finding->cost != LAMINA_ABSENT ? kinds[finding->cost_kind] : NULL);
      lamina_json_add_real (json, "share", finding->share);
      lamina_json_add_ids (json, "layers", finding->layers, finding->n_layers);
      lamina_json_add_ids (json, "gaps", finding->gaps, finding->n_gaps);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

/* What `lamina info --json` writes. */

static void
add_properties (JsonBuilder    *json,
                LaminaDocument *document)
{
  guint n = lamina_details_get_n (lamina_document_get_properties (document));
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  lamina_json_open_object (json, "properties");
  for (guint i = 0; i < n; i++)
    {
      const char *group = lamina_details_get (lamina_document_get_properties (document), i)->group;
      g_autoptr (GHashTable) names = NULL;

      if (!g_hash_table_add (done, (gpointer) group))
        continue;
      names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      lamina_json_open_object (json, group);
      for (guint k = i; k < n; k++)
        {
          const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), k);

          if (strcmp (property->group, group) == 0)
            lamina_json_add_unique (json, names, property->key, &property->value);
        }
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
}

/* `Group.Key` of the properties that do not stand in the file. */
static void
add_estimated_properties (JsonBuilder    *json,
                          LaminaDocument *document)
{
  lamina_json_open_array (json, "estimated");
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);
      g_autofree char *name = g_strdup_printf ("%s.%s", property->group, property->key);

      if (property->value.estimated)
        json_builder_add_string_value (json, name);
    }
  json_builder_end_array (json);
}

static void
add_sections (JsonBuilder *json,
              LaminaRun   *run)
{
  lamina_json_open_array (json, "sections");
  for (guint i = 0; i < lamina_run_get_n_sections (run); i++)
    {
      const LaminaSection *section = lamina_run_get_section (run, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "title", section->title);
      lamina_json_add_integer (json, "layers", section->n_layers);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_clocks (JsonBuilder *json,
            LaminaRun   *run)
{
  lamina_json_open_array (json, "clocks");
  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (run, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "name", clock->name);
      lamina_json_add_integer (json, "offset_ns", clock->offset);
      lamina_json_add_text (json, "how", lamina_words_clock_bases[clock->basis]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_totals (JsonBuilder    *json,
            LaminaRun      *run,
            LaminaTimebase *timebase)
{
  const LaminaTotals *totals = lamina_totals_in_force (run);
  LaminaWork *work = lamina_work_peek (run);
  LaminaRate rate;

  lamina_json_open_object (json, "totals");
  lamina_json_add_text (json, "cost", lamina_words_costs[lamina_run_get_cost_kind (run)]);
  lamina_json_add_integer (json, "duration_ns", totals->cost);
  lamina_json_add_integer (json, "span_ns", lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS ?
                           lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase) : LAMINA_ABSENT);
  lamina_json_add_integer (json, "flop", totals->flop);
  lamina_json_add_integer (json, "bytes", totals->bytes);
  lamina_rate_init (&rate, run, NULL, 0, LAMINA_UNIT_FLOP);
  lamina_json_add_rate (json, &rate, run);
  lamina_rate_init (&rate, run, NULL, 0, LAMINA_UNIT_BYTES);
  lamina_json_add_rate (json, &rate, run);
  lamina_json_add_integer (json, "tensor_bytes", totals->tensor_bytes);
  lamina_json_add_estimated (json, work ? lamina_work_get_totals (work)->estimated : LAMINA_ESTIMATE_NONE);
  json_builder_end_object (json);
}

/* How long each device works, and why it does not. */
static void
add_devices (JsonBuilder *json,
             LaminaRun   *run,
             LaminaIdle  *idle)
{
  lamina_json_open_array (json, "devices");
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);
      LaminaIdleWork work;

      json_builder_begin_object (json);
      lamina_json_add_text (json, "name", name);
      lamina_json_add_integer (json, "queues", device->n_tracks);
      lamina_json_add_integer (json, "span_ns", device->end - device->start);
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        lamina_json_add_integer (json, lamina_load_get_info ((LaminaLoad) load)->column, device->times[load]);
      lamina_json_add_integer (json, "gaps", device->n_gaps);
      /* By the rule of HTA. */
      lamina_json_open_object (json, "gap_classes_ns");
      for (guint class = 0; class < LAMINA_N_GAP_CLASSES; class++)
        lamina_json_add_integer (json, lamina_gap_class_get_key ((LaminaGapClass) class), device->classes[class]);
      json_builder_end_object (json);
      /* What it is busy with, as TraceLens divides it. */
      lamina_idle_measure_work (idle, i, NULL, &work);
      lamina_json_open_object (json, "busy_parts_ns");
      lamina_json_add_integer (json, "computation", work.computation);
      lamina_json_add_integer (json, "exposed_communication", work.exposed_communication);
      lamina_json_add_integer (json, "exposed_copy", work.exposed_copy);
      lamina_json_add_integer (json, "communication", work.communication);
      lamina_json_add_integer (json, "copy", work.copy);
      json_builder_end_object (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_run (JsonBuilder    *json,
         LaminaDocument *document,
         guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  const LaminaTotals *totals = lamina_totals_in_force (run);
  g_autofree char *origin = g_strdup_printf ("%" G_GINT64_FORMAT, lamina_timebase_get_start (timebase));
  guint n_flows, n_marks;

  lamina_run_get_flows (run, &n_flows);
  lamina_run_get_marks (run, &n_marks);
  json_builder_begin_object (json);
  lamina_json_add_text (json, "title", lamina_run_get_title (run));
  lamina_json_open_object (json, "axis");
  lamina_json_add_text (json, "unit", lamina_words_units[lamina_run_get_unit (run)]);
  lamina_json_add_text (json, "timing", lamina_words_timings[lamina_run_get_timing (run)]);
  lamina_json_add_integer (json, "start", 0);
  lamina_json_add_integer (json, "end", lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase));
  lamina_json_add_text (json, "origin_ns", origin);
  json_builder_end_object (json);
  lamina_json_add_integer (json, "tracks", lamina_run_get_n_tracks (run));
  lamina_json_add_integer (json, "slices", (gint64) totals->n_slices);
  lamina_json_add_integer (json, "layers", lamina_run_get_layers (run)->n);
  lamina_json_add_integer (json, "tensors", lamina_run_get_tensors (run)->n);
  lamina_json_add_integer (json, "counters", totals->n_counters);
  lamina_json_add_integer (json, "flows", n_flows);
  lamina_json_add_integer (json, "marks", n_marks);
  add_sections (json, run);
  add_clocks (json, run);
  lamina_json_add_integer (json, "executed", totals->executed);
  add_totals (json, run, timebase);
  add_devices (json, run, idle);
  add_findings (json, document, i, timebase, idle);
  json_builder_end_object (json);
}

static void
add_import (JsonBuilder        *json,
            LaminaImportReport *report)
{
  lamina_json_open_object (json, "import");
  lamina_json_add_integer (json, "read", (gint64) lamina_import_report_get_counts (report)->read);
  lamina_json_add_integer (json, "shown", (gint64) lamina_import_report_get_counts (report)->shown);
  lamina_json_add_integer (json, "merged", (gint64) lamina_import_report_get_counts (report)->merged);
  lamina_json_add_integer (json, "skipped", (gint64) lamina_import_report_get_counts (report)->skipped);
  lamina_json_add_integer (json, "lost", (gint64) lamina_import_report_get_counts (report)->lost);
  lamina_json_add_integer (json, "repaired", (gint64) lamina_import_report_get_counts (report)->repaired);
  lamina_json_open_array (json, "issues");
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "kind", issue->kind);
      lamina_json_add_integer (json, "count", (gint64) issue->count);
      lamina_json_add_integer (json, "line", issue->line != 0 ? (gint64) issue->line : LAMINA_ABSENT);
      lamina_json_add_integer (json, "offset", issue->line != 0 ? (gint64) issue->offset : LAMINA_ABSENT);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/* What `lamina info` writes about a document; @name is that of its file, as UTF-8. */
static void
write_json (LaminaDocument *document,
            const char     *name)
{
  LaminaSources *sources = lamina_document_get_sources (document);
  LaminaSource *companion = sources != NULL ? lamina_sources_get_companion (sources) : NULL;
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  lamina_json_add_text (json, "file", name);
  /* Other files that the document was read from, and how many it could be. */
  lamina_json_open_array (json, "joined");
  for (guint i = 1; sources != NULL && i < lamina_sources_get_n (sources); i++)
    json_builder_add_string_value (json, lamina_source_get_name (lamina_sources_get (sources, i)));
  json_builder_end_array (json);
  lamina_json_add_integer (json, "ranks_beside", sources != NULL ? lamina_sources_get_n_ranks_beside (sources) : 0);
  lamina_json_add_text (json, "companion", companion != NULL ? lamina_source_get_name (companion) : NULL);
  lamina_json_add_text (json, "format", lamina_document_get_format (document));
  lamina_json_add_text (json, "tool", lamina_document_get_tool (document));
  add_properties (json, document);
  add_estimated_properties (json, document);
  lamina_json_add_integer (json, "default_run", lamina_document_get_default_run (document) + 1);
  lamina_json_open_array (json, "runs");
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    add_run (json, document, i);
  json_builder_end_array (json);
  add_import (json, lamina_document_get_report (document));
  json_builder_end_object (json);
  lamina_json_write (json);
}

/* What `lamina info` writes for people. */

static void
write_pair (const char *name,
            char       *text)
{
  g_autofree char *shown = lamina_visible_dup (name);
  g_autofree char *value = lamina_visible_dup (text);

  printf ("  %-20s %s\n", shown, value);
  g_free (text);
}

static void
write_properties (LaminaDocument *document)
{
  const char *group = "";

  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (strcmp (property->group, group) != 0)
        {
          g_autofree char *shown = lamina_visible_dup (property->group);

          printf ("\n%s\n", shown);
        }
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
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s%s", length, lamina_words_units[unit], length == 1 ? "" : "s");
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
  static const char *const kinds[] = { "on devices", "on the host, without children", "stated in the file" };
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
write_devices (LaminaRun  *run,
               LaminaIdle *idle)
{
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
                                    _(lamina_load_get_info ((LaminaLoad) load)->title), figure, share);
        }
      write_pair (name, g_string_free (text, FALSE));
      write_work (idle, i);
    }
}

static char *
dup_count (guint64 n)
{
  return lamina_figure_dup_exact ((gint64) MIN (n, G_MAXINT64), LAMINA_UNIT_NONE);
}

static void
write_run (LaminaDocument *document,
           guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  const LaminaTotals *totals = lamina_totals_in_force (run);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  g_autofree char *title = lamina_visible_dup (lamina_run_get_title (run));
  g_autofree char *n_layers = dup_count (layers->n);
  g_autofree char *n_executed = dup_count (totals->executed);
  g_autofree char *n_tracks = dup_count (lamina_run_get_n_tracks (run));
  g_autofree char *n_counters = dup_count (totals->n_counters);
  guint n_flows, n_marks;

  lamina_run_get_flows (run, &n_flows);
  lamina_run_get_marks (run, &n_marks);
  printf ("\nRun %u: %s%s\n", i + 1, title,
          lamina_document_get_n_runs (document) > 1 && i == lamina_document_get_default_run (document) ? " (default)" :
          "");
  write_pair ("timing", g_strdup (describe_timing (run)));
  write_pair ("span", describe_length (run, lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase)));
  write_clocks (run);
  write_pair (lamina_layers_get_word (run, 2), totals->executed == layers->n ?
              g_steal_pointer (&n_layers) :
              g_strdup_printf ("%s, %s of them executed", n_layers, n_executed));
  write_pair ("time", describe_cost (run));
  write_waiting (run);
  write_amount ("computation", run, totals->flop, LAMINA_UNIT_FLOP, get_mark (run, layers->flop, LAMINA_ESTIMATE_FLOP));
  write_amount ("bytes moved", run, totals->bytes, LAMINA_UNIT_BYTES, get_mark (run, layers->bytes, LAMINA_ESTIMATE_BYTES));
  write_pair ("tensors", dup_count (lamina_run_get_tensors (run)->n));
  write_pair ("tracks", totals->n_counters == 0 ? g_steal_pointer (&n_tracks) :
              g_strdup_printf ("%s, %s of them %s", n_tracks, n_counters,
                               totals->n_counters == 1 ? "a counter" : "counters"));
  write_pair ("slices", dup_count (totals->n_slices));
  write_devices (run, idle);
  if (n_flows > 0)
    write_pair ("flows", dup_count (n_flows));
  if (n_marks > 0)
    write_pair ("marks", dup_count (n_marks));
  if (lamina_run_get_n_sections (run) > 0)
    write_pair ("sections", dup_count (lamina_run_get_n_sections (run)));
  write_findings (document, i, timebase, idle);
}

static void
write_import (LaminaImportReport *report)
{
  printf ("\nImport\n");
  write_pair ("records", g_strdup_printf ("%" G_GUINT64_FORMAT " read: %" G_GUINT64_FORMAT " shown, %" G_GUINT64_FORMAT
                                          " merged, %" G_GUINT64_FORMAT " skipped, %" G_GUINT64_FORMAT " lost",
                                          lamina_import_report_get_counts (report)->read,
                                          lamina_import_report_get_counts (report)->shown,
                                          lamina_import_report_get_counts (report)->merged,
                                          lamina_import_report_get_counts (report)->skipped,
                                          lamina_import_report_get_counts (report)->lost));
  write_pair ("repaired", g_strdup_printf ("%" G_GUINT64_FORMAT, lamina_import_report_get_counts (report)->repaired));
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);
      g_autofree char *kind = lamina_visible_dup (issue->kind);

      printf ("  %6" G_GUINT64_FORMAT " × %s", issue->count, kind);
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

static void
write_text (LaminaDocument *document,
            const char     *name)
{
  LaminaSources *sources = lamina_document_get_sources (document);
  const char *tool = lamina_document_get_tool (document);
  g_autofree char *shown = lamina_visible_dup (name);

  printf ("%s\n", shown);
  write_pair ("format", g_strdup (lamina_document_get_format (document)));
  write_pair ("tool", g_strdup (tool != NULL ? tool : "—"));
  /* Other files that the document was read from, and those that it could be. */
  for (guint i = 1; sources != NULL && i < lamina_sources_get_n (sources); i++)
    write_pair (i == 1 ? "joined with" : "", g_strdup (lamina_source_get_name (lamina_sources_get (sources, i))));
  if (sources != NULL && lamina_sources_get_n_ranks_beside (sources) > 0)
    write_pair ("ranks beside it", g_strdup_printf ("%u, read as well with --join",
                                                    lamina_sources_get_n_ranks_beside (sources)));
  if (sources != NULL && lamina_sources_get_companion (sources) != NULL)
    write_pair ("of the same run", g_strdup_printf ("%s, read as well with --join",
                                                    lamina_source_get_name (lamina_sources_get_companion (sources))));
  write_limits (document);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    write_run (document, i);
  write_properties (document);
  write_import (lamina_document_get_report (document));
}

/* `lamina info`: what is in a file, and what became of its records. */

static LaminaExit
run_info (int    argc,
          char **argv)
{
  gboolean as_json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL;
  g_autofree char *name = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_info, entries, 1, G_MAXUINT, argc, argv, &files, &status))
    return status;
  document = lamina_command_open_together (files);
  if (document == NULL)
    return LAMINA_EXIT_INPUT;
  name = g_filename_display_name (files[0]);
  if (as_json)
    write_json (document, name);
  else
    write_text (document, name);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_info = {
  .name = "info",
  .arguments = "FILE…",
  .summary = "what is in a file, and what became of its records",
  .run = run_info,
  .takes_device = TRUE,
};
