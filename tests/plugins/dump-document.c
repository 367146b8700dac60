/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const units[] = { "ns", "steps", "nodes", "bytes", "events" };
static const char *const timings[] = { "measured", "end-to-end", "order" };
static const char *const costs[] = { "device", "self", "duration" };
static const char *const bases[] = { "file", "causality", "user", "unknown" };
static const char *const group_kinds[] = { "host", "device", "counters", "other" };
static const char *const slice_kinds[] = { "", " WAIT", " KERNEL", " FRAME", " MODULE", " SPAN", " RUNTIME" };
static const char *const phases[] = { "", "forward", "backward", "optimizer", "copy" };
static const char *const roles[] = { "unknown", "input", "parameter", "activation", "workspace", "output" };
static const char *const lifetime_kinds[] = { "value", "gradient" };
static const char *const value_units[] = { "", " ns", " bytes", " flop", " percent" };

static void
add_number (GString    *text,
            const char *key,
            gint64      value)
{
  if (value != LAMINA_ABSENT)
    g_string_append_printf (text, " %s=%" G_GINT64_FORMAT, key, value);
}

static void
add_row (GString    *text,
         const char *key,
         guint32     row)
{
  if (row != LAMINA_NONE)
    g_string_append_printf (text, " %s=%u", key, row);
}

static void
add_string (GString    *text,
            LaminaRun  *run,
            const char *key,
            guint32     id)
{
  if (id != 0)
    g_string_append_printf (text, " %s=\"%s\"", key, lamina_run_get_string (run, id));
}

static void
add_estimates (GString *text,
               guint    estimated)
{
  static const char *const names[] = { "duration", "flop", "bytes", "shape", "dtype", "layout", "lifetimes",
                                       "producer" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (estimated & (1u << i))
      g_string_append_printf (text, " ~%s", names[i]);
}

static void
add_value (GString           *text,
           const LaminaValue *value)
{
  g_autofree char *string = lamina_value_to_string (value);

  g_string_append_printf (text, "%s%s%s\n", string, value_units[value->unit], value->estimated ? " ~" : "");
}

static void
add_details (GString         *text,
             LaminaDocument  *document,
             LaminaPlaceKind  kind,
             guint            run,
             guint            track,
             guint            row)
{
  LaminaPlace place = { .kind = kind, .run = run, .track = track, .row = row };
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      g_string_append_printf (text, "    %s%s%s: ", detail->group ? detail->group : "", detail->group ? "/" : "",
                              detail->key);
      add_value (text, &detail->value);
    }
}

static void
dump_clocks (GString   *text,
             LaminaRun *run)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (run, i);

      g_string_append_printf (text, " clock %u \"%s\" offset=%" G_GINT64_FORMAT " %s", i, clock->name, clock->offset,
                              bases[clock->basis]);
      add_number (text, "bound", clock->bound);
      g_string_append_c (text, '\n');
    }
}

static void
dump_groups (GString   *text,
             LaminaRun *run)
{
  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    {
      const LaminaGroup *group = lamina_run_get_group (run, i);

      g_string_append_printf (text, " group %u \"%s\" %s", i, group->name, group_kinds[group->kind]);
      add_row (text, "parent", group->parent);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < lamina_run_get_n_sections (run); i++)
    g_string_append_printf (text, " section %u \"%s\" layers=%u\n", i, lamina_run_get_section (run, i)->title,
                            lamina_run_get_section (run, i)->n_layers);
}

/* The arguments of slices that belong to a layer are mostly those of the layer. */
static void
dump_slices (GString        *text,
             LaminaDocument *document,
             guint           run_index,
             guint           track_index)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);
  LaminaTrack *track = lamina_run_get_track (run, track_index);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  for (guint i = 0; i < slices->n; i++)
    {
      guint kind = slices->flags[i] & LAMINA_SLICE_KIND_MASK;

      g_string_append_printf (text, "  %u start=%" G_GINT64_FORMAT, i, slices->start[i]);
      if (slices->flags[i] & LAMINA_SLICE_OPEN)
        g_string_append (text, " open");
      else
        add_number (text, "duration", slices->duration[i]);
      g_string_append_printf (text, " depth=%u \"%s\"%s", lamina_track_get_depth (track, i),
                              lamina_run_get_string (run, slices->name[i]), slice_kinds[kind]);
      add_string (text, run, "category", lamina_slices_get_category (slices, i));
      add_row (text, "layer", lamina_column_row (slices->layer, i));
      g_string_append_c (text, '\n');
      if (lamina_column_row (slices->layer, i) == LAMINA_NONE)
        add_details (text, document, LAMINA_PLACE_SLICE, run_index, track_index, i);
    }
}

