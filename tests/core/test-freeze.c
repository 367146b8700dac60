/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-builder-fill.h"
#include "row-plan.h"

/*
 * Large random traces, taken in one row at a time and frozen by one thread, and taken in bulk and frozen by several: both
 * must give the same document, and what is in it must be what a plain account of the rows comes to. Slices are known by
 * the offset of their arguments, which is their number.
 */

/* Half as many stems, several times what the memo of families holds. */
#define N_NAMES 4000

static void
plan_slice (RowPlan *plan,
            guint    track,
            gint64   start,
            gint64   duration)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = trace_random (&plan->random) % 50 == 0 ? LAMINA_ABSENT : duration;
  slice.name = 1 + trace_random (&plan->random) % N_NAMES;
  slice.category = trace_random (&plan->random) % 3;
  slice.layer = trace_random (&plan->random) % 4 == 0 ? LAMINA_NONE : trace_random (&plan->random) % plan->layers->len;
  slice.kind = trace_random (&plan->random) % 20 == 0 ? LAMINA_SLICE_WAIT : LAMINA_SLICE_WORK;
  slice.args_offset = plan->n_slices++;
  slice.args_length = 1 + trace_random (&plan->random) % 9;
  g_array_append_val (plan->slices[track], slice);
}

/* @scatter is how far slices may stand from where they belong, and how much they overlap. */
static void
plan_track (RowPlan *plan,
            guint    track,
            guint    n,
            guint    scatter,
            gint64   first)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 start = first + i * 16 + (scatter > 0 ? trace_random (&plan->random) % scatter : i % 4 * 2);

      plan_slice (plan, track, start, scatter > 0 ? trace_random (&plan->random) % 64 : 20 - i % 4 * 4);
    }
}

static void
plan_layers (RowPlan *plan,
             guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = 1 + trace_random (&plan->random) % N_NAMES;
      layer.type = trace_random (&plan->random) % 3 == 0 ? 0 : 1 + trace_random (&plan->random) % N_NAMES;
      layer.parent = i > 0 && trace_random (&plan->random) % 2 ? trace_random (&plan->random) % i : LAMINA_NONE;
      /* The first number of a column comes late. */
      layer.host = LAMINA_ABSENT;
      if (i > 100 && trace_random (&plan->random) % 3 > 0)
        layer.host = trace_random (&plan->random) % 1000;
      layer.flop = i == n - 1 ? 7 : LAMINA_ABSENT;
      layer.start = i % 97 == 50 ? (gint64) i : LAMINA_ABSENT;
      g_array_append_val (plan->layers, layer);
    }
}

