/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-arrangement-state.h"
#include "lamina-find.h"
#include "lamina-gettext.h"
#include "lamina-text.h"

static int
compare_marks (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const LaminaMark *marks = data;
  const LaminaMark *left = &marks[*(const guint32 *) a];
  const LaminaMark *right = &marks[*(const guint32 *) b];

  if (left->track != right->track)
    return left->track < right->track ? -1 : 1;
  if (left->clock != right->clock)
    return left->clock < right->clock ? -1 : 1;
  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  return left < right ? -1 : left > right;
}

GArray *
lamina_mark_index_new (LaminaRun *run)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);
  GArray *index = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint i = 0; i < n; i++)
    g_array_append_val (index, i);
  if (n > 1)
    g_array_sort_with_data (index, compare_marks, (gpointer) marks);
  return index;
}

/* The first position whose mark stands at or after a time, on a track or LAMINA_NONE. */
static guint
find_mark (const GArray     *index,
           const LaminaMark *marks,
           guint32           track,
           guint             clock,
           gint64            time)
{
  const guint32 *order = (const guint32 *) (gpointer) index->data;

  return LAMINA_FIND_FIRST (i, 0, index->len,
                            marks[order[i]].track > track
                            || (marks[order[i]].track == track
                                && (marks[order[i]].clock > clock
                                    || (marks[order[i]].clock == clock && marks[order[i]].time >= time))));
}

#define FLAG_SIZE 6
#define TEXT_GAP 5
#define LEAST_TEXT 26
/* The beginning of a sentence says what it is about. */
#define TELLING_TEXT 120
#define TEXT_HEIGHT 15
#define TEXT_MARGIN 2
#define PLATE_ALPHA 215
/* It may run along all of the view. */
#define SPAN_ALPHA 110
#define TARGET_MARGIN 3

/* Where there are more flags than these, those on so many pixels stand as one. */
#define MOST_FLAGS 200
#define COARSE 8

/* A span may begin so many marks before the view and still be found. */
#define MOST_BACK 64

/* Marks that stand on one pixel: @n of them from position @first of the index on. A span ends at @end, and may have begun before
 * the view. */
typedef struct
{
  int x;
  int end;
  guint first;
  guint n;
  gboolean began_before;
} Flag;

typedef struct
{
  LaminaTimelineLayout *layout;
  const GArray *index;
  const LaminaMark *marks;
  GArray *flags;
  guint first_row;
  guint end_row;
  /* Between what is said of marks before and behind the run, in pixels of the plot. */
  int left;
  int right;
} Marks;

static const LaminaMark *
get_mark (const Marks *self,
          guint        at)
{
  return &self->marks[g_array_index (self->index, guint32, at)];
}

static void
add_flag (Marks                *self,
          const LaminaTimeView *view,
          guint                 at,
          guint                 n)
{
  const LaminaMark *mark = get_mark (self, at);
  Flag flag = { CLAMP (lamina_time_view_get_x (view, mark->time), 0, MAX (view->width - 1, 0)), 0, at, n,
                mark->time < view->start };

  flag.end = n > 1 || mark->duration == 0 ? flag.x : lamina_time_view_get_x (view, mark->time + mark->duration);
  if (flag.end >= 0 && mark->time + mark->duration >= view->start)
    g_array_append_val (self->flags, flag);
}

/* The marks of a track on one clock: a step for each @grain pixels, however many marks there are. */
static void
list_flags (Marks   *self,
            guint32  track,
            guint    clock,
            int      grain)
{
  LaminaTimelineLayout *layout = self->layout;
  LaminaTimeView view = lamina_time_view_on_clock (&layout->view,
                                                   lamina_timebase_get_offset (layout->timebase, clock));
  guint first = find_mark (self->index, self->marks, track, clock, -G_MAXINT64);
  guint begin = find_mark (self->index, self->marks, track, clock, view.start);
  /* The last one of a run may lie where that ends: it has the last pixel. */
  guint end = find_mark (self->index, self->marks, track, clock, lamina_add_saturating (view.end, 1));

  for (guint i = begin - MIN (begin - first, MOST_BACK); i < begin; i++)
    if (get_mark (self, i)->duration > 0)
      add_flag (self, &view, i, 1);
  while (begin < end)
    {
      int x = lamina_time_view_get_x (&view, get_mark (self, begin)->time);
      guint next = find_mark (self->index, self->marks, track, clock,
                              lamina_time_view_get_time (&view, (x / grain + 1) * grain));

      next = CLAMP (next, begin + 1, end);
      add_flag (self, &view, begin, next - begin);
      begin = next;
    }
}

