/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* The TensorRT plugin through the engine and the loader, as the programs use it. */

static const char *const fixtures[] = {
  "small.graph.json", "names.json", "detailed.json", "unescaped.profile.json", "rewritten.profile.json",
  "times-70.json", "times-71.json", "times-82.json", "mismatch.graph.json", "trtexec.log", "old.log",
};

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tensorrt/%s", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("tensorrt/%s.dump", (const char *) data);

  check_expected ("tensorrt", name, expected);
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

static double
add_up_reals (const double *values,
              guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += isnan (values[i]) ? 0 : values[i];
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
  g_autofree char *path = build_real_path ("seeds/003_d67dc7fc6ef32707.txt");
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDetails) details = NULL;
  g_autoptr (GError) error = NULL;
  const LaminaPlace place = { LAMINA_PLACE_LAYER, 1, 0, 1 };
  const LaminaLayers *layers;
  LaminaRun *run;

  if (!path)
    return;
  document = load_as ("tensorrt", path);
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 2);
  g_assert_cmpuint (lamina_document_get_default_run (document), ==, 1);
  g_assert_cmpuint (lamina_run_get_layers (lamina_document_get_run (document, 0))->n, ==, 25);
  run = lamina_document_get_run (document, 1);
  layers = lamina_run_get_layers (run);
  g_assert_cmpuint (layers->n, ==, 25);
  g_assert_cmpint (add_up (find_metric (run, "Weights")->integers, layers->n), ==, 11678912);
  assert_shape (run, layers->inputs[layers->first_input[1]], "int8", "NCHW", "1×3×224×224");
  assert_shape (run, layers->outputs[lamina_column_first (layers->first_output, 1)], "int8", "NC/32HW", "1×64×56×56");
  details = lamina_document_describe (document, &place, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (find_detail (details, "Convolution", "Kernel")->text, ==, "[7,7]");
  g_assert_cmpstr (find_detail (details, "Convolution", "Stride")->text, ==, "[2,2]");
  g_assert_cmpstr (find_detail (details, "Convolution", "Output before pooling")->text, ==, "1×64×112×112");
  g_assert_true (find_detail (details, "Convolution", "Output before pooling")->estimated);
  g_assert_false (find_detail (details, "Convolution", "Stride")->estimated);
  g_assert_true (find_metric (run, "Bytes of weights")->estimated);
  g_assert_cmpstr (find_detail (details, "Fused", "4")->text, ==, "resnetv15_pool0_fwd");
}

/* Whichever file of an engine is opened, the document is the same. */
static void
check_set (const char        *first,
           const char *const *suffixes,
           gboolean           is_real,
           gint64             sum,
           guint              n_layers,
           guint              n_queries)
{
  for (guint i = 0; suffixes[i]; i++)
    {
      g_autofree char *name = g_strconcat (first, suffixes[i], NULL);
      g_autofree char *path = is_real ? build_real_path (name) : build_data_path (name);
      g_autoptr (LaminaDocument) document = NULL;
      const LaminaLayers *layers;
      LaminaRun *run;

      if (!path)
        return;
      document = load_as ("tensorrt", path);
      run = lamina_document_get_run (document, 0);
      layers = lamina_run_get_layers (run);
      g_assert_cmpuint (layers->n, ==, n_layers);
      g_assert_cmpint (add_up (layers->duration, layers->n), ==, sum);
      g_assert_cmpfloat_with_epsilon (add_up_reals (find_metric (run, "averageMs")->reals, layers->n), (double) sum / 1e6,
                                      1e-9);
      run = lamina_document_get_run (document, lamina_document_get_n_runs (document) - 1);
      g_assert_cmpstr (lamina_run_get_title (run), ==, "iterations");
      g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, n_queries);
      g_assert_cmpuint (lamina_document_get_default_run (document), ==, 0);
    }
}

static const char *const files[] = { "graph.json", "profile.json", "timing.json", "build.metadata.json",
                                        "profile.metadata.json", "metadata.json", NULL };

