/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"
#include "lamina-timeline-places.h"
#include "lamina-track-order.h"

guint
lamina_arrangement_count_items (const LaminaArrangement *self)
{
  return self->n_tracks + self->n_groups + self->rates->len + self->n_tracks;
}

LaminaArrangement *
lamina_arrangement_copy (LaminaArrangement *self)
{
  LaminaArrangement *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->rows = NULL;
  copy->places = NULL;
  copy->overview = NULL;
  copy->order = g_memdup2 (self->order, self->n_tracks * sizeof *self->order);
  copy->flags = g_memdup2 (self->flags, lamina_arrangement_count_items (self) + 1);
  copy->splits = g_memdup2 (self->splits, (self->n_tracks + 1) * sizeof *self->splits);
  copy->outlines = g_memdup2 (self->outlines, (self->n_tracks + 1) * sizeof *self->outlines);
  copy->nests = g_memdup2 (self->nests, (self->n_tracks + 1) * sizeof *self->nests);
  g_ptr_array_ref (self->rates);
  g_array_ref (self->marks);
  for (guint i = 0; i < self->n_tracks; i++)
    {
      if (copy->splits[i] != NULL)
        lamina_track_split_ref (copy->splits[i]);
      if (copy->outlines[i] != NULL)
        lamina_track_outline_ref (copy->outlines[i]);
      if (copy->nests[i] != NULL)
        lamina_track_nest_ref (copy->nests[i]);
    }
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
    {
      g_clear_pointer (&self->splits[i], lamina_track_split_unref);
      g_clear_pointer (&self->outlines[i], lamina_track_outline_unref);
      g_clear_pointer (&self->nests[i], lamina_track_nest_unref);
    }
  g_ptr_array_unref (self->rates);
  g_array_unref (self->marks);
  g_clear_pointer (&self->places, lamina_timeline_places_unref);
  g_clear_pointer (&self->overview, lamina_overview_tracks_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self->splits);
  g_free (self->outlines);
  g_free (self->nests);
  g_free (self->order);
  g_free (self->flags);
  g_free (self);
}

/* The flags of all items of a kind: none of those that are not arranged. */
static guint8 *
list_flags (LaminaArrangement *self,
            LaminaTargetKind   kind,
            guint             *n)
{
  static const LaminaTargetKind kinds[] = { LAMINA_TARGET_TRACK, LAMINA_TARGET_GROUP, LAMINA_TARGET_RATE, LAMINA_TARGET_FUNCTIONS };
  const guint counts[] = { self->n_tracks, self->n_groups, self->rates->len, self->n_tracks };
  guint8 *flags = self->flags;

  *n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); flags += counts[i++])
    if (kinds[i] == kind)
      {
        *n = counts[i];
        break;
      }
  return flags;
}

guint8 *
lamina_arrangement_find_flags (LaminaArrangement  *self,
                               const LaminaTarget *item)
{
  guint n;
  guint8 *flags = list_flags (self, item->kind, &n);

  return item->track < n ? flags + item->track : NULL;
}

guint
lamina_arrangement_get (LaminaArrangement  *self,
                        const LaminaTarget *item)
{
  const guint8 *flags;

  g_return_val_if_fail (self != NULL && item != NULL, 0);

  flags = lamina_arrangement_find_flags (self, item);
  return flags != NULL ? *flags : 0;
}

/* Whether functions stand around the work of a track. */
static gboolean
has_functions (LaminaArrangement *self,
               guint              track)
{
  return self->outlines[track] != NULL && self->outlines[track]->has_frames && self->outlines[track]->has_work;
}

/* Whether there are functions on a track that say nothing of the program. */
static gboolean
has_runtime (LaminaArrangement *self,
             guint              track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, track));

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    if (slices->lanes[lane].kinds & 1u << LAMINA_SLICE_RUNTIME)
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

  if (lamina_arrangement_find_flags (self, item) == NULL)
    return FALSE;
  if (item->kind == LAMINA_TARGET_RATE)
    return flag == LAMINA_ARRANGEMENT_HIDDEN;
  if (item->kind == LAMINA_TARGET_FUNCTIONS)
    return has_functions (self, item->track)
           && (flag == LAMINA_ARRANGEMENT_COLLAPSED || (flag == LAMINA_ARRANGEMENT_WHOLE && has_runtime (self, item->track)));
  if (item->kind == LAMINA_TARGET_GROUP)
    return flag == LAMINA_ARRANGEMENT_HIDDEN || flag == LAMINA_ARRANGEMENT_COLLAPSED || flag == LAMINA_ARRANGEMENT_PINNED
           || (flag == LAMINA_ARRANGEMENT_SPLIT
               && lamina_run_get_group (self->run, item->track)->kind == LAMINA_GROUP_DEVICE);
  track = lamina_run_get_track (self->run, item->track);
  slices = lamina_track_get_slices (track);
  if (flag == LAMINA_ARRANGEMENT_WHOLE)
    return FALSE;
  if (flag == LAMINA_ARRANGEMENT_FIXED)
    return lamina_track_get_info (track)->is_counter;
  if (flag == LAMINA_ARRANGEMENT_COLLAPSED)
    {
      /* A track with lanes below the outermost one that are not drawn over it. */
      for (guint lane = 1; lane < slices->n_lanes; lane++)
        if (!lamina_lane_is_folded (slices, lane))
          return TRUE;
      return FALSE;
    }
  return flag != LAMINA_ARRANGEMENT_SPLIT || slices->n > 0;
}

