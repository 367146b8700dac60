/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scatter-private.h"

#include <math.h>

/* Which dots a scatter plot has, and how large they are. */

#define LEAST_RADIUS 2.2
#define LEAST_LARGEST 5
#define MOST_RADIUS 15
#define INK_PART 0.035
#define MOST_DOTS 1500
#define LEAST_CELL 4.0
#define DOT_ALPHA 175
#define BATCH 64

static int
compare_dots (gconstpointer a,
              gconstpointer b)
{
  const LaminaScatterDot *left = a, *right = b;

  if (left->value != right->value)
    return left->value > right->value ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* Which dot stands in a cell of the plot, for each family. */
typedef struct
{
  guint32 *dots;
  double size;
  guint n_columns;
  guint n_rows;
} Cells;

static Cells
create_cells (const LaminaScatter *self,
              double               size)
{
  Cells cells = { .size = size };

  cells.n_columns = (guint) ((self->area.right - self->area.left) / size) + 1;
  cells.n_rows = (guint) ((self->area.bottom - self->area.top) / size) + 1;
  cells.dots = g_new0 (guint32, (gsize) cells.n_columns * cells.n_rows * LAMINA_N_FAMILIES);
  return cells;
}

static guint32 *
get_cell (const Cells            *cells,
          const LaminaScatter    *self,
          const LaminaScatterDot *dot,
          guint                   family)
{
  double x = CLAMP ((dot->x - self->area.left) / cells->size, 0, cells->n_columns - 1);
  double y = CLAMP ((dot->y - self->area.top) / cells->size, 0, cells->n_rows - 1);

  return &cells->dots[((gsize) (guint) y * cells->n_columns + (guint) x) * LAMINA_N_FAMILIES + family];
}

/* The dot of a row; FALSE where it has no place. */
static gboolean
init_dot (const LaminaScatter *self,
          guint                row,
          LaminaScatterDot    *dot)
{
  double x = lamina_chart_data_get_number (self->plot->data, row, self->x_column);
  double y = lamina_chart_data_get_number (self->plot->data, row, self->y_column);
  double value = lamina_chart_data_get_number (self->plot->data, row, self->value);

  if (!(x > 0) || !(y > 0) || isinf (x) || isinf (y))
    return FALSE;
  *dot = (LaminaScatterDot) { row, 1, value > 0 ? value : 0, lamina_scale_get_place (&self->x, x),
                 lamina_scale_get_place (&self->y, y), 0 };
  return TRUE;
}

/* Adds a dot, or its value to the one that stands in its cell, if there are cells. */
static void
put_dot (GArray                 *dots,
         guint32                *cell,
         const LaminaScatterDot *dot)
{
  if (cell != NULL && *cell > 0)
    {
      LaminaScatterDot *first = &g_array_index (dots, LaminaScatterDot, *cell - 1);

      first->value += dot->value;
      first->n += dot->n;
      return;
    }
  g_array_append_vals (dots, dot, 1);
  if (cell != NULL)
    *cell = dots->len;
}

/* Dots on their way into cells, which lie all over the memory: they are asked for together, before any of them is needed. */
typedef struct
{
  LaminaScatterDot dots[BATCH];
  guint32 *cells[BATCH];
  guint n;
} Batch;

static void
put_batch (Batch  *batch,
           GArray *dots)
{
  for (guint i = 0; i < batch->n; i++)
    if (batch->cells[i] != NULL && *batch->cells[i] > 0)
      __builtin_prefetch (&g_array_index (dots, LaminaScatterDot, *batch->cells[i] - 1), 1);
  for (guint i = 0; i < batch->n; i++)
    put_dot (dots, batch->cells[i], &batch->dots[i]);
  batch->n = 0;
}

/* The dots, the largest first. Where there are many, those of one family that stand in one cell are one. */
static GArray *
list_dots (const LaminaScatter *self)
{
  GArray *dots = g_array_new (FALSE, FALSE, sizeof (LaminaScatterDot));
  guint n = lamina_chart_data_get_n_rows (self->plot->data);
  Cells cells = { 0 };
  Batch batch = { .n = 0 };

  if (n > MOST_DOTS)
    cells = create_cells (self, LEAST_CELL);
  for (guint row = 0; row < n; row++)
    {
      LaminaScatterDot *dot = &batch.dots[batch.n];

      if (!init_dot (self, row, dot))
        continue;
      batch.cells[batch.n] = NULL;
      if (cells.dots != NULL)
        batch.cells[batch.n] = get_cell (&cells, self, dot, lamina_chart_data_get_family (self->plot->data, row));
      __builtin_prefetch (batch.cells[batch.n], 1);
      if (++batch.n == BATCH)
        put_batch (&batch, dots);
    }
  put_batch (&batch, dots);
  g_free (cells.dots);
  g_array_sort (dots, compare_dots);
  return dots;
}

static GArray *
merge_dots (const LaminaScatter *self,
            GArray              *dots,
            double               size)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (LaminaScatterDot));
  Cells cells = create_cells (self, size);

  for (guint i = 0; i < dots->len; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (dots, LaminaScatterDot, i);

      put_dot (merged, get_cell (&cells, self, dot, lamina_chart_data_get_family (self->plot->data, dot->row)), dot);
    }
  g_free (cells.dots);
  g_array_sort (merged, compare_dots);
  return merged;
}

