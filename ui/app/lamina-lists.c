/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lists.h"

#include "lamina-table-cell.h"

#include <gtk/gtk.h>

static GQuark prepared;
static GType row_type;

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
prepare_list (GtkWidget *list)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

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

static void
on_enter (GtkEventController *controller,
          GtkWidget          *row)
{
  GString *name = g_string_new (NULL);

  add_texts (row, name);
  if (name->len > 0)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
  g_string_free (name, TRUE);
}

/* A row shows another item when it is scrolled away: its name would be that of the last one. */
static void
on_leave (GtkEventController *controller,
          GtkWidget          *row)
{
  gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static void
prepare_row (GtkWidget *row)
{
  GtkEventController *controller = gtk_event_controller_focus_new ();

  g_signal_connect (controller, "enter", G_CALLBACK (on_enter), row);
  g_signal_connect (controller, "leave", G_CALLBACK (on_leave), row);
  gtk_widget_add_controller (row, controller);
}

/* What is let go runs on only where the desktop has animations. */
static void
prepare_scrolled (GtkWidget *scrolled)
{
  g_object_bind_property (gtk_widget_get_settings (scrolled), "gtk-enable-animations", scrolled, "kinetic-scrolling",
                          G_BINDING_SYNC_CREATE);
}

static gboolean
is_row (GtkWidget *widget)
{
  if (row_type == 0)
    row_type = g_type_from_name ("GtkListItemWidget");
  return row_type != 0 && G_OBJECT_TYPE (widget) == row_type;
}

static gboolean
on_map (GSignalInvocationHint *hint,
        guint                  n_values,
        const GValue          *values,
        gpointer               user_data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  gboolean is_list = GTK_IS_LIST_VIEW (widget) || GTK_IS_GRID_VIEW (widget);
  gboolean is_scrolled = GTK_IS_SCROLLED_WINDOW (widget);

  if ((!is_list && !is_scrolled && !is_row (widget)) || g_object_get_qdata (G_OBJECT (widget), prepared))
    return TRUE;
  g_object_set_qdata (G_OBJECT (widget), prepared, GINT_TO_POINTER (TRUE));
  if (is_scrolled)
    prepare_scrolled (widget);
  else if (is_list)
    prepare_list (widget);
  else
    prepare_row (widget);
  return TRUE;
}

void
lamina_lists_install (void)
{
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);

  prepared = g_quark_from_static_string ("lamina-list-prepared");
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_type_class_unref (class);
}
