/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-axis.h"
#include "scene-fixture.h"

#include "lamina-scene-private.h"
#include "lamina-timeline-rulers.h"

/* What lies over a timeline: the marked range, rulers, notes; and boxes that are taken out of a scene. */

#define NAMES 150
#define WIDTH 1000
#define HEIGHT 200

static const LaminaTimelineOptions options = { .names_width = NAMES, .ruler_height = 25, .fill_height = TRUE };

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaMetrics *metrics;
  LaminaViewport viewport;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->document = fixture_row (10, 0, 10000, 8000);
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->metrics = lamina_metrics_new_fixed (7);
  self->viewport = (LaminaViewport) { .start = lamina_timebase_get_start (self->timebase), .per_px = 100,
                                      .width = WIDTH, .height = HEIGHT };
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_metrics_free (self->metrics);
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
}

static LaminaScene *
lay_out (Fixture            *self,
         const LaminaMarker *markers,
         guint               n)
{
  return lamina_timeline_layout_markers (self->run, self->timebase, &self->viewport, &options, self->metrics, markers,
                                         n);
}

static void
assert_handle (LaminaScene      *scene,
               guint             marker,
               LaminaMarkerPart  part,
               int               x)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_MARKER && boxes[i].target.first == marker && boxes[i].target.n == part)
      {
        g_assert_cmpint (boxes[i].x, <=, x);
        g_assert_cmpint (boxes[i].x + boxes[i].width, >, x);
        return;
      }
  g_assert_not_reached ();
}

/* Ends and labels can be taken hold of where they are drawn; what is out of view is not there. */
static void
test_handles (Fixture       *self,
              gconstpointer  data)
{
  gint64 start = self->viewport.start;
  const LaminaMarker markers[] = {
    { LAMINA_MARKER_RANGE, start + 10000, start + 30000, NULL },
    { LAMINA_MARKER_RULER, start + 50000, start + 70000, NULL },
    { LAMINA_MARKER_NOTE, start + 90000, start + 90000, "look" },
    { LAMINA_MARKER_RULER, start + 200000, start + 300000, NULL },
  };
  g_autoptr (LaminaScene) scene = lay_out (self, markers, G_N_ELEMENTS (markers));
  g_autofree char *length = lamina_axis_dup_length_text (LAMINA_AXIS_NANOSECONDS, 20000);
  g_autofree char *delta = g_strdup_printf ("\u0394 %s", length);
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  assert_handle (scene, 0, LAMINA_MARKER_START, NAMES + 100);
  assert_handle (scene, 0, LAMINA_MARKER_END, NAMES + 300);
  assert_handle (scene, 0, LAMINA_MARKER_WHOLE, NAMES + 200);
  assert_handle (scene, 1, LAMINA_MARKER_START, NAMES + 500);
  assert_handle (scene, 1, LAMINA_MARKER_END, NAMES + 700);
  assert_handle (scene, 2, LAMINA_MARKER_START, NAMES + 900);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (boxes[i].target.first, !=, 3);
  g_assert_nonnull (fixture_find_text (scene, length));
  g_assert_nonnull (fixture_find_text (scene, delta));
  g_assert_nonnull (fixture_find_text (scene, "look"));
  g_assert_cmpfloat (fixture_find_text (scene, length)->y, <, 25);
  g_assert_cmpfloat (fixture_find_text (scene, delta)->y, >, 25);
}

/* Labels of rulers over the same place stand in rows of their own. */
static void
test_rows (Fixture       *self,
           gconstpointer  data)
{
  gint64 start = self->viewport.start;
  const LaminaMarker markers[] = {
    { LAMINA_MARKER_RULER, start + 10000, start + 50000, NULL },
    { LAMINA_MARKER_TEMPORARY, start + 20000, start + 40000, NULL },
    { LAMINA_MARKER_NOTE, start + 30000, start + 30000, "here" },
  };
  g_autoptr (LaminaScene) scene = lay_out (self, markers, G_N_ELEMENTS (markers));
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpfloat (texts[0].y, !=, texts[1].y);
  g_assert_cmpfloat (texts[1].y, !=, texts[2].y);
  g_assert_cmpfloat (texts[0].y, !=, texts[2].y);
}

