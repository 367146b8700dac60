/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"

#include "lamina-scale.h"

#include <math.h>

/* The room above the columns, for the words at lines, and the height of the number above a column. */
#define HEAD 18
#define NUMBER_HEIGHT 16

/* The number above a column: where it stands, if it is shown. */
typedef struct
{
  double left;
  double right;
  int top;
  gboolean is_shown;
} Number;

typedef struct
{
  const LaminaPlot *plot;
  guint from;
  guint to;
  guint value;
  double low;
  double high;
  int left;
  int width;
  int top;
  int bottom;

  /* Whether all took the same: a column of no range. */
  gboolean is_single;

  /* One for each row. */
  Number *numbers;
} Histogram;

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
dup_edge (const Histogram *self,
          double           number,
          gint64           step,
          gboolean         is_least)
{
  g_autofree char *text = is_round (step) ? lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, (gint64) number, step,
                                                                       (gint64) self->high)
                                          : lamina_amount_dup_apart ((gint64) number, LAMINA_UNIT_NANOSECONDS, step);

  return is_least ? g_strconcat ("≥ ", text, NULL) : g_steal_pointer (&text);
}

/* In the middle below its edge, unless it would stick out of the picture. */
static void
add_edge (const Histogram *self,
          int              x,
          const char      *text)
{
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_RULER, text);
  double left = fmax (fmin (x - width / 2, self->plot->x + self->plot->width - width), self->plot->x);

  lamina_scene_add_words (self->plot->scene, left, self->bottom + 12, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER, LAMINA_INK_QUIET,
                          text);
}

/* The edge of a range; the end of the last one is the right edge, wherever it lies. */
static int
get_x (const Histogram *self,
       double           number)
{
  double part = self->is_single ? 0.5 : (number - self->low) / (self->high - self->low);

  return self->left + (int) round (fmin (part, 1) * self->width);
}

/* Whether the last range holds all that is longer: its end is no edge on this axis. */
static gboolean
is_open (const Histogram *self)
{
  guint n = lamina_chart_data_get_n_rows (self->plot->data);

  return lamina_chart_data_get_number (self->plot->data, n - 1, self->to) > self->high;
}

/* At edges of the ranges, as many as have room; that of a range that is open is always told. */
static void
add_axis (const Histogram *self)
{
  guint n = lamina_chart_data_get_n_rows (self->plot->data);
  gboolean open = is_open (self);
  guint each = MAX ((guint) ceil ((double) n * TICK_WIDTH / MAX (self->width, 1)), 1);
  gint64 step = MAX ((gint64) (lamina_chart_data_get_number (self->plot->data, 0, self->to) - self->low), 1);

  lamina_scene_open_group (self->plot->scene, "ranges", self->plot->x, self->bottom + 1, self->plot->width, LAMINA_CHART_AXIS);
  if (self->is_single)
    {
      g_autofree char *text = lamina_figure_dup ((gint64) self->low, LAMINA_UNIT_NANOSECONDS);

      add_edge (self, get_x (self, self->low), text);
    }
  for (guint row = 0; row <= n && !self->is_single; row += each)
    {
      gboolean is_last = open && row + each >= n;
      double number;
      g_autofree char *text = NULL;
      int x;

      if (is_last)
        row = n - 1;
      number = row < n ? lamina_chart_data_get_number (self->plot->data, row, self->from) : self->high;
      x = get_x (self, number);
      text = dup_edge (self, number, step, is_last);
      lamina_scene_add_rect (self->plot->scene, MIN (x, self->left + self->width - 1), self->bottom + 1, 1, 4,
                             LAMINA_FILL (LAMINA_INK_QUIET));
      add_edge (self, x, text);
      if (is_last)
        break;
    }
  lamina_scene_close_group (self->plot->scene);
}

/* Lines across a histogram, at its median and p95. */

#define LABEL_GAP 8

/* Within the last range, which may be longer than its column is wide, as far as the number is within it. */
static float
get_mark_x (const Histogram *self,
            double           number)
{
  guint last = lamina_chart_data_get_n_rows (self->plot->data) - 1;
  double from = lamina_chart_data_get_number (self->plot->data, last, self->from);
  double to = lamina_chart_data_get_number (self->plot->data, last, self->to);
  int left = get_x (self, from);

  if (!is_open (self) || number < from)
    return (float) get_x (self, number) + 0.5f;
  return (float) (left + (int) round ((number - from) / (to - from) * (get_x (self, to) - 1 - left))) + 0.5f;
}

