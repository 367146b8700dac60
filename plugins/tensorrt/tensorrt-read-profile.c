/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

/*
 * `--exportProfile`: an array with an object for each layer in a line of its own, the first of which is the count of
 * iterations. trtexec does not escape the names, so that one with a quotation mark or a backslash makes the text
 * invalid. Its lines are therefore taken apart by what must stand around the name; an array in any other form is read
 * as JSON.
 */

static const char *const keys[] = { "name", "timeMs", "averageMs", "medianMs", "percentage", "count", NULL };

static void
read_percentage (LaminaJsonReader *json,
                 TensorrtTiming   *timing)
{
  const char *text = lamina_json_reader_read_text (json, NULL);

  if (text)
    timing->percentage = g_ascii_strtod (text, NULL);
}

/* The members of an object that was entered. */
static void
read_members (TensorrtFile     *self,
              LaminaJsonReader *json,
              TensorrtProfile  *profile,
              TensorrtTiming   *timing,
              gboolean         *is_count)
{
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      timing->name = tensorrt_read_text (self, json);
    else if (key == 1)
      timing->total = tensorrt_read_time (self, json, FALSE, &timing->total_ms);
    else if (key == 2)
      timing->average = tensorrt_read_time (self, json, FALSE, &timing->average_ms);
    else if (key == 3)
      timing->median = tensorrt_read_time (self, json, FALSE, &timing->median_ms);
    else if (key == 4)
      read_percentage (json, timing);
    else if (key == 5)
      {
        profile->count = tensorrt_read_count (self, json);
        *is_count = TRUE;
      }
}

static void
add_timing (TensorrtFile    *self,
            TensorrtProfile *profile,
            TensorrtTiming  *timing,
            gboolean         is_count)
{
  if (timing->name)
    g_array_append_vals (profile->timings, timing, 1);
  else if (is_count)
    lamina_import_account (self->engine->import, timing->record, LAMINA_RECORD_MERGED);
  else
    lamina_import_skip (self->engine->import, timing->record, N_("the times are of a layer without a name"));
}

static guint64
read_as_json (TensorrtFile    *self,
              TensorrtProfile *profile,
              guint64          offset)
{
  g_autoptr (LaminaJsonReader) json = tensorrt_file_open_json (self, offset, "/@");

  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      {
        TensorrtTiming timing = tensorrt_timing_new (lamina_json_reader_get_offset (json),
                                                     lamina_json_reader_get_record (json));
        gboolean is_count = FALSE;

        if (lamina_json_reader_enter_object (json))
          read_members (self, json, profile, &timing, &is_count);
        add_timing (self, profile, &timing, is_count);
      }
  return lamina_json_reader_get_end (json);
}

static const char *
skip_blanks (const char *text)
{
  while (*text == ' ' || *text == '\t' || *text == '\r')
    text++;
  return text;
}

/* What follows @literal, blanks around it left out; NULL when something else stands there. */
static const char *
skip_literal (const char *text,
              const char *literal)
{
  gsize length = strlen (literal);

  text = skip_blanks (text);
  return strncmp (text, literal, length) == 0 ? skip_blanks (text + length) : NULL;
}

/* The first byte of the name in a line of a layer, or NULL. */
static const char *
find_name (const char *line)
{
  line = skip_blanks (line);
  if (*line == ',')
    line++;
  line = skip_literal (line, "{");
  line = line ? skip_literal (line, "\"name\"") : NULL;
  line = line ? skip_literal (line, ":") : NULL;
  return line && *line == '"' ? line + 1 : NULL;
}

/* The quotation mark behind the name: the last one that `, "timeMs"` follows. @rest is what follows the comma. */
static const char *
find_name_end (const char  *name,
               const char **rest)
{
  const char *end = NULL;

  for (const char *quote = strchr (name, '"'); quote; quote = strchr (quote + 1, '"'))
    {
      const char *behind = skip_literal (quote + 1, ",");

      if (behind && g_str_has_prefix (behind, "\"timeMs\""))
        {
          end = quote;
          *rest = behind;
        }
    }
  return end;
}

/* Whether a name can stand in JSON as it is. */
static gboolean
is_valid (const char *name,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (name[i] == '"')
        return FALSE;
      if (name[i] != '\\')
        continue;
      if (++i == length || !strchr ("\"\\/bfnrtu", name[i]))
        return FALSE;
    }
  return TRUE;
}

/* A name that is valid was perhaps escaped by whoever wrote the file anew. */
static const char *
take_name (TensorrtFile *self,
           const char   *name,
           gsize         length,
           guint64       offset,
           guint32       record)
{
  g_autofree char *text = NULL;

  if (is_valid (name, length))
    {
      g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (self->source, offset - 1, length + 2, NULL,
                                                                  self->engine->import, self->engine->cancellable);

      return tensorrt_read_text (self, json);
    }
  lamina_import_repair (self->engine->import, N_("a name that is not valid JSON is taken as it stands"), self->source,
                        offset, record);
  text = g_utf8_make_valid (name, (gssize) length);
  return tensorrt_engine_keep (self->engine, text);
}

