/* SPDX-License-Identifier: Apache-2.0 */
#include "picture-fixture.h"
#include "scene-dump.h"

#include <string.h>

/* Pictures: what they show, and of which size. */

static char *
dump (Picture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaScene) scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);

  g_assert_no_error (error);
  return lamina_scene_dump (scene);
}

static void
assert_dump (Picture    *self,
             const char *expected)
{
  g_autofree char *text = dump (self);

  assert_expected (text, expected);
}

static void
test_golden (Picture       *self,
             gconstpointer  data)
{
  assert_dump (self, "scene/picture-timeline.txt");
  self->options.start = 1050000;
  self->options.end = 1700000;
  assert_dump (self, "scene/picture-range.txt");
  self->options.view = "chart:top-layers";
  assert_dump (self, "scene/chart-top-layers.txt");
  self->options.view = "chart:time-by-type";
  assert_dump (self, "scene/chart-time-by-type.txt");
}

/* What a snapshot of memory is drawn as: bands and addresses, bands on a timeline, and calls by what they keep. */
static void
test_memory (Picture       *self,
             gconstpointer  data)
{
  g_autofree char *path = build_data_path ("memory-snapshot/small.pickle");

  lamina_document_unref (self->document);
  self->document = load_as ("memory-snapshot", path);
  assert_dump (self, "scene/snapshot-picture-timeline.txt");
  self->options.start = 4000;
  self->options.end = 9000;
  assert_dump (self, "scene/snapshot-picture-range.txt");
  self->options.start = self->options.end = LAMINA_ABSENT;
  self->options.view = "memory";
  assert_dump (self, "scene/snapshot-picture-memory.txt");
  self->options.view = "flame";
  assert_dump (self, "scene/snapshot-picture-flame.txt");
}

/* All that a reader needs stands in the picture itself. */
static void
test_words (Picture       *self,
            gconstpointer  data)
{
  g_autofree char *text = dump (self);

  g_assert_nonnull (strstr (text, "Fixture profile: 5 layers on gpu0"));
  g_assert_nonnull (strstr (text,
                            "gpu0 is shifted by +1.000\u00a0ms, the smallest shift that keeps every kernel after its "));
  g_assert_nonnull (strstr (text, "time, ms"));
  g_assert_nonnull (strstr (text, "convolution\u00a0400\u00a0µs"));
  g_assert_nonnull (strstr (text, "of it waiting\u00a0121\u00a0µs"));
  g_assert_nonnull (strstr (text, "of device time"));
}

/* What was put on the timeline: a note with its words, a ruler with its length, a range; none that is out of sight. */
static void
test_markers (Picture       *self,
              gconstpointer  data)
{
  const LaminaMarker all[] = {
    { LAMINA_MARKER_NOTE, 1200000, 1200000, "slow start" },
    { LAMINA_MARKER_RULER, 1210000, 1310000, NULL },
    { LAMINA_MARKER_RANGE, 1400000, 1500000, NULL },
    { LAMINA_MARKER_NOTE, 100, 100, "elsewhere" },
  };
  g_autoptr (GArray) markers = g_array_new (FALSE, FALSE, sizeof (LaminaMarker));
  g_autofree char *plain = NULL;
  g_autofree char *marked = NULL;

  self->options.start = 1050000;
  self->options.end = 1700000;
  plain = dump (self);
  g_assert_null (strstr (plain, "markers"));
  g_array_append_vals (markers, all, G_N_ELEMENTS (all));
  self->options.markers = markers;
  marked = dump (self);
  self->options.markers = NULL;
  g_assert_nonnull (strstr (marked, "slow start"));
  g_assert_nonnull (strstr (marked, "100\u00a0µs"));
  g_assert_nonnull (strstr (marked, "markers/label"));
  g_assert_null (strstr (marked, "elsewhere"));
}

