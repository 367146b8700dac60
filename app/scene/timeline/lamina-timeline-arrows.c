/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-highlight-private.h"
#include "lamina-timeline-layout.h"
#include "lamina-timeline-places.h"

#include <math.h>

/* Curves are drawn as so many straight pieces; of a dashed one every other piece is left out. */
#define N_PIECES 32
#define HEAD_LENGTH 7.0
#define HEAD_WIDTH 3.5
#define STUB_LENGTH 28

/* Neighbors need no arrow. */
#define LEAST_ARC 14

/* How much of its bend an arc rises. */
#define ARC_HEIGHT 0.75
#define LEAST_ARC_ROOM 10
#define NOTE_HEIGHT 19
#define NOTE_MARGIN 6
#define MOST_NOTES 16

/* One end of a link: its slice as pixels of the scene, unbounded to the sides, and the row that holds it. */
typedef struct
{
  LaminaTimelineRow row;
  double left;
  double right;
  double top;
  double bottom;
  gint64 start;
  gint64 end;
} End;

typedef struct
{
  LaminaTimelineLayout *layout;
  LaminaHighlight *highlight;
  GArray *notes;
} Arrows;

/* Where a note was put, so that others keep clear of it. */
typedef struct
{
  const LaminaTimelineRow *row;
  int x;
  int width;
} Note;

/* No two rows with slices begin at one place. */
static gboolean
is_same_row (const LaminaTimelineRow *row,
             const LaminaTimelineRow *other)
{
  return row->kind == other->kind && row->track == other->track && row->is_pinned == other->is_pinned && row->y == other->y;
}

/* Whether or not the plot reaches there. */
static double
get_x (const LaminaTimelineLayout *layout,
       gint64                      time)
{
  return layout->options->names_width + (double) lamina_subtract_saturating (time, layout->view.start) / layout->view.per_px;
}

