/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

/* A collapsed group shows so many of its tracks; the busiest ones when there are more. */
#define MOST_STRIPS 6

/*
 * Rows while they are listed; @listed says which groups have their heading. Those of groups that are pinned come before all others,
 * while @is_pinned is set. @used holds the flags that any item has.
 */
typedef struct
{
  LaminaRun *run;
  LaminaArrangement *arrangement;
  GArray *rows;
  guint8 *listed;
  guint used;
  gboolean is_pinned;
} Lister;

static guint
get_flags (Lister           *self,
           LaminaTargetKind  kind,
           guint             index)
{
  return self->arrangement != NULL
         ? lamina_arrangement_get (self->arrangement, &(LaminaTarget) { .kind = kind, .track = index }) : 0;
}

static LaminaTimelineRow
create_row (Lister                *self,
            LaminaTimelineRowKind  kind,
            guint32                group,
            guint32                track,
            guint                  indent)
{
  return (LaminaTimelineRow) { .kind = kind, .group = group, .track = track, .indent = indent,
                               .family = LAMINA_N_FAMILIES, .is_pinned = self->is_pinned };
}

static guint
count_folded (const LaminaSlices *slices,
              guint               lane)
{
  guint n = 0;

  while (lamina_lane_is_folded (slices, lane + 1 + n))
    n++;
  return n;
}

static void
add_lanes (Lister            *self,
           LaminaTimelineRow *row,
           gboolean           only_first)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, row->track));

  if (slices->n_lanes == 0)
    g_array_append_val (self->rows, *row);
  for (row->lane = 0; row->lane < MIN (slices->n_lanes, LAMINA_DEEP_LANE); row->lane += 1 + row->n_folded)
    {
      row->n_folded = count_folded (slices, row->lane);
      g_array_append_val (self->rows, *row);
      if (only_first)
        return;
    }
  if (row->lane < slices->n_lanes)
    {
      row->n_more = slices->n_lanes - row->lane - 1;
      g_array_append_val (self->rows, *row);
    }
}

/* A collapsed track with an outline: @part says which of it, and the second row stands for all lanes below the first. */
static void
add_outline (Lister                   *self,
             LaminaTimelineRow        *row,
             const LaminaTrackOutline *outline)
{
  row->n_parts = LAMINA_N_OUTLINES;
  for (guint part = 0; part < G_N_ELEMENTS (outline->lists); part++)
    {
      row->part = (guint8) part;
      if (outline->lists[part].n == 0)
        continue;
      g_array_append_val (self->rows, *row);
      row->lane = 1;
    }
}

/* A track with functions that is open: @lane is the row of the nest. */
static void
add_nest (Lister                *self,
          LaminaTimelineRow     *row,
          const LaminaTrackNest *nest)
{
  gboolean is_collapsed = (get_flags (self, LAMINA_TARGET_FUNCTIONS, row->track) & LAMINA_ARRANGEMENT_COLLAPSED) != 0;

  row->n_parts = LAMINA_N_OUTLINES;
  for (guint i = 0; i < nest->rows->len; i++)
    {
      const LaminaNestRow *of_nest = lamina_track_nest_get_row (nest, i);

      row->part = (guint8) of_nest->part;
      row->lane = i;
      row->depth = of_nest->depth;
      if (of_nest->part != LAMINA_OUTLINE_FUNCTIONS || of_nest->depth == 0 || !is_collapsed)
        g_array_append_val (self->rows, *row);
    }
}

static void
add_families (Lister                  *self,
              const LaminaTimelineRow *lane)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, lane->track));
  LaminaTimelineRow row = create_row (self, LAMINA_TIMELINE_FAMILY, lane->group, lane->track, lane->indent);

  row.n_folded = count_folded (slices, 0);
  for (guint family = 0; family < LAMINA_N_FAMILIES; family++)
    {
      LaminaLaneList list = lamina_arrangement_get_family (self->arrangement, lane->track, family);

      row.family = (guint8) family;
      if (list.end > list.first)
        g_array_append_val (self->rows, row);
    }
}

