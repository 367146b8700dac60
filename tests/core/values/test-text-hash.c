/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <string.h>

/* Texts as keys of tables. */

/* Equal texts have equal hashes wherever they stand; one letter, or one more, makes another text. */
static void
test_lengths (void)
{
  char text[200], other[208];

  for (guint n = 0; n < sizeof text; n++)
    for (guint shift = 0; shift < 8; shift++)
      {
        for (guint i = 0; i < n; i++)
          text[i] = other[shift + i] = (char) ('a' + (i * 7 + n) % 26);
        text[n] = other[shift + n] = '\0';
        g_assert_cmpuint (lamina_text_hash (text), ==, lamina_text_hash (other + shift));
        g_assert_true (lamina_text_equal (text, other + shift));
        for (guint i = 0; i < n; i++)
          {
            other[shift + i] ^= 1;
            g_assert_cmpuint (lamina_text_hash (text), !=, lamina_text_hash (other + shift));
            g_assert_false (lamina_text_equal (text, other + shift));
            other[shift + i] ^= 1;
          }
        if (n > 0)
          {
            other[shift + n - 1] = '\0';
            g_assert_cmpuint (lamina_text_hash (text), !=, lamina_text_hash (other + shift));
            g_assert_false (lamina_text_equal (text, other + shift));
          }
      }
}

/* Few of a hundred thousand names that differ in a number share a hash; by chance one pair would. */
static void
test_spread (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 100000;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("void at::native::vectorized_elementwise_kernel<%u, float>", i);

      g_hash_table_add (seen, GUINT_TO_POINTER (lamina_text_hash (name)));
    }
  g_assert_cmpuint (g_hash_table_size (seen), >, n - 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-hash/lengths", test_lengths);
  g_test_add_func ("/text-hash/spread", test_spread);
  return g_test_run ();
}
