/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-layout-private.h"
#include "lamina-scale-private.h"

#include <math.h>
#include <string.h>

#define TOP 20
#define RIGHT 12
#define AXIS_TITLE 16
#define LEAST_RADIUS 2.2
#define LEAST_LARGEST 5
#define MOST_RADIUS 15
#define INK_PART 0.035
#define MOST_DOTS 1500
#define LEAST_CELL 4.0
#define MOST_LABELS 8
#define MOST_LABEL_WIDTH 170
#define LABEL_HEIGHT 15
#define DOT_ALPHA 175
#define BIG 0.02
#define N_RINGS 4

/* The label of the largest dot may stand farther away. */
#define FIRST_RINGS 10
#define SLOPE_DISTANCE 13

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Rectangle;

/* One or more rows that stand at one place. */
typedef struct
{
  guint row;
  guint n;
  double value;
  double x;
  double y;
  double radius;
} Dot;

typedef struct
{
  guint x_column;
  guint y_column;
  guint value;
  guint share;
  char *prefix;
  LaminaScale x;
  LaminaScale y;
  Rectangle area;
  GArray *dots;

  /* What labels may not cover. */
  GArray *taken;

  /* The labels among that, which leaders may not cross. */
  GArray *labels;
} Scatter;

/* What all numbers of a column and the marks at it lie between; FALSE without any above 0. */
static gboolean
get_range (const LaminaPlot *self,
           guint             column,
           double           *low,
           double           *high)
{
  *low = INFINITY;
  *high = 0;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (self->data); row++)
    {
      double number = lamina_chart_data_get_number (self->data, row, column);

      if (!(number > 0) || isinf (number))
        continue;
      *low = fmin (*low, number);
      *high = fmax (*high, number);
    }
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

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
include_ridge (const LaminaPlot *self,
               const Scatter    *scatter,
               double           *low,
               double           *high)
{
  double level = 0, slope = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (mark->is_slope)
        slope = fmax (slope, mark->value);
      else if (mark->column == scatter->y_column)
        level = fmax (level, mark->value);
    }
  if (!(level > 0) || !(slope > 0))
    return;
  *low = fmin (*low, level / slope / 4);
  *high = fmax (*high, level / slope * 2);
}

static double
get_widest_tick (const LaminaPlot  *self,
                 const LaminaScale *scale)
{
  double widest = 0;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      widest = fmax (widest, lamina_plot_get_text_width (self, LAMINA_FONT_RULER, text));
    }
  return widest;
}

static gboolean
place (const LaminaPlot *self,
       Scatter          *scatter)
{
  const LaminaChartColumn *x = lamina_chart_data_get_column (self->data, scatter->x_column);
  const LaminaChartColumn *y = lamina_chart_data_get_column (self->data, scatter->y_column);
  double x_low, x_high, y_low, y_high;

  if (!get_range (self, scatter->x_column, &x_low, &x_high) || !get_range (self, scatter->y_column, &y_low, &y_high))
    return FALSE;
  include_ridge (self, scatter, &x_low, &x_high);
  widen (&x_low, &x_high, 1.7);
  widen (&y_low, &y_high, 1.9);
  scatter->area.top = self->y + TOP;
  scatter->area.bottom = fmax (self->y + self->height - LAMINA_CHART_AXIS - AXIS_TITLE, scatter->area.top + 1);
  scatter->y = lamina_scale_init_log (y->kind, y->unit, y_low, y_high, scatter->area.bottom, scatter->area.top);
  scatter->area.left = self->x + ceil (get_widest_tick (self, &scatter->y)) + LAMINA_CHART_GAP;
  scatter->area.right = fmax (self->x + self->width - RIGHT, scatter->area.left + 1);
  scatter->x = lamina_scale_init_log (x->kind, x->unit, x_low, x_high, scatter->area.left, scatter->area.right);
  return TRUE;
}

