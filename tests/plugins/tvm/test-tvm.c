/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* The TVM plugin through the engine and the loader, as the programs use it. */

static const char *const fixtures[] = { "report.txt", "report-de.txt", "report-fr.txt", "calls.csv", "calls.json",
                                        "vm-old.txt", "graph.txt" };

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tvm/%s", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("tvm/%s.dump", (const char *) data);

  check_expected ("tvm", name, expected);
}

/* The same table in three languages is the same run. */
static void
test_languages (void)
{
  static const char *const names[] = { "tvm/report.txt", "tvm/report-de.txt", "tvm/report-fr.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = build_data_path (names[i]);
      g_autoptr (LaminaDocument) document = load_as ("tvm", path);
      LaminaRun *run = lamina_document_get_run (document, 0);
      const LaminaLayers *layers = lamina_run_get_layers (run);
      const LaminaMetric *cycles = NULL;

      g_assert_cmpuint (layers->n, ==, 3);
      g_assert_cmpint (layers->duration[0], ==, 1577500);
      g_assert_cmpint (layers->duration[2], ==, 1000);
      for (guint j = 0; j < lamina_run_get_n_metrics (run); j++)
        if (strcmp (lamina_run_get_metric (run, j)->name, "perf::CYCLES") == 0)
          cycles = lamina_run_get_metric (run, j);
      g_assert_nonnull (cycles);
      g_assert_cmpint (cycles->integers[0], ==, 2000000);
    }
}

static const struct
{
  const char *title;
  guint n_layers;
} models[] = {
  { "resnet18", 63 }, { "resnet50", 84 }, { "vgg11", 44 }, { "vgg16", 49 }, { "squeezenet1.0", 59 },
  { "squeezenet1.1", 48 }, { "mobilenet", 40 }, { "densenet", 57 }, { "inception_v3", 118 }, { "mlp", 10 },
  { "unknown", 13 },
};

static const LaminaValue *
find_property (LaminaDocument *document,
               const char     *group,
               const char     *key)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (strcmp (property->group, group) == 0 && strcmp (property->key, key) == 0)
        return &property->value;
    }
  g_assert_not_reached ();
}

static void
test_seed (void)
{
  g_autofree char *path = build_real_path ("seeds/004_d73c77cb3fb2895c.txt");
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaLayers *layers;
  gint64 duration = 0, calls = 0;

  if (!path)
    return;
  document = load_as ("tvm", path);
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, G_N_ELEMENTS (models));
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      g_assert_cmpstr (lamina_run_get_title (run), ==, models[i].title);
      g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, models[i].n_layers);
    }
  layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
  for (guint i = 0; i < layers->n; i++)
    {
      duration += layers->duration[i];
      calls += lamina_layers_get_calls (layers, i);
    }
  g_assert_cmpint (duration, ==, 12424230);
  g_assert_cmpint (calls, ==, 235);
  g_assert_cmpint (find_property (document, "resnet18", "Sum")->integer, ==, 12424270);
  g_assert_cmpint (find_property (document, "resnet18", "Total (cpu0)")->integer, ==, 122624850);
  g_assert_cmpint (find_property (document, "resnet18", "Mean")->integer, ==, 13130000);
}

static void
test_relax (void)
{
  g_autofree char *path = build_real_path ("samples/tvm/apache_tvm_pr14053_relax_hexagon.txt");
  g_autoptr (LaminaDocument) document = NULL;

  if (!path)
    return;
  document = load_as ("tvm", path);
  g_assert_cmpuint (lamina_run_get_layers (lamina_document_get_run (document, 0))->n, ==, 6);
}

static void
test_cut (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("tvm/%s", (const char *) data);

  check_cuts (name, 7);
}

/* Functions, what type they are, and what they are called where there is little room. */
static const struct
{
  const char *function;
  const char *type;
  const char *label;
} functions[] = {
  { "vm_mod_fused_nn_contrib_conv2d_NCHWc_add_nn_relu_8", "conv2d + add + relu", "conv2d + add + relu #8" },
  { "tvmgen_default_fused_nn_conv2d_transpose_fast_tanh", "conv2d transpose + fast tanh", "conv2d transpose + fast tanh" },
  { "fused_layout_transform_nn_batch_flatten", "layout transform + batch flatten",
    "layout transform + batch flatten" },
  { "fused_nn_contrib_depthwise_conv2d_NCHWc_1", "depthwise conv2d", "depthwise conv2d #1" },
  { "fused_nn_max_pool2d_strided_slice", "max pool + strided slice", "max pool + strided slice" },
  { "fused_add_7", "add", "add_7" },
  { "fused_nn_global_avg_pool2d", "global avg pool", "global avg pool" },
  /* What is not known may not be taken apart, and no word of it may be lost. */
  { "fused_nn_conv2d_mystery_op_2", "nn_conv2d_mystery_op", "nn_conv2d_mystery_op_2" },
  { "fused_addition", "addition", "addition" },
  { "fused_nn_conv2d_18399029763786111876_", "nn_conv2d_18399029763786111876_", "nn_conv2d_18399029763786111876_" },
  { "fused_", "fused_", "fused_" },
  { "fused_nn_", "nn_", "nn_" },
  { "unfused_add", "unfused_add", "unfused_add" },
  { "VM::AllocTensor", "VM::AllocTensor", "VM::AllocTensor" },
  { "_3", "_3", "_3" },
};

