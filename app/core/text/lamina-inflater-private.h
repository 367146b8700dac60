/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-codec-private.h"
#include "lamina-stored-private.h"

G_BEGIN_DECLS

/**
 * LaminaInflater:
 *
 * A compressed text, inflated as far as somebody reads, and some way farther by a thread of its own once somebody reads
 * on behind the beginning. May be used by any thread. Text that was read is forgotten where it can be made again, which
 * takes a few milliseconds when it is asked for once more: see #LaminaTextStore.
 *
 * 1. The text ends where the stream ends or its damage begins. What came before stays readable.
 * 2. An error (a limit, input or output, damage before the first byte of text) comes back from every later read that
 *    needs text behind what there is. Cancelling is not kept.
 * 3. A step inflates at most a chunk of the text, without the lock, and one thread at a time does one. So neither
 *    cancelling, freeing nor another reader waits long.
 * 4. Text that can't be made again, because the file has changed, is an error of that read alone.
 * 5. The thread ends with the text, with an error, or when the inflater is freed, which waits for it.
 */
typedef struct _LaminaInflater LaminaInflater;

/* @stored must outlive it; @codec is freed with it. */
LaminaInflater *lamina_inflater_new                 (const LaminaStored  *stored,
                                                     LaminaCodec         *codec,
                                                     const LaminaLimits  *limits);
void            lamina_inflater_free                (LaminaInflater      *self);
gssize          lamina_inflater_read                (LaminaInflater      *self,
                                                     guint64              offset,
                                                     void                *buffer,
                                                     gsize                size,
                                                     GCancellable        *cancellable,
                                                     GError             **error);
guint64         lamina_inflater_get_stored_position (LaminaInflater      *self);

/* bytes of text that were inflated so far */
guint64         lamina_inflater_get_length          (LaminaInflater      *self);

/* (nullable): owned by @self, never changes once set */
const char     *lamina_inflater_get_damage          (LaminaInflater      *self);

G_END_DECLS
