/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include "lamina-order-rows.h"

#include <math.h>
#include <string.h>

static gint
compare_types (gconstpointer a,
               gconstpointer b)
{
  const LaminaComparisonType *type_a = a, *type_b = b;
  guint64 size_a = (guint64) ABS (type_a->delta), size_b = (guint64) ABS (type_b->delta);

  return size_a == size_b ? 0 : size_a > size_b ? -1 : 1;
}

/* The square of the noise of a pair; NaN where it is not known. */
static double
get_square (const LaminaPair *pair)
{
  if (pair->delta == LAMINA_ABSENT)
    return 0;
  return pair->noise == LAMINA_ABSENT ? NAN : (double) pair->noise * (double) pair->noise;
}

static void
add_pair (LaminaComparisonType *type,
          const LaminaPair     *pair)
{
  type->n_pairs++;
  type->cost_a = lamina_number_add (type->cost_a, pair->cost_a);
  type->cost_b = lamina_number_add (type->cost_b, pair->cost_b);
  type->delta = lamina_number_add (type->delta, pair->delta);
  type->noise_delta = lamina_number_add (type->noise_delta, pair->is_noise ? pair->delta : 0);
}

void
lamina_comparison_sum_types (LaminaComparison *self)
{
  g_autoptr (GHashTable) found = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  g_autoptr (GArray) squares = g_array_new (FALSE, TRUE, sizeof (double));
  const char *last = NULL;
  guint at = 0;

  self->types = g_array_new (FALSE, FALSE, sizeof (LaminaComparisonType));
  for (guint i = 0; i < self->n_pairs; i++)
    {
      LaminaPair pair;
      LaminaFamily family;
      const char *type;

      lamina_comparison_read_pair (self, i, &pair);
      type = lamina_comparison_get_pair_type (self, &pair, &family);
      /* Neighbors are often of one type, and a string of a run is one pointer. */
      if (type != last)
        {
          gpointer value;

          if (!g_hash_table_lookup_extended (found, type, NULL, &value))
            {
              LaminaComparisonType row = { .type = *type != '\0' ? type : NULL, .family = family,
                                           .cost_a = LAMINA_ABSENT, .cost_b = LAMINA_ABSENT };

              value = GUINT_TO_POINTER (self->types->len);
              g_array_append_val (self->types, row);
              g_hash_table_insert (found, (gpointer) type, value);
            }
          at = GPOINTER_TO_UINT (value);
          last = type;
        }
      add_pair (&g_array_index (self->types, LaminaComparisonType, at), &pair);
      g_array_set_size (squares, self->types->len);
      g_array_index (squares, double, at) += get_square (&pair);
    }
  for (guint i = 0; i < self->types->len; i++)
    {
      LaminaComparisonType *type = &g_array_index (self->types, LaminaComparisonType, i);

      type->noise = lamina_comparison_round_noise (sqrt (g_array_index (squares, double, i)));
      type->is_noise = lamina_comparison_is_noise (type->delta, type->noise);
    }
  g_array_sort (self->types, compare_types);
}

/*
 * Where the layers of both sides lie on one scale. Where both runs are measured, each begins when its work does, from the
 * first work of its side on; what runs at once on several queues lies at one place. Elsewhere costs lie end to end in the
 * order of execution.
 */

static gint64
get_offset (LaminaComparison *self,
            guint             side,
            LaminaTimebase   *timebase,
            guint32           track)
{
  return track < lamina_run_get_n_tracks (self->runs[side])
         ? lamina_timebase_get_offset (timebase, lamina_track_get_info (lamina_run_get_track (self->runs[side], track))->clock)
         : 0;
}