static void
dump_samples (GString     *text,
              LaminaTrack *track)
{
  const LaminaSamples *samples = lamina_track_get_samples (track);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < samples->n; i++)
    g_string_append_printf (text, "  %" G_GINT64_FORMAT ": %s\n", samples->time[i],
                            g_ascii_formatd (number, sizeof number, "%.17g", samples->value[i]));
}

static void
dump_tracks (GString        *text,
             LaminaDocument *document,
             guint           run_index)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      g_string_append_printf (text, " %s %u \"%s\" clock=%u", lamina_track_get_info (track)->is_counter ? "counter" : "track", i,
                              path, lamina_track_get_info (track)->clock);
      if (lamina_track_get_info (track)->is_counter)
        g_string_append_printf (text, "%s%s", value_units[lamina_track_get_info (track)->unit],
                                lamina_track_get_info (track)->is_estimated ? " estimated" : "");
      if (lamina_track_get_info (track)->caption)
        g_string_append_printf (text, " caption=\"%s\"", lamina_track_get_info (track)->caption);
      g_string_append_c (text, '\n');
      dump_slices (text, document, run_index, i);
      dump_samples (text, track);
    }
}

static void
dump_metrics (GString   *text,
              LaminaRun *run,
              guint      layer)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);

      g_autofree char *key = g_strconcat (metric->estimated ? "~" : "", metric->name, NULL);

      if (metric->integers)
        add_number (text, key, metric->integers[layer]);
      else if (metric->reals[layer] == metric->reals[layer])
        {
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append_printf (text, " %s=%s", key,
                                  g_ascii_formatd (number, sizeof number, "%.17g", metric->reals[layer]));
        }
    }
}

static void
dump_list (GString       *text,
           const char    *key,
           const guint32 *first,
           const guint32 *rows,
           guint          i)
{
  if (first == NULL || first[i] == first[i + 1])
    return;
  g_string_append_printf (text, " %s=", key);
  for (guint j = first[i]; j < first[i + 1]; j++)
    g_string_append_printf (text, "%s%u", j > first[i] ? "," : "", rows[j]);
}

static void
dump_layer (GString        *text,
            LaminaDocument *document,
            guint           run_index,
            guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);
  const LaminaLayers *layers = lamina_run_get_layers (run);

  g_string_append_printf (text, " layer %u \"%s\"", i, lamina_run_get_string (run, layers->name[i]));
  if (lamina_column_id (layers->label, i) != lamina_column_id (layers->name, i))
    add_string (text, run, "label", lamina_column_id (layers->label, i));
  add_string (text, run, "type", lamina_column_id (layers->type, i));
  add_string (text, run, "key", lamina_column_id (layers->key, i));
  add_string (text, run, "device", lamina_column_id (layers->device, i));
  if (layers->phase && layers->phase[i] != LAMINA_PHASE_UNKNOWN)
    g_string_append_printf (text, " %s", phases[layers->phase[i]]);
  add_row (text, "parent", lamina_column_row (layers->parent, i));
  add_row (text, "section", lamina_column_row (layers->section, i));
  add_string (text, run, "annotation", lamina_column_id (layers->annotation, i));
  add_row (text, "track", lamina_column_row (layers->track, i));
  add_row (text, "order", lamina_layers_get_order (layers, i));
  g_string_append_printf (text, " calls=%u", lamina_layers_get_calls (layers, i));
  add_number (text, "start", lamina_run_get_layer_track_start (run, i));
  add_number (text, "host", lamina_column_number (layers->host, i));
  add_number (text, "self", lamina_column_number (layers->host_self, i));
  add_number (text, "device", lamina_column_number (layers->device_time, i));
  add_number (text, "wait", lamina_column_number (layers->wait, i));
  add_number (text, "duration", lamina_column_number (layers->duration, i));
  add_number (text, "flop", lamina_column_number (layers->flop, i));
  add_number (text, "bytes", lamina_column_number (layers->bytes, i));
  dump_metrics (text, run, i);
  dump_list (text, "in", layers->first_input, layers->inputs, i);
  dump_list (text, "out", layers->first_output, layers->outputs, i);
  for (guint j = layers->parts ? layers->first_part[i] : 0; layers->parts && j < layers->first_part[i + 1]; j++)
    add_string (text, run, "part", layers->parts[j]);
  add_estimates (text, layers->estimated ? layers->estimated[i] : 0);
  g_string_append_c (text, '\n');
  add_details (text, document, LAMINA_PLACE_LAYER, run_index, 0, i);
}

