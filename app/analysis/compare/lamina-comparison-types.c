/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <math.h>

static gint
compare_types (gconstpointer a,
               gconstpointer b)
{
  const LaminaComparisonType *type_a = a, *type_b = b;
  guint64 size_a = (guint64) ABS (type_a->delta), size_b = (guint64) ABS (type_b->delta);

  return size_a == size_b ? 0 : size_a > size_b ? -1 : 1;
}

/* The square of the noise of a pair; NaN where it is not known. */
static double
get_square (const LaminaPair *pair)
{
  if (pair->delta == LAMINA_ABSENT)
    return 0;
  return pair->noise == LAMINA_ABSENT ? NAN : (double) pair->noise * (double) pair->noise;
}

static void
add_pair (LaminaComparisonType *type,
          const LaminaPair     *pair)
{
  type->n_pairs++;
  type->cost_a = lamina_number_add (type->cost_a, pair->cost_a);
  type->cost_b = lamina_number_add (type->cost_b, pair->cost_b);
  type->delta = lamina_number_add (type->delta, pair->delta);
  type->noise_delta = lamina_number_add (type->noise_delta, pair->is_noise ? pair->delta : 0);
}

void
lamina_comparison_sum_types (LaminaComparison *self)
{
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) squares = g_array_new (FALSE, TRUE, sizeof (double));
  const char *last = NULL;
  guint at = 0;

  self->types = g_array_new (FALSE, FALSE, sizeof (LaminaComparisonType));
  for (guint i = 0; i < self->n_pairs; i++)
    {
      LaminaPair pair;
      LaminaFamily family;
      const char *type;

      lamina_comparison_read_pair (self, i, &pair);
      type = lamina_comparison_get_pair_type (self, &pair, &family);
      /* Neighbors are often of one type, and a string of a run is one pointer. */
      if (type != last)
        {
          gpointer value;

          if (!g_hash_table_lookup_extended (found, type, NULL, &value))
            {
              LaminaComparisonType row = { .type = *type != '\0' ? type : NULL, .family = family,
                                           .cost_a = LAMINA_ABSENT, .cost_b = LAMINA_ABSENT };

              value = GUINT_TO_POINTER (self->types->len);
              g_array_append_val (self->types, row);
              g_hash_table_insert (found, (gpointer) type, value);
            }
          at = GPOINTER_TO_UINT (value);
          last = type;
        }
      add_pair (&g_array_index (self->types, LaminaComparisonType, at), &pair);
      g_array_set_size (squares, self->types->len);
      g_array_index (squares, double, at) += get_square (&pair);
    }
  for (guint i = 0; i < self->types->len; i++)
    {
      LaminaComparisonType *type = &g_array_index (self->types, LaminaComparisonType, i);

      type->noise = lamina_comparison_round_noise (sqrt (g_array_index (squares, double, i)));
      type->is_noise = lamina_comparison_is_noise (type->delta, type->noise);
    }
  g_array_sort (self->types, compare_types);
}
