/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"

#include <string.h>

/* Indexes: rows that were staged in any order, brought together by the row that they belong to */

static guint32 *
index_staged (const GArray  *staged,
              gsize          size,
              guint          n,
              guint32      **order)
{
  guint32 *first = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *next = NULL;

  if (staged->len == 0)
    {
      *order = g_new0 (guint32, 1);
      return first;
    }
  for (guint i = 0; i < staged->len; i++)
    first[*(const guint32 *) (staged->data + i * size) + 1]++;
  for (guint i = 0; i < n; i++)
    first[i + 1] += first[i];
  next = g_memdup2 (first, ((gsize) n + 1) * sizeof *first);
  *order = g_new (guint32, MAX (staged->len, 1));
  for (guint i = 0; i < staged->len; i++)
    (*order)[next[*(const guint32 *) (staged->data + i * size)]++] = i;
  return first;
}

static gboolean
is_ascending (const GArray *pairs)
{
  for (guint i = 1; i < pairs->len; i++)
    if (g_array_index (pairs, LaminaPair, i).row < g_array_index (pairs, LaminaPair, i - 1).row)
      return FALSE;
  return TRUE;
}

/* Most formats add pairs row by row: then they stand in their order. */
static guint32 *
index_ascending (const GArray   *pairs,
                 guint           n,
                 const guint32 **others)
{
  guint32 *first = lamina_cells_new ((gsize) n + 1, sizeof *first);
  guint32 *found = lamina_cells_new (pairs->len, sizeof *found);
  guint i = 0;

  for (guint row = 0; row <= n; row++)
    {
      first[row] = i;
      for (; i < pairs->len && g_array_index (pairs, LaminaPair, i).row == row; i++)
        found[i] = g_array_index (pairs, LaminaPair, i).other;
    }
  *others = found;
  return first;
}

static guint32 *
index_pairs (const GArray   *staged,
             guint           n,
             const guint32 **others)
{
  guint32 *order;
  guint32 *first;

  if (is_ascending (staged))
    return index_ascending (staged, n, others);
  first = index_staged (staged, sizeof (LaminaPair), n, &order);

  for (guint i = 0; i < staged->len; i++)
    order[i] = g_array_index (staged, LaminaPair, order[i]).other;
  *others = order;
  return first;
}

static guint32 *
index_args (const GArray      *staged,
            guint              n,
            const LaminaArgs **args)
{
  g_autofree guint32 *order = NULL;
  guint32 *first;
  LaminaArgs *found;

  if (staged->len == 0)
    return NULL;
  first = index_staged (staged, sizeof (LaminaRowArgs), n, &order);
  found = g_new (LaminaArgs, staged->len);
  for (guint i = 0; i < staged->len; i++)
    found[i] = g_array_index (staged, LaminaRowArgs, order[i]).args;
  *args = found;
  return first;
}

static void
index_lifetimes (LaminaRun *run)
{
  g_autofree guint32 *order = NULL;
  LaminaLifetime *lifetimes;

  if (run->staged_lifetimes->len == 0)
    return;
  lifetimes = g_new (LaminaLifetime, run->staged_lifetimes->len);
  run->tensors.first_lifetime = index_staged (run->staged_lifetimes, sizeof (LaminaRowLifetime), run->tensors.n, &order);
  for (guint i = 0; i < run->staged_lifetimes->len; i++)
    lifetimes[i] = g_array_index (run->staged_lifetimes, LaminaRowLifetime, order[i]).lifetime;
  run->tensors.lifetimes = lifetimes;
}

/*
 * Readers of each tensor. Inputs are walked layer by layer, so that a second mention by one layer is the last one found.
 * They are counted, and then put where they belong.
 */
static guint32 *
count_consumers (LaminaRun *run)
{
  const LaminaLayers *layers = &run->layers;
  guint32 *first = g_new0 (guint32, (gsize) run->tensors.n + 1);
  g_autofree guint32 *last = g_new (guint32, MAX (run->tensors.n, 1));

  memset (last, 0xff, run->tensors.n * sizeof *last);
  for (guint layer = 0; layer < layers->n; layer++)
    for (guint i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
      if (last[layers->inputs[i]] != layer)
        {
          last[layers->inputs[i]] = layer;
          first[layers->inputs[i] + 1]++;
        }
  for (guint i = 0; i < run->tensors.n; i++)
    first[i + 1] += first[i];
  return first;
}

static void
index_consumers (LaminaRun *run)
{
  const LaminaLayers *layers = &run->layers;
  guint32 *first = count_consumers (run);
  g_autofree guint32 *next = g_memdup2 (first, ((gsize) run->tensors.n + 1) * sizeof *first);
  guint32 *consumers = lamina_cells_new (first[run->tensors.n], sizeof *consumers);

  for (guint layer = 0; layer < layers->n; layer++)
    for (guint i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
      {
        guint32 tensor = layers->inputs[i];

        if (next[tensor] == first[tensor] || consumers[next[tensor] - 1] != layer)
          consumers[next[tensor]++] = layer;
      }
  run->tensors.first_consumer = first;
  run->tensors.consumers = consumers;
}

/* What a backward layer writes of a parameter or an input is its gradient, not its value. */
static gboolean
makes_value (LaminaRun *run,
             guint      layer,
             guint32    tensor)
{
  LaminaRole role = run->tensors.role ? run->tensors.role[tensor] : LAMINA_ROLE_UNKNOWN;

  return !run->layers.phase || run->layers.phase[layer] != LAMINA_PHASE_BACKWARD
         || (role != LAMINA_ROLE_PARAMETER && role != LAMINA_ROLE_INPUT);
}

static void
set_producers (LaminaRun *run)
{
  const LaminaLayers *layers = &run->layers;
  guint32 *producer = (guint32 *) run->tensors.producer;

  for (guint i = 0; i < run->tensors.n; i++)
    if (producer[i] >= layers->n)
      producer[i] = LAMINA_NONE;
  for (guint layer = 0; layer < layers->n; layer++)
    for (guint i = lamina_layers_first_output (layers, layer); i < lamina_layers_first_output (layers, layer + 1); i++)
      if (producer[layers->outputs[i]] == LAMINA_NONE && makes_value (run, layer, layers->outputs[i]))
        producer[layers->outputs[i]] = layer;
}

static void
set_labels (LaminaRun *run)
{
  if (run->staged_labels->len == 0)
    return;
  g_array_set_size (run->staged_labels, run->layers.n);
  run->layers.label = g_array_steal (run->staged_labels, NULL);
}

void
lamina_freeze_indexes (LaminaRun    *run,
                       GCancellable *cancellable)
{
  run->layers.first_input = index_pairs (run->staged_inputs, run->layers.n, &run->layers.inputs);
  run->layers.first_output = index_pairs (run->staged_outputs, run->layers.n, &run->layers.outputs);
  if (run->staged_outputs->len == 0)
    g_clear_pointer ((gpointer *) &run->layers.first_output, g_free);
  if (run->staged_parts->len > 0)
    run->layers.first_part = index_pairs (run->staged_parts, run->layers.n, &run->layers.parts);
  set_labels (run);
  run->layers.first_args = index_args (run->staged_layer_args, run->layers.n, &run->layers.args);
  run->tensors.first_args = index_args (run->staged_tensor_args, run->tensors.n, &run->tensors.args);
  index_lifetimes (run);
  if (g_cancellable_is_cancelled (cancellable))
    return;
  index_consumers (run);
  set_producers (run);
}
