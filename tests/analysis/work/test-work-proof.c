/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-work.h"
#include "open-file.h"

#include <math.h>

/* The cost model beside what files, and papers about the networks in them, say. */

typedef struct
{
  const char *title;     /* of the run */
  double gmac;           /* billions of multiplications with an addition, in convolutions and dense layers, of the real file */
  double made;           /* the same of the network that tests/data/work/make.py wrote down from the paper */
  double published;      /* the same as a publication has it */
  const char *source;
} Network;

/*
 * TVM's own scripts made the networks of the real file, which differ from the papers in a few layers. Images have 224 × 224 pixels,
 * those of inception_v3 299 × 299.
 */
static const Network networks[] = {
  { "resnet18", 1.827, 1.814, 1.8, "He et al. 2016, Deep Residual Learning, table 1: 1.8 × 10⁹" },
  { "resnet50", 3.858, 3.858, 3.8, "He et al. 2016, Deep Residual Learning, table 1: 3.8 × 10⁹" },
  { "vgg11", 7.609, 7.609, 7.61, "torchvision, VGG11_Weights: 7.61 GFLOPS" },
  { "vgg16", 15.470, 15.470, 15.3, "He et al. 2016 for VGG-16: 15.3 × 10⁹" },
  { "squeezenet1.0", 0.836, 0.819, 0.82, "torchvision, SqueezeNet1_0_Weights: 0.82 GFLOPS" },
  { "squeezenet1.1", 0.350, 0.349, 0.35, "torchvision, SqueezeNet1_1_Weights: 0.35 GFLOPS" },
  { "mobilenet", 0.569, 0.569, 0.569, "Howard et al. 2017, MobileNets, table 4: 569 million" },
  { "inception_v3", 5.713, 5.713, 5.71, "torchvision, Inception_V3_Weights: 5.71 GFLOPS" },
};

/* NULL, and the test is skipped, when the real files are not there. */
static LaminaDocument *
open_real (const char *name)
{
  const char *folder = g_getenv ("LAMINA_REAL_FILES");
  g_autofree char *path = folder ? g_build_filename (folder, "seeds", name, NULL) : NULL;

  if (path && g_file_test (path, G_FILE_TEST_EXISTS))
    return open_file (path);
  g_test_skip_printf ("%s is not in the folder that LAMINA_REAL_FILES names", name);
  return NULL;
}

static LaminaDocument *
open_made (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "work", name, NULL);

  return open_file (path);
}

/* Convolutions and dense layers. */
static gboolean
is_product (const LaminaWorkFigures *figures)
{
  return figures->operator >= LAMINA_WORK_CONVOLUTION && figures->operator <= LAMINA_WORK_MATMUL;
}

static gint64
sum_products (LaminaRun *run,
              guint     *n)
{
  LaminaWork *work = lamina_work_peek (run);
  gint64 sum = 0;

  *n = 0;
  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (work, i, &figures);
      if (!is_product (&figures) || figures.flop == LAMINA_ABSENT)
        continue;
      sum += figures.flop;
      (*n)++;
    }
  return sum;
}

/* Every convolution and product that MegEngine counted itself, to the last digit. */
static void
assert_reported (LaminaDocument *document,
                 guint           n_convolutions,
                 guint           n_products)
{
  LaminaRun *run = lamina_document_get_run (document, 0);
  LaminaWork *work = lamina_work_peek (run);
  guint n[LAMINA_N_WORK_OPERATORS] = { 0 };

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (work, i, &figures);
      n[figures.operator] += is_product (&figures);
      if (is_product (&figures))
        {
          g_assert_cmpint (figures.flop_reported, !=, LAMINA_ABSENT);
          g_assert_cmpint (figures.flop_estimated, ==, figures.flop_reported);
          g_assert_cmpuint (figures.estimated & LAMINA_ESTIMATE_FLOP, ==, 0);
        }
      g_assert_false (figures.flop_differs);
    }
  g_assert_cmpuint (n[LAMINA_WORK_CONVOLUTION], ==, n_convolutions);
  g_assert_cmpuint (n[LAMINA_WORK_MATMUL], ==, n_products);
  g_assert_cmpuint (lamina_work_get_totals (work)->n_flop_differs, ==, 0);
}

