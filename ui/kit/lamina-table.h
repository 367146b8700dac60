/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-cell-text.h"
#include "lamina-column-fit.h"
#include "lamina-row-list.h"

G_BEGIN_DECLS

/**
 * LAMINA_TABLE_UNSORTED:
 *
 * What a column sorts by whose heading can't be clicked.
 */
#define LAMINA_TABLE_UNSORTED (-1)

/**
 * LAMINA_TABLE_ALL_COLUMNS:
 *
 * No column's id.
 */
#define LAMINA_TABLE_ALL_COLUMNS G_MAXUINT

/**
 * LaminaTableColumn:
 * @id: what its owner calls it
 * @title: heading
 * @width: width in pixels at the usual size of text that it has at first, of numbers also later where there is room; 0 for what
 *   it needs
 * @sort: what a click on its heading sorts by, or %LAMINA_TABLE_UNSORTED
 * @xalign: 0 for texts, 1 for numbers
 * @kind: what stands in it, for tables whose columns are fitted
 * @expand: whether it takes the room that is left beside
 * @hint: (nullable): what it shows
 * @fixed: whether its width stays as it is, in tables whose columns are fitted
 *
 * A column of a table.
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
} LaminaTableColumn;

/**
 * LaminaTableKind:
 * @fill: says what stands in a cell and how it looks. Whether it is a number is known already, and that it is cut at its end.
 *   A cell whose text stays %NULL is empty
 * @dup_hint: (nullable): what the tooltip of a cell says, or %NULL for nothing; not shown where it says what stands there
 * @get_indent: (nullable): the pixels before the text that are taken by what is drawn there
 * @draw: (nullable): draws what stands beside, or in place of, the text
 * @click: (nullable): takes a click so many pixels from where the cell begins, if it is for something that is drawn there. With
 *   %LAMINA_NONE for the row: whether any cell of the column takes one
 * @count: (nullable): how many rows there are, whatever is listed of them, and the bits by which a row differs from its number
 *   among them; %FALSE while that is not known. With this, columns are as wide as what stands in them
 * @measure_more: (nullable): the pixels that a column needs for what is not in its cells
 * @several: whether more than one row can be selected
 *
 * What a table asks its owner, who comes first everywhere.
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

/**
 * LaminaTable:
 *
 * What all tables of the window have in common: rows that are numbers, sorted and filtered by whoever makes them; cells that
 * draw their texts themselves; headings that say by what rows are sorted; one selected row, or several; and widths that fit.
 *
 * GtkColumnView shows by which column it is sorted, but the rows are sorted by us, on columns of numbers: a sorter of GTK would
 * make an object of every row. Rows come into the view a few at a time, see #LaminaGradualSelection.
 *
 * Signals: `sorted`, when a heading was clicked; `picked` (guint), when the user selects the one row of a table in which not
 * several can be, with %LAMINA_NONE for none.
 */
G_DECLARE_FINAL_TYPE (LaminaTable, lamina_table, LAMINA, TABLE, GObject)

/**
 * lamina_table_new: (skip)
 * @view: a view without columns, which must outlive the table
 * @kind: what is asked of @owner; must stay
 * @owner: whose table it is, who must close it
 *
 * Returns: (transfer full): a table without rows
 */
LaminaTable *lamina_table_new (GtkColumnView         *view,
                               const LaminaTableKind *kind,
                               gpointer               owner);

/**
 * lamina_table_close:
 * @self: (transfer full): a table
 *
 * Lets go of it. Its owner is asked nothing from now on, whoever still holds a cell.
 */
void lamina_table_close (LaminaTable *self);

/**
 * lamina_table_get:
 * @view: a view
 *
 * Returns: (transfer none) (nullable): the table that is shown in it
 */
LaminaTable *lamina_table_get (GtkColumnView *view);

/**
 * lamina_table_get_view:
 * @self: a table
 *
 * Returns: (transfer none): where it is shown
 */
GtkColumnView *lamina_table_get_view (LaminaTable *self);

/**
 * lamina_table_append_columns:
 * @self: a table
 * @columns: (array length=n): columns with titles and hints that are not translated yet
 * @n: how many
 */
void lamina_table_append_columns (LaminaTable             *self,
                                  const LaminaTableColumn *columns,
                                  guint                    n);

/**
 * lamina_table_insert_column:
 * @self: a table
 * @position: where
 * @column: a column with title and hint as they are shown
 *
 * Returns: (transfer none): the column of the view
 */
GtkColumnViewColumn *lamina_table_insert_column (LaminaTable             *self,
                                                 guint                    position,
                                                 const LaminaTableColumn *column);

void lamina_table_remove_columns (LaminaTable *self);

