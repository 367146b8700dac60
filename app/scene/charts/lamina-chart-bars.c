/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-legend-private.h"
#include "lamina-plot.h"

#include <math.h>
#include <string.h>

#define MOST_PARTS 12

/* How wide the line is that stands for another number than the value. */
#define TICK_WIDTH 2

/* The height of a heading, and the distance between bars. */
#define HEADING 30
#define BAR_GAP 6

/* The height of a row with shapes below the words, and of such a line. */
#define WRAPPED_ROW 32
#define WRAPPED_LINE 14

/* A line of the picture: one row of the table, or the last ones together; or, with @part, a part of the only row, whose column
 * that is. */
typedef struct
{
  guint first;
  guint n;
  guint part;
} Line;

/* What bars are made of: columns of the table, LAMINA_NONE for those that it does not have, and where they stand. */
typedef struct
{
  const LaminaPlot *plot;
  guint value;
  guint share;
  guint wait;
  guint heading;
  guint outside;
  guint tick;

  /* The parts of bars, in the order in which they stand, and how each is filled. */
  guint parts[MOST_PARTS];
  LaminaFill fills[MOST_PARTS];
  guint n_parts;

  /* What they mean, unless that is said beside them. */
  LaminaLegendEntry entries[MOST_PARTS + 1];
  guint n_entries;

  char *prefix;
  /* Shapes stand below the words before them, where both side by side have no room. */
  gboolean wraps;
  int row;
  int name_width;
  int bar_x;
  int bar_width;
  int value_right;
  int right;

  /* What a bar that has all the room stands for; longer ones are cut short. */
  double largest;
} Bars;

/* How strong parts are that have one family: the first of them, the second, and so on. Neighbors differ most. */
static const guint8 shades[] = { 255, 145, 200, 100, 225, 120, 175 };

static void
add_part (Bars  *self,
          guint  index)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->plot->data, index);
  LaminaFill fill = LAMINA_FILL_FAMILY (column->use == LAMINA_CHART_USE_OUTSIDE ? LAMINA_FAMILY_OTHER : column->family);
  guint n_before = 0;

  if (self->n_parts == MOST_PARTS || !lamina_plot_has_part (self->plot->data, index))
    return;
  for (guint i = 0; i < self->n_parts; i++)
    n_before += self->fills[i].family == fill.family;
  fill.pattern = (guint8) lamina_plot_get_pattern (column);
  if (column->use == LAMINA_CHART_USE_PART)
    fill.alpha = shades[n_before % G_N_ELEMENTS (shades)];
  self->parts[self->n_parts] = index;
  self->fills[self->n_parts++] = fill;
}

/* Whether the parts of the only row stand below it, each with a bar of its own, its name and its number: one divided bar alone
 * would leave small parts unsaid. */
static gboolean
lists_parts (const Bars *self)
{
  return lamina_chart_data_get_n_rows (self->plot->data) == 1 && self->n_parts > 1 && self->tick == LAMINA_NONE;
}

/* The parts, then the tick. Parts that are listed have their names there. */
static void
add_entries (Bars *self)
{
  if (self->n_parts == 0 || lists_parts (self))
    return;
  for (guint i = 0; i < self->n_parts; i++)
    self->entries[i] = (LaminaLegendEntry) { lamina_chart_data_get_column (self->plot->data, self->parts[i])->title,
                                             self->fills[i], 0 };
  self->n_entries = self->n_parts;
  if (self->tick != LAMINA_NONE)
    self->entries[self->n_entries++] = (LaminaLegendEntry) {
      lamina_chart_data_get_column (self->plot->data, self->tick)->title, LAMINA_FILL (LAMINA_INK_TEXT), TICK_WIDTH };
}

/* Finds the columns in a table. Parts that no row has are left out. */
static void
find_columns (Bars *self)
{
  LaminaChartData *data = self->plot->data;

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
        add_part (self, i);
    }
  if (self->outside != LAMINA_NONE)
    add_part (self, self->outside);
  add_entries (self);
}

/* Above the bars, once these are placed. */
static int
place_legend (const Bars *self,
              gboolean    draw)
{
  return lamina_legend_place (self->plot, self->entries, self->n_entries, self->bar_x, draw);
}

/* The lines of a picture of bars: which rows stand in it one by one, and what is written there. */

#define LEAST_ROW 18
#define MOST_ROW 32