/* Where colors mean types, the legend says types, and the fills of flame graph and timeline are those of the legend. */
static void
test_coloring (Picture       *self,
               gconstpointer  data)
{
  static const char *const names[] = { "timeline", "flame", "sandwich" };
  g_autofree char *families = dump (self);

  g_assert_nonnull (strstr (families, "Kind of work"));
  self->options.color_by = LAMINA_COLOR_BY_TYPE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *types = NULL;

      self->options.view = names[i];
      types = dump (self);
      g_assert_null (strstr (types, "Kind of work"));
      g_assert_nonnull (strstr (types, "MatrixMul\u00a0600\u00a0µs"));
      g_assert_nonnull (strstr (types, "Elemwise\u00a0180\u00a0µs"));
    }
  self->options.view = "chart:time-by-type";
  {
    g_autofree char *chart = dump (self);

    g_assert_null (strstr (chart, "dtype"));
  }
  self->options.view = "timeline";
  self->options.color_by = LAMINA_COLOR_BY_PRECISION;
  {
    g_autofree char *precision = dump (self);

    g_assert_nonnull (strstr (precision, "Output dtype"));
    g_assert_nonnull (strstr (precision, "not stated\u00a0"));
  }
}

/* Large boxes and their labels are textured, and where textures are drawn the legend shows them; low rows are plain. */
static void
test_textures (Picture       *self,
               gconstpointer  data)
{
  static const char *const names[] = { "timeline", "flame", "sandwich" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *print = NULL;
      g_autofree char *light = NULL;
      const char *legend;

      self->options.view = names[i];
      self->options.theme = LAMINA_THEME_PRINT;
      print = dump (self);
      self->options.theme = LAMINA_THEME_LIGHT;
      light = dump (self);
      g_assert_nonnull (strstr (print, "family:matrix product textured ="));
      g_assert_nonnull (strstr (print, "label:matrix product textured \"matmul[5]"));
      legend = strstr (print, "group \"legend\"");
      g_assert_nonnull (strstr (legend, "20x12 family:matrix product textured\n"));
      legend = strstr (light, "group \"legend\"");
      g_assert_nonnull (strstr (legend, "12x12 family:matrix product\n"));
    }
}

/* The file's own marks: those of no track in a row of their own, where any lies in the range. */
static void
test_marks (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "thread", 0);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  static const struct
  {
    gboolean marks;
    gint64 start;
    gint64 end;
    gboolean has_row;
    gboolean has_own;
  } cases[] = {
    { TRUE, LAMINA_ABSENT, LAMINA_ABSENT, TRUE, TRUE }, { FALSE, LAMINA_ABSENT, LAMINA_ABSENT, FALSE, FALSE },
    { TRUE, 700000, 900000, TRUE, FALSE },              { TRUE, 400000, 650000, FALSE, TRUE },
  };

  slice.duration = 500000;
  lamina_builder_add_slice (builder, run, track, &slice);
  slice.start = 950000;
  slice.duration = 50000;
  lamina_builder_add_slice (builder, run, track, &slice);
  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 800000, 0, lamina_builder_intern (builder, "everywhere", -1));
  lamina_builder_add_mark (builder, run, track, 0, 600000, 0, lamina_builder_intern (builder, "own", -1));
  document = scene_fixture_freeze (builder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
      g_autoptr (LaminaScene) scene = NULL;
      g_autofree char *text = NULL;

      options.marks = cases[i].marks;
      options.start = cases[i].start;
      options.end = cases[i].end;
      scene = lamina_picture_layout (document, &options, metrics, NULL);
      text = lamina_scene_dump (scene);
      g_assert_cmpint (strstr (text, "everywhere") != NULL, ==, cases[i].has_row);
      g_assert_cmpint (strstr (text, "\"Marks\"") != NULL, ==, cases[i].has_row);
      g_assert_cmpint (strstr (text, "\"own\"") != NULL, ==, cases[i].has_own);
    }
}

