/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

#include <math.h>

#define LEGEND 26
#define LEGEND_LINE 18
#define LEGEND_GAP 20
#define LEGEND_LETTER 7
#define SWATCH 10

/* How strong parts are that have one family: the first of them, the second, and so on. Neighbors differ most. */
static const guint8 shades[] = { 255, 145, 200, 100, 225, 120, 175 };

/* Whether any row has something of a part. */
static gboolean
has_part (LaminaChartData *data,
          guint            column)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (lamina_chart_data_get_number (data, row, column) > 0)
      return TRUE;
  return FALSE;
}

static void
add_part (LaminaBarColumns *self,
          LaminaChartData  *data,
          guint             index)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (data, index);
  LaminaFill fill = LAMINA_FILL_FAMILY (column->use == LAMINA_CHART_USE_OUTSIDE ? LAMINA_FAMILY_OTHER : column->family);
  guint n_before = 0;

  if (self->n_parts == LAMINA_BAR_PARTS || !has_part (data, index))
    return;
  for (guint i = 0; i < self->n_parts; i++)
    n_before += self->fills[i].family == fill.family;
  fill.pattern = (guint8) lamina_plot_get_pattern (column);
  if (column->use == LAMINA_CHART_USE_PART)
    fill.alpha = shades[n_before % G_N_ELEMENTS (shades)];
  self->parts[self->n_parts] = index;
  self->fills[self->n_parts++] = fill;
}

void
lamina_bar_columns_find (LaminaBarColumns *self,
                         LaminaChartData  *data)
{
  self->value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);
  self->share = lamina_chart_data_find_column (data, LAMINA_CHART_USE_SHARE);
  self->wait = lamina_chart_data_find_column (data, LAMINA_CHART_USE_WAIT);
  self->heading = lamina_chart_data_find_column (data, LAMINA_CHART_USE_HEADING);
  self->outside = lamina_chart_data_find_column (data, LAMINA_CHART_USE_OUTSIDE);
  self->tick = lamina_chart_data_find_column (data, LAMINA_CHART_USE_TICK);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    {
      LaminaChartUse use = lamina_chart_data_get_column (data, i)->use;

      if (use == LAMINA_CHART_USE_PART || use == LAMINA_CHART_USE_IDLE)
        add_part (self, data, i);
    }
  if (self->outside != LAMINA_NONE)
    add_part (self, data, self->outside);
}

/* The entries of the legend: the parts, then the tick. */
static guint
count_entries (const LaminaBarColumns *self)
{
  return self->n_parts > 0 ? self->n_parts + (self->tick != LAMINA_NONE) : 0;
}

static const char *
get_title (const LaminaBarColumns *self,
           LaminaChartData        *data,
           guint                   entry)
{
  return lamina_chart_data_get_column (data, entry < self->n_parts ? self->parts[entry] : self->tick)->title;
}

/* With the distance to the next one. */
static double
get_entry_width (double text)
{
  return SWATCH + 6 + text + LEGEND_GAP;
}

static double
measure_entry (const LaminaBarColumns *self,
               const LaminaPlot       *plot,
               guint                   entry)
{
  return get_entry_width (lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, get_title (self, plot->data, entry)));
}

/* Whether an entry has to go to a new line: it would begin @x behind the left edge. */
static gboolean
needs_line (double x,
            double width,
            double room)
{
  return x > 0 && x + width - LEGEND_GAP > room;
}

int
lamina_bar_columns_get_legend_height (const LaminaBarColumns *self,
                                      const LaminaPlot       *plot)
{
  int height = count_entries (self) > 0 ? LEGEND : 0;
  double x = 0;

  for (guint i = 0; i < count_entries (self); i++)
    {
      double width = measure_entry (self, plot, i);
      gboolean is_new = needs_line (x, width, plot->width);

      height += is_new ? LEGEND_LINE : 0;
      x = (is_new ? 0 : x) + width;
    }
  return height;
}

int
lamina_bar_columns_guess_legend_height (const LaminaBarColumns *self,
                                        LaminaChartData        *data,
                                        int                     width)
{
  double all = 0, widest = 0;

  for (guint i = 0; i < count_entries (self); i++)
    {
      double entry = get_entry_width ((double) g_utf8_strlen (get_title (self, data, i), -1) * LEGEND_LETTER);

      all += entry;
      widest = fmax (widest, entry);
    }
  if (count_entries (self) == 0)
    return 0;
  /* Lines are filled but for less than one entry. */
  return LEGEND + (all - LEGEND_GAP <= width ? 0 : (int) (all / fmax (width - widest / 2, 1)) * LEGEND_LINE);
}

static void
add_entry (const LaminaBarColumns *self,
           const LaminaPlot       *plot,
           guint                   entry,
           int                     x,
           int                     y)
{
  float middle = (float) x + SWATCH / 2.0f;

  if (entry < self->n_parts)
    lamina_scene_add_rect (plot->scene, x, y + (LEGEND - SWATCH) / 2 - 3, SWATCH, SWATCH, self->fills[entry]);
  else
    lamina_scene_add_line (plot->scene, &(LaminaSceneLine) {
      middle, (float) (y + (LEGEND - SWATCH) / 2 - 5), middle, (float) (y + (LEGEND + SWATCH) / 2 - 1),
      LAMINA_FILL (LAMINA_INK_TEXT), FALSE, LAMINA_BAR_TICK });
  lamina_plot_add_text (plot, x + SWATCH + 6, y + LEGEND / 2.0 - 3, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                        LAMINA_INK_TEXT, get_title (self, plot->data, entry));
}

void
lamina_bar_columns_add_legend (const LaminaBarColumns *self,
                               const LaminaPlot       *plot)
{
  double width = 0, x;
  int y = plot->y;

  for (guint i = 0; i < count_entries (self); i++)
    width += measure_entry (self, plot, i);
  x = fmax (fmin (self->bar_x, plot->x + plot->width - width + LEGEND_GAP), plot->x);
  lamina_scene_open_group (plot->scene, "parts", plot->x, plot->y, plot->width,
                           lamina_bar_columns_get_legend_height (self, plot));
  for (guint i = 0; i < count_entries (self); i++)
    {
      double entry = measure_entry (self, plot, i);

      if (needs_line (x - plot->x, entry, plot->width))
        {
          x = plot->x;
          y += LEGEND_LINE;
        }
      add_entry (self, plot, i, (int) x, y);
      x += entry;
    }
  lamina_scene_close_group (plot->scene);
}
