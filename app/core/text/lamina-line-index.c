/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-line-index-private.h"
#include "lamina-parallel-private.h"
#include "lamina-source-private.h"

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

/* As wide as registers are in every processor: wider ones are taken apart, byte by byte. */
typedef guint8 Bytes __attribute__ ((vector_size (16)));

/* Counts of 16 columns of bytes at once, summed up before one of them can overflow. */
static guint64
count_line_feeds (const char *text,
                  gsize       length)
{
  const Bytes feeds = (Bytes) { 0 } + (guint8) '\n';
  guint64 n = 0;
  gsize i = 0;

  while (length - i >= sizeof (Bytes))
    {
      gsize end = i + MIN ((length - i) / sizeof (Bytes), 255) * sizeof (Bytes);
      Bytes counts = { 0 };

      for (; i < end; i += sizeof (Bytes))
        {
          Bytes bytes;

          memcpy (&bytes, text + i, sizeof bytes);
          counts -= (Bytes) (bytes == feeds);
        }
      for (gsize j = 0; j < sizeof (Bytes); j++)
        n += counts[j];
    }
  for (; i < length; i++)
    n += text[i] == '\n';
  return n;
}

/* Blocks that are to be counted, a stretch of them by each call. */
typedef struct
{
  LaminaSource *source;
  guint64 first;
  guint64 n;
  guint64 *counts; /* NOT_THERE where the text ends before the end of the block, or it was cancelled */
  GCancellable *cancellable;
} Blocks;

#define BLOCKS_AT_ONCE 64
#define NOT_THERE G_MAXUINT64

static void
count_blocks (guint    i,
              gpointer data)
{
  Blocks *self = data;
  g_autofree char *buffer = g_malloc (BLOCK_BYTES);
  guint64 end = MIN (self->n, (guint64) (i + 1) * BLOCKS_AT_ONCE);

  for (guint64 block = (guint64) i * BLOCKS_AT_ONCE; block < end; block++)
    {
      gssize n = lamina_source_read (self->source, (self->first + block) * BLOCK_BYTES, buffer, BLOCK_BYTES,
                                     self->cancellable, NULL);

      self->counts[block] = n == (gssize) BLOCK_BYTES ? count_line_feeds (buffer, BLOCK_BYTES) : NOT_THERE;
    }
}

/* How much text there is up to @offset, which may have to be inflated first. */
static guint64
get_length_to (LaminaSource *source,
               guint64       offset,
               GCancellable *cancellable)
{
  char byte;

  if (lamina_source_get_known_length (source) < offset)
    lamina_source_read (source, offset, &byte, 1, cancellable, NULL);
  return MIN (lamina_source_get_known_length (source), offset);
}

/* Notes the blocks before that of @offset; %FALSE when the text ends or can't be read before it. */
static gboolean
extend_to (LaminaLineIndex *self,
           LaminaSource    *source,
           guint64          offset,
           GCancellable    *cancellable)
{
  Blocks blocks = { .source = source, .first = self->before->len - 1, .cancellable = cancellable };
  g_autofree guint64 *counts = NULL;
  guint64 total = g_array_index (self->before, guint64, self->before->len - 1);

  if (offset / BLOCK_BYTES <= blocks.first)
    return TRUE;
  blocks.n = get_length_to (source, offset, cancellable) / BLOCK_BYTES;
  blocks.n -= MIN (blocks.n, blocks.first);
  blocks.counts = counts = g_new (guint64, MAX (blocks.n, 1));
  lamina_parallel_run ((guint) ((blocks.n + BLOCKS_AT_ONCE - 1) / BLOCKS_AT_ONCE),
                       lamina_parallel_get_n_threads (lamina_source_get_limits (source)), count_blocks, &blocks);
  for (guint64 i = 0; i < blocks.n && counts[i] != NOT_THERE; i++)
    {
      total += counts[i];
      g_array_append_val (self->before, total);
    }
  return self->before->len > offset / BLOCK_BYTES;
}

guint64
lamina_line_index_find (LaminaLineIndex *self,
                        LaminaSource    *source,
                        guint64          offset,
                        GCancellable    *cancellable)
{
  g_autofree char *buffer = g_malloc (BLOCK_BYTES);
  guint64 block, before;
  gssize n;

  block = extend_to (self, source, offset, cancellable) ? offset / BLOCK_BYTES : self->before->len - 1;
  before = g_array_index (self->before, guint64, block);
  n = lamina_source_read (source, block * BLOCK_BYTES, buffer,
                          (gsize) MIN (offset - block * BLOCK_BYTES, BLOCK_BYTES), cancellable, NULL);
  return 1 + before + (n > 0 ? count_line_feeds (buffer, (gsize) n) : 0);
}
