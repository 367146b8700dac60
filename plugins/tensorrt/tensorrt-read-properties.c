/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

/*
 * What was asked of trtexec, on which device, and what came of it: `{section: {key: value}}` of two files, and an array
 * with an object for each device.
 */

static const struct
{
  const char *key;
  const char *title;
} sections[] = {
  { "performance_summary", N_("Performance summary") },
  { "inference_options", N_("Inference options") },
  { "device_information", N_("Device information") },
  { "model_options", N_("Model options") },
  { "build_options", N_("Build options") },
};

/* trtexec prints these with a unit, which its file leaves out and the log has. */
static const struct
{
  const char *key;
  const char *unit;
} units[] = {
  { "Throughput", "qps" },
  { "Compute Clock Rate", "GHz" },
  { "Memory Clock Rate", "GHz" },
  { "Memory Bus Width", "bits" },
};

static void
add_unit (const char  *key,
          LaminaValue *value)
{
  g_autofree char *digits = NULL;

  if (value->type != LAMINA_VALUE_INTEGER && value->type != LAMINA_VALUE_REAL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].key, key) == 0)
      {
        digits = lamina_value_to_string (value);
        lamina_value_clear (value);
        *value = (LaminaValue) { .type = LAMINA_VALUE_TEXT, .text = g_strconcat (digits, " ", units[i].unit, NULL) };
        return;
      }
}

static void
add_value (TensorrtFile     *self,
           LaminaJsonReader *json,
           const char       *group,
           const char       *key)
{
  LaminaValue value = { 0 };

  if (!lamina_json_reader_read_value (json, &value))
    return;
  add_unit (key, &value);
  if (strcmp (key, "Selected Device") == 0 && value.type == LAMINA_VALUE_TEXT && !self->engine->device)
    self->engine->device = tensorrt_engine_keep (self->engine, value.text);
  lamina_builder_add_property (self->engine->builder, group, key, &value);
  lamina_value_clear (&value);
}

/* Times in milliseconds, or a time in seconds. */
static gboolean
is_time (const char *key,
         int        *scale)
{
  static const char *const times[] = { "Latency", "Enqueue Time", "H2D Latency", "GPU Compute Time", "D2H Latency",
                                       "End-to-End Host Latency", NULL };

  *scale = g_str_has_prefix (key, "Total ") ? 9 : 6;
  return *scale == 9 || g_strv_contains (times, key);
}

static gboolean
add_time (TensorrtFile     *self,
          LaminaJsonReader *json,
          const char       *group,
          const char       *key,
          int               scale)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_NANOSECONDS);

  if (!lamina_json_reader_read_decimal (json, scale, &value.integer))
    return FALSE;
  lamina_builder_add_property (self->engine->builder, group, key, &value);
  return TRUE;
}

/* `[min, max, mean, median, percentile…]`: which percentiles depends on what was asked for. */
static void
add_times (TensorrtFile     *self,
           LaminaJsonReader *json,
           const char       *group,
           const char       *key,
           int               scale)
{
  static const char *const names[] = { "minimum", "maximum", "mean", "median" };

  for (guint i = 0; lamina_json_reader_next_element (json); i++)
    {
      g_autofree char *name = NULL;

      if (i < G_N_ELEMENTS (names))
        name = g_strdup_printf ("%s, %s", key, names[i]);
      else
        name = g_strdup_printf ("%s, percentile %u", key, i - (guint) G_N_ELEMENTS (names) + 1);
      if (!add_time (self, json, group, name, scale))
        add_value (self, json, group, name);
    }
}

static void
read_section (TensorrtFile     *self,
              LaminaJsonReader *json,
              const char       *group)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      int scale;

      if (!is_time (key, &scale))
        add_value (self, json, group, key);
      else if (lamina_json_reader_enter_array (json))
        add_times (self, json, group, key, scale);
      else if (!add_time (self, json, group, key, scale))
        add_value (self, json, group, key);
    }
}

static void
take_record (TensorrtFile *self,
             guint64       offset)
{
  lamina_import_account (self->engine->import, lamina_import_open_record (self->engine->import, self->source, offset),
                         LAMINA_RECORD_MERGED);
  self->engine->has_properties = TRUE;
}

guint64
tensorrt_read_metadata (TensorrtFile *self,
                        guint64       offset)
{
  g_autoptr (LaminaJsonReader) json = tensorrt_file_open_json (self, offset, NULL);

  take_record (self, offset);
  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      {
        g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));

        const char *title = key;

        for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
          if (strcmp (sections[i].key, key) == 0)
            title = lamina_builder_own_word (self->engine->builder, sections[i].title);
        if (lamina_json_reader_enter_object (json))
          read_section (self, json, title);
        else
          add_value (self, json, lamina_builder_own_word (self->engine->builder, N_("Metadata")), key);
      }
  return lamina_json_reader_get_end (json);
}

static void
read_device (TensorrtFile     *self,
             LaminaJsonReader *json,
             guint             i)
{
  const char *device = N_("Device");
  g_autofree char *group = i == 0 ? g_strdup (device) : g_strdup_printf ("%s %u", device, i + 1);

  lamina_builder_own_text (self->engine->builder, group, device);
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));

      add_value (self, json, group, key);
    }
}

/* Many arrays of other tools begin with a name; this one goes on with the compute capability. */
guint64
tensorrt_read_devices (TensorrtFile *self,
                       guint64       offset)
{
  g_autoptr (GBytes) bytes = lamina_source_read_bytes (self->source, offset, 512, self->engine->cancellable, NULL);
  g_autoptr (LaminaJsonReader) json = NULL;
  guint i = 0;

  if (!bytes || !memmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "\"ComputeCapability\"", 19))
    return offset;
  take_record (self, offset);
  json = tensorrt_file_open_json (self, offset, NULL);
  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      if (lamina_json_reader_enter_object (json))
        read_device (self, json, i++);
  return lamina_json_reader_get_end (json);
}