/* How it was allocated: the call that asked for it is a row of the tree of calls. */
static void
dump_allocation (GString   *text,
                 LaminaRun *run,
                 guint      i)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);

  if (i >= memory->n)
    return;
  g_string_append (text, "    allocated");
  add_row (text, "call", memory->call[i]);
  add_string (text, run, "site", memory->site[i]);
  add_string (text, run, "module", memory->module[i]);
  add_string (text, run, "stream", memory->stream[i]);
  add_string (text, run, "category", memory->category != NULL ? memory->category[i] : 0);
  add_number (text, "block", memory->block[i]);
  add_number (text, "released", memory->released[i]);
  g_string_append_c (text, '\n');
}

static void
dump_memory (GString   *text,
             LaminaRun *run)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);

  if (memory->counter != LAMINA_NONE)
    g_string_append_printf (text, " tensors counted by %u\n", memory->counter);
  for (guint i = 0; i < memory->n_calls; i++)
    {
      g_string_append_printf (text, " call %u \"%s\"", i, lamina_run_get_string (run, memory->function[i]));
      add_row (text, "caller", memory->caller[i]);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < memory->n_segments; i++)
    {
      const LaminaSegment *segment = &memory->segments[i];

      g_string_append_printf (text, " segment %" G_GUINT64_FORMAT " bytes=%" G_GINT64_FORMAT " clock=%u %" G_GINT64_FORMAT
                              "..%" G_GINT64_FORMAT, segment->address, segment->bytes, segment->clock, segment->first,
                              segment->last);
      add_string (text, run, "stream", segment->stream);
      add_string (text, run, "pool", segment->pool);
      if (segment->grows)
        g_string_append (text, " grows");
      g_string_append_c (text, '\n');
    }
}

static void
dump_lifetimes (GString             *text,
                const LaminaTensors *tensors,
                guint                i)
{
  for (guint j = lamina_column_first (tensors->first_lifetime, i); j < lamina_column_first (tensors->first_lifetime, i + 1); j++)
    {
      const LaminaLifetime *lifetime = &tensors->lifetimes[j];

      g_string_append_printf (text, "    lifetime %s clock=%u %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT,
                              lifetime_kinds[lifetime->kind], lifetime->clock, lifetime->first, lifetime->last);
      add_number (text, "bytes", lifetime->bytes);
      g_string_append_c (text, '\n');
    }
}

static void
dump_tensor (GString        *text,
             LaminaDocument *document,
             guint           run_index,
             guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 shape = lamina_column_id (tensors->shape, i);
  g_autofree char *shape_text = shape ? lamina_run_dup_shape_text (run, shape) : NULL;

  g_string_append_printf (text, " tensor %u \"%s\" %s", i, lamina_run_get_string (run, lamina_column_id (tensors->name, i)),
                          roles[lamina_tensors_get_role (tensors, i)]);
  add_string (text, run, "dtype", lamina_column_id (tensors->dtype, i));
  if (shape_text)
    g_string_append_printf (text, " shape=%s", shape_text);
  add_string (text, run, "layout", lamina_column_id (tensors->layout, i));
  add_number (text, "bytes", lamina_column_number (tensors->bytes, i));
  if (tensors->address && tensors->address[i])
    g_string_append_printf (text, " address=%" G_GUINT64_FORMAT, tensors->address[i]);
  add_row (text, "producer", lamina_column_row (tensors->producer, i));
  dump_list (text, "consumers", tensors->first_consumer, tensors->consumers, i);
  add_estimates (text, tensors->estimated ? tensors->estimated[i] : 0);
  g_string_append_c (text, '\n');
  dump_lifetimes (text, tensors, i);
  dump_allocation (text, run, i);
  add_details (text, document, LAMINA_PLACE_TENSOR, run_index, 0, i);
}

