/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-fields.h"
#include "lamina-run-fields.h"

#include <math.h>

const LaminaColumn lamina_layer_columns[LAMINA_N_LAYER_COLUMNS] = {
  LAMINA_COLUMN (LaminaLayers, name),        LAMINA_COLUMN (LaminaLayers, type),
  LAMINA_COLUMN (LaminaLayers, key),         LAMINA_COLUMN (LaminaLayers, device),
  LAMINA_COLUMN (LaminaLayers, parent),      LAMINA_COLUMN (LaminaLayers, section),
  LAMINA_COLUMN (LaminaLayers, track),       LAMINA_COLUMN (LaminaLayers, order),
  LAMINA_COLUMN (LaminaLayers, calls),       LAMINA_COLUMN (LaminaLayers, phase),
  LAMINA_COLUMN (LaminaLayers, estimated),
};

const LaminaColumn lamina_layer_number_columns[LAMINA_N_LAYER_NUMBERS] = {
  LAMINA_COLUMN (LaminaLayers, start),       LAMINA_COLUMN (LaminaLayers, host),
  LAMINA_COLUMN (LaminaLayers, host_self),   LAMINA_COLUMN (LaminaLayers, device_time),
  LAMINA_COLUMN (LaminaLayers, wait),        LAMINA_COLUMN (LaminaLayers, duration),
  LAMINA_COLUMN (LaminaLayers, flop),        LAMINA_COLUMN (LaminaLayers, bytes),
};

const LaminaColumn lamina_tensor_columns[LAMINA_N_TENSOR_COLUMNS] = {
  LAMINA_COLUMN (LaminaTensors, name),     LAMINA_COLUMN (LaminaTensors, dtype),
  LAMINA_COLUMN (LaminaTensors, layout),   LAMINA_COLUMN (LaminaTensors, shape),
  LAMINA_COLUMN (LaminaTensors, producer), LAMINA_COLUMN (LaminaTensors, role),
  LAMINA_COLUMN (LaminaTensors, estimated), LAMINA_COLUMN (LaminaTensors, bytes),
  LAMINA_COLUMN (LaminaTensors, address),
};

const LaminaColumn lamina_call_columns[LAMINA_N_CALL_COLUMNS] = {
  LAMINA_COLUMN (LaminaMemory, caller), LAMINA_COLUMN (LaminaMemory, function),
};

const LaminaColumn lamina_allocation_columns[LAMINA_N_ALLOCATION_COLUMNS] = {
  LAMINA_COLUMN (LaminaMemory, call),   LAMINA_COLUMN (LaminaMemory, site),  LAMINA_COLUMN (LaminaMemory, module),
  LAMINA_COLUMN (LaminaMemory, stream), LAMINA_COLUMN (LaminaMemory, block), LAMINA_COLUMN (LaminaMemory, released),
  LAMINA_COLUMN (LaminaMemory, older),  LAMINA_COLUMN (LaminaMemory, category),
};

const LaminaColumn lamina_segment_column = LAMINA_COLUMN (LaminaMemory, segments);
const LaminaColumn lamina_failure_column = LAMINA_COLUMN (LaminaMemory, failures);

static void
clear_clock (gpointer data)
{
  g_free ((char *) ((LaminaClock *) data)->name);
}

static void
clear_group (gpointer data)
{
  g_free ((char *) ((LaminaGroup *) data)->name);
}

static void
clear_section (gpointer data)
{
  g_free ((char *) ((LaminaSection *) data)->title);
}

static void
clear_metric (gpointer data)
{
  LaminaMetric *metric = data;

  g_free ((char *) metric->name);
  g_free ((gint64 *) metric->integers);
  g_free ((double *) metric->reals);
}

void
lamina_metric_reserve (LaminaMetric *self,
                       guint        *capacity,
                       guint         n)
{
  if (n <= *capacity)
    return;
  if (self->integers != NULL)
    {
      self->integers = g_renew (gint64, (gint64 *) self->integers, n);
      for (guint i = *capacity; i < n; i++)
        ((gint64 *) self->integers)[i] = LAMINA_ABSENT;
    }
  else
    {
      self->reals = g_renew (double, (double *) self->reals, n);
      for (guint i = *capacity; i < n; i++)
        ((double *) self->reals)[i] = NAN;
    }
  *capacity = n;
}

