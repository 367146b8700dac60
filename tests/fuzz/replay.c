/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds the files of a folder to a fuzz target, one test each: what fuzzing once found stays mended, with any compiler. */

#include "fuzz.h"

static void
test_file (gconstpointer data)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint8 *exact = NULL;
  gsize length;

  g_file_get_contents (data, &contents, &length, &error);
  g_assert_no_error (error);
  /* Without the NUL that GLib appends, so that reading one byte too far is noticed. */
  exact = g_memdup2 (contents, length);
  LLVMFuzzerTestOneInput (exact, length);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  folder = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *test = g_strconcat ("/replay/", name, NULL);

      g_ptr_array_add (paths, g_build_filename (argv[1], name, NULL));
      g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), test_file);
    }
  g_assert_cmpuint (paths->len, >, 0);
  return g_test_run ();
}