static void
plan_flows (RowPlan *plan,
            guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaFlow flow = { 1 + trace_random (&plan->random) % N_NAMES, { LAMINA_NONE, 0 }, { LAMINA_NONE, 0 } };
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

static void
plan_init (RowPlan *plan,
           guint    n_tracks,
           guint    n_layers)
{
  row_plan_init (plan, n_tracks);
  plan_layers (plan, n_layers);
}

static guint32
add_skeleton (const RowPlan *plan,
              LaminaBuilder *builder)
{
  static const char *const words[] = { "conv", "relu", "elementwise", "gemm", "thing", "copy", "softmax", "norm" };
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 groups[2];

  for (guint i = 0; i < N_NAMES; i++)
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

#define SLICES_AT_ONCE 777

static guint32
add_columns (LaminaBuilder         *builder,
             guint32                run,
             guint32                track,
             const LaminaSliceInit *slices,
             guint                  n)
{
  gint64 start[SLICES_AT_ONCE], duration[SLICES_AT_ONCE];
  guint32 name[SLICES_AT_ONCE], category[SLICES_AT_ONCE], layer[SLICES_AT_ONCE], args_length[SLICES_AT_ONCE];
  guint64 args_offset[SLICES_AT_ONCE];
  guint8 flags[SLICES_AT_ONCE];
  const LaminaSliceColumns columns = { n, start, duration, name, category, layer, flags, args_offset, args_length };

  for (guint i = 0; i < n; i++)
    {
      start[i] = slices[i].start;
      duration[i] = slices[i].duration;
      name[i] = slices[i].name;
      category[i] = slices[i].category;
      layer[i] = slices[i].layer;
      flags[i] = slices[i].kind;
      args_offset[i] = slices[i].args_offset;
      args_length[i] = slices[i].args_length;
    }
  return lamina_builder_add_slice_columns (builder, run, track, &columns);
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

/* The first third of each track, then the next, and at last column by column what is left. */
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
    {
      n_before[i] = n[i];
    }
  g_assert_true (lamina_builder_fill_slices (builder, run, plan->n_tracks, tracks, n, fill_slices, &behind));
  for (guint i = 0; i < plan->n_tracks; i++)
    for (guint j = 2 * n[i]; j < plan->slices[i]->len; j += SLICES_AT_ONCE)
      g_assert_cmpuint (add_columns (builder, run, i, &g_array_index (plan->slices[i], LaminaSliceInit, j),
                                     MIN (plan->slices[i]->len - j, SLICES_AT_ONCE)), ==, j);
}

static void
fill_layers (guint            from,
             guint32          first,
             guint            n,
             LaminaLayerInit *layers,
             gpointer         data)
{
  for (guint i = 0; i < n; i++)
    layers[i] = ((const LaminaLayerInit *) data)[from + i];
}

/* Room is made for some, exactly, or not at all. */
static void
add_in_bulk (const RowPlan *plan,
             LaminaBuilder *builder,
             guint32        run)
{
  guint n = plan->layers->len;

  lamina_builder_reserve_layers (builder, run, n / 2);
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, n / 3, fill_layers, plan->layers->data), ==, 0);
  if (n > 0)
    g_assert_cmpuint (lamina_builder_fill_layers (builder, run, n - n / 3, fill_layers,
                                                  &g_array_index (plan->layers, LaminaLayerInit, n / 3)), ==, n / 3);
  for (guint i = 0; i < plan->n_tracks; i++)
    if (i % 3 > 0)
      lamina_builder_reserve_slices (builder, run, i, plan->slices[i]->len / (i % 3));
  add_slices (plan, builder, run);
}

