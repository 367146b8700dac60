/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

/* A bar for each row, with name, value and share. */

#define LEAST_WAIT 3

/* Fewer rows than this don't give up half of their number for the shapes to stand below the words. */
#define LEAST_WRAPPED 4

static LaminaFill
get_fill (const LaminaPlot    *self,
          const LaminaBarLine *line)
{
  return LAMINA_FILL_FAMILY (line->n == 1 ? lamina_chart_data_get_family (self->data, line->first)
                                          : LAMINA_FAMILY_OTHER);
}

static void
add_tick (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const LaminaBarLine    *line,
          int                     y)
{
  float x = (float) lamina_bar_line_get_tick (self, columns, line);
  LaminaSceneLine tick = { x, (float) y, x, (float) (y + columns->row), LAMINA_FILL (LAMINA_INK_TEXT), FALSE,
                           LAMINA_BAR_TICK };

  if (x >= 0)
    lamina_scene_add_line (self->scene, &tick);
}

static void
add_bar (const LaminaPlot       *self,
         const LaminaBarColumns *columns,
         const LaminaBarLine    *line,
         int                     y)
{
  double value = lamina_bar_line_get_sum (self, line, columns->value);
  int width = MAX (lamina_bar_columns_scale (columns, value), value > 0);
  int wait = MIN (lamina_bar_columns_scale (columns, lamina_bar_line_get_sum (self, line, columns->wait)), width);
  LaminaSceneBox box = { columns->bar_x, y + LAMINA_BAR_GAP / 2, width, columns->row - LAMINA_BAR_GAP,
                         get_fill (self, line),
                         lamina_plot_target (line->first, line->n) };

  if (width > 0)
    lamina_scene_add_box (self->scene, &box);
  box.width = wait;
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait >= LEAST_WAIT)
    lamina_scene_add_box (self->scene, &box);
}

static void
add_figures (const LaminaPlot       *self,
             const LaminaBarColumns *columns,
             const LaminaBarLine    *line,
             double                  middle)
{
  g_autofree char *value = lamina_bar_line_dup_figure (self, line, columns->value);
  g_autofree char *share = columns->share != LAMINA_NONE ? lamina_bar_line_dup_figure (self, line, columns->share) : NULL;

  lamina_plot_add_text (self, columns->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, value);
  if (share != NULL)
    lamina_plot_add_text (self, columns->right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, share);
}

static void
add_name_line (const LaminaPlot       *self,
               const LaminaBarColumns *columns,
               const char             *text,
               double                  middle,
               LaminaInk               ink)
{
  g_autofree char *shown = lamina_plot_dup_shortened (self, LAMINA_FONT_NAME, text, columns->name_width);

  lamina_plot_add_text (self, columns->bar_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, ink, shown);
}

static void
add_name (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const LaminaBarLine    *line,
          double                  middle)
{
  g_autofree char *name = lamina_bar_line_dup_name (self, line, columns->prefix);
  LaminaInk ink = line->n == 1 ? LAMINA_INK_TEXT : LAMINA_INK_QUIET;
  const char *shapes = columns->wraps ? lamina_plot_find_shapes (name) : NULL;
  g_autofree char *words = shapes != NULL ? g_strndup (name, (gsize) (shapes - name)) : NULL;

  if (shapes == NULL || lamina_plot_get_text_width (self, LAMINA_FONT_NAME, name) <= columns->name_width)
    {
      add_name_line (self, columns, name, middle, ink);
      return;
    }
  add_name_line (self, columns, words, middle - LAMINA_BAR_WRAPPED_LINE / 2.0, ink);
  add_name_line (self, columns, shapes + 1, middle + LAMINA_BAR_WRAPPED_LINE / 2.0, ink);
}

/* Rows that are shown as one have figures alone where their bar would be longer than all others. */
static gboolean
is_drawn (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const LaminaBarLine    *line)
{
  return line->n == 1 || lamina_bar_line_get_sum (self, line, columns->value) <= columns->largest;
}

static void
add_line (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const LaminaBarLine    *line,
          int                     y)
{
  double middle = y + columns->row / 2.0;
  LaminaSceneBox whole = { self->x, y, self->width, columns->row, LAMINA_FILL (LAMINA_INK_NONE),
                           lamina_plot_target (line->first, line->n) };

  lamina_scene_add_box (self->scene, &whole);
  if (is_drawn (self, columns, line) && columns->n_parts > 0)
    lamina_bar_line_add_parts (self, columns, line, y, FALSE);
  else if (is_drawn (self, columns, line))
    add_bar (self, columns, line, y);
  add_tick (self, columns, line, y);
  add_name (self, columns, line, middle);
  add_figures (self, columns, line, middle);
}

static void
add_lines (const LaminaPlot       *self,
           const LaminaBarColumns *columns,
           GArray                 *lines,
           int                     y)
{
  g_autofree int *tops = g_new (int, MAX (lines->len, 1));

  for (guint i = 0; i < lines->len; i++)
    {
      const LaminaBarLine *line = &g_array_index (lines, LaminaBarLine, i);

      if (lamina_bar_begins_heading (self->data, columns->heading, line->first))
        {
          lamina_plot_add_text (self, self->x, y + LAMINA_BAR_HEADING / 2.0, self->width, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD,
                                LAMINA_INK_TEXT, lamina_chart_data_get_text (self->data, line->first, columns->heading));
          y += LAMINA_BAR_HEADING;
        }
      add_line (self, columns, line, y);
      tops[i] = y;
      y += columns->row;
    }
  for (guint i = 0; i < lines->len && columns->n_parts > 0; i++)
    if (is_drawn (self, columns, &g_array_index (lines, LaminaBarLine, i)))
      lamina_bar_line_add_parts (self, columns, &g_array_index (lines, LaminaBarLine, i), tops[i], TRUE);
}

void
lamina_plot_add_bars (const LaminaPlot *self)
{
  LaminaBarColumns columns = { 0 };
  g_autoptr (GArray) lines = NULL;
  int y = self->y;

  lamina_bar_columns_find (&columns, self->data);
  lines = lamina_bar_lines_list (self, &columns);
  columns.prefix = lamina_plot_dup_prefix (self);
  if (!lamina_bar_columns_place (self, lines, &columns) && self->height >= LEAST_WRAPPED * LAMINA_BAR_WRAPPED_ROW)
    {
      columns.wraps = TRUE;
      g_array_unref (lines);
      lines = lamina_bar_lines_list (self, &columns);
      lamina_bar_columns_place (self, lines, &columns);
    }
  if (columns.n_parts > 0)
    {
      lamina_bar_columns_add_legend (&columns, self);
      y += lamina_bar_columns_get_legend_height (&columns, self);
    }
  columns.row = lamina_bar_lines_get_row_height (self, &columns, lines);
  lamina_scene_open_group (self->scene, "bars", self->x, y, self->width, self->y + self->height - y);
  add_lines (self, &columns, lines, y);
  lamina_scene_close_group (self->scene);
  g_free (columns.prefix);
}
