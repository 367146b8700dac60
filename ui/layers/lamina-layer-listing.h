/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-job.h"
#include "lamina-layer-value.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* What a table of layers lists: layers of a run in an order, one by one or in groups. Immutable and reference counted; made
 * in any thread. A row of the table is told by an id: a layer is its own id, a group its number with LAMINA_GROUP_ID. */
typedef struct _LaminaLayerListing LaminaLayerListing;

/* The bit that tells the id of a group from that of a layer. No run has so many layers that theirs have it. */
#define LAMINA_GROUP_ID (1u << 31)

/* A column of the table alone: how the costs of the calls of a group are spread, as a picture. */
#define LAMINA_LAYER_COLUMN_HISTOGRAM ((LaminaLayerColumn) (G_MAXINT - 1))

/*
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

/*
 * @layers: how many of the layers ran
 * @idle: how many did not
 * @calls: sum of their calls
 * @sums: [column] for columns that lamina_layer_column_get_numbers() knows, but shares: the sum, or LAMINA_ABSENT
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

/* Lists the layers of a session, many in a thread. Run, clocks, section and filter are those of the session, the rest is in
 * @question. @done takes @owner and a LaminaLayerListing, before this returns when the list is short; @cancellable is a field
 * of the owner, see lamina_job_run(). */
void lamina_layer_listing_start (LaminaSession              *session,
                                 const LaminaLayerQuestion  *question,
                                 gpointer                    owner,
                                 GCancellable              **cancellable,
                                 LaminaJobDone               done);

LaminaLayerListing *lamina_layer_listing_ref (LaminaLayerListing *self);

void lamina_layer_listing_unref (LaminaLayerListing *self);

LaminaRun *lamina_layer_listing_get_run (LaminaLayerListing *self);

/* NULL when the layers are listed one by one. */
LaminaGrouping *lamina_layer_listing_get_grouping (LaminaLayerListing *self);

/* Over all layers that are listed. */
const LaminaLayerSums *lamina_layer_listing_get_sums (LaminaLayerListing *self);

/* Why attributes could not be read, for people; or NULL. */
const char *lamina_layer_listing_get_problem (LaminaLayerListing *self);

/* The ids in order, those of groups without their layers. */
guint32 *lamina_layer_listing_dup_rows (LaminaLayerListing *self,
                                        guint              *n);

/* The group that an id stands for, or NULL for that of a layer. */
const LaminaLayerGroup *lamina_layer_listing_get_group (LaminaLayerListing *self,
                                                        guint32             id);

/* The layers of a group, in the order that the listing is sorted by where they are few enough for that to take no time, else
 * in the order of the file. */
guint32 *lamina_layer_listing_dup_members (LaminaLayerListing *self,
                                           guint32             id,
                                           guint              *n);

/* What stands in a cell. */
void lamina_layer_listing_get_value (LaminaLayerListing *self,
                                     guint32             id,
                                     LaminaLayerColumn   column,
                                     LaminaLayerValue   *value);

/* The sum of a column over all that is listed; absent where a sum means nothing. */
void lamina_layer_listing_get_sum (LaminaLayerListing *self,
                                   LaminaLayerColumn   column,
                                   LaminaLayerValue   *value);

/* Why what lamina_layer_listing_get_sum() tells is suspicious, or NULL. */
char *lamina_layer_listing_dup_sum_suspicion (LaminaLayerListing *self,
                                              LaminaLayerColumn   column);

/* The fill of a row, named by the family that has it; of a group that of its first layer. */
LaminaFamily lamina_layer_listing_get_color (LaminaLayerListing *self,
                                             guint32             id);

/* What colors mean in a listing that is shown; NULL for families, which are colored also where it is of another run. */
void lamina_layer_listing_set_coloring (LaminaLayerListing *self,
                                        LaminaColoring     *coloring);

/* The cost of a row as a part of the longest bar among its like, and the part of that which is waiting, 0 to 1. Returns
 * whether it has a cost. */
gboolean lamina_layer_listing_get_bar (LaminaLayerListing *self,
                                       guint32             id,
                                       double             *length,
                                       double             *waiting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerListing, lamina_layer_listing_unref)

/* The sums in one line: `234 layers · 22.4 ms · 82.0 GFLOP · 3.65 TFLOP/s · 2.38 GiB`. */
char *lamina_layer_listing_dup_totals (LaminaLayerListing *self);

/* The same with all digits, one in each line. */
char *lamina_layer_listing_dup_totals_hint (LaminaLayerListing *self);

G_END_DECLS