/**
 * lamina_table_find_column:
 * @self: a table
 * @id: what its owner calls a column
 *
 * Returns: (transfer none) (nullable): the column of the view
 */
GtkColumnViewColumn *lamina_table_find_column (LaminaTable *self,
                                               guint        id);

/**
 * lamina_table_get_column:
 * @column: a column of a view
 *
 * Returns: (transfer none): what it shows, without title and hint
 */
const LaminaTableColumn *lamina_table_get_column (GtkColumnViewColumn *column);

/**
 * lamina_table_show_column:
 * @self: a table
 * @id: what its owner calls a column
 * @shown: whether it is to be seen
 *
 * Shows it or not, at its place. GTK 4.8 also gives room to columns that can't be seen: they would take it from others.
 */
void lamina_table_show_column (LaminaTable *self,
                               guint        id,
                               gboolean     shown);

/**
 * lamina_table_change_column:
 * @self: a table
 * @position: one of its columns
 * @column: what is known of it now. Its title and what it sorts by stay
 *
 * For a column of which it turned out that numbers stand in it.
 */
void lamina_table_change_column (LaminaTable             *self,
                                 guint                    position,
                                 const LaminaTableColumn *column);

/**
 * lamina_table_get_sort:
 * @self: a table
 * @sort: (out): what the marked heading sorts by; as it was where none is marked
 * @descending: (out): whether the largest stand first
 *
 * Returns: whether a heading is marked
 */
gboolean lamina_table_get_sort (LaminaTable *self,
                                int         *sort,
                                gboolean    *descending);

/**
 * lamina_table_sort_by:
 * @self: a table
 * @id: what its owner calls a column
 * @direction: which end comes first
 *
 * Does what clicks on its heading do.
 */
void lamina_table_sort_by (LaminaTable *self,
                           guint        id,
                           GtkSortType  direction);

/**
 * lamina_table_create_sort_menu:
 * @self: a table
 * @button: where the menu is shown, which gets its action
 *
 * What a click on a heading does, for the keyboard: GTK 4.8 lets no heading have the focus. The menu has an item for each
 * column that is shown; to take the one by which the table is sorted turns the order around.
 *
 * Returns: (transfer full): a menu, which follows the columns of the table
 */
GMenuModel *lamina_table_create_sort_menu (LaminaTable *self,
                                           GtkWidget   *button);

/**
 * lamina_table_set_menu:
 * @self: a table
 * @menu: a popover whose parent has the table in it
 *
 * Opens it by a right click on a row, which is selected then, and by the keys for menus where any row is.
 */
void lamina_table_set_menu (LaminaTable *self,
                            GtkPopover  *menu);

/**
 * lamina_table_get_rows:
 * @self: a table
 *
 * Returns: (transfer none): what is listed
 */
LaminaRowList *lamina_table_get_rows (LaminaTable *self);

GtkSelectionModel *lamina_table_get_selection (LaminaTable *self);

/**
 * lamina_table_set_rows:
 * @self: a table
 * @rows: (array length=n) (transfer full) (nullable): rows, allocated by g_malloc()
 * @n: how many
 *
 * Lists other rows, none of them selected.
 */
void lamina_table_set_rows (LaminaTable *self,
                            guint32     *rows,
                            guint        n);

/**
 * lamina_table_number_rows:
 * @self: a table
 * @n: how many rows
 *
 * Lists the rows from 0 on.
 */
void lamina_table_number_rows (LaminaTable *self,
                               guint        n);

/**
 * lamina_table_pick:
 * @self: a table in which one row can be selected
 * @row: a row, or %LAMINA_NONE
 *
 * Selects the row if it is listed, else none, and scrolls to it. Nobody is told that it was picked.
 */
void lamina_table_pick (LaminaTable *self,
                        guint32      row);

/**
 * lamina_table_refresh:
 * @self: a table
 * @column: what its owner calls a column, or %LAMINA_TABLE_ALL_COLUMNS
 *
 * Lets cells ask again what stands in them. They stay: to make them anew takes longer than a frame.
 */
void lamina_table_refresh (LaminaTable *self,
                           guint        column);

/**
 * lamina_table_get_fit:
 * @self: a table
 *
 * Returns: (transfer none): what divides its room
 */
LaminaColumnFit *lamina_table_get_fit (LaminaTable *self);

/**
 * lamina_table_ask: (skip)
 * @self: a table
 * @owner: (out): whom to ask
 *
 * For cells.
 *
 * Returns: (nullable): what to ask the owner, or %NULL when the table was closed
 */
const LaminaTableKind *lamina_table_ask (LaminaTable *self,
                                         gpointer    *owner);

G_END_DECLS
