/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-line-reader.h"

#define BLOCK_BYTES ((gsize) 1 << 16)

/*
 * 1. @buffer holds the text from @offset on: what lies before @start was handed out, @end is where it ends. There is
 *    always room for a NUL behind it.
 * 2. Up to @scanned no line feed was found.
 */
struct _LaminaLineReader
{
  LaminaSource *source;
  GCancellable *cancellable;
  GError *error;
  char *buffer;
  gsize size;
  gsize start;
  gsize scanned;
  gsize end;
  guint64 offset;
  guint64 number;
  gboolean at_end;
};

static const char byte_order_mark[] = { '\xef', '\xbb', '\xbf' };

LaminaLineReader *
lamina_line_reader_new (LaminaSource *source,
                        guint64       offset,
                        GCancellable *cancellable)
{
  LaminaLineReader *self = g_new0 (LaminaLineReader, 1);

  self->source = lamina_source_ref (source);
  g_set_object (&self->cancellable, cancellable);
  self->size = BLOCK_BYTES;
  self->buffer = g_malloc (self->size + 1);
  self->offset = offset;
  return self;
}

void
lamina_line_reader_free (LaminaLineReader *self)
{
  g_return_if_fail (self != NULL);

  lamina_source_unref (self->source);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self->buffer);
  g_free (self);
}

static gsize
get_longest (LaminaLineReader *self)
{
  return (gsize) MIN (MAX (lamina_source_get_limits (self->source)->max_text, BLOCK_BYTES), G_MAXSIZE / 4);
}

/* Moves what is not handed out to the front, and doubles the buffer when that makes no room. */
static void
make_room (LaminaLineReader *self)
{
  memmove (self->buffer, self->buffer + self->start, self->end - self->start);
  self->offset += self->start;
  self->scanned -= self->start;
  self->end -= self->start;
  self->start = 0;
  if (self->end == self->size)
    {
      self->size = MIN (self->size * 2, get_longest (self));
      self->buffer = g_realloc (self->buffer, self->size + 1);
    }
}

static void
skip_byte_order_mark (LaminaLineReader *self)
{
  if (self->offset == 0 && self->end >= sizeof byte_order_mark
      && memcmp (self->buffer, byte_order_mark, sizeof byte_order_mark) == 0)
    self->start = self->scanned = sizeof byte_order_mark;
}

/* Reads on; FALSE when there is no more, or the line is as long as lines may be. */
static gboolean
fill (LaminaLineReader *self)
{
  gboolean first = self->number == 0 && self->end == 0;
  gssize n;

  if (self->end == self->size && self->start == 0 && self->size >= get_longest (self))
    return FALSE;
  make_room (self);
  n = lamina_source_read (self->source, self->offset + self->end, self->buffer + self->end, self->size - self->end,
                          self->cancellable, self->error ? NULL : &self->error);
  if (n <= 0)
    {
      self->at_end = TRUE;
      return FALSE;
    }
  self->end += (gsize) n;
  if (first)
    skip_byte_order_mark (self);
  return TRUE;
}

/* The next line feed from @scanned on, or NULL. */
static char *
find_line_feed (LaminaLineReader *self)
{
  char *found;

  while (!(found = memchr (self->buffer + self->scanned, '\n', self->end - self->scanned)))
    {
      self->scanned = self->end;
      if (!fill (self))
        return NULL;
    }
  return found;
}

static void
skip_rest (LaminaLineReader *self)
{
  const char *line_feed = NULL;

  while (!line_feed && !self->at_end)
    {
      self->start = self->scanned = self->end;
      if (fill (self))
        line_feed = memchr (self->buffer + self->start, '\n', self->end - self->start);
    }
  self->start = self->scanned = line_feed ? (gsize) (line_feed - self->buffer) + 1 : self->end;
}

/* The line stays in the buffer while the rest of a cut one is skipped, so that is left to the next call. */
gboolean
lamina_line_reader_next (LaminaLineReader *self,
                         LaminaLine       *line)
{
  char *line_feed;
  gsize end;

  if (self->number > 0 && self->start == 0 && self->end == self->size && self->scanned == self->end && !self->at_end)
    skip_rest (self);
  line_feed = find_line_feed (self);
  end = line_feed ? (gsize) (line_feed - self->buffer) : self->end;
  if (self->error || (!line_feed && end == self->start))
    return FALSE;
  line->cut = !line_feed && !self->at_end;
  line->text = self->buffer + self->start;
  line->length = end - self->start;
  line->offset = self->offset + self->start;
  line->number = ++self->number;
  if (!line->cut && line->length > 0 && self->buffer[end - 1] == '\r')
    line->length--;
  self->buffer[self->start + line->length] = '\0';
  if (!line->cut)
    self->start = self->scanned = line_feed ? end + 1 : end;
  return TRUE;
}

gboolean
lamina_line_reader_finish (LaminaLineReader  *self,
                           GError           **error)
{
  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}