static gboolean
begins_heading (const Bars *self,
                guint       row)
{
  LaminaChartData *data = self->plot->data;

  if (self->heading == LAMINA_NONE)
    return FALSE;
  return row == 0 || !g_str_equal (lamina_chart_data_get_text (data, row, self->heading),
                                   lamina_chart_data_get_text (data, row - 1, self->heading));
}

/* Lists of shapes are worth more room than that, for a shape that is left out can't be guessed. */
#define LEAST_BAR_SHARE 0.25

/* About so many pixels, where no fonts are known, are a letter, and values and shares beside the bars. */
#define LETTER 6.5
#define FIGURES 130

/* Whether the shapes of any of @n rows will hardly stand beside its words, where no fonts are known. */
static gboolean
guess_wraps (LaminaChartData *data,
             guint            n,
             int              width)
{
  guint label = lamina_chart_data_find_column (data, LAMINA_CHART_USE_LABEL);
  double room = width * (1 - LEAST_BAR_SHARE) - FIGURES;

  for (guint row = 0; label != LAMINA_NONE && row < n; row++)
    {
      const char *text = lamina_chart_data_get_text (data, row, label);

      if (lamina_plot_find_shapes (text) != NULL && (double) g_utf8_strlen (text, -1) * LETTER > room)
        return TRUE;
    }
  return FALSE;
}

int
lamina_bars_get_height (LaminaChartData *data,
                        guint            n,
                        int              width)
{
  Bars self = { .plot = &(LaminaPlot) { .data = data } };
  int row_height = guess_wraps (data, n, width) ? WRAPPED_ROW : LAMINA_CHART_ROW, height = 0;

  find_columns (&self);
  for (guint row = 0; row < n; row++)
    height += row_height + (begins_heading (&self, row) ? HEADING : 0);
  if (lists_parts (&self))
    height += (int) self.n_parts * LAMINA_CHART_ROW;
  return height + lamina_legend_guess_height (self.entries, self.n_entries, width);
}

/* The first row behind @row that stands under another heading. */
static guint
find_end (const Bars *self,
          guint       row)
{
  guint n = lamina_chart_data_get_n_rows (self->plot->data);

  if (self->heading == LAMINA_NONE)
    return n;
  for (row++; row < n && !begins_heading (self, row); row++)
    continue;
  return row;
}

static guint
count_headings (const Bars *self)
{
  guint n = 0;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (self->plot->data); row++)
    n += begins_heading (self, row);
  return n;
}

int
lamina_bars_get_least_height (LaminaChartData *data,
                              int              width)
{
  Bars self = { .plot = &(LaminaPlot) { .data = data } };
  guint n = lamina_chart_data_get_n_rows (data);
  int height;

  find_columns (&self);
  height = lamina_legend_guess_height (self.entries, self.n_entries, width);
  for (guint row = 0, end; row < n; row = end)
    {
      end = find_end (&self, row);
      height += (self.heading != LAMINA_NONE ? HEADING : 0) + (int) MIN (end - row, 2) * LEAST_ROW;
    }
  return height;
}

/* Line: the rows that fit one by one under each heading; the others become one. Rows are lower where all fit then. */
static GArray *
list_lines (const Bars *self)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  guint n = lamina_chart_data_get_n_rows (self->plot->data);
  guint n_headings = count_headings (self);
  int room = self->plot->height - place_legend (self, FALSE) - (int) n_headings * HEADING;
  guint fit = (guint) MAX (room / (self->wraps ? WRAPPED_ROW : LAMINA_CHART_ROW) / (int) MAX (n_headings, 1), 2);

  if ((int) MIN (n, G_MAXINT / MOST_ROW) * (self->wraps ? WRAPPED_ROW : LEAST_ROW) <= room)
    fit = n;
  for (guint begin = 0, end; begin < n; begin = end)
    {
      end = find_end (self, begin);
      for (guint row = begin; row < end;)
        {
          Line line = { row, end - begin <= fit || row + 1 < begin + fit ? 1 : end - row, LAMINA_NONE };

          g_array_append_val (lines, line);
          row += line.n;
        }
    }
  for (guint i = 0; i < self->n_parts && lists_parts (self); i++)
    {
      Line line = { 0, 1, self->parts[i] };

      g_array_append_val (lines, line);
    }
  return lines;
}

