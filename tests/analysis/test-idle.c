/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-idle.h"

/* Tracks of the runs here: a thread, two queues of one device, the queue of another, another thread of the same program. */
enum { HOST, GPU_7, GPU_20, OTHER_GPU, OTHER_THREAD, N_TRACKS };

/*
 * A slice.
 *
 * layer   from 1 on; 0 for none
 * launch  from 1 on: the row of the slice that launches it; 0 for none
 */
typedef struct
{
  guint track;
  const char *name;
  gint64 start;
  gint64 duration;
  guint layer;
  LaminaSliceKind kind;
  guint launch;
} Slice;

#define MAX_SLICES 8

static LaminaRun *
make_run (Fixture     *fixture,
          const Slice *slices)
{
  LaminaBuilder *builder = fixture->builder;
  guint32 host = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 other = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "GPU 1", LAMINA_GROUP_DEVICE);
  const guint32 groups[] = { host, gpu, gpu, other, host };
  guint32 tracks[N_TRACKS], layers[4], ids[MAX_SLICES];

  for (guint i = 0; i < N_TRACKS; i++)
    tracks[i] = lamina_builder_add_track (builder, fixture->run, groups[i], "track", 0);
  lamina_builder_add_section (builder, fixture->run, "step 1");
  lamina_builder_add_section (builder, fixture->run, "step 2");
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    layers[i] = fixture_add (fixture, &(Row) { .name = "layer", .section = 1 + i / 2 });
  for (guint i = 0; i < MAX_SLICES && slices[i].name; i++)
    {
      LaminaSliceInit init = LAMINA_SLICE_INIT;

      init.name = lamina_builder_intern (builder, slices[i].name, -1);
      init.start = slices[i].start;
      init.duration = slices[i].duration;
      init.layer = slices[i].layer > 0 ? layers[slices[i].layer - 1] : LAMINA_NONE;
      init.kind = slices[i].kind;
      ids[i] = lamina_builder_add_slice (builder, fixture->run, tracks[slices[i].track], &init);
    }
  for (guint i = 0; i < MAX_SLICES && slices[i].name; i++)
    if (slices[i].launch > 0)
      lamina_builder_add_flow (builder, fixture->run, 0, tracks[slices[slices[i].launch - 1].track],
                               ids[slices[i].launch - 1], tracks[slices[i].track], ids[i]);
  return fixture_freeze (fixture);
}

/* Its queues are those tracks of its group on which something stands. */
static void
check_tracks (LaminaRun  *run,
              LaminaIdle *idle,
              guint       i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
  const guint32 *tracks = lamina_idle_get_tracks (idle, i);
  guint n = 0;

  for (guint32 k = 0; k < lamina_run_get_n_tracks (run); k++)
    {
      LaminaTrack *track = lamina_run_get_track (run, k);

      if (lamina_track_get_group (track) != device->group || lamina_track_get_slices (track)->n == 0)
        continue;
      g_assert_cmpuint (n, <, device->n_tracks);
      g_assert_cmpuint (tracks[n++], ==, k);
    }
  g_assert_cmpuint (n, ==, device->n_tracks);
}

/* `GPU 0: busy 10-20, idle: copy 20-30; GPU 1: …`; the spans of a device leave no holes, and its times add up. */
static char *
dump (LaminaRun  *run,
      LaminaIdle *idle)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      guint n, counted = 0;
      const LaminaIdleSpan *spans = lamina_idle_get_spans (idle, i, &n);
      gint64 reached = device->start, sum = 0;

      g_string_append_printf (text, "%s%s:", i > 0 ? "; " : "", lamina_run_get_group (run, device->group)->name);
      for (guint k = 0; k < n; k++)
        {
          g_assert_cmpint (spans[k].start, ==, reached);
          g_assert_cmpint (spans[k].end, >, reached);
          reached = spans[k].end;
          g_string_append_printf (text, "%s %s %d-%d", k > 0 ? "," : "", lamina_load_get_title (spans[k].load),
                                  (int) spans[k].start, (int) spans[k].end);
        }
      g_assert_cmpint (reached, ==, device->end);
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          sum += device->times[load];
          counted += device->counts[load];
        }
      g_assert_cmpint (sum, ==, device->end - device->start);
      g_assert_cmpuint (counted, ==, n);
      g_assert_true (lamina_idle_find_device (idle, device->group) == device);
      check_tracks (run, idle, i);
    }
  return g_string_free (text, FALSE);
}

