/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"
#include "lamina-device-limits.h"
#include "lamina-picture.h"
#include "lamina-scale.h"
#include "lamina-scene-private.h"
#include "scene-dump.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Charts at many sizes and of many layers: nothing gets lost between table and picture, and nothing lies over another. */

#define MOST_BOXES 6000

/* What layouts grow to where less is asked for, and the smallest cards that there are. */
#define LEAST_SIDE 40
#define LEAST_CARD_WIDTH 300
#define LEAST_CARD_HEIGHT 200

/* Which rows of the table the picture shows: one byte for each. */
static guint8 *
list_shown (LaminaChartData *data,
            LaminaScene     *scene)
{
  guint n_rows = lamina_chart_data_get_n_rows (data);
  guint8 *shown = g_malloc0 (MAX (n_rows, 1));
  guint n_boxes, n_dots;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n_boxes);
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n_dots);

  for (guint i = 0; i < n_boxes + n_dots; i++)
    {
      const LaminaTarget *target = i < n_boxes ? &boxes[i].target : &dots[i - n_boxes].target;

      if (target->kind != LAMINA_TARGET_ROWS)
        continue;
      g_assert_cmpuint (target->n, >, 0);
      g_assert_cmpuint (target->first + target->n, <=, n_rows);
      memset (shown + target->first, TRUE, target->n);
    }
  return shown;
}

/* A picture of many layers is small, and bars and columns still stand for all of them. */
static void
test_many (Charts        *self,
           gconstpointer  data)
{
  charts_add_many (self, 20000);
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const char *id = lamina_chart_get_id (lamina_chart_get (i));
      g_autoptr (LaminaChartData) many = create_data (self->fixture.document, 0, id);
      LaminaChartForm form = lamina_chart_data_get_form (many);
      guint n_boxes, n_dots;

      for (int width = 300; width <= 3000; width += 900)
        {
          g_autoptr (LaminaScene) scene = lamina_chart_layout (many, width, 400, self->metrics);
          g_autofree guint8 *shown = list_shown (many, scene);

          lamina_scene_get_boxes (scene, &n_boxes);
          lamina_scene_get_dots (scene, &n_dots);
          g_assert_cmpuint (n_boxes + n_dots, <=, MOST_BOXES);
          if (form == LAMINA_CHART_BARS || g_str_equal (id, "latency"))
            g_assert_null (memchr (shown, FALSE, lamina_chart_data_get_n_rows (many)));
        }
    }
}

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Rectangle;

/* The place of a text in metrics of 6 pixels a letter. */
static Rectangle
get_rectangle (const LaminaSceneText *text)
{
  double width = 6 * (double) g_utf8_strlen (text->text, -1);
  double shown = text->width > 0 ? fmin (width, text->width) : width;
  double left = text->align == LAMINA_ALIGN_START ? text->x
                : text->align == LAMINA_ALIGN_END ? text->x - shown : text->x - shown / 2;

  return (Rectangle) { left, text->y - 6, left + shown, text->y + 6 };
}

static void
assert_inside (LaminaScene *scene,
               const char  *id,
               const char  *what,
               Rectangle    place)
{
  if (place.left >= 0 && place.top >= 0 && place.right <= lamina_scene_get_width (scene)
      && place.bottom <= lamina_scene_get_height (scene))
    return;
  g_test_message ("%s at %dx%d: %s from %g, %g to %g, %g", id, lamina_scene_get_width (scene),
                  lamina_scene_get_height (scene), what, place.left, place.top, place.right, place.bottom);
  g_test_fail ();
}

/* From the size of the smallest card on, nothing that is to be seen or hit stands outside. */
static void
assert_all_inside (LaminaScene *scene,
                   const char  *id)
{
  guint n_boxes, n_dots, n_texts;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n_boxes);
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n_dots);
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n_texts);

  for (guint i = 0; i < n_boxes; i++)
    assert_inside (scene, id, "box", (Rectangle) { boxes[i].x, boxes[i].y, boxes[i].x + boxes[i].width,
                                                  boxes[i].y + boxes[i].height });
  for (guint i = 0; i < n_dots; i++)
    assert_inside (scene, id, "dot", (Rectangle) { dots[i].x - dots[i].radius, dots[i].y - dots[i].radius,
                                                  dots[i].x + dots[i].radius, dots[i].y + dots[i].radius });
  for (guint i = 0; i < n_texts; i++)
    if (texts[i].angle == 0)
      assert_inside (scene, id, texts[i].text, get_rectangle (&texts[i]));
}

