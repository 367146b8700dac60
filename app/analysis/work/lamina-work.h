/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What a layer computes, as far as the count of its operations depends on it. */
typedef enum
{
  LAMINA_WORK_UNKNOWN,            /* nothing is known of it */
  LAMINA_WORK_CONVOLUTION,        /* a convolution: forward, or the gradient of a transposed one */
  LAMINA_WORK_CONVOLUTION_DATA,   /* a transposed convolution, or the gradient of the data of a convolution */
  LAMINA_WORK_CONVOLUTION_FILTER, /* the gradient of the weights of a convolution */
  LAMINA_WORK_CONVOLUTION_BOTH,   /* both gradients of a convolution */
  LAMINA_WORK_MATMUL,             /* a matrix product, plain or batched, or a fully connected layer */
  LAMINA_WORK_EINSUM,             /* a product after an equation */
  LAMINA_WORK_ATTENTION,          /* attention */
  LAMINA_WORK_ATTENTION_BACKWARD, /* the gradients of attention */
  LAMINA_WORK_NORMALIZATION,      /* batch, layer, group, RMS and local response normalization */
  LAMINA_WORK_POOLING,            /* pooling */
  LAMINA_WORK_POOLING_BACKWARD,   /* the gradient of pooling */
  LAMINA_WORK_REDUCTION,          /* sums, means, maxima along dimensions */
  LAMINA_WORK_ELEMENTWISE,        /* arithmetic on each element */
  LAMINA_WORK_ACTIVATION,         /* an activation function */
  LAMINA_WORK_SOFTMAX,            /* softmax, its logarithm, and losses on it */
  LAMINA_WORK_EMBEDDING,          /* gathers of rows, indexing */
  LAMINA_WORK_COPY,               /* a copy as it is, or with another element type */
  LAMINA_WORK_LAYOUT,             /* a change of the layout: transposition, concatenation, padding, reformatting */
  LAMINA_WORK_OPTIMIZER,          /* an update of parameters */
  LAMINA_WORK_VIEW,               /* nothing is computed and nothing moved: allocations, views, constants */
  LAMINA_WORK_RESIZE,             /* a change of the size of pictures */
  LAMINA_N_WORK_OPERATORS,
} LaminaWorkOperator;

/* What a layer computes and moves. Numbers are sums over all its calls, or LAMINA_ABSENT. In a run whose cost is time on devices
 * nothing is estimated of a layer that ran nothing on one, neither itself nor inside it: dropout in evaluation, work that the
 * host did. */
typedef struct
{
  LaminaWorkOperator operator; /* what the layer computes */
  gint64 flop;                 /* the floating point operations in force: those of the file, else the estimated ones */
  gint64 flop_reported;        /* those that the file states */
  /* those that follow from type and shapes. A multiplication and an addition count as two. Of a fused layer those of its
   * convolution or matrix product alone. Absent for what computes nothing: copies, changes of the layout */
  gint64 flop_estimated;
  gint64 epilogue; /* the operations of what is fused behind the main operator; always estimated, and never part of @flop */
  gint64 bytes;                /* the bytes moved in force: those of the file, else the estimated ones */
  gint64 bytes_reported;       /* those that the file states */
  gint64 bytes_estimated;      /* each tensor is read or written once: @inputs + @parameters + @outputs */
  gint64 inputs;               /* the part of @bytes_estimated that reads data */
  gint64 parameters;           /* the part that reads weights */
  gint64 outputs;              /* the part that writes results */
  LaminaEstimate estimated;    /* what of @flop and @bytes is estimated: LAMINA_ESTIMATE_FLOP, LAMINA_ESTIMATE_BYTES */
  gboolean flop_differs;       /* whether both are known and differ by more than one in a hundred */
  gboolean bytes_differs;      /* the same for the bytes */
  /* whether the layers inside do the same work: it counts there, and @flop and @bytes are absent here unless the file states
   * them */
  gboolean in_children;
} LaminaWorkFigures;

/* Sums over the layers of a run. */
typedef struct
{
  gint64 flop;              /* sum of the operations in force, or LAMINA_ABSENT */
  gint64 epilogue;          /* sum of those of fused operators, or LAMINA_ABSENT */
  gint64 bytes;             /* sum of the bytes in force, or LAMINA_ABSENT */
  gint64 inputs;            /* sum of the estimated bytes that read data, or LAMINA_ABSENT */
  gint64 parameters;        /* sum of those that read weights, or LAMINA_ABSENT */
  gint64 outputs;           /* sum of those that write results, or LAMINA_ABSENT */
  LaminaEstimate estimated; /* what of @flop and @bytes is estimated of any layer */
  guint n_flop;             /* layers that have operations in force */
  guint n_flop_differs;     /* layers whose operations differ between file and estimate */
} LaminaWorkTotals;

