/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"
#include "lamina-module.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <string.h>

/* Which trees a run offers, and which of them says most. */

static const char *const by_names[] = { "calls", "parents", "names", "modules", "types", "sections", "stacks" };

G_STATIC_ASSERT (G_N_ELEMENTS (by_names) == LAMINA_N_FLAME_BY);

gboolean
lamina_flame_by_from_name (const char    *name,
                           LaminaFlameBy *by)
{
  for (guint i = 0; i < LAMINA_N_FLAME_BY; i++)
    if (strcmp (by_names[i], name) == 0)
      {
        *by = i;
        return TRUE;
      }
  return FALSE;
}

const char *
lamina_flame_by_get_name (LaminaFlameBy by)
{
  g_return_val_if_fail ((guint) by < LAMINA_N_FLAME_BY, NULL);
  return by_names[by];
}

static gboolean
has_layer_names (LaminaRun    *run,
                 GCancellable *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; i < layers->n && !lamina_order_is_cancelled (cancellable, i); i++)
    if (lamina_flame_get_separator (lamina_run_get_string (run, lamina_column_id (layers->name, i))))
      return TRUE;
  return FALSE;
}

/* Whether layers were called by something: a slice of theirs lies inside one that is not of the same layer. */
static gboolean
has_calls (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; i < layers->n; i++)
    for (guint j = layers->first_slice[i]; j < layers->first_slice[i + 1]; j++)
      {
        LaminaSliceRef ref = layers->slices[j];
        LaminaTrack *track = lamina_run_get_track (run, ref.track);
        const guint32 *layer = lamina_track_get_slices (track)->layer;
        guint32 parent = lamina_track_get_parent (track, ref.slice);

        if (parent != LAMINA_NONE && lamina_column_row (layer, parent) != lamina_column_row (layer, ref.slice))
          return TRUE;
      }
  return layers->n == 0;
}

static gboolean
has_parents (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; layers->parent && i < layers->n; i++)
    if (layers->parent[i] != LAMINA_NONE)
      return TRUE;
  return FALSE;
}

guint
lamina_flame_list_offers (LaminaRun    *run,
                          GCancellable *cancellable)
{
  guint n_layers;
  guint offers = 0;

  g_return_val_if_fail (run != NULL, 0);

  n_layers = lamina_run_get_layers (run)->n;
  if (lamina_run_get_totals (run)->n_slices > 0)
    offers |= 1u << LAMINA_FLAME_BY_CALLS;
  if (lamina_run_get_memory (run)->n_calls > 0)
    offers |= 1u << LAMINA_FLAME_BY_STACKS;
  if (n_layers == 0)
    return offers;
  if (has_parents (run))
    offers |= 1u << LAMINA_FLAME_BY_PARENTS;
  if (has_layer_names (run, cancellable))
    offers |= 1u << LAMINA_FLAME_BY_NAMES;
  if (lamina_run_has_modules (run))
    offers |= 1u << LAMINA_FLAME_BY_MODULES;
  if (lamina_run_get_n_sections (run) > 1)
    offers |= 1u << LAMINA_FLAME_BY_SECTIONS;
  return offers | 1u << LAMINA_FLAME_BY_TYPES;
}

gboolean
lamina_flame_has_weight (LaminaRun         *run,
                         LaminaFlameBy      by,
                         LaminaFlameWeight  weight)
{
  const LaminaTotals *totals = lamina_totals_in_force (run);

  if (by == LAMINA_FLAME_BY_STACKS)
    return weight == LAMINA_FLAME_WEIGHT_KEPT || weight == LAMINA_FLAME_WEIGHT_BYTES || weight == LAMINA_FLAME_WEIGHT_CALLS;
  switch (weight)
    {
    case LAMINA_FLAME_WEIGHT_COST:
      return totals->cost != LAMINA_ABSENT || totals->n_slices > 0;
    case LAMINA_FLAME_WEIGHT_BYTES:
      return totals->bytes != LAMINA_ABSENT;
    case LAMINA_FLAME_WEIGHT_FLOP:
      return totals->flop != LAMINA_ABSENT;
    case LAMINA_FLAME_WEIGHT_KEPT:
      return FALSE;
    case LAMINA_FLAME_WEIGHT_CALLS:
    case LAMINA_N_FLAME_WEIGHTS:
    default:
      return lamina_run_get_layers (run)->n > 0 || totals->n_slices > 0;
    }
}

void
lamina_flame_choose (LaminaRun          *run,
                     guint               offers,
                     LaminaFlameOptions *options)
{
  static const LaminaFlameBy ranking[] = { LAMINA_FLAME_BY_MODULES, LAMINA_FLAME_BY_PARENTS, LAMINA_FLAME_BY_NAMES,
                                           LAMINA_FLAME_BY_TYPES };
  gboolean called;

  g_return_if_fail (run != NULL && options != NULL);

  *options = LAMINA_FLAME_OPTIONS_INIT;
  if ((offers & 1u << LAMINA_FLAME_BY_STACKS) && lamina_run_get_totals (run)->cost == LAMINA_ABSENT)
    {
      options->by = LAMINA_FLAME_BY_STACKS;
      options->weight = LAMINA_FLAME_WEIGHT_KEPT;
      return;
    }
  called = !(offers & 1u << LAMINA_FLAME_BY_MODULES) && has_calls (run);
  options->by = LAMINA_FLAME_BY_CALLS;
  for (guint i = 0; i < G_N_ELEMENTS (ranking) && !called; i++)
    if (offers & 1u << ranking[i])
      {
        options->by = ranking[i];
        break;
      }
  if (lamina_run_get_totals (run)->cost != LAMINA_ABSENT || options->by == LAMINA_FLAME_BY_CALLS)
    return;
  options->weight = LAMINA_FLAME_WEIGHT_CALLS;
  if (lamina_flame_has_weight (run, options->by, LAMINA_FLAME_WEIGHT_BYTES))
    options->weight = LAMINA_FLAME_WEIGHT_BYTES;
  if (lamina_flame_has_weight (run, options->by, LAMINA_FLAME_WEIGHT_FLOP))
    options->weight = LAMINA_FLAME_WEIGHT_FLOP;
}
