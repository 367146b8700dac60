/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"

#include <math.h>
#include <string.h>

/* Several numbers of each row, each with a small bar on the scale of its own column. */

#define HEAD_LINE 14
#define HEAD_LINES 3
#define BAR 12
#define LEAST_CELL 78
#define CELL_GAP 12
#define MOST_CELLS 8
#define MOST_NAME_SHARE 0.34

typedef struct
{
  const LaminaPlot *plot;
  guint columns[MOST_CELLS];
  double largest[MOST_CELLS];
  double widest[MOST_CELLS];
  guint n;
  guint n_rows;
  guint n_shown;
  int name_width;
  int cell_x;
  int cell_width;
  int top;
} Matrix;

static double
get_largest (const LaminaPlot *plot,
             guint             column)
{
  double largest = 0;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    largest = fmax (largest, lamina_chart_data_get_number (plot->data, row, column));
  return largest;
}

/* Columns without a single value say nothing; those that do not fit are in the table. */
static void
find_cells (Matrix *self)
{
  guint room;

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->plot->data) && self->n < MOST_CELLS; i++)
    if (lamina_chart_data_get_column (self->plot->data, i)->use == LAMINA_CHART_USE_VALUE && get_largest (self->plot, i) > 0)
      {
        self->columns[self->n] = i;
        self->largest[self->n++] = get_largest (self->plot, i);
      }
  room = (guint) MAX ((self->plot->x + self->plot->width - self->cell_x + CELL_GAP) / (LEAST_CELL + CELL_GAP), 1);
  self->n = MIN (self->n, room);
  if (self->n > 0)
    self->cell_width = (self->plot->x + self->plot->width - self->cell_x + CELL_GAP) / (int) self->n - CELL_GAP;
}

static void
measure (Matrix *self)
{
  double widest = 0;

  self->n_rows = lamina_chart_data_get_n_rows (self->plot->data);
  self->n_shown = MIN (self->n_rows, (guint) MAX ((self->plot->height - HEAD_LINES * HEAD_LINE - 6) / LAMINA_CHART_ROW, 1));
  for (guint row = 0; row < self->n_shown; row++)
    {
      g_autofree char *label = lamina_plot_dup_label (self->plot, row, NULL);

      widest = fmax (widest, lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, label));
    }
  self->name_width = (int) ceil (fmin (widest, self->plot->width * MOST_NAME_SHARE));
  self->cell_x = self->plot->x + self->name_width + LAMINA_CHART_GAP;
  self->top = self->plot->y + HEAD_LINES * HEAD_LINE + 6;
}

/* How much of a text fits into a line: up to its last blank that does, else all of it. */
static gsize
get_line_length (const Matrix *self,
                 const char   *text)
{
  gsize fits = 0;

  if (lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, text) <= self->cell_width)
    return strlen (text);
  for (const char *p = text; *p != '\0'; p++)
    {
      g_autofree char *head = g_strndup (text, (gsize) (p - text));

      if (*p == ' ' && lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, head) <= self->cell_width)
        fits = (gsize) (p - text);
    }
  return fits > 0 ? fits : strlen (text);
}

/* A heading on as many lines as it needs, the last of them above the rows; it is divided at blanks. */
static void
add_heading (const Matrix *self,
             guint         cell)
{
  const char *rest = lamina_chart_data_get_column (self->plot->data, self->columns[cell])->title;
  int x = self->cell_x + (int) cell * (self->cell_width + CELL_GAP);
  char *lines[HEAD_LINES];
  guint n = 0;

  while (*rest != '\0' && n < HEAD_LINES)
    {
      gsize length = n + 1 < HEAD_LINES ? get_line_length (self, rest) : strlen (rest);

      lines[n++] = g_strndup (rest, length);
      rest += length + (rest[length] == ' ');
    }
  for (guint i = 0; i < n; i++)
    {
      lamina_scene_add_words (self->plot->scene, x, self->plot->y + HEAD_LINE * (HEAD_LINES - n + i + 0.5), self->cell_width,
                              LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, lines[i]);
      g_free (lines[i]);
    }
}

