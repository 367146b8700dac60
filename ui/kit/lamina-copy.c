/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-copy.h"

#include <string.h>

/* In bytes: what is longer is handed over as it is, without the copy that a value of GObject makes of a text. */
#define MUCH (1 << 20)

/* Of the text that is made for the clipboard, which is there as long as the program. */
static GCancellable *making;

static void
set_text (gpointer clipboard,
          gpointer result)
{
  g_autofree char *text = result;
  g_autoptr (GdkContentProvider) provider = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (strnlen (text, MUCH) < MUCH)
    {
      gdk_clipboard_set_text (clipboard, text);
      return;
    }
  bytes = g_bytes_new_take (text, strlen (text));
  text = NULL;
  provider = gdk_content_provider_new_for_bytes ("text/plain;charset=utf-8", bytes);
  gdk_clipboard_set_content (clipboard, provider);
}

void
lamina_copy_made (GtkWidget      *widget,
                  gboolean        in_thread,
                  LaminaJobFunc   make,
                  gpointer        input,
                  GDestroyNotify  free_input)
{
  lamina_job_run (gtk_widget_get_clipboard (widget), &making, in_thread, make, input, free_input, set_text, g_free);
}

void
lamina_copy_text (GtkWidget *widget,
                  char      *text)
{
  if (!text)
    return;
  lamina_job_stop (&making);
  set_text (gtk_widget_get_clipboard (widget), text);
}