static gboolean
read_line (TensorrtFile     *self,
           TensorrtProfile  *profile,
           const LaminaLine *line)
{
  const char *name = find_name (line->text), *rest = NULL;
  const char *end = name ? find_name_end (name, &rest) : NULL;
  g_autoptr (LaminaJsonReader) json = NULL;
  TensorrtTiming timing;
  gboolean is_count = FALSE;
  guint64 rest_offset;

  if (!end)
    return FALSE;
  timing = tensorrt_timing_new (line->offset,
                                lamina_import_open_record (self->engine->import, self->source, line->offset));
  timing.name = take_name (self, name, (gsize) (end - name), line->offset + (guint64) (name - line->text),
                           timing.record);
  rest_offset = line->offset + (guint64) (rest - line->text);
  json = lamina_json_reader_new (self->source, rest_offset, line->offset + line->length - rest_offset, "{",
                                 self->engine->import, self->engine->cancellable);
  read_members (self, json, profile, &timing, &is_count);
  add_timing (self, profile, &timing, FALSE);
  return TRUE;
}

/* `[` and `{ "count" : 10 }`, perhaps in one line. */
static gboolean
read_count (TensorrtFile     *self,
            TensorrtProfile  *profile,
            const LaminaLine *line)
{
  const char *text = skip_blanks (line->text), *digits;
  gsize length;

  if (*text == '[' || *text == ',')
    text = skip_blanks (text + 1);
  if (*text == '\0')
    return TRUE;
  text = skip_literal (text, "{");
  text = text ? skip_literal (text, "\"count\"") : NULL;
  digits = text ? skip_literal (text, ":") : NULL;
  length = digits ? strspn (digits, "0123456789") : 0;
  text = digits ? skip_literal (digits + length, "}") : NULL;
  if (length == 0 || !text || *text != '\0')
    return FALSE;
  if (!lamina_decimal_parse (digits, length, 0, &profile->count))
    profile->count = LAMINA_ABSENT;
  lamina_import_account (self->engine->import,
                         lamina_import_open_record (self->engine->import, self->source, line->offset),
                         LAMINA_RECORD_MERGED);
  return TRUE;
}

/* Whether the array has its first layer in a line as trtexec writes it. */
static gboolean
has_lines (TensorrtFile *self,
           guint64       offset)
{
  g_autoptr (LaminaLineReader) lines = lamina_line_reader_new (self->source, offset, self->engine->cancellable);
  LaminaLine line;

  for (guint i = 0; i < 3 && lamina_line_reader_next (lines, &line); i++)
    {
      const char *name = find_name (line.text), *rest;

      if (name)
        return find_name_end (name, &rest) != NULL && strstr (rest, "\"name\"") == NULL;
    }
  return FALSE;
}

static guint64
read_as_lines (TensorrtFile    *self,
               TensorrtProfile *profile,
               guint64          offset)
{
  g_autoptr (LaminaLineReader) lines = lamina_line_reader_new (self->source, offset, self->engine->cancellable);
  LaminaLine line;

  while (lamina_line_reader_next (lines, &line))
    {
      const char *text = skip_blanks (line.text);

      offset = line.offset + line.length;
      if (*text == ']')
        return line.offset + (guint64) (text + 1 - line.text);
      if (*text == '\0' || read_line (self, profile, &line) || read_count (self, profile, &line))
        continue;
      lamina_import_skip (self->engine->import,
                          lamina_import_open_record (self->engine->import, self->source, line.offset),
                          N_("a line of the profile is incomplete"));
      if (*text != ',' && *text != '{')
        return offset;
    }
  lamina_import_repair (self->engine->import, N_("the text ends inside the profile"), self->source, offset, LAMINA_NONE);
  return offset;
}

/* `--exportOutput` writes an array of names and values, which begins like a profile. */
static void
drop_when_untimed (TensorrtFile    *self,
                   TensorrtProfile *profile)
{
  gboolean timed = profile->count != LAMINA_ABSENT;

  for (guint i = 0; i < profile->timings->len && !timed; i++)
    {
      const TensorrtTiming *timing = tensorrt_profile_get_timing (profile, i);

      timed = timing->total != LAMINA_ABSENT || timing->average != LAMINA_ABSENT || timing->median != LAMINA_ABSENT;
    }
  if (timed)
    return;
  for (guint i = 0; i < profile->timings->len; i++)
    lamina_import_skip (self->engine->import, tensorrt_profile_get_timing (profile, i)->record,
                        N_("the file gives no times for the name"));
  g_array_set_size (profile->timings, 0);
}

guint64
tensorrt_read_profile (TensorrtFile *self,
                       guint64       offset)
{
  TensorrtProfile *profile = tensorrt_engine_add_profile (self->engine, self->index, offset);
  guint64 end;

  if (has_lines (self, offset))
    end = read_as_lines (self, profile, offset);
  else
    end = read_as_json (self, profile, offset);
  drop_when_untimed (self, profile);
  if (profile->timings->len == 0)
    {
      tensorrt_file_note (self, N_("a profile has no layers"), offset, LAMINA_NONE);
      g_ptr_array_set_size (self->engine->profiles, (int) self->engine->profiles->len - 1);
    }
  return end;
}
