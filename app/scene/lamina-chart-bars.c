/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

#include <math.h>
#include <string.h>

#define BAR_GAP 6
#define LEAST_ROW 18
#define MOST_ROW 32
#define HEADING 30
#define LEAST_WAIT 3
#define LEAST_BAR 60
#define MOST_NAME_SHARE 0.46

/* Lists of shapes are worth more room than that, for a shape that is left out can't be guessed. */
#define LEAST_BAR_SHARE 0.25

/* What belongs to no other part leaves half of the room to these; where it is cut short there is a gap in the bar. */
#define MOST_OUTSIDE 2
#define BREAK_PLACE 12
#define BREAK_GAP 3

/* A line of the picture: one row of the table, or the last ones together. */
typedef struct
{
  guint first;
  guint n;
} Line;

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
                        guint            n,
                        int              width)
{
  LaminaBarColumns columns = { 0 };
  int height = 0;

  lamina_bar_columns_find (&columns, data);
  for (guint row = 0; row < n; row++)
    height += LAMINA_CHART_ROW + (begins_heading (data, columns.heading, row) ? HEADING : 0);
  return height + lamina_bar_columns_guess_legend_height (&columns, data, width);
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

/* How many rows fit one by one under each heading; the others become one. Rows are lower where all of them fit then. */
static GArray *
list_lines (const LaminaPlot       *self,
            const LaminaBarColumns *columns)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  guint n = lamina_chart_data_get_n_rows (self->data);
  guint n_headings = count_headings (self->data, columns->heading);
  int room = self->height - lamina_bar_columns_get_legend_height (columns, self) - (int) n_headings * HEADING;
  guint fit = (guint) MAX (room / LAMINA_CHART_ROW / (int) MAX (n_headings, 1), 2);

  if ((int) MIN (n, G_MAXINT / LAMINA_CHART_ROW) * LEAST_ROW <= room)
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
get_row_height (const LaminaPlot       *self,
                const LaminaBarColumns *columns,
                GArray                 *lines)
{
  int n_headings = (int) count_headings (self->data, columns->heading);
  int room = self->height - lamina_bar_columns_get_legend_height (columns, self) - n_headings * HEADING;

  return CLAMP (room / MAX ((int) lines->len, 1), LEAST_ROW, MOST_ROW);
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

static gboolean
has_shapes (const LaminaPlot *self,
            GArray           *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *name = dup_name (self, &g_array_index (lines, Line, i), NULL);

      if (strstr (name, "×") != NULL)
        return TRUE;
    }
  return FALSE;
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

/*
 * The largest value. Rows that are shown as one would dwarf the others, and so would what belongs to no part where it is
 * many times the parts.
 */
static double
get_largest (const LaminaPlot       *self,
             GArray                 *lines,
             const LaminaBarColumns *columns)
{
  double largest = 0, largest_inside = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      double value = get_sum (self, line, columns->value), outside = get_sum (self, line, columns->outside);

      if (line->n > 1)
        continue;
      largest = fmax (largest, value);
      largest_inside = fmax (largest_inside, outside > 0 ? value - outside : value);
      largest_inside = fmax (largest_inside, get_sum (self, line, columns->tick));
    }
  return largest_inside > 0 ? fmin (largest, MOST_OUTSIDE * largest_inside) : largest;
}

static void
place_columns (const LaminaPlot *self,
               GArray           *lines,
               LaminaBarColumns *columns)
{
  int value = (int) get_widest (self, lines, columns->value);
  int share = (int) get_widest (self, lines, columns->share);
  int most = (int) (self->width * MOST_NAME_SHARE);
  int rest = self->width - value - share - 3 * LAMINA_CHART_GAP;

  if (has_shapes (self, lines))
    most = MAX (most, rest - (int) (self->width * LEAST_BAR_SHARE));

  columns->name_width = MIN ((int) get_widest_name (self, lines, columns->prefix), most);
  columns->right = self->x + self->width;
  columns->value_right = columns->right - (share > 0 ? share + LAMINA_CHART_GAP : 0);
  columns->bar_x = self->x + columns->name_width + LAMINA_CHART_GAP;
  columns->bar_width = MAX (columns->value_right - value - LAMINA_CHART_GAP - columns->bar_x, LEAST_BAR);
  columns->largest = get_largest (self, lines, columns);
}

static int
scale (const LaminaBarColumns *columns,
       double                  value)
{
  if (!(value > 0) || !(columns->largest > 0))
    return 0;
  return (int) round (fmin (value / columns->largest, 1) * columns->bar_width);
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

/*
 * What a part is and how much, or how much, whichever has room; NULL when none has. What belongs to no part is the same in
 * most bars: it is not named in each.
 */
static char *
dup_part_label (const LaminaPlot     *self,
                const Line           *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  g_autofree char *value = dup_figure (self, line, column);
  g_autofree char *both = g_strconcat (lamina_chart_data_get_column (self->data, column)->title, " ", value, NULL);

  if (fits (self, both, box) && lamina_chart_data_get_column (self->data, column)->use != LAMINA_CHART_USE_OUTSIDE)
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

/* A gap near the end of a bar that goes on. */
static void
add_break (const LaminaPlot       *self,
           const LaminaBarColumns *columns,
           const LaminaSceneBox   *box)
{
  lamina_scene_add_rect (self->scene, columns->bar_x + columns->bar_width - BREAK_PLACE, box->y, BREAK_GAP, box->height,
                         LAMINA_FILL (LAMINA_INK_VIEW));
}

/* Where the bar would end if it were another number, from the left edge; -1 where there is none. */
static int
get_tick (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const Line             *line)
{
  double value = line->n == 1 ? get_sum (self, line, columns->tick) : (double) NAN;

  return value >= 0 ? columns->bar_x + scale (columns, value) : -1;
}

/* What stands in the box of a part: where it is cut short, or a line runs through it, in the largest piece of it. */
static void
add_part_words (const LaminaPlot       *self,
                const LaminaBarColumns *columns,
                const Line             *line,
                guint                   column,
                double                  end,
                const LaminaSceneBox   *box)
{
  LaminaSceneBox piece = *box;
  int tick = get_tick (self, columns, line);

  if (end > columns->largest)
    {
      add_break (self, columns, box);
      piece.width = MAX (piece.width - BREAK_PLACE, 1);
    }
  if (tick > piece.x && tick < piece.x + piece.width)
    {
      int after = piece.x + piece.width - tick;

      if (after > tick - piece.x)
        piece.x = tick;
      piece.width = MAX (after, piece.width - after);
    }
  add_part_label (self, line, column, &piece);
}

/* The boxes of a row or what stands in them: plates come behind all boxes, for boxes of one fill are drawn together. */
static void
add_parts (const LaminaPlot       *self,
           const LaminaBarColumns *columns,
           const Line             *line,
           int                     y,
           gboolean                words)
{
  double before = 0;

  for (guint i = 0; i < columns->n_parts; i++)
    {
      double value = get_sum (self, line, columns->parts[i]);
      int from = scale (columns, before);
      int to = scale (columns, before + (value > 0 ? value : 0));
      LaminaSceneBox box = { columns->bar_x + from, y + BAR_GAP / 2, to - from, columns->row - BAR_GAP,
                             columns->fills[i], lamina_plot_target (line->first, line->n) };

      if (!(value > 0))
        continue;
      before += value;
      /* A gap tells neighbours apart where hue does not. */
      box.width = MAX (box.width - (box.width > 3 ? 1 : 0), 1);
      if (words)
        add_part_words (self, columns, line, columns->parts[i], before, &box);
      else
        lamina_scene_add_box (self->scene, &box);
    }
}

static void
add_tick (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const Line             *line,
          int                     y)
{
  float x = (float) get_tick (self, columns, line);
  LaminaSceneLine tick = { x, (float) y, x, (float) (y + columns->row), LAMINA_FILL (LAMINA_INK_TEXT), FALSE,
                           LAMINA_BAR_TICK };

  if (x >= 0)
    lamina_scene_add_line (self->scene, &tick);
}

static void
add_bar (const LaminaPlot       *self,
         const LaminaBarColumns *columns,
         const Line             *line,
         int                     y)
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
add_figures (const LaminaPlot       *self,
             const LaminaBarColumns *columns,
             const Line             *line,
             double                  middle)
{
  g_autofree char *value = dup_figure (self, line, columns->value);
  g_autofree char *share = columns->share != LAMINA_NONE ? dup_figure (self, line, columns->share) : NULL;

  lamina_plot_add_text (self, columns->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, value);
  if (share != NULL)
    lamina_plot_add_text (self, columns->right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, share);
}

/* Rows that are shown as one have figures alone where their bar would be longer than all others. */
static gboolean
is_drawn (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const Line             *line)
{
  return line->n == 1 || get_sum (self, line, columns->value) <= columns->largest;
}

static void
add_line (const LaminaPlot       *self,
          const LaminaBarColumns *columns,
          const Line             *line,
          int                     y)
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
  add_tick (self, columns, line, y);
  lamina_plot_add_text (self, columns->bar_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                        line->n == 1 ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, shown);
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
  LaminaBarColumns columns = { 0 };
  g_autoptr (GArray) lines = NULL;
  int y = self->y;

  lamina_bar_columns_find (&columns, self->data);
  lines = list_lines (self, &columns);
  columns.prefix = lamina_plot_dup_prefix (self);
  place_columns (self, lines, &columns);
  if (columns.n_parts > 0)
    {
      lamina_bar_columns_add_legend (&columns, self);
      y += lamina_bar_columns_get_legend_height (&columns, self);
    }
  columns.row = get_row_height (self, &columns, lines);
  lamina_scene_open_group (self->scene, "bars", self->x, y, self->width, self->y + self->height - y);
  add_lines (self, &columns, lines, y);
  lamina_scene_close_group (self->scene);
  g_free (columns.prefix);
}
