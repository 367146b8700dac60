/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lamina-core.h"

static const struct
{
  const char *text;
  const char *expected;
} shapes[] = {
  { "1x3x224x224", "1 3 224 224 " },
  { "[1, 64, 56, 56]", "1 64 56 56 " },
  { "(10,)", "10 " },
  { "{1,64,1,1}", "1 64 1 1 " },
  { "10×512×28×28", "10 512 28 28 " },
  { "3 4  5", "3 4 5 " },
  { " [ 7 ] ", "7 " },
  { "[]", "" },
  { "()", "" },
  { "?x3x-1xNone", "? 3 ? ? " },
  { "9223372036854775807", "9223372036854775807 " },
  { "", NULL },
  { "[", NULL },
  { "[1, 2", NULL },
  { "1, 2]", NULL },
  { "[1, 2)", NULL },
  { "1,,2", NULL },
  { ",1", NULL },
  { "-2", NULL },
  { "1.5", NULL },
  { "x", NULL },
  { "12a", NULL },
  { "9223372036854775808", NULL },
};

static void
test_shapes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (GString) dump = g_string_new (NULL);
      LaminaShape shape;
      gboolean is_shape = lamina_shape_parse (shapes[i].text, strlen (shapes[i].text), &shape);

      g_test_message ("%s", shapes[i].text);
      g_assert_cmpint (is_shape, ==, shapes[i].expected != NULL);
      for (guint j = 0; is_shape && j < shape.n; j++)
        if (shape.dims[j] == LAMINA_ABSENT)
          g_string_append (dump, "? ");
        else
          g_string_append_printf (dump, "%" G_GINT64_FORMAT " ", shape.dims[j]);
      if (is_shape)
        g_assert_cmpstr (dump->str, ==, shapes[i].expected);
    }
}

static void
test_many_dims (void)
{
  g_autoptr (GString) text = g_string_new ("1");
  LaminaShape shape;

  for (guint i = 1; i < LAMINA_MAX_DIMS; i++)
    g_string_append (text, "x1");
  g_assert_true (lamina_shape_parse (text->str, text->len, &shape));
  g_assert_cmpuint (shape.n, ==, LAMINA_MAX_DIMS);
  g_string_append (text, "x1");
  g_assert_false (lamina_shape_parse (text->str, text->len, &shape));
}

static void
test_bytes (void)
{
  const gint64 dims[] = { 10, 3 }, unknown[] = { 10, LAMINA_ABSENT }, large[] = { G_MAXINT64, 2 };

  g_assert_cmpint (lamina_shape_get_bytes (dims, 2, 32), ==, 120);
  g_assert_cmpint (lamina_shape_get_bytes (dims, 2, 4), ==, 15);
  g_assert_cmpint (lamina_shape_get_bytes (dims, 1, 1), ==, 2);
  g_assert_cmpint (lamina_shape_get_bytes (NULL, 0, 16), ==, 2);
  g_assert_cmpint (lamina_shape_get_bytes (dims, 2, 0), ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_shape_get_bytes (unknown, 2, 32), ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_shape_get_bytes (large, 2, 8), ==, LAMINA_ABSENT);
}

static const struct
{
  const char *word;
  guint bits;
} dtypes[] = {
  { "float32", 32 }, { "Float32", 32 }, { "FP16", 16 }, { "Half", 16 }, { "c10::BFloat16", 16 }, { "torch.int64", 64 },
  { "tensor(float)", 32 }, { "tensor(int64)", 64 }, { "QuantizedS8(0.5)", 8 }, { "Byte", 8 }, { "Int8", 8 },
  { "DT_FLOAT", 32 }, { "bool", 8 }, { "IntB4", 4 }, { "complex<float>", 64 }, { "c10::complex<double>", 128 },
  { "", 0 }, { "string", 0 }, { "float32 int8", 0 }, { "fl", 0 }, { "(", 0 },
};

static void
test_dtypes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      g_test_message ("%s", dtypes[i].word);
      g_assert_cmpuint (lamina_dtype_get_bits (dtypes[i].word), ==, dtypes[i].bits);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape/parse", test_shapes);
  g_test_add_func ("/shape/many", test_many_dims);
  g_test_add_func ("/shape/bytes", test_bytes);
  g_test_add_func ("/dtype/bits", test_dtypes);
  return g_test_run ();
}
