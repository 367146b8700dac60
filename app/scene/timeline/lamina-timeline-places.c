/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-places.h"

#include <string.h>

#define HEADING_HEIGHT 21
#define COLLAPSED_HEIGHT 25
#define STRIPS_MARGIN 2
#define HIDDEN_HEIGHT 23
#define GROWTH_STEPS 64

/* Heights of a kind of row, when there is no room to spare and when there is plenty. */
typedef struct
{
  int least;
  int most;
} Heights;

static const Heights lane_heights = { 23, 66 };
static const Heights main_heights = { 25, 66 };
static const Heights inner_heights = { 23, 44 };
static const Heights counter_heights = { 37, 66 };
static const Heights lone_counter_heights = { 37, 100 };
static const Heights memory_heights = { 74, 120 };

static int
grow (const Heights *heights,
      int            growth)
{
  return heights->least + (heights->most - heights->least) * growth / GROWTH_STEPS;
}

static int
get_row_height (LaminaRun               *run,
                const LaminaTimelineRow *row,
                guint                    n_counters,
                int                      growth)
{
  switch (row->kind)
    {
    case LAMINA_TIMELINE_HEADING:
      return row->is_collapsed ? COLLAPSED_HEIGHT : HEADING_HEIGHT;
    case LAMINA_TIMELINE_MARKS:
    case LAMINA_TIMELINE_HIDDEN:
      return HIDDEN_HEIGHT;
    case LAMINA_TIMELINE_STRIP:
      return (COLLAPSED_HEIGHT - 1 - 2 * STRIPS_MARGIN) / row->n_parts;
    case LAMINA_TIMELINE_RATE:
      return grow (&counter_heights, growth / 2);
    case LAMINA_TIMELINE_COUNTER:
      if (lamina_timeline_row_is_memory (row, run))
        return grow (&memory_heights, growth);
      return grow (n_counters == 1 ? &lone_counter_heights : &counter_heights, growth);
    case LAMINA_TIMELINE_FAMILY:
      return grow (&inner_heights, growth);
    case LAMINA_TIMELINE_LANE:
    default:
      if (lamina_timeline_row_is_outline (row) ? row->part != LAMINA_OUTLINE_WORK || row->depth > 0 : row->lane > 0)
        return grow (&inner_heights, growth);
      return grow (row->is_on_device ? &main_heights : &lane_heights, growth);
    }
}

static const LaminaTimelineRow *
get_listed (const LaminaTimelinePlaces *self,
            guint                       i)
{
  return &g_array_index (self->listed, LaminaTimelineRow, self->kept != NULL ? self->kept[i] : i);
}

/* How many lanes below its own a row stands for, of those that are not left out. */
static guint32
get_n_more (const LaminaTimelinePlaces *self,
            const LaminaTimelineRow    *row)
{
  return self->kept == NULL || row->is_pinned || row->n_more == 0 ? row->n_more
                                                                  : MIN (row->n_more, self->depths[row->track] - row->lane - 1);
}

static int
place_rows (LaminaTimelinePlaces *self,
            int                   growth)
{
  gint64 y = 0;

  self->growth = growth;
  for (guint i = 0; i < self->n; i++)
    {
      const LaminaTimelineRow *row = get_listed (self, i);
      int height = get_row_height (self->run, row, self->n_counters, growth);

      self->y[i] = (int) y;
      /* Strips stand in the heading above. */
      if (row->kind == LAMINA_TIMELINE_STRIP)
        self->y[i] += STRIPS_MARGIN + row->part * height - COLLAPSED_HEIGHT;
      else
        y = MIN (y + ((gint64) get_n_more (self, row) + 1) * height, G_MAXINT / 2);
    }
  return (int) y;
}

static int
grow_rows (LaminaTimelinePlaces *self,
           int                   height)
{
  int low = 0;
  int high = GROWTH_STEPS;

  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      if (place_rows (self, middle) <= height)
        low = middle;
      else
        high = middle - 1;
    }
  return place_rows (self, low);
}

/* The height that the tracks have, below the ruler. */
static int
get_room (const LaminaTimelinePlaces *self)
{
  return self->height - self->ruler_height;
}

