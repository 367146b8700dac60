/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"
#include "lamina-parallel.h"

#include <stdatomic.h>
#include <string.h>

/* Indexes: rows that were staged in any order, brought together by the row that they belong to */

/*
 * Where those of each of @n rows begin. @order: the places of those that were staged, row by row; NULL when they stand so, since
 * most formats add them row by row.
 */
static guint32 *
index_staged (GArray   *staged,
              guint     n,
              guint32 **order)
{
  gsize size = g_array_get_element_size (staged);
  guint32 *first = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *next = NULL;
  gboolean is_ascending = TRUE;
  guint32 before = 0;

  *order = NULL;
  for (guint i = 0; i < staged->len; i++)
    {
      guint32 row = *(const guint32 *) (staged->data + i * size);

      first[row + 1]++;
      is_ascending &= row >= before;
      before = row;
    }
  for (guint i = 0; i < n; i++)
    first[i + 1] += first[i];
  if (is_ascending)
    return first;
  next = g_memdup2 (first, ((gsize) n + 1) * sizeof *first);
  *order = lamina_cells_new (staged->len, sizeof **order);
  for (guint i = 0; i < staged->len; i++)
    (*order)[next[*(const guint32 *) (staged->data + i * size)]++] = i;
  return first;
}

static guint32 *
index_pairs (GArray         *staged,
             guint           n,
             const guint32 **others)
{
  guint32 *order;
  guint32 *first = index_staged (staged, n, &order);
  guint32 *found = order != NULL ? order : lamina_cells_new (staged->len, sizeof *found);

  for (guint i = 0; i < staged->len; i++)
    found[i] = g_array_index (staged, LaminaPair, order != NULL ? order[i] : i).other;
  *others = found;
  return first;
}

static guint32 *
index_args (GArray            *staged,
            guint              n,
            const LaminaArgs **args)
{
  g_autofree guint32 *order = NULL;
  guint32 *first;
  LaminaArgs *found;

  if (staged->len == 0)
    return NULL;
  first = index_staged (staged, n, &order);
  found = g_new (LaminaArgs, staged->len);
  for (guint i = 0; i < staged->len; i++)
    found[i] = g_array_index (staged, LaminaRowArgs, order != NULL ? order[i] : i).args;
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
  run->tensors.first_lifetime = index_staged (run->staged_lifetimes, run->tensors.n, &order);
  for (guint i = 0; i < run->staged_lifetimes->len; i++)
    lifetimes[i] = g_array_index (run->staged_lifetimes, LaminaRowLifetime, order != NULL ? order[i] : i).lifetime;
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
    for (guint i = lamina_column_first (layers->first_output, layer);
         i < lamina_column_first (layers->first_output, layer + 1); i++)
      if (producer[layers->outputs[i]] == LAMINA_NONE && makes_value (run, layer, layers->outputs[i]))
        producer[layers->outputs[i]] = layer;
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
  if (run->staged_labels->len > 0)
    {
      g_array_set_size (run->staged_labels, run->layers.n);
      run->layers.label = g_array_steal (run->staged_labels, NULL);
    }
  run->layers.first_args = index_args (run->staged_layer_args, run->layers.n, &run->layers.args);
  run->tensors.first_args = index_args (run->staged_tensor_args, run->tensors.n, &run->tensors.args);
  index_lifetimes (run);
  if (g_cancellable_is_cancelled (cancellable))
    return;
  index_consumers (run);
  set_producers (run);
}

/* What layers own */

static void
check_links (LaminaFreeze *self,
             guint         from,
             guint         to)
{
  LaminaRun *run = self->run;
  guint32 *track = (guint32 *) run->layers.track;
  guint32 *parent = (guint32 *) run->layers.parent;
  guint32 *section = (guint32 *) run->layers.section;

  for (guint i = from; i < to; i++)
    {
      track[i] = track[i] < run->tracks->len ? self->track_places[track[i]] : LAMINA_NONE;
      if (parent[i] >= run->layers.n || parent[i] == i)
        parent[i] = LAMINA_NONE;
      if (section[i] >= run->sections->len)
        section[i] = LAMINA_NONE;
    }
}

static void
count_sections (LaminaRun *run)
{
  for (guint i = 0; run->sections->len > 0 && i < run->layers.n; i++)
    if (run->layers.section[i] != LAMINA_NONE)
      g_array_index (run->sections, LaminaSection, run->layers.section[i]).n_layers++;
}

/*
 * The slices of each layer. Every thread looks at all slices and takes those of its own layers: looking is cheap, and so
 * nothing is written by two.
 */
typedef struct
{
  LaminaRun *run;
  guint n_parts;
  guint32 *first;
  guint32 *next;
  LaminaSliceRef *refs;
} SliceIndex;

static guint
part_start (const SliceIndex *self,
            guint             part)
{
  return (guint) ((guint64) self->run->layers.n * part / self->n_parts);
}

static void
count_slices (guint    part,
              gpointer data)
{
  SliceIndex *self = data;
  guint32 start = part_start (self, part);
  guint32 n = part_start (self, part + 1) - start;

  for (guint t = 0; t < self->run->tracks->len; t++)
    {
      const LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (self->run->tracks, t))->slices;

      for (guint i = 0; i < slices->n; i++)
        if (slices->layer[i] - start < n)
          self->first[slices->layer[i] + 1]++;
    }
}

