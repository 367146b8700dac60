/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Included by the files lamina-json-quick-NAME.c behind their vector functions; see lamina-json-scanner-private.h.
 *
 * Nothing here checks for the end of the window: behind it stand zeros, which are no blanks, no digits, no quotes and in
 * no learnt step, and every vector is loaded from at most the end on.
 */

#define NOT_QUICK (-3)

#ifndef vector_parities
/* Each bit becomes the parity of all bits up to it. */
static inline guint64
vector_parities (guint64 bits)
{
  for (guint n = 1; n < 64; n *= 2)
    bits ^= bits << n;
  return bits;
}
#endif

static inline char *
pass_blanks (char *p)
{
  guint others;

  if ((guint8) *p > ' ')
    return p;
  if ((guint8) p[1] > ' ' && lamina_json_is_blank (*p))
    return p + 1;
  while ((others = vector_no_blanks (p)) == 0)
    p += LANES;
  return p + __builtin_ctz (others);
}

/* What may stand behind a number or a word. */
static inline gboolean
ends_value (char c)
{
  return c == ',' || lamina_json_is_blank (c) || c == '}' || c == ']';
}

static inline gboolean
take_string (LaminaJsonReader *self,
             char             *p)
{
  guint high = 0, flags = 0;
  char *end = vector_scan_string (p + 1, &high);
  gsize length;

  /* Control characters, escaped or not, and the zeros behind the window are left to the tolerant code. */
  while (*end == '\\' && (guint8) end[1] >= ' ')
    {
      flags = LAMINA_JSON_TOKEN_ESCAPE;
      end = vector_scan_string (end + 2, &high);
    }
  length = (gsize) (end - p) - 1;
  if (*end != '"' || length > self->limits.max_text)
    return FALSE;
  self->token.start = p + 1;
  self->token.length = length;
  self->token.flags = flags | (high != 0 ? LAMINA_JSON_TOKEN_NON_ASCII : 0);
  /* Only for what is found while such a text is decoded. */
  if (G_UNLIKELY (self->token.flags != 0))
    self->token.offset = lamina_json_offset_of (self, p + 1);
  self->p = end + 1;
  self->type = LAMINA_JSON_STRING;
  return TRUE;
}

static inline gboolean
take_plain_token (LaminaJsonReader *self,
                  char             *p,
                  char             *end,
                  LaminaJsonType    type)
{
  gsize length = (gsize) (end - p);

  if (!ends_value (*end) || length > self->limits.max_text)
    return FALSE;
  self->token.start = p;
  self->token.length = length;
  self->token.flags = 0;
  self->p = end;
  self->type = type;
  return TRUE;
}

/* Digits and a fraction; a number with an exponent, or written in an unusual way, is left to the tolerant code. */
static inline gboolean
take_number (LaminaJsonReader *self,
             char             *p)
{
  char *digits = p + (*p == '-');
  guint32 stops = vector_no_digits (digits);
  guint n_whole, n;

  if (stops == 0)
    return FALSE;
  n = n_whole = (guint) __builtin_ctz (stops);
  if (n_whole == 0 || (n_whole > 1 && *digits == '0'))
    return FALSE;
  if (digits[n] == '.')
    {
      stops &= stops - 1;
      if (stops == 0)
        return FALSE;
      n = (guint) __builtin_ctz (stops);
      if (n == n_whole + 1)
        return FALSE;
    }
  return take_plain_token (self, p, digits + n, LAMINA_JSON_NUMBER);
}

static inline gboolean
take_word (LaminaJsonReader *self,
           char             *p)
{
  if (memcmp (p, "true", 4) == 0)
    return take_plain_token (self, p, p + 4, LAMINA_JSON_BOOLEAN);
  if (memcmp (p, "false", 5) == 0)
    return take_plain_token (self, p, p + 5, LAMINA_JSON_BOOLEAN);
  if (memcmp (p, "null", 4) == 0)
    return take_plain_token (self, p, p + 4, LAMINA_JSON_NULL);
  return FALSE;
}