/* Rows grow where there is room to spare. */
static int
get_row_height (const Bars *self,
                GArray     *lines)
{
  int room = self->plot->height - place_legend (self, FALSE) - (int) count_headings (self) * HEADING;

  /* Few rows would be thick and still leave most of the chart free. */
  if ((int) lines->len * MOST_ROW * 2 < room)
    return self->wraps ? WRAPPED_ROW : LAMINA_CHART_ROW;
  return CLAMP (room / MAX ((int) lines->len, 1), self->wraps ? WRAPPED_ROW : LEAST_ROW, MOST_ROW);
}

/* The number of a row, or what the numbers of several add up to; NaN without any. */
static double
get_sum (const LaminaPlot *plot,
         const Line       *line,
         guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (column == LAMINA_NONE)
    return NAN;
  if (line->n == 1)
    return lamina_chart_data_get_number (plot->data, line->first, column);
  lamina_chart_data_get_sum (plot->data, line->first, line->n, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NAN;
  return value.kind == LAMINA_LAYER_VALUE_SHARE || value.kind == LAMINA_LAYER_VALUE_REAL ? value.real
                                                                                        : (double) value.integer;
}

static char *
dup_figure (const LaminaPlot *plot,
            const Line       *line,
            guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (line->n == 1)
    return lamina_plot_dup_figure (plot, line->first, column);
  lamina_chart_data_get_sum (plot->data, line->first, line->n, column, &value);
  return lamina_layer_value_dup_text (&value);
}

/* What stands at the end of a line: its value, or the number of the part. */
static char *
dup_value (const Bars *self,
           const Line *line)
{
  return dup_figure (self->plot, line, line->part != LAMINA_NONE ? line->part : self->value);
}

/* Behind it; of a part what it is of the whole. Above the parts, one of them behind the whole would be taken for its own. */
static char *
dup_share (const Bars *self,
           const Line *line)
{
  double part = get_sum (self->plot, line, line->part), whole = get_sum (self->plot, line, self->value);

  if (line->part != LAMINA_NONE)
    return lamina_layer_dup_share (whole > 0 ? part / whole : (double) NAN);
  if (lists_parts (self))
    return g_strdup ("");
  return dup_figure (self->plot, line, self->share);
}

static char *
dup_name (const LaminaPlot *plot,
          const Line       *line,
          const char       *prefix)
{
  if (line->part != LAMINA_NONE)
    return g_strdup (lamina_chart_data_get_column (plot->data, line->part)->title);
  return line->n == 1 ? lamina_plot_dup_label (plot, line->first, prefix) : lamina_chart_data_dup_rest (plot->data, line->n);
}

/* Where the columns of a picture of bars stand: names, bars, values, shares. */

#define LEAST_BAR 60
#define MOST_NAME_SHARE 0.46

/* What belongs to no other part leaves half of the room to these. */
#define MOST_OUTSIDE 2

/* A bar that is this many times as long as another, which has nothing between them, would leave nothing to see of that. */
#define MOST_TIMES 100

static double
get_widest (const Bars *self,
            GArray     *lines,
            char     *(*dup) (const Bars *self,
                              const Line *line))
{
  double widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *text = dup (self, &g_array_index (lines, Line, i));

      widest = MAX (widest, lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, text));
    }
  return ceil (widest);
}

/* Where shapes stand below the words before them, the wider of both counts. */
static int
get_widest_name (GArray     *lines,
                 const Bars *self,
                 int         most)
{
  double widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *text = dup_name (self->plot, &g_array_index (lines, Line, i), self->prefix);
      double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, text);
      char *shapes = self->wraps && width > most ? (char *) lamina_plot_find_shapes (text) : NULL;

      if (shapes != NULL)
        {
          *shapes = '\0';
          width = fmax (lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, text),
                        lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, shapes + 1));
        }
      widest = fmax (widest, width);
    }
  return (int) ceil (widest);
}

static int
compare_falling (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left > right ? -1 : left < right;
}

/* Bars that would leave others no wider than a hair are cut short: the largest of those others, or @largest. */
static double
cut_short (GArray *values,
           double  largest)
{
  g_array_sort (values, compare_falling);
  for (guint i = 1; i < values->len; i++)
    {
      double value = g_array_index (values, double, i);

      if (value > 0 && value * MOST_TIMES < g_array_index (values, double, i - 1))
        return MOST_OUTSIDE * value;
    }
  return largest;
}

/*
 * The largest value. Rows that are shown as one would dwarf the others, and so would what belongs to no part where it is
 * many times the parts, and divided bars that are very many times as long as others.
 */