static LaminaDocument *
make_document (const RowPlan *plan,
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
  run = add_skeleton (plan, builder);
  if (n_threads == 1)
    add_one_by_one (plan, builder, run);
  else
    add_in_bulk (plan, builder, run);
  row_plan_add_flows (plan, builder, run);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
assert_same_bytes (gconstpointer a,
                   gconstpointer b,
                   gsize         n)
{
  g_assert_true ((a == NULL) == (b == NULL));
  if (a != NULL)
    g_assert_true (memcmp (a, b, n) == 0);
}

static void
assert_same_slices (const LaminaSlices *a,
                    const LaminaSlices *b)
{
  g_assert_cmpuint (a->n, ==, b->n);
  g_assert_cmpuint (a->n_lanes, ==, b->n_lanes);
  assert_same_bytes (a->first, b->first, (a->n_lanes + 1) * sizeof *a->first);
  assert_same_bytes (a->start, b->start, a->n * sizeof *a->start);
  assert_same_bytes (a->duration, b->duration, a->n * sizeof *a->duration);
  assert_same_bytes (a->name, b->name, a->n * sizeof *a->name);
  assert_same_bytes (a->category, b->category, a->n * sizeof *a->category);
  assert_same_bytes (a->layer, b->layer, a->n * sizeof *a->layer);
  assert_same_bytes (a->family, b->family, a->n);
  assert_same_bytes (a->flags, b->flags, a->n);
  assert_same_bytes (a->args_offset, b->args_offset, a->n * sizeof *a->args_offset);
  assert_same_bytes (a->args_length, b->args_length, a->n * sizeof *a->args_length);
}

static void
assert_same_layers (const LaminaLayers *a,
                    const LaminaLayers *b)
{
  const gint64 *const numbers[][2] = {
    { a->start, b->start }, { a->host, b->host }, { a->host_self, b->host_self }, { a->device_time, b->device_time },
    { a->wait, b->wait },   { a->duration, b->duration }, { a->flop, b->flop },   { a->bytes, b->bytes },
  };

  g_assert_cmpuint (a->n, ==, b->n);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_same_bytes (numbers[i][0], numbers[i][1], a->n * sizeof (gint64));
  assert_same_bytes (a->name, b->name, a->n * sizeof *a->name);
  assert_same_bytes (a->type, b->type, a->n * sizeof *a->type);
  assert_same_bytes (a->parent, b->parent, a->n * sizeof *a->parent);
  assert_same_bytes (a->track, b->track, a->n * sizeof *a->track);
  assert_same_bytes (a->family, b->family, a->n);
  assert_same_bytes (a->first_slice, b->first_slice, (a->n + 1) * sizeof *a->first_slice);
  assert_same_bytes (a->slices, b->slices, a->first_slice[a->n] * sizeof *a->slices);
}

static void
assert_same_documents (LaminaDocument *a,
                       LaminaDocument *b)
{
  LaminaRun *left = lamina_document_get_run (a, 0);
  LaminaRun *right = lamina_document_get_run (b, 0);
  guint n_flows, n_others;
  const LaminaFlow *flows = lamina_run_get_flows (left, &n_flows);
  const LaminaFlow *others = lamina_run_get_flows (right, &n_others);

  for (guint i = 0; i < lamina_run_get_n_tracks (left); i++)
    {
      LaminaTrack *tracks[] = { lamina_run_get_track (left, i), lamina_run_get_track (right, i) };

      assert_same_slices (lamina_track_get_slices (tracks[0]), lamina_track_get_slices (tracks[1]));
      g_assert_cmpint (lamina_track_get_start (tracks[0]), ==, lamina_track_get_start (tracks[1]));
      g_assert_cmpint (lamina_track_get_end (tracks[0]), ==, lamina_track_get_end (tracks[1]));
    }
  assert_same_layers (lamina_run_get_layers (left), lamina_run_get_layers (right));
  g_assert_cmpuint (n_flows, ==, n_others);
  assert_same_bytes (flows, others, n_flows * sizeof *flows);
}

/* Slices as they were planned, by number. */
static const LaminaSliceInit **
index_plan (const RowPlan *plan)
{
  const LaminaSliceInit **all = g_new (const LaminaSliceInit *, plan->n_slices);

  for (guint i = 0; i < plan->n_tracks; i++)
    for (guint j = 0; j < plan->slices[i]->len; j++)
      {
        const LaminaSliceInit *slice = &g_array_index (plan->slices[i], LaminaSliceInit, j);

        all[slice->args_offset] = slice;
      }
  return all;
}

static void
check_cells (LaminaRun             *run,
             const LaminaSlices    *slices,
             guint                  i,
             const LaminaSliceInit *planned)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const char *words[] = { "", lamina_run_get_string (run, planned->name) };
  gboolean is_open = planned->duration == LAMINA_ABSENT;

  g_assert_cmpint (slices->start[i], ==, planned->start);
  g_assert_cmpint (slices->duration[i], ==, is_open ? 0 : planned->duration);
  g_assert_cmpuint (slices->name[i], ==, planned->name);
  g_assert_cmpuint (lamina_column_id (slices->category, i), ==, planned->category);
  g_assert_cmpuint (slices->layer[i], ==, planned->layer);
  g_assert_cmpuint (slices->flags[i], ==, planned->kind | (is_open ? LAMINA_SLICE_OPEN : 0));
  g_assert_cmpuint (slices->args_length[i], ==, planned->args_length);
  if (planned->layer != LAMINA_NONE)
    {
      words[0] = lamina_run_get_string (run, layers->type[planned->layer]);
      words[1] = lamina_run_get_string (run, layers->name[planned->layer]);
    }
  g_assert_cmpuint (slices->family[i], ==, lamina_family_from_words (words[0], words[1]));
}

