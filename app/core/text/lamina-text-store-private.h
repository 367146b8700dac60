/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LAMINA_TEXT_CHUNK_BYTES:
 *
 * Text is kept and forgotten in chunks of this size; the first one begins at offset 0.
 */
#define LAMINA_TEXT_CHUNK_BYTES ((gsize) 1 << 21)

/**
 * LaminaTextStore:
 *
 * Text that only grows and is read at any offset. Not thread-safe.
 *
 * Text that can be made again is forgotten once it was read, but for the last few chunks that were in use. Who asks for
 * what was forgotten has to make it again and to say so with lamina_text_store_recall(). For each chunk that was recalled
 * more than once, one more is kept from then on: so none is made often, in whatever order they are asked for. What is held,
 * also of text that nobody has read yet, remains below the limit.
 * Other text is kept in memory up to a limit, behind it in a temporary file without a name, which is gone with the process
 * however that ends. The file takes half of what was free on the disk at most.
 */
typedef struct
{
  GArray *chunks;
  guint64 length;

  gboolean forgets;
  gsize most_read;
  gsize most_held;
  gsize n_held;
  gsize n_read;
  guint64 n_uses;
  GPtrArray *spares; /* memory of what was forgotten, for what comes; NULL when no more comes */

  guint64 memory_end;
  guint8 *staging;
  int fd;
  guint64 most_staged; /* bytes in the file */
} LaminaTextStore;

/* @forgets: the text can be made again */
void     lamina_text_store_init    (LaminaTextStore  *self,
                                    guint64           max_memory,
                                    gboolean          forgets);
void     lamina_text_store_clear   (LaminaTextStore  *self);

/* Lends room for at most @room bytes behind the text, in one chunk; lamina_text_store_commit() makes them part of it. */
guint8  *lamina_text_store_reserve (LaminaTextStore  *self,
                                    gsize            *room);
gboolean lamina_text_store_commit  (LaminaTextStore  *self,
                                    gsize             size,
                                    GError          **error);

/* No more text will come. */
void     lamina_text_store_end     (LaminaTextStore  *self);

/* Fewer bytes than asked for come at the end, and before a chunk that was forgotten. -1 is an error. */
gssize   lamina_text_store_read    (LaminaTextStore  *self,
                                    guint64           offset,
                                    void             *buffer,
                                    gsize             size,
                                    GError          **error);

/* Room for a chunk that is to be made again; to be freed by the caller, or handed to lamina_text_store_recall(). */
guint8  *lamina_text_store_take_room (LaminaTextStore *self);

/* Takes the text of a whole chunk, counted from 0, that was forgotten. */
void     lamina_text_store_recall  (LaminaTextStore  *self,
                                    gsize             chunk,
                                    guint8           *text);

G_END_DECLS
