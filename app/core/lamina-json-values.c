/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-decimal-private.h"
#include "lamina-json-digits-private.h"
#include "lamina-json-reader-private.h"

/* The current value counts as read. */
static void
consume (LaminaJsonReader *self)
{
  self->type = LAMINA_JSON_NOTHING;
  self->last_end = self->value_end;
}

/* Where the caller finds the current value as a text closed by a NUL. */
static const char *
get_text (LaminaJsonReader *self,
          gsize            *length)
{
  LaminaJsonToken *token = &self->token;
  const char *text;

  if (self->type == LAMINA_JSON_STRING && token->flags == 0)
    {
      token->start[token->length] = '\0';
      *length = token->length;
      return token->start;
    }
  if (self->type == LAMINA_JSON_STRING)
    {
      text = lamina_json_text_decode (self, token, self->text, TRUE, length);
      /* The quote was passed, so a NUL may take its place. */
      if (text == token->start)
        token->start[*length] = '\0';
      return text;
    }
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

const char *
lamina_json_reader_read_text (LaminaJsonReader *self,
                              gsize            *length)
{
  const char *text;
  gsize text_length;

  g_return_val_if_fail (self != NULL, NULL);

  if (!is_text_or_number (self))
    return NULL;
  text = get_text (self, &text_length);
  if (length != NULL)
    *length = text_length;
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

/* Reads what was skipped once more: the window may have moved away from it. */
static gboolean
read_range (LaminaJsonReader *self,
            guint64           offset,
            gsize             length,
            char             *buffer)
{
  GError *error = NULL;
  gssize n_read;

  if (offset >= self->base)
    {
      memcpy (buffer, self->buffer + (offset - self->base), length);
      return TRUE;
    }
  n_read = lamina_source_read (self->source, offset, buffer, length, self->cancellable, &error);
  if (n_read == (gssize) length)
    return TRUE;
  if (error != NULL)
    lamina_json_window_fail (self, error);
  return FALSE;
}

static gboolean
read_container_value (LaminaJsonReader *self,
                      LaminaValue      *value)
{
  g_autofree char *json = NULL;
  GString *text;
  guint32 record = self->record;
  guint64 offset;
  guint64 length;

  lamina_json_reader_skip (self, &offset, &length);
  if (length > self->limits.max_text)
    {
      lamina_json_repair (self, "text longer than the limit cut", offset + self->limits.max_text, record);
      length = self->limits.max_text;
    }
  json = g_malloc ((gsize) length + 1);
  if (!read_range (self, offset, (gsize) length, json))
    return FALSE;
  text = g_string_new (NULL);
  lamina_json_text_compact (text, json, (gsize) length);
  value->type = LAMINA_VALUE_TEXT;
  value->text = g_string_free (text, FALSE);
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
