/* SPDX-License-Identifier: Apache-2.0 */
#include "../fixture.h"

#include "lamina-flow-index.h"

#define N_TRACKS 3
#define N_SLICES 200

/* Slices one after the other on each track, and flows between any of them, of which some lack an end. */
static LaminaRun *
make_run (Fixture *self,
          guint    n_flows)
{
  LaminaBuilder *builder = self->builder;
  guint32 group = lamina_builder_add_group (builder, self->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 tracks[N_TRACKS + 1];
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < N_TRACKS; i++)
    {
      tracks[i] = lamina_builder_add_track (builder, self->run, group, "thread", 0);
      lamina_builder_set_track_sort (builder, self->run, tracks[i], N_TRACKS - i);
      for (guint k = 0; k < N_SLICES; k++)
        {
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          slice.start = 10 * (gint64) k;
          slice.duration = 5;
          lamina_builder_add_slice (builder, self->run, tracks[i], &slice);
        }
    }
  tracks[N_TRACKS] = LAMINA_NONE;
  for (guint i = 0; i < n_flows; i++)
    {
      guint32 from = tracks[g_rand_int_range (random, 0, N_TRACKS + 1)], to = tracks[g_rand_int_range (random, 0, N_TRACKS + 1)];

      lamina_builder_add_flow (builder, self->run, 0, from, (guint32) g_rand_int_range (random, 0, N_SLICES), to,
                               (guint32) g_rand_int_range (random, 0, N_SLICES));
    }
  return fixture_freeze (self);
}

/* What is listed is what a walk over all flows finds, in its order. */
static void
check_slice (LaminaRun            *run,
             LaminaFlowEnd         end,
             const LaminaSliceRef *slice)
{
  guint n, n_flows, found = 0;
  const guint32 *listed = lamina_flow_index_list (run, end, slice, &n);
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);

  for (guint i = 0; i < n_flows && slice->track != LAMINA_NONE; i++)
    {
      const LaminaSliceRef *ref = end == LAMINA_FLOW_FROM ? &flows[i].from : &flows[i].to;

      if (ref->track != slice->track || ref->slice != slice->slice)
        continue;
      g_assert_cmpuint (found, <, n);
      g_assert_cmpuint (listed[found++], ==, i);
    }
  g_assert_cmpuint (found, ==, n);
}

static void
check_run (LaminaRun *run)
{
  const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

  for (LaminaFlowEnd end = LAMINA_FLOW_FROM; end <= LAMINA_FLOW_TO; end++)
    {
      for (guint track = 0; track < N_TRACKS; track++)
        for (guint slice = 0; slice < N_SLICES; slice++)
          check_slice (run, end, &(const LaminaSliceRef) { track, slice });
      check_slice (run, end, &nowhere);
    }
}

static void
test_lists (Fixture       *self,
            gconstpointer  data)
{
  check_run (make_run (self, 3000));
}

static void
test_no_flows (Fixture       *self,
               gconstpointer  data)
{
  check_run (make_run (self, 0));
}

/* One for a run; a load that is given up leaves none behind. */
static void
test_attach (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = make_run (self, 3000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const LaminaFlowIndex *index;

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_flow_index_attach (run, cancellable));
  index = lamina_flow_index_attach (run, NULL);
  g_assert_nonnull (index);
  g_assert_true (lamina_flow_index_attach (run, cancellable) == index);
  check_run (run);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/flow-index/lists", Fixture, NULL, fixture_setup, test_lists, fixture_teardown);
  g_test_add ("/flow-index/no-flows", Fixture, NULL, fixture_setup, test_no_flows, fixture_teardown);
  g_test_add ("/flow-index/attach", Fixture, NULL, fixture_setup, test_attach, fixture_teardown);
  return g_test_run ();
}
