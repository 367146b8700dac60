/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-histogram-private.h"

#include <math.h>

/* The axis below the columns of a histogram. */

#define TICK_WIDTH 76

/* Whether edges that far apart are numbers with few digits. */
static gboolean
is_round (gint64 step)
{
  while (step >= 10 && step % 10 == 0)
    step /= 10;
  return step == 1 || step == 2 || step == 5;
}

static char *
dup_edge (const LaminaHistogram *self,
          double                 number,
          gint64                 step,
          gboolean               is_least)
{
  g_autofree char *text = is_round (step) ? lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, (gint64) number, step,
                                                                       (gint64) self->high)
                                          : lamina_amount_dup_apart ((gint64) number, LAMINA_UNIT_NANOSECONDS, step);

  return is_least ? g_strconcat ("≥ ", text, NULL) : g_steal_pointer (&text);
}

/* In the middle below its edge, unless it would stick out of the picture. */
static void
add_edge (const LaminaPlot      *plot,
          const LaminaHistogram *self,
          int                    x,
          const char            *text)
{
  double width = lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, text);
  double left = fmax (fmin (x - width / 2, plot->x + plot->width - width), plot->x);

  lamina_plot_add_text (plot, left, self->bottom + 12, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
}

static void
add_only_edge (const LaminaPlot      *plot,
               const LaminaHistogram *self)
{
  g_autofree char *text = lamina_figure_dup ((gint64) self->low, LAMINA_UNIT_NANOSECONDS);

  add_edge (plot, self, lamina_histogram_get_x (self, self->low), text);
}

void
lamina_histogram_add_axis (const LaminaPlot      *plot,
                           const LaminaHistogram *self)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  gboolean open = lamina_histogram_is_open (plot, self);
  guint each = MAX ((guint) ceil ((double) n * TICK_WIDTH / MAX (self->width, 1)), 1);
  gint64 step = MAX ((gint64) (lamina_chart_data_get_number (plot->data, 0, self->to) - self->low), 1);

  lamina_scene_open_group (plot->scene, "ranges", plot->x, self->bottom + 1, plot->width, LAMINA_CHART_AXIS);
  if (self->is_single)
    add_only_edge (plot, self);
  for (guint row = 0; row <= n && !self->is_single; row += each)
    {
      gboolean is_last = open && row + each >= n;
      double number;
      g_autofree char *text = NULL;
      int x;

      if (is_last)
        row = n - 1;
      number = row < n ? lamina_chart_data_get_number (plot->data, row, self->from) : self->high;
      x = lamina_histogram_get_x (self, number);
      text = dup_edge (self, number, step, is_last);
      lamina_scene_add_rect (plot->scene, MIN (x, self->left + self->width - 1), self->bottom + 1, 1, 4,
                             LAMINA_FILL (LAMINA_INK_QUIET));
      add_edge (plot, self, x, text);
      if (is_last)
        break;
    }
  lamina_scene_close_group (plot->scene);
}