/* Each slice is there once, lanes ascend without overlap. */
static void
check_tracks (const RowPlan *plan,
              LaminaRun     *run)
{
  g_autofree const LaminaSliceInit **all = index_plan (plan);
  g_autofree guint8 *seen = g_malloc0 (MAX (plan->n_slices, 1));

  for (guint t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, t));

      for (guint lane = 0; lane < slices->n_lanes; lane++)
        for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
          {
            guint64 number = slices->args_offset[i];

            g_assert_cmpuint (seen[number]++, ==, 0);
            check_cells (run, slices, i, all[number]);
            if (i > slices->first[lane])
              g_assert_cmpint (slices->start[i - 1] + slices->duration[i - 1], <=, slices->start[i]);
          }
    }
  for (guint64 i = 0; i < plan->n_slices; i++)
    g_assert_cmpuint (seen[i], ==, 1);
}

static guint64
number_of (LaminaRun            *run,
           const LaminaSliceRef *ref)
{
  return lamina_track_get_slices (lamina_run_get_track (run, ref->track))->args_offset[ref->slice];
}

static void
check_flows (const RowPlan *plan,
             LaminaRun     *run)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n);

  g_assert_cmpuint (n, ==, plan->flows->len);
  for (guint i = 0; i < n; i++)
    {
      const LaminaFlow *planned = &g_array_index (plan->flows, LaminaFlow, i);
      const LaminaSliceRef *found[] = { &flows[i].from, &flows[i].to };
      const LaminaSliceRef *wanted[] = { &planned->from, &planned->to };

      for (guint j = 0; j < 2; j++)
        {
          g_assert_cmpint (found[j]->track == LAMINA_NONE, ==, wanted[j]->track == LAMINA_NONE);
          if (wanted[j]->track != LAMINA_NONE)
            g_assert_cmpuint (number_of (run, found[j]), ==,
                              g_array_index (plan->slices[wanted[j]->track], LaminaSliceInit, wanted[j]->slice).args_offset);
        }
    }
}

static void
check_layers (const RowPlan *plan,
              LaminaRun     *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint64 n_owned = 0;

  g_assert_cmpuint (layers->n, ==, plan->layers->len);
  for (guint i = 0; i < layers->n; i++)
    {
      const LaminaLayerInit *planned = &g_array_index (plan->layers, LaminaLayerInit, i);

      g_assert_cmpuint (layers->parent[i], ==, planned->parent);
      g_assert_cmpint (lamina_column_number (layers->host, i), ==, planned->host);
      g_assert_cmpint (lamina_column_number (layers->flop, i), ==, planned->flop);
      g_assert_cmpint (lamina_column_number (layers->bytes, i), ==, LAMINA_ABSENT);
      if (planned->start != LAMINA_ABSENT)
        g_assert_cmpint (layers->start[i], ==, planned->start);
      g_assert_cmpuint (layers->family[i], ==, lamina_family_from_words (lamina_run_get_string (run, planned->type),
                                                                         lamina_run_get_string (run, planned->name)));
      for (guint s = layers->first_slice[i]; s < layers->first_slice[i + 1]; s++)
        {
          const LaminaSliceRef *ref = &layers->slices[s];

          g_assert_cmpuint (lamina_track_get_slices (lamina_run_get_track (run, ref->track))->layer[ref->slice], ==, i);
          if (s > layers->first_slice[i])
            g_assert_true (ref->track > ref[-1].track || (ref->track == ref[-1].track && ref->slice > ref[-1].slice));
        }
    }
  for (guint t = 0; t < plan->n_tracks; t++)
    for (guint i = 0; i < plan->slices[t]->len; i++)
      n_owned += g_array_index (plan->slices[t], LaminaSliceInit, i).layer != LAMINA_NONE;
  g_assert_cmpuint (layers->first_slice[layers->n], ==, n_owned);
}

