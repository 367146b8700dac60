/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"

#include <math.h>

static const Row network[] = {
  { "net/conv1", "Convolution", 400000, 2000000, 60000, 1000, 20000, .order = 1,
    .inputs = "1x16x32x32 float16, 32x16x3x3 float16", .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/conv2", "Convolution", 300000, 1800000, 50000, 500000, 0, 2, .order = 2,
    .inputs = "1x32x32x32 float16, 32x32x3x3 float16", .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/relu1", "Relu", 50000, 32768, 131072, 900000, .order = 3, .inputs = "1x32x32x32 float16",
    .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/cast", "Cast", 20000, 0, 196608, 990000, .order = 4, .inputs = "1x32x32x32 float16",
    .outputs = "1x32x32x32 float32", .section = 2 },
  { "net/pool", "MaxPool", 30000, 8192, 139264, 1010000, .order = 5, .inputs = "1x32x32x32 float32",
    .outputs = "1x32x16x16 float32", .section = 2 },
  { "net/fc", "MatMul", 100000, 163840, 360000, 1050000, .order = 6, .inputs = "1x8192 float32, 8192x10 float32",
    .outputs = "1x10 float32", .section = 2 },
  { "net/softmax", "Softmax", 5000, 0, 0, 1160000, .order = 7, .inputs = "1x10 float32", .outputs = "1x10 float32",
    .section = 2 },
  { "net/fold", "Const", 0, .calls = -1 },
};

void
charts_setup (Charts        *self,
              gconstpointer  data)
{
  fixture_setup (&self->fixture, data);
  lamina_builder_add_section (self->fixture.builder, self->fixture.run, "first");
  lamina_builder_add_section (self->fixture.builder, self->fixture.run, "second");
  self->metrics = lamina_metrics_new_fixed (6);
  for (guint i = 0; data == NULL && i < G_N_ELEMENTS (network); i++)
    fixture_add (&self->fixture, &network[i]);
}

void
charts_teardown (Charts        *self,
                 gconstpointer  data)
{
  fixture_teardown (&self->fixture, data);
  lamina_metrics_free (self->metrics);
}

void
charts_add_many (Charts *self,
                 guint   n)
{
  static const char *const types[] = { "Convolution", "Relu", "MatMul", "MaxPool", "Cast", "Transpose", "Softmax" };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("net/layer%u", i);
      g_autofree char *type = g_strdup_printf ("%s%u", types[i % G_N_ELEMENTS (types)], i % 40);
      g_autofree char *shape = g_strdup_printf ("1x%ux16x16 float%u", i % 300 + 1, i % 3 == 0 ? 16 : 32);
      Row row = { name, type, 1000 + (gint64) i * i % 100003, 1 + (gint64) i * 7919 % 1000003,
                  64 + (gint64) i * 104729 % 100003,
                  .inputs = shape, .outputs = shape };

      fixture_add (&self->fixture, &row);
    }
}

LaminaChartData *
create_data (LaminaDocument *document,
             guint           run,
             const char     *id)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, run);
  LaminaChartData *data = lamina_chart_create_data (lamina_chart_find (id), &query, NULL);

  g_assert_nonnull (data);
  return data;
}

LaminaDocument *
load_sample (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "../data/samples", name, NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = load_file (path, &error);

  g_assert_no_error (error);
  return document;
}

guint
find_key (LaminaChartData *data,
          const char      *key)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (g_str_equal (lamina_chart_data_get_column (data, i)->key, key))
      return i;
  return LAMINA_NONE;
}

gint64
sum_column (LaminaChartData *data,
            guint            column)
{
  gint64 sum = 0;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (!isnan (lamina_chart_data_get_number (data, row, column)))
      sum += (gint64) lamina_chart_data_get_number (data, row, column);
  return sum;
}

static gboolean
is_part (LaminaChartUse use)
{
  return use == LAMINA_CHART_USE_PART || use == LAMINA_CHART_USE_IDLE || use == LAMINA_CHART_USE_OUTSIDE;
}

void
assert_parts (LaminaChartData *data)
{
  guint value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);

  if (lamina_chart_data_find_column (data, LAMINA_CHART_USE_PART) == LAMINA_NONE)
    return;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      double sum = 0;

      for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
        if (is_part (lamina_chart_data_get_column (data, i)->use)
            && !isnan (lamina_chart_data_get_number (data, row, i)))
          sum += lamina_chart_data_get_number (data, row, i);
      g_assert_cmpfloat (sum, ==, lamina_chart_data_get_number (data, row, value));
    }
}