static void
dump_flows (GString        *text,
            LaminaDocument *document,
            guint           run_index)
{
  LaminaRun *run = lamina_document_get_run (document, run_index);
  guint n_flows, n_marks;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);
  const LaminaMark *marks = lamina_run_get_marks (run, &n_marks);

  for (guint i = 0; i < n_flows; i++)
    {
      g_string_append_printf (text, " flow \"%s\"", lamina_run_get_string (run, flows[i].name));
      add_row (text, "from", flows[i].from.track);
      add_row (text, "slice", flows[i].from.slice);
      add_row (text, "to", flows[i].to.track);
      add_row (text, "slice", flows[i].to.slice);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < n_marks; i++)
    {
      g_string_append_printf (text, " mark \"%s\" clock=%u %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT,
                              lamina_run_get_string (run, marks[i].name), marks[i].clock, marks[i].time,
                              marks[i].duration);
      add_row (text, "track", marks[i].track);
      g_string_append_c (text, '\n');
      add_details (text, document, LAMINA_PLACE_MARK, run_index, 0, i);
    }
}

static void
dump_run (GString        *text,
          LaminaDocument *document,
          guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  const LaminaTotals *totals = lamina_run_get_totals (run);

  g_string_append_printf (text, "run %u \"%s\" %s %s cost=%s\n", i + 1, lamina_run_get_title (run),
                          units[lamina_run_get_unit (run)], timings[lamina_run_get_timing (run)],
                          costs[lamina_run_get_cost_kind (run)]);
  g_string_append_printf (text, " totals executed=%u slices=%" G_GUINT64_FORMAT " counters=%u", totals->executed,
                          totals->n_slices, totals->n_counters);
  add_number (text, "cost", totals->cost);
  add_number (text, "flop", totals->flop);
  add_number (text, "bytes", totals->bytes);
  add_number (text, "tensor_bytes", totals->tensor_bytes);
  g_string_append_c (text, '\n');
  dump_clocks (text, run);
  dump_groups (text, run);
  dump_tracks (text, document, i);
  for (guint j = 0; j < lamina_run_get_layers (run)->n; j++)
    dump_layer (text, document, i, j);
  for (guint j = 0; j < lamina_run_get_tensors (run)->n; j++)
    dump_tensor (text, document, i, j);
  dump_memory (text, run);
  dump_flows (text, document, i);
}

static void
add_report (GString        *text,
            LaminaDocument *document)
{
  LaminaImportReport *report = lamina_document_get_report (document);

  g_string_append_printf (text,
                          "import read=%" G_GUINT64_FORMAT " shown=%" G_GUINT64_FORMAT " merged=%" G_GUINT64_FORMAT
                          " skipped=%" G_GUINT64_FORMAT " lost=%" G_GUINT64_FORMAT " repaired=%" G_GUINT64_FORMAT "\n",
                          lamina_import_report_get_counts (report)->read, lamina_import_report_get_counts (report)->shown,
                          lamina_import_report_get_counts (report)->merged, lamina_import_report_get_counts (report)->skipped,
                          lamina_import_report_get_counts (report)->lost, lamina_import_report_get_counts (report)->repaired);
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (text, " issue \"%s\" count=%" G_GUINT64_FORMAT " line=%" G_GUINT64_FORMAT
                              " offset=%" G_GUINT64_FORMAT,
                              issue->kind, issue->count, issue->line, issue->offset);
      for (guint j = 0; j < issue->n_records; j++)
        g_string_append_printf (text, "%s%u", j ? "," : " records=", issue->records[j]);
      g_string_append_c (text, '\n');
    }
}

char *
dump_import_report (LaminaDocument *document)
{
  GString *text = g_string_new (NULL);

  add_report (text, document);
  return g_string_free (text, FALSE);
}

char *
dump_document (LaminaDocument *document)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "format %s\n", lamina_document_get_format (document));
  if (lamina_document_get_tool (document))
    g_string_append_printf (text, "tool %s\n", lamina_document_get_tool (document));
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      g_string_append_printf (text, "property %s/%s: ", property->group, property->key);
      add_value (text, &property->value);
    }
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    dump_run (text, document, i);
  g_string_append_printf (text, "default run %u\n", lamina_document_get_default_run (document) + 1);
  add_report (text, document);
  return g_string_free (text, FALSE);
}