static void
test_megengine_real (void)
{
  g_autoptr (LaminaDocument) document = open_real ("000_825e28a4f520ddc2.txt");

  if (document)
    assert_reported (document, 53, 1);
}

static void
test_megengine (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "resnet50-megengine.json", NULL);
  g_autoptr (LaminaDocument) document = open_file (path);

  assert_reported (document, 53, 1);
}

/* Each network has about the operations that its publication states. */
static void
check_networks (LaminaDocument *document,
                gboolean        made)
{
  guint n_found = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    for (guint k = 0; k < G_N_ELEMENTS (networks); k++)
      {
        LaminaRun *run = lamina_document_get_run (document, i);
        guint n;
        double gmac;

        if (!g_str_equal (lamina_run_get_title (run), networks[k].title))
          continue;
        gmac = (double) sum_products (run, &n) / 2e9;
        g_test_message ("%s: %.4f; %s", networks[k].title, gmac, networks[k].source);
        g_assert_cmpfloat_with_epsilon (gmac, made ? networks[k].made : networks[k].gmac, 0.0005);
        g_assert_cmpfloat_with_epsilon (gmac / networks[k].published, 1, 0.03);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (networks));
}

static void
test_tvm (void)
{
  g_autoptr (LaminaDocument) document = open_made ("networks-tvm.txt");

  check_networks (document, TRUE);
}

static void
test_tvm_real (void)
{
  g_autoptr (LaminaDocument) document = open_real ("004_d73c77cb3fb2895c.txt");

  if (document)
    check_networks (document, FALSE);
}

/* 1.726 would mean that the output of the first layer was taken as it stands behind the pooling that is fused into it. */
static void
check_engine (LaminaDocument *document)
{
  guint n_runs = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      guint n;
      double gmac = (double) sum_products (run, &n) / 2e9;

      if (n == 0)
        continue;
      n_runs++;
      g_assert_cmpuint (n, ==, 21);
      g_assert_cmpfloat_with_epsilon (gmac, 1.814, 0.0005);
      /* He et al. 2016, table 1. */
      g_assert_cmpfloat_with_epsilon (gmac / 1.8, 1, 0.03);
    }
  g_assert_cmpuint (n_runs, >, 0);
}

static void
test_tensorrt (void)
{
  g_autoptr (LaminaDocument) document = open_made ("resnet18-tensorrt.json");

  check_engine (document);
}

static void
test_tensorrt_real (void)
{
  g_autoptr (LaminaDocument) document = open_real ("003_d67dc7fc6ef32707.txt");

  if (document)
    check_engine (document);
}

/* All convolutions of AlexNet, forwards and backwards, for @n_images; @first and @all: multiplications of one image. */
static void
check_training (LaminaDocument *document,
                gint64          n_images)
{
  const gint64 first = 56 * 56 * 64 * 11 * 11 * 3;
  const gint64 all = first + 27 * 27 * 192 * 5 * 5 * 64 +
                     13 * 13 * 3 * 3 * G_GINT64_CONSTANT (1) * (384 * 192 + 256 * 384 + 256 * 256);
  LaminaRun *run = lamina_document_get_run (document, 0);
  guint n[LAMINA_N_WORK_OPERATORS] = { 0 };
  gint64 sums[LAMINA_N_WORK_OPERATORS] = { 0 };

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (lamina_work_peek (run), i, &figures);
      if (figures.flop == LAMINA_ABSENT)
        continue;
      n[figures.operator]++;
      sums[figures.operator] += figures.flop;
    }
  g_assert_cmpuint (n[LAMINA_WORK_CONVOLUTION], ==, 5);
  g_assert_cmpuint (n[LAMINA_WORK_CONVOLUTION_FILTER], ==, 5);
  g_assert_cmpuint (n[LAMINA_WORK_CONVOLUTION_DATA], ==, 4);
  g_assert_cmpint (sums[LAMINA_WORK_CONVOLUTION], ==, 2 * n_images * all);
  /* The gradient of the weights takes what the convolution takes; that of the data has no first layer. */
  g_assert_cmpint (sums[LAMINA_WORK_CONVOLUTION_FILTER], ==, sums[LAMINA_WORK_CONVOLUTION]);
  g_assert_cmpint (sums[LAMINA_WORK_CONVOLUTION_DATA], ==, 2 * n_images * (all - first));
}

