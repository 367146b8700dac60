/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-private.h"

#define MAX_LOOK_AHEAD 4096

void
lamina_json_push (LaminaJsonReader *self,
                  LaminaJsonType    type,
                  LaminaJsonState   state)
{
  LaminaJsonFrame *frame;

  if (self->depth == self->n_frames)
    {
      self->n_frames = MAX (16, self->n_frames * 2);
      self->frames = g_renew (LaminaJsonFrame, self->frames, self->n_frames);
    }
  frame = &self->frames[self->depth];
  frame->type = type;
  frame->state = state;
  frame->record = self->record;
  frame->mask = self->mask;
  frame->keys = NULL;
  lamina_json_path_prepare (self, frame, self->depth);
  self->depth++;
  ++*lamina_json_open_count (self, type);
}

void
lamina_json_pop (LaminaJsonReader *self)
{
  LaminaJsonFrame *frame = lamina_json_top (self);

  --*lamina_json_open_count (self, frame->type);
  self->record = frame->record;
  self->type = LAMINA_JSON_NOTHING;
  self->depth--;
  self->last_end = lamina_json_offset_of (self, self->p);
}

static void
pass_comma (LaminaJsonReader *self,
            LaminaJsonFrame  *frame)
{
  if (frame->state == LAMINA_JSON_AFTER_NOTHING)
    lamina_json_repair_here (self, "leading comma ignored");
  else if (frame->state == LAMINA_JSON_AFTER_COMMA)
    lamina_json_repair_here (self, "doubled comma ignored");
  frame->state = LAMINA_JSON_AFTER_COMMA;
  self->p++;
}

/* Whether more of a document follows the bracket at p, which would close its root. Looks behind a few blanks only. */
static gboolean
goes_on_behind_bracket (LaminaJsonReader *self)
{
  char *bracket = self->p;
  gboolean goes_on = FALSE;

  self->p++;
  while (self->p - bracket < MAX_LOOK_AHEAD)
    {
      if (self->p == self->end)
        {
          if (!lamina_json_window_grow (self, &bracket))
            break;
        }
      else if (g_ascii_isspace (*self->p))
        self->p++;
      else
        {
          goes_on = *self->p == ',' || *self->p == ']' || *self->p == '}';
          break;
        }
    }
  self->p = bracket;
  return goes_on;
}

gboolean
lamina_json_is_wrong_bracket (LaminaJsonReader *self,
                              LaminaJsonType    type)
{
  LaminaJsonType other = type == LAMINA_JSON_ARRAY ? LAMINA_JSON_OBJECT : LAMINA_JSON_ARRAY;
  guint n_others = *lamina_json_open_count (self, other);
  LaminaJsonType root;

  if (n_others != 1)
    return n_others == 0;
  root = self->depth > 0 ? self->frames[0].type : (LaminaJsonType) self->skipped->data[0];
  return root == other && goes_on_behind_bracket (self);
}

/*
 * A bracket closes the innermost container of its type, and with it those inside that were not closed at all. When
 * there is none, or when that would end the root in the middle of the text, it is the wrong bracket for the innermost
 * container.
 */
static void
pass_bracket (LaminaJsonReader *self,
              LaminaJsonFrame  *frame)
{
  LaminaJsonType type = *self->p == ']' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;

  if (frame->state == LAMINA_JSON_AFTER_COMMA)
    lamina_json_repair_here (self, "trailing comma ignored");
  if (type == frame->type)
    self->p++;
  else if (lamina_json_is_wrong_bracket (self, frame->type))
    {
      lamina_json_repair_here (self, "container closed by the wrong bracket");
      self->p++;
    }
  else
    lamina_json_repair_here (self, "container that is not closed");
  lamina_json_pop (self);
}

static void
pass_colon (LaminaJsonReader *self,
            LaminaJsonFrame  *frame)
{
  lamina_json_repair_here (self, "unexpected colon ignored");
  frame->state = LAMINA_JSON_AFTER_UNKNOWN;
  self->p++;
}

gboolean
lamina_json_go_to_child (LaminaJsonReader *self,
                         LaminaJsonFrame  *frame)
{
  for (;;)
    {
      if (!lamina_json_skip_blanks (self))
        {
          lamina_json_window_cut (self, TRUE);
          lamina_json_pop (self);
          return FALSE;
        }
      switch (*self->p)
        {
        case ',':
          pass_comma (self, frame);
          break;
        case ':':
          pass_colon (self, frame);
          break;
        case ']':
        case '}':
          pass_bracket (self, frame);
          return FALSE;
        default:
          if (frame->state == LAMINA_JSON_AFTER_VALUE)
            lamina_json_repair_here (self, "missing comma supplied");
          return TRUE;
        }
    }
}

gboolean
lamina_json_take_child (LaminaJsonReader *self,
                        LaminaJsonFrame  *frame)
{
  gboolean taken = lamina_json_take_value (self);

  frame->state = taken ? LAMINA_JSON_AFTER_VALUE : LAMINA_JSON_AFTER_UNKNOWN;
  return taken;
}

gboolean
lamina_json_step_element (LaminaJsonReader *self)
{
  LaminaJsonFrame *frame = lamina_json_top (self);

  while (lamina_json_go_to_child (self, frame))
    {
      self->mask = frame->child_mask;
      self->is_record = frame->child_is_record;
      if (lamina_json_take_child (self, frame))
        return TRUE;
    }
  return FALSE;
}