gboolean
lamina_arrangement_has_runtime (LaminaArrangement *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_runtime;
}

void
lamina_arrangement_nest_track (LaminaArrangement *self,
                               guint              track,
                               gboolean           renew)
{
  const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS, .track = track };
  gboolean is_open = (self->flags[track] & LAMINA_ARRANGEMENT_COLLAPSED) == 0;

  if (!has_functions (self, track))
    return;
  if (!is_open || renew)
    g_clear_pointer (&self->nests[track], lamina_track_nest_unref);
  if (is_open && self->nests[track] == NULL)
    self->nests[track] = lamina_track_nest_new (lamina_run_get_track (self->run, track),
                                                (lamina_arrangement_get (self, &functions) & LAMINA_ARRANGEMENT_WHOLE) != 0);
}

gboolean
lamina_arrangement_is_zero (LaminaArrangement *self,
                            guint              track)
{
  const LaminaSamples *samples = lamina_track_get_samples (lamina_run_get_track (self->run, track));

  return samples->n > 0 && samples->min == 0 && samples->max == 0;
}

/* Whether a row of the collapsed track holds the slice. */
static gboolean
is_in_outline (LaminaArrangement    *self,
               const LaminaSliceRef *ref)
{
  const LaminaTrackOutline *outline = self->outlines[ref->track];
  LaminaTrack *track = lamina_run_get_track (self->run, ref->track);

  if (outline == NULL)
    return lamina_track_get_depth (track, ref->slice) == 0;
  for (guint i = 0; i < G_N_ELEMENTS (outline->lists); i++)
    {
      LaminaLaneList list = lamina_slice_list_get (&outline->lists[i], lamina_track_get_slices (track));

      if (lamina_lane_list_find (&list, ref->slice) < list.end)
        return TRUE;
    }
  return FALSE;
}

/* The row of functions that a slice stands in; NULL where it is in none. */
static const LaminaNestRow *
find_among_functions (const LaminaTrackNest *nest,
                      const LaminaSlices    *slices,
                      guint32                slice)
{
  for (guint i = 0; i < nest->rows->len; i++)
    {
      const LaminaNestRow *row = lamina_track_nest_get_row (nest, i);

      if (row->part == LAMINA_OUTLINE_FUNCTIONS && lamina_nest_row_has (row, slices, slice))
        return row;
    }
  return NULL;
}

gboolean
lamina_arrangement_is_unfolded (LaminaArrangement    *self,
                                const LaminaSliceRef *ref)
{
  const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS, .track = ref->track };
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref->track));
  LaminaSliceKind kind = lamina_slices_get_kind (slices, ref->slice);
  const LaminaNestRow *row;

  if (self->flags[ref->track] & LAMINA_ARRANGEMENT_COLLAPSED)
    return is_in_outline (self, ref);
  if (self->nests[ref->track] == NULL || (kind != LAMINA_SLICE_FRAME && kind != LAMINA_SLICE_RUNTIME))
    return TRUE;
  row = find_among_functions (self->nests[ref->track], slices, ref->slice);
  return row != NULL && (row->depth == 0 || (lamina_arrangement_get (self, &functions) & LAMINA_ARRANGEMENT_COLLAPSED) == 0);
}

gboolean
lamina_arrangement_shows (LaminaArrangement    *self,
                          const LaminaSliceRef *slice)
{
  g_return_val_if_fail (self != NULL && slice != NULL && slice->track < self->n_tracks, FALSE);

  return !lamina_arrangement_is_hidden (self, slice->track) && lamina_arrangement_is_unfolded (self, slice);
}

guint
lamina_arrangement_get_used (LaminaArrangement *self)
{
  guint used = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < lamina_arrangement_count_items (self); i++)
    used |= self->flags[i];
  return used;
}

