/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-change.h"

#include "lamina-arrangement-state.h"
#include "lamina-overview-tracks.h"
#include "lamina-timeline-places.h"
#include "lamina-track-order.h"

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
  self->flags[track] = (guint8) (on ? self->flags[track] | LAMINA_ARRANGEMENT_SPLIT
                                    : self->flags[track] & ~LAMINA_ARRANGEMENT_SPLIT);
}

void
lamina_arrangement_put (LaminaArrangement      *self,
                        const LaminaTarget     *item,
                        LaminaArrangementFlags  flag,
                        gboolean                on)
{
  guint8 *flags = lamina_arrangement_find_flags (self, item);

  if (flags == NULL || !lamina_arrangement_can_set (self, item, flag))
    return;
  *flags = (guint8) (on ? *flags | flag : *flags & ~flag);
  if (flag == LAMINA_ARRANGEMENT_SPLIT && item->kind == LAMINA_TARGET_TRACK)
    split_track (self, item->track, on);
  if (item->kind == LAMINA_TARGET_TRACK || item->kind == LAMINA_TARGET_FUNCTIONS)
    lamina_arrangement_nest_track (self, item->track, flag == LAMINA_ARRANGEMENT_WHOLE);
  /* To split a group is to split the tracks right below it. */
  for (guint i = 0; flag == LAMINA_ARRANGEMENT_SPLIT && item->kind == LAMINA_TARGET_GROUP && i < self->n_tracks; i++)
    if (lamina_track_order_get_parent (self->run, i) == item->track)
      split_track (self, i, on);
}

LaminaArrangement *
lamina_arrangement_set (LaminaArrangement      *self,
                        const LaminaTarget     *item,
                        LaminaArrangementFlags  flag,
                        gboolean                on)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL && item != NULL, NULL);

  other = lamina_arrangement_copy (self);
  lamina_arrangement_put (other, item, flag, on);
  return other;
}

LaminaArrangement *
lamina_arrangement_hide_zeros (LaminaArrangement *self)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->has_zeros)
    return lamina_arrangement_ref (self);
  other = lamina_arrangement_copy (self);
  for (guint i = 0; i < self->n_tracks; i++)
    if (lamina_arrangement_is_zero (self, i))
      other->flags[i] |= LAMINA_ARRANGEMENT_HIDDEN;
  return other;
}

LaminaArrangement *
lamina_arrangement_show_all (LaminaArrangement *self)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL, NULL);

  other = lamina_arrangement_copy (self);
  for (guint i = 0; i < lamina_arrangement_count_items (self); i++)
    other->flags[i] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  return other;
}

LaminaArrangement *
lamina_arrangement_show_track (LaminaArrangement *self,
                               guint              track)
{
  const LaminaArrangementFlags out_of_sight = LAMINA_ARRANGEMENT_HIDDEN | LAMINA_ARRANGEMENT_COLLAPSED;
  guint32 group;
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL && track < self->n_tracks, NULL);

  group = lamina_track_order_get_parent (self->run, track);
  if (!(self->flags[track] & LAMINA_ARRANGEMENT_HIDDEN) && !lamina_arrangement_group_has (self, group, out_of_sight))
    return lamina_arrangement_ref (self);
  other = lamina_arrangement_copy (self);
  other->flags[track] &= (guint8) ~LAMINA_ARRANGEMENT_HIDDEN;
  for (; group != LAMINA_NONE; group = lamina_run_get_group (self->run, group)->parent)
    other->flags[self->n_tracks + group] &= (guint8) ~out_of_sight;
  return other;
}