/* No size breaks a layout: a scene is as large as it was asked for, boxes have a size, and numbers are numbers. */
static void
assert_sound (LaminaScene *scene,
              int          width,
              int          height)
{
  guint n_boxes, n_texts, n_dots;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n_boxes);
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n_texts);
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n_dots);

  g_assert_cmpint (lamina_scene_get_width (scene), ==, MAX (width, LEAST_SIDE));
  if (height > 0)
    g_assert_cmpint (lamina_scene_get_height (scene), ==, MAX (height, LEAST_SIDE));
  g_assert_cmpuint (n_boxes + n_texts, >, 0);
  for (guint i = 0; i < n_boxes; i++)
    {
      g_assert_cmpint (boxes[i].width, >=, 1);
      g_assert_cmpint (boxes[i].height, >=, 1);
    }
  for (guint i = 0; i < n_texts; i++)
    g_assert_true (isfinite (texts[i].x) && isfinite (texts[i].y) && texts[i].width >= 0);
  for (guint i = 0; i < n_dots; i++)
    g_assert_true (isfinite (dots[i].x) && isfinite (dots[i].y) && dots[i].radius > 0);
}

static void
test_sizes (Charts        *self,
            gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const char *id = lamina_chart_get_id (lamina_chart_get (i));
      g_autoptr (LaminaChartData) chart = create_data (self->fixture.document, 0, id);

      for (int width = 1; width < 1200; width = width * 2 + 13)
        for (int height = 0; height < 900; height = height * 2 + 17)
          {
            g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, width, height, self->metrics);

            assert_sound (scene, width, height);
            if (width >= LEAST_CARD_WIDTH && (height == 0 || height >= LEAST_CARD_HEIGHT))
              assert_all_inside (scene, id);
          }
    }
}

static void
test_hits (Charts        *self,
           gconstpointer  data)
{
  const guint32 layer = 1;
  guint n_charts = 0;

  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) chart = create_data (self->fixture.document, 0,
                                                       lamina_chart_get_id (lamina_chart_get (i)));
      g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, 520, 290, self->metrics);
      g_autoptr (LaminaScene) highlight = NULL;
      g_autofree guint8 *marks = g_new0 (guint8, MAX (lamina_chart_data_get_n_rows (chart), 1));
      g_autofree guint8 *shown = NULL;
      guint n, n_behind;
      g_autofree guint32 *rows = lamina_chart_data_find_rows (chart, &layer, 1, &n);
      gboolean found = FALSE;

      if (lamina_chart_data_get_reason (chart) != NULL)
        continue;
      g_assert_cmpuint (n, >, 0);
      for (guint k = 0; k < n; k++)
        marks[rows[k]] = TRUE;
      highlight = lamina_chart_highlight_rows (scene, chart, marks);
      shown = list_shown (chart, highlight);
      for (guint k = 0; k < n; k++)
        {
          const guint32 *behind = lamina_chart_data_get_layers (chart, rows[k], &n_behind);

          for (guint m = 0; m < n_behind; m++)
            found |= behind[m] == layer;
          g_assert_true (shown[rows[k]]);
        }
      g_assert_true (found);
      n_charts++;
    }
  g_assert_cmpuint (n_charts, >, 5);
}

/* A box that stands for rows is hit in its middle, and nothing else: nothing lies over another. */
static void
test_picks (Charts        *self,
            gconstpointer  data)
{
  guint n_hit = 0;

  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) chart = create_data (self->fixture.document, 0,
                                                       lamina_chart_get_id (lamina_chart_get (i)));
      g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, 520, 290, self->metrics);
      guint n;
      const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

      for (guint k = 0; k < n; k++)
        {
          const LaminaTarget *found = lamina_scene_pick (scene, boxes[k].x + boxes[k].width / 2.0,
                                                         boxes[k].y + boxes[k].height / 2.0, 0);

          if (boxes[k].target.kind != LAMINA_TARGET_ROWS)
            continue;
          g_assert_nonnull (found);
          g_assert_cmpint (found->kind, ==, LAMINA_TARGET_ROWS);
          g_assert_cmpuint (found->first, ==, boxes[k].target.first);
          g_assert_cmpuint (found->n, ==, boxes[k].target.n);
          n_hit++;
        }
    }
  g_assert_cmpuint (n_hit, >, lamina_chart_get_n ());
}

