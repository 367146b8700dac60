/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lamina-boxed.h"
#include "lamina-error.h"
#include "lamina-inflater-private.h"
#include "lamina-line-index-private.h"
#include "lamina-source-private.h"

#include <glib/gi18n-lib.h>

#define READ_BYTES ((gsize) 1 << 16)

struct _LaminaSource
{
  atomic_int ref_count;
  char *name;
  GFile *file;
  LaminaLimits limits;
  LaminaStored stored;
  LaminaInflater *inflater;
  _Atomic guint64 n_read;

  pthread_mutex_t lock;
  /* below: under the lock; the head is not changed once it is there */
  char *head;
  gsize head_length;
  LaminaLineIndex lines;
};

LAMINA_DEFINE_BOXED_TYPE (LaminaSource, lamina_source)

static LaminaSource *
source_new (const LaminaLimits *limits)
{
  LaminaSource *self = g_new0 (LaminaSource, 1);

  atomic_init (&self->ref_count, 1);
  self->stored.fd = -1;
  if (limits != NULL)
    self->limits = *limits;
  else
    lamina_limits_init (&self->limits);
  pthread_mutex_init (&self->lock, NULL);
  lamina_line_index_init (&self->lines);
  return self;
}

static void
source_free (LaminaSource *self)
{
  g_clear_pointer (&self->inflater, lamina_inflater_free);
  lamina_stored_clear (&self->stored);
  lamina_line_index_clear (&self->lines);
  pthread_mutex_destroy (&self->lock);
  g_clear_object (&self->file);
  g_free (self->name);
  g_free (self->head);
  g_free (self);
}

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

LaminaSource *
lamina_source_ref (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add (&self->ref_count, 1);
  return self;
}

void
lamina_source_unref (LaminaSource *self)
{
  g_return_if_fail (self != NULL);

  if (atomic_fetch_sub (&self->ref_count, 1) == 1)
    source_free (self);
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
static guint64
get_share_read (LaminaSource *self)
{
  guint64 stored = lamina_inflater_get_stored_position (self->inflater);
  guint64 length = lamina_inflater_get_length (self->inflater);
  guint64 n_read = atomic_load (&self->n_read);

  return n_read < length ? (guint64) ((double) stored * ((double) n_read / (double) length)) : stored;
}

guint64
lamina_source_get_stored_position (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->inflater != NULL)
    return get_share_read (self);
  return MIN (atomic_load (&self->n_read), self->stored.size);
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

static gssize
read_plain (LaminaSource  *self,
            guint64        offset,
            void          *buffer,
            gsize          size,
            GCancellable  *cancellable,
            GError       **error)
{
  gssize n;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  n = lamina_stored_read (&self->stored, offset, buffer, size, error);
  if (n > 0)
    atomic_fetch_add (&self->n_read, (guint64) n);
  return n;
}

gssize
lamina_source_read (LaminaSource  *self,
                    guint64        offset,
                    void          *buffer,
                    gsize          size,
                    GCancellable  *cancellable,
                    GError       **error)
{
  gssize n;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (buffer != NULL || size == 0, -1);

  size = MIN (size, G_MAXSSIZE);
  if (self->inflater == NULL)
    return read_plain (self, offset, buffer, size, cancellable, error);
  n = lamina_inflater_read (self->inflater, offset, buffer, size, cancellable, error);
  if (n > 0)
    atomic_fetch_add (&self->n_read, (guint64) n);
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
  g_autoptr (GString) text = g_string_new (NULL);
  gsize wanted;
  gssize n;

  g_return_val_if_fail (self != NULL, NULL);

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
lamina_source_get_line (LaminaSource *self,
                        guint64       offset)
{
  g_return_val_if_fail (self != NULL, 0);

  return lamina_source_find_line (self, offset, NULL);
}

guint64
lamina_source_find_line (LaminaSource *self,
                         guint64       offset,
                         GCancellable *cancellable)
{
  guint64 line;

  pthread_mutex_lock (&self->lock);
  line = lamina_line_index_find (&self->lines, self, offset, cancellable);
  pthread_mutex_unlock (&self->lock);
  return line;
}

const char *
lamina_source_get_damage (LaminaSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->inflater != NULL ? lamina_inflater_get_damage (self->inflater) : NULL;
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
