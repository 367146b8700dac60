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
lamina_scatter_take (LaminaScatter *self,
                     double         left,
                     double         top,
                     double         right,
                     double         bottom)
{
  LaminaRectangle rectangle = { left, top, right, bottom };

  g_array_append_val (self->taken, rectangle);
}

/* The same for a label, which lines may not cross either. */
static void
take_label (LaminaScatter         *self,
            const LaminaRectangle *place)
{
  lamina_scatter_take (self, place->left - 4, place->top - 1, place->right + 4, place->bottom + 1);
  g_array_append_vals (self->labels, place, 1);
}

static gboolean
is_inside (const LaminaScatter   *self,
           const LaminaRectangle *wanted)
{
  return wanted->left >= self->area.left + 3 && wanted->right <= self->area.right
         && wanted->top >= self->area.top - LAMINA_SCATTER_TOP && wanted->bottom <= self->area.bottom - 2;
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

static gboolean
is_free_place (const LaminaScatter   *self,
               const LaminaRectangle *wanted)
{
  return is_inside (self, wanted) && !meets_any (self->taken, wanted);
}

/* Whether no label is there; dots and lines may be. */
static gboolean
has_no_label (const LaminaScatter   *self,
              const LaminaRectangle *wanted)
{
  return is_inside (self, wanted) && !meets_any (self->labels, wanted);
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
create_label (const LaminaScatter    *self,
              const LaminaScatterDot *dot,
              gboolean                is_first)
{
  g_autofree char *full = lamina_plot_dup_label (self->plot, dot->row, self->prefix);
  LaminaFont font = is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION;
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, font, full, MOST_LABEL_WIDTH);
  Label label = { lamina_plot_dup_with_others (shown, dot->n - 1), NULL, 0, LABEL_HEIGHT };

  label.width = lamina_metrics_get_width (self->plot->metrics, font, label.name);
  if (is_first && self->share != LAMINA_NONE)
    {
      g_autofree char *rate = lamina_plot_dup_figure (self->plot, dot->row, self->y_column);
      double own = lamina_chart_data_get_number (self->plot->data, dot->row, self->value);
      double part = own > 0 ? dot->value / own : 1;
      g_autofree char *share =
        lamina_layer_dup_share (part * lamina_chart_data_get_number (self->plot->data, dot->row, self->share));

      label.figures = lamina_plot_dup_dot_figures (rate, share);
      label.width = fmax (label.width, lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, label.figures));
      label.height = 2 * LABEL_HEIGHT;
    }
  return label;
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
crosses_label (const LaminaScatter    *self,
               const LaminaScatterDot *dot,
               const LaminaRectangle  *place)
{
  LaminaScenePoint end = get_nearest (dot, place);

  for (guint i = 0; i < self->labels->len; i++)
    {
      const LaminaRectangle *label = &g_array_index (self->labels, LaminaRectangle, i);

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
find_place (const LaminaScatter    *self,
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
        x = CLAMP (x, self->area.left + 4 + label->width / 2, self->area.right - label->width / 2);
      *place = (LaminaRectangle) { x - label->width / 2, y - label->height / 2, x + label->width / 2, y + label->height / 2 };
      /* Above the plot there is little room, which roofs may need. */
      if (place->top >= self->area.top - LAMINA_SCATTER_TOP / 2.0 && is_free_place (self, place)
          && !crosses_label (self, dot, place))
        return TRUE;
    }
  return FALSE;
}

/* A line from the dot to a label that stands away from it. */
static void
add_leader (LaminaScatter          *self,
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
  lamina_scene_add_line (self->plot->scene, &line);
  for (double at = part; at <= 1; at += 4 / distance)
    {
      double x = dot->x + (end.x - dot->x) * at, y = dot->y + (end.y - dot->y) * at;

      lamina_scatter_take (self, x - 2, y - 2, x + 2, y + 2);
    }
}

static gboolean
add_label (LaminaScatter          *self,
           const LaminaScatterDot *dot,
           gboolean                is_first)
{
  Label label = create_label (self, dot, is_first);
  LaminaRectangle place;
  gboolean found = find_place (self, dot, &label, is_first ? FIRST_RINGS : N_RINGS, &place);

  if (found)
    {
      double middle = (place.left + place.right) / 2;

      add_leader (self, dot, &place);
      lamina_scene_add_words (self->plot->scene, middle, place.top + LABEL_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                              is_first ? LAMINA_FONT_NAME_BOLD : LAMINA_FONT_CAPTION,
                              is_first ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, label.name);
      if (label.figures != NULL)
        lamina_scene_add_words (self->plot->scene, middle, place.top + LABEL_HEIGHT * 1.5, 0, LAMINA_ALIGN_CENTER,
                                LAMINA_FONT_CAPTION,
                                LAMINA_INK_QUIET, label.figures);
      take_label (self, &place);
    }
  g_free (label.name);
  g_free (label.figures);
  return found;
}

/* The dots with most time, then the first of each family that has none yet. */
void
lamina_scatter_add_labels (LaminaScatter *self)
{
  gboolean has_label[LAMINA_N_FAMILIES] = { FALSE };
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->dots->len; i++)
    sum += g_array_index (self->dots, LaminaScatterDot, i).value;
  for (guint i = 0; i < self->dots->len && n < MOST_LABELS; i++)
    {
      const LaminaScatterDot *dot = &g_array_index (self->dots, LaminaScatterDot, i);
      LaminaFamily family = lamina_chart_data_get_family (self->plot->data, dot->row);

      if (has_label[family] && (n >= MOST_LABELS / 2 || dot->value < BIG * sum))
        continue;
      if (!add_label (self, dot, n == 0))
        continue;
      has_label[family] = TRUE;
      n++;
    }
}

/* Roofs: lines across a scatter plot, and their labels. */

#define SLOPE_DISTANCE 13
#define ROOF_LABEL_HEIGHT 14.0

/* From a level roof to its label, and from one such roof to another where a label between them is clearly of one of them. */
#define LEVEL_DISTANCE 11
#define LEAST_BETWEEN 36

/* The highest of the level roofs: the slopes end there. */
static double
get_level (const LaminaScatter *self)
{
  double level = INFINITY;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);

      if (!mark->is_slope && mark->column == self->y_column)
        level = isinf (level) ? mark->value : fmax (level, mark->value);
    }
  return level;
}

