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

/* The members of an object that was entered. */
static void
read_members (TensorrtFile     *self,
              LaminaJsonReader *json,
              TensorrtProfile  *profile,
              TensorrtTiming   *timing,
              gboolean         *is_count)
{
  const char *text;
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
    else if (key == 4 && (text = lamina_json_reader_read_text (json, NULL)))
      timing->percentage = g_ascii_strtod (text, NULL);
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
  lamina_import_damage (self->engine->import, N_("the text ends inside the profile"), self->source, offset, LAMINA_NONE);
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

/*
 * What trtexec prints: `=== Profile (10 iterations ) ===` with a table below it, and other titles with `key: value`
 * below them. Each line of a log may begin with `[10/14/2024-12:00:00] [I] `.
 *
 * The columns of the table changed: since TensorRT 8.4 the layer stands behind its numbers, before that in front of
 * them, right-aligned. Either way the numbers are told from the name by how many there are.
 */

typedef enum
{
  COLUMN_TOTAL,
  COLUMN_AVERAGE,
  COLUMN_MEDIAN,
  COLUMN_PERCENTAGE,
} Column;

#define MAX_COLUMNS 8

/*
 * @text: the current line without the prefix of a log
 * @extent: the next extent that lines are compared with
 * @group: the title above, or NULL
 * @profile: the table above, or NULL
 */
typedef struct
{
  TensorrtFile *file;
  LaminaLine line;
  const char *text;
  guint extent;
  char *group;
  TensorrtProfile *profile;
  Column columns[MAX_COLUMNS];
  guint n_columns;
  gboolean name_last;
} Lines;

/* Behind `[10/14/2024-12:00:00] [I] [TRT] `, as much of it as there is. */
static const char *
skip_prefix (const char *text)
{
  while (*text == '[')
    {
      const char *close = strchr (text, ']');

      if (!close || close - text > 32)
        break;
      text = close + 1;
      while (*text == ' ')
        text++;
    }
  return text;
}

static gboolean
is_inside (Lines *self)
{
  GArray *extents = self->file->extents;
  const char *text = skip_prefix (self->line.text);
  guint64 prefix = (guint64) (text - self->line.text), begin;

  while (self->extent < extents->len && g_array_index (extents, guint64, self->extent + 1) <= self->line.offset)
    self->extent += 2;
  if (self->extent >= extents->len
      || g_array_index (extents, guint64, self->extent) > self->line.offset + self->line.length)
    return FALSE;
  /* Text in the line where a value begins; the prefix of a log does not count. */
  begin = g_array_index (extents, guint64, self->extent);
  if (begin > self->line.offset + prefix && strspn (text, " \t") < begin - self->line.offset - prefix)
    tensorrt_file_note (self->file, N_("text around the data is not shown"), self->line.offset, LAMINA_NONE);
  return TRUE;
}

/* `Time(ms)`, `Avg. Time (ms)`, `Median(ms)`, `Time %` in their order, and where `Layer` stands. */
static gboolean
read_header (Lines *self)
{
  g_auto (GStrv) words = g_strsplit_set (self->text, " ()", -1);
  const char *layer = strstr (self->text, "Layer"), *time = strstr (self->text, "Time");

  self->n_columns = 0;
  if (!layer || !time)
    return FALSE;
  self->name_last = layer > time;
  for (guint i = 0; words[i] && self->n_columns < MAX_COLUMNS; i++)
    if (g_str_has_prefix (words[i], "Avg"))
      self->columns[self->n_columns++] = COLUMN_AVERAGE;
    else if (strcmp (words[i], "Median") == 0)
      self->columns[self->n_columns++] = COLUMN_MEDIAN;
    else if (strcmp (words[i], "%") == 0)
      self->columns[self->n_columns - (self->n_columns > 0)] = COLUMN_PERCENTAGE;
    else if (strcmp (words[i], "Time") == 0
             && !(i > 0 && self->n_columns > 0 && g_str_has_prefix (words[i - 1], "Avg")))
      self->columns[self->n_columns++] = COLUMN_TOTAL;
  return self->n_columns > 0;
}

static void
set_number (Lines          *self,
            TensorrtTiming *timing,
            guint           column,
            const char     *text,
            gsize           length)
{
  gint64 *times[] = { &timing->total, &timing->average, &timing->median };
  double *numbers[] = { &timing->total_ms, &timing->average_ms, &timing->median_ms };
  g_autofree char *word = g_strndup (text, length);

  if (self->columns[column] == COLUMN_PERCENTAGE)
    timing->percentage = g_ascii_strtod (word, NULL);
  else if (tensorrt_parse_time (text, length, times[self->columns[column]]))
    *numbers[self->columns[column]] = g_ascii_strtod (word, NULL);
  else
    *times[self->columns[column]] = LAMINA_ABSENT;
}

static gboolean
is_number (const char *text,
           gsize       length)
{
  gint64 value;

  if (length == 4 && *text == '-')
    return g_ascii_strncasecmp (text, "-nan", 4) == 0 || lamina_decimal_parse (text, length, 0, &value);
  return (length == 3 && g_ascii_strncasecmp (text, "nan", 3) == 0) || lamina_decimal_parse (text, length, 0, &value);
}

/* Takes the numbers, in front or at the end, and leaves the name. */
static gboolean
take_numbers (Lines           *self,
              const char     **text,
              gsize           *length,
              TensorrtTiming  *timing)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *number;
      gsize n = 0;

      while (*length > 0 && (*text)[self->name_last ? 0 : *length - 1] == ' ')
        {
          *text += self->name_last;
          (*length)--;
        }
      while (n < *length && (*text)[self->name_last ? n : *length - n - 1] != ' ')
        n++;
      /* The sign stands behind the number when the locale of the writer says so. */
      number = self->name_last ? *text : *text + *length - n;
      if (!is_number (number, n))
        return FALSE;
      set_number (self, timing, self->name_last ? i : self->n_columns - 1 - i, number, n);
      *text += self->name_last ? n : 0;
      *length -= n;
    }
  return TRUE;
}

