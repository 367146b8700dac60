/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-painter.h"
#include "lamina-scene.h"
#include "lamina-svg.h"
#include "scene-dump.h"

#include <math.h>
#include <string.h>

/* Scenes as data: groups, hashes, picking, the dump; and the painter on them. */

static const LaminaTarget slice_target = { LAMINA_TARGET_SLICES, 3, 7, 1 };
static const LaminaTarget track_target = { LAMINA_TARGET_TRACK, 3, 0, 0 };

static void
add_content (LaminaScene *scene,
             int          y)
{
  LaminaSceneBox track = { 0, y, 100, 20, LAMINA_FILL (LAMINA_INK_NONE), track_target };
  LaminaSceneBox box = { 10, y + 2, 30, 16, LAMINA_FILL_FAMILY (LAMINA_FAMILY_CONVOLUTION), slice_target };
  LaminaSceneLine line = { 0, (float) y + 0.5f, 100, (float) y + 0.5f, LAMINA_FILL (LAMINA_INK_GRID), TRUE };
  LaminaSceneText text = { 12.25f, (float) y + 10, 26, LAMINA_ALIGN_START, LAMINA_FONT_LABEL,
                           LAMINA_FILL (LAMINA_INK_LABEL), "a \"b\"\n" };
  LaminaSceneArea area = { .n_line = 2, .fill = LAMINA_FILL_FAMILY (LAMINA_FAMILY_COPY),
                           .line = LAMINA_FILL (LAMINA_INK_TEXT),
                           .target = { LAMINA_TARGET_SAMPLES, 4, 0, 9 } };
  LaminaScenePoint points[] = { { 60, (float) y + 2 }, { 80, (float) y + 2 }, { 80, (float) y + 18 },
                                { 60, (float) y + 18 } };

  lamina_scene_add_box (scene, &track);
  lamina_scene_add_box (scene, &box);
  box.x = 50;
  box.width = 1;
  box.target.first = 8;
  lamina_scene_add_box (scene, &box);
  lamina_scene_add_line (scene, &line);
  lamina_scene_add_text (scene, &text);
  lamina_scene_add_area (scene, &area, points, G_N_ELEMENTS (points));
}

static LaminaScene *
create_scene (void)
{
  LaminaScene *scene = lamina_scene_new (100, 60);

  lamina_scene_open_group (scene, "one", 0, 0, 100, 20);
  add_content (scene, 0);
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "two", 0, 30, 100, 20);
  add_content (scene, 30);
  lamina_scene_close_group (scene);
  return scene;
}

static void
test_dump (void)
{
  g_autoptr (LaminaScene) scene = create_scene ();
  g_autofree char *text = lamina_scene_dump (scene);

  g_assert_nonnull (g_strstr_len (text, -1,
                                  "scene 100x60\n"
                                  "group \"one\" 0 0 100x20\n"
                                  "  box 0 0 100x20 none = track 3\n"
                                  "  box 10 2 30x16 family:convolution = slices 3 [7 + 1]\n"
                                  "  box 50 2 1x16 family:convolution = slices 3 [8 + 1]\n"
                                  "  area family:copy text line 2 = samples 4 [0 + 9]\n"
                                  "    60 2 80 2 80 18 60 18\n"
                                  "  line 0 0.5 100 0.5 grid dashed\n"
                                  "  text 12.25 10 26 start label label:convolution \"a \\\"b\\\" \"\n"
                                  "group \"two\" 0 30 100x20\n"));
}

/* What a retained picture is found by: the same content anywhere, but nothing else. */
static void
test_hash (void)
{
  g_autoptr (LaminaScene) scene = create_scene ();
  g_autoptr (GHashTable) hashes = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint64 seen[7];

  g_assert_cmpuint (lamina_scene_get_group (scene, 0)->hash, ==, lamina_scene_get_group (scene, 1)->hash);
  for (guint change = 0; change < G_N_ELEMENTS (seen); change++)
    {
      g_autoptr (LaminaScene) other = lamina_scene_new (100, 60);
      LaminaSceneBox box = { 10, 42, 30, 16, LAMINA_FILL_FAMILY (LAMINA_FAMILY_CONVOLUTION), slice_target };
      LaminaSceneText text = { 12, 50, 26, LAMINA_ALIGN_START, LAMINA_FONT_LABEL, LAMINA_FILL (LAMINA_INK_LABEL),
                               "abcdefghi" };

      box.x += change == 1;
      box.fill.alpha -= change == 2;
      box.fill.pattern = change == 3;
      text.width += change == 4;
      text.text = change == 5 ? "abcdefghj" : text.text;
      lamina_scene_open_group (other, "any", 0, 40, change == 6 ? 99 : 100, 20);
      lamina_scene_add_box (other, &box);
      lamina_scene_add_text (other, &text);
      lamina_scene_close_group (other);
      seen[change] = lamina_scene_get_group (other, 0)->hash;
      g_assert_true (g_hash_table_add (hashes, &seen[change]));
    }
}

