/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family.h"
#include "lamina-freeze-private.h"
#include "lamina-lanes-private.h"

static LaminaFamily
get_family (LaminaFreeze *self,
            guint32       name)
{
  guint8 *family = &self->families[name];

  if (*family == 0)
    *family = (guint8) (1 + lamina_family_from_words ("", lamina_strings_get (self->run->strings, name)));
  return (LaminaFamily) (*family - 1);
}

static void
set_slice_families (LaminaFreeze *self,
                    LaminaTrack  *track)
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
add_waits (LaminaFreeze *self,
           LaminaTrack  *track)
{
  const LaminaSlices *slices = &track->slices;

  for (guint i = 0; i < slices->n; i++)
    if ((slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT && slices->layer[i] != LAMINA_NONE)
      self->waits[slices->layer[i]] = lamina_number_add (self->waits[slices->layer[i]], slices->duration[i]);
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
freeze_slices (LaminaFreeze *self,
               LaminaTrack  *track,
               guint         i)
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

gboolean
lamina_freeze_tracks (LaminaFreeze *self)
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
move_ref (LaminaFreeze   *self,
          LaminaSliceRef *ref)
{
  if (ref->track == LAMINA_NONE)
    return;
  if (self->positions[ref->track] != NULL)
    ref->slice = self->positions[ref->track][ref->slice];
  ref->track = self->track_places[ref->track];
}

void
lamina_freeze_track_places (LaminaFreeze *self)
{
  LaminaRun *run = self->run;

  place_tracks (self);
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
