/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-live-chart.h"
#include "lamina-page.h"

#define HEIGHT 320
#define LEAST_HEIGHT 120
#define GAP 8

/* How high the chart is: what is left of the height that was asked for. */
static int
get_height (LaminaPage *self)
{
  int room = self->options->height - self->y - GAP - lamina_page_get_foot_height (self, NULL) - LAMINA_PAGE_MARGIN;

  return self->options->height == 0 ? HEIGHT : MAX (room, LEAST_HEIGHT);
}

static void
add_head (LaminaPage    *self,
          LaminaLiveSet *live)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  guint peak = lamina_live_set_get_peak (live);
  gint64 at = lamina_subtract_saturating (steps->position[peak], lamina_timebase_get_start (self->timebase));
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *bytes = lamina_figure_dup (steps->total[peak], LAMINA_UNIT_BYTES);
  g_autofree char *position = lamina_axis_dup_position_text (lamina_run_get_unit (self->run), at);
  g_autofree char *caption = g_strdup_printf (_("Memory of tensors that are alive, by role: at most %s%s, at %s."),
                                              lamina_live_set_is_estimated (live) ? "≈\u00a0" : "", bytes, position);

  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption);
}

gboolean
lamina_page_add_tensors (LaminaPage  *self,
                         GError     **error)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (self->run, self->timebase, NULL);
  LaminaLiveChart chart;
  int height;

  if (lamina_live_set_get_peak (live) == LAMINA_NONE)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT,
                           "the run does not say when tensors are kept in memory");
      return FALSE;
    }
  add_head (self, live);
  height = get_height (self);
  lamina_live_chart_init (&chart, live, self->timebase, lamina_page_get_room (self), height, self->metrics);
  lamina_live_chart_add (&chart, self->scene, live, self->run, self->metrics, LAMINA_PAGE_MARGIN, self->y);
  self->y += height + GAP;
  lamina_page_add_source (self, NULL);
  return TRUE;
}
