/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * LaminaGroupBy:
 * @LAMINA_GROUP_BY_TYPE: layers of one type
 * @LAMINA_GROUP_BY_SHAPE: layers of one type whose inputs have the same shapes and dtypes
 * @LAMINA_GROUP_BY_NAME: layers of one name
 * @LAMINA_GROUP_BY_FAMILY: layers of one family of work
 *
 * What puts layers into one group.
 */
typedef enum
{
  LAMINA_GROUP_BY_TYPE,
  LAMINA_GROUP_BY_SHAPE,
  LAMINA_GROUP_BY_NAME,
  LAMINA_GROUP_BY_FAMILY,
} LaminaGroupBy;

/**
 * LaminaLayerGroup:
 * @label: what its layers have in common: the type, `type 10×512×28×28, 128×512×1×1`, the name, the family; "—" for what the
 *   file does not say. Dtypes follow the shapes, `10×64 float16`, where nothing else tells two groups apart
 * @family: the family of its first layer
 * @calls: sum of the calls; a layer that did not run adds none
 * @duration: sum of the costs in nanoseconds, or %LAMINA_ABSENT when no layer has one
 * @mean: mean cost of one call, of the layers that ran and have a cost, or NaN
 * @min: smallest cost of one call, or %LAMINA_ABSENT. Of an aggregated layer its mean cost counts
 * @max: largest cost of one call, or %LAMINA_ABSENT
 * @share: part of the cost of the run, 0 to 1, or NaN
 * @flop: sum of the floating point operations, or %LAMINA_ABSENT
 * @bytes: sum of the bytes moved, or %LAMINA_ABSENT
 * @estimated: what of this is estimated of any of its layers
 * @n_layers: number of layers
 * @layers: (array length=n_layers): its layers, in the order of the file
 *
 * Layers that belong together.
 */
typedef struct
{
  const char *label;
  LaminaFamily family;
  gint64 calls;
  gint64 duration;
  double mean;
  gint64 min;
  gint64 max;
  double share;
  gint64 flop;
  gint64 bytes;
  LaminaEstimate estimated;
  guint n_layers;
  const guint32 *layers;
} LaminaLayerGroup;

/**
 * LaminaGrouping:
 *
 * Layers of a run, put into groups. The group with the largest duration stands first; groups without one last.
 */
typedef struct _LaminaGrouping LaminaGrouping;

/**
 * lamina_grouping_new:
 * @run: a run, which must outlive the grouping
 * @rows: (array length=n): layers
 * @n: how many
 * @by: what puts them together
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full): the groups, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaGrouping *lamina_grouping_new (LaminaRun     *run,
                                     const guint32 *rows,
                                     guint          n,
                                     LaminaGroupBy  by,
                                     GCancellable  *cancellable);

LAMINA_AVAILABLE
void lamina_grouping_free (LaminaGrouping *self);

LAMINA_AVAILABLE
guint lamina_grouping_get_n (LaminaGrouping *self);

LAMINA_AVAILABLE
const LaminaLayerGroup *lamina_grouping_get (LaminaGrouping *self,
                                             guint           i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaGrouping, lamina_grouping_free)

G_END_DECLS
