/* SPDX-License-Identifier: Apache-2.0 */
#include "megengine-ranges.h"

/* The union of ranges, against a plain array of bytes. */

#define N_BYTES 97
#define N_RANGES 40
#define N_STEPS 2000

typedef struct
{
  guint64 begin;
  guint64 end;
  gboolean is_in;
} Range;

static guint64
count_covered (const Range *ranges)
{
  gboolean covered[N_BYTES] = { FALSE };
  guint64 n = 0;

  for (guint i = 0; i < N_RANGES; i++)
    for (guint64 byte = ranges[i].begin; ranges[i].is_in && byte < ranges[i].end; byte++)
      covered[byte] = TRUE;
  for (guint i = 0; i < N_BYTES; i++)
    n += covered[i];
  return n;
}

static void
test_random (void)
{
  g_autoptr (MegengineRanges) tree = megengine_ranges_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (50);
  Range ranges[N_RANGES];

  for (guint i = 0; i < N_RANGES; i++)
    {
      guint64 begin = (guint64) g_rand_int_range (random, 0, N_BYTES);

      ranges[i] = (Range) { begin, (guint64) g_rand_int_range (random, (gint32) begin, N_BYTES), FALSE };
      megengine_ranges_declare (tree, ranges[i].begin, ranges[i].end);
    }
  g_assert_cmpuint (megengine_ranges_get_covered (tree), ==, 0);
  for (guint i = 0; i < N_STEPS; i++)
    {
      Range *range = &ranges[g_rand_int_range (random, 0, N_RANGES)];

      if (range->is_in)
        megengine_ranges_remove (tree, range->begin, range->end);
      else
        megengine_ranges_add (tree, range->begin, range->end);
      range->is_in = !range->is_in;
      g_assert_cmpuint (megengine_ranges_get_covered (tree), ==, count_covered (ranges));
    }
}

static void
test_extremes (void)
{
  g_autoptr (MegengineRanges) tree = megengine_ranges_new ();

  g_assert_cmpuint (megengine_ranges_get_covered (tree), ==, 0);
  megengine_ranges_declare (tree, 5, 5);
  megengine_ranges_declare (tree, 9, 3);
  megengine_ranges_declare (tree, 0, G_MAXUINT64);
  megengine_ranges_add (tree, 5, 5);
  megengine_ranges_add (tree, 9, 3);
  g_assert_cmpuint (megengine_ranges_get_covered (tree), ==, 0);
  megengine_ranges_add (tree, 0, G_MAXUINT64);
  megengine_ranges_add (tree, 0, G_MAXUINT64);
  megengine_ranges_remove (tree, 0, G_MAXUINT64);
  g_assert_cmpuint (megengine_ranges_get_covered (tree), ==, G_MAXUINT64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/megengine/ranges/random", test_random);
  g_test_add_func ("/megengine/ranges/extremes", test_extremes);
  return g_test_run ();
}
