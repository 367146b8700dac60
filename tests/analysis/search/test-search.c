/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-edges.h"
#include "lamina-search-groups.h"

#include <string.h>

/* Which slices match a text, in which order they follow, and where the edges of slices are. */

typedef struct
{
  Fixture fixture;
  LaminaRun *run;
  guint32 tracks[2];
} Trace;

static void
add_slice (Trace      *self,
           guint       track,
           gint64      start,
           gint64      duration,
           const char *name,
           const char *category,
           guint32     layer)
{
  LaminaBuilder *builder = self->fixture.builder;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = duration;
  slice.name = lamina_builder_intern (builder, name, -1);
  slice.category = category ? lamina_builder_intern (builder, category, -1) : 0;
  slice.layer = layer;
  lamina_builder_add_slice (builder, self->fixture.run, self->tracks[track], &slice);
}

/* A host and a device whose clock is 100 behind; the slice of `conv` on the device waits first. */
static void
setup (Trace         *self,
       gconstpointer  data)
{
  static const Row conv = { .name = "conv[1]", .type = "Convolution", .inputs = "8x64x56x56 float32" };
  static const Row pool = { .name = "pool[2]", .type = "Pooling", .inputs = "8x64x28x28 float32" };
  LaminaBuilder *builder;
  LaminaSliceInit wait = LAMINA_SLICE_INIT;
  guint32 clock, layers[2];

  fixture_setup (&self->fixture, NULL);
  builder = self->fixture.builder;
  clock = lamina_builder_add_clock (builder, self->fixture.run, "host");
  self->tracks[0] = lamina_builder_add_track (builder, self->fixture.run, LAMINA_NONE, "host", clock);
  clock = lamina_builder_add_clock (builder, self->fixture.run, "device");
  lamina_builder_set_clock_offset (builder, self->fixture.run, clock, 100, LAMINA_CLOCK_CAUSALITY, 100);
  self->tracks[1] = lamina_builder_add_track (builder, self->fixture.run, LAMINA_NONE, "device", clock);
  layers[0] = fixture_add (&self->fixture, &conv);
  layers[1] = fixture_add (&self->fixture, &pool);
  add_slice (self, 0, 0, 10, "issue", "host", layers[0]);
  add_slice (self, 0, 20, 10, "issue", "host", layers[1]);
  add_slice (self, 0, 300, 50, "Memcpy HtoD", NULL, LAMINA_NONE);
  add_slice (self, 1, 0, 100, "conv[1]", "kernel", layers[0]);
  add_slice (self, 1, 150, 40, "pool[2]", "kernel", layers[1]);
  wait.duration = 30;
  wait.kind = LAMINA_SLICE_WAIT;
  wait.name = lamina_builder_intern (builder, "waiting for conv", -1);
  lamina_builder_add_slice (builder, self->fixture.run, self->tracks[1], &wait);
  self->run = fixture_freeze (&self->fixture);
}

static void
teardown (Trace         *self,
          gconstpointer  data)
{
  fixture_teardown (&self->fixture, NULL);
}

/* The starts of all matches on the axis, in the order in which they follow, with their numbers. */
static char *
walk (Trace      *self,
      const char *text,
      gboolean    forward)
{
  LaminaTimebase *timebase = self->fixture.timebase;
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, timebase, text, NULL);
  GString *found = g_string_new (NULL);
  LaminaSliceRef slice;

  for (guint64 i = 0; i < lamina_search_get_n (search); i++)
    {
      LaminaSliceRef from = slice;
      LaminaTrack *track;

      g_assert_true (lamina_search_find (search, i > 0 ? &from : NULL, forward ? G_MININT64 : G_MAXINT64, forward, &slice));
      g_assert_true (lamina_search_matches (search, slice.track, slice.slice, 1));
      track = lamina_run_get_track (self->run, slice.track);
      g_string_append_printf (found, "%s%" G_GUINT64_FORMAT ":%d", i > 0 ? " " : "",
                              lamina_search_get_ordinal (search, &slice),
                              (int) (lamina_track_get_slices (track)->start[slice.slice]
                                     + lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock)));
    }
  return g_string_free (found, FALSE);
}

