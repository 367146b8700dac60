/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

#include <string.h>

/* What stands in slices, and how much of a run is seen at first so that enough of it can be read. */

static guint
count_initial_labels (TimelineFixture *self,
                      gint64          *start,
                      gint64          *end)
{
  g_autoptr (LaminaScene) scene = NULL;

  lamina_timeline_get_initial_range (self->run, self->timebase, 800, 1, self->metrics, start, end);
  g_assert_cmpint (*start, >=, lamina_timebase_get_start (self->timebase));
  g_assert_cmpint (*end, <=, lamina_timebase_get_end (self->timebase));
  scene = timeline_fixture_lay_out (self, *start, (double) (*end - *start) / 800, 800, 300);
  return timeline_count_labels (scene);
}

static void
test_initial_range (void)
{
  TimelineFixture self;
  gint64 start, end;

  timeline_fixture_init (&self, fixture_row (11, 100, 1000, 900));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), ==, 11);
  g_assert_cmpint (start, ==, 100);
  g_assert_cmpint (end, ==, 100 + 10 * 1000 + 900);
  timeline_fixture_clear (&self);

  timeline_fixture_init (&self, fixture_row (3, 100, 1000000, 10));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), ==, 0);
  g_assert_cmpint (end - start, ==, 2000010);
  timeline_fixture_clear (&self);

  timeline_fixture_init (&self, fixture_row (5000, 0, 1000, 900));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), >=, 10);
  timeline_fixture_clear (&self);

  timeline_fixture_init (&self, fixture_dense (3, 10000));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), >=, 10);
  g_assert_cmpint (end - start, <,
                   (lamina_timebase_get_end (self.timebase) - lamina_timebase_get_start (self.timebase)) / 10);
  timeline_fixture_clear (&self);
}

/* Steps of one width, named by turns. */
static LaminaDocument *
make_steps (guint              n,
            const char *const *names)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "order", 0);

  for (guint i = 0; i < n; i++)
    {
      const char *name = names[i % g_strv_length ((char **) names)];

      fixture_add_slice (builder, run, track, i, 1, lamina_builder_intern (builder, name, -1));
    }
  return scene_fixture_freeze (builder);
}

/* Where short names alone have room in a large part, a smaller one with most names tells more. */
static void
test_initial_share (void)
{
  static const char *const names[] = { "relu", "convolution", NULL };
  TimelineFixture self;
  gint64 start, end;

  timeline_fixture_init (&self, make_steps (200, names));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), >=, 6);
  g_assert_cmpint (end - start, <=, 16);
  timeline_fixture_clear (&self);
}

/* Where only the order is known the leaves are to have labels, not the few scopes around them. */
static void
test_initial_leaves (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NODES, LAMINA_TIMING_ORDER);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "scopes", 0);
  guint32 scope = lamina_builder_intern (builder, "scope", -1);
  guint32 leaf = lamina_builder_intern (builder, "leaf", -1);
  gint64 start, end;
  TimelineFixture self;

  for (gint64 i = 0; i < 12; i++)
    {
      fixture_add_slice (builder, run, track, 10 * i, 10, scope);
      for (gint64 j = 0; j < 10; j++)
        fixture_add_slice (builder, run, track, 10 * i + j, 1, leaf);
    }
  timeline_fixture_init (&self, scene_fixture_freeze (builder));
  g_assert_cmpuint (count_initial_labels (&self, &start, &end), >=, 11);
  g_assert_cmpint (end - start, <, 40);
  timeline_fixture_clear (&self);
}

static char *
dup_step_label (const char *name)
{
  const char *const names[] = { name, NULL };
  GString *label = g_string_new (NULL);
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneText *texts;
  TimelineFixture self;
  guint n;

  timeline_fixture_init (&self, make_steps (1, names));
  scene = timeline_fixture_lay_out (&self, 0, 1 / 54.0, 650, 300);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (texts[i].fill.ink == LAMINA_INK_LABEL)
      g_string_append_printf (label, "%s|", texts[i].text);
  timeline_fixture_clear (&self);
  return g_string_free (label, FALSE);
}

