/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Half of the hash of a list, and its number + 1; 0 when the slot is free. */
typedef struct
{
  guint32 hash;
  guint32 list;
} LaminaIdSlot;

/*
 * Lists of ids, each kept once: equal lists have the same number. Numbers are given in the order of first mention. The
 * ids of list i are those from @begin[i] to before @begin[i + 1].
 */
typedef struct
{
  guint32 *ids;
  gsize ids_capacity;
  gsize *begin;
  guint capacity;
  guint n;
  LaminaIdSlot *slots;
  gsize n_slots;
} LaminaIdLists;

void           lamina_id_lists_clear (LaminaIdLists       *self);

guint32        lamina_id_lists_add   (LaminaIdLists       *self,
                                      const guint32       *ids,
                                      guint                n);

/*
 * Adds up to LAMINA_ID_LISTS_BATCH lists, of which list i stands from @begin[i] to before @begin[i + 1] in @ids. Most
 * of the time of adding goes by in waiting for memory; this waits for many lists at once.
 */
#define LAMINA_ID_LISTS_BATCH 32

void           lamina_id_lists_add_many (LaminaIdLists *self,
                                         const guint32 *ids,
                                         const guint   *begin,
                                         guint          n,
                                         guint32       *lists);

const guint32 *lamina_id_lists_get   (const LaminaIdLists *self,
                                      guint32              list,
                                      guint               *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaIdLists, lamina_id_lists_clear)

G_END_DECLS
