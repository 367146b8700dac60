/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-decimal.h"
#include "lamina-proto-reader.h"

#include <string.h>

#define BLOCK_BYTES ((gsize) 1 << 16)
#define LONGEST_TEXT ((gsize) 1 << 20)
#define END (-1)

typedef enum
{
  FIELD_NONE,
  FIELD_SCALAR,
  FIELD_MESSAGE,
} Field;

/*
 * 1. @text holds the bytes from @offset on; those before @start were taken. Without @source it is all there is.
 * 2. @field is what lies in front: a scalar is already in @value, a message stands before its first field.
 * 3. @depth counts the messages that are open; nothing is kept for each, so they may be nested at will.
 */
struct _LaminaProtoReader
{
  LaminaSource *source;
  GCancellable *cancellable;
  GError *error;
  char *buffer;
  const char *text;
  gsize start;
  gsize end;
  guint64 offset;

  GString *name;
  GString *value;
  Field field;
  guint64 name_offset;
  guint64 depth;
  gboolean is_cut;
};

LaminaProtoReader *
lamina_proto_reader_new_for_text (const char *text,
                                  gsize       length)
{
  LaminaProtoReader *self = g_new0 (LaminaProtoReader, 1);

  self->text = text;
  self->end = length;
  self->name = g_string_new (NULL);
  self->value = g_string_new (NULL);
  return self;
}

LaminaProtoReader *
lamina_proto_reader_new (LaminaSource *source,
                         guint64       offset,
                         GCancellable *cancellable)
{
  LaminaProtoReader *self = lamina_proto_reader_new_for_text (NULL, 0);

  self->source = lamina_source_ref (source);
  self->offset = offset;
  g_set_object (&self->cancellable, cancellable);
  self->text = self->buffer = g_malloc (BLOCK_BYTES);
  return self;
}

void
lamina_proto_reader_free (LaminaProtoReader *self)
{
  g_clear_pointer (&self->source, lamina_source_unref);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_string_free (self->name, TRUE);
  g_string_free (self->value, TRUE);
  g_free (self->buffer);
  g_free (self);
}

static gboolean
fill (LaminaProtoReader *self)
{
  gssize n;

  if (!self->source || self->error)
    return FALSE;
  self->offset += self->end;
  self->start = self->end = 0;
  n = lamina_source_read (self->source, self->offset, self->buffer, BLOCK_BYTES, self->cancellable, &self->error);
  if (n <= 0)
    return FALSE;
  self->end = (gsize) n;
  return TRUE;
}

static int
peek (LaminaProtoReader *self)
{
  if (self->start == self->end && !fill (self))
    return END;
  return (guchar) self->text[self->start];
}

static void
take (LaminaProtoReader *self,
      GString           *text)
{
  if (text->len < LONGEST_TEXT)
    g_string_append_c (text, self->text[self->start]);
  self->start++;
}

/* Blanks and comments, and what may stand between two fields. */
static void
skip_blanks (LaminaProtoReader *self,
             const char        *blanks)
{
  for (int c = peek (self); c != END; c = peek (self))
    if (c == '#')
      for (; c != END && c != '\n'; c = peek (self))
        self->start++;
    else if (c != '\0' && strchr (blanks, c))
      self->start++;
    else
      return;
}

static int
read_octal (LaminaProtoReader *self,
            int                first)
{
  int value = first - '0';

  for (guint i = 0; i < 2 && peek (self) >= '0' && peek (self) <= '7'; i++)
    value = value * 8 + (self->text[self->start++] - '0');
  return value & 0xff;
}

static int
read_hexadecimal (LaminaProtoReader *self)
{
  int value = 0;

  for (guint i = 0; i < 2 && peek (self) != END && g_ascii_isxdigit (peek (self)); i++)
    value = value * 16 + g_ascii_xdigit_value (self->text[self->start++]);
  return value;
}

static void
read_escape (LaminaProtoReader *self)
{
  static const char letters[] = "abfnrtv", meanings[] = "\a\b\f\n\r\t\v";
  int c = peek (self);
  const char *letter;

  if (c == END)
    return;
  self->start++;
  letter = c != '\0' ? strchr (letters, c) : NULL;
  if (letter)
    c = meanings[letter - letters];
  else if (c == 'x' || c == 'X')
    c = read_hexadecimal (self);
  else if (c >= '0' && c <= '7')
    c = read_octal (self, c);
  if (self->value->len < LONGEST_TEXT)
    g_string_append_c (self->value, (char) c);
}

