/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"
#include "lamina-parallel-private.h"

typedef struct
{
  LaminaFreeze *freeze;
  guint n;
  LaminaFreezeRange func;
} Rows;

/* Large enough that taking one costs nothing, small enough that all threads end together. */
#define ROWS_AT_ONCE (1u << 16)

static void
do_rows (guint    i,
         gpointer data)
{
  Rows *rows = data;
  guint from = i * ROWS_AT_ONCE;

  if (g_cancellable_is_cancelled (rows->freeze->cancellable))
    return;
  rows->func (rows->freeze, from, MIN (rows->n - from, ROWS_AT_ONCE) + from);
}

void
lamina_freeze_rows (LaminaFreeze      *self,
                    guint              n,
                    LaminaFreezeRange  func)
{
  Rows rows = { self, n, func };

  lamina_parallel_run (n / ROWS_AT_ONCE + (n % ROWS_AT_ONCE != 0), self->n_threads, do_rows, &rows);
}

gint64 *
lamina_absent_cells (guint n)
{
  gint64 *cells = lamina_cells_new (n, sizeof *cells);

  for (guint i = 0; i < n; i++)
    cells[i] = LAMINA_ABSENT;
  return cells;
}

/* Costs and sums */

/* Rows mostly stand in the order of execution. */
static void
drop_order (LaminaLayers *layers)
{
  guint i = 0;

  while (i < layers->n && layers->order[i] == i)
    i++;
  layers->is_in_order = layers->n > 0 && i == layers->n;
  if (layers->is_in_order)
    g_clear_pointer ((gpointer *) &layers->order, g_free);
}

static void
drop_empty_layer_columns (LaminaRun *run)
{
  static const LaminaColumn calls = LAMINA_COLUMN (LaminaLayers, calls);
  const gint64 absent = LAMINA_ABSENT;
  const guint32 once = 1;

  drop_order (&run->layers);
  lamina_column_drop (&run->layers, &calls, run->layers.n, &once);
  for (guint i = 0; i < LAMINA_N_LAYER_NUMBERS; i++)
    lamina_column_drop (&run->layers, &lamina_layer_number_columns[i], run->layers.n, &absent);
}

static gint64
sum_column (const gint64 *column,
            guint         n)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; column != NULL && i < n; i++)
    sum = lamina_number_add (sum, column[i]);
  return sum;
}

/*
 * A row without a name stands for all tensors of its shape and element type, or for one argument of a function that may
 * be that of another, too: their sizes have no sum.
 */
static gint64
sum_tensors (const LaminaTensors *tensors)
{
  for (guint i = 0; i < tensors->n; i++)
    if (lamina_column_id (tensors->name, i) == 0)
      return LAMINA_ABSENT;
  return sum_column (tensors->bytes, tensors->n);
}

static void
set_totals (LaminaRun *run)
{
  const LaminaLayers *layers = &run->layers;

  if (layers->device_time != NULL)
    run->cost = LAMINA_COST_DEVICE;
  else if (layers->host_self != NULL)
    run->cost = LAMINA_COST_SELF;
  else
    run->cost = LAMINA_COST_DURATION;
  for (guint i = 0; i < layers->n; i++)
    run->totals.executed += lamina_layers_get_calls (layers, i) > 0 ? 1 : 0;
  run->totals.cost = sum_column (lamina_run_get_costs (run), layers->n);
  run->totals.flop = sum_column (layers->flop, layers->n);
  run->totals.bytes = sum_column (layers->bytes, layers->n);
  run->totals.tensor_bytes = sum_tensors (&run->tensors);
}

static void
drop_empty_slice_columns (LaminaSlices *slices)
{
  static const LaminaColumn layer = LAMINA_COLUMN (LaminaSlices, layer);
  const guint32 none = LAMINA_NONE;

  lamina_column_drop (slices, &layer, slices->n, &none);
}

