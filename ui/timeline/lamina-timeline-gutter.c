/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-settings.h"
#include "lamina-timeline-canvas-private.h"

/*
 * The names of the tracks are as wide as the longest of them needs, within bounds, until somebody draws their edge to
 * another place. That is remembered; on a window that is too narrow for it the names give way.
 */

#define LEAST_WIDTH 80
#define MOST_SHARE 0.3
#define EDGE 4

static int
get_most (LaminaTimelineCanvas *self)
{
  return MAX ((int) (gtk_widget_get_width (GTK_WIDGET (self)) * MOST_SHARE), LAMINA_TIMELINE_NAMES_WIDTH);
}

static int
find_width (LaminaTimelineCanvas *self)
{
  int chosen = g_settings_get_int (lamina_settings_get_default (), LAMINA_SETTING_NAMES_WIDTH);

  if (chosen > 0 || !self->session)
    return chosen > 0 ? CLAMP (chosen, LEAST_WIDTH, get_most (self)) : LAMINA_TIMELINE_NAMES_WIDTH;
  return CLAMP (lamina_timeline_get_names_width (lamina_session_get_run (self->session), self->options.arrangement,
                                                 lamina_pens_get_metrics (self->pens)),
                LAMINA_TIMELINE_NAMES_WIDTH, get_most (self));
}

gboolean
lamina_timeline_canvas_fit_names (LaminaTimelineCanvas *self)
{
  int width = find_width (self);

  if (width == self->options.names_width)
    return FALSE;
  self->options.names_width = width;
  g_object_notify (G_OBJECT (self), "names-width");
  return TRUE;
}

gboolean
lamina_timeline_canvas_is_at_edge (LaminaTimelineCanvas *self,
                                   double                x)
{
  return self->session && ABS (x - self->options.names_width) <= EDGE;
}

void
lamina_timeline_canvas_choose_names_width (LaminaTimelineCanvas *self,
                                           int                   width)
{
  g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_NAMES_WIDTH,
                      width > 0 ? CLAMP (width, LEAST_WIDTH, get_most (self)) : 0);
}