static void
assert_walk (Trace      *self,
             const char *text,
             const char *forward,
             const char *backward)
{
  g_autofree char *right = walk (self, text, TRUE);
  g_autofree char *left = walk (self, text, FALSE);

  g_assert_cmpstr (right, ==, forward);
  g_assert_cmpstr (left, ==, backward);
}

/* By name, category, layer, type, shape; all tracks in the order of time, parts left out. */
static void
test_words (Trace         *self,
            gconstpointer  data)
{
  assert_walk (self, "conv", "1:0 2:100", "2:100 1:0");
  assert_walk (self, "HTOD", "1:300", "1:300");
  assert_walk (self, "kernel", "1:100 2:250", "2:250 1:100");
  assert_walk (self, "pooling", "1:20 2:250", "2:250 1:20");
  assert_walk (self, "pooling kernel", "1:250", "1:250");
  assert_walk (self, "*x64x56x56", "1:0 2:100", "2:100 1:0");
  assert_walk (self, "64×28", "1:20 2:250", "2:250 1:20");
  assert_walk (self, "e", "1:0 2:20 3:100 4:250 5:300", "5:300 4:250 3:100 2:20 1:0");
  assert_walk (self, "waiting", "", "");
  assert_walk (self, "pooling conv", "", "");
  assert_walk (self, "", "", "");
}

/* Behind the last match the first one follows; a search can go on from anywhere. */
static void
test_wrap (Trace         *self,
           gconstpointer  data)
{
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->fixture.timebase, "conv", NULL);
  g_autoptr (LaminaSearch) nothing = lamina_search_new (self->run, self->fixture.timebase, "nothing", NULL);
  LaminaSliceRef slice;

  g_assert_true (lamina_search_find (search, &(LaminaSliceRef) { 1, 0 }, 0, TRUE, &slice));
  g_assert_cmpuint (slice.track, ==, 0);
  g_assert_true (lamina_search_find (search, &slice, 0, FALSE, &slice));
  g_assert_cmpuint (slice.track, ==, 1);
  g_assert_true (lamina_search_find (search, NULL, 1, TRUE, &slice));
  g_assert_cmpuint (slice.track, ==, 1);
  g_assert_true (lamina_search_find (search, NULL, 100, TRUE, &slice));
  g_assert_cmpuint (slice.track, ==, 1);
  g_assert_true (lamina_search_find (search, NULL, 100, FALSE, &slice));
  g_assert_cmpuint (slice.track, ==, 0);
  g_assert_cmpuint (lamina_search_get_ordinal (search, &(LaminaSliceRef) { 0, 1 }), ==, 0);
  g_assert_false (lamina_search_find (nothing, NULL, 0, TRUE, &slice));
  g_assert_false (lamina_search_matches (nothing, 0, 0, 3));
  g_assert_true (lamina_search_matches (search, 0, 0, 3));
  g_assert_false (lamina_search_matches (search, 0, 1, 2));
  g_assert_false (lamina_search_matches (search, 0, 3, 1));
  g_assert_true (lamina_search_matches (search, 1, 2, 1));
}

static void
test_columns (Trace         *self,
              gconstpointer  data)
{
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->fixture.timebase, "e", NULL);
  guint8 columns[10] = { 0 };
  static const guint8 expected[10] = { 1, 0, 1, 0, 0, 1, 0, 0, 0, 0 };

  lamina_search_mark_columns (search, 0, 50, 6, columns);
  g_assert_cmpmem (columns, 10, expected, 10);
}

static void
test_cancelled (Trace         *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_search_new (self->run, self->fixture.timebase, "conv", cancellable));
}

