/* SPDX-License-Identifier: Apache-2.0 */
#include "two-runs.h"

#include <string.h>

/* Who corresponds to whom in two runs, and that nothing is lost or counted twice. */

static void
test_names (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "stem", "conv", 10 }, { "head", "dense", 20 }, { "conv_3", "conv", 5, .inputs = "1x3" },
                    { "conv_4", "conv", 7, .inputs = "1x4" }, { "gone", "x", 3 } };
  const Row b[] = { { "head", "matmul", 25 }, { "stem", "conv", 11 }, { "conv_3", "conv", 8, .inputs = "1x4" },
                    { "conv_9", "conv", 6, .inputs = "1x3" }, { "new", "y", 4 } };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  /* A name that somebody gave stands above types and order; one that is a number does not stand above shapes. */
  two_assert_pairs (self,
                    "matched name stem | stem 1\n"
                    "matched name head | head 5\n"
                    "matched shape conv_3 | conv_9 1\n"
                    "only-b - | new 4\n"
                    "matched order conv_4 | conv_3 1\n"
                    "only-a - gone |  -3\n");
}

static void
test_order (Two           *self,
            gconstpointer  data)
{
  static const char letters_a[] = "abcabba", letters_b[] = "cbabac";

  /* Names that repeat: the longest common subsequence, then what has moved. */
  for (guint i = 0; letters_a[i] != '\0'; i++)
    fixture_add (&self->a, &(Row) { (char[]) { letters_a[i], '\0' }, "t", 1 });
  for (guint i = 0; letters_b[i] != '\0'; i++)
    fixture_add (&self->b, &(Row) { (char[]) { letters_b[i], '\0' }, "t", 1 });
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  g_assert_cmpuint (lamina_comparison_get_summary (self->comparison)->n_states[LAMINA_PAIR_MATCHED], ==, 5);
  for (guint i = 0, n = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      n += pair.basis == LAMINA_PAIR_BY_ORDER;
      if (i + 1 == lamina_comparison_get_n_pairs (self->comparison))
        g_assert_cmpuint (n, ==, 4);
    }
}

static void
test_dtypes (Two           *self,
             gconstpointer  data)
{
  const Row a[] = { { "conv_1", "conv", 10, .inputs = "1x3 float32" },
                    { "conv_2", "conv", 10, .inputs = "1x5 float32" } };
  const Row b[] = { { "conv_7", "conv", 4, .inputs = "1x3 float16" }, { "cast_1", "cast", 2, .inputs = "1x3 float16" },
                    { "conv_8", "conv", 5, .inputs = "1x5 float16" } };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "matched order conv_1 | conv_7 -6\n"
                    "only-b - | cast_1 2\n"
                    "matched order conv_2 | conv_8 -5\n");
}

static void
test_batch (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "conv_1", "conv", 10, .inputs = "1x3" }, { "relu_2", "relu", 1, .inputs = "1x3" } };
  const Row b[] = { { "conv_1", "conv", 80, .inputs = "8x3" }, { "relu_2", "relu", 8, .inputs = "8x3" } };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self, "matched name conv_1 | conv_1 70\nmatched name relu_2 | relu_2 7\n");
}

static void
add_part (Fixture    *side,
          guint32     layer,
          const char *part)
{
  lamina_builder_add_part (side->builder, side->run, layer, lamina_builder_intern (side->builder, part, -1));
}

