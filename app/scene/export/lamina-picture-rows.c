/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-panel.h"

#include "lamina-gettext.h"
#include "lamina-text.h"

#include <string.h>

#define TRACK_GAP 6
#define LEAST_ROW 15

static double
get_row_height (LaminaRun               *run,
                const LaminaTimelineRow *row,
                gboolean                 is_strip)
{
  if (row->kind == LAMINA_TIMELINE_COUNTER)
    return is_strip ? 50 : lamina_timeline_row_is_memory (row, run) ? 110 : 58;
  if (row->kind == LAMINA_TIMELINE_RATE)
    return 40;
  if (row->kind == LAMINA_TIMELINE_MARKS)
    return 22;
  if (row->lane > 0 || row->kind == LAMINA_TIMELINE_FAMILY)
    return 22;
  if (lamina_run_get_track_kind (run, row->track) == LAMINA_GROUP_DEVICE)
    return is_strip ? 30 : 38;
  return is_strip ? 22 : 30;
}

/* Whether none of the marks that belong to no track lies in a range of the axis. */
static gboolean
has_no_marks (LaminaPage *page,
              gint64      start,
              gint64      end)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (page->run, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 offset = lamina_timebase_get_offset (page->timebase, marks[i].clock);

      if (marks[i].track == LAMINA_NONE && marks[i].time < lamina_subtract_saturating (end, offset)
          && marks[i].time + marks[i].duration >= lamina_subtract_saturating (start, offset))
        return FALSE;
    }
  return TRUE;
}

/* Whether nothing of a lane lies in a range of the axis. */
static gboolean
is_outside (LaminaPage              *page,
            const LaminaTimelineRow *row,
            gint64                   start,
            gint64                   end)
{
  LaminaTimeView view = { 0 };
  LaminaLaneList list;
  LaminaLaneRange range;
  LaminaTrack *track;
  gint64 offset;

  if (row->kind == LAMINA_TIMELINE_MARKS)
    return has_no_marks (page, start, end);
  if (row->kind == LAMINA_TIMELINE_COUNTER)
    return FALSE;
  track = lamina_run_get_track (page->run, row->track);
  offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_info (track)->clock);
  view.start = lamina_subtract_saturating (start, offset);
  view.end = lamina_subtract_saturating (end, offset);
  list = lamina_timeline_row_get_list (row, page->run, page->options->arrangement);
  range = lamina_lane_get_range (&list, &view);
  return range.first == range.end;
}

/* Each lane of a run by itself, for it is chosen by itself. */
static void
add_row (GArray                  *rows,
         const LaminaTimelineRow *row)
{
  for (guint32 i = 0; i <= row->n_more; i++)
    {
      LaminaTimelineRow picked = lamina_timeline_row_pick (row, row->lane + i, 0);

      g_array_append_val (rows, picked);
    }
}

/* Appends what a picture shows of a row: it is not scrolled, and shows what would be a strip as a lane. */
static void
take_row (LaminaPage              *page,
          GArray                  *rows,
          const LaminaTimelineRow *listed)
{
  LaminaTimelineRow row = *listed;
  LaminaTrack *track = lamina_run_get_track (page->run, row.track);

  if (lamina_track_get_slices (track)->n == 0 && lamina_track_get_samples (track)->n == 0)
    return;
  row.is_pinned = FALSE;
  if (row.kind == LAMINA_TIMELINE_STRIP)
    {
      row.kind = LAMINA_TIMELINE_LANE;
      row.n_parts = 0;
    }
  add_row (rows, &row);
}

static gboolean
is_of_track (const LaminaTimelineRow *row)
{
  return row->kind != LAMINA_TIMELINE_HEADING && row->kind != LAMINA_TIMELINE_MARKS && row->kind != LAMINA_TIMELINE_HIDDEN;
}

