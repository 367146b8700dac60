/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"

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

void
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
