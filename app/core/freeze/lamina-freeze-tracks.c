/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-freeze-private.h"
#include "lamina-order.h"
#include "lamina-parallel.h"

#include <stdatomic.h>

/* Narrow columns */

/* Columns of slices that say nothing are given back, and categories, of which a track has few, take a byte each. */

#define MOST_CATEGORIES 256
#define SLOT_BITS 10
#define N_SLOTS (1u << SLOT_BITS)

/* Open addressing with linear probing; a slot holds the code + 1, and 0 when it is free. */
typedef struct
{
  guint32 ids[MOST_CATEGORIES];
  guint n;
  guint16 slots[N_SLOTS];
} Categories;

static guint
find_slot (const Categories *self,
           guint32           id)
{
  guint slot = id * 0x9e3779b1u >> (32 - SLOT_BITS);

  while (self->slots[slot] != 0 && self->ids[self->slots[slot] - 1] != id)
    slot = (slot + 1) % N_SLOTS;
  return slot;
}

/* FALSE when there are too many. */
static gboolean
code_category (Categories *self,
               guint32     id,
               guint8     *code)
{
  guint slot = find_slot (self, id);

  if (self->slots[slot] == 0)
    {
      if (self->n == MOST_CATEGORIES)
        return FALSE;
      self->ids[self->n] = id;
      self->slots[slot] = (guint16) ++self->n;
    }
  *code = (guint8) (self->slots[slot] - 1);
  return TRUE;
}

static void
narrow_categories (LaminaSlices *slices)
{
  static const LaminaColumn category_code = LAMINA_COLUMN (LaminaSlices, category_code);
  const guint8 zero = 0;
  Categories categories = { .n = 0 };
  g_autofree guint8 *codes = lamina_cells_new (slices->n, sizeof *codes);

  for (guint i = 0; i < slices->n; i++)
    if (!code_category (&categories, slices->category[i], &codes[i]))
      return;
  g_clear_pointer ((gpointer *) &slices->category, g_free);
  slices->category_code = g_steal_pointer (&codes);
  slices->categories = g_memdup2 (categories.ids, categories.n * sizeof *categories.ids);
  slices->n_categories = categories.n;
  lamina_column_drop (slices, &category_code, slices->n, &zero);
}

/* Gives back what cells of slices don't need. It comes before they move, so that there is less to move. */
static void
narrow_slices (LaminaSlices *slices)
{
  static const LaminaColumn columns[] = {
    LAMINA_COLUMN (LaminaSlices, category),
    LAMINA_COLUMN (LaminaSlices, args_offset),
    LAMINA_COLUMN (LaminaSlices, args_length),
  };
  const guint32 zero = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    lamina_column_drop (slices, &columns[i], slices->n, &zero);
  if (slices->args_length == NULL && slices->args_length_high == NULL)
    {
      g_clear_pointer ((gpointer *) &slices->args_offset, g_free);
      g_clear_pointer ((gpointer *) &slices->args_offset_high, g_free);
    }
  if (slices->category != NULL)
    narrow_categories (slices);
}

/* Order */

/* Slices with one start are sorted by duration afterwards: few share one. */

static gboolean
is_sorted (const LaminaSlices *slices)
{
  for (guint i = 1; i < slices->n; i++)
    if (slices->start[i] < slices->start[i - 1] ||
        (slices->start[i] == slices->start[i - 1] && slices->duration[i] > slices->duration[i - 1]))
      return FALSE;
  return TRUE;
}

