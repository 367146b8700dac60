/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-tensor-groups.h"
#include "lamina-tensor-query.h"

/*
 * Five tensors: a weight all the time, two activations that overlap at 20, one with a gradient, one without a size, and
 * one that is never kept. The second clock is 100 behind the first.
 */
static LaminaRun *
build (Fixture *self)
{
  static const struct
  {
    const char *name;
    LaminaRole role;
    gint64 bytes;
    gint64 dims[2];
  } tensors[] = {
    { "weight", LAMINA_ROLE_PARAMETER, 1000, { 10, 25 } },
    { "Act2", LAMINA_ROLE_ACTIVATION, 400, { 10, 10 } },
    { "act10", LAMINA_ROLE_ACTIVATION, 600, { 3, 56 } },
    { "sizeless", LAMINA_ROLE_UNKNOWN, LAMINA_ABSENT, { 0 } },
    { "never", LAMINA_ROLE_OUTPUT, 50, { 56, 56 } },
  };
  LaminaBuilder *builder = self->builder;
  guint32 own = lamina_builder_add_clock (builder, 0, "own"), clock = lamina_builder_add_clock (builder, 0, "other");
  LaminaTimebase *shifted;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;

      init.name = lamina_builder_intern (builder, tensors[i].name, -1);
      init.role = tensors[i].role;
      init.bytes = tensors[i].bytes;
      if (tensors[i].dims[0])
        init.shape = lamina_builder_intern_shape (builder, tensors[i].dims, 2);
      lamina_builder_add_tensor (builder, 0, &init);
    }
  lamina_builder_add_lifetime (builder, 0, 0, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, own, 0, 99);
  lamina_builder_add_lifetime (builder, 0, 1, LAMINA_LIFETIME_VALUE, 450, own, 10, 20);
  lamina_builder_add_lifetime (builder, 0, 1, LAMINA_LIFETIME_GRADIENT, 450, own, 80, 90);
  lamina_builder_add_lifetime (builder, 0, 2, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, -80, -70);
  lamina_builder_add_lifetime (builder, 0, 3, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, own, 20, 20);
  run = fixture_freeze (self);
  shifted = lamina_timebase_with_offset (self->timebase, run, clock, 100);
  lamina_timebase_unref (self->timebase);
  self->timebase = shifted;
  return run;
}

static void
test_steps (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  static const gint64 positions[] = { 0, 10, 20, 21, 31, 80, 91, 100 };
  static const gint64 totals[] = { 1000, 1450, 2050, 1600, 1000, 1450, 1000, 0 };

  g_assert_cmpuint (steps->n, ==, G_N_ELEMENTS (positions));
  for (guint i = 0; i < steps->n; i++)
    {
      gint64 sum = 0;

      g_assert_cmpint (steps->position[i], ==, positions[i]);
      g_assert_cmpint (steps->total[i], ==, totals[i]);
      for (guint role = 0; role < LAMINA_N_ROLES; role++)
        sum += steps->bytes[role][i];
      g_assert_cmpint (sum, ==, totals[i]);
    }
  g_assert_cmpuint (lamina_live_set_get_peak (live), ==, 2);
  g_assert_cmpuint (lamina_live_set_find_step (live, -1), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_live_set_find_step (live, 0), ==, 0);
  g_assert_cmpuint (lamina_live_set_find_step (live, 79), ==, 4);
  g_assert_cmpuint (lamina_live_set_find_step (live, G_MAXINT64), ==, 7);
}

static void
assert_list (LaminaLiveSet *live,
             gint64         position,
             const char    *expected,
             gint64         bytes,
             guint          n_unknown)
{
  LaminaLiveSum sum;
  guint n;
  g_autofree guint32 *rows = lamina_live_set_list (live, position, &sum, &n);
  g_autofree char *text = dump_rows (rows, n);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (sum.n, ==, n);
  g_assert_cmpint (sum.bytes, ==, bytes);
  g_assert_cmpuint (sum.n_unknown, ==, n_unknown);
}

static void
test_list (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  gint64 first, last;

  assert_list (live, -1, "", 0, 0);
  assert_list (live, 5, "0", 1000, 0);
  assert_list (live, 20, "0 2 1 3", 2050, 1);
  assert_list (live, 21, "0 2", 1600, 0);
  assert_list (live, 90, "0 1", 1450, 0);
  assert_list (live, 100, "", 0, 0);
  g_assert_true (lamina_live_set_get_range (live, 1, &first, &last));
  g_assert_cmpint (first, ==, 10);
  g_assert_cmpint (last, ==, 90);
  g_assert_true (lamina_live_set_get_range (live, 2, &first, &last));
  g_assert_cmpint (first, ==, 20);
  g_assert_cmpint (last, ==, 30);
  g_assert_false (lamina_live_set_get_range (live, 4, &first, &last));
}

