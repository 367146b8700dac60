/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

LaminaArrangement *
lamina_arrangement_new (LaminaRun *run)
{
  LaminaArrangement *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = g_new0 (LaminaArrangement, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->n_tracks = lamina_run_get_n_tracks (run);
  self->n_groups = lamina_run_get_n_groups (run);
  self->order = g_new (guint32, self->n_tracks + 1);
  self->track_flags = g_new0 (guint8, self->n_tracks + 1);
  self->group_flags = g_new0 (guint8, self->n_groups + 1);
  self->splits = g_new0 (LaminaTrackSplit *, self->n_tracks + 1);
  self->rates = lamina_track_rates_new (run);
  self->marks = lamina_mark_index_new (run);
  for (guint i = 0; i < self->n_tracks; i++)
    self->order[i] = i;
  return self;
}

LaminaArrangement *
lamina_arrangement_copy (LaminaArrangement *self)
{
  LaminaArrangement *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->order = g_memdup2 (self->order, (self->n_tracks + 1) * sizeof *self->order);
  copy->track_flags = g_memdup2 (self->track_flags, self->n_tracks + 1);
  copy->group_flags = g_memdup2 (self->group_flags, self->n_groups + 1);
  copy->splits = g_memdup2 (self->splits, (self->n_tracks + 1) * sizeof *self->splits);
  g_ptr_array_ref (self->rates);
  g_array_ref (self->marks);
  for (guint i = 0; i < self->n_tracks; i++)
    if (copy->splits[i] != NULL)
      lamina_track_split_ref (copy->splits[i]);
  return copy;
}

LaminaArrangement *
lamina_arrangement_ref (LaminaArrangement *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_arrangement_unref (LaminaArrangement *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_tracks; i++)
    g_clear_pointer (&self->splits[i], lamina_track_split_unref);
  g_ptr_array_unref (self->rates);
  g_array_unref (self->marks);
  g_free (self->splits);
  g_free (self->order);
  g_free (self->track_flags);
  g_free (self->group_flags);
  g_free (self);
}

/* Where the flags of an item stand; NULL when there is no such item. */
static guint8 *
find_flags (LaminaArrangement  *self,
            const LaminaTarget *item)
{
  if (item->kind == LAMINA_TARGET_TRACK && item->track < self->n_tracks)
    return &self->track_flags[item->track];
  if (item->kind == LAMINA_TARGET_GROUP && item->track < self->n_groups)
    return &self->group_flags[item->track];
  if (item->kind == LAMINA_TARGET_RATE && item->track < self->rates->len)
    return &self->rate_flags[item->track];
  return NULL;
}

guint
lamina_arrangement_get (LaminaArrangement  *self,
                        const LaminaTarget *item)
{
  const guint8 *flags;

  g_return_val_if_fail (self != NULL && item != NULL, 0);

  flags = find_flags (self, item);
  return flags != NULL ? *flags : 0;
}

/* Whether a track has lanes below the outermost one that are not drawn over it. */
static gboolean
has_inner_lanes (const LaminaSlices *slices)
{
  for (guint lane = 1; lane < slices->n_lanes; lane++)
    if (!lamina_lane_is_folded (slices, lane))
      return TRUE;
  return FALSE;
}

gboolean
lamina_arrangement_can_set (LaminaArrangement      *self,
                            const LaminaTarget     *item,
                            LaminaArrangementFlags  flag)
{
  const LaminaSlices *slices;
  LaminaTrack *track;

  g_return_val_if_fail (self != NULL && item != NULL, FALSE);

  if (find_flags (self, item) == NULL)
    return FALSE;
  if (item->kind == LAMINA_TARGET_RATE)
    return flag == LAMINA_ARRANGEMENT_HIDDEN;
  if (item->kind == LAMINA_TARGET_GROUP)
    return flag == LAMINA_ARRANGEMENT_HIDDEN || flag == LAMINA_ARRANGEMENT_COLLAPSED || flag == LAMINA_ARRANGEMENT_PINNED
           || (flag == LAMINA_ARRANGEMENT_SPLIT
               && lamina_run_get_group (self->run, item->track)->kind == LAMINA_GROUP_DEVICE);
  track = lamina_run_get_track (self->run, item->track);
  slices = lamina_track_get_slices (track);
  if (flag == LAMINA_ARRANGEMENT_FIXED)
    return lamina_track_is_counter (track);
  if (flag == LAMINA_ARRANGEMENT_COLLAPSED)
    return has_inner_lanes (slices);
  return flag != LAMINA_ARRANGEMENT_SPLIT || slices->n > 0;
}

static void
split_track (LaminaArrangement *self,
             guint              track,
             gboolean           on)
{
  LaminaTrack *what = lamina_run_get_track (self->run, track);

  if (lamina_track_get_slices (what)->n == 0)
    return;
  g_clear_pointer (&self->splits[track], lamina_track_split_unref);
  if (on)
    self->splits[track] = lamina_track_split_new (what);
  self->track_flags[track] = (guint8) (on ? self->track_flags[track] | LAMINA_ARRANGEMENT_SPLIT
                                          : self->track_flags[track] & ~LAMINA_ARRANGEMENT_SPLIT);
}

/* To split a group is to split the tracks right below it. */
static void
split (LaminaArrangement  *self,
       const LaminaTarget *item,
       gboolean            on)
{
  if (item->kind == LAMINA_TARGET_TRACK)
    split_track (self, item->track, on);
  for (guint i = 0; item->kind == LAMINA_TARGET_GROUP && i < self->n_tracks; i++)
    if (lamina_track_get_group (lamina_run_get_track (self->run, i)) == item->track)
      split_track (self, i, on);
}

LaminaArrangement *
lamina_arrangement_set (LaminaArrangement      *self,
                        const LaminaTarget     *item,
                        LaminaArrangementFlags  flag,
                        gboolean                on)
{
  LaminaArrangement *other;
  guint8 *flags;

  g_return_val_if_fail (self != NULL && item != NULL, NULL);

  other = lamina_arrangement_copy (self);
  flags = find_flags (other, item);
  if (flags == NULL || !lamina_arrangement_can_set (self, item, flag))
    return other;
  *flags = (guint8) (on ? *flags | flag : *flags & ~flag);
  if (flag == LAMINA_ARRANGEMENT_SPLIT)
    split (other, item, on);
  return other;
}

LaminaArrangement *
lamina_arrangement_show_all (LaminaArrangement *self)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL, NULL);

  other = lamina_arrangement_copy (self);
  for (guint i = 0; i < self->n_tracks; i++)
    other->track_flags[i] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  for (guint i = 0; i < self->n_groups; i++)
    other->group_flags[i] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  for (guint i = 0; i < self->rates->len; i++)
    other->rate_flags[i] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  return other;
}