/* The document of these tests neither says when tensors are kept nor what is computed; those of the charts do. */
static gboolean
is_empty (const LaminaPictureView *view)
{
  static const char *const names[] = { "tensors", "memory", "chart:roofline", "chart:traffic", "chart:rates", "chart:precision",
                                       "chart:shapes", "chart:memory", "chart:memory-sites", "chart:gaps", "chart:gaps-by-cause",
                                       "chart:gaps-by-host", "chart:iterations",
                                       "chart:iteration-durations", "chart:counters", "chart:runs", "chart:kernels",
                                       "chart:kernels-by-module", "chart:kernels-by-stream", "chart:kernels-by-rank",
                                       "chart:collectives", NULL };

  return lamina_picture_needs_comparison (view->name) || g_strv_contains (names, view->name);
}

/* What can be left out is, in every view, and what is chosen comes in its order. */
static void
test_parts (Picture       *self,
            gconstpointer  data)
{
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *whole = NULL;
      g_autofree char *bare = NULL;

      if (is_empty (&views[i]))
        continue;
      self->options = LAMINA_PICTURE_OPTIONS_INIT;
      self->options.view = views[i].name;
      whole = dump (self);
      g_assert_nonnull (strstr (whole, "\"title\""));
      g_assert_nonnull (strstr (whole, "\"source\""));
      self->options.title = "";
      self->options.caption = "";
      self->options.legend = FALSE;
      self->options.source = FALSE;
      bare = dump (self);
      g_assert_null (strstr (bare, "\"title\""));
      g_assert_null (strstr (bare, "\"legend\""));
      g_assert_null (strstr (bare, "\"source\""));
    }
}

