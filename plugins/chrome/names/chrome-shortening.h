/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* The shorter name of @name, whose string is @id; NULL when it stays. Called in any thread. */
typedef char *(*ChromeShorten) (const char *name,
                                guint32     id,
                                gpointer    data);

/*
 * Finds shorter names of events, each looked at once, in all threads: there may be very many. The new ones are strings
 * behind all others. Of several that would have one name, each gets what tells it apart, see lamina_kernel_dup_distinct_names();
 * @common, if any, then has that one name by the name that it got. The events are where the whole names stand.
 *
 * rows     events, one for each name
 * shorter  (out): what the name of each becomes, maybe itself; unset once cancelled
 */
void chrome_shorten      (ChromeTrace   *trace,
                          ChromeShorten  shorten,
                          gpointer       data,
                          const GArray  *rows,
                          guint32       *shorter,
                          GHashTable    *common);

/* Gives rows that are kernels their short names. */
void chrome_shorten_kernels (ChromeTrace   *trace,
                             const guint32 *rows,
                             guint          n);

G_END_DECLS
