/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search-groups.h"

#include "lamina-order-rows.h"

#include <math.h>

struct _LaminaSearchGroups
{
  LaminaRun *run;
  GArray *groups;
};

/* A group while it is added up, with the last track on which it was met and the outermost lane there. */
typedef struct
{
  LaminaSearchGroup group;
  gint64 start;
  guint32 track;
  guint lane;
} Sum;

/* So many slices of a track for each that is asked for what is around it, and all are worked out. */
#define SLICES_PER_QUESTION 16

/*
 * places   the place of each group, from 1 on, by its name and category in one number
 * latest   by name, the place of the group of that name that was met last: most names have one category
 * parents  of the track that is looked at, what is around each slice; NULL as long as few are asked for
 * n_asked  how many were
 */
typedef struct
{
  LaminaSearch *search;
  LaminaRun *run;
  GHashTable *places;
  GArray *latest;
  GArray *sums;
  guint32 *parents;
  guint n_asked;
} Sums;

static Sum *
take_sum (Sums    *self,
          guint32  name,
          guint32  category)
{
  const guint64 key = (guint64) name << 32 | category;
  Sum sum = { .group = { .name = name, .category = category }, .track = LAMINA_NONE };
  guint place;

  if (name >= self->latest->len)
    g_array_set_size (self->latest, name + 1);
  place = g_array_index (self->latest, guint, name);
  if (place != 0 && g_array_index (self->sums, Sum, place - 1).group.category == category)
    return &g_array_index (self->sums, Sum, place - 1);
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key));
  if (place == 0)
    {
      g_array_append_val (self->sums, sum);
      place = self->sums->len;
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  g_array_index (self->latest, guint, name) = place;
  return &g_array_index (self->sums, Sum, place - 1);
}

static guint32
get_parent (const Sums  *self,
            LaminaTrack *track,
            guint32      slice)
{
  return self->parents != NULL ? self->parents[slice] : lamina_track_get_parent (track, slice);
}

/* Whether a match lies inside another one of its group, which has its time already. */
static gboolean
is_inside (Sums                    *self,
           const LaminaSearchGroup *group,
           guint32                  index,
           guint                    slice)
{
  LaminaTrack *track = lamina_run_get_track (self->run, index);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  if (self->parents == NULL && self->n_asked++ == slices->n / SLICES_PER_QUESTION)
    self->parents = lamina_track_dup_parents (track);
  for (guint32 around = get_parent (self, track, slice); around != LAMINA_NONE; around = get_parent (self, track, around))
    if (slices->name[around] == group->name && lamina_slices_get_category (slices, around) == group->category
        && lamina_search_matches (self->search, index, around, 1))
      return TRUE;
  return FALSE;
}

/* Lanes come from the outermost on: nothing of a group is around what lies on the first one where it was met. */
static void
add_match (Sums    *self,
           guint32  track,
           guint    lane,
           guint    slice,
           gint64   offset)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, track));
  Sum *sum = take_sum (self, slices->name[slice], lamina_slices_get_category (slices, slice));
  gint64 start = lamina_add_saturating (slices->start[slice], offset);

  if (sum->track != track)
    {
      sum->group.n_tracks++;
      sum->track = track;
      sum->lane = lane;
    }
  if (sum->group.n++ == 0 || start < sum->start)
    {
      sum->group.first = (LaminaSliceRef) { track, slice };
      sum->start = start;
    }
  if (lane == sum->lane || !is_inside (self, &sum->group, track, slice))
    sum->group.total = lamina_add_saturating (sum->group.total, slices->duration[slice]);
}

/* FALSE when cancelled. */
static gboolean
add_track (Sums           *self,
           LaminaTimebase *timebase,
           guint32         index,
           GCancellable   *cancellable)
{
  LaminaTrack *track = lamina_run_get_track (self->run, index);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
  guint n = 0;

  g_clear_pointer (&self->parents, g_free);
  self->n_asked = 0;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint end = slices->first[lane + 1];

      for (guint i = lamina_search_find_on_track (self->search, index, slices->first[lane], end); i < end;
           i = lamina_search_find_on_track (self->search, index, i + 1, end))
        {
          if (lamina_order_is_cancelled (cancellable, n++))
            return FALSE;
          add_match (self, index, lane, i, offset);
        }
    }
  return TRUE;
}

/* GLib sorts by merging: equal ones stay in the order in which they were met. */
static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const LaminaSearchGroup *left = a, *right = b;

  if (left->total != right->total)
    return left->total > right->total ? -1 : 1;
  return (left->n < right->n) - (left->n > right->n);
}

static GArray *
order_groups (const Sums     *sums,
              LaminaTimebase *timebase)
{
  gboolean is_time = lamina_run_get_unit (sums->run) == LAMINA_AXIS_NANOSECONDS;
  double length = (double) lamina_subtract_saturating (lamina_timebase_get_end (timebase), lamina_timebase_get_start (timebase));
  GArray *groups = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSearchGroup), sums->sums->len);

  for (guint i = 0; i < sums->sums->len; i++)
    {
      LaminaSearchGroup group = g_array_index (sums->sums, Sum, i).group;

      group.share = is_time && length > 0 ? (double) group.total / group.n_tracks / length : NAN;
      group.total = is_time ? group.total : LAMINA_ABSENT;
      g_array_append_val (groups, group);
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

LaminaSearchGroups *
lamina_search_groups_new (LaminaSearch   *search,
                          LaminaTimebase *timebase,
                          GCancellable   *cancellable)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) latest = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  Sums all = { search, NULL, places, latest, sums, NULL, 0 };
  LaminaSearchGroups *self;
  gboolean is_done = TRUE;

  g_return_val_if_fail (search != NULL && timebase != NULL, NULL);

  all.run = lamina_search_get_run (search);
  for (guint32 i = 0; is_done && i < lamina_run_get_n_tracks (all.run); i++)
    is_done = add_track (&all, timebase, i, cancellable);
  g_free (all.parents);
  if (!is_done)
    return NULL;
  self = g_new (LaminaSearchGroups, 1);
  self->run = all.run;
  self->groups = order_groups (&all, timebase);
  return self;
}

void
lamina_search_groups_free (LaminaSearchGroups *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->groups);
  g_free (self);
}

guint
lamina_search_groups_get_n (LaminaSearchGroups *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->groups->len;
}

const LaminaSearchGroup *
lamina_search_groups_get (LaminaSearchGroups *self,
                          guint               i)
{
  g_return_val_if_fail (self != NULL && i < self->groups->len, NULL);
  return &g_array_index (self->groups, LaminaSearchGroup, i);
}

guint
lamina_search_groups_find (LaminaSearchGroups   *self,
                           const LaminaSliceRef *slice)
{
  const LaminaSlices *slices;

  g_return_val_if_fail (self != NULL && slice != NULL, LAMINA_NONE);

  slices = lamina_track_get_slices (lamina_run_get_track (self->run, slice->track));
  for (guint i = 0; i < self->groups->len; i++)
    {
      const LaminaSearchGroup *group = &g_array_index (self->groups, LaminaSearchGroup, i);

      if (group->name == slices->name[slice->slice] && group->category == lamina_slices_get_category (slices, slice->slice))
        return i;
    }
  return LAMINA_NONE;
}
