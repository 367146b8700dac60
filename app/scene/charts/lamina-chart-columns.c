/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include "lamina-gettext.h"

#include <math.h>
#include <string.h>

#define TICK_DISTANCE 34
#define MOST_LEVELS 8
#define HEADROOM 1.14

/* What takes less than this part of the mean time of a layer says nothing about how fast something is. */
#define LEAST_OF_MEAN 0.1

/* Columns and lines that are so many times as high as the others would leave no room to these. */
#define MOST_ABOVE 2

/* The time that a rate is over; LAMINA_NONE when the chart has none. */
static guint
find_time (LaminaChartData *data)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (lamina_chart_data_get_column (data, i)->unit == LAMINA_UNIT_NANOSECONDS)
      return i;
  return LAMINA_NONE;
}

/* The largest number of all rows. */
static double
get_largest_row (const LaminaColumns *self,
                 guint                value)
{
  guint row = lamina_chart_data_find_largest (self->plot->data, value, 0, self->n_rows);

  return row != LAMINA_NONE ? fmax (lamina_chart_data_get_number (self->plot->data, row, value), 0) : 0;
}

/* The same of rates, without those of rows that are too short to say how fast something is. */
static double
get_largest_rate (const LaminaColumns *self,
                  guint                value)
{
  LaminaChartData *data = self->plot->data;
  guint time = find_time (data);
  double all = get_largest_row (self, value);
  double sum = 0, largest = 0;

  if (time == LAMINA_NONE)
    return all;
  for (guint row = 0; row < self->n_rows; row++)
    sum += fmax (lamina_chart_data_get_number (data, row, time), 0);
  /* Few are larger than all before them, so that few are asked for their time. */
  for (guint row = 0; row < self->n_rows; row++)
    {
      double number = lamina_chart_data_get_number (data, row, value);

      if (number > largest && lamina_chart_data_get_number (data, row, time) >= LEAST_OF_MEAN * sum / self->n_rows)
        largest = number;
    }
  return largest > 0 && all > MOST_ABOVE * largest ? largest : all;
}

/* Lines far above all columns are told in words. A part of a whole is seen against the whole. */
static double
get_largest (const LaminaColumns *self,
             guint                value)
{
  LaminaLayerValueKind kind = lamina_chart_data_get_column (self->plot->data, value)->kind;
  gboolean is_rate = kind == LAMINA_LAYER_VALUE_RATE;
  double rows = is_rate ? get_largest_rate (self, value) : get_largest_row (self, value);
  double largest = rows;

  if (kind == LAMINA_LAYER_VALUE_SHARE)
    return 1;
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      double top = mark->value + mark->spread;

      if (mark->column == value && (rows <= 0 || top <= 2 * MOST_ABOVE * rows))
        largest = fmax (largest, top);
    }
  return largest;
}

/* The scale of a panel, whose rates and lines far above all others end at the top. */
static LaminaScale
get_scale (const LaminaColumns *self,
           guint                panel)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->plot->data, self->values[panel]);
  int top = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP)
            + (self->n_panels > 1 ? LAMINA_COLUMNS_TITLE : 0);
  int bottom = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP) + self->panel_height;

  bottom = MAX (bottom, top + 1);
  return lamina_scale_init_linear (column->kind, column->unit, self->largest[panel] * HEADROOM, bottom, top,
                                   MAX (TICK_DISTANCE, (bottom - top) / MOST_LEVELS));
}

gboolean
lamina_columns_is_above (const LaminaScale *scale,
                         double             number)
{
  return number > scale->high * (1 + 1e-9);
}

double
lamina_columns_get_y (const LaminaScale *scale,
                      double             number)
{
  return lamina_columns_is_above (scale, number) ? scale->to : lamina_scale_get_place (scale, number);
}

/* Of which kind columns are: a strip below them, whose tones the legend explains. */

static const guint8 alphas[LAMINA_COLUMNS_CLASSES + 1] = { 60, 220, 120, 170, 30 };

#define ORDER_GAP 24
#define ROW_DISTANCE 60
#define NAME_GAP 8
#define MOST_NAMED 24

/* Whether each column has room for its name; and the axis below the columns: names, or the numbers of rows. */
static gboolean
can_name (const LaminaColumns *self)
{
  double room = (double) (self->right - self->left) / MAX (self->n_rows, 1) - NAME_GAP;

  if (self->n_columns != self->n_rows || self->n_rows > MOST_NAMED)
    return FALSE;
  for (guint row = 0; row < self->n_rows; row++)
    {
      g_autofree char *name = lamina_plot_dup_label (self->plot, row, self->prefix);

      if (*name == '\0' || lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_RULER, name) > room)
        return FALSE;
    }
  return TRUE;
}

