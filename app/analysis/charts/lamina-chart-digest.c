/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-digest-private.h"

#include <math.h>
#include <string.h>

/* So many rows are one block. What stands in one column of a picture of a million rows are some blocks, and less than two at the
 * ends. */
#define BLOCK 64

/*
 * tallest    by column, for each block of rows the first with the largest number, or LAMINA_NONE; NULL unless the column is a value
 * classes    LaminaChartClass, the largest first
 * families   by family what its rows add up to, or NaN
 * has_kinds  whether rows are of several families
 */
struct _LaminaChartDigest
{
  GPtrArray *tallest;
  GArray *classes;
  double families[LAMINA_N_FAMILIES];
  gboolean has_kinds;
};

/* The first row with the largest number among @n from @first on, and @before. */
static guint
find_largest (LaminaChartData *data,
              guint            column,
              guint            first,
              guint            n,
              guint            before)
{
  double largest = before == LAMINA_NONE ? NAN : lamina_chart_data_get_number (data, before, column);

  for (guint row = first; row < first + n; row++)
    {
      double number = lamina_chart_data_get_number (data, row, column);

      if (isnan (number) || number <= largest)
        continue;
      largest = number;
      before = row;
    }
  return before;
}

static guint32 *
list_tallest (LaminaChartData *data,
              guint            column)
{
  guint n = lamina_chart_data_get_n_rows (data);
  guint32 *tallest = g_new (guint32, n / BLOCK + 1);

  for (guint i = 0; i <= n / BLOCK; i++)
    tallest[i] = find_largest (data, column, i * BLOCK, MIN (n - i * BLOCK, BLOCK), LAMINA_NONE);
  return tallest;
}

/* A family of which something is positive in any column has at least 0 in the @first. */
static void
add_families (LaminaChartDigest *self,
              LaminaChartData   *data,
              guint              column,
              gboolean           first)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      double number = lamina_chart_data_get_number (data, row, column);
      double *sum = &self->families[lamina_chart_data_get_family (data, row)];

      if (number > 0)
        *sum = (isnan (*sum) ? 0 : *sum) + (first ? number : 0);
    }
}

static int
compare_classes (gconstpointer a,
                 gconstpointer b)
{
  const LaminaChartClass *left = a, *right = b;

  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  return strcmp (left->name, right->name);
}

static void
add_classes (LaminaChartDigest *self,
             LaminaChartData   *data,
             guint              column,
             guint              value)
{
  g_autoptr (GHashTable) places = g_hash_table_new (lamina_text_hash, lamina_text_equal);

  for (guint row = 0; column != LAMINA_NONE && row < lamina_chart_data_get_n_rows (data); row++)
    {
      const char *name = lamina_chart_data_get_text (data, row, column);
      LaminaChartClass class = { name, 0 };
      gpointer place;

      if (*name == '\0')
        continue;
      if (!g_hash_table_lookup_extended (places, name, NULL, &place))
        {
          place = GUINT_TO_POINTER (self->classes->len);
          g_hash_table_insert (places, (gpointer) name, place);
          g_array_append_val (self->classes, class);
        }
      g_array_index (self->classes, LaminaChartClass, GPOINTER_TO_UINT (place)).sum
        += fmax (lamina_chart_data_get_number (data, row, value), 0);
    }
  g_array_sort (self->classes, compare_classes);
}

LaminaChartDigest *
lamina_chart_digest_new (LaminaChartData *data)
{
  LaminaChartDigest *self = g_new0 (LaminaChartDigest, 1);
  guint value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);

  self->tallest = g_ptr_array_new_with_free_func (g_free);
  self->classes = g_array_new (FALSE, FALSE, sizeof (LaminaChartClass));
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    self->families[i] = NAN;
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    {
      gboolean is_value = lamina_chart_data_get_column (data, i)->use == LAMINA_CHART_USE_VALUE;

      g_ptr_array_add (self->tallest, is_value ? list_tallest (data, i) : NULL);
      if (is_value)
        add_families (self, data, i, i == value);
    }
  add_classes (self, data, lamina_chart_data_find_column (data, LAMINA_CHART_USE_CLASS), value);
  for (guint row = 1; row < lamina_chart_data_get_n_rows (data) && !self->has_kinds; row++)
    self->has_kinds = lamina_chart_data_get_family (data, row) != lamina_chart_data_get_family (data, 0);
  return self;
}

void
lamina_chart_digest_free (LaminaChartDigest *self)
{
  g_ptr_array_unref (self->tallest);
  g_array_unref (self->classes);
  g_free (self);
}

guint
lamina_chart_data_find_largest (LaminaChartData *self,
                                guint            column,
                                guint            first,
                                guint            n)
{
  const LaminaChartDigest *digest;
  const guint32 *tallest;
  guint n_rows, block, last, found;

  g_return_val_if_fail (self != NULL && column < lamina_chart_data_get_n_columns (self), LAMINA_NONE);
  n_rows = lamina_chart_data_get_n_rows (self);
  g_return_val_if_fail (first <= n_rows && n <= n_rows - first, LAMINA_NONE);

  digest = lamina_chart_data_get_digest (self);
  tallest = digest != NULL ? digest->tallest->pdata[column] : NULL;
  block = first / BLOCK + 1;
  last = (first + n) / BLOCK;
  if (tallest == NULL || block >= last)
    return find_largest (self, column, first, n, LAMINA_NONE);
  found = find_largest (self, column, first, block * BLOCK - first, LAMINA_NONE);
  for (; block < last; block++)
    if (tallest[block] != LAMINA_NONE)
      found = find_largest (self, column, tallest[block], 1, found);
  return find_largest (self, column, last * BLOCK, first + n - last * BLOCK, found);
}

const LaminaChartClass *
lamina_chart_data_get_classes (LaminaChartData *self,
                               guint           *n)
{
  const LaminaChartDigest *digest;

  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  digest = lamina_chart_data_get_digest (self);
  *n = digest != NULL ? digest->classes->len : 0;
  return *n > 0 ? &g_array_index (digest->classes, LaminaChartClass, 0) : NULL;
}

double
lamina_chart_data_get_family_sum (LaminaChartData *self,
                                  LaminaFamily     family)
{
  g_return_val_if_fail (self != NULL && (guint) family < LAMINA_N_FAMILIES, NAN);

  return lamina_chart_data_get_digest (self) != NULL ? lamina_chart_data_get_digest (self)->families[family] : NAN;
}

gboolean
lamina_chart_data_has_kinds (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return lamina_chart_data_get_digest (self) != NULL && lamina_chart_data_get_digest (self)->has_kinds;
}