static void
test_functions (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-tvm-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "calls.csv", NULL);
  g_autoptr (GString) text = g_string_new ("Name,Duration (us),Count\n");
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSlices *slices;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    g_string_append_printf (text, "\"%s\",1.5,1\n", functions[i].function);
  g_assert_true (g_file_set_contents (path, text->str, -1, &error));
  document = load_as ("tvm", path);
  run = lamina_document_get_run (document, 0);
  slices = lamina_track_get_slices (lamina_run_get_track (run, 0));
  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (functions));
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      const LaminaLayers *layers = lamina_run_get_layers (run);

      g_assert_cmpstr (lamina_run_get_string (run, layers->name[i]), ==, functions[i].function);
      g_assert_cmpstr (lamina_run_get_string (run, layers->type[i]), ==, functions[i].type);
      g_assert_cmpstr (lamina_run_get_string (run, slices->name[i]), ==, functions[i].label);
    }
  g_remove (path);
  g_rmdir (folder);
}

#define HEAD "Name  Duration (us)  Percent  Device  Count          Argument Shapes  \n"
#define ROW(duration, count, shapes) "a" duration "     1.00    cpu0" count shapes "  \n"
#define GOOD ROW ("              1.00", "      1", "                         ")
#define JSON_NAME "{\"calls\": [{\"Name\": {\"string\": \"a\"}, \"Duration (us)\": "
#define CSV "Name,Duration (us),Count\n"
#define VM "#OpName\t#InvokeCount\t#Duration(us): Sum/Mean/Min/Max\n"
#define GRAPH "Node Name  Ops  Time(us)  Time(%)  Shape\n"