static void
check_plan (const RowPlan *plan)
{
  g_autoptr (LaminaDocument) expected = make_document (plan, 1);
  LaminaRun *run = lamina_document_get_run (expected, 0);

  check_tracks (plan, run);
  check_flows (plan, run);
  check_layers (plan, run);
  for (guint n_threads = 2; n_threads <= 5; n_threads += 3)
    {
      g_autoptr (LaminaDocument) found = make_document (plan, n_threads);

      assert_same_documents (found, expected);
    }
}

/* More slices than one thread takes at once, in order and out of it, among small tracks and an empty one. */
static void
test_unequal_tracks (void)
{
  RowPlan plan;

  plan_init (&plan, 8, 20000);
  plan_track (&plan, 0, 150000, 0, -5000);
  plan_track (&plan, 1, 80000, 40, G_GINT64_CONSTANT (1700000000000000000));
  plan_track (&plan, 2, 3, 0, 0);
  plan_track (&plan, 3, 1000, 0, 10);
  plan_track (&plan, 4, 70000, 100000, -1000000);
  plan_track (&plan, 6, 1, 0, G_GINT64_CONSTANT (-4000000000000000000));
  plan_track (&plan, 7, 5000, 3, 0);
  plan_flows (&plan, 70000);
  check_plan (&plan);
  row_plan_clear (&plan);
}

static void
test_many_tracks (void)
{
  RowPlan plan;

  plan_init (&plan, 300, 3000);
  for (guint i = 0; i < plan.n_tracks; i++)
    plan_track (&plan, i, i * 7 % 200, i % 3 * 30, (gint64) i * 1000);
  plan_flows (&plan, 1000);
  check_plan (&plan);
  row_plan_clear (&plan);
}

/* Starts that are far from each other have digits of all places. */
static void
test_far_starts (void)
{
  RowPlan plan;

  plan_init (&plan, 2, 10);
  for (guint i = 0; i < 5000; i++)
    {
      gint64 high = (gint64) trace_random (&plan.random) << 30;

      plan_slice (&plan, 0, (i % 2 ? high : -high) + trace_random (&plan.random), trace_random (&plan.random) % 5);
      plan_slice (&plan, 1, (gint64) (trace_random (&plan.random) % 3) - 1, trace_random (&plan.random) % 4);
    }
  check_plan (&plan);
  row_plan_clear (&plan);
}

static void
test_nothing (void)
{
  RowPlan plan;

  plan_init (&plan, 2, 0);
  check_plan (&plan);
  row_plan_clear (&plan);
}

