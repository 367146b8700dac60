/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-scene.h"
#include "lamina-timeline-layout.h"

/* Merged boxes and gaps need this much; narrower boxes keep all their pixels. */
#define LEAST_WITH_GAP 3

LaminaPattern
lamina_timeline_layout_choose_texture (const LaminaTimelineLayout *self,
                                       const LaminaVisibleRow     *visible,
                                       const LaminaLaneBox        *box)
{
  if (!self->is_panel || box->is_merged)
    return LAMINA_PATTERN_SOLID;
  return lamina_scene_choose_texture (box->end - box->x, visible->row->height);
}

static LaminaFill
get_fill (const LaminaTimelineLayout *self,
          const LaminaVisibleRow     *visible,
          const LaminaLaneBox        *box,
          gboolean                    is_folded)
{
  LaminaFill fill = { LAMINA_INK_FAMILY, box->family, lamina_timeline_layout_choose_texture (self, visible, box),
                      box->alpha };

  if (box->is_merged)
    return fill;
  if (box->kind == LAMINA_SLICE_WAIT)
    fill.pattern = LAMINA_PATTERN_WAIT;
  else if (is_folded)
    return LAMINA_FILL (LAMINA_INK_NONE);
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
    .fill = get_fill (self, visible, box, is_folded),
    .target = { LAMINA_TARGET_SLICES, visible->row->track, box->first, box->n,
                visible->row->family == LAMINA_N_FAMILIES || is_folded ? 0 : 1u + visible->row->family },
  };

  if (!box->is_merged && !is_folded && next != NULL && next->x <= box->end && width >= LEAST_WITH_GAP)
    width--;
  placed.width = width;
  lamina_scene_add_box (self->scene, &placed);
}

/* The parts of a lane that is folded: the color is that of the slice around. */
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

          box->family = around == LAMINA_NONE ? box->family : lamina_lane_list_get_color (&visible->list, around);
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

static char *
dup_hint (LaminaTimelineLayout   *self,
          const LaminaVisibleRow *visible,
          guint                   nearest,
          guint                   n,
          gboolean                is_before)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (visible->track));
  gint64 time = slices->start[nearest] + (is_before ? slices->duration[nearest] : 0) + offset;
  gint64 from_start = lamina_subtract_saturating (time, lamina_timebase_get_start (self->timebase));
  g_autofree char *at = lamina_axis_dup_position_text (lamina_run_get_unit (self->run), from_start);

  if (is_before)
    /* Translators: how many slices, a place on the axis */
    return g_strdup_printf (ngettext ("◂ %u slice, last ends at %s", "◂ %u slices, last ends at %s", n), n, at);
  return g_strdup_printf (ngettext ("%u slice, first starts at %s ▸", "%u slices, first starts at %s ▸", n), n, at);
}

/* A hint at slices out of view, with its place in the scene. */
typedef struct
{
  char *text;
  int x;
  int width;
  guint nearest;
} Hint;

/* Whether a lane has nothing in view, and its hint has room. */
static gboolean
hint_init (Hint                   *hint,
           LaminaTimelineLayout   *self,
           const LaminaVisibleRow *visible)
{
  const LaminaLaneList *list = &visible->list;
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  guint before = lamina_lane_list_find_end (list, view.start);
  gboolean is_before = before > list->first;

  if (visible->row->lane > 0 || list->end == list->first || lamina_lane_list_find_start (list, view.end) > before)
    return FALSE;
  hint->nearest = lamina_lane_list_get (list, is_before ? before - 1 : list->first);
  hint->text = dup_hint (self, visible, hint->nearest, is_before ? before - list->first : list->end - before, is_before);
  hint->width = (int) lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, hint->text) + 18;
  hint->x = self->options->names_width + (is_before ? 8 : self->view.width - 8 - hint->width);
  if (hint->width + 16 <= self->view.width)
    return TRUE;
  g_free (hint->text);
  return FALSE;
}

gboolean
lamina_timeline_layout_get_hint (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                    *x,
                                 int                    *width)
{
  Hint hint;

  if (!hint_init (&hint, self, visible))
    return FALSE;
  *x = hint.x;
  *width = hint.width;
  g_free (hint.text);
  return TRUE;
}

static void
add_hint (LaminaTimelineLayout   *self,
          const LaminaVisibleRow *visible,
          const Hint             *hint,
          int                     y)
{
  LaminaSceneBox chip = { hint->x, y + visible->row->height / 2 - 10, hint->width, 19, LAMINA_FILL (LAMINA_INK_GRID),
                          { LAMINA_TARGET_OUTSIDE, visible->row->track, hint->nearest, 1, 0 } };

  lamina_scene_add_box (self->scene, &chip);
  lamina_scene_add_words (self->scene, chip.x + 9, chip.y + 9.5, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, hint->text);
}

void
lamina_timeline_layout_add_hint (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y)
{
  Hint hint;

  if (visible->n > 0 || !hint_init (&hint, self, visible))
    return;
  add_hint (self, visible, &hint, y);
  g_free (hint.text);
}

void
lamina_timeline_layout_add_lane (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y)
{
  const LaminaLaneBox *boxes = (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first;
  g_autofree guint8 *labeled = NULL;
  guint part = visible->first + visible->n;

  for (guint i = 0; i < visible->n; i++)
    add_box (self, visible, &boxes[i], i + 1 < visible->n ? &boxes[i + 1] : NULL, y, FALSE);
  add_folded (self, visible, y);
  labeled = g_new0 (guint8, visible->n + 1);
  for (guint i = 0; i < visible->n; i++)
    labeled[i] = lamina_timeline_layout_add_label (self, visible, &boxes[i],
                                                    get_label_x (self, visible, &boxes[i], &part), y)
                  != FALSE;
  if (self->has_bands && visible->row->kind != LAMINA_TIMELINE_STRIP)
    lamina_timeline_layout_add_bands (self, visible, labeled, y);
}
