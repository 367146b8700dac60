/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"
#include "lamina-dtype.h"
#include "lamina-parallel.h"
#include "lamina-split.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The part of the builder that takes layers. */

static inline guint32 **
get_annotations (LaminaRun *run)
{
  return (guint32 **) &run->layers.annotation;
}

/* Gives the columns that only come into being with their first value as much room as the others have. */
static void
reserve_begun (LaminaRun *run)
{
  guint32 **annotations = get_annotations (run);

  for (guint i = 0; i < LAMINA_N_LAYER_NUMBERS; i++)
    {
      gint64 **cells = lamina_layer_numbers (&run->layers, i);

      if (*cells != NULL)
        *cells = g_renew (gint64, *cells, run->layers_capacity);
    }
  if (*annotations == NULL)
    return;
  *annotations = g_renew (guint32, *annotations, run->layers_capacity);
  memset (*annotations + run->layers.n, 0, (gsize) (run->layers_capacity - run->layers.n) * sizeof **annotations);
}

static void
reserve_layers (LaminaRun *run,
                guint      n)
{
  guint capacity = run->layers_capacity;

  lamina_columns_reserve (&run->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, &run->layers_capacity, n);
  if (capacity < run->layers_capacity)
    reserve_begun (run);
}

void
lamina_builder_reserve_layers (LaminaBuilder *self,
                               guint32        run,
                               guint          n)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || n > self->limits.max_rows - self->n_rows + found->layers.n || n <= found->layers_capacity)
    return;
  lamina_columns_reserve_exactly (&found->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, &found->layers_capacity, n);
  reserve_begun (found);
}

/*
 * What layers go to. Columns of annotations and of numbers come into being with the first value. Rows before @n_passed have
 * no number then; nor have those from @first on, in columns that @begun does not have yet.
 */
typedef struct
{
  LaminaRun *run;
  guint n_passed;
  guint first;
  guint begun;
  pthread_mutex_t *lock; /* or NULL, when one thread adds them */
  guint n_negative; /* numbers that nothing can have */
} Sink;

/* All cells of the column are none at first. */
static guint32 *
begin_annotations (const Sink *self)
{
  guint32 **cells = get_annotations (self->run);

  if (self->lock != NULL)
    pthread_mutex_lock (self->lock);
  if (*cells == NULL)
    g_atomic_pointer_set (cells, g_new0 (guint32, self->run->layers_capacity));
  if (self->lock != NULL)
    pthread_mutex_unlock (self->lock);
  return *cells;
}

static inline void
set_annotation (const Sink *self,
                guint       i,
                guint32     annotation)
{
  guint32 *cells;

  if (annotation == 0)
    return;
  cells = g_atomic_pointer_get (get_annotations (self->run));
  if (cells == NULL)
    cells = begin_annotations (self);
  cells[i] = annotation;
}

static void
clear_numbers (gint64 *cells,
               guint   from,
               guint   to)
{
  for (guint i = from; i < to; i++)
    cells[i] = LAMINA_ABSENT;
}

static gint64 *
begin_numbers (const Sink *self,
               guint       column)
{
  gint64 **cells = lamina_layer_numbers (&self->run->layers, column);

  if (self->lock != NULL)
    pthread_mutex_lock (self->lock);
  if (*cells == NULL)
    {
      gint64 *begun = lamina_cells_new (self->run->layers_capacity, sizeof *begun);

      clear_numbers (begun, 0, self->n_passed);
      g_atomic_pointer_set (cells, begun);
    }
  if (self->lock != NULL)
    pthread_mutex_unlock (self->lock);
  return *cells;
}

static inline void
set_number (Sink   *self,
            guint   column,
            guint   i,
            gint64  value)
{
  gint64 *cells = g_atomic_pointer_get (lamina_layer_numbers (&self->run->layers, column));

  if (value == LAMINA_ABSENT && cells == NULL)
    return;
  if (cells == NULL)
    cells = begin_numbers (self, column);
  if (G_UNLIKELY ((self->begun >> column & 1) == 0))
    clear_numbers (cells, self->first, i);
  self->begun |= 1u << column;
  cells[i] = value;
}

