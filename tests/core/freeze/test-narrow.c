/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"
#include "lamina-core.h"

/* What tables give back when they are frozen must read as if it were there. */

#define N_SLICES 20000

/* @step: every so manieth slice has a place that needs its upper halves; 0: none has */
typedef struct
{
  guint step;
  guint n_categories;
  guint32 name;
  guint32 *categories;
} Plan;

static guint64
plan_offset (const Plan *plan,
             guint       i)
{
  return 300 * (guint64) i + (plan->step != 0 && i % plan->step == 0 ? G_GUINT64_CONSTANT (7) << 32 : 0);
}

static guint32
plan_length (const Plan *plan,
             guint       i)
{
  return 1 + i + (plan->step != 0 && i % plan->step == 1 ? 5 << 16 : 0);
}

static guint32
plan_category (const Plan *plan,
               guint       i)
{
  return plan->n_categories > 0 ? plan->categories[i % plan->n_categories] : 0;
}

/* The last one starts first, so that all of them move. */
static void
tell_slices (guint            track,
             guint            from,
             guint            n,
             LaminaSliceInit *slices,
             gpointer         data)
{
  const Plan *plan = data;

  for (guint i = 0; i < n; i++)
    {
      slices[i].name = plan->name;
      slices[i].start = 10 * (N_SLICES - (gint64) (from + i));
      slices[i].duration = 5;
      slices[i].category = plan_category (plan, from + i);
      slices[i].args_offset = plan_offset (plan, from + i);
      slices[i].args_length = plan_length (plan, from + i);
    }
}

static LaminaDocument *
freeze (LaminaBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Half of them in threads, then the others one by one, for which the columns have to grow. */
static LaminaDocument *
build_slices (Plan *plan)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "track", 0);
  const guint half = N_SLICES / 2;

  plan->name = lamina_builder_intern (builder, "slice", -1);
  plan->categories = g_new (guint32, plan->n_categories);
  for (guint i = 0; i < plan->n_categories; i++)
    {
      g_autofree char *text = g_strdup_printf ("category %u", i);

      plan->categories[i] = lamina_builder_intern (builder, text, -1);
    }
  g_assert_true (lamina_builder_fill_slices (builder, run, 1, &track, &half, tell_slices, plan));
  for (guint i = half; i < N_SLICES; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      tell_slices (0, i, 1, &slice, plan);
      lamina_builder_add_slice (builder, run, track, &slice);
    }
  return freeze (builder);
}

static const LaminaSlices *
get_slices (LaminaDocument *document)
{
  return lamina_track_get_slices (lamina_run_get_track (lamina_document_get_run (document, 0), 0));
}

static void
check_slices (const LaminaSlices *slices,
              const Plan         *plan)
{
  g_assert_cmpuint (slices->n, ==, N_SLICES);
  for (guint i = 0; i < N_SLICES; i++)
    {
      guint planned = N_SLICES - 1 - i;

      g_assert_cmpint (slices->start[i], ==, 10 * (gint64) (i + 1));
      g_assert_cmpuint (lamina_slices_get_category (slices, i), ==, plan_category (plan, planned));
      g_assert_cmpuint (lamina_slices_get_args_offset (slices, i), ==, plan_offset (plan, planned));
      g_assert_cmpuint (lamina_slices_get_args_length (slices, i), ==, plan_length (plan, planned));
    }
}

static void
test_large_places (void)
{
  Plan plan = { .step = 9999, .n_categories = 0 };
  g_autoptr (LaminaDocument) document = build_slices (&plan);

  check_slices (get_slices (document), &plan);
  g_free (plan.categories);
}

static void
test_small_places (void)
{
  Plan plan = { .step = 0, .n_categories = 256 };
  g_autoptr (LaminaDocument) document = build_slices (&plan);
  const LaminaSlices *slices = get_slices (document);

  check_slices (slices, &plan);
  g_assert_null (slices->args_offset_high);
  g_assert_null (slices->args_length_high);
  g_assert_null (slices->category);
  g_assert_cmpuint (slices->n_categories, ==, 256);
  g_assert_cmpstr (lamina_run_get_string (lamina_document_get_run (document, 0), lamina_slices_get_category (slices, 0)), ==,
                   "category 31");
  g_free (plan.categories);
}

static void
test_categories (void)
{
  Plan many = { .step = 7, .n_categories = 257 };
  Plan one = { .step = 7, .n_categories = 1 };
  g_autoptr (LaminaDocument) with_many = build_slices (&many);
  g_autoptr (LaminaDocument) with_one = build_slices (&one);

  check_slices (get_slices (with_many), &many);
  g_assert_nonnull (get_slices (with_many)->category);
  check_slices (get_slices (with_one), &one);
  g_assert_null (get_slices (with_one)->category_code);
  g_free (many.categories);
  g_free (one.categories);
}

/* A layer with a slice, one without, and one that says when it starts. */
static LaminaDocument *
build_layers (gint64 start)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "track", 0);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  layer.name = slice.name = lamina_builder_intern (builder, "layer", -1);
  for (guint i = 0; i < 3; i++)
    {
      layer.start = i == 2 ? start : LAMINA_ABSENT;
      slice.layer = lamina_builder_add_layer (builder, run, &layer);
      slice.start = 100 * i;
      slice.duration = 50;
      if (i != 1)
        lamina_builder_add_slice (builder, run, track, &slice);
    }
  return freeze (builder);
}

static void
test_starts (void)
{
  const gint64 starts[] = { 200, 190 };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autoptr (LaminaDocument) document = build_layers (starts[i]);
      LaminaRun *run = lamina_document_get_run (document, 0);

      g_assert_cmpint (lamina_run_get_layers (run)->starts_with_slice, ==, starts[i] == 200);
      g_assert_cmpint (lamina_run_get_layer_track_start (run, 0), ==, 0);
      g_assert_cmpint (lamina_run_get_layer_track_start (run, 1), ==, LAMINA_ABSENT);
      g_assert_cmpint (lamina_run_get_layer_track_start (run, 2), ==, starts[i]);
    }
}

static void
test_tensors (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaTensors *tensors;

  lamina_builder_add_tensor (builder, run, &tensor);
  document = freeze (builder);
  tensors = lamina_run_get_tensors (lamina_document_get_run (document, 0));
  g_assert_null (tensors->name);
  g_assert_null (tensors->layout);
  g_assert_null (tensors->producer);
  g_assert_null (tensors->address);
  g_assert_cmpint (lamina_tensors_get_role (tensors, 0), ==, LAMINA_ROLE_UNKNOWN);
  g_assert_cmpuint (lamina_column_first (tensors->first_lifetime, 1), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/narrow/large-places", test_large_places);
  g_test_add_func ("/narrow/small-places", test_small_places);
  g_test_add_func ("/narrow/categories", test_categories);
  g_test_add_func ("/narrow/starts", test_starts);
  g_test_add_func ("/narrow/tensors", test_tensors);
  return g_test_run ();
}
