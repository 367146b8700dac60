/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page-private.h"

#include <glib/gi18n.h>

static void
show_callers (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  LaminaFlamePage *self = user_data;

  if (!self->session)
    return;
  /* What is selected elsewhere need not be on the track that was looked at here. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) && self->options.track != LAMINA_NONE)
    {
      self->options.track = LAMINA_NONE;
      self->stale = TRUE;
    }
  lamina_page_come_to_front (LAMINA_PAGE (self), self->actions);
  lamina_flame_page_show_callers (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static const GActionEntry entries[] = {
  { "callers", show_callers, NULL, NULL, NULL, { 0 } },
};

static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  const LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;

  lamina_page_slot_stand_in (slot, "flame-by", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (lamina_flame_by_get_name (options.by)));
  lamina_page_slot_stand_in (slot, "flame-weight", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (lamina_flame_page_weight_names[options.weight]));
  lamina_page_slot_stand_in (slot, "flame-view", G_VARIANT_TYPE_STRING, g_variant_new_string ("graph"));
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}

/* Where nothing was done there is nobody to call or be called. */
static void
enable_actions (GActionMap    *actions,
                LaminaSession *session)
{
  LaminaRun *run = session ? lamina_session_get_run (session) : NULL;
  gboolean has_work = run && (lamina_run_get_layers (run)->n > 0 || lamina_run_get_totals (run)->n_slices > 0);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (actions, "callers")), has_work);
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  g_set_weak_pointer (&LAMINA_FLAME_PAGE (page)->actions, actions);
  lamina_page_add_choice (page, actions, "flame-by", "by");
  lamina_page_add_choice (page, actions, "flame-weight", "weight");
  lamina_page_add_choice (page, actions, "flame-view", "view");
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
}

static void
open_search (LaminaPage *page)
{
  lamina_search_bar_open (LAMINA_FLAME_PAGE (page)->search);
}

static void
find (LaminaPage *page,
      gboolean    forward)
{
  lamina_flame_page_find (LAMINA_FLAME_PAGE (page), forward);
}

/*
 * A picture shows what is on the screen. The root is a node of the tree that is shown, which another section, chosen while
 * another page was shown, has not.
 */
static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  LaminaFlamePage *self = LAMINA_FLAME_PAGE (page);
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  const LaminaFlameOptions *shown = tree ? lamina_flame_tree_get_options (tree) : NULL;

  options->view = self->is_sandwich ? "sandwich" : "flame";
  options->name = lamina_sandwich_pane_get_name (self->sandwich);
  if (!self->chosen)
    return;
  self->exported = self->options;
  self->exported.section = lamina_session_get_section (self->session);
  options->flame = &self->exported;
  if (shown && shown->by == self->exported.by && shown->weight == self->exported.weight
      && shown->track == self->exported.track && shown->section == self->exported.section)
    options->flame_root = lamina_flame_canvas_get_root (self->canvas);
}

void
_lamina_flame_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "flame";
  iface->title = N_("Flame");
  iface->icon_name = "lamina-flame-symbolic";
  iface->stand_in = stand_in;
  iface->enable_actions = enable_actions;
  iface->add_actions = add_actions;
  iface->open_search = open_search;
  iface->find = find;
  iface->fill_export = fill_export;
}
