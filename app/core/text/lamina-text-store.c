/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "lamina-stored-private.h"
#include "lamina-text-store-private.h"

#define CHUNK_BYTES LAMINA_TEXT_CHUNK_BYTES
/* So many chunks that were read are kept at first: most texts are read once, from the beginning to the end. */
#define KEPT_CHUNKS 8
/* They are never forgotten: close to where a damaged stream ends, less might come a second time. */
#define LAST_CHUNKS 2

/* Text in memory, and when it was last in use; 0 for text that was not read to its end yet. */
typedef struct
{
  guint8 *text;
  guint64 use;
  gboolean was_recalled;
} Chunk;

static void
clear_chunk (gpointer chunk)
{
  g_free (((Chunk *) chunk)->text);
}

static Chunk *
get_chunk (LaminaTextStore *self,
           gsize            i)
{
  return &g_array_index (self->chunks, Chunk, i);
}

void
lamina_text_store_init (LaminaTextStore *self,
                        guint64          max_memory,
                        gboolean         forgets)
{
  *self = (LaminaTextStore) {
    .chunks = g_array_new (FALSE, TRUE, sizeof (Chunk)),
    .forgets = forgets,
    .spares = g_ptr_array_new_with_free_func (g_free),
    .most_read = KEPT_CHUNKS,
    .most_held = (gsize) MAX (max_memory / CHUNK_BYTES, LAST_CHUNKS + 1),
    .memory_end = forgets ? G_MAXUINT64 : max_memory / CHUNK_BYTES * CHUNK_BYTES,
    .fd = -1,
  };
  g_array_set_clear_func (self->chunks, clear_chunk);
}

void
lamina_text_store_clear (LaminaTextStore *self)
{
  g_clear_pointer (&self->chunks, g_array_unref);
  g_clear_pointer (&self->spares, g_ptr_array_unref);
  g_clear_pointer (&self->staging, g_free);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

/* Of the chunks that were read, the one that was not in use for longest; when none was, the first one. There is one,
 * since more are held than are never forgotten. */
static Chunk *
find_forgettable (LaminaTextStore *self)
{
  Chunk *found = NULL;

  for (gsize i = 0; i + LAST_CHUNKS < self->chunks->len; i++)
    {
      Chunk *chunk = get_chunk (self, i);

      if (chunk->text == NULL)
        continue;
      if (found == NULL || (chunk->use != 0 && (found->use == 0 || chunk->use < found->use)))
        found = chunk;
    }
  return found;
}

static void
forget (LaminaTextStore *self,
        Chunk           *chunk)
{
  guint8 *text = g_steal_pointer (&chunk->text);

  self->n_held--;
  self->n_read -= chunk->use != 0;
  /* Memory is handed on, since to ask the system for it costs more than to fill it. */
  if (self->spares != NULL)
    g_ptr_array_add (self->spares, text);
  else
    g_free (text);
}

/* Notes that @chunk was read, and forgets what was not for longest. */
static void
use_chunk (LaminaTextStore *self,
           Chunk           *chunk)
{
  self->n_read += chunk->use == 0;
  chunk->use = ++self->n_uses;
  if (self->forgets && self->n_read > self->most_read)
    forget (self, find_forgettable (self));
}

guint8 *
lamina_text_store_take_room (LaminaTextStore *self)
{
  if (self->forgets && self->n_held >= self->most_held)
    forget (self, find_forgettable (self));
  if (self->spares != NULL && self->spares->len > 0)
    return g_ptr_array_steal_index_fast (self->spares, self->spares->len - 1);
  return g_malloc (CHUNK_BYTES);
}

void
lamina_text_store_end (LaminaTextStore *self)
{
  g_clear_pointer (&self->spares, g_ptr_array_unref);
}

void
lamina_text_store_recall (LaminaTextStore *self,
                          gsize            i,
                          guint8          *text)
{
  Chunk *chunk = get_chunk (self, i);

  /* Another thread may have made it meanwhile. */
  if (chunk->text != NULL)
    {
      g_free (text);
      return;
    }
  chunk->text = text;
  chunk->use = 0;
  self->n_held++;
  /* Who looks here and there will do so again. */
  self->most_read += chunk->was_recalled;
  chunk->was_recalled = TRUE;
  use_chunk (self, chunk);
}

guint8 *
lamina_text_store_reserve (LaminaTextStore *self,
                           gsize           *room)
{
  gsize used = self->length % CHUNK_BYTES;

  if (self->length >= self->memory_end)
    {
      if (self->staging == NULL)
        self->staging = g_malloc (CHUNK_BYTES);
      *room = CHUNK_BYTES;
      return self->staging;
    }
  if (self->length / CHUNK_BYTES == self->chunks->len)
    {
      Chunk chunk = { .text = lamina_text_store_take_room (self) };

      g_array_append_val (self->chunks, chunk);
      self->n_held++;
    }
  *room = CHUNK_BYTES - used;
  return get_chunk (self, self->length / CHUNK_BYTES)->text + used;
}

/* /tmp is often memory itself, which is what runs short here: /var/tmp comes first. */
static int
open_unnamed (void)
{
  const char *const folders[] = { g_getenv ("TMPDIR"), "/var/tmp", "/tmp" };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *name = NULL;
      int fd;

      if (folders[i] == NULL || *folders[i] == '\0')
        continue;
      fd = open (folders[i], O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        return fd;
      name = g_build_filename (folders[i], "lamina-XXXXXX", NULL);
      fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        {
          g_unlink (name);
          return fd;
        }
    }
  return -1;
}

static gboolean
fail (GError **error)
{
  int code = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
               "the inflated text can't be kept in a temporary file: %s", g_strerror (code));
  return FALSE;
}

