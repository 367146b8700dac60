/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-choice.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>

#define N_FILES 50
#define N_CHOICES 3

static gboolean
is_past (gpointer user_data)
{
  return g_get_monotonic_time () > *(gint64 *) user_data;
}

static void
wait_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + 1000 * (gint64) milliseconds;

  lamina_ui_test_wait (is_past, &end);
}

static void
write_files (const char *folder)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.txt", folder, i);
      g_autoptr (GError) error = NULL;

      g_file_set_contents (path, path, -1, &error);
      g_assert_no_error (error);
    }
}

static void
remove_files (const char *folder)
{
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.txt", folder, i);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Files change while a chooser shows them, and it is released while GTK still asks about them. */
static void
test_release (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-choice-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  for (guint i = 0; i < N_CHOICES; i++)
    {
      GtkFileChooserNative *chooser = gtk_file_chooser_native_new ("", NULL, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
      gpointer pointer = chooser;

      write_files (folder);
      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), file, NULL);
      gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
      wait_for (150);
      write_files (folder);
      wait_for (i);
      g_object_add_weak_pointer (G_OBJECT (chooser), &pointer);
      lamina_file_choice_release (chooser);
      g_assert_false (gtk_native_dialog_get_visible (GTK_NATIVE_DIALOG (chooser)));
      wait_for (50);
      g_assert_nonnull (pointer);
      g_object_remove_weak_pointer (G_OBJECT (chooser), &pointer);
    }
  remove_files (folder);
}

/* Asked by LeakSanitizer: GTK 4.8 loses some names of files that it still asks about when their chooser is hidden. */
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/file-choice/release", test_release);
  return g_test_run ();
}