static int
compare_dots (gconstpointer a,
              gconstpointer b)
{
  const Dot *left = a, *right = b;

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
create_cells (const Scatter *scatter,
              double         size)
{
  Cells self = { .size = size };

  self.n_columns = (guint) ((scatter->area.right - scatter->area.left) / size) + 1;
  self.n_rows = (guint) ((scatter->area.bottom - scatter->area.top) / size) + 1;
  self.dots = g_new0 (guint32, (gsize) self.n_columns * self.n_rows * LAMINA_N_FAMILIES);
  return self;
}

static guint32 *
get_cell (const Cells   *self,
          const Scatter *scatter,
          const Dot     *dot,
          guint          family)
{
  double x = CLAMP ((dot->x - scatter->area.left) / self->size, 0, self->n_columns - 1);
  double y = CLAMP ((dot->y - scatter->area.top) / self->size, 0, self->n_rows - 1);

  return &self->dots[((gsize) (guint) y * self->n_columns + (guint) x) * LAMINA_N_FAMILIES + family];
}

/* The dot of a row; FALSE where it has no place. */
static gboolean
init_dot (const LaminaPlot *self,
          const Scatter    *scatter,
          guint             row,
          Dot              *dot)
{
  double x = lamina_chart_data_get_number (self->data, row, scatter->x_column);
  double y = lamina_chart_data_get_number (self->data, row, scatter->y_column);
  double value = lamina_chart_data_get_number (self->data, row, scatter->value);

  if (!(x > 0) || !(y > 0) || isinf (x) || isinf (y))
    return FALSE;
  *dot = (Dot) { row, 1, value > 0 ? value : 0, lamina_scale_get_place (&scatter->x, x),
                 lamina_scale_get_place (&scatter->y, y), 0 };
  return TRUE;
}

/* Adds a dot, or its value to the one that stands in its cell. */
static void
put_dot (const LaminaPlot *self,
         const Scatter    *scatter,
         const Cells      *cells,
         GArray           *dots,
         const Dot        *dot)
{
  guint32 *cell = NULL;

  if (cells->dots != NULL)
    cell = get_cell (cells, scatter, dot, lamina_chart_data_get_family (self->data, dot->row));
  if (cell != NULL && *cell > 0)
    {
      Dot *first = &g_array_index (dots, Dot, *cell - 1);

      first->value += dot->value;
      first->n += dot->n;
      return;
    }
  g_array_append_vals (dots, dot, 1);
  if (cell != NULL)
    *cell = dots->len;
}

/* The dots, the largest first. Where there are many, those of one family that stand in one cell are one. */
static GArray *
list_dots (const LaminaPlot *self,
           const Scatter    *scatter)
{
  GArray *dots = g_array_new (FALSE, FALSE, sizeof (Dot));
  guint n = lamina_chart_data_get_n_rows (self->data);
  Cells cells = { 0 };

  if (n > MOST_DOTS)
    cells = create_cells (scatter, LEAST_CELL);
  for (guint row = 0; row < n; row++)
    {
      Dot dot;

      if (init_dot (self, scatter, row, &dot))
        put_dot (self, scatter, &cells, dots, &dot);
    }
  g_free (cells.dots);
  g_array_sort (dots, compare_dots);
  return dots;
}

static GArray *
merge_dots (const LaminaPlot *self,
            const Scatter    *scatter,
            GArray           *dots,
            double            size)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (Dot));
  Cells cells = create_cells (scatter, size);

  for (guint i = 0; i < dots->len; i++)
    put_dot (self, scatter, &cells, merged, &g_array_index (dots, Dot, i));
  g_free (cells.dots);
  g_array_sort (merged, compare_dots);
  return merged;
}