/* A line ends between words, else between the parts of long ones, but never within short ones; no letter stands alone. */
static void
test_label_words (void)
{
  static const char *const cases[][2] = {
    { "LongLabel", "Long|Label|" },
    { "LeakyRe", "LeakyRe|" },
    { "MemcpyDtoH", "Memcpy|DtoH|" },
    { "MEMCPYDtoH", "MEMCPYDtoH|" },
    { "ReLUBackward", "ReLUBackward|" },
    { "aa_MaxPools", "aa_|MaxPools|" },
    { "aaa/MaxPooling", "aaa/Max|Pooling|" },
    { "max_u2b_c", "max_|u2b_c|" },
    { "a_bcdef_x", "a_bcdef_|x|" },
    { "max/u2b.c1", "max/|u2b.c1|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = dup_step_label (cases[i][0]);

      g_assert_cmpstr (label, ==, cases[i][1]);
    }
}

static char *
dup_label_lines (TimelineFixture *self,
                 double           per_px,
                 int              height)
{
  g_autoptr (LaminaScene) scene = timeline_fixture_lay_out (self, 1595000, per_px, 650, height);
  GString *lines = g_string_new (NULL);
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    if (texts[i].fill.ink == LAMINA_INK_LABEL && texts[i].fill.family == LAMINA_FAMILY_ELEMENTWISE)
      g_string_append_printf (lines, "%s|", texts[i].text);
  return g_string_free (lines, FALSE);
}

/* Long labels go on below where rows are high enough, in whole words; else they are cut, down to four characters. */
static void
test_label_lines (void)
{
  static const struct
  {
    double per_px;
    int height;
    const char *lines;
  } cases[] = {
    { 900, 300, "FUSE_ADD_RELU[4]|" },
    { 1400, 300, "FUSE_ADD_|RELU[4]|" },
    { 1900, 300, "FUSE_|ADD_|RELU[4]|" },
    { 2000, 300, "FUSE_|ADD_|RELU[4]|" },
    { 2600, 300, "FUSE_|ADD_|RELU[4]|" },
    { 3000, 300, "FUSE_ADD_RELU[4]|" },
    { 3700, 300, "" },
    { 1400, 145, "FUSE_ADD_RELU[4]|" },
  };
  TimelineFixture self;

  timeline_fixture_init (&self, fixture_small ());
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *lines = dup_label_lines (&self, cases[i].per_px, cases[i].height);

      g_assert_cmpstr (lines, ==, cases[i].lines);
    }
  timeline_fixture_clear (&self);
}

/* Slices whose label is not cut. A label of several lines is one. */
static guint
count_whole_labels (LaminaScene   *scene,
                    LaminaMetrics *metrics)
{
  g_autoptr (GHashTable) whole = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    {
      const LaminaTarget *target = lamina_scene_pick (scene, (double) texts[i].x + 1, (double) texts[i].y, 0);
      double width = lamina_metrics_get_width (metrics, LAMINA_FONT_LABEL, texts[i].text);
      g_autofree char *slice = NULL;

      if (texts[i].fill.ink != LAMINA_INK_LABEL || target == NULL || target->kind != LAMINA_TARGET_SLICES)
        continue;
      slice = g_strdup_printf ("%u %u", target->track, target->first);
      if (strstr (texts[i].text, "…") == NULL && (texts[i].width <= 0 || width <= (double) texts[i].width))
        g_hash_table_add (whole, g_steal_pointer (&slice));
      else
        g_hash_table_remove (whole, slice);
    }
  return g_hash_table_size (whole);
}

/* The room that the timeline has in a window of 1280 × 800. */
static guint
count_first_sight (const char *path)
{
  TimelineFixture self;
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = load_file (path, &error);
  g_autoptr (LaminaScene) scene = NULL;
  gint64 start, end;
  guint lines, n;

  g_assert_no_error (error);
  timeline_fixture_init (&self, document);
  self.run = lamina_document_get_run (document, lamina_document_get_default_run (document));
  g_clear_pointer (&self.timebase, lamina_timebase_unref);
  self.timebase = lamina_timebase_new (self.run, TRUE);
  g_clear_pointer (&self.options.idle, lamina_idle_free);
  lines = lamina_timeline_get_label_lines (self.run, &self.options, 390);
  lamina_timeline_get_initial_range (self.run, self.timebase, 800, lines, self.metrics, &start, &end);
  scene = timeline_fixture_lay_out (&self, start, (double) (end - start) / 800, 800, 390);
  n = count_whole_labels (scene, self.metrics);
  timeline_fixture_clear (&self);
  return n;
}

/* A file says something before anything is done to it. */
static void
check_first_sight (const char *path,
                   guint       least)
{
  guint n = count_first_sight (path);

  g_test_message ("%s: %u whole labels", path, n);
  g_assert_cmpuint (n, >=, least);
}

static void
test_first_sight (void)
{
  static const char *const samples[] = { "convnet-pytorch.pt.trace.json", "lenet-tensorflow.txt", "mobilenet-tvm.txt",
                                         "resnet18-tensorrt.graph.json", "resnet50-megengine.json", "unet-chainer.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", samples[i], NULL);

      check_first_sight (path, 9);
    }
}

static void
test_first_sight_real (void)
{
  static const char *const seeds[] = {
    "seeds/000_825e28a4f520ddc2.txt", "seeds/001_1953327273121cc3.txt", "seeds/002_11cf062b29f34b60.txt",
    "seeds/003_d67dc7fc6ef32707.txt", "seeds/004_d73c77cb3fb2895c.txt",
  };

  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++)
    {
      g_autofree char *path = build_real_path (seeds[i]);

      if (path == NULL)
        return;
      check_first_sight (path, 10);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-labels/initial-range", test_initial_range);
  g_test_add_func ("/timeline-labels/initial-share", test_initial_share);
  g_test_add_func ("/timeline-labels/initial-leaves", test_initial_leaves);
  g_test_add_func ("/timeline-labels/label-lines", test_label_lines);
  g_test_add_func ("/timeline-labels/label-words", test_label_words);
  g_test_add_func ("/timeline-labels/first-sight", test_first_sight);
  g_test_add_func ("/timeline-labels/first-sight-real", test_first_sight_real);
  return g_test_run ();
}
