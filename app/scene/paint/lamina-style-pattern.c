/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-style.h"

#include "lamina-color-private.h"

/* What tells fills apart without colors: the lines of boxes and areas, the shapes of dots. */

/*
 * Fills that are lighter than this, as a luminance, have dark lines; the others lines towards the view color. Thick lines are
 * less dark than thin ones, so that none of the fills weighs more than the others.
 */
#define LIGHT 0.44
#define LIGHT_LINE 0.7
#define DARK_LINE 0.55
#define COARSE_DARK_LINE 0.3

/*
 * Where dark fills have the same lines as light ones, the lines are of another color. None are upright: they would hide
 * columns that are as narrow as they are. What says least of the work, the scopes and steps around it, is plain.
 */
static const LaminaStrokes textures[LAMINA_N_FAMILIES] = {
  [LAMINA_FAMILY_CONVOLUTION] = 0,
  [LAMINA_FAMILY_OTHER] = 0,
  [LAMINA_FAMILY_MATMUL] = LAMINA_STROKES_RISING,
  [LAMINA_FAMILY_INDEX] = LAMINA_STROKES_RISING,
  [LAMINA_FAMILY_OPTIMIZER] = LAMINA_STROKES_FALLING,
  [LAMINA_FAMILY_NORMALIZATION] = LAMINA_STROKES_FALLING,
  [LAMINA_FAMILY_COPY] = LAMINA_STROKES_LEVEL,
  [LAMINA_FAMILY_ACTIVATION] = LAMINA_STROKES_LEVEL,
  [LAMINA_FAMILY_LAYOUT] = LAMINA_STROKES_RISING | LAMINA_STROKES_FALLING,
  [LAMINA_FAMILY_ATTENTION] = LAMINA_STROKES_RISING | LAMINA_STROKES_FALLING,
  [LAMINA_FAMILY_COMMUNICATION] = LAMINA_STROKES_RISING | LAMINA_STROKES_COARSE,
  [LAMINA_FAMILY_POOLING] = LAMINA_STROKES_RISING | LAMINA_STROKES_COARSE,
  [LAMINA_FAMILY_REDUCTION] = LAMINA_STROKES_LEVEL | LAMINA_STROKES_COARSE,
  [LAMINA_FAMILY_ELEMENTWISE] = LAMINA_STROKES_FALLING | LAMINA_STROKES_COARSE,
};

/* A shape that is as large as a disc of the radius 1. */
typedef struct
{
  guint n;
  float corners[LAMINA_DOT_CORNERS][2];
} Shape;

#define PLUS(a, b) { { -a, -b }, { a, -b }, { a, -a }, { b, -a }, { b, a }, { a, a }, { a, b }, { -a, b }, { -a, a }, \
                     { -b, a }, { -b, -a }, { -a, -a } }

static const Shape shapes[LAMINA_N_FAMILIES] = {
  [LAMINA_FAMILY_CONVOLUTION] = { 0, { { 0, 0 } } },
  [LAMINA_FAMILY_MATMUL] = { 4, { { -0.89f, -0.89f }, { 0.89f, -0.89f }, { 0.89f, 0.89f }, { -0.89f, 0.89f } } },
  [LAMINA_FAMILY_ELEMENTWISE] = { 3, { { 0, -1.55f }, { 1.35f, 0.78f }, { -1.35f, 0.78f } } },
  [LAMINA_FAMILY_ACTIVATION] = { 3, { { 0, 1.55f }, { -1.35f, -0.78f }, { 1.35f, -0.78f } } },
  [LAMINA_FAMILY_LAYOUT] = { 3, { { -1.55f, 0 }, { 0.78f, -1.35f }, { 0.78f, 1.35f } } },
  [LAMINA_FAMILY_COPY] = { 3, { { 1.55f, 0 }, { -0.78f, 1.35f }, { -0.78f, -1.35f } } },
  [LAMINA_FAMILY_NORMALIZATION] = { 4, { { 0, -1.25f }, { 1.25f, 0 }, { 0, 1.25f }, { -1.25f, 0 } } },
  [LAMINA_FAMILY_POOLING] = { 12, PLUS (0.42f, 1.14f) },
  [LAMINA_FAMILY_REDUCTION] = { 12, { { 0, -0.6f }, { 0.51f, -1.11f }, { 1.11f, -0.51f }, { 0.6f, 0 }, { 1.11f, 0.51f },
                                      { 0.51f, 1.11f }, { 0, 0.6f }, { -0.51f, 1.11f }, { -1.11f, 0.51f }, { -0.6f, 0 },
                                      { -1.11f, -0.51f }, { -0.51f, -1.11f } } },
  [LAMINA_FAMILY_ATTENTION] = { 10, { { 0, -1.6f }, { 0.42f, -0.57f }, { 1.52f, -0.49f }, { 0.68f, 0.22f },
                                      { 0.94f, 1.29f }, { 0, 0.71f }, { -0.94f, 1.29f }, { -0.68f, 0.22f },
                                      { -1.52f, -0.49f }, { -0.42f, -0.57f } } },
  [LAMINA_FAMILY_COMMUNICATION] = { 8, { { 0, -1.7f }, { 0.49f, -0.49f }, { 1.7f, 0 }, { 0.49f, 0.49f }, { 0, 1.7f },
                                         { -0.49f, 0.49f }, { -1.7f, 0 }, { -0.49f, -0.49f } } },
  [LAMINA_FAMILY_OPTIMIZER] = { 4, { { -1.25f, -1.25f }, { 1.25f, 1.25f }, { 1.25f, -1.25f }, { -1.25f, 1.25f } } },
  [LAMINA_FAMILY_INDEX] = { 4, { { -1.25f, -1.25f }, { 1.25f, -1.25f }, { -1.25f, 1.25f }, { 1.25f, 1.25f } } },
  [LAMINA_FAMILY_OTHER] = { 6, { { -1.1f, 0 }, { -0.55f, -0.95f }, { 0.55f, -0.95f }, { 1.1f, 0 }, { 0.55f, 0.95f },
                                 { -0.55f, 0.95f } } },
};

