/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-row-list.h"

/* What a list holds, as `3 1 2`, asked in the way a list view does. */
static char *
dup_content (LaminaRowList *list)
{
  GString *text = g_string_new (NULL);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LaminaRow) row = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_assert_cmpuint (lamina_row_get_index (row), ==, lamina_row_list_get_row (list, i));
      g_string_append_printf (text, i > 0 ? " %u" : "%u", lamina_row_get_index (row));
    }
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), n));

  return g_string_free (text, FALSE);
}

/* Notes the signals, and checks that the list already is what they say. */
static void
on_changed (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            GString    *changes)
{
  if (changes->len > 0)
    g_string_append (changes, ", ");
  g_string_append_printf (changes, "%u-%u+%u=%u", position, removed, added, g_list_model_get_n_items (model));
}

#define assert_content(list, expected)            \
  G_STMT_START                                    \
    {                                             \
      g_autofree char *content = dup_content (list); \
      g_assert_cmpstr (content, ==, expected);    \
    }                                             \
  G_STMT_END

#define assert_changes(changes, expected)         \
  G_STMT_START                                    \
    {                                             \
      g_assert_cmpstr ((changes)->str, ==, expected); \
      g_string_truncate (changes, 0);             \
    }                                             \
  G_STMT_END

static void
set_rows (LaminaRowList *list,
          const guint32 *rows,
          guint          n)
{
  lamina_row_list_set_rows (list, g_memdup2 (rows, n * sizeof *rows), n);
}

static void
test_set_rows (void)
{
  static const guint32 rows[] = { 7, 3, 5 };
  g_autoptr (LaminaRowList) list = lamina_row_list_new ();
  g_autoptr (GString) changes = g_string_new (NULL);

  g_signal_connect (list, "items-changed", G_CALLBACK (on_changed), changes);
  assert_content (list, "");
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (list)) == LAMINA_TYPE_ROW);

  lamina_row_list_set_rows (list, NULL, 0);
  assert_changes (changes, "");

  set_rows (list, rows, 3);
  assert_changes (changes, "0-0+3=3");
  assert_content (list, "7 3 5");

  set_rows (list, rows + 1, 2);
  assert_changes (changes, "0-3+0=0, 0-0+2=2");
  assert_content (list, "3 5");

  lamina_row_list_set_rows (list, NULL, 0);
  assert_changes (changes, "0-2+0=0");
  assert_content (list, "");
}

/* The same position gives the same object as long as anybody holds it, and no longer. */
static void
test_same_object (void)
{
  static const guint32 rows[] = { 7, 3, 5 };
  g_autoptr (LaminaRowList) list = lamina_row_list_new ();
  LaminaRow *first;
  LaminaRow *again;
  gpointer gone;

  set_rows (list, rows, 3);
  first = g_list_model_get_item (G_LIST_MODEL (list), 1);
  again = g_list_model_get_item (G_LIST_MODEL (list), 1);
  g_assert_true (first == again);
  g_object_unref (again);

  again = g_list_model_get_item (G_LIST_MODEL (list), 2);
  g_assert_true (first != again);
  g_object_unref (again);

  gone = first;
  g_object_add_weak_pointer (G_OBJECT (first), &gone);
  g_object_unref (first);
  g_assert_null (gone);

  again = g_list_model_get_item (G_LIST_MODEL (list), 1);
  g_assert_cmpuint (lamina_row_get_index (again), ==, 3);
  g_object_unref (again);
}

/* A row that outlives its place stays what it was and is never given out for another place. */
static void
test_held_over_change (void)
{
  static const guint32 rows[] = { 7, 3, 5 };
  static const guint32 others[] = { 9, 8, 7 };
  LaminaRowList *list = lamina_row_list_new ();
  g_autoptr (LaminaRow) old = NULL;
  g_autoptr (LaminaRow) new = NULL;

  set_rows (list, rows, 3);
  old = g_list_model_get_item (G_LIST_MODEL (list), 0);
  set_rows (list, others, 3);
  new = g_list_model_get_item (G_LIST_MODEL (list), 0);

  g_assert_true (old != new);
  g_assert_cmpuint (lamina_row_get_index (old), ==, 7);
  g_assert_cmpuint (lamina_row_get_index (new), ==, 9);

  /* The new object is the one of its position, also after the old one has gone. */
  g_clear_object (&old);
  old = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (old == new);

  g_object_unref (list);
  g_assert_cmpuint (lamina_row_get_index (new), ==, 9);
}

