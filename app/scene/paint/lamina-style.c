/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-style.h"

#include "lamina-text-private.h"

#include <math.h>

static LaminaColor
mix_colors (LaminaColor a,
            LaminaColor b,
            double      part_of_b)
{
  return (LaminaColor) { .red = a.red + (b.red - a.red) * part_of_b,
                         .green = a.green + (b.green - a.green) * part_of_b,
                         .blue = a.blue + (b.blue - a.blue) * part_of_b,
                         .alpha = 1 };
}

static double
get_luminance (const LaminaColor *color)
{
  const double parts[] = { color->red, color->green, color->blue };
  const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += weights[i] * (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

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
  return mix_colors (view, color, color.alpha);
}

static LaminaColor
get_texture_line (const LaminaStyle *style,
                  LaminaFill         fill)
{
  LaminaColor plain = get_ground (style, LAMINA_FILL_FAMILY (fill.family)), line;
  gboolean is_coarse = (textures[MIN (fill.family, LAMINA_FAMILY_OTHER)] & LAMINA_STROKES_COARSE) != 0;

  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_VIEW), &line);
  if ((get_luminance (&plain) > LIGHT) == (style->theme == LAMINA_THEME_DARK))
    return mix_colors (plain, line, LIGHT_LINE);
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_TEXT), &line);
  return mix_colors (plain, line, is_coarse ? COARSE_DARK_LINE : DARK_LINE);
}

#define IDLE_INK 0.2

/* Of what idles there is no family: faint lines on nothing. */
static void
get_idle_hatching (const LaminaStyle *style,
                   LaminaColor       *ground,
                   LaminaColor       *line)
{
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_VIEW), ground);
  lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_TEXT), line);
  if (!style->high_contrast)
    *line = mix_colors (*ground, *line, IDLE_INK * (1 - CLAMP (style->dim, 0, 1)));
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
  if (fill.ink == LAMINA_INK_TEXT && strokes[fill.pattern] != 0)
    {
      get_idle_hatching (style, ground, line);
      return strokes[fill.pattern] | LAMINA_STROKES_SPARSE;
    }
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

/* Fills of the families, as 0xrrggbb. The print theme has those of the light one. */
typedef guint32 Fills[LAMINA_N_FAMILIES];

static const Fills light_fills[LAMINA_N_COLORS] = {
  [LAMINA_COLORS_USUAL] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x6ba1e0,   [LAMINA_FAMILY_MATMUL] = 0x8f7ed9,
    [LAMINA_FAMILY_ATTENTION] = 0xe2a6f6,     [LAMINA_FAMILY_ELEMENTWISE] = 0x90e29c,
    [LAMINA_FAMILY_ACTIVATION] = 0x97c677,    [LAMINA_FAMILY_NORMALIZATION] = 0xf0b03e,
    [LAMINA_FAMILY_POOLING] = 0x64c5ca,       [LAMINA_FAMILY_REDUCTION] = 0x5292b3,
    [LAMINA_FAMILY_LAYOUT] = 0xb8a896,        [LAMINA_FAMILY_COPY] = 0xd28e5f,
    [LAMINA_FAMILY_COMMUNICATION] = 0xd16a5f, [LAMINA_FAMILY_OPTIMIZER] = 0xba7591,
    [LAMINA_FAMILY_INDEX] = 0xead361,         [LAMINA_FAMILY_OTHER] = 0xd1cfdc,
  },
  [LAMINA_COLORS_APART] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x5399fe,   [LAMINA_FAMILY_MATMUL] = 0x482da6,
    [LAMINA_FAMILY_ATTENTION] = 0x6f5984,     [LAMINA_FAMILY_ELEMENTWISE] = 0x53f6ba,
    [LAMINA_FAMILY_ACTIVATION] = 0xa4c3ea,    [LAMINA_FAMILY_NORMALIZATION] = 0xf29507,
    [LAMINA_FAMILY_POOLING] = 0x3d67df,       [LAMINA_FAMILY_REDUCTION] = 0x582564,
    [LAMINA_FAMILY_LAYOUT] = 0x9f818e,        [LAMINA_FAMILY_COPY] = 0xe6532b,
    [LAMINA_FAMILY_COMMUNICATION] = 0x771002, [LAMINA_FAMILY_OPTIMIZER] = 0xa33d15,
    [LAMINA_FAMILY_INDEX] = 0xf8d731,         [LAMINA_FAMILY_OTHER] = 0xc5aa95,
  },
  [LAMINA_COLORS_BLUES] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x1b58ba,   [LAMINA_FAMILY_MATMUL] = 0x0c3c9c,
    [LAMINA_FAMILY_ATTENTION] = 0x2d3e56,     [LAMINA_FAMILY_ELEMENTWISE] = 0x86b8f6,
    [LAMINA_FAMILY_ACTIVATION] = 0x679ffc,    [LAMINA_FAMILY_NORMALIZATION] = 0x3989e0,
    [LAMINA_FAMILY_POOLING] = 0x1c75c2,       [LAMINA_FAMILY_REDUCTION] = 0x63718a,
    [LAMINA_FAMILY_LAYOUT] = 0xa3b1c4,        [LAMINA_FAMILY_COPY] = 0x8d9bb5,
    [LAMINA_FAMILY_COMMUNICATION] = 0x4e5b6e, [LAMINA_FAMILY_OPTIMIZER] = 0x7385aa,
    [LAMINA_FAMILY_INDEX] = 0xb8c8e2,         [LAMINA_FAMILY_OTHER] = 0xc9e0fa,
  },
};