static void
test_fused (Two           *self,
            gconstpointer  data)
{
  guint32 layer;

  layer = fixture_add (&self->a, &(Row) { "Conv_0 + Relu_1", "Convolution", 10, .outputs = "1x3" });
  add_part (&self->a, layer, "Conv_0");
  add_part (&self->a, layer, "Relu_1");
  layer = fixture_add (&self->a, &(Row) { "Copy for Conv_0 + Relu_1", "Reformat", 2, .outputs = "1x3" });
  add_part (&self->a, layer, "Conv_0");
  add_part (&self->a, layer, "Relu_1");
  fixture_add (&self->a, &(Row) { "Pool_2", "Pooling", 3, .outputs = "1x4" });
  fixture_add (&self->a, &(Row) { "Softmax_3", "Softmax", 1, .outputs = "1x4" });
  fixture_add (&self->b, &(Row) { "Conv_0", "Convolution", 7, .outputs = "1x3" });
  fixture_add (&self->b, &(Row) { "Relu_1", "PointWise", 6, .outputs = "1x3" });
  layer = fixture_add (&self->b, &(Row) { "Pool_2 + Softmax_3", "Myelin", 2, .outputs = "1x4" });
  add_part (&self->b, layer, "Pool_2");
  add_part (&self->b, layer, "Softmax_3");
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "split parts Conv_0 + Relu_1 | Conv_0+Relu_1 3\n"
                    "only-a - Copy for Conv_0 + Relu_1 |  -2\n"
                    "merged parts Pool_2+Softmax_3 | Pool_2 + Softmax_3 -2\n");
}

#define DATA "2x4x8x8"
#define WEIGHTS "4x4x3x3"
#define QKV "2x8x64x32, 2x8x64x32, 2x8x64x32"

/* One operator runs on another library there: what is below layers of one pair, does the same and has the same shapes. */
static void
test_libraries (Two           *self,
                gconstpointer  data)
{
  const Row a[] = {
    { "conv", "aten::convolution", .inputs = DATA ", " WEIGHTS },
    { "cudnn", "aten::cudnn_convolution", 30, .inputs = DATA ", " WEIGHTS ", scalar", .parent = 1 },
    { "conv", "aten::convolution", .inputs = DATA ", 8x4x1x1" },
    { "cudnn", "aten::cudnn_convolution", 10, .inputs = DATA ", 8x4x1x1, scalar", .parent = 3 },
    { "sdpa", "aten::scaled_dot_product_attention", .inputs = QKV },
    { "flash", "aten::_scaled_dot_product_flash_attention", .inputs = QKV ", scalar", .parent = 5 },
    { "forward", "aten::_flash_attention_forward", 50, .inputs = QKV, .parent = 6 },
  };
  const Row b[] = {
    { "conv", "aten::convolution", .inputs = DATA ", " WEIGHTS },
    { "miopen", "aten::miopen_convolution", 20, .inputs = DATA ", " WEIGHTS ", 4, scalar, scalar", .parent = 1 },
    { "conv", "aten::convolution", .inputs = DATA ", 8x4x1x1" },
    { "miopen", "aten::miopen_convolution", 15, .inputs = DATA ", 8x4x1x1, 8, scalar", .parent = 3 },
    { "sdpa", "aten::scaled_dot_product_attention", .inputs = QKV },
    { "efficient", "aten::_scaled_dot_product_efficient_attention", .inputs = QKV ", scalar, scalar", .parent = 5 },
    { "inner", "aten::_efficient_attention_forward", 70, .inputs = QKV ", scalar", .parent = 6 },
  };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "matched order conv | conv\n"
                    "matched family cudnn | miopen -10\n"
                    "matched order conv | conv\n"
                    "matched family cudnn | miopen 5\n"
                    "matched name sdpa | sdpa\n"
                    "matched family flash | efficient\n"
                    "matched family forward | inner 20\n");
}