static gboolean
end_init (End                        *self,
          const LaminaTimelineLayout *layout,
          const LaminaSliceRef       *ref)
{
  LaminaTrack *track = lamina_run_get_track (layout->run, ref->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 offset = lamina_timebase_get_offset (layout->timebase, lamina_track_get_info (track)->clock);
  double y;

  if (!lamina_timeline_places_find (layout->places, ref, &self->row))
    return FALSE;
  y = lamina_timeline_layout_get_y (layout, &self->row);
  self->start = slices->start[ref->slice] + offset;
  self->end = self->start + slices->duration[ref->slice];
  self->left = get_x (layout, self->start);
  self->right = get_x (layout, self->end);
  self->top = y + 2;
  self->bottom = y + self->row.height - 2;
  return TRUE;
}

static double
get_plot_left (const LaminaTimelineLayout *layout)
{
  return layout->options->names_width;
}

static double
get_plot_right (const LaminaTimelineLayout *layout)
{
  return layout->options->names_width + layout->view.width;
}

static gboolean
is_in_view (const LaminaTimelineLayout *layout,
            const End                  *end)
{
  return end->right >= get_plot_left (layout) && end->left < get_plot_right (layout);
}

static void
add_polyline (LaminaScene            *scene,
              const LaminaScenePoint *points,
              guint                   n,
              gboolean                is_dashed)
{
  LaminaSceneArea area = { .n_line = is_dashed ? 2 : n, .line = LAMINA_FILL (LAMINA_INK_TEXT) };

  for (guint i = 0; is_dashed && i + 1 < n; i += 2)
    lamina_scene_add_area (scene, &area, points + i, 2);
  if (!is_dashed)
    lamina_scene_add_area (scene, &area, points, n);
}

static void
add_head (LaminaScene            *scene,
          const LaminaScenePoint *from,
          const LaminaScenePoint *to)
{
  double dx = (double) to->x - from->x;
  double dy = (double) to->y - from->y;
  double length = MAX (hypot (dx, dy), 0.01);
  double x = to->x - dx / length * HEAD_LENGTH;
  double y = to->y - dy / length * HEAD_LENGTH;
  LaminaSceneArea area = { .fill = LAMINA_FILL (LAMINA_INK_TEXT) };
  const LaminaScenePoint points[] = {
    *to,
    { (float) (x - dy / length * HEAD_WIDTH), (float) (y + dx / length * HEAD_WIDTH) },
    { (float) (x + dy / length * HEAD_WIDTH), (float) (y - dx / length * HEAD_WIDTH) },
  };

  lamina_scene_add_area (scene, &area, points, G_N_ELEMENTS (points));
}

static void
add_curve (LaminaScene            *scene,
           const LaminaScenePoint *ends,
           gboolean                is_dashed)
{
  LaminaScenePoint points[N_PIECES + 1];

  for (guint i = 0; i <= N_PIECES; i++)
    {
      double t = (double) i / N_PIECES;
      double a = pow (1 - t, 3), b = 3 * t * pow (1 - t, 2), c = 3 * t * t * (1 - t), d = t * t * t;

      points[i].x = (float) (a * ends[0].x + b * ends[1].x + c * ends[2].x + d * ends[3].x);
      points[i].y = (float) (a * ends[0].y + b * ends[1].y + c * ends[2].y + d * ends[3].y);
    }
  add_polyline (scene, points, G_N_ELEMENTS (points), is_dashed);
  add_head (scene, &points[N_PIECES - 2], &points[N_PIECES]);
}

/* Between rows an S, within a row an arc beside it. */
static void
add_arrow (Arrows    *self,
           const End *from,
           const End *to,
           gboolean   is_dashed)
{
  LaminaTimelineLayout *layout = self->layout;
  /* The middle of what is seen of an end. */
  double x1 = (MAX (from->left, get_plot_left (layout)) + MIN (from->right, get_plot_right (layout))) / 2;
  double x2 = MAX (to->left, get_plot_left (layout)) + MIN ((to->right - to->left) / 2, 6);
  gboolean is_down = from->top < to->top;
  double y1 = is_down ? from->bottom : from->top;
  double y2 = is_down ? to->top : to->bottom;
  gboolean is_level = is_same_row (&from->row, &to->row);
  double bend;
  LaminaScenePoint ends[4];

  if (is_level && fabs (x2 - x1) < LEAST_ARC)
    return;
  if (is_level)
    {
      double room = (from->top - layout->options->ruler_height - layout->pinned) / ARC_HEIGHT;

      bend = -MIN (CLAMP (fabs (x2 - x1) / 5, 12, 44), MAX (room, 0));
      y1 = y2 = from->top + 1;
      /* Below the row where there is no room above it. */
      if (room < LEAST_ARC_ROOM)
        {
          bend = CLAMP (fabs (x2 - x1) / 5, 12, 44);
          y1 = y2 = from->bottom - 1;
        }
    }
  else
    bend = (y2 - y1) / 2;
  ends[0] = (LaminaScenePoint) { (float) x1, (float) y1 };
  ends[1] = (LaminaScenePoint) { (float) (is_level ? x1 + (x2 - x1) / 4 : x1), (float) (y1 + bend) };
  ends[2] = (LaminaScenePoint) { (float) (is_level ? x2 - (x2 - x1) / 4 : x2),
                                 (float) (is_level ? y2 + bend : y2 - bend) };
  ends[3] = (LaminaScenePoint) { (float) x2, (float) y2 };
  add_curve (layout->scene, ends, is_dashed);
}

/* An arrow of which the file has one end. */
static void
add_stub (Arrows    *self,
          const End *end,
          gboolean   is_incoming)
{
  double y = (end->top + end->bottom) / 2;
  double x = is_incoming ? end->left : end->right;
  LaminaScenePoint points[] = { { (float) (is_incoming ? x - STUB_LENGTH : x), (float) y },
                                { (float) (is_incoming ? x - STUB_LENGTH / 2.0 : x + STUB_LENGTH / 2.0), (float) y },
                                { (float) (is_incoming ? x - 6 : x + STUB_LENGTH - 6), (float) y },
                                { (float) (is_incoming ? x : x + STUB_LENGTH), (float) y } };

  add_polyline (self->layout->scene, points, G_N_ELEMENTS (points), TRUE);
  add_head (self->layout->scene, &points[2], &points[3]);
}

/* What is said of an end that is out of sight: who, and how far away in time. */
static char *
dup_note (Arrows           *self,
          const LaminaLink *link,
          const LaminaSliceRef *far,
          gint64            distance,
          gboolean          is_before)
{
  LaminaRun *run = self->layout->run;
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, far->track));
  g_autofree char *name = link->layer != LAMINA_NONE
                          ? lamina_layer_dup_label (run, link->layer)
                          : lamina_slice_dup_label (lamina_run_get_string (run, slices->name[far->slice]));
  g_autofree char *time = lamina_axis_dup_length_text (lamina_run_get_unit (run), distance);

  if (link->kind == LAMINA_LINK_ISSUE && is_before)
    /* Translators: a name, a length of time */
    return g_strdup_printf (_("%s was launched %s earlier"), name, time);
  if (link->kind == LAMINA_LINK_ISSUE)
    return g_strdup_printf (_("%s runs %s later"), name, time);
  if (link->kind == LAMINA_LINK_INPUT)
    return g_strdup_printf (is_before ? _("input from %s, %s earlier") : _("input from %s, %s later"), name, time);
  if (link->kind == LAMINA_LINK_OUTPUT)
    return g_strdup_printf (is_before ? _("read by %s, %s earlier") : _("read by %s, %s later"), name, time);
  return g_strdup_printf (is_before ? _("%s, %s earlier") : _("%s, %s later"), name, time);
}

