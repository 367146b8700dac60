/* SPDX-License-Identifier: Apache-2.0 */
#include "freeze-plan.h"

void
freeze_plan_slice (RowPlan *plan,
                   guint    track,
                   gint64   start,
                   gint64   duration)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = trace_random (&plan->random) % 50 == 0 ? LAMINA_ABSENT : duration;
  slice.name = 1 + trace_random (&plan->random) % FREEZE_PLAN_NAMES;
  slice.category = trace_random (&plan->random) % 3;
  slice.layer = trace_random (&plan->random) % 4 == 0 ? LAMINA_NONE : trace_random (&plan->random) % plan->layers->len;
  slice.kind = trace_random (&plan->random) % 20 == 0 ? LAMINA_SLICE_WAIT : LAMINA_SLICE_WORK;
  slice.args_offset = plan->n_slices++;
  slice.args_length = 1 + trace_random (&plan->random) % 9;
  g_array_append_val (plan->slices[track], slice);
}

void
freeze_plan_track (RowPlan *plan,
                   guint    track,
                   guint    n,
                   guint    scatter,
                   gint64   first)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 start = first + i * 16 + (scatter > 0 ? trace_random (&plan->random) % scatter : i % 4 * 2);

      freeze_plan_slice (plan, track, start, scatter > 0 ? trace_random (&plan->random) % 64 : 20 - i % 4 * 4);
    }
}

static void
plan_layers (RowPlan *plan,
             guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = 1 + trace_random (&plan->random) % FREEZE_PLAN_NAMES;
      layer.type = trace_random (&plan->random) % 3 == 0 ? 0 : 1 + trace_random (&plan->random) % FREEZE_PLAN_NAMES;
      layer.parent = i > 0 && trace_random (&plan->random) % 2 ? trace_random (&plan->random) % i : LAMINA_NONE;
      /* The first number of a column comes late. */
      layer.host = LAMINA_ABSENT;
      if (i > 100 && trace_random (&plan->random) % 3 > 0)
        layer.host = trace_random (&plan->random) % 1000;
      layer.annotation = i > n / 2 && trace_random (&plan->random) % 3 == 0 ? layer.name : 0;
      layer.flop = i == n - 1 ? 7 : LAMINA_ABSENT;
      layer.start = i % 97 == 50 ? (gint64) i : LAMINA_ABSENT;
      g_array_append_val (plan->layers, layer);
    }
}

void
freeze_plan_flows (RowPlan *plan,
                   guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaFlow flow = { 1 + trace_random (&plan->random) % FREEZE_PLAN_NAMES, { LAMINA_NONE, 0 }, { LAMINA_NONE, 0 } };
      LaminaSliceRef *ends[] = { &flow.from, &flow.to };

      for (guint j = 0; j < 2; j++)
        {
          guint track = trace_random (&plan->random) % plan->n_tracks;

          if (plan->slices[track]->len == 0)
            continue;
          *ends[j] = (LaminaSliceRef) { track, trace_random (&plan->random) % plan->slices[track]->len };
        }
      g_array_append_val (plan->flows, flow);
    }
}

void
freeze_plan_init (RowPlan *plan,
                  guint    n_tracks,
                  guint    n_layers)
{
  row_plan_init (plan, n_tracks);
  plan_layers (plan, n_layers);
}

guint32
freeze_plan_add_skeleton (const RowPlan *plan,
                          LaminaBuilder *builder)
{
  static const char *const words[] = { "conv", "relu", "elementwise", "gemm", "thing", "copy", "softmax", "norm" };
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 groups[2];

  for (guint i = 0; i < FREEZE_PLAN_NAMES; i++)
    {
      guint pair = i / (2 * G_N_ELEMENTS (words));
      g_autofree char *name = g_strdup_printf ("%s_%c%c_%u", words[i % G_N_ELEMENTS (words)], 'a' + (int) (pair % 26),
                                               'a' + (int) (pair / 26 % 26), i);

      lamina_builder_intern (builder, name, -1);
    }
  groups[0] = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  groups[1] = lamina_builder_add_group (builder, run, LAMINA_NONE, "device", LAMINA_GROUP_DEVICE);
  for (guint i = 0; i < plan->n_tracks; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      lamina_builder_add_track (builder, run, groups[i % 2], name, 0);
    }
  return run;
}