static void
add_track (Lister  *self,
           guint32  track,
           guint    indent)
{
  const LaminaTrackInfo *info = lamina_track_get_info (lamina_run_get_track (self->run, track));
  guint flags = get_flags (self, LAMINA_TARGET_TRACK, track);
  LaminaTimelineRow row = create_row (self, info->is_counter ? LAMINA_TIMELINE_COUNTER : LAMINA_TIMELINE_LANE, info->group, track,
                                      indent);

  row.is_on_device = lamina_run_get_track_kind (self->run, track) == LAMINA_GROUP_DEVICE;
  row.is_collapsed = (flags & LAMINA_ARRANGEMENT_COLLAPSED) != 0;
  if (row.kind == LAMINA_TIMELINE_COUNTER)
    {
      g_array_append_val (self->rows, row);
      return;
    }
  if (row.is_collapsed && self->arrangement->outlines[track] != NULL)
    add_outline (self, &row, self->arrangement->outlines[track]);
  else if (self->arrangement != NULL && self->arrangement->nests[track] != NULL)
    add_nest (self, &row, self->arrangement->nests[track]);
  else
    add_lanes (self, &row, row.is_collapsed);
  if (flags & LAMINA_ARRANGEMENT_SPLIT)
    add_families (self, &row);
}

static gboolean
is_group_pinned (Lister  *self,
                 guint32  group)
{
  return self->arrangement != NULL
         && lamina_arrangement_group_has (self->arrangement, group, LAMINA_ARRANGEMENT_PINNED);
}

/* Whether the track stands below the headings that are listed now. */
static gboolean
is_shown (Lister  *self,
          guint32  track)
{
  guint32 group = lamina_track_get_info (lamina_run_get_track (self->run, track))->group;

  if ((self->used & (LAMINA_ARRANGEMENT_HIDDEN | LAMINA_ARRANGEMENT_PINNED)) == 0)
    return TRUE;
  if (lamina_arrangement_is_hidden (self->arrangement, track))
    return FALSE;
  return self->is_pinned ? is_group_pinned (self, group) : !lamina_arrangement_is_pinned (self->arrangement, track);
}

static gboolean
is_inside (LaminaRun *run,
           guint32    group,
           guint32    around)
{
  while (group != LAMINA_NONE && group != around)
    group = lamina_run_get_group (run, group)->parent;
  return group == around;
}

static gint64
get_busy (LaminaRun *run,
          guint32    track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));

  return slices->n_lanes > 0 ? slices->lanes[0].busy : 0;
}

/* How many tracks of a list are busier than one of them; of equals the first is. */
static guint
count_busier (Lister       *self,
              const GArray *tracks,
              guint         at)
{
  gint64 busy = get_busy (self->run, g_array_index (tracks, guint32, at));
  guint n = 0;

  for (guint i = 0; i < tracks->len; i++)
    {
      gint64 other = get_busy (self->run, g_array_index (tracks, guint32, i));

      n += other > busy || (other == busy && i < at);
    }
  return n;
}

/* A heading of a collapsed group shows its tracks beside each other, in their order. */
static void
add_strips (Lister  *self,
            guint32  group,
            guint    indent)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_parts;
  guint8 part = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      guint n;
      guint32 track = lamina_arrangement_get_order (self->arrangement, &n)[i];
      LaminaTrack *what = lamina_run_get_track (self->run, track);

      if (is_inside (self->run, lamina_track_get_info (what)->group, group) && is_shown (self, track)
          && lamina_track_get_slices (what)->n > 0)
        g_array_append_val (tracks, track);
    }
  n_parts = MIN (tracks->len, MOST_STRIPS);
  for (guint i = 0; i < tracks->len; i++)
    {
      LaminaTimelineRow row = create_row (self, LAMINA_TIMELINE_STRIP, group, g_array_index (tracks, guint32, i), indent);

      if (count_busier (self, tracks, i) >= n_parts)
        continue;
      row.part = part++;
      row.n_parts = (guint8) n_parts;
      g_array_append_val (self->rows, row);
    }
}

/*
 * Adds the headings of the groups around a track that are not there yet, outermost first, down to one that is
 * collapsed; of those around a group that is pinned, none. @indent takes how deep the track stands. Returns whether no
 * group around it is collapsed.
 */
