/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-painter.h"

#include "lamina-label-cache-private.h"
#include "lamina-scene-private.h"
#include "lamina-text-private.h"

#include <cairo.h>
#include <math.h>

#define HATCHING_WIDTH 1.6
#define COARSE_WIDTH 3.4

/* A line with a step at each pixel has as many. */
#define MOST_POINTS_PER_PX 2

/* Both corners below the line. */
#define N_CORNERS 2

/*
 * Whether the line of an area goes in steps and up and down so often that there is nothing to see of it but which pixels
 * of each column it passes. As rectangles these are filled far faster than the line is stroked.
 */
static gboolean
steps_densely (const LaminaSceneArea  *area,
               const LaminaScenePoint *points)
{
  if (area->n_line < 2 || area->n != area->n_line + N_CORNERS
      || area->n_line <= MOST_POINTS_PER_PX * (points[area->n_line - 1].x - points[0].x) + MOST_POINTS_PER_PX)
    return FALSE;
  for (guint i = 1; i < area->n_line; i++)
    if (points[i].x < points[i - 1].x || (points[i].x > points[i - 1].x && fabsf (points[i].y - points[i - 1].y) > 0))
      return FALSE;
  return TRUE;
}

/* A column of the line, or of what is below it down to @base. */
static void
add_column (cairo_t      *cr,
            double        x,
            double        width,
            double        top,
            double        bottom,
            const double *base)
{
  if (base == NULL)
    cairo_rectangle (cr, x, top, width, bottom + 1 - top);
  else if (bottom + 1 < *base)
    cairo_rectangle (cr, x, bottom + 1, width, *base - bottom - 1);
}

/*
 * Adds rectangles of whole pixels to the path: a column of one pixel for each place where the line goes up or down, also where it
 * ends with one, and a wide one for each way to the next.
 */
static void
add_columns (cairo_t                *cr,
             const LaminaSceneArea  *area,
             const LaminaScenePoint *points,
             const double           *base)
{
  double x = floor (points[0].x);
  double top = floor (points[0].y);
  double bottom = top;

  for (guint i = 1; i < area->n_line; i++)
    {
      double next = floor (points[i].x);
      double y = floor (points[i].y);

      if (next > x)
        {
          add_column (cr, x, 1, top, bottom, base);
          if (next > x + 1)
            add_column (cr, x + 1, next - x - 1, y, y, base);
          x = next;
          top = bottom = y;
        }
      top = MIN (top, y);
      bottom = MAX (bottom, y);
    }
  if (bottom > top)
    add_column (cr, x, 1, top, bottom, base);
}

#define HATCHING_PERIOD 5.0
#define SPARSE_PERIOD 6.0
#define COARSE_PERIOD 8.0

static double
get_period (LaminaStrokes strokes)
{
  return strokes & LAMINA_STROKES_COARSE ? COARSE_PERIOD : strokes & LAMINA_STROKES_SPARSE ? SPARSE_PERIOD : HATCHING_PERIOD;
}

/* Lines at 45° through a box, counted from its corner so that they move with it. */
static void
add_slanted (cairo_t              *cr,
             const LaminaSceneBox *box,
             double                period,
             gboolean              falling)
{
  const double distance = period * G_SQRT2;
  double left = falling ? box->x + box->width : box->x;
  double right = falling ? -1 : 1;

  for (double sum = distance / 2; sum < box->width + box->height + distance; sum += distance)
    {
      double from = MAX (sum - box->height, 0) - HATCHING_WIDTH;
      double to = MIN (sum, box->width) + HATCHING_WIDTH;

      cairo_move_to (cr, left + right * from, box->y + sum - from);
      cairo_line_to (cr, left + right * to, box->y + sum - to);
    }
}

/* Adds the lines of a pattern to the path, counted from the corner of the box; whoever strokes them clips to the box. */
static void
add_hatching (cairo_t              *cr,
              const LaminaSceneBox *box,
              LaminaStrokes         strokes)
{
  double period = get_period (strokes);

  if (strokes & LAMINA_STROKES_RISING)
    add_slanted (cr, box, period, FALSE);
  if (strokes & LAMINA_STROKES_FALLING)
    add_slanted (cr, box, period, TRUE);
  for (double y = period / 2; strokes & LAMINA_STROKES_LEVEL && y < box->height; y += period)
    {
      cairo_move_to (cr, box->x, box->y + y);
      cairo_line_to (cr, box->x + box->width, box->y + y);
    }
  for (double x = period / 2; strokes & LAMINA_STROKES_UPRIGHT && x < box->width; x += period)
    {
      cairo_move_to (cr, box->x + x, box->y);
      cairo_line_to (cr, box->x + x, box->y + box->height);
    }
}