static void
list_all (Marks   *self,
          guint32  track,
          int      grain)
{
  g_array_set_size (self->flags, 0);
  for (guint clock = 0; clock < lamina_run_get_n_clocks (self->layout->run); clock++)
    list_flags (self, track, clock, grain);
}

static int
compare_flags (gconstpointer a,
               gconstpointer b)
{
  const Flag *left = a;
  const Flag *right = b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return left->first < right->first ? -1 : left->first > right->first;
}

/* What a flag says; on a counter, the value there, too. */
static char *
dup_text (const Marks *self,
          const Flag  *flag)
{
  const LaminaMark *mark = get_mark (self, flag->first);
  const char *name = lamina_run_translate (self->layout->run, lamina_run_get_string (self->layout->run, mark->name));
  LaminaTrack *track;
  g_autofree char *value = NULL;
  guint sample;

  if (flag->n > 1)
    return lamina_text_dup (ngettext ("%u mark", "%u marks", flag->n), flag->n);
  if (mark->track == LAMINA_NONE)
    return g_strdup (name);
  track = lamina_run_get_track (self->layout->run, mark->track);
  if (!lamina_track_get_info (track)->is_counter || lamina_track_get_info (track)->clock != mark->clock)
    return g_strdup (name);
  sample = lamina_track_find_sample (track, mark->time);
  if (sample == LAMINA_NONE)
    return g_strdup (name);
  value = lamina_figure_dup_real (lamina_track_get_samples (track)->value[sample], lamina_track_get_info (track)->unit);
  return g_strconcat (name, " ", lamina_track_get_info (track)->is_estimated ? "≈\u00a0" : "", value, NULL);
}

/* Whether a row has nothing from @x to before @end of the plot. Its boxes run to the right; folded ones need not. */
static gboolean
is_free (const LaminaTimelineLayout *layout,
         const LaminaVisibleRow     *visible,
         int                         x,
         int                         end)
{
  const LaminaLaneBox *boxes = visible->n > 0 ? &g_array_index (layout->boxes, LaminaLaneBox, visible->first) : NULL;
  guint first = LAMINA_FIND_FIRST (i, 0, visible->n, boxes[i].end > x);

  return visible->n_folded == 0 && (first == visible->n || boxes[first].x >= end);
}

/*
 * The first row of the track where words cover no slice, by its place. Of a counter it is the foot alone: a curve that is
 * marked where it is high runs above it.
 */
static gboolean
find_row (const Marks *self,
          int          x,
          int          width,
          int         *y,
          int         *height)
{
  const LaminaTimelineLayout *layout = self->layout;
  const int foot = TEXT_HEIGHT + 2 * TEXT_MARGIN;

  for (guint i = self->first_row; i < self->end_row; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (layout->visible, LaminaVisibleRow, i);

      if (lamina_timeline_row_has_slices (visible->row) && !is_free (layout, visible, x - 1, x + width + 1))
        continue;
      *y = lamina_timeline_layout_get_y (layout, visible->row);
      *height = visible->row->height - 1;
      if (visible->row->kind == LAMINA_TIMELINE_COUNTER && *height > foot)
        {
          *y += *height - foot;
          *height = foot;
        }
      return TRUE;
    }
  return self->first_row == self->end_row;
}

/* The text stands at the right of its flag, or at the left where that is the end of the window; a long one is cut. @next is where
 * the next flag stands, @taken where flag and text of the one before end. Returns where those of this one do. */