#define STRIP 5
#define STRIP_GAP 3
#define MOST_COLUMNS 1500
#define MOST_WIDTH 120
#define BREAK_GAP 3

static double
get_widest_tick (const LaminaColumns *self)
{
  double widest = 0;

  for (guint panel = 0; panel < self->n_panels; panel++)
    {
      LaminaScale scale = get_scale (self, panel);

      widest = MAX (widest, lamina_plot_get_tick_width (self->plot, &scale));
    }
  return widest;
}

/* What parts there are is said above the columns. */

#define ENTRY_GAP 18
#define ENTRY_LINE 18

static LaminaFill
get_part_fill (const LaminaPlot *plot,
               guint             part)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (plot->data, part);
  LaminaFill fill = LAMINA_FILL_FAMILY (column->family);

  fill.pattern = (guint8) lamina_plot_get_pattern (column);
  return fill;
}

/*
 * From the edge of the plot on, as far to the left of it as all of it needs, in several lines where that is too little. Adds
 * nothing unless asked to. Returns the height.
 */
static int
place_part_legend (const LaminaColumns *self,
                   gboolean             draw)
{
  const LaminaPlot *plot = self->plot;
  double widths[LAMINA_COLUMNS_PARTS], all = -ENTRY_GAP, x;
  int y = plot->y;

  for (guint i = 0; i < self->n_parts; i++)
    {
      const char *title = lamina_chart_data_get_column (plot->data, self->parts[i])->title;

      widths[i] = LAMINA_CHART_SWATCH + LAMINA_CHART_SWATCH_GAP
                  + lamina_metrics_get_width (plot->metrics, LAMINA_FONT_CAPTION, title) + ENTRY_GAP;
      all += widths[i];
    }
  x = fmax (fmin (self->left, plot->x + plot->width - all), plot->x);
  for (guint i = 0; i < self->n_parts; i++)
    {
      const char *title = lamina_chart_data_get_column (plot->data, self->parts[i])->title;

      if (x > plot->x && x + widths[i] - ENTRY_GAP > plot->x + plot->width)
        {
          x = plot->x;
          y += ENTRY_LINE;
        }
      if (draw)
        lamina_plot_add_entry (plot, get_part_fill (plot, self->parts[i]), title, x, y + LAMINA_COLUMNS_LEGEND / 2.0 - 4);
      x += widths[i];
    }
  return LAMINA_COLUMNS_LEGEND + y - plot->y;
}

static void
add_part_legend (const LaminaColumns *self)
{
  lamina_scene_open_group (self->plot->scene, "parts", self->plot->x, self->plot->y, self->plot->width,
                           place_part_legend (self, FALSE));
  place_part_legend (self, TRUE);
  lamina_scene_close_group (self->plot->scene);
}

/* So much of the width may be taken by words beside the plot. */
#define MOST_MARGIN 0.4

static void
place (LaminaColumns *self)
{
  gboolean has_strip = self->n_classes > 0;
  int legend = self->n_parts > 0 ? place_part_legend (self, FALSE) : self->n_classes > 0 ? LAMINA_COLUMNS_LEGEND : 8;
  int bottom = self->plot->y + self->plot->height - LAMINA_CHART_AXIS - (has_strip ? STRIP + STRIP_GAP : 0);
  double margin = lamina_columns_get_margin (self);
  guint n_lines = 0;

  self->top = self->plot->y + legend;
  self->panel_height = (bottom - self->top - (int) (self->n_panels - 1) * LAMINA_COLUMNS_GAP) / (int) self->n_panels;
  self->panel_height = MAX (self->panel_height, 10);
  self->left = self->plot->x + (int) ceil (get_widest_tick (self)) + LAMINA_CHART_GAP;
  /* Several lines in one panel are averages. */
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    n_lines += !lamina_chart_data_get_mark (self->plot->data, i)->is_slope;
  self->right = MAX (self->plot->x + self->plot->width, self->left + 1);
  self->has_margin = self->n_panels == 1 && n_lines > 1 && margin <= MOST_MARGIN * (self->right - self->left);
  if (self->has_margin)
    self->right = MAX (self->right - (int) margin, self->left + 1);
  self->n_columns = MIN (self->n_rows, (guint) MIN (self->right - self->left, MOST_COLUMNS));
  self->is_named = self->n_panels == 1 && can_name (self);
}

