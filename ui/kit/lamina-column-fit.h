/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * What stands in a column, in the order in which columns give way where there is no room for all.
 *
 * @LAMINA_COLUMN_NUMBERS: gives up what its numbers don't need, and nothing of these
 * @LAMINA_COLUMN_TEXTS: any text
 * @LAMINA_COLUMN_SOURCES: names of several others
 * @LAMINA_COLUMN_TYPES: what kind of thing a row is
 * @LAMINA_COLUMN_SHAPES: shapes; of one that is cut nobody can tell the rest
 * @LAMINA_COLUMN_NAMES: names, of which both ends stay
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

/*
 * A column among others that share the width of a view.
 *
 * @kind: what stands in a column
 * @content: the pixels that it takes
 * @width: the pixels that it has
 */
typedef struct
{
  LaminaColumnKind kind;
  int content;
  int width;
} LaminaColumnRoom;

/* Makes columns, from the first to the last, narrower by so many pixels, in the order of their kinds, of each kind from the
 * last to the first: all down to what is still comfortable, then all down to what is less so. Numbers give up what they don't
 * need, and no more. What nobody can give up any more stays. */
void lamina_column_rooms_narrow (LaminaColumnRoom *rooms,
                                 guint             n,
                                 int               excess);

/* Shares out so many pixels, from the first column to the last, up to what each of @whole takes. */
void lamina_column_rooms_widen (LaminaColumnRoom *rooms,
                                const int        *whole,
                                guint             n,
                                int               spare);

/*
 * What a table tells of its columns. All take the table. Lengths are pixels at the usual size of text.
 *
 * @get_kind: what stands in a column, seen or left out, and the width in pixels that its numbers have where there is room; FALSE if
 *   its width is to stay as it is
 * @measure: the pixels that the longest of its texts takes, see lamina_column_fit_measure_rows(). Asked once for each column,
 *   until lamina_column_fit_forget()
 * @measure_whole: the same of names with all that they leave out where there is no room
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
  int (*measure_whole) (GtkColumnViewColumn *column,
                        LaminaColumnKind     kind,
                        gpointer             owner);
} LaminaColumnFuncs;

#define LAMINA_TYPE_COLUMN_FIT (lamina_column_fit_get_type ())

/* Makes the columns of a table as wide as what stands in them, until the user changes their widths. Where the view has no room
 * for that, first those of numbers give up what they don't need, then the least useful ones of texts give way; where it has more,
 * names are written out. Whenever the room or the size of the text changes, it is divided anew. */
G_DECLARE_FINAL_TYPE (LaminaColumnFit, lamina_column_fit, LAMINA, COLUMN_FIT, GObject)

/* The view and the owner, to whom @funcs are called, outlive the object. */
LaminaColumnFit *lamina_column_fit_new (GtkColumnView           *view,
                                        const LaminaColumnFuncs *funcs,
                                        gpointer                 owner);

void lamina_column_fit_divide (LaminaColumnFit *self);

/* Divides the room with the next frame. */
void lamina_column_fit_queue (LaminaColumnFit *self);

/* Whether it is what changes widths just now. */
gboolean lamina_column_fit_is_dividing (LaminaColumnFit *self);

/* Lets a column that is shown be left out while others lack room for what is comfortable. @width: that which it has at first where
 * there is room, at the usual size of text; 0 for one that is not left out, or not shown. */
void lamina_column_fit_set_spare (GtkColumnViewColumn *column,
                                  int                  width);

/* Has a column measured again, which has other texts now. */
void lamina_column_fit_forget (GtkColumnViewColumn *column);

/* Sets the width, in pixels at the usual size of text, that a column has until the user changes it. */
void lamina_column_fit_set_first_width (GtkColumnViewColumn *column,
                                        int                  width);

/* Whether the user left it as it was. */
gboolean lamina_column_fit_is_first_width (GtkColumnViewColumn *column);

/* The text of a row that is to be shown in a cell; and the pixels that it takes there at the size of the desktop's text. */
typedef const char *(*LaminaColumnTextFunc) (gpointer cell,
                                             guint    row);

typedef int (*LaminaColumnWidthFunc) (gpointer cell,
                                      guint    row);

/* Looks at rows from the first to the last and measures the longest of those in a cell of their column: the pixels that it
 * takes. */
int lamina_column_fit_measure_rows (gpointer              cell,
                                    LaminaColumnKind      kind,
                                    guint                 n_rows,
                                    LaminaColumnTextFunc  get_text,
                                    LaminaColumnWidthFunc get_width);

/* The pixels that a column takes for a heading or a sum. */
int lamina_column_fit_measure_bold (GtkColumnView *view,
                                    const char    *text);

G_END_DECLS
