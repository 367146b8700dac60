/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-decimal-private.h"
#include "lamina-json-digits-private.h"
#include "lamina-json-reader-private.h"
#include "lamina-json-scan-private.h"

/* The current value counts as read. */
static void
consume (LaminaJsonReader *self)
{
  self->type = LAMINA_JSON_NOTHING;
  self->last_end = self->value_end;
}

/* A string that needs no decoding, as nearly all. */
static inline gboolean
is_plain_string (LaminaJsonReader *self)
{
  return self->type == LAMINA_JSON_STRING && self->token.flags == 0;
}

/* Its quote was passed, so a NUL may take its place. */
static inline const char *
close_plain_string (LaminaJsonReader *self,
                    gsize            *length)
{
  LaminaJsonToken *token = &self->token;

  token->start[token->length] = '\0';
  *length = token->length;
  return token->start;
}

static inline gboolean
is_short_number (LaminaJsonReader *self)
{
  return self->type == LAMINA_JSON_NUMBER && self->token.length < sizeof self->number;
}

/* Behind the window stand more bytes than this may take too much. */
static inline const char *
close_short_number (LaminaJsonReader *self,
                    gsize            *length)
{
  memcpy (self->number, self->token.start, sizeof self->number);
  self->number[self->token.length] = '\0';
  *length = self->token.length;
  return self->number;
}

/* Where the caller finds the current value as a text closed by a NUL. */
static const char *
get_text (LaminaJsonReader *self,
          gsize            *length)
{
  LaminaJsonToken *token = &self->token;
  const char *text;

  if (is_plain_string (self))
    return close_plain_string (self, length);
  if (self->type == LAMINA_JSON_STRING)
    {
      text = lamina_json_text_decode (self, token, self->text, TRUE, length);
      if (text == token->start)
        token->start[*length] = '\0';
      return text;
    }
  if (is_short_number (self))
    return close_short_number (self, length);
  g_string_truncate (self->text, 0);
  g_string_append_len (self->text, token->start, (gssize) token->length);
  *length = self->text->len;
  return self->text->str;
}

/* Peeking also starts a reader on which nothing was read yet. */
static inline gboolean
is_text_or_number (LaminaJsonReader *self)
{
  LaminaJsonType type = self->started ? self->type : lamina_json_reader_peek (self);

  return type == LAMINA_JSON_STRING || type == LAMINA_JSON_NUMBER;
}

static G_GNUC_NO_INLINE const char *
read_text_slowly (LaminaJsonReader *self,
                  gsize            *length)
{
  const char *text;

  if (!is_text_or_number (self))
    return NULL;
  text = get_text (self, length);
  consume (self);
  return text;
}

const char *
lamina_json_reader_read_text (LaminaJsonReader *self,
                              gsize            *length)
{
  gsize text_length;
  const char *text;

  g_return_val_if_fail (self != NULL, NULL);

  if (length == NULL)
    length = &text_length;
  if (is_plain_string (self))
    text = close_plain_string (self, length);
  else if (is_short_number (self))
    text = close_short_number (self, length);
  else
    return read_text_slowly (self, length);
  consume (self);
  return text;
}

/* The digits of the current value, or NULL when it is no number and no string that may hold one. */
static const char *
get_digits (LaminaJsonReader *self,
            gsize            *length)
{
  guint unfit = LAMINA_JSON_TOKEN_LONG | LAMINA_JSON_TOKEN_NO_NUMBER;

  if (!is_text_or_number (self) || (self->token.flags & unfit) != 0)
    return NULL;
  if (self->type == LAMINA_JSON_STRING)
    return lamina_json_text_decode (self, &self->token, self->text, FALSE, length);
  *length = self->token.length;
  return self->token.start;
}

gboolean
lamina_json_reader_read_int64 (LaminaJsonReader *self,
                               gint64           *value)
{
  const char *digits;
  gsize length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (self->type == LAMINA_JSON_NUMBER && lamina_json_read_whole (self, value))
    {
      consume (self);
      return TRUE;
    }
  digits = get_digits (self, &length);
  if (digits == NULL || !lamina_decimal_parse_whole (digits, length, value))
    return FALSE;
  consume (self);
  return TRUE;
}

gboolean
lamina_json_reader_read_uint64 (LaminaJsonReader *self,
                                guint64          *value)
{
  const char *digits;
  gsize length;
  gint64 whole;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  digits = get_digits (self, &length);
  if (digits == NULL)
    return FALSE;
  if (!lamina_decimal_parse_uint64 (digits, length, value))
    {
      /* Written as `1e3` or `5.0`. */
      if (!lamina_decimal_parse_whole (digits, length, &whole) || whole < 0)
        return FALSE;
      *value = (guint64) whole;
    }
  consume (self);
  return TRUE;
}

gboolean
lamina_json_reader_read_decimal (LaminaJsonReader *self,
                                 int               scale,
                                 gint64           *value)
{
  const char *digits;
  gsize length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (self->type == LAMINA_JSON_NUMBER && lamina_json_read_scaled (self, scale, value))
    {
      consume (self);
      return TRUE;
    }
  digits = get_digits (self, &length);
  if (digits == NULL || !lamina_decimal_parse (digits, length, scale, value))
    return FALSE;
  consume (self);
  return TRUE;
}

