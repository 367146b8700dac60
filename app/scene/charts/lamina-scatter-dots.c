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
create_cells (const LaminaScatter *scatter,
              double               size)
{
  Cells self = { .size = size };

  self.n_columns = (guint) ((scatter->area.right - scatter->area.left) / size) + 1;
  self.n_rows = (guint) ((scatter->area.bottom - scatter->area.top) / size) + 1;
  self.dots = g_new0 (guint32, (gsize) self.n_columns * self.n_rows * LAMINA_N_FAMILIES);
  return self;
}

static guint32 *
get_cell (const Cells            *self,
          const LaminaScatter    *scatter,
          const LaminaScatterDot *dot,
          guint                   family)
{
  double x = CLAMP ((dot->x - scatter->area.left) / self->size, 0, self->n_columns - 1);
  double y = CLAMP ((dot->y - scatter->area.top) / self->size, 0, self->n_rows - 1);

  return &self->dots[((gsize) (guint) y * self->n_columns + (guint) x) * LAMINA_N_FAMILIES + family];
}

/* The dot of a row; FALSE where it has no place. */
static gboolean
init_dot (const LaminaPlot    *self,
          const LaminaScatter *scatter,
          guint                row,
          LaminaScatterDot    *dot)
{
  double x = lamina_chart_data_get_number (self->data, row, scatter->x_column);
  double y = lamina_chart_data_get_number (self->data, row, scatter->y_column);
  double value = lamina_chart_data_get_number (self->data, row, scatter->value);

  if (!(x > 0) || !(y > 0) || isinf (x) || isinf (y))
    return FALSE;
  *dot = (LaminaScatterDot) { row, 1, value > 0 ? value : 0, lamina_scale_get_place (&scatter->x, x),
                 lamina_scale_get_place (&scatter->y, y), 0 };
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
put_batch (Batch  *self,
           GArray *dots)
{
  for (guint i = 0; i < self->n; i++)
    if (self->cells[i] != NULL && *self->cells[i] > 0)
      __builtin_prefetch (&g_array_index (dots, LaminaScatterDot, *self->cells[i] - 1), 1);
  for (guint i = 0; i < self->n; i++)
    put_dot (dots, self->cells[i], &self->dots[i]);
  self->n = 0;
}

/* The dots, the largest first. Where there are many, those of one family that stand in one cell are one. */
static GArray *
list_dots (const LaminaPlot    *self,
           const LaminaScatter *scatter)
{
  GArray *dots = g_array_new (FALSE, FALSE, sizeof (LaminaScatterDot));
  guint n = lamina_chart_data_get_n_rows (self->data);
  Cells cells = { 0 };
  Batch batch = { .n = 0 };

  if (n > MOST_DOTS)
    cells = create_cells (scatter, LEAST_CELL);
  for (guint row = 0; row < n; row++)
    {
      LaminaScatterDot *dot = &batch.dots[batch.n];

      if (!init_dot (self, scatter, row, dot))
        continue;
      batch.cells[batch.n] = NULL;
      if (cells.dots != NULL)
        batch.cells[batch.n] = get_cell (&cells, scatter, dot, lamina_chart_data_get_family (self->data, row));
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
merge_dots (const LaminaPlot    *self,
            const LaminaScatter *scatter,
            GArray              *dots,
            double               size)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (LaminaScatterDot));
  Cells cells = create_cells (scatter, size);

  for (guint i = 0; i < dots->len; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (dots, LaminaScatterDot, i);

      put_dot (merged, get_cell (&cells, scatter, dot, lamina_chart_data_get_family (self->data, dot->row)), dot);
    }
  g_free (cells.dots);
  g_array_sort (merged, compare_dots);
  return merged;
}

void
lamina_scatter_find_dots (const LaminaPlot *self,
                          LaminaScatter    *scatter)
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
      largest = fmax (largest, g_array_index (scatter->dots, LaminaScatterDot, i).value);
      sum += g_array_index (scatter->dots, LaminaScatterDot, i).value;
    }
  /* All dots together take a small part of the ground. */
  most = largest > 0 ? CLAMP (sqrt (INK_PART * area * largest / sum / G_PI), LEAST_LARGEST, MOST_RADIUS) : LEAST_RADIUS;
  for (guint i = 0; i < scatter->dots->len; i++)
    {
      LaminaScatterDot *dot = &g_array_index (scatter->dots, LaminaScatterDot, i);

      dot->radius = largest > 0 ? fmax (most * sqrt (dot->value / largest), LEAST_RADIUS) : LEAST_RADIUS;
    }
}

void
lamina_scatter_add_dots (const LaminaPlot *self,
                         LaminaScatter    *scatter)
{
  for (guint i = 0; i < scatter->dots->len; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (scatter->dots, LaminaScatterDot, i);
      guint8 family = (guint8) lamina_chart_data_get_family (self->data, dot->row);
      LaminaSceneDot disc = { (float) dot->x, (float) dot->y, (float) dot->radius, LAMINA_FILL_FAMILY (family),
                              LAMINA_FILL_FAMILY (family), lamina_plot_target (dot->row, 1) };

      disc.fill.alpha = DOT_ALPHA;
      disc.fill.pattern = LAMINA_PATTERN_TEXTURE;
      disc.line.ink = LAMINA_INK_FAMILY_LINE;
      lamina_scene_add_dot (self->scene, &disc);
      lamina_scatter_take (scatter, dot->x - dot->radius, dot->y - dot->radius, dot->x + dot->radius, dot->y + dot->radius);
    }
}