/* A start may lie before the zero of its clock; all else is counted from nothing on. */
static inline gint64
check_number (Sink  *self,
              guint  column,
              gint64 value)
{
  if (G_LIKELY (value >= 0 || value == LAMINA_ABSENT || column == 0))
    return value;
  self->n_negative++;
  return LAMINA_ABSENT;
}

static void
report_negative (LaminaBuilder *self,
                 guint          n)
{
  for (guint i = 0; i < n; i++)
    lamina_import_repair (self->import, N_("negative number of a layer taken as not stated"), NULL, 0, LAMINA_NONE);
}

static void
set_layer (Sink                  *self,
           guint                  i,
           const LaminaLayerInit *layer)
{
  const LaminaLayers *layers = &self->run->layers;
  const gint64 numbers[LAMINA_N_LAYER_NUMBERS] = { layer->start, layer->host,     layer->host_self, layer->device_time,
                                                   layer->wait,  layer->duration, layer->flop,      layer->bytes };

  ((guint32 *) layers->name)[i] = layer->name;
  ((guint32 *) layers->type)[i] = layer->type;
  ((guint32 *) layers->key)[i] = layer->key != 0 ? layer->key : layer->name;
  ((guint32 *) layers->device)[i] = layer->device;
  ((guint32 *) layers->parent)[i] = layer->parent;
  ((guint32 *) layers->section)[i] = layer->section;
  ((guint32 *) layers->track)[i] = layer->track;
  ((guint32 *) layers->order)[i] = layer->order;
  ((guint32 *) layers->calls)[i] = layer->calls;
  ((guint8 *) layers->phase)[i] = (guint8) layer->phase;
  ((guint8 *) layers->estimated)[i] = (guint8) layer->estimated;
  set_annotation (self, i, layer->annotation);
  for (guint column = 0; column < LAMINA_N_LAYER_NUMBERS; column++)
    set_number (self, column, i, check_number (self, column, numbers[column]));
}

/* The run when there is room for @n more layers. */
static LaminaRun *
get_run_with_room (LaminaBuilder *self,
                   guint32        run,
                   guint          n)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL)
    return NULL;
  if (n <= LAMINA_NONE - 1 - found->layers.n && lamina_builder_take_rows (self, n))
    return found;
  self->is_full = TRUE;
  return NULL;
}

#define LAYERS_AT_ONCE 128
#define LAYERS_IN_RANGE (LAYERS_AT_ONCE * 64)

/*
 * @begun: by range: the columns that it has set, which others may have begun behind its back
 * @n_negative: for threads to add to; one alone may report
 */
typedef struct
{
  LaminaRun *run;
  pthread_mutex_t lock;
  guint *begun;
  guint32 first;
  LaminaLayersFunc func;
  gpointer data;
  GCancellable *cancellable;
  guint n_negative;
} Fill;

static void
fill_range (guint    from,
            guint    to,
            gpointer data)
{
  const LaminaLayerInit unknown = LAMINA_LAYER_INIT;
  Fill *self = data;
  guint *begun = &self->begun[from / LAYERS_IN_RANGE];
  Sink sink = { self->run, self->first, self->first + from, 0, &self->lock, 0 };
  LaminaLayerInit layers[LAYERS_AT_ONCE];

  for (; from < to && !g_cancellable_is_cancelled (self->cancellable); from += MIN (to - from, LAYERS_AT_ONCE))
    {
      guint n = MIN (to - from, LAYERS_AT_ONCE);

      for (guint i = 0; i < n; i++)
        layers[i] = unknown;
      self->func (from, self->first, n, layers, self->data);
      for (guint i = 0; i < n; i++)
        set_layer (&sink, self->first + from + i, &layers[i]);
    }
  *begun = sink.begun;
  g_atomic_int_add (&self->n_negative, sink.n_negative);
}

