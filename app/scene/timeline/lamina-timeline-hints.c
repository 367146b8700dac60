/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-scene.h"
#include "lamina-timeline-layout.h"

#include "lamina-text.h"

static char *
dup_hint (LaminaTimelineLayout   *self,
          const LaminaVisibleRow *visible,
          guint                   nearest,
          guint                   n,
          gboolean                is_before)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (visible->track)->clock);
  gint64 time = slices->start[nearest] + (is_before ? slices->duration[nearest] : 0) + offset;
  gint64 from_start = lamina_subtract_saturating (time, lamina_timebase_get_start (self->timebase));
  g_autofree char *at = lamina_axis_dup_position_text (lamina_run_get_unit (self->run), from_start);

  if (is_before)
    /* Translators: how many slices, a place on the axis */
    return lamina_text_dup (ngettext ("◂ %u slice, last ends at %s", "◂ %u slices, last ends at %s", n), n, at);
  return lamina_text_dup (ngettext ("%u slice, first starts at %s ▸", "%u slices, first starts at %s ▸", n), n, at);
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

void
lamina_timeline_layout_add_hint (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y)
{
  LaminaSceneBox chip;
  Hint hint;

  if (visible->n > 0 || !hint_init (&hint, self, visible))
    return;
  chip = (LaminaSceneBox) { hint.x, y + visible->row->height / 2 - 10, hint.width, 19, LAMINA_FILL (LAMINA_INK_GRID),
                            { LAMINA_TARGET_OUTSIDE, visible->row->track, hint.nearest, 1, 0 } };
  lamina_scene_add_box (self->scene, &chip);
  lamina_scene_add_words (self->scene, chip.x + 9, chip.y + 9.5, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, hint.text);
  g_free (hint.text);
}
