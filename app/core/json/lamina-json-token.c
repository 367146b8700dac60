/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error.h"
#include "lamina-import-finish.h"
#include "lamina-json-reader-fields.h"

/* The window */

/* Makes room for a block behind what is kept, which moves to the front. */
static void
make_room (LaminaJsonReader *self,
           char             *keep,
           gsize             size)
{
  gsize kept = (gsize) (self->end - keep);
  gsize position = (gsize) (self->p - keep);

  self->base += (guint64) (keep - self->buffer);
  memmove (self->buffer, keep, kept);
  if (self->capacity - kept < size)
    {
      self->capacity = MAX (self->capacity * 2, kept + size);
      self->buffer = g_realloc (self->buffer, self->capacity + LAMINA_JSON_PADDING);
    }
  self->p = self->buffer + position;
  self->end = self->buffer + kept;
}

static gboolean
close_window (LaminaJsonReader *self)
{
  self->ended = TRUE;
  memset (self->end, 0, LAMINA_JSON_PADDING);
  return FALSE;
}

gboolean
lamina_json_window_grow (LaminaJsonReader  *self,
                         char             **keep)
{
  guint64 offset;
  gsize size;
  gssize n_read;
  GError *error = NULL;

  if (self->ended)
    return FALSE;
  size = MIN (self->next_block_size, self->block_size);
  self->next_block_size = MIN (size, G_MAXSIZE / 2) * 2;
  make_room (self, *keep, size);
  *keep = self->buffer;
  offset = lamina_json_offset_of (self, self->end);
  size = (gsize) MIN ((guint64) size, self->range_end - offset);
  if (size == 0)
    {
      self->at_range_end = TRUE;
      return close_window (self);
    }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, &error))
    n_read = -1;
  else
    n_read = lamina_source_read (self->source, offset, self->end, size, self->cancellable, &error);
  if (n_read < 0)
    {
      lamina_json_window_fail (self, error);
      *keep = self->end;
      return FALSE;
    }
  if (n_read == 0)
    return close_window (self);
  self->end += n_read;
  memset (self->end, 0, LAMINA_JSON_PADDING);
  return TRUE;
}

void
lamina_json_window_seek (LaminaJsonReader *self,
                         guint64           offset)
{
  if (offset > self->range_end)
    {
      self->p = self->end;
      self->at_range_end = TRUE;
      close_window (self);
      lamina_json_window_cut (self, FALSE);
    }
  else if (offset >= self->base && offset <= lamina_json_offset_of (self, self->end))
    self->p = self->buffer + (offset - self->base);
  else
    {
      self->base = offset;
      self->p = self->end = self->buffer;
      memset (self->end, 0, LAMINA_JSON_PADDING);
      self->ended = self->at_range_end = FALSE;
    }
}

gboolean
lamina_json_window_skip_blanks_slowly (LaminaJsonReader *self)
{
  for (;;)
    {
      char *p = self->p;

      while (lamina_json_is_blank (*p))
        p++;
      self->p = p;
      if (p < self->end)
        return TRUE;
      if (!lamina_json_window_grow (self, &p))
        return FALSE;
    }
}

void
lamina_json_window_fail (LaminaJsonReader *self,
                         GError           *error)
{
  if (self->error == NULL)
    self->error = error;
  else
    g_clear_error (&error);
  self->end = self->p;
  close_window (self);
}

void
lamina_json_window_cut (LaminaJsonReader *self,
                        gboolean          between_values)
{
  if (self->error != NULL || self->cut)
    return;
  if (between_values && self->at_range_end && self->depth <= self->n_nested)
    {
      self->joined = self->depth == self->n_nested && lamina_json_top (self)->state == LAMINA_JSON_AFTER_COMMA;
      return;
    }
  self->cut = TRUE;
  lamina_json_damage (self, "text that ends inside a value", lamina_json_offset_of (self, self->end),
                      lamina_json_container_record (self));
}

void
lamina_json_repair (LaminaJsonReader *self,
                    const char       *kind,
                    guint64           offset,
                    guint32           record)
{
  if (self->import != NULL)
    lamina_import_repair (self->import, kind, self->source, offset, record);
}

void
lamina_json_damage (LaminaJsonReader *self,
                    const char       *kind,
                    guint64           offset,
                    guint32           record)
{
  if (self->import != NULL)
    lamina_import_damage (self->import, kind, self->source, offset, record);
}

/* Tokens */

/* Keeps of a token that is too long what the limit lets in; what follows is only passed. */
static void
cut_token (LaminaJsonReader *self,
           LaminaJsonToken  *token)
{
  g_string_truncate (self->long_text, 0);
  g_string_append_len (self->long_text, token->start, (gssize) self->limits.max_text);
  token->flags |= LAMINA_JSON_TOKEN_LONG;
  token->start = self->long_text->str;
  token->length = self->long_text->len;
}

