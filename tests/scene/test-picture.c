/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "lamina-picture.h"
#include "lamina-svg.h"
#include "scene-fixture.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

/* Pictures and the files that they are written to. */

typedef struct
{
  LaminaDocument *document;
  LaminaMetrics *metrics;
  LaminaPictureOptions options;
  char *folder;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->document = data != NULL && strcmp (data, "nasty") == 0 ? fixture_nasty () : fixture_small ();
  self->metrics = lamina_metrics_new_fixed (6);
  self->options = LAMINA_PICTURE_OPTIONS_INIT;
  self->folder = g_dir_make_tmp ("lamina-picture-XXXXXX", NULL);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  lamina_document_unref (self->document);
  lamina_metrics_unref (self->metrics);
}

static void
assert_dump (Fixture    *self,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaScene) scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = lamina_scene_dump (scene);
  assert_expected (text, expected);
}

static void
test_golden (Fixture       *self,
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

/* All that a reader needs stands in the picture itself. */
static void
test_words (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_picture_layout (self->document, &self->options, self->metrics, NULL);
  g_autofree char *text = lamina_scene_dump (scene);

  g_assert_nonnull (strstr (text, "Fixture profile: 5 layers on gpu0"));
  g_assert_nonnull (strstr (text,
                            "gpu0 is shifted by +1.000\u00a0ms, the smallest shift that keeps every kernel behind "));
  g_assert_nonnull (strstr (text, "time, ms"));
  g_assert_nonnull (strstr (text, "convolution\u00a0400\u00a0µs"));
  g_assert_nonnull (strstr (text, "of it waiting\u00a0121\u00a0µs"));
  g_assert_nonnull (strstr (text, "of device time"));
}

static char *
dump (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaScene) scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);

  g_assert_no_error (error);
  return lamina_scene_dump (scene);
}

/* What was put on the timeline: a note with its words, a ruler with its length, a range; none that is out of sight. */
static void
test_markers (Fixture       *self,
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

/* Where colours mean types, the legend says types, and the fills of flame graph and timeline are those of the legend. */
static void
test_coloring (Fixture       *self,
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

    g_assert_null (strstr (chart, "Element type"));
  }
  self->options.view = "timeline";
  self->options.color_by = LAMINA_COLOR_BY_PRECISION;
  {
    g_autofree char *precision = dump (self);

    g_assert_nonnull (strstr (precision, "Element type of the results"));
    g_assert_nonnull (strstr (precision, "not stated\u00a0"));
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
  document = fixture_freeze (builder);
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
  static const char *const names[] = { "tensors", "chart:roofline", "chart:traffic", "chart:rates", "chart:precision",
                                       "chart:shapes", "chart:memory", "chart:iterations", "chart:counters",
                                       "chart:runs", NULL };

  return lamina_picture_needs_comparison (view->name) || g_strv_contains (names, view->name);
}

/* What can be left out is, in every view, and what is chosen comes in its order. */
static void
test_parts (Fixture       *self,
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
test_tracks (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = lamina_document_get_run (self->document, 0);
  g_autofree char *all = dump (self);
  g_autofree char *first = lamina_run_dup_track_path (run, 0);
  g_autofree char *second = lamina_run_dup_track_path (run, 1);
  g_autofree char *first_group = g_strdup_printf ("group \"%s\"", first);
  g_autofree char *second_group = g_strdup_printf ("group \"%s\"", second);
  const guint32 tracks[] = { 1, 0, 99 };
  g_autofree char *turned = NULL;
  g_autofree char *one = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (strstr (all, first_group) < strstr (all, second_group));
  self->options.tracks = tracks;
  self->options.n_tracks = 2;
  turned = dump (self);
  g_assert_true (strstr (turned, second_group) < strstr (turned, first_group));
  self->options.n_tracks = 1;
  one = dump (self);
  g_assert_nonnull (strstr (one, second_group));
  g_assert_null (strstr (one, first_group));

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
test_heights (Fixture       *self,
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
test_own_clocks (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  self->options.aligned = FALSE;
  scene = lamina_picture_layout (self->document, &self->options, self->metrics, NULL);
  text = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (text, "gpu0 shows its own clock."));
}

static void
test_errors (Fixture       *self,
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
test_sizes (Fixture       *self,
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
          self->options.height = k == 0 ? 0 : 2000;
          self->options.start = k == 0 ? LAMINA_ABSENT : -G_MAXINT64;
          self->options.end = k == 0 ? LAMINA_ABSENT : G_MAXINT64;
          scene = lamina_picture_layout (self->document, &self->options, self->metrics, &error);
          g_assert_no_error (error);
          g_assert_cmpint (lamina_scene_get_width (scene), ==, widths[j]);
          if (k == 1)
            g_assert_cmpint (lamina_scene_get_height (scene), ==, 2000);
        }
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  static const char *const views[] = { "timeline", "chart:top-layers", "chart:time-by-type", "charts" };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  document = fixture_freeze (builder);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (GError) error = NULL;

      self->options.view = views[i];
      g_assert_null (lamina_picture_layout (document, &self->options, self->metrics, &error));
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
    }
}

static char *
save (Fixture    *self,
      const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_true (lamina_picture_save (self->document, &self->options, file, NULL, &error));
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

static char *
read_text (const char *path,
           gsize      *size)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, size, &error));
  g_assert_no_error (error);
  return text;
}

