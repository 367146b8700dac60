/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* Whether the slice of a row becomes a layer with time on the host. */
typedef gboolean (*ChromeHasHost) (gpointer data,
                                   guint32  track,
                                   guint32  row);

/*
 * Host self of the layers on threads whose slices overlap without nesting, by row; LAMINA_ABSENT elsewhere, where it follows
 * from the child layers. NULL when there are no such threads, as in nearly all traces.
 */
gint64 *chrome_self_times_new (ChromeTrace   *self,
                               ChromeHasHost  has_host,
                               gpointer       data);

static inline gint64
chrome_self_times_get (const gint64 *times,
                       guint32       row)
{
  return times ? times[row] : LAMINA_ABSENT;
}

G_END_DECLS
