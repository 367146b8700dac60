/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-names.h"

#include <adwaita.h>

/* Set on a scrolled window that follows the desktop in whether it runs on. */
#define KINETIC "lamina-kinetic"

static gboolean
has_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return *gtk_label_get_text (GTK_LABEL (widget)) != '\0';
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && has_text (child))
      return TRUE;
  return FALSE;
}

static gboolean
is_control (GtkWidget *widget)
{
  /* GTK does not look for texts among the children of a menu button. The button inside of it, which has the focus, is
   * labeled by it. */
  if (GTK_IS_MENU_BUTTON (widget))
    return !gtk_menu_button_get_label (GTK_MENU_BUTTON (widget));
  if (GTK_IS_BUTTON (widget))
    return !has_text (widget) && !GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget));
  /* The rows of libadwaita are called by their titles. */
  return (GTK_IS_EDITABLE (widget) && !GTK_IS_LIST_BOX_ROW (widget)) || GTK_IS_SWITCH (widget) || GTK_IS_RANGE (widget)
         || GTK_IS_DROP_DOWN (widget) || (GTK_IS_CHECK_BUTTON (widget) && !has_text (widget));
}

static GtkWidget *
find_label (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_LABEL (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child);
  return found;
}

/* What has the focus inside of a drop-down or of the row of tabs has no name of its own. */
static GtkWidget *
find_namer (GtkWidget *widget)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && GTK_IS_DROP_DOWN (gtk_widget_get_parent (widget)))
    return gtk_widget_get_parent (widget);
  if (gtk_widget_get_focusable (widget) && !GTK_IS_BUTTON (widget) && gtk_widget_get_ancestor (widget, ADW_TYPE_TAB_BAR))
    return find_label (widget);
  return NULL;
}

/* GTK 4.8 calls a button with a mnemonic `_Open Open`: by its label as written, and by the label that shows it. */
static gboolean
on_map (GSignalInvocationHint *hint,
        guint                  n_values,
        const GValue          *values,
        gpointer               user_data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  GtkWidget *namer = find_namer (widget);
  const char *tooltip, *key;
  g_autofree char *name = NULL;

  /* What is let go runs on only where the desktop has animations. */
  if (GTK_IS_SCROLLED_WINDOW (widget) && !g_object_get_data (G_OBJECT (widget), KINETIC))
    g_object_set_data (G_OBJECT (widget), KINETIC,
                       g_object_bind_property (gtk_widget_get_settings (widget), "gtk-enable-animations", widget,
                                               "kinetic-scrolling", G_BINDING_SYNC_CREATE));
  if (namer)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, namer, NULL, -1);
  if (GTK_IS_BUTTON (widget) && gtk_button_get_use_underline (GTK_BUTTON (widget)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  if (!is_control (widget))
    return TRUE;
  tooltip = gtk_widget_get_tooltip_text (widget);
  if (!tooltip || !*tooltip
      || gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return TRUE;
  /* Without the key at its end, which is no part of a name: `Inspector (F9)`. */
  key = g_strrstr (tooltip, " (");
  name = key && g_str_has_suffix (tooltip, ")") ? g_strndup (tooltip, (gsize) (key - tooltip)) : g_strdup (tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return TRUE;
}

void
lamina_names_install (void)
{
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);

  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_type_class_unref (class);
}
