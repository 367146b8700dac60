/* SPDX-License-Identifier: Apache-2.0 */
#include "../run-fixture.h"

/* Slices of a track: in which lane each of them lies, inside of which other, and what blocks of them add up to. */

/* The lanes of a track as text: `a[0+10] b[20+5] | c[2+3]`. */
static char *
dump_lanes (LaminaRun *run,
            guint      track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));
  GString *text = g_string_new (NULL);

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      g_string_append (text, lane > 0 ? " |" : "");
      for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
        g_string_append_printf (text, "%s%s[%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT "]", text->len > 0 ? " " : "",
                                lamina_run_get_string (run, slices->name[i]), slices->start[i], slices->duration[i]);
    }
  return g_string_free (text, FALSE);
}

static void
test_lanes (RunFixture    *self,
            gconstpointer  data)
{
  static const struct
  {
    const char *name;
    gint64 start;
    gint64 duration;
  } slices[] = { { "d", 12, 2 }, { "a", 0, 10 },  { "c", 2, 3 }, { "b", 2, 6 },  { "z", 10, 0 },
                 { "e", 20, 10 }, { "f", 25, 10 }, { "g", 26, 2 }, { "h", 31, 8 }, { "t", 5, 0 } };
  guint32 track = run_fixture_add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *lanes = NULL;
  LaminaTrack *frozen;

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    run_fixture_add_slice (self, track, slices[i].name, slices[i].start, slices[i].duration, LAMINA_NONE);
  document = run_fixture_freeze (self);
  lanes = dump_lanes (lamina_document_get_run (document, 0), 0);
  g_assert_cmpstr (lanes, ==, "a[0+10] z[10+0] d[12+2] e[20+10] h[31+8] | b[2+6] f[25+10] | c[2+3] t[5+0] g[26+2]");

  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 0), ==, 0);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 6), ==, 1);
  g_assert_cmpuint (lamina_track_get_depth (frozen, 9), ==, 2);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 7), ==, 5);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 9), ==, 6);
  g_assert_cmpuint (lamina_track_get_parent (frozen, 6), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, -5), ==, 0);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 9), ==, 0);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 10), ==, 1);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 11), ==, 2);
  g_assert_cmpuint (lamina_track_find_slice (frozen, 0, 39), ==, 5);
}

/* Whatever is thrown at it, no lane holds two slices that overlap, and every slice lies below those around it. */
static void
test_lanes_random (RunFixture    *self,
                   gconstpointer  data)
{
  guint32 track = run_fixture_add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;
  LaminaTrack *frozen;

  for (guint i = 0; i < 3000; i++)
    run_fixture_add_slice (self, track, "s", g_rand_int_range (rand, 0, 20000), g_rand_int_range (rand, 0, i % 9 == 0 ? 2000 : 40),
                           LAMINA_NONE);
  document = run_fixture_freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  slices = lamina_track_get_slices (frozen);
  g_assert_cmpuint (slices->n, ==, 3000);
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        g_assert_cmpuint (lamina_track_get_depth (frozen, i), ==, lane);
        if (i > slices->first[lane])
          g_assert_cmpint (slices->start[i - 1] + slices->duration[i - 1], <=, slices->start[i]);
        for (guint j = slices->first[lane]; j < slices->n; j++)
          if (slices->start[j] < slices->start[i] &&
              slices->start[j] + slices->duration[j] > slices->start[i] + slices->duration[i])
            g_assert_cmpuint (lamina_track_get_depth (frozen, j), <, lane);
      }
}

/* The slice of the deepest lane above that holds it, found by looking at all. Of what takes no time the first holds. */
static guint32
find_parent (LaminaTrack *track,
             guint        slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 start = slices->start[slice], end = start + slices->duration[slice];

  for (guint lane = lamina_track_get_depth (track, slice); lane-- > 0;)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        gint64 other = slices->start[i] + slices->duration[i];

        if (slices->start[i] <= start && other >= end && (other > start || slices->duration[i] == 0))
          return i;
      }
  return LAMINA_NONE;
}

