/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-private.h"

#include "lamina-grouping.h"
#include "lamina-layer-query.h"

#include <math.h>

#define MOST_BARS 25
#define ROW_HEIGHT 22
#define BAR_HEIGHT 15
#define GAP 10
#define SHARE_WIDTH 56
#define HEAD_HEIGHT 60
#define AXIS_HEIGHT 38
#define TICK_DISTANCE 80
#define LEAST_WAIT 4

/* What the bars show: the first of these that any layer has. */
typedef enum
{
  MEASURE_COST,
  MEASURE_FLOP,
  MEASURE_BYTES,
  MEASURE_CALLS,
} Measure;

static const struct
{
  LaminaLayerColumn column;
  LaminaUnit unit;
  const char *name;
  const char *most;
} measures[] = {
  [MEASURE_COST] = { LAMINA_LAYER_COLUMN_DURATION, LAMINA_UNIT_NANOSECONDS, "duration", "longest" },
  [MEASURE_FLOP] = { LAMINA_LAYER_COLUMN_FLOP, LAMINA_UNIT_FLOP, "floating point operations", "largest" },
  [MEASURE_BYTES] = { LAMINA_LAYER_COLUMN_BYTES, LAMINA_UNIT_BYTES, "bytes moved", "largest" },
  [MEASURE_CALLS] = { LAMINA_LAYER_COLUMN_CALLS, LAMINA_UNIT_NONE, "calls", "most frequent" },
};

typedef struct
{
  char *label;
  guint8 family;
  double value;
  double wait;
  LaminaTarget target;
} Bar;

static void
clear_bar (gpointer data)
{
  g_free (((Bar *) data)->label);
}

static GArray *
create_bars (void)
{
  GArray *bars = g_array_new (FALSE, FALSE, sizeof (Bar));

  g_array_set_clear_func (bars, clear_bar);
  return bars;
}

static Measure
get_measure (LaminaRun *run)
{
  const LaminaTotals *totals = lamina_run_get_totals (run);

  if (totals->cost != LAMINA_ABSENT)
    return MEASURE_COST;
  if (totals->flop != LAMINA_ABSENT)
    return MEASURE_FLOP;
  return totals->bytes != LAMINA_ABSENT ? MEASURE_BYTES : MEASURE_CALLS;
}

static gint64
get_value (LaminaRun *run,
           Measure    measure,
           guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  switch (measure)
    {
    case MEASURE_COST:
      return lamina_column_number (lamina_run_get_costs (run), layer);
    case MEASURE_FLOP:
      return lamina_column_number (layers->flop, layer);
    case MEASURE_BYTES:
      return lamina_column_number (layers->bytes, layer);
    case MEASURE_CALLS:
    default:
      return layers->calls[layer];
    }
}

static double
get_total (LaminaRun *run,
           Measure    measure)
{
  double total = 0;

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      gint64 value = get_value (run, measure, i);

      if (value != LAMINA_ABSENT)
        total += (double) value;
    }
  return total;
}

/* Where the columns of a chart stand. */
typedef struct
{
  int bar_x;
  int bar_width;
  double largest;
  double total;
  LaminaUnit unit;
} Columns;

static Columns
place_columns (LaminaPage *page,
               GArray     *bars,
               Measure     measure)
{
  Columns columns = { .unit = measures[measure].unit, .total = get_total (page->run, measure) };
  double names = 40;
  double values = 40;
  int right;

  for (guint i = 0; i < bars->len; i++)
    {
      const Bar *bar = &g_array_index (bars, Bar, i);
      g_autofree char *value = lamina_figure_dup_real (bar->value, columns.unit);

      columns.largest = MAX (columns.largest, bar->value);
      names = MAX (names, lamina_metrics_get_width (page->metrics, LAMINA_FONT_NAME, bar->label));
      values = MAX (values, lamina_metrics_get_width (page->metrics, LAMINA_FONT_NAME, value));
    }
  columns.bar_x = LAMINA_PAGE_MARGIN + (int) MIN (ceil (names), page->options->width * 0.38) + GAP;
  right = page->options->width - LAMINA_PAGE_MARGIN - SHARE_WIDTH - (int) ceil (values) - GAP;
  columns.bar_width = MAX (right - columns.bar_x, 10);
  return columns;
}

static void
add_figures (LaminaPage    *page,
             const Columns *columns,
             const Bar     *bar,
             double         middle)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *value = lamina_figure_dup_real (bar->value, columns->unit);
  g_autofree char *share = NULL;
  int right = page->options->width - LAMINA_PAGE_MARGIN;

  lamina_scene_add_words (page->scene, right - SHARE_WIDTH, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                          LAMINA_INK_TEXT, value);
  if (columns->total <= 0)
    return;
  share = g_strconcat (g_ascii_formatd (buffer, sizeof buffer, "%.1f", bar->value / columns->total * 100), "\u00a0%",
                       NULL);
  lamina_scene_add_words (page->scene, right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, share);
}

