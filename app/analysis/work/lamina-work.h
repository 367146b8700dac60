/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * LaminaWorkOperator:
 * @LAMINA_WORK_UNKNOWN: nothing is known of it
 * @LAMINA_WORK_CONVOLUTION: a convolution: forward, or the gradient of a transposed one
 * @LAMINA_WORK_CONVOLUTION_DATA: a transposed convolution, or the gradient of the data of a convolution
 * @LAMINA_WORK_CONVOLUTION_FILTER: the gradient of the weights of a convolution
 * @LAMINA_WORK_CONVOLUTION_BOTH: both gradients of a convolution
 * @LAMINA_WORK_MATMUL: a matrix product, plain or batched, or a fully connected layer
 * @LAMINA_WORK_EINSUM: a product after an equation
 * @LAMINA_WORK_ATTENTION: attention
 * @LAMINA_WORK_ATTENTION_BACKWARD: the gradients of attention
 * @LAMINA_WORK_NORMALIZATION: batch, layer, group, RMS and local response normalization
 * @LAMINA_WORK_POOLING: pooling
 * @LAMINA_WORK_POOLING_BACKWARD: the gradient of pooling
 * @LAMINA_WORK_REDUCTION: sums, means, maxima along dimensions
 * @LAMINA_WORK_ELEMENTWISE: arithmetic on each element
 * @LAMINA_WORK_ACTIVATION: an activation function
 * @LAMINA_WORK_SOFTMAX: softmax, its logarithm, and losses on it
 * @LAMINA_WORK_EMBEDDING: gathers of rows, indexing
 * @LAMINA_WORK_COPY: a copy as it is, or with another element type
 * @LAMINA_WORK_LAYOUT: a change of the layout: transposition, concatenation, padding, reformatting
 * @LAMINA_WORK_OPTIMIZER: an update of parameters
 * @LAMINA_WORK_VIEW: nothing is computed and nothing moved: allocations, views, constants
 * @LAMINA_WORK_RESIZE: a change of the size of pictures
 * @LAMINA_N_WORK_OPERATORS: how many there are
 *
 * What a layer computes, as far as the count of its operations depends on it.
 */
typedef enum
{
  LAMINA_WORK_UNKNOWN,
  LAMINA_WORK_CONVOLUTION,
  LAMINA_WORK_CONVOLUTION_DATA,
  LAMINA_WORK_CONVOLUTION_FILTER,
  LAMINA_WORK_CONVOLUTION_BOTH,
  LAMINA_WORK_MATMUL,
  LAMINA_WORK_EINSUM,
  LAMINA_WORK_ATTENTION,
  LAMINA_WORK_ATTENTION_BACKWARD,
  LAMINA_WORK_NORMALIZATION,
  LAMINA_WORK_POOLING,
  LAMINA_WORK_POOLING_BACKWARD,
  LAMINA_WORK_REDUCTION,
  LAMINA_WORK_ELEMENTWISE,
  LAMINA_WORK_ACTIVATION,
  LAMINA_WORK_SOFTMAX,
  LAMINA_WORK_EMBEDDING,
  LAMINA_WORK_COPY,
  LAMINA_WORK_LAYOUT,
  LAMINA_WORK_OPTIMIZER,
  LAMINA_WORK_VIEW,
  LAMINA_WORK_RESIZE,
  LAMINA_N_WORK_OPERATORS,
} LaminaWorkOperator;

