/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * Some of the rows of a trace that are no complete events, track by track, on each by time and then in the order of the
 * file: those of track i are rows[first[i]] to before rows[first[i + 1]].
 */
struct _ChromeOrder
{
  guint32 *rows;
  guint32 *first;
  guint n;
};

typedef gboolean (*ChromeRowTest) (const ChromeEvents *events,
                                   guint32             row);

/* All rows for which @test is TRUE, or none when it was cancelled. */
ChromeOrder *chrome_order_new   (ChromeTrace   *trace,
                                 ChromeRowTest  test);

/* The same without regard to tracks: first[0] and first[1] alone. */
ChromeOrder *chrome_order_new_flat (ChromeTrace   *trace,
                                    ChromeRowTest  test);

void         chrome_order_free  (ChromeOrder   *self);

/* Puts rows in the order of their starts; equal ones keep theirs. In any order when it was cancelled. */
void         chrome_order_sort_rows (ChromeTrace *trace,
                                     guint32     *rows,
                                     guint        n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeOrder, chrome_order_free)

G_END_DECLS
