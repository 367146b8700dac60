/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-range-totals.h"

static guint32
add_track (Fixture         *fixture,
           const char      *name,
           LaminaGroupKind  kind)
{
  guint32 group = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, name, kind);

  return lamina_builder_add_track (fixture->builder, fixture->run, group, name, 0);
}

static guint32
add_layer (Fixture    *fixture,
           const char *type,
           guint32     calls)
{
  LaminaLayerInit init = LAMINA_LAYER_INIT;

  init.name = init.type = lamina_builder_intern (fixture->builder, type, -1);
  init.calls = calls;
  return lamina_builder_add_layer (fixture->builder, fixture->run, &init);
}

static void
add_slice (Fixture         *fixture,
           guint32          track,
           gint64           start,
           gint64           duration,
           guint32          layer,
           LaminaSliceKind  kind)
{
  LaminaSliceInit init = LAMINA_SLICE_INIT;

  init.name = lamina_builder_intern (fixture->builder, "slice", -1);
  init.start = start;
  init.duration = duration;
  init.layer = layer;
  init.kind = kind;
  lamina_builder_add_slice (fixture->builder, fixture->run, track, &init);
}

/* `TYPE COST CALLS [LAYERS]; …  | BUSY WAIT IDLE; …` */
static char *
dump (LaminaRun *run,
      Fixture   *fixture,
      gint64     start,
      gint64     end)
{
  g_autoptr (LaminaRangeTotals) totals = lamina_range_totals_new (run, fixture->timebase, start, end, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_range_totals_get_n_types (totals); i++)
    {
      const LaminaRangeType *type = lamina_range_totals_get_type (totals, i);
      g_autofree char *layers = dump_rows (type->layers, type->n_layers);

      g_string_append_printf (text, "%s ", lamina_run_get_string (run, type->type));
      if (type->cost == LAMINA_ABSENT)
        g_string_append (text, "-");
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, type->cost);
      g_string_append_printf (text, " %" G_GINT64_FORMAT " [%s]; ", type->calls, layers);
    }
  for (guint i = 0; i < lamina_range_totals_get_n_loads (totals); i++)
    {
      const LaminaRangeLoad *load = lamina_range_totals_get_load (totals, i);

      g_string_append_printf (text, "| %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, load->busy,
                              load->wait, load->idle);
    }
  return g_string_free (text, FALSE);
}

#define assert_totals(fixture, run, start, end, expected) \
  G_STMT_START \
    { \
      g_autofree char *text_ = dump (run, fixture, start, end); \
      g_assert_cmpstr (text_, ==, expected); \
    } \
  G_STMT_END

