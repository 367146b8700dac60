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

#define MAX_SLICES 9

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

      if (lamina_track_get_info (track)->group != device->group || lamina_track_get_slices (track)->n == 0)
        continue;
      g_assert_cmpuint (n, <, device->n_tracks);
      g_assert_cmpuint (tracks[n++], ==, k);
    }
  g_assert_cmpuint (n, ==, device->n_tracks);
}

static void
append_parts (GString      *text,
              const gint64 *parts)
{
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    if (parts[load] > 0)
      g_string_append_printf (text, " %s %d", lamina_load_get_info ((LaminaLoad) load)->key, (int) parts[load]);
}

/* The slice that fills a gap lies on the thread of the launch, and covers more than half of it. */
static void
append_host (GString         *text,
             LaminaRun       *run,
             const LaminaGap *gap)
{
  const LaminaSlices *slices;

  if (gap->host.track == LAMINA_NONE)
    return;
  g_assert_cmpuint (gap->host.track, ==, gap->launch.track);
  g_assert_cmpint (2 * gap->host_time, >, gap->end - gap->start);
  slices = lamina_track_get_slices (lamina_run_get_track (run, gap->host.track));
  g_string_append_printf (text, " (%s %d)", lamina_run_get_string (run, slices->name[gap->host.slice]),
                          (int) gap->host_time);
}

/* Parts add up to gaps, gaps to causes and to classes, and all of it to the time that is looked at. */
static void
check_sums (LaminaIdle *idle,
            guint       i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
  gint64 times[LAMINA_N_LOADS] = { 0 }, classes[LAMINA_N_GAP_CLASSES] = { 0 };
  guint counts[LAMINA_N_LOADS] = { 0 };
  gint64 sum = device->times[LAMINA_LOAD_BUSY] + device->times[LAMINA_LOAD_WAIT], reached = device->start;

  for (guint k = 0; k < device->n_gaps; k++)
    {
      LaminaGap gap;
      gint64 length = 0;

      lamina_idle_get_gap (idle, i, k, &gap);
      g_assert_cmpint (gap.start, >=, reached);
      g_assert_cmpint (gap.end, >, gap.start);
      reached = gap.end;
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          g_assert_cmpint (gap.parts[load], >=, 0);
          g_assert_cmpint (gap.parts[load], <=, gap.parts[gap.cause]);
          times[load] += gap.parts[load];
          length += gap.parts[load];
        }
      g_assert_cmpint (length, ==, gap.end - gap.start);
      classes[gap.class] += length;
      counts[gap.cause]++;
      sum += length;
    }
  g_assert_cmpint (reached, <=, device->end);
  g_assert_cmpint (sum, ==, device->end - device->start);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    {
      g_assert_cmpint (times[load], ==, device->times[load]);
      g_assert_cmpuint (counts[load], ==, device->counts[load]);
    }
  for (guint class = 0; class < LAMINA_N_GAP_CLASSES; class++)
    g_assert_cmpint (classes[class], ==, device->classes[class]);
}

/* `GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50 (DataLoader 290); GPU 1:` */
static char *
dump (LaminaRun  *run,
      LaminaIdle *idle)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);

      g_string_append_printf (text, "%s%s:", i > 0 ? "; " : "", name);
      for (guint k = 0; k < device->n_gaps; k++)
        {
          LaminaGap gap;

          lamina_idle_get_gap (idle, i, k, &gap);
          g_string_append_printf (text, "%s %d-%d %s", k > 0 ? "," : "", (int) gap.start, (int) gap.end,
                                  lamina_gap_class_get_key (gap.class));
          append_parts (text, gap.parts);
          append_host (text, run, &gap);
        }
      if (device->times[LAMINA_LOAD_WAIT] > 0)
        g_string_append_printf (text, " wait %d", (int) device->times[LAMINA_LOAD_WAIT]);
      check_sums (idle, i);
      if (device->queue != LAMINA_NONE)
        continue;
      g_assert_true (lamina_idle_find_device (idle, device->group) == device);
      check_tracks (run, idle, i);
    }
  return g_string_free (text, FALSE);
}