/* What a range did not set of a column has no number. */
static void
finish_range (guint    from,
              guint    to,
              gpointer data)
{
  const Fill *self = data;

  for (guint column = 0; column < LAMINA_N_LAYER_NUMBERS; column++)
    {
      gint64 *cells = *lamina_layer_numbers (&self->run->layers, column);

      if (cells != NULL && (self->begun[from / LAYERS_IN_RANGE] >> column & 1) == 0)
        clear_numbers (cells, self->first + from, self->first + to);
    }
}

guint32
lamina_builder_fill_layers (LaminaBuilder    *self,
                            guint32           run,
                            guint             n,
                            LaminaLayersFunc  func,
                            gpointer          data)
{
  g_autofree guint *begun = NULL;
  LaminaRun *found;
  Fill fill;

  g_return_val_if_fail (func != NULL, LAMINA_NONE);

  found = get_run_with_room (self, run, n);
  if (found == NULL)
    return LAMINA_NONE;
  begun = g_new0 (guint, n / LAYERS_IN_RANGE + 1);
  fill = (Fill) { found, PTHREAD_MUTEX_INITIALIZER, begun, found->layers.n, func, data, self->cancellable, 0 };
  lamina_columns_reserve_exactly (&found->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, &found->layers_capacity,
                                  fill.first + n);
  reserve_begun (found);
  lamina_builder_each (self, n, LAYERS_IN_RANGE, fill_range, &fill);
  pthread_mutex_destroy (&fill.lock);
  if (g_cancellable_is_cancelled (self->cancellable))
    return LAMINA_NONE;
  lamina_builder_each (self, n, LAYERS_IN_RANGE, finish_range, &fill);
  report_negative (self, fill.n_negative);
  found->layers.n += n;
  atomic_fetch_add_explicit (&self->n_layers, n, memory_order_relaxed);
  return fill.first;
}

guint32
lamina_builder_add_layer (LaminaBuilder         *self,
                          guint32                run,
                          const LaminaLayerInit *layer)
{
  LaminaRun *found = get_run_with_room (self, run, 1);
  Sink sink = { found, 0, 0, G_MAXUINT, NULL, 0 };
  guint32 i;

  if (found == NULL)
    return LAMINA_NONE;
  i = sink.n_passed = found->layers.n;
  reserve_layers (found, i + 1);
  set_layer (&sink, i, layer);
  report_negative (self, sink.n_negative);
  found->layers.n++;
  atomic_fetch_add_explicit (&self->n_layers, 1, memory_order_relaxed);
  return i;
}

/* The run when the layer or tensor exists and there is room for what belongs to it. */
static LaminaRun *
get_run_for_row (LaminaBuilder *self,
                 guint32        run,
                 guint32        row,
                 gboolean       is_tensor)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || row == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (row < (is_tensor ? found->tensors.n : found->layers.n), NULL);
  return lamina_builder_take_rows (self, 1) ? found : NULL;
}

/* The run when a layer may name a tensor. */
static LaminaRun *
get_run_for_pair (LaminaBuilder *self,
                  guint32        run,
                  guint32        layer,
                  guint32        tensor)
{
  LaminaRun *found = tensor != LAMINA_NONE ? get_run_for_row (self, run, layer, FALSE) : NULL;

  g_return_val_if_fail (found == NULL || tensor < found->tensors.n, NULL);
  return found;
}

void
lamina_builder_add_input (LaminaBuilder *self,
                          guint32        run,
                          guint32        layer,
                          guint32        tensor)
{
  LaminaRun *found = get_run_for_pair (self, run, layer, tensor);
  LaminaPair pair = { layer, tensor };

  if (found != NULL)
    g_array_append_val (found->staged_inputs, pair);
}