/* Whether a place of a row is free of other notes. */
static gboolean
is_free (Arrows                  *self,
         const LaminaTimelineRow *row,
         int                      x,
         int                      width)
{
  for (guint i = 0; i < self->notes->len; i++)
    {
      const Note *note = &g_array_index (self->notes, Note, i);

      if (note->row == row && x < note->x + note->width + 8 && x + width + 8 > note->x)
        return FALSE;
    }
  return TRUE;
}

/* Whether no slice of a lane lies at a place of it. */
static gboolean
is_empty (Arrows                 *self,
          const LaminaVisibleRow *visible,
          int                     x,
          int                     width)
{
  LaminaTimeView view;
  LaminaLaneRange range;
  int left = x - self->layout->options->names_width;

  if (!lamina_timeline_row_has_slices (visible->row))
    return TRUE;
  view = lamina_timeline_layout_get_view (self->layout, visible->track);
  view.end = lamina_time_view_get_time (&view, left + width);
  view.start = lamina_time_view_get_time (&view, left);
  range = lamina_lane_get_range (&visible->list, &view);
  return range.first == range.end;
}

/* What stands in a row before any note: the hint of an empty lane, the words of a heading. */
static void
reserve (Arrows                 *self,
         const LaminaVisibleRow *visible)
{
  LaminaTimelineLayout *layout = self->layout;
  Note note = { .row = visible->row };

  for (guint i = 0; i < self->notes->len; i++)
    if (g_array_index (self->notes, Note, i).row == visible->row)
      return;
  if (visible->row->kind == LAMINA_TIMELINE_HEADING)
    {
      note.width = (int) lamina_timeline_layout_get_heading_end (layout, visible->row) + 1;
      g_array_append_val (self->notes, note);
    }
  else if (lamina_timeline_layout_get_hint (layout, visible, &note.x, &note.width))
    g_array_append_val (self->notes, note);
}

/* Where a note has room in a row: at the guide of what is selected, else at the edge. Negative for nowhere. */
static int
find_place (Arrows                 *self,
            const LaminaVisibleRow *visible,
            double                  near,
            int                     width,
            gboolean                is_before)
{
  int left = (int) get_plot_left (self->layout);
  int right = (int) get_plot_right (self->layout);
  const int places[] = { (int) near + 2, is_before ? left + 4 : right - width - 4, right - width - 4 };

  reserve (self, visible);
  for (guint i = 0; width + 8 <= self->layout->view.width && i < G_N_ELEMENTS (places); i++)
    {
      int x = CLAMP (places[i], left + 4, MAX (right - width - 4, left + 4));

      if (is_free (self, visible->row, x, width) && is_empty (self, visible, x, width))
        return x;
    }
  return -1;
}

