/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-highlight-private.h"
#include "lamina-scene-private.h"
#include "lamina-timeline.h"
#include "scene-dump.h"
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
  return scene_fixture_freeze (builder);
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

/* A layer that was dispatched on a host, reads what another one made and is read by a third; an arrow without end. The thread of
 * the host may be busy after that. @origin: where the run starts on its axis. */
static LaminaDocument *
create_linked (const char *host_name,
               gboolean    is_busy,
               gint64      origin)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host = lamina_builder_add_group (builder, run, LAMINA_NONE, host_name, LAMINA_GROUP_HOST);
  guint32 device = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 thread = lamina_builder_add_track (builder, run, host, "main", 0);
  guint32 queue = lamina_builder_add_track (builder, run, device, "queue", 0);
  guint32 layers[3], tensors[2];

  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "first", "second", "third" };
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      layer.name = slice.name = lamina_builder_intern (builder, names[i], -1);
      layers[i] = slice.layer = lamina_builder_add_layer (builder, run, &layer);
      slice.start = origin + 1000 * i;
      slice.duration = 500;
      lamina_builder_add_slice (builder, run, thread, &slice);
      slice.start = origin + 100000 + 100000 * i;
      slice.duration = 90000;
      lamina_builder_add_slice (builder, run, queue, &slice);
    }
  if (is_busy)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (builder, "work", -1);
      slice.start = origin + 10000;
      slice.duration = 400000;
      lamina_builder_add_slice (builder, run, thread, &slice);
    }
  for (guint i = 0; i < 2; i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

      tensors[i] = lamina_builder_add_tensor (builder, run, &tensor);
      lamina_builder_add_output (builder, run, layers[i], tensors[i]);
      lamina_builder_add_input (builder, run, layers[i + 1], tensors[i]);
    }
  lamina_builder_add_flow (builder, run, 0, queue, 1, LAMINA_NONE, 0);
  return scene_fixture_freeze (builder);
}

/*
 * Arrows where both ends are in view, else notes: in the row of the other end if there is room, else in its heading, else
 * none.
 */
static void
test_links (void)
{
  static const struct
  {
    gint64 start;
    double per_px;
    guint n_heads;
    const char *notes;
  } cases[] = {
    { 0, 600, 4, "" },
    { 150000, 200, 2, "◂ second was launched 199\u00a0µs earlier|read by third, 100\u00a0µs later ▸|" },
    { 210000, 100, 1, "◂ second was launched 199\u00a0µs earlier|◂ input from first, 100\u00a0µs earlier|" },
  };
  g_autoptr (LaminaDocument) document = create_linked ("Host", FALSE, 0);
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaSliceRef slice = { 1, 1 };
  guint32 layer = 1;
  g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (run, &layer, 1, layer, &slice);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      LaminaViewport viewport = { cases[c].start, cases[c].per_px, 700, 120, 0 };
      g_autoptr (LaminaScene) scene = lamina_timeline_layout_selection (run, timebase, &viewport, &options, metrics,
                                                                        highlight);
      g_autoptr (GString) notes = g_string_new (NULL);
      guint n, n_heads = 0;
      const LaminaSceneText *texts;

      for (guint i = 0; i < scene->areas->len; i++)
        n_heads += g_array_index (scene->areas, LaminaSceneArea, i).fill.ink == LAMINA_INK_TEXT;
      texts = lamina_scene_get_texts (scene, &n);
      for (guint i = 0; i < n; i++)
        if (texts[i].fill.ink == LAMINA_INK_LINK)
          {
            const LaminaTarget *target = lamina_scene_pick (scene, texts[i].x + 3, texts[i].y, 0);

            g_string_append_printf (notes, "%s|", texts[i].text);
            g_assert_nonnull (target);
            g_assert_cmpint (target->kind, ==, LAMINA_TARGET_OUTSIDE);
          }
      g_assert_cmpstr (notes->str, ==, cases[c].notes);
      g_assert_cmpuint (n_heads, ==, cases[c].n_heads);
    }
}

/* In a deep zoom arrows stand where the same ones do in a run that starts at 0. */
static void
test_links_of_origin (void)
{
  const gint64 origins[] = { 0, G_GINT64_CONSTANT (1729720800000000123) };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaSliceRef slice = { 1, 1 };
  guint32 layer = 1;
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      LaminaViewport viewport = { origins[i] + 185000, 30, 700, 120, 0 };
      g_autoptr (LaminaDocument) document = create_linked ("Host", FALSE, origins[i]);
      LaminaRun *run = lamina_document_get_run (document, 0);
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
      g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (run, &layer, 1, layer, &slice);
      g_autoptr (LaminaScene) scene = lamina_timeline_layout_selection (run, timebase, &viewport, &options, metrics, highlight);
      g_autofree char *dump = lamina_scene_dump (scene);

      g_assert_cmpuint (scene->areas->len, >, 0);
      if (expected == NULL)
        expected = g_steal_pointer (&dump);
      else
        g_assert_cmpstr (dump, ==, expected);
    }
}

