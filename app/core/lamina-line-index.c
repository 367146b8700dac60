/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-line-index-private.h"

#define BLOCK_BYTES ((gsize) 1 << 17)

void
lamina_line_index_init (LaminaLineIndex *self)
{
  guint64 none = 0;

  self->before = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_array_append_val (self->before, none);
}

void
lamina_line_index_clear (LaminaLineIndex *self)
{
  g_clear_pointer (&self->before, g_array_unref);
}

static guint64
count_line_feeds (const char *text,
                  gsize       length)
{
  const char *end = text + length;
  guint64 n = 0;

  while ((text = memchr (text, '\n', (gsize) (end - text))) != NULL)
    {
      n++;
      text++;
    }
  return n;
}

/* Notes the blocks before that of @offset; %FALSE when the text ends or can't be read before it. */
static gboolean
extend_to (LaminaLineIndex *self,
           LaminaSource    *source,
           guint64          offset,
           char            *buffer)
{
  while (self->before->len <= offset / BLOCK_BYTES)
    {
      guint64 last = self->before->len - 1;
      guint64 total = g_array_index (self->before, guint64, last);
      gssize n = lamina_source_read (source, last * BLOCK_BYTES, buffer, BLOCK_BYTES, NULL, NULL);

      if (n < (gssize) BLOCK_BYTES)
        return FALSE;
      total += count_line_feeds (buffer, BLOCK_BYTES);
      g_array_append_val (self->before, total);
    }
  return TRUE;
}

guint64
lamina_line_index_find (LaminaLineIndex *self,
                        LaminaSource    *source,
                        guint64          offset)
{
  g_autofree char *buffer = g_malloc (BLOCK_BYTES);
  guint64 block, before;
  gssize n;

  block = extend_to (self, source, offset, buffer) ? offset / BLOCK_BYTES : self->before->len - 1;
  before = g_array_index (self->before, guint64, block);
  n = lamina_source_read (source, block * BLOCK_BYTES, buffer,
                          (gsize) MIN (offset - block * BLOCK_BYTES, BLOCK_BYTES), NULL, NULL);
  return 1 + before + (n > 0 ? count_line_feeds (buffer, (gsize) n) : 0);
}