/* Runs a program on a file, if this machine has it. Returns what it wrote. */
static char *
run_tool (const char *const *arguments)
{
  g_autofree char *program = g_find_program_in_path (arguments[0]);
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status = -1;

  if (program == NULL)
    {
      g_test_message ("%s is not installed", arguments[0]);
      return NULL;
    }
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &errors,
                               &status, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (errors, ==, "");
  g_assert_cmpint (status, ==, 0);
  return output;
}

typedef struct
{
  guint n_texts;
  guint n_groups;
  GHashTable *ids;
} SvgFacts;

static void
start_element (GMarkupParseContext  *context,
               const char           *element,
               const char          **names,
               const char          **values,
               gpointer              data,
               GError              **error)
{
  SvgFacts *facts = data;

  facts->n_texts += strcmp (element, "text") == 0;
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], "id") == 0)
      {
        facts->n_groups += strcmp (element, "g") == 0;
        g_assert_true (g_ascii_isalpha (values[i][0]));
        g_assert_true (g_hash_table_add (facts->ids, g_strdup (values[i])));
      }
}

static void
check_svg (const char *text,
           gsize       size)
{
  const GMarkupParser parser = { .start_element = start_element };
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SvgFacts facts = { 0, 0, ids };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &facts, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_utf8_validate_len (text, size, NULL));
  g_markup_parse_context_parse (context, text, (gssize) size, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_cmpuint (facts.n_texts, >, 10);
  g_assert_cmpuint (facts.n_groups, >=, 4);
  for (gsize i = 0; i < size; i++)
    g_assert_true ((guchar) text[i] >= 0x20 || text[i] == '\n');
}

/* Well-formed whatever the names hold; real text; ids that differ. */
static void
test_svg (Fixture       *self,
          gconstpointer  data)
{
  static const char *const views[] = { "timeline", "chart:top-layers", "chart:time-by-type", "charts" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      g_autofree char *output = NULL;
      gsize size;

      self->options.view = views[i];
      path = save (self, "picture.SVG");
      text = read_text (path, &size);
      check_svg (text, size);
      output = run_tool ((const char *const[]) { "xmllint", "--noout", "--nonet", path, NULL });
    }
}

static void
test_svg_locale (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = save (self, "a.svg");
  g_autofree char *text = read_text (path, NULL);
  g_autofree char *other = NULL;
  g_autofree char *other_text = NULL;

  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL && setlocale (LC_ALL, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("this machine has no locale that writes 0,5");
      return;
    }
  other = save (self, "b.svg");
  setlocale (LC_ALL, "C");
  other_text = read_text (other, NULL);
  g_assert_cmpstr (text, ==, other_text);
}

