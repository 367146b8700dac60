/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family.h"
#include "lamina-freeze-private.h"

static void
set_layer_families (LaminaFreeze *self)
{
  LaminaLayers *layers = &self->run->layers;
  guint8 *family = g_new (guint8, MAX (layers->n, 1));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < layers->n; i++)
    {
      guint64 words = (guint64) layers->type[i] << 32 | layers->name[i];
      gpointer found = g_hash_table_lookup (known, &words);

      if (found == NULL)
        {
          found = GUINT_TO_POINTER (1 + lamina_family_from_words (lamina_run_get_string (self->run, layers->type[i]),
                                                                  lamina_run_get_string (self->run, layers->name[i])));
          g_hash_table_insert (known, g_memdup2 (&words, sizeof words), found);
        }
      family[i] = (guint8) (GPOINTER_TO_UINT (found) - 1);
    }
  layers->family = family;
}

/* What layers own */

static void
check_layer_links (LaminaFreeze *self)
{
  LaminaRun *run = self->run;
  guint32 *track = (guint32 *) run->layers.track;
  guint32 *parent = (guint32 *) run->layers.parent;
  guint32 *section = (guint32 *) run->layers.section;

  for (guint i = 0; i < run->layers.n; i++)
    {
      track[i] = track[i] < run->tracks->len ? self->track_places[track[i]] : LAMINA_NONE;
      if (parent[i] >= run->layers.n || parent[i] == i)
        parent[i] = LAMINA_NONE;
      if (section[i] >= run->sections->len)
        section[i] = LAMINA_NONE;
      else
        g_array_index (run->sections, LaminaSection, section[i]).n_layers++;
    }
}

static void
index_layer_slices (LaminaFreeze *self)
{
  LaminaRun *run = self->run;
  guint n = run->layers.n;
  guint32 *first = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *next = NULL;
  LaminaSliceRef *refs;

  for (guint t = 0; t < run->tracks->len; t++)
    {
      const LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (run->tracks, t))->slices;

      for (guint i = 0; i < slices->n; i++)
        if (slices->layer[i] != LAMINA_NONE)
          first[slices->layer[i] + 1]++;
    }
  for (guint i = 0; i < n; i++)
    first[i + 1] += first[i];
  next = g_memdup2 (first, ((gsize) n + 1) * sizeof *first);
  refs = g_new (LaminaSliceRef, MAX (first[n], 1));
  for (guint t = 0; t < run->tracks->len; t++)
    {
      const LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (run->tracks, t))->slices;

      for (guint i = 0; i < slices->n; i++)
        if (slices->layer[i] != LAMINA_NONE)
          refs[next[slices->layer[i]]++] = (LaminaSliceRef) { t, i };
    }
  run->layers.first_slice = first;
  run->layers.slices = refs;
}

/* Tracks and starts that the format left to the core: those of the slice with the cost, the one on a device before others. */
static void
set_layer_starts (LaminaRun *run)
{
  LaminaLayers *layers = &run->layers;

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 *track = (guint32 *) &layers->track[i];

      for (guint s = layers->first_slice[i]; *track == LAMINA_NONE && s < layers->first_slice[i + 1]; s++)
        if (lamina_run_get_track_kind (run, layers->slices[s].track) == LAMINA_GROUP_DEVICE)
          *track = layers->slices[s].track;
      if (*track == LAMINA_NONE && layers->first_slice[i] < layers->first_slice[i + 1])
        *track = layers->slices[layers->first_slice[i]].track;
      for (guint s = layers->first_slice[i]; layers->start[i] == LAMINA_ABSENT && s < layers->first_slice[i + 1]; s++)
        if (layers->slices[s].track == *track)
          {
            LaminaTrack *found = g_ptr_array_index (run->tracks, *track);

            ((gint64 *) layers->start)[i] = found->slices.start[layers->slices[s].slice];
          }
    }
}

/* Slices that overlap without nesting may take more from the layer around them than it has. */
static void
fill_absent (gint64       *column,
             const gint64 *values,
             guint         n)
{
  for (guint i = 0; i < n; i++)
    if (column[i] == LAMINA_ABSENT && values[i] != LAMINA_ABSENT)
      column[i] = MAX (values[i], 0);
}

/* host self = host less the host of the child layers, unless the file states it */
static void
set_host_self (LaminaRun *run)
{
  LaminaLayers *layers = &run->layers;
  g_autofree gint64 *self_times = g_memdup2 (layers->host, layers->n * sizeof (gint64));

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 parent = layers->parent[i];

      if (parent != LAMINA_NONE && layers->host[i] != LAMINA_ABSENT && self_times[parent] != LAMINA_ABSENT)
        self_times[parent] = MAX (0, lamina_number_add (self_times[parent], -layers->host[i]));
    }
  fill_absent ((gint64 *) layers->host_self, self_times, layers->n);
}