/* A row where it stands. What is pinned may take two thirds of the window; those behind them scroll like all others. */
static void
get_row (const LaminaTimelinePlaces *self,
         guint                       i,
         LaminaTimelineRow          *row)
{
  const LaminaTimelineRow *listed = get_listed (self, i);

  *row = *listed;
  row->n_more = get_n_more (self, listed);
  row->height = get_row_height (self->run, listed, self->n_counters, self->growth);
  row->y = self->y[i];
  row->is_pinned = listed->is_pinned && lamina_timeline_row_get_bottom (row) <= get_room (self) * 2 / 3;
}

static void
find_pinned (LaminaTimelinePlaces *self)
{
  LaminaTimelineRow row;

  /* They come before all others. */
  for (guint i = 0; i < self->n && get_listed (self, i)->is_pinned; i++)
    {
      get_row (self, i, &row);
      if (!row.is_pinned)
        continue;
      self->pinned = MAX (self->pinned, (int) lamina_timeline_row_get_bottom (&row));
      self->n_pinned = i + 1;
    }
}

/* Leaves out the lanes of tracks below those that were asked for. Tracks that are pinned keep theirs. */
static void
leave_out_deeper (LaminaTimelinePlaces *self)
{
  guint32 *kept = g_new (guint32, self->n + 1);
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const LaminaTimelineRow *row = get_listed (self, i);
      guint depth = lamina_timeline_row_is_outline (row) ? row->depth : row->lane;

      if (row->kind != LAMINA_TIMELINE_LANE || row->is_pinned || row->is_collapsed || depth == 0
          || depth < self->depths[row->track])
        kept[n++] = i;
    }
  self->kept = kept;
  self->n = n;
}

/* Where the rows of each track begin: those that slices and samples stand in, which follow each other. */
static void
index_tracks (LaminaTimelinePlaces *self)
{
  guint n = lamina_run_get_n_tracks (self->run);

  self->first = g_new (guint32, n + 1);
  memset (self->first, 0xff, n * sizeof *self->first);
  for (guint i = self->n; i-- > 0;)
    {
      const LaminaTimelineRow *row = get_listed (self, i);

      if (lamina_timeline_row_has_slices (row) || row->kind == LAMINA_TIMELINE_COUNTER)
        self->first[row->track] = i;
    }
}