/* The rows of the tracks that were chosen, in their order. Those of each track are linked first: there may be many of both. */
static void
take_chosen (LaminaPage   *page,
             GArray       *rows,
             const GArray *all)
{
  const LaminaPictureOptions *options = page->options;
  guint n_tracks = lamina_run_get_n_tracks (page->run);
  g_autofree guint32 *first = g_new (guint32, n_tracks + 1);
  g_autofree guint32 *next = g_new (guint32, all->len + 1);

  memset (first, 0xff, n_tracks * sizeof *first);
  for (guint i = all->len; i-- > 0;)
    {
      const LaminaTimelineRow *row = &g_array_index (all, LaminaTimelineRow, i);

      if (!is_of_track (row))
        continue;
      next[i] = first[row->track];
      first[row->track] = i;
    }
  for (guint i = 0; i < options->n_tracks; i++)
    for (guint32 at = options->tracks[i] < n_tracks ? first[options->tracks[i]] : LAMINA_NONE; at != LAMINA_NONE; at = next[at])
      take_row (page, rows, &g_array_index (all, LaminaTimelineRow, at));
}

/*
 * All rows that hold something: the marks, then those of the tracks that were chosen, or of all, without rates. A picture has no
 * headings: the tracks of a group that is collapsed stand below each other, by their outermost lanes.
 */
static GArray *
create_chosen_rows (LaminaPage *page)
{
  const LaminaPictureOptions *options = page->options;
  g_autoptr (GArray) all = lamina_timeline_list_rows (page->run, options->arrangement);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));
  const LaminaTimelineRow marks = { .kind = LAMINA_TIMELINE_MARKS, .group = LAMINA_NONE, .track = LAMINA_NONE,
                                    .family = LAMINA_N_FAMILIES };

  if (options->marks && lamina_timeline_has_marks (page->run))
    g_array_append_val (rows, marks);
  if (options->tracks != NULL)
    take_chosen (page, rows, all);
  for (guint i = 0; options->tracks == NULL && i < all->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (all, LaminaTimelineRow, i);

      if (is_of_track (row) && row->kind != LAMINA_TIMELINE_RATE)
        take_row (page, rows, row);
    }
  return rows;
}

GArray *
lamina_picture_create_rows (LaminaPage *page,
                            gboolean    is_strip,
                            gint64      start,
                            gint64      end)
{
  g_autoptr (GArray) all = create_chosen_rows (page);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));

  for (guint i = 0; i < all->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (all, LaminaTimelineRow, i);

      gboolean is_main = row->kind == LAMINA_TIMELINE_COUNTER || (row->kind == LAMINA_TIMELINE_LANE && row->lane == 0);

      if (is_strip ? is_main : !is_outside (page, row, start, end))
        g_array_append_val (rows, *row);
    }
  return rows;
}

static int
place_rows (LaminaRun *run,
            GArray    *rows,
            gboolean   is_strip,
            double     stretch)
{
  gint64 y = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (i > 0 && (row->track != row[-1].track || row->kind == LAMINA_TIMELINE_RATE))
        y += TRACK_GAP;
      row->y = (int) y;
      row->height = (int) MAX (get_row_height (run, row, is_strip) * stretch, LEAST_ROW);
      y = MIN (y + row->height, G_MAXINT / 2);
    }
  return (int) y;
}

/* Rows may be so much lower than they would like to be before some have to go: labels of 6.5 points still fit. */
#define LEAST_STRETCH 0.7

/* What a row is worth in a picture, from what is left out last to what is left out first. */
typedef enum
{
  WORTH_DEVICE,  /* the outermost work of a device */
  WORTH_INSIDE,  /* what lies inside of it, and marks */
  WORTH_LAUNCH,  /* threads that launch it */
  WORTH_COUNTER,
  WORTH_OTHER,
} Worth;

typedef struct
{
  guint row; /* its place in the panel */
  Worth worth;
  guint lane;
  double time; /* how long its slices take in the range */
} Rank;

