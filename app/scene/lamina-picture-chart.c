/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-chart-private.h"

#include <math.h>

#define BAR_HEIGHT 15
#define GAP 10
#define SHARE_WIDTH 56
#define TICK_DISTANCE 80
#define LEAST_WAIT 4

static void
clear_bar (gpointer data)
{
  g_free (((LaminaBar *) data)->label);
}

GArray *
lamina_bars_new (void)
{
  GArray *bars = g_array_new (FALSE, FALSE, sizeof (LaminaBar));

  g_array_set_clear_func (bars, clear_bar);
  return bars;
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
               LaminaUnit  unit,
               double      total)
{
  Columns columns = { .unit = unit, .total = total };
  double names = 40;
  double values = 40;
  int right;

  for (guint i = 0; i < bars->len; i++)
    {
      const LaminaBar *bar = &g_array_index (bars, LaminaBar, i);
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
add_figures (LaminaPage      *page,
             const Columns   *columns,
             const LaminaBar *bar,
             double           middle)
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
add_bar (LaminaPage      *page,
         const Columns   *columns,
         const LaminaBar *bar)
{
  int width = MAX (scale (columns, bar->value), bar->value > 0);
  int wait = MIN (scale (columns, bar->wait), width);
  double middle = page->y + LAMINA_CHART_ROW_HEIGHT / 2.0;
  LaminaSceneBox box = { columns->bar_x, page->y + (LAMINA_CHART_ROW_HEIGHT - BAR_HEIGHT) / 2, width, BAR_HEIGHT,
                         LAMINA_FILL_FAMILY (bar->family), bar->target };

  if (width > 0)
    lamina_scene_add_box (page->scene, &box);
  box.width = wait;
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait >= LEAST_WAIT)
    lamina_scene_add_box (page->scene, &box);
  lamina_scene_add_words (page->scene, columns->bar_x - GAP, middle, columns->bar_x - GAP - LAMINA_PAGE_MARGIN,
                          LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, bar->label);
  add_figures (page, columns, bar, middle);
  page->y += LAMINA_CHART_ROW_HEIGHT;
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

void
lamina_page_add_chart (LaminaPage *page,
                       const char *name,
                       GArray     *bars,
                       LaminaUnit  unit,
                       double      total,
                       const char *note)
{
  Columns columns = place_columns (page, bars, unit, total);
  int height = (int) bars->len * LAMINA_CHART_ROW_HEIGHT + LAMINA_CHART_AXIS_HEIGHT;

  lamina_scene_open_group (page->scene, name, 0, page->y, page->options->width, height);
  for (guint i = 0; i < bars->len; i++)
    add_bar (page, &columns, &g_array_index (bars, LaminaBar, i));
  page->y += 4;
  add_axis (page, &columns);
  lamina_scene_close_group (page->scene);
  page->y += 8;
  lamina_page_add_legend (page);
  lamina_page_add_source (page, note);
}
