/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdatomic.h>

#include "lamina-family-private.h"
#include "lamina-freeze-private.h"

/*
 * What a string says as a type or as a name is the same wherever it stands, and is found once. Two threads may find it
 * at the same time; then both write the same.
 */
#define KNOWN 0x80
#define SAYS(said) ((LaminaFamilySays) ((said) >> 4 & 7))
#define FAMILY(said) ((said) & 15)

static guint8
look_at (LaminaFreeze *self,
         guint32       id)
{
  guint8 said = atomic_load_explicit (&self->said[id], memory_order_relaxed);
  LaminaFamily family;

  if (G_LIKELY (said != 0))
    return said;
  said = (guint8) (KNOWN | lamina_family_from_text (lamina_strings_get (self->run->strings, id), &family) << 4);
  said |= (guint8) family;
  atomic_store_explicit (&self->said[id], said, memory_order_relaxed);
  return said;
}

static gboolean
names_activation (LaminaFreeze *self,
                  guint32       id)
{
  guint8 known = atomic_load_explicit (&self->activations[id], memory_order_relaxed);

  if (known == 0)
    {
      known = (guint8) (1 + lamina_family_names_activation (lamina_strings_get (self->run->strings, id)));
      atomic_store_explicit (&self->activations[id], known, memory_order_relaxed);
    }
  return known == 2;
}

static void
set_layer_families (LaminaFreeze *self,
                    guint         from,
                    guint         to)
{
  const LaminaLayers *layers = &self->run->layers;
  guint8 *families = (guint8 *) layers->family;

  for (guint i = from; i < to; i++)
    {
      guint8 said = look_at (self, layers->type[i]);

      if (SAYS (said) == LAMINA_FAMILY_SAYS_NOTHING)
        families[i] = FAMILY (look_at (self, layers->name[i]));
      else if (SAYS (said) == LAMINA_FAMILY_SAYS_GENERIC && names_activation (self, layers->name[i]))
        families[i] = LAMINA_FAMILY_ACTIVATION;
      else
        families[i] = FAMILY (said);
    }
}

void
lamina_freeze_layer_families (LaminaFreeze *self)
{
  G_STATIC_ASSERT (LAMINA_N_FAMILIES <= 16);

  self->run->layers.family = lamina_cells_new (self->run->layers.n, 1);
  lamina_freeze_rows (self, self->run->layers.n, set_layer_families);
}

void
lamina_freeze_slice_families (LaminaFreeze *self,
                              LaminaSlices *slices,
                              guint         from,
                              guint         to)
{
  const guint8 *of_layers = self->run->layers.family;
  guint8 *families = (guint8 *) slices->family;

  for (guint i = from; i < to; i++)
    families[i] = slices->layer[i] != LAMINA_NONE ? of_layers[slices->layer[i]] : FAMILY (look_at (self, slices->name[i]));
}