static void
find_dots (const LaminaPlot *self,
           Scatter          *scatter)
{
  double area = (scatter->area.right - scatter->area.left) * (scatter->area.bottom - scatter->area.top);
  double largest = 0, sum = 0;
  double most;

  scatter->dots = list_dots (self, scatter);
  for (double size = 2 * LEAST_CELL; scatter->dots->len > MOST_DOTS; size *= 2)
    {
      GArray *merged = merge_dots (self, scatter, scatter->dots, size);

      g_array_unref (scatter->dots);
      scatter->dots = merged;
    }
  for (guint i = 0; i < scatter->dots->len; i++)
    {
      largest = fmax (largest, g_array_index (scatter->dots, Dot, i).value);
      sum += g_array_index (scatter->dots, Dot, i).value;
    }
  /* All dots together take a small part of the ground. */
  most = largest > 0 ? CLAMP (sqrt (INK_PART * area * largest / sum / G_PI), LEAST_LARGEST, MOST_RADIUS) : LEAST_RADIUS;
  for (guint i = 0; i < scatter->dots->len; i++)
    {
      Dot *dot = &g_array_index (scatter->dots, Dot, i);

      dot->radius = largest > 0 ? fmax (most * sqrt (dot->value / largest), LEAST_RADIUS) : LEAST_RADIUS;
    }
}

