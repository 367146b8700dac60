/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-limits.h"

#include <math.h>
#include <string.h>

/* A device that is called less says too little. */
#define LEAST_LETTERS 2

typedef struct
{
  LaminaDeviceLimits limits;
  char **patterns;
  char **shared; /* names that it has in common with others */
  gint64 units;  /* how many compute units tell it from those */
} Device;

struct _LaminaDeviceTable
{
  GArray *devices;
};

static void
clear_device (gpointer data)
{
  Device *device = data;

  g_free ((char *) device->limits.name);
  g_free ((char *) device->limits.source);
  g_strfreev (device->patterns);
  g_strfreev (device->shared);
}

void
lamina_device_table_free (LaminaDeviceTable *self)
{
  g_array_unref (self->devices);
  g_free (self);
}

/* A number that is missing is not known. FALSE where something else stands, or it is not above 0. */
static gboolean
read_number (GKeyFile    *file,
             const char  *group,
             const char  *key,
             double      *number,
             GError     **error)
{
  g_autofree char *text = g_key_file_get_value (file, group, key, NULL);
  char *end = NULL;

  *number = NAN;
  if (!text)
    return TRUE;
  *number = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && isfinite (*number) && *number > 0)
    return TRUE;
  g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
               "[%s] %s=%s: expected a number above 0, such as 1.5e12", group, key, text);
  return FALSE;
}

/* A figure under a name that nobody asks for would be missed without a word. */
static gboolean
check_keys (GKeyFile    *file,
            const char  *group,
            GError     **error)
{
  static const char *const keys[] = { "match", "shared", "units", "bandwidth", "source", NULL };
  g_auto (GStrv) found = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; found && found[i]; i++)
    {
      gboolean is_known = g_strv_contains (keys, found[i]);

      for (guint k = 0; k < LAMINA_N_PRECISIONS; k++)
        is_known = is_known || g_str_equal (found[i], lamina_precision_get_name ((LaminaPrecision) k));
      if (is_known)
        continue;
      g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND,
                   "[%s] %s: expected match, bandwidth, source, fp64, fp32, tf32, fp16, bf16, fp8 or int8", group, found[i]);
      return FALSE;
    }
  return TRUE;
}

/* A list of words in small letters, and one more. */
static char **
dup_patterns (GKeyFile   *file,
              const char *group,
              const char *key,
              const char *more)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = g_key_file_get_string_list (file, group, key, NULL, NULL);

  for (guint i = 0; words && words[i]; i++)
    {
      g_autofree char *word = g_ascii_strdown (g_strstrip (words[i]), -1);

      if (strlen (word) >= LEAST_LETTERS)
        g_strv_builder_add (builder, word);
    }
  if (more)
    g_strv_builder_add (builder, more);
  return g_strv_builder_end (builder);
}

static gboolean
read_device (GKeyFile    *file,
             const char  *group,
             Device      *device,
             GError     **error)
{
  double units;

  if (!check_keys (file, group, error) || !read_number (file, group, "units", &units, error)
      || !read_number (file, group, "bandwidth", &device->limits.bandwidth, error))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
    if (!read_number (file, group, lamina_precision_get_name ((LaminaPrecision) i), &device->limits.peaks[i], error))
      return FALSE;
  device->units = units < G_MAXINT32 ? (gint64) units : 0;
  return TRUE;
}

static gboolean
add_devices (LaminaDeviceTable  *self,
             GKeyFile           *file,
             gboolean            is_own,
             GError            **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i]; i++)
    {
      Device device = { .limits = { .is_own = is_own } };
      g_autofree char *name = g_ascii_strdown (groups[i], -1);
      char *source;

      if (!read_device (file, groups[i], &device, error))
        return FALSE;
      source = g_key_file_get_string (file, groups[i], "source", NULL);
      device.limits.name = g_strdup (groups[i]);
      device.limits.source = source ? source : g_strdup ("");
      device.patterns = dup_patterns (file, groups[i], "match", name);
      device.shared = dup_patterns (file, groups[i], "shared", NULL);
      g_array_append_val (self->devices, device);
    }
  return TRUE;
}

static gboolean
add_own (LaminaDeviceTable  *self,
         const char         *path,
         GError            **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!path || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error) && add_devices (self, file, TRUE, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

LaminaDeviceTable *
lamina_device_table_new (const char  *own,
                         GError     **error)
{
  g_autoptr (LaminaDeviceTable) self = g_new0 (LaminaDeviceTable, 1);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GKeyFile) file = NULL;

  self->devices = g_array_new (FALSE, FALSE, sizeof (Device));
  g_array_set_clear_func (self->devices, clear_device);
  if (!add_own (self, own, error))
    return NULL;
  bytes = g_resources_lookup_data ("/io/github/lamina_trace/Lamina/analysis/devices.ini",
                                   G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  file = g_key_file_new ();
  if (bytes && g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL))
    add_devices (self, file, FALSE, NULL);
  return g_steal_pointer (&self);
}

