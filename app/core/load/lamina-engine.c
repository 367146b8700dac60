/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <string.h>

#include <libpeas/peas.h>

#include "lamina-engine.h"
#include "lamina-format-calls.h"
#include "lamina-error.h"
#include "lamina-plugins-private.h"

#include <glib/gi18n-lib.h>

/*
 * The only file that calls libpeas.
 *
 * 1. libpeas is used by the main thread alone, and asked only for modules that were looked at before: it answers what
 *    is wrong with a module by warnings on standard error.
 * 2. An enabled module is loaded when the engine is made, or when it is enabled. It stays, and so does its class:
 *    workers make objects of its type without asking libpeas.
 * 3. The table of plugins never grows after that. The state of a plugin changes under the lock.
 */

#define ENTRY "peas_register_types"

struct _LaminaEngine
{
  GObject parent_instance;

  PeasEngine *peas;
  GPtrArray *plugins;
  LaminaPluginRecord *loading;

  pthread_mutex_t lock;
};

G_DEFINE_FINAL_TYPE (LaminaEngine, lamina_engine, G_TYPE_OBJECT)

static LaminaEngine *the_engine;

/* Files beside a good plugin may still be broken; they are listed with a reason instead. */
static void
quieten_peas (const char     *domain,
              GLogLevelFlags  level,
              const char     *message,
              gpointer        user_data)
{
  g_debug ("libpeas: %s", message);
}

static gboolean
has_entry (LaminaPluginRecord *record,
           GModule            *module)
{
  gpointer entry = NULL;

  if (g_module_symbol (module, ENTRY, &entry) && entry != NULL)
    return TRUE;
  lamina_plugin_record_refuse (record, "its module does not export " ENTRY ": LAMINA_FORMAT_MODULE() is missing");
  return FALSE;
}

/* Opens the module as libpeas will, to learn why that would fail. The caller keeps it open until libpeas has it. */
static GModule *
open_module (LaminaPluginRecord *record)
{
  g_autofree char *base = g_strdup_printf ("lib%s." G_MODULE_SUFFIX, record->info.module);
  g_autofree char *path = g_build_filename (record->info.folder, base, NULL);
  GModule *module;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      lamina_plugin_record_refuse (record, "its module %s is not there", base);
      return NULL;
    }
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL)
    {
      lamina_plugin_record_refuse (record, "its module can't be loaded: %s", g_module_error ());
      return NULL;
    }
  if (has_entry (record, module))
    return module;
  g_module_close (module);
  return NULL;
}

static void
load_by_peas (LaminaEngine       *self,
              LaminaPluginRecord *record)
{
  PeasPluginInfo *info;
  g_autoptr (GError) error = NULL;

  peas_engine_add_search_path (self->peas, record->info.folder, NULL);
  info = peas_engine_get_plugin_info (self->peas, record->info.module);
  if (info == NULL || strcmp (peas_plugin_info_get_module_dir (info), record->info.folder) != 0)
    {
      lamina_plugin_record_refuse (record, "its description hides behind another one of the same name");
      return;
    }
  if (!peas_engine_load_plugin (self->peas, info))
    {
      peas_plugin_info_is_available (info, &error);
      lamina_plugin_record_refuse (record, "its module can't be loaded: %s",
                                   error != NULL ? error->message : "no reason");
    }
}

/* Keeps the class alive: nobody but the main thread ever builds it. */
static void
load_module (LaminaEngine       *self,
             LaminaPluginRecord *record)
{
  GModule *module;
  guint handler;

  if (record->type != G_TYPE_INVALID || record->info.state == LAMINA_PLUGIN_REFUSED)
    return;
  module = open_module (record);
  if (module == NULL)
    return;
  handler = g_log_set_handler ("libpeas", G_LOG_LEVEL_WARNING, quieten_peas, NULL);
  self->loading = record;
  load_by_peas (self, record);
  self->loading = NULL;
  g_log_remove_handler ("libpeas", handler);
  g_module_close (module);
  if (record->info.state != LAMINA_PLUGIN_REFUSED && record->type == G_TYPE_INVALID)
    lamina_plugin_record_refuse (record, "its module registers no format");
}

static const char *
find_fault (GType type)
{
  g_autoptr (GTypeClass) klass = NULL;
  LaminaFormatInterface *iface;

  if (!g_type_is_a (type, LAMINA_TYPE_FORMAT) || !G_TYPE_IS_OBJECT (type) || G_TYPE_IS_ABSTRACT (type))
    return "what its module registers is no LaminaFormat";
  klass = g_type_class_ref (type);
  iface = g_type_interface_peek (klass, LAMINA_TYPE_FORMAT);
  if (iface == NULL || iface->probe == NULL || iface->load == NULL)
    return "its format can't probe or can't load";
  return NULL;
}

static void
bind_domain (const char *domain,
             const char *module_folder)
{
  g_autofree char *folder = g_build_filename (module_folder, "locale", NULL);

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    bindtextdomain (domain, folder);
  bind_textdomain_codeset (domain, "UTF-8");
}

