/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-shape.h"

typedef struct
{
  const char *at;
  const char *end;
} Cursor;

static gboolean
take_word (Cursor     *self,
           const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

static void
skip_blanks (Cursor *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t'))
    self->at++;
}

/* Takes off one pair of brackets. */
static gboolean
open_brackets (Cursor *self)
{
  static const char pairs[] = "[](){}";
  const char *pair;

  skip_blanks (self);
  while (self->end > self->at && (self->end[-1] == ' ' || self->end[-1] == '\t'))
    self->end--;
  if (self->at == self->end)
    return FALSE;
  pair = memchr (pairs, *self->at, sizeof pairs - 1);
  if (!pair)
    return TRUE;
  if ((pair - pairs) % 2 != 0 || self->end - self->at < 2 || self->end[-1] != pair[1])
    return FALSE;
  self->at++;
  self->end--;
  return TRUE;
}

static gboolean
take_number (Cursor *self,
             gint64 *number)
{
  const char *first = self->at;

  for (*number = 0; self->at < self->end && g_ascii_isdigit (*self->at); self->at++)
    if (__builtin_mul_overflow (*number, (gint64) 10, number)
        || __builtin_add_overflow (*number, (gint64) (*self->at - '0'), number))
      return FALSE;
  return self->at > first;
}

static gboolean
take_dim (Cursor *self,
          gint64 *dim)
{
  if (take_word (self, "?") || take_word (self, "-1") || take_word (self, "None"))
    {
      *dim = LAMINA_ABSENT;
      return TRUE;
    }
  return take_number (self, dim);
}

/* A separator, or blanks in its place. */
static gboolean
take_separator (Cursor *self)
{
  const char *before = self->at;

  skip_blanks (self);
  if (take_word (self, ",") || take_word (self, "x") || take_word (self, "×") || take_word (self, "*"))
    skip_blanks (self);
  return self->at > before;
}

gboolean
lamina_shape_parse (const char  *text,
                    gsize        length,
                    LaminaShape *shape)
{
  Cursor cursor = { text, text + length };

  shape->n = 0;
  if (!open_brackets (&cursor))
    return FALSE;
  skip_blanks (&cursor);
  while (cursor.at < cursor.end)
    {
      if (shape->n == LAMINA_MAX_DIMS || !take_dim (&cursor, &shape->dims[shape->n]))
        return FALSE;
      shape->n++;
      if (!take_separator (&cursor) && cursor.at < cursor.end)
        return FALSE;
    }
  return TRUE;
}

gint64
lamina_shape_get_bytes (const gint64 *dims,
                        guint         n,
                        guint         bits)
{
  gint64 product = bits;

  if (bits == 0)
    return LAMINA_ABSENT;
  for (guint i = 0; i < n; i++)
    if (dims[i] < 0 || __builtin_mul_overflow (product, dims[i], &product))
      return LAMINA_ABSENT;
  return product / 8 + (product % 8 != 0);
}
