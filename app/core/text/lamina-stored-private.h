/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * LaminaStored:
 * @fd: the opened file, or -1
 * @bytes: (nullable): the content when there is no file
 * @size: how many bytes there are; a file that grows later is read up to here
 * @opened: what the system said of the file when it was opened
 *
 * The bytes of a source as they are stored. Reading moves no position, so that any thread may do it.
 */
typedef struct
{
  int fd;
  GBytes *bytes;
  guint64 size;
  struct stat opened;
} LaminaStored;

/* Opens a regular file that is not empty and not larger than @max_bytes. */
gboolean lamina_stored_open  (LaminaStored        *self,
                              const char          *path,
                              guint64              max_bytes,
                              GError             **error);
void     lamina_stored_clear (LaminaStored        *self);

/* Whether the file at @path is the one that was opened, and unchanged. */
gboolean lamina_stored_is_at (const LaminaStored  *self,
                              const char          *path);

/* Fewer bytes than asked for come only at the end; -1 is an error. */
gssize   lamina_stored_read  (const LaminaStored  *self,
                              guint64              offset,
                              void                *buffer,
                              gsize                size,
                              GError             **error);

/* Reads until @size bytes are there or the file ends. */
gssize   lamina_pread_all    (int                  fd,
                              guint64              offset,
                              void                *buffer,
                              gsize                size,
                              GError             **error);

G_END_DECLS
