/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-find.h"
#include "lamina-gettext.h"
#include "lamina-highlight-private.h"
#include "lamina-timeline-layout.h"
#include "lamina-timeline-places.h"

#include <math.h>

/* Gaps in the work of devices: what the timeline says where nothing stands. */

/* Shorter ones stay empty, in pixels: most of a run are, and hatching all of them would hide the long ones. */
#define LEAST_LONG 24

/* Shorter ones can't be pointed at. */
#define LEAST_PICKED 3

/* So much of a gap is an edge of it. */
#define EDGE 8

/* Free pixels at each side of a label, and how high the plate is that it stands on. */
#define LABEL_MARGIN 4
#define PLATE_HEIGHT 15

typedef struct
{
  LaminaTimelineLayout *layout;
  LaminaTimeView view; /* on the axis */
  guint32 track;
  guint first_row;
  guint end_row;
} Gaps;

/* Whether nothing stands in a lane during a gap: annotations around the work may reach a little into it. */
static gboolean
is_free (const Gaps             *self,
         const LaminaVisibleRow *visible,
         const LaminaGap        *gap)
{
  gint64 offset = lamina_timebase_get_offset (self->layout->timebase, lamina_track_get_info (visible->track)->clock);
  gint64 edge = (gap->end - gap->start) / EDGE;
  const LaminaLaneList *list = &visible->list;
  guint at = lamina_lane_list_find_end (list, lamina_subtract_saturating (gap->start + edge, offset));

  return at == list->end
         || list->slices->start[lamina_lane_list_get (list, at)] >= lamina_subtract_saturating (gap->end - edge, offset);
}

static const LaminaTimelineRow *
find_row (const Gaps      *self,
          const LaminaGap *gap)
{
  for (guint i = self->first_row; i < self->end_row; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->layout->visible, LaminaVisibleRow, i);

      /* Of an outline, beside the work. */
      if (visible->row->kind == LAMINA_TIMELINE_LANE
          && (!lamina_timeline_row_is_outline (visible->row) || visible->row->part == LAMINA_OUTLINE_WORK)
          && is_free (self, visible, gap))
        return visible->row;
    }
  return NULL;
}

/* `launch-bound 2.31 ms`; where the cause is not known, or has no room, the length alone. NULL when that has none, either. */
static char *
dup_label (const Gaps      *self,
           const LaminaGap *gap,
           int              room,
           double          *width)
{
  g_autofree char *length = lamina_figure_dup (gap->end - gap->start, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *both = gap->cause != LAMINA_LOAD_UNKNOWN
                          ? g_strdup_printf ("%s %s", _(lamina_load_get_info (gap->cause)->short_title), length) : NULL;
  char **texts[] = { &both, &length };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      if (*texts[i] == NULL)
        continue;
      *width = lamina_metrics_get_width (self->layout->metrics, LAMINA_FONT_CAPTION, *texts[i]);
      if (*width + 2 * LABEL_MARGIN <= room)
        return g_steal_pointer (texts[i]);
    }
  return NULL;
}