static double
get_largest (GArray     *lines,
             const Bars *self)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  double largest = 0, largest_inside = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      double value = get_sum (self->plot, line, self->value);
      double outside = get_sum (self->plot, line, self->outside);

      if (line->n > 1 || line->part != LAMINA_NONE)
        continue;
      largest = fmax (largest, value);
      g_array_append_val (values, value);
      largest_inside = fmax (largest_inside, outside > 0 ? value - outside : value);
      largest_inside = fmax (largest_inside, get_sum (self->plot, line, self->tick));
    }
  if (self->n_parts > 0 && self->share == LAMINA_NONE && self->outside == LAMINA_NONE)
    return cut_short (values, largest);
  return largest_inside > 0 ? fmin (largest, MOST_OUTSIDE * largest_inside) : largest;
}

/*
 * Divides the width between names, bars, values and shares, and finds what a bar that has all the room stands for. FALSE
 * when names with shapes lack room.
 */
static gboolean
place (GArray *lines,
       Bars   *self)
{
  int value = self->value != LAMINA_NONE ? (int) get_widest (self, lines, dup_value) : 0;
  int share = self->share != LAMINA_NONE ? (int) get_widest (self, lines, dup_share) : 0;
  int most = (int) (self->plot->width * MOST_NAME_SHARE);
  int rest = self->plot->width - value - share - 3 * LAMINA_CHART_GAP, widest;
  gboolean shapes = FALSE;

  for (guint i = 0; i < lines->len && !shapes; i++)
    {
      g_autofree char *name = dup_name (self->plot, &g_array_index (lines, Line, i), NULL);

      shapes = strstr (name, "×") != NULL;
    }
  if (shapes)
    most = MAX (most, rest - (int) (self->plot->width * LEAST_BAR_SHARE));
  widest = get_widest_name (lines, self, most);
  self->name_width = MIN (widest, most);
  self->right = self->plot->x + self->plot->width;
  self->value_right = self->right - (share > 0 ? share + LAMINA_CHART_GAP : 0);
  self->bar_x = self->plot->x + self->name_width + LAMINA_CHART_GAP;
  self->bar_width = MAX (self->value_right - value - LAMINA_CHART_GAP - self->bar_x, LEAST_BAR);
  self->largest = get_largest (lines, self);
  return !shapes || widest <= most;
}

/* How many pixels a number is long. */
static int
get_length (const Bars *self,
            double      value)
{
  if (!(value > 0) || !(self->largest > 0))
    return 0;
  return (int) round (fmin (value / self->largest, 1) * self->bar_width);
}

/* Bars that are divided: their parts, with what they are and how much, where that has room. */

/* Where a bar is cut short there is a gap in it. */
#define BREAK_PLACE 12
#define BREAK_GAP 3

/*
 * What a part is and how much, or how much, whichever has room; NULL when none has. What belongs to no part is the same in
 * most bars: it is not named in each.
 */
static char *
dup_part_label (const LaminaPlot     *plot,
                const Line           *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  const LaminaChartColumn *part = lamina_chart_data_get_column (plot->data, column);
  g_autofree char *value = dup_figure (plot, line, column);
  g_autofree char *both = g_strconcat (part->title, " ", value, NULL);

  if (lamina_metrics_get_width (plot->metrics, LAMINA_FONT_LABEL, both) + 8 <= box->width
      && part->use != LAMINA_CHART_USE_OUTSIDE)
    return g_steal_pointer (&both);
  if (lamina_metrics_get_width (plot->metrics, LAMINA_FONT_LABEL, value) + 8 <= box->width)
    return g_steal_pointer (&value);
  return NULL;
}

/* A label inside its box; over hatching it stands on a plate. */
static void
add_part_label (const LaminaPlot     *plot,
                const Line           *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  gboolean is_hatched = box->fill.pattern != LAMINA_PATTERN_SOLID && box->fill.pattern != LAMINA_PATTERN_TEXTURE;
  g_autofree char *text = dup_part_label (plot, line, column, box);
  LaminaSceneText label = { box->x + box->width / 2.0f, box->y + box->height / 2.0f, 0, LAMINA_ALIGN_CENTER,
                            LAMINA_FONT_LABEL, box->fill, text, 0 };
  LaminaSceneBox plate = *box;

  if (text == NULL)
    return;
  label.fill.ink = LAMINA_INK_LABEL;
  if (is_hatched)
    label.fill = LAMINA_FILL (LAMINA_INK_TEXT);
  lamina_scene_add_text (plot->scene, &label);
  plate.width = (int) ceil (lamina_metrics_get_width (plot->metrics, LAMINA_FONT_LABEL, text)) + 6;
  plate.x = (int) label.x - plate.width / 2;
  plate.fill = LAMINA_FILL (LAMINA_INK_VIEW);
  if (is_hatched)
    lamina_scene_add_box (plot->scene, &plate);
}

