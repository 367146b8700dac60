/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Small pieces that the panes of the inspector are made of. */

/**
 * lamina_rows_clear:
 * @box: a box
 *
 * Removes all children.
 */
void lamina_rows_clear (GtkBox *box);

/**
 * lamina_rows_add:
 * @box: a vertical box
 * @key: what it is
 * @value: its value
 * @tooltip: (nullable): the exact value
 *
 * Adds a line with a name at the left and a value at the right.
 *
 * Returns: (transfer none): the label of the value
 */
GtkLabel *lamina_rows_add (GtkBox     *box,
                           const char *key,
                           const char *value,
                           const char *tooltip);

/**
 * lamina_rows_add_markup:
 * @box: a vertical box
 * @key: what it is, as markup; it may have links
 * @value: its value
 * @tooltip: (nullable): the exact value
 *
 * Adds a line like lamina_rows_add(), whose name is not quiet where it is a link.
 *
 * Returns: (transfer none): the label of the name
 */
GtkLabel *lamina_rows_add_markup (GtkBox     *box,
                                  const char *key,
                                  const char *value,
                                  const char *tooltip);

/**
 * lamina_rows_set_start:
 * @label: what lamina_rows_add() or lamina_rows_add_markup() returned
 * @start: a widget
 *
 * Puts a widget before the name of a line.
 */
void lamina_rows_set_start (GtkLabel  *label,
                            GtkWidget *start);

/**
 * lamina_rows_add_number:
 * @box: a vertical box
 * @key: what it is
 * @value: a number; nothing is added for %LAMINA_ABSENT
 * @unit: its unit
 * @estimated: whether Lamina worked it out
 *
 * Adds a line with a figure and all its digits in the tooltip.
 */
void lamina_rows_add_number (GtkBox     *box,
                             const char *key,
                             gint64      value,
                             LaminaUnit  unit,
                             gboolean    estimated);

/**
 * lamina_rows_add_value:
 * @box: a vertical box
 * @key: what it is
 * @value: a value of a property or an attribute
 *
 * Adds a line with a value in its unit.
 */
void lamina_rows_add_value (GtkBox            *box,
                            const char        *key,
                            const LaminaValue *value);

/**
 * lamina_rows_add_heading:
 * @box: a vertical box
 * @text: a heading
 *
 * Adds a heading of the second rank.
 */
void lamina_rows_add_heading (GtkBox     *box,
                              const char *text);

/**
 * lamina_rows_add_note:
 * @box: a vertical box
 * @text: a sentence
 *
 * Adds a quiet sentence over the whole width.
 *
 * Returns: (transfer none): its label
 */
GtkLabel *lamina_rows_add_note (GtkBox     *box,
                                const char *text);

/**
 * lamina_rows_add_figures:
 * @box: a vertical box
 *
 * Adds a line of key figures, none yet.
 *
 * Returns: (transfer none): a box for lamina_rows_add_figure()
 */
GtkBox *lamina_rows_add_figures (GtkBox *box);

/**
 * lamina_rows_add_figure:
 * @box: a horizontal box
 * @figure: a figure with its unit, with a no-break space between
 * @what: (nullable): what stands below it instead of the unit alone, with `%s` for the unit
 * @estimated: whether Lamina worked it out
 *
 * Adds a key figure: the number large, unit and meaning below.
 */
void lamina_rows_add_figure (GtkBox     *box,
                             const char *figure,
                             const char *what,
                             gboolean    estimated);

/**
 * lamina_rows_add_button:
 * @box: a vertical box
 * @text: what it does
 *
 * Adds a small button at the left.
 *
 * Returns: (transfer none): the button
 */
GtkWidget *lamina_rows_add_button (GtkBox     *box,
                                   const char *text);

G_END_DECLS