static void
add_grid (const LaminaPlot *self,
          const Scatter    *scatter)
{
  const Rectangle *area = &scatter->area;
  int left = (int) area->left, top = (int) area->top;
  int width = (int) area->right - left, height = (int) area->bottom - top;
  LaminaSceneText title = { (float) area->left, self->y + 7.0f, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER,
                            LAMINA_FILL (LAMINA_INK_QUIET),
                            lamina_chart_data_get_column (self->data, scatter->y_column)->title, 0 };

  lamina_scene_open_group (self->scene, "axes", self->x, self->y, self->width, self->height);
  for (guint i = 0; i < scatter->y.n_ticks; i++)
    {
      double y = round (lamina_scale_get_place (&scatter->y, scatter->y.ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (&scatter->y, i);

      lamina_scene_add_rect (self->scene, left, (int) y, width, 1, LAMINA_FILL (LAMINA_INK_GRID));
      lamina_plot_add_text (self, area->left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                            LAMINA_INK_QUIET, text);
    }
  for (guint i = 0; i < scatter->x.n_ticks; i++)
    {
      double x = round (lamina_scale_get_place (&scatter->x, scatter->x.ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (&scatter->x, i);

      lamina_scene_add_rect (self->scene, (int) x, top, 1, height, LAMINA_FILL (LAMINA_INK_GRID));
      lamina_plot_add_text (self, x, area->bottom + LAMINA_CHART_AXIS / 2.0 + 2, 0, LAMINA_ALIGN_CENTER,
                            LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_scene_add_rect (self->scene, left, top, 1, height, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_rect (self->scene, left, (int) area->bottom, width, 1, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_text (self->scene, &title);
  lamina_plot_add_text (self, area->right, area->bottom + LAMINA_CHART_AXIS + 7, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                        LAMINA_INK_QUIET, lamina_chart_data_get_column (self->data, scatter->x_column)->title);
  lamina_scene_close_group (self->scene);
}

static void
take (Scatter *scatter,
      double   left,
      double   top,
      double   right,
      double   bottom)
{
  Rectangle rectangle = { left, top, right, bottom };

  g_array_append_val (scatter->taken, rectangle);
}

static void
take_label (Scatter         *scatter,
            const Rectangle *place)
{
  take (scatter, place->left - 4, place->top - 1, place->right + 4, place->bottom + 1);
  g_array_append_vals (scatter->labels, place, 1);
}

static gboolean
is_free (const Scatter   *scatter,
         const Rectangle *wanted)
{
  if (wanted->left < scatter->area.left + 3 || wanted->right > scatter->area.right
      || wanted->top < scatter->area.top - TOP / 2.0 || wanted->bottom > scatter->area.bottom - 2)
    return FALSE;
  for (guint i = 0; i < scatter->taken->len; i++)
    {
      const Rectangle *taken = &g_array_index (scatter->taken, Rectangle, i);

      if (wanted->left < taken->right && wanted->right > taken->left && wanted->top < taken->bottom
          && wanted->bottom > taken->top)
        return FALSE;
    }
  return TRUE;
}

/* The lowest of the level roofs: the slopes end there. */
static double
get_level (const LaminaPlot *self,
           const Scatter    *scatter)
{
  double level = INFINITY;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        level = isinf (level) ? mark->value : fmax (level, mark->value);
    }
  return level;
}

static double
get_slope (const LaminaPlot *self)
{
  double slope = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    if (lamina_chart_data_get_mark (self->data, i)->is_slope)
      slope = fmax (slope, lamina_chart_data_get_mark (self->data, i)->value);
  return slope;
}

static void
add_roof_line (const LaminaPlot *self,
               Scatter          *scatter,
               double            x1,
               double            y1,
               double            x2,
               double            y2)
{
  LaminaSceneLine line = { (float) x1, (float) y1, (float) x2, (float) y2, LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 1.3f };
  guint n = (guint) (hypot (x2 - x1, y2 - y1) / 5) + 1;

  lamina_scene_add_line (self->scene, &line);
  for (guint i = 0; i < n; i++)
    {
      double x = x1 + (x2 - x1) * i / n, y = y1 + (y2 - y1) * i / n;

      take (scatter, x - 2, y - 2, x + 2, y + 2);
    }
}

static void
add_level (const LaminaPlot      *self,
           Scatter               *scatter,
           const LaminaChartMark *mark)
{
  double y = round (lamina_scale_get_place (&scatter->y, mark->value)) + 0.5;
  double slope = get_slope (self);
  double left = slope > 0 ? lamina_scale_get_place (&scatter->x, mark->value / slope) : scatter->area.left;

  left = CLAMP (left, scatter->area.left, scatter->area.right);
  add_roof_line (self, scatter, left, y, scatter->area.right, y);
}

/* Above the line, as far to the right as no dot is there. */
static void
add_level_label (const LaminaPlot      *self,
                 Scatter               *scatter,
                 const LaminaChartMark *mark)
{
  double y = round (lamina_scale_get_place (&scatter->y, mark->value)) + 0.5;
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, mark->label);
  Rectangle place = { scatter->area.right - width, y - 19, scatter->area.right, y - 5 };

  for (double right = scatter->area.right; right - width > scatter->area.left + 8; right -= 12)
    {
      Rectangle wanted = { right - width, place.top, right, place.bottom };

      if (!is_free (scatter, &wanted))
        continue;
      place = wanted;
      break;
    }
  lamina_plot_add_text (self, place.right, y - 11, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                        mark->label);
  take_label (scatter, &place);
}

/* A roof that rises, between the edges of the plot. */
typedef struct
{
  double x1;
  double y1;
  double x2;
  double y2;
} Slope;

/* Takes the place of a text that is turned, or only asks whether it is free. */
static gboolean
use_turned (Scatter *scatter,
            double   x,
            double   y,
            double   angle,
            double   width,
            gboolean take_it)
{
  for (double at = -width / 2; at <= width / 2; at += 5)
    {
      double cx = x + at * cos (angle), cy = y - at * sin (angle);
      Rectangle piece = { cx - 4, cy - 5, cx + 4, cy + 5 };

      if (take_it)
        take_label (scatter, &piece);
      else if (!is_free (scatter, &piece))
        return FALSE;
    }
  return TRUE;
}

/* Along the line, on the side and at the height where nothing is; FALSE when there is no such place. */
static gboolean
add_turned_label (const LaminaPlot *self,
                  Scatter          *scatter,
                  const Slope      *slope,
                  const char       *label)
{
  static const double places[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8 };
  double angle = atan2 (slope->y1 - slope->y2, slope->x2 - slope->x1);
  double length = hypot (slope->x2 - slope->x1, slope->y2 - slope->y1);
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, label);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (places); i++)
    {
      double at = places[i % G_N_ELEMENTS (places)];
      double away = i < G_N_ELEMENTS (places) ? SLOPE_DISTANCE : -SLOPE_DISTANCE;
      double x = slope->x1 + (slope->x2 - slope->x1) * at - away * sin (angle);
      double y = slope->y1 + (slope->y2 - slope->y1) * at - away * cos (angle);
      LaminaSceneText text = { (float) x, (float) y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME_BOLD,
                               LAMINA_FILL (LAMINA_INK_TEXT), label, (float) (angle * 180 / G_PI) };

      if (width / 2 > MIN (at, 1 - at) * length || !use_turned (scatter, x, y, angle, width, FALSE))
        continue;
      lamina_scene_add_text (self->scene, &text);
      use_turned (scatter, x, y, angle, width, TRUE);
      return TRUE;
    }
  return FALSE;
}

/* As near to the middle of the line as there is room, where there is none along it; in the corner where there is none. */
static void
add_level_slope_label (const LaminaPlot *self,
                       Scatter          *scatter,
                       const Slope      *slope,
                       const char       *label)
{
  const Rectangle *area = &scatter->area;
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, label);
  double middle_x = (slope->x1 + slope->x2) / 2, middle_y = (slope->y1 + slope->y2) / 2;
  double least = INFINITY;
  Rectangle place = { area->left + 8, area->top + 2, area->left + 8 + width, area->top + 16 };

  for (double top = area->top; top + 14 < area->bottom; top += 7)
    for (double left = area->left + 4; left + width < area->right; left += 9)
      {
        Rectangle wanted = { left, top, left + width, top + 14 };
        double distance = hypot (left + width / 2 - middle_x, top + 7 - middle_y);

        if (distance >= least || !is_free (scatter, &wanted))
          continue;
        least = distance;
        place = wanted;
      }
  lamina_plot_add_text (self, place.left, place.top + 7, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                        label);
  take_label (scatter, &place);
}

static gboolean
get_slope_line (const LaminaPlot      *self,
                const Scatter         *scatter,
                const LaminaChartMark *mark,
                Slope                 *slope)
{
  double level = get_level (self, scatter);
  double from = fmax (scatter->x.low, scatter->y.low / mark->value);
  double to = fmin (fmin (scatter->x.high, scatter->y.high / mark->value), level / mark->value);

  if (!(to > from))
    return FALSE;
  *slope = (Slope) { lamina_scale_get_place (&scatter->x, from), lamina_scale_get_place (&scatter->y, from * mark->value),
                     lamina_scale_get_place (&scatter->x, to), lamina_scale_get_place (&scatter->y, to * mark->value) };
  return TRUE;
}

static void
add_roofs (const LaminaPlot *self,
           Scatter          *scatter)
{
  Slope slope;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        add_level (self, scatter, mark);
      else if (mark->is_slope && get_slope_line (self, scatter, mark, &slope))
        add_roof_line (self, scatter, slope.x1, slope.y1, slope.x2, slope.y2);
    }
}

static void
add_roof_labels (const LaminaPlot *self,
                 Scatter          *scatter)
{
  Slope slope;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        add_level_label (self, scatter, mark);
      else if (mark->is_slope && get_slope_line (self, scatter, mark, &slope)
               && !add_turned_label (self, scatter, &slope, mark->label))
        add_level_slope_label (self, scatter, &slope, mark->label);
    }
}

static void
add_dots (const LaminaPlot *self,
          Scatter          *scatter)
{
  for (guint i = 0; i < scatter->dots->len; i++)
    {
      const Dot *dot = &g_array_index (scatter->dots, Dot, i);
      guint8 family = (guint8) lamina_chart_data_get_family (self->data, dot->row);
      LaminaSceneDot disc = { (float) dot->x, (float) dot->y, (float) dot->radius, LAMINA_FILL_FAMILY (family),
                              LAMINA_FILL_FAMILY (family), lamina_plot_target (dot->row, 1) };

      disc.fill.alpha = DOT_ALPHA;
      disc.line.ink = LAMINA_INK_FAMILY_LINE;
      lamina_scene_add_dot (self->scene, &disc);
      take (scatter, dot->x - dot->radius, dot->y - dot->radius, dot->x + dot->radius, dot->y + dot->radius);
    }
}

/* What a label says: a name, and for large ones what it reaches and costs. */
typedef struct
{
  char *name;
  char *figures;
  double width;
  double height;
} Label;

static Label
create_label (const LaminaPlot *self,
              const Scatter    *scatter,
              const Dot        *dot,
              gboolean          is_first)
{
  g_autofree char *full = lamina_plot_dup_label (self, dot->row, scatter->prefix);
  LaminaFont font = is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION;
  g_autofree char *shown = lamina_plot_dup_shortened (self, font, full, MOST_LABEL_WIDTH);
  Label label = { lamina_plot_dup_with_others (shown, dot->n - 1), NULL, 0, LABEL_HEIGHT };

  label.width = lamina_plot_get_text_width (self, font, label.name);
  if (is_first && scatter->share != LAMINA_NONE)
    {
      g_auto (LaminaLayerValue) rate = { 0 };
      g_autofree char *rate_text = NULL;
      double own = lamina_chart_data_get_number (self->data, dot->row, scatter->value);
      double part = own > 0 ? dot->value / own : 1;
      g_autofree char *share =
        lamina_plot_dup_share (part * lamina_chart_data_get_number (self->data, dot->row, scatter->share));

      lamina_chart_data_get_value (self->data, dot->row, scatter->y_column, &rate);
      rate_text = lamina_layer_value_dup_text (&rate);
      label.figures = lamina_plot_dup_dot_figures (rate_text, share);
      label.width = fmax (label.width, lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, label.figures));
      label.height = 2 * LABEL_HEIGHT;
    }
  return label;
}