#define WORK(track_, start_, duration_, layer_, launch_) \
  { .track = track_, .name = "kernel", .start = start_, .duration = duration_, .layer = layer_, .launch = launch_ }
#define COPY(track_, start_, duration_, layer_, launch_) \
  { .track = track_, .name = "Memcpy HtoD", .start = start_, .duration = duration_, .layer = layer_, .launch = launch_ }
#define CALL(name_, start_, duration_) { .track = HOST, .name = name_, .start = start_, .duration = duration_ }

/* In a gap of 20 to 60 of the first device. */
static const struct
{
  const char *name;
  Slice slices[MAX_SLICES];
  const char *expected;
} cases[] = {
  { "queues", { WORK (GPU_7, 10, 20, 1, 0), WORK (GPU_20, 20, 30, 2, 0), WORK (OTHER_GPU, 5, 5, 3, 0) },
    "GPU 0: busy 10-50; GPU 1: busy 5-10" },
  { "nested", { WORK (GPU_7, 10, 40, 1, 0), WORK (GPU_7, 20, 10, 2, 0) }, "GPU 0: busy 10-50" },
  { "annotation", { WORK (GPU_7, 0, 90, 0, 0), WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 0) },
    "GPU 0: busy 10-20, idle: other 20-60, busy 60-70" },
  { "no-layers", { WORK (GPU_7, 10, 10, 0, 0), WORK (GPU_7, 60, 10, 0, 0) },
    "GPU 0: busy 10-20, idle: other 20-60, busy 60-70" },
  { "wait", { WORK (GPU_7, 10, 30, 1, 0), { GPU_7, "wait", 10, 10, 1, LAMINA_SLICE_WAIT, 0 }, WORK (GPU_20, 15, 1, 2, 0) },
    "GPU 0: waiting 10-15, busy 15-16, waiting 16-20, busy 20-40" },
  { "mark-of-sync", { WORK (GPU_7, 10, 30, 1, 0), { GPU_7, "Stream Sync", 15, 40, 0, LAMINA_SLICE_WAIT, 0 } },
    "GPU 0: busy 10-40" },
  { "launch-late", { CALL ("cudaLaunchKernel", 50, 5), WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: host launch 20-60, busy 60-70" },
  { "launch-unfinished", { CALL ("cudaLaunchKernel", 15, 6), WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: host launch 20-60, busy 60-70" },
  { "launch-in-time", { CALL ("cudaLaunchKernel", 14, 6), WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: other 20-60, busy 60-70" },
  { "launch-by-layer", { { HOST, "conv", 50, 5, 2, LAMINA_SLICE_WORK, 0 }, WORK (GPU_7, 10, 10, 1, 0),
                         WORK (GPU_7, 60, 10, 2, 0) },
    "GPU 0: busy 10-20, idle: host launch 20-60, busy 60-70" },
  { "sync", { CALL ("cudaLaunchKernel", 50, 5), CALL ("cudaStreamSynchronize", 12, 20), WORK (GPU_7, 10, 10, 1, 0),
              WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: synchronisation 20-60, busy 60-70" },
  { "sync-over", { CALL ("cudaLaunchKernel", 50, 5), CALL ("cudaStreamSynchronize", 12, 8), WORK (GPU_7, 10, 10, 1, 0),
                   WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: host launch 20-60, busy 60-70" },
  { "sync-of-two", { CALL ("cudaLaunchKernel", 50, 5), CALL ("cudaStreamSynchronize", 12, 8),
                     { OTHER_THREAD, "cudaStreamSynchronize", 15, 20, 0, LAMINA_SLICE_WORK, 0 }, WORK (GPU_7, 10, 10, 1, 0),
                     WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: synchronisation 20-60, busy 60-70" },
  { "sync-after-launch", { CALL ("cudaLaunchKernel", 10, 5), CALL ("cudaStreamSynchronize", 16, 80),
                           WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: other 20-60, busy 60-70" },
  { "copy-after", { CALL ("cudaMemcpyAsync", 50, 5), WORK (GPU_7, 10, 10, 1, 0), COPY (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: copy 20-60, busy 60-70" },
  { "copy-before", { CALL ("cudaLaunchKernel", 10, 5), COPY (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: copy 20-60, busy 60-70" },
  { "copy-before-late", { CALL ("cudaLaunchKernel", 50, 5), COPY (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 60, 10, 2, 1) },
    "GPU 0: busy 10-20, idle: host launch 20-60, busy 60-70" },
  { "host-only", { CALL ("conv", 0, 10) }, "" },
};

static void
test_case (Fixture       *fixture,
           gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  LaminaRun *run = make_run (fixture, cases[i].slices);
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, fixture->timebase, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_autofree char *text = dump (run, idle);

  g_assert_cmpstr (text, ==, cases[i].expected);
}

static const Slice parts[MAX_SLICES] = {
  WORK (GPU_7, 10, 10, 1, 0), WORK (GPU_7, 30, 10, 2, 0), WORK (GPU_7, 45, 5, 3, 0), WORK (GPU_7, 60, 10, 1, 0),
  WORK (GPU_7, 80, 10, 4, 0),
};

/* A range is looked at from edge to edge; a section from its first work to its last, with what others do in between. */
static void
test_parts (Fixture       *fixture,
            gconstpointer  data)
{
  LaminaRun *run = make_run (fixture, parts);
  const struct
  {
    guint section;
    gint64 start;
    gint64 end;
    const char *expected;
  } asked[] = {
    { LAMINA_NONE, 35, 47, "GPU 0: busy 35-40, idle: other 40-45, busy 45-47" },
    { LAMINA_NONE, 0, 15, "GPU 0: idle: other 0-10, busy 10-15" },
    { LAMINA_NONE, 85, 100, "GPU 0: busy 85-90, idle: other 90-100" },
    { LAMINA_NONE, 200, 300, "GPU 0: idle: other 200-300" },
    { 0, LAMINA_ABSENT, 0,
      "GPU 0: busy 10-20, idle: other 20-30, busy 30-40, idle: other 40-45, busy 45-50, idle: other 50-60, busy 60-70" },
    { 1, LAMINA_ABSENT, 0, "GPU 0: busy 45-50, idle: other 50-60, busy 60-70, idle: other 70-80, busy 80-90" },
    { 7, LAMINA_ABSENT, 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (LaminaIdle) idle = lamina_idle_new (run, fixture->timebase, asked[i].section, asked[i].start,
                                                     asked[i].end, NULL);
      g_autofree char *text = dump (run, idle);

      g_assert_cmpstr (text, ==, asked[i].expected);
    }
}

/* The union of thousands of slices on many lanes is what looking at each moment gives. */
static void
test_moments (Fixture       *fixture,
              gconstpointer  data)
{
  enum { N = 4000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (LaminaIdle) idle = NULL;
  g_autofree gboolean *busy = g_new0 (gboolean, N);
  guint32 group = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU", LAMINA_GROUP_DEVICE);
  guint32 layer = fixture_add (fixture, &(Row) { .name = "layer" });
  guint first = N, end = 0, sum = 0;
  LaminaRun *run;

  for (guint t = 0; t < 3; t++)
    {
      guint32 track = lamina_builder_add_track (fixture->builder, fixture->run, group, "queue", 0);

      for (guint i = 0; i < 300; i++)
        {
          guint start = (guint) g_rand_int_range (rand, 0, N - 40), length = (guint) g_rand_int_range (rand, 0, 12);
          LaminaSliceInit init = LAMINA_SLICE_INIT;

          init.start = start;
          init.duration = length;
          init.layer = i % 5 == 0 ? LAMINA_NONE : layer;
          lamina_builder_add_slice (fixture->builder, fixture->run, track, &init);
          if (i % 5 == 0 || length == 0)
            continue;
          for (guint k = start; k < start + length; k++)
            busy[k] = TRUE;
          first = MIN (first, start);
          end = MAX (end, start + length);
        }
    }
  for (guint i = 0; i < N; i++)
    sum += busy[i];
  run = fixture_freeze (fixture);
  idle = lamina_idle_new (run, fixture->timebase, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_assert_cmpuint (lamina_idle_get_n_devices (idle), ==, 1);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->start, ==, first);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->end, ==, end);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->times[LAMINA_LOAD_BUSY], ==, sum);
  g_assert_cmpint (lamina_idle_device_get_idle (lamina_idle_get_device (idle, 0)), ==, end - first - sum);
}

/* Ranks of a job have devices of the same names. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  static const char *const names[] = { "rank 0 GPU 0", "GPU 1", "rank 1 GPU 0" };
  LaminaBuilder *builder = fixture->builder;
  guint32 ranks[] = { lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "rank 0", LAMINA_GROUP_HOST),
                      lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "rank 1", LAMINA_GROUP_HOST) };
  g_autoptr (LaminaIdle) idle = NULL;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 group = lamina_builder_add_group (builder, fixture->run, ranks[i / 2], i == 1 ? "GPU 1" : "GPU 0",
                                                LAMINA_GROUP_DEVICE);
      LaminaSliceInit init = LAMINA_SLICE_INIT;

      init.duration = 1;
      lamina_builder_add_slice (builder, fixture->run,
                                lamina_builder_add_track (builder, fixture->run, group, "stream", 0), &init);
    }
  run = fixture_freeze (fixture);
  idle = lamina_idle_new (run, fixture->timebase, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_assert_cmpuint (lamina_idle_get_n_devices (idle), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = lamina_idle_dup_device_name (run, lamina_idle_get_device (idle, i));

      g_assert_cmpstr (name, ==, names[i]);
    }
}

/* A layer that is launched many times: each of its kernels ends a gap in which the host launched it. */
static void
test_many_launches (Fixture       *fixture,
                    gconstpointer  data)
{
  const guint n = 50;
  LaminaBuilder *builder = fixture->builder;
  guint32 layer = fixture_add (fixture, &(Row) { .name = "layer" });
  guint32 tracks[2];
  g_autoptr (LaminaIdle) idle = NULL;
  LaminaRun *run;

  for (guint on_device = 0; on_device < 2; on_device++)
    {
      guint32 group = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "GPU 0",
                                                on_device ? LAMINA_GROUP_DEVICE : LAMINA_GROUP_HOST);

      tracks[on_device] = lamina_builder_add_track (builder, fixture->run, group, "track", 0);
    }
  for (guint i = 0; i < 2 * n; i++)
    {
      LaminaSliceInit init = LAMINA_SLICE_INIT;

      init.start = 50 * i;
      init.duration = 5;
      init.layer = layer;
      lamina_builder_add_slice (builder, fixture->run, tracks[i % 2], &init);
    }
  run = fixture_freeze (fixture);
  idle = lamina_idle_new (run, fixture->timebase, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_assert_cmpuint (lamina_idle_get_device (idle, 0)->counts[LAMINA_LOAD_LAUNCH], ==, n - 1);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->times[LAMINA_LOAD_LAUNCH], ==, (n - 1) * 95);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  LaminaRun *run = make_run (fixture, parts);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_idle_new (run, fixture->timebase, LAMINA_NONE, LAMINA_ABSENT, 0, cancellable));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/idle/%s", cases[i].name);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_case, fixture_teardown);
    }
  g_test_add ("/idle/parts", Fixture, NULL, fixture_setup, test_parts, fixture_teardown);
  g_test_add ("/idle/moments", Fixture, NULL, fixture_setup, test_moments, fixture_teardown);
  g_test_add ("/idle/many-launches", Fixture, NULL, fixture_setup, test_many_launches, fixture_teardown);
  g_test_add ("/idle/names", Fixture, NULL, fixture_setup, test_names, fixture_teardown);
  g_test_add ("/idle/cancelled", Fixture, NULL, fixture_setup, test_cancelled, fixture_teardown);
  return g_test_run ();
}