/* Device time of nested slices, worked out by hand; see lamina_builder_add_layer(). */
static void
test_device_times (void)
{
  static const struct { gint64 start, duration; guint32 layer; LaminaSliceKind kind; } rows[] = {
    { 0, 100, 0, LAMINA_SLICE_WORK }, { 10, 30, 1, LAMINA_SLICE_WORK },  { 15, 5, LAMINA_NONE, LAMINA_SLICE_WORK },
    { 20, 10, 0, LAMINA_SLICE_WORK }, { 50, 20, 0, LAMINA_SLICE_WAIT },  { 200, 7, 1, LAMINA_SLICE_WORK },
  };
  LaminaLimits limits;

  lamina_limits_init (&limits);
  for (limits.max_threads = 1; limits.max_threads < 4; limits.max_threads++)
    {
      g_autoptr (LaminaBuilder) builder = lamina_builder_new (&limits);
      g_autoptr (LaminaDocument) document = NULL;
      const LaminaLayers *layers;
      RowPlan plan;
      guint32 run;

      plan_init (&plan, 4, 3);
      run = add_skeleton (&plan, builder);
      for (guint i = 0; i < 3; i++)
        lamina_builder_add_layer (builder, run, &LAMINA_LAYER_INIT);
      for (guint i = G_N_ELEMENTS (rows); i-- > 0;)
        for (guint track = 0; track < 4; track++)
          {
            LaminaSliceInit slice = LAMINA_SLICE_INIT;

            slice.start = rows[i].start;
            slice.duration = rows[i].duration;
            slice.layer = rows[i].layer;
            slice.kind = rows[i].kind;
            lamina_builder_add_slice (builder, run, track, &slice);
          }
      document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
      layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
      /* Two of the four tracks are those of a device. */
      g_assert_cmpint (layers->device_time[0], ==, 2 * (100 - 30 + 10));
      g_assert_cmpint (layers->device_time[1], ==, 2 * (30 - 10 + 7));
      g_assert_cmpint (layers->device_time[2], ==, LAMINA_ABSENT);
      g_assert_cmpint (layers->wait[0], ==, 2 * 20);
      g_assert_cmpint (layers->wait[1], ==, LAMINA_ABSENT);
      row_plan_clear (&plan);
    }
}

/* What the last of many layers has that the others don't. */
enum
{
  ODD_ORDER = 1 << 0,
  ODD_CALLS = 1 << 1,
  ODD_OUTPUT = 1 << 2,
  N_ODDS = 1 << 3,
};

#define N_PLAIN 999

static LaminaDocument *
make_plain_layers (guint odd)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaDocument *document;

  lamina_builder_add_tensor (builder, run, &LAMINA_TENSOR_INIT);
  for (guint i = 0; i <= N_PLAIN; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.order = i == N_PLAIN && odd & ODD_ORDER ? LAMINA_NONE : i;
      layer.calls = i == N_PLAIN && odd & ODD_CALLS ? 3 : 1;
      lamina_builder_add_layer (builder, run, &layer);
    }
  if (odd & ODD_OUTPUT)
    lamina_builder_add_output (builder, run, N_PLAIN, 0);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* A column that says nothing is not there, and is asked all the same. */
static void
test_plain_layers (void)
{
  for (guint odd = 0; odd < N_ODDS; odd++)
    {
      g_autoptr (LaminaDocument) document = make_plain_layers (odd);
      const LaminaLayers *layers = lamina_run_get_layers (lamina_document_get_run (document, 0));

      g_assert_cmpuint (layers->n, ==, N_PLAIN + 1);
      g_assert_cmpint (layers->is_in_order, ==, !(odd & ODD_ORDER));
      g_assert_cmpint (layers->order != NULL, ==, (odd & ODD_ORDER) != 0);
      g_assert_cmpint (layers->calls != NULL, ==, (odd & ODD_CALLS) != 0);
      g_assert_cmpint (layers->first_output != NULL, ==, (odd & ODD_OUTPUT) != 0);
      for (guint i = 0; i < N_PLAIN; i++)
        {
          g_assert_cmpuint (lamina_layers_get_order (layers, i), ==, i);
          g_assert_cmpuint (lamina_layers_get_calls (layers, i), ==, 1);
          g_assert_cmpuint (lamina_layers_first_output (layers, i), ==, 0);
        }
      g_assert_cmpuint (lamina_layers_get_order (layers, N_PLAIN), ==, odd & ODD_ORDER ? LAMINA_NONE : N_PLAIN);
      g_assert_cmpuint (lamina_layers_get_calls (layers, N_PLAIN), ==, odd & ODD_CALLS ? 3 : 1);
      g_assert_cmpuint (lamina_layers_first_output (layers, N_PLAIN), ==, 0);
      g_assert_cmpuint (lamina_layers_first_output (layers, N_PLAIN + 1), ==, (odd & ODD_OUTPUT) != 0);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  RowPlan plan;

  plan_init (&plan, 3, 10);
  plan_track (&plan, 0, 1000, 10, 0);
  add_in_bulk (&plan, builder, add_skeleton (&plan, builder));
  g_cancellable_cancel (cancellable);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, cancellable, &error);
  g_assert_null (document);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  row_plan_clear (&plan);
}

