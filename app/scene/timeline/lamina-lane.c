/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lane.h"

#include "lamina-find.h"

#include <math.h>
#include <string.h>

/* So many slices of a block are asked for its color where nothing has been worked out before. */
#define MOST_ASKED 4

LaminaLaneList
lamina_lane_list_init (LaminaTrack *track,
                       guint        lane)
{
  LaminaLaneList self = { .slices = lamina_track_get_slices (track) };

  if (lane >= self.slices->n_lanes)
    return self;
  self.first = self.slices->first[lane];
  self.end = self.slices->first[lane + 1];
  self.n_levels = MIN (lamina_track_get_n_levels (track), LAMINA_LANE_LEVELS);
  for (guint i = 0; i < self.n_levels; i++)
    self.levels[i] = lamina_track_get_slice_blocks (track, lane, i + 1, &self.n_blocks[i]);
  return self;
}

void
lamina_lane_list_set_coloring (LaminaLaneList *self,
                               LaminaColoring *coloring,
                               guint           track,
                               guint           lane)
{
  if (coloring == NULL || lamina_coloring_get_by (coloring) == LAMINA_COLOR_BY_FAMILY)
    return;
  self->coloring = coloring;
  for (guint i = 0; self->index == NULL && i < self->n_levels; i++)
    self->colors[i] = lamina_coloring_get_blocks (coloring, track, lane, i + 1);
}

/* The longest of some slices of a block stands for it. */
static guint8
ask_some (const LaminaLaneList *self,
          guint                 at,
          guint                 n)
{
  guint32 longest = lamina_lane_list_get (self, at);

  for (guint i = 1; i < MOST_ASKED; i++)
    {
      guint32 slice = lamina_lane_list_get (self, at + (guint) ((guint64) n * i / MOST_ASKED));

      if (self->slices->duration[slice] > self->slices->duration[longest])
        longest = slice;
    }
  return lamina_lane_list_get_color (self, longest);
}

/*
 * The fill that takes most of the time of a block of @n slices from position @at on, which is that of a level from 0 on.
 * @busy takes how much that is.
 */
static guint8
get_block_color (const LaminaLaneList *self,
                 guint                 level,
                 guint                 at,
                 guint                 n,
                 gint64               *busy)
{
  guint i = (at - self->first) >> (LAMINA_LEVEL_SHIFT * (level + 1));
  const LaminaSliceBlock *block = &self->levels[level][i];
  const LaminaColorBlock *color = self->colors[level] != NULL ? &self->colors[level][i] : NULL;

  if (self->coloring == NULL)
    {
      *busy = block->family_busy;
      return block->family;
    }
  *busy = color != NULL ? (gint64) ((double) block->busy * color->part / 255) : block->busy;
  return color != NULL ? color->color : ask_some (self, at, n);
}

gboolean
lamina_lane_is_folded (const LaminaSlices *slices,
                       guint               lane)
{
  const guint32 parts = 1u << LAMINA_SLICE_WAIT | 1u << LAMINA_SLICE_KERNEL;

  if (lane == 0 || lane >= MIN (slices->n_lanes, LAMINA_DEEP_LANE))
    return FALSE;
  return slices->lanes[lane].kinds != 0 && (slices->lanes[lane].kinds & ~parts) == 0;
}

/* Slices do not overlap, so their ends rise as their starts do. */
static gboolean
ends_after (const LaminaSlices *slices,
            guint               i,
            gint64              time)
{
  return slices->start[i] + slices->duration[i] > time || (slices->duration[i] == 0 && slices->start[i] >= time);
}

guint
lamina_lane_list_find_end (const LaminaLaneList *self,
                           gint64                time)
{
  return LAMINA_FIND_FIRST (at, self->first, self->end, ends_after (self->slices, lamina_lane_list_get (self, at), time));
}

guint
lamina_lane_list_find_start (const LaminaLaneList *self,
                             gint64                time)
{
  return LAMINA_FIND_FIRST (at, self->first, self->end,
                            self->slices->start[lamina_lane_list_get (self, at)] >= time);
}

guint
lamina_lane_list_find (const LaminaLaneList *self,
                       guint32               slice)
{
  gint64 start = self->slices->start[slice];

  if (self->index == NULL)
    return slice >= self->first && slice < self->end ? slice : self->end;
  for (guint at = lamina_lane_list_find_start (self, start);
       at < self->end && self->slices->start[self->index[at]] == start; at++)
    if (self->index[at] == slice)
      return at;
  return self->end;
}

