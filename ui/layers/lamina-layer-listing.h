/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-layer-value.h"

G_BEGIN_DECLS

/**
 * LaminaLayerListing:
 *
 * What a table of layers lists: layers of a run in an order, one by one or in groups. Immutable and reference counted; made
 * in any thread. A row of the table is told by an id: a layer is its own id, a group its number with %LAMINA_GROUP_ID.
 */
typedef struct _LaminaLayerListing LaminaLayerListing;

/**
 * LAMINA_GROUP_ID:
 *
 * The bit that tells the id of a group from that of a layer. No run has so many layers that theirs have it.
 */
#define LAMINA_GROUP_ID (1u << 31)

/**
 * LAMINA_LAYER_COLUMN_HISTOGRAM:
 *
 * A column of the table alone: how the costs of the calls of a group are spread, as a picture.
 */
#define LAMINA_LAYER_COLUMN_HISTOGRAM ((LaminaLayerColumn) (G_MAXINT - 1))

/**
 * LaminaLayerQuestion:
 * @filter: which layers; its text is owned
 * @grouped: whether to put layers together
 * @by: by what
 * @column: what to sort by
 * @descending: largest first
 * @cumulative: whether cumulative shares of single layers are needed
 * @columns: (nullable) (element-type LaminaLayerColumn): what is shown, of which attributes have to be read; owned
 *
 * What is to be listed.
 */
typedef struct
{
  LaminaLayerFilter filter;
  gboolean grouped;
  LaminaGroupBy by;
  LaminaLayerColumn column;
  gboolean descending;
  gboolean cumulative;
  GArray *columns;
} LaminaLayerQuestion;

/**
 * LaminaLayerSums:
 * @layers: how many of the layers ran
 * @idle: how many did not
 * @calls: sum of their calls
 * @sums: [column] for columns that lamina_layer_column_get_numbers() knows, but shares: the sum, or %LAMINA_ABSENT
 * @flop_rate: their operations for each second, over those whose operations are known
 * @byte_rate: the bytes that they move for each second, the same way
 * @intensity: their operations for each byte moved, of those of which both are known, or NaN
 * @estimated: what is estimated of any of them
 *
 * Sums over layers of a run. They stop at the largest number.
 */
typedef struct
{
  guint layers;
  guint idle;
  gint64 calls;
  gint64 sums[LAMINA_N_LAYER_COLUMNS];
  LaminaRate flop_rate;
  LaminaRate byte_rate;
  double intensity;
  LaminaEstimate estimated;
} LaminaLayerSums;

/**
 * lamina_layer_listing_new:
 * @document: a document
 * @run: one of its runs
 * @timebase: the offsets in force
 * @question: what to list
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full) (nullable): what was found, or %NULL when cancelled
 */
LaminaLayerListing *lamina_layer_listing_new (LaminaDocument            *document,
                                              LaminaRun                 *run,
                                              LaminaTimebase            *timebase,
                                              const LaminaLayerQuestion *question,
                                              GCancellable              *cancellable);

LaminaLayerListing *lamina_layer_listing_ref (LaminaLayerListing *self);

void lamina_layer_listing_unref (LaminaLayerListing *self);

LaminaRun *lamina_layer_listing_get_run (LaminaLayerListing *self);

/**
 * lamina_layer_listing_get_grouping:
 * @self: a listing
 *
 * Returns: (transfer none) (nullable): the groups, or %NULL when the layers are listed one by one
 */
LaminaGrouping *lamina_layer_listing_get_grouping (LaminaLayerListing *self);

/**
 * lamina_layer_listing_get_sums:
 * @self: a listing
 *
 * Returns: (transfer none): sums over all layers that are listed
 */
const LaminaLayerSums *lamina_layer_listing_get_sums (LaminaLayerListing *self);

/**
 * lamina_layer_listing_get_problem:
 * @self: a listing
 *
 * Returns: (nullable): why attributes could not be read, for people
 */