static void
add_one_by_one (const RowPlan *plan,
                LaminaBuilder *builder,
                guint32        run)
{
  for (guint i = 0; i < plan->layers->len; i++)
    g_assert_cmpuint (lamina_builder_add_layer (builder, run, &g_array_index (plan->layers, LaminaLayerInit, i)), ==, i);
  for (guint i = 0; i < plan->n_tracks; i++)
    for (guint j = 0; j < plan->slices[i]->len; j++)
      g_assert_cmpuint (lamina_builder_add_slice (builder, run, i, &g_array_index (plan->slices[i], LaminaSliceInit, j)),
                        ==, j);
}

/* Slices that stand behind others, which were added before. */
typedef struct
{
  const RowPlan *plan;
  const guint *n_before;
} Behind;

static void
fill_slices (guint            i,
             guint            from,
             guint            n,
             LaminaSliceInit *slices,
             gpointer         data)
{
  const Behind *self = data;

  for (guint j = 0; j < n; j++)
    slices[j] = g_array_index (self->plan->slices[i], LaminaSliceInit, self->n_before[i] + from + j);
}

/* The first third of each track, then the next, and at last one by one what is left. */
static void
add_slices (const RowPlan *plan,
            LaminaBuilder *builder,
            guint32        run)
{
  g_autofree guint32 *tracks = g_new (guint32, plan->n_tracks);
  g_autofree guint *n_before = g_new0 (guint, plan->n_tracks);
  g_autofree guint *n = g_new (guint, plan->n_tracks);
  Behind behind = { plan, n_before };

  for (guint i = 0; i < plan->n_tracks; i++)
    {
      tracks[i] = i;
      n[i] = plan->slices[i]->len / 3;
    }
  g_assert_true (lamina_builder_fill_slices (builder, run, plan->n_tracks, tracks, n, fill_slices, &behind));
  for (guint i = 0; i < plan->n_tracks; i++)
    n_before[i] = n[i];
  g_assert_true (lamina_builder_fill_slices (builder, run, plan->n_tracks, tracks, n, fill_slices, &behind));
  for (guint i = 0; i < plan->n_tracks; i++)
    for (guint j = 2 * n[i]; j < plan->slices[i]->len; j++)
      g_assert_cmpuint (lamina_builder_add_slice (builder, run, i, &g_array_index (plan->slices[i], LaminaSliceInit, j)),
                        ==, j);
}

/* Room is made for some, exactly, or not at all. */
void
freeze_plan_add_in_bulk (const RowPlan *plan,
                         LaminaBuilder *builder,
                         guint32        run)
{
  guint n = plan->layers->len;

  lamina_builder_reserve_layers (builder, run, n / 2);
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, n / 3, row_plan_fill_layers, plan->layers->data), ==, 0);
  if (n > 0)
    g_assert_cmpuint (lamina_builder_fill_layers (builder, run, n - n / 3, row_plan_fill_layers,
                                                  &g_array_index (plan->layers, LaminaLayerInit, n / 3)), ==, n / 3);
  add_slices (plan, builder, run);
}

LaminaDocument *
freeze_plan_make_document (const RowPlan *plan,
                           guint          n_threads)
{
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;
  LaminaLimits limits;
  guint32 run;

  lamina_limits_init (&limits);
  limits.max_threads = n_threads;
  builder = lamina_builder_new (&limits);
  run = freeze_plan_add_skeleton (plan, builder);
  if (n_threads == 1)
    add_one_by_one (plan, builder, run);
  else
    freeze_plan_add_in_bulk (plan, builder, run);
  row_plan_add_flows (plan, builder, run);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}