static const BadInput bad_inputs[] = {
  { "good", RIGHT (HEAD GOOD) },
  { "header-only", ERROR_OF (HEAD, LAMINA_ERROR_CONTENT) },
  { "header-cut", ERROR_OF ("Name  Duration (us)  Percent", LAMINA_ERROR_CONTENT) },
  { "prose", ERROR_OF ("we print Duration (us)  and Percent\n", LAMINA_ERROR_CONTENT) },
  { "two-headers", ISSUE_OF (HEAD HEAD GOOD, "has no rows") },
  { "row-is-name", ISSUE_OF (HEAD GOOD "b    \n", "is not a row of it") },
  { "row-is-cut", ISSUE_OF (HEAD GOOD "b              1.0", "is not a row of it") },
  { "row-is-cut-behind-duration", RIGHT (HEAD GOOD "b              1.00") },
  { "other-text-inside", ISSUE_OF (HEAD GOOD "warning - clock is slow\n" GOOD, "is not a row of it") },
  { "text-before", ISSUE_OF ("hello\n" HEAD GOOD, "around the reports") },
  { "text-behind", ISSUE_OF (HEAD GOOD "\nhello\n", "around the reports") },
  { "duration-is-text", ISSUE_OF (HEAD ROW ("              x.yz", "      1", "                         "),
                                  "not a number of microseconds") },
  { "duration-is-negative", ISSUE_OF (HEAD ROW ("             -1.00", "      1", "                         "),
                                      "not a number of microseconds") },
  { "duration-is-huge", ISSUE_OF (HEAD ROW (" 99999999999999.99", "      1", "                         ")
                                  "b99999999999999999999999999.00\n", "is not a row of it") },
  { "duration-is-empty", RIGHT (HEAD ROW ("                  ", "      1", "                         ")) },
  { "count-is-text", ISSUE_OF (HEAD ROW ("              1.00", "      x", "                         "),
                               "negative or cannot be read") },
  { "count-is-negative", ISSUE_OF (HEAD ROW ("              1.00", "     -1", "                         "),
                                   "negative or cannot be read") },
  { "count-is-huge", RIGHT (HEAD ROW ("              1.00", "9999999", "                         ")) },
  { "shape-is-open", ISSUE_OF (HEAD ROW ("              1.00", "      1", "             float32[1, 2"),
                               "shapes of arguments") },
  { "shape-is-text", RIGHT (HEAD ROW ("              1.00", "      1", "             float32[abc]")) },
  { "shape-is-huge", RIGHT (HEAD ROW ("              1.00", "      1", " float32[999999999999999]")) },
  { "shape-without-dtype", RIGHT (HEAD ROW ("              1.00", "      1", "                   [1, 2]")) },
  { "shapes-are-commas", RIGHT (HEAD ROW ("              1.00", "      1", "                   , , , ")) },
  { "carriage-returns", RIGHT ("Name  Duration (us)  Percent  \r\na              1.00     1.00  \r\n") },
  { "byte-order-mark", RIGHT ("\xef\xbb\xbf" HEAD GOOD) },
  { "name-not-utf-8", ISSUE_OF (HEAD "\xff\xfe             1.00     1.00    cpu0      1                           \n",
                                "not UTF-8") },
  { "zeros", "Name  Duration (us)  Percent  \n\0              1.00     1.00  \n", 62, -1, NULL },
  { "sum-only", RIGHT (HEAD "Sum            1.00     1.00                                             \n") },
  { "mean-is-text", ISSUE_OF ("Mean x (std dev): abc ms (1 ms)\n" HEAD GOOD, "around the reports") },
  { "mean-without-report", ERROR_OF ("Mean x (std dev): 1 ms (1 ms)\n" HEAD, LAMINA_ERROR_CONTENT) },
  { "json-no-calls", ERROR_OF ("{\"calls\": [], \"a\": \"Duration (us)\"}", LAMINA_ERROR_CONTENT) },
  { "json-calls-is-number", ERROR_OF ("{\"calls\": 5, \"a\": \"Duration (us)\"}", LAMINA_ERROR_CONTENT) },
  { "json-call-is-number", ISSUE_OF (JSON_NAME "{\"microseconds\": 1.5}}, 7]}", "not an object") },
  { "json-call-is-cut", ISSUE_OF (JSON_NAME "{\"microseconds\": 1.5", "ends inside") },
  { "json-number-is-cut", ISSUE_OF (JSON_NAME "{\"microseconds\": 1.", "ends inside") },
  { "json-metric-is-null", RIGHT (JSON_NAME "null}]}") },
  { "json-metric-is-bare", RIGHT (JSON_NAME "1.5}]}") },
  { "json-metric-is-empty", RIGHT (JSON_NAME "{}}]}") },
  { "json-metric-is-array", ISSUE_OF (JSON_NAME "[1, [2]]}]}", "not a number of microseconds") },
  { "json-duration-is-text", ISSUE_OF (JSON_NAME "{\"microseconds\": \"soon\"}}]}", "not a number of microseconds") },
  { "json-comma", ISSUE_OF (JSON_NAME "{\"microseconds\": 1.5}},]}", "comma") },
  { "json-devices-are-text", RIGHT (JSON_NAME "1.5}], \"device_metrics\": \"none\", \"configuration\": []}") },
  { "csv-header-only", ERROR_OF (CSV, LAMINA_ERROR_CONTENT) },
  { "csv-short-row", ISSUE_OF (CSV "\"a\",1.5\n", "more or fewer cells") },
  { "csv-long-row", ISSUE_OF (CSV "\"a\",1.5,1,7,8\n", "more or fewer cells") },
  { "csv-open-quote", ISSUE_OF (CSV "\"a,1.5,1\n", "more or fewer cells") },
  { "csv-empty-cells", RIGHT (CSV ",,\n") },
  { "csv-quote-inside", RIGHT (CSV "\"a\"b\",1.5,1\n") },
  { "csv-not-a-number", ISSUE_OF (CSV "\"a\",nan,1\n", "not a number of microseconds") },
  { "vm-header-only", ERROR_OF (VM, LAMINA_ERROR_CONTENT) },
  { "vm-two-cells", ISSUE_OF (VM "a\t1\na\t1\t2/2/2/2\n", "fewer than three cells") },
  { "vm-no-times", RIGHT (VM "a\t1\t/\n") },
  { "graph-header-only", ERROR_OF (GRAPH, LAMINA_ERROR_CONTENT) },
  { "graph-short-row", RIGHT (GRAPH "a\n") },
  { "graph-shape-is-text", RIGHT (GRAPH "a          b    1.5       1.0      none\n") },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strconcat ("/tvm/fixture/", fixtures[i], NULL);
      g_autofree char *cut = g_strconcat ("/tvm/cut/", fixtures[i], NULL);

      g_test_add_data_func (path, fixtures[i], test_fixture);
      g_test_add_data_func (cut, fixtures[i], test_cut);
    }
  g_test_add_func ("/tvm/languages", test_languages);
  g_test_add_func ("/tvm/seed", test_seed);
  g_test_add_func ("/tvm/relax", test_relax);
  g_test_add_func ("/tvm/functions", test_functions);
  add_bad_inputs ("tvm/bad", "input.log", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
