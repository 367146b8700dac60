/* SPDX-License-Identifier: Apache-2.0 */
#include "picture-fixture.h"
#include "lamina-svg.h"
#include "scene-dump.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

/* The files that pictures are written to. */

static char *
save (Picture    *self,
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
test_svg (Picture       *self,
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
test_svg_locale (Picture       *self,
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
test_svg_ellipsis (Picture       *self,
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
test_png (Picture       *self,
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
test_png_limits (Picture       *self,
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
test_pdf (Picture       *self,
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
test_reproducible (Picture       *self,
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
test_replace (Picture       *self,
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
test_names (Picture       *self,
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
test_seed (Picture       *self,
           gconstpointer  data)
{
  g_autofree char *path = build_real_path ("seeds/000_825e28a4f520ddc2.txt");
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  if (path == NULL)
    return;
  document = load_file (path, &error);
  g_assert_no_error (error);
  scene = lamina_picture_layout (document, &self->options, self->metrics, &error);
  g_assert_no_error (error);
  text = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (text, "234 operators on gpu0:0"));
  g_assert_nonnull (strstr (text, "gpu0:0 is shifted by +4.161\u00a0ms"));
  g_assert_nonnull (strstr (text, "convolution\u00a015.5\u00a0ms"));
  g_assert_nonnull (strstr (text, "of it waiting\u00a0379\u00a0µs"));
  g_assert_nonnull (strstr (text,
                            "Σ\u00a022.4\u00a0ms of device time, 82.0\u00a0GFLOP, 3.71\u00a0TFLOP/s over 98.6\u00a0% of "
                            "the time, 96.7\u00a0% busy."));
  g_clear_pointer (&scene, lamina_scene_unref);
  g_clear_pointer (&text, g_free);
  self->options.start = 10700000;
  self->options.end = 12260000;
  scene = lamina_picture_layout (document, &self->options, self->metrics, &error);
  g_assert_no_error (error);
  text = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (text, "\"conv[655]\""));
  g_assert_nonnull (strstr (text, "From 10.7\u00a0ms to 12.3\u00a0ms of 22.9\u00a0ms."));
  g_assert_nonnull (strstr (text, "13 operators, Σ\u00a01.54\u00a0ms of device time, 96.7\u00a0% busy."));
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
    { "/picture-files/svg", test_svg, NULL },
    { "/picture-files/svg-nasty", test_svg, "nasty" },
    { "/picture-files/svg-locale", test_svg_locale, NULL },
    { "/picture-files/svg-ellipsis", test_svg_ellipsis, NULL },
    { "/picture-files/png", test_png, NULL },
    { "/picture-files/png-nasty", test_png, "nasty" },
    { "/picture-files/png-limits", test_png_limits, NULL },
    { "/picture-files/pdf", test_pdf, NULL },
    { "/picture-files/reproducible", test_reproducible, NULL },
    { "/picture-files/replace", test_replace, NULL },
    { "/picture-files/names", test_names, NULL },
    { "/picture-files/seed", test_seed, NULL },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Picture, tests[i].data, picture_setup, tests[i].func, picture_teardown);
  return g_test_run ();
}
