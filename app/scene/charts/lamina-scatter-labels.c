/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scatter-private.h"

#include <math.h>

/* Names of dots, where they cover nothing. */

#define MOST_LABELS 8
#define MOST_LABEL_WIDTH 170
#define LABEL_HEIGHT 15
#define BIG 0.02
#define N_RINGS 4
#define FIRST_RINGS 10

void
lamina_scatter_take (LaminaScatter *scatter,
                     double         left,
                     double         top,
                     double         right,
                     double         bottom)
{
  LaminaRectangle rectangle = { left, top, right, bottom };

  g_array_append_val (scatter->taken, rectangle);
}

void
lamina_scatter_take_label (LaminaScatter         *scatter,
                           const LaminaRectangle *place)
{
  lamina_scatter_take (scatter, place->left - 4, place->top - 1, place->right + 4, place->bottom + 1);
  g_array_append_vals (scatter->labels, place, 1);
}

static gboolean
is_inside (const LaminaScatter   *scatter,
           const LaminaRectangle *wanted)
{
  return wanted->left >= scatter->area.left + 3 && wanted->right <= scatter->area.right
         && wanted->top >= scatter->area.top - LAMINA_SCATTER_TOP / 2.0 && wanted->bottom <= scatter->area.bottom - 2;
}

static gboolean
meets_any (GArray                *rectangles,
           const LaminaRectangle *wanted)
{
  for (guint i = 0; i < rectangles->len; i++)
    {
      const LaminaRectangle *taken = &g_array_index (rectangles, LaminaRectangle, i);

      if (wanted->left < taken->right && wanted->right > taken->left && wanted->top < taken->bottom
          && wanted->bottom > taken->top)
        return TRUE;
    }
  return FALSE;
}

gboolean
lamina_scatter_is_free (const LaminaScatter   *scatter,
                        const LaminaRectangle *wanted)
{
  return is_inside (scatter, wanted) && !meets_any (scatter->taken, wanted);
}

gboolean
lamina_scatter_has_no_label (const LaminaScatter   *scatter,
                             const LaminaRectangle *wanted)
{
  return is_inside (scatter, wanted) && !meets_any (scatter->labels, wanted);
}

/* What a label says: a name, and for large ones what it reaches and costs. */
typedef struct
{
  char *name;
  char *figures;
  double width;
  double height;
} Label;

static Label
create_label (const LaminaPlot       *self,
              const LaminaScatter    *scatter,
              const LaminaScatterDot *dot,
              gboolean                is_first)
{
  g_autofree char *full = lamina_plot_dup_label (self, dot->row, scatter->prefix);
  LaminaFont font = is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION;
  g_autofree char *shown = lamina_plot_dup_shortened (self, font, full, MOST_LABEL_WIDTH);
  Label label = { lamina_plot_dup_with_others (shown, dot->n - 1), NULL, 0, LABEL_HEIGHT };

  label.width = lamina_plot_get_text_width (self, font, label.name);
  if (is_first && scatter->share != LAMINA_NONE)
    {
      g_auto (LaminaLayerValue) rate = { 0 };
      g_autofree char *rate_text = NULL;
      double own = lamina_chart_data_get_number (self->data, dot->row, scatter->value);
      double part = own > 0 ? dot->value / own : 1;
      g_autofree char *share =
        lamina_layer_dup_share (part * lamina_chart_data_get_number (self->data, dot->row, scatter->share));

      lamina_chart_data_get_value (self->data, dot->row, scatter->y_column, &rate);
      rate_text = lamina_layer_value_dup_text (&rate);
      label.figures = lamina_plot_dup_dot_figures (rate_text, share);
      label.width = fmax (label.width, lamina_plot_get_text_width (self, LAMINA_FONT_CAPTION, label.figures));
      label.height = 2 * LABEL_HEIGHT;
    }
  return label;
}

static void
label_clear (Label *self)
{
  g_free (self->name);
  g_free (self->figures);
}

/* Where a line from a dot meets a label. */
static LaminaScenePoint
get_nearest (const LaminaScatterDot *dot,
             const LaminaRectangle  *place)
{
  return (LaminaScenePoint) { (float) CLAMP (dot->x, place->left, place->right),
                              (float) CLAMP (dot->y, place->top, place->bottom) };
}