void
lamina_format_register (GTypeModule *module,
                        GType        type,
                        const char  *domain)
{
  LaminaPluginRecord *record = the_engine != NULL ? the_engine->loading : NULL;
  const char *fault;

  g_return_if_fail (PEAS_IS_OBJECT_MODULE (module));
  g_return_if_fail (record != NULL);
  g_return_if_fail (domain == NULL || *domain != '\0');

  fault = record->type != G_TYPE_INVALID ? "its module registers more than one format" : find_fault (type);
  if (fault != NULL)
    {
      lamina_plugin_record_refuse (record, "%s", fault);
      return;
    }
  peas_object_module_register_extension_type (PEAS_OBJECT_MODULE (module), LAMINA_TYPE_FORMAT, type);
  g_type_class_ref (type);
  record->type = type;
  if (domain == NULL)
    return;
  bind_domain (domain, record->info.folder);
  lamina_format_set_domain (type, domain);
}

static void
find_plugins (LaminaEngine *self)
{
  lamina_plugins_fill (self->plugins);
  for (guint i = 0; i < self->plugins->len; i++)
    {
      LaminaPluginRecord *record = g_ptr_array_index (self->plugins, i);

      if (record->info.state == LAMINA_PLUGIN_REFUSED)
        continue;
      lamina_plugins_refuse_duplicate (self->plugins, i);
      if (record->info.state == LAMINA_PLUGIN_ENABLED)
        load_module (self, record);
    }
  lamina_plugins_sort (self->plugins);
}

static void
lamina_engine_finalize (GObject *object)
{
  LaminaEngine *self = LAMINA_ENGINE (object);

  g_ptr_array_unref (self->plugins);
  g_object_unref (self->peas);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (lamina_engine_parent_class)->finalize (object);
}

static void
lamina_engine_class_init (LaminaEngineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lamina_engine_finalize;
}

static void
lamina_engine_init (LaminaEngine *self)
{
  /* GLib's macro registers a domain with whoever asks for it first, which must not be two threads that load. */
  lamina_error_quark ();
  pthread_mutex_init (&self->lock, NULL);
  self->plugins = g_ptr_array_new_with_free_func (g_free);
  self->peas = g_object_ref (peas_engine_get_default ());
}

LaminaEngine *
lamina_engine_get_default (void)
{
  if (the_engine == NULL)
    {
      the_engine = g_object_new (LAMINA_TYPE_ENGINE, NULL);
      find_plugins (the_engine);
    }
  return the_engine;
}

guint
lamina_engine_get_n_plugins (LaminaEngine *self)
{
  g_return_val_if_fail (LAMINA_IS_ENGINE (self), 0);

  return self->plugins->len;
}

const LaminaPlugin *
lamina_engine_get_plugin (LaminaEngine *self,
                          guint         i)
{
  g_return_val_if_fail (LAMINA_IS_ENGINE (self), NULL);
  g_return_val_if_fail (i < self->plugins->len, NULL);

  return &((LaminaPluginRecord *) g_ptr_array_index (self->plugins, i))->info;
}

gboolean
lamina_engine_set_enabled (LaminaEngine  *self,
                           const char    *module,
                           gboolean       enabled,
                           GError       **error)
{
  LaminaPluginRecord *record;
  gboolean done;

  g_return_val_if_fail (LAMINA_IS_ENGINE (self), FALSE);
  g_return_val_if_fail (module != NULL, FALSE);

  record = lamina_plugins_find (self->plugins, module);
  if (!lamina_plugin_record_check (record, module, error))
    return FALSE;
  pthread_mutex_lock (&self->lock);
  if (enabled)
    load_module (self, record);
  done = lamina_plugin_record_check (record, module, error)
         && lamina_plugins_store_choice (module, enabled, error);
  if (done)
    record->info.state = enabled ? LAMINA_PLUGIN_ENABLED : LAMINA_PLUGIN_DISABLED;
  pthread_mutex_unlock (&self->lock);
  return done;
}

static GType
find_type (LaminaEngine *self,
           const char   *module)
{
  LaminaPluginRecord *record;
  GType type = G_TYPE_INVALID;

  pthread_mutex_lock (&self->lock);
  record = lamina_plugins_find (self->plugins, module);
  if (record != NULL && record->info.state == LAMINA_PLUGIN_ENABLED)
    type = record->type;
  pthread_mutex_unlock (&self->lock);
  return type;
}

LaminaFormat *
lamina_engine_create_format (LaminaEngine *self,
                             const char   *module)
{
  GType type;

  g_return_val_if_fail (LAMINA_IS_ENGINE (self), NULL);
  g_return_val_if_fail (module != NULL, NULL);

  type = find_type (self, module);
  return type != G_TYPE_INVALID ? g_object_new (type, NULL) : NULL;
}

char **
lamina_engine_list_formats (LaminaEngine *self)
{
  g_autoptr (GStrvBuilder) names = NULL;

  g_return_val_if_fail (LAMINA_IS_ENGINE (self), NULL);

  names = g_strv_builder_new ();
  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < self->plugins->len; i++)
    {
      LaminaPluginRecord *record = g_ptr_array_index (self->plugins, i);

      if (record->info.state == LAMINA_PLUGIN_ENABLED)
        g_strv_builder_add (names, record->info.module);
    }
  pthread_mutex_unlock (&self->lock);
  return g_strv_builder_end (names);
}