static gboolean
add_headings (Lister  *self,
              guint32  group,
              guint32  track,
              guint   *indent)
{
  LaminaTimelineRow row;
  guint depth = 0;

  *indent = 0;
  if (group == LAMINA_NONE || (self->is_pinned && !is_group_pinned (self, group)))
    return TRUE;
  if (!add_headings (self, lamina_run_get_group (self->run, group)->parent, track, &depth))
    return FALSE;
  *indent = depth + 1;
  row = create_row (self, LAMINA_TIMELINE_HEADING, group, track, depth);
  row.is_collapsed = (get_flags (self, LAMINA_TARGET_GROUP, group) & LAMINA_ARRANGEMENT_COLLAPSED) != 0;
  if (!self->listed[group])
    {
      g_array_append_val (self->rows, row);
      if (row.is_collapsed)
        add_strips (self, group, depth);
    }
  self->listed[group] = TRUE;
  return !row.is_collapsed;
}

static void
add_rates (Lister  *self,
           guint32  group)
{
  guint indent;

  for (guint i = 0; self->arrangement != NULL && i < self->arrangement->rates->len; i++)
    {
      const LaminaTrackRate *rate = lamina_arrangement_get_rate (self->arrangement, i);
      LaminaTimelineRow row = create_row (self, LAMINA_TIMELINE_RATE, group, rate->track, 0);

      if (rate->group != group || (get_flags (self, LAMINA_TARGET_RATE, i) & LAMINA_ARRANGEMENT_HIDDEN)
          || lamina_arrangement_group_has (self->arrangement, group, LAMINA_ARRANGEMENT_HIDDEN)
          || is_group_pinned (self, group) != self->is_pinned || !add_headings (self, group, rate->track, &indent))
        continue;
      row.part = (guint8) i;
      row.indent = indent;
      g_array_append_val (self->rows, row);
    }
}

/*
 * What stands at the end of groups. One that the order comes back to, which it does in no sound file, has another heading
 * there.
 */
static void
leave_groups (Lister  *self,
              guint32  before,
              guint32  group)
{
  for (; before != LAMINA_NONE && !is_inside (self->run, group, before);
       before = lamina_run_get_group (self->run, before)->parent)
    {
      add_rates (self, before);
      self->listed[before] = FALSE;
    }
}

/* Tracks below the headings of their groups. */
static void
add_groups (Lister *self)
{
  guint32 before = LAMINA_NONE;
  guint n = lamina_run_get_n_tracks (self->run);
  const guint32 *order = self->arrangement != NULL ? lamina_arrangement_get_order (self->arrangement, &n) : NULL;

  for (guint i = 0; i < n; i++)
    {
      guint indent;
      guint32 track = order != NULL ? order[i] : i;
      guint32 group = lamina_track_get_info (lamina_run_get_track (self->run, track))->group;

      leave_groups (self, before, group);
      before = group;
      if (is_shown (self, track) && add_headings (self, group, track, &indent))
        add_track (self, track, indent);
    }
  leave_groups (self, before, LAMINA_NONE);
}

/* Tracks that are pinned by themselves, without headings, then groups. */
static void
add_pinned (Lister *self)
{
  self->is_pinned = TRUE;
  for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      guint n;
      guint32 track = lamina_arrangement_get_order (self->arrangement, &n)[i];

      if ((get_flags (self, LAMINA_TARGET_TRACK, track) & LAMINA_ARRANGEMENT_PINNED)
          && !lamina_arrangement_is_hidden (self->arrangement, track) && !is_shown (self, track))
        add_track (self, track, 0);
    }
  add_groups (self);
  self->is_pinned = FALSE;
}

gboolean
lamina_timeline_has_marks (LaminaRun *run)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].track == LAMINA_NONE)
      return TRUE;
  return FALSE;
}

static GArray *
list_rows (LaminaRun         *run,
           LaminaArrangement *arrangement)
{
  g_autofree guint8 *listed = g_new0 (guint8, lamina_run_get_n_groups (run) + 1);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (LaminaTimelineRow), lamina_run_get_n_tracks (run) + 1);
  Lister self = { run, arrangement, rows, listed, arrangement != NULL ? lamina_arrangement_get_used (arrangement) : 0, FALSE };

  if (arrangement != NULL && lamina_timeline_has_marks (run))
    {
      LaminaTimelineRow row = create_row (&self, LAMINA_TIMELINE_MARKS, LAMINA_NONE, LAMINA_NONE, 0);

      row.is_pinned = TRUE;
      g_array_append_val (rows, row);
    }
  if (self.used & LAMINA_ARRANGEMENT_PINNED)
    add_pinned (&self);
  add_groups (&self);
  if ((self.used & LAMINA_ARRANGEMENT_HIDDEN) && lamina_arrangement_get_n_hidden (arrangement) > 0)
    {
      LaminaTimelineRow row = create_row (&self, LAMINA_TIMELINE_HIDDEN, LAMINA_NONE, LAMINA_NONE, 0);

      g_array_append_val (rows, row);
    }
  return rows;
}

