/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scan-private.h"
#include "lamina-json-scanner-private.h"

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
      self->p = lamina_json_scan_brackets (self->p, self->end);
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