static void
add_label (const Gaps           *self,
           const LaminaGap      *gap,
           const LaminaSceneBox *box)
{
  double width, middle = box->x + box->width / 2.0;
  g_autofree char *label = box->height >= PLATE_HEIGHT ? dup_label (self, gap, box->width - 2 * LABEL_MARGIN, &width) : NULL;
  int plate;

  if (label == NULL)
    return;
  plate = (int) ceil (width) + 2 * LABEL_MARGIN;
  lamina_scene_add_rect (self->layout->scene, (int) middle - plate / 2, box->y + (box->height - PLATE_HEIGHT) / 2, plate,
                         PLATE_HEIGHT, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_words (self->layout->scene, middle, box->y + box->height / 2.0, 0, LAMINA_ALIGN_CENTER,
                          LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, label);
}

/* From where to where on the axis something is seen in a row, with the gap that it is; a gap shows a pixel at least. */
static LaminaSceneBox
make_box (const LaminaTimelineOptions *options,
          const LaminaTimeView        *view,
          const LaminaGap             *gap,
          int                          y,
          int                          height)
{
  int x = MAX (lamina_time_view_get_x (view, gap->start), 0);
  int end = MAX (lamina_time_view_get_x (view, gap->end), x + 1);

  return (LaminaSceneBox) { .x = options->names_width + x, .y = y + 2, .width = end - x, .height = MAX (height - 4, 1),
                            .fill = { .ink = LAMINA_INK_TEXT, .pattern = LAMINA_PATTERN_WAIT, .alpha = 255 } };
}

static void
add_gap (const Gaps *self,
         guint       device,
         guint       k)
{
  LaminaTimelineLayout *layout = self->layout;
  const LaminaTimelineRow *row;
  LaminaSceneBox box;
  LaminaGap gap;

  lamina_idle_get_gap (layout->options->idle, device, k, &gap);
  if (gap.end <= self->view.start || gap.start >= self->view.end
      || (gap.before.track != self->track && gap.after.track != self->track))
    return;
  row = find_row (self, &gap);
  if (row == NULL)
    return;
  box = make_box (layout->options, &self->view, &gap, lamina_timeline_layout_get_y (layout, row), row->height);
  box.target = (LaminaTarget) { .kind = LAMINA_TARGET_GAPS, .track = self->track, .n = 1,
                                .first = lamina_idle_get_device (layout->options->idle, device)->first_gap + k };
  lamina_scene_add_box (layout->scene, &box);
  if (gap.after.track == self->track || gap.after.track == LAMINA_NONE)
    add_label (self, &gap, &box);
}

/* What so many pixels stand for, or so long that no gap is longer. */
static gint64
get_length (const Gaps *self,
            double      pixels)
{
  return (gint64) MIN (pixels * self->view.per_px, 0x1p62);
}

/* Those that are so long fit into a view a few hundred times, however many there are. */
static void
add_long (const Gaps *self,
          guint       device)
{
  LaminaIdle *idle = self->layout->options->idle;
  gint64 least = get_length (self, LEAST_LONG);
  guint k = lamina_idle_find_gap (idle, device, self->view.start), end = lamina_idle_find_gap (idle, device, self->view.end);

  for (k = lamina_idle_find_long_gap (idle, device, k, 1, least); k != LAMINA_NONE && k <= end;
       k = lamina_idle_find_long_gap (idle, device, k + 1, 1, least))
    add_gap (self, device, k);
}

/* The selected ones may be very many, of which those that are narrower than a pixel are not worth a box. */
static void
add_selected (const Gaps      *self,
              guint            device,
              LaminaHighlight *highlight)
{
  LaminaIdle *idle = self->layout->options->idle;
  const LaminaIdleDevice *info = lamina_idle_get_device (idle, device);
  guint first = lamina_idle_find_gap (idle, device, self->view.start), end = lamina_idle_find_gap (idle, device, self->view.end);
  const guint32 *gaps = (const guint32 *) (gpointer) highlight->gaps->data;

  for (guint i = LAMINA_FIND_FIRST (at, 0, highlight->gaps->len, gaps[at] >= info->first_gap + first);
       i < highlight->gaps->len && gaps[i] < info->first_gap + info->n_gaps && gaps[i] <= info->first_gap + end; i++)
    {
      guint k = gaps[i] - info->first_gap;

      if (highlight->gaps->len == 1 || lamina_idle_find_long_gap (idle, device, k, 1, get_length (self, 1)) == k)
        add_gap (self, device, k);
    }
}

void
lamina_timeline_layout_add_gaps (LaminaTimelineLayout *self,
                                 LaminaHighlight      *highlight,
                                 guint                 first,
                                 guint                 end)
{
  const LaminaVisibleRow *top = &g_array_index (self->visible, LaminaVisibleRow, first);
  LaminaIdle *idle = self->options->idle;
  Gaps gaps = { self, self->view, top->row->track, first, end };
  guint device;

  if (idle == NULL || top->row->kind != LAMINA_TIMELINE_LANE)
    return;
  device = lamina_idle_find_device_of_track (idle, top->row->track);
  if (device == LAMINA_NONE)
    return;
  if (highlight == NULL)
    add_long (&gaps, device);
  else
    add_selected (&gaps, device, highlight);
}

gboolean
lamina_timeline_has_long_gap (LaminaIdle           *idle,
                              guint32               track,
                              const LaminaTimeView *view)
{
  guint device = lamina_idle_find_device_of_track (idle, track), k;

  if (device == LAMINA_NONE)
    return FALSE;
  k = lamina_idle_find_long_gap (idle, device, lamina_idle_find_gap (idle, device, view->start), 1,
                                 (gint64) MIN (LEAST_LONG * view->per_px, 0x1p62));
  return k != LAMINA_NONE && k <= lamina_idle_find_gap (idle, device, view->end);
}

static gboolean
is_at (const LaminaTimelineRow     *row,
       const LaminaViewport        *viewport,
       const LaminaTimelineOptions *options,
       int                          pinned,
       double                       y)
{
  int top = options->ruler_height + row->y - (row->is_pinned ? 0 : viewport->scroll);

  return y >= top && y < top + row->height && (row->is_pinned || y >= options->ruler_height + pinned);
}

gboolean
lamina_timeline_find_gap (LaminaRun                   *run,
                          LaminaTimebase              *timebase,
                          const LaminaViewport        *viewport,
                          const LaminaTimelineOptions *options,
                          double                       x,
                          double                       y,
                          LaminaSceneBox              *box)
{
  LaminaTimeView view;
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  g_autoptr (GArray) rows = NULL;
  const LaminaTimelineRow *row = NULL;
  guint device, k;
  LaminaGap gap;

  g_return_val_if_fail (run != NULL && timebase != NULL && viewport != NULL && options != NULL && box != NULL, FALSE);

  if (options->idle == NULL || x < options->names_width || x >= options->names_width + viewport->width)
    return FALSE;
  view = lamina_time_view_init (viewport->start, viewport->per_px, viewport->width);
  places = lamina_timeline_places_get (run, options, viewport->height);
  rows = lamina_timeline_places_dup_seen (places, viewport->scroll, (gint64) viewport->scroll + viewport->height);
  for (guint i = 0; i < rows->len && row == NULL; i++)
    if (is_at (&g_array_index (rows, LaminaTimelineRow, i), viewport, options, places->pinned, y))
      row = &g_array_index (rows, LaminaTimelineRow, i);
  device = row != NULL && lamina_timeline_row_has_slices (row) ? lamina_idle_find_device_of_track (options->idle, row->track)
                                                               : LAMINA_NONE;
  if (device == LAMINA_NONE)
    return FALSE;
  k = lamina_idle_find_gap (options->idle, device, lamina_time_view_get_time (&view, (int) x - options->names_width));
  if (k == lamina_idle_get_device (options->idle, device)->n_gaps)
    return FALSE;
  lamina_idle_get_gap (options->idle, device, k, &gap);
  *box = make_box (options, &view, &gap, options->ruler_height + row->y - (row->is_pinned ? 0 : viewport->scroll), row->height);
  box->target = (LaminaTarget) { .kind = LAMINA_TARGET_GAPS, .track = row->track, .n = 1,
                                 .first = lamina_idle_get_device (options->idle, device)->first_gap + k };
  return (double) (gap.end - gap.start) >= LEAST_PICKED * view.per_px && x >= box->x && x < box->x + box->width;
}