const char *lamina_layer_listing_get_problem (LaminaLayerListing *self);

/**
 * lamina_layer_listing_dup_rows:
 * @self: a listing
 * @n: (out): how many
 *
 * Returns: (transfer full): the ids in order, those of groups without their layers
 */
guint32 *lamina_layer_listing_dup_rows (LaminaLayerListing *self,
                                        guint              *n);

/**
 * lamina_layer_listing_get_group:
 * @self: a listing
 * @id: an id
 *
 * Returns: (nullable): the group that the id stands for, or %NULL for that of a layer
 */
const LaminaLayerGroup *lamina_layer_listing_get_group (LaminaLayerListing *self,
                                                        guint32             id);

/**
 * lamina_layer_listing_dup_members:
 * @self: a listing
 * @id: the id of a group
 * @n: (out): how many
 *
 * Returns: (transfer full): the layers of the group, in the order that the listing is sorted by where they are few enough
 *   for that to take no time, else in the order of the file
 */
guint32 *lamina_layer_listing_dup_members (LaminaLayerListing *self,
                                           guint32             id,
                                           guint              *n);

/**
 * lamina_layer_listing_get_value:
 * @self: a listing
 * @id: an id
 * @column: a column
 * @value: (out caller-allocates): takes what stands in the cell
 */
void lamina_layer_listing_get_value (LaminaLayerListing *self,
                                     guint32             id,
                                     LaminaLayerColumn   column,
                                     LaminaLayerValue   *value);

/**
 * lamina_layer_listing_get_sum:
 * @self: a listing
 * @column: a column
 * @value: (out caller-allocates): takes the sum of the column over all that is listed; absent where a sum means nothing
 */
void lamina_layer_listing_get_sum (LaminaLayerListing *self,
                                   LaminaLayerColumn   column,
                                   LaminaLayerValue   *value);

/**
 * lamina_layer_listing_dup_sum_suspicion:
 * @self: a listing
 * @column: a column
 *
 * Returns: (transfer full) (nullable): why what lamina_layer_listing_get_sum() tells is suspicious, or %NULL
 */
char *lamina_layer_listing_dup_sum_suspicion (LaminaLayerListing *self,
                                              LaminaLayerColumn   column);

/**
 * lamina_layer_listing_get_color:
 * @self: a listing
 * @id: a row
 *
 * Returns: its fill, named by the family that has it; of a group that of its first layer
 */
LaminaFamily lamina_layer_listing_get_color (LaminaLayerListing *self,
                                             guint32             id);

/**
 * lamina_layer_listing_set_coloring:
 * @self: a listing that is shown
 * @coloring: (nullable): what colors mean; %NULL for families, which are colored also where it is of another run
 */
void lamina_layer_listing_set_coloring (LaminaLayerListing *self,
                                        LaminaColoring     *coloring);

/**
 * lamina_layer_listing_get_bar:
 * @self: a listing
 * @id: an id
 * @length: (out): its cost as a part of the longest bar among its like, 0 to 1
 * @waiting: (out): the part of the bar that is waiting, 0 to 1
 *
 * Returns: whether it has a cost
 */
gboolean lamina_layer_listing_get_bar (LaminaLayerListing *self,
                                       guint32             id,
                                       double             *length,
                                       double             *waiting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerListing, lamina_layer_listing_unref)

/**
 * lamina_layer_listing_dup_totals:
 * @self: what is listed
 *
 * Returns: (transfer full): the sums in one line: `234 layers · 22.4 ms · 82.0 GFLOP · 3.65 TFLOP/s · 2.38 GiB`
 */
char *lamina_layer_listing_dup_totals (LaminaLayerListing *self);

/**
 * lamina_layer_listing_dup_totals_hint:
 * @self: what is listed
 *
 * Returns: (transfer full): the same with all digits, one in each line
 */
char *lamina_layer_listing_dup_totals_hint (LaminaLayerListing *self);

G_END_DECLS