/* Opens what has to be open for a slice to be seen, of an arrangement that nobody else has yet. */
static void
unfold (LaminaArrangement    *self,
        const LaminaSliceRef *ref)
{
  const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS, .track = ref->track };
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref->track));
  gboolean is_runtime = lamina_slices_get_kind (slices, ref->slice) == LAMINA_SLICE_RUNTIME;

  self->flags[ref->track] &= (guint8) ~LAMINA_ARRANGEMENT_COLLAPSED;
  if (is_runtime)
    *lamina_arrangement_find_flags (self, &functions) |= LAMINA_ARRANGEMENT_WHOLE;
  lamina_arrangement_nest_track (self, ref->track, is_runtime);
  if (!lamina_arrangement_is_unfolded (self, ref))
    *lamina_arrangement_find_flags (self, &functions) &= (guint8) ~LAMINA_ARRANGEMENT_COLLAPSED;
}

LaminaArrangement *
lamina_arrangement_show_slice (LaminaArrangement    *self,
                               const LaminaSliceRef *slice)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL && slice != NULL && slice->track < self->n_tracks, NULL);

  if (lamina_arrangement_shows (self, slice))
    return NULL;
  other = lamina_arrangement_is_hidden (self, slice->track) ? lamina_arrangement_show_track (self, slice->track)
                                                            : lamina_arrangement_copy (self);
  if (!lamina_arrangement_is_unfolded (self, slice))
    unfold (other, slice);
  return other;
}

/* The arrangement with another order, which it takes; NULL for none. */
static LaminaArrangement *
take_order (LaminaArrangement *self,
            guint32           *order)
{
  LaminaArrangement *other;

  if (order == NULL)
    return NULL;
  other = lamina_arrangement_copy (self);
  g_free (other->order);
  other->order = order;
  return other;
}

LaminaArrangement *
lamina_arrangement_move (LaminaArrangement  *self,
                         const LaminaTarget *item,
                         int                 steps)
{
  g_return_val_if_fail (self != NULL && item != NULL, NULL);

  return take_order (self, lamina_track_order_dup_moved (self->run, self->order, item, steps));
}

LaminaArrangement *
lamina_arrangement_move_to (LaminaArrangement  *self,
                            const LaminaTarget *item,
                            const LaminaTarget *place,
                            gboolean            after)
{
  g_return_val_if_fail (self != NULL && item != NULL && place != NULL, NULL);

  return take_order (self, lamina_track_order_dup_moved_to (self->run, self->order, item, place, after));
}

/* The other arrangement, or NULL. */
static LaminaArrangement *
change_it (LaminaArrangement             *self,
           const LaminaArrangementChange *change)
{
  switch (change->kind)
    {
    case LAMINA_CHANGE_TOGGLE:
      return lamina_arrangement_can_set (self, &change->item, change->flag)
             ? lamina_arrangement_set (self, &change->item, change->flag,
                                       (lamina_arrangement_get (self, &change->item) & change->flag) == 0)
             : NULL;
    case LAMINA_CHANGE_MOVE:
      return lamina_arrangement_move (self, &change->item, change->steps);
    case LAMINA_CHANGE_MOVE_TO:
      return lamina_arrangement_move_to (self, &change->item, &change->place, change->after);
    case LAMINA_CHANGE_SHOW_ALL:
      return lamina_arrangement_show_all (self);
    case LAMINA_CHANGE_SHOW_TRACK:
      return lamina_arrangement_show_track (self, change->slice.track);
    case LAMINA_CHANGE_SHOW_SLICE:
      return lamina_arrangement_show_slice (self, &change->slice);
    default:
      g_return_val_if_reached (NULL);
    }
}

LaminaArrangement *
lamina_arrangement_apply (LaminaArrangement             *self,
                          const LaminaArrangementChange *change)
{
  LaminaArrangement *other;

  g_return_val_if_fail (self != NULL && change != NULL, NULL);

  other = change_it (self, change);
  return other != NULL ? other : lamina_arrangement_ref (self);
}

void
lamina_arrangement_prepare (LaminaArrangement *self)
{
  g_return_if_fail (self != NULL);

  lamina_timeline_places_prepare (self->run, self);
  lamina_overview_tracks_unref (lamina_overview_tracks_get (self->run, self));
}
