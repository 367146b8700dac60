/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-order.h"

#include <stdlib.h>

/* From one by one over merging to counting, at both sides of where they change. */
static const guint sizes[] = { 0, 1, 2, 31, 32, 33, 100, 511, 512, 513, 2048, 5000, 40000 };

typedef guint64 (*MakeKey) (GRand *random,
                            guint  i);

static guint64
random_64 (GRand *random)
{
  return (guint64) g_rand_int (random) << 32 | g_rand_int (random);
}

/* Few values, so that many are equal. */
static guint64
make_small (GRand *random,
            guint  i)
{
  return g_rand_int_range (random, 0, 50);
}

static guint64
make_any (GRand *random,
          guint  i)
{
  return random_64 (random);
}

/* Times of a few seconds in nanoseconds from 1970, some before: the upper bits say nothing. */
static guint64
make_time (GRand *random,
           guint  i)
{
  return lamina_order_key_integer (1700000000000000000 + (gint64) (random_64 (random) >> 31));
}

/* Numbers around zero, where all upper bits change. */
static guint64
make_around_zero (GRand *random,
                  guint  i)
{
  return lamina_order_key_integer (g_rand_int_range (random, -1000000, 1000000));
}

/* Only bits far apart differ: a digit between them is the same everywhere. */
static guint64
make_sparse (GRand *random,
             guint  i)
{
  return (guint64) g_rand_int_range (random, 0, 8) << 61 | (guint64) g_rand_int_range (random, 0, 8) << 4 | 5;
}

static guint64
make_whole_real (GRand *random,
                 guint  i)
{
  return lamina_order_key_real (g_rand_int_range (random, -3000, 3000));
}

static guint64
make_ascending (GRand *random,
                guint  i)
{
  return i / 3;
}

static guint64
make_descending (GRand *random,
                 guint  i)
{
  return ~(guint64) (i / 3);
}

static guint64
make_equal (GRand *random,
            guint  i)
{
  return 7;
}

/* Hashes whose lower halves are equal: grouping has to look at the upper ones. */
static guint64
make_upper (GRand *random,
            guint  i)
{
  return (guint64) g_rand_int_range (random, 0, 300) << 40 | 1;
}

static const MakeKey makers[] = {
  make_small, make_any, make_time, make_around_zero, make_sparse, make_whole_real, make_ascending, make_descending,
  make_equal, make_upper,
};

static LaminaOrderItem *
make_items (MakeKey make,
            guint   n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  LaminaOrderItem *items = g_new (LaminaOrderItem, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { make (random, i), i };
  return items;
}

static int
compare (const void *a,
         const void *b)
{
  const LaminaOrderItem *left = a;
  const LaminaOrderItem *right = b;

  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static void
assert_equal (const LaminaOrderItem *items,
              const LaminaOrderItem *wanted,
              guint                  n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (items[i].key, ==, wanted[i].key);
      g_assert_cmpuint (items[i].row, ==, wanted[i].row);
    }
}

static void
check_sort (MakeKey  make,
            guint    n,
            gboolean has_room)
{
  g_autofree LaminaOrderItem *items = make_items (make, n);
  g_autofree LaminaOrderItem *wanted = make_items (make, n);
  g_autofree LaminaOrderItem *scratch = has_room ? g_new (LaminaOrderItem, n + 1) : NULL;

  qsort (wanted, n, sizeof *wanted, compare);
  g_assert_true (lamina_order_sort (items, scratch, n, NULL));
  assert_equal (items, wanted, n);
}

static void
test_sort (void)
{
  for (guint m = 0; m < G_N_ELEMENTS (makers); m++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        check_sort (makers[m], sizes[i], FALSE);
        check_sort (makers[m], sizes[i], TRUE);
      }
}

/* Groups stand in any order, so that they are compared after sorting, which keeps the order of each. */
static void
check_group (MakeKey make,
             guint   n)
{
  g_autofree LaminaOrderItem *items = make_items (make, n);
  g_autofree LaminaOrderItem *wanted = make_items (make, n);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  g_assert_true (lamina_order_group (items, NULL, n, NULL));
  for (guint i = 0; i < n; i++)
    if (i == 0 || items[i].key != items[i - 1].key)
      g_assert_true (g_hash_table_add (seen, &items[i].key));
    else
      g_assert_cmpuint (items[i].row, >, items[i - 1].row);
  g_hash_table_remove_all (seen);
  qsort (items, n, sizeof *items, compare);
  qsort (wanted, n, sizeof *wanted, compare);
  assert_equal (items, wanted, n);
}

static void
test_group (void)
{
  for (guint m = 0; m < G_N_ELEMENTS (makers); m++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      check_group (makers[m], sizes[i]);
}

static void
test_keys (void)
{
  static const gint64 integers[] = { G_MININT64, -5, -1, 0, 1, 5, G_MAXINT64 };
  static const double reals[] = { -G_MAXDOUBLE, -2.5, -G_MINDOUBLE, -0.0, 0.0, G_MINDOUBLE, 2.5, G_MAXDOUBLE };

  for (guint i = 1; i < G_N_ELEMENTS (integers); i++)
    g_assert_cmpuint (lamina_order_key_integer (integers[i - 1]), <, lamina_order_key_integer (integers[i]));
  for (guint i = 1; i < G_N_ELEMENTS (reals); i++)
    g_assert_cmpuint (lamina_order_key_real (reals[i - 1]), <, lamina_order_key_real (reals[i]));
}

/* Whatever was done when it is cancelled, no item is lost. */
static void
test_cancelled (void)
{
  const guint n = 40000;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree LaminaOrderItem *items = make_items (make_any, n);
  g_autofree LaminaOrderItem *wanted = make_items (make_any, n);

  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_order_sort (items, NULL, n, cancellable));
  g_assert_false (lamina_order_group (items, NULL, n, cancellable));
  qsort (items, n, sizeof *items, compare);
  qsort (wanted, n, sizeof *wanted, compare);
  assert_equal (items, wanted, n);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/order/sort", test_sort);
  g_test_add_func ("/order/group", test_group);
  g_test_add_func ("/order/keys", test_keys);
  g_test_add_func ("/order/cancelled", test_cancelled);
  return g_test_run ();
}
