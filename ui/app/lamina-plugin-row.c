/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plugin-row.h"

#include "lamina-value-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaPluginRow
{
  AdwActionRow parent_instance;

  LaminaEngine *engine;
  char *module;
  GtkWidget *enabled;
  gulong on_state_set;
};

static guint failed_signal;

G_DEFINE_FINAL_TYPE (LaminaPluginRow, lamina_plugin_row, ADW_TYPE_ACTION_ROW)

static void
add_refusal (LaminaPluginRow    *self,
             const LaminaPlugin *plugin)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  g_autofree char *reason = plugin->reason ? lamina_message_dup_sentence (plugin->reason) : NULL;

  gtk_widget_set_tooltip_text (icon, _("This plugin cannot be used."));
  gtk_widget_add_css_class (icon, "warning");
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), icon);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), reason ? reason : "");
}

/* A plugin whose module can't be loaded, which shows only now, is one that was refused. */
static gboolean
on_state_set (LaminaPluginRow *self,
              gboolean         enabled)
{
  g_autoptr (GError) error = NULL;
  const LaminaPlugin *plugin = NULL;
  g_autofree char *reason = NULL;

  if (lamina_engine_set_enabled (self->engine, self->module, enabled, &error))
    return GDK_EVENT_PROPAGATE;
  reason = lamina_message_dup_sentence (error->message);
  for (guint i = 0; !plugin && i < lamina_engine_get_n_plugins (self->engine); i++)
    if (g_str_equal (lamina_engine_get_plugin (self->engine, i)->module, self->module))
      plugin = lamina_engine_get_plugin (self->engine, i);
  /* What failed is not tried again by turning the switch back. */
  g_signal_handler_block (self->enabled, self->on_state_set);
  gtk_switch_set_active (GTK_SWITCH (self->enabled), !enabled);
  g_signal_handler_unblock (self->enabled, self->on_state_set);
  if (plugin && plugin->state == LAMINA_PLUGIN_REFUSED)
    {
      gtk_widget_set_visible (self->enabled, FALSE);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), NULL);
      add_refusal (self, plugin);
    }
  else
    {
      g_signal_emit (self, failed_signal, 0, reason);
    }
  return GDK_EVENT_STOP;
}

static void
lamina_plugin_row_finalize (GObject *object)
{
  LaminaPluginRow *self = LAMINA_PLUGIN_ROW (object);

  g_clear_object (&self->engine);
  g_free (self->module);
  G_OBJECT_CLASS (lamina_plugin_row_parent_class)->finalize (object);
}

static void
lamina_plugin_row_class_init (LaminaPluginRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_plugin_row_finalize;
  failed_signal = g_signal_new ("failed", LAMINA_TYPE_PLUGIN_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
lamina_plugin_row_init (LaminaPluginRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 3);
}

GtkWidget *
lamina_plugin_row_new (LaminaEngine *engine,
                       guint         index)
{
  LaminaPluginRow *self = g_object_new (LAMINA_TYPE_PLUGIN_ROW, NULL);
  const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, index);

  self->engine = g_object_ref (engine);
  self->module = g_strdup (plugin->module);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), plugin->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), plugin->description);
  lamina_widget_set_tip (GTK_WIDGET (self), plugin->folder);
  if (plugin->state == LAMINA_PLUGIN_REFUSED)
    {
      add_refusal (self, plugin);
      return GTK_WIDGET (self);
    }
  self->enabled = gtk_switch_new ();
  gtk_widget_set_valign (self->enabled, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (self->enabled), plugin->state == LAMINA_PLUGIN_ENABLED);
  self->on_state_set = g_signal_connect_object (self->enabled, "state-set", G_CALLBACK (on_state_set), self,
                                                G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->enabled);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->enabled);
  return GTK_WIDGET (self);
}