/* Times on a device: a host slice does not count, nested work of another layer is not counted twice. */
static void
test_device (Fixture       *fixture,
             gconstpointer  data)
{
  guint32 host = add_track (fixture, "host", LAMINA_GROUP_HOST);
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  guint32 conv = add_layer (fixture, "Conv", 1), relu = add_layer (fixture, "Relu", 1);
  guint32 again = add_layer (fixture, "Conv", 1);
  LaminaRun *run;

  add_slice (fixture, host, 0, 5000, conv, LAMINA_SLICE_WORK);
  add_slice (fixture, device, 100, 400, conv, LAMINA_SLICE_WORK);
  add_slice (fixture, device, 100, 50, conv, LAMINA_SLICE_WAIT);
  add_slice (fixture, device, 150, 350, LAMINA_NONE, LAMINA_SLICE_KERNEL);
  add_slice (fixture, device, 200, 100, relu, LAMINA_SLICE_WORK);
  add_slice (fixture, device, 600, 100, again, LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  g_assert_cmpint (lamina_run_get_cost_kind (run), ==, LAMINA_COST_DEVICE);
  assert_totals (fixture, run, 0, 1000, "Conv 400 2 [0 2]; Relu 100 1 [1]; | 450 50 500");
  assert_totals (fixture, run, 120, 250, "Conv 80 1 [0]; Relu 50 1 [1]; | 100 30 0");
  assert_totals (fixture, run, 250, 650, "Conv 250 2 [0 2]; Relu 50 1 [1]; | 300 0 100");
  assert_totals (fixture, run, 500, 600, "| 0 0 100");
  assert_totals (fixture, run, 2000, 3000, "| 0 0 1000");
  assert_totals (fixture, run, 300, 300, "Conv 0 1 [0]; | 0 0 0");
}

/* An annotation around the work, and a mark of waiting over it, are no work. */
static void
test_annotation (Fixture       *fixture,
                 gconstpointer  data)
{
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  guint32 conv = add_layer (fixture, "Conv", 1);
  LaminaRun *run;

  add_slice (fixture, device, 0, 1000, LAMINA_NONE, LAMINA_SLICE_WORK);
  add_slice (fixture, device, 100, 200, conv, LAMINA_SLICE_WORK);
  add_slice (fixture, device, 150, 400, LAMINA_NONE, LAMINA_SLICE_WAIT);
  run = fixture_freeze (fixture);
  assert_totals (fixture, run, 0, 1000, "Conv 200 1 [0]; | 200 0 800");
  assert_totals (fixture, run, 200, 400, "Conv 100 1 [0]; | 100 0 100");
}

/* Over all of a run the costs are those of its layers, whatever lies inside or beside what. */
static void
test_sum (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (LaminaRangeTotals) whole = NULL;
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  gint64 sum = 0;
  LaminaRun *run;

  for (guint i = 0; i < 3000; i++)
    {
      guint32 layer = i % 7 == 0 ? LAMINA_NONE : add_layer (fixture, i % 2 ? "A" : "B", 1);

      add_slice (fixture, device, g_rand_int_range (rand, 0, 20000), g_rand_int_range (rand, 0, i % 50 ? 30 : 3000), layer,
                 i % 11 ? LAMINA_SLICE_WORK : LAMINA_SLICE_WAIT);
    }
  run = fixture_freeze (fixture);
  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    sum += lamina_run_get_costs (run)[i];
  whole = lamina_range_totals_new (run, fixture->timebase, 0, 30000, NULL);
  g_assert_cmpint (lamina_range_totals_get_cost (whole), ==, sum);
}

/* Ranges that stand side by side add up to the whole, wherever they cut slices. */
static void
test_parts (Fixture       *fixture,
            gconstpointer  data)
{
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  gint64 sum = 0, parts = 0;
  LaminaRun *run;

  for (guint i = 0; i < 600; i++)
    {
      const gint64 length[] = { 900, 400, 90 };
      guint level = i % 3;

      add_slice (fixture, device, i / 3 * 1000 + level * 130, length[level],
                 i % 13 == 0 ? LAMINA_NONE : add_layer (fixture, level ? "A" : "B", 1), LAMINA_SLICE_WORK);
    }
  run = fixture_freeze (fixture);
  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    sum += lamina_run_get_costs (run)[i];
  for (gint64 start = 0; start < 200000; start += 170)
    {
      g_autoptr (LaminaRangeTotals) part = lamina_range_totals_new (run, fixture->timebase, start, start + 170, NULL);

      parts = lamina_number_add (parts, lamina_range_totals_get_cost (part));
    }
  g_assert_cmpint (parts, ==, sum);
}

/* Blocks of the level of detail give what the slices give one by one. */
static void
test_load (Fixture       *fixture,
           gconstpointer  data)
{
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  LaminaRun *run;

  for (guint i = 0; i < 5000; i++)
    add_slice (fixture, device, i * 10, i % 8, LAMINA_NONE, LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  for (gint64 start = 0; start < 50000; start += 777)
    for (gint64 end = start; end < 50000; end += 9111)
      {
        g_autoptr (LaminaRangeTotals) totals = lamina_range_totals_new (run, fixture->timebase, start, end, NULL);
        gint64 busy = 0;

        for (gint64 i = 0; i < 5000; i++)
          busy += MAX (MIN (i * 10 + i % 8, end) - MAX (i * 10, start), 0);
        g_assert_cmpint (lamina_range_totals_get_load (totals, 0)->busy, ==, busy);
        g_assert_cmpint (lamina_range_totals_get_load (totals, 0)->idle, ==, end - start - busy);
      }
}

/* The host without children; a layer that is listed once for many calls has many. */
static void
test_self (Fixture       *fixture,
           gconstpointer  data)
{
  guint32 host = add_track (fixture, "host", LAMINA_GROUP_HOST);
  guint32 outer = add_layer (fixture, "Outer", 1), inner = add_layer (fixture, "Inner", 3);
  LaminaLayerInit last = LAMINA_LAYER_INIT;
  LaminaRun *run;

  last.host = 40;
  last.type = lamina_builder_intern (fixture->builder, "Timed", -1);
  lamina_builder_add_layer (fixture->builder, fixture->run, &last);
  add_slice (fixture, host, 0, 100, outer, LAMINA_SLICE_WORK);
  add_slice (fixture, host, 10, 20, inner, LAMINA_SLICE_WORK);
  add_slice (fixture, host, 40, 20, inner, LAMINA_SLICE_WORK);
  add_slice (fixture, host, 70, 20, inner, LAMINA_SLICE_WORK);
  add_slice (fixture, host, 200, 40, 2, LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  g_assert_cmpint (lamina_run_get_cost_kind (run), ==, LAMINA_COST_SELF);
  assert_totals (fixture, run, 0, 50, "Inner - 2 [1]; Outer - 1 [0]; ");
  assert_totals (fixture, run, 210, 250, "Timed 30 1 [2]; ");
}

static void
test_steps (void)
{
  Fixture fixture = { 0 };
  guint32 track;
  LaminaRun *run;

  fixture.builder = lamina_builder_new (NULL);
  fixture.run = lamina_builder_add_run (fixture.builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  track = add_track (&fixture, "steps", LAMINA_GROUP_OTHER);
  for (guint i = 0; i < 4; i++)
    add_slice (&fixture, track, i, 1, add_layer (&fixture, i % 2 ? "A" : "B", 1), LAMINA_SLICE_WORK);
  run = fixture_freeze (&fixture);
  assert_totals (&fixture, run, 1, 4, "A - 2 [1 3]; B - 1 [2]; ");
  fixture_teardown (&fixture, NULL);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint32 device = add_track (fixture, "gpu", LAMINA_GROUP_DEVICE);
  guint32 layer = add_layer (fixture, "Conv", 1);
  LaminaRun *run;

  add_slice (fixture, device, 0, 10, layer, LAMINA_SLICE_WORK);
  run = fixture_freeze (fixture);
  g_assert_cmpuint (lamina_range_totals_get_effort (run, fixture->timebase, 0, 5, G_MAXUINT64), ==, 3);
  g_assert_cmpuint (lamina_range_totals_get_effort (run, fixture->timebase, 0, 5, 0), ==, 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_range_totals_new (run, fixture->timebase, 0, 10, cancellable));
}

#define add(path, test) g_test_add ("/range-totals/" path, Fixture, NULL, fixture_setup, test, fixture_teardown)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("device", test_device);
  add ("annotation", test_annotation);
  add ("sum", test_sum);
  add ("parts", test_parts);
  add ("load", test_load);
  add ("self", test_self);
  add ("cancel", test_cancel);
  g_test_add_func ("/range-totals/steps", test_steps);
  return g_test_run ();
}