void
lamina_builder_add_inputs (LaminaBuilder *self,
                           guint32        run,
                           guint32        layer,
                           guint          n,
                           const guint32 *tensors)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  guint staged;

  if (found == NULL || layer == LAMINA_NONE)
    return;
  g_return_if_fail (layer < found->layers.n);
  for (guint i = 0; i < n; i++)
    g_return_if_fail (tensors[i] < found->tensors.n);
  if (!lamina_builder_take_rows (self, n))
    return;
  staged = found->staged_inputs->len;
  g_array_set_size (found->staged_inputs, staged + n);
  for (guint i = 0; i < n; i++)
    g_array_index (found->staged_inputs, LaminaPair, staged + i) = (LaminaPair) { layer, tensors[i] };
}

void
lamina_builder_add_output (LaminaBuilder *self,
                           guint32        run,
                           guint32        layer,
                           guint32        tensor)
{
  LaminaRun *found = get_run_for_pair (self, run, layer, tensor);
  LaminaPair pair = { layer, tensor };

  if (found != NULL)
    g_array_append_val (found->staged_outputs, pair);
}

void
lamina_builder_add_part (LaminaBuilder *self,
                         guint32        run,
                         guint32        layer,
                         guint32        part)
{
  LaminaRun *found = get_run_for_row (self, run, layer, FALSE);
  LaminaPair pair = { layer, part };

  if (found != NULL)
    g_array_append_val (found->staged_parts, pair);
}

void
lamina_builder_set_layer_label (LaminaBuilder *self,
                                guint32        run,
                                guint32        layer,
                                guint32        label)
{
  LaminaRun *found = get_run_for_row (self, run, layer, FALSE);

  if (found == NULL)
    return;
  if (found->staged_labels->len <= layer)
    g_array_set_size (found->staged_labels, layer + 1);
  g_array_index (found->staged_labels, guint32, layer) = label;
}

void
lamina_builder_add_layer_args (LaminaBuilder *self,
                               guint32        run,
                               guint32        layer,
                               guint32        title,
                               guint          source,
                               guint64        offset,
                               guint64        length)
{
  LaminaRun *found = get_run_for_row (self, run, layer, FALSE);
  LaminaRowArgs args = { layer, { title, self->first_source + source, offset, length } };

  if (found != NULL)
    g_array_append_val (found->staged_layer_args, args);
}

/* The tool's own columns */

guint32
lamina_builder_add_metric (LaminaBuilder   *self,
                           guint32          run,
                           const char      *name,
                           LaminaUnit       unit,
                           LaminaValueType  type)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMetric metric = { .unit = unit };
  guint no_cells = 0;

  g_return_val_if_fail (type == LAMINA_VALUE_INTEGER || type == LAMINA_VALUE_REAL, LAMINA_NONE);

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  metric.name = g_strdup (name);
  if (type == LAMINA_VALUE_INTEGER)
    metric.integers = g_new (gint64, 1);
  else
    metric.reals = g_new (double, 1);
  g_array_append_val (found->metrics, metric);
  g_array_append_val (found->metric_capacities, no_cells);
  return found->metrics->len - 1;
}

void
lamina_builder_set_metric_estimated (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        metric)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || metric == LAMINA_NONE)
    return;
  g_return_if_fail (metric < found->metrics->len);
  g_array_index (found->metrics, LaminaMetric, metric).estimated = TRUE;
}

/* A metric has room for as many layers as the table has; new cells are absent. */
static LaminaMetric *
get_metric_cell (LaminaBuilder *self,
                 guint32        run,
                 guint32        metric,
                 guint32        layer)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMetric *result;

  if (found == NULL || metric == LAMINA_NONE || layer == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (metric < found->metrics->len && layer < found->layers.n, NULL);
  result = &g_array_index (found->metrics, LaminaMetric, metric);
  lamina_metric_reserve (result, &g_array_index (found->metric_capacities, guint, metric), found->layers_capacity);
  return result;
}