static gboolean
crosses_label (const LaminaScatter    *scatter,
               const LaminaScatterDot *dot,
               const LaminaRectangle  *place)
{
  LaminaScenePoint end = get_nearest (dot, place);

  for (guint i = 0; i < scatter->labels->len; i++)
    {
      const LaminaRectangle *label = &g_array_index (scatter->labels, LaminaRectangle, i);

      for (double part = 0; part <= 1; part += 0.05)
        {
          double x = dot->x + (end.x - dot->x) * part, y = dot->y + (end.y - dot->y) * part;

          if (x > label->left - 2 && x < label->right + 2 && y > label->top && y < label->bottom)
            return TRUE;
        }
    }
  return FALSE;
}

/* The places around a dot, those that need no line first. */
static gboolean
find_place (const LaminaScatter    *scatter,
            const LaminaScatterDot *dot,
            const Label            *label,
            guint                   n_rings,
            LaminaRectangle        *place)
{
  static const double sides[8][2] = {
    { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 },
  };

  for (guint i = 0; i < n_rings * G_N_ELEMENTS (sides); i++)
    {
      double dx = sides[i % G_N_ELEMENTS (sides)][0], dy = sides[i % G_N_ELEMENTS (sides)][1];
      double distance = dot->radius + 4 + 16 * (i / G_N_ELEMENTS (sides));
      double factor = dx != 0 && dy != 0 ? 0.7 : 1;
      double x = dot->x + dx * (distance * factor + label->width / 2);
      double y = dot->y + dy * (distance * factor + label->height / 2);

      /* Labels above and below may stand aside at the edges. */
      if (dx == 0)
        x = CLAMP (x, scatter->area.left + 4 + label->width / 2, scatter->area.right - label->width / 2);
      *place = (LaminaRectangle) { x - label->width / 2, y - label->height / 2, x + label->width / 2, y + label->height / 2 };
      if (lamina_scatter_is_free (scatter, place) && !crosses_label (scatter, dot, place))
        return TRUE;
    }
  return FALSE;
}

/* A line from the dot to a label that stands away from it. */
static void
add_leader (const LaminaPlot       *self,
            LaminaScatter          *scatter,
            const LaminaScatterDot *dot,
            const LaminaRectangle  *place)
{
  LaminaScenePoint end = get_nearest (dot, place);
  double distance = hypot (end.x - dot->x, end.y - dot->y);
  double part = distance > 0 ? dot->radius / distance : 0;
  LaminaSceneLine line = { (float) (dot->x + (end.x - dot->x) * part), (float) (dot->y + (end.y - dot->y) * part), end.x,
                           end.y, LAMINA_FILL (LAMINA_INK_QUIET), FALSE, 0 };

  if (distance <= dot->radius + 9)
    return;
  lamina_scene_add_line (self->scene, &line);
  for (double at = part; at <= 1; at += 4 / distance)
    {
      double x = dot->x + (end.x - dot->x) * at, y = dot->y + (end.y - dot->y) * at;

      lamina_scatter_take (scatter, x - 2, y - 2, x + 2, y + 2);
    }
}

static gboolean
add_label (const LaminaPlot       *self,
           LaminaScatter          *scatter,
           const LaminaScatterDot *dot,
           gboolean                is_first)
{
  Label label = create_label (self, scatter, dot, is_first);
  LaminaRectangle place;
  gboolean found = find_place (scatter, dot, &label, is_first ? FIRST_RINGS : N_RINGS, &place);

  if (found)
    {
      double middle = (place.left + place.right) / 2;

      add_leader (self, scatter, dot, &place);
      lamina_plot_add_text (self, middle, place.top + LABEL_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                            is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION,
                            is_first ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, label.name);
      if (label.figures != NULL)
        lamina_plot_add_text (self, middle, place.top + LABEL_HEIGHT * 1.5, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_CAPTION,
                              LAMINA_INK_QUIET, label.figures);
      lamina_scatter_take_label (scatter, &place);
    }
  label_clear (&label);
  return found;
}

/* The dots with most time, then the first of each family that has none yet. */
void
lamina_scatter_add_labels (const LaminaPlot *self,
                           LaminaScatter    *scatter)
{
  gboolean has_label[LAMINA_N_FAMILIES] = { FALSE };
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < scatter->dots->len; i++)
    sum += g_array_index (scatter->dots, LaminaScatterDot, i).value;
  for (guint i = 0; i < scatter->dots->len && n < MOST_LABELS; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (scatter->dots, LaminaScatterDot, i);
      LaminaFamily family = lamina_chart_data_get_family (self->data, dot->row);

      if (has_label[family] && (n >= MOST_LABELS / 2 || dot->value < BIG * sum))
        continue;
      if (!add_label (self, scatter, dot, n == 0))
        continue;
      has_label[family] = TRUE;
      n++;
    }
}
