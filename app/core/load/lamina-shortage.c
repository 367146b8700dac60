/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-load-private.h"
#include "lamina-shortage.h"

#include <string.h>

/*
 * Rows, strings and tables of a load are in arrays, hash tables and texts of GLib, which has no way to fail but the end of the
 * program. Before it does that, it says why: that is the place where a load can end instead.
 */

static LaminaShortageFunc on_shortage;

/* What GLib says of memory, and of a thread, whose stack the system has no memory for. */
static gboolean
is_shortage (const char *message)
{
  return strstr (message, "failed to allocate") != NULL || strstr (message, "overflow allocating") != NULL
         || strstr (message, "creating thread") != NULL;
}

static void
hear (const char     *domain,
      GLogLevelFlags  level,
      const char     *message,
      gpointer        data)
{
  if (message != NULL && is_shortage (message))
    {
      lamina_load_give_up ();
      if (on_shortage != NULL)
        on_shortage ();
    }
  g_log_default_handler (domain, level, message, data);
}

void
lamina_shortage_watch (LaminaShortageFunc func)
{
  on_shortage = func;
  g_log_set_handler ("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, hear, NULL);
}
