/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "lamina-plugins-private.h"

#define SUFFIX ".plugin"
#define GROUP "Plugin"
/* Of the user's choices: the name of a module and whether it is enabled. */
#define CHOICES "Plugins"
#define MAX_FILE_BYTES 65536

void
lamina_plugin_record_refuse (LaminaPluginRecord *self,
                             const char         *format,
                             ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  self->info.state = LAMINA_PLUGIN_REFUSED;
  self->info.reason = g_intern_string (reason);
}

static GKeyFile *
open_key_file (const char  *path,
               GError     **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  struct stat info;

  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size > MAX_FILE_BYTES)
    {
      g_set_error_literal (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE, "it is no small regular file");
      return NULL;
    }
  return g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error) ? g_steal_pointer (&file) : NULL;
}

static const char *
read_text (GKeyFile   *file,
           const char *key,
           const char *fallback)
{
  g_autofree char *text = g_key_file_get_locale_string (file, GROUP, key, NULL, NULL);

  return g_intern_string (text != NULL && *text != '\0' ? text : fallback);
}

/* The name becomes part of a file name and of the settings. */
static gboolean
is_module_name (const char *name)
{
  return *name != '\0' && strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_") == strlen (name);
}

/* Everything that libpeas would warn of, and the number of the contract, before anything is loaded. */
static void
check_keys (LaminaPluginRecord *self,
            GKeyFile           *file)
{
  g_autofree char *module = g_key_file_get_string (file, GROUP, "Module", NULL);
  g_autofree char *name = g_key_file_get_string (file, GROUP, "Name", NULL);
  g_autofree char *loader = g_key_file_get_string (file, GROUP, "Loader", NULL);
  g_autofree char *abi = g_key_file_get_string (file, GROUP, "X-Lamina-ABI", NULL);
  g_autofree char *wanted = g_strdup_printf ("%d", LAMINA_ABI);

  if (module == NULL || !is_module_name (module))
    lamina_plugin_record_refuse (self, "its Module is missing or is not made of letters, digits, - and _");
  else if (name == NULL || *name == '\0')
    lamina_plugin_record_refuse (self, "its Name is missing");
  else if (loader != NULL && g_ascii_strcasecmp (loader, "c") != 0)
    lamina_plugin_record_refuse (self, "it asks for the loader %s; only native modules can be used", loader);
  else if (g_key_file_has_key (file, GROUP, "Embedded", NULL) || g_key_file_has_key (file, GROUP, "Depends", NULL))
    lamina_plugin_record_refuse (self, "it is embedded or depends on other plugins, which a format can't");
  else if (abi == NULL)
    lamina_plugin_record_refuse (self, "it does not state its X-Lamina-ABI; this program has number %d", LAMINA_ABI);
  else if (strcmp (g_strstrip (abi), wanted) != 0)
    lamina_plugin_record_refuse (self, "it was built for number %s of the plugin contract; this program has number %d",
                                 abi, LAMINA_ABI);
}

static void
read_priority (LaminaPluginRecord *self,
               GKeyFile           *file)
{
  g_autoptr (GError) error = NULL;

  self->info.priority = g_key_file_get_integer (file, GROUP, "X-Priority", &error);
  if (g_error_matches (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE)
      && self->info.state != LAMINA_PLUGIN_REFUSED)
    lamina_plugin_record_refuse (self, "its X-Priority is no whole number");
}

/* Without a name of its own, a plugin is listed under the name of its file. */
static LaminaPluginRecord *
read_record (const char *folder,
             const char *base,
             gboolean    is_user)
{
  g_autofree char *path = g_build_filename (folder, base, NULL);
  g_autofree char *display = g_filename_display_name (base);
  g_autoptr (GError) error = NULL;
  g_autoptr (GKeyFile) file = open_key_file (path, &error);
  LaminaPluginRecord *self = g_new0 (LaminaPluginRecord, 1);

  display[strlen (display) - strlen (SUFFIX)] = '\0';
  self->info.module = self->info.name = g_intern_string (display);
  self->info.description = self->info.version = g_intern_string ("");
  self->info.folder = g_intern_string (folder);
  self->info.is_user = is_user;
  self->info.state = LAMINA_PLUGIN_DISABLED;
  if (file == NULL)
    {
      lamina_plugin_record_refuse (self, "its description can't be read: %s", error->message);
      return self;
    }
  self->info.module = read_text (file, "Module", display);
  self->info.name = read_text (file, "Name", self->info.module);
  self->info.description = read_text (file, "Description", "");
  self->info.version = read_text (file, "Version", "");
  check_keys (self, file);
  read_priority (self, file);
  return self;
}

/* What the user chose */

static char *
get_choices_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "lamina", "plugins.ini", NULL);
}

/* A file that is not there is empty; one that can't be read is an error, and empty too. */
static GKeyFile *
load_choices (GError **error)
{
  g_autofree char *path = get_choices_path ();
  g_autoptr (GError) local = NULL;
  GKeyFile *choices = open_key_file (path, &local);

  if (choices != NULL)
    return choices;
  if (g_access (path, F_OK) == 0 || errno != ENOENT)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the choice of plugins in plugins.ini can't be read: %s",
                 local->message);
  return g_key_file_new ();
}

