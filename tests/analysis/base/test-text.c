/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-text.h"

#define THIN "\u202f"

static void
test_group (void)
{
  g_autofree char *few = lamina_text_dup ("%u of %s", 999, "1234");
  g_autofree char *many = lamina_text_dup ("100 %% of %u kernels, %u of “%s”", 1600, 4294967295u, "copy_1600");

  g_assert_cmpstr (few, ==, "999 of 1234");
  g_assert_cmpstr (many, ==, "100 % of 1" THIN "600 kernels, 4" THIN "294" THIN "967" THIN "295 of “copy_1600”");
}

/* A translation may turn the order around. */
static void
test_order (void)
{
  const char *translation = "%3$s: %1$u – %2$s";
  g_autofree char *turned = lamina_text_dup (translation, 12345, "b", "c");

  g_assert_cmpstr (turned, ==, "c: 12" THIN "345 – b");
}

static void
test_append (void)
{
  g_autoptr (GString) text = g_string_new ("one, ");

  lamina_text_append (text, "%u", 2000);
  g_assert_cmpstr (text->str, ==, "one, 2" THIN "000");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/group", test_group);
  g_test_add_func ("/text/order", test_order);
  g_test_add_func ("/text/append", test_append);
  return g_test_run ();
}
