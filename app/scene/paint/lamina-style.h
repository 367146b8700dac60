/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

#include <cairo.h>
#include <pango/pango.h>

G_BEGIN_DECLS

/* A set of colors. */
typedef enum
{
  LAMINA_THEME_LIGHT, /* the light theme of the screen */
  LAMINA_THEME_DARK,  /* the dark theme of the screen */
  LAMINA_THEME_PRINT, /* white ground; survives in gray */
} LaminaTheme;

/* The fills of the families of work. A test holds what each promises: see tests/scene/test-style.c. */
typedef enum
{
  LAMINA_COLORS_USUAL, /* a hue for each family */
  LAMINA_COLORS_APART, /* colors that are as far apart as can be, also for eyes that see no red, green or blue */
  LAMINA_COLORS_BLUES, /* shades of one hue, which differ in gray, too */
  LAMINA_N_COLORS,
} LaminaColors;

/* A color in sRGB. */
typedef struct
{
  double red;
  double green;
  double blue;
  double alpha;
} LaminaColor;

/* How much of the view color is mixed into what is not selected, while something else is. */
#define LAMINA_DIM 0.26

/* What a scene is drawn with. */
typedef struct
{
  LaminaTheme theme;
  LaminaColors palette;
  const char *font_family; /* the font, or NULL for `Cantarell, sans-serif`. Owned by the caller */
  double dim;              /* mixes the view color into every family fill, 0 to 1; what is not selected is drawn with LAMINA_DIM */
  /* whether every box of a family is outlined, hatching is drawn at full ink and no line or text is faint */
  gboolean high_contrast;
} LaminaStyle;

#define LAMINA_STYLE_INIT(theme_) ((LaminaStyle) { .theme = (theme_) })

/* Turns the meaning of a color into the color. The pattern of the fill does not matter: see lamina_style_get_hatching(). */
LAMINA_AVAILABLE
void lamina_style_get_color (const LaminaStyle *style,
                             LaminaFill         fill,
                             LaminaColor       *color);

/*
 * The two colors of the waiting of a family.
 * @line: the lines: at 45°, 1.6 px wide, 5 px apart
 */
LAMINA_AVAILABLE
void lamina_style_get_hatching (const LaminaStyle *style,
                                LaminaFamily       family,
                                LaminaColor       *ground,
                                LaminaColor       *line);

/*
 * What a box with a pattern looks like. Lines are 1.6 px wide and 5 px apart, sparse ones 6 px, coarse ones 3.4 px and 8 px; those
 * of a texture go on through all boxes of a family, so that narrow ones side by side look like a wide one. Returns the directions
 * of the lines; 0 without any, and then the fill is plain.
 * @fill: the fill of a box of a family, or of LAMINA_INK_TEXT, with a pattern
 */
LaminaStrokes lamina_style_get_pattern (const LaminaStyle *style,
                                        LaminaFill         fill,
                                        LaminaColor       *ground,
                                        LaminaColor       *line);

/* No dot has more corners. */
#define LAMINA_DOT_CORNERS 12

/* What shape a dot has. Returns how many corners; 0 for a disc. */
guint lamina_style_list_corners (const LaminaStyle    *style,
                                 const LaminaSceneDot *dot,
                                 LaminaScenePoint     *corners);

/* The font with its size in pixels and tabular figures where numbers stand. */
LAMINA_AVAILABLE
PangoFontDescription *lamina_style_create_font (const LaminaStyle *style,
                                                LaminaFont         font);

/* Its size in pixels. */
double lamina_style_get_font_size (LaminaFont font);

/* Whether it is bold. */
gboolean lamina_style_is_bold (LaminaFont font);

G_END_DECLS
