/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-chart.h"
#include "lamina-finding.h"
#include "lamina-flame-tree.h"
#include "lamina-producer.h"
#include "lamina-tensor-query.h"
#include "lamina-tensor-value.h"

/* The clock of an operator, that of the memory, and that of another thread. */
enum
{
  TRACE,
  SNAPSHOT,
  OTHER,
  N_CLOCKS,
};

static guint32
add_host (Fixture    *self,
          const char *name,
          guint32     clock,
          gint64      start)
{
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 track = lamina_builder_add_track (self->builder, self->run, group, name, clock);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  layer.name = slice.name = lamina_builder_intern (self->builder, name, -1);
  layer.track = track;
  slice.start = start;
  slice.duration = 100000;
  slice.layer = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_builder_add_slice (self->builder, self->run, track, &slice);
  return track;
}

/* One allocation in the operator, and a report of it, if there is to be one. */
static void
add_allocation (Fixture *self,
                gboolean is_reported)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  LaminaAllocation how = LAMINA_ALLOCATION_INIT;
  guint32 track;

  for (guint i = 0; i < N_CLOCKS; i++)
    lamina_builder_add_clock (self->builder, self->run, "clock");
  lamina_builder_set_clock_offset (self->builder, self->run, SNAPSHOT, 5000, LAMINA_CLOCK_FILE, LAMINA_ABSENT);
  track = add_host (self, "operator", TRACE, 100000);
  add_host (self, "other", OTHER, 900000);
  tensor.bytes = 512;
  tensor.address = 4096;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, SNAPSHOT, 145000, 600000);
  how.site = lamina_builder_intern (self->builder, "train.py:1 step", -1);
  lamina_builder_set_allocation (self->builder, self->run, 0, &how);
  if (is_reported)
    lamina_builder_add_report (self->builder, self->run, &(LaminaMemoryReport) { 4096, 512, TRACE, 150000, track });
}

static LaminaRun *
build (Fixture *self,
       gboolean is_reported)
{
  add_allocation (self, is_reported);
  return fixture_freeze (self);
}

static void
shift (Fixture *self,
       guint    clock,
       gint64   by)
{
  LaminaRun *run = lamina_document_get_run (self->document, 0);
  LaminaTimebase *old = self->timebase;

  self->timebase = lamina_timebase_with_offset (old, run, clock, lamina_timebase_get_offset (old, clock) + by);
  lamina_timebase_unref (old);
}

static void
assert_said (Fixture  *self,
             gboolean  is_said)
{
  LaminaRun *run = lamina_document_get_run (self->document, 0);

  g_assert_cmpuint (lamina_producer_find (run, 0, self->timebase), ==, is_said ? 0 : LAMINA_NONE);
  g_assert_cmpint (lamina_producer_is_unsaid (run, 0, self->timebase), ==, !is_said);
  g_assert_cmpint (lamina_producer_any_is_unsaid (run, self->timebase), ==, !is_said);
}

/* The address and the two clocks that it was found by say so, whatever a third one does. */
static void
test_reported (Fixture       *self,
               gconstpointer  data)
{
  LaminaRun *run = build (self, TRUE);

  g_assert_cmpuint (lamina_producer_find (run, 0, NULL), ==, 0);
  assert_said (self, TRUE);
  shift (self, SNAPSHOT, 1);
  assert_said (self, FALSE);
  shift (self, TRACE, 1);
  assert_said (self, TRUE);
  shift (self, OTHER, -700000);
  assert_said (self, TRUE);
  shift (self, SNAPSHOT, -1);
  shift (self, TRACE, 40000);
  assert_said (self, FALSE);
  g_assert_cmpuint (lamina_producer_find (run, 0, NULL), ==, 0);
}

/* By time alone it was found as no other thread was in a layer then: its clock counts as well. */
static void
test_estimated (Fixture       *self,
                gconstpointer  data)
{
  LaminaRun *run = build (self, FALSE);

  g_assert_cmpuint (lamina_run_get_tensors (run)->estimated[0] & LAMINA_ESTIMATE_PRODUCER, !=, 0);
  assert_said (self, TRUE);
  shift (self, OTHER, -700000);
  assert_said (self, FALSE);
  shift (self, TRACE, -700000);
  assert_said (self, FALSE);
  shift (self, SNAPSHOT, -700000);
  assert_said (self, TRUE);
}

/* Own times are other ones than those by which it was found, where the document suggests an offset. */
static void
test_own_times (Fixture       *self,
                gconstpointer  data)
{
  LaminaRun *run = build (self, TRUE);

  lamina_timebase_unref (self->timebase);
  self->timebase = lamina_timebase_new (run, FALSE);
  assert_said (self, FALSE);
}

static guint
count_linked (LaminaDocument *document,
              LaminaTimebase *timebase,
              const char     *name)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, 0);
  g_autoptr (LaminaChartData) data = NULL;
  guint n = 0;

  query.timebase = timebase;
  data = lamina_chart_create_data (lamina_chart_find (name), &query, NULL);
  for (guint i = 0; i < lamina_chart_data_get_n_rows (data); i++)
    {
      guint n_layers;

      lamina_chart_data_get_layers (data, i, &n_layers);
      n += n_layers;
    }
  return n;
}