static int
scale (const Columns *columns,
       double         value)
{
  return columns->largest > 0 ? (int) lround (value / columns->largest * columns->bar_width) : 0;
}

static void
add_bar (LaminaPage    *page,
         const Columns *columns,
         const Bar     *bar)
{
  int width = MAX (scale (columns, bar->value), bar->value > 0);
  int wait = MIN (scale (columns, bar->wait), width);
  double middle = page->y + ROW_HEIGHT / 2.0;
  LaminaSceneBox box = { columns->bar_x, page->y + (ROW_HEIGHT - BAR_HEIGHT) / 2, width, BAR_HEIGHT,
                         LAMINA_FILL_FAMILY (bar->family),
                         bar->target };

  if (width > 0)
    lamina_scene_add_box (page->scene, &box);
  box.width = wait;
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait >= LEAST_WAIT)
    lamina_scene_add_box (page->scene, &box);
  lamina_scene_add_words (page->scene, columns->bar_x - GAP, middle, columns->bar_x - GAP - LAMINA_PAGE_MARGIN,
                          LAMINA_ALIGN_END,
                          LAMINA_FONT_NAME, LAMINA_INK_TEXT, bar->label);
  add_figures (page, columns, bar, middle);
  page->y += ROW_HEIGHT;
}

/* A scale below the bars, whose numbers share one unit. */
static void
add_axis (LaminaPage    *page,
          const Columns *columns)
{
  LaminaAxisUnit unit = columns->unit == LAMINA_UNIT_BYTES ? LAMINA_AXIS_BYTES : LAMINA_AXIS_NANOSECONDS;
  LaminaTimeView view = lamina_time_view_init (0, columns->largest / columns->bar_width, columns->bar_width);
  LaminaTicks ticks;

  if ((columns->unit != LAMINA_UNIT_NANOSECONDS && columns->unit != LAMINA_UNIT_BYTES) || !(columns->largest >= 1))
    return;
  ticks = lamina_ticks_init (&view, unit, 0, TICK_DISTANCE, page->metrics);
  lamina_scene_add_rect (page->scene, columns->bar_x, page->y, columns->bar_width, 1, LAMINA_FILL (LAMINA_INK_TEXT));
  for (guint i = 0; i < ticks.n; i++)
    {
      int x = columns->bar_x + lamina_ticks_get_x (&ticks, &view, i);
      g_autofree char *text = lamina_axis_dup_tick_text (unit, ticks.first + ticks.step * i, ticks.step, ticks.largest);

      lamina_scene_add_rect (page->scene, x, page->y, 1, 6, LAMINA_FILL (LAMINA_INK_TEXT));
      lamina_scene_add_words (page->scene, x + 0.5, page->y + 15, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER,
                              LAMINA_INK_TEXT, text);
    }
  page->y += 26;
}

static void
add_chart (LaminaPage *page,
           const char *name,
           GArray     *bars,
           Measure     measure,
           const char *note)
{
  Columns columns = place_columns (page, bars, measure);
  int height = (int) bars->len * ROW_HEIGHT + AXIS_HEIGHT;

  lamina_scene_open_group (page->scene, name, 0, page->y, page->options->width, height);
  for (guint i = 0; i < bars->len; i++)
    add_bar (page, &columns, &g_array_index (bars, Bar, i));
  page->y += 4;
  add_axis (page, &columns);
  lamina_scene_close_group (page->scene);
  page->y += 8;
  lamina_page_add_legend (page);
  lamina_page_add_source (page, note);
}

/* How many bars fit into the height that was asked for. */
static guint
get_room (LaminaPage *page)
{
  int others = page->y + HEAD_HEIGHT + AXIS_HEIGHT + lamina_page_get_foot_height (page) + LAMINA_PAGE_MARGIN;
  int room = page->options->height - others;

  if (page->options->height == 0)
    return MOST_BARS;
  return CLAMP (room / ROW_HEIGHT, 1, MOST_BARS);
}

static gboolean
check_layers (LaminaPage  *page,
              GError     **error)
{
  if (lamina_run_get_layers (page->run)->n > 0)
    return TRUE;
  g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has no layers");
  return FALSE;
}

/* Title, and what is shown as the first sentence of the caption. */
static void
add_head (LaminaPage *page,
          Measure     measure,
          const char *what)
{
  g_autofree char *title = lamina_picture_dup_title (page->document, page->options);
  g_autofree char *timing = lamina_page_dup_timing (page);
  g_autofree char *total = lamina_figure_dup_real (get_total (page->run, measure), measures[measure].unit);
  g_autofree char *caption = g_strdup_printf ("%s: %s and share of %s. %s", what, measures[measure].name, total,
                                              timing);

  lamina_page_add_title (page, title, page->options->caption != NULL ? page->options->caption : caption);
}