static void
assert_pick (LaminaScene      *scene,
             double            x,
             double            y,
             double            tolerance,
             LaminaTargetKind  kind,
             guint             first)
{
  const LaminaTarget *target = lamina_scene_pick (scene, x, y, tolerance);

  if (kind == LAMINA_TARGET_NONE)
    {
      g_assert_null (target);
      return;
    }
  g_assert_nonnull (target);
  g_assert_cmpint (target->kind, ==, kind);
  g_assert_cmpuint (target->first, ==, first);
}

static void
test_pick (void)
{
  g_autoptr (LaminaScene) scene = create_scene ();
  g_autoptr (LaminaScene) bare = lamina_scene_new (100, 20);
  LaminaSceneBox box = { 50, 2, 1, 16, LAMINA_FILL_FAMILY (LAMINA_FAMILY_CONVOLUTION), slice_target };

  assert_pick (scene, 10, 2, 0, LAMINA_TARGET_SLICES, 7);
  assert_pick (scene, 39.9, 17.9, 0, LAMINA_TARGET_SLICES, 7);
  assert_pick (scene, 40, 10, 0, LAMINA_TARGET_TRACK, 0);
  assert_pick (scene, 50.5, 32, 0, LAMINA_TARGET_SLICES, 8);
  assert_pick (scene, 5, 25, 3, LAMINA_TARGET_NONE, 0);
  assert_pick (scene, -1, 5, 3, LAMINA_TARGET_NONE, 0);

  lamina_scene_open_group (bare, "bare", 0, 0, 100, 20);
  lamina_scene_add_box (bare, &box);
  lamina_scene_close_group (bare);
  assert_pick (bare, 48, 10, 1, LAMINA_TARGET_NONE, 0);
  assert_pick (bare, 48, 10, 3, LAMINA_TARGET_SLICES, 7);
  assert_pick (bare, 53, 10, 3, LAMINA_TARGET_SLICES, 7);
}

static void
test_pick_area (void)
{
  g_autoptr (LaminaScene) scene = lamina_scene_new (100, 20);
  LaminaSceneArea area = { .target = { LAMINA_TARGET_SAMPLES, 4, 0, 9 } };
  LaminaScenePoint points[] = { { 60, 2 }, { 80, 2 }, { 80, 10 }, { 90, 10 }, { 90, 18 }, { 60, 18 } };

  lamina_scene_open_group (scene, "area", 0, 0, 100, 20);
  lamina_scene_add_area (scene, &area, points, G_N_ELEMENTS (points));
  lamina_scene_close_group (scene);
  assert_pick (scene, 70, 5, 0, LAMINA_TARGET_SAMPLES, 0);
  assert_pick (scene, 85, 15, 0, LAMINA_TARGET_SAMPLES, 0);
  assert_pick (scene, 85, 5, 0, LAMINA_TARGET_NONE, 0);
}

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * stride;

  return ((const guint32 *) (gconstpointer) row)[x] & 0xffffff;
}

static void
test_paint (void)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autoptr (LaminaScene) scene = create_scene ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 60);
  cairo_t *cr = cairo_create (surface);

  lamina_painter_paint (painter, cr, scene);
  cairo_surface_flush (surface);
  g_assert_cmphex (get_pixel (surface, 5, 10), ==, 0xffffff);
  g_assert_cmphex (get_pixel (surface, 39, 3), ==, 0x6ba1e0);
  g_assert_cmphex (get_pixel (surface, 40, 3), ==, 0xffffff);
  g_assert_cmphex (get_pixel (surface, 50, 35), ==, 0x6ba1e0);
  g_assert_cmphex (get_pixel (surface, 70, 10), ==, 0xd28e5f);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gboolean