/* Texts that are too long for their room end in an ellipsis, as the painter does it. */
static void
test_svg_ellipsis (Fixture       *self,
                   gconstpointer  data)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_DARK);
  g_autoptr (LaminaScene) scene = lamina_scene_new (100, 20);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *svg = NULL;
  LaminaSceneText text = { 5, 10, 60, LAMINA_ALIGN_END, LAMINA_FONT_TITLE, LAMINA_FILL (LAMINA_INK_TEXT),
                           "äbcdefghijklmno" };

  lamina_scene_open_group (scene, "", 0, 0, 100, 20);
  lamina_scene_add_text (scene, &text);
  text.width = 6 * 15;
  lamina_scene_add_text (scene, &text);
  text.width = 1;
  lamina_scene_add_text (scene, &text);
  lamina_scene_close_group (scene);
  bytes = lamina_svg_write (scene, &style, "title", self->metrics, 0);
  svg = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_nonnull (strstr (svg, ">äbcdefghi…</text>"));
  g_assert_nonnull (strstr (svg, ">äbcdefghijklmno</text>"));
  g_assert_nonnull (strstr (svg, ">…</text>"));
  g_assert_nonnull (strstr (svg, "text-anchor=\"end\""));
}

static void
test_png (Fixture       *self,
          gconstpointer  data)
{
  for (guint theme = 0; theme <= LAMINA_THEME_PRINT; theme++)
    {
      g_autofree char *path = NULL;
      cairo_surface_t *surface;

      self->options.theme = theme;
      self->options.height = 500;
      self->options.scale = 1.5;
      path = save (self, "picture.png");
      surface = cairo_image_surface_create_from_png (path);
      g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 1350);
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 750);
      cairo_surface_destroy (surface);
    }
}

