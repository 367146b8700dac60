/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-format-menu.h"

#include "lamina-engine.h"

#include <glib/gi18n.h>

static void
add_item (GMenu      *menu,
          const char *label,
          const char *module)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.open-as", "s", module);
  g_menu_append_item (menu, item);
}

GMenuModel *
lamina_format_menu_new (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GMenu) formats = g_menu_new ();
  g_autoptr (GMenu) automatic = g_menu_new ();
  GMenu *menu = g_menu_new ();

  add_item (automatic, _("Detect from the Content"), "");
  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    if (lamina_engine_get_plugin (engine, i)->state == LAMINA_PLUGIN_ENABLED)
      add_item (formats, lamina_engine_get_plugin (engine, i)->name, lamina_engine_get_plugin (engine, i)->module);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (automatic));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (formats));
  return G_MENU_MODEL (menu);
}