LaminaDeviceTable *
lamina_device_table_get_default (void)
{
  static gsize table;

  if (g_once_init_enter (&table))
    {
      g_autofree char *own = g_build_filename (g_get_user_config_dir (), "lamina", "devices.ini", NULL);
      g_autoptr (GError) error = NULL;
      LaminaDeviceTable *made = lamina_device_table_new (own, &error);

      if (!made)
        {
          g_message ("%s", error->message);
          made = lamina_device_table_new (NULL, NULL);
        }
      g_once_init_leave (&table, (gsize) made);
    }
  return (LaminaDeviceTable *) table;
}

guint
lamina_device_table_get_n (LaminaDeviceTable *self)
{
  return self->devices->len;
}

const LaminaDeviceLimits *
lamina_device_table_get (LaminaDeviceTable *self,
                         guint              i)
{
  g_return_val_if_fail (i < self->devices->len, NULL);

  return &g_array_index (self->devices, Device, i).limits;
}

/* A `GeForce RTX 4090 Laptop GPU` is no GeForce RTX 4090, and slower. */
static gboolean
is_another_model (const char *rest)
{
  static const char *const words[] = { "ti", "super", "laptop", "mobile", "max-q", "with", "d", "nvl", "sff" };
  gsize length;

  if (*rest != ' ')
    return FALSE;
  rest++;
  length = strcspn (rest, " ,;()[]/");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && strncmp (words[i], rest, length) == 0)
      return TRUE;
  return FALSE;
}

/* Whether the words at @words begin with @pattern and end there with a word. */
static gboolean
begins_with (const char *words,
             const char *pattern)
{
  for (; *pattern != '\0' && *pattern != '*'; pattern++, words++)
    if (*words != *pattern)
      return FALSE;
  return *pattern == '*' || (!g_ascii_isalnum (*words) && !is_another_model (words));
}

/* Whether a word of @words begins @pattern. */
static gboolean
holds (const char *words,
       const char *pattern)
{
  for (const char *at = words; *at != '\0'; at++)
    if ((at == words || !g_ascii_isalnum (at[-1])) && begins_with (at, pattern))
      return TRUE;
  return FALSE;
}

/* The device of which the longest pattern fits. */
static const LaminaDeviceLimits *
find (LaminaDeviceTable *self,
      const char        *words,
      gboolean           is_own)
{
  const LaminaDeviceLimits *found = NULL;
  gsize longest = 0;

  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = &g_array_index (self->devices, Device, i);

      for (guint k = 0; device->limits.is_own == is_own && device->patterns[k]; k++)
        if (strlen (device->patterns[k]) > longest && holds (words, device->patterns[k]))
          {
            found = &device->limits;
            longest = strlen (device->patterns[k]);
          }
    }
  return found;
}

const LaminaDeviceLimits *
lamina_device_table_find (LaminaDeviceTable *self,
                          const char        *words)
{
  g_autofree char *folded = NULL;
  const LaminaDeviceLimits *own;

  g_return_val_if_fail (self != NULL && words != NULL, NULL);

  folded = g_ascii_strdown (words, -1);
  own = find (self, folded, TRUE);
  return own ? own : find (self, folded, FALSE);
}

/* How many compute units a document states beside the name of a device, or LAMINA_ABSENT. */
static gint64
get_units (LaminaDocument *document,
           const char     *group)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (property->value.type == LAMINA_VALUE_INTEGER && g_str_equal (property->group, group)
          && (g_str_equal (property->key, "numSms") || g_str_equal (property->key, "multiProcessorCount")))
        return property->value.integer;
    }
  return LAMINA_ABSENT;
}

/* A driver that does not know a board calls it by a name that says no more than who made it. */
static const LaminaDeviceLimits *
find_shared (LaminaDeviceTable *self,
             const char        *words,
             gint64             units)
{
  g_autofree char *folded = g_ascii_strdown (words, -1);

  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = &g_array_index (self->devices, Device, i);

      for (guint k = 0; device->units == units && device->shared[k]; k++)
        if (holds (folded, device->shared[k]))
          return &device->limits;
    }
  return NULL;
}

const LaminaDeviceLimits *
lamina_device_table_find_in (LaminaDeviceTable *self,
                             LaminaDocument    *document)
{
  g_return_val_if_fail (self != NULL && document != NULL, NULL);

  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);
      const LaminaDeviceLimits *found;

      if (property->value.type != LAMINA_VALUE_TEXT || !property->value.text)
        continue;
      found = lamina_device_table_find (self, property->value.text);
      if (!found)
        found = find_shared (self, property->value.text, get_units (document, property->group));
      if (found)
        return found;
    }
  return NULL;
}
