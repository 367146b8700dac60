/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-query.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * GtkColumnView shows by which column it is sorted, but the rows are sorted by us, on columns of numbers: a sorter of
 * GTK would make an object of every row. GTK 4.8 does not tell the column either. So each column gets a sorter that
 * compares nothing and notes that it was asked.
 */

/**
 * lamina_layer_sort_add:
 * @column: a column of the view
 * @sort: what a click on its heading sorts by
 */
void lamina_layer_sort_add (GtkColumnViewColumn *column,
                            LaminaLayerColumn    sort);

/**
 * lamina_layer_sort_get:
 * @view: a view
 * @column: (out): what it is sorted by; the order of execution when no heading is marked
 * @descending: (out): whether the largest stand first
 */
void lamina_layer_sort_get (GtkColumnView     *view,
                            LaminaLayerColumn *column,
                            gboolean          *descending);

/**
 * lamina_layer_sort_align_title:
 * @view: a view
 * @position: one of its columns
 * @xalign: 0 for left, 1 for right
 * @hint: (nullable): a tooltip
 *
 * Puts a heading above its numbers.
 */
void lamina_layer_sort_align_title (GtkColumnView *view,
                                    guint          position,
                                    float          xalign,
                                    const char    *hint);

G_END_DECLS
