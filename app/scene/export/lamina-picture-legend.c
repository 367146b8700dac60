/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-page.h"

#include <math.h>

#define NBSP "\u00a0"
#define LINE_HEIGHT 17
#define SWATCH 12

/* Wide enough to show coarse lines. */
#define TEXTURED 20
#define LEGEND_GAP 18
#define DOT 4.5f
#define DOT_GAP 4
#define MOST_TITLE 240

/* One entry of the legend. */
typedef struct
{
  LaminaFill fill;
  char *text;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->text);
}

static void
add_entry (LaminaPage *self,
           GArray     *entries,
           LaminaFill  fill,
           const char *name,
           gint64      sum,
           gboolean    is_time)
{
  g_autofree char *figure = lamina_figure_dup (sum, is_time ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE);
  g_autofree char *shown = lamina_metrics_dup_fitting (self->metrics, LAMINA_FONT_CAPTION, name, MOST_TITLE);
  /* What a chart shows of layers without times is explained, too. */
  Entry entry = { fill, is_time && !(sum > 0) ? g_strdup (shown) : g_strconcat (shown, NBSP, figure, NULL) };

  g_array_append_val (entries, entry);
}

/* What layers wait, of those that count. */
static gint64
sum_wait (LaminaPage *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  gint64 wait = 0;

  for (guint at = 0; costs != NULL && at < (self->layers != NULL ? self->n_layers : layers->n); at++)
    {
      guint i = self->layers != NULL ? self->layers[at] : at;

      if (costs[i] != LAMINA_ABSENT && lamina_column_number (layers->wait, i) != LAMINA_ABSENT)
        wait = lamina_number_add (wait, layers->wait[i]);
    }
  return wait;
}

/* The kinds of what charts show of layers that take no time, without figures. */
static void
add_untimed (LaminaPage *self,
             GArray     *entries)
{
  guint32 listed = 0;

  for (guint i = 0; i < entries->len; i++)
    listed |= 1u << g_array_index (entries, Entry, i).fill.family;
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if ((self->seen_families & ~listed) >> i & 1)
      add_entry (self, entries, LAMINA_FILL_FAMILY ((guint8) i), _(lamina_family_get_title ((LaminaFamily) i)), 0, TRUE);
}

/* What the fills mean, each with the costs of its layers, or how many they are when there are no costs. */
static GArray *
list_entries (LaminaPage *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) fills = NULL;
  gint64 wait;

  g_array_set_clear_func (entries, clear_entry);
  if (!self->options->legend)
    return entries;
  fills = lamina_coloring_list (self->coloring, self->layers, self->n_layers);
  for (guint i = 0; i < fills->len; i++)
    {
      const LaminaColoringEntry *fill = &g_array_index (fills, LaminaColoringEntry, i);
      gboolean is_time = fill->sum != LAMINA_ABSENT;
      const char *title = lamina_coloring_is_of_file (self->coloring, fill->color) ? fill->title : _(fill->title);

      if (!is_time || fill->sum > 0)
        add_entry (self, entries, LAMINA_FILL_FAMILY ((guint8) fill->color), title,
                   is_time ? fill->sum : fill->n_layers, is_time);
    }
  add_untimed (self, entries);
  wait = self->has_no_waits ? 0 : sum_wait (self);
  if (wait > 0)
    {
      guint8 family = entries->len > 0 ? g_array_index (entries, Entry, 0).fill.family : LAMINA_FAMILY_OTHER;
      LaminaFill fill = { LAMINA_INK_FAMILY, family, LAMINA_PATTERN_WAIT, 255 };

      add_entry (self, entries, fill, _("of it waiting"), wait, TRUE);
    }
  return entries;
}

static int
get_box_width (LaminaPage *self)
{
  return self->has_textures ? TEXTURED : SWATCH;
}

/* The width of what stands before the words of an entry: a box, a dot, or a box and a dot. */
static int
get_sign_width (LaminaPage *self)
{
  return get_box_width (self) + (self->has_textures && self->has_dots ? DOT_GAP + SWATCH : 0);
}

static void
add_sign (LaminaPage *self,
          LaminaFill  fill,
          int         x,
          int         y)
{
  LaminaSceneDot dot = { (float) (x + get_sign_width (self)) - SWATCH / 2.0f, (float) y + SWATCH / 2.0f, DOT, fill, fill,
                         { .kind = LAMINA_TARGET_NONE } };
  gboolean is_kind = fill.pattern == LAMINA_PATTERN_SOLID;

  dot.fill.pattern = LAMINA_PATTERN_TEXTURE;
  dot.line.ink = LAMINA_INK_FAMILY_LINE;
  if (is_kind && self->has_dots)
    lamina_scene_add_dot (self->scene, &dot);
  if (is_kind && self->has_textures)
    fill.pattern = LAMINA_PATTERN_TEXTURE;
  if (!is_kind || self->has_textures || !self->has_dots)
    lamina_scene_add_rect (self->scene, x, y, get_box_width (self), SWATCH, fill);
}

/* Places the entries side by side and below each other; draws them when asked to. Returns the height. */
static int
place_entries (LaminaPage *self,
               GArray     *entries,
               gboolean    draw)
{
  const char *title = _(lamina_color_by_get_title (lamina_coloring_get_by (self->coloring)));
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
      int sign = get_sign_width (self) + 6;
      int width = sign + (int) ceil (lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, entry->text));

      if (x > left && x + width > right)
        {
          x = left;
          y += LINE_HEIGHT + 3;
        }
      if (draw)
        {
          add_sign (self, entry->fill, x, y + (LINE_HEIGHT - SWATCH) / 2);
          lamina_scene_add_words (self->scene, x + sign, y + LINE_HEIGHT / 2.0, MAX (right - x - sign, 1),
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
