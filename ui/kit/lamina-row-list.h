/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_ROW (lamina_row_get_type ())

/**
 * LaminaRow:
 *
 * An object that stands for one row of a table while a list shows it. It carries nothing but the index.
 */
G_DECLARE_FINAL_TYPE (LaminaRow, lamina_row, LAMINA, ROW, GObject)

/**
 * lamina_row_get_index:
 * @self: a row
 *
 * Returns: the index of the row in its table
 */
guint lamina_row_get_index (LaminaRow *self);

#define LAMINA_TYPE_ROW_LIST (lamina_row_list_get_type ())

/**
 * LaminaRowList:
 *
 * A #GListModel over indexes of rows, sorted and filtered by whoever makes them. Objects are made when a list asks for
 * them; the same position gives the same object as long as anybody holds it, as the contract of #GListModel demands.
 */
G_DECLARE_FINAL_TYPE (LaminaRowList, lamina_row_list, LAMINA, ROW_LIST, GObject)

/**
 * lamina_row_list_new:
 *
 * Returns: (transfer full): a list without rows
 */
LaminaRowList *lamina_row_list_new (void);

/**
 * lamina_row_list_set_rows:
 * @self: a list
 * @rows: (array length=n) (transfer full) (nullable): indexes, allocated by g_malloc()
 * @n: how many
 *
 * Replaces all rows in two steps, first removing all and then adding all, so that a list view makes objects only for
 * what it shows. Selection and scroll position are the caller's to restore.
 */
void lamina_row_list_set_rows (LaminaRowList *self,
                               guint32       *rows,
                               guint          n);

/**
 * lamina_row_list_exchange:
 * @self: a list
 * @rows: (array length=n) (transfer full) (nullable): indexes, allocated by g_malloc()
 * @n: how many
 *
 * Replaces all rows, but keeps the objects of those positions that there still are: they stand for the new rows there. The
 * list tells only that its end has changed, so that a list view keeps its widgets. What shows an object has to show it
 * anew; selection and scroll position are the caller's to restore.
 */
void lamina_row_list_exchange (LaminaRowList *self,
                               guint32       *rows,
                               guint          n);

/**
 * lamina_row_list_splice:
 * @self: a list
 * @position: where
 * @n_removed: how many rows are taken out from there on
 * @rows: (array length=n_added) (nullable): indexes that take their place
 * @n_added: how many
 *
 * Changes a part of the list. Objects of the other rows stay the same.
 */
void lamina_row_list_splice (LaminaRowList *self,
                             guint          position,
                             guint          n_removed,
                             const guint32 *rows,
                             guint          n_added);

/**
 * lamina_row_list_get_row:
 * @self: a list
 * @position: a position in the list
 *
 * Returns: the index of the row there
 */
guint lamina_row_list_get_row (LaminaRowList *self,
                               guint          position);

/**
 * lamina_row_list_find:
 * @self: a list
 * @row: index of a row
 *
 * Returns: its position, or %LAMINA_NONE when it is not in the list
 */
guint lamina_row_list_find (LaminaRowList *self,
                            guint          row);

G_END_DECLS