/* All rows as low as can be, whatever the window. It does not keep the arrangement, which keeps it. */
static LaminaTimelinePlaces *
natural_new (LaminaRun         *run,
             LaminaArrangement *arrangement)
{
  LaminaTimelinePlaces *self = g_new0 (LaminaTimelinePlaces, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->listed = lamina_timeline_list_rows (run, arrangement);
  self->n = self->listed->len;
  self->y = g_new (int, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    self->n_counters += get_listed (self, i)->kind == LAMINA_TIMELINE_COUNTER;
  self->total = self->least = place_rows (self, 0);
  index_tracks (self);
  return self;
}

/* Of two threads that place them at once, the first one keeps its places. */
LaminaTimelinePlaces *
lamina_timeline_places_get_natural (LaminaRun         *run,
                                    LaminaArrangement *arrangement)
{
  LaminaTimelinePlaces *natural = arrangement != NULL ? g_atomic_pointer_get (&arrangement->places) : NULL;

  if (natural == NULL)
    {
      natural = natural_new (run, arrangement);
      if (arrangement == NULL)
        return natural;
      if (!g_atomic_pointer_compare_and_exchange (&arrangement->places, NULL, natural))
        {
          lamina_timeline_places_unref (natural);
          natural = g_atomic_pointer_get (&arrangement->places);
        }
    }
  return lamina_timeline_places_ref (natural);
}

static LaminaTimelinePlaces *
places_new (LaminaRun                   *run,
            const LaminaTimelineOptions *options,
            int                          height)
{
  LaminaTimelinePlaces *self = g_new0 (LaminaTimelinePlaces, 1);
  LaminaTimelinePlaces *natural = lamina_timeline_places_get_natural (run, options->arrangement);

  *self = *natural;
  g_atomic_ref_count_init (&self->ref_count);
  self->natural = natural;
  self->arrangement = options->arrangement != NULL ? lamina_arrangement_ref (options->arrangement) : NULL;
  self->depths = options->depths;
  self->ruler_height = options->ruler_height;
  self->fill_height = options->fill_height;
  self->height = height;
  g_array_ref (self->listed);
  /* Rows grow only where all of them have room, so that the lanes of one track change no other track. */
  if (options->fill_height && self->total < get_room (self))
    {
      self->y = g_new (int, self->n + 1);
      self->total = grow_rows (self, get_room (self));
    }
  else if (options->depths != NULL && self->total > get_room (self))
    {
      leave_out_deeper (self);
      self->y = g_new (int, self->n + 1);
      self->total = place_rows (self, 0);
      index_tracks (self);
    }
  find_pinned (self);
  return self;
}

LaminaTimelinePlaces *
lamina_timeline_places_ref (LaminaTimelinePlaces *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_timeline_places_unref (LaminaTimelinePlaces *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->arrangement, lamina_arrangement_unref);
  g_array_unref (self->listed);
  g_free (self->kept);
  if (self->natural == NULL || self->y != self->natural->y)
    g_free (self->y);
  if (self->natural == NULL || self->first != self->natural->first)
    g_free (self->first);
  g_clear_pointer (&self->natural, lamina_timeline_places_unref);
  g_free (self);
}

LaminaTimelinePlaces *
lamina_timeline_places_get (LaminaRun                   *run,
                            const LaminaTimelineOptions *options,
                            int                          height)
{
  LaminaTimelinePlaces *known;

  g_return_val_if_fail (run != NULL && options != NULL, NULL);

  known = options->places;
  if (known != NULL && known->run == run && known->height == height && known->arrangement == options->arrangement
      && known->depths == options->depths && known->ruler_height == options->ruler_height
      && known->fill_height == options->fill_height)
    return lamina_timeline_places_ref (known);
  return places_new (run, options, height);
}

gboolean
lamina_timeline_places_find (const LaminaTimelinePlaces *self,
                             const LaminaSliceRef       *ref,
                             LaminaTimelineRow          *found)
{
  guint n_tracks = lamina_run_get_n_tracks (self->run);

  for (guint i = ref->track < n_tracks ? self->first[ref->track] : self->n;
       i < self->n && get_listed (self, i)->track == ref->track; i++)
    {
      get_row (self, i, found);
      if (!lamina_timeline_row_has (found, self->run, self->arrangement, ref))
        continue;
      if (found->n_more > 0 && ref->slice != LAMINA_NONE)
        {
          guint depth = lamina_track_get_depth (lamina_run_get_track (self->run, ref->track), ref->slice);

          *found = lamina_timeline_row_pick (found, depth, 0);
        }
      return TRUE;
    }
  return FALSE;
}

/* The last row that begins at a place or before it, or the heading that it is a strip of; the first one that scrolls, if none
 * does. */
static guint
find_row_at (const LaminaTimelinePlaces *self,
             gint64                      y)
{
  guint low = self->n_pinned, high = self->n;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->y[middle] <= y)
        low = middle;
      else
        high = middle;
    }
  while (low > self->n_pinned && low < self->n && get_listed (self, low)->kind == LAMINA_TIMELINE_STRIP)
    low--;
  return low;
}

GArray *
lamina_timeline_places_dup_seen (const LaminaTimelinePlaces *self,
                                 gint64                      from,
                                 gint64                      to)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));
  LaminaTimelineRow row;

  for (guint i = 0; i < self->n_pinned; i++)
    {
      get_row (self, i, &row);
      lamina_timeline_row_open (&row, 0, self->pinned, rows);
    }
  for (guint i = find_row_at (self, from); i < self->n && self->y[i] < to; i++)
    {
      get_row (self, i, &row);
      lamina_timeline_row_open (&row, from, to, rows);
    }
  return rows;
}

int
lamina_timeline_get_height (LaminaRun                   *run,
                            const LaminaTimelineOptions *options,
                            int                          height)
{
  LaminaTimelinePlaces *known;
  g_autoptr (LaminaTimelinePlaces) places = NULL;

  g_return_val_if_fail (run != NULL && options != NULL, 0);

  known = options->places;
  /* In a window that is lower than all lanes no row grows. */
  if (known != NULL && known->run == run && known->arrangement == options->arrangement && options->depths == NULL
      && height - options->ruler_height <= known->least)
    return known->least + options->ruler_height;
  places = lamina_timeline_places_get (run, options, height);
  return places->total + options->ruler_height;
}

