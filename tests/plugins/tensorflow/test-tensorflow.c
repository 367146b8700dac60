/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

/* The plugin for TensorFlow's node listings through the engine and the loader, as the programs use it. */

static void
test_small (void)
{
  check_expected ("tensorflow", "tensorflow/small.txt", "tensorflow/small.txt");
}

static void
check_folder (const char *folder)
{
  g_autofree char *name = g_strdup_printf ("%s/listing.txt", folder);
  g_autofree char *expected = g_strdup_printf ("tensorflow/%s.txt", folder);

  check_expected ("tensorflow", name, expected);
}

/* A timeline of the same step beside the listing has the times of its nodes. */
static void
test_timed (void)
{
  check_folder ("tensorflow-timed");
}

/* So do the statistics that both were made of. */
static void
test_metadata (void)
{
  check_folder ("tensorflow-metadata");
}

/* The statistics by themselves are a timeline with shapes and types. */
static void
test_steps (void)
{
  check_expected ("tensorflow", "tensorflow-steps/metadata.txt", "tensorflow/tensorflow-steps.txt");
}

static void
test_steps_cut (void)
{
  check_cuts ("tensorflow-steps/metadata.txt", 7);
}

/* A timeline of other nodes is not joined, and the report says so. */
static void
test_refused (void)
{
  check_folder ("tensorflow-refused");
}

static void
test_seed (void)
{
  g_autofree char *path = build_real_path ("seeds/002_11cf062b29f34b60.txt");
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;
  const LaminaLayers *layers;
  guint n_typed = 0, n_copies = 0;
  gint64 copied = 0;

  if (!path)
    return;
  document = load_as ("tensorflow", path);
  report = lamina_document_get_report (document);
  layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, 178);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->merged, ==, 62);
  g_assert_cmpuint (layers->n, ==, 116);
  for (guint i = 0; i < layers->n; i++)
    {
      n_copies += layers->phase[i] == LAMINA_PHASE_COPY;
      n_typed += layers->type[i] != 0 && layers->phase[i] != LAMINA_PHASE_COPY;
      if (layers->bytes[i] != LAMINA_ABSENT)
        copied += layers->bytes[i];
    }
  g_assert_cmpuint (n_copies, ==, 10);
  g_assert_cmpuint (n_typed, ==, 62);
  g_assert_cmpint (copied, ==, 9878784);
  g_assert_cmpuint (lamina_document_get_default_run (document), ==, 0);
}

static void
test_cut (void)
{
  check_cuts ("tensorflow/small.txt", 3);
}

#define ROWS "a, (no input), (no output), GPU, 0\nb, (1), (2x3), GPU, 0\nc, (2x3), (no output), CPU, 0\nd, (1), (4), GPU, 0\n" \
             "e, (1), (5), GPU, 0\n"
#define FEWER "fewer than four"
#define NO_SHAPE "not a shape"
#define RULE "does not tell outputs from inputs"

