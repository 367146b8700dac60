/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-layout-private.h"

#include <math.h>

#define BAR_GAP 6
#define MOST_ROW 32
#define LEGEND 26
#define LEGEND_LINE 18
#define MANY_PARTS 4
#define HEADING 30
#define SWATCH 10
#define LEAST_WAIT 3
#define LEAST_BAR 60
#define MOST_NAME_SHARE 0.46
#define MOST_PARTS 8

/* A line of the picture: one row of the table, or the last ones together. */
typedef struct
{
  guint first;
  guint n;
} Line;

/* Where the columns of the picture stand. */
typedef struct
{
  guint value;
  guint share;
  guint wait;
  guint heading;
  guint parts[MOST_PARTS];
  guint n_parts;
  char *prefix;
  int row;
  int name_width;
  int bar_x;
  int bar_width;
  int value_right;
  int right;
  double largest;
} Columns;

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

static gboolean
is_part (const LaminaChartColumn *column)
{
  return column->use == LAMINA_CHART_USE_PART || column->use == LAMINA_CHART_USE_IDLE;
}

static LaminaFill
get_part_fill (const LaminaChartColumn *column)
{
  LaminaFill fill = LAMINA_FILL_FAMILY (column->family);

  fill.pattern = column->use == LAMINA_CHART_USE_IDLE ? LAMINA_PATTERN_WAIT : LAMINA_PATTERN_SOLID;
  return fill;
}

static void
find_columns (LaminaChartData *data,
              Columns         *self)
{
  self->value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);
  self->share = lamina_chart_data_find_column (data, LAMINA_CHART_USE_SHARE);
  self->wait = lamina_chart_data_find_column (data, LAMINA_CHART_USE_WAIT);
  self->heading = lamina_chart_data_find_column (data, LAMINA_CHART_USE_HEADING);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data) && self->n_parts < MOST_PARTS; i++)
    if (is_part (lamina_chart_data_get_column (data, i)) && has_part (data, i))
      self->parts[self->n_parts++] = i;
}

static gboolean
begins_heading (LaminaChartData *data,
                guint            heading,
                guint            row)
{
  if (heading == LAMINA_NONE)
    return FALSE;
  return row == 0 || !g_str_equal (lamina_chart_data_get_text (data, row, heading),
                                   lamina_chart_data_get_text (data, row - 1, heading));
}

int
lamina_bars_get_height (LaminaChartData *data,
                        guint            n)
{
  Columns columns = { 0 };
  int height = 0;

  find_columns (data, &columns);
  for (guint row = 0; row < n; row++)
    height += LAMINA_CHART_ROW + (begins_heading (data, columns.heading, row) ? HEADING : 0);
  return height + (columns.n_parts > 0 ? LEGEND : 0) + (columns.n_parts > MANY_PARTS ? LEGEND_LINE : 0);
}

/* The first row behind @row that stands under another heading. */
static guint
find_end (LaminaChartData *data,
          guint            heading,
          guint            row)
{
  guint n = lamina_chart_data_get_n_rows (data);

  if (heading == LAMINA_NONE)
    return n;
  for (row++; row < n && !begins_heading (data, heading, row); row++)
    continue;
  return row;
}

static guint
count_headings (LaminaChartData *data,
                guint            heading)
{
  guint n = 0;

  for (guint row = 0; heading != LAMINA_NONE && row < lamina_chart_data_get_n_rows (data);
       row = find_end (data, heading, row))
    n++;
  return n;
}

static double
get_part_width (const LaminaPlot *self,
                const Columns    *columns,
                guint             part)
{
  const char *title = lamina_chart_data_get_column (self->data, columns->parts[part])->title;

  return SWATCH + 6 + 20 + lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, title);
}

/* As add_legend() divides it. */
static int
get_legend_height (const LaminaPlot *self,
                   const Columns    *columns)
{
  double x = 0;
  int height = columns->n_parts > 0 ? LEGEND : 0;

  for (guint i = 0; i < columns->n_parts; i++)
    {
      double part = get_part_width (self, columns, i);

      if (x > 0 && x + part - 20 > self->width)
        {
          x = 0;
          height += LEGEND_LINE;
        }
      x += part;
    }
  return height;
}