int
lamina_timeline_get_pinned_height (LaminaRun                   *run,
                                   const LaminaTimelineOptions *options,
                                   int                          height)
{
  g_autoptr (LaminaTimelinePlaces) places = NULL;

  g_return_val_if_fail (run != NULL && options != NULL, 0);

  places = lamina_timeline_places_get (run, options, height);
  return places->pinned;
}

gboolean
lamina_timeline_find_row (LaminaRun                   *run,
                          const LaminaTimelineOptions *options,
                          int                          height,
                          const LaminaSliceRef        *slice,
                          int                         *y,
                          int                         *row_height)
{
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  LaminaTimelineRow row;

  g_return_val_if_fail (run != NULL && options != NULL && slice != NULL, FALSE);

  places = lamina_timeline_places_get (run, options, height);
  if (!lamina_timeline_places_find (places, slice, &row))
    return FALSE;
  *y = row.y + options->ruler_height;
  *row_height = row.height;
  return TRUE;
}

/* The lanes of a row that is placed. */
static LaminaLanes
get_lanes (const LaminaTimelineRow *row)
{
  if (lamina_timeline_row_is_outline (row))
    return (LaminaLanes) { row->track, 0, LAMINA_DEEP_LANE };
  return (LaminaLanes) { row->track, row->lane, 1 + row->n_folded };
}

GArray *
lamina_timeline_list_lanes (LaminaRun                   *run,
                            const LaminaTimelineOptions *options,
                            int                          height,
                            int                          scroll)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LaminaLanes));
  gint64 end = (gint64) scroll + height - options->ruler_height;
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  g_autoptr (GArray) rows = NULL;

  g_return_val_if_fail (run != NULL && options != NULL, found);

  places = lamina_timeline_places_get (run, options, height);
  rows = lamina_timeline_places_dup_seen (places, (gint64) scroll + places->pinned, end);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);
      LaminaLanes lanes = get_lanes (row);
      const LaminaLanes *last = found->len > 0 ? &g_array_index (found, LaminaLanes, found->len - 1) : NULL;

      if (lamina_timeline_row_has_slices (row) && row->n_more == 0 && (last == NULL || memcmp (last, &lanes, sizeof lanes) != 0))
        g_array_append_val (found, lanes);
    }
  return found;
}

/* A track of so many lanes that this is not enough keeps some that are empty. */
#define MOST_LANES 10000

/* Lanes are looked at from the deepest one upwards, each by halving: nothing depends on how much is in the range. */
static guint32
find_depth (LaminaTrack          *track,
            const LaminaTimeView *view)
{
  guint32 depth = lamina_track_get_slices (track)->n_lanes;

  for (guint n = 0; depth > 1 && n < MOST_LANES; depth--, n++)
    {
      LaminaLaneList list = lamina_lane_list_init (track, depth - 1);
      LaminaLaneRange range = lamina_lane_get_range (&list, view);

      if (range.first < range.end)
        break;
    }
  return MAX (depth, 1);
}

static G_DEFINE_QUARK (lamina-timeline-deep-tracks, deep_tracks)

/* The tracks that have more than one lane. */
static const GArray *
get_deep_tracks (LaminaRun *run)
{
  GArray *deep = lamina_run_get_attached (run, deep_tracks_quark ());

  if (deep != NULL)
    return deep;
  deep = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_track_get_slices (lamina_run_get_track (run, i))->n_lanes > 1)
      g_array_append_val (deep, i);
  return lamina_run_attach (run, deep_tracks_quark (), deep, (GDestroyNotify) g_array_unref);
}

void
lamina_timeline_places_prepare (LaminaRun         *run,
                                LaminaArrangement *arrangement)
{
  lamina_timeline_places_unref (lamina_timeline_places_get_natural (run, arrangement));
  get_deep_tracks (run);
}

