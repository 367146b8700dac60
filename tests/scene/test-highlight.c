/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-timeline.h"
#include "scene-fixture.h"

/* What of a run is brought out when layers are selected. */

#define N_LAYERS 9000

/* Layers in turn on two tracks, each with a slice of 10 units, every hundredth with one of 1000. */
static LaminaDocument *
create_document (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 tracks[2] = { lamina_builder_add_track (builder, run, group, "one", 0),
                        lamina_builder_add_track (builder, run, group, "two", 0) };
  gint64 time = 0;

  for (guint i = 0; i < N_LAYERS; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      layer.name = slice.name = lamina_builder_intern (builder, "conv", -1);
      slice.layer = lamina_builder_add_layer (builder, run, &layer);
      slice.start = time;
      slice.duration = i % 100 == 0 ? 1000 : 10;
      time += slice.duration + 1;
      lamina_builder_add_slice (builder, run, tracks[i % 2], &slice);
    }
  return fixture_freeze (builder);
}

/* The slices of all selected layers, sorted, each once, whether they are few or many. */
static void
test_slices (void)
{
  static const guint counts[] = { 0, 1, 7, N_LAYERS };
  g_autoptr (LaminaDocument) document = create_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autofree guint32 *layers = g_new (guint32, N_LAYERS + 1);

  for (guint i = 0; i < N_LAYERS; i++)
    layers[i] = N_LAYERS - 1 - i;
  for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
    {
      LaminaSliceRef slice = { 0, 0 };
      g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (run, layers, counts[c], LAMINA_NONE, &slice);
      guint sum = 0;

      for (guint track = 0; track < 2; track++)
        {
          guint n;
          const LaminaSliceRef *refs = lamina_highlight_get_slices (highlight, track, &n);

          for (guint i = 0; i < n; i++)
            {
              g_assert_cmpuint (refs[i].track, ==, track);
              g_assert_true (i == 0 || refs[i].slice > refs[i - 1].slice);
            }
          sum += n;
        }
      g_assert_cmpuint (sum, ==, counts[c] == N_LAYERS ? N_LAYERS : counts[c] + 1);
    }
}

/* Of many slices on a pixel one box is drawn, and a wide one among them is not forgotten. */
static void
test_layout (void)
{
  g_autoptr (LaminaDocument) document = create_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, 0));
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autofree guint32 *layers = g_new (guint32, N_LAYERS);
  g_autoptr (LaminaHighlight) highlight = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 0, 300, 600, 200, 0 };
  const LaminaSceneBox *boxes;
  guint n, n_wide = 0, n_long = 0;

  for (guint i = 0; i < N_LAYERS; i++)
    layers[i] = i;
  highlight = lamina_highlight_new (run, layers, N_LAYERS, 0, NULL);
  scene = lamina_timeline_layout_selection (run, timebase, &viewport, &options, metrics, highlight);
  boxes = lamina_scene_get_boxes (scene, &n);
  g_assert_cmpuint (n, <=, 2 * 600);
  for (guint i = 0; i < n; i++)
    n_wide += boxes[i].target.track == 0 && boxes[i].width >= 2;
  for (guint i = 0; i < slices->n; i++)
    n_long += slices->duration[i] == 1000 && slices->start[i] + 1000 < 300 * 600;
  g_assert_cmpuint (n_wide, ==, n_long);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/highlight/slices", test_slices);
  g_test_add_func ("/highlight/layout", test_layout);
  return g_test_run ();
}