/* How many rows fit one by one under each heading; the others become one. */
static GArray *
list_lines (const LaminaPlot *self,
            const Columns    *columns)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  guint n = lamina_chart_data_get_n_rows (self->data);
  guint n_headings = count_headings (self->data, columns->heading);
  int room = self->height - get_legend_height (self, columns) - (int) n_headings * HEADING;
  guint fit = (guint) MAX (room / LAMINA_CHART_ROW / (int) MAX (n_headings, 1), 2);

  if ((int) MIN (n, G_MAXINT / LAMINA_CHART_ROW) * LAMINA_CHART_ROW <= room)
    fit = n;
  for (guint begin = 0, end; begin < n; begin = end)
    {
      end = find_end (self->data, columns->heading, begin);
      for (guint row = begin; row < end;)
        {
          Line line = { row, end - begin <= fit || row + 1 < begin + fit ? 1 : end - row };

          g_array_append_val (lines, line);
          row += line.n;
        }
    }
  return lines;
}

/* Rows grow where there is room to spare. */
static int
get_row_height (const LaminaPlot *self,
                const Columns    *columns,
                GArray           *lines)
{
  int n_headings = (int) count_headings (self->data, columns->heading);
  int room = self->height - get_legend_height (self, columns) - n_headings * HEADING;

  return CLAMP (room / MAX ((int) lines->len, 1), LAMINA_CHART_ROW, MOST_ROW);
}

static double
get_sum (const LaminaPlot *self,
         const Line       *line,
         guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (column == LAMINA_NONE)
    return NAN;
  if (line->n == 1)
    return lamina_chart_data_get_number (self->data, line->first, column);
  lamina_chart_data_get_sum (self->data, line->first, line->n, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NAN;
  return value.kind == LAMINA_LAYER_VALUE_SHARE || value.kind == LAMINA_LAYER_VALUE_REAL ? value.real
                                                                                        : (double) value.integer;
}

static char *
dup_figure (const LaminaPlot *self,
            const Line       *line,
            guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (line->n == 1)
    lamina_chart_data_get_value (self->data, line->first, column, &value);
  else
    lamina_chart_data_get_sum (self->data, line->first, line->n, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_SHARE)
    return lamina_plot_dup_share (value.real);
  return lamina_layer_value_dup_text (&value);
}

static char *
dup_name (const LaminaPlot *self,
          const Line       *line,
          const char       *prefix)
{
  return line->n == 1 ? lamina_plot_dup_label (self, line->first, prefix) : lamina_chart_data_dup_rest (self->data, line->n);
}

static double
get_widest (const LaminaPlot *self,
            GArray           *lines,
            guint             column)
{
  double widest = 0;

  for (guint i = 0; column != LAMINA_NONE && i < lines->len; i++)
    {
      g_autofree char *text = dup_figure (self, &g_array_index (lines, Line, i), column);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text));
    }
  return ceil (widest);
}

static double
get_widest_name (const LaminaPlot *self,
                 GArray           *lines,
                 const char       *prefix)
{
  double widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *text = dup_name (self, &g_array_index (lines, Line, i), prefix);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text));
    }
  return ceil (widest);
}

static void
place_columns (const LaminaPlot *self,
               GArray           *lines,
               Columns          *columns)
{
  int value = (int) get_widest (self, lines, columns->value);
  int share = (int) get_widest (self, lines, columns->share);
  int most = (int) (self->width * MOST_NAME_SHARE);

  columns->name_width = MIN ((int) get_widest_name (self, lines, columns->prefix), most);
  columns->right = self->x + self->width;
  columns->value_right = columns->right - (share > 0 ? share + LAMINA_CHART_GAP : 0);
  columns->bar_x = self->x + columns->name_width + LAMINA_CHART_GAP;
  columns->bar_width = MAX (columns->value_right - value - LAMINA_CHART_GAP - columns->bar_x, LEAST_BAR);
  /* Rows that are shown as one would dwarf the others. */
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, Line, i).n == 1)
      columns->largest = fmax (columns->largest, get_sum (self, &g_array_index (lines, Line, i), columns->value));
}

static int
scale (const Columns *columns,
       double         value)
{
  if (!(value > 0) || !(columns->largest > 0))
    return 0;
  return (int) round (value / columns->largest * columns->bar_width);
}

