/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work-attributes-private.h"
#include "lamina-work-operators-private.h"
#include "lamina-work-rules-private.h"

G_BEGIN_DECLS

/*
 * How the cost of a layer is worked out
 *
 * 1. Its words are recognized: an operator, traits of it, and how many elementwise operators are fused into it.
 * 2. Its tensors become a problem: shapes, sizes of elements, roles. Workspaces are left out.
 * 3. The function of the operator's family answers: operations, bytes, the rule that was used. It reads nothing else, so
 *    that equal problems are answered once.
 *
 * Counts that do not fit into 64 bits are absent.
 */

/* dims is NULL when the shape is not known. is_whole: elements are integers, or true or false. */
typedef struct
{
  const gint64 *dims;
  guint n;
  guint bits;
  gboolean is_whole;
  gint64 bytes;
  LaminaRole role;
} LaminaWorkTensor;

typedef struct
{
  LaminaWorkMeaning meaning;
  guint n_inputs;
  guint n_outputs;
  const LaminaWorkTensor *inputs;
  const LaminaWorkTensor *outputs;
  const LaminaWorkAttributes *attributes;
} LaminaWorkProblem;

/* Of one call. text, if there is one, takes the formula with its numbers. */
typedef struct
{
  LaminaWorkRule rule;
  gint64 flop;
  gint64 epilogue;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  GString *text;
  gboolean has_shape; /* of a result that the file does not name: n lengths */
  guint n;
  gint64 dims[LAMINA_MAX_DIMS];
} LaminaWorkAnswer;

/* The result of an operator, where the file names none: what follows from its inputs. */
typedef struct
{
  gboolean known;
  guint n;
  gint64 dims[LAMINA_MAX_DIMS];
  gint64 written; /* bytes that are written where that is not the whole result, or LAMINA_ABSENT */
  gint64 read;    /* bytes of all inputs that are read where these are not all, or LAMINA_ABSENT */
  gint64 hidden;  /* bytes of weights that are not among the inputs */
  gboolean is_converted; /* it is of another type than the inputs, and nobody says of which */
  gboolean is_partial; /* some tensor is touched in part, and nobody says which */
} LaminaWorkShape;

/* Answers; answer->text, which may be NULL, must be set. */
void     lamina_work_estimate           (const LaminaWorkProblem *problem,
                                         LaminaWorkAnswer        *answer);

/* Each works out the operations of its family, and sets result where the outputs are not known but follow. */
typedef void LaminaWorkFunc (const LaminaWorkProblem *problem,
                             LaminaWorkAnswer        *answer,
                             LaminaWorkShape         *result);

LaminaWorkFunc lamina_work_convolution, lamina_work_matmul, lamina_work_pointwise, lamina_work_einsum,
               lamina_work_attention, lamina_work_normalization, lamina_work_pooling, lamina_work_reduction,
               lamina_work_softmax, lamina_work_lookup, lamina_work_convert, lamina_work_permute, lamina_work_resize,
               lamina_work_lists, lamina_work_norms, lamina_work_optimizer;

/* Bytes of all inputs where of tables with more rows than @n, sines and cosines by position, @n are read; LAMINA_ABSENT when
 * there are none. */
gint64   lamina_work_measure_rows        (const LaminaWorkProblem *problem,
                                          gint64                   n);

/* Whether an input of a recurrent layer is a matrix that each step is multiplied with. */
gboolean lamina_work_is_recurrent_weight (const LaminaWorkProblem *problem,
                                          guint                    input);

/* A sum; absent when either part is. */
static inline gint64
lamina_work_add (gint64 a,
                 gint64 b)
{
  return a == LAMINA_ABSENT || b == LAMINA_ABSENT ? LAMINA_ABSENT : lamina_number_add (a, b);
}

/* Products; absent when a factor is, or is negative, or when they do not fit. */
gint64   lamina_work_multiply           (gint64                   a,
                                         gint64                   b);
gint64   lamina_work_count              (const gint64            *dims,
                                         guint                    n);
gint64   lamina_work_get_elements       (const LaminaWorkTensor  *tensor);

/* A result of the shape of a tensor, where the file names none; nothing where the tensor is NULL or has none. */
void     lamina_work_keep_shape         (const LaminaWorkTensor  *tensor,
                                         LaminaWorkShape         *result);

/* The first output with a shape, or NULL. */
const LaminaWorkTensor *lamina_work_get_result (const LaminaWorkProblem *problem);

/* The nth input of at least @rank dimensions, or NULL. */
const LaminaWorkTensor *lamina_work_get_input  (const LaminaWorkProblem *problem,
                                                guint                    rank,
                                                guint                    nth);

/* What the shapes of all inputs make together where dimensions of length 1 stretch. */
gboolean lamina_work_broadcast          (const LaminaWorkProblem *problem,
                                         LaminaWorkShape         *result);

/* Writes `10×64×7×7`. */
void     lamina_work_append_dims        (GString                 *text,
                                         const gint64            *dims,
                                         guint                    n);

G_END_DECLS
