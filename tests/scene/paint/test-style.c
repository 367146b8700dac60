/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-metrics.h"
#include "lamina-painter.h"
#include "lamina-style.h"

#include <math.h>

/* What the palettes promise: labels that can be read, and families that can be told apart. */

#define LEAST_CONTRAST 4.5

/* Of any two families, for any eye. */
static const double least_distances[LAMINA_N_COLORS] = {
  [LAMINA_COLORS_USUAL] = 4.9,
  [LAMINA_COLORS_APART] = 10,
  [LAMINA_COLORS_BLUES] = 6,
};

/* What a test is given: a theme and a palette. */
static LaminaStyle
get_style (gconstpointer data)
{
  guint number = GPOINTER_TO_UINT (data);

  return (LaminaStyle) { .theme = number % 3, .palette = number / 3 };
}

typedef struct
{
  double c[3];
} Vector;

static double
to_linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

static Vector
get_linear (const LaminaColor *color)
{
  return (Vector) { { to_linear (color->red), to_linear (color->green), to_linear (color->blue) } };
}

static double
get_contrast (const LaminaColor *a,
              const LaminaColor *b)
{
  Vector left = get_linear (a);
  Vector right = get_linear (b);
  double la = 0.2126 * left.c[0] + 0.7152 * left.c[1] + 0.0722 * left.c[2] + 0.05;
  double lb = 0.2126 * right.c[0] + 0.7152 * right.c[1] + 0.0722 * right.c[2] + 0.05;

  return MAX (la, lb) / MIN (la, lb);
}

static Vector
multiply (const double matrix[3][3],
          Vector       v)
{
  Vector result;

  for (guint i = 0; i < 3; i++)
    result.c[i] = matrix[i][0] * v.c[0] + matrix[i][1] * v.c[1] + matrix[i][2] * v.c[2];
  return result;
}

/* Oklab of linear sRGB. */
static Vector
get_oklab (Vector rgb)
{
  static const double to_lms[3][3] = {
    { 0.4122214708, 0.5363325363, 0.0514459929 },
    { 0.2119034982, 0.6806995451, 0.1073969566 },
    { 0.0883024619, 0.2817188376, 0.6299787005 },
  };
  static const double to_lab[3][3] = {
    { 0.2104542553, 0.7936177850, -0.0040720468 },
    { 1.9779984951, -2.4285922050, 0.4505937099 },
    { 0.0259040371, 0.7827717662, -0.8086757660 },
  };
  Vector lms = multiply (to_lms, rgb);

  for (guint i = 0; i < 3; i++)
    lms.c[i] = cbrt (MAX (lms.c[i], 0));
  return multiply (to_lab, lms);
}

/* Machado, Oliveira, Fernandes 2009, severity 1, for linear RGB. */
static const struct
{
  const char *name;
  double matrix[3][3];
} sights[] = {
  { "normal", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
  { "protan", { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
                { -0.003882, -0.048116, 1.051998 } } },
  { "deutan", { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
                { -0.011820, 0.042940, 0.968881 } } },
  { "tritan", { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 },
                { 0.004733, 0.691367, 0.303900 } } },
};

static void
test_distance (gconstpointer data)
{
  const LaminaStyle style = get_style (data);

  for (guint s = 0; s < G_N_ELEMENTS (sights); s++)
    {
      Vector labs[LAMINA_N_FAMILIES];
      double least = INFINITY;

      for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
        {
          LaminaColor color;
          Vector seen;

          lamina_style_get_color (&style, LAMINA_FILL_FAMILY ((guint8) i), &color);
          seen = multiply (sights[s].matrix, get_linear (&color));
          for (guint k = 0; k < 3; k++)
            seen.c[k] = CLAMP (seen.c[k], 0, 1);
          labs[i] = get_oklab (seen);
          for (guint j = 0; j < i; j++)
            least = MIN (least, 100 * sqrt (pow (labs[i].c[0] - labs[j].c[0], 2) + pow (labs[i].c[1] - labs[j].c[1], 2)
                                            + pow (labs[i].c[2] - labs[j].c[2], 2)));
        }
      g_test_message ("%s: %.2f", sights[s].name, least);
      g_assert_cmpfloat (least, >=, least_distances[style.palette]);
    }
}

/* Labels on fills, as they are and while something else is selected. */
static void
test_label_contrast (gconstpointer data)
{
  LaminaStyle style = get_style (data);
  const double dims[] = { 0, LAMINA_DIM };

  for (guint d = 0; d < G_N_ELEMENTS (dims); d++)
    for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
      {
        LaminaColor fill, label;

        style.dim = dims[d];
        lamina_style_get_color (&style, LAMINA_FILL_FAMILY ((guint8) i), &fill);
        lamina_style_get_color (&style, (LaminaFill) { LAMINA_INK_LABEL, (guint8) i, 0, 255 }, &label);
        g_assert_cmpfloat (get_contrast (&fill, &label), >=, LEAST_CONTRAST);
      }
}