/* The first position from @at on whose slice takes at least so long; the end when there is none. */
static guint
find_long (const LaminaLaneList *self,
           guint                 at,
           gint64                least)
{
  while (at < self->end && self->slices->duration[lamina_lane_list_get (self, at)] < least)
    {
      guint n = 1;

      /* Where all slices of a block together are shorter, none of them is long enough. */
      for (guint level = 1; level <= self->n_levels; level++)
        {
          guint shift = LAMINA_LEVEL_SHIFT * level;
          guint block = (at - self->first) >> MIN (shift, 31);

          if (shift >= 32 || ((at - self->first) & ((1u << shift) - 1)) != 0 || block >= self->n_blocks[level - 1]
              || self->levels[level - 1][block].busy >= least)
            break;
          n = MIN (1u << shift, self->end - at);
        }
      at += n;
    }
  return at;
}

/*
 * A lane is read from left to right. What is too narrow for a box of its own goes into a cell, a merged box of a fixed
 * number of pixels that begins at the first slice in it. A cell takes whole blocks of the level of detail as long as
 * they end inside it, so a frame touches some blocks for each pixel and not the slices below them.
 */

/*
 * A block may end behind its cell by one in so many parts of it: else every cell would go down to the slices at its
 * edge.
 */
#define SLACK 4

/*
 * After some blocks in a row that were of no use, as many places are passed over before one is looked at again, at most
 * these: to look at a block costs more than a few slices, and where cells hold few of them no block will fit.
 */
#define MOST_PASSED_OVER 7

/*
 * A merged box is at least this strong, so that nothing is invisible; the rest says how much of it is filled. In
 * eighths, so that merged boxes need few colors.
 */
#define LEAST_ALPHA 87
#define ALPHA_STEP 24

typedef struct
{
  const LaminaLaneList *list;
  const LaminaSlices *slices;
  const LaminaTimeView *view;
  int merge;
  gint64 own_min;
  guint hint;
  guint n_useless;
  guint n_to_pass;
  GArray *boxes;
  guint first_box;

  gboolean is_open;
  int cell_x;
  gint64 cell_start;
  gint64 cell_limit;
  gint64 slack;
  gint64 last_end;
  guint32 cell_first;
  guint32 cell_n;
  gint64 total;
  gint64 busy[LAMINA_N_FAMILIES];
  guint32 families; /* a bit for each that the cell has time of */
  guint8 any_family;
} Scan;

G_STATIC_ASSERT (LAMINA_N_FAMILIES <= 32);

LaminaLaneRange
lamina_lane_get_range (const LaminaLaneList *list,
                       const LaminaTimeView *view)
{
  LaminaLaneRange range = {
    .first = lamina_lane_list_find_end (list, view->start),
    .end = lamina_lane_list_find_start (list, view->end),
  };

  range.end = MAX (range.end, range.first);
  return range;
}

static void
scan_init (Scan                 *self,
           const LaminaLaneList *list,
           const LaminaTimeView *view,
           int                   merge,
           GArray               *boxes)
{
  double least = ceil (view->per_px * merge);

  memset (self, 0, sizeof *self);
  self->list = list;
  self->slices = list->slices;
  self->view = view;
  self->merge = merge;
  self->own_min = least < 9.2e18 ? MAX ((gint64) least, 1) : G_MAXINT64;
  self->slack = self->own_min / SLACK;
  self->boxes = boxes;
  self->first_box = boxes->len;
}

/* NULL before there is one. */
static LaminaLaneBox *
get_last_box (Scan *self)
{
  return self->boxes->len > self->first_box ? &g_array_index (self->boxes, LaminaLaneBox, self->boxes->len - 1) : NULL;
}

static int
get_last_end (Scan *self)
{
  return self->boxes->len > self->first_box ? get_last_box (self)->end : 0;
}

/* The family that takes most of the time of a cell, whose sums are zero afterwards. */
static guint8
take_main_family (Scan *self)
{
  guint8 best = self->any_family;
  gint64 most = 0;

  for (; self->families != 0; self->families &= self->families - 1)
    {
      int family = __builtin_ctz (self->families);

      if (self->busy[family] > most)
        {
          best = (guint8) family;
          most = self->busy[family];
        }
      self->busy[family] = 0;
    }
  return best;
}

/*
 * What follows at @next says how long the stretch was that a cell stands for: blocks end some way before or behind the pixels, and
 * those of a full lane would look full and less than that by turns.
 */
static double
get_cell_length (const Scan *self,
                 int         width,
                 gint64      next)
{
  double length = width * self->view->per_px, found = (double) lamina_subtract_saturating (next, self->cell_start);

  return found > length / 2 && found < length * 2 ? found : length;
}

