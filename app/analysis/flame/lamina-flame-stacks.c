/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"
#include "lamina-live-set.h"
#include "lamina-order-rows.h"
#include "lamina-producer.h"

/*
 * Tensors below the calls that asked for their memory. Callers have smaller numbers than what they call, and a call becomes a node
 * when the first tensor of it is met, so that nothing is there that holds nothing.
 */
typedef struct
{
  LaminaFlameGrowth *growth;
  const LaminaMemory *memory;
  guint32 *nodes; /* of each call, or LAMINA_NONE */
  guint32 *last;  /* of each layer the node that a tensor of it was added to last, or LAMINA_NONE */
} Stacks;

static void
stacks_init (Stacks            *self,
             LaminaFlameGrowth *growth)
{
  guint n_layers = lamina_run_get_layers (growth->run)->n;

  self->growth = growth;
  self->memory = lamina_run_get_memory (growth->run);
  self->nodes = g_new (guint32, MAX (self->memory->n_calls, 1));
  for (guint i = 0; i < self->memory->n_calls; i++)
    self->nodes[i] = LAMINA_NONE;
  self->last = g_new (guint32, MAX (n_layers, 1));
  for (guint i = 0; i < n_layers; i++)
    self->last[i] = LAMINA_NONE;
}

static void
stacks_clear (Stacks *self)
{
  g_free (self->nodes);
  g_free (self->last);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stacks, stacks_clear)

static guint32
get_call_node (Stacks  *self,
               guint32  call)
{
  guint32 chain[LAMINA_FLAME_MOST_DEPTH];
  guint32 node;
  guint n = 0;

  while (call != LAMINA_NONE && self->nodes[call] == LAMINA_NONE && n < LAMINA_FLAME_MOST_DEPTH)
    {
      chain[n++] = call;
      call = self->memory->caller[call];
    }
  node = call != LAMINA_NONE && self->nodes[call] != LAMINA_NONE ? self->nodes[call] : 0;
  while (n-- > 0)
    {
      guint32 name = LAMINA_FLAME_STRING (self->memory->function[chain[n]]);

      node = self->nodes[chain[n]] = lamina_flame_growth_get_child (self->growth, node, name);
    }
  return node;
}

/* What nobody is known to have asked for stands at its site, which says so. */
static guint32
get_node (Stacks  *self,
          guint32  tensor)
{
  if (tensor < self->memory->n && self->memory->call[tensor] != LAMINA_NONE)
    return get_call_node (self, self->memory->call[tensor]);
  return lamina_flame_growth_get_child (self->growth, 0, LAMINA_FLAME_STRING (tensor < self->memory->n ? self->memory->site[tensor]
                                                                                                      : 0));
}

static void
add_tensor (Stacks  *self,
            guint32  tensor,
            guint32  producer,
            gint64   weight)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->growth->run);
  const LaminaLayers *layers = lamina_run_get_layers (self->growth->run);
  guint estimates = self->growth->options->weight == LAMINA_FLAME_WEIGHT_KEPT ? LAMINA_ESTIMATE_BYTES | LAMINA_ESTIMATE_LIFETIME
                                                                             : LAMINA_ESTIMATE_BYTES;
  guint32 node = get_node (self, tensor);
  LaminaFlameEntry entry = { node, producer };

  lamina_flame_growth_add (self->growth, node, weight, 1, producer != LAMINA_NONE && layers->family
                                                            ? (LaminaFamily) layers->family[producer] : LAMINA_FAMILY_OTHER);
  if (self->growth->options->weight != LAMINA_FLAME_WEIGHT_CALLS && tensors->estimated && tensors->estimated[tensor] & estimates)
    g_array_index (self->growth->seeds, LaminaFlameSeed, node).estimated = TRUE;
  if (producer == LAMINA_NONE || self->last[producer] == node)
    return;
  g_array_append_val (self->growth->entries, entry);
  self->last[producer] = node;
}

/* The lifetimes, and the moment that counts; NULL when cancelled. */
static LaminaLiveSet *
create_live (LaminaFlameGrowth *growth,
             gint64            *position)
{
  g_autoptr (LaminaTimebase) timebase = growth->timebase ? lamina_timebase_ref (growth->timebase)
                                                         : lamina_timebase_new (growth->run, TRUE);
  LaminaLiveSet *live = lamina_live_set_new (growth->run, timebase, growth->cancellable);
  guint peak = live ? lamina_live_set_get_peak (live) : LAMINA_NONE;

  *position = growth->options->position;
  if (*position == LAMINA_ABSENT && peak != LAMINA_NONE)
    *position = lamina_live_set_get_steps (live)->position[peak];
  return live;
}

gboolean
lamina_flame_growth_add_stacks (LaminaFlameGrowth *growth)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (growth->run);
  LaminaFlameWeight weight = growth->options->weight;
  gint64 position;
  g_autoptr (LaminaLiveSet) live = create_live (growth, &position);
  g_auto (Stacks) stacks = { 0 };

  if (!live)
    return FALSE;
  stacks_init (&stacks, growth);
  for (guint32 i = 0; i < tensors->n; i++)
    {
      guint32 producer = lamina_producer_find (growth->run, i, growth->timebase);
      gint64 bytes = lamina_column_number (tensors->bytes, i);

      if (lamina_order_is_cancelled (growth->cancellable, i))
        return FALSE;
      if (!lamina_flame_growth_wants_layer (growth, producer)
          || (weight == LAMINA_FLAME_WEIGHT_KEPT && !lamina_live_set_get_kept (live, i, position, &bytes)))
        continue;
      add_tensor (&stacks, i, producer, weight == LAMINA_FLAME_WEIGHT_CALLS ? 1 : bytes);
    }
  return TRUE;
}
