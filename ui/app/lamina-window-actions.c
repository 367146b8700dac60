/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-recent.h"
#include "lamina-window-private.h"

static void
open_files (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  _lamina_window_choose_files (LAMINA_WINDOW (user_data));
}

static void
open_to_compare (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  _lamina_window_choose_to_compare (LAMINA_WINDOW (user_data));
}

static void
open_recent (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  adw_split_button_popdown (self->open_button);
  lamina_window_open (self, file);
}

static void
open_as (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  lamina_tab_open_as (lamina_window_get_tab (LAMINA_WINDOW (user_data)), g_variant_get_string (parameter, NULL));
}

static void
join_ranks (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  lamina_tab_join_ranks (lamina_window_get_tab (LAMINA_WINDOW (user_data)));
}

static void
reload (GSimpleAction *action,
        GVariant      *parameter,
        gpointer       user_data)
{
  lamina_tab_reload (lamina_window_get_tab (LAMINA_WINDOW (user_data)));
}

static void
clear_recent (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  lamina_recent_clear ();
}

/* A picture of the page that is shown; the document has the dialog. */
static void
export_picture (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  gtk_widget_activate_action (GTK_WIDGET (user_data), "view.export", "s", "");
}

static void
toggle_full_screen (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  g_object_set (user_data, "fullscreened", !gtk_window_is_fullscreen (GTK_WINDOW (user_data)), NULL);
}

static void
new_tab (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  gtk_widget_grab_focus (GTK_WIDGET (_lamina_window_add_tab (LAMINA_WINDOW (user_data))));
}

static void
close_tab (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);

  adw_tab_view_close_page (self->tab_view, _lamina_window_get_meant_page (self));
}

static void
close_other_tabs (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);

  adw_tab_view_close_other_pages (self->tab_view, _lamina_window_get_meant_page (self));
}

static void
reopen_tab (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  _lamina_window_reopen_tab (LAMINA_WINDOW (user_data));
}

/* Around the ends, as people know it from their browser. */
static void
step (LaminaWindow *self,
      int           by)
{
  int n = adw_tab_view_get_n_pages (self->tab_view);
  int position = adw_tab_view_get_page_position (self->tab_view, adw_tab_view_get_selected_page (self->tab_view));
  int next = (position + by + n) % n;

  adw_tab_view_set_selected_page (self->tab_view, adw_tab_view_get_nth_page (self->tab_view, next));
}

static void
next_tab (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  step (LAMINA_WINDOW (user_data), 1);
}

static void
previous_tab (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  step (LAMINA_WINDOW (user_data), -1);
}

/* The first tab is the rightmost one where lines run from right to left. */
static void
move_tab (LaminaWindow *self,
          gboolean      to_left)
{
  AdwTabPage *page = _lamina_window_get_meant_page (self);

  if (to_left == (gtk_widget_get_direction (GTK_WIDGET (self->tab_view)) != GTK_TEXT_DIR_RTL))
    adw_tab_view_reorder_backward (self->tab_view, page);
  else
    adw_tab_view_reorder_forward (self->tab_view, page);
}

static void
move_tab_left (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  move_tab (LAMINA_WINDOW (user_data), TRUE);
}

static void
move_tab_right (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  move_tab (LAMINA_WINDOW (user_data), FALSE);
}

static void
move_tab_to_new_window (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);
  AdwTabPage *page = _lamina_window_get_meant_page (self);
  AdwTabView *other = NULL;

  g_signal_emit_by_name (self->tab_view, "create-window", &other);
  adw_tab_view_transfer_page (self->tab_view, page, other, 0);
}

static const GActionEntry entries[] = {
  { "open", open_files, NULL, NULL, NULL, { 0 } },
  { "open-to-compare", open_to_compare, NULL, NULL, NULL, { 0 } },
  { "open-as", open_as, "s", NULL, NULL, { 0 } },
  { "reload", reload, NULL, NULL, NULL, { 0 } },
  { "join-ranks", join_ranks, NULL, NULL, NULL, { 0 } },
  { "open-recent", open_recent, "s", NULL, NULL, { 0 } },
  { "clear-recent", clear_recent, NULL, NULL, NULL, { 0 } },
  { "export", export_picture, NULL, NULL, NULL, { 0 } },
  { "full-screen", toggle_full_screen, NULL, NULL, NULL, { 0 } },
  { "new-tab", new_tab, NULL, NULL, NULL, { 0 } },
  { "close-tab", close_tab, NULL, NULL, NULL, { 0 } },
  { "close-other-tabs", close_other_tabs, NULL, NULL, NULL, { 0 } },
  { "reopen-tab", reopen_tab, NULL, NULL, NULL, { 0 } },
  { "next-tab", next_tab, NULL, NULL, NULL, { 0 } },
  { "previous-tab", previous_tab, NULL, NULL, NULL, { 0 } },
  { "move-tab-left", move_tab_left, NULL, NULL, NULL, { 0 } },
  { "move-tab-right", move_tab_right, NULL, NULL, NULL, { 0 } },
  { "move-tab-to-new-window", move_tab_to_new_window, NULL, NULL, NULL, { 0 } },
};

/* Whatever has a use of its own for the key has been asked before. */
static gboolean
on_key (LaminaWindow *self,
        guint         key)
{
  if (key != GDK_KEY_Escape || !gtk_window_is_fullscreen (GTK_WINDOW (self)))
    return GDK_EVENT_PROPAGATE;
  gtk_window_unfullscreen (GTK_WINDOW (self));
  return GDK_EVENT_STOP;
}

void
_lamina_window_add_actions (LaminaWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

static void
enable (LaminaWindow *self,
        const char   *name,
        gboolean      is_enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), is_enabled);
}

void
_lamina_window_update_actions (LaminaWindow *self)
{
  AdwTabPage *page = _lamina_window_get_meant_page (self);
  LaminaTab *tab = lamina_window_get_tab (self);
  int n = adw_tab_view_get_n_pages (self->tab_view);
  int position = page ? adw_tab_view_get_page_position (self->tab_view, page) : 0;

  enable (self, "export", tab && lamina_tab_get_session (tab));
  enable (self, "open-as", tab && lamina_tab_get_file (tab));
  enable (self, "reload", tab && lamina_tab_get_file (tab));
  enable (self, "join-ranks", tab && lamina_tab_get_n_ranks_beside (tab) > 0);
  enable (self, "close-tab", page != NULL);
  enable (self, "close-other-tabs", n > 1);
  enable (self, "reopen-tab", !g_queue_is_empty (&self->closed));
  enable (self, "next-tab", n > 1);
  enable (self, "previous-tab", n > 1);
  enable (self, "move-tab-left", position > 0);
  enable (self, "move-tab-right", position < n - 1);
  enable (self, "move-tab-to-new-window", n > 1);
}
