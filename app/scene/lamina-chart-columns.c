/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-layout-private.h"
#include "lamina-scale-private.h"
#include "lamina-words-private.h"

#include <math.h>
#include <string.h>

#define LEGEND 22
#define STRIP 5
#define STRIP_GAP 3
#define PANEL_GAP 18
#define PANEL_TITLE 18
#define SWATCH 10
#define MOST_COLUMNS 1500
#define MOST_COLUMN_WIDTH 48
#define MOST_PANELS 4
#define MOST_CLASSES 4
#define MOST_LABELS 3
#define TICK_DISTANCE 34
#define MOST_LEVELS 8
#define MOST_LABEL_WIDTH 180
#define LABEL_GAP 12
#define ORDER_GAP 24
#define HEADROOM 1.14

/* Few columns may be wide. */
#define FEW_COLUMNS 6
#define FEW_COLUMN_WIDTH 120

/* What takes less than this part of the mean time of a layer says nothing about how fast something is. */
#define LEAST_OF_MEAN 0.1

/* Columns and lines that are so many times as high as the others would leave no room to these. */
#define MOST_ABOVE 2
#define BREAK_GAP 3

/* What stands in one column of the picture: rows that stand behind each other, the one that is drawn, and its number. */
typedef struct
{
  guint first;
  guint n;
  guint tallest;
  double number;
  gboolean is_labelled;
} Bucket;

/* A kind of rows, told by the strip below the columns. */
typedef struct
{
  const char *name;
  double sum;
} Class;

typedef struct
{
  guint values[MOST_PANELS];
  guint n_panels;
  guint class_column;
  Class classes[MOST_CLASSES];
  guint n_classes;
  gboolean has_others;
  int left;
  int width;
  int top;
  int panel_height;
  guint n_buckets;
  guint n_rows;
  char *prefix;
} Columns;

static const guint8 class_alphas[MOST_CLASSES + 1] = { 60, 220, 120, 170, 30 };

static int
get_bucket_x (const Columns *columns,
              guint          bucket)
{
  return columns->left + (int) ((gint64) bucket * columns->width / columns->n_buckets);
}

static Bucket *
list_buckets (const LaminaPlot *self,
              const Columns    *columns,
              guint             value)
{
  Bucket *buckets = g_new0 (Bucket, columns->n_buckets);

  for (guint i = 0; i < columns->n_buckets; i++)
    {
      guint end = (guint) ((guint64) (i + 1) * columns->n_rows / columns->n_buckets);
      Bucket *bucket = &buckets[i];

      bucket->tallest = bucket->first = (guint) ((guint64) i * columns->n_rows / columns->n_buckets);
      bucket->n = end - bucket->first;
      bucket->number = NAN;
      for (guint row = bucket->first; row < end; row++)
        {
          double number = lamina_chart_data_get_number (self->data, row, value);

          if (isnan (number) || number <= bucket->number)
            continue;
          bucket->number = number;
          bucket->tallest = row;
        }
    }
  return buckets;
}

static int
compare_classes (gconstpointer a,
                 gconstpointer b)
{
  const Class *left = a, *right = b;

  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  return strcmp (left->name, right->name);
}

/* The kinds that make most of the whole; the others share a tone. */
static void
find_classes (const LaminaPlot *self,
              Columns          *columns)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (Class));

  columns->class_column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_CLASS);
  for (guint row = 0; columns->class_column != LAMINA_NONE && row < columns->n_rows; row++)
    {
      const char *name = lamina_chart_data_get_text (self->data, row, columns->class_column);
      double value = lamina_chart_data_get_number (self->data, row, columns->values[0]);
      Class class = { name, 0 };
      gpointer place;

      if (*name == '\0')
        continue;
      if (!g_hash_table_lookup_extended (places, name, NULL, &place))
        {
          place = GUINT_TO_POINTER (classes->len);
          g_hash_table_insert (places, (gpointer) name, place);
          g_array_append_val (classes, class);
        }
      g_array_index (classes, Class, GPOINTER_TO_UINT (place)).sum += value > 0 ? value : 0;
    }
  g_array_sort (classes, compare_classes);
  columns->n_classes = MIN (classes->len, MOST_CLASSES);
  columns->has_others = classes->len > MOST_CLASSES;
  for (guint i = 0; i < columns->n_classes; i++)
    columns->classes[i] = g_array_index (classes, Class, i);
}