/* The dots of the rows, the largest first; where there are many, those that stand close together are one. */
static void
find_dots (LaminaScatter *self)
{
  double area = (self->area.right - self->area.left) * (self->area.bottom - self->area.top);
  double largest = 0, sum = 0;
  double most;

  self->dots = list_dots (self);
  for (double size = 2 * LEAST_CELL; self->dots->len > MOST_DOTS; size *= 2)
    {
      GArray *merged = merge_dots (self, self->dots, size);

      g_array_unref (self->dots);
      self->dots = merged;
    }
  for (guint i = 0; i < self->dots->len; i++)
    {
      largest = fmax (largest, g_array_index (self->dots, LaminaScatterDot, i).value);
      sum += g_array_index (self->dots, LaminaScatterDot, i).value;
    }
  /* All dots together take a small part of the ground. */
  most = largest > 0 ? CLAMP (sqrt (INK_PART * area * largest / sum / G_PI), LEAST_LARGEST, MOST_RADIUS) : LEAST_RADIUS;
  for (guint i = 0; i < self->dots->len; i++)
    {
      LaminaScatterDot *dot = &g_array_index (self->dots, LaminaScatterDot, i);

      dot->radius = largest > 0 ? fmax (most * sqrt (dot->value / largest), LEAST_RADIUS) : LEAST_RADIUS;
    }
}

static void
add_dots (LaminaScatter *self)
{
  for (guint i = 0; i < self->dots->len; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (self->dots, LaminaScatterDot, i);
      guint8 family = (guint8) lamina_chart_data_get_family (self->plot->data, dot->row);
      LaminaSceneDot disc = { (float) dot->x, (float) dot->y, (float) dot->radius, LAMINA_FILL_FAMILY (family),
                              LAMINA_FILL_FAMILY (family), lamina_plot_target (dot->row, 1) };

      disc.fill.alpha = DOT_ALPHA;
      disc.fill.pattern = LAMINA_PATTERN_TEXTURE;
      disc.line.ink = LAMINA_INK_FAMILY_LINE;
      lamina_scene_add_dot (self->plot->scene, &disc);
      lamina_scatter_take (self, dot->x - dot->radius, dot->y - dot->radius, dot->x + dot->radius, dot->y + dot->radius);
    }
}

/* Dots on two logarithmic axes: the frame, and the order in which its parts are drawn. */

#define RIGHT 12
#define AXIS_TITLE 16

/* What all numbers of a column and the marks at it lie between; FALSE without any above 0. */
static gboolean
get_range (const LaminaPlot *plot,
           guint             column,
           double           *low,
           double           *high)
{
  *low = INFINITY;
  *high = 0;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    {
      double number = lamina_chart_data_get_number (plot->data, row, column);

      if (!(number > 0) || isinf (number))
        continue;
      *low = fmin (*low, number);
      *high = fmax (*high, number);
    }
  for (guint i = 0; i < lamina_chart_data_get_n_marks (plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);

      if (mark->column == column && !mark->is_slope && *high > 0)
        *high = fmax (*high, mark->value);
    }
  return *high > 0;
}

/* Room around the numbers, and at least two powers of ten. */
static void
widen (double *low,
       double *high,
       double  by)
{
  double missing = 2 - log10 (*high * by / (*low / by));

  *low /= by;
  *high *= by;
  if (missing <= 0)
    return;
  *low *= pow (10, -missing / 2);
  *high *= pow (10, missing / 2);
}

/* Where the roofs meet has to be seen, too. */
static void
include_ridge (const LaminaScatter *self,
               double              *low,
               double              *high)
{
  double level = 0, slope = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);

      if (mark->is_slope)
        slope = fmax (slope, mark->value);
      else if (mark->column == self->y_column)
        level = fmax (level, mark->value);
    }
  if (!(level > 0) || !(slope > 0))
    return;
  *low = fmin (*low, level / slope / 4);
  *high = fmax (*high, level / slope * 2);
}

