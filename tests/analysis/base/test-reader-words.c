/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-reader-words.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

static void
assert_title (const char *title,
              const char *expected)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  lamina_builder_add_run (builder, title, LAMINA_AXIS_NODES, LAMINA_TIMING_ORDER);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (lamina_reader_word_get_title (lamina_document_get_run (document, 0)), ==, expected);
}

static void
assert_numbered (const char *title,
                 const char *number)
{
  g_autofree char *whole = g_strconcat (title, number, NULL);
  g_autofree char *expected = g_strconcat (dgettext ("lamina", title), number, NULL);

  g_assert_cmpstr (expected, !=, whole);
  assert_title (whole, expected);
}

static void
test_same (void)
{
  static const char own[] = "python3 (4242)";
  static const char *const titles[] = { "nodes", "resnet18", "layers (2)", "Report 12", "", "7", "(2)", " (2)", ")", "2)", "a 2)" };

  g_assert_true (lamina_reader_word_translate (own) == own);
  g_assert_cmpstr (lamina_reader_word_translate ("Live memory"), ==, "Live memory");
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    assert_title (titles[i], titles[i]);
}

/* What the file itself says stays as it is in every language. */
static void
test_german (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);

  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("this system has no German locale");
      return;
    }
  g_setenv ("LANGUAGE", "de", TRUE);
  bindtextdomain ("lamina", folder);
  bind_textdomain_codeset ("lamina", "UTF-8");
  if (strcmp (dgettext ("lamina", "Live memory"), "Live memory") == 0)
    g_test_skip ("the translations are not built");
  else
    {
      g_assert_cmpstr (lamina_reader_word_translate ("Live memory"), ==, dgettext ("lamina", "Live memory"));
      g_assert_cmpstr (lamina_reader_word_translate ("Live memory 2"), ==, "Live memory 2");
      assert_title ("nodes", dgettext ("lamina", "nodes"));
      assert_numbered ("Report", " 2");
      assert_numbered ("layers", " (13)");
      assert_title ("layers 2)", "layers 2)");
      assert_title ("layers (2", "layers (2");
      assert_title ("Report of 2", "Report of 2");
      /* A word of the window that no reader gives. */
      g_assert_cmpstr (lamina_reader_word_translate ("Type"), ==, "Type");
    }
  setlocale (LC_ALL, "C.UTF-8");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reader-words/same", test_same);
  g_test_add_func ("/reader-words/german", test_german);
  return g_test_run ();
}