/* MOST_CLASSES for one of the others, more for none. */
static guint
get_class (const LaminaPlot *self,
           const Columns    *columns,
           guint             row)
{
  const char *name = lamina_chart_data_get_text (self->data, row, columns->class_column);

  for (guint i = 0; i < columns->n_classes; i++)
    if (g_str_equal (columns->classes[i].name, name))
      return i;
  return *name != '\0' ? MOST_CLASSES : MOST_CLASSES + 1;
}

/* The time that a rate is over; LAMINA_NONE when the chart has none. */
static guint
find_time (LaminaChartData *data)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (lamina_chart_data_get_column (data, i)->unit == LAMINA_UNIT_NANOSECONDS)
      return i;
  return LAMINA_NONE;
}

/* The largest number of rows that take at least @least of the time in column @time. */
static double
get_largest_row (const LaminaPlot *self,
                 const Columns    *columns,
                 guint             value,
                 guint             time,
                 double            least)
{
  double largest = 0;

  for (guint row = 0; row < columns->n_rows; row++)
    if (time == LAMINA_NONE || lamina_chart_data_get_number (self->data, row, time) >= least)
      largest = fmax (largest, lamina_chart_data_get_number (self->data, row, value));
  return largest;
}

/* The same of rates, without those of rows that are too short to say how fast something is. */
static double
get_largest_rate (const LaminaPlot *self,
                  const Columns    *columns,
                  guint             value)
{
  guint time = find_time (self->data);
  double all = get_largest_row (self, columns, value, LAMINA_NONE, 0);
  double sum = 0, largest;

  if (time == LAMINA_NONE)
    return all;
  for (guint row = 0; row < columns->n_rows; row++)
    sum += fmax (lamina_chart_data_get_number (self->data, row, time), 0);
  largest = get_largest_row (self, columns, value, time, LEAST_OF_MEAN * sum / columns->n_rows);
  return largest > 0 && all > MOST_ABOVE * largest ? largest : all;
}

/* Lines far above all columns are told in words. */
static double
get_largest (const LaminaPlot *self,
             const Columns    *columns,
             guint             value)
{
  gboolean is_rate = lamina_chart_data_get_column (self->data, value)->kind == LAMINA_LAYER_VALUE_RATE;
  double rows = is_rate ? get_largest_rate (self, columns, value)
                        : get_largest_row (self, columns, value, LAMINA_NONE, 0);
  double largest = rows;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (mark->column == value && (rows <= 0 || mark->value <= 2 * MOST_ABOVE * rows))
        largest = fmax (largest, mark->value);
    }
  return largest;
}

/* Whether a number lies above the plot. */
static gboolean
is_above (const LaminaScale *scale,
          double             number)
{
  return number > scale->high * (1 + 1e-9);
}

/* Where a number ends in the plot. */
static double
get_place (const LaminaScale *scale,
           double             number)
{
  return is_above (scale, number) ? scale->to : lamina_scale_get_place (scale, number);
}

static LaminaScale
create_scale (const LaminaPlot *self,
              const Columns    *columns,
              guint             panel)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->data, columns->values[panel]);
  int top = columns->top + (int) panel * (columns->panel_height + PANEL_GAP) + (columns->n_panels > 1 ? PANEL_TITLE : 0);
  int bottom = MAX (columns->top + (int) panel * (columns->panel_height + PANEL_GAP) + columns->panel_height, top + 1);

  return lamina_scale_init_linear (column->kind, column->unit,
                                   get_largest (self, columns, columns->values[panel]) * HEADROOM, bottom, top,
                                   MAX (TICK_DISTANCE, (bottom - top) / MOST_LEVELS));
}

static double
get_widest_tick (const LaminaPlot *self,
                 const Columns    *columns)
{
  double widest = 0;

  for (guint panel = 0; panel < columns->n_panels; panel++)
    {
      LaminaScale scale = create_scale (self, columns, panel);

      for (guint i = 0; i < scale.n_ticks; i++)
        {
          g_autofree char *text = lamina_scale_dup_tick (&scale, i);

          widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_RULER, text));
        }
    }
  return widest;
}