void
lamina_builder_set_metric_integer (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        metric,
                                   guint32        layer,
                                   gint64         value)
{
  LaminaMetric *found = get_metric_cell (self, run, metric, layer);

  if (found == NULL)
    return;
  g_return_if_fail (found->integers != NULL);
  ((gint64 *) found->integers)[layer] = value;
}

void
lamina_builder_set_metric_real (LaminaBuilder *self,
                                guint32        run,
                                guint32        metric,
                                guint32        layer,
                                double         value)
{
  LaminaMetric *found = get_metric_cell (self, run, metric, layer);

  if (found == NULL)
    return;
  g_return_if_fail (found->reals != NULL);
  ((double *) found->reals)[layer] = value;
}

/* Tensors */

/* The name of an element type that a file calls @word. */
static guint32
name_dtype (LaminaBuilder *self,
            guint32        word)
{
  gpointer known = NULL;
  const char *name;

  if (word == 0)
    return 0;
  if (self->dtypes == NULL)
    self->dtypes = g_hash_table_new (NULL, NULL);
  if (!g_hash_table_lookup_extended (self->dtypes, GUINT_TO_POINTER (word), NULL, &known))
    {
      name = lamina_dtype_get_name (lamina_strings_get (self->strings, word));
      known = GUINT_TO_POINTER (*name != '\0' ? lamina_builder_intern (self, name, -1) : 0);
      g_hash_table_insert (self->dtypes, GUINT_TO_POINTER (word), known);
    }
  return GPOINTER_TO_UINT (known);
}

guint32
lamina_builder_add_tensor (LaminaBuilder          *self,
                           guint32                 run,
                           const LaminaTensorInit *tensor)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaTensors *tensors;
  guint i;

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  tensors = &found->tensors;
  i = tensors->n;
  lamina_columns_reserve (tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS, &found->tensors_capacity, i + 1);
  ((guint32 *) tensors->name)[i] = tensor->name;
  ((guint32 *) tensors->dtype)[i] = name_dtype (self, tensor->dtype);
  ((guint32 *) tensors->layout)[i] = tensor->layout;
  ((guint32 *) tensors->shape)[i] = tensor->shape;
  ((guint32 *) tensors->producer)[i] = tensor->producer;
  ((guint8 *) tensors->role)[i] = (guint8) tensor->role;
  ((guint8 *) tensors->estimated)[i] = (guint8) tensor->estimated;
  ((gint64 *) tensors->bytes)[i] = tensor->bytes;
  ((guint64 *) tensors->address)[i] = tensor->address;
  tensors->n = i + 1;
  return i;
}

void
lamina_builder_add_lifetime (LaminaBuilder      *self,
                             guint32             run,
                             guint32             tensor,
                             LaminaLifetimeKind  kind,
                             gint64              bytes,
                             guint32             clock,
                             gint64              first,
                             gint64              last)
{
  LaminaRun *found = get_run_for_row (self, run, tensor, TRUE);
  LaminaRowLifetime lifetime = { tensor, { kind, clock, bytes, 0, 0 } };

  if (found == NULL || clock == LAMINA_NONE)
    return;
  lifetime.lifetime.first = lamina_builder_check_time (self, first);
  lifetime.lifetime.last = lamina_builder_check_time (self, last);
  g_return_if_fail (clock < MAX (found->clocks->len, 1));
  g_array_append_val (found->staged_lifetimes, lifetime);
}

void
lamina_builder_add_tensor_args (LaminaBuilder *self,
                                guint32        run,
                                guint32        tensor,
                                guint32        title,
                                guint          source,
                                guint64        offset,
                                guint64        length)
{
  LaminaRun *found = get_run_for_row (self, run, tensor, TRUE);
  LaminaRowArgs args = { tensor, { title, self->first_source + source, offset, length } };

  if (found != NULL)
    g_array_append_val (found->staged_tensor_args, args);
}
