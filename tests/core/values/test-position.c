/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <string.h>

static const struct
{
  const char *text;
  gint64 value;
} positions[] = {
  { "10ms", 10000000 }, { " 2.5 s ", 2500000000 }, { "7us", 7000 },     { "7µs", 7000 }, { "7\u03bcs", 7000 },
  { "3 ns", 3 },        { "12", 12 },              { "-1ms", -1000000 }, { "0", 0 },
};

static const char *const no_positions[] = { "", "ms", "1 m", "1,5ms", "1ms2", "x", "1e30s", "--1" };

static void
test_positions (void)
{
  gint64 value = 0;

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    {
      g_assert_true (lamina_position_parse (positions[i].text, strlen (positions[i].text), &value));
      g_assert_cmpint (value, ==, positions[i].value);
    }
  value = 42;
  for (guint i = 0; i < G_N_ELEMENTS (no_positions); i++)
    {
      g_assert_false (lamina_position_parse (no_positions[i], strlen (no_positions[i]), &value));
      g_assert_cmpint (value, ==, 42);
    }
}

static const struct
{
  const char *text;
  gint64 start;
  gint64 end;
} ranges[] = {
  { "10ms..20ms", 10000000, 20000000 }, { "10..20ms", 10000000, 20000000 }, { "500us .. 1 ms", 500000, 1000000 },
  { "3..8", 3, 8 },                     { "0.5..1.5s", 500000000, 1500000000 },
};

static const char *const no_ranges[] = { "", "..", "1..", "..1", "10ms", "20ms..10ms", "1..1", "1ms...x", "10ms-20ms" };

static void
test_ranges (void)
{
  gint64 start = 1;
  gint64 end = 2;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_assert_true (lamina_position_parse_range (ranges[i].text, &start, &end));
      g_assert_cmpint (start, ==, ranges[i].start);
      g_assert_cmpint (end, ==, ranges[i].end);
    }
  for (guint i = 0; i < G_N_ELEMENTS (no_ranges); i++)
    g_assert_false (lamina_position_parse_range (no_ranges[i], &start, &end));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/position/positions", test_positions);
  g_test_add_func ("/position/ranges", test_ranges);
  return g_test_run ();
}
