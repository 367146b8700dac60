/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-index-private.h"
#include "lamina-cells.h"

#define NO_ROW G_MAXUINT32

/* Numbers of neighbors are neighbors in the table, as most files count upwards: 16 of them share a part of it. */
#define RUN_BITS 4
#define RUN_MASK ((G_GUINT64_CONSTANT (1) << RUN_BITS) - 1)

static void
allocate (KinetoIndex *self,
          guint        bits)
{
  gsize size = (gsize) 1 << bits;

  self->bits = bits;
  self->slots = lamina_cells_new (size, sizeof *self->slots);
  for (gsize i = 0; i < size; i++)
    self->slots[i] = (KinetoSlot) { 0, NO_ROW, 0 };
}

void
kineto_index_init (KinetoIndex *self,
                   gsize        n)
{
  guint bits = RUN_BITS + 1;

  while (bits < 40 && ((gsize) 1 << bits) < n + n / 2)
    bits++;
  self->n = 0;
  allocate (self, bits);
}

void
kineto_index_clear (KinetoIndex *self)
{
  g_clear_pointer (&self->slots, g_free);
}

static KinetoSlot *
find_slot (const KinetoIndex *self,
           gint64             key)
{
  guint64 run = ((guint64) key >> RUN_BITS) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 mask = (G_GUINT64_CONSTANT (1) << self->bits) - 1;
  guint64 i = run >> (64 - (self->bits - RUN_BITS)) << RUN_BITS | ((guint64) key & RUN_MASK);

  while (self->slots[i].row != NO_ROW && self->slots[i].key != key)
    i = (i + 1) & mask;
  return &self->slots[i];
}

/* At most two thirds are used. */
static void
grow (KinetoIndex *self)
{
  g_autofree KinetoSlot *slots = self->slots;
  gsize size = (gsize) 1 << self->bits;

  if (self->n + self->n / 2 < size)
    {
      g_steal_pointer (&slots);
      return;
    }
  allocate (self, self->bits + 1);
  for (gsize i = 0; i < size; i++)
    if (slots[i].row != NO_ROW)
      *find_slot (self, slots[i].key) = slots[i];
}

guint32
kineto_index_add (KinetoIndex *self,
                  gint64       key,
                  guint32      row)
{
  KinetoSlot *slot = find_slot (self, key);

  if (slot->row != NO_ROW)
    return slot->n++;
  *slot = (KinetoSlot) { key, row, 1 };
  self->n++;
  grow (self);
  return 0;
}

guint32
kineto_index_find (const KinetoIndex *self,
                   gint64             key)
{
  return find_slot (self, key)->row;
}