static int
add_text (const Marks *self,
          const Flag  *flag,
          int          next,
          int          taken,
          int          y,
          int          height)
{
  LaminaTimelineLayout *layout = self->layout;
  int begin = MAX (flag->x, self->left), end = MIN (flag->x, self->right);
  int room = MIN (next, self->right) - begin - 2 * TEXT_GAP, room_before = end - MAX (taken, self->left) - 2 * TEXT_GAP;
  g_autofree char *text = dup_text (self, flag);
  double width = lamina_metrics_get_width (layout->metrics, LAMINA_FONT_CAPTION, text) + 2;
  gboolean is_before = width > room && (width <= room_before || (room < TELLING_TEXT && room_before >= TELLING_TEXT));
  int shown = (int) MIN (width, is_before ? room_before : room);
  int x = layout->options->names_width + (is_before ? end - TEXT_GAP - shown : begin + TEXT_GAP);
  LaminaFill plate = { .ink = LAMINA_INK_VIEW, .alpha = PLATE_ALPHA };

  if (shown < MIN (width, LEAST_TEXT) || !find_row (self, x - layout->options->names_width, shown, &y, &height))
    return flag->x;
  y += TEXT_MARGIN;
  height = MIN (height - 2 * TEXT_MARGIN, TEXT_HEIGHT);
  lamina_scene_add_rect (layout->scene, x - 1, y, shown + 2, height, plate);
  lamina_scene_add_words (layout->scene, x, y + height / 2.0, shown, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_TEXT, text);
  return is_before ? flag->x : begin + TEXT_GAP + shown;
}