/* One side has a layer in between that the other has not. */
static void
test_wrapped (Two           *self,
              gconstpointer  data)
{
  const Row a[] = {
    { "conv", "aten::convolution", .inputs = DATA ", " WEIGHTS },
    { "wrapper", "mine::dispatch", .inputs = DATA, .parent = 1 },
    { "cudnn", "aten::cudnn_convolution", 30, .inputs = DATA ", " WEIGHTS, .parent = 2 },
    { "mm", "aten::linear", .parent = 0 },
    { "gemm", "aten::addmm", 4, .parent = 4 },
  };
  const Row b[] = {
    { "conv", "aten::convolution", .inputs = DATA ", " WEIGHTS },
    { "miopen", "aten::miopen_convolution", 20, .inputs = DATA ", " WEIGHTS, .parent = 1 },
    { "mm", "aten::linear" },
    { "lt", "aten::_addmm_activation", 3, .parent = 3 },
  };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "matched name conv | conv\n"
                    "only-a - wrapper | \n"
                    "matched family cudnn | miopen -10\n"
                    "matched name mm | mm\n"
                    "matched family gemm | lt -1\n");
}

/* Without a layer around them their order ties them, and what is below them follows. */
static void
test_roots (Two           *self,
            gconstpointer  data)
{
  const Row a[] = {
    { "x1", "flash::attention", 10, .inputs = QKV },
    { "k1", "flash_attention_kernel", 5, .parent = 1 },
    { "n1", "aten::layer_norm", 2, .inputs = "2x64" },
    { "x2", "flash::attention", 11, .inputs = QKV },
    { "k2", "flash_attention_kernel", 6, .parent = 4 },
    { "bare", "cublas_gemm", 1 },
  };
  const Row b[] = {
    { "y1", "aiter::fmha_attention", 9, .inputs = QKV },
    { "i1", "fmha_attention_kernel", 4, .parent = 1 },
    { "n7", "aten::layer_norm", 2, .inputs = "2x64" },
    { "y2", "aiter::fmha_attention", 9, .inputs = QKV },
    { "i2", "fmha_attention_kernel", 8, .parent = 4 },
    { "none", "hipblas_gemm", 1 },
  };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "matched family x1 | y1 -1\n"
                    "matched family k1 | i1 -1\n"
                    "matched order n1 | n7 0\n"
                    "matched family x2 | y2 -2\n"
                    "matched family k2 | i2 2\n"
                    "only-b - | none 1\n"
                    "only-a - bare |  -1\n");
}

/* Neither other work, nor other shapes, nor what stands elsewhere; and without shapes nothing of which there are several. */
static void
test_strangers (Two           *self,
                gconstpointer  data)
{
  const Row a[] = {
    { "block", "my_block", .inputs = DATA },
    { "cudnn", "aten::cudnn_convolution", 1, .inputs = DATA ", " WEIGHTS, .parent = 1 },
    { "free", "aten::cudnn_convolution", 1, .inputs = DATA ", 8x4x1x1" },
    { "bare", "my_other" },
    { "one", "aten::add", 1, .parent = 4 },
    { "two", "aten::sub", 1, .parent = 4 },
  };
  const Row b[] = {
    { "block", "my_block", .inputs = DATA },
    { "pool", "aten::max_pool2d", 1, .inputs = DATA ", " WEIGHTS, .parent = 1 },
    { "miopen", "aten::miopen_convolution", 1, .inputs = DATA ", 4x4x5x5", .parent = 1 },
    { "elsewhere", "aten::miopen_convolution", 1, .inputs = DATA ", 8x4x1x1", .parent = 1 },
    { "bare", "my_other" },
    { "three", "aten::mul", 1, .parent = 5 },
  };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  g_assert_cmpuint (lamina_comparison_get_summary (self->comparison)->n_states[LAMINA_PAIR_MATCHED], ==, 2);
}

static void
test_words (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "k1", "nn.conv2d_add_relu", 9 }, { "mid", "pool", 1 }, { "k2", "add", 2 }, { "k3", "relu", 2 } };
  const Row b[] = { { "c1", "nn_conv2d", 5 }, { "c2", "add", 2 }, { "c3", "relu", 1 }, { "mid", "pool", 1 },
                    { "c4", "add relu", 3 } };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "split parts k1 | c1+c2+c3 -1\n"
                    "matched name mid | mid 0\n"
                    "merged parts k2+k3 | c4 -1\n");
}

