/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-layer-value.h"
#include "lamina-work.h"
#include "open-file.h"

#include <string.h>

/*
 * Operators whose results follow from their arguments alone. Figures are counted by hand from the shapes in the file:
 * operations, bytes read, bytes written; UNKNOWN is absent.
 */

#define UNKNOWN LAMINA_ABSENT

typedef struct
{
  const char *type;
  gint64 flop;
  gint64 read;
  gint64 written;
  const char *formula;
} Case;

static const Case cases[] = {
  /* Reductions: 8×16 along the second axis, 5×128 along the first, which stays, all, integers to integers of 64 bits. */
  { "aten::sum", 128, 8 * 16 * 4, 8 * 4, "8×16" },
  { "aten::sum", 640, 5 * 128 * 4, 128 * 4, NULL },
  { "aten::sum", 128, 8 * 16 * 8, 8, NULL },
  { "aten::sum", 128, 8 * 16 * 4, 8 * 8, NULL },
  { "aten::mean", 640, 5 * 128 * 4, 4, NULL },
  /* Values and places. */
  { "aten::max", 4096, 2 * 2048 * 4, 2048 * (4 + 8), NULL },
  { "aten::max", 64, 64 * 4, 4, NULL },
  { "aten::max", 20, 20 * 4 + 5 * 4, 20 * 4, "4×5" },
  { "aten::argmax", 128, 8 * 16 * 2, 8 * 8, NULL },
  { "aten::any", 128, 8 * 16, 8, NULL },
  { "aten::linalg_vector_norm", 256, 8 * 16 * 4, 8 * 4, "2 · (8×16)" },
  /* Losses to one number, or one for each element. */
  { "aten::mse_loss", 3 * 640, 2 * 640 * 4, 4, NULL },
  { "aten::mse_loss", 3 * 640, 2 * 640 * 4, 640 * 4, NULL },
  /* Gradients of pooling: of the data itself only the shape is looked at. */
  { "aten::max_pool2d_with_indices_backward", 784, 784 * 4 + 784 * 8, 3136 * 4, "2×8×7×7" },
  { "aten::avg_pool2d_backward", 784 * 9, 784 * 4, 3136 * 4, "(2×8×7×7) · 9" },
  { "aten::_adaptive_avg_pool2d_backward", 784, 16 * 4, 784 * 4, "2×8×7×7" },
  /* Lookups: what is found, and the indices. */
  { "aten::index_select", UNKNOWN, 7 * 16 * 4 + 7 * 8, 7 * 16 * 4, NULL },
  { "aten::index_select", UNKNOWN, 100 * 3 * 4 + 3 * 8, 100 * 3 * 4, NULL },
  { "aten::gather", UNKNOWN, 192 * 4 + 192 * 8, 192 * 4, NULL },
  /* Writing to places: indices and values; where they are added, what stands there too. */
  { "aten::scatter_", UNKNOWN, 2048 * 8 + 2048 * 4, 2048 * 4, NULL },
  { "aten::scatter_add_", 1000, 1000 * (8 + 4 + 4), 1000 * 4, "1000" },
  { "aten::scatter_", UNKNOWN, 8 * 8, 8 * 4, NULL },
  /* Single elements of two dimensions have two indices each, rows one. */
  { "aten::index_put_", UNKNOWN, 2 * 10 * 8 + 10 * 4, 10 * 4, NULL },
  { "aten::index_put_", 80, 5 * 8 + 2 * 80 * 4, 80 * 4, "80" },
  { "aten::index_add_", 80, 5 * 8 + 2 * 80 * 4, 80 * 4, "80" },
  { "aten::embedding_dense_backward", 384, 384 * 4 + 24 * 8, 100 * 16 * 4, "4×6×16" },
  { "aten::nll_loss_forward", 64, 64 * 8 + 64 * 4, UNKNOWN, NULL },
  { "aten::cumsum", 300, 300 * 8, 300 * 8, NULL },
  /* The result stands first. */
  { "c10d::_allgather_base_", UNKNOWN, 256, 1024, NULL },
  /* An axis that is not recorded. */
  { "aten::sum", 614400, 614400 * 4, UNKNOWN, NULL },
  /* An axis that no tensor has. */
  { "aten::sum", 614400, 614400 * 4, UNKNOWN, NULL },
  /* Lists, whose elements are as large as the names of the kernels tell: c10::Half, and OpaqueType<4u>. */
  { "aten::_foreach_norm", 2 * 25, 25 * 2, 2 * 2, "2 · 25" },
  { "aten::cat", UNKNOWN, 192 * 4, 192 * 4, NULL },
  /* Rows of 30 floats become 32 bytes, a scale and a bias; 40 bytes hold 32 floats. */
  { "fbgemm::FloatToFP8RowwiseQuantized", UNKNOWN, 6 * 30 * 4, 6 * 40, NULL },
  { "fbgemm::FP8RowwiseQuantizedToFloat", UNKNOWN, 6 * 40, 6 * 32 * 4, NULL },
  { "fbgemm::FloatToHFP8Quantized", UNKNOWN, 100 * 4, 100, NULL },
  { "fbgemm::HFP8QuantizedToFloat", UNKNOWN, 100, 100 * 4, NULL },
  /* Three features in another order; of four out of three nobody knows how many values they have. */
  { "fbgemm::permute_2D_sparse_data", UNKNOWN, 3 * 4 + 24 * 4 + 50 * 8, 24 * 4 + 50 * 8, NULL },
  { "fbgemm::permute_2D_sparse_data", UNKNOWN, 3 * 4 + 4 + 24 * 4 + 50 * 8, UNKNOWN, NULL },
  /* Sums before each number, and of all. */
  { "fbgemm::asynchronous_complete_cumsum", 300, 300 * 4, 301 * 4, NULL },
};

