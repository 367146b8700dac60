/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lamina-error.h"
#include "lamina-stored-private.h"

#include <glib/gi18n-lib.h>

static gboolean
check_kind (mode_t   mode,
            GError **error)
{
  if (S_ISREG (mode))
    return TRUE;
  if (S_ISDIR (mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "is a folder");
  else if (S_ISFIFO (mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is a pipe, which can't be opened");
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is a device, which can't be opened");
  return FALSE;
}

static gboolean
check_size (guint64   size,
            guint64   max_bytes,
            GError  **error)
{
  if (size == 0)
    lamina_error_set (error, LAMINA_ERROR_EMPTY, "is empty", N_("The file is empty."));
  else if (size > max_bytes)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "is larger than the limit of %" G_GUINT64_FORMAT " bytes",
                 max_bytes);
  else
    return TRUE;
  return FALSE;
}

/* Without O_NONBLOCK, opening a pipe would wait for somebody to write. */
gboolean
lamina_stored_open (LaminaStored  *self,
                    const char    *path,
                    guint64        max_bytes,
                    GError       **error)
{
  self->fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (self->fd < 0 || fstat (self->fd, &self->opened) != 0)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "can't be opened: %s", g_strerror (code));
      return FALSE;
    }
  self->size = (guint64) self->opened.st_size;
  /* Lets the system read farther ahead: nearly all of it is read from front to back. */
  posix_fadvise (self->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  return check_kind (self->opened.st_mode, error) && check_size (self->size, max_bytes, error);
}

gboolean
lamina_stored_is_at (const LaminaStored *self,
                     const char         *path)
{
  const struct stat *then = &self->opened;
  struct stat now;

  return stat (path, &now) == 0 && then->st_dev == now.st_dev && then->st_ino == now.st_ino
         && then->st_size == now.st_size && then->st_mtim.tv_sec == now.st_mtim.tv_sec
         && then->st_mtim.tv_nsec == now.st_mtim.tv_nsec;
}

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
  if (offset >= self->size || size == 0)
    return 0;
  size = (gsize) MIN ((guint64) size, self->size - offset);
  if (self->bytes == NULL)
    return lamina_pread_all (self->fd, offset, buffer, size, error);
  memcpy (buffer, (const char *) g_bytes_get_data (self->bytes, NULL) + offset, size);
  return (gssize) size;
}
