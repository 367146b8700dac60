/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include <math.h>

/* Below the columns: the name of each where there is room for all of them, else which rows they are. */

#define ORDER_GAP 24
#define TICK_DISTANCE 60
#define NAME_GAP 8
#define MOST_NAMED 24

gboolean
lamina_columns_can_name (const LaminaColumns *self,
                         const LaminaPlot    *plot)
{
  double room = (double) (self->right - self->left) / MAX (self->n_rows, 1) - NAME_GAP;

  if (self->n_columns != self->n_rows || self->n_rows > MOST_NAMED)
    return FALSE;
  for (guint row = 0; row < self->n_rows; row++)
    {
      g_autofree char *name = lamina_plot_dup_label (plot, row, self->prefix);

      if (*name == '\0' || lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, name) > room)
        return FALSE;
    }
  return TRUE;
}

static void
add_names (const LaminaColumns *self,
           const LaminaPlot    *plot,
           double               y)
{
  for (guint row = 0; row < self->n_rows; row++)
    {
      g_autofree char *name = lamina_plot_dup_label (plot, row, self->prefix);
      double middle = (lamina_columns_get_x (self, row) + lamina_columns_get_x (self, row + 1)) / 2.0;

      lamina_plot_add_text (plot, middle, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, name);
    }
}

/* Which row, counted from 1. */
static void
add_numbers (const LaminaColumns *self,
             const LaminaPlot    *plot,
             double               y)
{
  LaminaScale scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, self->n_rows, self->left,
                                                self->right, TICK_DISTANCE);
  g_autofree char *all = lamina_chart_data_dup_rest (plot->data, self->n_rows);
  double width = lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, all);
  double right = self->right - width - ORDER_GAP;

  for (guint i = 1; i < scale.n_ticks; i++)
    {
      double x = lamina_scale_get_place (&scale, scale.ticks[i] - 0.5);
      g_autofree char *text = lamina_scale_dup_tick (&scale, i);

      /* Rows come whole. */
      if (x < right && scale.ticks[i] == floor (scale.ticks[i]))
        lamina_plot_add_text (plot, x, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_plot_add_text (plot, self->right, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER, LAMINA_INK_QUIET, all);
}

void
lamina_columns_add_order (const LaminaColumns *self,
                          const LaminaPlot    *plot)
{
  int top = plot->y + plot->height - LAMINA_CHART_AXIS;

  lamina_scene_open_group (plot->scene, "order", plot->x, top, plot->width, LAMINA_CHART_AXIS);
  if (self->is_named)
    add_names (self, plot, top + LAMINA_CHART_AXIS / 2.0 + 1);
  else
    add_numbers (self, plot, top + LAMINA_CHART_AXIS / 2.0 + 1);
  lamina_scene_close_group (plot->scene);
}