static LaminaFill
get_fill (const LaminaPlot *self,
          const Line       *line)
{
  return LAMINA_FILL_FAMILY (line->n == 1 ? lamina_chart_data_get_family (self->data, line->first)
                                          : LAMINA_FAMILY_OTHER);
}

static gboolean
fits (const LaminaPlot     *self,
      const char           *text,
      const LaminaSceneBox *box)
{
  return lamina_plot_get_text_width (self, LAMINA_FONT_LABEL, text) + 8 <= box->width;
}

/* What a part is and how much, or how much, whichever has room; NULL when none has. */
static char *
dup_part_label (const LaminaPlot     *self,
                const Line           *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  g_autofree char *value = dup_figure (self, line, column);
  g_autofree char *both = g_strconcat (lamina_chart_data_get_column (self->data, column)->title, " ", value, NULL);

  if (fits (self, both, box))
    return g_steal_pointer (&both);
  return fits (self, value, box) ? g_steal_pointer (&value) : NULL;
}

/* A label inside its box; over hatching it stands on a plate. */
static void
add_part_label (const LaminaPlot     *self,
                const Line           *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  gboolean is_hatched = box->fill.pattern == LAMINA_PATTERN_WAIT;
  g_autofree char *text = dup_part_label (self, line, column, box);
  LaminaSceneText label = { box->x + box->width / 2.0f, box->y + box->height / 2.0f, 0, LAMINA_ALIGN_CENTER,
                            LAMINA_FONT_LABEL, box->fill, text, 0 };
  LaminaSceneBox plate = *box;

  if (text == NULL)
    return;
  label.fill.ink = is_hatched ? LAMINA_INK_TEXT : LAMINA_INK_LABEL;
  label.fill.pattern = LAMINA_PATTERN_SOLID;
  lamina_scene_add_text (self->scene, &label);
  plate.width = (int) ceil (lamina_plot_get_text_width (self, LAMINA_FONT_LABEL, text)) + 6;
  plate.x = (int) label.x - plate.width / 2;
  plate.fill = LAMINA_FILL (LAMINA_INK_VIEW);
  if (is_hatched)
    lamina_scene_add_box (self->scene, &plate);
}

/* The boxes of a row or what stands in them: plates come behind all boxes, for boxes of one fill are drawn together. */
static void
add_parts (const LaminaPlot *self,
           const Columns    *columns,
           const Line       *line,
           int               y,
           gboolean          labels)
{
  double before = 0;

  for (guint i = 0; i < columns->n_parts; i++)
    {
      double value = get_sum (self, line, columns->parts[i]);
      int from = scale (columns, before);
      int to = scale (columns, before + (value > 0 ? value : 0));
      LaminaSceneBox box = { columns->bar_x + from, y + BAR_GAP / 2, to - from, columns->row - BAR_GAP,
                             get_part_fill (lamina_chart_data_get_column (self->data, columns->parts[i])),
                             lamina_plot_target (line->first, line->n) };

      if (!(value > 0))
        continue;
      before += value;
      /* A gap tells neighbours apart where hue does not. */
      box.width = MAX (box.width - (box.width > 3 ? 1 : 0), 1);
      if (labels)
        add_part_label (self, line, columns->parts[i], &box);
      else
        lamina_scene_add_box (self->scene, &box);
    }
}

