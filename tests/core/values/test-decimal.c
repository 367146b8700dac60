/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-decimal-plain.h"

typedef struct
{
  const char *text;
  int scale;
  gint64 value;
} Good;

static const Good good[] = {
  { "0", 0, 0 },
  { "-0", 9, 0 },
  { "0.0e5", 9, 0 },
  { "0e999999999999999999999", 0, 0 },
  { "1", 9, 1000000000 },
  { "+1", 0, 1 },
  { ".5", 1, 5 },
  { "5.", 1, 50 },
  { "007", 0, 7 },
  { "0.146449", 9, 146449000 },
  { "0.14788", 9, 147880000 },
  { "1e3", 0, 1000 },
  { "1E+3", 0, 1000 },
  { "12e-1", 0, 1 },
  { "-1.5e-3", 6, -1500 },
  { "100e-2", 0, 1 },
  /* Half to even, from the digits. */
  { "0.5", 0, 0 },
  { "1.5", 0, 2 },
  { "2.5", 0, 2 },
  { "-2.5", 0, -2 },
  { "-3.5", 0, -4 },
  { "2.50000000000000000000000000000000001", 0, 3 },
  { "2.5000000000000000000000000000000000", 0, 2 },
  { "2.49999999999999999999999999999999999", 0, 2 },
  { "0.0005", 3, 0 },
  { "0.00051", 3, 1 },
  { "0.0015", 3, 2 },
  { "5e-10", 9, 0 },
  { "-0.5e-9", 9, 0 },
  { "-0.6e-9", 9, -1 },
  { "1.5e-9", 9, 2 },
  { "1e-400", 9, 0 },
  { "9999999999999999999e-20", 0, 0 },
  { "9999999999999999999e-19", 0, 1 },
  { "5000000000000000000e-19", 0, 0 },
  { "5000000000000000001e-19", 0, 1 },
  { "50000000000000000001e-20", 0, 1 },
  /* What a double can't hold: microseconds since 1970 with three decimals, as nanoseconds. */
  { "1700000000123456.789", 3, 1700000000123456789 },
  { "1700000000123456.789500", 3, 1700000000123456790 },
  { "1700000000123456.788500", 3, 1700000000123456788 },
  { "1700000000.123456789", 9, 1700000000123456789 },
  /* The edges of 64 bits. */
  { "9223372036854775807", 0, G_MAXINT64 },
  { "-9223372036854775807", 0, -G_MAXINT64 },
  { "9223372036854775807.4999", 0, G_MAXINT64 },
  { "9.223372036854775807", 18, G_MAXINT64 },
  { "92233720368547758070000000e-7", 0, G_MAXINT64 },
  { "0.0000000000000000000000000000009223372036854775807e30", 19, G_MAXINT64 },
  { "000000000000000000000000000000000000001", 0, 1 },
  { "0.000000000000000000000000000000000001e36", 0, 1 },
  { "12345678901234567890123456789e-10", 0, 1234567890123456789 },
  /* A negative scale counts larger units. */
  { "1500", -3, 2 },
  { "2500", -3, 2 },
};

static const Good bad[] = {
  { "", 0, 0 },
  { "-", 0, 0 },
  { "+", 0, 0 },
  { ".", 0, 0 },
  { "-.", 0, 0 },
  { "e5", 0, 0 },
  { ".e5", 0, 0 },
  { "1e", 0, 0 },
  { "1e+", 0, 0 },
  { "1e5.5", 0, 0 },
  { "1.2.3", 0, 0 },
  { "--1", 0, 0 },
  { "1 ", 0, 0 },
  { " 1", 0, 0 },
  { "1,5", 0, 0 },
  { "0x10", 0, 0 },
  { "nan", 0, 0 },
  { "Infinity", 0, 0 },
  { "1e400", 0, 0 },
  { "1e999999999999999999999", 0, 0 },
  { "9223372036854775808", 0, 0 },
  { "-9223372036854775808", 0, 0 },
  { "9223372036854775807.5", 0, 0 },
  { "18446744073709551616", 0, 0 },
  { "99999999999999999999", 0, 0 },
  { "9223372036854775807", 1, 0 },
  { "10000000000", 9, 0 },
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      gint64 value = 42;

      g_test_message ("%s", good[i].text);
      g_assert_true (lamina_decimal_parse (good[i].text, strlen (good[i].text), good[i].scale, &value));
      g_assert_cmpint (value, ==, good[i].value);
    }
}

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint64 value = 42;

      g_test_message ("%s", bad[i].text);
      g_assert_false (lamina_decimal_parse (bad[i].text, strlen (bad[i].text), bad[i].scale, &value));
      g_assert_cmpint (value, ==, 42);
    }
}