static void
add_roof_line (LaminaScatter *self,
               double         x1,
               double         y1,
               double         x2,
               double         y2)
{
  LaminaSceneLine line = { (float) x1, (float) y1, (float) x2, (float) y2, LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 1.3f };
  guint n = (guint) (hypot (x2 - x1, y2 - y1) / 5) + 1;

  lamina_scene_add_line (self->plot->scene, &line);
  for (guint i = 0; i < n; i++)
    {
      double x = x1 + (x2 - x1) * i / n, y = y1 + (y2 - y1) * i / n;

      lamina_scatter_take (self, x - 2, y - 2, x + 2, y + 2);
    }
}

static void
add_level (LaminaScatter         *self,
           const LaminaChartMark *mark)
{
  double y = round (lamina_scale_get_place (&self->y, mark->value)) + 0.5;
  double slope = 0, left;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    if (lamina_chart_data_get_mark (self->plot->data, i)->is_slope)
      slope = fmax (slope, lamina_chart_data_get_mark (self->plot->data, i)->value);
  left = slope > 0 ? lamina_scale_get_place (&self->x, mark->value / slope) : self->area.left;
  left = CLAMP (left, self->area.left, self->area.right);
  add_roof_line (self, left, y, self->area.right, y);
}

typedef gboolean (*FreeFunc) (const LaminaScatter   *self,
                              const LaminaRectangle *wanted);