/* Makes the window hold more of the token. */
static gboolean
grow_token (LaminaJsonReader *self,
            LaminaJsonToken  *token)
{
  char *keep = token->start;
  gboolean grown;

  if ((token->flags & LAMINA_JSON_TOKEN_LONG) != 0)
    {
      keep = self->p;
      return lamina_json_window_grow (self, &keep);
    }
  if ((guint64) (self->p - token->start) > self->limits.max_text)
    {
      cut_token (self, token);
      return grow_token (self, token);
    }
  grown = lamina_json_window_grow (self, &keep);
  token->start = keep;
  return grown;
}

static void
begin_token (LaminaJsonReader *self,
             LaminaJsonToken  *token)
{
  token->start = self->p;
  token->offset = lamina_json_offset_of (self, self->p);
  token->flags = 0;
}

/* A token that is too long for the limit but was never grown is cut here, so that the limit means the same at any block size. */
static void
end_token (LaminaJsonReader *self,
           LaminaJsonToken  *token)
{
  if ((token->flags & LAMINA_JSON_TOKEN_LONG) != 0)
    return;
  token->length = (gsize) (self->p - token->start);
  if (token->length > self->limits.max_text)
    cut_token (self, token);
}

/* Passes a backslash and what it escapes, or a control character, or grows the window. FALSE when the text ended. */
static gboolean
pass_special (LaminaJsonReader *self,
              LaminaJsonToken  *token)
{
  if (self->p == self->end)
    return grow_token (self, token);
  if (*self->p != '\\')
    {
      token->flags |= LAMINA_JSON_TOKEN_CONTROL;
      self->p++;
      return TRUE;
    }
  token->flags |= LAMINA_JSON_TOKEN_ESCAPE;
  if (self->p + 1 == self->end && !grow_token (self, token))
    return FALSE;
  /* An escaped control character is still one, and an escaped byte may be the first of several. */
  if ((guint8) self->p[1] < ' ')
    token->flags |= LAMINA_JSON_TOKEN_CONTROL;
  self->p += 2;
  return TRUE;
}

gboolean
lamina_json_scan_string_token (LaminaJsonReader *self,
                               LaminaJsonToken  *token)
{
  guint high = 0;

  self->p++;
  begin_token (self, token);
  for (;;)
    {
      self->p = lamina_json_scan_string (self->p, &high);
      if (*self->p == '"')
        break;
      if (!pass_special (self, token))
        {
          self->p = self->end;
          lamina_json_window_cut (self, FALSE);
          return FALSE;
        }
    }
  if (high != 0)
    token->flags |= LAMINA_JSON_TOKEN_NON_ASCII;
  end_token (self, token);
  self->p++;
  return TRUE;
}

/* Bytes that end a word: blanks, brackets, comma, colon, quote; and the zero that stands behind the text. */
static inline gboolean
ends_word (char c)
{
  switch (c)
    {
    case '\0':
    case ' ':
    case '\n':
    case '\r':
    case '\t':
    case ',':
    case ':':
    case '[':
    case ']':
    case '{':
    case '}':
    case '"':
      return TRUE;
    default:
      return FALSE;
    }
}

void
lamina_json_scan_word_token (LaminaJsonReader *self,
                             LaminaJsonToken  *token)
{
  begin_token (self, token);
  for (;;)
    {
      while (!ends_word (*self->p))
        self->p++;
      if (*self->p != '\0')
        break;
      if (self->p < self->end)
        self->p++;
      else if (!grow_token (self, token))
        break;
    }
  end_token (self, token);
}

static const char *
pass_digits (const char *p,
             const char *end)
{
  while (p < end && g_ascii_isdigit (*p))
    p++;
  return p;
}

static void
repair_number (LaminaJsonReader      *self,
               const LaminaJsonToken *token,
               const char            *kind)
{
  lamina_json_repair (self, kind, token->offset, lamina_json_container_record (self));
}

/* Also as the C library prints them. */
static gboolean
is_not_finite (const char *p,
               gsize       length)
{
  return (length == 3 && (g_ascii_strncasecmp (p, "nan", 3) == 0 || g_ascii_strncasecmp (p, "inf", 3) == 0))
         || (length == 8 && g_ascii_strncasecmp (p, "infinity", 8) == 0);
}

