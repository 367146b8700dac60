/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

#include <string.h>

/*
 * The order is a list of tracks in which those of a group stand together. An item is a piece of it: one track, or all
 * tracks of a group and of the groups in it. Moving it swaps it with the neighboring piece that has the same parent.
 */

static guint32
get_parent (LaminaArrangement  *self,
            const LaminaTarget *item)
{
  if (item->kind == LAMINA_TARGET_GROUP)
    return lamina_run_get_group (self->run, item->track)->parent;
  return lamina_track_get_group (lamina_run_get_track (self->run, item->track));
}

static gboolean
is_item (LaminaArrangement  *self,
         const LaminaTarget *item)
{
  return (item->kind == LAMINA_TARGET_GROUP && item->track < self->n_groups)
         || (item->kind == LAMINA_TARGET_TRACK && item->track < self->n_tracks);
}

/* The item right below a group, or at the very top, that holds a track; the kind is NONE when it is not in there. */
static LaminaTarget
find_child (LaminaArrangement *self,
            guint32            track,
            guint32            parent)
{
  LaminaTarget item = { .kind = LAMINA_TARGET_TRACK, .track = track };

  while (get_parent (self, &item) != parent)
    {
      guint32 around = get_parent (self, &item);

      if (around == LAMINA_NONE)
        return (LaminaTarget) { 0 };
      item = (LaminaTarget) { .kind = LAMINA_TARGET_GROUP, .track = around };
    }
  return item;
}

static gboolean
equal_items (const LaminaTarget *a,
             const LaminaTarget *b)
{
  return a->kind == b->kind && a->track == b->track;
}

/* The pieces that an item and its neighbors make of the order: where each begins, and which is that of the item. */
static GArray *
list_pieces (LaminaArrangement  *self,
             const LaminaTarget *item,
             guint              *own)
{
  guint32 parent = get_parent (self, item);
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint));
  LaminaTarget before = { 0 };
  guint end = 0;

  *own = G_MAXUINT;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      LaminaTarget child = find_child (self, self->order[i], parent);

      if (child.kind == LAMINA_TARGET_NONE)
        continue;
      end = i + 1;
      if (equal_items (&child, &before))
        continue;
      if (equal_items (&child, item) && *own == G_MAXUINT)
        *own = starts->len;
      g_array_append_val (starts, i);
      before = child;
    }
  g_array_append_val (starts, end);
  return starts;
}

/* Moves the piece @own before the piece @place, which may be the end. */
static LaminaArrangement *
move_piece (LaminaArrangement *self,
            const GArray      *starts,
            guint              own,
            guint              place)
{
  LaminaArrangement *other = lamina_arrangement_copy (self);
  guint first = g_array_index (starts, guint, own);
  guint n = g_array_index (starts, guint, own + 1) - first;
  guint to = g_array_index (starts, guint, place);

  if (to > first)
    {
      memmove (other->order + first, self->order + first + n, (to - first - n) * sizeof *self->order);
      memcpy (other->order + to - n, self->order + first, n * sizeof *self->order);
    }
  else
    {
      memcpy (other->order + to, self->order + first, n * sizeof *self->order);
      memcpy (other->order + to + n, self->order + to, (first - to) * sizeof *self->order);
    }
  return other;
}

LaminaArrangement *
lamina_arrangement_move (LaminaArrangement  *self,
                         const LaminaTarget *item,
                         int                 steps)
{
  g_autoptr (GArray) starts = NULL;
  guint own;
  gint64 place;

  g_return_val_if_fail (self != NULL && item != NULL, NULL);

  if (!is_item (self, item) || steps == 0)
    return NULL;
  starts = list_pieces (self, item, &own);
  place = (gint64) own + steps + (steps > 0);
  if (own == G_MAXUINT || place < 0 || place >= starts->len)
    return NULL;
  return move_piece (self, starts, own, (guint) place);
}

/* @ranks and @group_ranks say where tracks and groups belong; equal ones stay as they are. */
typedef struct
{
  LaminaArrangement *arrangement;
  guint *ranks;
  guint *group_ranks;
  guint *group_firsts;
} Ranking;

static guint
get_level (LaminaArrangement  *self,
           const LaminaTarget *item)
{
  guint level = 0;

  for (guint32 group = get_parent (self, item); group != LAMINA_NONE; level++)
    group = lamina_run_get_group (self->run, group)->parent;
  return level;
}

static void
climb (LaminaArrangement *self,
       LaminaTarget      *item)
{
  *item = (LaminaTarget) { .kind = LAMINA_TARGET_GROUP, .track = get_parent (self, item) };
}

