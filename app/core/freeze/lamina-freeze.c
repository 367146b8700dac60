/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"
#include "lamina-device-order.h"
#include "lamina-document-fields.h"
#include "lamina-freeze-private.h"
#include "lamina-import-finish.h"
#include "lamina-parallel.h"
#include "lamina-sources-list.h"

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
  mark_column (self, run->memory.function, run->memory.n_calls);
  mark_column (self, run->memory.site, run->memory.n);
  mark_column (self, run->memory.module, run->memory.n);
  mark_column (self, run->memory.stream, run->memory.n);
  mark_column (self, run->memory.category, run->memory.n);
  for (guint i = 0; i < run->memory.n_segments; i++)
    {
      mark (self, run->memory.segments[i].stream);
      mark (self, run->memory.segments[i].pool);
    }
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

/* Where tracks stand: those without a group first, then group by group, inner groups behind the tracks of the outer one. */

typedef struct
{
  LaminaTrack *track;
  guint added;
  guint group_place;
} TrackPlace;

/* The groups inside @parent (of none: the outermost), in the order in which they stand, as a list through @next. */
static void
link_groups (LaminaRun *run,
             guint32   *first_inner,
             guint32   *next)
{
  g_autofree guint32 *order = lamina_device_order_new (run);

  for (guint i = 0; i <= run->groups->len; i++)
    first_inner[i] = LAMINA_NONE;
  for (guint k = run->groups->len; k-- > 0;)
    {
      guint32 i = order[k];
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
place_tracks (LaminaFreeze *self)
{
  LaminaRun *run = self->run;
  guint n = run->tracks->len;
  g_autofree guint *group_places = place_groups (run);
  g_autofree TrackPlace *places = g_new (TrackPlace, MAX (n, 1));
  guint64 id = 0;

  for (guint i = 0; i < n; i++)
    {
      LaminaTrack *track = g_ptr_array_index (run->tracks, i);

      places[i] = (TrackPlace) { track, i, track->info.group == LAMINA_NONE ? 0 : group_places[track->info.group] };
    }
  qsort (places, n, sizeof *places, compare_places);
  for (guint i = 0; i < n; i++)
    {
      run->tracks->pdata[i] = places[i].track;
      self->track_places[places[i].added] = i;
      places[i].track->info.first_id = id;
      id += places[i].track->slices.n;
      run->totals.n_counters += places[i].track->info.is_counter ? 1 : 0;
    }
  run->totals.n_slices = id;
}

static void
move_ref (LaminaFreeze   *self,
          LaminaSliceRef *ref)
{
  if (ref->track == LAMINA_NONE)
    return;
  if (self->positions[ref->track] != NULL)
    ref->slice = self->positions[ref->track][ref->slice];
  ref->track = self->track_places[ref->track];
}

static void
move_flows (LaminaFreeze *self,
            guint         from,
            guint         to)
{
  for (guint i = from; i < to; i++)
    {
      LaminaFlow *flow = &self->run->flows[i];

      move_ref (self, &flow->from);
      move_ref (self, &flow->to);
    }
}

/* Puts the tracks into the order of the views, and moves what names a slice or a track. */
static void
lamina_freeze_track_places (LaminaFreeze *self)
{
  LaminaRun *run = self->run;

  place_tracks (self);
  lamina_freeze_rows (self, run->n_flows, move_flows);
  for (guint i = 0; i < run->marks->len; i++)
    {
      LaminaMark *mark = &g_array_index (run->marks, LaminaMark, i);

      if (mark->track != LAMINA_NONE)
        mark->track = self->track_places[mark->track];
    }
}

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
  static const LaminaColumn layer = LAMINA_COLUMN (LaminaSlices, layer);
  static const LaminaColumn annotation = LAMINA_COLUMN (LaminaLayers, annotation);
  static const LaminaColumn flows = LAMINA_COLUMN (LaminaRun, flows);
  static const LaminaColumn category = LAMINA_COLUMN (LaminaMemory, category);
  const guint32 none = LAMINA_NONE, no_text = 0;

  for (guint i = 0; i < run->metrics->len; i++)
    lamina_metric_reserve (&g_array_index (run->metrics, LaminaMetric, i),
                           &g_array_index (run->metric_capacities, guint, i), run->layers.n);
  for (guint i = 0; i < run->tracks->len; i++)
    {
      LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (run->tracks, i))->slices;

      lamina_column_drop (slices, &layer, slices->n, &none);
    }
  drop_empty_layer_columns (run);
  drop_empty_tensor_columns (&run->tensors);
  lamina_columns_shrink (&run->layers, lamina_layer_columns, LAMINA_N_LAYER_COLUMNS, run->layers.n);
  lamina_columns_shrink (&run->layers, lamina_layer_number_columns, LAMINA_N_LAYER_NUMBERS, run->layers.n);
  lamina_columns_shrink (&run->layers, &annotation, 1, run->layers.n);
  lamina_columns_shrink (run, &flows, 1, run->n_flows);
  lamina_columns_shrink (&run->tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS, run->tensors.n);
  if (run->memory.n > 0)
    {
      lamina_run_reach_allocation (run, run->tensors.n);
      lamina_column_drop (&run->memory, &category, run->memory.n, &no_text);
    }
  lamina_columns_shrink (&run->memory, lamina_call_columns, LAMINA_N_CALL_COLUMNS, run->memory.n_calls);
  lamina_columns_shrink (&run->memory, lamina_allocation_columns, LAMINA_N_ALLOCATION_COLUMNS, run->memory.n);
  lamina_columns_shrink (&run->memory, &lamina_segment_column, 1, run->memory.n_segments);
  lamina_columns_shrink (&run->memory, &lamina_failure_column, 1, run->memory.n_failures);
  set_totals (run);
}

