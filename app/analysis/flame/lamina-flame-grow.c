/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"
#include "lamina-work.h"

#include <string.h>

static gsize
hash_key (guint64 key)
{
  return (gsize) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 20);
}

static void
put (LaminaFlameGrowth *self,
     guint64            key,
     guint32            node)
{
  gsize i = hash_key (key) & (self->n_slots - 1);

  while (self->slots[i].node != LAMINA_NONE)
    i = (i + 1) & (self->n_slots - 1);
  self->slots[i] = (LaminaFlameSlot) { key, node };
}

static void
grow_slots (LaminaFlameGrowth *self)
{
  self->n_slots = MAX (self->n_slots * 2, 1024);
  g_free (self->slots);
  self->slots = g_new (LaminaFlameSlot, self->n_slots);
  for (gsize i = 0; i < self->n_slots; i++)
    self->slots[i].node = LAMINA_NONE;
  for (guint i = 1; i < self->seeds->len; i++)
    {
      const LaminaFlameSeed *seed = &g_array_index (self->seeds, LaminaFlameSeed, i);

      put (self, (guint64) seed->parent << 32 | seed->name, i);
    }
}

guint32
lamina_flame_growth_intern (LaminaFlameGrowth *self,
                            const char        *text,
                            gsize              length)
{
  char buffer[256];
  g_autofree char *copy = length < sizeof buffer ? NULL : g_strndup (text, length);
  const char *key = copy ? copy : buffer;
  char *kept;
  gpointer id;

  if (!copy)
    {
      memcpy (buffer, text, length);
      buffer[length] = '\0';
    }
  if (g_hash_table_lookup_extended (self->ids, key, NULL, &id))
    return GPOINTER_TO_UINT (id);
  kept = g_string_chunk_insert_len (self->chunk, key, (gssize) length);
  g_ptr_array_add (self->texts, kept);
  id = GUINT_TO_POINTER ((self->texts->len - 1) * 2 + 1);
  g_hash_table_insert (self->ids, kept, id);
  return GPOINTER_TO_UINT (id);
}

guint32
lamina_flame_growth_get_child (LaminaFlameGrowth *self,
                               guint32            node,
                               guint32            name)
{
  guint64 key = (guint64) node << 32 | name;
  guint16 depth = g_array_index (self->seeds, LaminaFlameSeed, node).depth;
  LaminaFlameSeed seed = { .parent = node, .name = name, .self = LAMINA_ABSENT, .depth = depth + 1,
                           .family = LAMINA_FAMILY_OTHER };
  gsize i;

  if (depth >= LAMINA_FLAME_MOST_DEPTH)
    return node;
  if (self->seeds->len * 2 >= self->n_slots)
    grow_slots (self);
  i = hash_key (key) & (self->n_slots - 1);
  for (; self->slots[i].node != LAMINA_NONE; i = (i + 1) & (self->n_slots - 1))
    if (self->slots[i].key == key)
      return self->slots[i].node;
  self->slots[i] = (LaminaFlameSlot) { key, self->seeds->len };
  g_array_append_val (self->seeds, seed);
  return self->seeds->len - 1;
}

void
lamina_flame_growth_add (LaminaFlameGrowth *self,
                         guint32            node,
                         gint64             weight,
                         gint64             calls,
                         LaminaFamily       family)
{
  LaminaFlameSeed *seed = &g_array_index (self->seeds, LaminaFlameSeed, node);

  seed->self = lamina_number_add (seed->self, weight == LAMINA_ABSENT ? weight : MAX (weight, 0));
  seed->calls = lamina_number_add (seed->calls, calls);
  if (seed->family == LAMINA_FAMILY_OTHER)
    seed->family = (guint8) family;
}

gint64
lamina_flame_get_layer_weight (LaminaRun         *run,
                               LaminaFlameWeight  weight,
                               guint32            layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (weight)
    {
    case LAMINA_FLAME_WEIGHT_CALLS:
      return lamina_layers_get_calls (layers, layer);
    case LAMINA_FLAME_WEIGHT_BYTES:
      return lamina_column_number (layers->bytes, layer);
    case LAMINA_FLAME_WEIGHT_FLOP:
      return lamina_column_number (layers->flop, layer);
    case LAMINA_FLAME_WEIGHT_COST:
    case LAMINA_N_FLAME_WEIGHTS:
    default:
      return lamina_column_number (lamina_run_get_costs (run), layer);
    }
}

static gboolean
is_estimated (LaminaFlameGrowth *self,
              guint32            layer)
{
  static const LaminaEstimate flags[] = { LAMINA_ESTIMATE_DURATION, LAMINA_ESTIMATE_NONE, LAMINA_ESTIMATE_BYTES,
                                          LAMINA_ESTIMATE_FLOP };
  const LaminaLayers *layers = lamina_layers_in_force (self->run);

  return layers->estimated && (layers->estimated[layer] & flags[self->options->weight]) != 0;
}

void
lamina_flame_growth_add_layer (LaminaFlameGrowth *self,
                               guint32            node,
                               guint32            layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  LaminaFlameEntry entry = { node, layer };

  g_array_append_val (self->entries, entry);
  lamina_flame_growth_add (self, node, lamina_flame_get_layer_weight (self->run, self->options->weight, layer),
                           lamina_layers_get_calls (layers, layer),
                           layers->family ? (LaminaFamily) layers->family[layer] : LAMINA_FAMILY_OTHER);
  if (is_estimated (self, layer))
    g_array_index (self->seeds, LaminaFlameSeed, node).estimated = TRUE;
}

gboolean
lamina_flame_growth_wants_layer (LaminaFlameGrowth *self,
                                 guint32            layer)
{
  guint32 section = self->options->section;

  return section == LAMINA_NONE ||
         (layer != LAMINA_NONE && lamina_column_row (lamina_layers_in_force (self->run)->section, layer) == section);
}
