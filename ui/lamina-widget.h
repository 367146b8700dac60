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
 * Lets go of all children and clears the pointers to them, for `dispose`.
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

G_END_DECLS