/* Numbers whose name says milliseconds are milliseconds, to the last digit of the file. */
static void
test_digits (void)
{
  static const char *const names[] = { "timeMs", "averageMs", "medianMs" };
  static const double numbers[] = { 0.0265174, 0.0132587, 1.23457e-05 };
  g_autofree char *folder = g_dir_make_tmp ("lamina-tensorrt-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "digits.profile.json", NULL);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  g_assert_true (g_file_set_contents (path, "[\n  { \"count\" : 2 }\n, { \"name\" : \"conv\", \"timeMs\" : 0.0265174, "
                                      "\"averageMs\" : 0.0132587, \"medianMs\" : 1.23457e-05, \"percentage\" : 100 }\n]\n",
                                      -1, NULL));
  document = load_as ("tensorrt", path);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const LaminaMetric *metric = find_metric (run, names[i]);

      g_assert_cmpint (metric->unit, ==, LAMINA_UNIT_MILLISECONDS);
      g_assert_cmpfloat (metric->reals[0], ==, numbers[i]);
    }
  /* Times are nanoseconds. */
  g_assert_cmpint (lamina_run_get_layers (run)->duration[0], ==, 13259);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_set (void)
{
  check_set ("tensorrt/small.", files, FALSE, 150000, 4, 4);
}

static void
test_samples (void)
{
  check_set ("samples/tensorrt/fp16__resnet.onnx.engine.", files, TRUE, 1016832, 36, 3698);
  check_set ("samples/tensorrt/qat__resnet-qat.onnx.engine.", files, TRUE, 1095680, 37, 3614);
}

static void
test_cut (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tensorrt/%s", (const char *) data);

  check_cuts (name, 13);
}

#define LAYERS(layers) "{\"Layers\": [" layers "], \"Bindings\": []}"
#define LAYER(members) LAYERS ("{\"Name\": \"a\", \"LayerType\": \"X\"" members "}")
#define CONV(members) LAYER (", \"ParameterType\": \"Convolution\", \"Weights\": {\"Type\": \"Half\", \"Count\": 9}, " \
                             "\"Outputs\": [{\"Name\": \"b\", \"Dimensions\": [1,1,4,4]}]" members)
#define POOLED(members) LAYER (", \"ParameterType\": \"ConvActPool\", \"ConvParameterType\": \"Convolution\", " \
                               "\"ConvWeights\": {\"Type\": \"Half\", \"Count\": 9}, \"ConvOutMaps\": 1, " \
                               "\"Inputs\": [{\"Name\": \"b\", \"Dimensions\": [1,1,4,4]}]" members)
#define TIMING(name, times) ", { \"name\" : \"" name "\", " times " }\n"
#define GOOD_TIMES "\"timeMs\" : 1, \"averageMs\" : 0.5, \"percentage\" : 100"
#define PROFILE(lines) "[\n  { \"count\" : 2 }\n" lines "]\n"
#define QUERY(members) "[\n  { \"startEnqMs\" : 1, \"endEnqMs\" : 2" members " }\n]\n"
#define TABLE "=== Profile (2 iterations ) ===\n   Time(ms)     Avg.(ms)   Time(%)   Layer\n"