void
lamina_run_reach_allocation (LaminaRun *self,
                             guint      n)
{
  LaminaMemory *memory = &self->memory;

  if (n <= memory->n)
    return;
  lamina_columns_reserve (memory, lamina_allocation_columns, LAMINA_N_ALLOCATION_COLUMNS, &self->allocations_capacity, n);
  for (guint i = memory->n; i < n; i++)
    {
      ((guint32 *) memory->call)[i] = LAMINA_NONE;
      ((guint32 *) memory->site)[i] = 0;
      ((guint32 *) memory->module)[i] = 0;
      ((guint32 *) memory->stream)[i] = 0;
      ((guint32 *) memory->category)[i] = 0;
      ((gint64 *) memory->block)[i] = LAMINA_ABSENT;
      ((gint64 *) memory->released)[i] = LAMINA_ABSENT;
      ((guint8 *) memory->older)[i] = FALSE;
    }
  memory->n = n;
}

static GArray *
array_new (gsize          size,
           GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, FALSE, size);

  g_array_set_clear_func (array, clear);
  return array;
}

LaminaRun *
lamina_run_new (const char     *title,
                LaminaAxisUnit  unit,
                LaminaTiming    timing,
                LaminaStrings  *strings)
{
  LaminaRun *self = g_new0 (LaminaRun, 1);

  self->title = g_strdup (title);
  self->unit = unit;
  self->timing = timing;
  self->stated_time = LAMINA_ABSENT;
  self->memory.counter = LAMINA_NONE;
  self->strings = strings;
  self->clocks = array_new (sizeof (LaminaClock), clear_clock);
  self->groups = array_new (sizeof (LaminaGroup), clear_group);
  self->sections = array_new (sizeof (LaminaSection), clear_section);
  self->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_track_free);
  self->metrics = array_new (sizeof (LaminaMetric), clear_metric);
  self->metric_capacities = array_new (sizeof (guint), NULL);
  self->marks = array_new (sizeof (LaminaMark), NULL);
  self->staged_inputs = array_new (sizeof (LaminaPair), NULL);
  self->staged_outputs = array_new (sizeof (LaminaPair), NULL);
  self->staged_parts = array_new (sizeof (LaminaPair), NULL);
  self->staged_labels = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->staged_layer_args = array_new (sizeof (LaminaRowArgs), NULL);
  self->staged_tensor_args = array_new (sizeof (LaminaRowArgs), NULL);
  self->staged_lifetimes = array_new (sizeof (LaminaRowLifetime), NULL);
  self->staged_reports = array_new (sizeof (LaminaMemoryReport), NULL);
  return self;
}

static void
free_indexes (LaminaRun *self)
{
  gconstpointer indexes[] = {
    self->layers.family,       self->layers.first_input,    self->layers.inputs,       self->layers.first_output,
    self->layers.outputs,      self->layers.first_slice,    self->layers.slices,       self->layers.first_args,
    self->layers.args,         self->tensors.first_consumer, self->tensors.consumers,  self->tensors.first_lifetime,
    self->tensors.lifetimes,   self->tensors.first_args,    self->tensors.args,        self->layers.first_part,
    self->layers.parts,        self->layers.label,          self->layers.annotation,
  };

  for (guint i = 0; i < G_N_ELEMENTS (indexes); i++)
    g_free ((gpointer) indexes[i]);
}

static void
free_attached (LaminaAttached *attached)
{
  while (attached != NULL)
    {
      LaminaAttached *next = attached->next;

      if (attached->destroy != NULL)
        attached->destroy (attached->data);
      g_free (attached);
      attached = next;
    }
}