/* The kinds that make most of the whole; the others share a tone. One alone tells nothing of the columns. */
static void
find_classes (LaminaColumns *self)
{
  guint n;

  self->class_column = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_CLASS);
  self->classes = lamina_chart_data_get_classes (self->plot->data, &n);
  self->n_classes = n < 2 ? 0 : MIN (n, LAMINA_COLUMNS_CLASSES);
  self->has_others = n > LAMINA_COLUMNS_CLASSES;
}

/* LAMINA_COLUMNS_CLASSES for one of the others, more for none. */
static guint
get_class (const LaminaColumns *self,
           guint                row)
{
  const char *name = lamina_chart_data_get_text (self->plot->data, row, self->class_column);

  for (guint i = 0; i < self->n_classes; i++)
    if (g_str_equal (self->classes[i].name, name))
      return i;
  return *name != '\0' ? LAMINA_COLUMNS_CLASSES : LAMINA_COLUMNS_CLASSES + 1;
}

static LaminaFill
get_class_fill (guint class)
{
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);

  fill.alpha = alphas[MIN (class, LAMINA_COLUMNS_CLASSES)];
  return fill;
}

static LaminaColumn *
list_columns (const LaminaColumns *self,
              guint                value)
{
  LaminaColumn *columns = g_new0 (LaminaColumn, self->n_columns);

  for (guint i = 0; i < self->n_columns; i++)
    {
      guint end = (guint) ((guint64) (i + 1) * self->n_rows / self->n_columns);
      LaminaColumn *column = &columns[i];
      guint tallest;

      column->first = (guint) ((guint64) i * self->n_rows / self->n_columns);
      column->n = end - column->first;
      tallest = lamina_chart_data_find_largest (self->plot->data, value, column->first, column->n);
      column->tallest = tallest != LAMINA_NONE ? tallest : column->first;
      column->number = lamina_chart_data_get_number (self->plot->data, column->tallest, value);
    }
  return columns;
}

static void
add_strip (const LaminaColumns *self,
           int                  y,
           int                  height)
{
  g_autofree LaminaColumn *columns = list_columns (self, self->values[0]);

  lamina_scene_open_group (self->plot->scene, "kinds", self->plot->x, y, self->plot->width, height);
  for (guint i = 0, end; i < self->n_columns; i = end)
    {
      guint class = get_class (self, columns[i].tallest);

      for (end = i + 1; end < self->n_columns && get_class (self, columns[end].tallest) == class; end++)
        continue;
      if (class <= LAMINA_COLUMNS_CLASSES)
        lamina_scene_add_rect (self->plot->scene, lamina_columns_get_x (self, i), y,
                               lamina_columns_get_x (self, end) - lamina_columns_get_x (self, i), height,
                               get_class_fill (class));
    }
  lamina_scene_close_group (self->plot->scene);
}

static void
add_class_legend (const LaminaColumns *self)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->plot->data, self->class_column);
  double x = self->left;
  double y = self->plot->y + LAMINA_COLUMNS_LEGEND / 2.0 - 4;

  lamina_scene_open_group (self->plot->scene, "legend of kinds", self->plot->x, self->plot->y, self->plot->width,
                           LAMINA_COLUMNS_LEGEND);
  lamina_scene_add_words (self->plot->scene, x, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, column->title);
  x += lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, column->title) + 12;
  for (guint i = 0; i < self->n_classes + self->has_others; i++)
    {
      const char *name = i < self->n_classes ? self->classes[i].name : _("others");

      x = lamina_plot_add_entry (self->plot, get_class_fill (i), name, x, y) + 16;
    }
  lamina_scene_close_group (self->plot->scene);
}

/* Columns that are divided: parts one above the other. */

/* Parts. */
static void
find_parts (LaminaColumns *self)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->plot->data) && self->n_parts < LAMINA_COLUMNS_PARTS; i++)
    {
      LaminaChartUse use = lamina_chart_data_get_column (self->plot->data, i)->use;

      if ((use == LAMINA_CHART_USE_PART || use == LAMINA_CHART_USE_IDLE) && lamina_plot_has_part (self->plot->data, i))
        self->parts[self->n_parts++] = i;
    }
}