#define WORK(track_, start_, duration_, layer_, launch_) \
  { .track = track_, .name = "kernel", .start = start_, .duration = duration_, .layer = layer_, .launch = launch_ }
#define NAMED(track_, name_, start_, duration_, layer_, launch_) \
  { .track = track_, .name = name_, .start = start_, .duration = duration_, .layer = layer_, .launch = launch_ }
#define COPY(track_, start_, duration_, layer_, launch_) \
  NAMED (track_, "Memcpy HtoD (Pageable -> Device)", start_, duration_, layer_, launch_)
#define CALL(name_, start_, duration_) { .track = HOST, .name = name_, .start = start_, .duration = duration_ }

/* Most have a gap of the first device from 200 to 600. The launch of what ends it is the first slice. */
static const struct
{
  const char *name;
  Slice slices[MAX_SLICES];
  const char *expected;
} cases[] = {
  { "queues", { WORK (GPU_7, 100, 200, 1, 0), WORK (GPU_20, 200, 300, 2, 0), WORK (OTHER_GPU, 50, 50, 3, 0) },
    "GPU 0:; GPU 1:" },
  { "nested", { WORK (GPU_7, 100, 400, 1, 0), WORK (GPU_7, 200, 100, 2, 0) }, "GPU 0:" },
  { "annotation", { WORK (GPU_7, 0, 900, 0, 0), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 0) },
    "GPU 0: 200-600 unknown unknown 400" },
  { "no-layers", { WORK (GPU_7, 100, 100, 0, 0), WORK (GPU_7, 600, 100, 0, 0) }, "GPU 0: 200-600 unknown unknown 400" },
  { "wait", { WORK (GPU_7, 100, 300, 1, 0), { GPU_7, "wait", 100, 100, 1, LAMINA_SLICE_WAIT, 0 },
              WORK (GPU_20, 150, 10, 2, 0) },
    "GPU 0: wait 90" },
  { "mark-of-sync", { WORK (GPU_7, 100, 300, 1, 0), { GPU_7, "Stream Sync", 150, 400, 0, LAMINA_SLICE_WAIT, 0 } },
    "GPU 0:" },

  /* Host wait */
  { "launch-late", { CALL ("cudaLaunchKernel", 500, 50), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "launch-over-the-start", { CALL ("cudaLaunchKernel", 500, 300), WORK (GPU_7, 100, 100, 1, 0),
                               WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 100" },
  { "launch-fills", { CALL ("cudaLaunchKernel", 201, 398), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 1 launch_call 398 launch_to_start 1 (cudaLaunchKernel 398)" },
  { "launch-of-a-copy", { CALL ("cudaMemcpyAsync", 500, 50), WORK (GPU_7, 100, 100, 1, 0), COPY (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "launch-behind-a-copy", { CALL ("cudaLaunchKernel", 500, 50), COPY (GPU_7, 100, 100, 1, 0),
                              WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "loader", { CALL ("cudaLaunchKernel", 590, 5), CALL ("enumerate(DataLoader)#3", 205, 380),
                WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5 (enumerate(DataLoader)#3 380)" },
  { "loader-then-copy", { CALL ("hipMemcpyWithStream", 590, 5), CALL ("enumerate(DataLoader)#3", 205, 380),
                          WORK (GPU_7, 100, 100, 1, 0), COPY (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5 (enumerate(DataLoader)#3 380)" },
  { "loader-and-sync", { CALL ("cudaLaunchKernel", 590, 5), CALL ("enumerate(DataLoader)#3", 205, 380),
                         CALL ("cudaStreamSynchronize", 120, 81), WORK (GPU_7, 100, 100, 1, 0),
                         WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait sync 1 launch_bound 389 launch_call 5 launch_to_start 5 (enumerate(DataLoader)#3 380)" },
  { "deepest", { CALL ("cudaLaunchKernel", 590, 5), CALL ("step", 0, 800), CALL ("load", 210, 370), CALL ("decode", 220, 250),
                 CALL ("resize", 220, 190), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5 (decode 250)" },
  { "within-a-step", { CALL ("cudaLaunchKernel", 590, 5), CALL ("load", 205, 380), CALL ("step 1", 210, 370),
                       WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5 (load 380)" },
  { "a-step-alone", { CALL ("cudaLaunchKernel", 590, 5), CALL ("step 2", 0, 800), WORK (GPU_7, 100, 100, 1, 0),
                      WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5" },
  { "half-is-not-most", { CALL ("cudaLaunchKernel", 590, 5), CALL ("load", 210, 200), WORK (GPU_7, 100, 100, 1, 0),
                          WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5" },
  { "host-of-another-thread", { CALL ("cudaLaunchKernel", 590, 5),
                                { OTHER_THREAD, "load", 200, 390, 0, LAMINA_SLICE_WORK, 0 }, WORK (GPU_7, 100, 100, 1, 0),
                                WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 390 launch_call 5 launch_to_start 5" },
  { "sync", { CALL ("cudaLaunchKernel", 500, 50), CALL ("cudaStreamSynchronize", 120, 200), WORK (GPU_7, 100, 100, 1, 0),
              WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait sync 120 launch_bound 180 launch_call 50 launch_to_start 50" },
  { "sync-fills", { CALL ("hipLaunchKernel", 560, 20), CALL ("hipDeviceSynchronize", 120, 400), WORK (GPU_7, 100, 100, 1, 0),
                    WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait sync 320 launch_bound 40 launch_call 20 launch_to_start 20 (hipDeviceSynchronize 320)" },
  { "sync-twice", { CALL ("cudaLaunchKernel", 500, 50), CALL ("cudaStreamSynchronize", 120, 100),
                    CALL ("cudaEventSynchronize", 300, 30), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait sync 50 launch_bound 250 launch_call 50 launch_to_start 50" },
  { "sync-nested", { CALL ("cudaLaunchKernel", 500, 50), CALL ("cudaDeviceSynchronize", 210, 100),
                     CALL ("Context Sync", 220, 80), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait sync 100 launch_bound 200 launch_call 50 launch_to_start 50" },
  { "sync-over", { CALL ("cudaLaunchKernel", 500, 50), CALL ("cudaStreamSynchronize", 120, 80), WORK (GPU_7, 100, 100, 1, 0),
                   WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "sync-of-another-thread", { CALL ("cudaLaunchKernel", 500, 50),
                                { OTHER_THREAD, "cudaStreamSynchronize", 150, 200, 0, LAMINA_SLICE_WORK, 0 },
                                WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "sync-behind-the-launch", { CALL ("cudaLaunchKernel", 210, 10), CALL ("cudaStreamSynchronize", 230, 500),
                                WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 10 launch_call 10 launch_to_start 380 (cudaStreamSynchronize 370)" },
  { "free-is-no-wait", { CALL ("cudaLaunchKernel", 500, 50), CALL ("cudaFree", 210, 280), WORK (GPU_7, 100, 100, 1, 0),
                         WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50 (cudaFree 280)" },
  { "words-are-no-wait", { CALL ("cudaLaunchKernel", 500, 50), CALL ("Synchronize gradients", 210, 280),
                           WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50 (Synchronize gradients 280)" },
  { "one-nanosecond-late", { CALL ("cudaLaunchKernel", 201, 5), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 220, 80, 2, 1) },
    "GPU 0: 200-220 host_wait launch_bound 1 launch_call 5 launch_to_start 14" },

  /* Queued */
  { "at-the-same-time", { CALL ("cudaLaunchKernel", 200, 0), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other dependency 400" },
  { "launch-unfinished", { CALL ("cudaLaunchKernel", 150, 60), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other launch_call 10 launch_to_start 390" },
  { "launch-in-time", { CALL ("cudaLaunchKernel", 140, 60), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other dependency 400" },
  { "kernel-wait", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 229, 71, 2, 1) },
    "GPU 0: 200-229 kernel_wait kernel_wait 29" },
  { "thirty-is-no-kernel-wait", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0),
                                  WORK (GPU_7, 230, 70, 2, 1) },
    "GPU 0: 200-230 other dependency 30" },
  { "sync-while-queued", { CALL ("cudaLaunchKernel", 100, 50), CALL ("cudaStreamSynchronize", 160, 800),
                           WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other dependency 400 (cudaStreamSynchronize 400)" },
  { "queued-copy", { CALL ("cudaMemcpyAsync", 100, 50), WORK (GPU_7, 100, 100, 1, 0), COPY (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other copy 400" },
  { "copy-in-its-call", { CALL ("cudaMemcpyAsync", 100, 480), WORK (GPU_7, 100, 100, 1, 0), COPY (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other copy 400 (cudaMemcpyAsync 380)" },
  { "behind-a-copy", { CALL ("cudaLaunchKernel", 100, 50), COPY (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1) },
    "GPU 0: 200-600 other dependency 400" },
  { "queued-exchange", { CALL ("cudaLaunchKernel", 100, 50), WORK (GPU_7, 100, 100, 1, 0),
                         NAMED (GPU_20, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 600, 100, 2, 1) },
    "GPU 0: 200-600 other communication 400" },

  /* Launches that are not told */
  { "launch-by-layer", { NAMED (HOST, "conv", 500, 50, 2, 0), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 0) },
    "GPU 0: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50" },
  { "launch-by-layer-in-time", { NAMED (HOST, "conv", 100, 50, 2, 0), WORK (GPU_7, 100, 100, 1, 0),
                                 WORK (GPU_7, 600, 100, 2, 0) },
    "GPU 0: 200-600 other dependency 400" },
  { "launch-somewhere-in-a-layer", { NAMED (HOST, "conv", 150, 100, 2, 0), WORK (GPU_7, 100, 100, 1, 0),
                                     WORK (GPU_7, 600, 100, 2, 0) },
    "GPU 0: 200-600 unknown unknown 400" },
  { "one-launch-is-lost", { CALL ("cudaLaunchKernel", 50, 10), NAMED (HOST, "conv", 300, 50, 2, 0),
                            WORK (GPU_7, 100, 100, 1, 1), WORK (GPU_7, 600, 100, 2, 0) },
    "GPU 0: 200-600 unknown unknown 400" },
  { "host-only", { CALL ("conv", 0, 100) }, "" },
};

static void
test_case (Fixture       *fixture,
           gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  LaminaRun *run = make_run (fixture, cases[i].slices);
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_autofree char *text = dump (run, idle);

  g_assert_cmpstr (text, ==, cases[i].expected);
}

/* While the other queue works, the device is not idle, but a queue may be: it waits for what ends last beside it. */
static const struct
{
  const char *name;
  Slice slices[MAX_SLICES];
  const char *expected;
} queue_cases[] = {
  { "copy", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1),
              COPY (GPU_20, 150, 430, 3, 0) },
    "GPU 0 / track: 200-600 other copy 380 dependency 20; GPU 0 / track:" },
  { "exchange", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1),
                  NAMED (GPU_20, "ncclKernel_AllReduce", 250, 350, 3, 0) },
    "GPU 0 / track: 200-600 other communication 350 dependency 50; GPU 0 / track:" },
  { "work", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1),
              COPY (GPU_20, 150, 200, 3, 0), WORK (GPU_20, 350, 200, 3, 0) },
    "GPU 0 / track: 200-600 other dependency 400; GPU 0 / track:" },
  { "still-running", { CALL ("cudaLaunchKernel", 50, 10), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1),
                       COPY (GPU_20, 150, 600, 3, 0) },
    "GPU 0 / track: 200-600 other dependency 400; GPU 0 / track:" },
  { "late", { CALL ("cudaLaunchKernel", 500, 50), WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 600, 100, 2, 1),
              COPY (GPU_20, 150, 430, 3, 0) },
    "GPU 0 / track: 200-600 host_wait launch_bound 300 launch_call 50 launch_to_start 50; GPU 0 / track:" },
};

static void
test_queues (Fixture       *fixture,
             gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  LaminaRun *run = make_run (fixture, queue_cases[i].slices);
  g_autoptr (LaminaIdle) queues = lamina_idle_new (run, fixture->timebase, TRUE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_autofree char *text = dump (run, queues);

  g_assert_cmpstr (text, ==, queue_cases[i].expected);
}

static const Slice parts[MAX_SLICES] = {
  WORK (GPU_7, 100, 100, 1, 0), WORK (GPU_7, 300, 100, 2, 7), WORK (GPU_7, 450, 50, 3, 0), WORK (GPU_7, 600, 100, 1, 8),
  WORK (GPU_7, 800, 100, 4, 0), CALL ("load", 500, 70), CALL ("cudaLaunchKernel", 120, 20), CALL ("cudaLaunchKernel", 580, 10),
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
    { LAMINA_NONE, 350, 470, "GPU 0: 400-450 unknown unknown 50" },
    { LAMINA_NONE, 0, 150, "GPU 0: 0-100 unknown unknown 100" },
    { LAMINA_NONE, 850, 1000, "GPU 0: 900-1000 unknown unknown 100" },
    { LAMINA_NONE, 2000, 3000, "GPU 0: 2000-3000 unknown unknown 1000" },
    /* The class is that of the whole gap: what is left of it is shorter than 30 ns. */
    { LAMINA_NONE, 280, 350, "GPU 0: 280-300 other dependency 20" },
    { LAMINA_NONE, 530, 585, "GPU 0: 530-585 host_wait launch_bound 50 launch_call 5 (load 40)" },
    { LAMINA_NONE, 585, 650, "GPU 0: 585-600 host_wait launch_call 5 launch_to_start 10" },
    { 0, LAMINA_ABSENT, 0,
      "GPU 0: 200-300 other dependency 100, 400-450 unknown unknown 50, "
      "500-600 host_wait launch_bound 80 launch_call 10 launch_to_start 10 (load 70)" },
    { 1, LAMINA_ABSENT, 0,
      "GPU 0: 500-600 host_wait launch_bound 80 launch_call 10 launch_to_start 10 (load 70), 700-800 unknown unknown 100" },
    { 7, LAMINA_ABSENT, 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (LaminaIdle) idle = lamina_idle_new (run, fixture->timebase, FALSE, asked[i].section, asked[i].start,
                                                     asked[i].end, NULL);
      g_autofree char *text = dump (run, idle);

      g_assert_cmpstr (text, ==, asked[i].expected);
    }
}

/* Of any range the gaps of all of the run tell what the range alone does. */
static void
test_causes_of_ranges (Fixture       *fixture,
                       gconstpointer  data)
{
  LaminaRun *run = make_run (fixture, parts);
  g_autoptr (LaminaIdle) whole = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  gint64 times[LAMINA_N_LOADS];
  guint counts[LAMINA_N_LOADS];

  for (gint64 start = 100; start < 900; start += 23)
    for (gint64 end = start + 1; end <= 900; end += 31)
      {
        g_autoptr (LaminaIdle) idle = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, start, end, NULL);
        const LaminaIdleDevice *device = lamina_idle_get_device (idle, 0);

        g_assert_true (lamina_idle_measure_causes (whole, 0, start, end, times, counts));
        for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
          {
            g_assert_cmpint (times[load], ==, device->times[load]);
            g_assert_cmpuint (counts[load], ==, device->counts[load]);
          }
      }
  g_assert_false (lamina_idle_measure_causes (whole, 0, 99, 200, times, counts));
  g_assert_false (lamina_idle_measure_causes (whole, 0, 800, 901, times, counts));
}

/* Gaps are found by number, by moment and by length as going through all of them finds them. */
static void
check_finding (LaminaIdle *idle)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (idle, 0);
  LaminaGapPlace place;
  guint k = 0;
  LaminaGap gap = { 0 };

  g_assert_cmpuint (device->n_gaps, >, 256);
  for (gint64 time = device->start - 1; time < device->end + 1; time++)
    {
      for (; k < device->n_gaps; k++)
        {
          lamina_idle_get_gap (idle, 0, k, &gap);
          if (gap.end > time)
            break;
        }
      g_assert_cmpuint (lamina_idle_find_gap (idle, 0, time), ==, k);
    }
  for (gint64 least = 1; least < 40; least += 7)
    for (int by = -1; by <= 1; by += 2)
      {
        guint next = by > 0 ? 0 : device->n_gaps - 1;

        for (k = next; k < device->n_gaps; k += (guint) by)
          {
            lamina_idle_get_gap (idle, 0, k, &gap);
            if (gap.end - gap.start < least)
              continue;
            g_assert_cmpuint (lamina_idle_find_long_gap (idle, 0, next, by, least), ==, k);
            next = k + (guint) by;
          }
        g_assert_cmpuint (lamina_idle_find_long_gap (idle, 0, next, by, least), ==, LAMINA_NONE);
      }
  g_assert_true (lamina_idle_find_number (idle, 5, &place));
  lamina_idle_get_gap (idle, 0, 5, &gap);
  g_assert_cmpuint (place.gap, ==, 5);
  g_assert_cmpint (place.length, ==, gap.end - gap.start);
  g_assert_false (lamina_idle_find_number (idle, device->n_gaps, &place));
}

/* The union of thousands of slices on many lanes is what looking at each moment gives. */
static void
test_moments (Fixture       *fixture,
              gconstpointer  data)
{
  enum { N = 20000 };
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

      for (guint i = 0; i < 900; i++)
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
  idle = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_assert_cmpuint (lamina_idle_get_n_devices (idle), ==, 1);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->start, ==, first);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->end, ==, end);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->times[LAMINA_LOAD_BUSY], ==, sum);
  g_assert_cmpint (lamina_idle_device_get_idle (lamina_idle_get_device (idle, 0)), ==, end - first - sum);
  check_finding (idle);
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
  idle = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
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
  idle = lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, NULL);
  g_assert_cmpuint (lamina_idle_get_device (idle, 0)->counts[LAMINA_LOAD_HOST], ==, n - 1);
  g_assert_cmpint (lamina_idle_get_device (idle, 0)->classes[LAMINA_GAP_HOST_WAIT], ==, (n - 1) * 95);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  LaminaRun *run = make_run (fixture, parts);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_idle_new (run, fixture->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, 0, cancellable));
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
  for (guint i = 0; i < G_N_ELEMENTS (queue_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/idle/queues/%s", queue_cases[i].name);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_queues, fixture_teardown);
    }
  g_test_add ("/idle/parts", Fixture, NULL, fixture_setup, test_parts, fixture_teardown);
  g_test_add ("/idle/causes-of-ranges", Fixture, NULL, fixture_setup, test_causes_of_ranges, fixture_teardown);
  g_test_add ("/idle/moments", Fixture, NULL, fixture_setup, test_moments, fixture_teardown);
  g_test_add ("/idle/many-launches", Fixture, NULL, fixture_setup, test_many_launches, fixture_teardown);
  g_test_add ("/idle/names", Fixture, NULL, fixture_setup, test_names, fixture_teardown);
  g_test_add ("/idle/cancelled", Fixture, NULL, fixture_setup, test_cancelled, fixture_teardown);
  return g_test_run ();
}