static void
test_tensorflow (void)
{
  g_autoptr (LaminaDocument) document = open_made ("alexnet-tensorflow.txt");

  check_training (document, 32);
}

static void
test_tensorflow_real (void)
{
  g_autoptr (LaminaDocument) document = open_real ("002_11cf062b29f34b60.txt");

  if (document)
    check_training (document, 128);
}

/* Such a graph states bytes alone: its shapes are inferred. Each gradient of a convolution takes what it takes itself.
 * Returns: the operations forwards */
static gint64
check_inferred (LaminaDocument *document)
{
  LaminaRun *run = lamina_document_get_run (document, 0);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  gint64 forward = 0, backward = 0;

  for (guint i = 0; i < tensors->n; i++)
    if (tensors->shape[i] != 0)
      g_assert_true (tensors->estimated[i] & LAMINA_ESTIMATE_SHAPE);
  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (lamina_work_peek (run), i, &figures);
      if (!is_product (&figures))
        continue;
      g_assert_cmpint (figures.flop, !=, LAMINA_ABSENT);
      *(lamina_run_get_layers (run)->phase[i] == LAMINA_PHASE_BACKWARD ? &backward : &forward) += figures.flop;
    }
  g_assert_cmpint (backward, ==, 2 * forward);
  return forward;
}

static guint
count_shapes (LaminaDocument *document,
              guint          *n_tensors)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_document_get_run (document, 0));
  guint n = 0;

  for (guint i = 0; i < tensors->n; i++)
    n += tensors->shape[i] != 0;
  *n_tensors = tensors->n;
  return n;
}

/* Ronneberger et al. 2015, figure 1: at how many places each convolution is computed, from how many maps to how many. */
static const struct
{
  gint64 side;   /* of the square of places: the output's, or the input's of one that doubles it */
  gint64 inputs;
  gint64 outputs;
  gint64 kernel;
} unet[] = {
  { 570, 1, 64, 3 }, { 568, 64, 64, 3 },
  { 282, 64, 128, 3 }, { 280, 128, 128, 3 },
  { 138, 128, 256, 3 }, { 136, 256, 256, 3 },
  { 66, 256, 512, 3 }, { 64, 512, 512, 3 },
  { 30, 512, 1024, 3 }, { 28, 1024, 1024, 3 },
  { 28, 1024, 512, 2 }, { 54, 1024, 512, 3 }, { 52, 512, 512, 3 },
  { 52, 512, 256, 2 }, { 102, 512, 256, 3 }, { 100, 256, 256, 3 },
  { 100, 256, 128, 2 }, { 198, 256, 128, 3 }, { 196, 128, 128, 3 },
  { 196, 128, 64, 2 }, { 390, 128, 64, 3 }, { 388, 64, 64, 3 },
  { 388, 64, 2, 1 },
};

static void
test_chainer (void)
{
  g_autoptr (LaminaDocument) document = open_made ("unet-chainer.txt");
  gint64 sum = 0;
  guint n;

  g_assert_cmpuint (count_shapes (document, &n), ==, n);
  for (guint i = 0; i < G_N_ELEMENTS (unet); i++)
    sum += unet[i].side * unet[i].side * unet[i].inputs * unet[i].outputs * unet[i].kernel * unet[i].kernel;
  g_assert_cmpint (check_inferred (document), ==, 2 * 2 * sum);
}

/* The same network for 8 images, but that its last transposed convolution has 128 maps where the figure has 64. */
static void
test_chainer_real (void)
{
  g_autoptr (LaminaDocument) document = open_real ("001_1953327273121cc3.txt");
  guint n, n_shapes;

  if (!document)
    return;
  n_shapes = count_shapes (document, &n);
  g_assert_cmpuint (n_shapes, ==, n - 1);
  g_assert_cmpint (check_inferred (document), ==, 8 * 2 * G_GINT64_CONSTANT (157294254336));
}

