/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-layer-query.h"
#include "lamina-rate.h"

#include <math.h>

/* What both sorting and filtering rest on, and how both do with many layers. */

/* What one layer does for each second. */
static double
get_rate (LaminaRun  *run,
          guint32     layer,
          LaminaUnit  unit)
{
  LaminaRate rate;

  lamina_rate_init (&rate, run, &layer, 1, unit);
  return rate.per_second;
}

static guint32 *
list_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  return rows;
}

static void
test_column_names (void)
{
  LaminaLayerColumn found;

  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      g_assert_nonnull (lamina_layer_column_get_name (column));
      g_assert_true (lamina_layer_column_from_name (lamina_layer_column_get_name (column), &found));
      g_assert_cmpint (found, ==, column);
    }
  g_assert_true (lamina_layer_column_from_name ("flops", &found));
  g_assert_cmpint (found, ==, LAMINA_LAYER_COLUMN_FLOP_RATE);
  g_assert_true (lamina_layer_column_from_name ("bandwidth", &found));
  g_assert_cmpint (found, ==, LAMINA_LAYER_COLUMN_BYTE_RATE);
  g_assert_false (lamina_layer_column_from_name ("Name", &found));
  g_assert_false (lamina_layer_column_from_name ("", &found));
}

static void
test_rate (Fixture       *self,
           gconstpointer  data)
{
  static const struct
  {
    gint64 cost;
    gint64 amount;
    double expected;
  } cases[] = {
    { 1000, 5, 5e6 }, { 1000, -2, 0 }, { -2, 5, NAN }, { 0, 5, NAN }, { 1000, 0, NAN }, { 2, G_MAXINT64, 4.611686018427388e27 },
  };
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      fixture_add (self, &(Row) { .cost = cases[i].cost, .flop = cases[i].amount });
      fixture_add (self, &(Row) { .cost = cases[i].cost, .bytes = cases[i].amount });
    }
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < 2; j++)
      {
        double rate = get_rate (run, 2 * i + j, j == 0 ? LAMINA_UNIT_FLOP : LAMINA_UNIT_BYTES);

        g_assert_true (isnan (get_rate (run, 2 * i + j, j == 0 ? LAMINA_UNIT_BYTES : LAMINA_UNIT_FLOP)));
        if (isnan (cases[i].expected))
          g_assert_true (isnan (rate));
        else
          g_assert_true (fabs (rate - cases[i].expected) <= cases[i].expected * 1e-12);
      }
}

/* Many */

#define MANY 100000

static gint64
get_many_cost (guint i)
{
  return i % 7 == 3 ? 0 : (gint64) (1 + i * G_GUINT64_CONSTANT (2654435761) % 1000);
}

static LaminaRun *
add_many (Fixture *self)
{
  static const char *const shapes[] = { "8x3", "8x12", "16x3" };

  for (guint i = 0; i < MANY; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "layer[%u]", (guint) (i * G_GUINT64_CONSTANT (7919) % MANY));
      fixture_add (self, &(Row) { name, i % 2 == 0 ? "even" : "odd", get_many_cost (i), .outputs = shapes[i % 3] });
    }
  return fixture_freeze (self);
}

static void
assert_all_rows (const guint32 *rows)
{
  g_autofree guint8 *seen = g_new0 (guint8, MANY);

  for (guint i = 0; i < MANY; i++)
    {
      g_assert_cmpuint (rows[i], <, MANY);
      g_assert_false (seen[rows[i]]);
      seen[rows[i]] = TRUE;
    }
}

static void
assert_by_cost (const guint32 *rows,
                gboolean       descending)
{
  for (guint i = 1; i < MANY; i++)
    {
      gint64 before = get_many_cost (rows[i - 1]);
      gint64 cost = get_many_cost (rows[i]);

      if (before == cost)
        g_assert_cmpuint (rows[i - 1], <, rows[i]);
      else if (cost == 0)
        g_assert_cmpint (before, !=, 0);
      else
        g_assert_true (before != 0 && (descending ? before > cost : before < cost));
    }
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autofree guint32 *rows = list_rows (MANY);
  LaminaRun *run = add_many (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *found = NULL;
  guint n;

  for (guint descending = 0; descending < 2; descending++)
    {
      g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_DURATION, descending, rows, MANY, NULL));
      assert_all_rows (rows);
      assert_by_cost (rows, descending);
    }
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_NAME, FALSE, rows, MANY, NULL));
  for (guint i = 0; i < MANY; i++)
    g_assert_cmpuint ((guint) (rows[i] * G_GUINT64_CONSTANT (7919) % MANY), ==, i);
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_SHAPE, FALSE, rows, MANY, NULL));
  assert_all_rows (rows);
  for (guint i = 1; i < MANY; i++)
    g_assert_true (rows[i - 1] % 3 < rows[i] % 3 || (rows[i - 1] % 3 == rows[i] % 3 && rows[i - 1] < rows[i]));

  filter.text = "odd 16x*";
  found = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
  g_assert_cmpuint (n, ==, MANY / 6);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (found[i], ==, 5 + 6 * i);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree guint32 *rows = g_new (guint32, MANY);
  LaminaRun *run = add_many (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  guint n = 99;

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < MANY; i++)
    rows[i] = MANY - 1 - i;
  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      g_assert_false (lamina_layers_sort (run, self->timebase, column, FALSE, rows, MANY, cancellable));
      assert_all_rows (rows);
    }
  g_assert_null (lamina_layers_filter (run, self->timebase, &filter, cancellable, &n));
  g_assert_cmpuint (n, ==, 0);
  filter = (LaminaLayerFilter) { "layer 8x*", 0, 0, 1 };
  g_assert_null (lamina_layers_filter (run, self->timebase, &filter, cancellable, &n));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/layer-query/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  g_test_add_func ("/layer-query/column-names", test_column_names);
  ADD ("rate", test_rate);
  ADD ("many", test_many);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