static int
compare_durations (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  const LaminaSlices *slices = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (slices->duration[left] != slices->duration[right])
    return slices->duration[left] > slices->duration[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
sort_equal_starts (const LaminaSlices *slices,
                   guint32            *order)
{
  for (guint i = 0; i < slices->n;)
    {
      guint end = i + 1;

      while (end < slices->n && slices->start[order[end]] == slices->start[order[i]])
        end++;
      if (end - i > 1)
        g_qsort_with_data (order + i, (int) (end - i), sizeof *order, compare_durations, (gpointer) slices);
      i = end;
    }
}

/* The order by start, longer ones first; NULL when it is that in which they stand. */
static guint32 *
get_order (const LaminaSlices *slices)
{
  g_autofree LaminaOrderItem *items = NULL;
  guint32 *order;

  if (is_sorted (slices))
    return NULL;
  items = lamina_cells_new (slices->n, sizeof *items);
  for (guint i = 0; i < slices->n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (slices->start[i]), i };
  lamina_order_sort (items, NULL, slices->n, NULL);
  order = lamina_cells_new (slices->n, sizeof *order);
  for (guint i = 0; i < slices->n; i++)
    order[i] = items[i].row;
  sort_equal_starts (slices, order);
  return order;
}

/* Lanes */

/* What a slice gives to the layer that owns it, or takes from the one around. */
typedef struct
{
  guint32 layer;
  gint64 time;
} OwnedTime;

/*
 * Slices are taken by start, longer ones first. A lane is open as long as its last slice has not ended. A slice that
 * lies inside the last slice of a lane goes below it; beyond that it goes to the first lane that is free. So a lane
 * never holds two slices that overlap (1), a slice lies below every slice around it (2), and where slices only nest,
 * lanes are depths of nesting (3).
 *
 * Slices that overlap without nesting may open very many lanes. The search for the slice around a new one therefore
 * gives up after MAX_SEARCH lanes; (1) still holds then.
 */
#define MAX_SEARCH 1024
#define CANCEL_MASK 0xffff

typedef struct
{
  gint64 end;
  guint32 owner;
} Lane;

typedef struct
{
  const LaminaSlices *slices;
  GArray *owned;
  GArray *lanes;
  guint n_open;
} Lanes;

/* The deepest open lane whose slice holds a slice that ends at @end; -1 when there is none. */
static int
find_around (Lanes  *self,
             gint64  start,
             gint64  end,
             guint  *first_free)
{
  const Lane *lanes = (const Lane *) self->lanes->data;
  guint stop = self->n_open > MAX_SEARCH ? self->n_open - MAX_SEARCH : 0;
  guint lane = self->n_open;

  while (lane > stop && !(lanes[lane - 1].end > start && lanes[lane - 1].end >= end))
    lane--;
  *first_free = lane;
  return lane > stop ? (int) lane - 1 : -1;
}

/* Device time goes to the innermost layer: what a slice takes from the slice around it is subtracted there. */
static void
add_device_time (Lanes   *self,
                 guint32  owner,
                 guint32  owner_around,
                 gint64   duration)
{
  OwnedTime gain = { owner, duration };
  OwnedTime loss = { owner_around, -duration };

  if (self->owned == NULL || owner == owner_around)
    return;
  if (owner != LAMINA_NONE)
    g_array_append_val (self->owned, gain);
  if (owner_around != LAMINA_NONE)
    g_array_append_val (self->owned, loss);
}

static guint
place (Lanes   *self,
       guint32  slice)
{
  gint64 start = self->slices->start[slice];
  gint64 end = start + self->slices->duration[slice];
  guint32 owner = self->slices->layer[slice];
  guint32 owner_around = LAMINA_NONE;
  guint lane;
  int around;

  while (self->n_open > 0 && g_array_index (self->lanes, Lane, self->n_open - 1).end <= start)
    self->n_open--;
  around = find_around (self, start, end, &lane);
  if (around >= 0)
    owner_around = g_array_index (self->lanes, Lane, around).owner;
  while (lane < self->n_open && g_array_index (self->lanes, Lane, lane).end > start)
    lane++;
  if (owner == LAMINA_NONE)
    owner = owner_around;
  if ((self->slices->flags[slice] & LAMINA_SLICE_OPEN) == 0)
    add_device_time (self, owner, owner_around, end - start);
  if (lane == self->lanes->len)
    g_array_set_size (self->lanes, lane + 1);
  g_array_index (self->lanes, Lane, lane) = (Lane) { end, owner };
  self->n_open = MAX (self->n_open, lane + 1);
  return lane;
}

/*
 * Turns the lane of each slice, by the order of adding, into its final position: lane by lane, each in order of start.
 * FALSE when all are where they belong.
 */
static gboolean
lanes_to_positions (LaminaSlices  *slices,
                    const guint32 *by_start,
                    guint32       *cells,
                    guint          n_lanes)
{
  guint32 *first = g_new0 (guint32, (gsize) n_lanes + 1);
  g_autofree guint32 *next = NULL;

  for (guint i = 0; i < slices->n; i++)
    first[cells[i] + 1]++;
  for (guint lane = 0; lane < n_lanes; lane++)
    first[lane + 1] += first[lane];
  slices->first = first;
  slices->n_lanes = n_lanes;
  if (n_lanes <= 1 && by_start == NULL)
    return FALSE;
  next = g_memdup2 (first, ((gsize) n_lanes + 1) * sizeof *first);
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 slice = by_start != NULL ? by_start[i] : i;

      cells[slice] = next[cells[slice]]++;
    }
  return TRUE;
}

/*
 * Finds the lanes of the slices of a track and their final order (see LaminaTrack). Moves nothing.
 *
 * @owned: (nullable): for a track of a device, takes the time that layers own here: that of the outermost slices of a
 *   layer, less what slices of other layers inside them cover
 * @positions: (out): the final position of each slice by the order of adding; NULL when both are the same
 *
 * Returns FALSE when it was cancelled.
 */
static gboolean
assign_lanes (LaminaTrack   *self,
              GArray        *owned,
              guint32      **positions,
              GCancellable  *cancellable)
{
  LaminaSlices *slices = &self->slices;
  g_autofree guint32 *by_start = get_order (slices);
  g_autofree guint32 *cells = lamina_cells_new (slices->n, sizeof *cells);
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (Lane));
  Lanes lanes = { slices, owned, array, 0 };

  *positions = NULL;
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 slice = by_start != NULL ? by_start[i] : i;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cells[slice] = place (&lanes, slice);
    }
  if (lanes_to_positions (slices, by_start, cells, array->len))
    *positions = g_steal_pointer (&cells);
  return TRUE;
}

