/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <gtk/gtk.h>

static void
on_read (GObject      *clipboard,
         GAsyncResult *result,
         gpointer      loop)
{
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  g_print ("%s", text ? text : "");
  g_main_loop_quit (loop);
}

/* Prints the text in the clipboard, for tests that drive the program from outside. */
int
main (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  if (!gtk_init_check ())
    return 1;
  gdk_clipboard_read_text_async (gdk_display_get_clipboard (gdk_display_get_default ()), NULL, on_read, loop);
  g_main_loop_run (loop);
  return 0;
}
