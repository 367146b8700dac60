/* SPDX-License-Identifier: Apache-2.0 */
#include "freeze-plan.h"

/* More slices than one thread takes at once, in order and out of it, among small tracks and an empty one. */
static void
test_unequal_tracks (void)
{
  RowPlan plan;

  freeze_plan_init (&plan, 8, 20000);
  freeze_plan_track (&plan, 0, 150000, 0, -5000);
  freeze_plan_track (&plan, 1, 80000, 40, G_GINT64_CONSTANT (1700000000000000000));
  freeze_plan_track (&plan, 2, 3, 0, 0);
  freeze_plan_track (&plan, 3, 1000, 0, 10);
  freeze_plan_track (&plan, 4, 70000, 100000, -1000000);
  freeze_plan_track (&plan, 6, 1, 0, G_GINT64_CONSTANT (-4000000000000000000));
  freeze_plan_track (&plan, 7, 5000, 3, 0);
  freeze_plan_flows (&plan, 70000);
  freeze_plan_check (&plan);
  row_plan_clear (&plan);
}

static void
test_many_tracks (void)
{
  RowPlan plan;

  freeze_plan_init (&plan, 300, 3000);
  for (guint i = 0; i < plan.n_tracks; i++)
    freeze_plan_track (&plan, i, i * 7 % 200, i % 3 * 30, (gint64) i * 1000);
  freeze_plan_flows (&plan, 1000);
  freeze_plan_check (&plan);
  row_plan_clear (&plan);
}

/* Starts that are far from each other have digits of all places. */
static void
test_far_starts (void)
{
  RowPlan plan;

  freeze_plan_init (&plan, 2, 10);
  for (guint i = 0; i < 5000; i++)
    {
      gint64 high = (gint64) trace_random (&plan.random) << 30;

      freeze_plan_slice (&plan, 0, (i % 2 ? high : -high) + trace_random (&plan.random), trace_random (&plan.random) % 5);
      freeze_plan_slice (&plan, 1, (gint64) (trace_random (&plan.random) % 3) - 1, trace_random (&plan.random) % 4);
    }
  freeze_plan_check (&plan);
  row_plan_clear (&plan);
}

static void
test_nothing (void)
{
  RowPlan plan;

  freeze_plan_init (&plan, 2, 0);
  freeze_plan_check (&plan);
  row_plan_clear (&plan);
}

/* Device time of nested slices, worked out by hand; see lamina_builder_add_layer(). */
static void
test_device_times (void)
{
  static const struct { gint64 start, duration; guint32 layer; LaminaSliceKind kind; } rows[] = {
    { 0, 100, 0, LAMINA_SLICE_WORK }, { 10, 30, 1, LAMINA_SLICE_WORK },  { 15, 5, LAMINA_NONE, LAMINA_SLICE_WORK },
    { 20, 10, 0, LAMINA_SLICE_WORK }, { 50, 20, 0, LAMINA_SLICE_WAIT },  { 200, 7, 1, LAMINA_SLICE_WORK },
  };
  LaminaLimits limits;

  lamina_limits_init (&limits);
  for (limits.max_threads = 1; limits.max_threads < 4; limits.max_threads++)
    {
      g_autoptr (LaminaBuilder) builder = lamina_builder_new (&limits);
      g_autoptr (LaminaDocument) document = NULL;
      const LaminaLayers *layers;
      RowPlan plan;
      guint32 run;

      freeze_plan_init (&plan, 4, 3);
      run = freeze_plan_add_skeleton (&plan, builder);
      for (guint i = 0; i < 3; i++)
        lamina_builder_add_layer (builder, run, &LAMINA_LAYER_INIT);
      for (guint i = G_N_ELEMENTS (rows); i-- > 0;)
        for (guint track = 0; track < 4; track++)
          {
            LaminaSliceInit slice = LAMINA_SLICE_INIT;

            slice.start = rows[i].start;
            slice.duration = rows[i].duration;
            slice.layer = rows[i].layer;
            slice.kind = rows[i].kind;
            lamina_builder_add_slice (builder, run, track, &slice);
          }
      document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
      layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
      /* Two of the four tracks are those of a device. */
      g_assert_cmpint (layers->device_time[0], ==, 2 * (100 - 30 + 10));
      g_assert_cmpint (layers->device_time[1], ==, 2 * (30 - 10 + 7));
      g_assert_cmpint (layers->device_time[2], ==, LAMINA_ABSENT);
      g_assert_cmpint (layers->wait[0], ==, 2 * 20);
      g_assert_cmpint (layers->wait[1], ==, LAMINA_ABSENT);
      row_plan_clear (&plan);
    }
}