static void
place (const LaminaPlot *self,
       Columns          *columns)
{
  gboolean has_strip = columns->n_classes > 1;
  gboolean has_legend = columns->n_classes > 0;
  int bottom = self->y + self->height - LAMINA_CHART_AXIS - (has_strip ? STRIP + STRIP_GAP : 0);

  columns->top = self->y + (has_legend ? LEGEND : 8);
  columns->panel_height = (bottom - columns->top - (int) (columns->n_panels - 1) * PANEL_GAP) / (int) columns->n_panels;
  columns->panel_height = MAX (columns->panel_height, 10);
  columns->left = self->x + (int) ceil (get_widest_tick (self, columns)) + LAMINA_CHART_GAP;
  columns->width = MAX (self->x + self->width - columns->left, 1);
  columns->n_buckets = MIN (columns->n_rows, (guint) MIN (columns->width, MOST_COLUMNS));
  if (columns->n_buckets == columns->n_rows)
    columns->width = MIN (columns->width, (int) columns->n_rows * (columns->n_rows <= FEW_COLUMNS ? FEW_COLUMN_WIDTH
                                                                                                 : MOST_COLUMN_WIDTH));
}

static void
add_grid (const LaminaPlot  *self,
          const Columns     *columns,
          const LaminaScale *scale)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double y = round (lamina_scale_get_place (scale, scale->ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      lamina_scene_add_rect (self->scene, columns->left, (int) y, MAX (self->x + self->width - columns->left, 1), 1,
                             LAMINA_FILL (i == 0 ? LAMINA_INK_QUIET : LAMINA_INK_GRID));
      lamina_plot_add_text (self, columns->left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                            LAMINA_INK_QUIET, text);
    }
}

/* The tallest column that was not tried yet. */
static Bucket *
find_tallest (Bucket *buckets,
              guint   n)
{
  Bucket *tallest = NULL;

  for (guint i = 0; i < n; i++)
    if (!buckets[i].is_labelled && buckets[i].number > (tallest != NULL ? tallest->number : 0))
      tallest = &buckets[i];
  return tallest;
}

/* Whether a name above a column would stand on taller ones. */
static gboolean
is_hidden (const Columns *columns,
           const Bucket  *buckets,
           const Bucket  *bucket,
           double         left,
           double         right)
{
  for (guint i = 0; i < columns->n_buckets; i++)
    if (get_bucket_x (columns, i + 1) > left && get_bucket_x (columns, i) < right && buckets[i].number > bucket->number)
      return TRUE;
  return FALSE;
}

/* Whether a name that ends at @right would stand on the label of a line, which stands at the right. */
static gboolean
covers_mark (const LaminaPlot  *self,
             const Columns     *columns,
             const LaminaScale *scale,
             guint              value,
             double             y,
             double             right)
{
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);
      double width = lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, mark->label);
      double line = get_place (scale, mark->value);

      if (mark->column != value || mark->is_slope)
        continue;
      if (fabs (y - line) < 7 || (fabs (y - (line - 9)) < 14 && right > columns->left + columns->width - width - 4))
        return TRUE;
    }
  return FALSE;
}

/* What the heading of a panel takes of the line above the plot. */
static double
get_heading_width (const LaminaPlot *self,
                   const Columns    *columns,
                   guint             value)
{
  const char *title = lamina_chart_data_get_column (self->data, value)->title;

  return columns->n_panels > 1 ? lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, title) + LABEL_GAP : 0;
}

/* A column that goes on above the plot says how far. */
static char *
dup_column_name (const LaminaPlot  *self,
                 const Columns     *columns,
                 const LaminaScale *scale,
                 guint              value,
                 const Bucket      *bucket)
{
  g_autofree char *name = lamina_plot_dup_label (self, bucket->tallest, columns->prefix);
  g_auto (LaminaLayerValue) number = { 0 };
  g_autofree char *text = NULL;

  if (!is_above (scale, bucket->number))
    return g_steal_pointer (&name);
  lamina_chart_data_get_value (self->data, bucket->tallest, value, &number);
  text = lamina_layer_value_dup_text (&number);
  return g_strconcat (name, " ", text, NULL);
}

