/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-private.h"

/* Keeps the key of another member: the window may move away from it. */
static int
keep_key (LaminaJsonReader *self,
          const char       *key,
          gsize             length,
          GString          *key_text)
{
  if (key != key_text->str)
    {
      g_string_truncate (key_text, 0);
      g_string_append_len (key_text, key, (gssize) length);
    }
  if (key_text == self->key_text)
    {
      self->key = key_text->str;
      self->key_length = length;
    }
  return LAMINA_JSON_OTHER;
}

/* Finds out which member a key means: for the caller, and for the record paths. */
static int
use_key (LaminaJsonReader      *self,
         LaminaJsonFrame       *frame,
         const LaminaJsonToken *token,
         GString               *key_text,
         gboolean               report)
{
  const char *key = token->start;
  gsize length = token->length;
  int index = LAMINA_JSON_OTHER;

  self->record = frame->record;
  if (token->flags != 0)
    key = lamina_json_text_decode (self, token, key_text, report, &length);
  if (!frame->uniform)
    lamina_json_path_follow (self, key, length);
  else
    {
      self->mask = frame->child_mask;
      self->is_record = frame->child_is_record;
    }
  if (frame->keys != NULL)
    index = lamina_json_keys_find (frame->keys, key, length);
  if (index < 0)
    return keep_key (self, key, length, key_text);
  self->key = frame->keys->keys[index];
  self->key_length = length;
  return index;
}

static gboolean
pass_other_than_key (LaminaJsonReader *self,
                     LaminaJsonFrame  *frame)
{
  LaminaJsonType type = *self->p == '[' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;

  lamina_json_repair_here (self, "value without a key left out");
  self->p++;
  lamina_json_skip_blindly (self, type);
  frame->state = LAMINA_JSON_AFTER_VALUE;
  return FALSE;
}

/* A word before a colon is a key that lacks its quotes. */
static gboolean
read_bare_key (LaminaJsonReader *self,
               LaminaJsonFrame  *frame,
               GString          *key_text,
               int              *index)
{
  LaminaJsonToken token;

  lamina_json_scan_word_token (self, &token);
  token.flags |= LAMINA_JSON_TOKEN_CONTROL;
  *index = use_key (self, frame, &token, key_text, FALSE);
  if (!lamina_json_skip_blanks (self))
    {
      lamina_json_window_cut (self, FALSE);
      return FALSE;
    }
  if (*self->p == ':')
    {
      lamina_json_repair (self, "key without quotes", token.offset, frame->record);
      return TRUE;
    }
  lamina_json_repair (self, "unknown word skipped", token.offset, frame->record);
  frame->state = LAMINA_JSON_AFTER_UNKNOWN;
  return FALSE;
}

static gboolean
read_key (LaminaJsonReader *self,
          LaminaJsonFrame  *frame,
          GString          *key_text,
          int              *index)
{
  LaminaJsonToken token;

  if (*self->p == '[' || *self->p == '{')
    return pass_other_than_key (self, frame);
  if (*self->p != '"')
    return read_bare_key (self, frame, key_text, index);
  if (!lamina_json_scan_string_token (self, &token))
    return FALSE;
  *index = use_key (self, frame, &token, key_text, TRUE);
  return TRUE;
}

/* Goes from behind a key to its value. */
static gboolean
go_to_member_value (LaminaJsonReader *self,
                    LaminaJsonFrame  *frame)
{
  gboolean colon = FALSE;

  while (lamina_json_skip_blanks (self))
    {
      if (*self->p == ':')
        {
          if (colon)
            lamina_json_repair_here (self, "unexpected colon ignored");
          colon = TRUE;
          self->p++;
        }
      else if (*self->p == ',' || *self->p == ']' || *self->p == '}')
        {
          lamina_json_repair_here (self, "member without a value left out");
          frame->state = LAMINA_JSON_AFTER_VALUE;
          return FALSE;
        }
      else
        {
          if (!colon)
            lamina_json_repair_here (self, "missing colon supplied");
          return TRUE;
        }
    }
  lamina_json_window_cut (self, FALSE);
  return FALSE;
}

int
lamina_json_step_member (LaminaJsonReader  *self,
                         const char *const *keys,
                         GString           *key_text)
{
  LaminaJsonFrame *frame = lamina_json_top (self);
  int index = LAMINA_JSON_END;

  if (frame->keys == NULL || frame->keys->keys != keys)
    frame->keys = lamina_json_keys_get (self, keys);
  while (lamina_json_go_to_child (self, frame))
    {
      if (!read_key (self, frame, key_text, &index) || !go_to_member_value (self, frame))
        continue;
      if (lamina_json_take_child (self, frame))
        return index;
    }
  return LAMINA_JSON_END;
}
