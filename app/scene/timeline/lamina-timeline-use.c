/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

/* How much a device is used, over time: an area behind what the heading of the device says. */

/* A column is so many pixels wide. */
#define COLUMN 2

#define MARGIN 2
#define ALPHA 70

/* Which of the devices a group is, or LAMINA_NONE. */
static guint
find_device (LaminaDeviceUse *use,
             guint32          group)
{
  for (guint i = 0; i < lamina_device_use_get_n (use); i++)
    if (lamina_device_use_get (use, i)->group == group)
      return i;
  return LAMINA_NONE;
}

static void
add_point (GArray *points,
           double  x,
           double  y)
{
  LaminaScenePoint point = { (float) x, (float) y };

  g_array_append_val (points, point);
}

/* The part of a column in which the device is busy, as the height of its step. */
static int
get_step (const LaminaTimelineLayout *self,
          guint                       device,
          int                         x,
          int                         height)
{
  gint64 start = lamina_time_view_get_time (&self->view, x);
  gint64 end = MAX (lamina_time_view_get_time (&self->view, x + COLUMN), lamina_add_saturating (start, 1));
  gint64 first = MAX (start, lamina_timebase_get_start (self->timebase));
  gint64 last = MIN (end, lamina_timebase_get_end (self->timebase));
  gint64 busy;

  if (first >= last)
    return 0;
  busy = lamina_device_use_measure (self->options->use, device, first, last);
  /* Whole numbers first: two times of today are the same for a double that are less than 256 ns apart. */
  return (int) ((double) busy / (double) lamina_subtract_saturating (end, start) * height + 0.5);
}

gboolean
lamina_timeline_layout_add_use (LaminaTimelineLayout    *self,
                                const LaminaTimelineRow *row,
                                int                      y)
{
  guint device = self->options->use != NULL && !row->is_collapsed ? find_device (self->options->use, row->group) : LAMINA_NONE;
  g_autoptr (GArray) points = NULL;
  LaminaSceneArea area = { .fill = LAMINA_FILL (LAMINA_INK_QUIET) };
  int left = self->options->names_width, bottom = y + row->height - MARGIN, height = row->height - 2 * MARGIN, before = 0;

  if (device == LAMINA_NONE)
    return FALSE;
  area.fill.alpha = ALPHA;
  points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
  add_point (points, left, bottom);
  for (int x = 0; x < self->view.width; x += COLUMN)
    {
      int step = get_step (self, device, x, height);

      if (step == before)
        continue;
      add_point (points, left + x, bottom - before);
      add_point (points, left + x, bottom - step);
      before = step;
    }
  add_point (points, left + self->view.width, bottom - before);
  add_point (points, left + self->view.width, bottom);
  if (points->len > 3)
    lamina_scene_add_area (self->scene, &area, (const LaminaScenePoint *) (gpointer) points->data, points->len);
  return TRUE;
}