/* Words agree, but the data does not: other lengths, or a neighbor of which nobody says what it does. */
static void
test_words_of_others (Two           *self,
                      gconstpointer  data)
{
  const Row a[] = { { "k1", "add_relu", 9, .inputs = "1x2x56x56x32", .outputs = "1x1x56x56x64" },
                    { "k2", "mul_tanh", 9, .inputs = "1x2x8x8x32", .outputs = "1x64x8x8" },
                    { "k3", "relu_grad", 4, .outputs = "3x3" } };
  const Row b[] = { { "c1", "add", 5, .inputs = "1x8x28x28x4", .outputs = "1x8x28x28x4" },
                    { "c2", "relu", 2, .inputs = "1x2x56x56x32", .outputs = "1x1x56x56x64" },
                    { "c3", "mul", 5, .inputs = "1x64x8x8", .outputs = "1x64x8x8" },
                    { "c4", "tanh", 2, .inputs = "1x64x8x8", .outputs = "1x64x8x8" },
                    { "c5", "", 1 }, { "c6", "relu_grad", 1, .outputs = "9" } };

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self,
                    "only-b - | c1 5\n"
                    "only-b - | c2 2\n"
                    "only-a - k1 |  -9\n"
                    "split parts k2 | c3+c4 -2\n"
                    "only-b - | c5 1\n"
                    "only-b - | c6 1\n"
                    "only-a - k3 |  -4\n");
}

/* Where both runs are measured, layers lie where they were; where one start is missing, end to end. */
static void
test_places (Two           *self,
             gconstpointer  data)
{
  static const Row rows_a[] = { { "a", "conv", 100, .inputs = "1x3", .start = 5000 },
                                { "b", "relu", 50, .inputs = "1x3", .start = 4000 } };
  static const Row rows_b[] = { { "a", "conv", 70, .inputs = "1x3", .start = 100 },
                                { "b", "relu", 50, .inputs = "1x3", .start = 900 },
                                { "c", "view", .inputs = "1x3" } };
  const LaminaComparisonSpan *spans;
  const guint32 *placed;
  guint n;

  two_add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  two_add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  g_assert_true (lamina_comparison_is_measured (self->comparison));
  spans = lamina_comparison_get_spans (self->comparison, FALSE);
  g_assert_cmpint (spans[0].start, ==, 1000);
  g_assert_cmpint (spans[0].end, ==, 1100);
  g_assert_cmpint (spans[1].start, ==, 0);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, FALSE), ==, 1100);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, TRUE), ==, 850);
  placed = lamina_comparison_get_placed (self->comparison, FALSE, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (placed[0], ==, 1);

  two_teardown (self, NULL);
  two_setup (self, NULL);
  two_add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  fixture_add (&self->b, &(Row) { "a", "conv", 70, .inputs = "1x3", .start = 100 });
  fixture_add (&self->b, &(Row) { "b", "relu", 50, .inputs = "1x3" });
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  g_assert_false (lamina_comparison_is_measured (self->comparison));
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, FALSE), ==, 150);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, TRUE), ==, 120);
}

/* Few names, types and shapes, so that everything happens: repeats, moves, one side only. */
static void
add_random_row (Fixture *side,
                GRand   *rand,
                guint    n_names)
{
  static const char *const shapes[] = { NULL, "1x3", "1x3 float16", "4x5", "4x5, 1x3" };
  static const char *const types[] = { "conv", "add", "relu", "conv_add", "add_relu", "" };
  g_autofree char *name = g_strdup_printf ("%s%d", g_rand_boolean (rand) ? "n" : "op_",
                                           g_rand_int_range (rand, 0, n_names));

  fixture_add (side, &(Row) { name, types[g_rand_int_range (rand, 0, G_N_ELEMENTS (types))],
                              g_rand_int_range (rand, 0, 50), .inputs = shapes[g_rand_int_range (rand, 0, 5)],
                              .section = (guint) g_rand_int_range (rand, 0, 3) });
  if (g_rand_boolean (rand) && n_names > 3)
    for (guint i = 0; i < 2; i++)
      {
        g_autofree char *part = g_strdup_printf ("n%d", g_rand_int_range (rand, 0, n_names));

        add_part (side, (guint32) (g_rand_int_range (rand, 0, 1)), part);
      }
}