static void
label_clear (Label *self)
{
  g_free (self->name);
  g_free (self->figures);
}

/* Where a line from a dot meets a label. */
static LaminaScenePoint
get_nearest (const Dot       *dot,
             const Rectangle *place)
{
  return (LaminaScenePoint) { (float) CLAMP (dot->x, place->left, place->right),
                              (float) CLAMP (dot->y, place->top, place->bottom) };
}

static gboolean
crosses_label (const Scatter   *scatter,
               const Dot       *dot,
               const Rectangle *place)
{
  LaminaScenePoint end = get_nearest (dot, place);

  for (guint i = 0; i < scatter->labels->len; i++)
    {
      const Rectangle *label = &g_array_index (scatter->labels, Rectangle, i);

      for (double part = 0; part <= 1; part += 0.05)
        {
          double x = dot->x + (end.x - dot->x) * part, y = dot->y + (end.y - dot->y) * part;

          if (x > label->left - 2 && x < label->right + 2 && y > label->top && y < label->bottom)
            return TRUE;
        }
    }
  return FALSE;
}

/* The places around a dot, those that need no line first. */
static gboolean
find_place (const Scatter *scatter,
            const Dot     *dot,
            const Label   *label,
            guint          n_rings,
            Rectangle     *place)
{
  static const double sides[8][2] = {
    { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 },
  };

  for (guint i = 0; i < n_rings * G_N_ELEMENTS (sides); i++)
    {
      double dx = sides[i % G_N_ELEMENTS (sides)][0], dy = sides[i % G_N_ELEMENTS (sides)][1];
      double distance = dot->radius + 4 + 16 * (i / G_N_ELEMENTS (sides));
      double factor = dx != 0 && dy != 0 ? 0.7 : 1;
      double x = dot->x + dx * (distance * factor + label->width / 2);
      double y = dot->y + dy * (distance * factor + label->height / 2);

      /* Labels above and below may stand aside at the edges. */
      if (dx == 0)
        x = CLAMP (x, scatter->area.left + 4 + label->width / 2, scatter->area.right - label->width / 2);
      *place = (Rectangle) { x - label->width / 2, y - label->height / 2, x + label->width / 2, y + label->height / 2 };
      if (is_free (scatter, place) && !crosses_label (scatter, dot, place))
        return TRUE;
    }
  return FALSE;
}

