/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-finder.h"

#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In pixels at the usual size of text. */
#define WIDTH 360
#define HEIGHT 320

/* @paths has a text for each track, in their order; @shown those that match. */
struct _LaminaTrackFinder
{
  GtkPopover parent_instance;

  GtkStringList *paths;
  GtkStringFilter *filter;
  GtkSingleSelection *shown;
  GtkWidget *entry;
};

static guint chosen;

G_DEFINE_FINAL_TYPE (LaminaTrackFinder, lamina_track_finder, GTK_TYPE_POPOVER)

static void
choose (LaminaTrackFinder *self)
{
  gpointer item = gtk_single_selection_get_selected_item (self->shown);

  for (guint i = 0; item && i < g_list_model_get_n_items (G_LIST_MODEL (self->paths)); i++)
    {
      g_autoptr (GObject) path = g_list_model_get_item (G_LIST_MODEL (self->paths), i);

      if (path != item)
        continue;
      g_signal_emit (self, chosen, 0, i);
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
}

static void
on_activate (LaminaTrackFinder *self,
             guint              position)
{
  gtk_single_selection_set_selected (self->shown, position);
  choose (self);
}

static void
on_changed (LaminaTrackFinder *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  lamina_widget_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item))));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaTrackFinder     *self)
{
  guint selected = gtk_single_selection_get_selected (self->shown);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  if (keyval == GDK_KEY_Down && selected + 1 < n)
    gtk_single_selection_set_selected (self->shown, selected + 1);
  else if (keyval == GDK_KEY_Up && selected > 0 && selected < n)
    gtk_single_selection_set_selected (self->shown, selected - 1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
lamina_track_finder_finalize (GObject *object)
{
  LaminaTrackFinder *self = LAMINA_TRACK_FINDER (object);

  g_clear_object (&self->paths);
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (lamina_track_finder_parent_class)->finalize (object);
}

static void
lamina_track_finder_class_init (LaminaTrackFinderClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_track_finder_finalize;
  chosen = g_signal_new ("chosen", LAMINA_TYPE_TRACK_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                         G_TYPE_UINT);
}

static GtkWidget *
create_list (LaminaTrackFinder *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list, *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->shown)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  g_signal_connect_object (list, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  lamina_text_size_set_length (scrolled, "max-content-height", HEIGHT);
  return scrolled;
}

static void
lamina_track_finder_init (LaminaTrackFinder *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkFilterListModel *filtered;

  self->paths = gtk_string_list_new (NULL);
  self->filter = gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->paths)), GTK_FILTER (self->filter));
  self->shown = gtk_single_selection_new (G_LIST_MODEL (filtered));

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _("Find a track"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find a track"), -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (choose), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);

  lamina_text_size_set_length (box, "width-request", WIDTH);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), create_list (self));
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
lamina_track_finder_new (LaminaRun *run)
{
  LaminaTrackFinder *self = g_object_new (LAMINA_TYPE_TRACK_FINDER, NULL);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    gtk_string_list_take (self->paths, lamina_run_dup_track_path (run, i));
  return GTK_WIDGET (self);
}
