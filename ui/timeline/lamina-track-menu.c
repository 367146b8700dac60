/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-menu.h"

#include <glib/gi18n.h>

/* What a flag is set and cleared by; of groups, the words of @set_group. */
static const struct
{
  LaminaArrangementFlags flag;
  const char *action;
  const char *set;
  const char *clear;
  const char *set_group;
  const char *clear_group;
} flags[] = {
  { LAMINA_ARRANGEMENT_COLLAPSED, "view.collapse-track", N_("Show Only the Outermost Lane"), N_("Show All Lanes"),
    N_("Collapse"), N_("Expand") },
  { LAMINA_ARRANGEMENT_SPLIT, "view.split-track", N_("Split by Family of Work"), N_("Keep as One Lane"),
    N_("Split by Family of Work"), N_("Keep as One Lane") },
  { LAMINA_ARRANGEMENT_FIXED, "view.fix-scale", N_("Keep the Scale of the Whole Run"), N_("Scale to What Is Visible"), NULL,
    NULL },
  { LAMINA_ARRANGEMENT_PINNED, "view.pin-track", N_("Pin at the Top"), N_("Unpin"), N_("Pin at the Top"),
    N_("Unpin") },
  { LAMINA_ARRANGEMENT_HIDDEN, "view.hide-track", N_("Hide"), N_("Show"), N_("Hide"), N_("Show") },
};

const char *
lamina_track_menu_get_words (LaminaArrangement      *arrangement,
                             const LaminaTarget     *item,
                             LaminaArrangementFlags  flag)
{
  gboolean is_group = item->kind == LAMINA_TARGET_GROUP;
  gboolean is_set = (lamina_arrangement_get (arrangement, item) & flag) != 0;

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (flags[i].flag == flag)
      return _(is_set ? is_group ? flags[i].clear_group : flags[i].clear
                      : is_group ? flags[i].set_group : flags[i].set);
  g_return_val_if_reached ("");
}

static void
add_flags (GMenu              *menu,
           LaminaArrangement  *arrangement,
           const LaminaTarget *item)
{
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (lamina_arrangement_can_set (arrangement, item, flags[i].flag))
      g_menu_append (menu, lamina_track_menu_get_words (arrangement, item, flags[i].flag), flags[i].action);
}

static void
add_moves (GMenu              *menu,
           LaminaArrangement  *arrangement,
           const LaminaTarget *item)
{
  g_autoptr (LaminaArrangement) up = lamina_arrangement_move (arrangement, item, -1);
  g_autoptr (LaminaArrangement) down = lamina_arrangement_move (arrangement, item, 1);

  if (up)
    g_menu_append (menu, _("Move Up"), "view.move-track-up");
  if (down)
    g_menu_append (menu, _("Move Down"), "view.move-track-down");
}

static void
add_section (GMenu *menu,
             GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

GtkWidget *
lamina_track_menu_new (LaminaArrangement  *arrangement,
                       const LaminaTarget *item)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) first = g_menu_new ();
  g_autoptr (GMenu) second = g_menu_new ();
  g_autoptr (GMenu) third = g_menu_new ();
  GtkWidget *popover;

  add_flags (first, arrangement, item);
  add_moves (second, arrangement, item);
  if (lamina_arrangement_get_n_hidden (arrangement) > 0)
    g_menu_append (third, _("Show All Hidden Tracks"), "view.show-all-tracks");
  add_section (menu, first);
  add_section (menu, second);
  add_section (menu, third);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  return popover;
}
