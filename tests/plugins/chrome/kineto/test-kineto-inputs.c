/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-index-private.h"
#include "kineto-inputs-private.h"

#include <string.h>

/* Lists as PyTorch writes them, and as others might; expected: shape and dtype of each tensor; `!` where it is no list. */
static const struct
{
  const char *shapes;
  const char *types;
  const char *expected;
} lists[] = {
  { "[[64,3,224,224],[64,3,7,7],[],[]]", "[\"float\",\"float\",\"\",\"ScalarList\"]", "64,3,224,224 float|64,3,7,7 float|" },
  { "[[128], [5, 128], [128, 128], [], []]", "[\"float\", \"c10::BFloat16\", \"long int\", \"Scalar\", \"Scalar\"]",
    "128 float|5,128 c10::BFloat16|128,128 long int|" },
  { "[[],[]]", "[\"float\",\"Scalar\"]", " float|" },
  { "[[[8],[8,8]],[2]]", "[\"TensorList\",\"double\"]", "8 |8,8 |2 double|" },
  { "[[[8],[8,8]],[2]]", "[[\"float\",\"float\"],\"double\"]", "8 |8,8 |2 double|" },
  { "[[[],[4]],[],[[]]]", "[\"TensorList\",\"TensorList\",\"TensorList\"]", " |4 | |" },
  { "[[2,3],[4]]", NULL, "2,3 |4 |" },
  { "[[2,3],[4]]", "[\"float\"]", "2,3 float|4 |" },
  { "[]", "[]", "" },
  { "[[0]]", "[\"bool\"]", "0 bool|" },
  { "[[99999999999999999999]]", "[\"float\"]", "!" },
  { "[[-1]]", "[\"float\"]", "!" },
  { "[[1,", "[\"float\"]", "!" },
  { "[[1],[2", "[\"float\",\"float", "1 float|!" },
  { "", "", "!" },
  { "{}", "[", "!" },
  { "[5]", "[\"float\"]", "!" },
};

static void
test_lists (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KinetoInput));
      g_autoptr (GArray) dims = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean is_list = kineto_parse_inputs (lists[i].shapes, lists[i].types, inputs, dims);

      for (guint j = 0; j < inputs->len; j++)
        {
          const KinetoInput *input = &g_array_index (inputs, KinetoInput, j);

          for (guint k = 0; k < input->n; k++)
            g_string_append_printf (text, "%s%" G_GINT64_FORMAT, k > 0 ? "," : "",
                                    g_array_index (dims, gint64, input->first + k));
          g_string_append_printf (text, " %.*s|", (int) input->dtype_length, input->dtype);
        }
      g_string_append (text, is_list ? "" : "!");
      g_test_message ("%s", lists[i].shapes);
      g_assert_cmpstr (text->str, ==, lists[i].expected);
    }
}

static void
test_dtypes (void)
{
  g_assert_cmpuint (kineto_get_dtype_bits ("float", 5), ==, 32);
  g_assert_cmpuint (kineto_get_dtype_bits ("long int", 8), ==, 64);
  g_assert_cmpuint (kineto_get_dtype_bits ("c10::BFloat16", 13), ==, 16);
  g_assert_cmpuint (kineto_get_dtype_bits ("unsigned char", 13), ==, 8);
  g_assert_cmpuint (kineto_get_dtype_bits ("Scalar", 6), ==, 0);
  g_assert_cmpuint (kineto_get_dtype_bits ("", 0), ==, 0);
  g_assert_cmpuint (kineto_get_dtype_bits ("c10::Half, float", 9), ==, 16);
  g_assert_cmpuint (kineto_get_dtype_bits ("bool", 4), ==, 8);
  /* The beginning of a word is another word. */
  g_assert_cmpuint (kineto_get_dtype_bits ("float8", 6), ==, 8);
  g_assert_cmpuint (kineto_get_dtype_bits ("float8", 5), ==, 32);
  g_assert_cmpuint (kineto_get_dtype_bits ("float8", 4), ==, 0);
}

/* Ascending, scattered and colliding numbers; the first row of a number stays, and the others are counted. */
static void
test_index (void)
{
  static const gint64 strides[] = { 1, 16, 4096, G_GINT64_CONSTANT (1) << 32, -7 };

  for (guint s = 0; s < G_N_ELEMENTS (strides); s++)
    {
      g_auto (KinetoIndex) index = { 0 };

      kineto_index_init (&index, s == 0 ? 5000 : 0);
      for (guint i = 0; i < 5000; i++)
        g_assert_cmpuint (kineto_index_add (&index, i * strides[s], i), ==, 0);
      g_assert_cmpuint (kineto_index_add (&index, 17 * strides[s], 4), ==, 1);
      g_assert_cmpuint (kineto_index_add (&index, 17 * strides[s], 5), ==, 2);
      for (guint i = 0; i < 5000; i++)
        g_assert_cmpuint (kineto_index_find (&index, i * strides[s]), ==, i);
      g_assert_cmpuint (kineto_index_find (&index, 5000 * strides[s]), ==, G_MAXUINT32);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kineto/inputs", test_lists);
  g_test_add_func ("/kineto/inputs/dtypes", test_dtypes);
  g_test_add_func ("/kineto/index", test_index);

  return g_test_run ();
}
