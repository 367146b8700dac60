/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-launch.h"

enum { HOST, GPU, N_TRACKS };

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
  guint launch;
} Slice;

/*
 * A step in which two operators launch kernels, the second one two of them, of which the later one stands first; one that began
 * before its call returned, one that seems to begin before its call, and one that nothing launched.
 */
static const Slice slices[] = {
  { HOST, "step", 0, 200, 0, 0 },
  { HOST, "mm", 10, 20, 1, 0 },
  { HOST, "launch a", 12, 5, 1, 0 },
  { HOST, "graph", 40, 30, 2, 0 },
  { HOST, "launch b", 45, 10, 2, 0 },
  { HOST, "launch c", 80, 10, 0, 0 },
  { HOST, "launch d", 100, 10, 0, 0 },
  { HOST, "add", 150, 10, 3, 0 },
  { GPU, "a", 40, 15, 1, 3 },
  { GPU, "b second", 70, 5, 2, 5 },
  { GPU, "b first", 60, 5, 2, 5 },
  { GPU, "c", 83, 2, 0, 6 },
  { GPU, "d", 99, 2, 0, 7 },
  { GPU, "e", 170, 2, 3, 0 },
};

static LaminaRun *
make_run (Fixture *fixture)
{
  LaminaBuilder *builder = fixture->builder;
  guint32 host = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  const guint32 tracks[N_TRACKS] = { lamina_builder_add_track (builder, fixture->run, host, "thread", 0),
                                     lamina_builder_add_track (builder, fixture->run, gpu, "queue", 0) };
  guint32 layers[3], ids[G_N_ELEMENTS (slices)];

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    layers[i] = fixture_add (fixture, &(Row) { .name = "layer" });
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaSliceInit init = LAMINA_SLICE_INIT;

      init.name = lamina_builder_intern (builder, slices[i].name, -1);
      init.start = slices[i].start;
      init.duration = slices[i].duration;
      init.layer = slices[i].layer > 0 ? layers[slices[i].layer - 1] : LAMINA_NONE;
      ids[i] = lamina_builder_add_slice (builder, fixture->run, tracks[slices[i].track], &init);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    if (slices[i].launch > 0)
      lamina_builder_add_flow (builder, fixture->run, 0, tracks[HOST], ids[slices[i].launch - 1], tracks[slices[i].track],
                               ids[i]);
  return fixture_freeze (fixture);
}

static const char *
get_name (LaminaRun            *run,
          const LaminaSliceRef *ref)
{
  return lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, ref->track))->name[ref->slice]);
}

static LaminaSliceRef
find (LaminaRun  *run,
      const char *name)
{
  for (LaminaSliceRef ref = { 0, 0 }; ref.track < lamina_run_get_n_tracks (run); ref.track++)
    for (ref.slice = 0; ref.slice < lamina_track_get_slices (lamina_run_get_track (run, ref.track))->n; ref.slice++)
      if (strcmp (get_name (run, &ref), name) == 0)
        return ref;
  g_assert_not_reached ();
}

/* `launch a → a: 28, 23` */
static char *
dup_launch (Fixture    *self,
            LaminaRun  *run,
            const char *name)
{
  LaminaSliceRef slice = find (run, name);
  LaminaLaunch launch;

  if (!lamina_launch_find (run, self->timebase, &slice, &launch))
    return g_strdup ("none");
  return g_strdup_printf ("%s → %s: %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "%s", get_name (run, &launch.call),
                          get_name (run, &launch.work), launch.latency,
                          launch.queue == LAMINA_ABSENT ? -1 : launch.queue, launch.estimated ? " ≈" : "");
}

static void
test_launches (Fixture       *self,
               gconstpointer  data)
{
  static const struct { const char *name, *launch; } expected[] = {
    { "a", "launch a → a: 28, 23" },
    { "launch a", "launch a → a: 28, 23" },
    { "b first", "launch b → b first: 15, 5" },
    { "b second", "launch b → b second: 25, 15" },
    /* The work that came first. */
    { "launch b", "launch b → b first: 15, 5" },
    { "c", "launch c → c: 3, -1" },
    { "d", "none" },
    { "e", "none" },
    { "step", "none" },
    { "mm", "none" },
  };
  LaminaRun *run = make_run (self);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *text = dup_launch (self, run, expected[i].name);

      g_assert_cmpstr (text, ==, expected[i].launch);
    }
}

/* Its own operator is no caller of a kernel. */
static void
test_callers (Fixture       *self,
              gconstpointer  data)
{
  static const struct { const char *name, *callers; } expected[] = {
    { "a", "step " }, { "launch a", "step " }, { "c", "step " }, { "d", "step " }, { "e", "step " }, { "mm", "step " },
    { "step", "" },
  };
  LaminaRun *run = make_run (self);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      LaminaSliceRef slice = find (run, expected[i].name);
      g_autoptr (GArray) callers = lamina_launch_list_callers (run, &slice);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < callers->len; k++)
        g_string_append_printf (text, "%s ", get_name (run, &g_array_index (callers, LaminaSliceRef, k)));
      g_assert_cmpstr (text->str, ==, expected[i].callers);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/launch/launches", Fixture, NULL, fixture_setup, test_launches, fixture_teardown);
  g_test_add ("/launch/callers", Fixture, NULL, fixture_setup, test_callers, fixture_teardown);
  return g_test_run ();
}
