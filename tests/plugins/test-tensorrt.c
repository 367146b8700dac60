/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* The TensorRT plugin through the engine and the loader, as the programs use it. */

static const char *const fixtures[] = {
  "small.graph.json", "names.json", "detailed.json", "unescaped.profile.json", "rewritten.profile.json", "times-70.json",
  "times-71.json", "times-82.json", "trtexec.log", "old.log",
};

static LaminaDocument *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = load_file (path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (lamina_document_get_format (document), ==, "tensorrt");
  g_assert_cmpuint (lamina_import_report_get_lost (lamina_document_get_report (document)), ==, 0);
  return document;
}

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tensorrt/%s", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("tensorrt/%s.dump", (const char *) data);
  g_autofree char *path = build_data_path (name);
  g_autoptr (LaminaDocument) document = load (path);
  g_autofree char *text = dump_document (document);

  assert_expected (text, expected);
}

static gint64
add_up (const gint64 *values,
        guint         n)
{
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum = lamina_number_add (sum, values[i]);
  return sum;
}

static const LaminaMetric *
find_metric (LaminaRun  *run,
             const char *name)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    if (strcmp (lamina_run_get_metric (run, i)->name, name) == 0)
      return lamina_run_get_metric (run, i);
  g_assert_not_reached ();
}

static const LaminaValue *
find_detail (LaminaDetails *details,
             const char    *group,
             const char    *key)
{
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (g_strcmp0 (detail->group, group) == 0 && strcmp (detail->key, key) == 0)
        return &detail->value;
    }
  g_assert_not_reached ();
}

static void
assert_shape (LaminaRun  *run,
              guint32     tensor,
              const char *dtype,
              const char *layout,
              const char *shape)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  g_autofree char *text = lamina_run_dup_shape_text (run, lamina_column_id (tensors->shape, tensor));

  g_assert_cmpstr (text, ==, shape);
  g_assert_cmpstr (lamina_run_get_string (run, lamina_column_id (tensors->dtype, tensor)), ==, dtype);
  g_assert_cmpstr (lamina_run_get_string (run, lamina_column_id (tensors->layout, tensor)), ==, layout);
}

static void
test_seed (void)
{
  g_autofree char *path = build_shared_path ("seeds/003_d67dc7fc6ef32707.txt");
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDetails) details = NULL;
  g_autoptr (GError) error = NULL;
  const LaminaPlace place = { LAMINA_PLACE_LAYER, 1, 0, 1 };
  const LaminaLayers *layers;
  LaminaRun *run;

  if (!path)
    return;
  document = load (path);
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 2);
  g_assert_cmpuint (lamina_document_get_default_run (document), ==, 1);
  g_assert_cmpuint (lamina_run_get_layers (lamina_document_get_run (document, 0))->n, ==, 25);
  run = lamina_document_get_run (document, 1);
  layers = lamina_run_get_layers (run);
  g_assert_cmpuint (layers->n, ==, 25);
  g_assert_cmpint (add_up (find_metric (run, "Weights")->integers, layers->n), ==, 11678912);
  assert_shape (run, layers->inputs[layers->first_input[1]], "Int8", "NCHW", "1×3×224×224");
  assert_shape (run, layers->outputs[layers->first_output[1]], "Int8", "NC/32HW", "1×64×56×56");
  details = lamina_document_describe (document, &place, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (find_detail (details, "Convolution", "Kernel")->text, ==, "[7,7]");
  g_assert_cmpstr (find_detail (details, "Convolution", "Stride")->text, ==, "[2,2]");
  g_assert_cmpstr (find_detail (details, "Convolution", "≈ Output before pooling")->text, ==, "1×64×112×112");
  g_assert_cmpstr (find_detail (details, "Fused", "4")->text, ==, "resnetv15_pool0_fwd");
}

/* Whichever file of an engine is opened, the document is the same. */
static void
check_set (const char *first,
           const char *const *suffixes,
           gboolean shared,
           gint64 sum,
           guint n_layers,
           guint n_queries)
{
  for (guint i = 0; suffixes[i]; i++)
    {
      g_autofree char *name = g_strconcat (first, suffixes[i], NULL);
      g_autofree char *path = shared ? build_shared_path (name) : build_data_path (name);
      g_autoptr (LaminaDocument) document = NULL;
      g_autofree char *text = NULL;
      const LaminaLayers *layers;
      LaminaRun *run;

      if (!path)
        return;
      document = load (path);
      run = lamina_document_get_run (document, 0);
      layers = lamina_run_get_layers (run);
      g_assert_cmpuint (layers->n, ==, n_layers);
      g_assert_cmpint (add_up (layers->duration, layers->n), ==, sum);
      g_assert_cmpint (add_up (find_metric (run, "averageMs")->integers, layers->n), ==, sum);
      run = lamina_document_get_run (document, lamina_document_get_n_runs (document) - 1);
      g_assert_cmpstr (lamina_run_get_title (run), ==, "iterations");
      g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, n_queries);
      g_assert_cmpuint (lamina_document_get_default_run (document), ==, 0);
    }
}

static const char *const suffixes[] = { "graph.json", "profile.json", "timing.json", "build.metadata.json",
                                        "profile.metadata.json", "metadata.json", NULL };

static void
test_set (void)
{
  check_set ("tensorrt/small.", suffixes, FALSE, 150000, 4, 2);
}

static void
test_samples (void)
{
  check_set ("samples/tensorrt/fp16__resnet.onnx.engine.", suffixes, TRUE, 1016832, 36, 3698);
  check_set ("samples/tensorrt/qat__resnet-qat.onnx.engine.", suffixes, TRUE, 1095680, 37, 3614);
}

/* Wherever the text ends, what is there is read, and no record is lost. */
static void
test_cut (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tensorrt/%s", (const char *) data);
  g_autofree char *path = build_data_path (name);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-tensorrt-XXXXXX", &error);
  g_autofree char *copy = g_build_filename (folder, "cut", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  for (gsize i = 1; i < length; i += 13)
    {
      g_autoptr (GError) load_error = NULL;
      g_autoptr (LaminaDocument) document = NULL;

      g_file_set_contents (copy, text, (gssize) i, &error);
      g_assert_no_error (error);
      document = load_file (copy, &load_error);
      g_assert_true (document != NULL || load_error != NULL);
      if (document)
        g_assert_cmpuint (lamina_import_report_get_lost (lamina_document_get_report (document)), ==, 0);
    }
  g_remove (copy);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strconcat ("/tensorrt/fixture/", fixtures[i], NULL);
      g_autofree char *cut = g_strconcat ("/tensorrt/cut/", fixtures[i], NULL);

      g_test_add_data_func (path, fixtures[i], test_fixture);
      g_test_add_data_func (cut, fixtures[i], test_cut);
    }
  g_test_add_func ("/tensorrt/seed", test_seed);
  g_test_add_func ("/tensorrt/set", test_set);
  g_test_add_func ("/tensorrt/samples", test_samples);
  return g_test_run ();
}
