/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_ROW (lamina_row_get_type ())

/* An object that stands for one row of a table while a list shows it. It carries nothing but the index. */
G_DECLARE_FINAL_TYPE (LaminaRow, lamina_row, LAMINA, ROW, GObject)

guint lamina_row_get_index (LaminaRow *self);

#define LAMINA_TYPE_ROW_LIST (lamina_row_list_get_type ())

/* A GListModel over indexes of rows, sorted and filtered by whoever makes them. Objects are made when a list asks for them;
 * the same position gives the same object as long as anybody holds it, as the contract of GListModel demands. */
G_DECLARE_FINAL_TYPE (LaminaRowList, lamina_row_list, LAMINA, ROW_LIST, GObject)

LaminaRowList *lamina_row_list_new (void);

/* Replaces all rows, by indexes that g_malloc() made and the list takes. First it removes all and then adds all, so that a
 * list view makes objects only for what it shows. Selection and scroll position are the caller's to restore. */
void lamina_row_list_set_rows (LaminaRowList *self,
                               guint32       *rows,
                               guint          n);

/* The same, but keeps the objects of those positions that there still are: they stand for the new rows there. The list tells
 * only that its end has changed, so that a list view keeps its widgets. What shows an object has to show it anew. */
void lamina_row_list_exchange (LaminaRowList *self,
                               guint32       *rows,
                               guint          n);

/* Puts copied indexes in place of some. Objects of the other rows stay the same. */
void lamina_row_list_splice (LaminaRowList *self,
                             guint          position,
                             guint          n_removed,
                             const guint32 *rows,
                             guint          n_added);

guint lamina_row_list_get_row (LaminaRowList *self,
                               guint          position);

/* The position of a row, or LAMINA_NONE. */
guint lamina_row_list_find (LaminaRowList *self,
                            guint          row);

G_END_DECLS
