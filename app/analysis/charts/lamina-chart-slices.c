/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-data-private.h"

#include "lamina-slice-refs.h"

/* The slices behind the rows of a chart that counts slices. */

void
lamina_chart_data_set_slices (LaminaChartData      *self,
                              guint                 row,
                              const LaminaSliceRef *slices,
                              guint                 n)
{
  if (n == 0)
    return;
  if (self->slices == NULL)
    {
      self->first_slice = g_array_new (FALSE, FALSE, sizeof (guint));
      self->slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
    }
  while (self->first_slice->len <= row)
    g_array_append_vals (self->first_slice, &self->slices->len, 1);
  g_array_append_vals (self->slices, slices, n);
}

gboolean
lamina_chart_data_has_slices (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->slices != NULL;
}

const LaminaSliceRef *
lamina_chart_data_get_slices (LaminaChartData *self,
                              guint            row,
                              guint           *n)
{
  guint first, end;

  g_return_val_if_fail (self != NULL && row < self->n_rows && n != NULL, NULL);

  *n = 0;
  if (self->slices == NULL || row >= self->first_slice->len)
    return NULL;
  first = g_array_index (self->first_slice, guint, row);
  end = row + 1 < self->first_slice->len ? g_array_index (self->first_slice, guint, row + 1) : self->slices->len;
  *n = end - first;
  return (const LaminaSliceRef *) (gpointer) self->slices->data + first;
}

guint32 *
lamina_chart_data_find_rows_of_slices (LaminaChartData      *self,
                                       const LaminaSliceRef *slices,
                                       guint                 n,
                                       guint                *n_rows)
{
  g_autofree LaminaSliceRef *wanted = g_memdup2 (slices, n * sizeof *slices);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (self != NULL && n_rows != NULL, NULL);

  if (n > 1)
    qsort (wanted, n, sizeof *wanted, lamina_slice_ref_compare);
  for (guint32 row = 0; n > 0 && row < self->n_rows; row++)
    {
      guint n_behind;
      const LaminaSliceRef *behind = lamina_chart_data_get_slices (self, row, &n_behind);

      for (guint i = 0; i < n_behind; i++)
        if (bsearch (&behind[i], wanted, n, sizeof *wanted, lamina_slice_ref_compare) != NULL)
          {
            g_array_append_val (rows, row);
            break;
          }
    }
  *n_rows = rows->len;
  return g_array_steal (rows, NULL);
}
