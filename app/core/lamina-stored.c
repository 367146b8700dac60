/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lamina-stored-private.h"

void
lamina_stored_clear (LaminaStored *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

gssize
lamina_pread_all (int       fd,
                  guint64   offset,
                  void     *buffer,
                  gsize     size,
                  GError  **error)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = pread (fd, (char *) buffer + done, size - done, (off_t) (offset + done));

      if (n == 0)
        break;
      if (n > 0)
        {
          done += (gsize) n;
        }
      else if (errno != EINTR)
        {
          int code = errno;

          g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "can't be read: %s", g_strerror (code));
          return -1;
        }
    }
  return (gssize) done;
}

gssize
lamina_stored_read (const LaminaStored  *self,
                    guint64              offset,
                    void                *buffer,
                    gsize                size,
                    GError             **error)
{
  if (offset >= self->size)
    return 0;
  size = (gsize) MIN ((guint64) size, self->size - offset);
  if (self->bytes == NULL)
    return lamina_pread_all (self->fd, offset, buffer, size, error);
  memcpy (buffer, (const char *) g_bytes_get_data (self->bytes, NULL) + offset, size);
  return (gssize) size;
}
