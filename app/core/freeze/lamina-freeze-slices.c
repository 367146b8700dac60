/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"

/* Columns of slices that say nothing are given back, and categories, of which a track has few, take a byte each. */

#define MOST_CATEGORIES 256
#define SLOT_BITS 10
#define N_SLOTS (1u << SLOT_BITS)

/* Open addressing with linear probing; a slot holds the code + 1, and 0 when it is free. */
typedef struct
{
  guint32 ids[MOST_CATEGORIES];
  guint n;
  guint16 slots[N_SLOTS];
} Categories;

static guint
find_slot (const Categories *self,
           guint32           id)
{
  guint slot = id * 0x9e3779b1u >> (32 - SLOT_BITS);

  while (self->slots[slot] != 0 && self->ids[self->slots[slot] - 1] != id)
    slot = (slot + 1) % N_SLOTS;
  return slot;
}

/* FALSE when there are too many. */
static gboolean
code_category (Categories *self,
               guint32     id,
               guint8     *code)
{
  guint slot = find_slot (self, id);

  if (self->slots[slot] == 0)
    {
      if (self->n == MOST_CATEGORIES)
        return FALSE;
      self->ids[self->n] = id;
      self->slots[slot] = (guint16) ++self->n;
    }
  *code = (guint8) (self->slots[slot] - 1);
  return TRUE;
}

static void
narrow_categories (LaminaSlices *slices)
{
  static const LaminaColumn category_code = LAMINA_COLUMN (LaminaSlices, category_code);
  const guint8 zero = 0;
  Categories categories = { .n = 0 };
  g_autofree guint8 *codes = lamina_cells_new (slices->n, sizeof *codes);

  for (guint i = 0; i < slices->n; i++)
    if (!code_category (&categories, slices->category[i], &codes[i]))
      return;
  g_clear_pointer ((gpointer *) &slices->category, g_free);
  slices->category_code = g_steal_pointer (&codes);
  slices->categories = g_memdup2 (categories.ids, categories.n * sizeof *categories.ids);
  slices->n_categories = categories.n;
  lamina_column_drop (slices, &category_code, slices->n, &zero);
}

void
lamina_freeze_narrow_slices (LaminaSlices *slices)
{
  static const LaminaColumn columns[] = {
    LAMINA_COLUMN (LaminaSlices, category),
    LAMINA_COLUMN (LaminaSlices, args_offset),
    LAMINA_COLUMN (LaminaSlices, args_length),
  };
  const guint32 zero = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    lamina_column_drop (slices, &columns[i], slices->n, &zero);
  if (slices->args_length == NULL && slices->args_length_high == NULL)
    {
      g_clear_pointer ((gpointer *) &slices->args_offset, g_free);
      g_clear_pointer ((gpointer *) &slices->args_offset_high, g_free);
    }
  if (slices->category != NULL)
    narrow_categories (slices);
}