static void
assert_query (Fixture            *self,
              LaminaTensorFilter  filter,
              LaminaTensorColumn  column,
              gboolean            descending,
              const char         *expected)
{
  LaminaRun *run = lamina_document_get_run (self->document, 0);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  guint n;
  g_autofree guint32 *rows = lamina_tensors_filter (run, live, &filter, NULL, &n);
  g_autofree char *text = NULL;

  g_assert_true (lamina_tensors_sort (run, self->timebase, live, column, descending, rows, n, NULL));
  text = dump_rows (rows, n);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_query (Fixture       *self,
            gconstpointer  data)
{
  LaminaTensorFilter all = LAMINA_TENSOR_FILTER_INIT, text = all, roles = all, position = all;

  build (self);
  text.text = "ACT";
  roles.roles = 1u << LAMINA_ROLE_ACTIVATION | 1u << LAMINA_ROLE_OUTPUT;
  position.position = 20;
  assert_query (self, all, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "0 1 2 3 4");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_INDEX, TRUE, "4 3 2 1 0");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_NAME, FALSE, "1 2 4 3 0");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_BYTES, FALSE, "4 1 2 0 3");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_BYTES, TRUE, "0 2 1 4 3");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_SHAPE, TRUE, "4 0 2 1 3");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_FIRST, FALSE, "0 1 2 3 4");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_LAST, TRUE, "0 1 2 3 4");
  assert_query (self, all, LAMINA_TENSOR_COLUMN_ROLE, FALSE, "0 1 2 4 3");
  assert_query (self, text, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "1 2");
  assert_query (self, roles, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "1 2 4");
  assert_query (self, position, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "0 1 2 3");
  text.text = "*x56";
  assert_query (self, text, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "2 4");
  text.text = "10×";
  assert_query (self, text, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "0 1");
  text.text = "act *x56";
  assert_query (self, text, LAMINA_TENSOR_COLUMN_INDEX, FALSE, "2");
}