/* The column of a single duration takes so much of the width at either side of its middle. */
#define SINGLE 12

/* From which pixel to which a row reaches. */
static void
get_place (const Histogram *self,
           guint            row,
           int             *left,
           int             *right)
{
  *left = get_x (self, lamina_chart_data_get_number (self->plot->data, row, self->from));
  *right = get_x (self, lamina_chart_data_get_number (self->plot->data, row, self->to));
  if (!self->is_single)
    return;
  *left -= self->width / SINGLE;
  *right += self->width / SINGLE;
}

/* Down to the column or the number that it meets. */
static float
get_end (const Histogram *self,
         float            x)
{
  guint n = lamina_chart_data_get_n_rows (self->plot->data);
  int end = self->bottom;

  for (guint row = 0; row < n; row++)
    {
      const Number *number = &self->numbers[row];
      int left, right;

      get_place (self, row, &left, &right);
      if (number->is_shown && x > number->left - 2 && x < number->right + 2)
        end = MIN (end, number->top);
      if (x >= left && (x < right || row + 1 == n) && lamina_chart_data_get_number (self->plot->data, row, self->value) > 0)
        end = MIN (end, number->is_shown ? number->top : number->top + NUMBER_HEIGHT - 1);
    }
  return (float) end;
}

/* The left edges of the labels: in the middle above their lines where they neither run into each other nor stick out. */
static void
place_labels (const Histogram *self,
              double          *lefts)
{
  guint n = lamina_chart_data_get_n_marks (self->plot->data);
  double taken = self->left, limit = self->plot->x + self->plot->width;

  for (guint i = 0; i < n; i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, mark->label);

      lefts[i] = fmax ((double) get_mark_x (self, mark->value) - width / 2, taken);
      taken = lefts[i] + width + LABEL_GAP;
    }
  for (guint i = n; i-- > 0; limit = lefts[i] - LABEL_GAP)
    lefts[i] = fmin (lefts[i], limit - lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION,
                                                                 lamina_chart_data_get_mark (self->plot->data, i)->label));
}

/* The lines at median and p95, with their words. */
static void
add_marks (const Histogram *self)
{
  guint n = lamina_chart_data_get_n_marks (self->plot->data);
  g_autofree double *lefts = g_new (double, MAX (n, 1));

  place_labels (self, lefts);
  lamina_scene_open_group (self->plot->scene, "marks", self->plot->x, self->plot->y, self->plot->width,
                           self->bottom - self->plot->y);
  for (guint i = 0; i < n; i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      float x = get_mark_x (self, mark->value);
      float top = (float) self->plot->y + HEAD - 2;
      LaminaSceneLine line = { x, top, x, fmaxf (get_end (self, x), top + 4),
                               LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 0 };

      lamina_scene_add_line (self->plot->scene, &line);
      lamina_scene_add_words (self->plot->scene, lefts[i], self->plot->y + HEAD / 2.0, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                              LAMINA_INK_TEXT, mark->label);
    }
  lamina_scene_close_group (self->plot->scene);
}

/*
 * How many fall into which range: columns side by side, on an axis that need not begin at 0. The last range may be longer
 * than the others: its column is as wide as theirs.
 */

#define TICK_DISTANCE 34

static char *
dup_number (const Histogram *self,
            guint            row)
{
  return g_strdup_printf ("%.0f", lamina_chart_data_get_number (self->plot->data, row, self->value));
}

/* In the middle above its column, moved aside where it would leave the plot. */
static Number
place_number (const Histogram   *self,
              const LaminaScale *scale,
              guint              row)
{
  g_autofree char *text = dup_number (self, row);
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, text);
  double value = lamina_chart_data_get_number (self->plot->data, row, self->value);
  Number number = { 0 };
  int left, right;

  get_place (self, row, &left, &right);
  number.top = MIN ((int) round (lamina_scale_get_place (scale, value)), self->bottom - 1) - NUMBER_HEIGHT;
  number.left = CLAMP ((left + right - width) / 2, self->left, MAX (self->left + self->width - width, self->left));
  number.right = number.left + width;
  number.is_shown = value > 0 && width <= right - left - 2;
  return number;
}

