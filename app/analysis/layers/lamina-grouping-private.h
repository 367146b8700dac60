/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-grouping.h"

G_BEGIN_DECLS

/*
 * Groups in three files: -grouping.c puts layers together and sums them up, -grouping-spread.c finds out how what a call
 * costs is spread over a group, -grouping-sort.c brings groups into other orders.
 */
struct _LaminaGrouping
{
  LaminaRun *run;
  /*
   * In the order of their first layers: rows are added to neighbors then, where to jump about in what a million groups
   * take would cost more than all the rest. @order brings them into that of their sums.
   */
  LaminaLayerGroup *groups;
  guint32 *order;
  guint n;
  /* The layers of the first group, then those of the second, and so on. */
  guint32 *layers;
  LaminaLayerGroupRates *rates;
  /*
   * At the places of the layers of a group the costs of its calls, ascending, and how many calls cost that much or less.
   * A group uses the first @n_costs of its places, for layers that have no cost are left out.
   */
  gint64 *costs;
  gint64 *calls;
  guint32 *n_costs;
  GStringChunk *labels;
};

/* Fills in mean, min, median, p95 and max. FALSE when cancelled. */
gboolean lamina_grouping_find_spreads (LaminaGrouping *self,
                                       LaminaRun      *run,
                                       GCancellable   *cancellable);

G_END_DECLS