/* What is kept is a guess where its size is one, and where it is one when it is kept. */
static void
test_guesses (void)
{
  static const struct
  {
    guint estimated;
    gboolean is_kept;
    gboolean is_guess;
  } cases[] = {
    { LAMINA_ESTIMATE_NONE, TRUE, FALSE },     { LAMINA_ESTIMATE_SHAPE, TRUE, FALSE },
    { LAMINA_ESTIMATE_BYTES, TRUE, TRUE },     { LAMINA_ESTIMATE_LIFETIME, TRUE, TRUE },
    { LAMINA_ESTIMATE_LIFETIME, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      g_autoptr (LaminaLiveSet) live = NULL;
      Fixture self;
      LaminaRun *run;

      fixture_setup (&self, NULL);
      init.bytes = 100;
      init.estimated = cases[i].estimated;
      lamina_builder_add_tensor (self.builder, 0, &init);
      if (cases[i].is_kept)
        lamina_builder_add_lifetime (self.builder, 0, 0, LAMINA_LIFETIME_VALUE, 100,
                                     lamina_builder_add_clock (self.builder, 0, "own"), 0, 9);
      run = fixture_freeze (&self);
      live = lamina_live_set_new (run, self.timebase, NULL);
      g_assert_true (lamina_live_set_is_estimated (live) == cases[i].is_guess);
      g_clear_pointer (&live, lamina_live_set_unref);
      fixture_teardown (&self, NULL);
    }
}

/* The step with most in any range, of more steps than are looked at one by one. */
static void
test_most (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  LaminaRun *run;
  g_autoptr (LaminaLiveSet) live = NULL;
  const LaminaLiveSteps *steps;
  guint32 clock = lamina_builder_add_clock (self->builder, 0, "own");

  for (guint i = 0; i < 3000; i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      gint64 first = g_rand_int_range (rand, 0, 20000);

      init.bytes = g_rand_int_range (rand, 1, 1000);
      lamina_builder_add_lifetime (self->builder, 0, lamina_builder_add_tensor (self->builder, 0, &init), LAMINA_LIFETIME_VALUE,
                                   LAMINA_ABSENT, clock, first, first + g_rand_int_range (rand, 0, 400));
    }
  run = fixture_freeze (self);
  live = lamina_live_set_new (run, self->timebase, NULL);
  steps = lamina_live_set_get_steps (live);
  g_assert_cmpuint (steps->n, >, 3000);
  for (guint i = 0; i < 2000; i++)
    {
      gint64 begin = g_rand_int_range (rand, -100, 20600);
      gint64 end = begin + g_rand_int_range (rand, 0, 1 << g_rand_int_range (rand, 1, 15));
      guint most = lamina_live_set_find_step (live, begin);

      for (guint j = 0; j < steps->n; j++)
        if (steps->position[j] > begin && steps->position[j] < end
            && (most == LAMINA_NONE || steps->total[j] > steps->total[most]))
          most = j;
      g_assert_cmpuint (lamina_live_set_find_most (live, begin, end), ==, most);
    }
}

static void
test_nothing (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = fixture_freeze (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_assert_cmpuint (lamina_live_set_get_steps (live)->n, ==, 0);
  g_assert_cmpuint (lamina_live_set_get_peak (live), ==, LAMINA_NONE);
  assert_list (live, 0, "", 0, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_live_set_new (run, self->timebase, cancellable));
}

/* By what is common; the largest sum first, what has no size last. */
static void
test_groups (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = build (self);
  static const guint32 rows[] = { 0, 1, 2, 3, 4 };
  static const struct
  {
    LaminaTensorGrouping grouping;
    LaminaTensorGroupColumn column;
    gboolean descending;
    const char *expected;
  } cases[] = {
    { LAMINA_TENSORS_BY_ROLE, LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE, "2:1:1000:0 3:2:1000:2 5:1:50:4 0:1:-:3 " },
    { LAMINA_TENSORS_BY_ROLE, LAMINA_TENSOR_GROUP_COLUMN_COUNT, TRUE, "3:2:1000:2 2:1:1000:0 0:1:-:3 5:1:50:4 " },
    { LAMINA_TENSORS_BY_ROLE, LAMINA_TENSOR_GROUP_COLUMN_LARGEST, FALSE, "5:1:50:4 3:2:1000:2 2:1:1000:0 0:1:-:3 " },
    { LAMINA_TENSORS_BY_DTYPE, LAMINA_TENSOR_GROUP_COLUMN_KEY, FALSE, "0:5:2050:0 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) groups = lamina_tensor_groups_new (run, cases[i].grouping, rows, G_N_ELEMENTS (rows),
                                                            cases[i].column, cases[i].descending, NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < groups->len; k++)
        {
          const LaminaTensorGroup *group = &g_array_index (groups, LaminaTensorGroup, k);
          g_autofree char *bytes = group->bytes == LAMINA_ABSENT ? g_strdup ("-")
                                                                  : g_strdup_printf ("%" G_GINT64_FORMAT, group->bytes);

          g_string_append_printf (text, "%u:%u:%s:%u ", group->key, group->n, bytes, group->largest);
        }
      g_assert_cmpstr (text->str, ==, cases[i].expected);
    }
}

/* It is made once for all who ask on the same clocks, in whatever thread, and anew on other ones. */
static gpointer
ask (gpointer data)
{
  Fixture *self = data;

  return lamina_live_set_new (lamina_document_get_run (self->document, 0), self->timebase, NULL);
}

static void
test_shared (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaTimebase) other = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autoptr (LaminaLiveSet) moved = NULL;
  g_autoptr (LaminaLiveSet) again = NULL;
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new (NULL, ask, self);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (LaminaLiveSet) found = g_thread_join (threads[i]);

      if (live == NULL)
        live = lamina_live_set_ref (found);
      g_assert_true (found == live);
    }
  moved = lamina_live_set_new (run, other, NULL);
  g_assert_true (moved != live);
  g_assert_cmpint (lamina_live_set_get_steps (moved)->position[0], ==, -80);
  again = lamina_live_set_new (run, self->timebase, NULL);
  g_assert_true (again != moved);
  g_assert_cmpint (lamina_live_set_get_steps (again)->position[0], ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/live-set/" path, Fixture, NULL, fixture_setup, func, fixture_teardown)
  ADD ("steps", test_steps);
  ADD ("list", test_list);
  ADD ("query", test_query);
  ADD ("groups", test_groups);
  ADD ("most", test_most);
  ADD ("nothing", test_nothing);
  ADD ("shared", test_shared);
  g_test_add_func ("/live-set/guesses", test_guesses);

  return g_test_run ();
}
