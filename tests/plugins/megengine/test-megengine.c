/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "../../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

/* The MegEngine plugin through the engine and the loader, as the programs use it. */

#define SEED "seeds/000_825e28a4f520ddc2.txt"
#define SAMPLE "../data/samples/resnet50-megengine.json"

/* Each variant of the format has a small file of its own, and the whole document that it must become. */
static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("megengine/%s.json", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("megengine/%s.txt", (const char *) data);

  check_expected ("megengine", name, expected);
}

/* Files in a folder that vanishes with the test. */
typedef struct
{
  char *folder;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("lamina-megengine-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  g_rmdir (self->folder);
  g_free (self->folder);
}

static LaminaDocument *
load_text (Fixture     *self,
           const char  *name,
           const char  *text,
           gsize        length,
           GError     **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) write_error = NULL;
  LaminaDocument *document;

  g_file_set_contents_full (path, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, &write_error);
  g_assert_no_error (write_error);
  document = load_file (path, error);
  g_unlink (path);
  return document;
}

static char *
read_text (const char *path,
           gsize      *length)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

/* The content decides, not the name. Attributes are read from the file, so it must still be there for the dump. */
static void
test_wrong_name (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = build_data_path ("megengine/two-devices.json");
  g_autofree char *copy = g_build_filename (self->folder, "unknown.log", NULL);
  gsize length;
  g_autofree char *text = read_text (path, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *dump = NULL;

  g_file_set_contents (copy, text, (gssize) length, &error);
  g_assert_no_error (error);
  document = load_as ("megengine", copy);
  dump = dump_document (document);
  g_unlink (copy);
  assert_expected (dump, "megengine/two-devices.txt");
}

static guint32
find_layer (LaminaRun  *run,
            const char *key)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint32 i = 0; i < layers->n; i++)
    if (strcmp (lamina_run_get_string (run, layers->key[i]), key) == 0)
      return i;
  return LAMINA_NONE;
}

static gint64
sum_type (LaminaRun  *run,
          const char *type,
          guint      *n)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *costs = lamina_run_get_costs (run);
  gint64 sum = 0;

  *n = 0;
  for (guint32 i = 0; i < layers->n; i++)
    if (strcmp (lamina_run_get_string (run, layers->type[i]), type) == 0)
      {
        (*n)++;
        sum += costs[i];
      }
  return sum;
}

static const LaminaDetail *
find_property (LaminaDocument *document,
               const char     *key)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    if (strcmp (lamina_details_get (lamina_document_get_properties (document), i)->key, key) == 0)
      return lamina_details_get (lamina_document_get_properties (document), i);
  return NULL;
}

static void
assert_shape (LaminaRun  *run,
              guint32     layer,
              guint       input,
              const char *expected)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 tensor = layers->inputs[layers->first_input[layer] + input];
  g_autofree char *shape = lamina_run_dup_shape_text (run, lamina_run_get_tensors (run)->shape[tensor]);

  g_assert_cmpstr (shape, ==, expected);
}

static void
check_seed_layers (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTotals *totals = lamina_run_get_totals (run);
  guint32 layer = find_layer (run, "621");
  guint n;

  g_assert_cmpuint (layers->n, ==, 240);
  g_assert_cmpuint (totals->executed, ==, 234);
  g_assert_cmpint (totals->flop, ==, 81954092640);
  g_assert_cmpint (totals->bytes, ==, 2551250656);
  g_assert_cmpint (ABS (totals->cost - 22430145), <=, 1000);
  g_assert_cmpint (ABS (sum_type (run, "ConvolutionForward", &n) - 15487000), <=, 1000);
  g_assert_cmpuint (n, ==, 53);
  g_assert_cmpint (ABS (sum_type (run, "Elemwise", &n) - 6236000), <=, 1000);
  g_assert_cmpuint (n, ==, 69);
  g_assert_cmpuint (layer, !=, LAMINA_NONE);
  g_assert_cmpint (layers->flop[layer], ==, 1027604480);
  g_assert_cmpint (layers->wait[layer], ==, 1022);
  assert_shape (run, layer, 0, "10×512×28×28");
  assert_shape (run, layer, 1, "128×512×1×1");
}

static void
check_seed_memory (LaminaDocument *document,
                   LaminaRun      *run)
{
  LaminaTrack *counter = lamina_run_get_track (run, 2);

  g_assert_true (lamina_track_get_info (counter)->is_counter);
  g_assert_cmpfloat (lamina_track_get_samples (counter)->max, ==, 96337920);
  g_assert_cmpuint (lamina_track_get_samples (counter)->n, ==, 234);
  g_assert_nonnull (strstr (lamina_track_get_info (counter)->caption, "97.4"));
  g_assert_cmpint (find_property (document, "Persistent weights")->value.integer, ==, 102106528);
  g_assert_cmpint (find_property (document, "Persistent weights")->value.unit, ==, LAMINA_UNIT_BYTES);
}