/* What of a dump is counted only; rows of tracks, slices or samples, begin with two blanks. */
static const char *const counted[] = { " layer ", " tensor ", " flow ", " mark " };

static void
append_counts (GString     *outline,
               const guint *n)
{
  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    if (n[i] > 0)
      g_string_append_printf (outline, "%.*ss: %u\n", (int) strlen (counted[i]) - 1, counted[i], n[i]);
}

char *
dump_outline (LaminaDocument *document)
{
  g_autofree char *text = dump_document (document);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) outline = g_string_new (NULL);
  guint n[G_N_ELEMENTS (counted)] = { 0 };
  guint n_rows = 0;
  gboolean is_counting = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint kind = 0;

      if (g_str_has_prefix (lines[i], "    "))
        continue;
      if (g_str_has_prefix (lines[i], "  "))
        {
          n_rows++;
          continue;
        }
      if (n_rows > 0)
        g_string_append_printf (outline, "  rows: %u\n", n_rows);
      n_rows = 0;
      while (kind < G_N_ELEMENTS (counted) && !g_str_has_prefix (lines[i], counted[kind]))
        kind++;
      if (kind < G_N_ELEMENTS (counted))
        {
          n[kind]++;
          is_counting = TRUE;
          continue;
        }
      if (is_counting)
        {
          append_counts (outline, n);
          memset (n, 0, sizeof n);
          is_counting = FALSE;
        }
      g_string_append (outline, lines[i]);
      if (lines[i + 1] != NULL)
        g_string_append_c (outline, '\n');
    }
  return g_string_free (g_steal_pointer (&outline), FALSE);
}

static void
report_difference (const char *text,
                   const char *expected,
                   const char *name)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) expected_lines = g_strsplit (expected, "\n", -1);
  guint i = 0;

  while (lines[i] && expected_lines[i] && strcmp (lines[i], expected_lines[i]) == 0)
    i++;
  g_test_message ("%s, line %u:\n  expected: %s\n  is:       %s", name, i + 1,
                  expected_lines[i] ? expected_lines[i] : "(the end)", lines[i] ? lines[i] : "(the end)");
  g_test_fail ();
}

void
assert_expected (const char *text,
                 const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "expected", name, NULL);
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("LAMINA_UPDATE_EXPECTED"))
    {
      g_file_set_contents (path, text, -1, &error);
      g_assert_no_error (error);
      return;
    }
  g_file_get_contents (path, &expected, NULL, &error);
  g_assert_no_error (error);
  if (strcmp (text, expected) != 0)
    report_difference (text, expected, name);
}

LaminaDocument *
load_file (const char  *path,
           GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);

  return lamina_loader_load (loader, NULL, error);
}

LaminaDocument *
load_as (const char *format,
         const char *path)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = load_file (path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (lamina_document_get_format (document), ==, format);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
  return document;
}

void
check_expected (const char *format,
                const char *name,
                const char *expected)
{
  g_autofree char *path = build_data_path (name);
  g_autoptr (LaminaDocument) document = load_as (format, path);
  g_autofree char *text = dump_document (document);

  assert_expected (text, expected);
}

/* Under a name that tells nothing, as probing sees the cut text alone. */
static void
check_cut (const char *path,
           const char *text,
           gsize       length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;

  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  document = load_file (path, &error);
  if (document)
    g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
  else
    g_assert_cmpuint (error->domain, ==, LAMINA_ERROR);
}

void
check_cuts (const char *name,
            gsize       step)
{
  g_autofree char *path = build_data_path (name);
  g_autofree char *folder = g_dir_make_tmp ("lamina-cuts-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "cut", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (gsize i = 1; i < length; i += step * test_stride ())
    check_cut (copy, text, i);
  g_remove (copy);
  g_rmdir (folder);
}

char *
build_data_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

char *
build_real_path (const char *name)
{
  const char *folder = g_getenv ("LAMINA_REAL_FILES");
  g_autofree char *path = folder ? g_build_filename (folder, name, NULL) : NULL;

  if (path && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_test_skip_printf ("%s is not in the folder that LAMINA_REAL_FILES names", name);
  return NULL;
}