static gboolean
is_wanted (const LaminaTarget *target,
           gpointer            user_data)
{
  return target->kind == LAMINA_TARGET_SLICES && target->first <= *(guint *) user_data
         && target->first + target->n > *(guint *) user_data;
}

/* A box comes with its own label, and with nothing else; all else is the rest. */
static void
test_extract (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_timeline_layout (self->run, self->timebase, &self->viewport, &options,
                                                          self->metrics);
  g_autoptr (LaminaScene) part = NULL, rest = NULL;
  const LaminaSceneBox *boxes;
  const LaminaSceneText *texts;
  guint wanted = 3, n, n_texts, n_all, n_rest;

  part = lamina_scene_extract (scene, is_wanted, &wanted, &rest);
  g_assert_cmpuint (lamina_scene_get_n_groups (part), ==, 1);
  boxes = lamina_scene_get_boxes (part, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (boxes[0].target.first, ==, wanted);
  texts = lamina_scene_get_texts (part, &n_texts);
  for (guint i = 0; i < n_texts; i++)
    g_assert_true (texts[i].x >= (float) boxes[0].x && texts[i].x < (float) (boxes[0].x + boxes[0].width));

  g_assert_cmpuint (lamina_scene_get_n_groups (rest), ==, lamina_scene_get_n_groups (scene));
  lamina_scene_get_boxes (scene, &n_all);
  boxes = lamina_scene_get_boxes (rest, &n_rest);
  g_assert_cmpuint (n_rest, ==, n_all - 1);
  for (guint i = 0; i < n_rest; i++)
    g_assert_false (is_wanted (&boxes[i].target, &wanted));
  lamina_scene_get_texts (scene, &n_all);
  lamina_scene_get_texts (rest, &n_rest);
  g_assert_cmpuint (n_rest, ==, n_all - n_texts);
  g_assert_cmpuint (rest->lines->len, ==, scene->lines->len);
}

/* The label of a run of neighbors stays readable over those that were taken: its plate comes along, what lies below not. */
static void
test_extract_plate (void)
{
  g_autoptr (LaminaScene) scene = lamina_scene_new (100, 20), part = NULL, rest = NULL;
  guint wanted = 7, n;
  const LaminaSceneBox boxes[] = {
    { .width = 100, .height = 20, .fill = LAMINA_FILL (LAMINA_INK_BAND) },
    { .x = 10, .width = 30, .height = 20, .fill = LAMINA_FILL_FAMILY (LAMINA_FAMILY_COPY),
      .target = { .kind = LAMINA_TARGET_SLICES, .first = wanted, .n = 1 } },
    { .x = 30, .y = 5, .width = 40, .height = 10, .fill = LAMINA_FILL (LAMINA_INK_VIEW) },
    { .x = 80, .y = 5, .width = 10, .height = 10, .fill = LAMINA_FILL (LAMINA_INK_VIEW) },
  };
  const LaminaSceneText label = { .x = 50, .y = 10, .align = LAMINA_ALIGN_CENTER, .fill = LAMINA_FILL (LAMINA_INK_TEXT),
                                  .text = "label" };

  lamina_scene_open_group (scene, "lane", 0, 0, 100, 20);
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    lamina_scene_add_box (scene, &boxes[i]);
  lamina_scene_add_text (scene, &label);
  lamina_scene_close_group (scene);
  part = lamina_scene_extract (scene, is_wanted, &wanted, &rest);
  lamina_scene_get_boxes (part, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (lamina_scene_get_boxes (part, &n)[1].x, ==, 30);
  lamina_scene_get_texts (part, &n);
  g_assert_cmpuint (n, ==, 1);
  lamina_scene_get_boxes (rest, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (lamina_scene_get_boxes (rest, &n)[1].x, ==, 80);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/rulers/handles", Fixture, NULL, setup, test_handles, teardown);
  g_test_add ("/rulers/rows", Fixture, NULL, setup, test_rows, teardown);
  g_test_add ("/rulers/extract", Fixture, NULL, setup, test_extract, teardown);
  g_test_add_func ("/rulers/extract-plate", test_extract_plate);
  return g_test_run ();
}
