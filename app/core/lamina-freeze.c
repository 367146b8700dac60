/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family.h"
#include "lamina-lanes-private.h"
#include "lamina-run-private.h"

#include <string.h>

/*
 * Freezing a run, in this order, since each step needs those before it: families of layers; tracks, with the positions of their
 * slices; where tracks stand; what layers own; the indexes of layers and tensors; costs and sums.
 */
typedef struct
{
  LaminaRun *run;
  GCancellable *cancellable;
  guint8 *families;        /* by string id: family + 1, 0 when not yet asked */
  gint64 *device_times;    /* by layer: from slices */
  gint64 *waits;           /* by layer: from slices */
  guint32 **positions;     /* by track as added, by slice as added; NULL where nothing moved */
  guint32 *track_places;   /* by track as added: its place among the tracks */
} Freeze;

static gint64
add_saturating (gint64 a,
                gint64 b)
{
  gint64 sum;

  if (b == LAMINA_ABSENT)
    return a;
  if (a == LAMINA_ABSENT)
    return b;
  if (__builtin_add_overflow (a, b, &sum))
    return b > 0 ? G_MAXINT64 : -G_MAXINT64;
  return sum;
}

/* Families of layers and slices */

static LaminaFamily
get_family (Freeze  *self,
            guint32  name)
{
  guint8 *family = &self->families[name];

  if (*family == 0)
    *family = (guint8) (1 + lamina_family_from_words ("", lamina_strings_get (self->run->strings, name)));
  return (LaminaFamily) (*family - 1);
}

static void
set_layer_families (Freeze *self)
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

static void
set_slice_families (Freeze      *self,
                    LaminaTrack *track)
{
  LaminaSlices *slices = &track->slices;
  guint8 *family = g_new (guint8, MAX (slices->n, 1));

  for (guint i = 0; i < slices->n; i++)
    if (slices->layer[i] != LAMINA_NONE)
      family[i] = self->run->layers.family[slices->layer[i]];
    else
      family[i] = (guint8) get_family (self, slices->name[i]);
  slices->family = family;
}

/* Tracks */

static void
drop_layers_that_are_not_there (LaminaRun   *run,
                                LaminaTrack *track)
{
  guint32 *layer = (guint32 *) track->slices.layer;

  for (guint i = 0; i < track->slices.n; i++)
    if (layer[i] != LAMINA_NONE && layer[i] >= run->layers.n)
      {
        g_critical ("a slice of %s belongs to layer %u of %u", track->name, layer[i], run->layers.n);
        layer[i] = LAMINA_NONE;
      }
}

