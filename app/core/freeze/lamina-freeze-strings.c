/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"
#include "lamina-parallel-private.h"

#include <stdatomic.h>

/* Which strings the tables of a run name. Threads mark side by side; nobody asks before all are done. */

typedef struct
{
  const LaminaRun *run;
  _Atomic guint8 *used;
  guint n;
} Marking;

static inline void
mark (const Marking *self,
      guint32        id)
{
  if (id < self->n && !atomic_load_explicit (&self->used[id], memory_order_relaxed))
    atomic_store_explicit (&self->used[id], TRUE, memory_order_relaxed);
}

static void
mark_column (const Marking *self,
             const guint32 *ids,
             gsize          n)
{
  for (gsize i = 0; ids != NULL && i < n; i++)
    mark (self, ids[i]);
}

static void
mark_titles (const Marking    *self,
             const LaminaArgs *args,
             const guint32    *first,
             guint             n)
{
  for (guint i = 0; first != NULL && i < first[n]; i++)
    mark (self, args[i].title);
}

static void
mark_layers (const Marking *self)
{
  const LaminaLayers *layers = &self->run->layers;

  mark_column (self, layers->name, layers->n);
  mark_column (self, layers->type, layers->n);
  mark_column (self, layers->key, layers->n);
  mark_column (self, layers->device, layers->n);
  mark_column (self, layers->annotation, layers->n);
  mark_column (self, layers->parts, layers->first_part != NULL ? layers->first_part[layers->n] : 0);
  mark_column (self, layers->label, layers->n);
  mark_titles (self, layers->args, layers->first_args, layers->n);
}

static void
mark_rest (const Marking *self)
{
  const LaminaRun *run = self->run;
  const LaminaTensors *tensors = &run->tensors;

  mark_column (self, tensors->name, tensors->n);
  mark_column (self, tensors->dtype, tensors->n);
  mark_column (self, tensors->layout, tensors->n);
  mark_titles (self, tensors->args, tensors->first_args, tensors->n);
  for (guint i = 0; i < run->n_flows; i++)
    mark (self, run->flows[i].name);
  for (guint i = 0; i < run->marks->len; i++)
    mark (self, g_array_index (run->marks, LaminaMark, i).name);
}

/* The tracks, and two parts of what is left. */
static void
mark_part (guint    i,
           gpointer data)
{
  const Marking *self = data;
  const LaminaSlices *slices;

  if (i == 0)
    mark_layers (self);
  else if (i == 1)
    mark_rest (self);
  if (i < 2)
    return;
  slices = &((const LaminaTrack *) g_ptr_array_index (self->run->tracks, i - 2))->slices;
  mark_column (self, slices->name, slices->n);
  mark_column (self, slices->category, slices->n);
  mark_column (self, slices->categories, slices->n_categories);
}

void
lamina_run_mark_strings (LaminaRun      *self,
                         _Atomic guint8 *used,
                         guint           n_threads)
{
  Marking marking = { self, used, lamina_strings_get_n (self->strings) };

  lamina_parallel_run (self->tracks->len + 2, n_threads, mark_part, &marking);
}