LaminaArrangement *
lamina_arrangement_show_track (LaminaArrangement *self,
                               guint              track)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL && track < self->n_tracks, NULL);

  other = lamina_arrangement_copy (self);
  other->track_flags[track] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  for (guint32 group = lamina_track_get_group (lamina_run_get_track (self->run, track)); group != LAMINA_NONE;
       group = lamina_run_get_group (self->run, group)->parent)
    other->group_flags[group] &= (guint8) ~(LAMINA_ARRANGEMENT_HIDDEN | LAMINA_ARRANGEMENT_COLLAPSED);
  return other;
}

gboolean
lamina_arrangement_group_has (LaminaArrangement      *self,
                              guint32                 group,
                              LaminaArrangementFlags  flag)
{
  for (; group != LAMINA_NONE; group = lamina_run_get_group (self->run, group)->parent)
    if (self->group_flags[group] & flag)
      return TRUE;
  return FALSE;
}

static gboolean
track_has (LaminaArrangement      *self,
           guint                   track,
           LaminaArrangementFlags  flag)
{
  return (self->track_flags[track] & flag)
         || lamina_arrangement_group_has (self, lamina_track_get_group (lamina_run_get_track (self->run, track)), flag);
}

gboolean
lamina_arrangement_is_hidden (LaminaArrangement *self,
                              guint              track)
{
  g_return_val_if_fail (self != NULL && track < self->n_tracks, FALSE);

  return track_has (self, track, LAMINA_ARRANGEMENT_HIDDEN);
}

gboolean
lamina_arrangement_is_pinned (LaminaArrangement *self,
                              guint              track)
{
  g_return_val_if_fail (self != NULL && track < self->n_tracks, FALSE);

  return track_has (self, track, LAMINA_ARRANGEMENT_PINNED);
}

guint
lamina_arrangement_get_n_hidden (LaminaArrangement *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->n_tracks; i++)
    n += lamina_arrangement_is_hidden (self, i);
  for (guint i = 0; i < self->rates->len; i++)
    n += (self->rate_flags[i] & LAMINA_ARRANGEMENT_HIDDEN) != 0;
  return n;
}

const LaminaTrackRate *
lamina_arrangement_get_rate (LaminaArrangement *self,
                             guint              i)
{
  return self->rates->pdata[i];
}

const guint32 *
lamina_arrangement_get_order (LaminaArrangement *self,
                              guint             *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->n_tracks;
  return self->order;
}