static void
add_waits (Freeze      *self,
           LaminaTrack *track)
{
  const LaminaSlices *slices = &track->slices;

  for (guint i = 0; i < slices->n; i++)
    if ((slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT && slices->layer[i] != LAMINA_NONE)
      self->waits[slices->layer[i]] = add_saturating (self->waits[slices->layer[i]], slices->duration[i]);
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
set_slice_span (LaminaTrack *track)
{
  const LaminaSlices *slices = &track->slices;

  if (slices->n == 0)
    return;
  track->start = G_MAXINT64;
  track->end = G_MININT64;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint last = slices->first[lane + 1] - 1;

      track->start = MIN (track->start, slices->start[slices->first[lane]]);
      track->end = MAX (track->end, slices->start[last] + slices->duration[last]);
    }
}

static gboolean
freeze_slices (Freeze      *self,
               LaminaTrack *track,
               guint        i)
{
  gboolean is_device = lamina_run_get_track_kind (self->run, i) == LAMINA_GROUP_DEVICE;

  drop_layers_that_are_not_there (self->run, track);
  if (!lamina_track_assign_lanes (track, is_device ? self->device_times : NULL, &self->positions[i], self->cancellable))
    return FALSE;
  if (is_device)
    add_waits (self, track);
  set_slice_families (self, track);
  set_slice_span (track);
  lamina_columns_shrink (&track->slices, lamina_slice_columns, LAMINA_N_SLICE_COLUMNS, track->slices.n);
  return TRUE;
}

static int
compare_samples (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const gint64 *time = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (time[left] != time[right])
    return time[left] < time[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
sort_samples (LaminaSamples *samples)
{
  g_autofree guint32 *order = NULL;
  gboolean sorted = TRUE;

  for (guint i = 1; i < samples->n && sorted; i++)
    sorted = samples->time[i] >= samples->time[i - 1];
  if (sorted)
    return;
  order = g_new (guint32, samples->n);
  for (guint i = 0; i < samples->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) samples->n, sizeof *order, compare_samples, (gpointer) samples->time);
  lamina_columns_permute (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, order, samples->n);
}

static void
freeze_samples (LaminaTrack *track)
{
  LaminaSamples *samples = &track->samples;

  sort_samples (samples);
  lamina_columns_shrink (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, samples->n);
  if (samples->n == 0)
    return;
  samples->min = samples->max = samples->value[0];
  for (guint i = 1; i < samples->n; i++)
    {
      samples->min = MIN (samples->min, samples->value[i]);
      samples->max = MAX (samples->max, samples->value[i]);
    }
  track->start = samples->time[0];
  track->end = samples->time[samples->n - 1];
}

static gboolean
freeze_tracks (Freeze *self)
{
  for (guint i = 0; i < self->run->tracks->len; i++)
    {
      LaminaTrack *track = g_ptr_array_index (self->run->tracks, i);

      if (track->is_counter)
        freeze_samples (track);
      else if (!freeze_slices (self, track, i))
        return FALSE;
      lamina_track_build_levels (track);
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
    }
  return TRUE;
}

/* Where tracks stand: those without a group first, then group by group, inner groups behind the tracks of the outer one. */

typedef struct
{
  LaminaTrack *track;
  guint added;
  guint group_place;
} TrackPlace;

/* The groups inside @parent (of none: the outermost), in the order of adding, as a list through @next. */
static void
link_groups (LaminaRun *run,
             guint32   *first_inner,
             guint32   *next)
{
  for (guint i = 0; i <= run->groups->len; i++)
    first_inner[i] = LAMINA_NONE;
  for (guint i = run->groups->len; i-- > 0;)
    {
      guint32 parent = g_array_index (run->groups, LaminaGroup, i).parent;
      guint32 *first = &first_inner[parent == LAMINA_NONE ? run->groups->len : parent];

      next[i] = *first;
      *first = i;
    }
}

static guint *
place_groups (LaminaRun *run)
{
  guint n = run->groups->len;
  guint *places = g_new0 (guint, MAX (n, 1));
  g_autofree guint32 *first_inner = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *next = g_new (guint32, MAX (n, 1));
  guint place = 1;
  guint32 group;

  link_groups (run, first_inner, next);
  for (group = first_inner[n]; group != LAMINA_NONE;)
    {
      places[group] = place++;
      if (first_inner[group] != LAMINA_NONE)
        {
          group = first_inner[group];
          continue;
        }
      while (group != LAMINA_NONE && next[group] == LAMINA_NONE)
        group = g_array_index (run->groups, LaminaGroup, group).parent;
      if (group != LAMINA_NONE)
        group = next[group];
    }
  return places;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const TrackPlace *left = a;
  const TrackPlace *right = b;

  if (left->group_place != right->group_place)
    return left->group_place < right->group_place ? -1 : 1;
  if (left->track->sort != right->track->sort)
    return left->track->sort < right->track->sort ? -1 : 1;
  return left->added < right->added ? -1 : left->added > right->added;
}

static void
place_tracks (Freeze *self)
{
  LaminaRun *run = self->run;
  guint n = run->tracks->len;
  g_autofree guint *group_places = place_groups (run);
  g_autofree TrackPlace *places = g_new (TrackPlace, MAX (n, 1));
  guint64 id = 0;

  for (guint i = 0; i < n; i++)
    {
      LaminaTrack *track = g_ptr_array_index (run->tracks, i);

      places[i] = (TrackPlace) { track, i, track->group == LAMINA_NONE ? 0 : group_places[track->group] };
    }
  qsort (places, n, sizeof *places, compare_places);
  for (guint i = 0; i < n; i++)
    {
      run->tracks->pdata[i] = places[i].track;
      self->track_places[places[i].added] = i;
      places[i].track->first_id = id;
      id += places[i].track->slices.n;
      run->totals.n_counters += places[i].track->is_counter ? 1 : 0;
    }
  run->totals.n_slices = id;
}

static void
move_ref (Freeze         *self,
          LaminaSliceRef *ref)
{
  if (ref->track == LAMINA_NONE)
    return;
  if (self->positions[ref->track] != NULL)
    ref->slice = self->positions[ref->track][ref->slice];
  ref->track = self->track_places[ref->track];
}

static void
move_references (Freeze *self)
{
  LaminaRun *run = self->run;

  for (guint i = 0; i < run->flows->len; i++)
    {
      LaminaFlow *flow = &g_array_index (run->flows, LaminaFlow, i);

      move_ref (self, &flow->from);
      move_ref (self, &flow->to);
    }
  for (guint i = 0; i < run->marks->len; i++)
    {
      LaminaMark *mark = &g_array_index (run->marks, LaminaMark, i);

      if (mark->track != LAMINA_NONE)
        mark->track = self->track_places[mark->track];
    }
}

/* What layers own */

static void
check_layer_links (Freeze *self)
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
index_layer_slices (Freeze *self)
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

static void
fill_absent (gint64       *column,
             const gint64 *values,
             guint         n)
{
  for (guint i = 0; i < n; i++)
    if (column[i] == LAMINA_ABSENT)
      column[i] = values[i];
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
        self_times[parent] = MAX (0, self_times[parent] - layers->host[i]);
    }
  fill_absent ((gint64 *) layers->host_self, self_times, layers->n);
}

static void
set_layer_times (Freeze *self)
{
  LaminaLayers *layers = &self->run->layers;

  if (layers->n == 0)
    return;
  set_layer_starts (self->run);
  fill_absent ((gint64 *) layers->device_time, self->device_times, layers->n);
  fill_absent ((gint64 *) layers->wait, self->waits, layers->n);
  set_host_self (self->run);
}

/* Indexes: rows that were staged in any order, brought together by the row that they belong to */

static guint32 *
index_staged (const GArray *staged,
              gsize         size,
              guint         n,
              guint32     **order)
{
  guint32 *first = g_new0 (guint32, (gsize) n + 1);
  g_autofree guint32 *next = NULL;

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

static guint32 *
index_pairs (const GArray   *staged,
             guint           n,
             const guint32 **others)
{
  guint32 *order;
  guint32 *first = index_staged (staged, sizeof (LaminaPair), n, &order);

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
  LaminaLifetime *lifetimes = g_new (LaminaLifetime, MAX (run->staged_lifetimes->len, 1));

  run->tensors.first_lifetime = index_staged (run->staged_lifetimes, sizeof (LaminaRowLifetime), run->tensors.n, &order);
  for (guint i = 0; i < run->staged_lifetimes->len; i++)
    lifetimes[i] = g_array_index (run->staged_lifetimes, LaminaRowLifetime, order[i]).lifetime;
  run->tensors.lifetimes = lifetimes;
}

/* Readers of each tensor. Inputs are walked layer by layer, so that a second mention by one layer is the last one found. */
static void
index_consumers (LaminaRun *run)
{
  const LaminaLayers *layers = &run->layers;
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (LaminaPair));
  g_autofree guint32 *last = g_new (guint32, MAX (run->tensors.n, 1));

  for (guint i = 0; i < run->tensors.n; i++)
    last[i] = LAMINA_NONE;
  for (guint layer = 0; layer < layers->n; layer++)
    for (guint i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
      {
        LaminaPair pair = { layers->inputs[i], layer };

        if (last[pair.row] == layer)
          continue;
        last[pair.row] = layer;
        g_array_append_val (pairs, pair);
      }
  run->tensors.first_consumer = index_pairs (pairs, run->tensors.n, &run->tensors.consumers);
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
    for (guint i = layers->first_output[layer]; i < layers->first_output[layer + 1]; i++)
      if (producer[layers->outputs[i]] == LAMINA_NONE)
        producer[layers->outputs[i]] = layer;
}

static void
index_rows (LaminaRun *run)
{
  run->layers.first_input = index_pairs (run->staged_inputs, run->layers.n, &run->layers.inputs);
  run->layers.first_output = index_pairs (run->staged_outputs, run->layers.n, &run->layers.outputs);
  run->layers.first_args = index_args (run->staged_layer_args, run->layers.n, &run->layers.args);
  run->tensors.first_args = index_args (run->staged_tensor_args, run->tensors.n, &run->tensors.args);
  index_lifetimes (run);
  index_consumers (run);
  set_producers (run);
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
    sum = add_saturating (sum, column[i]);
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
                       run->staged_lifetimes };

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
  Freeze freeze = { self, cancellable, families, device_times, waits, positions, track_places };
  gboolean done;

  ensure_clock (self);
  set_layer_families (&freeze);
  done = freeze_tracks (&freeze);
  if (done)
    {
      place_tracks (&freeze);
      move_references (&freeze);
      check_layer_links (&freeze);
      index_layer_slices (&freeze);
      set_layer_times (&freeze);
      index_rows (self);
      finish_tables (self);
      drop_staged (self);
    }
  for (guint i = 0; i < n_tracks; i++)
    g_free (positions[i]);
  return done;
}
