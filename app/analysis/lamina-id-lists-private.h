/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Lists of ids, each kept once: equal lists have the same number. Numbers are given in the order of first mention. */
typedef struct
{
  guint32 *ids;
  gsize n_ids;
  gsize ids_capacity;
  struct _LaminaIdList *lists;
  guint n;
  guint capacity;
  guint32 *slots;
  gsize n_slots;
} LaminaIdLists;

#define LAMINA_ID_LISTS_INIT ((LaminaIdLists) { 0 })

void           lamina_id_lists_clear (LaminaIdLists *self);

guint32        lamina_id_lists_add   (LaminaIdLists *self,
                                      const guint32 *ids,
                                      guint          n);

const guint32 *lamina_id_lists_get   (const LaminaIdLists *self,
                                      guint32              list,
                                      guint               *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaIdLists, lamina_id_lists_clear)

G_END_DECLS