is_like (guint32            pixel,
         const LaminaColor *color)
{
  return ABS ((int) (pixel >> 16 & 255) - (int) lround (color->red * 255)) <= 1
         && ABS ((int) (pixel >> 8 & 255) - (int) lround (color->green * 255)) <= 1
         && ABS ((int) (pixel & 255) - (int) lround (color->blue * 255)) <= 1;
}

/* The outline of a counter that goes up and down at each of @n_columns, and ends at the last of them or at @width. */
static void
add_zigzag (LaminaScene *scene,
            int          x,
            guint        n_columns,
            guint        width,
            gboolean     ends_with_one)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
  LaminaSceneArea area = { .fill = LAMINA_FILL_FAMILY (LAMINA_FAMILY_COPY), .line = LAMINA_FILL (LAMINA_INK_TEXT) };
  LaminaScenePoint end = { (float) x + width - (ends_with_one ? (float) width / n_columns : 0), 10.5f };
  LaminaScenePoint corners[] = { { end.x, 20 }, { (float) x, 20 } };

  for (guint i = 0; i < n_columns; i++)
    {
      float left = (float) x + i * width / n_columns;
      LaminaScenePoint column[] = { { left, 10.5f }, { left, 5.5f }, { left, 14.5f }, { left, 10.5f } };

      g_array_append_vals (points, column, G_N_ELEMENTS (column));
    }
  g_array_append_val (points, end);
  area.n_line = points->len;
  g_array_append_vals (points, corners, G_N_ELEMENTS (corners));
  lamina_scene_add_area (scene, &area, (LaminaScenePoint *) (gpointer) points->data, points->len);
}

/* A line without room for its ups and downs is filled in whole pixels, all between its extremes; another is stroked. */
static void
check_dense (gboolean ends_with_one)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autoptr (LaminaScene) scene = lamina_scene_new (60, 20);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 60, 20);
  cairo_t *cr = cairo_create (surface);
  LaminaColor line;
  guint32 ground;

  lamina_style_get_color (&style, LAMINA_FILL (LAMINA_INK_TEXT), &line);
  lamina_scene_open_group (scene, "dense", 0, 0, 60, 20);
  add_zigzag (scene, 10, 20, 20, ends_with_one);
  add_zigzag (scene, 40, 2, 20, FALSE);
  lamina_scene_close_group (scene);
  lamina_painter_paint (painter, cr, scene);
  cairo_surface_flush (surface);
  ground = get_pixel (surface, 45, 18);
  for (int x = 10; x < 30; x++)
    for (int y = 0; y < 20; y++)
      {
        guint32 pixel = get_pixel (surface, x, y);

        if (y >= 5 && y < 15)
          g_assert_true (is_like (pixel, &line));
        else
          g_assert_cmphex (pixel, ==, y < 5 ? 0xffffff : ground);
      }
  g_assert_cmphex (get_pixel (surface, 45, 12), ==, ground);
  g_assert_false (is_like (get_pixel (surface, 45, 9), &line));
  g_assert_cmphex (get_pixel (surface, 45, 9), !=, 0xffffff);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_paint_dense (void)
{
  check_dense (FALSE);
  check_dense (TRUE);
}

/* A pixel of what is drawn of a group lies in its ink, which is far smaller than the group. */
static void
assert_ink (LaminaScene *scene,
            guint        i)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_PRINT);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 200);
  cairo_t *cr = cairo_create (surface);
  LaminaSceneInk ink = lamina_scene_get_ink (scene, i);
  guint n_inside = 0;

  lamina_painter_paint_group (painter, cr, scene, i);
  cairo_surface_flush (surface);
  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 200; x++)
      {
        gboolean is_inside = x >= ink.x && x < ink.x + ink.width && y >= ink.y && y < ink.y + ink.height;

        if (get_pixel (surface, x, y) == 0)
          continue;
        g_assert_true (is_inside);
        n_inside++;
      }
  g_assert_cmpuint (n_inside, >, 0);
  g_assert_cmpint (ink.width, <, 100);
  g_assert_cmpint (ink.height, <, 100);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* One kind of thing in each group, with corners as sharp as they come; a box that reaches out of its group is cut off. */
