/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-fields.h"

#define REPLACEMENT 0xfffd

/* What is being decoded, and where repairs are reported. */
typedef struct
{
  LaminaJsonReader *reader;
  const LaminaJsonToken *token;
  const char *p;
  const char *end;
  GString *text;
  gboolean report;
} Decoder;

static void
repair (Decoder    *self,
        const char *kind)
{
  guint64 offset = self->token->offset + (guint64) (self->p - self->token->start);

  if (self->report)
    lamina_json_repair (self->reader, kind, offset, self->reader->record);
}

/* The four digits behind `\u`, or -1. */
static int
read_code_unit (const char *p,
                const char *end)
{
  int unit = 0;

  if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
    return -1;
  for (int i = 2; i < 6; i++)
    {
      int digit = g_ascii_xdigit_value (p[i]);

      if (digit < 0)
        return -1;
      unit = unit * 16 + digit;
    }
  return unit;
}

/* Who reads texts takes them to end there. */
static void
append_zero (Decoder *self)
{
  repair (self, "zero character in a string replaced by U+FFFD");
  g_string_append_unichar (self->text, REPLACEMENT);
}

static void
decode_code_unit (Decoder *self,
                  int      unit)
{
  int low = -1;

  if (unit >= 0xd800 && unit < 0xdc00)
    low = read_code_unit (self->p + 6, self->end);
  if (low >= 0xdc00 && low < 0xe000)
    {
      g_string_append_unichar (self->text, (gunichar) (0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)));
      self->p += 12;
      return;
    }
  if (unit >= 0xd800 && unit < 0xe000)
    {
      repair (self, "lone surrogate replaced by U+FFFD");
      unit = REPLACEMENT;
    }
  if (unit == 0)
    append_zero (self);
  else
    g_string_append_unichar (self->text, (gunichar) unit);
  self->p += 6;
}

static void
decode_escape (Decoder *self)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  const char *letter = self->end - self->p > 1 && self->p[1] != '\0' ? strchr (letters, self->p[1]) : NULL;
  int unit;

  if (letter != NULL)
    {
      g_string_append_c (self->text, meanings[letter - letters]);
      self->p += 2;
      return;
    }
  unit = read_code_unit (self->p, self->end);
  if (unit >= 0)
    {
      decode_code_unit (self, unit);
      return;
    }
  repair (self, "unknown or incomplete escape kept as text");
  g_string_append_c (self->text, '\\');
  self->p++;
}

static void
decode_byte (Decoder *self)
{
  gunichar character;

  if (*self->p == '\0')
    {
      append_zero (self);
      self->p++;
      return;
    }
  if ((guint8) *self->p < 0x80)
    {
      if ((guint8) *self->p < ' ')
        repair (self, "control character in a string kept");
      g_string_append_c (self->text, *self->p++);
      return;
    }
  character = g_utf8_get_char_validated (self->p, self->end - self->p);
  if (character == (gunichar) -1 || character == (gunichar) -2)
    {
      repair (self, "byte that is not UTF-8 replaced by U+FFFD");
      g_string_append_unichar (self->text, REPLACEMENT);
      self->p++;
      return;
    }
  g_string_append_unichar (self->text, character);
  self->p = g_utf8_next_char (self->p);
}

/* A text that was cut at the limit must not end inside an escape or a character. */
static const char *
trim_to_whole_character (const char *start,
                         const char *end)
{
  for (const char *p = MAX (start, end - 6); p < end; p++)
    {
      gsize n_backslashes = 0;

      if (*p != '\\')
        continue;
      for (const char *q = p; q > start && q[-1] == '\\'; q--)
        n_backslashes++;
      if (n_backslashes % 2 == 0 && (end - p == 1 || (p[1] == 'u' && end - p < 6)))
        return p;
    }
  for (int i = 1; i <= 3 && end - start >= i; i++)
    {
      if (((guint8) end[-i] & 0xc0) == 0xc0)
        return g_utf8_get_char_validated (end - i, i) == (gunichar) -2 ? end - i : end;
    }
  return end;
}