void
lamina_run_free (LaminaRun *self)
{
  GArray *arrays[] = {
    self->clocks, self->groups, self->sections, self->metrics, self->metric_capacities, self->marks,
    self->staged_inputs, self->staged_outputs, self->staged_layer_args, self->staged_tensor_args, self->staged_lifetimes,
    self->staged_parts, self->staged_labels, self->staged_reports,
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (&arrays[i], g_array_unref);
  g_ptr_array_unref (self->tracks);
  lamina_columns_free (&self->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS);
  lamina_columns_free (&self->layers, lamina_layer_number_columns, LAMINA_N_LAYER_NUMBERS);
  lamina_columns_free (&self->tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS);
  lamina_columns_free (&self->memory, lamina_call_columns, LAMINA_N_CALL_COLUMNS);
  lamina_columns_free (&self->memory, lamina_allocation_columns, LAMINA_N_ALLOCATION_COLUMNS);
  lamina_columns_free (&self->memory, &lamina_segment_column, 1);
  lamina_columns_free (&self->memory, &lamina_failure_column, 1);
  g_free (self->flows);
  free_indexes (self);
  free_attached (self->attached);
  g_free (self->title);
  g_free (self);
}

gpointer
lamina_run_get_attached (LaminaRun *self,
                         GQuark     key)
{
  for (const LaminaAttached *attached = g_atomic_pointer_get (&self->attached); attached != NULL; attached = attached->next)
    if (attached->key == key)
      return attached->data;
  return NULL;
}

/* Nothing is ever taken away from the list while the run is there, so that those who read it need no lock. */
gpointer
lamina_run_attach (LaminaRun      *self,
                   GQuark          key,
                   gpointer        data,
                   GDestroyNotify  destroy)
{
  LaminaAttached *attached;

  g_return_val_if_fail (self != NULL && key != 0 && data != NULL, NULL);
  attached = g_new (LaminaAttached, 1);
  *attached = (LaminaAttached) { key, data, destroy, NULL };
  do
    {
      gpointer before;

      attached->next = g_atomic_pointer_get (&self->attached);
      before = lamina_run_get_attached (self, key);
      if (before != NULL)
        {
          attached->next = NULL;
          free_attached (attached);
          return before;
        }
    }
  while (!g_atomic_pointer_compare_and_exchange (&self->attached, attached->next, attached));
  return data;
}

const char *
lamina_run_get_title (LaminaRun *self)
{
  return self->title;
}

const char *
lamina_run_translate (LaminaRun  *self,
                      const char *text)
{
  g_return_val_if_fail (self != NULL && self->document != NULL, text);

  return lamina_document_translate (self->document, text);
}

const char *
lamina_run_get_shown_title (LaminaRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return lamina_run_translate (self, self->title);
}

LaminaAxisUnit
lamina_run_get_unit (LaminaRun *self)
{
  return self->unit;
}

LaminaTiming
lamina_run_get_timing (LaminaRun *self)
{
  return self->timing;
}

LaminaLayerWord
lamina_run_get_layer_word (LaminaRun *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_LAYER_WORD_LAYER);

  return self->layer_word;
}

gint64
lamina_run_get_stated_time (LaminaRun *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_ABSENT);

  return self->stated_time;
}

LaminaCost
lamina_run_get_cost_kind (LaminaRun *self)
{
  return self->cost;
}

const gint64 *
lamina_run_get_costs (LaminaRun *self)
{
  switch (self->cost)
    {
    case LAMINA_COST_DEVICE:
      return self->layers.device_time;
    case LAMINA_COST_SELF:
      return self->layers.host_self;
    case LAMINA_COST_DURATION:
      return self->layers.duration;
    default:
      g_return_val_if_reached (NULL);
    }
}

const LaminaTotals *
lamina_run_get_totals (LaminaRun *self)
{
  return &self->totals;
}

const char *
lamina_run_get_string (LaminaRun *self,
                       guint32    id)
{
  return lamina_strings_get (self->strings, id);
}

guint64
lamina_run_get_text_size (LaminaRun *self)
{
  return lamina_strings_get_size (self->strings);
}

const gint64 *
lamina_run_get_shape (LaminaRun *self,
                      guint32    id,
                      guint     *n)
{
  *n = 0;
  g_return_val_if_fail (id != 0, NULL);

  return lamina_shapes_get (self->document->shapes, id, n);
}

char *
lamina_run_dup_shape_text (LaminaRun *self,
                           guint32    id)
{
  guint n;
  const gint64 *dims = lamina_run_get_shape (self, id, &n);
  GString *text = g_string_new (n == 0 ? "scalar" : NULL);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, "×");
      if (dims[i] == LAMINA_ABSENT)
        g_string_append_c (text, '?');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, dims[i]);
    }
  return g_string_free (text, FALSE);
}

