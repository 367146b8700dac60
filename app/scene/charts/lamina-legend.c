/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-legend-private.h"

#include <math.h>

#define HEIGHT 26
#define LINE 18
#define GAP 20

/* About so many pixels, where no fonts are known, are a letter. */
#define LETTER 7

/* An upright line reaches so far from the middle. */
#define HALF_LINE 7

/* With the distance to the next one. */
static double
get_width (double text)
{
  return LAMINA_CHART_SWATCH + LAMINA_CHART_SWATCH_GAP + text + GAP;
}

int
lamina_legend_guess_height (const LaminaLegendEntry *entries,
                            guint                    n,
                            int                      width)
{
  double all = 0, widest = 0;

  if (n == 0)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      double entry = get_width ((double) g_utf8_strlen (entries[i].title, -1) * LETTER);

      all += entry;
      widest = fmax (widest, entry);
    }
  /* Lines are filled but for less than one entry. */
  return HEIGHT + (all - GAP <= width ? 0 : (int) (all / fmax (width - widest / 2, 1)) * LINE);
}

static void
add_entry (const LaminaPlot        *plot,
           const LaminaLegendEntry *entry,
           int                      x,
           int                      y)
{
  double middle = y + HEIGHT / 2.0 - 3;
  float center = (float) x + LAMINA_CHART_SWATCH / 2.0f;
  LaminaSceneLine line = { center, (float) middle - HALF_LINE, center, (float) middle + HALF_LINE, entry->fill, FALSE,
                           entry->line };

  if (entry->line == 0)
    {
      lamina_plot_add_entry (plot, entry->fill, entry->title, x, middle);
      return;
    }
  lamina_scene_add_line (plot->scene, &line);
  lamina_scene_add_words (plot->scene, x + LAMINA_CHART_SWATCH + LAMINA_CHART_SWATCH_GAP, middle, 0, LAMINA_ALIGN_START,
                          LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, entry->title);
}

int
lamina_legend_place (const LaminaPlot        *plot,
                     const LaminaLegendEntry *entries,
                     guint                    n,
                     int                      x,
                     gboolean                 draw)
{
  g_autofree double *widths = g_new (double, n + 1);
  double all = 0, at;
  int y = plot->y;

  for (guint i = 0; i < n; i++)
    all += widths[i] = get_width (lamina_metrics_get_width (plot->metrics, LAMINA_FONT_CAPTION, entries[i].title));
  at = fmax (fmin (x, plot->x + plot->width - all + GAP), plot->x);
  for (guint i = 0; i < n; i++)
    {
      if (at > plot->x && at + widths[i] - GAP > plot->x + plot->width)
        {
          at = plot->x;
          y += LINE;
        }
      if (draw)
        add_entry (plot, &entries[i], (int) at, y);
      at += widths[i];
    }
  return n > 0 ? HEIGHT + y - plot->y : 0;
}