static void
close_cell (Scan   *self,
            gint64  next)
{
  LaminaLaneBox box = { .first = self->cell_first, .n = self->cell_n, .is_merged = TRUE };
  int end = self->cell_x + self->merge;
  double density;

  if (!self->is_open)
    return;
  self->is_open = FALSE;
  if (self->last_end < self->cell_limit)
    end = lamina_time_view_get_x (self->view, self->last_end) + 1;
  box.x = self->cell_x;
  box.end = CLAMP (end, box.x + 1, MIN (box.x + self->merge, self->view->width));
  box.family = take_main_family (self);
  density = (double) self->total / get_cell_length (self, box.end - box.x, next);
  if (self->cell_n == 1)
    density = MAX (density, 0.5);
  box.density = (guint8) (CLAMP (density, 0, 1) * LAMINA_LANE_DENSITIES + 0.5);
  box.alpha = (guint8) (LEAST_ALPHA + ALPHA_STEP * box.density);
  g_array_append_val (self->boxes, box);
}

static void
add_to_cell (Scan   *self,
             guint   n,
             gint64  end,
             gint64  busy,
             gint64  family_busy,
             guint8  family)
{
  self->cell_n += n;
  self->last_end = end;
  self->total += busy;
  self->busy[family] += family_busy;
  self->families |= 1u << family;
}

/* The block of a level that begins at a position and has no slice at or after @stop, if there is one. */
static const LaminaSliceBlock *
get_block (Scan  *self,
           guint  level,
           guint  i,
           guint  stop,
           guint *n)
{
  const LaminaLaneList *list = self->list;
  guint shift = LAMINA_LEVEL_SHIFT * (level + 1);
  guint at = i - list->first;

  if (shift >= 32 || (at & ((1u << shift) - 1)) != 0 || at >> shift >= list->n_blocks[level])
    return NULL;
  *n = MIN (1u << shift, list->end - i);
  return *n <= stop - i ? &list->levels[level][at >> shift] : NULL;
}

static void
enter_cell (Scan   *self,
            guint   first,
            gint64  start,
            guint8  family)
{
  LaminaLaneBox *before;

  if (self->is_open && start >= self->cell_limit)
    close_cell (self, start);
  if (self->is_open)
    return;
  self->is_open = TRUE;
  self->cell_x = MAX (lamina_time_view_get_x (self->view, start), get_last_end (self));
  self->cell_x = CLAMP (self->cell_x, 0, self->view->width - 1);
  /* Neighboring cells touch: a gap of one pixel between them would look as if it separated two slices. */
  before = self->merge > 1 ? get_last_box (self) : NULL;
  if (before != NULL && before->is_merged && before->n > 1 && before->end == self->cell_x - 1)
    before->end = self->cell_x;
  self->cell_limit = lamina_time_view_get_time (self->view, self->cell_x + self->merge);
  self->cell_first = first;
  self->cell_start = start;
  self->cell_n = 0;
  self->total = 0;
  self->any_family = family;
}

static gboolean
ends_with_cell (Scan                   *self,
                const LaminaSliceBlock *block)
{
  return block->end - self->slack <= self->cell_limit;
}

/*
 * Adds the blocks of a level, from one that ends with the cell on, which are in it and in the same block of the level
 * above. Returns how many slices that were.
 */
static guint
add_siblings (Scan                   *self,
              const LaminaSliceBlock *block,
              guint                   level,
              guint                   i,
              guint                   n,
              guint                   stop)
{
  const guint above = (1u << LAMINA_LEVEL_SHIFT * MIN (level + 2, LAMINA_LANE_LEVELS - 1)) - 1;
  guint at = i;

  do
    {
      gint64 busy;
      guint8 color = get_block_color (self->list, level, at, n, &busy);

      add_to_cell (self, n, block->end, block->busy, busy, color);
      at += n;
      block = ((at - self->list->first) & above) != 0 ? get_block (self, level, at, stop, &n) : NULL;
    }
  while (block != NULL && block->end - block->start < self->own_min && block->start < self->cell_limit
         && ends_with_cell (self, block));
  return at - i;
}

/*
 * Adds the largest block that begins with a slice, holds nothing that is wide and ends with the cell, and those after it.
 * The levels are tried from above, beginning near the one that was of use before: so nothing is touched of what lies
 * below a block. Returns how many slices that were, 0 when there is no such block.
 */