static void
test_seed (void)
{
  g_autofree char *path = build_real_path (SEED);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;
  LaminaRun *run;

  if (!path)
    return;
  document = load_as ("megengine", path);
  run = lamina_document_get_run (document, 0);
  report = lamina_document_get_report (document);
  check_seed_layers (run);
  check_seed_memory (document, run);
  g_assert_cmpuint (lamina_run_get_tensors (run)->n, ==, 299);
  g_assert_cmpint (lamina_run_get_clock (run, 1)->offset, ==, 4161444);
  g_assert_cmpint (lamina_run_get_clock (run, 1)->bound, ==, 4161444);
  g_assert_cmpint (lamina_run_get_clock (run, 1)->basis, ==, LAMINA_CLOCK_CAUSALITY);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, 643);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->merged, ==, 104);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 0);
}

static void
test_sample (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, SAMPLE, NULL);
  g_autoptr (LaminaDocument) document = load_as ("megengine", path);
  LaminaRun *run = lamina_document_get_run (document, 0);
  LaminaImportReport *report = lamina_document_get_report (document);
  guint n;

  g_assert_cmpuint (lamina_run_get_totals (run)->executed, ==, 242);
  g_assert_cmpint (sum_type (run, "ConvolutionForward", &n), >, 0);
  g_assert_cmpuint (n, ==, 53);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->repaired, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->skipped, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 0);
}

static guint
count_slices (const LaminaLayers *layers,
              guint32             layer)
{
  return layers->first_slice[layer + 1] - layers->first_slice[layer];
}

/* What a cut file still shows must be what the whole one shows; of an operator on two devices one may be cut. */
static void
compare_runs (LaminaRun *cut,
              LaminaRun *whole)
{
  const LaminaLayers *layers = lamina_run_get_layers (cut);
  const LaminaLayers *all = lamina_run_get_layers (whole);

  g_assert_cmpuint (layers->n, <=, all->n);
  for (guint32 i = 0; i < layers->n; i++)
    {
      guint32 same = find_layer (whole, lamina_run_get_string (cut, layers->key[i]));
      gint64 device_time = lamina_column_number (layers->device_time, i);
      gint64 flop = lamina_column_number (layers->flop, i);

      if (same == LAMINA_NONE)
        continue;
      if (device_time != LAMINA_ABSENT && count_slices (layers, i) == count_slices (all, same))
        g_assert_cmpint (device_time, ==, all->device_time[same]);
      if (flop != LAMINA_ABSENT)
        g_assert_cmpint (flop, ==, all->flop[same]);
    }
}

static gboolean
check_cut (Fixture        *self,
           const char     *text,
           gsize           length,
           LaminaDocument *whole)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_text (self, "cut.json", text, length, &error);

  if (!document)
    {
      g_assert_cmpuint (error->domain, ==, LAMINA_ERROR);
      return FALSE;
    }
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_n_issues (lamina_document_get_report (document)), >, 0);
  compare_runs (lamina_document_get_run (document, 0), lamina_document_get_run (whole, 0));
  return TRUE;
}

/* Everywhere: once something was read, every longer piece shows something too. */
static void
test_cut_fixture (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *path = build_data_path (data);
  g_autoptr (LaminaDocument) whole = load_as ("megengine", path);
  gsize length;
  g_autofree char *text = read_text (path, &length);
  gboolean was_read = FALSE;

  while (g_ascii_isspace (text[length - 1]))
    length--;
  for (gsize cut = 1; cut < length; cut += 3 * test_stride ())
    {
      gboolean is_read = check_cut (self, text, cut, whole);

      g_assert_true (is_read || !was_read);
      was_read |= is_read;
    }
  g_assert_true (was_read);
}

static guint
count_column (const gint64 *column,
              guint         n)
{
  guint known = 0;

  for (guint i = 0; i < n; i++)
    known += lamina_column_number (column, i) != LAMINA_ABSENT;
  return known;
}

/* Times and footprints stand in the first 90 % of these files, and so do most variables. */
static void
check_nine_tenths (Fixture    *self,
                   const char *text,
                   gsize       length,
                   guint       n_times,
                   guint       n_tensors)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_text (self, "cut.json", text, length * 9 / 10, &error);
  LaminaRun *run;
  const LaminaLayers *layers;

  g_assert_no_error (error);
  run = lamina_document_get_run (document, 0);
  layers = lamina_run_get_layers (run);
  g_assert_cmpuint (count_column (layers->device_time, layers->n), ==, n_times);
  g_assert_cmpuint (count_column (layers->host, layers->n), ==, n_times);
  g_assert_cmpuint (count_column (layers->bytes, layers->n), ==, n_times);
  g_assert_cmpuint (lamina_run_get_totals (run)->executed, ==, n_times);
  g_assert_cmpuint (count_column (lamina_run_get_tensors (run)->bytes, lamina_run_get_tensors (run)->n), >, n_tensors);
}