/* A line from the dot to a label that stands away from it. */
static void
add_leader (const LaminaPlot *self,
            Scatter          *scatter,
            const Dot        *dot,
            const Rectangle  *place)
{
  LaminaScenePoint end = get_nearest (dot, place);
  double distance = hypot (end.x - dot->x, end.y - dot->y);
  double part = distance > 0 ? dot->radius / distance : 0;
  LaminaSceneLine line = { (float) (dot->x + (end.x - dot->x) * part), (float) (dot->y + (end.y - dot->y) * part), end.x,
                           end.y, LAMINA_FILL (LAMINA_INK_QUIET), FALSE, 0 };

  if (distance <= dot->radius + 9)
    return;
  lamina_scene_add_line (self->scene, &line);
  for (double at = part; at <= 1; at += 4 / distance)
    {
      double x = dot->x + (end.x - dot->x) * at, y = dot->y + (end.y - dot->y) * at;

      take (scatter, x - 2, y - 2, x + 2, y + 2);
    }
}

static gboolean
add_label (const LaminaPlot *self,
           Scatter          *scatter,
           const Dot        *dot,
           gboolean          is_first)
{
  Label label = create_label (self, scatter, dot, is_first);
  Rectangle place;
  gboolean found = find_place (scatter, dot, &label, is_first ? FIRST_RINGS : N_RINGS, &place);

  if (found)
    {
      double middle = (place.left + place.right) / 2;

      add_leader (self, scatter, dot, &place);
      lamina_plot_add_text (self, middle, place.top + LABEL_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                            is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION,
                            is_first ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, label.name);
      if (label.figures != NULL)
        lamina_plot_add_text (self, middle, place.top + LABEL_HEIGHT * 1.5, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_CAPTION,
                              LAMINA_INK_QUIET, label.figures);
      take_label (scatter, &place);
    }
  label_clear (&label);
  return found;
}