static guint
count_found (LaminaDocument *document,
             LaminaTimebase *timebase)
{
  LaminaFindings *findings = lamina_findings_new (document, 0, timebase, LAMINA_NONE, NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    if (g_str_has_prefix (lamina_findings_get (findings, i)->rule, "memory"))
      n += lamina_findings_get (findings, i)->n_layers;
  lamina_findings_free (findings);
  return n;
}

static char *
dup_producer (LaminaRun          *run,
              LaminaTimebase     *timebase,
              LaminaTensorColumn  column)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, timebase, NULL);
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_tensor_get_value (run, timebase, live, 0, column, &value);
  return lamina_layer_value_dup_text (&value);
}

/* The same run with two rows of the trace besides: one that an operator reads, and one that none does. */
static LaminaRun *
build_with_rows_of_trace (Fixture *self)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  add_allocation (self, FALSE);
  tensor.bytes = 64;
  for (guint i = 0; i < 2; i++)
    lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_input (self->builder, self->run, 1, 1);
  return fixture_freeze (self);
}

/* That nobody reads it is known of a row of the trace alone. */
static void
test_consumers (Fixture       *self,
                gconstpointer  data)
{
  LaminaRun *run = build_with_rows_of_trace (self);
  const gint64 counts[] = { LAMINA_ABSENT, 1, 0 };
  const char *texts[] = { "—", "1", "—" };
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  guint32 rows[] = { 0, 1, 2 };

  g_assert_cmpuint (lamina_tensor_count_allocations (run), ==, 1);
  for (guint32 i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *text = NULL;

      g_assert_cmpint (lamina_tensor_is_allocation (run, i), ==, i == 0);
      g_assert_cmpint (lamina_tensor_count_consumers (run, i), ==, counts[i]);
      lamina_tensor_get_value (run, self->timebase, live, i, LAMINA_TENSOR_COLUMN_CONSUMER_IDS, &value);
      text = lamina_layer_value_dup_text (&value);
      g_assert_cmpstr (text, ==, texts[i]);
    }
  g_assert_true (lamina_tensors_sort (run, self->timebase, live, LAMINA_TENSOR_COLUMN_CONSUMERS, FALSE, rows, 3, NULL));
  g_assert_cmpuint (rows[0], ==, 2);
  g_assert_cmpuint (rows[1], ==, 1);
  g_assert_cmpuint (rows[2], ==, 0);
}

/* All that asks who made a tensor: charts, findings, stacks, the table and its order, what a layer asked for. */
static void
test_readers (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = build (self, TRUE);

  for (guint is_said = 2; is_said-- > 0; shift (self, SNAPSHOT, 400000))
    {
      LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
      g_autoptr (LaminaFlameTree) tree = NULL;
      g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
      g_autofree char *name = dup_producer (run, self->timebase, LAMINA_TENSOR_COLUMN_PRODUCER);
      g_autofree char *id = dup_producer (run, self->timebase, LAMINA_TENSOR_COLUMN_PRODUCER_ID);
      guint32 rows[] = { 0 };
      guint n;

      g_assert_cmpstr (name, ==, is_said ? "operator" : "—");
      g_assert_cmpstr (id, ==, is_said ? "0" : "—");
      for (guint layer = 0; layer < 2; layer++)
        {
          g_free (lamina_tensors_list_allocated (run, self->timebase, layer, &n));
          g_assert_cmpuint (n, ==, layer == 0 ? is_said : 0);
        }
      g_assert_true (lamina_tensors_sort (run, self->timebase, live, LAMINA_TENSOR_COLUMN_PRODUCER, FALSE, rows, 1, NULL));
      g_assert_true (lamina_tensors_sort (run, self->timebase, live, LAMINA_TENSOR_COLUMN_PRODUCER_ID, FALSE, rows, 1, NULL));
      g_assert_cmpuint (count_linked (self->document, self->timebase, "memory"), ==, is_said);
      g_assert_cmpuint (count_linked (self->document, self->timebase, "memory-sites"), ==, is_said);
      g_assert_cmpuint (count_found (self->document, self->timebase), ==, is_said);
      options.by = LAMINA_FLAME_BY_STACKS;
      tree = lamina_flame_tree_new (run, self->timebase, &options, NULL);
      lamina_flame_tree_get_layers (tree, 0, NULL, &n);
      g_assert_cmpuint (n, ==, is_said);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/producer/reported", Fixture, NULL, fixture_setup, test_reported, fixture_teardown);
  g_test_add ("/producer/estimated", Fixture, NULL, fixture_setup, test_estimated, fixture_teardown);
  g_test_add ("/producer/own-times", Fixture, NULL, fixture_setup, test_own_times, fixture_teardown);
  g_test_add ("/producer/consumers", Fixture, NULL, fixture_setup, test_consumers, fixture_teardown);
  g_test_add ("/producer/readers", Fixture, NULL, fixture_setup, test_readers, fixture_teardown);
  return g_test_run ();
}