/* A row of the table; FALSE when the line is none. */
static gboolean
read_row (Lines *self)
{
  TensorrtTiming timing = tensorrt_timing_new (self->line.offset, LAMINA_NONE);
  TensorrtEngine *engine = self->file->engine;
  const char *text = self->text;
  gsize length = strlen (text);
  g_autofree char *name = NULL;

  if (!take_numbers (self, &text, &length, &timing))
    return FALSE;
  name = g_utf8_make_valid (text, (gssize) length);
  g_strstrip (name);
  if (*name == '\0')
    return FALSE;
  timing.record = lamina_import_open_record (engine->import, self->file->source, self->line.offset);
  timing.name = tensorrt_engine_keep (engine, name);
  if (strcmp (name, "Total") == 0)
    {
      lamina_import_account (engine->import, timing.record, LAMINA_RECORD_MERGED);
      self->profile = NULL;
      self->n_columns = 0;
    }
  else
    g_array_append_val (self->profile->timings, timing);
  return TRUE;
}

/* `=== Build Options ===` or `=== Profile (10 iterations ) ===` */
static gboolean
read_title (Lines *self)
{
  const char *end = g_str_has_prefix (self->text, "=== ") ? strstr (self->text + 4, " ===") : NULL;
  const char *digits;
  gint64 count;

  if (!end)
    return FALSE;
  g_clear_pointer (&self->group, g_free);
  self->profile = NULL;
  if (g_str_has_prefix (self->text, "=== Profile ("))
    {
      digits = self->text + strlen ("=== Profile (");
      self->profile = tensorrt_engine_add_profile (self->file->engine, self->file->index, self->line.offset);
      self->n_columns = 0;
      if (lamina_decimal_parse (digits, strspn (digits, "0123456789"), 0, &count))
        self->profile->count = count;
    }
  else
    {
      self->group = g_utf8_make_valid (self->text + 4, end - self->text - 4);
      for (char *letter = self->group + 1; *self->group != '\0' && *letter != '\0'; letter++)
        *letter = g_ascii_tolower (*letter);
    }
  return TRUE;
}

/* `Precision: FP32+INT8` below a title, in a line of a log. */
static gboolean
read_setting (Lines *self)
{
  const char *colon = strstr (self->text, ":"), *begin = self->line.text;
  gsize prefix = (gsize) (self->text - begin);
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;

  if (!self->group || !colon || colon == self->text || colon - self->text > 64)
    return FALSE;
  /* Warnings, errors and words of the library come between the lines of trtexec. */
  if (memmem (begin, prefix, "[W]", 3) || memmem (begin, prefix, "[E]", 3) || memmem (begin, prefix, "[TRT]", 5))
    return FALSE;
  key = g_utf8_make_valid (self->text, colon - self->text);
  text = g_utf8_make_valid (colon + 1, -1);
  g_strstrip (text);
  if (strcmp (key, "Selected Device") == 0 && !self->file->engine->device)
    self->file->engine->device = tensorrt_engine_keep (self->file->engine, text);
  lamina_builder_add_property (self->file->engine->builder, self->group, key, &LAMINA_VALUE_INIT_TEXT (text));
  lamina_import_account (self->file->engine->import,
                         lamina_import_open_record (self->file->engine->import, self->file->source, self->line.offset),
                         LAMINA_RECORD_MERGED);
  return TRUE;
}

static void
read_other (Lines *self)
{
  if (self->profile && self->profile->timings->len > 0)
    {
      tensorrt_file_note (self->file, N_("a table of times has no row with its total"), self->line.offset, LAMINA_NONE);
      self->profile = NULL;
    }
  if (*self->text == '\0')
    return;
  g_clear_pointer (&self->group, g_free);
  tensorrt_file_note (self->file, N_("text around the data is not shown"), self->line.offset, LAMINA_NONE);
}

static void
read_one (Lines *self)
{
  self->text = skip_prefix (self->line.text);
  if (read_title (self))
    return;
  if (self->profile && self->n_columns == 0 && read_header (self))
    return;
  if (self->profile && self->n_columns > 0 && read_row (self))
    return;
  if (!read_setting (self))
    read_other (self);
}

static void
drop_empty (TensorrtFile *self)
{
  GPtrArray *profiles = self->engine->profiles;

  for (guint i = profiles->len; i-- > 0;)
    {
      TensorrtProfile *profile = profiles->pdata[i];

      if (profile->timings->len > 0)
        continue;
      tensorrt_file_note (self, N_("a profile has no layers"), profile->offset, LAMINA_NONE);
      g_ptr_array_remove_index (profiles, i);
    }
}

void
tensorrt_read_lines (TensorrtFile *self)
{
  g_autoptr (LaminaLineReader) reader = lamina_line_reader_new (self->source, 0, self->engine->cancellable);
  Lines lines = { .file = self };

  while (lamina_line_reader_next (reader, &lines.line))
    if (!is_inside (&lines))
      read_one (&lines);
  g_free (lines.group);
  drop_empty (self);
}
