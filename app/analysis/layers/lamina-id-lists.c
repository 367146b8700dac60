/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-id-lists-private.h"

#include <string.h>

#define FIRST_SLOTS 256

void
lamina_id_lists_clear (LaminaIdLists *self)
{
  g_clear_pointer (&self->ids, g_free);
  g_clear_pointer (&self->begin, g_free);
  g_clear_pointer (&self->slots, g_free);
}

static guint32
hash_ids (const guint32 *ids,
          guint          n)
{
  guint64 hash = (n + G_GUINT64_CONSTANT (1)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);

  for (guint i = 0; i < n; i++)
    {
      hash = (hash ^ ids[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return (guint32) (hash ^ (hash >> 32));
}

static gboolean
is_equal (const LaminaIdLists *self,
          guint32              list,
          const guint32       *ids,
          guint                n)
{
  gsize begin = self->begin[list];

  return self->begin[list + 1] - begin == n && (n == 0 || memcmp (self->ids + begin, ids, n * sizeof *ids) == 0);
}

/* The slot that holds the list, or the free one where it belongs. */
static LaminaIdSlot *
find_slot (const LaminaIdLists *self,
           const guint32       *ids,
           guint                n,
           guint32              hash)
{
  gsize i = hash & (self->n_slots - 1);

  for (; self->slots[i].list != 0; i = (i + 1) & (self->n_slots - 1))
    if (self->slots[i].hash == hash && is_equal (self, self->slots[i].list - 1, ids, n))
      break;
  return &self->slots[i];
}

/* At most half of the slots are taken. */
static void
reserve_slot (LaminaIdLists *self)
{
  gsize n_old = self->n_slots;
  g_autofree LaminaIdSlot *old = NULL;

  if (n_old > 2 * (gsize) self->n)
    return;

  old = self->slots;
  self->n_slots = MAX (2 * n_old, FIRST_SLOTS);
  self->slots = g_new0 (LaminaIdSlot, self->n_slots);
  for (gsize i = 0; i < n_old; i++)
    {
      gsize slot = old[i].hash & (self->n_slots - 1);

      if (old[i].list == 0)
        continue;
      while (self->slots[slot].list != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = old[i];
    }
}

static void
append (LaminaIdLists *self,
        const guint32 *ids,
        guint          n)
{
  gsize n_ids = self->begin ? self->begin[self->n] : 0;

  if (self->n == self->capacity)
    {
      self->capacity = MAX (2 * self->capacity, FIRST_SLOTS);
      self->begin = g_renew (gsize, self->begin, (gsize) self->capacity + 1);
      self->begin[self->n] = n_ids;
    }
  if (self->ids_capacity - n_ids < n)
    {
      self->ids_capacity = MAX (2 * self->ids_capacity, n_ids + n);
      self->ids = g_renew (guint32, self->ids, self->ids_capacity);
    }

  if (n > 0)
    memcpy (self->ids + n_ids, ids, n * sizeof *ids);
  self->begin[++self->n] = n_ids + n;
}

static guint32
add_hashed (LaminaIdLists *self,
            const guint32 *ids,
            guint          n,
            guint32        hash)
{
  LaminaIdSlot *slot;

  reserve_slot (self);
  slot = find_slot (self, ids, n, hash);
  if (slot->list == 0)
    {
      append (self, ids, n);
      *slot = (LaminaIdSlot) { hash, self->n };
    }
  return slot->list - 1;
}

guint32
lamina_id_lists_add (LaminaIdLists *self,
                     const guint32 *ids,
                     guint          n)
{
  return add_hashed (self, ids, n, hash_ids (ids, n));
}

void
lamina_id_lists_add_many (LaminaIdLists *self,
                          const guint32 *ids,
                          const guint   *begin,
                          guint          n,
                          guint32       *lists)
{
  guint32 hashes[LAMINA_ID_LISTS_BATCH];

  g_return_if_fail (n <= LAMINA_ID_LISTS_BATCH);

  reserve_slot (self);
  for (guint i = 0; i < n; i++)
    {
      hashes[i] = hash_ids (ids + begin[i], begin[i + 1] - begin[i]);
      __builtin_prefetch (&self->slots[hashes[i] & (self->n_slots - 1)]);
    }
  for (guint i = 0; i < n; i++)
    {
      guint32 list = self->slots[hashes[i] & (self->n_slots - 1)].list;

      if (list != 0)
        __builtin_prefetch (&self->begin[list - 1]);
    }
  for (guint i = 0; i < n; i++)
    {
      guint32 list = self->slots[hashes[i] & (self->n_slots - 1)].list;

      if (list != 0)
        __builtin_prefetch (self->ids + self->begin[list - 1]);
    }
  for (guint i = 0; i < n; i++)
    lists[i] = add_hashed (self, ids + begin[i], begin[i + 1] - begin[i], hashes[i]);
}

const guint32 *
lamina_id_lists_get (const LaminaIdLists *self,
                     guint32              list,
                     guint               *n)
{
  *n = (guint) (self->begin[list + 1] - self->begin[list]);
  return self->ids + self->begin[list];
}