/* The same on fills that are mixed with the view, however much. */
static void
test_shade_contrast (gconstpointer data)
{
  LaminaStyle style = get_style (data);
  LaminaColor view;

  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_VIEW), &view);
  for (guint alpha = 0; alpha < 255; alpha++)
    for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
      {
        const double strength = alpha / 255.0;
        LaminaColor fill, label;

        lamina_style_get_color (&style, LAMINA_FILL_FAMILY ((guint8) i), &fill);
        lamina_style_get_color (&style, (LaminaFill) { LAMINA_INK_LABEL, (guint8) i, 0, (guint8) alpha }, &label);
        fill = (LaminaColor) { view.red + (fill.red - view.red) * strength,
                               view.green + (fill.green - view.green) * strength,
                               view.blue + (fill.blue - view.blue) * strength, 1 };
        g_assert_cmpfloat (label.alpha, ==, 1);
        g_assert_cmpfloat (get_contrast (&fill, &label), >=, LEAST_CONTRAST);
      }
}

static void
test_text_contrast (gconstpointer data)
{
  static const LaminaInk texts[] = {
    LAMINA_INK_TEXT, LAMINA_INK_QUIET, LAMINA_INK_LINK, LAMINA_INK_MEASURED, LAMINA_INK_END_TO_END, LAMINA_INK_ORDER,
  };
  static const LaminaInk grounds[] = { LAMINA_INK_VIEW, LAMINA_INK_BAND };
  const LaminaStyle style = get_style (data);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (grounds); j++)
      {
        LaminaColor text, ground;

        lamina_style_get_color (&style, LAMINA_FILL (texts[i]), &text);
        lamina_style_get_color (&style, LAMINA_FILL (grounds[j]), &ground);
        g_assert_cmpfloat (get_contrast (&text, &ground), >=, LEAST_CONTRAST);
      }
}

/*
 * Waiting is told from working by its lines, also in gray: ground and lines differ enough, and the ground from the
 * fill.
 */
static void
test_hatching (gconstpointer data)
{
  const LaminaStyle style = get_style (data);

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    {
      LaminaColor ground, line, fill;

      lamina_style_get_color (&style, LAMINA_FILL_FAMILY ((guint8) i), &fill);
      lamina_style_get_hatching (&style, i, &ground, &line);
      g_assert_cmpfloat (get_contrast (&ground, &line), >=, 1.5);
      g_assert_cmpfloat (get_contrast (&ground, &fill), >=, 1.2);
    }
}

/* At high contrast no text is faint, every line can be seen, and hatching is at full ink. */
static void
test_high_contrast (gconstpointer data)
{
  LaminaStyle style = get_style (data);
  LaminaColor view, text, quiet, grid, ground, line;

  style.high_contrast = TRUE;
  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_VIEW), &view);
  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_TEXT), &text);
  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_QUIET), &quiet);
  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_GRID), &grid);
  g_assert_cmpfloat (get_contrast (&text, &view), >=, 15);
  g_assert_cmpfloat (get_contrast (&quiet, &view), >=, 15);
  g_assert_cmpfloat (get_contrast (&grid, &view), >=, 1.5);
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    {
      lamina_style_get_hatching (&style, i, &ground, &line);
      g_assert_cmpfloat (get_contrast (&ground, &line), >=, 7);
    }
}

/* The edge of a box: its own color, and at high contrast that of text, but not through a plate that lies over it. */
static void
test_outlines (void)
{
  const LaminaSceneBox box = { 2, 2, 20, 10, LAMINA_FILL_FAMILY (LAMINA_FAMILY_POOLING), { 0 } };
  const LaminaSceneBox other = { 2, 14, 20, 4, LAMINA_FILL_FAMILY (LAMINA_FAMILY_COPY), { 0 } };
  const LaminaSceneBox plate = { 16, 2, 10, 10, LAMINA_FILL (LAMINA_INK_VIEW), { 0 } };
  g_autoptr (LaminaScene) scene = lamina_scene_new (30, 20);
  guint32 edges[2], plates[2];

  lamina_scene_open_group (scene, "box", 0, 0, 30, 20);
  lamina_scene_add_box (scene, &box);
  lamina_scene_add_box (scene, &plate);
  lamina_scene_add_box (scene, &other);
  lamina_scene_close_group (scene);
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 30, 20);
      cairo_t *cr = cairo_create (surface);
      LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
      g_autoptr (LaminaPainter) painter = NULL;
      const guint32 *row;

      style.high_contrast = i == 1;
      painter = lamina_painter_new (&style);
      lamina_painter_paint (painter, cr, scene);
      cairo_surface_flush (surface);
      row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                               + 6 * cairo_image_surface_get_stride (surface));
      edges[i] = row[2] & 0xffffff;
      plates[i] = row[21] & 0xffffff;
      g_assert_cmphex (row[10] & 0xffffff, ==, 0x64c5ca);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmphex (edges[0], ==, 0x64c5ca);
  g_assert_cmphex (edges[1] & 0xff, <, 0x20);
  g_assert_cmphex (plates[0], ==, plates[1]);
}

