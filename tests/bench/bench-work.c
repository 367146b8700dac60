/* SPDX-License-Identifier: Apache-2.0 */
/* How long the cost model of a million layers takes: few problems that occur often, one of its own for each layer, and as
 * many types as layers. */

#include "bench.h"

#include "lamina-work.h"

#include <math.h>

#define BUDGET_MS 1000.0

static guint32
add_tensor (LaminaBuilder *builder,
            guint32        run,
            guint32        dtype,
            const gint64  *dims,
            guint          n)
{
  LaminaTensorInit init = LAMINA_TENSOR_INIT;

  init.dtype = dtype;
  init.shape = lamina_builder_intern_shape (builder, dims, n);
  init.bytes = lamina_shape_get_bytes (dims, n, 32);
  return lamina_builder_add_tensor (builder, run, &init);
}

static guint32
add_type (LaminaBuilder *builder,
          guint          i,
          guint          n_types)
{
  static const char *const names[] = { "aten::convolution", "aten::cudnn_convolution", "aten::linear", "aten::addmm" };
  g_autofree char *own = g_strdup_printf ("%s %u", names[i % 4], i % n_types);

  return lamina_builder_intern (builder, n_types > G_N_ELEMENTS (names) ? own : names[i % 4], -1);
}

/* Convolutions and products inside of operators that call them, of @n_shapes different sizes and @n_types, 4 or more. */
static LaminaDocument *
make_layers (guint n,
             guint n_shapes,
             guint n_types)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 dtype = lamina_builder_intern (builder, "float", -1);
  guint32 last = LAMINA_NONE;

  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      gint64 size = 8 + i / 2 % n_shapes, data[] = { 1, 64, size, size }, weights[] = { 64, 64, 3, 3 };
      gint64 rows[] = { size, 512 }, factor[] = { 512, 512 };
      gboolean is_product = i % 4 >= 2;

      init.type = init.name = add_type (builder, i, n_types);
      init.duration = 1000 + i;
      init.parent = i % 2 == 1 ? last : LAMINA_NONE;
      last = lamina_builder_add_layer (builder, run, &init);
      lamina_builder_add_input (builder, run, last, add_tensor (builder, run, dtype, is_product ? rows : data,
                                                                is_product ? 2 : 4));
      lamina_builder_add_input (builder, run, last, add_tensor (builder, run, dtype, is_product ? factor : weights,
                                                                is_product ? 2 : 4));
      lamina_builder_add_output (builder, run, last, add_tensor (builder, run, dtype, is_product ? rows : data,
                                                                 is_product ? 2 : 4));
    }
  return lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
}

static void
bench_work (guint n,
            guint n_shapes,
            guint n_types)
{
  g_autoptr (LaminaDocument) document = make_layers (n, n_shapes, n_types);
  g_autofree char *name = g_strdup_printf ("cost model of %u layers of %u sizes and %u types", n, n_shapes, n_types);
  gsize heap = bench_heap_bytes ();
  double since = bench_thread_now ();
  LaminaWork *work = lamina_work_attach (document, 0, NULL);

  bench_report (name, 1000 * (bench_thread_now () - since), "ms", BUDGET_MS);
  bench_report ("its memory", (double) (bench_heap_bytes () - heap) / n, "bytes a layer", NAN);
  g_assert_cmpint (lamina_work_get_totals (work)->flop, >, 0);
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;

  bench_work (n, 100, 4);
  bench_work (n, n, 4);
  bench_work (n, 100, n);
  return 0;
}
