/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-finish.h"
#include "lamina-json-reader-fields.h"
#include "lamina-json-scanner-private.h"
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
follow_sign (Trail *self,
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
        follow_sign (&trail, text[i]);
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

gboolean
lamina_json_leave_damaged (LaminaJsonReader *self,
                           guint64           place)
{
  guint64 start, next;
  guint32 record;
  guint array;

  if (!find_record (self, &array, &record) || record == self->sound_record)
    return FALSE;
  start = lamina_import_get_offset (self->import, record);
  next = find_next (self, start, place);
  if (next == self->text_end || next - start > MOST_BYTES)
    return FALSE;
  if (comes_out (self, array, start, next))
    {
      self->sound_record = record;
      return FALSE;
    }
  lamina_json_damage (self, "quotes or brackets that do not match", place, record);
  self->left_at = place;
  for (guint i = array + 1; i < self->depth; i++)
    self->frames[i].state = LAMINA_JSON_OVER;
  self->frames[array].state = LAMINA_JSON_AFTER_COMMA;
  lamina_json_forget_skipped (self);
  lamina_json_window_seek (self, next);
  return TRUE;
}

/*
 * Skipping looks at brackets and strings only: what is not delivered is not checked for anything else. Where records
 * may stand inside, the value is walked instead.
 */

static inline void
open_skipped (LaminaJsonReader *self,
              LaminaJsonType    type)
{
  guint8 byte = (guint8) type;

  g_byte_array_append (self->skipped, &byte, 1);
  ++*lamina_json_open_count (self, type);
}

static inline void
close_skipped (LaminaJsonReader *self)
{
  guint last = self->skipped->len - 1;

  --*lamina_json_open_count (self, (LaminaJsonType) self->skipped->data[last]);
  g_byte_array_set_size (self->skipped, last);
}

static void
repair_here (LaminaJsonReader *self,
             const char       *kind)
{
  lamina_json_repair (self, kind, lamina_json_offset_of (self, self->p), lamina_json_container_record (self));
}

/* See pass_bracket() in lamina-json-walk.c. */
static void
pass_other_bracket (LaminaJsonReader *self,
                    LaminaJsonType    type)
{
  if (lamina_json_is_wrong_bracket (self, type))
    {
      repair_here (self, "container closed by the wrong bracket");
      self->p++;
    }
  else
    repair_here (self, "container that is not closed");
  close_skipped (self);
}

void
lamina_json_forget_skipped (LaminaJsonReader *self)
{
  while (self->skipped->len > 0)
    close_skipped (self);
}

static void
cut_while_skipping (LaminaJsonReader *self)
{
  self->p = self->end;
  lamina_json_window_cut (self, FALSE);
  lamina_json_forget_skipped (self);
}

/* Passes the blanks that a line begins with, and a comma, as far as they are there. Whether a brace follows them. */
static gboolean
pass_line_start (LaminaJsonReader *self,
                 gboolean         *at_line_start)
{
  while (*self->p == ' ' || *self->p == ',')
    self->p++;
  *at_line_start = self->p == self->end || *self->p == '\n' || *self->p == '\t' || *self->p == '\r';
  return *self->p == '{';
}

/*
 * Passes a string of which nothing is kept. What begins a line with a brace may be an element, and the quote behind it the
 * first one of its key. FALSE when nothing more is to be skipped.
 */
static gboolean
pass_string (LaminaJsonReader *self)
{
  guint64 offset = lamina_json_offset_of (self, self->p);
  gboolean at_line_start = FALSE, has_brace = FALSE;
  guint high = 0;

  self->p++;
  for (;;)
    {
      char *keep;

      if (at_line_start && pass_line_start (self, &at_line_start))
        has_brace = TRUE;
      self->p = lamina_json_scan_string (self->p, &high);
      if (*self->p == '"')
        break;
      keep = self->p;
      if (*self->p == '\\' && self->p + 1 < self->end)
        self->p += 2;
      else if (self->p < self->end && *self->p != '\\')
        at_line_start |= *self->p++ == '\n';
      else if (!lamina_json_window_grow (self, &keep))
        {
          cut_while_skipping (self);
          return FALSE;
        }
    }
  self->p++;
  return !has_brace || !lamina_json_leave_damaged (self, offset);
}

/* Containers beyond the limit are only counted, so that their number costs no memory. Returns how many remain open. */
static guint64
pass_bracket (LaminaJsonReader *self,
              guint64           uncounted)
{
  gboolean opens = *self->p == '[' || *self->p == '{';
  LaminaJsonType type = *self->p == '[' || *self->p == ']' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;

  if (opens)
    {
      self->p++;
      if (uncounted > 0 || self->skipped->len > self->limits.max_depth)
        return uncounted + 1;
      open_skipped (self, type);
      return 0;
    }
  if (uncounted > 0)
    {
      self->p++;
      return uncounted - 1;
    }
  if (self->skipped->data[self->skipped->len - 1] == type)
    {
      self->p++;
      close_skipped (self);
    }
  else
    pass_other_bracket (self, (LaminaJsonType) self->skipped->data[self->skipped->len - 1]);
  return 0;
}

/* From here on one bracket and one string at a time. */
static void
skip_slowly (LaminaJsonReader     *self,
             const LaminaJsonOpen *open)
{
  guint64 uncounted = 0;

  for (guint i = open->depth; i-- > 0;)
    open_skipped (self, (open->types >> i & 1) != 0 ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT);
  while (self->skipped->len > 0)
    {
      while (self->p < self->end && *self->p != '"' && (*self->p | 0x20) != '{' && (*self->p | 0x20) != '}')
        self->p++;
      if (self->p == self->end)
        {
          char *keep = self->p;

          if (lamina_json_window_grow (self, &keep))
            continue;
          cut_while_skipping (self);
          return;
        }
      if (*self->p != '"')
        uncounted = pass_bracket (self, uncounted);
      else if (!pass_string (self))
        return;
    }
}

void
lamina_json_skip_blindly (LaminaJsonReader *self,
                          LaminaJsonType    type)
{
  LaminaJsonOpen open = { .types = type == LAMINA_JSON_ARRAY, .depth = 1 };

  for (;;)
    {
      LaminaJsonSkip result = self->scanner->skip (self, &open);
      char *keep = self->p;

      if (result == LAMINA_JSON_SKIP_DONE)
        return;
      if (result == LAMINA_JSON_SKIP_SLOWLY)
        {
          skip_slowly (self, &open);
          return;
        }
      /* A string is passed block by block, so that its beginning need not be looked at again. */
      if (result == LAMINA_JSON_SKIP_IN_STRING)
        {
          if (!pass_string (self))
            return;
        }
      else if (!lamina_json_window_grow (self, &keep))
        {
          cut_while_skipping (self);
          return;
        }
    }
}

static gboolean
step (LaminaJsonReader *self)
{
  if (lamina_json_top (self)->type == LAMINA_JSON_ARRAY)
    return lamina_json_step_element (self);
  return lamina_json_step_member (self, NULL, self->inner_key) != LAMINA_JSON_END;
}

static void
enter_current (LaminaJsonReader *self)
{
  self->p++;
  lamina_json_push (self, self->type, LAMINA_JSON_AFTER_NOTHING);
  self->type = LAMINA_JSON_NOTHING;
}

static void
skip_current_blindly (LaminaJsonReader *self)
{
  LaminaJsonType type = self->type;

  self->type = LAMINA_JSON_NOTHING;
  self->p++;
  lamina_json_skip_blindly (self, type);
  self->last_end = lamina_json_offset_of (self, self->p);
}

/* Walks what is left of the containers above @depth, entering those in which records may stand. */
static void
walk_down_to (LaminaJsonReader *self,
              guint             depth)
{
  while (self->depth > depth)
    {
      if (!step (self))
        continue;
      if (!lamina_json_is_container (self->type))
        self->type = LAMINA_JSON_NOTHING;
      else if (self->mask != 0)
        enter_current (self);
      else
        skip_current_blindly (self);
    }
}

void
lamina_json_skip_value (LaminaJsonReader *self)
{
  guint depth = self->depth;
  guint64 offset = self->offset;

  if (!lamina_json_is_container (self->type))
    {
      if (self->type != LAMINA_JSON_NOTHING)
        self->last_end = self->value_end;
      self->type = LAMINA_JSON_NOTHING;
    }
  else if (self->mask == 0)
    skip_current_blindly (self);
  else
    {
      enter_current (self);
      walk_down_to (self, depth);
      self->offset = offset;
    }
}

void
lamina_json_skip_rest (LaminaJsonReader *self)
{
  LaminaJsonFrame *frame = lamina_json_top (self);
  LaminaJsonType type = frame->type;
  gboolean has_paths = frame->mask != 0;
  guint64 offset;

  lamina_json_skip_value (self);
  offset = self->offset;
  if (has_paths)
    walk_down_to (self, self->depth - 1);
  else if (frame->state == LAMINA_JSON_OVER)
    lamina_json_pop_over (self);
  else
    {
      lamina_json_pop (self);
      lamina_json_skip_blindly (self, type);
      self->last_end = lamina_json_offset_of (self, self->p);
    }
  self->offset = offset;
}
