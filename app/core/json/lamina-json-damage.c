/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-private.h"
#include "lamina-json-reader-private.h"
#include "lamina-json-start-private.h"

/*
 * A quote that is not escaped, or a bracket that is missing, turns all that follows inside out. So once something stands
 * in an element of an array of records that no writer puts there, the text is followed from the beginning of the element
 * to where the next one begins at the start of a line. When it does not come out there, the element is damaged: it ends
 * where that was found, and the reading goes on with the next one.
 *
 * That depends on the text alone, and not on how it came: what the blocks are, and which reader of a part reads it.
 */

#define BLOCK_BYTES 4096

/* The next element is looked for so far, since what stands on one line with many others may be looked at for each. */
#define MOST_BYTES ((guint64) 1 << 16)

/*
 * Quotes and brackets, followed through a text: @open holds the types of the containers that are open, @n_outer of them around
 * the element.
 */
typedef struct
{
  GByteArray *open;
  guint n_outer;
  gboolean in_string;
  gboolean escaped;
  gboolean failed;
} Trail;

static void
follow_string (Trail *self,
               char   c)
{
  if (self->escaped)
    self->escaped = FALSE;
  else if (c == '\\')
    self->escaped = TRUE;
  else
    self->in_string = c != '"';
}

/* Closes the innermost container of that type, as the walk does; but none around the element while that is open. */
static void
follow_closing (Trail  *self,
                guint8  type)
{
  guint n = self->open->len;

  while (n > 0 && self->open->data[n - 1] != type)
    n--;
  if (n == 0 || (n <= self->n_outer && n < self->open->len))
    self->failed = TRUE;
  else
    g_byte_array_set_size (self->open, n - 1);
}

static void
follow (Trail *self,
        char   c)
{
  guint8 type = c == '[' || c == ']' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;

  if (self->in_string)
    follow_string (self, c);
  else if (self->open->len == 0)
    self->failed = self->failed || !g_ascii_isspace (c);
  else if (c == '"')
    self->in_string = TRUE;
  else if (c == '[' || c == '{')
    g_byte_array_append (self->open, &type, 1);
  else if (c == ']' || c == '}')
    follow_closing (self, type);
}

/* Whether an array of elements is open again at @end, as it was at @start. */
static gboolean
comes_out (LaminaJsonReader *self,
           guint             array,
           guint64           start,
           guint64           end)
{
  g_autoptr (GByteArray) open = g_byte_array_new ();
  Trail trail = { .open = open, .n_outer = array + 1 };
  char text[BLOCK_BYTES];
  gssize n;

  for (guint i = 0; i <= array; i++)
    g_byte_array_append (open, &(guint8) { (guint8) self->frames[i].type }, 1);
  for (guint64 offset = start; offset < end && !trail.failed; offset += (guint64) n)
    {
      n = lamina_source_read (self->source, offset, text, (gsize) MIN (sizeof text, end - offset), self->cancellable, NULL);
      if (n <= 0)
        return TRUE;
      for (gssize i = 0; i < n && !trail.failed; i++)
        follow (&trail, text[i]);
    }
  return !trail.failed && !trail.in_string && open->len == trail.n_outer && open->data[array] == LAMINA_JSON_ARRAY;
}

/* The array whose elements are records, and the one that is read, or was read last when nothing follows it yet. */
static gboolean
find_record (LaminaJsonReader *self,
             guint            *array,
             guint32          *record)
{
  for (guint i = 0; i < self->depth; i++)
    {
      const LaminaJsonFrame *frame = &self->frames[i];

      if (frame->type != LAMINA_JSON_ARRAY || !frame->child_is_record)
        continue;
      if (i + 1 == self->depth && frame->state != LAMINA_JSON_AFTER_VALUE)
        return FALSE;
      *array = i;
      *record = i + 1 < self->depth ? self->frames[i + 1].record : self->record;
      return *record != LAMINA_NONE;
    }
  return FALSE;
}

/* Where the next element begins, from @place on; the end of the text when none does. What was found last is kept. */
static guint64
find_next (LaminaJsonReader *self,
           guint64           start,
           guint64           place)
{
  LaminaJsonNext *next = &self->next;
  int indent = lamina_json_get_indent (self->source, start);

  if (next->indent != indent || place < next->from || place > next->start)
    {
      next->start = lamina_json_find_start (self->source, place, self->text_end, NULL, indent, self->cancellable);
      next->from = place;
      next->indent = indent;
    }
  return next->start;
}

static void
go_to_element (LaminaJsonReader *self,
               guint             array,
               guint64           offset)
{
  for (guint i = array + 1; i < self->depth; i++)
    self->frames[i].state = LAMINA_JSON_OVER;
  self->frames[array].state = LAMINA_JSON_AFTER_COMMA;
  lamina_json_forget_skipped (self);
  lamina_json_window_seek (self, offset);
}

gboolean
lamina_json_leave_damaged (LaminaJsonReader *self,
                           guint64           place)
{
  guint64 start, next;
  guint32 record;
  guint array;

  if (!find_record (self, &array, &record) || record == self->sound_record)
    return FALSE;
  start = *lamina_import_offset (self->import, record);
  next = find_next (self, start, place);
  if (next == self->text_end || next - start > MOST_BYTES)
    return FALSE;
  if (comes_out (self, array, start, next))
    {
      self->sound_record = record;
      return FALSE;
    }
  lamina_json_repair (self, "quotes or brackets that do not match", place, record);
  self->left_at = place;
  go_to_element (self, array, next);
  return TRUE;
}
