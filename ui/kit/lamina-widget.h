/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_widget_unparent_children:
 * @widget: a widget
 *
 * Lets go of all children, for `dispose`.
 */
void lamina_widget_unparent_children (GtkWidget *widget);

/**
 * lamina_widget_dispose_template:
 * @widget: a widget whose template derives from #GtkWidget itself
 * @type: its type
 *
 * Lets go of all children and clears the pointers to them, for `dispose`. What they say while they go is not heard any
 * more: a drop-down says that nothing is selected, when the pointer to the next one is already cleared.
 */
void lamina_widget_dispose_template (GtkWidget *widget,
                                     GType      type);

/**
 * lamina_widget_keep_left_to_right:
 * @widget: a widget with all its children
 *
 * Lets it and them run from left to right in every language: time does, and so do names and shapes out of files, which
 * would else be turned around.
 */
void lamina_widget_keep_left_to_right (GtkWidget *widget);

/**
 * lamina_widget_read_left_to_right:
 * @label: a label whose alignment is set
 *
 * Lets its text be read from left to right where no letter in it says otherwise, and keeps it at the side of the widget
 * where it would stand: in a language that runs from right to left “100.0 %” would else become “% 100.0”, and the shape
 * 64×3×7×7 be read backwards.
 */
void lamina_widget_read_left_to_right (GtkLabel *label);

/**
 * lamina_widget_wrap:
 * @label: a label of words, names, values or places of files
 *
 * Lets its text go on in the next line, inside of a name where it must. Nothing is added there: a hyphen would be taken for
 * a part of the name.
 */
void lamina_widget_wrap (GtkLabel *label);

/**
 * lamina_widget_set_tooltip:
 * @widget: a widget, such as a cell of a table
 * @text: (nullable): what to say about it
 *
 * Sets the tooltip, but asks nobody where the pointer is: gtk_widget_set_tooltip_text() asks the display server three
 * times, and a table binds hundreds of cells before it is shown. The text is no property of the widget.
 */
void lamina_widget_set_tooltip (GtkWidget  *widget,
                                const char *text);

/**
 * lamina_widget_focus_child:
 * @widget: a widget with one child, which puts the focus on one of its descendants when it is told to grab it
 * @direction: where the focus goes
 *
 * For `focus`: goes on among what is inside, and out of it again. GTK would let such a widget grab the focus on the way,
 * so that the Tab key skips what stands before that descendant and never gets out backwards.
 *
 * Returns: whether something inside has the focus now
 */
gboolean lamina_widget_focus_child (GtkWidget        *widget,
                                    GtkDirectionType  direction);

/**
 * lamina_widget_find_pointer:
 * @widget: a widget
 * @x: (out): where the pointer is, in pixels of the widget
 * @y: (out): the same from the top
 *
 * When a modal window closes, GTK 4.8 tells the widget under the pointer that it was entered, at a place that is counted
 * from the corner of the window, shadow included: what is told with “enter” can't be relied on, this can.
 *
 * Returns: whether that is known
 */
gboolean lamina_widget_find_pointer (GtkWidget *widget,
                                     double    *x,
                                     double    *y);

/**
 * lamina_widget_is_covered:
 * @widget: a widget
 *
 * Returns: whether a dialog stands before its window, which takes the pointer and gives it back
 */
gboolean lamina_widget_is_covered (GtkWidget *widget);

/**
 * lamina_widget_disconnect_controllers:
 * @widget: a widget
 * @data: what goes away before the widget
 *
 * Disconnects what was connected with @data to the event controllers of a widget.
 */
void lamina_widget_disconnect_controllers (GtkWidget *widget,
                                           gpointer   data);

/**
 * lamina_widget_say_failure:
 * @widget: a widget
 * @heading: what was not done
 * @reason: why
 *
 * Says in a dialog in front of its window that something was not done; nothing where the widget is in no window any more.
 */
void lamina_widget_say_failure (GtkWidget  *widget,
                                const char *heading,
                                const char *reason);

G_END_DECLS