static void
assert_text (const LaminaSceneText *texts,
             guint                  n,
             const char            *wanted)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (texts[i].text, wanted))
      return;
  g_test_message ("“%s” is not in the picture", wanted);
  g_test_fail ();
}

/* Of the level lines of a picture, that which is nearest to a text: where it stands. */
static double
find_level (LaminaScene           *scene,
            const LaminaSceneText *text)
{
  const LaminaSceneLine *lines = (const LaminaSceneLine *) (gpointer) scene->lines->data;
  double best = NAN;

  for (guint i = 0; i < scene->lines->len; i++)
    if (lines[i].dashed && lines[i].y1 == lines[i].y2 && !(fabs (lines[i].y1 - text->y) >= fabs (best - text->y)))
      best = lines[i].y1;
  return best;
}

/* The label of a roof stands at its line, and so at a higher one than that of a lower roof. */
static void
assert_roofs (LaminaChartData       *chart,
              LaminaScene           *scene,
              const LaminaSceneText *texts,
              guint                  n)
{
  double value = NAN, level = NAN;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (chart); i++)
    for (guint k = 0; k < n; k++)
      {
        const LaminaChartMark *mark = lamina_chart_data_get_mark (chart, i);
        double here;

        if (mark->is_slope || !g_str_equal (texts[k].text, mark->label))
          continue;
        here = find_level (scene, &texts[k]);
        if (fabs (here - texts[k].y) >= 12)
          g_test_message ("at %dx%d “%s” stands %.1f away from its roof", lamina_scene_get_width (scene),
                          lamina_scene_get_height (scene), texts[k].text, fabs (here - texts[k].y));
        g_assert_cmpfloat (fabs (here - texts[k].y), <, 12);
        g_assert_true (isnan (level) || (here < level) == (mark->value > value));
        value = mark->value;
        level = here;
      }
}

/* Labels of dots and roofs neither cover each other nor leave the picture. */
static void
assert_labels (LaminaChartData *chart,
               LaminaScene     *scene)
{
  const LaminaSceneGroup *group = lamina_scene_get_group (scene, lamina_scene_get_n_groups (scene) - 1);
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n) + group->first_text;

  g_assert_cmpstr (group->name, ==, "dots");
  for (guint i = 0; i < lamina_chart_data_get_n_marks (chart); i++)
    assert_text (texts, group->n_texts, lamina_chart_data_get_mark (chart, i)->label);
  assert_roofs (chart, scene, texts, group->n_texts);
  for (guint i = 0; i < group->n_texts; i++)
    for (guint k = 0; k < i; k++)
      {
        Rectangle a = get_rectangle (&texts[i]), b = get_rectangle (&texts[k]);

        if (texts[i].angle != 0 || texts[k].angle != 0)
          continue;
        if (a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top)
          g_test_message ("at %dx%d “%s” covers “%s”", lamina_scene_get_width (scene), lamina_scene_get_height (scene),
                          texts[i].text, texts[k].text);
        g_assert_false (a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top);
      }
  for (guint i = 0; i < group->n_texts; i++)
    g_assert_true (get_rectangle (&texts[i]).left >= 0
                   && get_rectangle (&texts[i]).right <= lamina_scene_get_width (scene));
}

/* However dense the dots stand and however low the plot is, also with the three roofs of a device. */
static void
test_labels (Charts        *self,
             gconstpointer  data)
{
  static const char *const devices[] = { NULL, "A100" };

  charts_add_many (self, 400);
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autoptr (LaminaChartData) chart = NULL;

      if (devices[i] != NULL)
        g_assert_true (lamina_device_limits_choose (self->fixture.document, devices[i]));
      chart = create_data (self->fixture.document, 0, "roofline");
      lamina_device_limits_choose (self->fixture.document, NULL);
      g_assert_cmpuint (lamina_chart_data_get_n_marks (chart), ==, i == 0 ? 2 : 3);
      for (int width = 380; width < 1400; width += 190)
        for (int height = 130; height <= 300; height += 85)
          {
            g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, width, height, self->metrics);

            assert_labels (chart, scene);
          }
    }
}