/* Few lanes are looked through when somebody asks, many have an index. */
static void
test_parents (RunFixture    *self,
              gconstpointer  data)
{
  static const int longest[] = { 40, 400, 4000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (LaminaDocument) document = NULL;
  guint most_lanes = 0;

  for (guint t = 0; t < G_N_ELEMENTS (longest); t++)
    {
      guint32 track = run_fixture_add_track (self, "track", LAMINA_GROUP_HOST);

      for (guint i = 0; i < 2000; i++)
        run_fixture_add_slice (self, track, "s", g_rand_int_range (rand, 0, 4000),
                               g_rand_int_range (rand, 0, 5) == 0 ? 0 : g_rand_int_range (rand, 0, longest[t]), LAMINA_NONE);
    }
  document = run_fixture_freeze (self);
  for (guint t = 0; t < G_N_ELEMENTS (longest); t++)
    {
      LaminaTrack *track = lamina_run_get_track (lamina_document_get_run (document, 0), t);
      g_autofree guint32 *parents = lamina_track_dup_parents (track);

      most_lanes = MAX (most_lanes, lamina_track_get_slices (track)->n_lanes);
      for (guint i = 0; i < lamina_track_get_slices (track)->n; i++)
        {
          g_assert_cmpuint (lamina_track_get_parent (track, i), ==, find_parent (track, i));
          g_assert_cmpuint (parents[i], ==, find_parent (track, i));
        }
    }
  g_assert_cmpuint (most_lanes, >, 200);
}

/* Many slices that overlap without nesting must not take time in the square of their number. */
static void
test_lanes_staircase (RunFixture    *self,
                      gconstpointer  data)
{
  guint32 track = run_fixture_add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;

  for (guint i = 0; i < 20000; i++)
    run_fixture_add_slice (self, track, "s", i, 20000, LAMINA_NONE);
  document = run_fixture_freeze (self);
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_document_get_run (document, 0), 0));
  g_assert_cmpuint (slices->n, ==, 20000);
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane] + 1; i < slices->first[lane + 1]; i++)
      g_assert_cmpint (slices->start[i - 1] + slices->duration[i - 1], <=, slices->start[i]);
}

/* Blocks against sums made the plain way. */
static void
test_levels (RunFixture    *self,
             gconstpointer  data)
{
  guint32 track = run_fixture_add_track (self, "track", LAMINA_GROUP_HOST);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;
  LaminaTrack *frozen;
  gint64 start = 0;
  gint64 span = 1;

  for (guint i = 0; i < 5000; i++)
    {
      gint64 duration = g_rand_int_range (rand, 0, 50);

      run_fixture_add_slice (self, track, i % 3 == 0 ? "conv2d" : "relu", start, duration, LAMINA_NONE);
      if (i % 7 == 0 && duration > 4)
        run_fixture_add_slice (self, track, "inside", start + 1, duration - 2, LAMINA_NONE);
      start += duration + g_rand_int_range (rand, 0, 20);
    }
  document = run_fixture_freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  slices = lamina_track_get_slices (frozen);
  g_assert_cmpuint (slices->n_lanes, ==, 2);
  g_assert_cmpuint (lamina_track_get_n_levels (frozen), ==, 4);
  for (guint level = 1; level <= 4; level++)
    {
      span *= LAMINA_LOD_FANOUT;
      for (guint lane = 0; lane < 2; lane++)
        {
          guint n;
          const LaminaSliceBlock *blocks = lamina_track_get_slice_blocks (frozen, lane, level, &n);
          guint lane_n = slices->first[lane + 1] - slices->first[lane];

          if (level > 1 && n <= 1 && lane == 1)
            continue;
          g_assert_cmpuint (n, ==, (lane_n + span - 1) / span);
          for (guint i = 0; i < n; i++)
            {
              guint first = slices->first[lane] + i * (guint) span;
              guint end = MIN (first + (guint) span, slices->first[lane + 1]);
              gint64 busy = 0;

              for (guint s = first; s < end; s++)
                busy += slices->duration[s];
              g_assert_cmpint (blocks[i].start, ==, slices->start[first]);
              g_assert_cmpint (blocks[i].end, ==, slices->start[end - 1] + slices->duration[end - 1]);
              g_assert_cmpint (blocks[i].busy, ==, busy);
              g_assert_cmpint (blocks[i].family_busy, <=, busy);
            }
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/lanes/" name, RunFixture, NULL, run_fixture_setup, func, run_fixture_teardown)
  ADD ("lanes", test_lanes);
  ADD ("random", test_lanes_random);
  ADD ("parents", test_parents);
  ADD ("staircase", test_lanes_staircase);
  ADD ("levels", test_levels);
  return g_test_run ();
}