/* A note in a heading stands beside its words, however long the name of the group is; where there is no room, nowhere. */
static void
test_links_in_headings (void)
{
  static const struct
  {
    const char *name;
    gboolean is_noted;
  } cases[] = {
    { "Host", TRUE },
    { "Host of a name that is longer than those of its tracks", TRUE },
    { "Host of a name that is much longer than those of its tracks, and leaves little behind it in the row", FALSE },
  };
  const double advance = 6;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (advance);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 210000, 100, 700, 160, 0 };
  LaminaSliceRef slice = { 1, 1 };
  guint32 layer = 1;

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (LaminaDocument) document = create_linked (cases[c].name, TRUE, 0);
      LaminaRun *run = lamina_document_get_run (document, 0);
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
      g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (run, &layer, 1, layer, &slice);
      g_autoptr (LaminaScene) base = lamina_timeline_layout (run, timebase, &viewport, &options, metrics);
      g_autoptr (LaminaScene) scene = lamina_timeline_layout_selection (run, timebase, &viewport, &options, metrics, highlight);
      const LaminaSceneText *words = fixture_find_text (base, "one thread");
      const LaminaSceneText *note = fixture_find_text (scene, "◂ second was launched 199\u00a0µs earlier");

      g_assert_nonnull (words);
      g_assert_cmpint (note != NULL, ==, cases[c].is_noted);
      if (note != NULL)
        {
          g_assert_cmpfloat_with_epsilon (note->y, words->y, 1);
          g_assert_cmpfloat (note->x, >=, words->x + advance * strlen ("one thread"));
        }
    }
}

#define N_OWN 6
#define MOST_LINKS 24

/* Slices of two layers in turn, and arrows from slice to slice, all of which may belong to one layer or end nowhere. */
static LaminaDocument *
create_arrows (guint n)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 track = lamina_builder_add_track (builder, run, group, "main", 0);
  const LaminaLayerInit layer = LAMINA_LAYER_INIT;
  guint32 layers[2] = { lamina_builder_add_layer (builder, run, &layer), lamina_builder_add_layer (builder, run, &layer) };

  for (guint i = 0; i < 2 * N_OWN; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = 10 * (gint64) i;
      slice.duration = 5;
      slice.layer = layers[i % 2];
      lamina_builder_add_slice (builder, run, track, &slice);
    }
  for (guint i = 0; i < n; i++)
    lamina_builder_add_flow (builder, run, 0, track, (i * 7) % (2 * N_OWN), i % 5 == 0 ? LAMINA_NONE : track,
                             (i * 5) % (2 * N_OWN));
  return scene_fixture_freeze (builder);
}

/* Of the arrows of a slice, or of a layer with all its slices, the first in the order of the file, each once. */
static void
check_arrows (LaminaRun            *run,
              guint32               layer,
              const LaminaSliceRef *slice)
{
  g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (run, NULL, 0, layer, slice);
  guint n, found = 0;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n);

  for (guint i = 0; i < n && found < MOST_LINKS; i++)
    {
      const LaminaLink *link;
      gboolean begins = slice != NULL ? flows[i].from.slice == slice->slice : flows[i].from.slice % 2 == layer;
      gboolean ends = flows[i].to.track != LAMINA_NONE
                      && (slice != NULL ? flows[i].to.slice == slice->slice : flows[i].to.slice % 2 == layer);

      if (!begins && !ends)
        continue;
      g_assert_cmpuint (found, <, highlight->links->len);
      link = &g_array_index (highlight->links, LaminaLink, found++);
      g_assert_cmpint (link->kind, ==, LAMINA_LINK_FLOW);
      g_assert_cmpmem (&link->from, sizeof link->from, &flows[i].from, sizeof flows[i].from);
      g_assert_cmpmem (&link->to, sizeof link->to, &flows[i].to, sizeof flows[i].to);
    }
  g_assert_cmpuint (found, ==, highlight->links->len);
}

static void
test_arrows (void)
{
  static const guint counts[] = { 0, 1, 30, 60, 400 };

  for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
    {
      g_autoptr (LaminaDocument) document = create_arrows (counts[c]);
      LaminaRun *run = lamina_document_get_run (document, 0);

      for (LaminaSliceRef slice = { 0, 0 }; slice.slice < 2 * N_OWN; slice.slice++)
        check_arrows (run, LAMINA_NONE, &slice);
      for (guint32 layer = 0; layer < 2; layer++)
        check_arrows (run, layer, NULL);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/highlight/slices", test_slices);
  g_test_add_func ("/highlight/layout", test_layout);
  g_test_add_func ("/highlight/links", test_links);
  g_test_add_func ("/highlight/links-in-headings", test_links_in_headings);
  g_test_add_func ("/highlight/links/origin", test_links_of_origin);
  g_test_add_func ("/highlight/arrows", test_arrows);
  return g_test_run ();
}