static void
add_parts (const LaminaColumns *self,
           const LaminaScale   *scale,
           const LaminaColumn  *column,
           int                  x,
           int                  width)
{
  double below = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      double value = lamina_chart_data_get_number (self->plot->data, column->tallest, self->parts[i]);
      int bottom, top;
      LaminaSceneBox box = { .x = x, .width = width, .fill = get_part_fill (self->plot, self->parts[i]),
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
        lamina_scene_add_box (self->plot->scene, &box);
    }
}

/* Below the columns: the name of each where there is room for all of them, else when they are, or which rows. */

/* Which row, counted from 1. */
static void
add_numbers (const LaminaColumns *self,
             double               y)
{
  LaminaScale scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, self->n_rows, self->left,
                                                self->right, ROW_DISTANCE);
  g_autofree char *all = lamina_chart_data_dup_rest (self->plot->data, self->n_rows);
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_RULER, all);
  double right = self->right - width - ORDER_GAP;

  for (guint i = 1; i < scale.n_ticks; i++)
    {
      double x = lamina_scale_get_place (&scale, scale.ticks[i] - 0.5);
      g_autofree char *text = lamina_scale_dup_tick (&scale, i);

      if (x < right)
        lamina_scene_add_words (self->plot->scene, x, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_scene_add_words (self->plot->scene, self->right, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER, LAMINA_INK_QUIET, all);
}

/*
 * When, where columns begin at equal distances; the first and the last may be cut. FALSE where there are too few to know the
 * distance.
 */
static gboolean
add_times (const LaminaColumns *self,
           double               y)
{
  guint column = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_X);
  double second, distance, first, per_px, end = self->left;
  gint64 step, largest;

  if (column == LAMINA_NONE || self->n_rows < 3)
    return FALSE;
  second = lamina_chart_data_get_number (self->plot->data, 1, column);
  distance = lamina_chart_data_get_number (self->plot->data, 2, column) - second;
  first = second - distance;
  per_px = distance * self->n_rows / MAX (self->right - self->left, 1);
  step = lamina_axis_get_step (LAMINA_AXIS_NANOSECONDS, per_px, ROW_DISTANCE);
  largest = (gint64) (first + distance * self->n_rows);
  for (gint64 at = ((gint64) first + step - 1) / step * step; at <= largest; at += step)
    {
      double x = self->left + ((double) at - first) / per_px;
      g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, at, step, largest);
      double half = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_RULER, text) / 2;

      if (x - half < end || x + half > self->right)
        continue;
      lamina_scene_add_words (self->plot->scene, x, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
      end = x + half + NAME_GAP;
    }
  return TRUE;
}

static void
add_order (const LaminaColumns *self)
{
  int top = self->plot->y + self->plot->height - LAMINA_CHART_AXIS;
  double y = top + LAMINA_CHART_AXIS / 2.0 + 1;

  lamina_scene_open_group (self->plot->scene, "order", self->plot->x, top, self->plot->width, LAMINA_CHART_AXIS);
  for (guint row = 0; self->is_named && row < self->n_rows; row++)
    {
      g_autofree char *name = lamina_plot_dup_label (self->plot, row, self->prefix);
      double middle = (lamina_columns_get_x (self, row) + lamina_columns_get_x (self, row + 1)) / 2.0;

      lamina_scene_add_words (self->plot->scene, middle, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, name);
    }
  if (!self->is_named && !add_times (self, y))
    add_numbers (self, y);
  lamina_scene_close_group (self->plot->scene);
}

/* A column for each row, in the order of the rows; a panel for each value. */

/* Columns that have no more room than this are drawn like lines. */
#define MOST_HAIR 2

/* Columns that have more room than this leave a part of it free. */
#define ROOMY 24

void
lamina_columns_get_place (const LaminaColumns *self,
                          guint                column,
                          int                 *x,
                          int                 *width)
{
  int left = lamina_columns_get_x (self, column);
  int room = lamina_columns_get_x (self, column + 1) - left;

  *width = MAX (room - (room >= 3), 1);
  if (room > ROOMY)
    *width = MIN (room - 1 - (room - ROOMY) / 4, MOST_WIDTH);
  *x = room > ROOMY ? left + (room - *width) / 2 : left;
}