/* The tracks of the host from which the file draws arrows to devices, one flag each. */
static gboolean *
find_launchers (LaminaPage *page)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (page->run, &n);
  gboolean *launches = g_new0 (gboolean, MAX (lamina_run_get_n_tracks (page->run), 1));

  for (guint i = 0; i < n; i++)
    if (flows[i].from.track != LAMINA_NONE && flows[i].to.track != LAMINA_NONE
        && lamina_run_get_track_kind (page->run, flows[i].to.track) == LAMINA_GROUP_DEVICE)
      launches[flows[i].from.track] = TRUE;
  return launches;
}

static Worth
get_worth (LaminaPage              *page,
           const LaminaTimelineRow *row,
           const gboolean          *launches)
{
  if (row->kind == LAMINA_TIMELINE_MARKS)
    return WORTH_INSIDE;
  if (row->kind == LAMINA_TIMELINE_COUNTER || row->kind == LAMINA_TIMELINE_RATE)
    return WORTH_COUNTER;
  if (lamina_run_get_track_kind (page->run, row->track) == LAMINA_GROUP_DEVICE)
    return row->lane == 0 && row->kind == LAMINA_TIMELINE_LANE ? WORTH_DEVICE : WORTH_INSIDE;
  return launches[row->track] ? WORTH_LAUNCH : WORTH_OTHER;
}

static double
measure (LaminaPage              *page,
         const LaminaTimelineRow *row,
         const LaminaTimeView    *view)
{
  LaminaTimeView clock = *view;
  LaminaLaneList list;
  LaminaLaneRange range;
  gint64 offset;
  double time = 0;

  if (!lamina_timeline_row_has_slices (row))
    return 0;
  offset = lamina_timebase_get_offset (page->timebase,
                                       lamina_track_get_info (lamina_run_get_track (page->run, row->track))->clock);
  clock.start = lamina_subtract_saturating (view->start, offset);
  clock.end = lamina_subtract_saturating (view->end, offset);
  list = lamina_timeline_row_get_list (row, page->run, page->options->arrangement);
  range = lamina_lane_get_range (&list, &clock);
  for (guint i = range.first; i < range.end; i++)
    time += (double) list.slices->duration[lamina_lane_list_get (&list, i)];
  return time;
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  const Rank *left = a, *right = b;

  if (left->worth != right->worth)
    return left->worth < right->worth ? -1 : 1;
  if (left->lane != right->lane)
    return left->lane < right->lane ? -1 : 1;
  if (left->time != right->time)
    return left->time > right->time ? -1 : 1;
  return left->row < right->row ? -1 : 1;
}

static GArray *
rank_rows (const LaminaPicturePanel *panel)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (Rank));
  g_autofree gboolean *launches = find_launchers (panel->page);

  for (guint i = 0; i < panel->rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, i);
      Rank rank = { i, get_worth (panel->page, row, launches), row->lane, measure (panel->page, row, &panel->view) };

      g_array_append_val (ranks, rank);
    }
  g_array_sort (ranks, compare_ranks);
  return ranks;
}

/* Keeps the rows that are worth most, as many as fit when they are low, in their order; at least one. */
static void
choose_rows (LaminaPicturePanel *panel,
             gboolean            is_strip,
             int                 room)
{
  g_autoptr (GArray) all = panel->rows;
  g_autoptr (GArray) ranks = rank_rows (panel);
  g_autofree gboolean *is_kept = g_new0 (gboolean, MAX (all->len, 1));
  double height = 0;

  panel->rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));
  for (guint i = 0; i < ranks->len; i++)
    {
      guint at = g_array_index (ranks, Rank, i).row;
      double least = MAX (get_row_height (panel->page->run, &g_array_index (all, LaminaTimelineRow, at), is_strip) * LEAST_STRETCH,
                          LEAST_ROW) + TRACK_GAP;

      if (i > 0 && height + least > room + TRACK_GAP)
        continue;
      height += least;
      is_kept[at] = TRUE;
    }
  for (guint i = 0; i < all->len; i++)
    if (is_kept[i])
      g_array_append_val (panel->rows, g_array_index (all, LaminaTimelineRow, i));
}