/* All tracks */

static void
drop_layers_that_are_not_there (LaminaRun   *run,
                                LaminaTrack *track)
{
  guint32 *layer = (guint32 *) track->slices.layer;
  guint32 most = 0;

  for (guint i = 0; i < track->slices.n; i++)
    most = MAX (most, layer[i] + 1);
  for (guint i = 0; most > run->layers.n && i < track->slices.n; i++)
    if (layer[i] != LAMINA_NONE && layer[i] >= run->layers.n)
      {
        g_critical ("a slice of %s belongs to layer %u of %u", track->info.name, layer[i], run->layers.n);
        layer[i] = LAMINA_NONE;
      }
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
  g_autofree guint32 *positions = NULL;
  gboolean sorted = TRUE;

  for (guint i = 1; i < samples->n && sorted; i++)
    sorted = samples->time[i] >= samples->time[i - 1];
  if (sorted)
    return;
  order = g_new (guint32, samples->n);
  for (guint i = 0; i < samples->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) samples->n, sizeof *order, compare_samples, (gpointer) samples->time);
  positions = g_new (guint32, samples->n);
  for (guint i = 0; i < samples->n; i++)
    positions[order[i]] = i;
  lamina_columns_move (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, positions, samples->n);
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

/*
 * The steps for all tracks, each in all threads. Tracks are very unequal, so that only the first step, which has to see
 * one slice after the other, and the last, which is short, are taken track by track, the largest first.
 */
typedef struct
{
  LaminaTrack *track;
  guint added;
  GArray *owned;
} TrackWork;

/* So many slices, from one on; also those of the tracks behind it. */
#define SLICES_AT_ONCE (1u << 16)

typedef struct
{
  guint work;
  guint from;
} Part;

typedef struct
{
  LaminaFreeze *freeze;
  TrackWork *works;
  guint n_works;
  GArray *parts; /* Part */
  _Atomic gboolean cancelled;
  _Atomic guint64 n_bytes; /* what its levels were said to take */
} Tracks;