/* What the last of many layers has that the others don't. */
enum
{
  ODD_ORDER = 1 << 0,
  ODD_CALLS = 1 << 1,
  ODD_OUTPUT = 1 << 2,
  ODD_ANNOTATION = 1 << 3,
  N_ODDS = 1 << 4,
};

#define N_PLAIN 999

/* Groups in the order of adding, and their tracks in the order of the numbers; what is no device stays where it was. */
static const struct
{
  const char *name;
  LaminaGroupKind kind;
  guint32 parent;
} groups[] = {
  { "GPU 10 (H200)", LAMINA_GROUP_DEVICE, LAMINA_NONE },
  { "program", LAMINA_GROUP_HOST, LAMINA_NONE },
  { "GPU 2 (H100)", LAMINA_GROUP_DEVICE, LAMINA_NONE },
  { "NPU 1", LAMINA_GROUP_DEVICE, LAMINA_NONE },
  /* Processes with devices of their own */
  { "process 8", LAMINA_GROUP_HOST, LAMINA_NONE },
  { "GPU 3", LAMINA_GROUP_DEVICE, 4 },
  { "process 9", LAMINA_GROUP_HOST, LAMINA_NONE },
  { "GPU 5", LAMINA_GROUP_DEVICE, 6 },
  { "GPU 1", LAMINA_GROUP_DEVICE, 6 },
  /* Ranks, which count their devices each for itself */
  { "rank 0", LAMINA_GROUP_OTHER, LAMINA_NONE },
  { "GPU 1", LAMINA_GROUP_DEVICE, 9 },
  { "rank 1", LAMINA_GROUP_OTHER, LAMINA_NONE },
  { "GPU 0", LAMINA_GROUP_DEVICE, 11 },
  { "NPU 00", LAMINA_GROUP_DEVICE, LAMINA_NONE },
  { "accelerator", LAMINA_GROUP_DEVICE, LAMINA_NONE },
};

static void
test_device_order (void)
{
  static const guint32 expected[] = { 2, 1, 0, 13, 6, 8, 7, 4, 5, 9, 10, 11, 12, 3, 14 };
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaLimits limits;
  guint32 number, clock;
  LaminaRun *run;

  lamina_limits_init (&limits);
  builder = lamina_builder_new (&limits);
  number = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  clock = lamina_builder_add_clock (builder, number, "clock");
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    g_assert_cmpuint (lamina_builder_add_group (builder, number, groups[i].parent, groups[i].name, groups[i].kind), ==, i);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    lamina_builder_add_track (builder, number, i, groups[i].name, clock);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_n_tracks (run), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (lamina_track_get_info (lamina_run_get_track (run, i))->name, ==, groups[expected[i]].name);
}

static LaminaDocument *
make_plain_layers (guint odd)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaDocument *document;

  lamina_builder_add_tensor (builder, run, &LAMINA_TENSOR_INIT);
  for (guint i = 0; i <= N_PLAIN; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.order = i == N_PLAIN && odd & ODD_ORDER ? LAMINA_NONE : i;
      layer.calls = i == N_PLAIN && odd & ODD_CALLS ? 3 : 1;
      layer.annotation = i == N_PLAIN && odd & ODD_ANNOTATION ? lamina_builder_intern (builder, "forward", -1) : 0;
      lamina_builder_add_layer (builder, run, &layer);
    }
  if (odd & ODD_OUTPUT)
    lamina_builder_add_output (builder, run, N_PLAIN, 0);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* A column that says nothing is not there, and is asked all the same. */
