/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-error.h"
#include "lamina-inflater-private.h"
#include "lamina-parallel.h"
#include "lamina-source-extent.h"

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK_BYTES ((gsize) 1 << 17)

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

/* Notes how many stand before the block of @offset; FALSE when the text ends or can't be read before it. */
static gboolean
extend_to (GArray       *feeds,
           LaminaSource *source,
           guint64       offset,
           GCancellable *cancellable)
{
  Blocks blocks = { .source = source, .first = feeds->len - 1, .cancellable = cancellable };
  g_autofree guint64 *counts = NULL;
  guint64 total = g_array_index (feeds, guint64, feeds->len - 1);

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
      g_array_append_val (feeds, total);
    }
  return feeds->len > offset / BLOCK_BYTES;
}

/* The line of the byte at @offset, from 1 on; the last line for an offset behind the end, and any when it was cancelled. */
static guint64
find_line (GArray       *feeds,
           LaminaSource *source,
                 guint64       offset,
                 GCancellable *cancellable)
{
  guint64 block = extend_to (feeds, source, offset, cancellable) ? offset / BLOCK_BYTES : feeds->len - 1;
  guint64 before = g_array_index (feeds, guint64, block);
  gsize size = (gsize) MIN (offset - block * BLOCK_BYTES, BLOCK_BYTES);
  g_autofree char *buffer = g_malloc (size);
  gssize n = lamina_source_read (source, block * BLOCK_BYTES, buffer, size, cancellable, NULL);

  return 1 + before + (n > 0 ? count_line_feeds (buffer, (gsize) n) : 0);
}

#define READ_BYTES ((gsize) 1 << 16)

struct _LaminaSource
{
  _Atomic guint refs;
  char *name;
  GFile *file;
  LaminaLimits limits;
  LaminaStored stored;
  LaminaInflater *inflater;
  LaminaBudget *budget; /* while it is loaded */
  _Atomic guint64 n_read;
  _Atomic guint64 ask_at; /* for how many of them the budget is asked again */
  _Atomic guint n_failures;
  char *_Atomic failure; /* what the first of them was */

  pthread_mutex_t lock;
  /* below: under the lock; the head is not changed once it is there */
  char *head;
  gsize head_length;
  GArray *line_feeds; /* how many stand before each block, as far as somebody asked: none is counted again */
};

static LaminaSource *
source_new (const LaminaLimits *limits)
{
  LaminaSource *self = g_new0 (LaminaSource, 1);
  guint64 none = 0;

  self->refs = 1;
  self->stored.fd = -1;
  if (limits != NULL)
    self->limits = *limits;
  else
    lamina_limits_init (&self->limits);
  pthread_mutex_init (&self->lock, NULL);
  self->line_feeds = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_array_append_val (self->line_feeds, none);
  return self;
}

static void
source_free (LaminaSource *self)
{
  g_clear_pointer (&self->inflater, lamina_inflater_free);
  lamina_stored_clear (&self->stored);
  g_array_unref (self->line_feeds);
  pthread_mutex_destroy (&self->lock);
  g_clear_object (&self->file);
  g_free (self->name);
  g_free (self->head);
  g_free (self->failure);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaSource, lamina_source, source_free)

/* Looks at the first bytes, and inflates from now on when they say so. */
static gboolean
detect_compression (LaminaSource  *self,
                    GError       **error)
{
  guint8 magic[LAMINA_CODEC_MAGIC];
  gssize n = lamina_stored_read (&self->stored, 0, magic, sizeof magic, error);
  LaminaCodec *codec;

  if (n < 0)
    return FALSE;
  codec = lamina_codec_new (magic, (gsize) n, &self->limits);
  if (codec != NULL)
    self->inflater = lamina_inflater_new (&self->stored, codec, &self->limits);
  return TRUE;
}