static void
drop_empty_tensor_columns (LaminaTensors *tensors)
{
  static const LaminaColumn said[] = {
    LAMINA_COLUMN (LaminaTensors, name),    LAMINA_COLUMN (LaminaTensors, layout), LAMINA_COLUMN (LaminaTensors, role),
    LAMINA_COLUMN (LaminaTensors, address),
  };
  static const LaminaColumn producer = LAMINA_COLUMN (LaminaTensors, producer);
  const guint64 zero = 0;
  const guint32 none = LAMINA_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    lamina_column_drop (tensors, &said[i], tensors->n, &zero);
  lamina_column_drop (tensors, &producer, tensors->n, &none);
}

static void
finish_tables (LaminaRun *run)
{
  static const LaminaColumn annotation = LAMINA_COLUMN (LaminaLayers, annotation);
  static const LaminaColumn flows = LAMINA_COLUMN (LaminaRun, flows);

  for (guint i = 0; i < run->metrics->len; i++)
    lamina_metric_reserve (&g_array_index (run->metrics, LaminaMetric, i),
                           &g_array_index (run->metric_capacities, guint, i), run->layers.n);
  for (guint i = 0; i < run->tracks->len; i++)
    drop_empty_slice_columns (&((LaminaTrack *) g_ptr_array_index (run->tracks, i))->slices);
  drop_empty_layer_columns (run);
  drop_empty_tensor_columns (&run->tensors);
  lamina_columns_shrink (&run->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, run->layers.n);
  lamina_columns_shrink (&run->layers, lamina_layer_number_columns, LAMINA_N_LAYER_NUMBERS, run->layers.n);
  lamina_columns_shrink (&run->layers, &annotation, 1, run->layers.n);
  lamina_columns_shrink (run, &flows, 1, run->n_flows);
  lamina_columns_shrink (&run->tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS, run->tensors.n);
  set_totals (run);
}

static void
drop_staged (LaminaRun *run)
{
  GArray **staged[] = { &run->staged_inputs, &run->staged_outputs, &run->staged_layer_args, &run->staged_tensor_args,
                        &run->staged_lifetimes, &run->staged_parts, &run->staged_labels };

  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    g_clear_pointer (staged[i], g_array_unref);
}

static void
ensure_clock (LaminaRun *run)
{
  LaminaClock clock = { .basis = LAMINA_CLOCK_FILE, .bound = LAMINA_ABSENT };

  if (run->clocks->len > 0)
    return;
  clock.name = g_strdup (run->title);
  g_array_append_val (run->clocks, clock);
}

static gboolean
freeze_in_order (LaminaFreeze *self)
{
  lamina_freeze_layer_families (self);
  if (g_cancellable_is_cancelled (self->cancellable) || !lamina_freeze_tracks_and_indexes (self))
    return FALSE;
  lamina_freeze_track_places (self);
  lamina_freeze_layers (self);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  finish_tables (self->run);
  drop_staged (self->run);
  return TRUE;
}

gboolean
lamina_run_freeze (LaminaRun    *self,
                   guint         n_threads,
                   GCancellable *cancellable)
{
  guint n_tracks = self->tracks->len;
  guint n_strings = lamina_strings_get_n (self->strings);
  LaminaFreeze freeze = { .run = self, .cancellable = cancellable, .n_threads = n_threads };
  gboolean done;

  freeze.said = g_malloc0 (n_strings);
  freeze.activations = g_malloc0 (n_strings);
  freeze.device_times = lamina_absent_cells (self->layers.n);
  freeze.positions = g_new0 (guint32 *, MAX (n_tracks, 1));
  freeze.track_places = g_new (guint32, MAX (n_tracks, 1));
  ensure_clock (self);
  done = freeze_in_order (&freeze);
  for (guint i = 0; i < n_tracks; i++)
    g_free (freeze.positions[i]);
  g_free (freeze.said);
  g_free (freeze.activations);
  g_free (freeze.device_times);
  g_free (freeze.waits);
  g_free (freeze.positions);
  g_free (freeze.track_places);
  return done;
}
