/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-axis.h"

#include <locale.h>

#define MS G_GINT64_CONSTANT (1000000)
#define S G_GINT64_CONSTANT (1000000000)
#define DAY (86400 * S)
#define MIB (G_GINT64_CONSTANT (1) << 20)
#define NBSP "\u00a0"
#define THIN "\u202f"

static void
test_step (void)
{
  static const struct
  {
    LaminaAxisUnit unit;
    double per_px;
    double min_px;
    gint64 step;
  } cases[] = {
    { LAMINA_AXIS_NANOSECONDS, 0.001, 100, 1 },
    { LAMINA_AXIS_NANOSECONDS, 0.01, 100, 1 },
    { LAMINA_AXIS_NANOSECONDS, 0.011, 100, 2 },
    { LAMINA_AXIS_NANOSECONDS, 1, 100, 100 },
    { LAMINA_AXIS_NANOSECONDS, 1.01, 100, 200 },
    { LAMINA_AXIS_NANOSECONDS, 1926, 100, 200000 },
    { LAMINA_AXIS_NANOSECONDS, 30000, 100, 5 * MS },
    { LAMINA_AXIS_NANOSECONDS, 1e12, 100, 100000 * S },
    { LAMINA_AXIS_NANOSECONDS, 1e17, 100, 5000000000 * S },
    { LAMINA_AXIS_NANOSECONDS, 1e300, 100, 5000000000 * S },
    { LAMINA_AXIS_NANOSECONDS, 0, 100, 1 },
    { LAMINA_AXIS_STEPS, 0.3, 100, 50 },
    { LAMINA_AXIS_NODES, 2, 100, 200 },
    { LAMINA_AXIS_BYTES, 1000, 100, 131072 },
    { LAMINA_AXIS_BYTES, 1e300, 100, G_GINT64_CONSTANT (1) << 62 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (lamina_axis_get_step (cases[i].unit, cases[i].per_px, cases[i].min_px), ==, cases[i].step);
}

/* Every step of the ladder stands at least as far apart as asked for, and the one below it does not. */
static void
test_ladder (void)
{
  gint64 before = 0;

  for (double per_px = 0.01; per_px < 1e16; per_px *= 1.07)
    {
      gint64 step = lamina_axis_get_step (LAMINA_AXIS_NANOSECONDS, per_px, 100);
      gint64 leading = step;

      while (leading % 10 == 0)
        leading /= 10;
      g_assert_true (leading == 1 || leading == 2 || leading == 5);
      g_assert_cmpfloat ((double) step / per_px, >=, 99.9999);
      g_assert_true (step == 1 || (double) step / per_px <= 250.0001);
      g_assert_cmpint (step, >=, before);
      before = step;
    }
}

static const struct
{
  LaminaAxisUnit unit;
  gint64 value;
  gint64 step;
  gint64 largest;
  const char *text;
} ticks[] = {
  { LAMINA_AXIS_NANOSECONDS, 0, 5 * MS, 23 * MS, "0" },
  { LAMINA_AXIS_NANOSECONDS, 10800000, 200000, 12260000, "10.8" NBSP "ms" },
  { LAMINA_AXIS_NANOSECONDS, 11 * MS, 200000, 12260000, "11.0" NBSP "ms" },
  { LAMINA_AXIS_NANOSECONDS, 15 * MS, 5 * MS, 23 * MS, "15" NBSP "ms" },
  { LAMINA_AXIS_NANOSECONDS, 200, 200, 999, "200" NBSP "ns" },
  { LAMINA_AXIS_NANOSECONDS, 200, 200, 1000, "0.2" NBSP "µs" },
  { LAMINA_AXIS_NANOSECONDS, -400000, 200000, 12260000, "-0.4" NBSP "ms" },
  { LAMINA_AXIS_NANOSECONDS, 11 * MS + 1, 1, 11 * MS + 9, "11.000001" NBSP "ms" },
  { LAMINA_AXIS_NANOSECONDS, 3 * DAY, DAY / 864, 4 * DAY, "259" THIN "200" NBSP "s" },
  { LAMINA_AXIS_NANOSECONDS, 3 * DAY + 5, 5, 4 * DAY, "259" THIN "200.000000005" NBSP "s" },
  { LAMINA_AXIS_NANOSECONDS, G_MININT64, 1, G_MAXINT64, "-9" THIN "223" THIN "372" THIN "036.854775808" NBSP "s" },
  { LAMINA_AXIS_STEPS, 140, 20, 500, "140" },
  { LAMINA_AXIS_NODES, 5000, 1000, 10000, "5" THIN "000" },
  { LAMINA_AXIS_BYTES, 3 * MIB / 2, MIB / 2, 4 * MIB, "1.5" NBSP "MiB" },
  { LAMINA_AXIS_BYTES, 2 * MIB, MIB / 2, 4 * MIB, "2.0" NBSP "MiB" },
  { LAMINA_AXIS_BYTES, 2 * MIB + 64, 64, 4 * MIB, "2" THIN "097" THIN "216" NBSP "B" },
  { LAMINA_AXIS_BYTES, 512, 256, 700, "512" NBSP "B" },
};

static void
test_tick_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      g_autofree char *text = lamina_axis_dup_tick_text (ticks[i].unit, ticks[i].value, ticks[i].step,
                                                         ticks[i].largest);
      g_autofree char *number = lamina_axis_dup_tick_number (ticks[i].unit, ticks[i].value, ticks[i].step,
                                                             ticks[i].largest);

      g_assert_cmpstr (text, ==, ticks[i].text);
      g_assert_true (g_str_has_prefix (text, number));
    }
}

static void
test_locale (void)
{
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL && setlocale (LC_ALL, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("this machine has no locale that writes 0,5");
      return;
    }
  test_tick_text ();
  setlocale (LC_ALL, "C");
}

static void
test_words (void)
{
  g_autofree char *time = lamina_axis_dup_title (LAMINA_AXIS_NANOSECONDS, 200000, 12260000);
  g_autofree char *steps = lamina_axis_dup_title (LAMINA_AXIS_STEPS, 10, 100);
  g_autofree char *bytes = lamina_axis_dup_title (LAMINA_AXIS_BYTES, MIB, 100 * MIB);
  g_autofree char *length = lamina_axis_dup_length_text (LAMINA_AXIS_NANOSECONDS, 226300);
  g_autofree char *one = lamina_axis_dup_length_text (LAMINA_AXIS_STEPS, 1);
  g_autofree char *nodes = lamina_axis_dup_length_text (LAMINA_AXIS_NODES, 12);
  g_autofree char *size = lamina_axis_dup_length_text (LAMINA_AXIS_BYTES, 3 * MIB / 2);

  g_assert_cmpstr (time, ==, "time, ms");
  g_assert_cmpstr (steps, ==, "steps");
  g_assert_cmpstr (bytes, ==, "MiB");
  g_assert_cmpstr (length, ==, "226" NBSP "µs");
  g_assert_cmpstr (one, ==, "1" NBSP "step");
  g_assert_cmpstr (nodes, ==, "12" NBSP "nodes");
  g_assert_cmpstr (size, ==, "1.50" NBSP "MiB");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/step", test_step);
  g_test_add_func ("/axis/ladder", test_ladder);
  g_test_add_func ("/axis/tick-text", test_tick_text);
  g_test_add_func ("/axis/locale", test_locale);
  g_test_add_func ("/axis/words", test_words);
  return g_test_run ();
}