/* The same with a graph of four functions, and without shapes where several would fit. */
static void
test_inferred (void)
{
  static const char *const shapes[] = { "4×1×20×20", "8×1×3×3", "8", "4×8×18×18", "4×8×18×18", "4×8×9×9", "16×8×3×3", "16",
                                        "4×16×7×7" };
  static const gint64 flop[] = { 2 * 4 * 8 * 18 * 18 * 9, 4 * 8 * 18 * 18, 4 * 8 * 9 * 9 * 4, 2 * 4 * 16 * 49 * 72 };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "work", "small-chainer.txt", NULL);
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "unet-chainer.txt", NULL);
  g_autoptr (LaminaDocument) document = open_file (path);
  g_autoptr (LaminaDocument) sample = open_file (other);
  LaminaRun *run = lamina_document_get_run (document, 0);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  g_assert_cmpuint (tensors->n, ==, G_N_ELEMENTS (shapes));
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *text = NULL;

      g_assert_cmpuint (tensors->shape[i], !=, 0);
      text = lamina_run_dup_shape_text (run, tensors->shape[i]);
      g_assert_cmpstr (text, ==, shapes[i]);
      g_assert_cmpuint (tensors->estimated[i], ==,
                         LAMINA_ESTIMATE_SHAPE | LAMINA_ESTIMATE_DTYPE | LAMINA_ESTIMATE_LIFETIME);
    }
  for (guint i = 0; i < G_N_ELEMENTS (flop); i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (lamina_work_peek (run), i, &figures);
      g_assert_cmpint (figures.flop, ==, flop[i]);
    }
  /* Its convolutions keep the size of images: any number of images would do. */
  tensors = lamina_run_get_tensors (lamina_document_get_run (sample, 0));
  for (guint i = 0; i < tensors->n; i++)
    g_assert_cmpuint (lamina_column_id (tensors->shape, i), ==, 0);
}

/* What stands among the arguments of an operator alone: strides, windows, equations. */
static void
test_attributes (void)
{
  static const gint64 flop[] = {
    2360279040,
    G_GINT64_CONSTANT (2) * 64 * 28 * 28 * 32 * 4,
    18063360,
    G_GINT64_CONSTANT (2) * 2 * 8 * 128 * 256 * 64,
    G_GINT64_CONSTANT (2) * 2 * 8 * 128 * 64 * 32,
    LAMINA_ABSENT, /* the equation does not fit the factors */
    LAMINA_ABSENT, /* dimensions change places */
    4 * 5,         /* nothing is summed */
    2 * 4 * 5 * 6, /* the equation does not name the result, and has blanks */
    0,             /* there are no rows */
    2 * 7 * 4 * 5 * 6, /* a dimension of length 1 stretches */
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "work", "pytorch.pt.trace.json", NULL);
  g_autoptr (LaminaDocument) document = open_file (path);
  LaminaRun *run = lamina_document_get_run (document, 0);
  LaminaWork *work = lamina_work_peek (run);
  g_autofree char *formula = lamina_work_dup_formula (work, 2, NULL, NULL);
  LaminaWorkFigures figures;

  g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, G_N_ELEMENTS (flop));
  for (guint i = 0; i < G_N_ELEMENTS (flop); i++)
    {
      lamina_work_get_figures (work, i, &figures);
      g_assert_cmpint (figures.flop, ==, flop[i]);
    }
  lamina_work_get_figures (work, 0, &figures);
  g_assert_cmpint (figures.outputs, ==, 32112640);
  g_assert_cmpstr (formula, ==, "(10×64×56×56) · 9");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work-proof/megengine", test_megengine);
  g_test_add_func ("/work-proof/megengine-real", test_megengine_real);
  g_test_add_func ("/work-proof/tvm", test_tvm);
  g_test_add_func ("/work-proof/tvm-real", test_tvm_real);
  g_test_add_func ("/work-proof/tensorrt", test_tensorrt);
  g_test_add_func ("/work-proof/tensorrt-real", test_tensorrt_real);
  g_test_add_func ("/work-proof/tensorflow", test_tensorflow);
  g_test_add_func ("/work-proof/tensorflow-real", test_tensorflow_real);
  g_test_add_func ("/work-proof/chainer", test_chainer);
  g_test_add_func ("/work-proof/chainer-real", test_chainer_real);
  g_test_add_func ("/work-proof/inferred", test_inferred);
  g_test_add_func ("/work-proof/attributes", test_attributes);
  return g_test_run ();
}