gboolean
lamina_arrangement_group_has (LaminaArrangement      *self,
                              guint32                 group,
                              LaminaArrangementFlags  flag)
{
  for (; group != LAMINA_NONE; group = lamina_run_get_group (self->run, group)->parent)
    if (self->flags[self->n_tracks + group] & flag)
      return TRUE;
  return FALSE;
}

static gboolean
track_has (LaminaArrangement      *self,
           guint                   track,
           LaminaArrangementFlags  flag)
{
  return (self->flags[track] & flag)
         || lamina_arrangement_group_has (self, lamina_track_order_get_parent (self->run, track), flag);
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

  if (!(lamina_arrangement_get_used (self) & LAMINA_ARRANGEMENT_HIDDEN))
    return 0;
  for (guint i = 0; i < self->n_tracks; i++)
    n += lamina_arrangement_is_hidden (self, i);
  for (guint i = 0; i < self->rates->len; i++)
    n += (self->flags[self->n_tracks + self->n_groups + i] & LAMINA_ARRANGEMENT_HIDDEN) != 0;
  return n;
}

const LaminaTrackRate *
lamina_arrangement_get_rate (LaminaArrangement *self,
                             guint              i)
{
  return self->rates->pdata[i];
}

gboolean
lamina_arrangement_has_outline (LaminaArrangement *self,
                                guint              track)
{
  g_return_val_if_fail (self != NULL && track < self->n_tracks, FALSE);

  return self->outlines[track] != NULL;
}

/* Of the outline of a track. */
static guint32
find_longest_in (const LaminaLaneList *list,
                 const LaminaTarget   *target)
{
  guint first = lamina_lane_list_find (list, target->first);
  guint32 longest = target->first;

  for (guint at = first; at < list->end && at - first < target->n; at++)
    if (list->slices->duration[list->index[at]] > list->slices->duration[longest])
      longest = list->index[at];
  return longest;
}

/* The row that a box of a track with an outline is from: of one that is collapsed, or of one that is open. */
static LaminaLaneList
get_part (LaminaArrangement  *self,
          const LaminaTarget *target,
          const LaminaSlices *slices)
{
  const LaminaTrackOutline *outline = self->outlines[target->track];
  const LaminaTrackNest *nest = self->nests[target->track];
  guint part = target->only - 1 - LAMINA_N_FAMILIES;

  if (outline != NULL && part < G_N_ELEMENTS (outline->lists))
    return lamina_slice_list_get (&outline->lists[part], slices);
  part -= LAMINA_OUTLINE_FUNCTIONS;
  if (nest != NULL && part < nest->rows->len)
    return lamina_slice_list_get (&lamina_track_nest_get_row (nest, part)->list, slices);
  return (LaminaLaneList) { .slices = slices };
}

guint32
lamina_arrangement_find_longest (LaminaArrangement  *self,
                                 const LaminaTarget *target)
{
  const LaminaSlices *slices;
  guint32 longest;

  g_return_val_if_fail (self != NULL && target != NULL && target->track < self->n_tracks, LAMINA_NONE);

  slices = lamina_track_get_slices (lamina_run_get_track (self->run, target->track));
  if (target->only > LAMINA_N_FAMILIES)
    {
      LaminaLaneList list = get_part (self, target, slices);

      return find_longest_in (&list, target);
    }
  longest = target->first;
  for (guint32 i = target->first, n = 0; n < target->n && i < slices->n; i++)
    {
      if (target->only != 0 && slices->family[i] != target->only - 1)
        continue;
      if (slices->duration[i] > slices->duration[longest])
        longest = i;
      n++;
    }
  return longest;
}

const guint32 *
lamina_arrangement_get_order (LaminaArrangement *self,
                              guint             *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = self->n_tracks;
  return self->order;
}

gboolean
lamina_arrangement_can_move (LaminaArrangement  *self,
                             const LaminaTarget *item,
                             int                 steps)
{
  g_return_val_if_fail (self != NULL && item != NULL, FALSE);

  return lamina_track_order_can_move (self->run, self->order, item, steps);
}

gboolean
lamina_arrangement_can_move_to (LaminaArrangement  *self,
                                const LaminaTarget *item,
                                const LaminaTarget *place,
                                gboolean            after)
{
  g_return_val_if_fail (self != NULL && item != NULL && place != NULL, FALSE);

  return lamina_track_order_can_move_to (self->run, self->order, item, place, after);
}

