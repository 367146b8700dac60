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

static void
on_chosen (GtkWidget      *owner,
           GtkFileChooser *chooser,
           gpointer        data)
{
  g_object_set_data (G_OBJECT (owner), "chosen", data);
}

static void
forget (gpointer data)
{
  *(gboolean *) data = FALSE;
}

typedef struct
{
  GtkWindow *window;
  GtkWidget *owner;
  GtkFileChooserNative *chooser;
  gboolean is_asked;
} Fixture;

static void
ask (Fixture *self)
{
  self->window = GTK_WINDOW (gtk_window_new ());
  self->owner = gtk_label_new ("");
  gtk_window_set_child (self->window, g_object_ref (self->owner));
  gtk_window_present (self->window);
  self->chooser = gtk_file_chooser_native_new ("", self->window, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  self->is_asked = TRUE;
  lamina_file_choice_ask (self->chooser, self->owner, on_chosen, &self->is_asked, forget);
  g_assert_true (lamina_file_choice_is_open (self->owner));
  g_assert_true (gtk_native_dialog_get_visible (GTK_NATIVE_DIALOG (self->chooser)));
}

/* Nobody waits for an answer any more, and a late one is not heard. */
static void
check_over (Fixture *self)
{
  g_assert_false (self->is_asked);
  g_assert_false (lamina_file_choice_is_open (self->owner));
  g_assert_false (gtk_native_dialog_get_visible (GTK_NATIVE_DIALOG (self->chooser)));
  g_assert_null (gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (self->chooser)));
  g_signal_emit_by_name (self->chooser, "response", GTK_RESPONSE_ACCEPT);
  g_assert_null (g_object_get_data (G_OBJECT (self->owner), "chosen"));
}

/* It goes with what it belongs to, even where somebody still holds that: with the window, and with a part of it. */
static void
test_gone (void)
{
  Fixture self;

  ask (&self);
  gtk_window_destroy (self.window);
  check_over (&self);
  g_object_unref (self.owner);

  ask (&self);
  gtk_window_set_child (self.window, NULL);
  gtk_native_dialog_set_transient_for (GTK_NATIVE_DIALOG (self.chooser), NULL);
  check_over (&self);
  gtk_window_destroy (self.window);
  g_object_unref (self.owner);
}

/* Who answers is heard once, and may ask again; who refuses is not. */
static void
test_answers (void)
{
  static const int responses[] = { GTK_RESPONSE_ACCEPT, GTK_RESPONSE_CANCEL, GTK_RESPONSE_DELETE_EVENT };

  for (guint i = 0; i < G_N_ELEMENTS (responses); i++)
    {
      Fixture self;

      ask (&self);
      g_signal_emit_by_name (self.chooser, "response", responses[i]);
      g_assert_true ((g_object_get_data (G_OBJECT (self.owner), "chosen") == &self.is_asked)
                     == (responses[i] == GTK_RESPONSE_ACCEPT));
      g_object_set_data (G_OBJECT (self.owner), "chosen", NULL);
      gtk_native_dialog_set_transient_for (GTK_NATIVE_DIALOG (self.chooser), NULL);
      check_over (&self);
      gtk_window_destroy (self.window);
      g_object_unref (self.owner);
    }
}

/* Files change while a chooser shows them, and it is given up while GTK still asks about them. */
static void
test_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-choice-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  for (guint i = 0; i < N_CHOICES; i++)
    {
      Fixture self;
      gpointer pointer;

      write_files (folder);
      ask (&self);
      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self.chooser), file, NULL);
      wait_for (150);
      write_files (folder);
      wait_for (i);
      pointer = self.chooser;
      g_object_add_weak_pointer (G_OBJECT (self.chooser), &pointer);
      gtk_window_destroy (self.window);
      check_over (&self);
      wait_for (50);
      g_assert_nonnull (pointer);
      g_object_remove_weak_pointer (G_OBJECT (self.chooser), &pointer);
      g_object_unref (self.owner);
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
  g_test_add_func ("/file-choice/gone", test_gone);
  g_test_add_func ("/file-choice/answers", test_answers);
  g_test_add_func ("/file-choice/kept", test_kept);
  return g_test_run ();
}
