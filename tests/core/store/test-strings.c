/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-strings.h"

#include <string.h>

/* Texts of all lengths around those at which hashing changes, alike in most of their bytes, with NULs among them. */
static gsize
make_text (guint i,
           char *text)
{
  gsize length = i % 67;

  memset (text, 'a', length);
  for (gsize j = 0; j < sizeof i && length > 0; j++)
    text[(i % 5 * 13 + j) % length] ^= (char) (i >> 8 * j);
  return length;
}

typedef struct
{
  GHashTable *known; /* GBytes: id + 1 */
  GPtrArray *texts;  /* of GBytes, by id */
} Account;

static void
account_init (Account *self)
{
  self->known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  self->texts = g_ptr_array_new ();
}

static void
account_clear (Account *self)
{
  g_ptr_array_unref (self->texts);
  g_hash_table_unref (self->known);
}

static guint32
account_intern (Account    *self,
                const char *text,
                gsize       length)
{
  GBytes *bytes = g_bytes_new (text, length);
  guint32 id = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, bytes));

  if (id > 0)
    {
      g_bytes_unref (bytes);
      return id - 1;
    }
  g_ptr_array_add (self->texts, bytes);
  g_hash_table_insert (self->known, bytes, GUINT_TO_POINTER (self->texts->len));
  return self->texts->len - 1;
}

static void
assert_as_accounted (LaminaStrings *strings,
                     const Account *account)
{
  g_assert_cmpuint (lamina_strings_get_n (strings), ==, account->texts->len);
  for (guint i = 0; i < account->texts->len; i++)
    {
      gsize length;
      const char *text = g_bytes_get_data (g_ptr_array_index (account->texts, i), &length);
      const char *found = lamina_strings_get (strings, i);

      g_assert_cmpint (length > 0 ? memcmp (found, text, length) : 0, ==, 0);
      g_assert_cmpint (found[length], ==, '\0');
      if (length % 8 == 0)
        g_assert_cmpuint ((guintptr) found % 8, ==, 0);
    }
}

static void
test_intern (void)
{
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  Account account;
  char text[128];

  account_init (&account);
  account_intern (&account, "", 0);
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 30000; i++)
      {
        gsize length = make_text (i, text);

        if (i % 7000 == 6999)
          lamina_strings_rest (strings);
        g_assert_cmpuint (lamina_strings_intern (strings, text, length), ==, account_intern (&account, text, length));
      }
  assert_as_accounted (strings, &account);
  account_clear (&account);
}

/* Some at a time, with equal ones among them, while the table grows. */
static void
test_intern_many (void)
{
  enum { MOST = 100 };
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  char bytes[MOST][128];
  const char *texts[MOST];
  gsize lengths[MOST];
  guint32 ids[MOST];
  Account account;

  account_init (&account);
  account_intern (&account, "", 0);
  for (guint i = 0, n; i < 30000; i += n)
    {
      n = 1 + i * 7 % MOST;
      for (guint j = 0; j < n; j++)
        {
          texts[j] = bytes[j];
          lengths[j] = make_text (j % 3 == 2 ? i : i + j, bytes[j]);
        }
      lamina_strings_intern_many (strings, n, texts, lengths, ids);
      for (guint j = 0; j < n; j++)
        g_assert_cmpuint (ids[j], ==, account_intern (&account, texts[j], lengths[j]));
      if (i % 5 == 0)
        lamina_strings_rest (strings);
    }
  lamina_strings_intern_many (strings, 0, NULL, NULL, NULL);
  assert_as_accounted (strings, &account);
  account_clear (&account);
}

/* The first @n texts are in one table; those from @from on, backwards, are in the other. */
static void
check_merge (guint n,
             guint from,
             guint to)
{
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  LaminaStrings *other = lamina_strings_new ();
  g_autofree guint32 *ids = NULL;
  Account account;
  char text[128];

  account_init (&account);
  account_intern (&account, "", 0);
  for (guint i = 0; i < n; i++)
    {
      gsize length = make_text (i, text);

      lamina_strings_intern (strings, text, length);
      account_intern (&account, text, length);
    }
  for (guint i = to; i-- > from;)
    lamina_strings_intern (other, text, make_text (i, text));
  ids = lamina_strings_merge (strings, other, NULL);
  g_assert_cmpuint (ids[0], ==, 0);
  for (guint i = to; i-- > from;)
    {
      gsize length = make_text (i, text);

      g_assert_cmpuint (ids[lamina_strings_intern (other, text, length)], ==, account_intern (&account, text, length));
    }
  /* What was taken over outlives where it came from, and strings can be added to. */
  lamina_strings_free (other);
  for (guint i = to; i < to + 1000; i++)
    {
      gsize length = make_text (i, text);

      g_assert_cmpuint (lamina_strings_intern (strings, text, length), ==, account_intern (&account, text, length));
    }
  assert_as_accounted (strings, &account);
  account_clear (&account);
}

