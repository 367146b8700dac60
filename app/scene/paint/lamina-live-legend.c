/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-live-legend.h"

#include "lamina-gettext.h"
#include "lamina-live-bands.h"

#define FIRST_HEIGHT 26
#define LINE_HEIGHT 18
#define GAP 18
#define SWATCH 10

/* The part of the peak that makes half a pixel of a chart of the usual height. */
#define LEAST_SEEN 0.002

#define NBSP "\u00a0"

/* The steps of the range: @peak is the first with most bytes. */
typedef struct
{
  LaminaLiveSet *live;
  const LaminaLiveSteps *steps;
  guint first;
  guint last;
  guint peak;
} Legend;

/* The most that is kept in a band at one time. */
static gint64
get_most (const Legend *self,
          guint         band)
{
  gint64 most = 0;

  for (guint i = self->first; i <= self->last; i++)
    most = MAX (most, self->steps->bytes[band][i]);
  return most;
}

/* What a band keeps at the peak; what keeps nothing then, says how much it does at other times. */
static char *
dup_band (const Legend *self,
          guint         band)
{
  const char *title = lamina_live_bands_get_title (self->live, band);
  gint64 bytes = self->steps->bytes[band][self->peak];
  g_autofree char *text = lamina_figure_dup (bytes > 0 ? bytes : get_most (self, band), LAMINA_UNIT_BYTES);

  if (bytes > 0)
    return g_strconcat (title, " ", text, NULL);
  /* Translators: what memory is kept for, and how many bytes that is at other times than the peak. */
  return g_strdup_printf (_("%s, at other times up to %s"), title, text);
}

/* Those that are kept at the peak before those that are kept at other times only. What is too little to be seen needs no color. */
static guint
list_bands (const Legend *self,
            LaminaRole   *bands)
{
  double least = LEAST_SEEN * (double) self->steps->total[self->peak];
  guint n = 0;

  for (guint i = LAMINA_N_ROLES; i-- > 0;)
    if (self->steps->bytes[lamina_live_bands_get (i)][self->peak] > 0)
      bands[n++] = lamina_live_bands_get (i);
  for (guint i = LAMINA_N_ROLES; i-- > 0;)
    {
      LaminaRole band = lamina_live_bands_get (i);

      if (self->steps->bytes[band][self->peak] == 0 && (double) get_most (self, band) >= least)
        bands[n++] = band;
    }
  return n;
}

/* `At the peak ≈ 1.2 GB` */
static char *
dup_title (const Legend *self)
{
  g_autofree char *total = lamina_figure_dup (self->steps->total[self->peak], LAMINA_UNIT_BYTES);

  return g_strdup_printf (_("At the peak %s%s"), lamina_live_set_is_estimated (self->live) ? "≈" NBSP : "", total);
}

static void
add_band (LaminaScene *scene,
          LaminaRole   band,
          const char  *text,
          int          x,
          int          y)
{
  LaminaFill fill = LAMINA_FILL_FAMILY (lamina_role_get_family (band));

  fill.pattern = LAMINA_PATTERN_TEXTURE;
  lamina_scene_add_rect (scene, x, y + (FIRST_HEIGHT - SWATCH) / 2, SWATCH, SWATCH, fill);
  lamina_scene_add_words (scene, x + SWATCH + 6, y + FIRST_HEIGHT / 2.0, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, text);
}

/* FALSE where nothing is kept in the range. */
static gboolean
init (Legend        *self,
      LaminaLiveSet *live,
      gint64         begin,
      gint64         end)
{
  *self = (Legend) { .live = live, .steps = lamina_live_set_get_steps (live) };
  self->peak = lamina_live_set_find_most (live, begin, end);
  if (self->peak == LAMINA_NONE || self->steps->total[self->peak] <= 0)
    return FALSE;
  self->first = lamina_live_set_find_step (live, begin);
  self->first = self->first == LAMINA_NONE ? 0 : self->first;
  self->last = lamina_live_set_find_step (live, end - 1);
  self->last = self->last == LAMINA_NONE ? self->peak : self->last;
  return TRUE;
}

guint
lamina_live_legend_list (LaminaLiveSet *live,
                         gint64         begin,
                         gint64         end,
                         LaminaRole    *bands)
{
  Legend self;

  return init (&self, live, begin, end) ? list_bands (&self, bands) : 0;
}

int
lamina_live_legend_add (LaminaScene   *scene,
                        LaminaLiveSet *live,
                        gint64         begin,
                        gint64         end,
                        LaminaMetrics *metrics,
                        int            left,
                        int            right,
                        int            y)
{
  Legend self;
  g_autofree char *title = NULL;
  LaminaRole bands[LAMINA_N_ROLES];
  double x = left;
  int line = y;
  guint n;

  if (!init (&self, live, begin, end))
    return 0;
  n = list_bands (&self, bands);
  title = dup_title (&self);
  if (scene != NULL)
    lamina_scene_add_words (scene, left, y + FIRST_HEIGHT / 2.0, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                            title);
  x += lamina_metrics_get_width (metrics, LAMINA_FONT_NAME_BOLD, title) + GAP;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = dup_band (&self, bands[i]);
      double width = SWATCH + 6 + lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, text);

      if (x > left && x + width > right)
        {
          x = left;
          line += LINE_HEIGHT;
        }
      if (scene != NULL)
        add_band (scene, bands[i], text, (int) x, line);
      x += width + GAP;
    }
  return line - y + FIRST_HEIGHT;
}