/* When the first of its work on devices starts, or LAMINA_ABSENT. */
static gint64
find_device_start (LaminaComparison *self,
                   guint             side,
                   LaminaTimebase   *timebase,
                   guint32           layer)
{
  LaminaRun *run = self->runs[side];
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 first = LAMINA_ABSENT;

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef ref = layers->slices[i];
      gint64 start;

      if (lamina_run_get_track_kind (run, ref.track) != LAMINA_GROUP_DEVICE)
        continue;
      start = lamina_number_add (lamina_track_get_slices (lamina_run_get_track (run, ref.track))->start[ref.slice],
                                 get_offset (self, side, timebase, ref.track));
      if (first == LAMINA_ABSENT || start < first)
        first = start;
    }
  return first;
}

static gint64
find_start (LaminaComparison *self,
            guint             side,
            LaminaTimebase   *timebase,
            guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->runs[side]);
  gint64 start = lamina_run_get_layer_track_start (self->runs[side], layer);

  if (lamina_run_get_cost_kind (self->runs[side]) == LAMINA_COST_DEVICE && layers->first_slice != NULL)
    {
      gint64 on_device = find_device_start (self, side, timebase, layer);

      if (on_device != LAMINA_ABSENT)
        return on_device;
    }
  return start == LAMINA_ABSENT
         ? start : lamina_number_add (start, get_offset (self, side, timebase,
                                                         lamina_column_row (layers->track, layer)));
}

static gint64
get_cost (LaminaComparison *self,
          guint             side,
          guint32           layer)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (self->runs[side]), layer);

  return cost != LAMINA_ABSENT ? MAX (cost, 0) : 0;
}

static guint
get_n (LaminaComparison *self,
       guint             side)
{
  return side == 0 ? self->summary.n_layers_a : self->summary.n_layers_b;
}

/* FALSE when the place of something that takes time is not known. */
static gboolean
place_measured (LaminaComparison *self,
                guint             side)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (self->runs[side], TRUE);
  gint64 origin = G_MAXINT64;

  if (lamina_run_get_unit (self->runs[side]) != LAMINA_AXIS_NANOSECONDS
      || lamina_run_get_timing (self->runs[side]) != LAMINA_TIMING_MEASURED)
    return FALSE;
  for (guint i = 0; i < get_n (self, side); i++)
    {
      guint32 layer = self->order[side][i];
      gint64 cost = get_cost (self, side, layer), start = find_start (self, side, timebase, layer);

      if (cost > 0 && (start == LAMINA_ABSENT || ABS (start) > G_MAXINT64 / 4))
        return FALSE;
      self->spans[side][layer] = (LaminaComparisonSpan) { start, cost };
      if (cost > 0)
        origin = MIN (origin, start);
    }
  for (guint i = 0; i < get_n (self, side); i++)
    {
      LaminaComparisonSpan *span = &self->spans[side][self->order[side][i]];
      gint64 cost = span->end;

      span->start = cost > 0 ? span->start - origin : 0;
      span->end = lamina_number_add (span->start, cost);
    }
  return TRUE;
}

static gboolean
sort_by_place (LaminaComparison *self,
               guint             side,
               GCancellable     *cancellable)
{
  guint n = get_n (self, side);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (self->spans[side][self->order[side][i]].start),
                                   self->order[side][i] };
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return FALSE;
  for (guint i = 0; i < n; i++)
    self->placed[side][i] = items[i].row;
  return TRUE;
}

gboolean
lamina_comparison_place (LaminaComparison *self,
                         GCancellable     *cancellable)
{
  for (guint side = 0; side < 2; side++)
    {
      self->spans[side] = g_new0 (LaminaComparisonSpan, MAX (lamina_run_get_layers (self->runs[side])->n, 1));
      self->placed[side] = g_memdup2 (self->order[side], MAX (get_n (self, side), 1) * sizeof *self->order[side]);
    }
  self->is_measured = place_measured (self, 0) && place_measured (self, 1);
  for (guint side = 0; side < 2; side++)
    {
      if (!self->is_measured)
        {
          gint64 at = 0;

          for (guint i = 0; i < get_n (self, side); i++)
            {
              LaminaComparisonSpan *span = &self->spans[side][self->order[side][i]];

              span->start = at;
              at = lamina_number_add (at, get_cost (self, side, self->order[side][i]));
              span->end = at;
            }
        }
      else if (!sort_by_place (self, side, cancellable))
        return FALSE;
      for (guint i = 0; i < get_n (self, side); i++)
        self->length[side] = MAX (self->length[side], self->spans[side][self->order[side][i]].end);
    }
  return TRUE;
}