static void
test_ink (void)
{
  g_autoptr (LaminaScene) scene = lamina_scene_new (200, 200);
  const LaminaScenePoint spike[] = { { 90, 120 }, { 97, 60 }, { 104, 120 } };
  LaminaSceneArea area = { .n_line = G_N_ELEMENTS (spike), .line = LAMINA_FILL (LAMINA_INK_TEXT) };
  LaminaSceneLine line = { 40.5f, 80, 40.5f, 150, LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 4 };
  LaminaSceneBox nothing = { 0, 0, 200, 200, LAMINA_FILL (LAMINA_INK_NONE), track_target };
  LaminaSceneBox sticking_out = { 0, 150, 40, 20, LAMINA_FILL (LAMINA_INK_TEXT), track_target };
  LaminaSceneInk ink;

  lamina_scene_open_group (scene, "box", 10, 10, 180, 180);
  lamina_scene_add_box (scene, &nothing);
  lamina_scene_add_box (scene, &sticking_out);
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "area", 0, 0, 200, 200);
  lamina_scene_add_area (scene, &area, spike, G_N_ELEMENTS (spike));
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "line", 0, 0, 200, 200);
  lamina_scene_add_line (scene, &line);
  lamina_scene_close_group (scene);
  for (guint family = 0; family < LAMINA_N_FAMILIES; family++)
    {
      LaminaSceneDot dot = { 100, 100, 10, LAMINA_FILL_FAMILY (family), LAMINA_FILL (LAMINA_INK_TEXT), { 0 } };

      dot.fill.pattern = LAMINA_PATTERN_TEXTURE;
      lamina_scene_open_group (scene, "dot", 0, 0, 200, 200);
      lamina_scene_add_dot (scene, &dot);
      lamina_scene_close_group (scene);
    }
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    assert_ink (scene, i);
  ink = lamina_scene_get_ink (scene, 0);
  g_assert_cmpint (ink.x, ==, 10);
  g_assert_cmpint (ink.width, ==, 30);

  lamina_scene_open_group (scene, "nothing", 10, 10, 180, 180);
  lamina_scene_add_box (scene, &nothing);
  lamina_scene_close_group (scene);
  ink = lamina_scene_get_ink (scene, lamina_scene_get_n_groups (scene) - 1);
  g_assert_cmpint (ink.width * ink.height, ==, 0);
}

/* A hatched box shows its ground and its lines, and nothing outside it. */
static void
test_paint_waiting (void)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autoptr (LaminaScene) scene = lamina_scene_new (60, 40);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 60, 40);
  cairo_t *cr = cairo_create (surface);
  LaminaSceneBox box = { 10, 10, 40, 20, LAMINA_FILL_FAMILY (LAMINA_FAMILY_CONVOLUTION), { 0 } };
  LaminaColor ground, line;
  guint n_ground = 0;
  guint n_dark = 0;

  lamina_style_get_hatching (&style, LAMINA_FAMILY_CONVOLUTION, &ground, &line);
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  lamina_scene_open_group (scene, "waiting", 0, 0, 60, 40);
  lamina_scene_add_box (scene, &box);
  lamina_scene_close_group (scene);
  lamina_painter_paint (painter, cr, scene);
  cairo_surface_flush (surface);
  for (int y = 0; y < 40; y++)
    for (int x = 0; x < 60; x++)
      {
        gboolean inside = x >= 10 && x < 50 && y >= 10 && y < 30;
        guint32 pixel = get_pixel (surface, x, y);

        g_assert_true (inside == (pixel != 0xffffff));
        n_ground += is_like (pixel, &ground);
        n_dark += inside && (pixel & 0xff) < 0xd8;
      }
  g_assert_cmpuint (n_ground, >, 250);
  g_assert_cmpuint (n_dark, >, 150);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A picture of one box, in gray. */
static GByteArray *
paint_gray (LaminaTheme  theme,
            LaminaFill   fill)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (theme);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autoptr (LaminaScene) scene = lamina_scene_new (40, 30);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 40, 30);
  cairo_t *cr = cairo_create (surface);
  LaminaSceneBox box = { 0, 0, 40, 30, fill, { 0 } };
  GByteArray *gray = g_byte_array_new ();

  lamina_scene_open_group (scene, "pattern", 0, 0, 40, 30);
  lamina_scene_add_box (scene, &box);
  lamina_scene_close_group (scene);
  lamina_painter_paint (painter, cr, scene);
  cairo_surface_flush (surface);
  for (int y = 0; y < 30; y++)
    for (int x = 0; x < 40; x++)
      {
        guint32 pixel = get_pixel (surface, x, y);
        guint8 tone = (guint8) (((pixel >> 16 & 255) * 3 + (pixel >> 8 & 255) * 6 + (pixel & 255)) / 10);

        g_byte_array_append (gray, &tone, 1);
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return gray;
}