/* Where the bar would end if it were another number, from the left edge; -1 where there is none. */
static int
get_tick (const Bars *self,
          const Line *line)
{
  double value = line->n == 1 ? get_sum (self->plot, line, self->tick) : (double) NAN;

  return value >= 0 ? self->bar_x + get_length (self, value) : -1;
}

/* What stands in the box of a part: where it is cut short, or a line runs through it, in the largest piece of it. */
static void
add_part_words (const Bars           *self,
                const Line           *line,
                guint                 column,
                double                end,
                const LaminaSceneBox *box)
{
  LaminaSceneBox piece = *box;
  int tick = get_tick (self, line);

  if (end > self->largest)
    {
      /* A gap near the end of a bar that goes on. */
      lamina_scene_add_rect (self->plot->scene, self->bar_x + self->bar_width - BREAK_PLACE, box->y, BREAK_GAP, box->height,
                             LAMINA_FILL (LAMINA_INK_VIEW));
      piece.width = MAX (piece.width - BREAK_PLACE, 1);
    }
  if (tick > piece.x && tick < piece.x + piece.width)
    {
      int after = piece.x + piece.width - tick;

      if (after > tick - piece.x)
        piece.x = tick;
      piece.width = MAX (after, piece.width - after);
    }
  add_part_label (self->plot, line, column, &piece);
}

/* The boxes of a row or what stands in them: plates come behind all boxes, for boxes of one fill are drawn together. */
static void
add_parts (const Bars *self,
           const Line *line,
           int         y,
           gboolean    words)
{
  double before = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      double value = get_sum (self->plot, line, self->parts[i]);
      int from = get_length (self, before);
      int to = get_length (self, before + (value > 0 ? value : 0));
      LaminaSceneBox box = { self->bar_x + from, y + BAR_GAP / 2, to - from, self->row - BAR_GAP,
                             self->fills[i], lamina_plot_target (line->first, line->n) };

      if (!(value > 0))
        continue;
      before += value;
      /* A gap tells neighbors apart where hue does not. */
      box.width = MAX (box.width - (box.width > 3 ? 1 : 0), 1);
      if (words)
        add_part_words (self, line, self->parts[i], before, &box);
      else
        lamina_scene_add_box (self->plot->scene, &box);
    }
}

/* A bar for each row, with name, value and share. */

#define LEAST_WAIT 3

/* Fewer rows than this don't give up half of their number for the shapes to stand below the words. */
#define LEAST_WRAPPED 4

static void
add_bar (const Bars *self,
         const Line *line,
         int         y)
{
  double value = get_sum (self->plot, line, self->value);
  int width = MAX (get_length (self, value), value > 0);
  int wait = MIN (get_length (self, get_sum (self->plot, line, self->wait)), width);
  LaminaSceneBox box = { self->bar_x, y + BAR_GAP / 2, width, self->row - BAR_GAP,
                         LAMINA_FILL_FAMILY (line->n == 1 ? lamina_chart_data_get_family (self->plot->data, line->first)
                                                          : LAMINA_FAMILY_OTHER),
                         lamina_plot_target (line->first, line->n) };

  if (width > 0)
    lamina_scene_add_box (self->plot->scene, &box);
  box.width = wait;
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait >= LEAST_WAIT)
    lamina_scene_add_box (self->plot->scene, &box);
}

/* The bar of a part of the only row, below the place that it has there. */
static void
add_listed_part (const Bars *self,
                 const Line *line,
                 int         y)
{
  double before = 0;
  guint i = 0;

  for (; self->parts[i] != line->part; i++)
    before += fmax (get_sum (self->plot, line, self->parts[i]), 0);
  lamina_scene_add_box (self->plot->scene, &(LaminaSceneBox) {
    self->bar_x + get_length (self, before), y + BAR_GAP / 2,
    MAX (get_length (self, before + get_sum (self->plot, line, line->part)) - get_length (self, before), 1), self->row - BAR_GAP,
    self->fills[i], lamina_plot_target (line->first, line->n) });
}

static void
add_name_line (const Bars *self,
               const char *text,
               double      middle,
               LaminaInk   ink)
{
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_NAME, text, self->name_width);

  lamina_scene_add_words (self->plot->scene, self->bar_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, ink,
                          shown);
}

