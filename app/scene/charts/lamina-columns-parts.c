/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include <math.h>

/* Columns that are divided: parts one above the other, with their legend. */

#define SWATCH 10
#define ENTRY_GAP 18

static gboolean
is_part (const LaminaChartColumn *column)
{
  return column->use == LAMINA_CHART_USE_PART || column->use == LAMINA_CHART_USE_IDLE;
}

/* What no column has needs no color. */
static gboolean
occurs (const LaminaPlot *plot,
        guint             column)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    if (lamina_chart_data_get_number (plot->data, row, column) > 0)
      return TRUE;
  return FALSE;
}

void
lamina_columns_find_parts (LaminaColumns    *self,
                           const LaminaPlot *plot)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (plot->data) && self->n_parts < LAMINA_COLUMNS_PARTS; i++)
    if (is_part (lamina_chart_data_get_column (plot->data, i)) && occurs (plot, i))
      self->parts[self->n_parts++] = i;
}

static LaminaFill
get_fill (const LaminaPlot *plot,
          guint             part)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (plot->data, part);
  LaminaFill fill = LAMINA_FILL_FAMILY (column->family);

  fill.pattern = (guint8) lamina_plot_get_pattern (column);
  return fill;
}

void
lamina_columns_add_parts (const LaminaColumns *self,
                          const LaminaPlot    *plot,
                          const LaminaScale   *scale,
                          const LaminaColumn  *column,
                          int                  x,
                          int                  width)
{
  double below = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      double value = lamina_chart_data_get_number (plot->data, column->tallest, self->parts[i]);
      int bottom, top;
      LaminaSceneBox box = { .x = x, .width = width, .fill = get_fill (plot, self->parts[i]),
                             .target = lamina_plot_target (column->first, column->n) };

      if (!(value > 0))
        continue;
      bottom = (int) round (lamina_columns_get_y (scale, below));
      top = (int) round (lamina_columns_get_y (scale, below + value));
      below += value;
      /* A gap tells neighbors apart where hue does not. */
      box.y = top + (below > value && bottom - top > 3);
      box.height = bottom - box.y;
      if (box.height > 0)
        lamina_scene_add_box (plot->scene, &box);
    }
}

void
lamina_columns_add_part_legend (const LaminaColumns *self,
                                const LaminaPlot    *plot)
{
  double x = self->left;
  double y = plot->y + LAMINA_COLUMNS_LEGEND / 2.0 - 4;

  lamina_scene_open_group (plot->scene, "parts", plot->x, plot->y, plot->width, LAMINA_COLUMNS_LEGEND);
  for (guint i = 0; i < self->n_parts; i++)
    {
      const char *title = lamina_chart_data_get_column (plot->data, self->parts[i])->title;

      lamina_scene_add_rect (plot->scene, (int) x, (int) (y - SWATCH / 2.0), SWATCH, SWATCH, get_fill (plot, self->parts[i]));
      lamina_plot_add_text (plot, x + SWATCH + 6, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, title);
      x += SWATCH + 6 + lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, title) + ENTRY_GAP;
    }
  lamina_scene_close_group (plot->scene);
}