static guint32 *
create_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  return rows;
}

/* How many layers have a value. */
static guint
count_values (LaminaRun *run,
              Measure    measure)
{
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    n += get_value (run, measure, i) != LAMINA_ABSENT;
  return n;
}

static Bar
create_layer_bar (LaminaRun *run,
                  Measure    measure,
                  guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 wait = lamina_column_number (layers->wait, layer);

  return (Bar) {
    .label = lamina_slice_dup_label (lamina_run_get_string (run, layers->name[layer])),
    .family = layers->family[layer],
    .value = (double) get_value (run, measure, layer),
    .wait = measure != MEASURE_COST || wait == LAMINA_ABSENT ? 0 : (double) wait,
  };
}

gboolean
lamina_page_add_layers (LaminaPage  *self,
                        GError     **error)
{
  Measure measure = get_measure (self->run);
  guint n_layers = lamina_run_get_layers (self->run)->n;
  guint n_values = count_values (self->run, measure);
  guint n = MIN (get_room (self), n_values);
  g_autofree guint32 *rows = create_rows (n_layers);
  g_autoptr (GArray) bars = create_bars ();
  g_autofree char *what = n == n_values ? g_strdup_printf ("All %u layers", n)
                                        : g_strdup_printf ("The %u %s of %u layers", n, measures[measure].most,
                                                           n_values);

  if (!check_layers (self, error))
    return FALSE;
  add_head (self, measure, what);
  lamina_layers_sort (self->run, self->timebase, measures[measure].column, TRUE, rows, n_layers, NULL);
  for (guint i = 0; i < n; i++)
    {
      Bar bar = create_layer_bar (self->run, measure, rows[i]);

      bar.target = (LaminaTarget) { LAMINA_TARGET_LAYERS, 0, i, 1 };
      g_array_append_val (bars, bar);
    }
  add_chart (self, "layers", bars, measure, NULL);
  return TRUE;
}

static gint64
get_group_value (const LaminaLayerGroup *group,
                 Measure                 measure)
{
  switch (measure)
    {
    case MEASURE_COST:
      return group->duration;
    case MEASURE_FLOP:
      return group->flop;
    case MEASURE_BYTES:
      return group->bytes;
    case MEASURE_CALLS:
    default:
      return group->calls;
    }
}

static int
compare_bars (gconstpointer a,
              gconstpointer b)
{
  double left = ((const Bar *) a)->value;
  double right = ((const Bar *) b)->value;

  return left > right ? -1 : left < right;
}

/* The groups that have a value, largest first. */
static void
add_groups (GArray         *bars,
            LaminaGrouping *grouping,
            Measure         measure)
{
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      gint64 value = get_group_value (group, measure);
      Bar bar = { .family = group->family, .value = (double) value };

      if (value == LAMINA_ABSENT)
        continue;
      bar.label = g_strdup (group->label);
      g_array_append_val (bars, bar);
    }
  g_array_sort (bars, compare_bars);
}

/* Replaces what does not fit by what it adds up to. */
static void
sum_up_rest (GArray *bars,
             guint   room)
{
  Bar rest = { .family = LAMINA_FAMILY_OTHER };

  if (bars->len <= room)
    return;
  rest.label = g_strdup_printf ("%u more types", bars->len - room + 1);
  for (guint i = room - 1; i < bars->len; i++)
    rest.value += g_array_index (bars, Bar, i).value;
  g_array_set_size (bars, room - 1);
  g_array_append_val (bars, rest);
}

static char *
dup_absent (guint   n,
            Measure measure)
{
  if (n == 0)
    return NULL;
  return g_strdup_printf ("%u more %s no %s.", n, n == 1 ? "type has" : "types have", measures[measure].name);
}

gboolean
lamina_page_add_types (LaminaPage  *self,
                       GError     **error)
{
  Measure measure = get_measure (self->run);
  guint n_layers = lamina_run_get_layers (self->run)->n;
  g_autofree guint32 *rows = create_rows (n_layers);
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autoptr (GArray) bars = create_bars ();
  g_autofree char *note = NULL;

  if (!check_layers (self, error))
    return FALSE;
  grouping = lamina_grouping_new (self->run, rows, n_layers, LAMINA_GROUP_BY_TYPE, NULL);
  add_groups (bars, grouping, measure);
  note = dup_absent (lamina_grouping_get_n (grouping) - bars->len, measure);
  sum_up_rest (bars, MAX (get_room (self), 2));
  add_head (self, measure, "Types of layers");
  add_chart (self, "types", bars, measure, note);
  return TRUE;
}
