/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is to be sorted by time, or by another number: the number, and which of the caller's things it is. */
typedef struct
{
  gint64 time;
  guint32 index;
} ChromePlace;

/*
 * Sorts places, in time that grows with their number alone; those of one time keep their order. Takes @places over and
 * returns (transfer full) the sorted ones, in any order when it was cancelled.
 */
ChromePlace *chrome_sort (ChromePlace  *places,
                          guint         n,
                          GCancellable *cancellable);

G_END_DECLS
