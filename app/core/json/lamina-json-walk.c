/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-fields.h"

/* Record paths */

void
lamina_json_path_parse (LaminaJsonPath *path,
                        const char     *text)
{
  path->steps = *text == '/' ? g_strsplit (text + 1, "/", -1) : g_new0 (char *, 1);
  /* Splitting an empty text gives no part, but "/" has one step, the empty key. */
  if (strcmp (text, "/") == 0)
    {
      g_strfreev (path->steps);
      path->steps = g_new0 (char *, 2);
      path->steps[0] = g_strdup ("");
    }
  path->n_steps = g_strv_length (path->steps);
}

void
lamina_json_path_clear (LaminaJsonPath *path)
{
  g_clear_pointer (&path->steps, g_strfreev);
}

static gboolean
is_any (const char *step)
{
  return step[0] == '@' && step[1] == '\0';
}

static gboolean
step_matches (const char *step,
              const char *key,
              gsize       length)
{
  return is_any (step) || (key != NULL && strlen (step) == length && memcmp (step, key, length) == 0);
}

/* What the paths in @mask become in a child; @key is NULL in an array. */
static void
follow (LaminaJsonReader *self,
        guint64           mask,
        guint             depth,
        const char       *key,
        gsize             length,
        guint64          *child_mask,
        gboolean         *is_record)
{
  *child_mask = 0;
  *is_record = FALSE;
  for (; mask != 0; mask &= mask - 1)
    {
      guint i = (guint) __builtin_ctzll (mask);
      const LaminaJsonPath *path = &self->paths[i];

      if (!step_matches (path->steps[depth], key, length))
        continue;
      if (path->n_steps == depth + 1)
        *is_record = TRUE;
      else
        *child_mask |= G_GUINT64_CONSTANT (1) << i;
    }
}

void
lamina_json_path_begin (LaminaJsonReader *self)
{
  self->mask = 0;
  self->is_record = FALSE;
  for (guint i = 0; i < self->n_paths; i++)
    {
      if (self->paths[i].n_steps == 0)
        self->is_record = TRUE;
      else
        self->mask |= G_GUINT64_CONSTANT (1) << i;
    }
}

/* Prepares @frame, which stands @depth containers below the root, for its children. */
static void
lamina_json_path_prepare (LaminaJsonReader *self,
                          LaminaJsonFrame  *frame,
                          guint             depth)
{
  frame->uniform = TRUE;
  frame->child_mask = 0;
  frame->child_is_record = FALSE;
  if (frame->mask == 0)
    return;
  if (frame->type == LAMINA_JSON_OBJECT)
    {
      for (guint64 mask = frame->mask; mask != 0; mask &= mask - 1)
        frame->uniform = frame->uniform && is_any (self->paths[__builtin_ctzll (mask)].steps[depth]);
    }
  follow (self, frame->mask, depth, NULL, 0, &frame->child_mask, &frame->child_is_record);
}

void
lamina_json_path_follow (LaminaJsonReader *self,
                         const char       *key,
                         gsize             length)
{
  follow (self, lamina_json_top (self)->mask, self->depth - 1, key, length, &self->mask, &self->is_record);
}

/* The walk */

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
      for (guint i = self->depth; i < self->n_frames; i++)
        self->frames[i].keys = NULL;
    }
  frame = &self->frames[self->depth];
  frame->type = type;
  frame->state = state;
  frame->record = self->record;
  frame->mask = self->mask;
  frame->step = NULL;
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

void
lamina_json_pop_over (LaminaJsonReader *self)
{
  lamina_json_pop (self);
  self->last_end = self->left_at;
}

static void
repair_here (LaminaJsonReader *self,
             const char       *kind)
{
  lamina_json_repair (self, kind, lamina_json_offset_of (self, self->p), lamina_json_container_record (self));
}

static void
pass_comma (LaminaJsonReader *self,
            LaminaJsonFrame  *frame)
{
  if (frame->state == LAMINA_JSON_AFTER_NOTHING)
    repair_here (self, "leading comma ignored");
  else if (frame->state == LAMINA_JSON_AFTER_COMMA)
    repair_here (self, "doubled comma ignored");
  frame->state = LAMINA_JSON_AFTER_COMMA;
  self->p++;
}

/* Whether more of a document follows the bracket at p, which would close its root. */
static gboolean
goes_on_behind_bracket (LaminaJsonReader *self)
{
  char *bracket = self->p;
  gboolean goes_on;

  do
    {
      while (self->p < self->end && (self->p == bracket || g_ascii_isspace (*self->p)))
        self->p++;
    }
  while (self->p == self->end && lamina_json_window_grow (self, &bracket));
  goes_on = *self->p == ',' || *self->p == ']' || *self->p == '}';
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
    repair_here (self, "trailing comma ignored");
  if (type == frame->type)
    self->p++;
  else if (lamina_json_is_wrong_bracket (self, frame->type))
    {
      repair_here (self, "container closed by the wrong bracket");
      self->p++;
    }
  else
    repair_here (self, "container that is not closed");
  lamina_json_pop (self);
}

