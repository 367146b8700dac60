/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include <glib/gi18n.h>

static void
export_comparison (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  if (self->comparison)
    gtk_widget_activate_action_variant (GTK_WIDGET (self), "view.export", parameter);
}

static void
copy_comparison (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);
  g_autofree char *text = lamina_compare_table_dup_text (self->table);

  if (self->comparison)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
swap_compared (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  g_object_set (user_data, "swapped", !LAMINA_COMPARE_PAGE (user_data)->swapped, NULL);
}

static void
change_list (GSimpleAction *action,
             GVariant      *state,
             gpointer       user_data)
{
  _lamina_compare_page_set_list (LAMINA_COMPARE_PAGE (user_data), g_variant_get_string (state, NULL));
  g_simple_action_set_state (action, state);
}

static const GActionEntry entries[] = {
  { "compared-list", NULL, "s", "'layers'", change_list, { 0 } },
  { "swap-compared", swap_compared, NULL, NULL, NULL, { 0 } },
  { "export-comparison", export_comparison, "s", NULL, NULL, { 0 } },
  { "copy-comparison", copy_comparison, NULL, NULL, NULL, { 0 } },
};

static void
enable_actions (GActionMap *actions,
                gboolean    enabled)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      GAction *action = g_action_map_lookup_action (actions, entries[i].name);

      if (action)
        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
    }
}

/* What there is nothing for is not offered: without times there are no pictures, only the list. */
void
_lamina_compare_page_update_actions (LaminaComparePage *self)
{
  GAction *export;

  if (!self->actions)
    return;
  enable_actions (self->actions, self->comparison != NULL);
  export = g_action_map_lookup_action (self->actions, "export-comparison");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (export),
                               self->comparison && !lamina_comparison_get_reason (self->comparison));
}

/* Before the page is there, nothing is compared. */
static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
  enable_actions (actions, FALSE);
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (page);

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
  g_set_weak_pointer (&self->actions, actions);
  _lamina_compare_page_update_actions (self);
}

static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  options->view = "comparison";
  options->comparison = LAMINA_COMPARE_PAGE (page)->comparison;
}

void
_lamina_compare_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "compare";
  iface->title = N_("Compare");
  iface->icon_name = "lamina-compare-symbolic";
  iface->stand_in = stand_in;
  iface->add_actions = add_actions;
  iface->set_documents = _lamina_compare_page_set_documents;
  iface->fill_export = fill_export;
}
