/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-id-lists-private.h"

#include <string.h>

#define FIRST_SLOTS 256

typedef struct _LaminaIdList
{
  gsize begin;
  guint n;
  guint32 hash;
} IdList;

void
lamina_id_lists_clear (LaminaIdLists *self)
{
  g_clear_pointer (&self->ids, g_free);
  g_clear_pointer (&self->lists, g_free);
  g_clear_pointer (&self->slots, g_free);
}

static guint32
hash_ids (const guint32 *ids,
          guint          n)
{
  guint64 hash = n;

  for (guint i = 0; i < n; i++)
    {
      hash = (hash ^ ids[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return (guint32) (hash ^ (hash >> 32));
}

/* The slot that holds the list, or the free one where it belongs. A slot holds the number of a list + 1, or 0 when it is free. */
static gsize
find_slot (const LaminaIdLists *self,
           const guint32       *ids,
           guint                n,
           guint32              hash)
{
  gsize slot = hash & (self->n_slots - 1);

  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1))
    {
      const IdList *list = &self->lists[self->slots[slot] - 1];

      if (list->hash == hash && list->n == n && (n == 0 || memcmp (self->ids + list->begin, ids, n * sizeof *ids) == 0))
        break;
    }
  return slot;
}

/* At most half of the slots are taken. */
static void
reserve_slot (LaminaIdLists *self)
{
  if (self->n_slots > 2 * (gsize) self->n)
    return;

  self->n_slots = MAX (2 * self->n_slots, FIRST_SLOTS);
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < self->n; i++)
    {
      gsize slot = self->lists[i].hash & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

static void
append (LaminaIdLists *self,
        const guint32 *ids,
        guint          n,
        guint32        hash)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (2 * self->capacity, FIRST_SLOTS);
      self->lists = g_renew (IdList, self->lists, self->capacity);
    }
  if (self->ids_capacity - self->n_ids < n)
    {
      self->ids_capacity = MAX (2 * self->ids_capacity, self->n_ids + n);
      self->ids = g_renew (guint32, self->ids, self->ids_capacity);
    }

  self->lists[self->n++] = (IdList) { self->n_ids, n, hash };
  if (n > 0)
    memcpy (self->ids + self->n_ids, ids, n * sizeof *ids);
  self->n_ids += n;
}

guint32
lamina_id_lists_add (LaminaIdLists *self,
                     const guint32 *ids,
                     guint          n)
{
  guint32 hash = hash_ids (ids, n);
  gsize slot;

  reserve_slot (self);
  slot = find_slot (self, ids, n, hash);
  if (self->slots[slot] == 0)
    {
      append (self, ids, n, hash);
      self->slots[slot] = self->n;
    }
  return self->slots[slot] - 1;
}

const guint32 *
lamina_id_lists_get (const LaminaIdLists *self,
                     guint32              list,
                     guint               *n)
{
  *n = self->lists[list].n;
  return self->ids + self->lists[list].begin;
}