static void
add_bar (const LaminaPlot *self,
         const Columns    *columns,
         const Line       *line,
         int               y)
{
  double value = get_sum (self, line, columns->value);
  int width = MAX (scale (columns, value), value > 0);
  int wait = MIN (scale (columns, get_sum (self, line, columns->wait)), width);
  LaminaSceneBox box = { columns->bar_x, y + BAR_GAP / 2, width, columns->row - BAR_GAP,
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
add_figures (const LaminaPlot *self,
             const Columns    *columns,
             const Line       *line,
             double            middle)
{
  g_autofree char *value = dup_figure (self, line, columns->value);
  g_autofree char *share = columns->share != LAMINA_NONE ? dup_figure (self, line, columns->share) : NULL;

  lamina_plot_add_text (self, columns->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, value);
  if (share != NULL)
    lamina_plot_add_text (self, columns->right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, share);
}

/* Rows that are shown as one have figures alone where their bar would be longer than all others. */
static gboolean
is_drawn (const LaminaPlot *self,
          const Columns    *columns,
          const Line       *line)
{
  return line->n == 1 || get_sum (self, line, columns->value) <= columns->largest;
}

static void
add_line (const LaminaPlot *self,
          const Columns    *columns,
          const Line       *line,
          int               y)
{
  double middle = y + columns->row / 2.0;
  g_autofree char *name = dup_name (self, line, columns->prefix);
  g_autofree char *shown = lamina_plot_dup_shortened (self, LAMINA_FONT_NAME, name, columns->name_width);
  LaminaSceneBox whole = { self->x, y, self->width, columns->row, LAMINA_FILL (LAMINA_INK_NONE),
                           lamina_plot_target (line->first, line->n) };

  lamina_scene_add_box (self->scene, &whole);
  if (is_drawn (self, columns, line) && columns->n_parts > 0)
    add_parts (self, columns, line, y, FALSE);
  else if (is_drawn (self, columns, line))
    add_bar (self, columns, line, y);
  lamina_plot_add_text (self, columns->bar_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                        line->n == 1 ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, shown);
  add_figures (self, columns, line, middle);
}

/* What the colours of the parts mean. */
static void
add_part (const LaminaPlot *self,
          const Columns    *columns,
          guint             part,
          int               x,
          int               y)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->data, columns->parts[part]);

  lamina_scene_add_rect (self->scene, x, y + (LEGEND - SWATCH) / 2 - 3, SWATCH, SWATCH,
                         get_part_fill (column));
  lamina_plot_add_text (self, x + SWATCH + 6, y + LEGEND / 2.0 - 3, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                        LAMINA_INK_TEXT, column->title);
}

/* Above the bars where it fits there, else from the left edge on, on as many lines as it needs. */
static void
add_legend (const LaminaPlot *self,
            const Columns    *columns)
{
  double width = 0, x;
  int y = self->y;

  for (guint i = 0; i < columns->n_parts; i++)
    width += get_part_width (self, columns, i);
  x = fmax (fmin (columns->bar_x, self->x + self->width - width + 20), self->x);
  lamina_scene_open_group (self->scene, "parts", self->x, self->y, self->width, get_legend_height (self, columns));
  for (guint i = 0; i < columns->n_parts; i++)
    {
      double part = get_part_width (self, columns, i);

      if (x > self->x && x + part - 20 > self->x + self->width)
        {
          x = self->x;
          y += LEGEND_LINE;
        }
      add_part (self, columns, i, (int) x, y);
      x += part;
    }
  lamina_scene_close_group (self->scene);
}

static void
add_lines (const LaminaPlot *self,
           const Columns    *columns,
           GArray           *lines,
           int               y)
{
  g_autofree int *tops = g_new (int, MAX (lines->len, 1));

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      if (begins_heading (self->data, columns->heading, line->first))
        {
          lamina_plot_add_text (self, self->x, y + HEADING / 2.0, self->width, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD,
                                LAMINA_INK_TEXT, lamina_chart_data_get_text (self->data, line->first, columns->heading));
          y += HEADING;
        }
      add_line (self, columns, line, y);
      tops[i] = y;
      y += columns->row;
    }
  for (guint i = 0; i < lines->len && columns->n_parts > 0; i++)
    if (is_drawn (self, columns, &g_array_index (lines, Line, i)))
      add_parts (self, columns, &g_array_index (lines, Line, i), tops[i], TRUE);
}

void
lamina_plot_add_bars (const LaminaPlot *self)
{
  Columns columns = { 0 };
  g_autoptr (GArray) lines = NULL;
  int y = self->y;

  find_columns (self->data, &columns);
  lines = list_lines (self, &columns);
  columns.prefix = lamina_plot_dup_prefix (self);
  place_columns (self, lines, &columns);
  if (columns.n_parts > 0)
    {
      add_legend (self, &columns);
      y += get_legend_height (self, &columns);
    }
  columns.row = get_row_height (self, &columns, lines);
  lamina_scene_open_group (self->scene, "bars", self->x, y, self->width, self->y + self->height - y);
  add_lines (self, &columns, lines, y);
  lamina_scene_close_group (self->scene);
  g_free (columns.prefix);
}
