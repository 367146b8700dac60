/* SPDX-License-Identifier: Apache-2.0 */
#include "check-document.h"

#define MAX_ROWS 50

static void
check_report (LaminaImportReport *report)
{
  guint64 shown = lamina_import_report_get_counts (report)->shown;
  guint64 merged = lamina_import_report_get_counts (report)->merged;
  guint64 skipped = lamina_import_report_get_counts (report)->skipped;

  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, shown + merged + skipped);
}

static void
check_time (const gint64 *column,
            guint         row)
{
  g_assert_true (lamina_column_number (column, row) == LAMINA_ABSENT || lamina_column_number (column, row) >= 0);
}

static void
check_layers (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n_tensors = lamina_run_get_tensors (run)->n;

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 parent = lamina_column_row (layers->parent, i);

      g_assert_true (parent == LAMINA_NONE || (parent < layers->n && parent != i));
      check_time (layers->host, i);
      check_time (layers->host_self, i);
      check_time (layers->device_time, i);
      check_time (layers->wait, i);
      check_time (layers->duration, i);
      check_time (layers->flop, i);
      check_time (layers->bytes, i);
      check_time (lamina_run_get_costs (run), i);
    }
  for (guint i = 0; layers->n > 0 && i < layers->first_input[layers->n]; i++)
    g_assert_cmpuint (layers->inputs[i], <, n_tensors);
  for (guint i = 0; layers->n > 0 && i < lamina_column_first (layers->first_output, layers->n); i++)
    g_assert_cmpuint (layers->outputs[i], <, n_tensors);
}

static void
check_tensors (LaminaRun *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  for (guint i = 0; i < tensors->n; i++)
    check_time (tensors->bytes, i);
  for (guint i = 0; i < lamina_column_first (tensors->first_lifetime, tensors->n); i++)
    g_assert_cmpint (tensors->lifetimes[i].first, <=, tensors->lifetimes[i].last);
}

static gint64
end_of (const LaminaSlices *slices,
        guint               i)
{
  return slices->start[i] > G_MAXINT64 - slices->duration[i] ? G_MAXINT64 : slices->start[i] + slices->duration[i];
}

/* Slices of a lane stand one behind the other, and a slice within its parent. */
static void
check_slices (LaminaRun *run,
              guint      track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));
  guint n_layers = lamina_run_get_layers (run)->n;

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        guint32 parent = lamina_track_get_parent (lamina_run_get_track (run, track), i);
        guint32 layer = lamina_column_row (slices->layer, i);

        g_assert_cmpint (slices->duration[i], >=, 0);
        g_assert_true (layer == LAMINA_NONE || layer < n_layers);
        if (i > slices->first[lane])
          g_assert_cmpint (end_of (slices, i - 1), <=, slices->start[i]);
        if (parent == LAMINA_NONE)
          continue;
        g_assert_cmpint (slices->start[parent], <=, slices->start[i]);
        g_assert_cmpint (end_of (slices, parent), >=, end_of (slices, i));
      }
}

static void
check_samples (const LaminaSamples *samples)
{
  for (guint i = 1; i < samples->n; i++)
    g_assert_cmpint (samples->time[i - 1], <=, samples->time[i]);
}

static void
check_end (LaminaRun            *run,
           const LaminaSliceRef *end)
{
  if (end->track == LAMINA_NONE)
    return;
  g_assert_cmpuint (end->track, <, lamina_run_get_n_tracks (run));
  g_assert_cmpuint (end->slice, <, lamina_track_get_slices (lamina_run_get_track (run, end->track))->n);
}

static void
check_marks_and_flows (LaminaRun *run)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n);
  const LaminaMark *marks;

  for (guint i = 0; i < n; i++)
    {
      check_end (run, &flows[i].from);
      check_end (run, &flows[i].to);
    }
  marks = lamina_run_get_marks (run, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (marks[i].track == LAMINA_NONE || marks[i].track < lamina_run_get_n_tracks (run));
      g_assert_cmpint (marks[i].duration, >=, 0);
    }
}

static void
describe (LaminaDocument    *document,
          const LaminaPlace *place)
{
  LaminaDetails *details = lamina_document_describe (document, place, NULL);

  g_clear_pointer (&details, lamina_details_unref);
}

static void
describe_rows (LaminaDocument  *document,
               guint            run,
               LaminaPlaceKind  kind,
               guint            track,
               guint            n)
{
  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    describe (document, &(LaminaPlace) { .kind = kind, .run = run, .track = track, .row = i });
}

static void
check_run (LaminaDocument *document,
           guint           i)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

  check_layers (run);
  check_tensors (run);
  for (guint j = 0; j < lamina_run_get_n_tracks (run); j++)
    {
      check_slices (run, j);
      check_samples (lamina_track_get_samples (lamina_run_get_track (run, j)));
      describe_rows (document, i, LAMINA_PLACE_SLICE, j, lamina_track_get_slices (lamina_run_get_track (run, j))->n);
    }
  check_marks_and_flows (run);
  describe_rows (document, i, LAMINA_PLACE_LAYER, 0, lamina_run_get_layers (run)->n);
  describe_rows (document, i, LAMINA_PLACE_TENSOR, 0, lamina_run_get_tensors (run)->n);
  g_assert_cmpint (lamina_timebase_get_start (timebase), <=, lamina_timebase_get_end (timebase));
}

void
check_document (LaminaDocument *document)
{
  check_report (lamina_document_get_report (document));
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    check_run (document, i);
}
