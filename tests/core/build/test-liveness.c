/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

static void
assert_steps (LaminaLiveness *liveness,
              const char     *expected)
{
  g_autoptr (GString) dump = g_string_new (NULL);
  guint n;
  const LaminaLiveStep *steps = lamina_liveness_get_steps (liveness, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (dump, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " ", steps[i].at, steps[i].bytes);
  g_assert_cmpstr (dump->str, ==, expected);
}

static void
test_steps (void)
{
  g_autoptr (LaminaLiveness) liveness = lamina_liveness_new ();
  gint64 at;

  assert_steps (liveness, "");
  g_assert_cmpint (lamina_liveness_get_peak (liveness, &at), ==, 0);
  lamina_liveness_add (liveness, 0, 2, 10);
  lamina_liveness_add (liveness, 2, 3, 5);
  lamina_liveness_add (liveness, 3, 3, 10);
  lamina_liveness_add (liveness, 5, 4, 100);
  lamina_liveness_add (liveness, 1, 1, LAMINA_ABSENT);
  assert_steps (liveness, "0:10 2:15 3:15 4:0 ");
  g_assert_cmpint (lamina_liveness_get_peak (liveness, &at), ==, 15);
  g_assert_cmpint (at, ==, 2);
  lamina_liveness_add (liveness, 3, G_MAXINT64, 1);
  assert_steps (liveness, "0:10 2:15 3:16 4:1 ");
}

/* What is too much to add up stays the most that can be said. */
static void
test_large (void)
{
  g_autoptr (LaminaLiveness) liveness = lamina_liveness_new ();
  gint64 at;

  lamina_liveness_add (liveness, 1, 5, G_MAXINT64);
  lamina_liveness_add (liveness, 2, 5, G_MAXINT64);
  g_assert_cmpint (lamina_liveness_get_peak (liveness, &at), ==, G_MAXINT64);
  g_assert_cmpint (at, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/liveness/steps", test_steps);
  g_test_add_func ("/liveness/large", test_large);
  return g_test_run ();
}