/* Only @length bytes count, so that no copy of a token is needed. */
static void
test_length (void)
{
  gint64 value;

  g_assert_true (lamina_decimal_parse ("123,456", 3, 0, &value));
  g_assert_cmpint (value, ==, 123);
  g_assert_true (lamina_decimal_parse ("12e3", 2, 0, &value));
  g_assert_cmpint (value, ==, 12);
}

/* A number of a million digits is exact as well. */
static void
test_long (void)
{
  GString *text = g_string_new ("2.5");
  gint64 value;

  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (text, '0');
  g_assert_true (lamina_decimal_parse (text->str, text->len, 0, &value));
  g_assert_cmpint (value, ==, 2);
  text->str[text->len - 1] = '1';
  g_assert_true (lamina_decimal_parse (text->str, text->len, 0, &value));
  g_assert_cmpint (value, ==, 3);
  g_string_assign (text, "0.");
  for (guint i = 0; i < 999999; i++)
    g_string_append_c (text, '0');
  g_string_append (text, "7e1000000");
  g_assert_true (lamina_decimal_parse (text->str, text->len, 0, &value));
  g_assert_cmpint (value, ==, 7);
  g_string_free (text, TRUE);
}

static void
test_whole (void)
{
  gint64 value = 42;

  g_assert_true (lamina_decimal_parse_whole ("5.0", 3, &value));
  g_assert_cmpint (value, ==, 5);
  g_assert_true (lamina_decimal_parse_whole ("1e3", 3, &value));
  g_assert_cmpint (value, ==, 1000);
  g_assert_true (lamina_decimal_parse_whole ("1500e-2", 7, &value));
  g_assert_cmpint (value, ==, 15);
  g_assert_true (lamina_decimal_parse_whole ("0e-99", 5, &value));
  g_assert_cmpint (value, ==, 0);
  g_assert_true (lamina_decimal_parse_whole ("1.00000000000000000000000", 25, &value));
  g_assert_cmpint (value, ==, 1);
  value = 42;
  g_assert_false (lamina_decimal_parse_whole ("5.5", 3, &value));
  g_assert_false (lamina_decimal_parse_whole ("1e-3", 4, &value));
  g_assert_false (lamina_decimal_parse_whole ("1e-99", 5, &value));
  g_assert_false (lamina_decimal_parse_whole ("1.00000000000000000000001", 25, &value));
  g_assert_cmpint (value, ==, 42);
}

static void
test_uint64 (void)
{
  guint64 value = 42;

  g_assert_false (lamina_decimal_parse_uint64 ("", 0, &value));
  g_assert_false (lamina_decimal_parse_uint64 ("-1", 2, &value));
  g_assert_false (lamina_decimal_parse_uint64 ("+1", 2, &value));
  g_assert_false (lamina_decimal_parse_uint64 ("1.0", 3, &value));
  g_assert_false (lamina_decimal_parse_uint64 ("18446744073709551616", 20, &value));
  g_assert_false (lamina_decimal_parse_uint64 ("99999999999999999999", 20, &value));
  g_assert_cmpuint (value, ==, 42);
  g_assert_true (lamina_decimal_parse_uint64 ("18446744073709551615", 20, &value));
  g_assert_cmpuint (value, ==, G_MAXUINT64);
  g_assert_true (lamina_decimal_parse_uint64 ("00012", 5, &value));
  g_assert_cmpuint (value, ==, 12);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decimal/good", test_good);
  g_test_add_func ("/decimal/bad", test_bad);
  g_test_add_func ("/decimal/length", test_length);
  g_test_add_func ("/decimal/long", test_long);
  g_test_add_func ("/decimal/whole", test_whole);
  g_test_add_func ("/decimal/uint64", test_uint64);
  return g_test_run ();
}