const char *
lamina_json_text_decode (LaminaJsonReader      *self,
                         const LaminaJsonToken *token,
                         GString               *text,
                         gboolean               report,
                         gsize                 *length)
{
  Decoder decoder = { .reader = self, .token = token, .p = token->start, .text = text, .report = report };
  gboolean plain = (token->flags & ~LAMINA_JSON_TOKEN_NON_ASCII) == 0;

  if (plain && (token->flags == 0 || g_utf8_validate_len (token->start, token->length, NULL)))
    {
      *length = token->length;
      return token->start;
    }
  decoder.end = token->start + token->length;
  if ((token->flags & LAMINA_JSON_TOKEN_LONG) != 0)
    {
      decoder.end = trim_to_whole_character (token->start, decoder.end);
      decoder.p = decoder.end;
      repair (&decoder, "text longer than the limit cut");
      decoder.p = token->start;
    }
  g_string_truncate (text, 0);
  while (decoder.p < decoder.end)
    {
      const char *start = decoder.p;

      while (decoder.p < decoder.end && *decoder.p != '\\' && (guint8) (*decoder.p - ' ') < 0x60)
        decoder.p++;
      g_string_append_len (text, start, decoder.p - start);
      if (decoder.p == decoder.end)
        break;
      if (*decoder.p == '\\')
        decode_escape (&decoder);
      else
        decode_byte (&decoder);
    }
  *length = text->len;
  return text->str;
}

/* One blank stands behind a comma or a colon, if there was any; none behind an opening and before a closing bracket. */
static const char *
append_blanks (GString    *text,
               const char *p,
               const char *end)
{
  char before = text->len > 0 ? text->str[text->len - 1] : '[';

  while (p < end && g_ascii_isspace (*p))
    p++;
  if (p < end && before != '[' && before != '{' && *p != ']' && *p != '}' && *p != ',' && *p != ':')
    g_string_append_c (text, ' ');
  return p;
}

static const char *
append_string (GString    *text,
               const char *p,
               const char *end)
{
  g_string_append_c (text, *p++);
  while (p < end && *p != '"')
    {
      if ((guint8) *p < ' ')
        g_string_append_printf (text, "\\u%04x", (guint) *p);
      else
        g_string_append_c (text, *p);
      if (*p++ == '\\' && p < end && (guint8) *p >= ' ')
        g_string_append_c (text, *p++);
    }
  if (p < end)
    g_string_append_c (text, *p++);
  return p;
}

typedef guint8 Bytes __attribute__ ((vector_size (16)));

static inline Bytes
equals (Bytes  bytes,
        guint8 byte)
{
  return (Bytes) (bytes == (Bytes) { 0 } + byte);
}

/* Blanks to take out, bytes to replace, or what looks like them in a string, in the up to 16 bytes from @p on. */
static inline gboolean
is_loose (const char *p,
          gsize       length)
{
  const Bytes lanes = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  Bytes bytes, before, blanks, opened, closed, loose;
  guint64 any[2];

  memcpy (&bytes, p, sizeof bytes);
  memcpy (&before, p - 1, sizeof before);
  blanks = equals (bytes, ' ');
  opened = equals (before | ((Bytes) { 0 } + (guint8) 0x20), '{');
  closed = equals (bytes | ((Bytes) { 0 } + (guint8) 0x20), '}') | equals (bytes, ',') | equals (bytes, ':');
  loose = (blanks & opened) | (equals (before, ' ') & (closed | blanks));
  loose |= (Bytes) (bytes - (guint8) ' ' > (Bytes) { 0 } + (guint8) ('~' - ' '));
  loose &= (Bytes) (lanes < (Bytes) { 0 } + (guint8) MIN (length, sizeof lanes));
  memcpy (any, &loose, sizeof any);
  return (any[0] | any[1]) != 0;
}

static gboolean
is_compact (const char *json,
            gsize       length)
{
  for (gsize i = 1; i < length; i += sizeof (Bytes))
    if (is_loose (json + i, length - i))
      return FALSE;
  return length == 0 || json[length - 1] != ' ';
}

void
lamina_json_text_compact (GString    *text,
                          const char *json,
                          gsize       length)
{
  const char *end = json + length;
  char *valid;

  if (is_compact (json, length))
    {
      g_string_append_len (text, json, (gssize) length);
      return;
    }
  for (const char *p = json; p < end;)
    {
      if (g_ascii_isspace (*p))
        p = append_blanks (text, p, end);
      else if (*p == '"')
        p = append_string (text, p, end);
      else
        g_string_append_c (text, *p++);
    }
  valid = g_utf8_make_valid (text->str, (gssize) text->len);
  g_string_assign (text, valid);
  g_free (valid);
}