static const BadInput bad_inputs[] = {
  { "good-names", RIGHT (LAYERS ("\"a\", \"b\"")) },
  { "good-layer", RIGHT (LAYER ("")) },
  { "no-layers", ERROR_OF (LAYERS (""), LAMINA_ERROR_CONTENT) },
  { "layers-is-text", ERROR_OF ("log {\"Layers\": [ \n", LAMINA_ERROR_CONTENT) },
  { "layer-is-number", ISSUE_OF (LAYERS ("5, \"a\""), "neither a name nor an object") },
  { "layer-is-null", ISSUE_OF (LAYERS ("null, \"a\""), "neither a name nor an object") },
  { "layer-is-array", ISSUE_OF (LAYERS ("[1], \"a\""), "neither a name nor an object") },
  { "layer-is-empty", ISSUE_OF (LAYERS ("{}"), "has no name") },
  { "layer-is-cut", ISSUE_OF ("{\"Layers\": [{\"Name\": \"a\", \"LayerType\": \"X", "ends inside") },
  { "names-are-cut", ISSUE_OF ("{\"Layers\": [\"a\"\n,\"b", "ends inside") },
  { "name-is-number", RIGHT (LAYERS ("{\"Name\": 7}")) },
  { "name-is-object", ISSUE_OF (LAYERS ("{\"Name\": {}}"), "should be text") },
  { "name-is-empty", RIGHT (LAYERS ("\"\"")) },
  { "two-names", RIGHT (LAYERS ("\"a\", \"a\"")) },
  { "inputs-are-null", ISSUE_OF (LAYER (", \"Inputs\": null"), "should be an array") },
  { "inputs-are-numbers", RIGHT (LAYER (", \"Inputs\": [1, null, \"x\"]")) },
  { "dims-are-text", ISSUE_OF (LAYER (", \"Inputs\": [{\"Dimensions\": \"1x2\"}]"), "should be an array") },
  { "dim-is-text", ISSUE_OF (LAYER (", \"Inputs\": [{\"Dimensions\": [\"x\", 2]}]"), "cannot be read") },
  { "dim-is-huge", ISSUE_OF (LAYER (", \"Inputs\": [{\"Dimensions\": [99999999999999999999]}]"), "cannot be read") },
  { "dims-overflow", RIGHT (LAYER (", \"Inputs\": [{\"Name\": \"x\", \"Format/Datatype\": \"Float\", "
                                   "\"Dimensions\": [9223372036854775807, 9223372036854775807]}]")) },
  { "dims-are-many", ISSUE_OF (LAYER (", \"Inputs\": [{\"Dimensions\": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
                                      "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}]"),
                               "too many dimensions") },
  { "format-is-odd", RIGHT (LAYER (", \"Inputs\": [{\"Name\": \"x\", \"Dimensions\": [1], \"Format/Datatype\": "
                                   "\"Channel major %\"}]")) },
  { "weights-are-negative", ISSUE_OF (LAYER (", \"Weights\": {\"Type\": \"Half\", \"Count\": -1}"), "too small") },
  { "weights-are-text", ISSUE_OF (LAYER (", \"Weights\": {\"Type\": 5, \"Count\": \"many\"}"), "cannot be read") },
  { "kernel-is-zero", RIGHT (POOLED (", \"ConvKernel\": [0, 0], \"ConvStride\": [0, 0]")) },
  { "kernel-is-huge", RIGHT (POOLED (", \"ConvKernel\": [9223372036854775807, 9223372036854775807], "
                                     "\"ConvDilation\": [9223372036854775807, 2]")) },
  { "kernel-is-larger", RIGHT (POOLED (", \"ConvKernel\": [9, 9]")) },
  { "kernel-is-long", RIGHT (POOLED (", \"ConvKernel\": [1, 2, 3, 4, 5]")) },
  { "padding-overflows", RIGHT (POOLED (", \"ConvKernel\": [1, 1], \"ConvPrePadding\": [9223372036854775807, 1], "
                                        "\"ConvPostPadding\": [9223372036854775807, 1]")) },
  { "conv-overflows", RIGHT (CONV (", \"Weights\": {\"Type\": \"Half\", \"Count\": 9223372036854775807}")) },
  { "deep-names", RIGHT (LAYERS ("\"PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN("
                                 "PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(PWN(a\", "
                                 "\"PWN()\", \"{ForeignNode[]}\", \" + \", \"{ForeignNode[...]}\", \") + ( + ]\"")) },
  { "odd-paths", RIGHT (LAYERS ("\"/\", \"//\", \"/a/a\", \"/a/a.\", \"/a//b/ + //\"")) },
  { "profile-is-odd", RIGHT (LAYERS ("\"a [profile 99999999999999999999]\", \"b [profile x]\", \"c [profile 1] d\"")) },
  { "bindings-are-text", RIGHT ("{\"Layers\": [\"a\"], \"Bindings\": \"none\"}") },
  { "bindings-first", RIGHT ("{\"Bindings\": [\"x\"], \"Layers\": [\"a\"]}") },
  { "wrong-bracket", ISSUE_OF ("{\"Layers\": [\"a\"}}", "bracket") },
  { "text-before", ISSUE_OF ("hello\n" LAYERS ("\"a\""), "around the data") },
  { "text-before-in-line", ISSUE_OF ("hello " LAYERS ("\"a\""), "around the data") },
  { "prefix-in-line", RIGHT ("[01/02/2024-10:00:00] [I] " LAYERS ("\"a\"")) },
  { "blanks-in-line", RIGHT ("   " LAYERS ("\"a\"")) },
  { "text-behind", ISSUE_OF (LAYERS ("\"a\"") "\nhello", "around the data") },
  { "second-is-cut", ISSUE_OF (LAYERS ("\"a\"") "\n{\"Layers\": [\"b\"", "ends inside") },
  { "good-profile", RIGHT (PROFILE (TIMING ("a", GOOD_TIMES))) },
  { "profile-is-empty", ERROR_OF (PROFILE ("") "\"timeMs\"", LAMINA_ERROR_CONTENT) },
  { "profile-is-cut", ISSUE_OF ("[\n  { \"count\" : 2 }\n" TIMING ("a", GOOD_TIMES) ", { \"name\" : \"b\", \"tim",
                                "is incomplete") },
  { "profile-is-open", ISSUE_OF ("[\n  { \"count\" : 2 }\n" TIMING ("a", GOOD_TIMES), "ends inside") },
  { "count-is-text", ISSUE_OF ("[\n  { \"count\" : \"x\" }\n" TIMING ("a", GOOD_TIMES) "]\n", "is incomplete") },
  { "time-is-negative", ISSUE_OF (PROFILE (TIMING ("a", "\"timeMs\" : -1, \"averageMs\" : -1")), "out of range") },
  { "time-is-huge", ISSUE_OF (PROFILE (TIMING ("a", "\"timeMs\" : 1e300, \"averageMs\" : 1e12")), "time is") },
  { "time-is-nan", ISSUE_OF (PROFILE (TIMING ("a", "\"timeMs\" : -nan, \"averageMs\" : nan")), "not a finite") },
  { "name-has-quotes", ISSUE_OF (PROFILE (TIMING ("a\"b\", \"c", GOOD_TIMES)), "is not valid JSON") },
  { "name-ends-in-backslash", ISSUE_OF (PROFILE (TIMING ("a\\", GOOD_TIMES)), "is not valid JSON") },
  { "name-is-not-utf-8", ISSUE_OF (PROFILE (TIMING ("\xff", GOOD_TIMES)), "UTF-8") },
  { "json-without-name", ISSUE_OF ("[{\"count\": 1}, {\"timeMs\": 1}, {\"name\": \"a\", \"timeMs\": 1}]",
                                    "without a name") },
  { "outputs-are-no-profile", ERROR_OF ("{\"Layers\": [ ]}\n"
                                        "[{\"name\": \"out\", \"dimensions\": \"1x2\", \"values\": [1, 2]}]",
                                        LAMINA_ERROR_CONTENT) },
  { "good-query", ISSUE_OF (QUERY (""), "that takes no time") },
  { "query-is-number", ISSUE_OF ("[\n{ \"startEnqMs\" : 1, \"endEnqMs\" : 2 }, 7]", "not an object") },
  { "query-is-cut", ISSUE_OF ("[\n  { \"startEnqMs\" : 1, \"endEn", "ends inside") },
  { "stamp-is-text", ISSUE_OF (QUERY (", \"startComputeMs\" : \"x\""), "not a finite") },
  { "stamp-is-huge", ISSUE_OF (QUERY (", \"startComputeMs\" : 9e12, \"computeMs\" : 9e12"), "out of range") },
  { "ends-before-it-begins", ISSUE_OF (QUERY (", \"startComputeMs\" : 5, \"endComputeMs\" : 4 }\n, "
                                              "{ \"startComputeMs\" : 5, \"computeMs\" : 4"), "ends before it begins") },
  { "other-times", ISSUE_OF ("[{\"startInMs\": 1, \"endInMs\": 2, \"startEnqMs\": 3}]", "swapped back") },
  { "metadata-alone", ERROR_OF ("{\"build_options\": {\"Precision\": \"FP32\"}}", LAMINA_ERROR_CONTENT) },
  { "metadata-is-odd", RIGHT ("{\"performance_summary\": {\"Latency\": [\"x\", null, {}], \"Total\": [1]}, \"x\": 5}\n"
                              LAYERS ("\"a\"")) },
  { "device-alone", ERROR_OF ("[{\"Name\": \"x\", \"ComputeCapability\": [8, 0]}]", LAMINA_ERROR_CONTENT) },
  { "good-table", RIGHT (TABLE "   1.00   0.50   100.0   a\n   1.00   0.50   100.0   Total\n") },
  { "table-without-rows", ERROR_OF (TABLE, LAMINA_ERROR_CONTENT) },
  { "table-without-total", ISSUE_OF (TABLE "   1.00   0.50   100.0   a\nbye\n", "no row with its total") },
  { "table-without-header", ERROR_OF ("=== Profile (2 iterations ) ===\n  1 2 3 a\nLayer\n", LAMINA_ERROR_CONTENT) },
  { "table-of-nan", RIGHT (TABLE "   nan   -nan   nan   a\n   0   0   0   b\n 0 0 0 Total\n") },
  { "table-of-many-columns", ERROR_OF ("=== Profile (x) ===\n"
                                       "Time Time Time Time Time Time Time Time Time % Layer\n 1 2 3\n",
                                       LAMINA_ERROR_CONTENT) },
  { "title-is-empty", RIGHT ("===  ===\n" LAYERS ("\"a\"")) },
  { "carriage-returns", RIGHT ("[\r\n  { \"count\" : 2 }\r\n"
                               ", { \"name\" : \"a\", \"timeMs\" : 1, \"averageMs\" : 1 }\r\n]\r\n") },
  { "byte-order-mark", RIGHT ("\xef\xbb\xbf" LAYERS ("\"a\"")) },
  { "zeros", "{\"Layers\": [\"a\0b\"]}", 19, -1, "zero character" },
};

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
  g_test_add_func ("/tensorrt/digits", test_digits);
  g_test_add_func ("/tensorrt/set", test_set);
  g_test_add_func ("/tensorrt/samples", test_samples);
  add_bad_inputs ("tensorrt/bad", "input.log", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
