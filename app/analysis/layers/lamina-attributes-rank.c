/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

#include "lamina-order.h"
#include "lamina-rank.h"

#include <math.h>
#include <string.h>

gboolean
lamina_attribute_get_number (const LaminaLayerValue *value,
                             double                 *number)
{
  char *end;

  switch (value->kind)
    {
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
      *number = (double) value->integer;
      return TRUE;
    case LAMINA_LAYER_VALUE_REAL:
      *number = value->real;
      return isfinite (value->real);
    case LAMINA_LAYER_VALUE_TEXT:
      if (strspn (value->text, "+-.0123456789eE") != strlen (value->text) || !strpbrk (value->text, "0123456789"))
        return FALSE;
      *number = g_ascii_strtod (value->text, &end);
      return *end == '\0' && isfinite (*number);
    default:
      return FALSE;
    }
}

/* Whole numbers are compared by all of their digits. FALSE when any value is no number. */
static gboolean
make_number_keys (const LaminaAttributeCells *cells,
                  LaminaOrderItem            *items)
{
  gboolean whole = TRUE;

  for (guint i = 0; i < cells->values->len; i++)
    {
      const LaminaLayerValue *value = cells->values->pdata[i];
      double number;

      if (!lamina_attribute_get_number (value, &number))
        return FALSE;
      whole &= value->kind == LAMINA_LAYER_VALUE_COUNT || value->kind == LAMINA_LAYER_VALUE_AMOUNT;
      items[i] = (LaminaOrderItem) { lamina_order_key_real (number), i };
    }
  for (guint i = 0; whole && i < cells->values->len; i++)
    items[i].key = lamina_order_key_integer (((const LaminaLayerValue *) cells->values->pdata[i])->integer);
  return TRUE;
}

/* FALSE when cancelled. */
static gboolean
rank_texts (LaminaAttributeCells *cells,
            GCancellable         *cancellable)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < cells->values->len; i++)
    g_ptr_array_add (texts, lamina_layer_value_dup_plain (cells->values->pdata[i]));
  for (guint i = 0; i < texts->len; i++)
    if (!texts->pdata[i])
      texts->pdata[i] = g_strdup ("");
  cells->ranks = lamina_rank_texts ((const char *const *) texts->pdata, texts->len, cancellable);
  return cells->ranks != NULL;
}

gboolean
lamina_attribute_cells_rank (LaminaAttributeCells *cells,
                             GCancellable         *cancellable)
{
  guint n = cells->values->len;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));

  cells->is_number = n > 0 && make_number_keys (cells, items);
  if (!cells->is_number)
    return rank_texts (cells, cancellable);
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return FALSE;
  cells->ranks = g_new (guint32, n);
  for (guint i = 0, rank = 0; i < n; i++)
    {
      rank += i > 0 && items[i].key != items[i - 1].key;
      cells->ranks[items[i].row] = rank;
    }
  return TRUE;
}
