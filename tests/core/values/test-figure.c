/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <locale.h>
#include <math.h>

/* Spaces of figures stand as `_` (no-break) and `'` (thin) in the tables below, so that they can be seen. */
static char *
show_spaces (char *text)
{
  g_autofree G_GNUC_UNUSED char *owned = text;
  GString *shown = g_string_new (text);

  g_string_replace (shown, "\u00a0", "_", 0);
  g_string_replace (shown, "\u202f", "'", 0);
  g_string_replace (shown, "\u2212", "-", 0);
  g_string_replace (shown, "\u2014", "--", 0);
  return g_string_free (shown, FALSE);
}

#define assert_figure(made, expected)             \
  G_STMT_START                                    \
    {                                             \
      g_autofree char *figure = show_spaces (made); \
      g_assert_cmpstr (figure, ==, expected);     \
    }                                             \
  G_STMT_END

typedef struct
{
  gint64 value;
  const char *text;
} Case;

static void
check (const Case *cases,
       guint       n,
       LaminaUnit  unit)
{
  for (guint i = 0; i < n; i++)
    assert_figure (lamina_figure_dup (cases[i].value, unit), cases[i].text);
}

static void
test_time (void)
{
  static const Case cases[] = {
    { 0, "0_ns" },
    { 1, "1_ns" },
    { 999, "999_ns" },
    { 1000, "1.00_\u00b5s" },
    { 12449, "12.4_\u00b5s" },
    { 12451, "12.5_\u00b5s" },
    { 226300, "226_\u00b5s" },
    { 999499, "999_\u00b5s" },
    { 999600, "1.00_ms" },
    { 9996000, "10.0_ms" },
    { 99960000, "100_ms" },
    { 22430145, "22.4_ms" },
    { 999600000, "1.00_s" },
    { 61500000000, "61.5_s" },
    { 999400000000, "999_s" },
    { 999600000000, "1'000_s" },
    { 1234567890123, "1'235_s" },
    { G_MAXINT64, "9'223'372'037_s" },
    { -226300, "-226_\u00b5s" },
    { -999600, "-1.00_ms" },
    { G_MININT64 + 1, "-9'223'372'037_s" },
    { LAMINA_ABSENT, "--" },
  };

  check (cases, G_N_ELEMENTS (cases), LAMINA_UNIT_NANOSECONDS);
}

static void
test_bytes (void)
{
  static const Case cases[] = {
    { 0, "0_B" },
    { 1, "1_B" },
    { 1023, "1'023_B" },
    { 1024, "1.00_KiB" },
    { 1536, "1.50_KiB" },
    { 1023 * 1024, "1'023_KiB" },
    { 1048575, "1.00_MiB" },
    { 96337920, "91.9_MiB" },
    { 2551250656, "2.38_GiB" },
    { G_MAXINT64, "8.00_EiB" },
    { -1536, "-1.50_KiB" },
    { LAMINA_ABSENT, "--" },
  };

  check (cases, G_N_ELEMENTS (cases), LAMINA_UNIT_BYTES);
}

static void
test_numbers (void)
{
  static const Case flop[] = {
    { 0, "0_FLOP" },
    { 512, "512_FLOP" },
    { 1027604480, "1.03_GFLOP" },
    { 999499999999, "999_GFLOP" },
    { 999500000001, "1.00_TFLOP" },
    { 81954092640, "82.0_GFLOP" },
    { G_MAXINT64, "9.22_EFLOP" },
  };
  static const Case plain[] = {
    { 0, "0" },
    { 240, "240" },
    { 12345, "12.3_k" },
    { -12345, "-12.3_k" },
  };
  static const Case percent[] = {
    { 12, "12_%" },
    { 100, "100_%" },
    { 12345, "12'345_%" },
  };

  check (flop, G_N_ELEMENTS (flop), LAMINA_UNIT_FLOP);
  check (plain, G_N_ELEMENTS (plain), LAMINA_UNIT_NONE);
  check (percent, G_N_ELEMENTS (percent), LAMINA_UNIT_PERCENT);
}

