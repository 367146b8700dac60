/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Small pieces that the panes of the inspector are made of. */

void lamina_rows_clear (GtkBox *box);

/* Adds a line with a name at the left and a value at the right, whose label it returns; a value with no room there stands below,
 * at the left. The tooltip, with the exact value, may be NULL, here and below. */
GtkLabel *lamina_rows_add (GtkBox     *box,
                           const char *key,
                           const char *value,
                           const char *tooltip);

/* The same with a name of markup, which is not quiet where it is a link. Returns the label of the name. */
GtkLabel *lamina_rows_add_markup (GtkBox     *box,
                                  const char *key,
                                  const char *value,
                                  const char *tooltip);

/* Adds a name of markup alone, over the whole line, which is cut in its middle; the tooltip has all of it. */
GtkLabel *lamina_rows_add_line (GtkBox     *box,
                                const char *markup,
                                const char *tooltip);

/* Puts a widget before the name of a line, of which one of these labels is given. */
void lamina_rows_set_start (GtkLabel  *label,
                            GtkWidget *start);

/* Adds a line with a figure and all its digits in the tooltip; nothing for LAMINA_ABSENT. @estimated is whether Lamina worked
 * it out. */
void lamina_rows_add_number (GtkBox     *box,
                             const char *key,
                             gint64      value,
                             LaminaUnit  unit,
                             gboolean    estimated);

/* Adds a line with a value in its unit. */
void lamina_rows_add_value (GtkBox            *box,
                            const char        *key,
                            const LaminaValue *value);

/* Adds a heading of the second rank. */
void lamina_rows_add_heading (GtkBox     *box,
                              const char *text);

/* Adds a quiet sentence over the whole width. */
GtkLabel *lamina_rows_add_note (GtkBox     *box,
                                const char *text);

/* Adds a line for lamina_rows_add_figure(). */
GtkBox *lamina_rows_add_figures (GtkBox *box);

/* Adds a key figure: the number large, unit and meaning below. The figure has a no-break space before its unit; @what stands
 * below it instead of the unit alone, with `%s` for the unit, or is NULL. */
void lamina_rows_add_figure (GtkBox     *box,
                             const char *figure,
                             const char *what,
                             gboolean    estimated);

/* Adds a small button at the left. */
GtkWidget *lamina_rows_add_button (GtkBox     *box,
                                   const char *text);

G_END_DECLS
