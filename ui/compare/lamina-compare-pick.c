/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include <string.h>

/* What is selected: in the pictures, in the lists and in the tabs of both sides. */

guint
_lamina_compare_page_get_own_side (LaminaComparePage *self)
{
  return self->swapped ? 1 : 0;
}

/* Brings out the pair of what is selected. */
void
_lamina_compare_page_show_selection (LaminaComparePage *self)
{
  guint32 layer = self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  guint32 pair = LAMINA_NONE;

  if (self->own_change || !self->comparison)
    return;
  if (layer != LAMINA_NONE)
    pair = lamina_comparison_find (self->comparison, _lamina_compare_page_get_own_side (self) == 1, layer);
  lamina_compare_table_set_pair (self->table, pair);
  lamina_compare_canvas_set_row (self->ties, pair);
  lamina_compare_canvas_set_row (self->waterfall, LAMINA_NONE);
  lamina_compare_types_set_row (self->types, LAMINA_NONE);
}

/* In the tab of A and in that of B, as far as those show what is compared. */
static void
select_side (LaminaComparePage *self,
             LaminaSession     *session,
             guint              run,
             const guint32     *layers,
             guint              n)
{
  if (lamina_session_get_run_index (session) == run)
    lamina_session_select_layers (session, layers, n, n > 0 ? layers[0] : LAMINA_NONE);
}

static void
select_pair (LaminaComparePage *self,
             guint32            index)
{
  gboolean own_is_b = _lamina_compare_page_get_own_side (self) == 1;
  LaminaPair pair = { 0 };

  if (index != LAMINA_NONE)
    lamina_comparison_get_pair (self->comparison, index, &pair);
  self->own_change = TRUE;
  select_side (self, self->session, lamina_session_get_run_index (self->session),
               own_is_b ? pair.layers_b : pair.layers_a, own_is_b ? pair.n_b : pair.n_a);
  if (self->other != self->session)
    select_side (self, self->other, self->other_run, own_is_b ? pair.layers_a : pair.layers_b,
                 own_is_b ? pair.n_a : pair.n_b);
  self->own_change = FALSE;
}

void
_lamina_compare_page_on_picked (LaminaComparePage *self,
                                guint              pair)
{
  if (!self->comparison || self->own_change)
    return;
  select_pair (self, pair);
  lamina_compare_table_set_pair (self->table, pair);
  lamina_compare_canvas_set_row (self->ties, pair);
  lamina_compare_canvas_set_row (self->waterfall, LAMINA_NONE);
  lamina_compare_types_set_row (self->types, LAMINA_NONE);
}

/* All layers of a type on the own side; the pair of it that changes most is brought out. */
void
_lamina_compare_page_on_type_picked (LaminaComparePage *self,
                                     guint              row)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean own_is_b = _lamina_compare_page_get_own_side (self) == 1;
  const char *type;
  guint32 largest = LAMINA_NONE;
  gint64 most = -1;

  if (!self->comparison || row == LAMINA_NONE)
    {
      _lamina_compare_page_on_picked (self, LAMINA_NONE);
      return;
    }
  type = lamina_comparison_get_type_row (self->comparison, row)->type;
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      if (strcmp (lamina_comparison_get_pair_type (self->comparison, &pair, NULL), type ? type : "") != 0)
        continue;
      g_array_append_vals (layers, own_is_b ? pair.layers_b : pair.layers_a, own_is_b ? pair.n_b : pair.n_a);
      if (pair.delta != LAMINA_ABSENT && ABS (pair.delta) > most)
        {
          most = ABS (pair.delta);
          largest = i;
        }
    }
  self->own_change = TRUE;
  select_side (self, self->session, lamina_session_get_run_index (self->session),
               (const guint32 *) (gpointer) layers->data, layers->len);
  self->own_change = FALSE;
  lamina_compare_canvas_set_row (self->waterfall, row);
  lamina_compare_types_set_row (self->types, row);
  lamina_compare_canvas_set_row (self->ties, LAMINA_NONE);
  lamina_compare_table_set_pair (self->table, largest);
}