/* Of two threads that list them at once, the first one keeps its rows. */
GArray *
lamina_timeline_list_rows (LaminaRun         *run,
                           LaminaArrangement *arrangement)
{
  GArray *rows = arrangement != NULL ? g_atomic_pointer_get (&arrangement->rows) : NULL;

  if (rows == NULL)
    {
      rows = list_rows (run, arrangement);
      if (arrangement == NULL)
        return rows;
      if (!g_atomic_pointer_compare_and_exchange (&arrangement->rows, NULL, rows))
        {
          g_array_unref (rows);
          rows = g_atomic_pointer_get (&arrangement->rows);
        }
    }
  return g_array_ref (rows);
}

LaminaLaneList
lamina_timeline_row_get_list (const LaminaTimelineRow *row,
                              LaminaRun               *run,
                              LaminaArrangement       *arrangement)
{
  if (row->kind == LAMINA_TIMELINE_FAMILY)
    return lamina_arrangement_get_family (arrangement, row->track, row->family);
  if (lamina_timeline_row_is_outline (row))
    return lamina_slice_list_get (row->is_collapsed ? &arrangement->outlines[row->track]->lists[row->part]
                                                    : &lamina_track_nest_get_row (arrangement->nests[row->track], row->lane)->list,
                                  lamina_track_get_slices (lamina_run_get_track (run, row->track)));
  return lamina_lane_list_init (lamina_run_get_track (run, row->track), row->lane);
}

gboolean
lamina_timeline_row_has (const LaminaTimelineRow *row,
                         LaminaRun               *run,
                         LaminaArrangement       *arrangement,
                         const LaminaSliceRef    *ref)
{
  guint depth;

  if (row->track != ref->track || row->kind == LAMINA_TIMELINE_HEADING || row->kind == LAMINA_TIMELINE_RATE
      || row->kind == LAMINA_TIMELINE_FAMILY)
    return FALSE;
  if (row->kind != LAMINA_TIMELINE_LANE || row->is_collapsed || ref->slice == LAMINA_NONE)
    return TRUE;
  if (lamina_timeline_row_is_outline (row))
    {
      LaminaLaneList list = lamina_timeline_row_get_list (row, run, arrangement);

      return lamina_lane_list_find (&list, ref->slice) < list.end;
    }
  depth = lamina_track_get_depth (lamina_run_get_track (run, ref->track), ref->slice);
  return depth >= row->lane && depth <= row->lane + MAX (row->n_folded, row->n_more);
}

LaminaTimelineRow
lamina_timeline_row_pick (const LaminaTimelineRow *row,
                          guint32                  lane,
                          guint32                  n_more)
{
  LaminaTimelineRow picked = *row;

  picked.lane = lane;
  picked.n_more = n_more;
  picked.y = (int) MIN (row->y + (gint64) (lane - row->lane) * row->height, G_MAXINT / 2);
  return picked;
}

void
lamina_timeline_row_open (const LaminaTimelineRow *row,
                          gint64                   from,
                          gint64                   to,
                          GArray                  *rows)
{
  guint32 last = row->lane + row->n_more, first, end;
  LaminaTimelineRow picked;

  if (lamina_timeline_row_get_bottom (row) <= from)
    return;
  if (row->n_more == 0)
    {
      g_array_append_val (rows, *row);
      return;
    }
  first = row->lane + (guint32) (MAX (from - row->y, 0) / row->height);
  end = row->lane + (guint32) CLAMP ((to - row->y + row->height - 1) / row->height, 0, (gint64) row->n_more + 1);
  if (first > row->lane)
    {
      picked = lamina_timeline_row_pick (row, row->lane, first - row->lane - 1);
      g_array_append_val (rows, picked);
    }
  for (guint32 lane = first; lane < end; lane++)
    {
      picked = lamina_timeline_row_pick (row, lane, 0);
      g_array_append_val (rows, picked);
    }
  if (end <= last)
    {
      picked = lamina_timeline_row_pick (row, end, last - end);
      g_array_append_val (rows, picked);
    }
}