/* The cost model of a run: what each of its layers computes and moves. Immutable, read from any thread. The
 * document that it was made from must outlive it. */
typedef struct _LaminaWork LaminaWork;

/* Works out the cost of all layers of a run. Takes up to a second for a million layers: use a thread. Returns the cost model, or
 * NULL when cancelled. */
LaminaWork *lamina_work_new (LaminaDocument *document,
                             guint           run,
                             GCancellable   *cancellable);

/* Works it out like lamina_work_new(), unless that has been done, and keeps it with the run. From then on all tables, groups,
 * sums and charts of the run show it, see lamina_layers_in_force(). Any thread; when two do so at a time, one result stays.
 * Returns the cost model, valid as long as the document, or NULL when cancelled. */
LAMINA_AVAILABLE
LaminaWork *lamina_work_attach (LaminaDocument *document,
                                guint           run,
                                GCancellable   *cancellable);

/* Does lamina_work_attach() for all runs. Meant for lamina_loader_set_finish(). @document: a document that was loaded;
 * @user_data: unused. */
void lamina_work_attach_all (LaminaDocument *document,
                             GCancellable   *cancellable,
                             gpointer        user_data);

/* What lamina_work_attach() left with the run, or NULL. */
LAMINA_AVAILABLE
LaminaWork *lamina_work_peek (LaminaRun *run);

void lamina_work_free (LaminaWork *self);

/* @layer: a layer of its run; @figures: takes what the layer computes and moves. */
LAMINA_AVAILABLE
void lamina_work_get_figures (LaminaWork        *self,
                              guint              layer,
                              LaminaWorkFigures *figures);

/* The columns of its run with the operations, bytes and marks that are in force. */
const LaminaLayers *lamina_work_get_layers (LaminaWork *self);

LAMINA_AVAILABLE
const LaminaWorkTotals *lamina_work_get_totals (LaminaWork *self);

/* The formula with the numbers of one call of the layer in place: `2 · (10×112×112) · (64×3×7×7)`; NULL when the operations of
 * the layer are not estimated. @layer: a layer of its run; @symbols: NULL or takes the formula in symbols, `2 · N · K · P · Q ·
 * C/g · R · S`; @source: NULL or takes where the formula comes from. */
LAMINA_AVAILABLE
char *lamina_work_dup_formula (LaminaWork  *self,
                               guint        layer,
                               const char **symbols,
                               const char **source);

/* The result of a layer, from 1 on, where its file names none and the shape follows from the operator and its arguments: an
 * estimate. 0 in all other cases. Layers whose results have the same number have the same shape. @layer: a layer of its run. */
LAMINA_AVAILABLE
guint32 lamina_work_get_inferred (LaminaWork *self,
                                  guint       layer);

/* The highest number of a result, or more. */
LAMINA_AVAILABLE
guint32 lamina_work_get_n_inferred (LaminaWork *self);

/* The lengths of its dimensions. @result: the number of a result; @n: takes how many dimensions it has. */
LAMINA_AVAILABLE
const gint64 *lamina_work_get_inferred_dims (LaminaWork *self,
                                             guint32     result,
                                             guint      *n);

/* Its shape, `10×64×56×56`. @result: the number of a result. */
LAMINA_AVAILABLE
char *lamina_work_dup_inferred_text (LaminaWork *self,
                                     guint32     result);

/* The columns that tables, groups, sums and charts show: those of the run, where @flop, @bytes and @estimated are those of the
 * cost model that lamina_work_attach() left with it, if there is one. Returns the columns, valid as long as the run. */
LAMINA_AVAILABLE
const LaminaLayers *lamina_layers_in_force (LaminaRun *run);

/* Its sums, with those of the operations and bytes of the cost model, the same way. */
LAMINA_AVAILABLE
const LaminaTotals *lamina_totals_in_force (LaminaRun *run);

/* What of lamina_totals_in_force() is estimated of any layer. */
LAMINA_AVAILABLE
LaminaEstimate lamina_totals_get_estimated (LaminaRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaWork, lamina_work_free)

G_END_DECLS