static void
test_merge (void)
{
  check_merge (0, 0, 0);
  check_merge (0, 0, 20000);
  check_merge (10, 5, 20000);
  check_merge (20000, 15000, 25000);
  check_merge (20000, 0, 10);
  check_merge (5000, 5000, 50000);
}

/* What was cancelled leaves strings as they were, and an id that names one for each. */
static void
test_cancelled_merge (void)
{
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  g_autoptr (LaminaStrings) other = lamina_strings_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree guint32 *ids = NULL;
  char text[128];

  lamina_strings_intern (strings, "kept", 4);
  for (guint i = 0; i < 30000; i++)
    lamina_strings_intern (other, text, make_text (i, text));
  g_cancellable_cancel (cancellable);
  ids = lamina_strings_merge (strings, other, cancellable);
  g_assert_cmpuint (lamina_strings_get_n (strings), ==, 2);
  for (guint i = 0; i < lamina_strings_get_n (other); i++)
    g_assert_cmpuint (ids[i], ==, 0);
}

static guint32
intern_pair (LaminaStrings *strings,
             guint32        first,
             guint32        second)
{
  guint32 id;

  lamina_strings_intern_pairs (strings, 1, &first, &second, &id);
  return id;
}

/* Pairs of pairs, too, and in whichever table they stand. */
static void
assert_pairs (LaminaStrings *strings,
              const guint32 *ids)
{
  g_assert_cmpstr (lamina_strings_get (strings, ids[2]), ==, "mm [[5,128]]");
  g_assert_cmpstr (lamina_strings_get (strings, ids[3]), ==, "mm [[5,128]] [\"float\"]");
  g_assert_cmpstr (lamina_strings_get (strings, ids[4]), ==, "mm ");
  g_assert_true (lamina_strings_get (strings, ids[3]) == lamina_strings_get (strings, ids[3]));
  g_assert_cmpuint (intern_pair (strings, ids[0], ids[1]), ==, ids[2]);
  g_assert_cmpuint (intern_pair (strings, ids[1], ids[0]), !=, ids[2]);
  g_assert_cmpuint (lamina_strings_intern (strings, "mm [[5,128]]", 12), !=, ids[2]);
}

static void
test_pairs (void)
{
  LaminaStrings *other = lamina_strings_new ();
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  g_autofree guint32 *merged = NULL;
  guint32 ids[5], of_merged[5];

  ids[0] = lamina_strings_intern (other, "mm", 2);
  ids[1] = lamina_strings_intern (other, "[[5,128]]", 9);
  ids[2] = intern_pair (other, ids[0], ids[1]);
  ids[3] = intern_pair (other, ids[2], lamina_strings_intern (other, "[\"float\"]", 9));
  ids[4] = intern_pair (other, ids[0], 0);
  lamina_strings_intern (strings, "something else", 14);
  lamina_strings_rest (strings);
  merged = lamina_strings_merge (strings, other, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    of_merged[i] = merged[ids[i]];
  assert_pairs (other, ids);
  lamina_strings_free (other);
  assert_pairs (strings, of_merged);
  g_assert_cmpstr (lamina_strings_get (strings, of_merged[3]), ==, "mm [[5,128]] [\"float\"]");
}

static gpointer
read_pairs (gpointer data)
{
  LaminaStrings *strings = data;
  guint n = lamina_strings_get_n (strings);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s;", lamina_strings_get (strings, i));
  return g_string_free (all, FALSE);
}

/* Half of the texts and some pairs are named: these stay, with what they are made of, and all others are empty. */
static void
test_keep (void)
{
  enum { N = 100000 };
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree _Atomic guint8 *used = NULL;
  g_autofree guint32 *ids = g_new (guint32, N);
  guint32 pair, outer, forgotten;
  char text[64];

  for (guint i = 0; i < N; i++)
    ids[i] = lamina_strings_intern (strings, text, (gsize) g_snprintf (text, sizeof text, "name %u", i * i));
  pair = intern_pair (strings, ids[11], ids[13]);
  outer = intern_pair (strings, pair, ids[17]);
  forgotten = intern_pair (strings, ids[19], ids[2]);
  g_assert_cmpstr (lamina_strings_get (strings, forgotten), ==, "name 361 name 4");
  used = g_malloc0 (lamina_strings_get_n (strings));
  for (guint i = 0; i < N; i += 2)
    used[ids[i]] = TRUE;
  used[outer] = TRUE;
  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_strings_keep (strings, used, 3, cancellable));
  g_assert_cmpstr (lamina_strings_get (strings, ids[3]), ==, "name 9");
  g_assert_true (lamina_strings_keep (strings, used, 3, NULL));
  for (guint i = 0; i < N; i++)
    {
      gboolean is_kept = i % 2 == 0 || i == 11 || i == 13 || i == 17;

      g_snprintf (text, sizeof text, "name %u", i * i);
      g_assert_cmpstr (lamina_strings_get (strings, ids[i]), ==, is_kept ? text : "");
    }
  g_assert_cmpstr (lamina_strings_get (strings, outer), ==, "name 121 name 169 name 289");
  g_assert_cmpstr (lamina_strings_get (strings, pair), ==, "name 121 name 169");
  g_assert_cmpstr (lamina_strings_get (strings, forgotten), ==, "");
  g_assert_cmpstr (lamina_strings_get (strings, 0), ==, "");
}