static LaminaFill
get_patterned (LaminaFamily  family,
               LaminaPattern pattern)
{
  LaminaFill fill = LAMINA_FILL_FAMILY ((guint8) family);

  fill.pattern = (guint8) pattern;
  return fill;
}

/* How many of a hundred pixels are of quite another tone. */
static guint
compare_gray (LaminaTheme  theme,
              LaminaFill   a,
              LaminaFill   b)
{
  g_autoptr (GByteArray) left = paint_gray (theme, a);
  g_autoptr (GByteArray) right = paint_gray (theme, b);
  guint n = 0;

  for (guint i = 0; i < left->len; i++)
    n += ABS ((int) left->data[i] - (int) right->data[i]) > 24;
  return 100 * n / left->len;
}

/* In every theme each pattern can be told from any other without colors: a fifth of the box is of quite another tone. */
static void
test_paint_patterns (void)
{
  for (LaminaTheme theme = LAMINA_THEME_LIGHT; theme <= LAMINA_THEME_PRINT; theme++)
    for (guint a = 0; a < LAMINA_PATTERN_TEXTURE; a++)
      for (guint b = 0; b < a; b++)
        g_assert_cmpuint (compare_gray (theme, get_patterned (LAMINA_FAMILY_COPY, a),
                                        get_patterned (LAMINA_FAMILY_COPY, b)), >=, 20);
}

/* In print each family can be told from any other without colors; on the screen textures are not seen. */
static void
test_paint_textures (void)
{
  for (guint a = 0; a < LAMINA_N_FAMILIES; a++)
    {
      LaminaFill texture = get_patterned (a, LAMINA_PATTERN_TEXTURE);

      for (guint b = 0; b < a; b++)
        g_assert_cmpuint (compare_gray (LAMINA_THEME_PRINT, texture, get_patterned (b, LAMINA_PATTERN_TEXTURE)), >=, 20);
      g_assert_cmpuint (compare_gray (LAMINA_THEME_LIGHT, texture, LAMINA_FILL_FAMILY ((guint8) a)), ==, 0);
      g_assert_cmpuint (compare_gray (LAMINA_THEME_DARK, texture, LAMINA_FILL_FAMILY ((guint8) a)), ==, 0);
    }
}

/* A label on a box, a few pixels inside which it begins; both with a texture or without. */
static LaminaScene *
create_labeled (LaminaPattern pattern)
{
  LaminaScene *scene = lamina_scene_new (80, 30);
  LaminaSceneBox box = { 0, 0, 80, 30, get_patterned (LAMINA_FAMILY_MATMUL, pattern), { 0 } };
  LaminaSceneText text = { 10, 15, 0, LAMINA_ALIGN_START, LAMINA_FONT_LABEL, box.fill, "l l l l l l", 0 };

  text.fill.ink = LAMINA_INK_LABEL;
  lamina_scene_open_group (scene, "label", 0, 0, 80, 30);
  lamina_scene_add_box (scene, &box);
  lamina_scene_add_text (scene, &text);
  lamina_scene_close_group (scene);
  return scene;
}

/* How many pixels of the lines of a label, between its letters, are of another color in two pictures. */
static guint
count_differing (LaminaTheme  theme,
                 LaminaScene *a,
                 LaminaScene *b)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (theme);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  LaminaScene *scenes[] = { a, b };
  cairo_surface_t *surfaces[2];
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr;

      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 80, 30);
      cr = cairo_create (surfaces[i]);
      lamina_painter_paint (painter, cr, scenes[i]);
      cairo_surface_flush (surfaces[i]);
      cairo_destroy (cr);
    }
  for (int y = 9; y < 21; y++)
    for (int x = 9; x < 30; x++)
      n += get_pixel (surfaces[0], x, y) != get_pixel (surfaces[1], x, y);
  for (guint i = 0; i < 2; i++)
    cairo_surface_destroy (surfaces[i]);
  return n;
}