/* Names of the tallest columns, where they do not run into each other. */
static void
add_labels (const LaminaPlot  *self,
            const Columns     *columns,
            const LaminaScale *scale,
            guint              value,
            Bucket            *buckets)
{
  double from[MOST_LABELS], to[MOST_LABELS];
  Bucket *bucket;
  guint n = 0;

  for (guint tries = 0; tries < 8 * MOST_LABELS && n < MOST_LABELS
                        && (bucket = find_tallest (buckets, columns->n_buckets)) != NULL; tries++)
    {
      guint i = (guint) (bucket - buckets);
      double middle = (get_bucket_x (columns, i) + get_bucket_x (columns, i + 1)) / 2.0;
      g_autofree char *name = dup_column_name (self, columns, scale, value, bucket);
      g_autofree char *shown = lamina_plot_dup_shortened (self, LAMINA_FONT_CAPTION, name, MOST_LABEL_WIDTH);
      double width = lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, shown);
      double y = get_place (scale, bucket->number) - 8;
      double first = columns->left + (y < scale->to ? get_heading_width (self, columns, value) : 0) + 2;
      double left = fmax (fmin (middle - width / 2, columns->left + columns->width - width), first);
      gboolean is_free = !(is_above (scale, bucket->number) && n > 0)
                         && !is_hidden (columns, buckets, bucket, left, left + width)
                         && !covers_mark (self, columns, scale, value, y, left + width);

      bucket->is_labelled = TRUE;
      for (guint k = 0; k < n; k++)
        is_free = is_free && (left > to[k] + LABEL_GAP || left + width + LABEL_GAP < from[k]);
      if (!is_free)
        continue;
      from[n] = left;
      to[n++] = left + width;
      lamina_plot_add_text (self, left, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, shown);
    }
}

static void
add_mark (const LaminaPlot      *self,
          const Columns         *columns,
          const LaminaScale     *scale,
          const LaminaChartMark *mark)
{
  float right = (float) (self->x + self->width);
  float y = (float) round (get_place (scale, mark->value)) + 0.5f;
  LaminaSceneLine line = { (float) columns->left, y, right, y, LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 1.3f };
  g_autofree char *above = g_strdup_printf (_("%s, far above"), mark->label);

  if (!is_above (scale, mark->value))
    lamina_scene_add_line (self->scene, &line);
  lamina_plot_add_text (self, right, y - (is_above (scale, mark->value) ? 0 : 9), 0, LAMINA_ALIGN_END,
                        LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, is_above (scale, mark->value) ? above : mark->label);
}

static void
add_marks (const LaminaPlot  *self,
           const Columns     *columns,
           const LaminaScale *scale,
           guint              value)
{
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (mark->column == value && !mark->is_slope)
        add_mark (self, columns, scale, mark);
    }
}

static void
add_column (const LaminaPlot  *self,
            const Columns     *columns,
            const LaminaScale *scale,
            const Bucket      *bucket,
            guint              i)
{
  int x = get_bucket_x (columns, i);
  int width = get_bucket_x (columns, i + 1) - x;
  int bottom = (int) scale->from;
  int height = isnan (bucket->number) ? 0 : bottom - (int) round (get_place (scale, bucket->number));
  LaminaSceneBox box = { x, 0, MAX (width - (width >= 3), 1), MAX (height, bucket->number > 0),
                         LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->data, bucket->tallest)),
                         lamina_plot_target (bucket->first, bucket->n) };

  box.y = bottom - box.height;
  if (box.height > 0)
    lamina_scene_add_box (self->scene, &box);
}

/* A gap near the top of those that go on above. */
static void
add_break (const LaminaPlot  *self,
           const Columns     *columns,
           const LaminaScale *scale,
           const Bucket      *bucket,
           guint              i)
{
  int x = get_bucket_x (columns, i);

  if (is_above (scale, bucket->number))
    lamina_scene_add_rect (self->scene, x, (int) scale->to + BREAK_GAP, MAX (get_bucket_x (columns, i + 1) - x, 1),
                           BREAK_GAP, LAMINA_FILL (LAMINA_INK_VIEW));
}

static void
add_panel (const LaminaPlot *self,
           const Columns    *columns,
           guint             panel)
{
  guint value = columns->values[panel];
  LaminaScale scale = create_scale (self, columns, panel);
  g_autofree Bucket *buckets = list_buckets (self, columns, value);
  int bottom = (int) scale.from;
  int top = columns->top + (int) panel * (columns->panel_height + PANEL_GAP);

  lamina_scene_open_group (self->scene, lamina_chart_data_get_column (self->data, value)->key, self->x, top - 8,
                           self->width, bottom - top + 16);
  if (columns->n_panels > 1)
    lamina_plot_add_text (self, columns->left, top + PANEL_TITLE / 2.0 - 2, columns->width, LAMINA_ALIGN_START,
                          LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, lamina_chart_data_get_column (self->data, value)->title);
  add_grid (self, columns, &scale);
  for (guint i = 0; i < columns->n_buckets; i++)
    add_column (self, columns, &scale, &buckets[i], i);
  for (guint i = 0; i < columns->n_buckets; i++)
    add_break (self, columns, &scale, &buckets[i], i);
  add_marks (self, columns, &scale, value);
  add_labels (self, columns, &scale, value, buckets);
  lamina_scene_close_group (self->scene);
}