static void
test_dim (void)
{
  LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  LaminaColor color;

  style.dim = LAMINA_DIM;
  lamina_style_get_color (&style, LAMINA_FILL_FAMILY (LAMINA_FAMILY_ELEMENTWISE), &color);
  g_assert_cmpint (lround (color.red * 255), ==, 0xad);
  g_assert_cmpint (lround (color.green * 255), ==, 0xea);
  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_VIEW), &color);
  g_assert_cmpfloat (color.red, ==, 1);
}

static void
test_metrics (void)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaMetrics) fixed = lamina_metrics_new_fixed (7);
  g_autoptr (LaminaMetrics) real = lamina_metrics_new (&style);
  double width = lamina_metrics_get_width (real, LAMINA_FONT_LABEL, "conv[655]");

  g_assert_cmpfloat (lamina_metrics_get_width (fixed, LAMINA_FONT_TITLE, "µs…"), ==, 21);
  g_assert_cmpfloat (width, >, 20);
  g_assert_cmpfloat (width, ==, lamina_metrics_get_width (real, LAMINA_FONT_LABEL, "conv[655]"));
  g_assert_cmpfloat (lamina_metrics_get_width (real, LAMINA_FONT_TITLE, "conv[655]"), >, width);
  g_assert_cmpfloat_with_epsilon (lamina_metrics_get_width (real, LAMINA_FONT_RULER, "1111"),
                                  lamina_metrics_get_width (real, LAMINA_FONT_RULER, "0000"), 0.01);
  for (guint i = 0; i < 40000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i % 20000);

      g_assert_cmpfloat (lamina_metrics_get_width (real, LAMINA_FONT_LABEL, text), >, 0);
    }
}

/* Of a name of megabytes as much is shown as of one of some hundred letters. */
static void
test_cut (void)
{
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (5);
  g_autofree char *letters = g_strnfill (3 << 20, 'n');
  g_autofree char *name = g_strconcat ("äöü", letters, "€uro", NULL);
  const char *middle = strstr (name, "€uro") - 200;
  g_autofree char *less = g_strdup_printf ("%.*s%s", 200, name, middle);
  g_autofree char *shown = lamina_metrics_dup_fitting (metrics, LAMINA_FONT_NAME, name, 60);
  g_autofree char *wide = lamina_metrics_dup_fitting (metrics, LAMINA_FONT_NAME, name, 1000);
  g_autofree char *expected = lamina_metrics_dup_fitting (metrics, LAMINA_FONT_NAME, less, 1000);

  g_assert_cmpstr (shown, ==, "äöünnn…n€uro");
  g_assert_cmpint (g_utf8_strlen (wide, -1), ==, 200);
  g_assert_cmpstr (wide, ==, expected);
}

int
main (int    argc,
      char **argv)
{
  static const char *const themes[] = { "light", "dark", "print" };
  static const char *const palettes[LAMINA_N_COLORS] = { "usual", "apart", "blues" };
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } tests[] = {
    { "distance", test_distance },
    { "label-contrast", test_label_contrast },
    { "shade-contrast", test_shade_contrast },
    { "text-contrast", test_text_contrast },
    { "hatching", test_hatching },
    { "high-contrast", test_high_contrast },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint k = 0; k < G_N_ELEMENTS (themes) * LAMINA_N_COLORS; k++)
      {
        g_autofree char *path = g_strdup_printf ("/style/%s/%s/%s", tests[i].name, themes[k % G_N_ELEMENTS (themes)],
                                                 palettes[k / G_N_ELEMENTS (themes)]);

        g_test_add_data_func (path, GUINT_TO_POINTER (k), tests[i].func);
      }
  g_test_add_func ("/style/dim", test_dim);
  g_test_add_func ("/style/outlines", test_outlines);
  g_test_add_func ("/style/metrics", test_metrics);
  g_test_add_func ("/style/cut", test_cut);
  return g_test_run ();
}
