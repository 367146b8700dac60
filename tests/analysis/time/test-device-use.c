/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-device-use.h"

#define END 4000
#define N_SLICES 120
#define BYTES 4096

/* Where slices of a queue stand, moment by moment: work, and marks of waiting, which count inside work. */
typedef struct
{
  gboolean works[END];
  gboolean waits[END];
} Moments;

static guint32
add_layer (Fixture    *fixture,
           const char *name,
           gint64      bytes)
{
  LaminaLayerInit init = LAMINA_LAYER_INIT;

  init.name = init.type = lamina_builder_intern (fixture->builder, name, -1);
  init.bytes = bytes;
  return lamina_builder_add_layer (fixture->builder, fixture->run, &init);
}

static void
add_slice (Fixture         *fixture,
           guint32          track,
           const char      *name,
           gint64           start,
           gint64           duration,
           guint32          layer,
           LaminaSliceKind  kind)
{
  LaminaSliceInit init = LAMINA_SLICE_INIT;

  init.name = lamina_builder_intern (fixture->builder, name, -1);
  init.start = start;
  init.duration = duration;
  init.layer = layer;
  init.kind = kind;
  lamina_builder_add_slice (fixture->builder, fixture->run, track, &init);
}

static void
note (gboolean *moments,
      gint64    start,
      gint64    duration)
{
  for (gint64 i = start; i < start + duration; i++)
    moments[i] = TRUE;
}

/* How many moments a device works, or waits without working. The first one has two queues. */
static gint64
count (const Moments *moments,
       guint          device,
       gint64         start,
       gint64         end,
       gboolean       is_wait)
{
  gint64 n = 0;

  for (gint64 i = start; i < end; i++)
    {
      gboolean works = FALSE, waits = FALSE;

      for (guint queue = device == 0 ? 0 : 2; queue < (device == 0 ? 2 : 3); queue++)
        {
          works |= moments[queue].works[i] && !moments[queue].waits[i];
          waits |= moments[queue].works[i] && moments[queue].waits[i];
        }
      n += is_wait ? waits && !works : works;
    }
  return n;
}

/* Two devices, the first with two queues that overlap: what is said of every part is what is found moment by moment. */
static void
test_moments (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree Moments *moments = g_new0 (Moments, 3);
  g_autoptr (LaminaDeviceUse) whole = NULL;
  guint32 tracks[3];
  LaminaRun *run;

  for (guint device = 0; device < 2; device++)
    {
      guint32 group = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, device == 0 ? "GPU 0" : "GPU 1",
                                                LAMINA_GROUP_DEVICE);

      tracks[2 * device] = lamina_builder_add_track (fixture->builder, fixture->run, group, "stream 7", 0);
      if (device == 0)
        tracks[1] = lamina_builder_add_track (fixture->builder, fixture->run, group, "stream 8", 0);
    }
  for (guint i = 0; i < N_SLICES; i++)
    {
      guint queue = i % 3;
      gint64 start = (i / 3) * (END / (N_SLICES / 3)) + g_rand_int_range (rand, 0, 20);
      gint64 duration = g_rand_int_range (rand, 5, 70);
      gboolean is_wait = i % 7 == 0;

      add_slice (fixture, tracks[queue], i % 5 == 0 ? "Memcpy HtoD" : "kernel", start, duration,
                 add_layer (fixture, "layer", i % 5 == 0 ? BYTES : 1), is_wait ? LAMINA_SLICE_WAIT : LAMINA_SLICE_WORK);
      note (is_wait ? moments[queue].waits : moments[queue].works, start, duration);
    }
  /* An annotation is no work. */
  add_slice (fixture, tracks[0], "step", 0, END, LAMINA_NONE, LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  whole = lamina_device_use_new (run, fixture->timebase, 0, END, NULL);
  g_assert_cmpuint (lamina_device_use_get_n (whole), ==, 2);
  for (gint64 start = 0; start < END; start += 333)
    for (gint64 end = start; end <= END; end += 209)
      {
        g_autoptr (LaminaDeviceUse) use = lamina_device_use_new (run, fixture->timebase, start, end, NULL);

        for (guint i = 0; i < 2; i++)
          {
            const LaminaDeviceTotals *device = lamina_device_use_get (use, i);

            g_assert_cmpstr (device->name, ==, i == 0 ? "GPU 0" : "GPU 1");
            g_assert_cmpint (device->busy, ==, count (moments, i, start, end, FALSE));
            g_assert_cmpint (device->wait, ==, count (moments, i, start, end, TRUE));
            g_assert_cmpint (device->busy + device->wait + device->idle, ==, end - start);
            g_assert_cmpint (lamina_device_use_measure (whole, i, start, end), ==, device->busy);
          }
      }
}

/* Kernels and copies that reach into a part count, and copies with all that they move. */
static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  guint32 group = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 track = lamina_builder_add_track (fixture->builder, fixture->run, group, "stream 7", 0);
  guint32 copies = lamina_builder_add_track (fixture->builder, fixture->run, group, "stream 8", 0);
  g_autoptr (LaminaDeviceUse) all = NULL;
  g_autoptr (LaminaDeviceUse) part = NULL;
  g_autoptr (LaminaDeviceUse) none = NULL;
  LaminaRun *run;

  add_slice (fixture, track, "gemm", 0, 100, add_layer (fixture, "mm", 7), LAMINA_SLICE_WORK);
  add_slice (fixture, track, "tail", 10, 20, LAMINA_NONE, LAMINA_SLICE_KERNEL);
  add_slice (fixture, track, "relu", 200, 100, add_layer (fixture, "relu", 8), LAMINA_SLICE_WORK);
  add_slice (fixture, copies, "Memcpy HtoD (Pageable -> Device)", 50, 100, add_layer (fixture, "copy", 4096), LAMINA_SLICE_WORK);
  add_slice (fixture, copies, "Memcpy DtoH", 400, 100, add_layer (fixture, "copy", LAMINA_ABSENT), LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  all = lamina_device_use_new (run, fixture->timebase, 0, 500, NULL);
  g_assert_cmpuint (lamina_device_use_get (all, 0)->n_works, ==, 4);
  g_assert_cmpuint (lamina_device_use_get (all, 0)->n_copies, ==, 2);
  g_assert_cmpint (lamina_device_use_get (all, 0)->copied_bytes, ==, 4096);
  part = lamina_device_use_new (run, fixture->timebase, 120, 250, NULL);
  g_assert_cmpuint (lamina_device_use_get (part, 0)->n_works, ==, 2);
  g_assert_cmpint (lamina_device_use_get (part, 0)->copied_bytes, ==, 4096);
  none = lamina_device_use_new (run, fixture->timebase, 410, 450, NULL);
  g_assert_cmpint (lamina_device_use_get (none, 0)->copied_bytes, ==, LAMINA_ABSENT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/device-use/moments", Fixture, NULL, fixture_setup, test_moments, fixture_teardown);
  g_test_add ("/device-use/counts", Fixture, NULL, fixture_setup, test_counts, fixture_teardown);
  return g_test_run ();
}
