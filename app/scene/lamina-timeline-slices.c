/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout-private.h"

/* Merged boxes and gaps need this much; narrower boxes keep all their pixels. */
#define LEAST_WITH_GAP 3

static LaminaFill
get_fill (const LaminaLaneBox *box,
          gboolean             is_folded)
{
  LaminaFill fill = { .ink = LAMINA_INK_FAMILY, .family = box->family, .alpha = box->alpha };

  if (box->is_merged)
    return fill;
  if (box->kind == LAMINA_SLICE_WAIT)
    fill.pattern = LAMINA_PATTERN_WAIT;
  else if (is_folded)
    fill.ink = LAMINA_INK_NONE;
  return fill;
}

static void
add_box (LaminaTimelineLayout   *self,
         const LaminaVisibleRow *visible,
         const LaminaLaneBox    *box,
         const LaminaLaneBox    *next,
         int                     y,
         gboolean                is_folded)
{
  int width = box->end - box->x;
  int margin = visible->row->kind == LAMINA_TIMELINE_STRIP ? 0 : 2;
  LaminaSceneBox placed = {
    .x = self->options->names_width + box->x,
    .y = y + margin,
    .height = MAX (visible->row->height - 2 * margin, 1),
    .fill = get_fill (box, is_folded),
    .target = { LAMINA_TARGET_SLICES, visible->row->track, box->first, box->n,
                visible->row->family == LAMINA_N_FAMILIES || is_folded ? 0 : 1u + visible->row->family },
  };

  if (!box->is_merged && !is_folded && next != NULL && next->x <= box->end && width >= LEAST_WITH_GAP)
    width--;
  placed.width = width;
  lamina_scene_add_box (self->scene, &placed);
}

/* The parts of a lane that is folded: the family is that of the slice around. */
static void
add_folded (LaminaTimelineLayout   *self,
            const LaminaVisibleRow *visible,
            int                     y)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);

  for (guint i = visible->first + visible->n; i < visible->first + visible->n + visible->n_folded; i++)
    {
      LaminaLaneBox *box = &g_array_index (self->boxes, LaminaLaneBox, i);

      if (slices->layer[box->first] == LAMINA_NONE && box->kind == LAMINA_SLICE_WAIT)
        {
          guint32 around = lamina_track_get_parent (visible->track, box->first);

          box->family = around == LAMINA_NONE ? box->family : slices->family[around];
        }
      add_box (self, visible, box, NULL, y, TRUE);
    }
}

/* Where the text of a box begins: behind the waiting at its start. */
static int
get_label_x (LaminaTimelineLayout   *self,
             const LaminaVisibleRow *visible,
             const LaminaLaneBox    *box,
             guint                  *part)
{
  guint end = visible->first + visible->n + visible->n_folded;
  const LaminaLaneBox *parts = (const LaminaLaneBox *) (gpointer) self->boxes->data;

  while (*part < end && parts[*part].x < box->x)
    (*part)++;
  if (*part < end && parts[*part].x == box->x && parts[*part].kind == LAMINA_SLICE_WAIT)
    return parts[*part].end - 1;
  return box->x;
}

static void
add_hint (LaminaTimelineLayout   *self,
          const LaminaVisibleRow *visible,
          int                     y,
          guint                   nearest,
          guint                   n,
          gboolean                is_before)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (visible->track));
  gint64 time = slices->start[nearest] + (is_before ? slices->duration[nearest] : 0) + offset;
  gint64 from_start = lamina_subtract_saturating (time, lamina_timebase_get_start (self->timebase));
  g_autofree char *at = lamina_axis_dup_length_text (lamina_run_get_unit (self->run), from_start);
  g_autofree char *text = is_before ? g_strdup_printf ("◂ %u %s, last ends at %s", n, n == 1 ? "slice" : "slices", at)
                                    : g_strdup_printf ("%u %s, first starts at %s ▸", n, n == 1 ? "slice" : "slices",
                                                       at);
  int width = (int) lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, text) + 18;
  int x = is_before ? 8 : self->view.width - 8 - width;
  LaminaSceneBox chip = { self->options->names_width + x, y + visible->row->height / 2 - 10, width, 19,
                          LAMINA_FILL (LAMINA_INK_GRID),
                          { LAMINA_TARGET_OUTSIDE, visible->row->track, nearest, 1 } };

  if (width + 16 > self->view.width)
    return;
  lamina_scene_add_box (self->scene, &chip);
  lamina_scene_add_words (self->scene, chip.x + 9, chip.y + 9.5, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, text);
}

void
lamina_timeline_layout_add_hint (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y)
{
  const LaminaLaneList *list = &visible->list;
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  guint before;

  if (visible->n > 0 || visible->row->lane > 0)
    return;
  before = lamina_lane_list_find_end (list, view.start);
  if (before > list->first)
    add_hint (self, visible, y, lamina_lane_list_get (list, before - 1), before - list->first, TRUE);
  else if (list->end > list->first)
    add_hint (self, visible, y, lamina_lane_list_get (list, list->first), list->end - before, FALSE);
}

void
lamina_timeline_layout_add_lane (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y)
{
  const LaminaLaneBox *boxes = (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first;
  guint part = visible->first + visible->n;

  for (guint i = 0; i < visible->n; i++)
    add_box (self, visible, &boxes[i], i + 1 < visible->n ? &boxes[i + 1] : NULL, y, FALSE);
  add_folded (self, visible, y);
  for (guint i = 0; i < visible->n; i++)
    lamina_timeline_layout_add_label (self, visible, &boxes[i], get_label_x (self, visible, &boxes[i], &part), y);
}