static inline gboolean
take_container (LaminaJsonReader *self,
                char             *p)
{
  if (self->depth >= self->limits.max_depth)
    return FALSE;
  self->p = p;
  self->type = *p == '[' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;
  return TRUE;
}

static inline void
set_current (LaminaJsonReader *self,
             LaminaJsonFrame  *frame,
             char             *p)
{
  self->offset = lamina_json_offset_of (self, p);
  self->value_end = lamina_json_offset_of (self, self->p);
  self->mask = frame->child_mask;
  self->record = frame->record;
  frame->state = LAMINA_JSON_AFTER_VALUE;
}

/* Makes what stands at @p the current value, as lamina_json_take_value() does. */
static gboolean
take_value (LaminaJsonReader *self,
            LaminaJsonFrame  *frame,
            char             *p)
{
  gboolean taken;

  if (*p == '"')
    taken = take_string (self, p);
  else if (*p == '{' || *p == '[')
    taken = take_container (self, p);
  else
    taken = take_number (self, p) || take_word (self, p);
  if (!taken)
    return FALSE;
  set_current (self, frame, p);
  return !frame->child_is_record || lamina_json_open_record (self);
}

static inline void
pass_scalar (LaminaJsonReader *self)
{
  if (self->type == LAMINA_JSON_NOTHING)
    return;
  self->type = LAMINA_JSON_NOTHING;
  self->last_end = self->value_end;
}

/* Goes behind the current value. FALSE when that takes a walk. */
static inline gboolean
pass_current (LaminaJsonReader *self)
{
  if (!lamina_json_is_container (self->type))
    pass_scalar (self);
  else if (self->mask != 0)
    return FALSE;
  else
    lamina_json_skip_value (self);
  return TRUE;
}

static G_GNUC_NO_INLINE int
end_object (LaminaJsonReader *self,
            char             *p)
{
  self->p = p;
  lamina_json_pop (self);
  return LAMINA_JSON_END;
}

static inline int
set_step (LaminaJsonReader *self,
          LaminaJsonFrame  *frame,
          LaminaJsonStep   *step)
{
  frame->step = step;
  self->key = step->key;
  self->key_length = step->key_length;
  return step->index;
}

/* With a value that few members have, or that takes the tolerant code. */
static G_GNUC_NO_INLINE int
repeat_rare_step (LaminaJsonReader *self,
                  LaminaJsonFrame  *frame,
                  LaminaJsonStep   *step)
{
  if (take_value (self, frame, self->p + step->length))
    return set_step (self, frame, step);
  return lamina_json_next_member_slowly (self, frame->keys->keys);
}

/* Does the step that begins as one that was learnt: all up to the value has been compared. */
static inline int
repeat_step (LaminaJsonReader *self,
             LaminaJsonFrame  *frame,
             LaminaJsonStep   *step)
{
  char *p = self->p + step->length;
  gboolean taken;

  if (step->index == LAMINA_JSON_END)
    return end_object (self, p);
  if (*p == '"')
    taken = take_string (self, p);
  else if (*p == '{' || *p == '[')
    taken = take_container (self, p);
  else
    taken = take_number (self, p);
  if (G_UNLIKELY (!taken))
    return repeat_rare_step (self, frame, step);
  set_current (self, frame, p);
  return set_step (self, frame, step);
}