/* Others need the disk, too: half of what is free is taken at most. */
static guint64
get_most_staged (int fd)
{
  struct statvfs disk;

  return fstatvfs (fd, &disk) == 0 ? (guint64) disk.f_bavail * disk.f_frsize / 2 : 0;
}

static gboolean
write_staging (LaminaTextStore  *self,
               gsize             size,
               GError          **error)
{
  if (self->fd < 0)
    {
      self->fd = open_unnamed ();
      if (self->fd < 0)
        return fail (error);
      self->most_staged = get_most_staged (self->fd);
    }
  if (self->length - self->memory_end + size > self->most_staged)
    {
      g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT,
                   "the inflated text takes more than half of the free space of the disk, which was %" G_GUINT64_FORMAT " bytes",
                   self->most_staged * 2);
      return FALSE;
    }
  for (gsize done = 0; done < size;)
    {
      off_t offset = (off_t) (self->length - self->memory_end + done);
      gssize n = pwrite (self->fd, self->staging + done, size - done, offset);

      if (n > 0)
        done += (gsize) n;
      else if (n == 0 || errno != EINTR)
        return fail (error);
    }
  return TRUE;
}

gboolean
lamina_text_store_commit (LaminaTextStore  *self,
                          gsize             size,
                          GError          **error)
{
  if (self->length >= self->memory_end && size > 0 && !write_staging (self, size, error))
    return FALSE;
  self->length += size;
  return TRUE;
}

/* Copies what @chunk has from @at on; a chunk that was read to its end was read, and others may be forgotten for it. */
static gsize
read_chunk (LaminaTextStore *self,
            Chunk           *chunk,
            gsize            at,
            void            *buffer,
            gsize            size)
{
  gsize n = MIN (size, CHUNK_BYTES - at);

  memcpy (buffer, chunk->text + at, n);
  if (chunk->use != 0 || at + n == CHUNK_BYTES)
    use_chunk (self, chunk);
  return n;
}

gssize
lamina_text_store_read (LaminaTextStore  *self,
                        guint64           offset,
                        void             *buffer,
                        gsize             size,
                        GError          **error)
{
  char *out = buffer;
  gsize done = 0;

  if (offset >= self->length)
    return 0;
  size = (gsize) MIN ((guint64) size, self->length - offset);
  while (done < size && offset + done < self->memory_end)
    {
      guint64 at = offset + done;
      Chunk *chunk = get_chunk (self, at / CHUNK_BYTES);

      if (chunk->text == NULL)
        return (gssize) done;
      done += read_chunk (self, chunk, at % CHUNK_BYTES, out + done, size - done);
    }
  if (done < size)
    {
      gssize n = lamina_pread_all (self->fd, offset + done - self->memory_end, out + done, size - done, error);

      if (n < 0)
        return -1;
      done += (gsize) n;
    }
  return (gssize) done;
}