/* The place nearest to a point that is free; FALSE when there is none. */
static gboolean
find_nearest (const LaminaScatter *self,
              double               width,
              double               x,
              double               y,
              FreeFunc             is_free,
              LaminaRectangle     *place)
{
  const LaminaRectangle *area = &self->area;
  double least = INFINITY;

  for (double top = area->top - ROOF_LABEL_HEIGHT / 2; top + ROOF_LABEL_HEIGHT < area->bottom; top += ROOF_LABEL_HEIGHT / 2)
    for (double left = area->left + 4; left + width <= area->right; left += 9)
      {
        LaminaRectangle wanted = { left, top, left + width, top + ROOF_LABEL_HEIGHT };
        double distance = hypot (left + width / 2 - x, top + ROOF_LABEL_HEIGHT / 2 - y);

        if (distance >= least || !is_free (self, &wanted))
          continue;
        least = distance;
        *place = wanted;
      }
  return !isinf (least);
}

/*
 * As near to a point as nothing is. Where the plot is too full, dots and lines may be below, for a roof without a name says
 * nothing; but no label stands on another.
 */
static void
add_nearest (LaminaScatter *self,
             double         x,
             double         y,
             const char    *label)
{
  double left = self->area.left + 4, top = self->area.top + 2;
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_NAME_BOLD, label, self->area.right - left);
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME_BOLD, shown);
  LaminaRectangle place = { left, top, left + width, top + ROOF_LABEL_HEIGHT };

  if (!find_nearest (self, width, x, y, is_free_place, &place))
    find_nearest (self, width, x, y, has_no_label, &place);
  lamina_scene_add_words (self->plot->scene, place.left, place.top + ROOF_LABEL_HEIGHT / 2, 0, LAMINA_ALIGN_START,
                          LAMINA_FONT_NAME_BOLD,
                          LAMINA_INK_TEXT, shown);
  take_label (self, &place);
}

/* Whether another level roof is so near on one side, above (-1) or below (1), that a label there could be taken for its own. */
static gboolean
has_neighbor (const LaminaScatter   *self,
              const LaminaChartMark *roof,
              int                    side)
{
  double y = lamina_scale_get_place (&self->y, roof->value);

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      double distance = (lamina_scale_get_place (&self->y, mark->value) - y) * side;

      if (!mark->is_slope && mark->column == self->y_column && distance > 0 && distance < LEAST_BETWEEN)
        return TRUE;
    }
  return FALSE;
}

/* A label at a level roof, as far to the right as nothing is there; FALSE without such a place. */
static gboolean
find_at_level (const LaminaScatter *self,
               double               y,
               int                  side,
               double               width,
               FreeFunc             is_free,
               LaminaRectangle     *place)
{
  double middle = y + side * LEVEL_DISTANCE - 1;

  for (double right = self->area.right; right - width > self->area.left + 8; right -= 12)
    {
      *place = (LaminaRectangle) { right - width, middle - ROOF_LABEL_HEIGHT / 2, right, middle + ROOF_LABEL_HEIGHT / 2 };
      if (is_free (self, place))
        return TRUE;
    }
  return FALSE;
}

/*
 * Above the line or below it, never where it could be taken for that of another roof. Where the plot is too full for that, the
 * label has a ground of its own over the dots, for a roof without a name says nothing.
 */
static void
add_level_label (LaminaScatter         *self,
                 const LaminaChartMark *mark)
{
  static const FreeFunc ways[] = { is_free_place, has_no_label };
  double y = round (lamina_scale_get_place (&self->y, mark->value)) + 0.5;
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_NAME_BOLD, mark->label,
                                                      self->area.right - self->area.left - 24);
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME_BOLD, shown);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (ways); i++)
    {
      int side = i % 2 == 0 ? -1 : 1;
      LaminaRectangle place;

      if (has_neighbor (self, mark, side) || !find_at_level (self, y, side, width, ways[i / 2], &place))
        continue;
      if (i >= 2)
        lamina_scene_add_rect (self->plot->scene, (int) place.left - 3, (int) place.top + 1, (int) ceil (width) + 3,
                               (int) ROOF_LABEL_HEIGHT, LAMINA_FILL (LAMINA_INK_VIEW));
      lamina_scene_add_words (self->plot->scene, place.right, y + side * LEVEL_DISTANCE, 0, LAMINA_ALIGN_END,
                              LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, shown);
      take_label (self, &place);
      return;
    }
  add_nearest (self, self->area.right - width / 2, y, mark->label);
}

