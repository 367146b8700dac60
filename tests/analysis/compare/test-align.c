/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-sequence-private.h"

#include <string.h>

/* Common subsequences of two lists. */

#define MOST 64

typedef struct
{
  const char *name;
  const char *a;
  const char *b;
  const char *pairs; /* for each letter of @a the letter's place in @b, or `-` */
} Case;

static const Case cases[] = {
  { "nothing", "", "", "" },
  { "nothing-on-one-side", "", "abc", "" },
  { "nothing-on-the-other", "abc", "", "---" },
  { "equal", "abcabc", "abcabc", "012345" },
  { "strangers", "abc", "def", "---" },
  { "left-out", "abcde", "ace", "0-1-2" },
  { "put-in", "ace", "abcde", "024" },
  { "repeated", "aaa", "aa", "01-" },
  { "one-moved", "abcdef", "bcdefa", "-01234" },
  { "crossed", "ab", "ba", "-0" },
  { "replaced", "abxcd", "abycd", "01-34" },
};

/* Lists are letters. Returns the pairs as in a case. */
static char *
align (const char   *a,
       const char   *b,
       GCancellable *cancellable)
{
  guint n_a = (guint) strlen (a), n_b = (guint) strlen (b);
  guint32 tokens_a[MOST], tokens_b[MOST], pairs[MOST];
  char *text = g_new0 (char, n_a + 1);

  for (guint i = 0; i < n_a; i++)
    tokens_a[i] = (guint32) (a[i] - 'a');
  for (guint i = 0; i < n_b; i++)
    tokens_b[i] = (guint32) (b[i] - 'a');
  g_assert_true (lamina_align (tokens_a, n_a, tokens_b, n_b, 26, pairs, cancellable));
  for (guint i = 0; i < n_a; i++)
    text[i] = pairs[i] == LAMINA_NONE ? '-' : (char) ('0' + pairs[i]);
  return text;
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autofree char *pairs = align (expected->a, expected->b, NULL);

  g_assert_cmpstr (pairs, ==, expected->pairs);
}

/* Pairs are of equal tokens and rise. Returns how many there are. */
static guint
check (const guint32 *a,
       guint          n_a,
       const guint32 *b,
       guint          n_b,
       const guint32 *pairs)
{
  guint n = 0, next = 0;

  for (guint i = 0; i < n_a; i++)
    if (pairs[i] != LAMINA_NONE)
      {
        g_assert_cmpuint (pairs[i], >=, next);
        g_assert_cmpuint (pairs[i], <, n_b);
        g_assert_cmpuint (a[i], ==, b[pairs[i]]);
        next = pairs[i] + 1;
        n++;
      }
  return n;
}

static gboolean
have_common (const guint32 *a,
             guint          n_a,
             const guint32 *b,
             guint          n_b)
{
  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      if (a[i] == b[j])
        return TRUE;
  return FALSE;
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20260101);

  for (guint turn = 0; turn < 2000; turn++)
    {
      guint n_tokens = (guint) g_rand_int_range (random, 1, 20);
      guint n_a = (guint) g_rand_int_range (random, 0, MOST), n_b = (guint) g_rand_int_range (random, 0, MOST);
      guint32 a[MOST], b[MOST], pairs[MOST];

      for (guint i = 0; i < n_a; i++)
        a[i] = (guint32) g_rand_int_range (random, 0, (gint32) n_tokens);
      for (guint i = 0; i < n_b; i++)
        b[i] = (guint32) g_rand_int_range (random, 0, (gint32) n_tokens);
      g_assert_true (lamina_align (a, n_a, b, n_b, n_tokens, pairs, NULL));
      g_assert_true ((check (a, n_a, b, n_b, pairs) > 0) == have_common (a, n_a, b, n_b));
    }
}

/* Tokens that stand once on both sides are all found, however long the lists are. */
static void
test_long (void)
{
  enum { N = 100000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree guint32 *a = g_new (guint32, N);
  g_autofree guint32 *b = g_new (guint32, N);
  g_autofree guint32 *pairs = g_new (guint32, N);
  guint n_a = 0, n_b = 0, n_both = 0;

  for (guint32 i = 0; i < N; i++)
    {
      gboolean in_a = g_rand_int_range (random, 0, 10) > 0, in_b = g_rand_int_range (random, 0, 10) > 0;

      if (in_a)
        a[n_a++] = i;
      if (in_b)
        b[n_b++] = i;
      n_both += in_a && in_b;
    }
  g_assert_true (lamina_align (a, n_a, b, n_b, N, pairs, NULL));
  g_assert_cmpuint (check (a, n_a, b, n_b, pairs), ==, n_both);
}

/* Boxes are counted between two questions, so that a short list ends before the first. */
static void
test_cancelled (void)
{
  enum { N = 20000 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree guint32 *a = g_new (guint32, N);
  g_autofree guint32 *b = g_new (guint32, N);
  g_autofree guint32 *pairs = g_new (guint32, N);
  g_autofree char *text = NULL;

  for (guint32 i = 0; i < N; i++)
    {
      a[i] = i;
      b[i] = i % 2 == 0 ? i : N + i;
    }
  g_cancellable_cancel (cancellable);
  text = align ("ab", "ab", cancellable);
  g_assert_cmpstr (text, ==, "01");
  g_assert_false (lamina_align (a, N, b, N, 2 * N, pairs, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/align/cases/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/align/random", test_random);
  g_test_add_func ("/align/long", test_long);
  g_test_add_func ("/align/cancelled", test_cancelled);
  return g_test_run ();
}
