/* SPDX-License-Identifier: Apache-2.0 */
#include "chrome-time-private.h"

#include <string.h>

/* Times are exact: rounded once, half to even, from the digits of the file. */

static const struct
{
  const char *ts;
  const char *dur;
  gint64 start;
  gint64 end;
  guint decimals;
} times[] = {
  { "0", "0", 0, 0, 0 },
  { "1", "2", 1000, 3000, 0 },
  { "1.5", "0.25", 1500, 1750, 1 },
  { "0.0005", "0.001", 0, 2, 4 },
  { "0.0015", "0", 2, 2, 4 },
  { "0.00050000000000000000000001", "0", 1, 1, 26 },
  { "0.0004", "0.0004", 0, 1, 4 },
  { "-0.0005", "0.0005", 0, 0, 4 },
  { "-1.2345", "0", -1234, -1234, 4 },
  { "-1.2355", "0", -1236, -1236, 4 },
  { "1e3", "1E-3", 1000000, 1000001, 0 },
  { "12.5e-1", "+.5", 1250, 1750, 2 },
  { "1711999118131123.125", "17.375", 1711999118131123125, 1711999118131140500, 3 },
  { "1711999118131123.1254", "0.0001", 1711999118131123125, 1711999118131123126, 4 },
  { "3999999999999999.999", "1e15", 3999999999999999999, 4000000000000000000, 3 },
  { "1e-400", "0", 0, 0, 400 },
};

static void
test_times (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      ChromeTime ts, dur;

      g_test_message ("%s + %s", times[i].ts, times[i].dur);
      g_assert_true (chrome_time_parse (times[i].ts, strlen (times[i].ts), &ts));
      g_assert_true (chrome_time_parse (times[i].dur, strlen (times[i].dur), &dur));
      g_assert_cmpint (chrome_time_round (&ts), ==, times[i].start);
      g_assert_cmpint (chrome_time_add (&ts, &dur), ==, times[i].end);
      g_assert_cmpuint (ts.decimals, ==, times[i].decimals);
    }
}

/* What the reader hands over as digits is the same time. */
static void
test_digits (void)
{
  static const gint64 digits[] = { 0, 1, -1, 12345, -12345, 999999999999999999, -999999999999999999 };

  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    for (guint n = 0; n <= 18; n++)
      {
        g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT "e-%u", digits[i], n);
        ChromeTime parsed, set;
        gboolean fits = chrome_time_parse (text, strlen (text), &parsed);

        g_assert_cmpint (chrome_time_set (digits[i], n, &set), ==, fits);
        if (!fits)
          continue;
        g_assert_cmpint (set.nanoseconds, ==, parsed.nanoseconds);
        g_assert_cmpuint (set.fraction, ==, parsed.fraction);
        g_assert_cmpuint (set.decimals, ==, parsed.decimals);
      }
}

static void
test_no_times (void)
{
  static const char *const texts[] = { "", "-", ".", "e5", "1e", "1e+", "1x", "0x10", " 1", "1 ", "1.2.3", "nan", "inf",
                                       "4000000000000000", "99999999999999999999", "1e300" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      ChromeTime time;

      g_test_message ("%s", texts[i]);
      g_assert_false (chrome_time_parse (texts[i], strlen (texts[i]), &time));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chrome-time/times", test_times);
  g_test_add_func ("/chrome-time/digits", test_digits);
  g_test_add_func ("/chrome-time/no-times", test_no_times);
  return g_test_run ();
}
