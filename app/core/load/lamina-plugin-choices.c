/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "lamina-error.h"
#include "lamina-plugin-choices-private.h"

/* The file is an object with two arrays of strings. json-glib has no bound of its own, neither of size nor of depth. */
#define MAX_FILE_BYTES (1 << 20)
#define MAX_BRACKETS 64

static char *
file_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "lamina", "plugins.json", NULL);
}

static gboolean
fail (const char  *why,
      GError     **error)
{
  g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the choice of plugins in plugins.json can't be read: %s",
               why);
  return FALSE;
}

/* All brackets count, even those in strings: json-glib knows more kinds of strings than JSON has. */
static gboolean
check_text (const char  *text,
            gsize        length,
            GError     **error)
{
  guint brackets = 0;

  for (gsize i = 0; i < length; i++)
    brackets += text[i] == '[' || text[i] == '{';
  return brackets <= MAX_BRACKETS || fail ("it is nested too deeply", error);
}

/* A missing file is no text. */
static gboolean
read_text (char   **text,
           gsize   *length,
           GError **error)
{
  g_autofree char *path = file_path ();
  g_autoptr (GError) local = NULL;
  struct stat info;

  *text = NULL;
  if (g_stat (path, &info) != 0 && errno == ENOENT)
    return TRUE;
  if (!S_ISREG (info.st_mode) || info.st_size > MAX_FILE_BYTES)
    return fail ("it is no small regular file", error);
  if (!g_file_get_contents (path, text, length, &local))
    return fail (local->message, error);
  return check_text (*text, *length, error);
}

static void
take_member (GHashTable   *choices,
             JsonObject   *object,
             const char   *member,
             LaminaChoice  choice)
{
  JsonNode *node = json_object_get_member (object, member);
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_STRING)
        g_hash_table_insert (choices, g_strdup (json_node_get_string (item)), GINT_TO_POINTER (choice));
    }
}

static gboolean
parse (GHashTable  *choices,
       const char  *text,
       gsize        length,
       GError     **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) local = NULL;
  JsonNode *root;

  if (!json_parser_load_from_data (parser, text, (gssize) length, &local))
    return fail (local->message, error);
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return fail ("it holds no object", error);
  take_member (choices, json_node_get_object (root), "enabled", LAMINA_CHOICE_ENABLED);
  take_member (choices, json_node_get_object (root), "disabled", LAMINA_CHOICE_DISABLED);
  return TRUE;
}

GHashTable *
lamina_plugin_choices_load (GError **error)
{
  GHashTable *choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (read_text (&text, &length, error) && text != NULL)
    parse (choices, text, length, error);
  return choices;
}

LaminaChoice
lamina_plugin_choices_get (GHashTable *choices,
                           const char *module)
{
  return (LaminaChoice) GPOINTER_TO_INT (g_hash_table_lookup (choices, module));
}

static void
put_member (JsonObject   *object,
            const char   *member,
            GHashTable   *choices,
            LaminaChoice  choice)
{
  JsonArray *array = json_array_new ();
  g_autoptr (GList) modules = g_list_sort (g_hash_table_get_keys (choices), (GCompareFunc) strcmp);

  for (GList *l = modules; l != NULL; l = l->next)
    if (lamina_plugin_choices_get (choices, l->data) == choice)
      json_array_add_string_element (array, l->data);
  json_object_set_array_member (object, member, array);
}

static char *
to_text (GHashTable *choices)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  put_member (object, "enabled", choices, LAMINA_CHOICE_ENABLED);
  put_member (object, "disabled", choices, LAMINA_CHOICE_DISABLED);
  json_node_take_object (root, object);
  return json_to_string (root, TRUE);
}

static void
keep_broken (const char *path)
{
  g_autofree char *broken = g_strconcat (path, ".broken", NULL);

  if (g_rename (path, broken) != 0)
    g_debug ("%s could not be renamed: %s", path, g_strerror (errno));
}

gboolean
lamina_plugin_choices_store (const char  *module,
                             gboolean     enabled,
                             GError     **error)
{
  g_autoptr (GError) broken = NULL;
  g_autoptr (GHashTable) choices = lamina_plugin_choices_load (&broken);
  g_autofree char *path = file_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;

  g_hash_table_insert (choices, g_strdup (module),
                       GINT_TO_POINTER (enabled ? LAMINA_CHOICE_ENABLED : LAMINA_CHOICE_DISABLED));
  text = to_text (choices);
  /* A folder that can't be made shows when the file is written. */
  g_mkdir_with_parents (folder, 0700);
  if (broken != NULL)
    keep_broken (path);
  return g_file_set_contents (path, text, -1, error);
}
