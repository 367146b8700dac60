/* SPDX-License-Identifier: Apache-2.0 */
#include "trace-maker-private.h"

static const struct
{
  const char *type;
  guint n_dims;
} inputs[] = {
  { "c10::BFloat16", 2 }, { "float", 3 }, { "c10::BFloat16", 3 }, { "Scalar", 0 }, { "", 0 }, { "long int", 2 }, { "float", 1 },
};

static void
append_list (GString *lists[4],
             guint32  number,
             guint    position)
{
  guint row = (number + position * 3) % G_N_ELEMENTS (inputs);
  gint64 dims[] = { 1 + number, 128 << number % 5, 64 + 8 * (number / 7 % 500) };

  for (guint i = 0; i < 4; i++)
    g_string_append (lists[i], position > 0 ? ", " : "");
  g_string_append_printf (lists[0], "\"%s\"", g_str_equal (inputs[row].type, "Scalar") ? "1" : "");
  g_string_append_printf (lists[1], "\"%s\"", inputs[row].type);
  for (guint i = 2; i < 4; i++)
    g_string_append_c (lists[i], '[');
  for (guint i = 0; i < inputs[row].n_dims; i++)
    {
      gint64 stride = 1;

      for (guint j = i + 1; j < inputs[row].n_dims; j++)
        stride *= dims[j];
      g_string_append_printf (lists[2], "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", stride);
      g_string_append_printf (lists[3], "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", dims[i]);
    }
  for (guint i = 2; i < 4; i++)
    g_string_append_c (lists[i], ']');
}

char *
trace_make_shapes (guint32 number)
{
  static const char *const keys[] = { "Concrete Inputs", "Input type", "Input Strides", "Input Dims" };
  GString *lists[4];
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 4; i++)
    lists[i] = g_string_new (NULL);
  for (guint i = 0; i < 1 + number % 4; i++)
    append_list (lists, number, i);
  for (guint i = 0; i < 4; i++)
    {
      g_string_append_printf (text, ", \"%s\": [%s]", keys[i], lists[i]->str);
      g_string_free (lists[i], TRUE);
    }
  return g_string_free (text, FALSE);
}

char *
trace_make_grid (guint number)
{
  guint blocks = 1 + number * number % 5000;

  return g_strdup_printf (",      \"registers per thread\": %u,      \"shared memory\": %u,      \"blocks per SM\": %u.%06u,"
                          "      \"warps per SM\": %u.%06u,      \"grid\": [%u, %u, 1],      \"block\": [%u, 1, 1],"
                          "      \"est. achieved occupancy %%\": %u", 16 + number % 240, number % 3 * 16384, blocks / 108,
                          blocks % 108 * 9259, blocks / 27, blocks % 27 * 37037, blocks, 1 + number % 3, 128 << number % 3,
                          number % 101);
}