static void
add_line (const Marks *self,
          const Flag  *flag,
          int          y,
          int          height,
          gboolean     is_lane)
{
  LaminaTimelineLayout *layout = self->layout;
  float x = (float) (layout->options->names_width + flag->x) + 0.5f;
  LaminaSceneLine line = { x, (float) y + 1, x, (float) (y + height) - 1, LAMINA_FILL (LAMINA_INK_TEXT), !is_lane };
  LaminaSceneBox place = { (int) x - TARGET_MARGIN, y, MAX (flag->end - flag->x, 0) + 2 * TARGET_MARGIN + 1, height,
                           LAMINA_FILL (LAMINA_INK_NONE),
                           { .kind = LAMINA_TARGET_MARKS, .track = get_mark (self, flag->first)->track,
                             .first = g_array_index (self->index, guint32, flag->first), .n = flag->n } };

  if (flag->end > flag->x + 1)
    lamina_scene_add_rect (layout->scene, (int) x, y + height - 7, flag->end - flag->x, 5,
                           (LaminaFill) { .ink = LAMINA_INK_QUIET, .alpha = SPAN_ALPHA });
  if (is_lane && !flag->began_before)
    lamina_scene_add_rect (layout->scene, (int) x - (flag->x + FLAG_SIZE > layout->view.width ? FLAG_SIZE - 3 : 0), y + 2,
                           FLAG_SIZE - 2, FLAG_SIZE, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_add_box (layout->scene, &place);
  if (!flag->began_before)
    lamina_scene_add_line (layout->scene, &line);
}

/* The marks of the whole run that lie out of it and of the view, where that can't be moved to: before or behind. */
typedef struct
{
  gboolean is_before;
  guint n;
  guint nearest;
  gint64 distance; /* from the run */
} Outside;

static void
see_outside (const Marks *self,
             Outside     *outside,
             guint        at)
{
  const LaminaMark *mark = get_mark (self, at);
  LaminaTimebase *timebase = self->layout->timebase;
  gint64 start = lamina_add_saturating (mark->time, lamina_timebase_get_offset (timebase, mark->clock));
  gint64 end = lamina_add_saturating (start, mark->duration);
  gint64 distance = outside->is_before ? lamina_subtract_saturating (lamina_timebase_get_start (timebase), end)
                                       : lamina_subtract_saturating (start, lamina_timebase_get_end (timebase));

  if (distance <= 0 || (outside->is_before ? end >= self->layout->view.start : start <= self->layout->view.end))
    return;
  if (outside->n++ == 0 || distance < outside->distance)
    {
      outside->nearest = at;
      outside->distance = distance;
    }
}

/* Looks at no other marks than those that begin there. */
static Outside
find_outside (const Marks *self,
              gboolean     is_before)
{
  const LaminaTimeView *view = &self->layout->view;
  Outside outside = { .is_before = is_before };

  for (guint clock = 0; clock < lamina_run_get_n_clocks (self->layout->run); clock++)
    {
      gint64 offset = lamina_timebase_get_offset (self->layout->timebase, clock);
      gint64 edge = lamina_subtract_saturating (is_before ? view->start : view->end, offset);
      guint at = find_mark (self->index, self->marks, LAMINA_NONE, clock, edge);
      guint first = is_before ? find_mark (self->index, self->marks, LAMINA_NONE, clock, -G_MAXINT64) : at;
      guint end = is_before ? at : find_mark (self->index, self->marks, LAMINA_NONE, clock + 1, -G_MAXINT64);

      for (guint i = first; i < end; i++)
        see_outside (self, &outside, i);
    }
  return outside;
}

/* One by its name and how far it is; of several there is no one distance. */
static char *
dup_outside (const Marks   *self,
             const Outside *outside)
{
  LaminaRun *run = self->layout->run;
  g_autofree char *distance = lamina_axis_dup_length_text (lamina_run_get_unit (run), outside->distance);
  g_autofree char *count = lamina_text_dup (ngettext ("%u mark", "%u marks", outside->n), outside->n);
  const char *name = lamina_run_translate (run, lamina_run_get_string (run, get_mark (self, outside->nearest)->name));
  g_autofree char *one = g_strdup_printf (outside->is_before ? _("%s, %s earlier") : _("%s, %s later"), name, distance);
  const char *text = outside->n > 1 ? count : one;

  return outside->is_before ? g_strconcat ("◂ ", text, NULL) : g_strconcat (text, " ▸", NULL);
}

/* Says it where that end of the run is in view, in no more than two fifths of it. */
static void
add_outside (Marks    *self,
             gboolean  is_before,
             int       y,
             int       height)
{
  LaminaTimelineLayout *layout = self->layout;
  LaminaSceneBox place = { .y = y, .height = height, .fill = LAMINA_FILL (LAMINA_INK_NONE) };
  g_autofree char *text = NULL;
  Outside outside;

  if (is_before ? layout->view.start > lamina_timebase_get_start (layout->timebase)
                : layout->view.end < lamina_timebase_get_end (layout->timebase))
    return;
  outside = find_outside (self, is_before);
  if (outside.n == 0)
    return;
  text = dup_outside (self, &outside);
  place.width = (int) MIN (lamina_metrics_get_width (layout->metrics, LAMINA_FONT_CAPTION, text) + 2 + 2 * TEXT_GAP,
                           layout->view.width * 0.4);
  place.x = layout->options->names_width + (is_before ? 0 : layout->view.width - place.width);
  place.target = (LaminaTarget) { .kind = LAMINA_TARGET_MARKS, .track = LAMINA_NONE, .n = 1,
                                  .first = g_array_index (self->index, guint32, outside.nearest) };
  lamina_scene_add_box (layout->scene, &place);
  lamina_scene_add_words (layout->scene, place.x + TEXT_GAP, y + height / 2.0, place.width - 2 * TEXT_GAP, LAMINA_ALIGN_START,
                          LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
  if (is_before)
    self->left = place.width;
  else
    self->right = layout->view.width - place.width;
}

void
lamina_timeline_layout_add_marks (LaminaTimelineLayout *self,
                                  guint32               track,
                                  guint                 first,
                                  guint                 end,
                                  int                   y,
                                  int                   height)
{
  g_autoptr (GArray) flags = g_array_new (FALSE, FALSE, sizeof (Flag));
  guint n;
  Marks marks = { self, NULL, lamina_run_get_marks (self->run, &n), flags, first, end, 0, self->view.width };
  int taken = 0;

  if (n == 0 || self->marks == NULL)
    return;
  marks.index = self->marks;
  list_all (&marks, track, 1);
  if (flags->len > MOST_FLAGS)
    list_all (&marks, track, COARSE);
  g_array_sort (flags, compare_flags);
  if (track == LAMINA_NONE && !self->is_panel)
    for (guint i = 0; i < 2; i++)
      add_outside (&marks, i == 0, y, height);
  for (guint i = 0; i < flags->len; i++)
    {
      const Flag *flag = &g_array_index (flags, Flag, i);
      int next = i + 1 < flags->len ? flag[1].x : self->view.width;

      add_line (&marks, flag, y, height, track == LAMINA_NONE);
      taken = add_text (&marks, flag, next, taken, y, height);
    }
}