static LaminaFill
get_class_fill (guint class)
{
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);

  fill.alpha = class_alphas[MIN (class, MOST_CLASSES)];
  return fill;
}

static void
add_strip (const LaminaPlot *self,
           const Columns    *columns)
{
  int y = columns->top + (int) columns->n_panels * (columns->panel_height + PANEL_GAP) - PANEL_GAP + STRIP_GAP;
  g_autofree Bucket *buckets = list_buckets (self, columns, columns->values[0]);

  lamina_scene_open_group (self->scene, "kinds", self->x, y, self->width, STRIP);
  for (guint i = 0, end; i < columns->n_buckets; i = end)
    {
      guint class = get_class (self, columns, buckets[i].tallest);

      for (end = i + 1; end < columns->n_buckets && get_class (self, columns, buckets[end].tallest) == class; end++)
        continue;
      if (class <= MOST_CLASSES)
        lamina_scene_add_rect (self->scene, get_bucket_x (columns, i), y,
                               get_bucket_x (columns, end) - get_bucket_x (columns, i), STRIP, get_class_fill (class));
    }
  lamina_scene_close_group (self->scene);
}

static void
add_legend (const LaminaPlot *self,
            const Columns    *columns)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->data, columns->class_column);
  double x = columns->left;
  double y = self->y + LEGEND / 2.0 - 4;

  lamina_scene_open_group (self->scene, "legend of kinds", self->x, self->y, self->width, LEGEND);
  lamina_plot_add_text (self, x, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, column->title);
  x += lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, column->title) + 12;
  for (guint i = 0; i < columns->n_classes + columns->has_others; i++)
    {
      const char *name = i < columns->n_classes ? columns->classes[i].name : _("others");

      if (columns->n_classes > 1)
        {
          lamina_scene_add_rect (self->scene, (int) x, (int) (y - SWATCH / 2.0), SWATCH, SWATCH,
                                 get_class_fill (i < columns->n_classes ? i : MOST_CLASSES));
          x += SWATCH + 6;
        }
      lamina_plot_add_text (self, x, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, name);
      x += lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, name) + 16;
    }
  lamina_scene_close_group (self->scene);
}

/* Which row, counted from 1. */
static void
add_order (const LaminaPlot *self,
           const Columns    *columns)
{
  int y = self->y + self->height - LAMINA_CHART_AXIS;
  LaminaScale scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, columns->n_rows, columns->left,
                                                columns->left + columns->width, 60);
  g_autofree char *all = lamina_chart_data_dup_rest (self->data, columns->n_rows);
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_RULER, all);
  double end = fmin (self->x + self->width, columns->left + columns->width + ORDER_GAP + width);
  double right = end - width - ORDER_GAP;

  lamina_scene_open_group (self->scene, "order", self->x, y, self->width, LAMINA_CHART_AXIS);
  for (guint i = 1; i < scale.n_ticks; i++)
    {
      double x = lamina_scale_get_place (&scale, scale.ticks[i] - 0.5);
      g_autofree char *text = lamina_scale_dup_tick (&scale, i);

      if (x < right)
        lamina_plot_add_text (self, x, y + LAMINA_CHART_AXIS / 2.0 + 1, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER,
                              LAMINA_INK_QUIET, text);
    }
  lamina_plot_add_text (self, end, y + LAMINA_CHART_AXIS / 2.0 + 1, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                        LAMINA_INK_QUIET, all);
  lamina_scene_close_group (self->scene);
}

void
lamina_plot_add_columns (const LaminaPlot *self)
{
  Columns columns = { .n_rows = lamina_chart_data_get_n_rows (self->data) };

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data) && columns.n_panels < MOST_PANELS; i++)
    if (lamina_chart_data_get_column (self->data, i)->use == LAMINA_CHART_USE_VALUE)
      columns.values[columns.n_panels++] = i;
  if (columns.n_panels == 0)
    return;
  columns.prefix = lamina_plot_dup_prefix (self);
  find_classes (self, &columns);
  place (self, &columns);
  if (columns.n_classes > 0)
    add_legend (self, &columns);
  for (guint panel = 0; panel < columns.n_panels; panel++)
    add_panel (self, &columns, panel);
  if (columns.n_classes > 1)
    add_strip (self, &columns);
  add_order (self, &columns);
  g_free (columns.prefix);
}
