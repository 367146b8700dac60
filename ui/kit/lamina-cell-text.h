/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The text of a cell in a table. A list of GTK keeps two hundred rows, however few of them are seen, and asks each of their
 * cells for its size. Therefore:
 *
 * 1. A cell has no label, which costs more than all else of it. It lays its text out itself.
 * 2. Its width does not depend on its text: the width of a column is fixed.
 * 3. Its text is made when it is drawn, which only rows that are seen are, or when somebody asks for it.
 */

/* More than this of a text, which may be a page, no column shows. */
#define LAMINA_CELL_MOST_LETTERS 400

/*
 * A text and how it looks, as a part of a cell. Names and figures out of files are read from left to right in every language,
 * at the side where the language begins.
 *
 * @text: (nullable): what stands there; NULL until it was made
 * @label_length: how many bytes of it are brought out before the rest, which is dim; 0 for all
 * @number: whether it stands at the end of the line, with figures of the same width
 * @estimated: whether it is in italics
 * @quiet: whether it is dim
 * @bold: whether it is bold
 * @ellipsize: where it is cut
 */
typedef struct
{
  char *text;
  guint label_length;
  gboolean number;
  gboolean estimated;
  gboolean quiet;
  gboolean bold;
  PangoEllipsizeMode ellipsize;

  /*< private >*/
  PangoLayout *layout;
  double laid_out_quiet;
} LaminaCellText;

/* Forgets the text and how it looks. */
void lamina_cell_text_clear (LaminaCellText *self);

/* Cuts a text that was made to what a cell can ever show, so that nobody need think of names of hundreds of megabytes. */
void lamina_cell_text_limit (LaminaCellText *self);

/* To be called when anything about it, or the style of its cell, has changed. */
void lamina_cell_text_forget_layout (LaminaCellText *self);

/* How a text that was made is laid out, with whatever width it was given last. Here and below @cell is where it stands. */
PangoLayout *lamina_cell_text_get_layout (LaminaCellText *self,
                                          GtkWidget      *cell);

/* In so many pixels from @x on. */
void lamina_cell_text_draw (LaminaCellText *self,
                            GtkWidget      *cell,
                            GtkSnapshot    *snapshot,
                            int             x,
                            int             room);

/* Whether it needs more than these pixels. */
gboolean lamina_cell_text_is_cut (LaminaCellText *self,
                                  GtkWidget      *cell,
                                  int             room);

/* The pixels that it takes in the font of the table; of a name without its arguments. */
int lamina_cell_text_get_whole_width (const LaminaCellText *self,
                                      PangoContext         *context);

/* What a cell of a column view answers for `measure`, whatever stands in it; @indent are the pixels that are taken by what is
 * drawn beside the text. */
void lamina_cell_measure (GtkWidget      *cell,
                          GtkOrientation  orientation,
                          int             indent,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline);

/* Whether it is read from right to left. */
gboolean lamina_cell_is_mirrored (GtkWidget *cell);

G_END_DECLS
