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

G_END_DECLS
