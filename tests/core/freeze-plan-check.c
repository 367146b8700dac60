/* SPDX-License-Identifier: Apache-2.0 */
#include "freeze-plan.h"

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
  assert_same_bytes (a->layer, b->layer, a->n * sizeof *a->layer);
  assert_same_bytes (a->family, b->family, a->n);
  assert_same_bytes (a->flags, b->flags, a->n);
  for (guint i = 0; i < a->n; i++)
    {
      g_assert_cmpuint (lamina_slices_get_category (a, i), ==, lamina_slices_get_category (b, i));
      g_assert_cmpuint (lamina_slices_get_args_offset (a, i), ==, lamina_slices_get_args_offset (b, i));
      g_assert_cmpuint (lamina_slices_get_args_length (a, i), ==, lamina_slices_get_args_length (b, i));
    }
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
  assert_same_bytes (a->annotation, b->annotation, a->n * sizeof *a->annotation);
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
  g_assert_cmpuint (lamina_slices_get_category (slices, i), ==, planned->category);
  g_assert_cmpuint (slices->layer[i], ==, planned->layer);
  g_assert_cmpuint (slices->flags[i], ==, planned->kind | (is_open ? LAMINA_SLICE_OPEN : 0));
  g_assert_cmpuint (lamina_slices_get_args_length (slices, i), ==, planned->args_length);
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
            guint64 number = lamina_slices_get_args_offset (slices, i);

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
  return lamina_slices_get_args_offset (lamina_track_get_slices (lamina_run_get_track (run, ref->track)), ref->slice);
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
        g_assert_cmpint (lamina_run_get_layer_track_start (run, i), ==, planned->start);
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

void
freeze_plan_check (const RowPlan *plan)
{
  g_autoptr (LaminaDocument) expected = freeze_plan_make_document (plan, 1);
  LaminaRun *run = lamina_document_get_run (expected, 0);

  check_tracks (plan, run);
  check_flows (plan, run);
  check_layers (plan, run);
  for (guint n_threads = 2; n_threads <= 5; n_threads += 3)
    {
      g_autoptr (LaminaDocument) found = freeze_plan_make_document (plan, n_threads);

      assert_same_documents (found, expected);
    }
}
