/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-timeline.h"
#include "scene-fixture.h"

#include <string.h>

/* Names of runs of slices that are too narrow for labels. */

typedef struct
{
  const char *names[12];
  const char *types[12];
  double per_px;
  const char *bands;
  int lengths[12]; /* of the slices, 100 units without it */
} Case;

static const Case cases[] = {
  /* All of one name, whatever their numbers and arguments. */
  { { "conv(x)[1]", "conv(y)[2]", "conv[33]", "conv[4]", "conv[5]", "conv[6]" }, { NULL }, 10, "6\u00a0×\u00a0conv|" },
  /* All of one type. */
  { { "a", "b", "c", "d", "e", "f" },
    { "Elemwise", "Elemwise", "Elemwise", "Elemwise", "Elemwise", "Elemwise" },
    7,
    "6\u00a0×\u00a0Elemwise|" },
  /* Scopes, as deep as their names have room. */
  { { "net.a.x", "net.a.y", "net.a.z", "net.b.x", "net.b.y", "net.b.z" }, { NULL }, 7, "net.a|net.b|" },
  { { "net.a.x", "net.a.y", "net.a.z", "net.b.x", "net.b.y", "net.b.z" }, { NULL }, 18, "net|" },
  /* A mixture. */
  { { "a", "b", "c", "d", "e", "f" }, { "Conv", "Conv", "Add", "Conv", "Conv", "Add" }, 5.3,
    "4\u00a0×\u00a0Conv, 2\u00a0×\u00a0Add|" },
  /* What takes most of the time comes first, not what there is most of. */
  { { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" },
    { "Add", "Conv", "Add", "Conv", "Add", "Conv", "Add", "Conv", "Add", "Add" },
    5.3,
    "4\u00a0×\u00a0Conv, 6\u00a0×\u00a0Add|",
    { 60, 100, 60, 100, 60, 100, 60, 100, 60, 60 } },
  /* Nothing in common, and no types. */
  { { "a", "b", "c", "d", "e", "f" }, { NULL }, 8, "" },
  /* Two are no run. */
  { { "conv", "conv" }, { NULL }, 4, "" },
};

/* Slices in a row. */
static LaminaDocument *
create_document (const Case *what)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 track = lamina_builder_add_track (builder, run, group, "queue", 0);
  gint64 end = -1;

  for (guint i = 0; i < G_N_ELEMENTS (what->names) && what->names[i] != NULL; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      layer.name = slice.name = lamina_builder_intern (builder, what->names[i], -1);
      if (what->types[0] != NULL)
        layer.type = lamina_builder_intern (builder, what->types[i], -1);
      slice.layer = lamina_builder_add_layer (builder, run, &layer);
      slice.start = end + 1;
      slice.duration = what->lengths[i] > 0 ? what->lengths[i] : 100;
      end = slice.start + slice.duration;
      lamina_builder_add_slice (builder, run, track, &slice);
    }
  return scene_fixture_freeze (builder);
}

static char *
dup_bands (LaminaRun *run,
           double     per_px)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 0, per_px, 600, 200, 0 };
  g_autoptr (LaminaScene) scene = lamina_timeline_layout (run, timebase, &viewport, &options, metrics);
  GString *text = g_string_new (NULL);
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    if (texts[i].font == LAMINA_FONT_LABEL && texts[i].fill.ink == LAMINA_INK_TEXT)
      g_string_append_printf (text, "%s|", texts[i].text);
  return g_string_free (text, FALSE);
}

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaDocument) document = create_document (&cases[i]);
      g_autofree char *bands = dup_bands (lamina_document_get_run (document, 0), cases[i].per_px);

      g_assert_cmpstr (bands, ==, cases[i].bands);
    }
}

/* Names that a file may have: none of them is read behind its end. */
static void
test_odd_names (void)
{
  static const Case odd[] = {
    { { "a.", "a.", "a.", "a.b.", "a.b.", "a.b." }, { NULL }, 10, NULL },
    { { "", "", "", ".", "..", "/" }, { NULL }, 10, NULL },
    { { "a.b(c.d)", "a.b[", "a.", "a", "a.b.c", "a.b.c.d" }, { NULL }, 10, NULL },
    { { "1", "2", "3", "[", "(", "{" }, { NULL }, 10, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (double per_px = 2; per_px < 60; per_px += 3)
      {
        g_autoptr (LaminaDocument) document = create_document (&odd[i]);
        g_autofree char *bands = dup_bands (lamina_document_get_run (document, 0), per_px);

        g_assert_true (g_utf8_validate (bands, -1, NULL));
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bands/names", test_names);
  g_test_add_func ("/bands/odd-names", test_odd_names);
  return g_test_run ();
}