/* Powers of ten stand at the ticks of a logarithmic axis; where they are small, they are written as such. */
static void
test_log_ticks (Charts        *self,
                gconstpointer  data)
{
  static const struct
  {
    double low;
    double high;
    const char *ticks[8];
  } axes[] = {
    { 3e-7, 20, { "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹" } },
    { 0.02, 3e5, { "0.1", "1", "10", "100", "1\u202f000", "10\u202f000", "100\u00a0k" } },
    { 1e-13, 1e-11, { "10⁻¹³", "10⁻¹²", "10⁻¹¹" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      LaminaScale scale = lamina_scale_init_log (LAMINA_LAYER_VALUE_REAL, LAMINA_UNIT_NONE, axes[i].low, axes[i].high, 0, 400);

      for (guint k = 0; k < scale.n_ticks; k++)
        {
          g_autofree char *text = lamina_scale_dup_tick (&scale, k);

          g_assert_cmpstr (text, ==, axes[i].ticks[k]);
        }
      g_assert_true (scale.n_ticks == G_N_ELEMENTS (axes[i].ticks) || axes[i].ticks[scale.n_ticks] == NULL);
    }
}

/* Roofs are those of the device, by what most layers compute with. */
static void
test_device (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) seen = NULL;
  g_autoptr (LaminaChartData) device = NULL;
  const LaminaChartMark *mark;

  fixture_freeze (&self->fixture);
  seen = create_data (self->fixture.document, 0, "roofline");
  g_assert_true (lamina_device_limits_choose (self->fixture.document, "A100"));
  device = create_data (self->fixture.document, 0, "roofline");
  lamina_device_limits_choose (self->fixture.document, NULL);
  g_assert_cmpuint (lamina_chart_data_get_n_marks (seen), ==, 2);
  g_assert_nonnull (strstr (lamina_chart_data_get_mark (seen, 0)->label, "best measured"));
  g_assert_cmpuint (lamina_chart_data_get_n_marks (device), ==, 3);
  mark = lamina_chart_data_get_mark (device, 0);
  g_assert_nonnull (strstr (mark->label, "fp16"));
  g_assert_cmpfloat (mark->value, ==, 312e12);
  g_assert_nonnull (strstr (lamina_chart_data_get_mark (device, 1)->label, "fp32"));
  g_assert_true (lamina_chart_data_get_mark (device, 2)->is_slope);
}

/* Products of bytes that result in floats are measured by the units of bytes; the rest by what it results in. */
static void
test_of_roof (Charts        *self,
              gconstpointer  data)
{
  static const Row rows[] = {
    { "quantized", "Conv", 1000000, 8000000000, 1000000, .inputs = "1x8x8x8 int8, 8x8x3x3 int8", .outputs = "1x8x8x8 float16" },
    { "half", "Conv", 1000000, 8000000000, 1000000, .inputs = "1x8x8x8 float16, 8x8x3x3 float16",
      .outputs = "1x8x8x8 float16" },
    { "slow", "Relu", 1000000, 1000, 100000000, .inputs = "1x8x8x8 float16", .outputs = "1x8x8x8 float16" },
  };
  static const double parts[] = { 8e12 / 624e12, 8e12 / 312e12, 1e6 / (1e-5 * 1.555e12) };
  g_autoptr (LaminaChartData) chart = NULL;
  guint column;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (&self->fixture, &rows[i]);
  fixture_freeze (&self->fixture);
  g_assert_true (lamina_device_limits_choose (self->fixture.document, "A100 40GB"));
  chart = create_data (self->fixture.document, 0, "roofline");
  lamina_device_limits_choose (self->fixture.document, NULL);
  column = find_key (chart, "of_roof");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (chart), ==, G_N_ELEMENTS (parts));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_cmpfloat_with_epsilon (lamina_chart_data_get_number (chart, i, column), parts[i], 1e-6 * parts[i]);
}

static void
test_locale (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) chart = NULL;
  g_autofree char *english = NULL;
  g_autofree char *other = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *dump = NULL;
  g_autofree char *other_dump = NULL;

  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "roofline");
  english = lamina_chart_data_dup_csv (chart, G_MAXUINT, LAMINA_CSV_EXACT);
  scene = lamina_chart_layout (chart, 520, 290, self->metrics);
  dump = lamina_scene_dump (scene);
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL && setlocale (LC_ALL, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("there is no locale with a decimal comma");
      return;
    }
  g_clear_pointer (&scene, lamina_scene_unref);
  other = lamina_chart_data_dup_csv (chart, G_MAXUINT, LAMINA_CSV_EXACT);
  scene = lamina_chart_layout (chart, 520, 290, self->metrics);
  other_dump = lamina_scene_dump (scene);
  setlocale (LC_ALL, "C");
  g_assert_cmpstr (english, ==, other);
  g_assert_cmpstr (dump, ==, other_dump);
}