static LaminaDocument *
open_document (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "work", "arguments.pt.trace.json", NULL);

  return open_file (path);
}

static void
assert_figures (LaminaWork *work,
                guint       layer,
                const Case *expected)
{
  LaminaWorkFigures figures;
  gint64 read;

  lamina_work_get_figures (work, layer, &figures);
  read = lamina_number_add (figures.inputs, figures.parameters);
  if (figures.flop != expected->flop || read != expected->read || figures.outputs != expected->written)
    g_test_message ("row %u: %s", layer, expected->type);
  g_assert_cmpint (figures.flop, ==, expected->flop);
  g_assert_cmpint (read, ==, expected->read);
  g_assert_cmpint (figures.outputs, ==, expected->written);
  g_assert_cmpint (figures.bytes, ==, expected->written == UNKNOWN ? UNKNOWN : expected->read + expected->written);
  if (expected->formula)
    {
      const char *symbols = NULL, *source = NULL;
      g_autofree char *formula = lamina_work_dup_formula (work, layer, &symbols, &source);

      g_assert_cmpstr (formula, ==, expected->formula);
      g_assert_cmpuint (strlen (symbols), >, 0);
      g_assert_cmpuint (strlen (source), >, 0);
    }
}

static void
test_arguments (void)
{
  g_autoptr (LaminaDocument) document = open_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  const LaminaLayers *layers = lamina_run_get_layers (run);

  g_assert_cmpuint (layers->n, ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < layers->n; i++)
    {
      g_assert_cmpstr (lamina_run_get_string (run, layers->type[i]), ==, cases[i].type);
      assert_figures (lamina_work_peek (run), i, &cases[i]);
    }
}

/* Shapes that follow, and one that does not. */
static void
test_results (void)
{
  static const char *const shapes[] = { "8", "1×128", "scalar", "8", "scalar", "2048×1", "scalar", "4×5", "8" };
  g_autoptr (LaminaDocument) document = open_document ();
  LaminaWork *work = lamina_work_peek (lamina_document_get_run (document, 0));

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *shape = lamina_work_dup_inferred_text (work, lamina_work_get_inferred (work, i));

      g_assert_cmpstr (shape, ==, shapes[i]);
    }
  g_assert_cmpuint (lamina_work_get_inferred (work, 29), ==, 0);
}

/* What a table shows of them, as of shapes that the file names; marked. */
static void
test_shown_results (void)
{
  static const struct { guint layer; const char *text; } shown[] = {
    { 0, "≈\u00a08" }, { 1, "≈\u00a01×128" }, { 2, "≈\u00a0scalar" }, { 29, "—" },
  };
  g_autoptr (LaminaDocument) document = open_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *text = NULL;

      lamina_layer_get_value (run, timebase, shown[i].layer, LAMINA_LAYER_COLUMN_SHAPE, &value);
      text = lamina_layer_value_dup_text (&value);
      g_assert_cmpstr (text, ==, shown[i].text);
    }
}

static void
test_filtered_results (void)
{
  static const struct { const char *text; guint n; } filters[] = {
    { "out=8", 5 }, { "out:4x5", 1 }, { "shape=2048x1", 1 }, { "out=1x128", 1 }, { "out=77", 0 },
  };
  g_autoptr (LaminaDocument) document = open_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree guint32 *rows = NULL;
      guint n;

      filter.text = filters[i].text;
      rows = lamina_layers_filter (run, timebase, &filter, NULL, &n);
      g_test_message ("%s", filters[i].text);
      g_assert_cmpuint (n, ==, filters[i].n);
    }
}

/* The same order as that of shapes which the file names: 2048×1 stands behind 8; what is not known stands last. */
static void
test_sorted_results (void)
{
  g_autoptr (LaminaDocument) document = open_document ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  guint32 rows[] = { 29, 5, 0, 1 };

  g_assert_true (lamina_layers_sort (run, timebase, LAMINA_LAYER_COLUMN_SHAPE, FALSE, rows, G_N_ELEMENTS (rows), NULL));
  g_assert_cmpuint (rows[0], ==, 1);
  g_assert_cmpuint (rows[1], ==, 0);
  g_assert_cmpuint (rows[2], ==, 5);
  g_assert_cmpuint (rows[3], ==, 29);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work-arguments/figures", test_arguments);
  g_test_add_func ("/work-arguments/results", test_results);
  g_test_add_func ("/work-arguments/results/shown", test_shown_results);
  g_test_add_func ("/work-arguments/results/filtered", test_filtered_results);
  g_test_add_func ("/work-arguments/results/sorted", test_sorted_results);
  return g_test_run ();
}