static const Fills dark_fills[LAMINA_N_COLORS] = {
  [LAMINA_COLORS_USUAL] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x5f92cd,   [LAMINA_FAMILY_MATMUL] = 0x8271c7,
    [LAMINA_FAMILY_ATTENTION] = 0xce95e1,     [LAMINA_FAMILY_ELEMENTWISE] = 0x80ce8c,
    [LAMINA_FAMILY_ACTIVATION] = 0x88b469,    [LAMINA_FAMILY_NORMALIZATION] = 0xdb9f30,
    [LAMINA_FAMILY_POOLING] = 0x57b3b8,       [LAMINA_FAMILY_REDUCTION] = 0x4784a3,
    [LAMINA_FAMILY_LAYOUT] = 0xa79887,        [LAMINA_FAMILY_COPY] = 0xc08053,
    [LAMINA_FAMILY_COMMUNICATION] = 0xbf5e54, [LAMINA_FAMILY_OPTIMIZER] = 0xaa6983,
    [LAMINA_FAMILY_INDEX] = 0xd5bf53,         [LAMINA_FAMILY_OTHER] = 0xbebcc8,
  },
  [LAMINA_COLORS_APART] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x6478f1,   [LAMINA_FAMILY_MATMUL] = 0x3c4cb2,
    [LAMINA_FAMILY_ATTENTION] = 0xbe95fc,     [LAMINA_FAMILY_ELEMENTWISE] = 0xb8fedf,
    [LAMINA_FAMILY_ACTIVATION] = 0xbcd991,    [LAMINA_FAMILY_NORMALIZATION] = 0xdda913,
    [LAMINA_FAMILY_POOLING] = 0x49beb0,       [LAMINA_FAMILY_REDUCTION] = 0x5bdefd,
    [LAMINA_FAMILY_LAYOUT] = 0x986176,        [LAMINA_FAMILY_COPY] = 0xcd7754,
    [LAMINA_FAMILY_COMMUNICATION] = 0xaf3b06, [LAMINA_FAMILY_OPTIMIZER] = 0x764459,
    [LAMINA_FAMILY_INDEX] = 0xedf652,         [LAMINA_FAMILY_OTHER] = 0x9184b8,
  },
  [LAMINA_COLORS_BLUES] = {
    [LAMINA_FAMILY_CONVOLUTION] = 0x297fdb,   [LAMINA_FAMILY_MATMUL] = 0x1b55b6,
    [LAMINA_FAMILY_ATTENTION] = 0xd6e7fb,     [LAMINA_FAMILY_ELEMENTWISE] = 0x90c5fc,
    [LAMINA_FAMILY_ACTIVATION] = 0x65b1fd,    [LAMINA_FAMILY_NORMALIZATION] = 0x2a96f2,
    [LAMINA_FAMILY_POOLING] = 0x4673b3,       [LAMINA_FAMILY_REDUCTION] = 0xbfd2e8,
    [LAMINA_FAMILY_LAYOUT] = 0x91a8c7,        [LAMINA_FAMILY_COPY] = 0xacbed1,
    [LAMINA_FAMILY_COMMUNICATION] = 0x47576e, [LAMINA_FAMILY_OPTIMIZER] = 0x6f7e94,
    [LAMINA_FAMILY_INDEX] = 0x7d94b1,         [LAMINA_FAMILY_OTHER] = 0x5f6b7e,
  },
};

/* An ink is a color at a strength over the view color, so that what is drawn stays opaque. */
typedef struct
{
  guint32 rgb;
  double strength;
} Ink;

#define N_THEMES 3