static void
test_random (void)
{
  for (guint seed = 0; seed < 400; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      guint n_names = (guint) g_rand_int_range (rand, 1, 60);
      guint32 sections[2];
      Two two = { 0 };

      two_setup (&two, NULL);
      for (guint side = 0; side < 2; side++)
        {
          guint n = (guint) g_rand_int_range (rand, 0, 120);
          Fixture *fixture = side == 0 ? &two.a : &two.b;

          lamina_builder_add_section (fixture->builder, fixture->run, "one");
          lamina_builder_add_section (fixture->builder, fixture->run, "two");
          for (guint i = 0; i < n; i++)
            add_random_row (fixture, rand, n_names);
          sections[side] = g_rand_boolean (rand) ? LAMINA_NONE : (guint32) g_rand_int_range (rand, 0, 2);
        }
      two_compare (&two, sections[0], sections[1]);
      two_check (&two);
      two_teardown (&two, NULL);
    }
}

/* A run compared to itself differs in nothing. */
static void
test_same (Two           *self,
           gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  LaminaComparisonSide side = { NULL, 0, LAMINA_NONE };

  lamina_builder_add_section (self->a.builder, self->a.run, "one");
  lamina_builder_add_section (self->a.builder, self->a.run, "two");
  for (guint i = 0; i < 500; i++)
    add_random_row (&self->a, rand, 9);
  fixture_freeze (&self->a);
  side.document = self->a.document;
  self->comparison = lamina_comparison_new (&side, &side, NULL);
  two_check (self);
  g_assert_cmpuint (lamina_comparison_get_n_pairs (self->comparison), ==, 500);
  for (guint i = 0; i < 500; i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      g_assert_cmpuint (pair.state, ==, LAMINA_PAIR_MATCHED);
      g_assert_cmpuint (pair.layers_a[0], ==, pair.layers_b[0]);
    }
}

/* Nothing is unique and little is common: the search gives up and still ends, with every layer in its place. */
static void
test_large (Two           *self,
            gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < 20000; i++)
      {
        g_autofree char *name = g_strdup_printf ("%c", 'a' + g_rand_int_range (rand, 0, 3 + (gint32) side));

        fixture_add (side == 0 ? &self->a : &self->b, &(Row) { name, "t", 1 });
      }
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  g_assert_cmpuint (lamina_comparison_get_summary (self->comparison)->n_states[LAMINA_PAIR_MATCHED], >, 14000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TWO_ADD ("/comparison/names", test_names);
  TWO_ADD ("/comparison/order", test_order);
  TWO_ADD ("/comparison/dtypes", test_dtypes);
  TWO_ADD ("/comparison/batch", test_batch);
  TWO_ADD ("/comparison/fused", test_fused);
  TWO_ADD ("/comparison/words", test_words);
  TWO_ADD ("/comparison/words-of-others", test_words_of_others);
  TWO_ADD ("/comparison/libraries", test_libraries);
  TWO_ADD ("/comparison/libraries/wrapped", test_wrapped);
  TWO_ADD ("/comparison/libraries/roots", test_roots);
  TWO_ADD ("/comparison/libraries/strangers", test_strangers);
  TWO_ADD ("/comparison/places", test_places);
  TWO_ADD ("/comparison/same", test_same);
  TWO_ADD ("/comparison/large", test_large);
  g_test_add_func ("/comparison/random", test_random);
  return g_test_run ();
}
