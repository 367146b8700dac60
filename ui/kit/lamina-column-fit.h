/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LaminaColumnKind:
 * @LAMINA_COLUMN_NUMBERS: gives up what its numbers don't need, and nothing of these
 * @LAMINA_COLUMN_TEXTS: any text
 * @LAMINA_COLUMN_SOURCES: names of several others
 * @LAMINA_COLUMN_TYPES: what kind of thing a row is
 * @LAMINA_COLUMN_SHAPES: shapes; of one that is cut nobody can tell the rest
 * @LAMINA_COLUMN_NAMES: names, of which both ends stay
 *
 * What stands in a column, in the order in which columns give way where there is no room for all.
 */
typedef enum
{
  LAMINA_COLUMN_NUMBERS,
  LAMINA_COLUMN_TEXTS,
  LAMINA_COLUMN_SOURCES,
  LAMINA_COLUMN_TYPES,
  LAMINA_COLUMN_SHAPES,
  LAMINA_COLUMN_NAMES,
} LaminaColumnKind;

#define LAMINA_N_COLUMN_KINDS (LAMINA_COLUMN_NAMES + 1)

/**
 * LaminaColumnRoom:
 * @kind: what stands in a column
 * @content: the pixels that it takes
 * @width: the pixels that it has
 *
 * A column among others that share the width of a view.
 */
typedef struct
{
  LaminaColumnKind kind;
  int content;
  int width;
} LaminaColumnRoom;

/**
 * lamina_column_rooms_narrow:
 * @rooms: (array length=n): columns, from the first to the last
 * @n: how many
 * @excess: the pixels that they have too many; nothing happens where it is not above 0
 *
 * Makes columns narrower, in the order of their kinds, of each kind from the last to the first: all down to what is still
 * comfortable, then all down to what is less so. Numbers give up what they don't need, and no more. What nobody can give up any
 * more stays.
 */
void lamina_column_rooms_narrow (LaminaColumnRoom *rooms,
                                 guint             n,
                                 int               excess);

/**
 * LaminaColumnFuncs:
 * @get_kind: what stands in a column, and the width in pixels that its numbers have where there is room; %FALSE if its width
 *   is to stay as it is
 * @measure: the pixels that the longest of its texts takes, see lamina_column_fit_measure_rows(). Asked once for each column,
 *   until lamina_column_fit_forget()
 *
 * What a table tells of its columns. Both take the table. Lengths are pixels at the usual size of text.
 */
typedef struct
{
  gboolean (*get_kind) (GtkColumnViewColumn *column,
                        LaminaColumnKind    *kind,
                        int                 *width,
                        gpointer             owner);
  int (*measure) (GtkColumnViewColumn *column,
                  LaminaColumnKind     kind,
                  gpointer             owner);
} LaminaColumnFuncs;

#define LAMINA_TYPE_COLUMN_FIT (lamina_column_fit_get_type ())

/**
 * LaminaColumnFit:
 *
 * Makes the columns of a table as wide as what stands in them, until the user changes their widths. Where the view has no
 * room for that, first those of numbers give up what they don't need, then the least useful ones of texts give way.
 * Whenever the room or the size of the text changes, it is divided anew.
 */
G_DECLARE_FINAL_TYPE (LaminaColumnFit, lamina_column_fit, LAMINA, COLUMN_FIT, GObject)

/**
 * lamina_column_fit_new: (skip)
 * @view: a view, which must outlive the object
 * @funcs: what is known of its columns; must stay
 * @owner: data for @funcs; must outlive the object, too
 *
 * Returns: (transfer full): what divides the room of the view
 */
LaminaColumnFit *lamina_column_fit_new (GtkColumnView           *view,
                                        const LaminaColumnFuncs *funcs,
                                        gpointer                 owner);

/**
 * lamina_column_fit_divide:
 * @self: what divides the room
 *
 * Divides it now.
 */
void lamina_column_fit_divide (LaminaColumnFit *self);

/**
 * lamina_column_fit_queue:
 * @self: what divides the room
 *
 * Divides it with the next frame.
 */
void lamina_column_fit_queue (LaminaColumnFit *self);

/**
 * lamina_column_fit_is_dividing:
 * @self: what divides the room
 *
 * Returns: whether it is what changes widths just now
 */
gboolean lamina_column_fit_is_dividing (LaminaColumnFit *self);

/**
 * lamina_column_fit_forget:
 * @column: a column that has other texts now
 *
 * Has it measured again.
 */
void lamina_column_fit_forget (GtkColumnViewColumn *column);

/**
 * lamina_column_fit_set_first_width:
 * @column: a column
 * @width: pixels at the usual size of text
 *
 * Sets the width that it has until the user changes it.
 */
void lamina_column_fit_set_first_width (GtkColumnViewColumn *column,
                                        int                  width);

/**
 * lamina_column_fit_is_first_width:
 * @column: a column
 *
 * Returns: whether the user left it as it was
 */
gboolean lamina_column_fit_is_first_width (GtkColumnViewColumn *column);

/**
 * LaminaColumnTextFunc: (skip)
 * @cell: a cell
 * @row: a row, which is to be shown in it
 *
 * Returns: (transfer none): the text of the row
 */
typedef const char *(*LaminaColumnTextFunc) (gpointer cell,
                                             guint    row);

/**
 * LaminaColumnWidthFunc: (skip)
 * @cell: a cell
 * @row: a row, which is to be shown in it
 *
 * Returns: the pixels that it takes at the size of the desktop's text
 */
typedef int (*LaminaColumnWidthFunc) (gpointer cell,
                                      guint    row);

/**
 * lamina_column_fit_measure_rows: (skip)
 * @cell: a cell of the column
 * @kind: what stands in it
 * @n_rows: how many rows there are
 * @get_text: tells their texts
 * @get_width: measures them
 *
 * Looks at rows from the first to the last and measures the longest of those.
 *
 * Returns: the pixels that the column takes for them
 */
int lamina_column_fit_measure_rows (gpointer              cell,
                                    LaminaColumnKind      kind,
                                    guint                 n_rows,
                                    LaminaColumnTextFunc  get_text,
                                    LaminaColumnWidthFunc get_width);

/**
 * lamina_column_fit_measure_bold:
 * @view: a view
 * @text: a heading or a sum
 *
 * Returns: the pixels that a column takes for it
 */
int lamina_column_fit_measure_bold (GtkColumnView *view,
                                    const char    *text);

G_END_DECLS