static void
lay_out (guint    i,
         gpointer data)
{
  Tracks *self = data;
  LaminaFreeze *freeze = self->freeze;
  TrackWork *work = &self->works[i];

  if (g_cancellable_is_cancelled (freeze->cancellable))
    atomic_store (&self->cancelled, TRUE);
  if (atomic_load (&self->cancelled))
    return;
  if (work->track->info.is_counter)
    {
      freeze_samples (work->track);
      return;
    }
  if (lamina_run_get_track_kind (freeze->run, work->added) == LAMINA_GROUP_DEVICE)
    work->owned = g_array_new (FALSE, FALSE, sizeof (OwnedTime));
  drop_layers_that_are_not_there (freeze->run, work->track);
  if (!assign_lanes (work->track, work->owned, &freeze->positions[work->added], freeze->cancellable))
    atomic_store (&self->cancelled, TRUE);
}

/* The indexes need nothing of the tracks, and all of one thread: others begin with the largest track meanwhile. */
static void
index_or_lay_out (guint    i,
                  gpointer data)
{
  Tracks *self = data;

  if (i == 0)
    lamina_freeze_indexes (self->freeze->run, self->freeze->cancellable);
  else
    lay_out (i - 1, self);
}

static void
narrow_columns (guint    i,
                gpointer data)
{
  Tracks *self = data;

  narrow_slices (&self->works[i].track->slices);
}

/* The wide columns and the others take about the same time. */
static void
move_columns (guint    i,
              gpointer data)
{
  Tracks *self = data;
  const TrackWork *work = &self->works[i / 2];
  const guint32 *positions = self->freeze->positions[work->added];
  const LaminaColumn *column = lamina_slice_columns;
  const LaminaColumn *end = column + LAMINA_N_SLICE_COLUMNS;
  LaminaSlices *slices = &work->track->slices;

  if (positions == NULL)
    return;
  for (guint n; column < end; column += n)
    {
      n = 1;
      while (column + n < end && column[n].size == column->size)
        n++;
      if ((column->size == sizeof (gint64)) == (i % 2 == 0))
        lamina_columns_move (slices, column, n, positions, slices->n);
    }
}

static void
list_parts (Tracks *self)
{
  guint64 n = 0, next = 0;

  for (guint i = 0; i < self->n_works; i++)
    {
      LaminaSlices *slices = &self->works[i].track->slices;

      slices->family = lamina_cells_new (slices->n, 1);
      for (; next < n + slices->n; next += SLICES_AT_ONCE)
        {
          Part part = { i, (guint) (next - n) };

          g_array_append_val (self->parts, part);
        }
      n += slices->n;
    }
}

static void
set_families (guint    i,
              gpointer data)
{
  Tracks *self = data;
  Part part = g_array_index (self->parts, Part, i);

  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  for (guint left = SLICES_AT_ONCE, n; left > 0 && part.work < self->n_works; part.work++, part.from = 0, left -= n)
    {
      LaminaSlices *slices = &self->works[part.work].track->slices;

      n = MIN (slices->n - part.from, left);
      lamina_freeze_slice_families (self->freeze, slices, part.from, part.from + n);
    }
}

/* What is made for each slice behind the levels: its parent, its place among those of its layer, and what sorting these takes. */
#define BYTES_BEHIND (2 * sizeof (guint32) + 3 * sizeof (LaminaSliceRef))

/* What is asked for together, where tracks are small. */
#define BYTES_BETWEEN_QUESTIONS ((guint64) 1 << 20)

static gboolean
has_room (Tracks      *self,
          LaminaTrack *track)
{
  guint64 bytes = sizeof (LaminaTrack) + lamina_track_measure_levels (track) + (guint64) track->slices.n * BYTES_BEHIND;
  guint64 before = atomic_fetch_add (&self->n_bytes, bytes);

  if (before / BYTES_BETWEEN_QUESTIONS == (before + bytes) / BYTES_BETWEEN_QUESTIONS)
    return !atomic_load (&self->cancelled);
  return lamina_budget_can_take (self->freeze->budget, bytes);
}