gboolean
lamina_json_reader_read_digits (LaminaJsonReader *self,
                                gint64           *digits,
                                guint            *n_decimals)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (digits != NULL && n_decimals != NULL, FALSE);

  if (lamina_json_reader_peek (self) != LAMINA_JSON_NUMBER || !lamina_json_read_all_digits (self, digits, n_decimals))
    return FALSE;
  consume (self);
  return TRUE;
}

gboolean
lamina_json_reader_read_boolean (LaminaJsonReader *self,
                                 gboolean         *value)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (lamina_json_reader_peek (self) != LAMINA_JSON_BOOLEAN)
    return FALSE;
  *value = *self->token.start == 't';
  consume (self);
  return TRUE;
}

static void
read_number_value (LaminaJsonReader *self,
                   LaminaValue      *value)
{
  gsize length;

  value->text = g_strdup (get_text (self, &length));
  value->type = LAMINA_VALUE_REAL;
  if (strpbrk (value->text, ".eE") == NULL && lamina_decimal_parse (value->text, length, 0, &value->integer))
    value->type = LAMINA_VALUE_INTEGER;
  else
    value->real = g_ascii_strtod (value->text, NULL);
}

/* A value is a text without zeros inside, so these are replaced. */
static void
read_text_value (LaminaJsonReader *self,
                 LaminaValue      *value)
{
  gsize length;
  const char *text = get_text (self, &length);

  value->type = LAMINA_VALUE_TEXT;
  if (strlen (text) == length)
    value->text = g_strdup (text);
  else
    value->text = g_utf8_make_valid (text, (gssize) length);
}

/* What was skipped, read once more when the window moved away from it. NULL when that failed. */
static const char *
get_range (LaminaJsonReader *self,
           guint64           offset,
           gsize             length)
{
  GError *error = NULL;
  gssize n_read;

  if (offset >= self->base)
    return self->buffer + (offset - self->base);
  g_string_set_size (self->long_text, length + LAMINA_JSON_PADDING);
  n_read = lamina_source_read (self->source, offset, self->long_text->str, length, self->cancellable, &error);
  if (n_read == (gssize) length)
    return self->long_text->str;
  if (error != NULL)
    lamina_json_window_fail (self, error);
  return NULL;
}

static const char *
read_container (LaminaJsonReader *self,
                gsize            *text_length)
{
  guint32 record = self->record;
  const char *json;
  guint64 offset;
  guint64 length;

  lamina_json_reader_skip (self, &offset, &length);
  if (self->depth > 0 && lamina_json_top (self)->state == LAMINA_JSON_OVER)
    return NULL;
  if (length > self->limits.max_text)
    {
      lamina_json_repair (self, "text longer than the limit cut", offset + self->limits.max_text, record);
      length = self->limits.max_text;
    }
  json = get_range (self, offset, (gsize) length);
  if (json == NULL)
    return NULL;
  g_string_truncate (self->text, 0);
  if (length == 0 || lamina_json_is_compact (json, (gsize) length))
    g_string_append_len (self->text, json, (gssize) length);
  else
    lamina_json_text_compact (self->text, json, (gsize) length);
  *text_length = self->text->len;
  return self->text->str;
}

const char *
lamina_json_reader_read_json (LaminaJsonReader *self,
                              gsize            *length)
{
  const char *text;
  gsize text_length;

  g_return_val_if_fail (self != NULL, NULL);

  if (!lamina_json_is_container (lamina_json_reader_peek (self)))
    return NULL;
  text = read_container (self, &text_length);
  if (text != NULL && length != NULL)
    *length = text_length;
  return text;
}

static gboolean
read_container_value (LaminaJsonReader *self,
                      LaminaValue      *value)
{
  gsize length;
  const char *text = read_container (self, &length);

  if (text == NULL)
    return FALSE;
  value->type = LAMINA_VALUE_TEXT;
  value->text = g_strndup (text, length);
  return TRUE;
}

gboolean
lamina_json_reader_read_value (LaminaJsonReader *self,
                               LaminaValue      *value)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  *value = (LaminaValue) { .type = LAMINA_VALUE_NULL };
  switch (lamina_json_reader_peek (self))
    {
    case LAMINA_JSON_NOTHING:
      return FALSE;
    case LAMINA_JSON_OBJECT:
    case LAMINA_JSON_ARRAY:
      return read_container_value (self, value);
    case LAMINA_JSON_STRING:
      read_text_value (self, value);
      break;
    case LAMINA_JSON_NUMBER:
      read_number_value (self, value);
      break;
    case LAMINA_JSON_BOOLEAN:
      value->type = LAMINA_VALUE_BOOLEAN;
      value->integer = *self->token.start == 't';
      break;
    case LAMINA_JSON_NULL:
    default:
      break;
    }
  consume (self);
  return TRUE;
}
