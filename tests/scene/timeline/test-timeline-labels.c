/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

#include <string.h>

/* What stands in slices. */

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

/* How much of the axis is seen stands beside the badge, and not over it where a long number has no room. */
static void
test_badge (void)
{
  const char *const names[] = { "step", NULL };
  static const struct { double per_px; gboolean has_length; } cases[] = { { 0.01, TRUE }, { 1e6, FALSE } };
  TimelineFixture self;

  timeline_fixture_init (&self, make_steps (1, names));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaScene) scene = timeline_fixture_lay_out (&self, 0, cases[i].per_px, 650, 300);
      gboolean has_badge = FALSE, has_length = FALSE;
      guint n;
      const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

      for (guint k = 0; k < n; k++)
        {
          has_badge |= g_str_equal (texts[k].text, "Order only");
          has_length |= g_str_has_suffix (texts[k].text, "\u00a0steps");
        }
      g_assert_true (has_badge);
      g_assert_cmpint (has_length, ==, cases[i].has_length);
    }
  timeline_fixture_clear (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-labels/badge", test_badge);
  g_test_add_func ("/timeline-labels/label-lines", test_label_lines);
  g_test_add_func ("/timeline-labels/label-words", test_label_words);
  return g_test_run ();
}
