/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-info.h"
#include "lamina-finding-rows.h"
#include "lamina-idle.h"
#include "lamina-json-output.h"
#include "lamina-words.h"
#include "lamina-work.h"

#include <string.h>

/* What `lamina info --json` writes. */

static void
add_properties (JsonBuilder    *json,
                LaminaDocument *document)
{
  guint n = lamina_document_get_n_properties (document);
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  json_builder_set_member_name (json, "properties");
  json_builder_begin_object (json);
  for (guint i = 0; i < n; i++)
    {
      const char *group = lamina_document_get_property (document, i)->group;
      g_autoptr (GHashTable) names = NULL;

      if (!g_hash_table_add (done, (gpointer) group))
        continue;
      names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      json_builder_set_member_name (json, group);
      json_builder_begin_object (json);
      for (guint k = i; k < n; k++)
        {
          const LaminaProperty *property = lamina_document_get_property (document, k);

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
  json_builder_set_member_name (json, "estimated");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (document, i);
      g_autofree char *name = g_strdup_printf ("%s.%s", property->group, property->key);

      if (property->value.estimated)
        json_builder_add_string_value (json, name);
    }
  json_builder_end_array (json);
}

static void
add_axis (JsonBuilder    *json,
          LaminaRun      *run,
          LaminaTimebase *timebase)
{
  g_autofree char *origin = g_strdup_printf ("%" G_GINT64_FORMAT, lamina_timebase_get_start (timebase));

  json_builder_set_member_name (json, "axis");
  json_builder_begin_object (json);
  lamina_json_add_text (json, "unit", lamina_words_unit (lamina_run_get_unit (run)));
  lamina_json_add_text (json, "timing", lamina_words_timing (lamina_run_get_timing (run)));
  lamina_json_add_integer (json, "start", 0);
  lamina_json_add_integer (json, "end", lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase));
  lamina_json_add_text (json, "origin_ns", origin);
  json_builder_end_object (json);
}

static void
add_sections (JsonBuilder *json,
              LaminaRun   *run)
{
  json_builder_set_member_name (json, "sections");
  json_builder_begin_array (json);
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
  json_builder_set_member_name (json, "clocks");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (run, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "name", clock->name);
      lamina_json_add_integer (json, "offset_ns", clock->offset);
      lamina_json_add_text (json, "how", lamina_words_clock_basis (clock->basis));
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

  json_builder_set_member_name (json, "totals");
  json_builder_begin_object (json);
  lamina_json_add_text (json, "cost", lamina_words_cost (lamina_run_get_cost_kind (run)));
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

/* The gaps of a device by the rule of HTA. */
static void
add_classes (JsonBuilder            *json,
             const LaminaIdleDevice *device)
{
  json_builder_set_member_name (json, "gap_classes_ns");
  json_builder_begin_object (json);
  for (guint class = 0; class < LAMINA_N_GAP_CLASSES; class++)
    lamina_json_add_integer (json, lamina_gap_class_get_key ((LaminaGapClass) class), device->classes[class]);
  json_builder_end_object (json);
}

/* What it is busy with, as TraceLens divides it. */
static void
add_work (JsonBuilder *json,
          LaminaIdle  *idle,
          guint        i)
{
  LaminaIdleWork work;

  lamina_idle_measure_work (idle, i, NULL, &work);
  json_builder_set_member_name (json, "busy_parts_ns");
  json_builder_begin_object (json);
  lamina_json_add_integer (json, "computation", work.computation);
  lamina_json_add_integer (json, "exposed_communication", work.exposed_communication);
  lamina_json_add_integer (json, "exposed_copy", work.exposed_copy);
  lamina_json_add_integer (json, "communication", work.communication);
  lamina_json_add_integer (json, "copy", work.copy);
  json_builder_end_object (json);
}

/* How long each device works, and why it does not. */
static void
add_devices (JsonBuilder    *json,
             LaminaRun      *run,
             LaminaTimebase *timebase)
{
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);

  json_builder_set_member_name (json, "devices");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "name", name);
      lamina_json_add_integer (json, "queues", device->n_tracks);
      lamina_json_add_integer (json, "span_ns", device->end - device->start);
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        lamina_json_add_integer (json, lamina_load_get_column ((LaminaLoad) load), device->times[load]);
      lamina_json_add_integer (json, "gaps", device->n_gaps);
      add_classes (json, device);
      add_work (json, idle, i);
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
  const LaminaTotals *totals = lamina_totals_in_force (run);
  guint n_flows, n_marks;

  lamina_run_get_flows (run, &n_flows);
  lamina_run_get_marks (run, &n_marks);
  json_builder_begin_object (json);
  lamina_json_add_text (json, "title", lamina_run_get_title (run));
  add_axis (json, run, timebase);
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
  add_devices (json, run, timebase);
  lamina_finding_rows_add (json, document, i);
  json_builder_end_object (json);
}

static void
add_import (JsonBuilder        *json,
            LaminaImportReport *report)
{
  json_builder_set_member_name (json, "import");
  json_builder_begin_object (json);
  lamina_json_add_integer (json, "read", (gint64) lamina_import_report_get_read (report));
  lamina_json_add_integer (json, "shown", (gint64) lamina_import_report_get_shown (report));
  lamina_json_add_integer (json, "merged", (gint64) lamina_import_report_get_merged (report));
  lamina_json_add_integer (json, "skipped", (gint64) lamina_import_report_get_skipped (report));
  lamina_json_add_integer (json, "lost", (gint64) lamina_import_report_get_lost (report));
  lamina_json_add_integer (json, "repaired", (gint64) lamina_import_report_get_repaired (report));
  json_builder_set_member_name (json, "issues");
  json_builder_begin_array (json);
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

/* Other files that the document was read from, and how many it could be. */
static void
add_sources (JsonBuilder    *json,
             LaminaDocument *document)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  json_builder_set_member_name (json, "joined");
  json_builder_begin_array (json);
  for (guint i = 1; sources != NULL && i < lamina_sources_get_n (sources); i++)
    json_builder_add_string_value (json, lamina_source_get_name (lamina_sources_get (sources, i)));
  json_builder_end_array (json);
  lamina_json_add_integer (json, "ranks_beside", sources != NULL ? lamina_sources_get_n_ranks_beside (sources) : 0);
}

void
lamina_info_write_json (LaminaDocument *document,
                        const char     *name)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  lamina_json_add_text (json, "file", name);
  add_sources (json, document);
  lamina_json_add_text (json, "format", lamina_document_get_format (document));
  lamina_json_add_text (json, "tool", lamina_document_get_tool (document));
  add_properties (json, document);
  add_estimated_properties (json, document);
  lamina_json_add_integer (json, "default_run", lamina_document_get_default_run (document) + 1);
  json_builder_set_member_name (json, "runs");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    add_run (json, document, i);
  json_builder_end_array (json);
  add_import (json, lamina_document_get_report (document));
  json_builder_end_object (json);
  lamina_json_write (json);
}