gboolean
lamina_comparison_is_measured (LaminaComparison *self)
{
  return self->is_measured;
}

gint64
lamina_comparison_get_length (LaminaComparison *self,
                              gboolean          is_b)
{
  return self->length[is_b ? 1 : 0];
}

const LaminaComparisonSpan *
lamina_comparison_get_spans (LaminaComparison *self,
                             gboolean          is_b)
{
  return self->spans[is_b ? 1 : 0];
}

const guint32 *
lamina_comparison_get_placed (LaminaComparison *self,
                              gboolean          is_b,
                              guint            *n)
{
  *n = get_n (self, is_b ? 1 : 0);
  return self->placed[is_b ? 1 : 0];
}

/* Pairs from mates: their order, their layers, their costs. */

void
lamina_pair_numbers_clear (LaminaPairNumbers *self)
{
  g_clear_pointer (&self->pair_a, g_free);
  g_clear_pointer (&self->pair_b, g_free);
}

/* Pairs in which A takes part, in its order. Several of A that are one in B have the number of the first of them. */
static void
number_a (LaminaPairNumbers    *self,
          const LaminaSequence *a,
          const LaminaSequence *b)
{
  memset (self->pair_b, 0xff, b->n * sizeof *self->pair_b);
  for (guint i = 0; i < a->n; i++)
    {
      guint32 j = a->mate[i];

      if (j != LAMINA_NONE && self->pair_b[j] != LAMINA_NONE)
        self->pair_a[i] = self->pair_b[j];
      else
        self->pair_a[i] = self->n++;
      if (j != LAMINA_NONE)
        self->pair_b[j] = self->pair_a[i];
    }
  for (guint j = 0; j < b->n; j++)
    if (b->mate[j] != LAMINA_NONE)
      self->pair_b[j] = self->pair_a[b->mate[j]];
}

/* Puts what only B has behind its predecessor there, and numbers all anew. */
static void
insert_b (LaminaPairNumbers    *self,
          const LaminaSequence *a,
          const LaminaSequence *b)
{
  g_autofree guint32 *places = g_new0 (guint32, (gsize) self->n + 2);
  g_autofree guint32 *behind = g_new (guint32, MAX (b->n, 1));
  guint32 last = 0;

  /* Number n + 1 for what follows pair n, 0 for what precedes all. */
  for (guint j = 0; j < b->n; j++)
    {
      if (self->pair_b[j] != LAMINA_NONE)
        last = self->pair_b[j] + 1;
      else
        places[last]++;
      behind[j] = last;
    }
  for (guint i = 0, place = 0; i <= self->n; i++)
    {
      guint n = places[i];

      /* Pair i - 1 itself stands before what follows it. */
      places[i] = place + (i > 0);
      place = places[i] + n;
    }
  for (guint i = 0; i < a->n; i++)
    self->pair_a[i] = places[self->pair_a[i] + 1] - 1;
  for (guint j = 0; j < b->n; j++)
    if (self->pair_b[j] != LAMINA_NONE)
      self->pair_b[j] = self->pair_a[b->mate[j]];
  for (guint j = 0; j < b->n; j++)
    if (self->pair_b[j] == LAMINA_NONE)
      {
        self->pair_b[j] = places[behind[j]]++;
        self->n++;
      }
}