/* The dots with most time, then the first of each family that has none yet. */
static void
add_labels (const LaminaPlot *self,
            Scatter          *scatter)
{
  gboolean has_label[LAMINA_N_FAMILIES] = { FALSE };
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < scatter->dots->len; i++)
    sum += g_array_index (scatter->dots, Dot, i).value;
  for (guint i = 0; i < scatter->dots->len && n < MOST_LABELS; i++)
    {
      const Dot *dot = &g_array_index (scatter->dots, Dot, i);
      LaminaFamily family = lamina_chart_data_get_family (self->data, dot->row);

      if (has_label[family] && (n >= MOST_LABELS / 2 || dot->value < BIG * sum))
        continue;
      if (!add_label (self, scatter, dot, n == 0))
        continue;
      has_label[family] = TRUE;
      n++;
    }
}

void
lamina_plot_add_scatter (const LaminaPlot *self)
{
  Scatter scatter = {
    .x_column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_X),
    .y_column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_Y),
    .value = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_VALUE),
    .share = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_SHARE),
  };

  if (scatter.x_column == LAMINA_NONE || scatter.y_column == LAMINA_NONE || !place (self, &scatter))
    return;
  scatter.prefix = lamina_plot_dup_prefix (self);
  scatter.taken = g_array_new (FALSE, FALSE, sizeof (Rectangle));
  scatter.labels = g_array_new (FALSE, FALSE, sizeof (Rectangle));
  find_dots (self, &scatter);
  add_grid (self, &scatter);
  lamina_scene_open_group (self->scene, "dots", self->x, self->y, self->width, self->height);
  add_roofs (self, &scatter);
  add_dots (self, &scatter);
  add_roof_labels (self, &scatter);
  add_labels (self, &scatter);
  lamina_scene_close_group (self->scene);
  g_array_unref (scatter.dots);
  g_array_unref (scatter.taken);
  g_array_unref (scatter.labels);
  g_free (scatter.prefix);
}