/* More slices than a block of counts: numbers and neighbors stay right across its edges. */
static void
test_many (Trace         *self,
           gconstpointer  data)
{
  const guint n = 3000;
  g_autoptr (LaminaSearch) search = NULL;
  LaminaSliceRef slice;

  teardown (self, NULL);
  fixture_setup (&self->fixture, NULL);
  self->tracks[0] = lamina_builder_add_track (self->fixture.builder, self->fixture.run, LAMINA_NONE, "host",
                                              lamina_builder_add_clock (self->fixture.builder, self->fixture.run,
                                                                        "host"));
  for (guint i = 0; i < n; i++)
    add_slice (self, 0, i * 10, 5, i % 7 == 0 ? "hit" : "miss", NULL, LAMINA_NONE);
  self->run = fixture_freeze (&self->fixture);
  search = lamina_search_new (self->run, self->fixture.timebase, "hit", NULL);
  g_assert_cmpuint (lamina_search_get_n (search), ==, (n + 6) / 7);
  for (guint i = 0; i < n; i++)
    {
      LaminaSliceRef here = { 0, i };

      g_assert_cmpuint (lamina_search_get_ordinal (search, &here), ==, i % 7 == 0 ? i / 7 + 1 : 0);
      g_assert_true (lamina_search_find (search, &here, 0, TRUE, &slice));
      g_assert_cmpuint (slice.slice, ==, (i / 7 + 1) * 7 < n ? (i / 7 + 1) * 7 : 0);
      g_assert_true (lamina_search_find (search, &here, 0, FALSE, &slice));
      g_assert_cmpuint (slice.slice, ==, i == 0 ? (n - 1) / 7 * 7 : (i - 1) / 7 * 7);
    }
}

/* A word stands anywhere, in any case of letters, also where it begins anew in what did not become it. */
static void
test_letters (Trace         *self,
              gconstpointer  data)
{
  static const struct { const char *name, *word; gboolean matches; } cases[] = {
    { "aaab", "aab", TRUE },       { "AaAB", "aab", TRUE },    { "aaba", "AB", TRUE },   { "abab", "bb", FALSE },
    { "xyz", "Z", TRUE },          { "xyz", "zz", FALSE },     { "x.y-1", ".Y-1", TRUE }, { "x1Y", "1y", TRUE },
    { "conv2d", "conv2d1", FALSE }, { "straße", "STRASSE", TRUE }, { "Éa", "é", TRUE },     { "1", "1", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaSearch) search = NULL;

      teardown (self, NULL);
      fixture_setup (&self->fixture, NULL);
      self->tracks[0] = lamina_builder_add_track (self->fixture.builder, self->fixture.run, LAMINA_NONE, "host",
                                                  lamina_builder_add_clock (self->fixture.builder, self->fixture.run, "host"));
      add_slice (self, 0, 0, 5, cases[i].name, NULL, LAMINA_NONE);
      self->run = fixture_freeze (&self->fixture);
      search = lamina_search_new (self->run, self->fixture.timebase, cases[i].word, NULL);
      g_test_message ("%s in %s", cases[i].word, cases[i].name);
      g_assert_cmpuint (lamina_search_get_n (search), ==, cases[i].matches);
    }
}

/* What matches on track @a comes first: by start, then by track. */
static int
compare_refs (gconstpointer a,
              gconstpointer b,
              gpointer      run)
{
  const LaminaSliceRef *one = a, *other = b;
  gint64 start = lamina_track_get_slices (lamina_run_get_track (run, one->track))->start[one->slice];
  gint64 second = lamina_track_get_slices (lamina_run_get_track (run, other->track))->start[other->slice];

  return start != second ? (start < second ? -1 : 1) : one->track < other->track ? -1 : one->track > other->track;
}