static guint
add_blocks (Scan  *self,
            guint  i,
            guint  stop)
{
  if (self->n_to_pass > 0)
    {
      self->n_to_pass--;
      return 0;
    }
  for (guint level = MIN (self->hint + 1, self->list->n_levels); level > 0; level--)
    {
      guint n;
      const LaminaSliceBlock *block = get_block (self, level - 1, i, stop, &n);
      guint8 color;
      gint64 busy;

      if (block == NULL || block->end - block->start >= self->own_min)
        continue;
      color = get_block_color (self->list, level - 1, i, n, &busy);
      enter_cell (self, lamina_lane_list_get (self->list, i), block->start, color);
      if (!ends_with_cell (self, block))
        continue;
      self->hint = level;
      self->n_useless = 0;
      return add_siblings (self, block, level - 1, i, n, stop);
    }
  self->hint = 0;
  self->n_useless = MIN (self->n_useless + 1, MOST_PASSED_OVER);
  self->n_to_pass = self->n_useless;
  return 0;
}

/*
 * Adds a box of its own. Where a cell took the only pixel of it, the slice joins the cell instead: between many
 * narrower slices, boxes would otherwise push each other to the right.
 */
static void
add_own (Scan  *self,
         guint  i)
{
  const LaminaSlices *slices = self->slices;
  gint64 start = slices->start[i];
  gint64 end = start + slices->duration[i];
  LaminaLaneBox box = { .first = i, .n = 1, .family = lamina_lane_list_get_color (self->list, i), .alpha = 255 };

  if (self->is_open)
    {
      int x = MIN (lamina_time_view_get_x (self->view, end), self->view->width);

      if (x <= self->cell_x + 1)
        {
          add_to_cell (self, 1, end, slices->duration[i], slices->duration[i], box.family);
          return;
        }
      close_cell (self, start);
    }
  box.x = MAX (lamina_time_view_get_x (self->view, start), 0);
  box.end = lamina_time_view_get_x (self->view, end);
  box.kind = slices->flags[i] & LAMINA_SLICE_KIND_MASK;
  if (box.x < get_last_end (self))
    {
      LaminaLaneBox *before = get_last_box (self);

      /* A wide cell ends where the box begins; a narrow one keeps its pixel. */
      if (before->is_merged && before->x < box.x)
        before->end = box.x;
      else
        box.x = before->end;
    }
  box.end = CLAMP (box.end, box.x + 1, MAX (self->view->width, box.x + 1));
  g_array_append_val (self->boxes, box);
}

/* Adds the slices from one up to where the next block may begin. Returns how many that were. */
static guint
add_slices (Scan  *self,
            guint  i,
            guint  stop)
{
  const guint size = 1u << LAMINA_LEVEL_SHIFT;
  const guint n = MIN (size - ((i - self->list->first) & (size - 1)), stop - i);

  for (guint at = i; at < i + n; at++)
    {
      guint slice = lamina_lane_list_get (self->list, at);

      if (self->slices->duration[slice] >= self->own_min)
        add_own (self, slice);
      else
        {
          gint64 start = self->slices->start[slice];
          gint64 duration = self->slices->duration[slice];
          guint8 color = lamina_lane_list_get_color (self->list, slice);

          enter_cell (self, slice, start, color);
          add_to_cell (self, 1, start + duration, duration, duration, color);
        }
    }
  return n;
}

int
lamina_lane_lay_out (const LaminaLaneList  *list,
                     const LaminaTimeView  *view,
                     const LaminaLaneRange *range,
                     int                    merge,
                     guint                  limit,
                     GArray                *boxes)
{
  Scan scan;
  guint n;

  scan_init (&scan, list, view, merge, boxes);
  for (guint i = range->first; i < range->end; i += n)
    {
      if (boxes->len - scan.first_box > limit)
        return MIN (get_last_end (&scan), view->width - 1);
      n = add_blocks (&scan, i, range->end);
      if (n == 0)
        n = add_slices (&scan, i, range->end);
    }
  close_cell (&scan, G_MAXINT64);
  return boxes->len - scan.first_box > limit ? view->width - 1 : view->width;
}

void
lamina_lane_lay_out_wide (const LaminaLaneList *list,
                          const LaminaTimeView *view,
                          int                   least,
                          GArray               *boxes)
{
  Scan scan;
  LaminaLaneRange range = lamina_lane_get_range (list, view);

  scan_init (&scan, list, view, least, boxes);
  for (guint i = find_long (list, range.first, scan.own_min);
       i < range.end;
       i = find_long (list, i + 1, scan.own_min))
    add_own (&scan, lamina_lane_list_get (list, i));
}
