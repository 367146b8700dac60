/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

/* Words that plugins write themselves are translated, and nothing else is: with the translations of the build. */

static gboolean
be_german (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);

  g_setenv ("LANGUAGE", "de", TRUE);
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain ("lamina", folder);
  bind_textdomain_codeset ("lamina", "UTF-8");
  if (strcmp (dgettext ("lamina", "Live memory"), "Live memory") != 0)
    return TRUE;
  g_test_skip ("the translations are not built, or this system has no locale that takes them");
  return FALSE;
}

static void
be_plain (void)
{
  g_unsetenv ("LANGUAGE");
  setlocale (LC_ALL, "C.UTF-8");
}

static char *
write_file (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;

  g_close (g_file_open_tmp ("words-XXXXXX.json", &path, &error), &error);
  g_assert_no_error (error);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
assert_translated (const char *shown,
                   const char *title,
                   const char *word)
{
  g_autofree char *expected = g_strconcat (dgettext ("lamina", word), title + strlen (word), NULL);

  g_assert_true (g_str_has_prefix (title, word));
  g_assert_cmpstr (dgettext ("lamina", word), !=, word);
  g_assert_cmpstr (shown, ==, expected);
}

/* Titles of runs, numbered ones too. */
static void
test_titles (void)
{
  static const struct
  {
    const char *format;
    const char *file;
    guint run;
    const char *word;
  } runs[] = {
    { "chainer", "chainer/small.txt", 0, "By rank" },
    { "megengine", "megengine/host-only.json", 0, "Profile" },
    { "tensorflow", "tensorflow/small.txt", 0, "nodes" },
    { "tensorflow", "tensorflow/small.txt", 1, "bytes" },
    { "tensorrt", "tensorrt/small.graph.json", 0, "layers" },
    { "tensorrt", "tensorrt/small.graph.json", 1, "layers, median times" },
    { "tensorrt", "tensorrt/mismatch.graph.json", 1, "layers" },
    { "tvm", "tvm/calls.csv", 0, "Report" },
  };

  if (!be_german ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *path = build_data_path (runs[i].file);
      g_autoptr (LaminaDocument) document = load_as (runs[i].format, path);
      LaminaRun *run = lamina_document_get_run (document, runs[i].run);

      assert_translated (lamina_run_get_shown_title (run), lamina_run_get_title (run), runs[i].word);
    }
  be_plain ();
}

/* Groups, tracks, captions and properties. */
static void
test_names (void)
{
  static const char *const words[] = { "Forward", "Backward", "Functions", "Memory", "Live memory",
                                       "from the sizes and the order", "in the order of their ranks" };
  g_autofree char *path = build_data_path ("chainer/small.txt");
  g_autoptr (LaminaDocument) document = load_as ("chainer", path);
  LaminaRun *run = lamina_document_get_run (document, 0);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpstr (lamina_run_translate (run, words[i]), ==, words[i]);
  if (!be_german ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    assert_translated (lamina_document_translate (document, words[i]), words[i], words[i]);
  /* A word of the window that no plugin gives, and one of another plugin. */
  g_assert_cmpstr (lamina_run_translate (run, "Type"), ==, "Type");
  g_assert_cmpstr (lamina_run_translate (run, "Profiler overhead"), ==, "Profiler overhead");
  be_plain ();
}

/* Names of sites and marks, and sentences with figures. */
static void
test_sentences (void)
{
  const char *more = "out of memory: asked for %s, the device had %s free; of %s reserved %s were free, in pieces of at most %s";
  g_autofree char *path = build_data_path ("memory-snapshot/small.pickle");
  g_autoptr (LaminaDocument) document = load_as ("memory-snapshot", path);
  LaminaRun *run = lamina_document_get_run (document, 0);
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);
  g_autofree char *expected = NULL;
  g_autofree char *label = NULL;
  const char *mark = NULL;

  for (guint i = 0; i < n && mark == NULL; i++)
    if (g_str_has_prefix (lamina_run_get_string (run, marks[i].name), "out of memory"))
      mark = lamina_run_get_string (run, marks[i].name);
  g_assert_cmpstr (lamina_run_translate (run, mark), ==, mark);
  if (!be_german ())
    return;
  g_assert_cmpstr (dgettext ("lamina", more), !=, more);
  expected = g_strdup_printf (dgettext ("lamina", more), "64.0\u00a0MiB", "5.00\u00a0MiB", "4.00\u00a0MiB", "≈\u00a03.99\u00a0MiB",
                              "≈\u00a02.00\u00a0MiB");
  g_assert_cmpstr (lamina_run_translate (run, mark), ==, expected);
  label = lamina_layer_dup_label (run, 0);
  assert_translated (label, lamina_run_get_string (run, lamina_run_get_layers (run)->name[0]), "no stack");
  be_plain ();
}

/* What the file says stays as it is, in every language. */
static void
test_file (void)
{
  static const char text[] = "{\"traceEvents\": ["
                             "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 1, \"tid\": 1, "
                             "\"args\": {\"name\": \"Live memory\"}},"
                             "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 0, \"dur\": 1, \"pid\": 1, \"tid\": 1}]}";
  g_autofree char *path = write_file (text);
  g_autoptr (LaminaDocument) document = load_as ("chrome-trace", path);
  LaminaRun *run = lamina_document_get_run (document, 0);

  g_unlink (path);
  if (!be_german ())
    return;
  g_assert_cmpstr (lamina_run_translate (run, "Live memory"), ==, "Live memory");
  g_assert_cmpstr (lamina_run_translate (run, "Live memory (1)"), ==, "Live memory (1)");
  be_plain ();
}

static void
assert_error (const char *text,
              int         code,
              const char *message,
              const char *sentence)
{
  g_autofree char *path = write_file (text);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *whole = g_strdup_printf ("%s: %s", name, message);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;

  g_assert_null (load_file (path, &error));
  g_unlink (path);
  copy = g_error_copy (error);
  g_assert_error (copy, LAMINA_ERROR, code);
  g_assert_cmpstr (copy->message, ==, whole);
  g_assert_cmpstr (lamina_error_get_sentence (copy), ==, sentence == NULL ? NULL : dgettext ("lamina", sentence));
  if (sentence != NULL && be_german ())
    {
      g_assert_cmpstr (lamina_error_get_sentence (copy), !=, sentence);
      g_assert_cmpstr (lamina_error_get_sentence (copy), ==, dgettext ("lamina", sentence));
      be_plain ();
    }
}

static void
test_errors (void)
{
  g_autoptr (GError) other = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "it failed");
  g_autoptr (GError) plain = g_error_new_literal (LAMINA_ERROR, LAMINA_ERROR_SYNTAX, "it is wrong");

  g_assert_null (lamina_error_get_sentence (other));
  g_assert_null (lamina_error_get_sentence (plain));
  assert_error ("{\"traceEvents\": []}", LAMINA_ERROR_CONTENT, "the file has no events", "The file has no events.");
  assert_error ("", LAMINA_ERROR_EMPTY, "is empty", "The file is empty.");
  assert_error ("{\"a\": 1}", LAMINA_ERROR_UNKNOWN_FORMAT,
                "no format in use knows this file: it is JSON, but has nothing that a profile has",
                "No format in use knows this file: it is JSON, but has nothing that a profile has.");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/words/titles", test_titles);
  g_test_add_func ("/words/names", test_names);
  g_test_add_func ("/words/sentences", test_sentences);
  g_test_add_func ("/words/file", test_file);
  g_test_add_func ("/words/errors", test_errors);
  return g_test_run ();
}