static void
test_real (void)
{
  assert_figure (lamina_figure_dup_real (NAN, LAMINA_UNIT_BYTES), "--");
  assert_figure (lamina_figure_dup_real (INFINITY, LAMINA_UNIT_NONE), "\u221e");
  assert_figure (lamina_figure_dup_real (-INFINITY, LAMINA_UNIT_FLOP), "-\u221e");
  assert_figure (lamina_figure_dup_real (0, LAMINA_UNIT_NANOSECONDS), "0_ns");
  assert_figure (lamina_figure_dup_real (-0.0, LAMINA_UNIT_NANOSECONDS), "0_ns");
  assert_figure (lamina_figure_dup_real (0.25, LAMINA_UNIT_NANOSECONDS), "0.250_ns");
  assert_figure (lamina_figure_dup_real (5.256, LAMINA_UNIT_NANOSECONDS), "5.26_ns");
  assert_figure (lamina_figure_dup_real (999.7, LAMINA_UNIT_NANOSECONDS), "1.00_\u00b5s");
  assert_figure (lamina_figure_dup_real (12.34, LAMINA_UNIT_PERCENT), "12.3_%");
  assert_figure (lamina_figure_dup_real (0.0123, LAMINA_UNIT_PERCENT), "0.0123_%");
  assert_figure (lamina_figure_dup_real (99.97, LAMINA_UNIT_PERCENT), "100_%");
  assert_figure (lamina_figure_dup_real (0.000000123, LAMINA_UNIT_NONE), "1.23e-07");
  assert_figure (lamina_figure_dup_real (1e300, LAMINA_UNIT_NONE), "1.00e+300");
  assert_figure (lamina_figure_dup_real (1e300, LAMINA_UNIT_BYTES), "8.27e+275_YiB");
  assert_figure (lamina_figure_dup_real (1e300, LAMINA_UNIT_NANOSECONDS), "1.00e+291_s");
  assert_figure (lamina_figure_dup_real (999.6e24, LAMINA_UNIT_NONE), "1.00e+27");
  assert_figure (lamina_figure_dup_real (1023.7, LAMINA_UNIT_BYTES), "1.00_KiB");
  assert_figure (lamina_figure_dup_real (1000.4, LAMINA_UNIT_BYTES), "1'000_B");
}

static void
test_rate (void)
{
  assert_figure (lamina_figure_dup_rate (3.6537e12, LAMINA_UNIT_FLOP), "3.65_TFLOP/s");
  assert_figure (lamina_figure_dup_rate (240e9, LAMINA_UNIT_BYTES), "240_GB/s");
  assert_figure (lamina_figure_dup_rate (999.6e9, LAMINA_UNIT_BYTES), "1.00_TB/s");
  assert_figure (lamina_figure_dup_rate (0, LAMINA_UNIT_BYTES), "0_B/s");
  assert_figure (lamina_figure_dup_rate (NAN, LAMINA_UNIT_FLOP), "--");
  assert_figure (lamina_figure_dup_rate (INFINITY, LAMINA_UNIT_FLOP), "\u221e");
}

static void
test_exact (void)
{
  assert_figure (lamina_figure_dup_exact (226300, LAMINA_UNIT_NANOSECONDS), "226'300_ns");
  assert_figure (lamina_figure_dup_exact (96337920, LAMINA_UNIT_BYTES), "96'337'920_bytes");
  assert_figure (lamina_figure_dup_exact (1, LAMINA_UNIT_BYTES), "1_byte");
  assert_figure (lamina_figure_dup_exact (0, LAMINA_UNIT_FLOP), "0_FLOP");
  assert_figure (lamina_figure_dup_exact (999, LAMINA_UNIT_NONE), "999");
  assert_figure (lamina_figure_dup_exact (-1000, LAMINA_UNIT_NONE), "-1'000");
  assert_figure (lamina_figure_dup_exact (G_MAXINT64, LAMINA_UNIT_NONE), "9'223'372'036'854'775'807");
  assert_figure (lamina_figure_dup_exact (G_MININT64 + 1, LAMINA_UNIT_NONE), "-9'223'372'036'854'775'807");
  assert_figure (lamina_figure_dup_exact (LAMINA_ABSENT, LAMINA_UNIT_BYTES), "--");
}

static void
test_exact_real (void)
{
  assert_figure (lamina_figure_dup_exact_real (0.25, LAMINA_UNIT_PERCENT), "0.25_%");
  assert_figure (lamina_figure_dup_exact_real (1, LAMINA_UNIT_BYTES), "1_byte");
  assert_figure (lamina_figure_dup_exact_real (1.5, LAMINA_UNIT_BYTES), "1.5_bytes");
  assert_figure (lamina_figure_dup_exact_real (2884.3333, LAMINA_UNIT_NANOSECONDS), "2'884.33_ns");
  assert_figure (lamina_figure_dup_exact_real (-99999.96, LAMINA_UNIT_NONE), "-100'000");
  assert_figure (lamina_figure_dup_exact_real (8.15e12, LAMINA_UNIT_FLOP), "8'150'000'000'000_FLOP");
  assert_figure (lamina_figure_dup_exact_real (0.111616, LAMINA_UNIT_MILLISECONDS), "0.111616_ms");
  assert_figure (lamina_figure_dup_real (0.0132587, LAMINA_UNIT_MILLISECONDS), "0.0132587_ms");
  assert_figure (lamina_figure_dup_real (12.5, LAMINA_UNIT_MICROSECONDS), "12.5_\u00b5s");
  assert_figure (lamina_figure_dup_plain (0.0132587), "0.0132587");
  assert_figure (lamina_figure_dup_plain (0.1 + 0.2), "0.30000000000000004");
  assert_figure (lamina_figure_dup_plain (12), "12");
  assert_figure (lamina_figure_dup_plain (-9e22), "-9e+22");
  g_assert_null (lamina_figure_dup_plain (NAN));
  assert_figure (lamina_figure_dup_exact_real (3e20, LAMINA_UNIT_FLOP), "3e+20_FLOP");
  assert_figure (lamina_figure_dup_exact_real (NAN, LAMINA_UNIT_BYTES), "--");
}

