/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

#include <math.h>

/* Bars that are divided: their parts, with what they are and how much, where that has room. */

/* Where a bar is cut short there is a gap in it. */
#define BREAK_PLACE 12
#define BREAK_GAP 3

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
                const LaminaBarLine  *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  g_autofree char *value = lamina_bar_line_dup_figure (self, line, column);
  g_autofree char *both = g_strconcat (lamina_chart_data_get_column (self->data, column)->title, " ", value, NULL);

  if (fits (self, both, box) && lamina_chart_data_get_column (self->data, column)->use != LAMINA_CHART_USE_OUTSIDE)
    return g_steal_pointer (&both);
  return fits (self, value, box) ? g_steal_pointer (&value) : NULL;
}

/* A label inside its box; over hatching it stands on a plate. */
static void
add_part_label (const LaminaPlot     *self,
                const LaminaBarLine  *line,
                guint                 column,
                const LaminaSceneBox *box)
{
  gboolean is_hatched = box->fill.pattern != LAMINA_PATTERN_SOLID && box->fill.pattern != LAMINA_PATTERN_TEXTURE;
  g_autofree char *text = dup_part_label (self, line, column, box);
  LaminaSceneText label = { box->x + box->width / 2.0f, box->y + box->height / 2.0f, 0, LAMINA_ALIGN_CENTER,
                            LAMINA_FONT_LABEL, box->fill, text, 0 };
  LaminaSceneBox plate = *box;

  if (text == NULL)
    return;
  label.fill.ink = LAMINA_INK_LABEL;
  if (is_hatched)
    label.fill = LAMINA_FILL (LAMINA_INK_TEXT);
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

int
lamina_bar_line_get_tick (const LaminaPlot       *self,
                          const LaminaBarColumns *columns,
                          const LaminaBarLine    *line)
{
  double value = line->n == 1 ? lamina_bar_line_get_sum (self, line, columns->tick) : (double) NAN;

  return value >= 0 ? columns->bar_x + lamina_bar_columns_scale (columns, value) : -1;
}

/* What stands in the box of a part: where it is cut short, or a line runs through it, in the largest piece of it. */
static void
add_part_words (const LaminaPlot       *self,
                const LaminaBarColumns *columns,
                const LaminaBarLine    *line,
                guint                   column,
                double                  end,
                const LaminaSceneBox   *box)
{
  LaminaSceneBox piece = *box;
  int tick = lamina_bar_line_get_tick (self, columns, line);

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

void
lamina_bar_line_add_parts (const LaminaPlot       *self,
                           const LaminaBarColumns *columns,
                           const LaminaBarLine    *line,
                           int                     y,
                           gboolean                words)
{
  double before = 0;

  for (guint i = 0; i < columns->n_parts; i++)
    {
      double value = lamina_bar_line_get_sum (self, line, columns->parts[i]);
      int from = lamina_bar_columns_scale (columns, before);
      int to = lamina_bar_columns_scale (columns, before + (value > 0 ? value : 0));
      LaminaSceneBox box = { columns->bar_x + from, y + LAMINA_BAR_GAP / 2, to - from, columns->row - LAMINA_BAR_GAP,
                             columns->fills[i], lamina_plot_target (line->first, line->n) };

      if (!(value > 0))
        continue;
      before += value;
      /* A gap tells neighbors apart where hue does not. */
      box.width = MAX (box.width - (box.width > 3 ? 1 : 0), 1);
      if (words)
        add_part_words (self, columns, line, columns->parts[i], before, &box);
      else
        lamina_scene_add_box (self->scene, &box);
    }
}