static void
drop_staged (LaminaRun *run)
{
  GArray **staged[] = { &run->staged_inputs, &run->staged_outputs, &run->staged_layer_args, &run->staged_tensor_args,
                        &run->staged_lifetimes, &run->staged_parts, &run->staged_labels, &run->staged_reports };

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
  lamina_freeze_producers (self);
  lamina_freeze_track_places (self);
  lamina_freeze_layers (self);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  finish_tables (self->run);
  drop_staged (self->run);
  return TRUE;
}

static gboolean
run_freeze (LaminaRun    *self,
            LaminaImport *import,
            LaminaBudget *budget,
            guint         n_threads,
            GCancellable *cancellable)
{
  guint n_tracks = self->tracks->len;
  guint n_strings = lamina_strings_get_n (self->strings);
  LaminaFreeze freeze = { .run = self, .import = import, .budget = budget, .cancellable = cancellable, .n_threads = n_threads };
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

/* The document */

static gboolean
keep_strings (LaminaDocument *self,
              guint           n_threads,
              GCancellable   *cancellable)
{
  g_autofree _Atomic guint8 *used = g_malloc0 (lamina_strings_get_n (self->strings));

  for (guint i = 0; i < self->runs->len; i++)
    {
      Marking marking = { g_ptr_array_index (self->runs, i), used, lamina_strings_get_n (self->strings) };

      lamina_parallel_run (marking.run->tracks->len + 2, n_threads, mark_part, &marking);
    }
  return lamina_strings_keep (self->strings, used, n_threads, cancellable);
}

/* Takes over what the builder holds. */
static LaminaDocument *
document_new (LaminaBuilder *builder)
{
  LaminaDocument *self = g_new0 (LaminaDocument, 1);

  self->refs = 1;
  pthread_mutex_init (&self->format_lock, NULL);
  self->tool = g_steal_pointer (&builder->tool);
  self->properties = g_steal_pointer (&builder->properties);
  self->runs = g_steal_pointer (&builder->runs);
  for (guint i = 0; i < self->runs->len; i++)
    {
      LaminaRun *run = g_ptr_array_index (self->runs, i);

      run->document = self;
      run->index = i;
    }
  self->strings = g_steal_pointer (&builder->strings);
  self->shapes = lamina_shapes_new (builder->shapes);
  g_clear_pointer (&builder->shapes, lamina_strings_free);
  self->words = g_steal_pointer (&builder->words);
  self->whole_names = g_steal_pointer (&builder->whole_names);
  if (self->whole_names != NULL)
    lamina_whole_names_close (self->whole_names);
  lamina_builder_reset (builder);
  return self;
}

LaminaDocument *
lamina_builder_freeze (LaminaBuilder  *self,
                       LaminaSources  *sources,
                       LaminaFormat   *format,
                       const char     *format_name,
                       GCancellable   *cancellable,
                       GError        **error)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  g_autoptr (LaminaDocument) document = NULL;

  if (lamina_builder_is_full (self) || !lamina_budget_has_room (self->budget, LAMINA_BUDGET_FREEZING))
    {
      lamina_builder_set_full_error (self, error);
      return NULL;
    }
  for (guint i = 0; i < self->runs->len; i++)
    if (!run_freeze (g_ptr_array_index (self->runs, i), self->import, self->budget, n_threads, cancellable))
      break;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (lamina_budget_is_out (self->budget))
    {
      lamina_builder_set_full_error (self, error);
      return NULL;
    }
  document = document_new (self);
  if (keep_strings (document, n_threads, cancellable))
    document->report = lamina_import_finish (self->import, sources, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  document->sources = sources != NULL ? lamina_sources_ref (sources) : NULL;
  document->n_refused = lamina_sources_count_failures (sources, NULL);
  document->format = format != NULL ? g_object_ref (format) : NULL;
  document->format_name = g_strdup (format_name != NULL ? format_name : "");
  return g_steal_pointer (&document);
}