static void
pass_colon (LaminaJsonReader *self,
            LaminaJsonFrame  *frame)
{
  repair_here (self, "unexpected colon ignored");
  frame->state = LAMINA_JSON_AFTER_UNKNOWN;
  self->p++;
}

/* What no writer puts there, and what is found soon where a quote is not escaped. */
static gboolean
is_strange (const LaminaJsonFrame *frame,
            char                   c)
{
  switch (c)
    {
    case ',':
      return FALSE;
    case ':':
      return TRUE;
    case ']':
      return frame->type != LAMINA_JSON_ARRAY;
    case '}':
      return frame->type != LAMINA_JSON_OBJECT;
    case '"':
      return frame->state == LAMINA_JSON_AFTER_VALUE;
    default:
      return frame->state == LAMINA_JSON_AFTER_VALUE || frame->type == LAMINA_JSON_OBJECT;
    }
}

static gboolean
leave_damaged (LaminaJsonReader *self)
{
  return lamina_json_leave_damaged (self, lamina_json_offset_of (self, self->p));
}

/* Goes to where the next child begins, or leaves the container. */
static gboolean
go_to_child (LaminaJsonReader *self,
             LaminaJsonFrame  *frame)
{
  for (;;)
    {
      if (frame->state == LAMINA_JSON_OVER)
        {
          lamina_json_pop_over (self);
          return FALSE;
        }
      if (!lamina_json_skip_blanks (self))
        {
          lamina_json_window_cut (self, TRUE);
          lamina_json_pop (self);
          return FALSE;
        }
      if (is_strange (frame, *self->p) && leave_damaged (self))
        continue;
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
            repair_here (self, "missing comma supplied");
          return TRUE;
        }
    }
}

/* A container that is over stays so. */
static void
set_state (LaminaJsonFrame *frame,
           LaminaJsonState  state)
{
  if (frame->state != LAMINA_JSON_OVER)
    frame->state = state;
}

static gboolean
take_child (LaminaJsonReader *self,
            LaminaJsonFrame  *frame)
{
  gboolean taken = lamina_json_take_value (self);

  set_state (frame, taken ? LAMINA_JSON_AFTER_VALUE : LAMINA_JSON_AFTER_UNKNOWN);
  return taken;
}

gboolean
lamina_json_step_element (LaminaJsonReader *self)
{
  LaminaJsonFrame *frame = lamina_json_top (self);

  while (go_to_child (self, frame))
    {
      self->mask = frame->child_mask;
      self->is_record = frame->child_is_record;
      if (take_child (self, frame))
        return TRUE;
    }
  return FALSE;
}

void
lamina_json_frame_set_keys (LaminaJsonReader  *self,
                            LaminaJsonFrame   *frame,
                            const char *const *keys)
{
  if (frame->keys == NULL || frame->keys->keys != keys)
    frame->keys = lamina_json_keys_get (self, keys);
  frame->step = frame->state == LAMINA_JSON_AFTER_NOTHING ? &frame->keys->start : NULL;
}

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

void
lamina_json_set_key (LaminaJsonReader      *self,
                     const LaminaJsonFrame *frame,
                     const char            *key,
                     gsize                  length,
                     int                    index)
{
  if (index < 0)
    keep_key (self, key, length, self->key_text);
  else
    {
      self->key = frame->keys->keys[index];
      self->key_length = length;
    }
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
  int index;

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

  repair_here (self, "value without a key left out");
  self->p++;
  lamina_json_skip_blindly (self, type);
  set_state (frame, LAMINA_JSON_AFTER_VALUE);
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
      if (*self->p != ':' && !colon && leave_damaged (self))
        return FALSE;
      if (*self->p == ':')
        {
          if (colon)
            repair_here (self, "unexpected colon ignored");
          colon = TRUE;
          self->p++;
        }
      else if (*self->p == ',' || *self->p == ']' || *self->p == '}')
        {
          repair_here (self, "member without a value left out");
          frame->state = LAMINA_JSON_AFTER_VALUE;
          return FALSE;
        }
      else
        {
          if (!colon)
            repair_here (self, "missing colon supplied");
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
    lamina_json_frame_set_keys (self, frame, keys);
  frame->step = NULL;
  while (go_to_child (self, frame))
    {
      if (read_key (self, frame, key_text, &index) && go_to_member_value (self, frame) && take_child (self, frame))
        return index;
    }
  return LAMINA_JSON_END;
}