void
lamina_picture_panel_place (LaminaPicturePanel *panel,
                            gboolean            is_strip,
                            int                 room,
                            double              most)
{
  int natural = place_rows (panel->page->run, panel->rows, is_strip, 1), gaps = 0;
  double stretch;

  if (natural > room)
    {
      choose_rows (panel, is_strip, room);
      natural = place_rows (panel->page->run, panel->rows, is_strip, 1);
    }
  /* Rows are stretched, gaps are not. */
  for (guint i = 1; i < panel->rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, i);

      gaps += row->y - row[-1].y - row[-1].height;
    }
  stretch = natural > gaps ? ((double) room - gaps) / (natural - gaps) : 1;
  panel->height = place_rows (panel->page->run, panel->rows, is_strip, CLAMP (stretch, LEAST_STRETCH, most));
}

gboolean
lamina_picture_is_flat (LaminaPage              *page,
                        const LaminaTimelineRow *row,
                        gint64                   start,
                        gint64                   end)
{
  LaminaTrack *track;
  const LaminaSamples *samples;
  gint64 offset;
  double value = 0;
  guint n = 0;

  if (row->kind != LAMINA_TIMELINE_COUNTER)
    return FALSE;
  track = lamina_run_get_track (page->run, row->track);
  samples = lamina_track_get_samples (track);
  offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_info (track)->clock);
  for (guint i = 0; i < samples->n; i++)
    {
      if (samples->time[i] >= lamina_subtract_saturating (end, offset))
        break;
      if (i + 1 < samples->n && samples->time[i + 1] <= lamina_subtract_saturating (start, offset))
        continue;
      if (n++ > 0 && samples->value[i] != value)
        return FALSE;
      value = samples->value[i];
    }
  /* Of memory, the bands tell who holds it. */
  return page->live == NULL || !lamina_timeline_row_is_memory (row, page->run) || !(value > 0);
}

/* How many names of tracks stand in a note at most. */
#define MOST_LEFT_OUT 6

char *
lamina_picture_panel_dup_left_out (const LaminaPicturePanel *panel,
                                   const GArray             *all,
                                   gint64                    start,
                                   gint64                    end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  guint n_more = 0;

  for (guint i = 0, next; i < all->len; i = next)
    {
      const LaminaTimelineRow *first = &g_array_index (all, LaminaTimelineRow, i);
      const char *name = lamina_timeline_row_get_name (first, panel->page->run, panel->page->options->arrangement);
      guint n_shown = 0;

      for (next = i; next < all->len && g_array_index (all, LaminaTimelineRow, next).track == first->track; next++)
        ;
      for (guint k = 0; k < panel->rows->len; k++)
        n_shown += g_array_index (panel->rows, LaminaTimelineRow, k).track == first->track;
      if (n_shown >= next - i)
        continue;
      if (names->len >= MOST_LEFT_OUT)
        n_more++;
      else if (n_shown > 0)
        /* Translators: the name of a track, how many of its lanes */
        g_ptr_array_add (names, lamina_text_dup (ngettext ("%s (%u lane)", "%s (%u lanes)", next - i - n_shown), name,
                                                 next - i - n_shown));
      else
        /* Translators: the name of a counter that does not change */
        g_ptr_array_add (names, lamina_picture_is_flat (panel->page, first, start, end) ? g_strdup_printf (_("%s (flat)"), name)
                                                                         : g_strdup (name));
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (_(", "), (char **) names->pdata);
  return n_more == 0 ? g_strdup_printf (_("Left out: %s."), list)
                     : lamina_text_dup (ngettext ("Left out: %s and %u more.", "Left out: %s and %u more.", n_more), list, n_more);
}