static const Ink inks[N_THEMES][LAMINA_N_INKS] = {
  [LAMINA_THEME_LIGHT] = {
    [LAMINA_INK_VIEW] = { 0xffffff, 1 },        [LAMINA_INK_BAND] = { 0xfafafa, 1 },
    [LAMINA_INK_TEXT] = { 0x000006, 0.8 },      [LAMINA_INK_QUIET] = { 0x000006, 0.6 },
    [LAMINA_INK_HAIRLINE] = { 0x000006, 0.1 },  [LAMINA_INK_GRID] = { 0x000006, 0.06 },
    [LAMINA_INK_LINK] = { 0x1b6acb, 1 },        [LAMINA_INK_ACCENT] = { 0x1c71d8, 1 },
    [LAMINA_INK_MEASURED] = { 0x1b7f4b, 1 },    [LAMINA_INK_END_TO_END] = { 0x1b6acb, 1 },
    [LAMINA_INK_ORDER] = { 0x905400, 1 },
  },
  [LAMINA_THEME_DARK] = {
    [LAMINA_INK_VIEW] = { 0x1e1e1e, 1 },        [LAMINA_INK_BAND] = { 0x242424, 1 },
    [LAMINA_INK_TEXT] = { 0xffffff, 0.94 },     [LAMINA_INK_QUIET] = { 0xffffff, 0.62 },
    [LAMINA_INK_HAIRLINE] = { 0xffffff, 0.09 }, [LAMINA_INK_GRID] = { 0xffffff, 0.06 },
    [LAMINA_INK_LINK] = { 0x78aeed, 1 },        [LAMINA_INK_ACCENT] = { 0x78aeed, 1 },
    [LAMINA_INK_MEASURED] = { 0x57e389, 1 },    [LAMINA_INK_END_TO_END] = { 0x78aeed, 1 },
    [LAMINA_INK_ORDER] = { 0xf8c45c, 1 },
  },
  [LAMINA_THEME_PRINT] = {
    [LAMINA_INK_VIEW] = { 0xffffff, 1 },        [LAMINA_INK_BAND] = { 0xffffff, 1 },
    [LAMINA_INK_TEXT] = { 0x17171a, 1 },        [LAMINA_INK_QUIET] = { 0x17171a, 0.68 },
    [LAMINA_INK_HAIRLINE] = { 0x17171a, 0.2 },  [LAMINA_INK_GRID] = { 0x17171a, 0.09 },
    [LAMINA_INK_LINK] = { 0x17171a, 1 },        [LAMINA_INK_ACCENT] = { 0x17171a, 1 },
    [LAMINA_INK_MEASURED] = { 0x17171a, 0.68 }, [LAMINA_INK_END_TO_END] = { 0x17171a, 0.68 },
    [LAMINA_INK_ORDER] = { 0x17171a, 0.68 },
  },
};

static const guint32 label_colors[N_THEMES] = {
  [LAMINA_THEME_LIGHT] = 0x17171a,
  [LAMINA_THEME_DARK] = 0x0c0c0e,
  [LAMINA_THEME_PRINT] = 0x17171a,
};

/* Lines of families in the light themes are their fills, so much darker; see also the hatching. */
#define LINE_DARKENING 0.25
#define HATCHING_DARKENING 0.18
#define HATCHING_VIEW 0.72

/* What is weaker than this is a line between things; at high contrast it is so many times as strong. */
#define FAINT 0.3
#define HIGH_CONTRAST_LINES 4

static const struct
{
  double size;
  gboolean bold;
} fonts[LAMINA_N_FONTS] = {
  [LAMINA_FONT_LABEL] = { 11.5, FALSE },
  [LAMINA_FONT_NAME] = { 12.5, FALSE },
  [LAMINA_FONT_NAME_BOLD] = { 12.5, TRUE },
  [LAMINA_FONT_CAPTION] = { 11.5, FALSE },
  [LAMINA_FONT_RULER] = { 11.5, FALSE },
  [LAMINA_FONT_TITLE] = { 15, TRUE },
};

static LaminaColor
unpack (guint32 rgb)
{
  return (LaminaColor) { .red = (rgb >> 16 & 255) / 255.0,
                         .green = (rgb >> 8 & 255) / 255.0,
                         .blue = (rgb & 255) / 255.0,
                         .alpha = 1 };
}

static LaminaColor
get_view (const LaminaStyle *style)
{
  return unpack (inks[style->theme][LAMINA_INK_VIEW].rgb);
}