/* Tracks of which some have few matches, some many: all follow each other in one order, and mark the columns that they are in. */
static void
test_tracks (Trace         *self,
             gconstpointer  data)
{
  const guint n_tracks = 60, n_columns = 500;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  g_autoptr (LaminaSearch) search = NULL;
  guint8 columns[500] = { 0 }, expected[500] = { 0 };
  LaminaBuilder *builder;
  guint32 clock;

  teardown (self, NULL);
  fixture_setup (&self->fixture, NULL);
  builder = self->fixture.builder;
  clock = lamina_builder_add_clock (builder, self->fixture.run, "host");
  for (guint32 i = 0; i < n_tracks; i++)
    {
      self->tracks[0] = lamina_builder_add_track (builder, self->fixture.run, LAMINA_NONE, "thread", clock);
      for (guint32 j = 0; j < i; j++)
        {
          LaminaSliceRef ref = { i, j };

          add_slice (self, 0, (int) (j * 40 + i * 37 % 23), 5, j % 3 != 0 ? "hit" : "miss", NULL, LAMINA_NONE);
          if (j % 3 != 0)
            g_array_append_val (all, ref);
        }
    }
  self->run = fixture_freeze (&self->fixture);
  search = lamina_search_new (self->run, self->fixture.timebase, "hit", NULL);
  g_assert_cmpuint (lamina_search_get_n (search), ==, all->len);
  g_array_sort_with_data (all, compare_refs, self->run);
  for (guint i = 0; i < all->len; i++)
    {
      const LaminaSliceRef *here = &g_array_index (all, LaminaSliceRef, i);
      const LaminaSliceRef *next = &g_array_index (all, LaminaSliceRef, (i + 1) % all->len);
      gint64 start = lamina_track_get_slices (lamina_run_get_track (self->run, here->track))->start[here->slice];
      LaminaSliceRef slice;

      g_assert_cmpuint (lamina_search_get_ordinal (search, here), ==, i + 1);
      g_assert_true (lamina_search_find (search, here, 0, TRUE, &slice));
      g_assert_true (slice.track == next->track && slice.slice == next->slice);
      g_assert_true (lamina_search_find (search, next, 0, FALSE, &slice));
      g_assert_true (slice.track == here->track && slice.slice == here->slice);
      if (start / 5 < n_columns)
        expected[start / 5] = 1;
    }
  lamina_search_mark_columns (search, 0, 5, n_columns, columns);
  g_assert_cmpmem (columns, n_columns, expected, n_columns);
}

/* `name/category n total tracks share first`, a line for each group. */
static char *
dump_groups (Trace      *self,
             const char *text)
{
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->fixture.timebase, text, NULL);
  g_autoptr (LaminaSearchGroups) groups = lamina_search_groups_new (search, self->fixture.timebase, NULL);
  GString *dump = g_string_new (NULL);

  for (guint i = 0; i < lamina_search_groups_get_n (groups); i++)
    {
      const LaminaSearchGroup *group = lamina_search_groups_get (groups, i);

      g_string_append_printf (dump, "%s/%s %d %d %u %.2f %u:%u\n", lamina_run_get_string (self->run, group->name),
                              group->category ? lamina_run_get_string (self->run, group->category) : "", (int) group->n,
                              (int) group->total, group->n_tracks, group->share, group->first.track, group->first.slice);
      g_assert_cmpuint (lamina_search_groups_find (groups, &group->first), ==, i);
    }
  return g_string_free (dump, FALSE);
}

static void
assert_groups (Trace      *self,
               const char *text,
               const char *expected)
{
  g_autofree char *dump = dump_groups (self, text);

  g_assert_cmpstr (dump, ==, expected);
}

/* The run is 350 long. */
static void
test_groups (Trace         *self,
             gconstpointer  data)
{
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->fixture.timebase, "conv", NULL);
  g_autoptr (LaminaSearchGroups) groups = lamina_search_groups_new (search, self->fixture.timebase, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  assert_groups (self, "conv", "conv[1]/kernel 1 100 1 0.29 1:0\nissue/host 1 10 1 0.03 0:0\n");
  assert_groups (self, "issue", "issue/host 2 20 1 0.06 0:0\n");
  assert_groups (self, "nothing", "");
  /* What did not match has a group if another of its kind did. */
  g_assert_cmpuint (lamina_search_groups_find (groups, &(LaminaSliceRef) { 0, 1 }), ==, 1);
  g_assert_cmpuint (lamina_search_groups_find (groups, &(LaminaSliceRef) { 0, 2 }), ==, LAMINA_NONE);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_search_groups_new (search, self->fixture.timebase, cancellable));
}