static gboolean
place (LaminaScatter *self)
{
  const LaminaChartColumn *x = lamina_chart_data_get_column (self->plot->data, self->x_column);
  const LaminaChartColumn *y = lamina_chart_data_get_column (self->plot->data, self->y_column);
  double x_low, x_high, y_low, y_high;

  if (!get_range (self->plot, self->x_column, &x_low, &x_high) || !get_range (self->plot, self->y_column, &y_low, &y_high))
    return FALSE;
  include_ridge (self, &x_low, &x_high);
  widen (&x_low, &x_high, 1.7);
  widen (&y_low, &y_high, 1.9);
  self->area.top = self->plot->y + LAMINA_SCATTER_TOP;
  self->area.bottom = fmax (self->plot->y + self->plot->height - LAMINA_CHART_AXIS - AXIS_TITLE, self->area.top + 1);
  self->y = lamina_scale_init_log (y->kind, y->unit, y_low, y_high, self->area.bottom, self->area.top);
  self->area.left = self->plot->x + ceil (lamina_plot_get_tick_width (self->plot, &self->y)) + LAMINA_CHART_GAP;
  self->area.right = fmax (self->plot->x + self->plot->width - RIGHT, self->area.left + 1);
  self->x = lamina_scale_init_log (x->kind, x->unit, x_low, x_high, self->area.left, self->area.right);
  return TRUE;
}

static void
add_grid (const LaminaScatter *self)
{
  const LaminaRectangle *area = &self->area;
  int left = (int) area->left, top = (int) area->top;
  int width = (int) area->right - left, height = (int) area->bottom - top;
  LaminaSceneText title = { (float) area->left, self->plot->y + 7.0f, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER,
                            LAMINA_FILL (LAMINA_INK_QUIET),
                            lamina_chart_data_get_column (self->plot->data, self->y_column)->title, 0 };

  lamina_scene_open_group (self->plot->scene, "axes", self->plot->x, self->plot->y, self->plot->width, self->plot->height);
  lamina_plot_add_levels (self->plot, &self->y, left, width, LAMINA_INK_GRID);
  for (guint i = 0; i < self->x.n_ticks; i++)
    {
      double x = round (lamina_scale_get_place (&self->x, self->x.ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (&self->x, i);

      lamina_scene_add_rect (self->plot->scene, (int) x, top, 1, height, LAMINA_FILL (LAMINA_INK_GRID));
      lamina_scene_add_words (self->plot->scene, x, area->bottom + LAMINA_CHART_AXIS / 2.0 + 2, 0, LAMINA_ALIGN_CENTER,
                              LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_scene_add_rect (self->plot->scene, left, top, 1, height, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_rect (self->plot->scene, left, (int) area->bottom, width, 1, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_text (self->plot->scene, &title);
  lamina_scene_add_words (self->plot->scene, area->right, area->bottom + LAMINA_CHART_AXIS + 7, 0, LAMINA_ALIGN_END,
                          LAMINA_FONT_RULER,
                          LAMINA_INK_QUIET, lamina_chart_data_get_column (self->plot->data, self->x_column)->title);
  lamina_scene_close_group (self->plot->scene);
}

void
lamina_plot_add_scatter (const LaminaPlot *plot)
{
  LaminaScatter self = {
    .plot = plot,
    .x_column = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_X),
    .y_column = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_Y),
    .value = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_VALUE),
    .share = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_SHARE),
  };

  if (self.x_column == LAMINA_NONE || self.y_column == LAMINA_NONE || !place (&self))
    return;
  self.prefix = lamina_plot_dup_prefix (plot);
  self.taken = g_array_new (FALSE, FALSE, sizeof (LaminaRectangle));
  self.labels = g_array_new (FALSE, FALSE, sizeof (LaminaRectangle));
  find_dots (&self);
  add_grid (&self);
  lamina_scene_open_group (plot->scene, "dots", plot->x, plot->y, plot->width, plot->height);
  lamina_scatter_add_roofs (&self);
  add_dots (&self);
  lamina_scatter_add_roof_labels (&self);
  lamina_scatter_add_labels (&self);
  lamina_scene_close_group (plot->scene);
  g_array_unref (self.dots);
  g_array_unref (self.taken);
  g_array_unref (self.labels);
  g_free (self.prefix);
}