static void
set_layer_times (LaminaFreeze *self)
{
  LaminaLayers *layers = &self->run->layers;

  if (layers->n == 0)
    return;
  set_layer_starts (self->run);
  fill_absent ((gint64 *) layers->device_time, self->device_times, layers->n);
  fill_absent ((gint64 *) layers->wait, self->waits, layers->n);
  set_host_self (self->run);
}

/* Costs and sums */

static void
drop_absent (gpointer            table,
             const LaminaColumn *column,
             guint               n)
{
  const gint64 absent = LAMINA_ABSENT;

  lamina_column_drop (table, column, n, &absent);
}

static void
drop_empty_layer_columns (LaminaRun *run)
{
  static const LaminaColumn numbers[] = {
    LAMINA_COLUMN (LaminaLayers, start),     LAMINA_COLUMN (LaminaLayers, host), LAMINA_COLUMN (LaminaLayers, host_self),
    LAMINA_COLUMN (LaminaLayers, device_time), LAMINA_COLUMN (LaminaLayers, wait), LAMINA_COLUMN (LaminaLayers, duration),
    LAMINA_COLUMN (LaminaLayers, flop),      LAMINA_COLUMN (LaminaLayers, bytes),
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    drop_absent (&run->layers, &numbers[i], run->layers.n);
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
    run->totals.executed += layers->calls[i] > 0 ? 1 : 0;
  run->totals.cost = sum_column (lamina_run_get_costs (run), layers->n);
  run->totals.flop = sum_column (layers->flop, layers->n);
  run->totals.bytes = sum_column (layers->bytes, layers->n);
  run->totals.tensor_bytes = sum_column (run->tensors.bytes, run->tensors.n);
}

/* Columns that say nothing are given back. */
static void
drop_empty_columns (LaminaSlices *slices)
{
  static const LaminaColumn category = LAMINA_COLUMN (LaminaSlices, category);
  static const LaminaColumn layer = LAMINA_COLUMN (LaminaSlices, layer);
  static const LaminaColumn args_offset = LAMINA_COLUMN (LaminaSlices, args_offset);
  static const LaminaColumn args_length = LAMINA_COLUMN (LaminaSlices, args_length);
  const guint64 zero = 0;
  const guint32 none = LAMINA_NONE;

  lamina_column_drop (slices, &category, slices->n, &zero);
  lamina_column_drop (slices, &layer, slices->n, &none);
  lamina_column_drop (slices, &args_length, slices->n, &zero);
  if (slices->args_length == NULL)
    g_clear_pointer ((gpointer *) &slices->args_offset, g_free);
  else
    lamina_column_drop (slices, &args_offset, slices->n, &zero);
}

static void
finish_tables (LaminaRun *run)
{
  for (guint i = 0; i < run->metrics->len; i++)
    lamina_metric_reserve (&g_array_index (run->metrics, LaminaMetric, i),
                           &g_array_index (run->metric_capacities, guint, i), run->layers.n);
  for (guint i = 0; i < run->tracks->len; i++)
    drop_empty_columns (&((LaminaTrack *) g_ptr_array_index (run->tracks, i))->slices);
  lamina_columns_shrink (&run->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, run->layers.n);
  lamina_columns_shrink (&run->tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS, run->tensors.n);
  drop_empty_layer_columns (run);
  set_totals (run);
}

static void
drop_staged (LaminaRun *run)
{
  GArray *staged[] = { run->staged_inputs, run->staged_outputs, run->staged_layer_args, run->staged_tensor_args,
                       run->staged_lifetimes, run->staged_parts };

  for (guint i = 0; i < G_N_ELEMENTS (staged); i++)
    g_array_set_size (staged[i], 0);
}

static gint64 *
absent_cells (guint n)
{
  gint64 *cells = g_new (gint64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    cells[i] = LAMINA_ABSENT;
  return cells;
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

gboolean
lamina_run_freeze (LaminaRun    *self,
                   GCancellable *cancellable)
{
  guint n_tracks = self->tracks->len;
  g_autofree guint8 *families = g_malloc0 (lamina_strings_get_n (self->strings));
  g_autofree gint64 *device_times = absent_cells (self->layers.n);
  g_autofree gint64 *waits = absent_cells (self->layers.n);
  g_autofree guint32 *track_places = g_new (guint32, MAX (n_tracks, 1));
  g_autofree guint32 **positions = g_new0 (guint32 *, MAX (n_tracks, 1));
  LaminaFreeze freeze = { self, cancellable, families, device_times, waits, positions, track_places };
  gboolean done;

  ensure_clock (self);
  set_layer_families (&freeze);
  done = lamina_freeze_tracks (&freeze);
  if (done)
    {
      lamina_freeze_track_places (&freeze);
      check_layer_links (&freeze);
      index_layer_slices (&freeze);
      set_layer_times (&freeze);
      lamina_freeze_indexes (self);
      finish_tables (self);
      drop_staged (self);
    }
  for (guint i = 0; i < n_tracks; i++)
    g_free (positions[i]);
  return done;
}
