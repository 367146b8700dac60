/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-csv.h"

static void
test_append (void)
{
  static const char *const cases[][2] = {
    { "", "" },
    { "conv2d", "conv2d" },
    { "10×64", "10×64" },
    { "a,b", "\"a,b\"" },
    { "say \"no\"", "\"say \"\"no\"\"\"" },
    { "\"", "\"\"\"\"" },
    { "two\nlines", "\"two\nlines\"" },
    { "two\rlines", "\"two\rlines\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) csv = g_string_new ("before,");

      lamina_csv_append (csv, cases[i][0]);
      g_assert_true (g_str_has_prefix (csv->str, "before,"));
      g_assert_cmpstr (csv->str + strlen ("before,"), ==, cases[i][1]);
    }
}

static void
test_append_text (void)
{
  static const struct { const char *text, *exact, *safe, *visible; } cases[] = {
    { "conv2d", "conv2d", "conv2d", "conv2d" },
    { "=1+1", "=1+1", "'=1+1", "'=1+1" },
    { "=A,B", "\"=A,B\"", "\"'=A,B\"", "\"'=A,B\"" },
    { "@sum", "@sum", "'@sum", "'@sum" },
    { "\t=1", "\t=1", "'\t=1", "' =1" },
    { "\r=1", "\"\r=1\"", "\"'\r=1\"", "' =1" },
    { "+x", "+x", "'+x", "'+x" },
    { "-", "-", "'-", "'-" },
    { "-2", "-2", "-2", "-2" },
    { "-2.5e-3", "-2.5e-3", "-2.5e-3", "-2.5e-3" },
    { "-2+3", "-2+3", "'-2+3", "'-2+3" },
    { "\357\274\2351", "\357\274\2351", "'\357\274\2351", "'\357\274\2351" },
    { "a=b", "a=b", "a=b", "a=b" },
    { "a\033[m", "a\033[m", "a\033[m", "a␛[m" },
    { "", "", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) exact = g_string_new (NULL);
      g_autoptr (GString) safe = g_string_new (NULL);
      g_autoptr (GString) visible = g_string_new (NULL);

      lamina_csv_append_text (exact, cases[i].text, LAMINA_CSV_EXACT);
      lamina_csv_append_text (safe, cases[i].text, LAMINA_CSV_PROTECTED);
      lamina_csv_append_text (visible, cases[i].text, LAMINA_CSV_PROTECTED | LAMINA_CSV_VISIBLE);
      g_assert_cmpstr (exact->str, ==, cases[i].exact);
      g_assert_cmpstr (safe->str, ==, cases[i].safe);
      g_assert_cmpstr (visible->str, ==, cases[i].visible);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/append", test_append);
  g_test_add_func ("/csv/append-text", test_append_text);
  return g_test_run ();
}