static void
test_tracks (Picture       *self,
             gconstpointer  data)
{
  LaminaRun *run = lamina_document_get_run (self->document, 0);
  g_autofree char *all = dump (self);
  g_autofree char *first = lamina_run_dup_track_path (run, 0);
  g_autofree char *second = lamina_run_dup_track_path (run, 1);
  g_autofree char *first_group = g_strdup_printf ("group \"%s\"", first);
  g_autofree char *second_group = g_strdup_printf ("group \"%s\"", second);
  const guint32 tracks[] = { 0, 1, 99 };
  g_autofree char *turned = NULL;
  g_autofree char *one = NULL;
  g_autoptr (GError) error = NULL;

  /* That of the device comes first unless something else is asked for. */
  g_assert_true (strstr (all, second_group) < strstr (all, first_group));
  self->options.tracks = tracks;
  self->options.n_tracks = 2;
  turned = dump (self);
  g_assert_true (strstr (turned, first_group) < strstr (turned, second_group));
  self->options.n_tracks = 1;
  one = dump (self);
  g_assert_nonnull (strstr (one, first_group));
  g_assert_null (strstr (one, second_group));

  self->options.n_tracks = 0;
  g_assert_null (lamina_picture_layout (self->document, &self->options, self->metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  self->options.n_tracks = 3;
  g_assert_null (lamina_picture_layout (self->document, &self->options, self->metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

/* A height that was asked for is kept to the pixel, whatever has to be left out for it, down to where it is refused. */
static void
test_heights (Picture       *self,
              gconstpointer  data)
{
  self->options.start = 1050000;
  self->options.end = 1700000;
  for (gboolean fits = TRUE; fits;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LaminaScene) scene = NULL;

      self->options.height = self->options.height == 0 ? 700 : self->options.height - 1;
      scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);
      fits = scene != NULL;
      if (fits)
        g_assert_cmpint (lamina_scene_get_height (scene), ==, self->options.height);
    }
  g_assert_cmpint (self->options.height, <, 400);
}

static void
test_lengths (void)
{
  static const struct
  {
    const char *text;
    int pixels;
    gboolean on_paper;
  } good[] = { { "180mm", 900, TRUE }, { "8.5 cm", 425, TRUE },  { "900", 900, FALSE },
               { "900px", 900, FALSE }, { "85.1mm", 426, TRUE }, { " 640 px ", 640, FALSE } };
  static const char *const bad[] = { "", "mm", "0", "-1", "1e9", "12 apples", "1,5mm", "px" };
  int pixels = 7;
  gboolean on_paper;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (lamina_picture_parse_length (good[i].text, &pixels, &on_paper));
      g_assert_cmpint (pixels, ==, good[i].pixels);
      g_assert_cmpint (on_paper, ==, good[i].on_paper);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (lamina_picture_parse_length (bad[i], &pixels, &on_paper));
}

/* Without the suggested offsets the picture says so. */
static void
test_own_clocks (Picture       *self,
                 gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  self->options.aligned = FALSE;
  scene = lamina_picture_layout (self->document, &self->options, self->metrics, NULL);
  text = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (text, "gpu0 is on its own clock."));
}

static void
test_errors (Picture       *self,
             gconstpointer  data)
{
  static const struct
  {
    LaminaPictureOptions options;
    const char *words;
  } cases[] = {
    { { .view = "pie", .width = 900, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "“pie”" },
    { { .view = "timeline", .run = 1, .width = 900, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "no run 2" },
    { { .view = "timeline", .width = 199, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "199" },
    { { .view = "timeline", .width = 20001, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "20001" },
    { { .view = "chart:top-layers", .width = 900, .height = 99, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "99" },
    { { .view = "timeline", .width = 900, .height = 120, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT }, "at least" },
    { { .view = "timeline", .width = 900, .start = 5, .end = 5 }, "empty" },
    { { .view = "timeline", .width = 900, .start = 5000000000, .end = LAMINA_ABSENT }, "nothing of the run" },
    { { .view = "timeline", .width = 900, .start = LAMINA_ABSENT, .end = -1 }, "nothing of the run" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lamina_picture_layout (self->document, &cases[i].options, self->metrics, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

/* Ranges far outside what can be counted are cut, and every size gives a picture. */
static void
test_sizes (Picture       *self,
            gconstpointer  data)
{
  static const int widths[] = { 200, 301, 20000 };
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  g_assert_cmpuint (n, >=, 4);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (widths); j++)
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (LaminaScene) scene = NULL;

          if (is_empty (&views[i]))
            continue;
          self->options.view = views[i].name;
          self->options.width = widths[j];
          self->options.height = k == 0 ? 0 : 2400;
          self->options.start = k == 0 ? LAMINA_ABSENT : -G_MAXINT64;
          self->options.end = k == 0 ? LAMINA_ABSENT : G_MAXINT64;
          scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);
          g_assert_no_error (error);
          g_assert_cmpint (lamina_scene_get_width (scene), ==, widths[j]);
          if (k == 1)
            g_assert_cmpint (lamina_scene_get_height (scene), ==, 2400);
        }
}

static void
test_empty (Picture       *self,
            gconstpointer  data)
{
  static const char *const views[] = { "timeline", "chart:top-layers", "chart:time-by-type", "charts" };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  document = scene_fixture_freeze (builder);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (GError) error = NULL;

      self->options.view = views[i];
      g_assert_null (lamina_picture_layout (document, &self->options, self->metrics, &error));
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
    }
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Picture       *self,
                  gconstpointer  data);
    const char *data;
  } tests[] = {
    { "/picture/golden", test_golden, NULL },
    { "/picture/memory", test_memory, NULL },
    { "/picture/words", test_words, NULL },
    { "/picture/markers", test_markers, NULL },
    { "/picture/coloring", test_coloring, NULL },
    { "/picture/textures", test_textures, NULL },
    { "/picture/parts", test_parts, NULL },
    { "/picture/tracks", test_tracks, NULL },
    { "/picture/heights", test_heights, NULL },
    { "/picture/own-clocks", test_own_clocks, NULL },
    { "/picture/errors", test_errors, NULL },
    { "/picture/sizes", test_sizes, NULL },
    { "/picture/sizes-nasty", test_sizes, "nasty" },
    { "/picture/empty", test_empty, NULL },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Picture, tests[i].data, picture_setup, tests[i].func, picture_teardown);
  g_test_add_func ("/picture/marks", test_marks);
  g_test_add_func ("/picture/lengths", test_lengths);
  return g_test_run ();
}