static void
list_slices (guint    part,
             gpointer data)
{
  SliceIndex *self = data;
  guint32 start = part_start (self, part);
  guint32 n = part_start (self, part + 1) - start;

  for (guint t = 0; t < self->run->tracks->len; t++)
    {
      const LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (self->run->tracks, t))->slices;

      for (guint i = 0; i < slices->n; i++)
        if (slices->layer[i] - start < n)
          self->refs[self->next[slices->layer[i]]++] = (LaminaSliceRef) { t, i };
    }
}

static void
index_layer_slices (LaminaFreeze *self)
{
  guint n = self->run->layers.n;
  SliceIndex index = { .run = self->run, .n_parts = MAX (1, MIN (self->n_threads, n / 1024)) };

  index.first = g_new0 (guint32, (gsize) n + 1);
  if (n > 0)
    lamina_parallel_run (index.n_parts, self->n_threads, count_slices, &index);
  for (guint i = 0; i < n; i++)
    index.first[i + 1] += index.first[i];
  index.next = g_memdup2 (index.first, ((gsize) n + 1) * sizeof *index.first);
  index.refs = lamina_cells_new (index.first[n], sizeof *index.refs);
  if (n > 0)
    lamina_parallel_run (index.n_parts, self->n_threads, list_slices, &index);
  g_free (index.next);
  self->run->layers.first_slice = index.first;
  self->run->layers.slices = index.refs;
}

/* Tracks and starts that the format left to the core: those of the slice with the cost, the one on a device before others. */
static void
set_starts (LaminaFreeze *self,
            guint         from,
            guint         to)
{
  LaminaRun *run = self->run;
  LaminaLayers *layers = &run->layers;

  for (guint i = from; i < to; i++)
    {
      guint32 *track = (guint32 *) &layers->track[i];
      gint64 *start = (gint64 *) &layers->start[i];
      gint64 of_slice;

      for (guint s = layers->first_slice[i]; *track == LAMINA_NONE && s < layers->first_slice[i + 1]; s++)
        if (lamina_run_get_track_kind (run, layers->slices[s].track) == LAMINA_GROUP_DEVICE)
          *track = layers->slices[s].track;
      if (*track == LAMINA_NONE && layers->first_slice[i] < layers->first_slice[i + 1])
        *track = layers->slices[layers->first_slice[i]].track;
      of_slice = lamina_run_find_slice_start (run, i);
      if (*start == LAMINA_ABSENT)
        *start = of_slice;
      else if (*start != of_slice)
        atomic_store (&self->has_other_starts, TRUE);
    }
}

/* Where they are those of the slices, there is no need for them. */
static void
drop_starts (LaminaFreeze *self)
{
  LaminaLayers *layers = &self->run->layers;

  layers->starts_with_slice = layers->first_slice[layers->n] > 0 && !atomic_load (&self->has_other_starts);
  if (layers->starts_with_slice)
    g_clear_pointer ((gpointer *) &layers->start, g_free);
}

/*
 * Slices that overlap without nesting may take more from the layer around them than it has. The values become the column
 * when there is none.
 */
static void
fill_absent (const gint64 **column,
             gint64       **values,
             guint          n)
{
  gint64 *cells;

  if (*values == NULL)
    return;
  for (guint i = 0; i < n; i++)
    if ((*values)[i] != LAMINA_ABSENT)
      (*values)[i] = MAX ((*values)[i], 0);
  if (*column == NULL)
    {
      *column = g_steal_pointer (values);
      return;
    }
  cells = (gint64 *) *column;
  for (guint i = 0; i < n; i++)
    if (cells[i] == LAMINA_ABSENT)
      cells[i] = (*values)[i];
}

static gboolean
lacks_host_self (const LaminaLayers *layers)
{
  for (guint i = 0; i < layers->n; i++)
    if (layers->host[i] != LAMINA_ABSENT && (layers->host_self == NULL || layers->host_self[i] == LAMINA_ABSENT))
      return TRUE;
  return FALSE;
}

/* host self = host less the host of the child layers, unless the file states it */
static void
set_host_self (LaminaRun *run)
{
  LaminaLayers *layers = &run->layers;
  g_autofree gint64 *self_times = NULL;

  if (layers->host == NULL || !lacks_host_self (layers))
    return;
  self_times = lamina_cells_new (layers->n, sizeof *self_times);
  memcpy (self_times, layers->host, layers->n * sizeof *self_times);
  for (guint i = 0; i < layers->n; i++)
    {
      guint32 parent = layers->parent[i];

      if (parent != LAMINA_NONE && layers->host[i] != LAMINA_ABSENT && self_times[parent] != LAMINA_ABSENT)
        self_times[parent] = MAX (0, lamina_number_add (self_times[parent], -layers->host[i]));
    }
  fill_absent (&layers->host_self, &self_times, layers->n);
}

void
lamina_freeze_layers (LaminaFreeze *self)
{
  LaminaLayers *layers = &self->run->layers;

  lamina_freeze_rows (self, layers->n, check_links);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  count_sections (self->run);
  index_layer_slices (self);
  if (layers->n == 0 || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (layers->start == NULL)
    layers->start = lamina_absent_cells (layers->n);
  lamina_freeze_rows (self, layers->n, set_starts);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  drop_starts (self);
  fill_absent (&layers->device_time, &self->device_times, layers->n);
  fill_absent (&layers->wait, &self->waits, layers->n);
  set_host_self (self->run);
}