static void
compare_cuts (Fixture    *self,
              const char *path,
              guint       n_times,
              guint       n_tensors)
{
  g_autoptr (LaminaDocument) whole = load_as ("megengine", path);
  gsize length;
  g_autofree char *text = read_text (path, &length);

  for (guint percent = 1; percent < 100; percent += test_stride ())
    g_assert_true (check_cut (self, text, length * percent / 100, whole));
  check_nine_tenths (self, text, length, n_times, n_tensors);
}

static void
test_cut_sample (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, SAMPLE, NULL);

  compare_cuts (self, path, 242, 240);
}

static void
test_cut_seed (Fixture       *self,
               gconstpointer  data)
{
  g_autofree char *path = build_real_path (SEED);

  if (path)
    compare_cuts (self, path, 234, 285);
}

static const struct
{
  const char *text;
  gboolean known;
} heads[] = {
  { "{ \"profiler\": { \"opr_internal_pf\": { }", TRUE },
  { "{ \"profiler\": { \"host\": { \"517\": {", TRUE },
  { "{\n  \"profiler\" :\n  {\n    \"device\"", TRUE },
  { "{ \"profiler\": { \"dev", TRUE },
  { "{ \"profiler\": {", TRUE },
  { "\xef\xbb\xbf { \"graph_exec\": {", TRUE },
  { "{ \"opr_footprint\": {", TRUE },
  { "{ \"comp_seq\": [ \"1\"", TRUE },
  { "{ \"mem_chunk\": {", TRUE },
  { "{ \"operator\": { \"1\": { \"name\": \"a\", \"node_type\": \"operator\"", TRUE },
  { "{ \"operator\": { \"1\": { \"name\": \"a\", \"node_type\"  :\"operator\"", TRUE },
  { "{ \"var\": { \"2\": { \"static_infer_tags\": {", TRUE },
  { "{ \"517\": { \"interpreter\": { \"end\": 0.1, \"kern\": 0.1, \"start\": 0.1}}", TRUE },
  { "{ \"517\": { \"interpreter\": { \"start\": 0.1, \"kern\": -1", TRUE },
  { "", FALSE },
  { "{", FALSE },
  { "[ { \"kern\": 1, \"start\": 2}]", FALSE },
  { "{ \"kern\": 1}, { \"start\": 2}", FALSE },
  { "{ \"profiler\": \"host\"}", FALSE },
  { "{ \"profiler\": { \"name\": \"x\", \"host\": 1}}", FALSE },
  { "{ \"traceEvents\": [ { \"ph\": \"X\"}]}", FALSE },
  { "{ \"Layers\": [ ]}", FALSE },
  { "{ \"node_type\": \"var\"}", FALSE },
  { "graph_exec", FALSE },
};

static void
test_probe (void)
{
  g_autoptr (LaminaFormat) format = lamina_engine_create_format (lamina_engine_get_default (), "megengine");

  g_assert_nonnull (format);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      LaminaHead head = { "head", heads[i].text, strlen (heads[i].text), 0 };
      int score = lamina_format_probe (format, &head);

      g_test_message ("%s: %d", heads[i].text, score);
      g_assert_cmpint (score > 50, ==, heads[i].known);
    }
}

/* Words of the format behind the first 4 KiB say nothing: other tools may quote them. */
static void
test_probe_far (void)
{
  g_autoptr (LaminaFormat) format = lamina_engine_create_format (lamina_engine_get_default (), "megengine");
  g_autoptr (GString) text = g_string_new ("{ \"x\": \"");
  LaminaHead head = { .name = "head" };

  while (text->len < 4096)
    g_string_append_c (text, 'x');
  g_string_append (text, "\", \"graph_exec\": { }}");
  head.text = text->str;
  head.length = text->len;
  g_assert_cmpint (lamina_format_probe (format, &head), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const fixtures[] = {
    "two-devices", "old-keys",   "footprint-graph", "bare-graph",
    "host-only",   "no-comp-seq", "tensorrt",       "contradictions",
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strconcat ("/megengine/fixture/", fixtures[i], NULL);

      g_test_add_data_func (path, fixtures[i], test_fixture);
    }
  g_test_add ("/megengine/wrong-name", Fixture, NULL, setup, test_wrong_name, teardown);
  g_test_add_func ("/megengine/seed", test_seed);
  g_test_add_func ("/megengine/sample", test_sample);
  g_test_add ("/megengine/cut/two-devices", Fixture, "megengine/two-devices.json", setup, test_cut_fixture, teardown);
  g_test_add ("/megengine/cut/bare-graph", Fixture, "megengine/bare-graph.json", setup, test_cut_fixture, teardown);
  g_test_add ("/megengine/cut/sample", Fixture, NULL, setup, test_cut_sample, teardown);
  g_test_add ("/megengine/cut/seed", Fixture, NULL, setup, test_cut_seed, teardown);
  g_test_add_func ("/megengine/probe", test_probe);
  g_test_add_func ("/megengine/probe/far", test_probe_far);
  return g_test_run ();
}