/* Reads a key as it stands. @p is at the first sign of the step, which is learnt for the next time. */
static int
read_step (LaminaJsonReader *self,
           LaminaJsonFrame  *frame)
{
  char *start = self->p;
  char *p = pass_blanks (start);
  char *key, *key_end;
  guint high = 0;
  int index;

  if (*p == '}')
    {
      lamina_json_keys_learn (frame->keys, frame->step, start, (gsize) (p + 1 - start), NULL, 0, LAMINA_JSON_END);
      return end_object (self, p + 1);
    }
  if (frame->state == LAMINA_JSON_AFTER_VALUE)
    {
      if (*p != ',')
        return NOT_QUICK;
      p = pass_blanks (p + 1);
    }
  if (*p != '"')
    return NOT_QUICK;
  key = p + 1;
  key_end = vector_scan_string (key, &high);
  if (*key_end != '"' || high != 0 || (gsize) (key_end - key) > self->limits.max_text)
    return NOT_QUICK;
  p = pass_blanks (key_end + 1);
  if (*p != ':')
    return NOT_QUICK;
  p = pass_blanks (p + 1);
  if (!take_value (self, frame, p))
    return NOT_QUICK;
  index = lamina_json_keys_find (frame->keys, key, (gsize) (key_end - key));
  frame->step = lamina_json_keys_learn (frame->keys, frame->step, start, (gsize) (p - start), key,
                                        (gsize) (key_end - key), index);
  lamina_json_set_key (self, frame, key, (gsize) (key_end - key), index);
  return index;
}

/* Whether members are read in the quick way; records among them are not. */
static inline gboolean
is_quick (const LaminaJsonFrame *frame)
{
  return frame->type == LAMINA_JSON_OBJECT && frame->uniform && !frame->child_is_record
         && frame->state <= LAMINA_JSON_AFTER_VALUE;
}

static int next_member (LaminaJsonReader  *self,
                        const char *const *keys);

static G_GNUC_NO_INLINE int
read_member (LaminaJsonReader *self,
             LaminaJsonFrame  *frame)
{
  int index = read_step (self, frame);

  return index != NOT_QUICK ? index : lamina_json_next_member_slowly (self, frame->keys->keys);
}

/* Does what need not be done between members of one object: leaves containers, takes the keys, knows no step. */
static G_GNUC_NO_INLINE int
prepare_member (LaminaJsonReader  *self,
                const char *const *keys)
{
  LaminaJsonFrame *frame;

  if (!pass_current (self) || self->depth == 0 || !is_quick (lamina_json_top (self)))
    return lamina_json_next_member_slowly (self, keys);
  frame = lamina_json_top (self);
  if (frame->state == LAMINA_JSON_AFTER_NOTHING || frame->keys == NULL || frame->keys->keys != keys)
    lamina_json_frame_set_keys (self, frame, keys);
  return frame->step != NULL ? next_member (self, keys) : read_member (self, frame);
}

/* A step is known only inside of an object that is read in the quick way. */
static int
next_member (LaminaJsonReader  *self,
             const char *const *keys)
{
  LaminaJsonFrame *frame;
  LaminaJsonStep *step, *next;

  if (self->depth == 0 || lamina_json_is_container (self->type))
    return prepare_member (self, keys);
  frame = lamina_json_top (self);
  step = frame->step;
  if (step == NULL || frame->keys->keys != keys || frame->state > LAMINA_JSON_AFTER_VALUE)
    return prepare_member (self, keys);
  pass_scalar (self);
  for (guint i = 0; i < LAMINA_JSON_MAX_NEXT && (next = step->next[i]) != NULL; i++)
    if ((vector_differs (self->p, next->text) & next->mask) == 0)
      return repeat_step (self, frame, next);
  return read_member (self, frame);
}

/* Returns an index of its own: that of the element, which is 0, or how members end. */
static inline int
quick_element (LaminaJsonReader *self,
               LaminaJsonFrame  *frame)
{
  char *p = pass_blanks (self->p);

  if (*p == ']')
    return end_object (self, p + 1);
  if (frame->state == LAMINA_JSON_AFTER_VALUE)
    {
      if (*p != ',')
        return NOT_QUICK;
      p = pass_blanks (p + 1);
    }
  return take_value (self, frame, p) ? 0 : NOT_QUICK;
}

static gboolean
next_element (LaminaJsonReader *self)
{
  if (pass_current (self) && self->depth > 0)
    {
      LaminaJsonFrame *frame = lamina_json_top (self);

      if (frame->type == LAMINA_JSON_ARRAY && frame->state <= LAMINA_JSON_AFTER_VALUE)
        {
          int index = quick_element (self, frame);

          if (index != NOT_QUICK)
            return index == 0;
        }
    }
  return lamina_json_next_element_slowly (self);
}

