/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-widget.h"

void
lamina_widget_unparent_children (GtkWidget *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)))
    gtk_widget_unparent (child);
}

void
lamina_widget_dispose_template (GtkWidget *widget,
                                GType      type)
{
  lamina_widget_unparent_children (widget);
  gtk_widget_dispose_template (widget, type);
}

void
lamina_widget_keep_left_to_right (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    lamina_widget_keep_left_to_right (child);
}

gboolean
lamina_widget_focus_child (GtkWidget        *widget,
                           GtkDirectionType  direction)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  return child && gtk_widget_child_focus (child, direction);
}