static void
add_slanted_texture (cairo_t  *cr,
                     double    period,
                     gboolean  falling)
{
  double distance = period * G_SQRT2, left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  for (double at = floor ((falling ? left - bottom : left + top) / distance) * distance;
       at < (falling ? right - top : right + bottom) + distance; at += distance)
    {
      cairo_move_to (cr, falling ? at + top : at - top, top);
      cairo_line_to (cr, falling ? at + bottom : at - bottom, bottom);
    }
}

/* Adds the lines of a texture over all that is clipped to, counted from the corner of the scene, and sets their width. */
static void
add_texture_lines (cairo_t       *cr,
                   LaminaStrokes  strokes)
{
  double period = get_period (strokes);
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  cairo_set_line_width (cr, strokes & LAMINA_STROKES_COARSE ? COARSE_WIDTH : HATCHING_WIDTH);
  if (strokes & LAMINA_STROKES_RISING)
    add_slanted_texture (cr, period, FALSE);
  if (strokes & LAMINA_STROKES_FALLING)
    add_slanted_texture (cr, period, TRUE);
  for (double y = floor (top / period) * period; strokes & LAMINA_STROKES_LEVEL && y < bottom + period; y += period)
    {
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, right, y);
    }
}

/* A box that is narrower would be all outline. */
#define LEAST_OUTLINED 4
#define AREA_LINE_WIDTH 1.5

/* The boxes of one fill: a chain through the indexes in @next. */
typedef struct
{
  LaminaFill fill;
  guint first;
  guint last;
} Batch;

struct _LaminaPainter
{
  LaminaStyle style;
  char *font_family;
  LaminaLabelCache *labels;
  GArray *batches;
  GArray *next;
  GHashTable *batch_by_fill;
};

LaminaPainter *
lamina_painter_new (const LaminaStyle *style)
{
  LaminaPainter *self = g_new0 (LaminaPainter, 1);

  self->batches = g_array_new (FALSE, FALSE, sizeof (Batch));
  self->next = g_array_new (FALSE, FALSE, sizeof (guint));
  self->batch_by_fill = g_hash_table_new (NULL, NULL);
  lamina_painter_set_style (self, style);
  return self;
}

void
lamina_painter_free (LaminaPainter *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->labels, lamina_label_cache_free);
  g_array_unref (self->batches);
  g_array_unref (self->next);
  g_hash_table_unref (self->batch_by_fill);
  g_free (self->font_family);
  g_free (self);
}

void
lamina_painter_set_style (LaminaPainter     *self,
                          const LaminaStyle *style)
{
  gboolean same_font;

  g_return_if_fail (self != NULL && style != NULL);

  same_font = self->labels != NULL && g_strcmp0 (self->font_family, style->font_family) == 0;
  if (!same_font)
    {
      char *font_family = g_strdup (style->font_family);

      g_free (self->font_family);
      self->font_family = font_family;
    }
  self->style = *style;
  self->style.font_family = self->font_family;
  if (!same_font)
    {
      g_clear_pointer (&self->labels, lamina_label_cache_free);
      self->labels = lamina_label_cache_new (&self->style);
    }
}

const LaminaStyle *
lamina_painter_get_style (LaminaPainter *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->style;
}

static void
set_source (LaminaPainter *self,
            cairo_t       *cr,
            LaminaFill     fill)
{
  LaminaColor color;

  lamina_style_get_color (&self->style, fill, &color);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
}

/*
 * Boxes of a family stand on the view: what is seen through them is known, and cairo fills opaque boxes far faster than
 * it lays translucent ones over what is there, which are most boxes of a dense trace.
 */