/* What lies inside another one of its name and kind takes no time of its own, however deep and whatever is between them; another
 * kind does. */
static void
test_nested (Trace         *self,
             gconstpointer  data)
{
  static const Row small = { .name = "a", .type = "Small" };
  LaminaBuilder *builder;
  guint32 layer;

  teardown (self, NULL);
  fixture_setup (&self->fixture, NULL);
  builder = self->fixture.builder;
  for (guint i = 0; i < 2; i++)
    self->tracks[i] = lamina_builder_add_track (builder, self->fixture.run, LAMINA_NONE, i ? "other" : "main",
                                                lamina_builder_add_clock (builder, self->fixture.run, i ? "b" : "a"));
  layer = fixture_add (&self->fixture, &small);
  add_slice (self, 0, 0, 100, "f", "call", LAMINA_NONE);
  add_slice (self, 0, 10, 80, "g", "call", LAMINA_NONE);
  add_slice (self, 0, 20, 40, "f", "call", LAMINA_NONE);
  add_slice (self, 0, 25, 10, "f", "kernel", layer);
  add_slice (self, 0, 70, 10, "f", "call", layer);
  add_slice (self, 0, 120, 30, "f", "call", LAMINA_NONE);
  add_slice (self, 1, 50, 150, "f", "call", LAMINA_NONE);
  self->run = fixture_freeze (&self->fixture);
  assert_groups (self, "f", "f/call 5 280 2 0.70 0:0\nf/kernel 1 10 1 0.05 0:5\n");
  /* The outer one is of no layer and does not match. */
  assert_groups (self, "small", "f/call 1 10 1 0.05 0:4\nf/kernel 1 10 1 0.05 0:5\n");
}

/* The nearest edge on any track, within reach, of tracks that count. */
static void
test_edges (Trace         *self,
            gconstpointer  data)
{
  static const struct { gint64 position; guint64 reach; gint64 edge; } cases[] = {
    { 2, 5, 0 }, { 8, 5, 10 }, { 14, 3, 14 }, { 98, 10, 100 }, { 205, 10, 200 }, { 345, 10, 350 }, { 352, 1, 352 },
    { 134, 10, 130 }, { G_MAXINT64, 10, G_MAXINT64 }, { G_MININT64 + 1, 10, G_MININT64 + 1 },
  };
  const LaminaLanes some[] = { { 0, 0, 2 }, { 1, 0, 1 } };
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (LaminaLanes));
  gint64 edge;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean found = lamina_edges_find (self->run, self->fixture.timebase, cases[i].position, cases[i].reach, NULL,
                                          &edge);

      g_assert_cmpint (edge, ==, cases[i].edge);
      g_assert_cmpint (found, ==, edge != cases[i].position);
    }
  g_array_append_val (lanes, some[0]);
  g_assert_false (lamina_edges_find (self->run, self->fixture.timebase, 98, 10, lanes, &edge));
  g_array_append_val (lanes, some[1]);
  g_assert_true (lamina_edges_find (self->run, self->fixture.timebase, 98, 10, lanes, &edge));
  g_assert_cmpint (edge, ==, 100);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/search/words", Trace, NULL, setup, test_words, teardown);
  g_test_add ("/search/wrap", Trace, NULL, setup, test_wrap, teardown);
  g_test_add ("/search/columns", Trace, NULL, setup, test_columns, teardown);
  g_test_add ("/search/cancelled", Trace, NULL, setup, test_cancelled, teardown);
  g_test_add ("/search/many", Trace, NULL, setup, test_many, teardown);
  g_test_add ("/search/letters", Trace, NULL, setup, test_letters, teardown);
  g_test_add ("/search/tracks", Trace, NULL, setup, test_tracks, teardown);
  g_test_add ("/search/groups", Trace, NULL, setup, test_groups, teardown);
  g_test_add ("/search/nested", Trace, NULL, setup, test_nested, teardown);
  g_test_add ("/search/edges", Trace, NULL, setup, test_edges, teardown);
  return g_test_run ();
}