/* The layers of each pair on one side, in order. */
static void
fill_members (LaminaComparison     *self,
              guint                 side,
              const LaminaSequence *sequence,
              const guint32        *pairs)
{
  guint32 *first = g_new0 (guint32, (gsize) self->n_pairs + 2);

  self->members[side] = g_new (guint32, MAX (sequence->n, 1));
  self->pair_of[side] = g_new (guint32, MAX (sequence->layers->n, 1));
  memset (self->pair_of[side], 0xff, sequence->layers->n * sizeof *self->pair_of[side]);
  for (guint i = 0; i < sequence->n; i++)
    first[pairs[i] + 2]++;
  for (guint i = 2; i < self->n_pairs + 2; i++)
    first[i] += first[i - 1];
  for (guint i = 0; i < sequence->n; i++)
    {
      self->members[side][first[pairs[i] + 1]++] = sequence->rows[i];
      self->pair_of[side][sequence->rows[i]] = pairs[i];
      self->basis[pairs[i]] = sequence->basis[i];
    }
  self->first[side] = first;
}

static LaminaPairState
get_state (LaminaComparison *self,
           guint             i)
{
  guint n_a = self->first[0][i + 1] - self->first[0][i];
  guint n_b = self->first[1][i + 1] - self->first[1][i];

  if (n_b == 0)
    return LAMINA_PAIR_ONLY_A;
  if (n_a == 0)
    return LAMINA_PAIR_ONLY_B;
  return n_b > 1 ? LAMINA_PAIR_SPLIT : n_a > 1 ? LAMINA_PAIR_MERGED : LAMINA_PAIR_MATCHED;
}

static gboolean
has_time (const gint64 *costs,
          guint         n)
{
  for (guint i = 0; i < n; i++)
    if (costs[i] > 0)
      return TRUE;
  return FALSE;
}

/* What the host spends on a layer and what devices do says nothing of each other. */
static gboolean
are_unlike (LaminaComparison *self)
{
  LaminaCost a = lamina_run_get_cost_kind (self->runs[0]), b = lamina_run_get_cost_kind (self->runs[1]);

  return (a == LAMINA_COST_DEVICE && b == LAMINA_COST_SELF) || (a == LAMINA_COST_SELF && b == LAMINA_COST_DEVICE);
}

static void
fill_costs (LaminaComparison *self)
{
  for (guint side = 0; side < 2; side++)
    {
      const gint64 *costs = lamina_run_get_costs (self->runs[side]);

      self->cost[side] = g_new (gint64, MAX (self->n_pairs, 1));
      for (guint i = 0; i < self->n_pairs; i++)
        {
          self->cost[side][i] = LAMINA_ABSENT;
          for (guint k = self->first[side][i]; k < self->first[side][i + 1]; k++)
            self->cost[side][i] =
              lamina_number_add (self->cost[side][i], lamina_column_number (costs, self->members[side][k]));
        }
    }
  for (guint side = 0; side < 2; side++)
    self->has_times[side] = has_time (self->cost[side], self->n_pairs);
  self->is_timed = self->has_times[0] && self->has_times[1] && !are_unlike (self);
}

void
lamina_comparison_make_pairs (LaminaComparison     *self,
                              const LaminaSequence *a,
                              const LaminaSequence *b,
                              LaminaPairNumbers    *numbers)
{
  *numbers = (LaminaPairNumbers) { g_new (guint32, MAX (a->n, 1)), g_new (guint32, MAX (b->n, 1)), 0 };
  number_a (numbers, a, b);
  insert_b (numbers, a, b);
  self->n_pairs = numbers->n;
  self->state = g_new (guint8, MAX (self->n_pairs, 1));
  self->basis = g_new0 (guint8, MAX (self->n_pairs, 1));
  fill_members (self, 0, a, numbers->pair_a);
  fill_members (self, 1, b, numbers->pair_b);
  for (guint i = 0; i < self->n_pairs; i++)
    self->state[i] = (guint8) get_state (self, i);
  fill_costs (self);
}