/* No number may have more than three digits after its border to the next prefix was rounded away. */
static void
test_borders (void)
{
  static const LaminaUnit units[] = { LAMINA_UNIT_NONE, LAMINA_UNIT_FLOP };

  for (guint u = 0; u < G_N_ELEMENTS (units); u++)
    for (double power = 1; power < 1e16; power *= 10)
      for (int tenth = 9980; tenth <= 10010; tenth++)
        {
          g_autofree char *text = lamina_figure_dup ((gint64) (power * tenth / 10), units[u]);
          guint digits = 0;

          for (const char *p = text; *p; p++)
            digits += g_ascii_isdigit (*p);
          g_assert_cmpuint (digits, <=, 3);
          g_assert_cmpuint (digits, >=, 1);
        }
}

static void
test_values (void)
{
  LaminaValue bytes = LAMINA_VALUE_INIT_INTEGER (1536, LAMINA_UNIT_BYTES);
  LaminaValue share = LAMINA_VALUE_INIT_REAL (12.5, LAMINA_UNIT_PERCENT);

  assert_figure (lamina_value_dup_words (&bytes, FALSE), "1.50_KiB");
  assert_figure (lamina_value_dup_words (&bytes, TRUE), "1.50_KiB (1'536_bytes)");
  assert_figure (lamina_value_dup_words (&share, TRUE), "12.5_%");
  assert_figure (lamina_value_dup_words (&LAMINA_VALUE_INIT_INTEGER (1234567, LAMINA_UNIT_NONE), FALSE), "1234567");
  assert_figure (lamina_value_dup_words (&LAMINA_VALUE_INIT_TEXT ("[7,7]"), TRUE), "[7,7]");
  bytes.estimated = TRUE;
  assert_figure (lamina_value_dup_words (&bytes, FALSE), "≈_1.50_KiB");
}

static void
test_locale (void)
{
  if (!setlocale (LC_NUMERIC, "de_DE.UTF-8"))
    {
      g_test_skip ("the locale de_DE.UTF-8 is not installed");
      return;
    }

  assert_figure (lamina_figure_dup (12400, LAMINA_UNIT_NANOSECONDS), "12.4_\u00b5s");
  assert_figure (lamina_figure_dup_rate (3.6537e12, LAMINA_UNIT_FLOP), "3.65_TFLOP/s");
  setlocale (LC_NUMERIC, "C");
}

/* What people read has the point that was chosen, what programs read has not. */
static void
test_point (void)
{
  g_autofree char *plain = lamina_figure_dup_plain (12.5);

  lamina_figure_set_point (',');
  assert_figure (lamina_figure_dup (12400, LAMINA_UNIT_NANOSECONDS), "12,4_\u00b5s");
  assert_figure (lamina_figure_dup (1536, LAMINA_UNIT_BYTES), "1,50_KiB");
  assert_figure (lamina_figure_dup_rate (3.6537e12, LAMINA_UNIT_FLOP), "3,65_TFLOP/s");
  assert_figure (lamina_figure_dup_exact_real (2.25, LAMINA_UNIT_MILLISECONDS), "2,25_ms");
  assert_figure (lamina_figure_dup_plain (12.5), "12.5");
  g_assert_cmpint (lamina_figure_get_point (), ==, ',');
  lamina_figure_set_point ('.');
  assert_figure (lamina_figure_dup (12400, LAMINA_UNIT_NANOSECONDS), "12.4_\u00b5s");
  g_assert_cmpstr (plain, ==, "12.5");
}

/* A number that a caller scales has groups, too, unless they have no room. */
static void
test_format (void)
{
  char text[24], narrow[10];

  lamina_figure_format (text, sizeof text, "%.1f", -1234567.8);
  assert_figure (g_strdup (text), "-1'234'567.8");
  lamina_figure_format (narrow, sizeof narrow, "%.0f", 1234567);
  assert_figure (g_strdup (narrow), "1234567");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/figure/time", test_time);
  g_test_add_func ("/figure/bytes", test_bytes);
  g_test_add_func ("/figure/numbers", test_numbers);
  g_test_add_func ("/figure/real", test_real);
  g_test_add_func ("/figure/format", test_format);
  g_test_add_func ("/figure/rate", test_rate);
  g_test_add_func ("/figure/exact", test_exact);
  g_test_add_func ("/figure/exact real", test_exact_real);
  g_test_add_func ("/figure/borders", test_borders);
  g_test_add_func ("/figure/values", test_values);
  g_test_add_func ("/figure/locale", test_locale);
  g_test_add_func ("/figure/point", test_point);

  return g_test_run ();
}
