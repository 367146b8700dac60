/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LaminaTextStore:
 *
 * Text that only grows and is read at any offset: kept in chunks in memory up to a limit, behind it in a temporary file
 * without a name, which is gone with the process however that ends. Not thread-safe.
 */
typedef struct
{
  GPtrArray *chunks;
  guint64 length;
  guint64 memory_end;
  guint8 *staging;
  int fd;
} LaminaTextStore;

void     lamina_text_store_init    (LaminaTextStore  *self,
                                    guint64           max_memory);
void     lamina_text_store_clear   (LaminaTextStore  *self);

/* Lends room for at most @room bytes behind the text; lamina_text_store_commit() makes them part of it. */
guint8  *lamina_text_store_reserve (LaminaTextStore  *self,
                                    gsize            *room);
gboolean lamina_text_store_commit  (LaminaTextStore  *self,
                                    gsize             size,
                                    GError          **error);
gssize   lamina_text_store_read    (LaminaTextStore  *self,
                                    guint64           offset,
                                    void             *buffer,
                                    gsize             size,
                                    GError          **error);

G_END_DECLS
