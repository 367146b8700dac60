/* SPDX-License-Identifier: Apache-2.0 */
#include "check-divided.h"
#include "../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

/*
 * The same bytes are the same document, whoever reads them: each file of the tests and of the fuzz targets, as it is and changed at
 * random. With `-m thorough` many more changes are tried, and others with another `--seed`.
 */

#define MAX_BYTES 40000

static char *folder;

/* What a grammar hinges on. */
static const char *const pieces[] = { "\"", "{", "}", "[", "]", ",", ":", "\n", "\\", "null", "-1", "1e9", "\"ph\":\"X\",",
                                      "\xff" };

static void
change (GString *text)
{
  gsize at = (gsize) g_test_rand_int_range (0, (int) text->len);
  gsize n = (gsize) g_test_rand_int_range (1, 60);

  n = MIN (n, text->len - at);
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      g_string_erase (text, (gssize) at, (gssize) n);
      break;
    case 1:
      {
        g_autofree char *copy = g_memdup2 (text->str + at, n);

        g_string_insert_len (text, g_test_rand_int_range (0, (int) text->len), copy, (gssize) n);
        break;
      }
    case 2:
      g_string_insert (text, (gssize) at, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      break;
    case 3:
      g_string_truncate (text, at);
      break;
    default:
      text->str[at] = (char) g_test_rand_int_range (0, 256);
    }
}

static void
check_changed (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *changed = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  guint n = g_test_thorough () ? 400 : 6 / MIN (test_stride (), 6);
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  if (length > MAX_BYTES || g_str_has_suffix (path, ".py"))
    return;
  check_divided (path, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) copy = g_string_new_len (text, (gssize) length);

      for (int left = g_test_rand_int_range (1, 4); left > 0 && copy->len > 0; left--)
        change (copy);
      g_assert_true (g_file_set_contents_full (changed, copy->str, (gssize) copy->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      check_divided (changed, NULL);
    }
  g_remove (changed);
}

static void
test_folder (gconstpointer data)
{
  folder = g_dir_make_tmp ("lamina-divided-XXXXXX", NULL);
  foreach_file (data, check_changed);
  g_rmdir (folder);
  g_free (folder);
}

static void
add_folders (GPtrArray  *paths,
             const char *parent)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, parent, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/divided/%s/%s", parent, name);

      g_ptr_array_add (paths, g_build_filename (path, name, NULL));
      g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), test_folder);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  add_folders (paths, "data");
  add_folders (paths, "fuzz/corpus");
  return g_test_run ();
}
