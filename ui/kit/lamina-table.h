/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-cell-text.h"
#include "lamina-column-fit.h"
#include "lamina-row-list.h"

G_BEGIN_DECLS

/* What a column sorts by whose heading can't be clicked. */
#define LAMINA_TABLE_UNSORTED (-1)

/* No column's id. */
#define LAMINA_TABLE_ALL_COLUMNS G_MAXUINT

/*
 * A column of a table.
 *
 * @id: what its owner calls it
 * @title: heading
 * @width: width in pixels at the usual size of text that it has at first, of numbers also later where there is room; 0 for what
 *   it needs
 * @sort: what a click on its heading sorts by, or LAMINA_TABLE_UNSORTED
 * @xalign: 0 for texts, 1 for numbers
 * @kind: what stands in it, for tables whose columns are fitted
 * @expand: whether it takes the room that is left beside
 * @hint: (nullable): what it shows
 * @fixed: whether its width stays as it is, in tables whose columns are fitted
 * @is_place: of numbers: whether they say where something stands, so that the smallest come first when the heading is clicked; of
 *   others the largest do
 */
typedef struct
{
  guint id;
  const char *title;
  int width;
  int sort;
  float xalign;
  LaminaColumnKind kind;
  gboolean expand;
  const char *hint;
  gboolean fixed;
  gboolean is_place;
} LaminaTableColumn;

/*
 * What a table asks its owner, who comes first everywhere.
 *
 * @fill: says what stands in a cell and how it looks. Whether it is a number is known already, and that it is cut at its end.
 *   A cell whose text stays NULL is empty
 * @dup_hint: (nullable): what the tooltip of a cell says, or NULL for nothing; not shown where it says what stands there
 * @get_indent: (nullable): the pixels before the text that are taken by what is drawn there
 * @draw: (nullable): draws what stands beside, or in place of, the text
 * @click: (nullable): takes a click so many pixels from where the cell begins, if it is for something that is drawn there. With
 *   LAMINA_NONE for the row: whether any cell of the column takes one
 * @count: (nullable): how many rows there are, whatever is listed of them, and the bits by which a row differs from its number
 *   among them; FALSE while that is not known. With this, columns are as wide as what stands in them
 * @measure_more: (nullable): the pixels that a column needs for what is not in its cells
 * @several: whether more than one row can be selected
 */
typedef struct
{
  void     (*fill)         (gpointer        owner,
                            guint           column,
                            guint32         row,
                            LaminaCellText *line);
  char    *(*dup_hint)     (gpointer        owner,
                            guint           column,
                            guint32         row);
  int      (*get_indent)   (gpointer        owner,
                            guint           column,
                            guint32         row);
  void     (*draw)         (gpointer        owner,
                            guint           column,
                            guint32         row,
                            GtkWidget      *cell,
                            GtkSnapshot    *snapshot);
  gboolean (*click)        (gpointer        owner,
                            guint           column,
                            guint32         row,
                            double          from_start);
  gboolean (*count)        (gpointer        owner,
                            guint          *n,
                            guint32        *bits);
  int      (*measure_more) (gpointer        owner,
                            guint           column);
  gboolean several;
} LaminaTableKind;

#define LAMINA_TYPE_TABLE (lamina_table_get_type ())

/*
 * What all tables of the window have in common: rows that are numbers, sorted and filtered by whoever makes them; cells that
 * draw their texts themselves; headings that say by what rows are sorted; one selected row, or several; and widths that fit.
 *
 * GtkColumnView shows by which column it is sorted, but the rows are sorted by us, on columns of numbers: a sorter of GTK
 * would make an object of every row. Rows come into the view a few at a time, see LaminaGradualSelection.
 *
 * Signals: `sorted`, when a heading was clicked; `picked` (guint), when the user selects the one row of a table in which not
 * several can be, with LAMINA_NONE for none.
 */
G_DECLARE_FINAL_TYPE (LaminaTable, lamina_table, LAMINA, TABLE, GObject)