/* A row that is seen: that of the end, else the heading of its group. */
static const LaminaVisibleRow *
find_visible (Arrows                  *self,
              const LaminaTimelineRow *row,
              gboolean                 is_heading)
{
  for (guint i = 0; i < self->layout->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->layout->visible, LaminaVisibleRow, i);

      if (is_heading ? visible->row->kind == LAMINA_TIMELINE_HEADING && visible->row->group == row->group
                           && !visible->row->is_collapsed
                     : is_same_row (visible->row, row))
        return visible;
    }
  return NULL;
}

static void
add_note (Arrows               *self,
          const LaminaLink     *link,
          const LaminaSliceRef *far_ref,
          const End            *far,
          const End            *near)
{
  gboolean is_before = far->start < near->start;
  gint64 distance = is_before ? lamina_subtract_saturating (near->start, far->start)
                              : lamina_subtract_saturating (far->start, near->start);
  g_autofree char *words = dup_note (self, link, far_ref, distance, is_before);
  g_autofree char *text = is_before ? g_strconcat ("◂ ", words, NULL) : g_strconcat (words, " ▸", NULL);
  int width = (int) lamina_metrics_get_width (self->layout->metrics, LAMINA_FONT_CAPTION, text) + 2 * NOTE_MARGIN;

  for (guint i = 0; i < 2 && self->notes->len < MOST_NOTES; i++)
    {
      const LaminaVisibleRow *visible = find_visible (self, &far->row, i == 1);
      int x = visible == NULL ? -1
                              : find_place (self, visible, is_before ? near->left : near->right, width, is_before);
      LaminaSceneBox place;
      Note note;
      int middle;

      if (x < 0)
        continue;
      middle = lamina_timeline_layout_get_y (self->layout, visible->row) + (visible->row->height - 1) / 2;
      place = (LaminaSceneBox) { x, middle - NOTE_HEIGHT / 2, width, NOTE_HEIGHT, LAMINA_FILL (LAMINA_INK_NONE),
                                 { LAMINA_TARGET_OUTSIDE, far_ref->track, far_ref->slice, 1, 0 } };
      note = (Note) { visible->row, x, width };
      g_array_append_val (self->notes, note);
      lamina_scene_add_box (self->layout->scene, &place);
      lamina_scene_add_words (self->layout->scene, x + NOTE_MARGIN, middle, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                              LAMINA_INK_LINK, text);
      break;
    }
}

static void
add_link (Arrows           *self,
          const LaminaLink *link)
{
  LaminaTimelineLayout *layout = self->layout;
  End from = { 0 }, to = { 0 };
  gboolean has_from = link->from.track != LAMINA_NONE && end_init (&from, layout, &link->from);
  gboolean has_to = link->to.track != LAMINA_NONE && end_init (&to, layout, &link->to);
  gboolean sees_from = has_from && is_in_view (layout, &from);
  gboolean sees_to = has_to && is_in_view (layout, &to);

  if (sees_from && sees_to)
    add_arrow (self, &from, &to, link->kind == LAMINA_LINK_OUTPUT);
  else if (sees_from && link->to.track == LAMINA_NONE)
    add_stub (self, &from, FALSE);
  else if (sees_to && link->from.track == LAMINA_NONE)
    add_stub (self, &to, TRUE);
  else if (sees_from && has_to)
    add_note (self, link, &link->to, &to, &from);
  else if (sees_to && has_from)
    add_note (self, link, &link->from, &from, &to);
}

void
lamina_timeline_layout_add_arrows (LaminaTimelineLayout *layout,
                                   LaminaHighlight      *highlight)
{
  int top = layout->options->ruler_height + layout->pinned;
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (Note));
  Arrows self = { layout, highlight, notes };

  if (highlight->links->len == 0)
    return;
  lamina_scene_open_group (layout->scene, "selection/arrows", layout->options->names_width, top, layout->view.width,
                           MAX (layout->viewport->height - top, 1));
  for (guint i = 0; i < highlight->links->len; i++)
    add_link (&self, &g_array_index (highlight->links, LaminaLink, i));
  lamina_scene_close_group (layout->scene);
}