static void
keep_broken (const char *path)
{
  g_autofree char *broken = g_strconcat (path, ".broken", NULL);

  if (g_rename (path, broken) != 0)
    g_debug ("%s could not be renamed: %s", path, g_strerror (errno));
}

gboolean
lamina_plugins_store_choice (const char  *module,
                             gboolean     enabled,
                             GError     **error)
{
  g_autoptr (GError) broken = NULL;
  g_autoptr (GKeyFile) choices = load_choices (&broken);
  g_autofree char *path = get_choices_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  g_key_file_set_boolean (choices, CHOICES, module, enabled);
  /* A folder that can't be made shows when the file is written. */
  g_mkdir_with_parents (folder, 0700);
  if (broken != NULL)
    keep_broken (path);
  return g_key_file_save_to_file (choices, path, error);
}

/* Enables what the user enabled, and what nobody disabled outside of the user's own folder. */
static void
apply_choice (LaminaPluginRecord *self,
              GKeyFile           *choices)
{
  g_autoptr (GError) error = NULL;
  gboolean enabled;

  if (self->info.state == LAMINA_PLUGIN_REFUSED)
    return;
  enabled = g_key_file_get_boolean (choices, CHOICES, self->info.module, &error);
  if (error != NULL ? !self->info.is_user : enabled)
    self->info.state = LAMINA_PLUGIN_ENABLED;
}

/* Finding them */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static void
scan_folder (const char *folder,
             gboolean    is_user,
             gboolean    enter_folders,
             GPtrArray  *records)
{
  g_autoptr (GPtrArray) names = list_names (folder);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          if (enter_folders)
            scan_folder (path, is_user, FALSE, records);
        }
      else if (g_str_has_suffix (name, SUFFIX))
        {
          g_ptr_array_add (records, read_record (folder, name, is_user));
        }
    }
}

void
lamina_plugins_fill (GPtrArray *records)
{
  const char *listed = g_getenv ("LAMINA_PLUGIN_PATH");
  g_auto (GStrv) folders = g_strsplit (listed != NULL ? listed : LAMINA_PLUGIN_DIR, G_SEARCHPATH_SEPARATOR_S, -1);
  g_autofree char *user = g_build_filename (g_get_user_data_dir (), "lamina", "plugins", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GKeyFile) choices = load_choices (&error);

  if (error != NULL)
    g_message ("%s", error->message);
  for (guint i = 0; folders[i] != NULL; i++)
    if (*folders[i] != '\0')
      {
        g_autofree char *path = g_canonicalize_filename (folders[i], NULL);

        scan_folder (path, FALSE, TRUE, records);
      }
  scan_folder (user, TRUE, TRUE, records);
  for (guint i = 0; i < records->len; i++)
    apply_choice (g_ptr_array_index (records, i), choices);
}

void
lamina_plugins_refuse_duplicate (GPtrArray *records,
                                 guint      i)
{
  LaminaPluginRecord *record = g_ptr_array_index (records, i);

  for (guint n = 0; n < i; n++)
    {
      LaminaPluginRecord *other = g_ptr_array_index (records, n);

      if (other->info.state != LAMINA_PLUGIN_REFUSED && strcmp (other->info.module, record->info.module) == 0)
        {
          lamina_plugin_record_refuse (record, "another plugin has the same name: %s", other->info.folder);
          return;
        }
    }
}

/* By priority, highest first, then by module and folder. */
static int
compare_records (gconstpointer a,
                 gconstpointer b)
{
  const LaminaPlugin *left = &(*(LaminaPluginRecord *const *) a)->info;
  const LaminaPlugin *right = &(*(LaminaPluginRecord *const *) b)->info;
  int order;

  if (left->priority != right->priority)
    return left->priority > right->priority ? -1 : 1;
  order = strcmp (left->module, right->module);
  return order != 0 ? order : strcmp (left->folder, right->folder);
}

void
lamina_plugins_sort (GPtrArray *records)
{
  g_ptr_array_sort (records, compare_records);
}

LaminaPluginRecord *
lamina_plugins_find (GPtrArray  *records,
                     const char *module)
{
  LaminaPluginRecord *found = NULL;

  for (guint i = 0; i < records->len; i++)
    {
      LaminaPluginRecord *record = g_ptr_array_index (records, i);

      if (strcmp (record->info.module, module) != 0)
        continue;
      if (record->info.state != LAMINA_PLUGIN_REFUSED)
        return record;
      if (found == NULL)
        found = record;
    }
  return found;
}

gboolean
lamina_plugin_record_check (const LaminaPluginRecord  *record,
                            const char                *module,
                            GError                   **error)
{
  if (record == NULL)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "there is no plugin named %s", module);
  else if (record->info.state == LAMINA_PLUGIN_REFUSED)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s can't be used: %s", module,
                 record->info.reason);
  else
    return TRUE;
  return FALSE;
}
