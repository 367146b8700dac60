/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lamina-stored-private.h"
#include "lamina-text-store-private.h"

#define CHUNK_BYTES ((gsize) 1 << 20)

void
lamina_text_store_init (LaminaTextStore *self,
                        guint64          max_memory)
{
  *self = (LaminaTextStore) {
    .chunks = g_ptr_array_new_with_free_func (g_free),
    .memory_end = max_memory / CHUNK_BYTES * CHUNK_BYTES,
    .fd = -1,
  };
}

void
lamina_text_store_clear (LaminaTextStore *self)
{
  g_clear_pointer (&self->chunks, g_ptr_array_unref);
  g_clear_pointer (&self->staging, g_free);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
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
    g_ptr_array_add (self->chunks, g_malloc (CHUNK_BYTES));
  *room = CHUNK_BYTES - used;
  return (guint8 *) g_ptr_array_index (self->chunks, self->length / CHUNK_BYTES) + used;
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

static gboolean
write_staging (LaminaTextStore  *self,
               gsize             size,
               GError          **error)
{
  if (self->fd < 0)
    self->fd = open_unnamed ();
  if (self->fd < 0)
    return fail (error);
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
      gsize n = MIN (size - done, CHUNK_BYTES - (gsize) (at % CHUNK_BYTES));

      memcpy (out + done, (const char *) g_ptr_array_index (self->chunks, at / CHUNK_BYTES) + at % CHUNK_BYTES, n);
      done += n;
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