/* All or nothing of what is added together. */
static void
fill_nothing (guint            i,
              guint            from,
              guint            n,
              LaminaSliceInit *slices,
              gpointer         data)
{
}

static void
test_limit (void)
{
  const guint32 track = 0;
  const guint n = 10;
  LaminaLayerInit layers[10];
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  LaminaLimits limits;
  guint32 run;

  for (guint i = 0; i < 10; i++)
    layers[i] = LAMINA_LAYER_INIT;
  lamina_limits_init (&limits);
  limits.max_rows = 25;
  builder = lamina_builder_new (&limits);
  run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_track (builder, run, LAMINA_NONE, "track", 0);
  lamina_builder_reserve_slices (builder, run, 0, G_MAXUINT);
  lamina_builder_reserve_layers (builder, run, G_MAXUINT);
  g_assert_true (lamina_builder_fill_slices (builder, run, 1, &track, &n, fill_nothing, NULL));
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, 10, fill_layers, layers), ==, 0);
  g_assert_false (lamina_builder_fill_slices (builder, run, 1, &track, &n, fill_nothing, NULL));
  g_assert_cmpuint (lamina_builder_fill_layers (builder, run, 1, fill_layers, layers), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_builder_add_layer (builder, run, layers), ==, LAMINA_NONE);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_null (document);
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
}

#define N_WRONG 100000

static void
fill_wrong (guint            i,
            guint            from,
            guint            n,
            LaminaSliceInit *slices,
            gpointer         data)
{
  for (guint j = 0; j < n; j++)
    {
      guint row = from + j;

      slices[j].start = row % 1000 == i ? G_MAXINT64 : (gint64) row;
      slices[j].duration = row % 100 == 50 ? -1 : 1;
    }
}

static void
assert_issue (LaminaImportReport *report,
              guint               i,
              const char         *kind,
              guint64             count)
{
  const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

  g_assert_cmpstr (issue->kind, ==, kind);
  g_assert_cmpuint (issue->count, ==, count);
}

/* What is wrong with slices that several threads add is reported as one thread reports it. */
static void
test_repairs (void)
{
  static const guint32 tracks[] = { 1, 0 };
  static const guint n[] = { N_WRONG, N_WRONG };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  lamina_builder_add_track (builder, run, LAMINA_NONE, "first", 0);
  lamina_builder_add_track (builder, run, LAMINA_NONE, "second", 0);
  g_assert_true (lamina_builder_fill_slices (builder, run, G_N_ELEMENTS (tracks), tracks, n, fill_wrong, NULL));
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lamina_run_get_totals (lamina_document_get_run (document, 0))->n_slices, ==, 2 * N_WRONG);
  assert_issue (lamina_document_get_report (document), 0, "negative duration shown as none", 2 * N_WRONG / 100);
  /* A start that was moved to the edge leaves no room for the duration either. */
  assert_issue (lamina_document_get_report (document), 1, "time outside the range of 64-bit nanoseconds moved to its edge",
                2 * 2 * N_WRONG / 1000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/freeze/unequal-tracks", test_unequal_tracks);
  g_test_add_func ("/freeze/many-tracks", test_many_tracks);
  g_test_add_func ("/freeze/repairs", test_repairs);
  g_test_add_func ("/freeze/far-starts", test_far_starts);
  g_test_add_func ("/freeze/nothing", test_nothing);
  g_test_add_func ("/freeze/device-times", test_device_times);
  g_test_add_func ("/freeze/plain-layers", test_plain_layers);
  g_test_add_func ("/freeze/cancelled", test_cancelled);
  g_test_add_func ("/freeze/limit", test_limit);
  return g_test_run ();
}