static void
test_png_limits (Fixture       *self,
                 gconstpointer  data)
{
  static const double scales[] = { 0, -1, 17, 1e300 };
  g_autofree char *path = g_build_filename (self->folder, "large.png", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (scales) + 1; i++)
    {
      g_autoptr (GError) error = NULL;

      self->options.scale = i < G_N_ELEMENTS (scales) ? scales[i] : 2;
      self->options.width = i < G_N_ELEMENTS (scales) ? 900 : 20000;
      self->options.height = i < G_N_ELEMENTS (scales) ? 0 : 20000;
      g_assert_false (lamina_picture_save (self->document, &self->options, file, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

static void
test_pdf (Fixture       *self,
          gconstpointer  data)
{
  g_autofree char *path = save (self, "picture.pdf");
  g_autofree char *text = NULL;
  g_autofree char *info = NULL;
  g_autofree char *bytes = read_text (path, NULL);

  g_assert_true (g_str_has_prefix (bytes, "%PDF-"));
  text = run_tool ((const char *const[]) { "pdftotext", path, "-", NULL });
  if (text != NULL)
    {
      g_assert_nonnull (strstr (text, "conv[2]"));
      g_assert_nonnull (strstr (text, "Live memory"));
    }
  info = run_tool ((const char *const[]) { "pdfinfo", path, NULL });
  if (info != NULL)
    {
      g_assert_nonnull (strstr (info, "Fixture profile: 5 layers on gpu0"));
      g_assert_nonnull (strstr (info, "510.236 x"));
      g_assert_null (strstr (info, "CreationDate"));
    }
}

/* The same document gives the same bytes, at any time. */
static void
test_reproducible (Fixture       *self,
                   gconstpointer  data)
{
  static const char *const names[] = { "a.svg", "a.png", "a.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize size, other_size;
      g_autofree char *path = save (self, names[i]);
      g_autofree char *bytes = read_text (path, &size);
      g_autofree char *other_path = NULL;
      g_autofree char *other = NULL;

      if (i == 2)
        g_usleep (G_USEC_PER_SEC + G_USEC_PER_SEC / 10);
      other_path = save (self, names[i]);
      other = read_text (other_path, &other_size);
      g_assert_cmpmem (bytes, size, other, other_size);
    }
}

/* A picture that fails leaves what was there, and a link stays a link. */
static void
test_replace (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "old.svg", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link.svg", NULL);
  g_autofree char *fifo = g_build_filename (self->folder, "folder.svg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) linked = g_file_new_for_path (link);
  g_autoptr (GFile) folder = g_file_new_for_path (fifo);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *new_text = NULL;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_picture_save (self->document, &self->options, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  self->options.view = "pie";
  g_assert_false (lamina_picture_save (self->document, &self->options, file, NULL, &error));
  g_clear_error (&error);
  text = read_text (path, NULL);
  g_assert_cmpstr (text, ==, "old");

  self->options.view = "timeline";
  g_assert_true (g_file_make_symbolic_link (linked, "old.svg", NULL, NULL));
  g_assert_true (lamina_picture_save (self->document, &self->options, linked, NULL, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  new_text = read_text (path, NULL);
  g_assert_true (g_str_has_prefix (new_text, "<?xml"));

  g_assert_cmpint (g_mkdir (fifo, 0700), ==, 0);
  g_assert_false (lamina_picture_save (self->document, &self->options, folder, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  static const char *const names[] = { "picture", "picture.jpg", ".svg.bak", "picture.svgz", "picture." };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;

      g_assert_false (lamina_picture_save (self->document, &self->options, file, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

/* The seed of the project: what its figure says of clocks and sums. */
static void
test_seed (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *path = build_shared_path ("seeds/000_825e28a4f520ddc2.txt");
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  if (path == NULL)
    return;
  document = load_file (path, &error);
  g_assert_no_error (error);
  self->options.start = 10700000;
  self->options.end = 12260000;
  scene = lamina_picture_layout (document, &self->options, self->metrics, &error);
  g_assert_no_error (error);
  text = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (text, "234 layers on gpu0:0"));
  g_assert_nonnull (strstr (text, "gpu0:0 is shifted by +4.161\u00a0ms"));
  g_assert_nonnull (strstr (text, "\"conv[655]\""));
  g_assert_nonnull (strstr (text, "convolution\u00a015.5\u00a0ms"));
  g_assert_nonnull (strstr (text, "of it waiting\u00a0379\u00a0µs"));
  g_assert_nonnull (strstr (text,
                            "Σ\u00a022.4\u00a0ms of device time, 82.0\u00a0GFLOP, 3.65\u00a0TFLOP/s, 96.7\u00a0% "
                            "busy."));
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture       *self,
                  gconstpointer  data);
    const char *data;
  } tests[] = {
    { "/picture/golden", test_golden, NULL },
    { "/picture/words", test_words, NULL },
    { "/picture/markers", test_markers, NULL },
    { "/picture/coloring", test_coloring, NULL },
    { "/picture/parts", test_parts, NULL },
    { "/picture/tracks", test_tracks, NULL },
    { "/picture/heights", test_heights, NULL },
    { "/picture/own-clocks", test_own_clocks, NULL },
    { "/picture/errors", test_errors, NULL },
    { "/picture/sizes", test_sizes, NULL },
    { "/picture/sizes-nasty", test_sizes, "nasty" },
    { "/picture/empty", test_empty, NULL },
    { "/picture/svg", test_svg, NULL },
    { "/picture/svg-nasty", test_svg, "nasty" },
    { "/picture/svg-locale", test_svg_locale, NULL },
    { "/picture/svg-ellipsis", test_svg_ellipsis, NULL },
    { "/picture/png", test_png, NULL },
    { "/picture/png-nasty", test_png, "nasty" },
    { "/picture/png-limits", test_png_limits, NULL },
    { "/picture/pdf", test_pdf, NULL },
    { "/picture/reproducible", test_reproducible, NULL },
    { "/picture/replace", test_replace, NULL },
    { "/picture/names", test_names, NULL },
    { "/picture/seed", test_seed, NULL },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, tests[i].data, setup, tests[i].func, teardown);
  g_test_add_func ("/picture/marks", test_marks);
  g_test_add_func ("/picture/lengths", test_lengths);
  return g_test_run ();
}