/* A table without rows. The view has no columns and outlives the table; @kind stays; the owner closes it. */
LaminaTable *lamina_table_new (GtkColumnView         *view,
                               const LaminaTableKind *kind,
                               gpointer               owner);

/* Lets go of it. Its owner is asked nothing from now on, whoever still holds a cell. */
void lamina_table_close (LaminaTable *self);

/* The table that is shown in a view, or NULL. */
LaminaTable *lamina_table_get (GtkColumnView *view);

GtkColumnView *lamina_table_get_view (LaminaTable *self);

/* Titles and hints are not translated yet. */
void lamina_table_append_columns (LaminaTable             *self,
                                  const LaminaTableColumn *columns,
                                  guint                    n);

/* Here title and hint are as they are shown. */
GtkColumnViewColumn *lamina_table_insert_column (LaminaTable             *self,
                                                 guint                    position,
                                                 const LaminaTableColumn *column);

void lamina_table_remove_columns (LaminaTable *self);

/* The column of the view that its owner calls so, or NULL. */
GtkColumnViewColumn *lamina_table_find_column (LaminaTable *self,
                                               guint        id);

/* What a column of a view shows, without title and hint. */
const LaminaTableColumn *lamina_table_get_column (GtkColumnViewColumn *column);

/* Shows a column or not, at its place. GTK 4.8 also gives room to columns that can't be seen: they would take it from others. */
void lamina_table_show_column (LaminaTable *self,
                               guint        id,
                               gboolean     shown);

/* Lets a column that is shown be left out while others lack room. */
void lamina_table_set_spare (LaminaTable *self,
                             guint        id,
                             gboolean     is_spare);

/* For a column of which it turned out that numbers stand in it. Its title and what it sorts by stay. */
void lamina_table_change_column (LaminaTable             *self,
                                 guint                    position,
                                 const LaminaTableColumn *column);

/* What the marked heading sorts by, and whether the largest stand first. Where no heading is marked, @sort stays as it is and
 * FALSE is returned. */
gboolean lamina_table_get_sort (LaminaTable *self,
                                int         *sort,
                                gboolean    *descending);

/* Does what clicks on the heading of a column do. */
void lamina_table_sort_by (LaminaTable *self,
                           guint        id,
                           GtkSortType  direction);

/* What a click on a heading does, for the keyboard: GTK 4.8 lets no heading have the focus. The menu, whose action the button
 * gets, follows the columns of the table and has an item for each that is shown; to take the one by which the table is sorted
 * turns the order around. */
GMenuModel *lamina_table_create_sort_menu (LaminaTable *self,
                                           GtkWidget   *button);

/* Opens a popover, whose parent has the table in it, by a right click on a row, which is selected then, and by the keys for
 * menus where any row is. */
void lamina_table_set_menu (LaminaTable *self,
                            GtkPopover  *menu);

LaminaRowList *lamina_table_get_rows (LaminaTable *self);

GtkSelectionModel *lamina_table_get_selection (LaminaTable *self);

/* Lists other rows, which g_malloc() made and the table takes, none of them selected. */
void lamina_table_set_rows (LaminaTable *self,
                            guint32     *rows,
                            guint        n);

/* Lists the rows from 0 on. */
void lamina_table_number_rows (LaminaTable *self,
                               guint        n);

/* Selects the row, in a table where one can be, if it is listed, else none, and scrolls to it. Nobody is told that it was
 * picked. */
void lamina_table_pick (LaminaTable *self,
                        guint32      row);

/* Lets cells of a column, or of LAMINA_TABLE_ALL_COLUMNS, ask again what stands in them. They stay: to make them anew takes
 * longer than a frame. */
void lamina_table_refresh (LaminaTable *self,
                           guint        column);

LaminaColumnFit *lamina_table_get_fit (LaminaTable *self);

/* What cells ask the owner, or NULL when the table was closed. */
const LaminaTableKind *lamina_table_ask (LaminaTable *self,
                                         gpointer    *owner);

G_END_DECLS