static void
set_box_source (LaminaPainter *self,
                cairo_t       *cr,
                LaminaFill     fill)
{
  LaminaColor color;
  LaminaColor view;

  if (fill.ink != LAMINA_INK_FAMILY || fill.alpha == 255)
    {
      set_source (self, cr, fill);
      return;
    }
  lamina_style_get_color (&self->style, fill, &color);
  lamina_style_get_color (&self->style, LAMINA_FILL (LAMINA_INK_VIEW), &view);
  cairo_set_source_rgb (cr, view.red + (color.red - view.red) * color.alpha,
                        view.green + (color.green - view.green) * color.alpha,
                        view.blue + (color.blue - view.blue) * color.alpha);
}

static guint
get_batch (LaminaPainter *self,
           LaminaFill     fill)
{
  guint packed = (guint) fill.ink << 24 | (guint) fill.family << 16 | (guint) fill.pattern << 8 | fill.alpha;
  gpointer key = GUINT_TO_POINTER (packed);
  gpointer known;
  Batch batch = { .fill = fill, .first = LAMINA_NONE, .last = LAMINA_NONE };

  if (g_hash_table_lookup_extended (self->batch_by_fill, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_array_append_val (self->batches, batch);
  g_hash_table_insert (self->batch_by_fill, key, GUINT_TO_POINTER (self->batches->len - 1));
  return self->batches->len - 1;
}

/* Chains the boxes of each fill, the fills in the order of their first boxes. */
static void
sort_boxes (LaminaPainter        *self,
            const LaminaSceneBox *boxes,
            guint                 n)
{
  guint *next;

  g_array_set_size (self->batches, 0);
  g_hash_table_remove_all (self->batch_by_fill);
  g_array_set_size (self->next, n);
  next = (guint *) (gpointer) self->next->data;
  for (guint i = 0; i < n; i++)
    {
      Batch *batch;
      guint at;

      next[i] = LAMINA_NONE;
      if (boxes[i].fill.ink == LAMINA_INK_NONE)
        continue;
      at = get_batch (self, boxes[i].fill);
      batch = &g_array_index (self->batches, Batch, at);
      if (batch->first == LAMINA_NONE)
        batch->first = i;
      else
        next[batch->last] = i;
      batch->last = i;
    }
}

static gboolean
touches (const LaminaSceneBox *a,
         const LaminaSceneBox *b)
{
  return b->x == a->x + a->width && b->y == a->y && b->height == a->height;
}

/* Boxes that touch in a row are one rectangle: of merged boxes many do, and each rectangle has its price. */
static void
add_rectangles (LaminaPainter        *self,
                cairo_t              *cr,
                const LaminaSceneBox *boxes,
                const Batch          *batch)
{
  const guint *next = (const guint *) (gpointer) self->next->data;
  guint last;

  for (guint i = batch->first; i != LAMINA_NONE; i = next[last])
    {
      for (last = i; next[last] != LAMINA_NONE && touches (&boxes[last], &boxes[next[last]]);)
        last = next[last];
      cairo_rectangle (cr, boxes[i].x, boxes[i].y, boxes[last].x + boxes[last].width - boxes[i].x, boxes[i].height);
    }
}

/* Fills the path, which is gone afterwards, and clips to it for the lines. */
static void
begin_lines (cairo_t           *cr,
             const LaminaColor *ground,
             const LaminaColor *line)
{
  cairo_set_source_rgb (cr, ground->red, ground->green, ground->blue);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  cairo_set_source_rgb (cr, line->red, line->green, line->blue);
  cairo_set_line_width (cr, HATCHING_WIDTH);
  cairo_set_dash (cr, NULL, 0, 0);
}

static gboolean
has_lines (LaminaPainter *self,
           LaminaFill     fill)
{
  LaminaColor ground, line;

  return fill.pattern != LAMINA_PATTERN_SOLID && lamina_style_get_pattern (&self->style, fill, &ground, &line) != 0;
}

static void
paint_pattern (LaminaPainter        *self,
               cairo_t              *cr,
               const LaminaSceneBox *boxes,
               const Batch          *batch)
{
  LaminaColor ground;
  LaminaColor line;
  LaminaStrokes strokes = lamina_style_get_pattern (&self->style, batch->fill, &ground, &line);

  cairo_save (cr);
  add_rectangles (self, cr, boxes, batch);
  begin_lines (cr, &ground, &line);
  if (batch->fill.pattern == LAMINA_PATTERN_TEXTURE)
    add_texture_lines (cr, strokes);
  for (guint i = batch->first; batch->fill.pattern != LAMINA_PATTERN_TEXTURE && i != LAMINA_NONE;
       i = g_array_index (self->next, guint, i))
    add_hatching (cr, &boxes[i], strokes);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Neighbors of one color are told apart by more than the gap between them. */
static void
paint_outlines (LaminaPainter        *self,
                cairo_t              *cr,
                const LaminaSceneBox *boxes,
                const Batch          *batch)
{
  const guint *next = (const guint *) (gpointer) self->next->data;

  set_source (self, cr, LAMINA_FILL (LAMINA_INK_TEXT));
  cairo_set_line_width (cr, 1);
  for (guint i = batch->first; i != LAMINA_NONE; i = next[i])
    if (boxes[i].width >= LEAST_OUTLINED && boxes[i].height >= LEAST_OUTLINED)
      cairo_rectangle (cr, boxes[i].x + 0.5, boxes[i].y + 0.5, boxes[i].width - 1, boxes[i].height - 1);
  cairo_stroke (cr);
}

/* Outlines lie over what they outline, and below the plates over it. */
static void
paint_boxes (LaminaPainter        *self,
             cairo_t              *cr,
             const LaminaSceneBox *boxes,
             guint                 n)
{
  sort_boxes (self, boxes, n);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < self->batches->len; i++)
    {
      const Batch *batch = &g_array_index (self->batches, Batch, i);

      if (has_lines (self, batch->fill))
        paint_pattern (self, cr, boxes, batch);
      else
        {
          set_box_source (self, cr, batch->fill);
          add_rectangles (self, cr, boxes, batch);
          cairo_fill (cr);
        }
      if (self->style.high_contrast && batch->fill.ink == LAMINA_INK_FAMILY)
        paint_outlines (self, cr, boxes, batch);
    }
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void
add_polygon (cairo_t                *cr,
             const LaminaScenePoint *points,
             guint                   n)
{
  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
}

static void
paint_textured (LaminaPainter          *self,
                cairo_t                *cr,
                const LaminaSceneArea  *area,
                const LaminaScenePoint *points)
{
  LaminaColor ground, line;
  LaminaStrokes strokes = lamina_style_get_pattern (&self->style, area->fill, &ground, &line);

  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  add_polygon (cr, points, area->n);
  begin_lines (cr, &ground, &line);
  add_texture_lines (cr, strokes);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
paint_dense (LaminaPainter          *self,
             cairo_t                *cr,
             const LaminaSceneArea  *area,
             const LaminaScenePoint *points)
{
  const double base = points[area->n - 1].y;

  cairo_new_path (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  set_source (self, cr, area->fill);
  add_columns (cr, area, points, &base);
  cairo_fill (cr);
  set_source (self, cr, area->line);
  add_columns (cr, area, points, NULL);
  cairo_fill (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void
paint_area (LaminaPainter          *self,
            cairo_t                *cr,
            const LaminaSceneArea  *area,
            const LaminaScenePoint *points)
{
  if (area->fill.ink != LAMINA_INK_NONE && area->line.ink != LAMINA_INK_NONE && !has_lines (self, area->fill)
      && steps_densely (area, points))
    {
      paint_dense (self, cr, area, points);
      return;
    }
  if (area->n > 2 && has_lines (self, area->fill))
    paint_textured (self, cr, area, points);
  else if (area->n > 2 && area->fill.ink != LAMINA_INK_NONE)
    {
      set_source (self, cr, area->fill);
      cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
      add_polygon (cr, points, area->n);
      cairo_fill (cr);
    }
  if (area->n_line > 1 && area->line.ink != LAMINA_INK_NONE)
    {
      set_source (self, cr, area->line);
      cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
      cairo_set_line_width (cr, AREA_LINE_WIDTH);
      add_polygon (cr, points, area->n_line);
      cairo_stroke (cr);
    }
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void
paint_line (LaminaPainter         *self,
            cairo_t               *cr,
            const LaminaSceneLine *line)
{
  const double dots[] = { 2, 3 };
  const double dashes[] = { 6, 4 };

  set_source (self, cr, line->fill);
  cairo_set_line_width (cr, line->width > 0 ? line->width : 1);
  cairo_set_dash (cr, line->width > 1 ? dashes : dots, line->dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (cr, line->x1, line->y1);
  cairo_line_to (cr, line->x2, line->y2);
  cairo_stroke (cr);
}

static void
paint_dot (LaminaPainter        *self,
           cairo_t              *cr,
           const LaminaSceneDot *dot)
{
  LaminaScenePoint corners[LAMINA_DOT_CORNERS];
  guint n = lamina_style_list_corners (&self->style, dot, corners);

  if (n > 0)
    {
      add_polygon (cr, corners, n);
      cairo_close_path (cr);
    }
  else
    {
      cairo_new_path (cr);
      cairo_arc (cr, dot->x, dot->y, dot->radius, 0, 2 * G_PI);
    }
  if (dot->fill.ink != LAMINA_INK_NONE)
    {
      set_source (self, cr, dot->fill);
      cairo_fill_preserve (cr);
    }
  if (dot->line.ink != LAMINA_INK_NONE)
    {
      set_source (self, cr, self->style.high_contrast ? LAMINA_FILL (LAMINA_INK_TEXT) : dot->line);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_width (cr, 1);
      cairo_stroke_preserve (cr);
    }
  cairo_new_path (cr);
}

/* The lines of a texture would run through the letters. */
static void
paint_plate (LaminaPainter         *self,
             cairo_t               *cr,
             const LaminaSceneText *text,
             double                 x,
             double                 width)
{
  double height = lamina_style_get_font_size (text->font) * LAMINA_TEXT_PLATE_HEIGHT;

  if (!has_lines (self, text->fill))
    return;
  set_source (self, cr, LAMINA_FILL_FAMILY (text->fill.family));
  cairo_rectangle (cr, x - LAMINA_TEXT_PLATE_MARGIN, text->y - height / 2, width + 2 * LAMINA_TEXT_PLATE_MARGIN, height);
  cairo_fill (cr);
}

static void
paint_text (LaminaPainter         *self,
            cairo_t               *cr,
            const LaminaSceneText *text)
{
  double width;
  PangoLayout *layout = lamina_label_cache_get (self->labels, text->font, text->text, text->width, &width);
  double x = text->x;
  double baseline = (double) pango_layout_get_baseline (layout) / PANGO_SCALE;

  if (text->align == LAMINA_ALIGN_CENTER)
    x -= width / 2;
  else if (text->align == LAMINA_ALIGN_END)
    x -= width;
  paint_plate (self, cr, text, x, width);
  set_source (self, cr, text->fill);
  if (text->angle != 0)
    {
      cairo_save (cr);
      cairo_translate (cr, text->x, text->y);
      cairo_rotate (cr, -text->angle * G_PI / 180);
      cairo_translate (cr, -text->x, -text->y);
    }
  cairo_move_to (cr, x, text->y + lamina_style_get_font_size (text->font) * LAMINA_TEXT_BASELINE - baseline);
  pango_cairo_show_layout (cr, layout);
  if (text->angle != 0)
    cairo_restore (cr);
}

void
lamina_painter_paint_group (LaminaPainter *self,
                            cairo_t       *cr,
                            LaminaScene   *scene,
                            guint          i)
{
  const LaminaSceneGroup *group;
  LaminaSceneThings things;

  g_return_if_fail (self != NULL && scene != NULL && i < lamina_scene_get_n_groups (scene));

  group = lamina_scene_get_group (scene, i);
  things = lamina_scene_get_things (scene, group);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_rectangle (cr, group->x, group->y, group->width, group->height);
  cairo_clip (cr);
  paint_boxes (self, cr, things.boxes, group->n_boxes);
  for (guint j = 0; j < group->n_areas; j++)
    paint_area (self, cr, &things.areas[j], things.points + things.areas[j].first);
  for (guint j = 0; j < group->n_lines; j++)
    paint_line (self, cr, &things.lines[j]);
  for (guint j = 0; j < group->n_dots; j++)
    paint_dot (self, cr, &things.dots[j]);
  for (guint j = 0; j < group->n_texts; j++)
    paint_text (self, cr, &things.texts[j]);
  cairo_restore (cr);
}

void
lamina_painter_paint (LaminaPainter *self,
                      cairo_t       *cr,
                      LaminaScene   *scene)
{
  g_return_if_fail (self != NULL && scene != NULL);

  set_source (self, cr, LAMINA_FILL (LAMINA_INK_VIEW));
  cairo_rectangle (cr, 0, 0, lamina_scene_get_width (scene), lamina_scene_get_height (scene));
  cairo_fill (cr);
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_painter_paint_group (self, cr, scene, i);
}