static void
add_name (const Bars *self,
          const Line *line,
          double      middle)
{
  g_autofree char *name = dup_name (self->plot, line, self->prefix);
  LaminaInk ink = line->n == 1 ? LAMINA_INK_TEXT : LAMINA_INK_QUIET;
  const char *shapes = self->wraps ? lamina_plot_find_shapes (name) : NULL;
  g_autofree char *words = shapes != NULL ? g_strndup (name, (gsize) (shapes - name)) : NULL;

  if (shapes == NULL || lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, name) <= self->name_width)
    {
      add_name_line (self, name, middle, ink);
      return;
    }
  add_name_line (self, words, middle - WRAPPED_LINE / 2.0, ink);
  add_name_line (self, shapes + 1, middle + WRAPPED_LINE / 2.0, ink);
}

/* Rows that are shown as one have figures alone where their bar would be longer than all others. */
static gboolean
is_drawn (const Bars *self,
          const Line *line)
{
  return line->n == 1 || get_sum (self->plot, line, self->value) <= self->largest;
}

static void
add_line (const Bars *self,
          const Line *line,
          int         y)
{
  double middle = y + self->row / 2.0;
  float x = (float) get_tick (self, line);
  LaminaSceneLine tick = { x, (float) y, x, (float) (y + self->row), LAMINA_FILL (LAMINA_INK_TEXT), FALSE, TICK_WIDTH };
  g_autofree char *value = dup_value (self, line);
  g_autofree char *share = self->share != LAMINA_NONE ? dup_share (self, line) : NULL;
  LaminaSceneBox whole = { self->plot->x, y, self->plot->width, self->row, LAMINA_FILL (LAMINA_INK_NONE),
                           lamina_plot_target (line->first, line->n) };

  lamina_scene_add_box (self->plot->scene, &whole);
  if (line->part != LAMINA_NONE)
    add_listed_part (self, line, y);
  else if (is_drawn (self, line) && self->n_parts > 0)
    add_parts (self, line, y, FALSE);
  else if (is_drawn (self, line))
    add_bar (self, line, y);
  if (x >= 0)
    lamina_scene_add_line (self->plot->scene, &tick);
  add_name (self, line, middle);
  lamina_scene_add_words (self->plot->scene, self->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT,
                          value);
  if (share != NULL)
    lamina_scene_add_words (self->plot->scene, self->right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, share);
}

static void
add_lines (const Bars *self,
           GArray     *lines,
           int         y)
{
  g_autofree int *tops = g_new (int, MAX (lines->len, 1));

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      if (line->part == LAMINA_NONE && begins_heading (self, line->first))
        {
          lamina_scene_add_words (self->plot->scene, self->plot->x, y + HEADING / 2.0, self->plot->width, LAMINA_ALIGN_START,
                                  LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                                  lamina_chart_data_get_text (self->plot->data, line->first, self->heading));
          y += HEADING;
        }
      add_line (self, line, y);
      tops[i] = y;
      y += self->row;
    }
  for (guint i = 0; i < lines->len && self->n_parts > 0; i++)
    if (g_array_index (lines, Line, i).part == LAMINA_NONE && is_drawn (self, &g_array_index (lines, Line, i)))
      add_parts (self, &g_array_index (lines, Line, i), tops[i], TRUE);
}

void
lamina_plot_add_bars (const LaminaPlot *plot)
{
  Bars self = { .plot = plot };
  g_autoptr (GArray) lines = NULL;
  int y = plot->y;

  find_columns (&self);
  lines = list_lines (&self);
  self.prefix = lamina_plot_dup_prefix (plot);
  if (!place (lines, &self) && plot->height >= LEAST_WRAPPED * WRAPPED_ROW)
    {
      self.wraps = TRUE;
      g_array_unref (lines);
      lines = list_lines (&self);
      place (lines, &self);
    }
  if (self.n_entries > 0)
    {
      int height = place_legend (&self, FALSE);

      lamina_scene_open_group (plot->scene, "parts", plot->x, plot->y, plot->width, height);
      place_legend (&self, TRUE);
      lamina_scene_close_group (plot->scene);
      y += height;
    }
  self.row = get_row_height (&self, lines);
  lamina_scene_open_group (plot->scene, "bars", plot->x, y, plot->width, plot->y + plot->height - y);
  add_lines (&self, lines, y);
  lamina_scene_close_group (plot->scene);
  g_free (self.prefix);
}