/* Compares two tracks by the items right below the innermost group that both stand in. */
static int
compare_tracks (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const Ranking *ranking = user_data;
  LaminaArrangement *self = ranking->arrangement;
  LaminaTarget left = { .kind = LAMINA_TARGET_TRACK, .track = *(const guint32 *) a };
  LaminaTarget right = { .kind = LAMINA_TARGET_TRACK, .track = *(const guint32 *) b };
  guint left_level = get_level (self, &left), right_level = get_level (self, &right);
  guint ranks[2], places[2];

  for (; left_level > right_level; left_level--)
    climb (self, &left);
  for (; right_level > left_level; right_level--)
    climb (self, &right);
  while (get_parent (self, &left) != get_parent (self, &right))
    {
      climb (self, &left);
      climb (self, &right);
    }
  for (guint i = 0; i < 2; i++)
    {
      const LaminaTarget *item = i == 0 ? &left : &right;
      gboolean is_group = item->kind == LAMINA_TARGET_GROUP;

      ranks[i] = is_group ? ranking->group_ranks[item->track] : ranking->ranks[item->track];
      places[i] = is_group ? ranking->group_firsts[item->track] : item->track;
    }
  if (ranks[0] != ranks[1])
    return ranks[0] < ranks[1] ? -1 : 1;
  return (places[0] > places[1]) - (places[0] < places[1]);
}

static guint32
get_track_parent (LaminaArrangement *self,
                  guint              track)
{
  return lamina_track_get_group (lamina_run_get_track (self->run, track));
}

/* What is new stays behind what it stands behind in the file or, first in its group, before what it stands before. */
static void
rank_new_tracks (LaminaArrangement *self,
                 guint             *ranks)
{
  for (guint i = 1; i < self->n_tracks; i++)
    if (ranks[i] == G_MAXUINT && get_track_parent (self, i) == get_track_parent (self, i - 1))
      ranks[i] = ranks[i - 1];
  for (guint i = self->n_tracks; i-- > 1;)
    if (ranks[i - 1] == G_MAXUINT && get_track_parent (self, i) == get_track_parent (self, i - 1))
      ranks[i - 1] = ranks[i];
  for (guint i = 0; i < self->n_tracks; i++)
    if (ranks[i] == G_MAXUINT)
      ranks[i] = i > 0 ? ranks[i - 1] : 0;
}

void
lamina_arrangement_sort (LaminaArrangement *self,
                         guint             *ranks)
{
  g_autofree guint *group_ranks = g_new (guint, self->n_groups + 1);
  g_autofree guint *group_firsts = g_new (guint, self->n_groups + 1);
  Ranking ranking = { self, ranks, group_ranks, group_firsts };

  for (guint i = 0; i < self->n_groups; i++)
    group_ranks[i] = group_firsts[i] = G_MAXUINT;
  rank_new_tracks (self, ranks);
  for (guint i = 0; i < self->n_tracks; i++)
    for (guint32 group = get_track_parent (self, i); group != LAMINA_NONE;
         group = lamina_run_get_group (self->run, group)->parent)
      {
        group_ranks[group] = MIN (group_ranks[group], ranks[i]);
        group_firsts[group] = MIN (group_firsts[group], i);
      }
  g_qsort_with_data (self->order, (int) self->n_tracks, sizeof *self->order, compare_tracks, &ranking);
}

/* A track in a group, any. */
static guint32
find_track (LaminaArrangement  *self,
            const LaminaTarget *item)
{
  if (item->kind == LAMINA_TARGET_TRACK)
    return item->track;
  for (guint i = 0; i < self->n_tracks; i++)
    for (guint32 group = lamina_track_get_group (lamina_run_get_track (self->run, i)); group != LAMINA_NONE;
         group = lamina_run_get_group (self->run, group)->parent)
      if (group == item->track)
        return i;
  return LAMINA_NONE;
}

LaminaArrangement *
lamina_arrangement_move_to (LaminaArrangement  *self,
                            const LaminaTarget *item,
                            const LaminaTarget *place,
                            gboolean            after)
{
  g_autoptr (GArray) starts = NULL;
  g_autoptr (GArray) others = NULL;
  LaminaTarget neighbor = { 0 };
  guint own, to;
  guint32 track;

  g_return_val_if_fail (self != NULL && item != NULL && place != NULL, NULL);

  if (!is_item (self, item) || !is_item (self, place))
    return NULL;
  track = find_track (self, place);
  if (track != LAMINA_NONE)
    neighbor = find_child (self, track, get_parent (self, item));
  if (neighbor.kind == LAMINA_TARGET_NONE || equal_items (&neighbor, item))
    return NULL;
  starts = list_pieces (self, item, &own);
  others = list_pieces (self, &neighbor, &to);
  to += after != FALSE;
  if (own == G_MAXUINT || to >= starts->len || to == own || to == own + 1)
    return NULL;
  return move_piece (self, starts, own, to);
}