static void
add_column (const LaminaColumns *self,
            const LaminaScale   *scale,
            const LaminaColumn  *column,
            guint                i)
{
  int x, width, bottom = (int) scale->from;
  int height = isnan (column->number) ? 0 : bottom - (int) round (lamina_columns_get_y (scale, column->number));
  LaminaSceneBox box = { .height = MAX (height, column->number > 0),
                         .fill = LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->plot->data, column->tallest)),
                         .target = lamina_plot_target (column->first, column->n) };

  lamina_columns_get_place (self, i, &x, &width);
  if (self->has_kinds && !lamina_columns_has_numbers_inside (self))
    box.fill.pattern = LAMINA_PATTERN_TEXTURE;
  /* A hair of a pale fill would hardly be seen; all are of one width but for a pixel. */
  if (self->right - self->left <= MOST_HAIR * (int) self->n_columns)
    box.fill.ink = LAMINA_INK_FAMILY_LINE;
  box.x = x;
  box.width = width;
  box.y = bottom - box.height;
  if (self->n_parts > 0)
    add_parts (self, scale, column, x, width);
  else if (box.height > 0)
    lamina_scene_add_box (self->plot->scene, &box);
}

/* A gap near the top of those that go on above. */
static void
add_break (const LaminaColumns *self,
           const LaminaScale   *scale,
           const LaminaColumn  *column,
           guint                i)
{
  int x, width;

  lamina_columns_get_place (self, i, &x, &width);
  if (lamina_columns_is_above (scale, column->number))
    lamina_scene_add_rect (self->plot->scene, x, (int) scale->to + BREAK_GAP, width, BREAK_GAP, LAMINA_FILL (LAMINA_INK_VIEW));
}

static void
add_panel (const LaminaColumns *self,
           guint                panel)
{
  guint value = self->values[panel];
  LaminaScale scale = get_scale (self, panel);
  g_autofree LaminaColumn *columns = list_columns (self, value);
  const LaminaChartColumn *field = lamina_chart_data_get_column (self->plot->data, value);
  int bottom = (int) scale.from;
  int top = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP);

  if (self->has_margin && self->is_named)
    {
      /* Where columns leave gaps, averages stand behind them. */
      lamina_scene_open_group (self->plot->scene, "averages", self->plot->x, self->top, self->plot->width, self->panel_height);
      lamina_columns_add_bands (self, &scale, value);
      lamina_columns_add_lines (self, &scale, value);
      lamina_scene_close_group (self->plot->scene);
    }
  lamina_scene_open_group (self->plot->scene, field->key, self->plot->x, top - 8, self->plot->width, bottom - top + 16);
  if (self->n_panels > 1)
    lamina_scene_add_words (self->plot->scene, self->left, top + LAMINA_COLUMNS_TITLE / 2.0 - 2, self->right - self->left,
                            LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, field->title);
  lamina_plot_add_levels (self->plot, &scale, self->left, MAX (self->right - self->left, 1), LAMINA_INK_QUIET);
  if (!self->is_named)
    lamina_columns_add_bands (self, &scale, value);
  for (guint i = 0; i < self->n_columns; i++)
    add_column (self, &scale, &columns[i], i);
  for (guint i = 0; i < self->n_columns; i++)
    add_break (self, &scale, &columns[i], i);
  if (!(self->has_margin && self->is_named))
    lamina_columns_add_lines (self, &scale, value);
  lamina_columns_add_labels (self, &scale, value, columns);
  lamina_scene_close_group (self->plot->scene);
}

void
lamina_plot_add_columns (const LaminaPlot *plot)
{
  LaminaColumns self = { .plot = plot, .n_rows = lamina_chart_data_get_n_rows (plot->data) };

  for (guint i = 0; i < lamina_chart_data_get_n_columns (plot->data) && self.n_panels < LAMINA_COLUMNS_PANELS; i++)
    if (lamina_chart_data_get_column (plot->data, i)->use == LAMINA_CHART_USE_VALUE)
      self.values[self.n_panels++] = i;
  if (self.n_panels == 0)
    return;
  self.prefix = lamina_plot_dup_prefix (plot);
  self.has_kinds = lamina_chart_data_has_kinds (plot->data);
  for (guint panel = 0; panel < self.n_panels; panel++)
    self.largest[panel] = get_largest (&self, self.values[panel]);
  find_classes (&self);
  find_parts (&self);
  place (&self);
  if (self.n_parts > 0)
    add_part_legend (&self);
  else if (self.n_classes > 0)
    add_class_legend (&self);
  for (guint panel = 0; panel < self.n_panels; panel++)
    add_panel (&self, panel);
  if (self.n_classes > 0)
    add_strip (&self,
               self.top + (int) self.n_panels * (self.panel_height + LAMINA_COLUMNS_GAP)
                 - LAMINA_COLUMNS_GAP + STRIP_GAP, STRIP);
  add_order (&self);
  g_free (self.prefix);
}