/* Reads digits, point and exponent; reports what JSON does not allow. FALSE when it is no number. */
static gboolean
check_digits (LaminaJsonReader      *self,
              const LaminaJsonToken *token,
              const char            *p)
{
  const char *end = token->start + token->length;
  const char *whole_end = pass_digits (p, end);
  const char *fraction = NULL;
  const char *fraction_end = whole_end;

  if (whole_end < end && *whole_end == '.')
    {
      fraction = whole_end + 1;
      fraction_end = pass_digits (fraction, end);
    }
  if (whole_end == p && (fraction == NULL || fraction_end == fraction))
    return FALSE;
  if (fraction_end < end)
    {
      const char *exponent = fraction_end + 1;

      if (*fraction_end != 'e' && *fraction_end != 'E')
        return FALSE;
      if (exponent < end && (*exponent == '-' || *exponent == '+'))
        exponent++;
      if (exponent == end || pass_digits (exponent, end) < end)
        return FALSE;
    }
  if (whole_end - p > 1 && *p == '0')
    repair_number (self, token, "leading zero of a number accepted");
  if (whole_end == p || fraction == fraction_end)
    repair_number (self, token, "bare point of a number accepted");
  return TRUE;
}

static gboolean
check_number (LaminaJsonReader *self,
              LaminaJsonToken  *token)
{
  const char *p = token->start;
  const char *end = p + token->length;

  if (p < end && (*p == '-' || *p == '+'))
    p++;
  if (is_not_finite (p, (gsize) (end - p)))
    {
      token->flags |= LAMINA_JSON_TOKEN_NO_NUMBER;
      repair_number (self, token, "number that is not finite");
    }
  else if (!check_digits (self, token, p))
    return FALSE;
  if (*token->start == '+')
    repair_number (self, token, "leading plus sign of a number accepted");
  return TRUE;
}

static LaminaJsonType
recognize_word (LaminaJsonReader *self,
                LaminaJsonToken  *token)
{
  if ((token->flags & LAMINA_JSON_TOKEN_LONG) != 0)
    return LAMINA_JSON_NOTHING;
  if (token->length == 4 && memcmp (token->start, "true", 4) == 0)
    return LAMINA_JSON_BOOLEAN;
  if (token->length == 5 && memcmp (token->start, "false", 5) == 0)
    return LAMINA_JSON_BOOLEAN;
  if (token->length == 4 && memcmp (token->start, "null", 4) == 0)
    return LAMINA_JSON_NULL;
  return check_number (self, token) ? LAMINA_JSON_NUMBER : LAMINA_JSON_NOTHING;
}

/* A number that nothing follows may lack digits, unless it is the root or the range was chosen by the caller. */
static LaminaJsonType
take_word (LaminaJsonReader *self)
{
  LaminaJsonToken *token = &self->token;
  LaminaJsonType type;
  gboolean may_lack_digits;

  lamina_json_scan_word_token (self, token);
  may_lack_digits = self->p == self->end && self->depth > 0 && !self->at_range_end;
  type = recognize_word (self, token);
  if (type == LAMINA_JSON_NUMBER && may_lack_digits && (token->flags & LAMINA_JSON_TOKEN_NO_NUMBER) == 0)
    type = LAMINA_JSON_NOTHING;
  if (type != LAMINA_JSON_NOTHING)
    return type;
  if (self->p == self->end)
    lamina_json_window_cut (self, FALSE);
  else
    lamina_json_repair (self, "unknown word skipped", token->offset, lamina_json_container_record (self));
  return LAMINA_JSON_NOTHING;
}

static LaminaJsonType
take_container (LaminaJsonReader *self)
{
  LaminaJsonType type = *self->p == '[' ? LAMINA_JSON_ARRAY : LAMINA_JSON_OBJECT;

  if (self->depth < self->limits.max_depth)
    return type;
  lamina_json_repair (self, "container nested deeper than the limit left out", lamina_json_offset_of (self, self->p),
                      lamina_json_container_record (self));
  self->p++;
  lamina_json_skip_blindly (self, type);
  return LAMINA_JSON_NOTHING;
}

gboolean
lamina_json_open_record (LaminaJsonReader *self)
{
  if (self->import == NULL)
    return TRUE;
  self->record = lamina_import_open_record (self->import, self->source, self->offset);
  if (self->record != LAMINA_NONE)
    return TRUE;
  lamina_json_window_fail (self, g_error_new (LAMINA_ERROR, LAMINA_ERROR_LIMIT,
                                              "More than %" G_GUINT64_FORMAT " records",
                                              lamina_import_get_n_records (self->import)));
  self->type = LAMINA_JSON_NOTHING;
  return FALSE;
}

gboolean
lamina_json_take_value (LaminaJsonReader *self)
{
  LaminaJsonType type;
  guint64 offset = lamina_json_offset_of (self, self->p);

  switch (*self->p)
    {
    case '"':
      type = lamina_json_scan_string_token (self, &self->token) ? LAMINA_JSON_STRING : LAMINA_JSON_NOTHING;
      break;
    case '[':
    case '{':
      type = take_container (self);
      break;
    default:
      type = take_word (self);
      break;
    }
  if (type == LAMINA_JSON_NOTHING)
    return FALSE;
  self->offset = offset;
  self->value_end = lamina_json_offset_of (self, self->p);
  self->type = type;
  self->record = lamina_json_container_record (self);
  return !self->is_record || lamina_json_open_record (self);
}
