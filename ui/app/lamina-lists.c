/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lists.h"

#include "lamina-table-cell.h"

#include <gtk/gtk.h>

/* Set on a list that has its keys, and on a window: the row that has the focus there. */
#define KEYS "lamina-list-keys"
#define ROW "lamina-list-row"

/* A scrolled window knows how to let the focus out of all that is in it, for Ctrl+Tab. */
static gboolean
leave (GtkWidget *list,
       GVariant  *direction,
       gpointer   user_data)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);

  if (!scrolled)
    return FALSE;
  g_signal_emit_by_name (scrolled, "move-focus-out", g_variant_get_int32 (direction));
  return TRUE;
}

static void
add_key (GtkEventController *controller,
         GdkModifierType     modifiers,
         GtkDirectionType    direction)
{
  static const guint keys[] = { GDK_KEY_Tab, GDK_KEY_KP_Tab };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (keys[i], modifiers),
                                                gtk_callback_action_new (leave, NULL, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 ((gint32) direction));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    }
}

static void
add_keys (GtkWidget *list)
{
  GtkEventController *controller;

  if (g_object_get_data (G_OBJECT (list), KEYS))
    return;
  g_object_set_data (G_OBJECT (list), KEYS, GINT_TO_POINTER (TRUE));
  controller = gtk_shortcut_controller_new ();
  add_key (controller, 0, GTK_DIR_TAB_FORWARD);
  add_key (controller, GDK_SHIFT_MASK, GTK_DIR_TAB_BACKWARD);
  gtk_widget_add_controller (list, controller);
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  if (LAMINA_IS_TABLE_CELL (widget))
    return lamina_table_cell_get_text (LAMINA_TABLE_CELL (widget));
  return NULL;
}

static void
add_texts (GtkWidget *widget,
           GString   *name)
{
  const char *text = get_text (widget);

  if (text && *text)
    g_string_append_printf (name, "%s%s", name->len > 0 ? ", " : "", text);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_child_visible (child) && gtk_widget_get_visible (child))
      add_texts (child, name);
}

/* A row shows another item when it is scrolled away: the name that it got with the focus goes with that. */
static void
on_focus (GtkWindow *window)
{
  GtkWidget *row = gtk_window_get_focus (window);
  GtkWidget *before = g_object_get_data (G_OBJECT (window), ROW);
  g_autoptr (GString) name = g_string_new (NULL);

  /* The row of a list that the focus is or is in. */
  while (row && !GTK_IS_LIST_VIEW (gtk_widget_get_parent (row)) && !GTK_IS_GRID_VIEW (gtk_widget_get_parent (row)))
    row = gtk_widget_get_parent (row);
  if (row == before)
    return;
  if (before)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (before), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_object_set_data_full (G_OBJECT (window), ROW, row ? g_object_ref (row) : NULL, g_object_unref);
  if (!row)
    return;
  add_keys (gtk_widget_get_parent (row));
  add_texts (row, name);
  if (name->len > 0)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
}

static void
on_windows (GListModel *windows,
            guint       position,
            guint       removed,
            guint       added,
            gpointer    user_data)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      g_signal_connect (window, "notify::focus-widget", G_CALLBACK (on_focus), NULL);
    }
}

void
lamina_lists_install (void)
{
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (on_windows), NULL);
}