/* Numbers stand above the columns that are as wide as they are, and above the tallest in any case: its neighbors make room. */
static void
place_numbers (Histogram         *self,
               const LaminaScale *scale)
{
  guint n = lamina_chart_data_get_n_rows (self->plot->data), tallest = 0;
  Number *first;

  self->numbers = g_new (Number, n);
  for (guint row = 0; row < n; row++)
    {
      self->numbers[row] = place_number (self, scale, row);
      if (lamina_chart_data_get_number (self->plot->data, row, self->value)
          > lamina_chart_data_get_number (self->plot->data, tallest, self->value))
        tallest = row;
    }
  first = &self->numbers[tallest];
  first->is_shown = lamina_chart_data_get_number (self->plot->data, tallest, self->value) > 0;
  for (guint row = 0; row < n; row++)
    if (row != tallest && self->numbers[row].left < first->right + 2 && self->numbers[row].right > first->left - 2
        && self->numbers[row].top < first->top + NUMBER_HEIGHT)
      self->numbers[row].is_shown = FALSE;
}

static void
add_column (const Histogram   *self,
            const LaminaScale *scale,
            guint              row)
{
  double value = lamina_chart_data_get_number (self->plot->data, row, self->value);
  const Number *number = &self->numbers[row];
  int top = (int) round (lamina_scale_get_place (scale, value)), x, end;
  g_autofree char *text = dup_number (self, row);

  if (value <= 0)
    return;
  get_place (self, row, &x, &end);
  lamina_scene_add_box (self->plot->scene, &(LaminaSceneBox) {
    x + 1, MIN (top, self->bottom - 1), MAX (end - x - 1, 1), MAX (self->bottom - top, 1),
    LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->plot->data, row)), lamina_plot_target (row, 1) });
  if (number->is_shown)
    lamina_scene_add_words (self->plot->scene, (number->left + number->right) / 2, number->top + NUMBER_HEIGHT / 2.0, 0,
                            LAMINA_ALIGN_CENTER, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
}

void
lamina_plot_add_histogram (const LaminaPlot *plot)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  Histogram self = { .plot = plot };
  LaminaScale scale;
  double room, largest = 1;

  /* The two columns that say where a range begins and ends. */
  self.from = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_X);
  self.to = self.from + 1;
  self.value = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_VALUE);
  self.low = lamina_chart_data_get_number (plot->data, 0, self.from);
  self.high = self.low + n * fmax (lamina_chart_data_get_number (plot->data, 0, self.to) - self.low, 1);
  self.is_single = n == 1 && !(lamina_chart_data_get_number (plot->data, 0, self.to) > self.low);
  self.top = plot->y + HEAD;
  self.bottom = MAX (plot->y + plot->height - LAMINA_CHART_AXIS, self.top + 10);
  /* The number above the tallest column stands below the words at lines. */
  room = fmax (1.12, 1 + (NUMBER_HEIGHT + 2.0) / (self.bottom - self.top));
  for (guint row = 0; row < n; row++)
    largest = fmax (largest, lamina_chart_data_get_number (plot->data, row, self.value));
  scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, largest * room, self.bottom, self.top,
                                    TICK_DISTANCE);
  self.left = plot->x + (int) ceil (lamina_plot_get_tick_width (plot, &scale)) + LAMINA_CHART_GAP;
  self.width = MAX (plot->x + plot->width - self.left - 4, 1);
  /* Behind the columns, which they end above: what lies on top is what can be hit. */
  place_numbers (&self, &scale);
  add_marks (&self);
  lamina_scene_open_group (plot->scene, "columns", plot->x, self.top - 4, plot->width, self.bottom - self.top + 10);
  lamina_plot_add_levels (plot, &scale, self.left, self.width, LAMINA_INK_QUIET);
  for (guint row = 0; row < n; row++)
    add_column (&self, &scale, row);
  lamina_scene_close_group (plot->scene);
  add_axis (&self);
  g_free (self.numbers);
}