/**
 * LaminaWorkFigures:
 * @operator: what the layer computes
 * @flop: the floating point operations in force: those of the file, else the estimated ones
 * @flop_reported: those that the file states
 * @flop_estimated: those that follow from type and shapes. A multiplication and an addition count as two. Of a fused layer
 *   those of its convolution or matrix product alone. Absent for what computes nothing: copies, changes of the layout
 * @epilogue: the operations of what is fused behind the main operator; always estimated, and never part of @flop
 * @bytes: the bytes moved in force: those of the file, else the estimated ones
 * @bytes_reported: those that the file states
 * @bytes_estimated: each tensor is read or written once: @inputs + @parameters + @outputs
 * @inputs: the part of @bytes_estimated that reads data
 * @parameters: the part that reads weights
 * @outputs: the part that writes results
 * @estimated: what of @flop and @bytes is estimated: %LAMINA_ESTIMATE_FLOP, %LAMINA_ESTIMATE_BYTES
 * @flop_differs: whether both are known and differ by more than one in a hundred
 * @bytes_differs: the same for the bytes
 * @in_children: whether the layers inside do the same work: it counts there, and @flop and @bytes are absent here unless
 *   the file states them
 *
 * What a layer computes and moves. Numbers are sums over all its calls, or %LAMINA_ABSENT. In a run whose cost is time on
 * devices nothing is estimated of a layer that ran nothing on one, neither itself nor inside it: dropout in evaluation,
 * work that the host did.
 */
typedef struct
{
  LaminaWorkOperator operator;
  gint64 flop;
  gint64 flop_reported;
  gint64 flop_estimated;
  gint64 epilogue;
  gint64 bytes;
  gint64 bytes_reported;
  gint64 bytes_estimated;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  LaminaEstimate estimated;
  gboolean flop_differs;
  gboolean bytes_differs;
  gboolean in_children;
} LaminaWorkFigures;

/**
 * LaminaWorkTotals:
 * @flop: sum of the operations in force, or %LAMINA_ABSENT
 * @epilogue: sum of those of fused operators, or %LAMINA_ABSENT
 * @bytes: sum of the bytes in force, or %LAMINA_ABSENT
 * @inputs: sum of the estimated bytes that read data, or %LAMINA_ABSENT
 * @parameters: sum of those that read weights, or %LAMINA_ABSENT
 * @outputs: sum of those that write results, or %LAMINA_ABSENT
 * @estimated: what of @flop and @bytes is estimated of any layer
 * @n_flop: layers that have operations in force
 * @n_flop_differs: layers whose operations differ between file and estimate
 *
 * Sums over the layers of a run.
 */
typedef struct
{
  gint64 flop;
  gint64 epilogue;
  gint64 bytes;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  LaminaEstimate estimated;
  guint n_flop;
  guint n_flop_differs;
} LaminaWorkTotals;

/**
 * LaminaWork:
 *
 * The cost model of a run: what each of its layers computes and moves. Immutable, reference-counted, read from any thread.
 * The document that it was made from must outlive it.
 */
typedef struct _LaminaWork LaminaWork;

/**
 * lamina_work_new:
 * @document: a document
 * @run: index of a run
 * @cancellable: (nullable): stops it
 *
 * Works out the cost of all layers of a run. Takes up to a second for a million layers: use a thread.
 *
 * Returns: (transfer full): the cost model, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaWork *lamina_work_new (LaminaDocument *document,
                             guint           run,
                             GCancellable   *cancellable);

/**
 * lamina_work_attach:
 * @document: a document
 * @run: index of a run
 * @cancellable: (nullable): stops it
 *
 * Works it out like lamina_work_new(), unless that has been done, and keeps it with the run. From then on all tables,
 * groups, sums and charts of the run show it, see lamina_layers_in_force(). Any thread; when two do so at a time, one
 * result stays.
 *
 * Returns: (transfer none): the cost model, valid as long as the document, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaWork *lamina_work_attach (LaminaDocument *document,
                                guint           run,
                                GCancellable   *cancellable);

/**
 * lamina_work_attach_all:
 * @document: a document that was loaded
 * @cancellable: (nullable): stops it
 * @user_data: unused
 *
 * Does lamina_work_attach() for all runs. Meant for lamina_loader_set_finish().
 */
void lamina_work_attach_all (LaminaDocument *document,
                             GCancellable   *cancellable,
                             gpointer        user_data);

/**
 * lamina_work_peek:
 * @run: a run
 *
 * Returns: (transfer none) (nullable): what lamina_work_attach() left with the run, or %NULL
 */
LAMINA_AVAILABLE
LaminaWork *lamina_work_peek (LaminaRun *run);

LAMINA_AVAILABLE
LaminaWork *lamina_work_ref (LaminaWork *self);