/* The bytes that a backslash before them takes their meaning from. @carry: whether the first one is one of them. */
static inline guint64
find_escaped (guint64  backslashes,
              guint64 *carry)
{
  guint64 escaped = *carry;

  backslashes &= ~escaped;
  *carry = 0;
  while (backslashes != 0)
    {
      guint64 lowest = backslashes & -backslashes;

      escaped |= lowest << 1;
      *carry |= lowest >> 63;
      backslashes &= ~(lowest | lowest << 1);
    }
  return escaped;
}

/* Follows the brackets of 64 bytes. DONE when the outermost one was closed, MORE when none was wrong. */
static inline LaminaJsonSkip
follow_brackets (LaminaJsonReader *self,
                 LaminaJsonOpen   *open,
                 char             *p,
                 guint64           brackets)
{
  for (; brackets != 0; brackets &= brackets - 1)
    {
      char *bracket = p + __builtin_ctzll (brackets);
      gboolean is_array = (*bracket & 0x20) == 0;

      self->p = bracket;
      if ((*bracket & 2) != 0)
        {
          if (open->depth == LAMINA_JSON_OPEN_MAX_DEPTH || open->depth > self->limits.max_depth)
            return LAMINA_JSON_SKIP_SLOWLY;
          open->types = open->types << 1 | (guint64) is_array;
          open->depth++;
          continue;
        }
      if ((open->types & 1) != (guint64) is_array)
        return LAMINA_JSON_SKIP_SLOWLY;
      open->types >>= 1;
      if (--open->depth == 0)
        {
          self->p = bracket + 1;
          return LAMINA_JSON_SKIP_DONE;
        }
    }
  return LAMINA_JSON_SKIP_MORE;
}

/* Whether one of these brackets inside strings is a brace that begins a line, maybe behind a comma. */
static G_GNUC_NO_INLINE gboolean
has_brace_at_line_start (const char *p,
                         guint64     hidden)
{
  for (; hidden != 0; hidden &= hidden - 1)
    {
      const char *brace = p + __builtin_ctzll (hidden);

      if (*brace != '{')
        continue;
      while (lamina_json_is_blank (*--brace) || *brace == ',')
        if (*brace == '\n')
          return TRUE;
    }
  return FALSE;
}

static LaminaJsonSkip
skip (LaminaJsonReader *self,
      LaminaJsonOpen   *open)
{
  char *quote = NULL;
  guint64 in_string = 0;
  guint64 carry = 0;

  for (char *p = self->p; p < self->end; p += 64)
    {
      guint64 quotes, backslashes, brackets, strings;
      LaminaJsonSkip result;

      vector_classify (p, &quotes, &backslashes, &brackets);
      if ((backslashes | carry) != 0)
        quotes &= ~find_escaped (backslashes, &carry);
      strings = quotes != 0 ? vector_parities (quotes) ^ in_string : in_string;
      /* Outside of strings a backslash escapes nothing. Where an element may begin, the quotes may not match. */
      if ((backslashes & ~strings) != 0
          || (G_UNLIKELY ((brackets & strings) != 0) && has_brace_at_line_start (p, brackets & strings)))
        {
          self->p = in_string != 0 ? quote : p;
          return LAMINA_JSON_SKIP_SLOWLY;
        }
      if (quotes != 0)
        quote = p + 63 - __builtin_clzll (quotes);
      in_string = (guint64) ((gint64) strings >> 63);
      result = follow_brackets (self, open, p, brackets & ~strings);
      if (result != LAMINA_JSON_SKIP_MORE)
        return result;
    }
  self->p = in_string != 0 ? quote : self->end;
  return in_string != 0 ? LAMINA_JSON_SKIP_IN_STRING : LAMINA_JSON_SKIP_MORE;
}

const LaminaJsonScanner SCANNER = {
  .name = SCANNER_NAME,
  .next_member = next_member,
  .next_element = next_element,
  .skip = skip,
};
