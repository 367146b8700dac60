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
  LaminaDtypeKind kind;
} dtypes[] = {
  { "float32", 32, LAMINA_DTYPE_FLOAT }, { "Float32", 32, LAMINA_DTYPE_FLOAT }, { "FP16", 16, LAMINA_DTYPE_FLOAT },
  { "Half", 16, LAMINA_DTYPE_FLOAT }, { "c10::BFloat16", 16, LAMINA_DTYPE_BRAIN_FLOAT },
  { "torch.int64", 64, LAMINA_DTYPE_INTEGER }, { "tensor(float)", 32, LAMINA_DTYPE_FLOAT },
  { "tensor(int64)", 64, LAMINA_DTYPE_INTEGER }, { "QuantizedS8(0.5)", 8, LAMINA_DTYPE_INTEGER },
  { "Byte", 8, LAMINA_DTYPE_INTEGER }, { "Int8", 8, LAMINA_DTYPE_INTEGER }, { "DT_FLOAT", 32, LAMINA_DTYPE_FLOAT },
  { "bool", 8, LAMINA_DTYPE_BOOLEAN }, { "IntB4", 4, LAMINA_DTYPE_INTEGER }, { "TF32", 32, LAMINA_DTYPE_TENSOR_FLOAT },
  { "float8_e4m3fn", 8, LAMINA_DTYPE_FLOAT }, { "complex<float>", 64, LAMINA_DTYPE_COMPLEX },
  { "c10::complex<double>", 128, LAMINA_DTYPE_COMPLEX }, { "", 0, LAMINA_DTYPE_UNKNOWN },
  { "string", 0, LAMINA_DTYPE_UNKNOWN }, { "float32 int8", 0, LAMINA_DTYPE_UNKNOWN }, { "fl", 0, LAMINA_DTYPE_UNKNOWN },
  { "(", 0, LAMINA_DTYPE_UNKNOWN }, { "long int", 64, LAMINA_DTYPE_INTEGER },
  { "unsigned char", 8, LAMINA_DTYPE_INTEGER }, { "signed char", 8, LAMINA_DTYPE_INTEGER },
  { "short int", 16, LAMINA_DTYPE_INTEGER }, { "unsigned short", 16, LAMINA_DTYPE_INTEGER },
  { "unsigned int", 32, LAMINA_DTYPE_INTEGER }, { "unsigned long", 64, LAMINA_DTYPE_INTEGER },
  { "long", 64, LAMINA_DTYPE_INTEGER }, { "long int8", 0, LAMINA_DTYPE_UNKNOWN },
};

static void
test_dtypes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      g_test_message ("%s", dtypes[i].word);
      g_assert_cmpuint (lamina_dtype_get_bits (dtypes[i].word), ==, dtypes[i].bits);
      g_assert_cmpint (lamina_dtype_get_kind (dtypes[i].word), ==, dtypes[i].kind);
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