static void
test_find (void)
{
  static const guint32 rows[] = { 7, 3, 5 };
  g_autoptr (LaminaRowList) list = lamina_row_list_new ();

  g_assert_cmpuint (lamina_row_list_find (list, 7), ==, LAMINA_NONE);
  set_rows (list, rows, 3);
  g_assert_cmpuint (lamina_row_list_find (list, 7), ==, 0);
  g_assert_cmpuint (lamina_row_list_find (list, 5), ==, 2);
  g_assert_cmpuint (lamina_row_list_find (list, 6), ==, LAMINA_NONE);
}

/* Objects stay and stand for other rows; the list tells no more than that its end came or went. */
static void
test_exchange (void)
{
  static const guint32 rows[] = { 7, 3, 5 }, others[] = { 9, 8 };
  g_autoptr (LaminaRowList) list = lamina_row_list_new ();
  g_autoptr (GString) changes = g_string_new (NULL);
  g_autoptr (LaminaRow) first = NULL;
  g_autoptr (LaminaRow) last = NULL;
  g_autoptr (LaminaRow) same = NULL;

  set_rows (list, rows, 3);
  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  last = g_list_model_get_item (G_LIST_MODEL (list), 2);
  g_signal_connect (list, "items-changed", G_CALLBACK (on_changed), changes);
  lamina_row_list_exchange (list, g_memdup2 (others, sizeof others), 2);
  assert_changes (changes, "2-1+0=2");
  assert_content (list, "9 8");
  g_assert_cmpuint (lamina_row_get_index (first), ==, 9);
  g_assert_cmpuint (lamina_row_get_index (last), ==, 5);
  same = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (same == first);
  lamina_row_list_exchange (list, g_memdup2 (rows, sizeof rows), 3);
  assert_changes (changes, "2-0+1=3");
  assert_content (list, "7 3 5");
  g_clear_object (&same);
  same = g_list_model_get_item (G_LIST_MODEL (list), 2);
  g_assert_true (same != last);
  lamina_row_list_exchange (list, g_memdup2 (rows, sizeof rows), 3);
  assert_changes (changes, "");
  lamina_row_list_exchange (list, NULL, 0);
  assert_changes (changes, "0-3+0=0");
}

/* Rows behind the change keep their objects, at their new places. */
static void
test_splice (void)
{
  static const guint32 rows[] = { 7, 3, 5 }, members[] = { 30, 31 };
  g_autoptr (LaminaRowList) list = lamina_row_list_new ();
  g_autoptr (LaminaRow) last = NULL;
  g_autoptr (LaminaRow) member = NULL;
  g_autoptr (LaminaRow) same = NULL;

  set_rows (list, rows, 3);
  last = g_list_model_get_item (G_LIST_MODEL (list), 2);
  lamina_row_list_splice (list, 2, 0, members, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  g_assert_cmpuint (lamina_row_list_get_row (list, 1), ==, 3);
  g_assert_cmpuint (lamina_row_list_get_row (list, 2), ==, 30);
  g_assert_cmpuint (lamina_row_list_get_row (list, 4), ==, 5);
  same = g_list_model_get_item (G_LIST_MODEL (list), 4);
  g_assert_true (same == last);
  member = g_list_model_get_item (G_LIST_MODEL (list), 3);
  lamina_row_list_splice (list, 2, 2, NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  g_clear_object (&same);
  same = g_list_model_get_item (G_LIST_MODEL (list), 2);
  g_assert_true (same == last);
  g_assert_cmpuint (lamina_row_get_index (member), ==, 31);
}

static void
on_changed_drop (GListModel     *model,
                 guint           position,
                 guint           removed,
                 guint           added,
                 LaminaRowList **list)
{
  g_clear_object (list);
}

/* A handler may let go of the list in the middle. */
static void
test_dropped (void)
{
  static const guint32 rows[] = { 7, 3, 5 };
  LaminaRowList *list = lamina_row_list_new ();
  gpointer gone = list;

  set_rows (list, rows, 3);
  g_object_add_weak_pointer (G_OBJECT (list), &gone);
  g_signal_connect (list, "items-changed", G_CALLBACK (on_changed_drop), &list);
  set_rows (list, rows, 2);
  g_assert_null (gone);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/row-list/set-rows", test_set_rows);
  g_test_add_func ("/row-list/same-object", test_same_object);
  g_test_add_func ("/row-list/held-over-change", test_held_over_change);
  g_test_add_func ("/row-list/find", test_find);
  g_test_add_func ("/row-list/splice", test_splice);
  g_test_add_func ("/row-list/exchange", test_exchange);
  g_test_add_func ("/row-list/dropped", test_dropped);

  return g_test_run ();
}
