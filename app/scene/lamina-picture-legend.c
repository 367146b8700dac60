/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-private.h"
#include "lamina-words-private.h"

#include <math.h>

#define NBSP "\u00a0"
#define LINE_HEIGHT 17
#define SWATCH 12
#define LEGEND_GAP 18

/* One entry of the legend. */
typedef struct
{
  LaminaFill fill;
  double sum;
  char *text;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->text);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  double left = ((const Entry *) a)->sum;
  double right = ((const Entry *) b)->sum;

  return left > right ? -1 : left < right;
}

static void
add_entry (GArray     *entries,
           LaminaFill  fill,
           const char *name,
           double      sum,
           gboolean    is_time)
{
  g_autofree char *figure = lamina_figure_dup ((gint64) sum, is_time ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE);
  Entry entry = { fill, sum, g_strconcat (name, NBSP, figure, NULL) };

  g_array_append_val (entries, entry);
}

/* The families of the run with the costs of their layers, or how many layers they have when there are no costs. */
static GArray *
list_entries (LaminaPage *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  double sums[LAMINA_N_FAMILIES] = { 0 };
  double wait = 0;

  g_array_set_clear_func (entries, clear_entry);
  if (!self->options->legend)
    return entries;
  for (guint at = 0; at < (self->layers != NULL ? self->n_layers : layers->n); at++)
    {
      guint i = self->layers != NULL ? self->layers[at] : at;
      gint64 cost = costs == NULL ? 1 : costs[i];

      if (cost != LAMINA_ABSENT && layers->calls[i] > 0)
        sums[layers->family[i]] += (double) cost;
      if (costs != NULL && cost != LAMINA_ABSENT && lamina_column_number (layers->wait, i) != LAMINA_ABSENT)
        wait += (double) layers->wait[i];
    }
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if (sums[i] > 0)
      add_entry (entries, LAMINA_FILL_FAMILY ((guint8) i), _(lamina_family_get_title (i)), sums[i], costs != NULL);
  g_array_sort (entries, compare_entries);
  if (wait > 0)
    {
      guint8 family = entries->len > 0 ? g_array_index (entries, Entry, 0).fill.family : LAMINA_FAMILY_OTHER;
      LaminaFill fill = { LAMINA_INK_FAMILY, family, LAMINA_PATTERN_WAIT, 255 };

      add_entry (entries, fill, _("of it waiting"), wait, TRUE);
    }
  return entries;
}

/* Places the entries side by side and below each other; draws them when asked to. Returns the height. */
static int
place_entries (LaminaPage *self,
               GArray     *entries,
               gboolean    draw)
{
  const char *title = _("Kind of work");
  double title_width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_NAME_BOLD, title);
  int left = LAMINA_PAGE_MARGIN + (int) title_width + LEGEND_GAP;
  int right = self->options->width - LAMINA_PAGE_MARGIN;
  int x = left;
  int y = self->y + 10;

  if (draw)
    lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, y + LINE_HEIGHT / 2.0, 0, LAMINA_ALIGN_START,
                            LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, title);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      int width = SWATCH + 6 + (int) ceil (lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, entry->text));

      if (x > left && x + width > right)
        {
          x = left;
          y += LINE_HEIGHT + 3;
        }
      if (draw)
        {
          lamina_scene_add_rect (self->scene, x, y + (LINE_HEIGHT - SWATCH) / 2, SWATCH, SWATCH, entry->fill);
          lamina_scene_add_words (self->scene, x + SWATCH + 6, y + LINE_HEIGHT / 2.0, MAX (right - x - SWATCH - 6, 1),
                                  LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, entry->text);
        }
      x += width + LEGEND_GAP;
    }
  return y + LINE_HEIGHT + 8 - self->y;
}

void
lamina_page_add_legend (LaminaPage *self)
{
  g_autoptr (GArray) entries = list_entries (self);
  int height;

  if (entries->len == 0)
    return;
  height = place_entries (self, entries, FALSE);
  lamina_scene_open_group (self->scene, "legend", 0, self->y, self->options->width, height);
  lamina_scene_add_rect (self->scene, LAMINA_PAGE_MARGIN, self->y, lamina_page_get_room (self), 1,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  place_entries (self, entries, TRUE);
  lamina_scene_close_group (self->scene);
  self->y += height;
}

int
lamina_page_get_legend_height (LaminaPage *self)
{
  g_autoptr (GArray) entries = list_entries (self);

  return entries->len > 0 ? place_entries (self, entries, FALSE) : 0;
}