LAMINA_AVAILABLE
void lamina_work_unref (LaminaWork *self);

/**
 * lamina_work_get_figures: (skip)
 * @self: a cost model
 * @layer: a layer of its run
 * @figures: (out caller-allocates): takes what the layer computes and moves
 */
LAMINA_AVAILABLE
void lamina_work_get_figures (LaminaWork        *self,
                              guint              layer,
                              LaminaWorkFigures *figures);

/**
 * lamina_work_get_layers: (skip)
 * @self: a cost model
 *
 * Returns: (transfer none): the columns of its run with the operations, bytes and marks that are in force
 */
const LaminaLayers *lamina_work_get_layers (LaminaWork *self);

/**
 * lamina_work_get_totals: (skip)
 * @self: a cost model
 *
 * Returns: (transfer none): its sums
 */
LAMINA_AVAILABLE
const LaminaWorkTotals *lamina_work_get_totals (LaminaWork *self);

/**
 * lamina_work_dup_formula:
 * @self: a cost model
 * @layer: a layer of its run
 * @symbols: (out) (optional) (transfer none): takes the formula in symbols, `2 · N · K · P · Q · C/g · R · S`
 * @source: (out) (optional) (transfer none): takes where the formula comes from
 *
 * Returns: (transfer full) (nullable): the formula with the numbers of one call of the layer in place:
 *   `2 · (10×112×112) · (64×3×7×7)`; %NULL when the operations of the layer are not estimated
 */
LAMINA_AVAILABLE
char *lamina_work_dup_formula (LaminaWork  *self,
                               guint        layer,
                               const char **symbols,
                               const char **source);

/**
 * lamina_work_get_inferred:
 * @self: a cost model
 * @layer: a layer of its run
 *
 * Returns: the result of a layer, from 1 on, where its file names none and the shape follows from the operator and its
 *   arguments: an estimate. 0 in all other cases. Layers whose results have the same number have the same shape
 */
LAMINA_AVAILABLE
guint32 lamina_work_get_inferred (LaminaWork *self,
                                  guint       layer);

/**
 * lamina_work_get_n_inferred: (skip)
 * @self: a cost model
 *
 * Returns: the highest number of a result, or more
 */
LAMINA_AVAILABLE
guint32 lamina_work_get_n_inferred (LaminaWork *self);

/**
 * lamina_work_get_inferred_dims: (skip)
 * @self: a cost model
 * @result: the number of a result
 * @n: (out): takes how many dimensions it has
 *
 * Returns: (array length=n) (transfer none): the lengths of its dimensions
 */
LAMINA_AVAILABLE
const gint64 *lamina_work_get_inferred_dims (LaminaWork *self,
                                             guint32     result,
                                             guint      *n);

/**
 * lamina_work_dup_inferred_text: (skip)
 * @self: a cost model
 * @result: the number of a result
 *
 * Returns: (transfer full): its shape, `10×64×56×56`
 */
LAMINA_AVAILABLE
char *lamina_work_dup_inferred_text (LaminaWork *self,
                                     guint32     result);

/**
 * lamina_layers_in_force: (skip)
 * @run: a run
 *
 * The columns that tables, groups, sums and charts show: those of the run, where @flop, @bytes and @estimated are those of
 * the cost model that lamina_work_attach() left with it, if there is one.
 *
 * Returns: (transfer none): the columns, valid as long as the run
 */
LAMINA_AVAILABLE
const LaminaLayers *lamina_layers_in_force (LaminaRun *run);

/**
 * lamina_totals_in_force: (skip)
 * @run: a run
 *
 * Returns: (transfer none): its sums, with those of the operations and bytes of the cost model, the same way
 */
LAMINA_AVAILABLE
const LaminaTotals *lamina_totals_in_force (LaminaRun *run);

/**
 * lamina_totals_get_estimated: (skip)
 * @run: a run
 *
 * Returns: what of lamina_totals_in_force() is estimated of any layer
 */
LAMINA_AVAILABLE
LaminaEstimate lamina_totals_get_estimated (LaminaRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaWork, lamina_work_unref)

G_END_DECLS