static gboolean
has_plate (LaminaTheme  theme,
           LaminaScene *scene)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (theme);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (5);
  g_autofree char *svg = lamina_svg_dup_inline (scene, &style, "label", metrics, "", "");

  return strstr (svg, "<rect x=\"8\" y=\"7.81\" width=\"59\" height=\"14.38\" fill=\"#8f7ed9\"/>\n<text") != NULL;
}

/* Where a texture is drawn, the label on it stands on a plate, and looks like one on a plain box. */
static void
test_plates (void)
{
  g_autoptr (LaminaScene) plain = create_labeled (LAMINA_PATTERN_SOLID);
  g_autoptr (LaminaScene) textured = create_labeled (LAMINA_PATTERN_TEXTURE);

  g_assert_cmpuint (count_differing (LAMINA_THEME_PRINT, plain, textured), ==, 0);
  g_assert_true (has_plate (LAMINA_THEME_PRINT, textured));
  g_assert_false (has_plate (LAMINA_THEME_PRINT, plain));
  g_assert_false (has_plate (LAMINA_THEME_LIGHT, textured));
}

static double
get_size (const LaminaScenePoint *corners,
          guint                   n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) corners[i].x * (double) corners[(i + 1) % n].y - (double) corners[(i + 1) % n].x * (double) corners[i].y;
  return fabs (sum) / 2;
}

/* Dots have discs on the screen, and in print another shape for each family, as large as the disc. */
static void
test_shapes (void)
{
  const LaminaStyle print = LAMINA_STYLE_INIT (LAMINA_THEME_PRINT), light = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  LaminaScenePoint corners[LAMINA_N_FAMILIES][LAMINA_DOT_CORNERS] = { 0 };

  for (guint a = 0; a < LAMINA_N_FAMILIES; a++)
    {
      LaminaSceneDot dot = { 0, 0, 10, get_patterned (a, LAMINA_PATTERN_TEXTURE), LAMINA_FILL (LAMINA_INK_NONE), { 0 } };
      guint n = lamina_style_list_corners (&print, &dot, corners[a]);

      g_assert_cmpuint (n, <=, LAMINA_DOT_CORNERS);
      for (guint b = 0; b < a; b++)
        g_assert_cmpint (memcmp (corners[a], corners[b], sizeof corners[a]), !=, 0);
      /* Edges of an hourglass cross, and its halves would cancel each other. */
      if (n > 0 && a != LAMINA_FAMILY_INDEX && a != LAMINA_FAMILY_OPTIMIZER)
        g_assert_cmpfloat_with_epsilon (get_size (corners[a], n), 100 * G_PI, 25);
      g_assert_cmpuint (lamina_style_list_corners (&light, &dot, corners[a]), ==, 0);
      dot.fill.pattern = LAMINA_PATTERN_SOLID;
      g_assert_cmpuint (lamina_style_list_corners (&print, &dot, corners[a]), ==, 0);
    }
}

/* The cache of labels forgets, but never what it just gave out. */
static void
test_paint_many_labels (void)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_DARK);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autoptr (LaminaScene) scene = lamina_scene_new (100, 20);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 20);
  cairo_t *cr = cairo_create (surface);

  lamina_scene_open_group (scene, "labels", 0, 0, 100, 20);
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *name = g_strdup_printf ("a rather long label %u", i);
      LaminaSceneText text = { 5, 10, i % 2 == 0 ? 40 : 0, i % 3, i % LAMINA_N_FONTS, LAMINA_FILL (LAMINA_INK_TEXT),
                               name };

      lamina_scene_add_text (scene, &text);
    }
  lamina_scene_close_group (scene);
  lamina_painter_paint (painter, cr, scene);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/dump", test_dump);
  g_test_add_func ("/scene/hash", test_hash);
  g_test_add_func ("/scene/pick", test_pick);
  g_test_add_func ("/scene/pick-area", test_pick_area);
  g_test_add_func ("/scene/paint", test_paint);
  g_test_add_func ("/scene/paint-dense", test_paint_dense);
  g_test_add_func ("/scene/ink", test_ink);
  g_test_add_func ("/scene/paint-waiting", test_paint_waiting);
  g_test_add_func ("/scene/paint-patterns", test_paint_patterns);
  g_test_add_func ("/scene/paint-textures", test_paint_textures);
  g_test_add_func ("/scene/plates", test_plates);
  g_test_add_func ("/scene/shapes", test_shapes);
  g_test_add_func ("/scene/paint-many-labels", test_paint_many_labels);
  return g_test_run ();
}