LaminaSource *
lamina_source_open (GFile               *file,
                    const LaminaLimits  *limits,
                    GError             **error)
{
  g_autoptr (LaminaSource) self = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           "is not on this computer, which can't be opened");
      return NULL;
    }
  self = source_new (limits);
  self->file = g_object_ref (file);
  self->name = g_filename_display_basename (path);
  if (!lamina_stored_open (&self->stored, path, self->limits.max_bytes, error) || !detect_compression (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

LaminaSource *
lamina_source_new_for_bytes (const char         *name,
                             GBytes             *bytes,
                             const LaminaLimits *limits)
{
  LaminaSource *self;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);

  self = source_new (limits);
  self->name = g_utf8_make_valid (name, -1);
  self->stored.bytes = g_bytes_ref (bytes);
  self->stored.size = g_bytes_get_size (bytes);
  detect_compression (self, NULL);
  return self;
}

const char *
lamina_source_get_name (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

GFile *
lamina_source_get_file (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->file;
}

const LaminaLimits *
lamina_source_get_limits (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->limits;
}

guint64
lamina_source_get_stored_size (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->stored.size;
}

/* Text is inflated ahead: of what it was stored as, as much counts as was read of it. */
guint64
lamina_source_get_stored_position (LaminaSource *self)
{
  guint64 n_read, stored, length;

  g_return_val_if_fail (self != NULL, 0);

  n_read = atomic_load (&self->n_read);
  if (self->inflater == NULL)
    return MIN (n_read, self->stored.size);
  stored = lamina_inflater_get_stored_position (self->inflater);
  length = lamina_inflater_get_length (self->inflater);
  return n_read < length ? (guint64) ((double) stored * ((double) n_read / (double) length)) : stored;
}

void
lamina_source_set_budget (LaminaSource *self,
                          LaminaBudget *budget)
{
  self->budget = budget;
}

void
lamina_source_reset_position (LaminaSource *self)
{
  atomic_store (&self->n_read, 0);
}

guint64
lamina_source_get_known_length (LaminaSource *self)
{
  return self->inflater != NULL ? lamina_inflater_get_length (self->inflater) : self->stored.size;
}

guint64
lamina_source_guess_length (LaminaSource *self)
{
  guint64 length = lamina_source_get_known_length (self);
  guint64 stored = self->inflater != NULL ? lamina_inflater_get_stored_position (self->inflater) : self->stored.size;

  return stored > 0 ? MAX (length, (guint64) ((double) length / (double) stored * (double) self->stored.size)) : length;
}

/* What the system refused; that a stream is damaged is known otherwise. */
static void
note_failure (LaminaSource *self,
              const GError *error)
{
  char *none = NULL;
  char *failure;

  if (error->domain != G_IO_ERROR || error->code == G_IO_ERROR_CANCELLED)
    return;
  failure = g_strdup (error->message);
  if (!atomic_compare_exchange_strong (&self->failure, &none, failure))
    g_free (failure);
  atomic_fetch_add (&self->n_failures, 1);
}

/* The budget has to ask the system, which takes longer than a small block does to be read. */
#define BYTES_BETWEEN_QUESTIONS ((guint64) 1 << 20)

static gboolean
has_room_for (LaminaSource *self,
              gsize         size)
{
  guint64 n = atomic_load (&self->n_read);

  if (n + size < atomic_load (&self->ask_at))
    return !lamina_budget_is_out (self->budget);
  atomic_store (&self->ask_at, n + BYTES_BETWEEN_QUESTIONS);
  return lamina_budget_has_room (self->budget, LAMINA_BUDGET_BUILDING);
}

gssize
lamina_source_read (LaminaSource  *self,
                    guint64        offset,
                    void          *buffer,
                    gsize          size,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (GError) local = NULL;
  gssize n;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (buffer != NULL || size == 0, -1);

  if (size == 0)
    return 0;
  size = MIN (size, G_MAXSSIZE);
  if (!has_room_for (self, size))
    {
      lamina_budget_set_error (self->budget, error);
      return -1;
    }
  if (self->inflater != NULL)
    n = lamina_inflater_read (self->inflater, offset, buffer, size, cancellable, &local);
  else if (g_cancellable_set_error_if_cancelled (cancellable, &local))
    n = -1;
  else
    n = lamina_stored_read (&self->stored, offset, buffer, size, &local);
  if (n > 0)
    atomic_fetch_add (&self->n_read, (guint64) n);
  if (local != NULL)
    {
      note_failure (self, local);
      g_propagate_error (error, g_steal_pointer (&local));
    }
  return n;
}

/* Room is made as the text comes: who asks for all of it may ask for the largest number. */
GBytes *
lamina_source_read_bytes (LaminaSource  *self,
                          guint64        offset,
                          gsize          size,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autoptr (GString) text = NULL;
  gsize wanted;
  gssize n;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  do
    {
      gsize length = text->len;

      wanted = MIN (size - length, READ_BYTES);
      g_string_set_size (text, length + wanted);
      n = lamina_source_read (self, offset + length, text->str + length, wanted, cancellable, error);
      if (n < 0)
        return NULL;
      g_string_set_size (text, length + (gsize) n);
    }
  while (n == (gssize) wanted && text->len < size);
  return g_string_free_to_bytes (g_steal_pointer (&text));
}

static gboolean
read_head (LaminaSource  *self,
           GError       **error)
{
  g_autofree char *head = g_malloc (LAMINA_HEAD_BYTES + 1);
  gssize n = lamina_source_read (self, 0, head, LAMINA_HEAD_BYTES, NULL, error);

  if (n < 0)
    return FALSE;
  head[n] = '\0';
  self->head = g_realloc (g_steal_pointer (&head), (gsize) n + 1);
  self->head_length = (gsize) n;
  return TRUE;
}

const char *
lamina_source_get_head (LaminaSource  *self,
                        gsize         *length,
                        GError       **error)
{
  const char *head;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  pthread_mutex_lock (&self->lock);
  if (self->head == NULL)
    read_head (self, error);
  head = self->head;
  *length = self->head_length;
  pthread_mutex_unlock (&self->lock);
  return head;
}

guint64
lamina_source_find_line (LaminaSource *self,
                         guint64       offset,
                         GCancellable *cancellable)
{
  guint64 line;

  g_return_val_if_fail (self != NULL, 0);

  pthread_mutex_lock (&self->lock);
  line = find_line (self->line_feeds, self, offset, cancellable);
  pthread_mutex_unlock (&self->lock);
  return line;
}

const char *
lamina_source_get_damage (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->inflater != NULL ? lamina_inflater_get_damage (self->inflater) : NULL;
}

guint
lamina_source_get_n_failures (LaminaSource *self)
{
  return atomic_load (&self->n_failures);
}

const char *
lamina_source_get_failure (LaminaSource *self)
{
  return atomic_load (&self->failure);
}

gboolean
lamina_source_check_unchanged (LaminaSource  *self,
                               GError       **error)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->file == NULL)
    return TRUE;
  path = g_file_get_path (self->file);
  if (lamina_stored_is_at (&self->stored, path))
    return TRUE;
  lamina_error_set (error, LAMINA_ERROR_CHANGED, NULL, N_("The file has changed since it was opened."));
  return FALSE;
}
