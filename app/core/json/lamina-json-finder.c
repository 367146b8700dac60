/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-json-blank-private.h"
#include "lamina-json-finder.h"

#define BLOCK_BYTES ((gsize) 1 << 16)
/* An opening with the blanks between its signs. */
#define LONGEST_OPENING ((gsize) 64 + 256)

/* @block holds @length bytes of the text from @offset on; up to @at it is searched. */
struct _LaminaJsonFinder
{
  LaminaSource *source;
  GCancellable *cancellable;
  GError *error;
  char **openings;
  char *block;
  gsize length;
  gsize at;
  guint64 offset;
  gboolean at_end;
};

LaminaJsonFinder *
lamina_json_finder_new (LaminaSource      *source,
                        const char *const *openings,
                        GCancellable      *cancellable)
{
  LaminaJsonFinder *self = g_new0 (LaminaJsonFinder, 1);

  self->source = lamina_source_ref (source);
  g_set_object (&self->cancellable, cancellable);
  self->openings = g_strdupv ((char **) openings);
  self->block = g_malloc (BLOCK_BYTES);
  return self;
}

void
lamina_json_finder_free (LaminaJsonFinder *self)
{
  g_return_if_fail (self != NULL);

  lamina_source_unref (self->source);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_strfreev (self->openings);
  g_free (self->block);
  g_free (self);
}

/* Blanks may stand before each sign but the first, and nowhere inside quotation marks. */
static gboolean
opening_fits (const char *opening,
              const char *text,
              const char *end)
{
  gboolean quoted = FALSE;

  for (const char *sign = opening; *sign != '\0'; sign++)
    {
      while (sign > opening && !quoted && text < end && lamina_json_is_blank (*text))
        text++;
      if (text == end || *text != *sign)
        return FALSE;
      if (*sign == '"')
        quoted = !quoted;
      text++;
    }
  return TRUE;
}

/* The opening that fits at @text, or LAMINA_NONE. */
static guint
find_opening (LaminaJsonFinder *self,
              const char       *text)
{
  const char *end = self->block + self->length;

  end = text + MIN ((gsize) (end - text), LONGEST_OPENING);
  for (guint i = 0; self->openings[i]; i++)
    if (opening_fits (self->openings[i], text, end))
      return i;
  return LAMINA_NONE;
}

/* Reads the block from @at on, so that an opening which was cut by its end is whole. FALSE when nothing is left. */
static gboolean
fill (LaminaJsonFinder *self)
{
  gssize n;

  if (self->at_end || self->error)
    return FALSE;
  self->offset += self->at;
  self->at = 0;
  n = lamina_source_read (self->source, self->offset, self->block, BLOCK_BYTES, self->cancellable, &self->error);
  self->length = n > 0 ? (gsize) n : 0;
  self->at_end = self->length < BLOCK_BYTES;
  return self->length > 0;
}

static gboolean
search_block (LaminaJsonFinder *self,
              guint64          *offset,
              guint            *opening)
{
  gsize end = self->at_end ? self->length : self->length - MIN (self->length, LONGEST_OPENING);

  for (; self->at < end; self->at++)
    {
      char sign = self->block[self->at];

      if (sign != '{' && sign != '[')
        continue;
      *opening = find_opening (self, self->block + self->at);
      if (*opening == LAMINA_NONE)
        continue;
      *offset = self->offset + self->at++;
      return TRUE;
    }
  return FALSE;
}

gboolean
lamina_json_finder_next (LaminaJsonFinder *self,
                         guint64          *offset,
                         guint            *opening)
{
  g_return_val_if_fail (self != NULL && offset != NULL && opening != NULL, FALSE);

  while (!search_block (self, offset, opening))
    if (!fill (self))
      return FALSE;
  return TRUE;
}

void
lamina_json_finder_seek (LaminaJsonFinder *self,
                         guint64           offset)
{
  g_return_if_fail (self != NULL);

  if (offset <= self->offset + self->at)
    return;
  if (offset - self->offset <= self->length)
    {
      self->at = (gsize) (offset - self->offset);
      return;
    }
  self->offset = offset;
  self->at = self->length = 0;
  self->at_end = FALSE;
}

gboolean
lamina_json_finder_finish (LaminaJsonFinder  *self,
                           GError           **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->error && error)
    *error = g_error_copy (self->error);
  return self->error == NULL;
}