static const BadInput bad_inputs[] = {
  { "good", RIGHT (ROWS) },
  { "one-line", RIGHT ("a, (no input), (no output), GPU, 0\n") },
  { "no-line-feed", RIGHT ("a, (no input), (no output), GPU, 0") },
  { "byte-order-mark", RIGHT ("\xef\xbb\xbf" ROWS) },
  { "carriage-returns", RIGHT ("a, (no input), (no output), GPU, 0\r\nb, (1), (2x3), GPU, 0\r\n") },
  { "blank-lines", RIGHT ("\n\n" ROWS "\n") },
  { "prose", ERROR_OF ("hello, world\nthis is, GPU, zero\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "csv", ERROR_OF ("a, b, GPU, 0\nc, d, GPU, 0\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "quotes", ERROR_OF ("\"a\", (1), (2), GPU, 0\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "other-device", ERROR_OF ("a, (1), (2), NPU, 0\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "number-is-missing", ERROR_OF ("a, (1), (2), GPU, \n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "number-is-word", ERROR_OF ("a, (1), (2), GPU, one\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "junk-line", ISSUE_OF (ROWS "junk\n", FEWER) },
  { "three-fields", ISSUE_OF (ROWS "a2, GPU, 0\n", FEWER) },
  { "empty-name", ISSUE_OF (ROWS ", (1), (2), GPU, 0\n", "no name") },
  { "name-twice", ISSUE_OF (ROWS "a, (1), (2), GPU, 0\n", "listed twice") },
  { "name-not-utf-8", RIGHT (ROWS "\xff, (1), (2), GPU, 0\n") },
  { "name-is-slash", RIGHT (ROWS "/, (1), (2), GPU, 0\n") },
  { "name-is-slashes", RIGHT (ROWS "a//b/, (1), (2), GPU, 0\n") },
  { "name-is-colon", RIGHT (ROWS ":, (1), (2), GPU, 0\n") },
  { "name-ends-with-colon", RIGHT (ROWS "x:, (1), (2), GPU, 0\n") },
  { "name-is-retval", RIGHT (ROWS "_retval_, (2), (no output), GPU, 0\n") },
  { "kernel-without-node", RIGHT (ROWS "x:Relu, (no input), (no output), GPU, 0\n") },
  { "kernels-of-two-types", ISSUE_OF ("a, (1), (2), GPU, 0\na:Relu, (no input), (no output), GPU, 0\n"
                                      "a:Tanh, (no input), (no output), GPU, 0\n", "several types") },
  { "copy-without-edge", RIGHT (ROWS ":MEMCPYHtoD, (no input), (output 5 bytes), GPU, 0\n") },
  { "copy-without-bytes", ISSUE_OF (ROWS "x:MEMCPYHtoD, (no input), (output  bytes), GPU, 0\n", NO_SHAPE) },
  { "copy-of-too-much", ISSUE_OF (ROWS "x:MEMCPYHtoD, (no input), (output 99999999999999999999 bytes), GPU, 0\n", NO_SHAPE) },
  { "shape-is-open", ISSUE_OF (ROWS "x, (1), (2x3, GPU, 0\n", NO_SHAPE) },
  { "shape-is-empty", ISSUE_OF (ROWS "x, (1), (), GPU, 0\n", NO_SHAPE) },
  { "shape-is-word", ISSUE_OF (ROWS "x, (1), (abc), GPU, 0\n", NO_SHAPE) },
  { "shape-without-dims", ISSUE_OF (ROWS "x, (1), (int32 ), GPU, 0\n", NO_SHAPE) },
  { "shape-without-dtype", ISSUE_OF (ROWS "x, (1), ( 2x3), GPU, 0\n", NO_SHAPE) },
  { "shape-is-negative", ISSUE_OF (ROWS "x, (1), (-2x3), GPU, 0\n", NO_SHAPE) },
  { "shape-is-huge", ISSUE_OF (ROWS "x, (1), (99999999999999999999), GPU, 0\n", NO_SHAPE) },
  { "shape-overflows", RIGHT (ROWS "x, (1), (9223372036854775807x9223372036854775807), GPU, 0\n") },
  { "shape-of-unknown-dtype", RIGHT (ROWS "x, (1), (secret 2x3), GPU, 0\n") },
  { "exploded-and-open", ISSUE_OF (ROWS "x, (, 1, x, 2, GPU, 0\n", FEWER) },
  { "exploded-twice", ISSUE_OF (ROWS "x, (, (, 1, ), ), (2), GPU, 0\n", NO_SHAPE) },
  { "boundary", ISSUE_OF (ROWS "x, (2x3), (4x5), (6x7), GPU, 0\n", RULE) },
  { "controls-and-inputs", ISSUE_OF (ROWS "x, ^a, (2x3), (4x5), GPU, 0\n", RULE) },
  { "control-without-name", RIGHT (ROWS "x, ^, (4x5), GPU, 0\n") },
  { "controls-only", RIGHT (ROWS "x, ^a, ^b, GPU, 0\n") },
  { "device-is-empty", RIGHT (ROWS "x, (1), (2), , 0\n") },
  { "device-number-is-long", RIGHT (ROWS "x, (1), (2), GPU, 99999999999999999999\n") },
  { "zeros-inside", "a, (no input), (no output), GPU, 0\nb\0c, (1), (2x3), GPU, 0\n", 59, LAMINA_ERROR_UNKNOWN_FORMAT, NULL },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensorflow/small", test_small);
  g_test_add_func ("/tensorflow/steps", test_steps);
  g_test_add_func ("/tensorflow/steps/cut", test_steps_cut);
  g_test_add_func ("/tensorflow/timed", test_timed);
  g_test_add_func ("/tensorflow/metadata", test_metadata);
  g_test_add_func ("/tensorflow/refused", test_refused);
  g_test_add_func ("/tensorflow/seed", test_seed);
  g_test_add_func ("/tensorflow/cut", test_cut);
  add_bad_inputs ("tensorflow/bad", "input.txt", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