/* Where hues may be lost. */
static gboolean
has_textures (const LaminaStyle *style)
{
  return style->theme == LAMINA_THEME_PRINT || style->high_contrast;
}

/* The fill over the view. */
static LaminaColor
get_ground (const LaminaStyle *style,
            LaminaFill         fill)
{
  LaminaColor color, view;

  lamina_style_get_color (style, fill, &color);
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_VIEW), &view);
  return lamina_color_mix (view, color, color.alpha);
}

static LaminaColor
get_texture_line (const LaminaStyle *style,
                  LaminaFill         fill)
{
  LaminaColor plain = get_ground (style, LAMINA_FILL_FAMILY (fill.family)), line;
  gboolean is_coarse = (textures[MIN (fill.family, LAMINA_FAMILY_OTHER)] & LAMINA_STROKES_COARSE) != 0;

  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_VIEW), &line);
  if ((lamina_color_get_luminance (&plain) > LIGHT) == (style->theme == LAMINA_THEME_DARK))
    return lamina_color_mix (plain, line, LIGHT_LINE);
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_TEXT), &line);
  return lamina_color_mix (plain, line, is_coarse ? COARSE_DARK_LINE : DARK_LINE);
}

LaminaStrokes
lamina_style_get_pattern (const LaminaStyle *style,
                          LaminaFill         fill,
                          LaminaColor       *ground,
                          LaminaColor       *line)
{
  static const LaminaStrokes strokes[LAMINA_N_PATTERNS] = {
    [LAMINA_PATTERN_WAIT] = LAMINA_STROKES_RISING,
    [LAMINA_PATTERN_FALLING] = LAMINA_STROKES_FALLING,
    [LAMINA_PATTERN_LEVEL] = LAMINA_STROKES_LEVEL,
    [LAMINA_PATTERN_UPRIGHT] = LAMINA_STROKES_UPRIGHT,
    [LAMINA_PATTERN_CROSSED] = LAMINA_STROKES_RISING | LAMINA_STROKES_FALLING,
    [LAMINA_PATTERN_STRIPED] = LAMINA_STROKES_LEVEL,
    [LAMINA_PATTERN_BARRED] = LAMINA_STROKES_UPRIGHT,
  };

  g_return_val_if_fail (style != NULL && fill.pattern < LAMINA_N_PATTERNS, 0);

  *ground = get_ground (style, fill);
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_VIEW), line);
  if (fill.pattern == LAMINA_PATTERN_TEXTURE)
    {
      *line = get_texture_line (style, fill);
      return has_textures (style) ? textures[MIN (fill.family, LAMINA_FAMILY_OTHER)] : 0;
    }
  if (fill.pattern != LAMINA_PATTERN_STRIPED && fill.pattern != LAMINA_PATTERN_BARRED)
    lamina_style_get_hatching (style, fill.family, ground, line);
  return strokes[fill.pattern];
}

guint
lamina_style_list_corners (const LaminaStyle    *style,
                           const LaminaSceneDot *dot,
                           LaminaScenePoint     *corners)
{
  const Shape *shape;

  g_return_val_if_fail (style != NULL && dot != NULL && corners != NULL, 0);

  if (dot->fill.pattern != LAMINA_PATTERN_TEXTURE || !has_textures (style))
    return 0;
  shape = &shapes[MIN (dot->fill.family, LAMINA_FAMILY_OTHER)];
  for (guint i = 0; i < shape->n; i++)
    corners[i] = (LaminaScenePoint) { dot->x + dot->radius * shape->corners[i][0],
                                      dot->y + dot->radius * shape->corners[i][1] };
  return shape->n;
}