guint32 *
lamina_timeline_find_depths (LaminaRun      *run,
                             LaminaTimebase *timebase,
                             gint64          start,
                             gint64          end,
                             guint          *n)
{
  const GArray *deep;
  guint32 *depths;
  gboolean are_all = TRUE;

  g_return_val_if_fail (run != NULL && timebase != NULL && n != NULL, NULL);

  *n = lamina_run_get_n_tracks (run);
  deep = get_deep_tracks (run);
  if (deep->len == 0)
    return NULL;
  depths = g_new (guint32, *n + 1);
  for (guint i = 0; i < *n; i++)
    depths[i] = 1;
  for (guint i = 0; i < deep->len; i++)
    {
      guint32 index = g_array_index (deep, guint32, i);
      LaminaTrack *track = lamina_run_get_track (run, index);
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
      LaminaTimeView view = { 0 };

      view.start = lamina_subtract_saturating (start, offset);
      view.end = lamina_subtract_saturating (end, offset);
      depths[index] = find_depth (track, &view);
      are_all = are_all && depths[index] == lamina_track_get_slices (track)->n_lanes;
    }
  if (are_all)
    g_clear_pointer (&depths, g_free);
  return depths;
}

/* Whether two rows differ in nothing but their lanes. */
static gboolean
are_of_one_track (const LaminaTimelineRow *row,
                  const LaminaTimelineRow *other)
{
  return other->kind == row->kind && other->group == row->group && other->track == row->track && other->family == row->family
         && other->part == row->part && other->is_pinned == row->is_pinned;
}

/* Where the rows of a row's track are, if it is one of a track: all of them follow each other. */
static void
find_track_rows (const LaminaTimelinePlaces *self,
                 const LaminaTimelineRow    *row,
                 guint                      *from,
                 guint                      *end)
{
  *from = 0;
  *end = self->n;
  if (!lamina_timeline_row_has_slices (row) && row->kind != LAMINA_TIMELINE_COUNTER)
    return;
  *from = MIN (self->first[row->track], self->n);
  for (*end = *from; *end < self->n && get_listed (self, *end)->track == row->track;)
    (*end)++;
}

/*
 * Finds the same row or, of a lane that is not there, the lowest one of its track above it; @is_first asks for the first lane of
 * those that are there instead, for a part of a track may have none but later ones.
 */
static gboolean
find_same (const LaminaTimelinePlaces *self,
           const LaminaTimelineRow    *row,
           gboolean                    is_first,
           LaminaTimelineRow          *best)
{
  gboolean found = FALSE;
  LaminaTimelineRow other;
  guint from, end;

  find_track_rows (self, row, &from, &end);
  for (guint i = from; i < end; i++)
    {
      get_row (self, i, &other);
      if (!are_of_one_track (row, &other) || (!is_first && other.lane > row->lane))
        continue;
      if (!found || (is_first ? other.lane < best->lane : other.lane > best->lane))
        *best = other;
      found = TRUE;
      /* Of a heading there is one, and there may be a million rows behind it. */
      if (!lamina_timeline_row_has_slices (row))
        break;
    }
  return found;
}

/* The row of those that scroll that stands at a place. */
static const LaminaTimelineRow *
find_scrolled (const GArray *rows,
               int           y)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (!row->is_pinned && y >= row->y && y < row->y + row->height)
        return row;
    }
  return NULL;
}

int
lamina_timeline_get_shift (LaminaRun                   *run,
                           const LaminaTimelineOptions *before,
                           const LaminaTimelineOptions *after,
                           int                          height,
                           int                          top,
                           int                          y)
{
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  g_autoptr (LaminaTimelinePlaces) others = NULL;
  g_autoptr (GArray) rows = NULL;
  const LaminaTimelineRow *row;
  LaminaTimelineRow same, first, other;

  g_return_val_if_fail (run != NULL && before != NULL && after != NULL, 0);

  places = lamina_timeline_places_get (run, before, height);
  others = lamina_timeline_places_get (run, after, height);
  y -= before->ruler_height;
  rows = lamina_timeline_places_dup_seen (places, y, (gint64) y + 1);
  row = find_scrolled (rows, y);
  if (row == NULL || !find_same (others, row, FALSE, &same))
    return 0;
  same = lamina_timeline_row_pick (&same, MIN (same.lane + same.n_more, row->lane), 0);
  if (same.lane < row->lane && find_same (places, row, TRUE, &first) && first.y >= top - before->ruler_height
      && find_same (others, row, TRUE, &other))
    return other.y - first.y;
  return same.y - row->y;
}
