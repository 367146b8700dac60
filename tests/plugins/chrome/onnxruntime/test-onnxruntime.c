/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* Profiles of ONNX Runtime through the engine and the loader, as the programs use them. */

static void
test_gpu (void)
{
  check_expected ("chrome-trace", "onnxruntime/gpu.json", "onnxruntime/gpu.txt");
}

static void
test_old (void)
{
  check_expected ("chrome-trace", "onnxruntime/old.json", "onnxruntime/old.txt");
}

/*
 * Most events are of a device. A fence is of the node on its own thread, and nodes without names are told apart by the indexes
 * of several versions.
 */
static void
test_threads (void)
{
  check_expected ("chrome-trace", "onnxruntime/threads.json", "onnxruntime/threads.txt");
}

/* Kernels that name no node, but its type, and lie inside it. */
static void
test_around (void)
{
  check_expected ("chrome-trace", "onnxruntime/around.json", "onnxruntime/around.txt");
}

/* The numbers were counted in the file by another program. */
static void
test_real (void)
{
  g_autofree char *path = build_real_path ("samples/onnxruntime/ort-1.30_mlp_50runs.json.gz");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;
  LaminaRun *run;
  const LaminaLayers *layers;
  gint64 sum = 0, outputs = 0;
  guint n_gemm = 0;

  if (!path)
    return;
  document = load_as ("chrome-trace", path);
  report = lamina_document_get_report (document);
  run = lamina_document_get_run (document, 0);
  layers = lamina_run_get_layers (run);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, 2552);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->shown, ==, 2552);
  g_assert_cmpuint (layers->n, ==, 2450);
  g_assert_cmpuint (lamina_run_get_n_sections (run), ==, 50);
  for (guint i = 0; i < layers->n; i++)
    {
      sum += layers->host[i];
      n_gemm += strcmp (lamina_run_get_string (run, layers->type[i]), "FusedGemm") == 0;
      g_assert_cmpuint (layers->section[i], ==, i / 49);
      g_assert_cmpstr (lamina_run_get_string (run, layers->device[i]), ==, "CPU");
      outputs += lamina_run_get_tensors (run)->bytes[layers->outputs[lamina_column_first (layers->first_output, i)]];
    }
  g_assert_cmpint (sum, ==, 58046000);
  g_assert_cmpuint (n_gemm, ==, 1200);
  g_assert_cmpint (outputs, ==, 2450 * 8192);
  for (guint i = 0; i < layers->n; i++)
    g_assert_cmpint (lamina_run_get_costs (run)[i], ==, layers->host[i]);
}

/* Wherever the profile ends, every whole event is there. */
static void
test_cut (void)
{
  g_autofree char *path = build_data_path ("onnxruntime/gpu.json");
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-onnxruntime-XXXXXX", &error);
  g_autofree char *copy = g_build_filename (folder, "cut", NULL);
  g_autofree char *text = NULL;
  gsize length;
  guint n_whole = 0;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  for (gsize i = 2; i < length; i += 23)
    {
      g_autoptr (LaminaDocument) document = NULL;
      g_autoptr (GError) load_error = NULL;

      n_whole = 0;
      for (gsize j = 1; j < i; j++)
        n_whole += text[j] == '}' && text[j - 1] == '}' && (text[j + 1] == ',' || text[j + 1] == '\n');
      g_file_set_contents (copy, text, (gssize) i, &error);
      g_assert_no_error (error);
      document = load_file (copy, &load_error);
      g_assert_true (document != NULL || load_error != NULL);
      if (!document)
        continue;
      g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
      g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->shown, >=, n_whole);
    }
  g_remove (copy);
  g_rmdir (folder);
}

#define NODE(name, args) "{\"cat\" : \"Node\",\"pid\" :1,\"tid\" :1,\"dur\" :5,\"ts\" :20,\"ph\" : \"X\",\"name\" :\"" name \
                         "\",\"args\" : {" args "}}"
#define RUN "[\n{\"cat\" : \"Session\",\"pid\" :1,\"tid\" :1,\"dur\" :90,\"ts\" :10,\"ph\" : \"X\",\"name\" :\"model_run\"," \
            "\"args\" : {}},\n"
#define ONE(args) RUN NODE ("a_kernel_time", args) "\n]\n"
#define NODE_AT(ts) "{\"cat\" : \"Node\",\"pid\" :1,\"tid\" :1,\"dur\" :5,\"ts\" :" ts \
                    ",\"ph\" : \"X\",\"name\" :\"a_kernel_time\",\"args\" : {}}"
#define GOOD_NODES 200

/* A run is written when it has ended: nodes clearly behind the last one are of a run that did not end. */
static void
test_unfinished (void)
{
  static const struct { const char *text; guint n_sections; guint32 last; } cases[] = {
    { RUN NODE_AT ("20") ",\n" NODE_AT ("200") ",\n", 2, 1 },
    { RUN NODE_AT ("20") ",\n" NODE_AT ("102") ",\n", 2, 1 },
    { RUN NODE_AT ("20") ",\n" NODE_AT ("101") "\n]\n", 1, LAMINA_NONE },
    { RUN NODE_AT ("20") "\n]\n", 1, 0 },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-onnxruntime-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "unfinished.json", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaDocument) document = NULL;
      const LaminaLayers *layers;
      LaminaRun *run;

      g_file_set_contents (path, cases[i].text, -1, &error);
      g_assert_no_error (error);
      document = load_file (path, &error);
      g_assert_no_error (error);
      run = lamina_document_get_run (document, 0);
      layers = lamina_run_get_layers (run);
      g_assert_cmpuint (lamina_run_get_n_sections (run), ==, cases[i].n_sections);
      g_assert_cmpuint (layers->section[0], ==, 0);
      g_assert_cmpuint (layers->section[layers->n - 1], ==, cases[i].last);
    }
  g_remove (path);
  g_rmdir (folder);
}