static void
build_levels (guint    i,
              gpointer data)
{
  Tracks *self = data;
  LaminaTrack *track = self->works[i].track;

  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  if (!has_room (self, track))
    {
      atomic_store (&self->cancelled, TRUE);
      return;
    }
  if (!track->info.is_counter)
    {
      set_slice_span (track);
      lamina_columns_shrink (&track->slices, lamina_slice_columns, LAMINA_N_SLICE_COLUMNS, track->slices.n);
    }
  lamina_track_build_levels (track);
  lamina_track_index_parents (track);
}

static gboolean
has_waits (const LaminaSlices *slices)
{
  for (guint i = 0; i < slices->n_lanes; i++)
    if (slices->lanes[i].kinds & 1u << LAMINA_SLICE_WAIT)
      return TRUE;
  return FALSE;
}

static void
add_waits (LaminaFreeze       *self,
           const LaminaSlices *slices)
{
  if (!has_waits (slices))
    return;
  if (self->waits == NULL)
    self->waits = lamina_absent_cells (self->run->layers.n);
  for (guint i = 0; i < slices->n; i++)
    if ((slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT && slices->layer[i] != LAMINA_NONE)
      self->waits[slices->layer[i]] = lamina_number_add (self->waits[slices->layer[i]], slices->duration[i]);
}

/* In the order in which the tracks were added. */
static void
add_layer_times (Tracks *self)
{
  g_autofree const TrackWork **by_added = g_new (const TrackWork *, MAX (self->n_works, 1));
  gint64 *device_times = self->freeze->device_times;

  for (guint i = 0; i < self->n_works; i++)
    by_added[self->works[i].added] = &self->works[i];
  for (guint i = 0; i < self->n_works; i++)
    {
      const GArray *owned = by_added[i]->owned;

      if (owned == NULL)
        continue;
      for (guint j = 0; j < owned->len; j++)
        {
          const OwnedTime *time = &g_array_index (owned, OwnedTime, j);

          device_times[time->layer] = lamina_number_add (device_times[time->layer], time->time);
        }
      add_waits (self->freeze, &by_added[i]->track->slices);
    }
}

static int
compare_sizes (gconstpointer a,
               gconstpointer b)
{
  const TrackWork *left = a;
  const TrackWork *right = b;
  guint left_size = left->track->slices.n + left->track->samples.n;
  guint right_size = right->track->slices.n + right->track->samples.n;

  if (left_size != right_size)
    return left_size > right_size ? -1 : 1;
  return left->added < right->added ? -1 : left->added > right->added;
}

static void
list_works (Tracks    *self,
            LaminaRun *run)
{
  self->n_works = run->tracks->len;
  self->works = g_new0 (TrackWork, MAX (self->n_works, 1));
  for (guint i = 0; i < self->n_works; i++)
    self->works[i] = (TrackWork) { g_ptr_array_index (run->tracks, i), i, NULL };
  qsort (self->works, self->n_works, sizeof *self->works, compare_sizes);
}

static void
take_steps (Tracks *self)
{
  guint n_threads = self->freeze->n_threads;

  lamina_parallel_run (self->n_works + 1, n_threads, index_or_lay_out, self);
  if (atomic_load (&self->cancelled))
    return;
  lamina_parallel_run (self->n_works, n_threads, narrow_columns, self);
  lamina_parallel_run (2 * self->n_works, n_threads, move_columns, self);
  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  list_parts (self);
  lamina_parallel_run (self->parts->len, n_threads, set_families, self);
  lamina_parallel_run (self->n_works, n_threads, build_levels, self);
  if (!atomic_load (&self->cancelled) && !g_cancellable_is_cancelled (self->freeze->cancellable))
    add_layer_times (self);
}

gboolean
lamina_freeze_tracks_and_indexes (LaminaFreeze *self)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  Tracks tracks = { .freeze = self, .parts = parts };

  atomic_init (&tracks.cancelled, FALSE);
  atomic_init (&tracks.n_bytes, 0);
  list_works (&tracks, self->run);
  take_steps (&tracks);
  for (guint i = 0; i < tracks.n_works; i++)
    g_clear_pointer (&tracks.works[i].owned, g_array_unref);
  g_free (tracks.works);
  return !atomic_load (&tracks.cancelled) && !g_cancellable_is_cancelled (self->cancellable);
}