/* A string, or several that follow each other and are one. */
static void
read_strings (LaminaProtoReader *self)
{
  int quote, c;

  while ((quote = peek (self)) == '"' || quote == '\'')
    {
      self->start++;
      while ((c = peek (self)) != END && c != quote)
        if (c == '\\')
          {
            self->start++;
            read_escape (self);
          }
        else
          take (self, self->value);
      if (c == END)
        self->is_cut = TRUE;
      else
        self->start++;
      skip_blanks (self, " \t\r\n");
    }
}

static void
read_value (LaminaProtoReader *self,
            gboolean           has_colon)
{
  int c = peek (self);

  g_string_truncate (self->value, 0);
  self->field = FIELD_SCALAR;
  if (c == '{' || c == '<')
    {
      self->start++;
      self->depth++;
      self->field = FIELD_MESSAGE;
    }
  else if (c == '"' || c == '\'')
    read_strings (self);
  else if (has_colon)
    /* Numbers, names of values, and texts that lost their quotes: up to the end of the line or of the message. */
    for (; c != END && c != '\0' && !strchr (" \t\r\n;,{}<>[]#", c); c = peek (self))
      take (self, self->value);
}

/* Passes over a byte that begins no field: a brace too many, a list. */
static gboolean
read_name (LaminaProtoReader *self)
{
  g_string_truncate (self->name, 0);
  self->name_offset = lamina_proto_reader_get_position (self);
  for (int c = peek (self); c > 0 && (g_ascii_isalnum (c) || strchr ("_./-", c)); c = peek (self))
    take (self, self->name);
  if (self->name->len == 0)
    self->start++;
  return self->name->len > 0;
}

static void
read_field (LaminaProtoReader *self)
{
  gboolean has_colon;

  skip_blanks (self, " \t");
  has_colon = peek (self) == ':';
  if (has_colon)
    {
      self->start++;
      skip_blanks (self, " \t");
    }
  read_value (self, has_colon);
}

/* Leaves the message in front without entering it, however deep it is. */
static void
skip_message (LaminaProtoReader *self)
{
  guint64 depth = self->depth;
  int c;

  while (self->depth >= depth && (c = peek (self)) != END)
    if (c == '"' || c == '\'')
      {
        g_string_truncate (self->value, 0);
        read_strings (self);
      }
    else
      {
        if (c == '{' || c == '<')
          self->depth++;
        else if (c == '}' || c == '>')
          self->depth--;
        self->start++;
      }
}

gboolean
lamina_proto_reader_next (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->field == FIELD_MESSAGE)
    skip_message (self);
  self->field = FIELD_NONE;
  for (;;)
    {
      int c;

      skip_blanks (self, " \t\r\n;,");
      c = peek (self);
      if (c == END)
        {
          self->is_cut = self->is_cut || self->depth > 0;
          return FALSE;
        }
      if ((c == '}' || c == '>') && self->depth > 0)
        {
          self->start++;
          self->depth--;
          return FALSE;
        }
      if (read_name (self))
        break;
    }
  read_field (self);
  return TRUE;
}

const char *
lamina_proto_reader_get_name (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name->str;
}

gboolean
lamina_proto_reader_is_at (LaminaProtoReader *self,
                           const char        *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  return strcmp (self->name->str, name) == 0;
}

gboolean
lamina_proto_reader_enter (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->field != FIELD_MESSAGE)
    return FALSE;
  self->field = FIELD_NONE;
  return TRUE;
}

const char *
lamina_proto_reader_read_text (LaminaProtoReader *self,
                               gsize             *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->field != FIELD_SCALAR)
    return NULL;
  if (length)
    *length = self->value->len;
  return self->value->str;
}

gboolean
lamina_proto_reader_read_int64 (LaminaProtoReader *self,
                                gint64            *value)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  return self->field == FIELD_SCALAR && lamina_decimal_parse (self->value->str, self->value->len, 0, value);
}

guint64
lamina_proto_reader_get_offset (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->name_offset;
}

guint64
lamina_proto_reader_get_position (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->offset + self->start;
}

gboolean
lamina_proto_reader_is_cut (LaminaProtoReader *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_cut;
}

gboolean
lamina_proto_reader_finish (LaminaProtoReader  *self,
                            GError            **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}