/* Whether a track stands beside the counter of the memory that tensors keep. */
static gboolean
is_of_memory (LaminaArrangement *self,
              guint              track)
{
  guint32 counter = lamina_run_get_memory (self->run)->counter;

  return counter != LAMINA_NONE
         && lamina_track_order_get_parent (self->run, track) == lamina_track_order_get_parent (self->run, counter);
}

/*
 * Devices stand above all else of their group: what was to be done stands on them, the others say who asked for it. Below them
 * stands what their memory holds then; last come threads that did nothing but wait in functions.
 */
static void
sort_as_at_first (LaminaArrangement *self)
{
  g_autofree guint *ranks = g_new (guint, self->n_tracks + 1);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      self->order[i] = i;
      ranks[i] = lamina_run_get_track_kind (self->run, i) == LAMINA_GROUP_DEVICE ? 0
                 : is_of_memory (self, i)                                        ? 1
                 : self->outlines[i] == NULL || self->outlines[i]->has_work      ? 2 : 3;
    }
  lamina_track_order_sort (self->run, self->order, ranks);
}

static gboolean
has_devices (LaminaArrangement *self)
{
  /* The first in the order is one where there are any. */
  return self->n_tracks > 0 && lamina_run_get_track_kind (self->run, self->order[0]) == LAMINA_GROUP_DEVICE;
}

/*
 * Spans on a device stand as a band above the work, where that needs no more than one row; and the functions of a program that
 * has a device are for whoever asks for them: modules and operators tell what it was about.
 */
static gboolean
is_collapsed_at_first (LaminaArrangement *self,
                       guint              track)
{
  const LaminaTrackOutline *outline = self->outlines[track];

  if (outline == NULL)
    return FALSE;
  return lamina_run_get_track_kind (self->run, track) == LAMINA_GROUP_DEVICE ? outline->is_flat
                                                                             : !outline->has_work
                                                                                 || (outline->has_frames && has_devices (self));
}

static gboolean
are_functions_collapsed_at_first (LaminaArrangement *self,
                                  guint              track)
{
  return has_functions (self, track) && has_devices (self);
}

static LaminaArrangement *
arrangement_new (LaminaRun *run)
{
  LaminaArrangement *self = g_new0 (LaminaArrangement, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->n_tracks = lamina_run_get_n_tracks (run);
  self->n_groups = lamina_run_get_n_groups (run);
  self->order = g_new (guint32, self->n_tracks + 1);
  self->splits = g_new0 (LaminaTrackSplit *, self->n_tracks + 1);
  self->outlines = g_new0 (LaminaTrackOutline *, self->n_tracks + 1);
  self->nests = g_new0 (LaminaTrackNest *, self->n_tracks + 1);
  self->rates = lamina_track_rates_new (run);
  self->flags = g_new0 (guint8, lamina_arrangement_count_items (self) + 1);
  self->marks = lamina_mark_index_new (run);
  for (guint i = 0; i < self->n_tracks; i++)
    self->outlines[i] = lamina_track_outline_new (lamina_run_get_track (run, i));
  sort_as_at_first (self);
  for (guint i = 0; i < self->n_tracks; i++)
    {
      const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS, .track = i };

      if (is_collapsed_at_first (self, i))
        self->flags[i] = LAMINA_ARRANGEMENT_COLLAPSED;
      if (are_functions_collapsed_at_first (self, i))
        *lamina_arrangement_find_flags (self, &functions) = LAMINA_ARRANGEMENT_COLLAPSED;
      lamina_arrangement_nest_track (self, i, FALSE);
      self->has_zeros = self->has_zeros || lamina_arrangement_is_zero (self, i);
      self->has_runtime = self->has_runtime || (has_functions (self, i) && has_runtime (self, i));
    }
  return self;
}

static G_DEFINE_QUARK (lamina-arrangement, arrangement)

LaminaArrangement *
lamina_arrangement_attach (LaminaRun *run)
{
  LaminaArrangement *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = lamina_run_get_attached (run, arrangement_quark ());
  return self != NULL ? self : lamina_run_attach (run, arrangement_quark (), arrangement_new (run),
                                                  (GDestroyNotify) lamina_arrangement_unref);
}

static G_DEFINE_QUARK (lamina-arrangement-shown, shown)

LaminaArrangement *
lamina_arrangement_attach_shown (LaminaRun *run)
{
  LaminaArrangement *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = lamina_run_get_attached (run, shown_quark ());
  return self != NULL ? self : lamina_run_attach (run, shown_quark (),
                                                  lamina_arrangement_hide_zeros (lamina_arrangement_attach (run)),
                                                  (GDestroyNotify) lamina_arrangement_unref);
}