/* Some strings that stand together are all as long as texts may be that stand together, or longer by one; a few are very long. */
static GString *
make_long_text (guint i)
{
  GString *text = g_string_new (NULL);
  gsize length = i / 64 % 50 == 7 ? 1022 : i / 64 % 50 == 8 ? 1023 : i % 1000 == 3 ? 70000 : 0;

  g_string_printf (text, "name %u ", i);
  while (text->len < length)
    g_string_append_c (text, (char) ('a' + (text->len + i) % 26));
  return text;
}

static void
test_keep_long (void)
{
  enum { N = 40000 };
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  g_autofree _Atomic guint8 *used = NULL;
  g_autofree guint32 *ids = g_new (guint32, N);

  for (guint i = 0; i < N; i++)
    {
      GString *text = make_long_text (i);

      ids[i] = lamina_strings_intern (strings, text->str, text->len);
      if (i % 100 == 50)
        ids[i] = intern_pair (strings, ids[i - 1], ids[i]);
      g_string_free (text, TRUE);
    }
  used = g_malloc0 (lamina_strings_get_n (strings));
  for (guint i = 0; i < N; i++)
    used[ids[i]] = i % 9 != 4;
  g_assert_true (lamina_strings_keep (strings, used, 3, NULL));
  for (guint i = 0; i < N; i++)
    {
      GString *text = make_long_text (i);

      if (i % 100 == 50)
        {
          GString *first = make_long_text (i - 1);

          g_string_prepend_c (text, ' ');
          g_string_prepend (text, first->str);
          g_string_free (first, TRUE);
        }
      /* What a pair is made of stays with it. */
      if (i % 9 != 4 || i % 100 != 49)
        g_assert_cmpstr (lamina_strings_get (strings, ids[i]), ==, i % 9 != 4 ? text->str : "");
      g_string_free (text, TRUE);
    }
}

/* Several threads ask for texts that nobody has asked for, of more strings than are kept at once. */
static void
check_threads (gboolean keeps)
{
  g_autofree _Atomic guint8 *used = NULL;
  g_autoptr (LaminaStrings) strings = lamina_strings_new ();
  g_autofree char *expected = NULL;
  GThread *threads[4];

  for (guint i = 0; i < 15000; i++)
    {
      g_autofree char *text = g_strdup_printf ("name %u", i);
      guint32 id = lamina_strings_intern (strings, text, strlen (text));

      intern_pair (strings, intern_pair (strings, id, 1), id);
    }
  used = g_malloc (lamina_strings_get_n (strings));
  for (guint i = 0; i < lamina_strings_get_n (strings); i++)
    used[i] = TRUE;
  if (keeps)
    g_assert_true (lamina_strings_keep (strings, used, 2, NULL));
  else
    lamina_strings_rest (strings);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_pairs, strings);
  expected = read_pairs (strings);
  g_assert_nonnull (strstr (expected, ";name 7;name 7 name 0;name 7 name 0 name 7;"));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *found = g_thread_join (threads[i]);

      g_assert_cmpstr (found, ==, expected);
    }
}

static void
test_threads (void)
{
  check_threads (FALSE);
  check_threads (TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/strings/intern", test_intern);
  g_test_add_func ("/strings/intern/many", test_intern_many);
  g_test_add_func ("/strings/merge", test_merge);
  g_test_add_func ("/strings/merge/cancelled", test_cancelled_merge);
  g_test_add_func ("/strings/pairs", test_pairs);
  g_test_add_func ("/strings/keep", test_keep);
  g_test_add_func ("/strings/keep-long", test_keep_long);
  g_test_add_func ("/strings/threads", test_threads);
  return g_test_run ();
}
