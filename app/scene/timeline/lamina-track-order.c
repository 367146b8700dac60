/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-order.h"

#include <string.h>

guint32
lamina_track_order_get_parent (LaminaRun *run,
                               guint      track)
{
  return lamina_track_get_info (lamina_run_get_track (run, track))->group;
}

static guint32
get_parent (LaminaRun          *run,
            const LaminaTarget *item)
{
  if (item->kind == LAMINA_TARGET_GROUP)
    return lamina_run_get_group (run, item->track)->parent;
  return lamina_track_order_get_parent (run, item->track);
}

static gboolean
can_move (LaminaRun          *run,
          const LaminaTarget *item)
{
  return (item->kind == LAMINA_TARGET_TRACK && item->track < lamina_run_get_n_tracks (run))
         || (item->kind == LAMINA_TARGET_GROUP && item->track < lamina_run_get_n_groups (run));
}

/* The item right below a group, or at the very top, that holds a track; the kind is NONE when it is not in there. */
static LaminaTarget
find_child (LaminaRun *run,
            guint32    track,
            guint32    parent)
{
  LaminaTarget item = { .kind = LAMINA_TARGET_TRACK, .track = track };

  while (get_parent (run, &item) != parent)
    {
      guint32 around = get_parent (run, &item);

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
list_pieces (LaminaRun          *run,
             const guint32      *order,
             const LaminaTarget *item,
             guint              *own)
{
  guint32 parent = get_parent (run, item);
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint));
  LaminaTarget before = { 0 };
  guint end = 0;

  *own = G_MAXUINT;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTarget child = find_child (run, order[i], parent);

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
static guint32 *
move_piece (LaminaRun     *run,
            const guint32 *order,
            const GArray  *starts,
            guint          own,
            guint          place)
{
  guint32 *other = g_memdup2 (order, lamina_run_get_n_tracks (run) * sizeof *order);
  guint first = g_array_index (starts, guint, own);
  guint n = g_array_index (starts, guint, own + 1) - first;
  guint to = g_array_index (starts, guint, place);

  if (to > first)
    {
      memmove (other + first, order + first + n, (to - first - n) * sizeof *order);
      memcpy (other + to - n, order + first, n * sizeof *order);
    }
  else
    {
      memcpy (other + to, order + first, n * sizeof *order);
      memcpy (other + to + n, order + to, (first - to) * sizeof *order);
    }
  return other;
}

/* Where an item is to go among the pieces; @starts takes these, @own which of them it is. FALSE when it can't go there. */
static gboolean
find_step (LaminaRun           *run,
           const guint32       *order,
           const LaminaTarget  *item,
           int                  steps,
           GArray             **starts,
           guint               *own,
           guint               *to)
{
  gint64 place;

  if (!can_move (run, item) || steps == 0)
    return FALSE;
  *starts = list_pieces (run, order, item, own);
  place = (gint64) *own + steps + (steps > 0);
  if (*own == G_MAXUINT || place < 0 || place >= (*starts)->len)
    return FALSE;
  *to = (guint) place;
  return TRUE;
}

gboolean
lamina_track_order_can_move (LaminaRun          *run,
                             const guint32      *order,
                             const LaminaTarget *item,
                             int                 steps)
{
  g_autoptr (GArray) starts = NULL;
  guint own, to;

  return find_step (run, order, item, steps, &starts, &own, &to);
}

guint32 *
lamina_track_order_dup_moved (LaminaRun          *run,
                              const guint32      *order,
                              const LaminaTarget *item,
                              int                 steps)
{
  g_autoptr (GArray) starts = NULL;
  guint own, to;

  return find_step (run, order, item, steps, &starts, &own, &to) ? move_piece (run, order, starts, own, to) : NULL;
}

/* @ranks and @group_ranks say where tracks and groups belong; equal ones stay as they are. */
typedef struct
{
  LaminaRun *run;
  guint *ranks;
  guint *group_ranks;
  guint *group_firsts;
} Ranking;

static guint
get_level (LaminaRun          *run,
           const LaminaTarget *item)
{
  guint level = 0;

  for (guint32 group = get_parent (run, item); group != LAMINA_NONE; level++)
    group = lamina_run_get_group (run, group)->parent;
  return level;
}

/* Compares two tracks by the items right below the innermost group that both stand in. */
static int
compare_tracks (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const Ranking *ranking = user_data;
  LaminaRun *run = ranking->run;
  LaminaTarget items[] = { { .kind = LAMINA_TARGET_TRACK, .track = *(const guint32 *) a },
                           { .kind = LAMINA_TARGET_TRACK, .track = *(const guint32 *) b } };
  guint levels[] = { get_level (run, &items[0]), get_level (run, &items[1]) };
  guint ranks[2], places[2];

  /* The deeper one climbs. */
  while (get_parent (run, &items[0]) != get_parent (run, &items[1]))
    {
      guint i = levels[1] > levels[0];

      items[i] = (LaminaTarget) { .kind = LAMINA_TARGET_GROUP, .track = get_parent (run, &items[i]) };
      levels[i]--;
    }
  for (guint i = 0; i < 2; i++)
    {
      guint32 at = items[i].track;
      gboolean is_group = items[i].kind == LAMINA_TARGET_GROUP;

      ranks[i] = is_group ? ranking->group_ranks[at] : ranking->ranks[at];
      places[i] = is_group ? ranking->group_firsts[at] : at;
    }
  if (ranks[0] != ranks[1])
    return ranks[0] < ranks[1] ? -1 : 1;
  return (places[0] > places[1]) - (places[0] < places[1]);
}

/* What is new stays behind what it stands behind in the file or, first in its group, before what it stands before. */
static void
rank_new_tracks (LaminaRun *run,
                 guint     *ranks)
{
  for (guint i = 1; i < lamina_run_get_n_tracks (run); i++)
    if (ranks[i] == G_MAXUINT && lamina_track_order_get_parent (run, i) == lamina_track_order_get_parent (run, i - 1))
      ranks[i] = ranks[i - 1];
  for (guint i = lamina_run_get_n_tracks (run); i-- > 1;)
    if (ranks[i - 1] == G_MAXUINT && lamina_track_order_get_parent (run, i) == lamina_track_order_get_parent (run, i - 1))
      ranks[i - 1] = ranks[i];
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (ranks[i] == G_MAXUINT)
      ranks[i] = i > 0 ? ranks[i - 1] : 0;
}

void
lamina_track_order_sort (LaminaRun *run,
                         guint32   *order,
                         guint     *ranks)
{
  g_autofree guint *group_ranks = g_new (guint, lamina_run_get_n_groups (run) + 1);
  g_autofree guint *group_firsts = g_new (guint, lamina_run_get_n_groups (run) + 1);
  Ranking ranking = { run, ranks, group_ranks, group_firsts };

  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    group_ranks[i] = group_firsts[i] = G_MAXUINT;
  rank_new_tracks (run, ranks);
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    for (guint32 group = lamina_track_order_get_parent (run, i); group != LAMINA_NONE;
         group = lamina_run_get_group (run, group)->parent)
      {
        group_ranks[group] = MIN (group_ranks[group], ranks[i]);
        group_firsts[group] = MIN (group_firsts[group], i);
      }
  g_qsort_with_data (order, (int) lamina_run_get_n_tracks (run), sizeof *order, compare_tracks, &ranking);
}

/* A track in a group, any. */
static guint32
find_track (LaminaRun          *run,
            const LaminaTarget *item)
{
  if (item->kind == LAMINA_TARGET_TRACK)
    return item->track;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    for (guint32 group = lamina_track_order_get_parent (run, i); group != LAMINA_NONE;
         group = lamina_run_get_group (run, group)->parent)
      if (group == item->track)
        return i;
  return LAMINA_NONE;
}

/* As find_step(), beside another item. */
static gboolean
find_place (LaminaRun           *run,
            const guint32       *order,
            const LaminaTarget  *item,
            const LaminaTarget  *place,
            gboolean             after,
            GArray             **starts,
            guint               *own,
            guint               *to)
{
  g_autoptr (GArray) others = NULL;
  LaminaTarget neighbor = { 0 };
  guint32 track;

  if (!can_move (run, item) || !can_move (run, place))
    return FALSE;
  track = find_track (run, place);
  if (track != LAMINA_NONE)
    neighbor = find_child (run, track, get_parent (run, item));
  if (neighbor.kind == LAMINA_TARGET_NONE || equal_items (&neighbor, item))
    return FALSE;
  *starts = list_pieces (run, order, item, own);
  others = list_pieces (run, order, &neighbor, to);
  *to += after != FALSE;
  return *own != G_MAXUINT && *to < (*starts)->len && *to != *own && *to != *own + 1;
}

gboolean
lamina_track_order_can_move_to (LaminaRun          *run,
                                const guint32      *order,
                                const LaminaTarget *item,
                                const LaminaTarget *place,
                                gboolean            after)
{
  g_autoptr (GArray) starts = NULL;
  guint own, to;

  return find_place (run, order, item, place, after, &starts, &own, &to);
}

guint32 *
lamina_track_order_dup_moved_to (LaminaRun          *run,
                                 const guint32      *order,
                                 const LaminaTarget *item,
                                 const LaminaTarget *place,
                                 gboolean            after)
{
  g_autoptr (GArray) starts = NULL;
  guint own, to;

  return find_place (run, order, item, place, after, &starts, &own, &to) ? move_piece (run, order, starts, own, to) : NULL;
}