/* Whether the legend of a picture names a kind of work. */
static gboolean
explains (Charts     *self,
          const char *view,
          const char *kind)
{
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *dump = NULL;

  options.view = view;
  scene = lamina_picture_layout (self->fixture.document, &options, self->metrics, NULL);
  dump = lamina_scene_dump (scene);
  return strstr (dump, kind) != NULL;
}

/* What charts show of layers without times is explained on sheets, too; what none of them shows is not. */
static void
test_legend (Charts        *self,
             gconstpointer  data)
{
  fixture_add (&self->fixture, &(Row) { "conv", "Convolution", 900, .bytes = 100 });
  fixture_add (&self->fixture, &(Row) { "relu", "Relu", 300, .bytes = 50 });
  fixture_add (&self->fixture, &(Row) { "exchange", "record_param_comms", .bytes = 500 });
  fixture_add (&self->fixture, &(Row) { "lookup", "Embedding" });
  fixture_freeze (&self->fixture);
  g_assert_true (explains (self, "charts", "\"communication\""));
  g_assert_false (explains (self, "charts", "\"index\""));
  g_assert_true (explains (self, "chart:traffic", "\"communication\""));
  g_assert_false (explains (self, "chart:time-by-type", "\"communication\""));
}

/* At every width, each part of a column is named where it can be read. */
static void
test_part_legend (void)
{
  g_autoptr (LaminaDocument) document = load_sample ("convnet-pytorch.pt.trace.json");
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaChartData) data = create_data (document, lamina_document_get_default_run (document), "iterations");

  for (int width = 220; width <= 800; width += 20)
    {
      g_autoptr (LaminaScene) scene = lamina_chart_layout (data, width, 300, metrics);
      guint n, n_named = 0;
      const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

      for (guint column = 0; column < lamina_chart_data_get_n_columns (data); column++)
        {
          const LaminaChartColumn *part = lamina_chart_data_get_column (data, column);

          for (guint i = 0; i < n; i++)
            if ((part->use == LAMINA_CHART_USE_PART || part->use == LAMINA_CHART_USE_IDLE)
                && g_str_equal (texts[i].text, part->title))
              {
                g_assert_cmpfloat (texts[i].x + 6 * (double) strlen (part->title), <=, width);
                n_named++;
              }
        }
      g_assert_cmpuint (n_named, ==, 4);
    }
}

/* Columns that stand on an axis are not named after their place there: no text of the plot is that of a window. */
static void
test_windows (void)
{
  g_autoptr (LaminaDocument) document = load_sample ("convnet-pytorch.pt.trace.json");
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaChartData) data = create_data (document, lamina_document_get_default_run (document), "utilization");
  g_autoptr (LaminaScene) scene = lamina_chart_layout (data, 800, 300, metrics);
  guint n, column = lamina_chart_data_find_column (data, LAMINA_CHART_USE_LABEL);
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  g_assert_cmpuint (n, >, 4);
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *name = NULL;

      lamina_chart_data_get_value (data, row, column, &value);
      name = lamina_layer_value_dup_text (&value);
      for (guint i = 0; i < n; i++)
        g_assert_false (texts[i].align == LAMINA_ALIGN_START && g_str_equal (texts[i].text, name));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/chart-layout/many", Charts, "many", charts_setup, test_many, charts_teardown);
  g_test_add ("/chart-layout/sizes", Charts, NULL, charts_setup, test_sizes, charts_teardown);
  g_test_add ("/chart-layout/hits", Charts, NULL, charts_setup, test_hits, charts_teardown);
  g_test_add ("/chart-layout/picks", Charts, NULL, charts_setup, test_picks, charts_teardown);
  g_test_add ("/chart-layout/labels", Charts, "labels", charts_setup, test_labels, charts_teardown);
  g_test_add ("/chart-layout/log-ticks", Charts, NULL, charts_setup, test_log_ticks, charts_teardown);
  g_test_add ("/chart-layout/device", Charts, NULL, charts_setup, test_device, charts_teardown);
  g_test_add ("/chart-layout/of-roof", Charts, "none", charts_setup, test_of_roof, charts_teardown);
  g_test_add ("/chart-layout/legend", Charts, "none", charts_setup, test_legend, charts_teardown);
  g_test_add_func ("/chart-layout/part-legend", test_part_legend);
  g_test_add_func ("/chart-layout/windows", test_windows);
  g_test_add ("/chart-layout/locale", Charts, NULL, charts_setup, test_locale, charts_teardown);
  return g_test_run ();
}