static void
test_plain_layers (void)
{
  for (guint odd = 0; odd < N_ODDS; odd++)
    {
      g_autoptr (LaminaDocument) document = make_plain_layers (odd);
      LaminaRun *run = lamina_document_get_run (document, 0);
      const LaminaLayers *layers = lamina_run_get_layers (run);

      g_assert_cmpuint (layers->n, ==, N_PLAIN + 1);
      g_assert_cmpint (layers->is_in_order, ==, !(odd & ODD_ORDER));
      g_assert_cmpint (layers->order != NULL, ==, (odd & ODD_ORDER) != 0);
      g_assert_cmpint (layers->calls != NULL, ==, (odd & ODD_CALLS) != 0);
      g_assert_cmpint (layers->first_output != NULL, ==, (odd & ODD_OUTPUT) != 0);
      g_assert_cmpint (layers->annotation != NULL, ==, (odd & ODD_ANNOTATION) != 0);
      for (guint i = 0; i < N_PLAIN; i++)
        {
          g_assert_cmpuint (lamina_layers_get_order (layers, i), ==, i);
          g_assert_cmpuint (lamina_layers_get_calls (layers, i), ==, 1);
          g_assert_cmpuint (lamina_column_first (layers->first_output, i), ==, 0);
          g_assert_cmpuint (lamina_column_id (layers->annotation, i), ==, 0);
        }
      g_assert_cmpstr (lamina_run_get_string (run, lamina_column_id (layers->annotation, N_PLAIN)), ==,
                       odd & ODD_ANNOTATION ? "forward" : "");
      g_assert_cmpuint (lamina_layers_get_order (layers, N_PLAIN), ==, odd & ODD_ORDER ? LAMINA_NONE : N_PLAIN);
      g_assert_cmpuint (lamina_layers_get_calls (layers, N_PLAIN), ==, odd & ODD_CALLS ? 3 : 1);
      g_assert_cmpuint (lamina_column_first (layers->first_output, N_PLAIN), ==, 0);
      g_assert_cmpuint (lamina_column_first (layers->first_output, N_PLAIN + 1), ==, (odd & ODD_OUTPUT) != 0);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  RowPlan plan;

  freeze_plan_init (&plan, 3, 10);
  freeze_plan_track (&plan, 0, 1000, 10, 0);
  freeze_plan_add_in_bulk (&plan, builder, freeze_plan_add_skeleton (&plan, builder));
  g_cancellable_cancel (cancellable);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, cancellable, &error);
  g_assert_null (document);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  row_plan_clear (&plan);
}

/* All or nothing of what is added together. */
static void
fill_nothing (guint            i,
              guint            from,
              guint            n,
              LaminaSliceInit *slices,
              gpointer         data)
{
}

static void
test_limit (void)
{
  const guint32 track = 0;
  const guint n = 10;
  LaminaLayerInit layers[10];
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  LaminaLimits limits;
  guint32 run;

  for (guint i = 0; i < 10; i++)
    layers[i] = LAMINA_LAYER_INIT;
  lamina_limits_init (&limits);
  limits.max_rows = 25;
  builder = lamina_builder_new (&limits);
  run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_track (builder, run, LAMINA_NONE, "track", 0);
  lamina_builder_reserve_layers (builder, run, G_MAXUINT);
  g_assert_true (lamina_builder_fill_slices (builder, run, 1, &track, &n, fill_nothing, NULL));
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, 10, row_plan_fill_layers, layers), ==, 0);
  g_assert_false (lamina_builder_fill_slices (builder, run, 1, &track, &n, fill_nothing, NULL));
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, 1, row_plan_fill_layers, layers), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_builder_add_layer (builder, run, layers), ==, LAMINA_NONE);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_null (document);
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
}

#define N_WRONG 100000

static void
fill_wrong (guint            i,
            guint            from,
            guint            n,
            LaminaSliceInit *slices,
            gpointer         data)
{
  for (guint j = 0; j < n; j++)
    {
      guint row = from + j;

      slices[j].start = row % 1000 == i ? G_MAXINT64 : (gint64) row;
      slices[j].duration = row % 100 == 50 ? -1 : 1;
    }
}

static void
assert_issue (LaminaImportReport *report,
              guint               i,
              const char         *kind,
              guint64             count)
{
  const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

  g_assert_cmpstr (issue->kind, ==, kind);
  g_assert_cmpuint (issue->count, ==, count);
}

/* What is wrong with slices that several threads add is reported as one thread reports it. */
static void
test_repairs (void)
{
  static const guint32 tracks[] = { 1, 0 };
  static const guint n[] = { N_WRONG, N_WRONG };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  lamina_builder_add_track (builder, run, LAMINA_NONE, "first", 0);
  lamina_builder_add_track (builder, run, LAMINA_NONE, "second", 0);
  g_assert_true (lamina_builder_fill_slices (builder, run, G_N_ELEMENTS (tracks), tracks, n, fill_wrong, NULL));
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lamina_run_get_totals (lamina_document_get_run (document, 0))->n_slices, ==, 2 * N_WRONG);
  assert_issue (lamina_document_get_report (document), 0, "negative duration shown as none", 2 * N_WRONG / 100);
  /* A start that was moved to the edge leaves no room for the duration either. */
  assert_issue (lamina_document_get_report (document), 1, "time outside the range of 64-bit nanoseconds moved to its edge",
                2 * 2 * N_WRONG / 1000);
}