guint
lamina_run_get_n_clocks (LaminaRun *self)
{
  return self->clocks->len;
}

const LaminaClock *
lamina_run_get_clock (LaminaRun *self,
                      guint      i)
{
  g_return_val_if_fail (i < self->clocks->len, NULL);

  return &g_array_index (self->clocks, LaminaClock, i);
}

guint
lamina_run_get_n_sections (LaminaRun *self)
{
  return self->sections->len;
}

const LaminaSection *
lamina_run_get_section (LaminaRun *self,
                        guint      i)
{
  g_return_val_if_fail (i < self->sections->len, NULL);

  return &g_array_index (self->sections, LaminaSection, i);
}

guint
lamina_run_get_n_groups (LaminaRun *self)
{
  return self->groups->len;
}

const LaminaGroup *
lamina_run_get_group (LaminaRun *self,
                      guint      i)
{
  g_return_val_if_fail (i < self->groups->len, NULL);

  return &g_array_index (self->groups, LaminaGroup, i);
}

guint
lamina_run_get_n_tracks (LaminaRun *self)
{
  return self->tracks->len;
}

LaminaTrack *
lamina_run_get_track (LaminaRun *self,
                      guint      i)
{
  g_return_val_if_fail (i < self->tracks->len, NULL);

  return g_ptr_array_index (self->tracks, i);
}

char *
lamina_run_dup_track_path (LaminaRun *self,
                           guint      i)
{
  LaminaTrack *track = lamina_run_get_track (self, i);
  GString *path;

  g_return_val_if_fail (track != NULL, NULL);

  path = g_string_new (track->info.name);
  for (guint32 group = track->info.group; group != LAMINA_NONE;)
    {
      const LaminaGroup *found = lamina_run_get_group (self, group);

      g_string_prepend_c (path, '/');
      g_string_prepend (path, found->name);
      group = found->parent;
    }
  return g_string_free (path, FALSE);
}

LaminaGroupKind
lamina_run_get_track_kind (LaminaRun *self,
                           guint      i)
{
  LaminaTrack *track = lamina_run_get_track (self, i);

  g_return_val_if_fail (track != NULL, LAMINA_GROUP_OTHER);

  return track->info.group == LAMINA_NONE ? LAMINA_GROUP_OTHER : lamina_run_get_group (self, track->info.group)->kind;
}

const LaminaLayers *
lamina_run_get_layers (LaminaRun *self)
{
  return &self->layers;
}

gint64
lamina_run_find_slice_start (LaminaRun *self,
                             guint      layer)
{
  const LaminaLayers *layers = &self->layers;

  for (guint i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    if (layers->slices[i].track == layers->track[layer])
      return lamina_run_get_track (self, layers->slices[i].track)->slices.start[layers->slices[i].slice];
  return LAMINA_ABSENT;
}

gint64
lamina_run_get_layer_track_start (LaminaRun *self,
                                  guint      layer)
{
  if (self->layers.starts_with_slice)
    return lamina_run_find_slice_start (self, layer);
  return lamina_column_number (self->layers.start, layer);
}

const LaminaTensors *
lamina_run_get_tensors (LaminaRun *self)
{
  return &self->tensors;
}

const LaminaMemory *
lamina_run_get_memory (LaminaRun *self)
{
  return &self->memory;
}

guint
lamina_run_get_n_metrics (LaminaRun *self)
{
  return self->metrics->len;
}

const LaminaMetric *
lamina_run_get_metric (LaminaRun *self,
                       guint      i)
{
  g_return_val_if_fail (i < self->metrics->len, NULL);

  return &g_array_index (self->metrics, LaminaMetric, i);
}

const LaminaFlow *
lamina_run_get_flows (LaminaRun *self,
                      guint     *n)
{
  *n = self->n_flows;
  return self->flows;
}

const LaminaMark *
lamina_run_get_marks (LaminaRun *self,
                      guint     *n)
{
  *n = self->marks->len;
  return (const LaminaMark *) self->marks->data;
}
