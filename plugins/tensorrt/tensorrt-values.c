/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <math.h>
#include <string.h>

/* Single values. A `null` is "not known"; so is a value that can't be used, which is noted. */

/* Times beyond 73 years are none; what is below can be added and subtracted twice without overflow. */
#define MAX_TIME (G_MAXINT64 / 4)

void
tensorrt_file_note (TensorrtFile *self,
                    const char   *kind,
                    guint64       offset,
                    guint32       record)
{
  lamina_import_note (self->engine->import, kind, self->source, offset, record);
}

static void
note_value (TensorrtFile     *self,
            LaminaJsonReader *json,
            const char       *kind)
{
  LaminaJsonType type = lamina_json_reader_peek (json);

  if (type != LAMINA_JSON_NULL && type != LAMINA_JSON_NOTHING)
    tensorrt_file_note (self, kind, lamina_json_reader_get_offset (json), lamina_json_reader_get_record (json));
}

LaminaJsonReader *
tensorrt_file_open_json (TensorrtFile *self,
                         guint64       offset,
                         const char   *record_path)
{
  LaminaJsonReader *json = lamina_json_reader_new (self->source, offset, G_MAXUINT64, NULL, self->engine->import,
                                                   self->engine->cancellable);

  if (record_path)
    lamina_json_reader_add_record_path (json, record_path);
  return json;
}

const char *
tensorrt_read_text (TensorrtFile     *self,
                    LaminaJsonReader *json)
{
  const char *text = lamina_json_reader_read_text (json, NULL);

  if (text)
    return tensorrt_engine_keep (self->engine, text);
  note_value (self, json, N_("a value that should be text is left out"));
  return NULL;
}

gint64
tensorrt_read_count (TensorrtFile     *self,
                     LaminaJsonReader *json)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  gint64 value;

  if (!lamina_json_reader_read_int64 (json, &value))
    note_value (self, json, N_("a number can't be read"));
  else if (value >= 0)
    return value;
  else
    tensorrt_file_note (self, N_("a number that is too small is left out"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

gint64
tensorrt_read_time (TensorrtFile     *self,
                    LaminaJsonReader *json,
                    gboolean          negative,
                    double           *milliseconds)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  LaminaJsonType type = lamina_json_reader_peek (json);
  gsize length;
  const char *text = lamina_json_reader_read_text (json, &length);
  gint64 value;

  *milliseconds = (double) NAN;
  if (type == LAMINA_JSON_NULL || type == LAMINA_JSON_NOTHING)
    return LAMINA_ABSENT;
  if (text && lamina_decimal_parse (text, length, 6, &value))
    {
      if (value > (negative ? -MAX_TIME : -1) && value < MAX_TIME)
        {
          *milliseconds = g_ascii_strtod (text, NULL);
          return value;
        }
      tensorrt_file_note (self, N_("a time is out of range"), offset, lamina_json_reader_get_record (json));
      return LAMINA_ABSENT;
    }
  tensorrt_file_note (self, N_("a time is not a finite number"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

gboolean
tensorrt_parse_time (const char *text,
                     gsize       length,
                     gint64     *time)
{
  gint64 value;

  if (!lamina_decimal_parse (text, length, 6, &value) || value < 0 || value >= MAX_TIME)
    return FALSE;
  *time = value;
  return TRUE;
}

/* Dimensions below 0 are not known before the engine runs. */
gboolean
tensorrt_read_numbers (TensorrtFile     *self,
                       LaminaJsonReader *json,
                       TensorrtRange    *range)
{
  GArray *dims = self->engine->dims;
  guint64 offset = lamina_json_reader_get_offset (json);

  *range = (TensorrtRange) { dims->len, 0 };
  if (!lamina_json_reader_enter_array (json))
    {
      note_value (self, json, N_("a value that should be an array is left out"));
      return FALSE;
    }
  while (lamina_json_reader_next_element (json))
    {
      gint64 value = LAMINA_ABSENT;

      if (!lamina_json_reader_read_int64 (json, &value))
        note_value (self, json, N_("a number can't be read"));
      if (value < 0)
        value = LAMINA_ABSENT;
      if (range->n++ < LAMINA_MAX_DIMS)
        g_array_append_val (dims, value);
    }
  if (range->n <= LAMINA_MAX_DIMS)
    return TRUE;
  tensorrt_file_note (self, N_("a shape has too many dimensions"), offset, lamina_json_reader_get_record (json));
  g_array_set_size (dims, range->first);
  range->n = 0;
  return FALSE;
}