static LaminaColor
get_family (const LaminaStyle *style,
            guint              family)
{
  const Fills *fills = style->theme == LAMINA_THEME_DARK ? dark_fills : light_fills;

  return unpack (fills[style->palette][MIN (family, LAMINA_FAMILY_OTHER)]);
}

static LaminaColor
get_family_line (const LaminaStyle *style,
                 guint              family,
                 double             darkening)
{
  LaminaColor color = get_family (style, family);

  return style->theme == LAMINA_THEME_DARK ? color : mix_colors (color, unpack (0x000000), darkening);
}

static LaminaColor
dim (const LaminaStyle *style,
     LaminaColor        color)
{
  return mix_colors (color, get_view (style), CLAMP (style->dim, 0, 1));
}

/* At high contrast texts are at full ink and lines where they can be seen without effort. */
static double
get_strength (const LaminaStyle *style,
              const Ink         *ink)
{
  if (!style->high_contrast)
    return ink->strength;
  return ink->strength < FAINT ? MIN (ink->strength * HIGH_CONTRAST_LINES, 1) : 1;
}

static double
get_contrast (const LaminaColor *a,
              const LaminaColor *b)
{
  double la = get_luminance (a) + 0.05;
  double lb = get_luminance (b) + 0.05;

  return la > lb ? la / lb : lb / la;
}

/*
 * Near-black or near-white, whichever contrasts more with what it stands on. Fills that are mixed with the view may be just
 * between the two: on these the label is all black or white, of which one is always readable.
 */
static void
get_label_color (const LaminaStyle *style,
                 LaminaFill         fill,
                 LaminaColor       *color)
{
  LaminaColor ground = mix_colors (get_view (style), dim (style, get_family (style, fill.family)), fill.alpha / 255.0);
  LaminaColor black = unpack (fill.alpha == 255 ? label_colors[style->theme] : 0x000000);
  LaminaColor white = unpack (fill.alpha == 255 ? 0xfefefe : 0xffffff);

  *color = get_contrast (&ground, &white) > get_contrast (&ground, &black) ? white : black;
}

void
lamina_style_get_color (const LaminaStyle *style,
                        LaminaFill         fill,
                        LaminaColor       *color)
{
  const Ink *ink;

  g_return_if_fail (style != NULL && style->theme < N_THEMES && style->palette < LAMINA_N_COLORS);
  g_return_if_fail (fill.ink < LAMINA_N_INKS);

  ink = &inks[style->theme][fill.ink];
  switch ((LaminaInk) fill.ink)
    {
    case LAMINA_INK_FAMILY:
      *color = dim (style, get_family (style, fill.family));
      break;
    case LAMINA_INK_FAMILY_LINE:
      *color = dim (style, get_family_line (style, fill.family, LINE_DARKENING));
      break;
    case LAMINA_INK_LABEL:
      get_label_color (style, fill, color);
      return;
    case LAMINA_INK_NONE:
      *color = (LaminaColor) { 0 };
      return;
    default:
      *color = mix_colors (get_view (style), unpack (ink->rgb), get_strength (style, ink));
      break;
    }
  color->alpha = fill.alpha / 255.0;
}

void
lamina_style_get_hatching (const LaminaStyle *style,
                           LaminaFamily       family,
                           LaminaColor       *ground,
                           LaminaColor       *line)
{
  g_return_if_fail (style != NULL && style->theme < N_THEMES && style->palette < LAMINA_N_COLORS);

  *ground = dim (style, mix_colors (get_family (style, family), get_view (style), HATCHING_VIEW));
  *line = dim (style, get_family_line (style, family, HATCHING_DARKENING));
  if (style->high_contrast)
    lamina_style_get_color (style, LAMINA_FILL (LAMINA_INK_TEXT), line);
}

PangoFontDescription *
lamina_style_create_font (const LaminaStyle *style,
                          LaminaFont         font)
{
  PangoFontDescription *description;

  g_return_val_if_fail (style != NULL && font < LAMINA_N_FONTS, NULL);

  description = pango_font_description_new ();
  pango_font_description_set_family (description,
                                     style->font_family != NULL ? style->font_family : LAMINA_TEXT_DEFAULT_FONT);
  pango_font_description_set_weight (description, fonts[font].bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size (description, fonts[font].size * PANGO_SCALE);
  return description;
}

double
lamina_style_get_font_size (LaminaFont font)
{
  g_return_val_if_fail (font < LAMINA_N_FONTS, 12);

  return fonts[font].size;
}

gboolean
lamina_style_is_bold (LaminaFont font)
{
  g_return_val_if_fail (font < LAMINA_N_FONTS, FALSE);

  return fonts[font].bold;
}