/* Names are written as they are: a quote in one of them costs the other nodes nothing. */
static void
test_quote (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-onnxruntime-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "quote.json", NULL);
  g_autoptr (LaminaDocument) document = NULL;
  GString *text = g_string_new (RUN NODE ("first_kernel_time", "") ",\n" NODE ("q\"uote_kernel_time", "\"op_name\" : \"Add\""));
  LaminaRun *run;

  for (guint i = 0; i < GOOD_NODES; i++)
    g_string_append (text, ",\n" NODE ("good_kernel_time", "\"op_name\" : \"Add\""));
  g_string_append (text, "\n]\n");
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  document = load_file (path, &error);
  g_assert_no_error (error);
  run = lamina_document_get_run (document, 0);
  check_report (document, "quotes or brackets");
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, GOOD_NODES + 3);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->repaired, ==, 1);
  g_assert_cmpuint (lamina_import_report_get_issue (lamina_document_get_report (document), 0)->line, ==, 4);
  g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, GOOD_NODES + 1);
  g_string_free (text, TRUE);
  g_remove (path);
  g_rmdir (folder);
}

static const BadInput bad_inputs[] = {
  { "good", RIGHT (ONE ("\"op_name\" : \"Add\"")) },
  { "no-args", RIGHT (ONE ("")) },
  { "shapes-are-text", RIGHT (ONE ("\"input_type_shape\" : \"float\"")) },
  { "shapes-are-null", RIGHT (ONE ("\"input_type_shape\" : null")) },
  { "shapes-are-numbers", RIGHT (ONE ("\"input_type_shape\" : [1,2]")) },
  { "shapes-without-dtype", RIGHT (ONE ("\"input_type_shape\" : [{}]")) },
  { "shapes-of-text", RIGHT (ONE ("\"input_type_shape\" : [{\"float\":\"wide\"}]")) },
  { "shapes-are-nested", RIGHT (ONE ("\"input_type_shape\" : [{\"float\":[[1]]}]")) },
  { "shapes-are-negative", RIGHT (ONE ("\"input_type_shape\" : [{\"float\":[-1,-7]}]")) },
  { "shapes-are-huge", RIGHT (ONE ("\"input_type_shape\" : [{\"float\":[9223372036854775807,9223372036854775807]}]")) },
  { "shapes-do-not-fit", RIGHT (ONE ("\"input_type_shape\" : [{\"float\":[99999999999999999999]}]")) },
  { "shapes-of-unknown-dtype", RIGHT (ONE ("\"input_type_shape\" : [{\"secret\":[1]}],\"parameter_size\" : \"4\"")) },
  { "sizes-are-words", RIGHT (ONE ("\"parameter_size\" : \"much\",\"activation_size\" : [],\"output_size\" : {}")) },
  { "sizes-are-negative", RIGHT (ONE ("\"parameter_size\" : \"-1\",\"input_type_shape\" : [{\"float\":[1]}]")) },
  { "sizes-do-not-fit", RIGHT (ONE ("\"parameter_size\" : \"99999999999999999999\"")) },
  { "type-is-number", RIGHT (ONE ("\"op_name\" : 7")) },
  { "type-is-object", RIGHT (ONE ("\"op_name\" : {}")) },
  { "provider-is-empty", RIGHT (ONE ("\"provider\" : \"\"")) },
  { "provider-is-suffix", RIGHT (ONE ("\"provider\" : \"ExecutionProvider\"")) },
  { "memory-is-huge", RIGHT (ONE ("\"mem_bytes_in_use\" : \"9223372036854775807\"")) },
  { "name-is-suffix", RIGHT (RUN NODE ("_kernel_time", "") "\n]") },
  { "name-is-no-node", RIGHT (RUN NODE ("a", "") "\n]") },
  { "fence-without-node", RIGHT (RUN NODE ("a_fence_before", "") "\n]") },
  { "kernel-without-node", RIGHT (RUN "{\"cat\" : \"Kernel\",\"pid\" :-1,\"tid\" :-1,\"dur\" :5,\"ts\" :20,\"ph\" : \"X\","
                                  "\"name\" :\"k\",\"args\" : {\"parent_name\" : \"b_kernel_time\"}}]") },
  { "kernel-on-thread", RIGHT (RUN NODE ("a_kernel_time", "") ",{\"cat\" : \"Kernel\",\"pid\" :1,\"tid\" :1,\"dur\" :2,"
                               "\"ts\" :21,\"ph\" : \"X\",\"name\" :\"k\",\"args\" : {\"parent_name\" : \"a\"}}]") },
  { "equal-nodes", RIGHT (RUN NODE ("a_kernel_time", "") "," NODE ("a_kernel_time", "") "]") },
  { "no-bracket", ISSUE_OF (RUN NODE ("a_kernel_time", "") ",\n", "ends inside a value") },
  { "statistics-are-text", RIGHT (ONE ("\"thread_scheduling_stats\" : \"none\"")) },
  { "statistics-are-deep", RIGHT (ONE ("\"thread_scheduling_stats\" : {\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1}}}}}")) },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnxruntime/gpu", test_gpu);
  g_test_add_func ("/onnxruntime/old", test_old);
  g_test_add_func ("/onnxruntime/threads", test_threads);
  g_test_add_func ("/onnxruntime/around", test_around);
  g_test_add_func ("/onnxruntime/real", test_real);
  g_test_add_func ("/onnxruntime/cut", test_cut);
  g_test_add_func ("/onnxruntime/quote", test_quote);
  g_test_add_func ("/onnxruntime/unfinished", test_unfinished);
  add_bad_inputs ("onnxruntime/bad", "input.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
