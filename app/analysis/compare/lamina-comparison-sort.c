/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include "lamina-rank.h"

#include <math.h>

const char *
lamina_pair_state_get_name (LaminaPairState state)
{
  static const char *const names[] = { "matched", "only-a", "only-b", "split", "merged" };

  g_return_val_if_fail (state < LAMINA_N_PAIR_STATES, NULL);

  return names[state];
}

const char *
lamina_pair_basis_get_name (LaminaPairBasis basis)
{
  static const char *const names[] = { NULL, "name", "parts", "order", "shape", "family" };

  g_return_val_if_fail (basis < LAMINA_N_PAIR_BASES, NULL);

  return names[basis];
}

/* The name or the type of the first layer of a pair. */
static const char *
get_text (LaminaComparison *self,
          guint             i,
          LaminaPairColumn  column)
{
  LaminaPair pair;
  guint side;
  const LaminaLayers *layers;
  guint32 layer;

  lamina_comparison_read_pair (self, i, &pair);
  side = pair.n_a == 0 ? 1 : 0;
  layers = lamina_run_get_layers (self->runs[side]);
  layer = side == 1 ? pair.layers_b[0] : pair.layers_a[0];
  return lamina_run_get_string (self->runs[side], lamina_column_id (column == LAMINA_PAIR_COLUMN_NAME ? layers->name :
                                                                    layers->type, layer));
}

/* A key in the order of the column. FALSE for a value that is absent. */
static gboolean
get_key (LaminaComparison *self,
         guint             i,
         LaminaPairColumn  column,
         guint64          *key)
{
  LaminaPair pair;
  double percent;
  gint64 number = 0;

  lamina_comparison_read_pair (self, i, &pair);
  switch (column)
    {
    case LAMINA_PAIR_COLUMN_STATE:
      number = (gint64) pair.state;
      break;
    case LAMINA_PAIR_COLUMN_COST_A:
      number = pair.cost_a;
      break;
    case LAMINA_PAIR_COLUMN_COST_B:
      number = pair.cost_b;
      break;
    case LAMINA_PAIR_COLUMN_DELTA:
      number = pair.delta;
      break;
    case LAMINA_PAIR_COLUMN_CHANGE:
      number = pair.delta < 0 && pair.delta != LAMINA_ABSENT ? -pair.delta : pair.delta;
      break;
    case LAMINA_PAIR_COLUMN_PERCENT:
      percent = lamina_comparison_get_percent (pair.cost_a, pair.delta);
      *key = isnan (percent) ? 0 : lamina_order_key_real (percent);
      return !isnan (percent);
    case LAMINA_PAIR_COLUMN_INDEX:
    case LAMINA_PAIR_COLUMN_NAME:
    case LAMINA_PAIR_COLUMN_TYPE:
    case LAMINA_N_PAIR_COLUMNS:
    default:
      number = (gint64) i;
      break;
    }
  *key = lamina_order_key_integer (number);
  return number != LAMINA_ABSENT;
}

static guint32 *
rank_texts (LaminaComparison *self,
            LaminaPairColumn  column,
            GCancellable     *cancellable)
{
  g_autofree const char **texts = g_new (const char *, MAX (self->n_pairs, 1));

  for (guint i = 0; i < self->n_pairs; i++)
    texts[i] = get_text (self, i, column);
  return lamina_rank_texts (texts, self->n_pairs, cancellable);
}

guint32 *
lamina_comparison_dup_order (LaminaComparison *self,
                             guint             states,
                             LaminaPairColumn  column,
                             gboolean          descending,
                             GCancellable     *cancellable,
                             guint            *n)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, (gsize) self->n_pairs + 1);
  g_autofree guint32 *order = g_new (guint32, (gsize) self->n_pairs + 1);
  g_autofree guint32 *ranks = NULL;
  gboolean is_text = column == LAMINA_PAIR_COLUMN_NAME || column == LAMINA_PAIR_COLUMN_TYPE;

  *n = 0;
  if (is_text && (ranks = rank_texts (self, column, cancellable)) == NULL)
    return NULL;
  for (guint i = 0; i < self->n_pairs; i++)
    {
      guint64 key = is_text ? ranks[i] : 0;
      gboolean known = is_text ? *get_text (self, i, column) != '\0' : get_key (self, i, column, &key);

      if ((states & LAMINA_PAIR_STATE_BIT (self->state[i])) != 0)
        items[(*n)++] = (LaminaOrderItem) { known ? MIN (descending ? ~key : key, G_MAXUINT64 - 1) : G_MAXUINT64, i };
    }
  if (!lamina_order_sort (items, NULL, *n, cancellable))
    return NULL;
  for (guint i = 0; i < *n; i++)
    order[i] = items[i].row;
  return g_steal_pointer (&order);
}
