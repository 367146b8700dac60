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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/append", test_append);
  return g_test_run ();
}
