/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-widget.h"

#include "lamina-core.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define TOOLTIP "lamina-tooltip"

/* In bytes. Names of files may have hundreds of megabytes, which to lay out would take minutes; a tip of one long word is as wide
 * as that, and there is a largest width that can be drawn. */
#define MOST_SEEN 20000
#define MOST_IN_TIP 2000
/* At each end of what is cut in the middle; more than four lines of a widest inspector show. */
#define MOST_OF_END 500

void
lamina_widget_unparent_children (GtkWidget *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)))
    gtk_widget_unparent (child);
}

/* What can be seen of a text, with a sign that there is more; NULL where that is all of it. */
static char *
dup_cut (const char *text,
         gsize       most)
{
  const char *end = text + most;

  if (strnlen (text, most + 1) <= most)
    return NULL;
  while (end > text && ((guchar) *end & 0xc0) == 0x80)
    end--;
  return g_strdup_printf ("%.*s…", (int) (end - text), text);
}

static char *
dup_visible (const char *text,
             gsize       most)
{
  g_autofree char *cut = text ? dup_cut (text, most) : NULL;
  GString *visible;

  if (cut)
    text = cut;
  if (!text || !strchr (text, '\n'))
    return text ? lamina_visible_dup (text) : NULL;
  visible = g_string_new (NULL);
  for (const char *end; (end = strchr (text, '\n')); text = end + 1)
    {
      g_autofree char *line = g_strndup (text, (gsize) (end - text));

      lamina_visible_append (visible, line);
      g_string_append_c (visible, '\n');
    }
  lamina_visible_append (visible, text);
  return g_string_free (visible, FALSE);
}

char *
lamina_widget_dup_seen (const char *text)
{
  char *cut = dup_cut (text, MOST_SEEN);

  return cut ? cut : g_strdup (text);
}

char *
lamina_widget_dup_visible (const char *text)
{
  return dup_visible (text, MOST_SEEN);
}

char *
lamina_widget_dup_tip (const char *text)
{
  return dup_visible (text, MOST_IN_TIP);
}

char *
lamina_widget_dup_ends (const char *text)
{
  g_autofree char *ends = text ? lamina_visible_dup_ends (text, MOST_OF_END) : NULL;

  return dup_visible (ends ? ends : text, MOST_SEEN);
}

GtkWidget *
lamina_widget_new_label (const char *text)
{
  g_autofree char *visible = lamina_widget_dup_visible (text);

  return gtk_label_new (visible);
}

void
lamina_widget_set_text (GtkLabel   *label,
                        const char *text)
{
  g_autofree char *visible = lamina_widget_dup_visible (text);

  gtk_label_set_text (label, visible);
}

void
lamina_widget_set_tip (GtkWidget  *widget,
                       const char *text)
{
  g_autofree char *visible = lamina_widget_dup_tip (text);

  gtk_widget_set_tooltip_text (widget, visible);
}

static void
stop_listening (GtkWidget *listener,
                GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      g_signal_handlers_disconnect_by_data (child, listener);
      stop_listening (listener, child);
    }
}

void
lamina_widget_dispose_template (GtkWidget *widget,
                                GType      type)
{
  stop_listening (widget, widget);
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

void
lamina_widget_read_left_to_right (GtkLabel *label)
{
  GtkJustification justify = gtk_label_get_justify (label);

  if (gtk_widget_get_direction (GTK_WIDGET (label)) != GTK_TEXT_DIR_RTL)
    return;
  gtk_widget_set_direction (GTK_WIDGET (label), GTK_TEXT_DIR_LTR);
  gtk_label_set_xalign (label, 1 - gtk_label_get_xalign (label));
  if (justify == GTK_JUSTIFY_LEFT || justify == GTK_JUSTIFY_RIGHT)
    gtk_label_set_justify (label, justify == GTK_JUSTIFY_LEFT ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
}

void
lamina_widget_wrap (GtkLabel *label)
{
  g_autoptr (PangoAttrList) unhyphened = pango_attr_list_new ();

  pango_attr_list_insert (unhyphened, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (label, unhyphened);
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
}

static gboolean
on_query_tooltip (GtkWidget  *widget,
                  int         x,
                  int         y,
                  gboolean    by_keyboard,
                  GtkTooltip *tooltip)
{
  const char *text = g_object_get_data (G_OBJECT (widget), TOOLTIP);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

void
lamina_widget_set_tooltip (GtkWidget  *widget,
                           const char *text)
{
  char *tip = text && *text ? lamina_widget_dup_tip (text) : NULL;

  g_object_set_data_full (G_OBJECT (widget), TOOLTIP, tip, g_free);
  gtk_widget_set_has_tooltip (widget, tip != NULL);
  if (tip)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  if (!g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, (gpointer) (guintptr) on_query_tooltip, NULL))
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}

gboolean
lamina_widget_focus_child (GtkWidget        *widget,
                           GtkDirectionType  direction)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  return child && gtk_widget_child_focus (child, direction);
}

gboolean
lamina_widget_find_pointer (GtkWidget *widget,
                            double    *x,
                            double    *y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native ? gtk_native_get_surface (native) : NULL;
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (widget));
  GdkDevice *pointer = seat ? gdk_seat_get_pointer (seat) : NULL;
  double left, top, surface_x, surface_y;

  if (!surface || !pointer || !gdk_surface_get_device_position (surface, pointer, &surface_x, &surface_y, NULL))
    return FALSE;
  gtk_native_get_surface_transform (native, &left, &top);
  return gtk_widget_translate_coordinates (GTK_WIDGET (native), widget, surface_x - left, surface_y - top, x, y);
}

gboolean
lamina_widget_is_covered (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (GTK_IS_WINDOW (l->data) && (gpointer) gtk_window_get_transient_for (l->data) == (gpointer) root
        && gtk_window_get_modal (l->data) && gtk_widget_get_visible (l->data))
      return root != NULL;
  return FALSE;
}

void
lamina_widget_disconnect_controllers (GtkWidget *widget,
                                      gpointer   data)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      g_signal_handlers_disconnect_by_data (controller, data);
    }
}

void
lamina_widget_say_failure (GtkWidget  *widget,
                           const char *heading,
                           const char *reason)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog;

  if (!root)
    return;
  dialog = adw_message_dialog_new (GTK_WINDOW (root), heading, reason);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}
