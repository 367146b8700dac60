/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * LaminaStrings keeps each distinct run of bytes once, under a 32-bit id. Ids count from 0 in the order of interning;
 * id 0 is the empty string. What it returns stays where it is, closed by a NUL and, where its length is a multiple of 8,
 * aligned to 8 bytes, until the whole is freed, or lamina_strings_keep() is called. Interning is for one thread; reading
 * is for any, once that thread is done.
 *
 * A pair is two strings with a blank between them. It takes no more than its entry, whatever their length, until somebody
 * asks for its text, and is another string than one of the same text that is no pair, or another pair.
 */
typedef struct _LaminaStrings LaminaStrings;

LaminaStrings *lamina_strings_new        (void);
void           lamina_strings_free       (LaminaStrings *self);
guint32        lamina_strings_intern     (LaminaStrings *self,
                                          const void    *bytes,
                                          gsize          length);

/* The same for @n strings, faster than one by one where there are many different ones. */
void           lamina_strings_intern_many (LaminaStrings     *self,
                                           guint              n,
                                           const char *const *texts,
                                           const gsize       *lengths,
                                           guint32           *ids);

void           lamina_strings_intern_pairs (LaminaStrings *self,
                                            guint          n,
                                            const guint32 *first,
                                            const guint32 *second,
                                            guint32       *ids);

/*
 * Interns all strings of @other, in the order of their ids. Returns (transfer full) the id in @self of each of them, 0 for
 * those that were left out when it was cancelled; @other can only be freed afterwards.
 */
guint32       *lamina_strings_merge      (LaminaStrings *self,
                                          LaminaStrings *other,
                                          GCancellable  *cancellable);
const char    *lamina_strings_get        (LaminaStrings *self,
                                          guint32        id);
guint          lamina_strings_get_n      (LaminaStrings *self);

/* The bytes of all texts that lamina_strings_keep() kept, each once, with the NUL behind it; 0 before. */
gsize          lamina_strings_get_size   (LaminaStrings *self);

/* What interning needs is given back, and made anew for the next string that is interned. */
void           lamina_strings_rest       (LaminaStrings *self);

/*
 * What interning needs is given back: from now on strings are only read. Strings that nobody names are given back, too: @used
 * says by id which ones are named. Those that a pair is made of stay with it; all others are empty from now on. Ids stay, texts
 * move and are no longer aligned. FALSE when it was cancelled: then strings are as they were, and none are added.
 */
gboolean       lamina_strings_keep       (LaminaStrings  *self,
                                          _Atomic guint8 *used,
                                          guint           n_threads,
                                          GCancellable   *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaStrings, lamina_strings_free)

G_END_DECLS
