/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

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

/* Text in the line where a value begins; the prefix of a log does not count. */
static void
note_before (Lines  *self,
             guint64 offset)
{
  const char *text = skip_prefix (self->line.text);

  if (offset > self->line.offset && (guint64) (text - self->line.text) < offset - self->line.offset
      && strspn (text, " \t") < offset - self->line.offset - (guint64) (text - self->line.text))
    tensorrt_file_note (self->file, N_("text around the data is not shown"), self->line.offset, LAMINA_NONE);
}

static gboolean
is_inside (Lines *self)
{
  GArray *extents = self->file->extents;

  while (self->extent < extents->len && g_array_index (extents, guint64, self->extent + 1) <= self->line.offset)
    self->extent += 2;
  if (self->extent >= extents->len
      || g_array_index (extents, guint64, self->extent) > self->line.offset + self->line.length)
    return FALSE;
  note_before (self, g_array_index (extents, guint64, self->extent));
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

/* Takes the numbers in front, and leaves the name. */
static gboolean
take_from_front (Lines          *self,
                 const char    **text,
                 gsize          *length,
                 TensorrtTiming *timing)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      gsize n;

      for (; *length > 0 && **text == ' '; (*length)--)
        (*text)++;
      for (n = 0; n < *length && (*text)[n] != ' '; n++)
        ;
      if (!is_number (*text, n))
        return FALSE;
      set_number (self, timing, i, *text, n);
      *text += n;
      *length -= n;
    }
  return TRUE;
}

/* Takes the numbers at the end, and leaves the name. */
static gboolean
take_from_end (Lines          *self,
               const char     *text,
               gsize          *length,
               TensorrtTiming *timing)
{
  for (guint i = self->n_columns; i-- > 0;)
    {
      gsize n;

      while (*length > 0 && text[*length - 1] == ' ')
        (*length)--;
      for (n = 0; n < *length && text[*length - n - 1] != ' '; n++)
        ;
      /* The sign stands behind the number when the locale of the writer says so. */
      if (!is_number (text + *length - n, n))
        return FALSE;
      set_number (self, timing, i, text + *length - n, n);
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

  if (self->name_last ? !take_from_front (self, &text, &length, &timing)
                      : !take_from_end (self, text, &length, &timing))
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

/* `=== Profile (10 iterations ) ===` */
static void
begin_profile (Lines *self)
{
  const char *digits = self->text + strlen ("=== Profile (");
  gint64 count;

  self->profile = tensorrt_engine_add_profile (self->file->engine, self->file->index, self->line.offset);
  self->n_columns = 0;
  if (lamina_decimal_parse (digits, strspn (digits, "0123456789"), 0, &count))
    self->profile->count = count;
}

/* `=== Build Options ===` */
static gboolean
read_title (Lines *self)
{
  const char *end = g_str_has_prefix (self->text, "=== ") ? strstr (self->text + 4, " ===") : NULL;

  if (!end)
    return FALSE;
  g_clear_pointer (&self->group, g_free);
  self->profile = NULL;
  if (g_str_has_prefix (self->text, "=== Profile ("))
    begin_profile (self);
  else
    {
      self->group = g_utf8_make_valid (self->text + 4, end - self->text - 4);
      for (char *letter = self->group + 1; *self->group != '\0' && *letter != '\0'; letter++)
        *letter = g_ascii_tolower (*letter);
    }
  return TRUE;
}

/* Warnings, errors and words of the library come between the lines of trtexec. */
static gboolean
is_other_message (Lines *self)
{
  gsize length = (gsize) (self->text - self->line.text);

  return memmem (self->line.text, length, "[W]", 3) || memmem (self->line.text, length, "[E]", 3)
         || memmem (self->line.text, length, "[TRT]", 5);
}

/* `Precision: FP32+INT8` below a title, in a line of a log. */
static gboolean
read_setting (Lines *self)
{
  const char *colon = strstr (self->text, ":");
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  LaminaValue value;

  if (!self->group || !colon || colon == self->text || colon - self->text > 64 || is_other_message (self))
    return FALSE;
  key = g_utf8_make_valid (self->text, colon - self->text);
  text = g_utf8_make_valid (colon + 1, -1);
  g_strstrip (text);
  value = LAMINA_VALUE_INIT_TEXT (text);
  if (strcmp (key, "Selected Device") == 0 && !self->file->engine->device)
    self->file->engine->device = tensorrt_engine_keep (self->file->engine, text);
  lamina_builder_add_property (self->file->engine->builder, self->group, key, &value);
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