#define N_HOSTS 40
#define N_CALLS 60
#define N_ALLOCATED 4000

/*
 * Who asked for memory, by time alone: the innermost layer of the only thread that is in any. Each of the threads is in calls of
 * which every second holds another one, and of which some are no layers; the answer is looked for among all of them.
 */
static void
test_producers (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (LaminaSliceInit));
  g_autofree gint64 *times = g_new (gint64, N_ALLOCATED);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 clock = lamina_builder_add_clock (builder, run, "trace"), other = lamina_builder_add_clock (builder, run, "snapshot");
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint n_found = 0;

  lamina_builder_set_clock_offset (builder, run, clock, 500, LAMINA_CLOCK_FILE, LAMINA_ABSENT);
  for (guint i = 0; i < N_HOSTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);
      guint32 track = lamina_builder_add_track (builder, run, group, name, clock);

      for (guint j = 0; j < N_CALLS; j++)
        {
          LaminaLayerInit layer = LAMINA_LAYER_INIT;
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          layer.name = slice.name = lamina_builder_intern (builder, "call", -1);
          slice.duration = j % 7 == 0 ? 0 : g_rand_int_range (rand, 1, 400);
          /* One behind the other: calls of a thread are in each other, or apart. */
          slice.start = ((gint64) j * N_HOSTS + g_rand_int_range (rand, 0, N_HOSTS)) * 400;
          for (guint k = 0; k < 1 + j % 2; k++)
            {
              slice.start += k * 10;
              slice.duration = MAX (slice.duration - 20 * k, 0);
              slice.layer = j % 5 == 0 && k == 0 ? LAMINA_NONE : lamina_builder_add_layer (builder, run, &layer);
              lamina_builder_add_slice (builder, run, track, &slice);
              g_array_append_val (calls, slice);
            }
        }
    }
  for (guint i = 0; i < N_ALLOCATED; i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;

      times[i] = g_rand_int_range (rand, 0, N_CALLS * N_HOSTS * 400);
      tensor.bytes = 512;
      lamina_builder_add_tensor (builder, run, &tensor);
      lamina_builder_add_lifetime (builder, run, i, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, other, times[i], times[i] + 5);
      lamina_builder_set_allocation (builder, run, i, &how);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  for (guint i = 0; i < N_ALLOCATED; i++)
    {
      guint32 found = LAMINA_NONE;
      gint64 at = times[i] + 500;
      guint n = 0, last = G_MAXUINT;

      for (guint j = 0; j < calls->len; j++)
        {
          const LaminaSliceInit *call = &g_array_index (calls, LaminaSliceInit, j);
          gint64 start = call->start + 500;
          guint host = j / (N_CALLS + N_CALLS / 2);

          if (call->layer == LAMINA_NONE || at < start || at >= start + MAX (call->duration, 1))
            continue;
          n += host != last;
          last = host;
          found = call->layer;
        }
      n_found += n == 1;
      g_assert_cmpuint (lamina_column_row (lamina_run_get_tensors (lamina_document_get_run (document, 0))->producer, i), ==,
                        n == 1 ? found : LAMINA_NONE);
    }
  g_assert_cmpuint (n_found, >, N_ALLOCATED / 10);
  g_assert_cmpuint (n_found, <, N_ALLOCATED * 9 / 10);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/freeze/unequal-tracks", test_unequal_tracks);
  g_test_add_func ("/freeze/many-tracks", test_many_tracks);
  g_test_add_func ("/freeze/repairs", test_repairs);
  g_test_add_func ("/freeze/far-starts", test_far_starts);
  g_test_add_func ("/freeze/nothing", test_nothing);
  g_test_add_func ("/freeze/device-order", test_device_order);
  g_test_add_func ("/freeze/device-times", test_device_times);
  g_test_add_func ("/freeze/plain-layers", test_plain_layers);
  g_test_add_func ("/freeze/producers", test_producers);
  g_test_add_func ("/freeze/cancelled", test_cancelled);
  g_test_add_func ("/freeze/limit", test_limit);
  return g_test_run ();
}
