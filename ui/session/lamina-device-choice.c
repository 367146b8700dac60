/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-choice.h"

#include "lamina-combo-text.h"
#include "lamina-device-limits.h"
#include "lamina-settings.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* By the file, none, then the devices of the table. */
#define FIRST_DEVICE 2

static gboolean
get_device (GValue   *value,
            GVariant *setting,
            gpointer  user_data)
{
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  const char *name = g_variant_get_string (setting, NULL);
  guint position = strcmp (name, LAMINA_NO_DEVICE) == 0;

  for (guint i = 0; i < lamina_device_table_get_n (table); i++)
    if (strcmp (lamina_device_table_get (table, i)->name, name) == 0)
      position = FIRST_DEVICE + i;
  g_value_set_uint (value, position);
  return TRUE;
}

/* While a list is filled it has no choice for a moment, which chooses nothing. */
static GVariant *
set_device (const GValue       *value,
            const GVariantType *type,
            gpointer            user_data)
{
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  guint position = g_value_get_uint (value);

  if (position == GTK_INVALID_LIST_POSITION)
    return NULL;
  if (position >= FIRST_DEVICE && position - FIRST_DEVICE < lamina_device_table_get_n (table))
    return g_variant_new_string (lamina_device_table_get (table, position - FIRST_DEVICE)->name);
  return g_variant_new_string (position == 1 ? LAMINA_NO_DEVICE : "");
}

static char *
dup_first (LaminaDocument *document)
{
  const LaminaDeviceLimits *found = document ? lamina_device_limits_get_named (document) : NULL;

  if (found)
    /* Translators: the name of a device. */
    return g_strdup_printf (_("%s, as the file says"), found->name);
  return g_strdup (document ? _("Not in the file") : _("As the file says"));
}

void
lamina_device_choice_bind (GtkWidget      *list,
                           LaminaDocument *document)
{
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *own = g_build_filename (g_get_user_config_dir (), "lamina", "devices.ini", NULL);
  g_autofree char *tooltip = g_strdup_printf (_("Add your own devices in %s"), own);

  g_return_if_fail (GTK_IS_DROP_DOWN (list) || ADW_IS_COMBO_ROW (list));

  gtk_string_list_take (names, dup_first (document));
  gtk_string_list_append (names, _("None: best measured rates"));
  for (guint i = 0; i < lamina_device_table_get_n (table); i++)
    gtk_string_list_append (names, lamina_device_table_get (table, i)->name);
  g_settings_unbind (list, "selected");
  if (GTK_IS_DROP_DOWN (list) && !gtk_drop_down_get_list_factory (GTK_DROP_DOWN (list)))
    lamina_combo_text_show_cut (GTK_DROP_DOWN (list), FALSE);
  g_object_set (list, "model", names, NULL);
  lamina_widget_set_tip (list, tooltip);
  g_settings_bind_with_mapping (lamina_settings_get_default (), LAMINA_SETTING_DEVICE, list, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_device, set_device, NULL, NULL);
}