/* A roof that rises, between the edges of the plot. */
typedef struct
{
  double x1;
  double y1;
  double x2;
  double y2;
} Slope;

/* Takes the place of a text that is turned, or only asks whether it is free. */
static gboolean
use_turned (LaminaScatter *self,
            double         x,
            double         y,
            double         angle,
            double         width,
            gboolean       take_it)
{
  for (double at = -width / 2; at <= width / 2; at += 5)
    {
      double cx = x + at * cos (angle), cy = y - at * sin (angle);
      LaminaRectangle piece = { cx - 4, cy - 5, cx + 4, cy + 5 };

      if (take_it)
        take_label (self, &piece);
      else if (!is_free_place (self, &piece))
        return FALSE;
    }
  return TRUE;
}

/* Along the line, on the side and at the height where nothing is; FALSE when there is no such place. */
static gboolean
add_turned_label (LaminaScatter *self,
                  const Slope   *slope,
                  const char    *label)
{
  static const double places[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8 };
  double angle = atan2 (slope->y1 - slope->y2, slope->x2 - slope->x1);
  double length = hypot (slope->x2 - slope->x1, slope->y2 - slope->y1);
  double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME_BOLD, label);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (places); i++)
    {
      double at = places[i % G_N_ELEMENTS (places)];
      double away = i < G_N_ELEMENTS (places) ? SLOPE_DISTANCE : -SLOPE_DISTANCE;
      double x = slope->x1 + (slope->x2 - slope->x1) * at - away * sin (angle);
      double y = slope->y1 + (slope->y2 - slope->y1) * at - away * cos (angle);
      LaminaSceneText text = { (float) x, (float) y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME_BOLD,
                               LAMINA_FILL (LAMINA_INK_TEXT), label, (float) (angle * 180 / G_PI) };

      if (width / 2 > MIN (at, 1 - at) * length || !use_turned (self, x, y, angle, width, FALSE))
        continue;
      lamina_scene_add_text (self->plot->scene, &text);
      use_turned (self, x, y, angle, width, TRUE);
      return TRUE;
    }
  return FALSE;
}

static gboolean
get_slope_line (const LaminaScatter   *self,
                const LaminaChartMark *mark,
                Slope                 *slope)
{
  double level = get_level (self);
  double from = fmax (self->x.low, self->y.low / mark->value);
  double to = fmin (fmin (self->x.high, self->y.high / mark->value), level / mark->value);

  if (!(to > from))
    return FALSE;
  *slope = (Slope) { lamina_scale_get_place (&self->x, from), lamina_scale_get_place (&self->y, from * mark->value),
                     lamina_scale_get_place (&self->x, to), lamina_scale_get_place (&self->y, to * mark->value) };
  return TRUE;
}

void
lamina_scatter_add_roofs (LaminaScatter *self)
{
  Slope slope;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);

      if (!mark->is_slope && mark->column == self->y_column)
        add_level (self, mark);
      else if (mark->is_slope && get_slope_line (self, mark, &slope))
        add_roof_line (self, slope.x1, slope.y1, slope.x2, slope.y2);
    }
}

void
lamina_scatter_add_roof_labels (LaminaScatter *self)
{
  const char *title = lamina_chart_data_get_column (self->plot->data, self->y_column)->title;
  double title_width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_RULER, title);
  Slope slope;

  /* The title of the axis stands above it. */
  take_label (self, &(LaminaRectangle) { self->area.left, self->plot->y, self->area.left + title_width,
                                         self->area.top - LAMINA_SCATTER_TOP + 14 });
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);

      if (!mark->is_slope && mark->column == self->y_column)
        add_level_label (self, mark);
      else if (mark->is_slope && get_slope_line (self, mark, &slope)
               && !add_turned_label (self, &slope, mark->label))
        add_nearest (self, (slope.x1 + slope.x2) / 2, (slope.y1 + slope.y2) / 2, mark->label);
    }
}