static void
add_cell (const Matrix *self,
          guint         row,
          guint         cell)
{
  guint column = self->columns[cell];
  double number = lamina_chart_data_get_number (self->plot->data, row, column);
  int x = self->cell_x + (int) cell * (self->cell_width + CELL_GAP);
  int y = self->top + (int) row * LAMINA_CHART_ROW;
  int room = self->cell_width - (int) ceil (self->widest[cell]) - 6;
  g_autofree char *text = lamina_plot_dup_figure (self->plot, row, column);
  LaminaSceneBox box = { x, y + (LAMINA_CHART_ROW - BAR) / 2, 0, BAR,
                         LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->plot->data, row)), lamina_plot_target (row, 1) };

  box.width = isnan (number) ? 0 : (int) round (number / self->largest[cell] * MAX (room, 1));
  if (number > 0)
    box.width = MAX (box.width, 1);
  if (box.width > 0)
    lamina_scene_add_box (self->plot->scene, &box);
  lamina_scene_add_words (self->plot->scene, x + self->cell_width, y + LAMINA_CHART_ROW / 2.0, 0, LAMINA_ALIGN_END,
                          LAMINA_FONT_NAME,
                          isnan (number) ? LAMINA_INK_QUIET : LAMINA_INK_TEXT, text);
}

/* A whole line can be hit. */
static void
add_line (const Matrix *self,
          guint         row)
{
  int y = self->top + (int) row * LAMINA_CHART_ROW;
  g_autofree char *label = lamina_plot_dup_label (self->plot, row, NULL);
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_NAME, label, self->name_width);
  LaminaSceneBox box = { self->plot->x, y, self->plot->width, LAMINA_CHART_ROW, LAMINA_FILL (LAMINA_INK_NONE),
                         lamina_plot_target (row, 1) };

  lamina_scene_add_box (self->plot->scene, &box);
  lamina_scene_add_words (self->plot->scene, self->plot->x + self->name_width, y + LAMINA_CHART_ROW / 2.0, 0, LAMINA_ALIGN_END,
                          LAMINA_FONT_NAME, LAMINA_INK_TEXT, shown);
  for (guint cell = 0; cell < self->n; cell++)
    add_cell (self, row, cell);
}

/* Sums where the columns have them. */
static void
add_rest (const Matrix *self,
          guint         first)
{
  int y = self->top + (int) first * LAMINA_CHART_ROW;
  g_autofree char *label = lamina_chart_data_dup_rest (self->plot->data, self->n_rows - first);
  LaminaSceneBox box = { self->plot->x, y, self->plot->width, LAMINA_CHART_ROW, LAMINA_FILL (LAMINA_INK_NONE),
                         lamina_plot_target (first, self->n_rows - first) };

  lamina_scene_add_box (self->plot->scene, &box);
  lamina_scene_add_words (self->plot->scene, self->plot->x + self->name_width, y + LAMINA_CHART_ROW / 2.0, self->name_width,
                          LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, label);
  for (guint cell = 0; cell < self->n; cell++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *text = NULL;

      /* Each of these shares is of another whole. */
      if (lamina_chart_data_get_column (self->plot->data, self->columns[cell])->kind != LAMINA_LAYER_VALUE_SHARE)
        lamina_chart_data_get_sum (self->plot->data, first, self->n_rows - first, self->columns[cell], &value);
      text = lamina_layer_value_dup_text (&value);
      lamina_scene_add_words (self->plot->scene, self->cell_x + (int) cell * (self->cell_width + CELL_GAP) + self->cell_width,
                              y + LAMINA_CHART_ROW / 2.0, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, text);
    }
}

void
lamina_plot_add_matrix (const LaminaPlot *plot)
{
  Matrix self = { .plot = plot };
  gboolean has_rest;

  measure (&self);
  find_cells (&self);
  has_rest = self.n_shown < self.n_rows;
  for (guint cell = 0; cell < self.n; cell++)
    for (guint row = 0; row < self.n_shown; row++)
      {
        g_autofree char *text = lamina_plot_dup_figure (plot, row, self.columns[cell]);

        self.widest[cell] = fmax (self.widest[cell], lamina_metrics_get_width (plot->metrics, LAMINA_FONT_NAME, text));
      }
  lamina_scene_open_group (plot->scene, "headings", plot->x, plot->y, plot->width, HEAD_LINES * HEAD_LINE);
  for (guint cell = 0; cell < self.n; cell++)
    add_heading (&self, cell);
  lamina_scene_close_group (plot->scene);
  lamina_scene_open_group (plot->scene, "rows", plot->x, self.top, plot->width,
                           (int) self.n_shown * LAMINA_CHART_ROW);
  for (guint row = 0; row < self.n_shown - has_rest; row++)
    add_line (&self, row);
  if (has_rest)
    add_rest (&self, self.n_shown - 1);
  lamina_scene_close_group (plot->scene);
}

int
lamina_matrix_get_height (guint n)
{
  return HEAD_LINES * HEAD_LINE + 6 + (int) n * LAMINA_CHART_ROW;
}
