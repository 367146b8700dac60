/* SPDX-License-Identifier: Apache-2.0 */
#include "test-home.h"

#include <string.h>

#include <glib/gstdio.h>

#define HOME_VARIABLE "LAMINA_TEST_HOME"

static gboolean is_owner;

static char *
get_path (const char *folder,
          const char *name)
{
  return g_build_filename (g_getenv (HOME_VARIABLE), folder, name, NULL);
}

static void
make_folder (const char *name)
{
  g_autofree char *path = get_path (name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
}

/* The one plugin that the user has added. */
static void
copy_guest (const char *name)
{
  g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "core", "formats-guest", name, NULL);
  g_autofree char *copy = test_home_get_user_file (name);
  g_autoptr (GFile) from = g_file_new_for_path (built);
  g_autoptr (GFile) to = g_file_new_for_path (copy);
  g_autoptr (GError) error = NULL;

  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
make_home (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *home = g_dir_make_tmp ("lamina-test-XXXXXX", &error);

  g_assert_no_error (error);
  g_setenv (HOME_VARIABLE, home, TRUE);
  make_folder ("config");
  make_folder ("data/lamina/plugins");
  make_folder ("input");
  copy_guest ("guest.plugin");
  copy_guest ("libguest.so");
  is_owner = TRUE;
}

void
test_home_init (gboolean with_broken)
{
  g_autofree char *formats = g_test_build_filename (G_TEST_BUILT, "core", "formats", NULL);
  g_autofree char *broken = g_test_build_filename (G_TEST_BUILT, "core", "formats-broken", NULL);
  g_autofree char *list = with_broken ? g_strconcat (formats, ":", broken, NULL) : g_strdup (formats);
  g_autofree char *config = NULL;
  g_autofree char *data = NULL;

  if (g_getenv (HOME_VARIABLE) == NULL)
    make_home ();
  config = get_path ("config", NULL);
  data = get_path ("data", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_setenv ("LAMINA_PLUGIN_PATH", list, TRUE);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

void
test_home_remove (void)
{
  if (is_owner)
    remove_tree (g_getenv (HOME_VARIABLE));
}

char *
test_home_get_choices (void)
{
  return get_path ("config", "lamina/plugins.ini");
}

void
test_home_clear_choices (void)
{
  g_autofree char *path = get_path ("config", "lamina");

  remove_tree (path);
}

char *
test_home_get_user_file (const char *name)
{
  return get_path ("data/lamina/plugins", name);
}

char *
test_home_get_input (const char *name)
{
  return get_path ("input", name);
}

GFile *
test_home_write (const char *name,
                 const void *data,
                 gssize      length)
{
  g_autofree char *path = test_home_get_input (name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, data, length, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}
