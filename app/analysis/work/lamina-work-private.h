/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work-signature-private.h"
#include "lamina-work.h"

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

/* What a file calls an operator can mean more than the operator. */
typedef enum
{
  LAMINA_WORK_TRANSPOSED = 1 << 0, /* a transposed convolution: the data comes before the weights */
  LAMINA_WORK_BACKWARD = 1 << 1,   /* a gradient */
  LAMINA_WORK_GLOBAL = 1 << 2,     /* a window as large as the input */
  LAMINA_WORK_WINOGRAD = 1 << 3,   /* weights stand in the domain of the Winograd transform */
  LAMINA_WORK_LINEAR = 1 << 4,     /* the second factor is stored as (outputs, inputs) */
  LAMINA_WORK_ADDS = 1 << 5,       /* the first input is added to the product of the others */
  LAMINA_WORK_OVERWRITES = 1 << 6, /* the result takes the place of the first input, which is not read */
  LAMINA_WORK_NEEDS_NAME = 1 << 7, /* the type is too general: the name of the layer says more */
  LAMINA_WORK_WANTS_ATTRIBUTES = 1 << 8, /* the count depends on attributes that stand in the file alone */
  LAMINA_WORK_KNOWN_STATISTICS = 1 << 9, /* mean and variance are inputs */
  LAMINA_WORK_HEADS_INSIDE = 1 << 10,    /* heads stand behind the queries: B L H E */
  LAMINA_WORK_LOSS = 1 << 11,            /* the result is a number, or one for each row */
  LAMINA_WORK_LIKE_INPUT = 1 << 12,      /* the result has the shape and the type of the first input */
  LAMINA_WORK_JOINS = 1 << 13,           /* the result holds all inputs one behind the other */
  LAMINA_WORK_BOOLEAN = 1 << 14,         /* the result is true or false, a byte for each element */
  LAMINA_WORK_READS_PART = 1 << 15,      /* no more of the first input is read than is written */
  LAMINA_WORK_READS_SOME = 1 << 16,      /* how much of the inputs is read depends on what stands in them */
  LAMINA_WORK_OTHER_TYPE = 1 << 17,      /* the result is of another type than the inputs, which none of them tells */
  LAMINA_WORK_DATA_FIRST = 1 << 18,      /* the data of a convolution stands before the gradient of its result */
  LAMINA_WORK_DESTINATION = 1 << 19,     /* the first input takes the result, and is not read */
  LAMINA_WORK_CAUSAL = 1 << 20,          /* no query meets keys behind it; the last one meets all */
  LAMINA_WORK_HANDS_MASK = 1 << 21,      /* a byte for each element says what became of it */
  LAMINA_WORK_THREE = 1 << 22,           /* data, weights of outputs by inputs and a bias, and nothing else */
} LaminaWorkTraits;

/* Which of several ways an operator works in, where they cost differently. */
typedef enum
{
  LAMINA_WORK_PLAIN,
  LAMINA_WORK_ACROSS_CHANNELS,  /* normalization by the squares of neighbors: LRN */
  LAMINA_WORK_ROOT_MEAN_SQUARE, /* normalization without a mean: RMSNorm */
  LAMINA_WORK_OF_ROWS,          /* normalization of the sum of rows that are looked up */
  LAMINA_WORK_UNIT_LENGTH,      /* normalization to the length 1 */
  LAMINA_WORK_COMPLEX,          /* products of pairs as of complex numbers: rotations */
  LAMINA_WORK_NORM,             /* a reduction to the length of a vector */
  LAMINA_WORK_NORMS,            /* the same of each tensor of a list */
  LAMINA_WORK_SQUARES,          /* a loss: the squares of differences, */
  LAMINA_WORK_LOGITS,           /* the cross entropy of a sigmoid, */
  LAMINA_WORK_PICKED,           /* or what is picked from each row */
  LAMINA_WORK_BY_ELEMENT,       /* a lookup of single elements, */
  LAMINA_WORK_BY_ROW,           /* of whole rows, */
  LAMINA_WORK_BY_AXIS,          /* or of what stands at places along an axis */
  LAMINA_WORK_SCATTERED,        /* elements that are written to places, */
  LAMINA_WORK_SCATTERED_SUMS,   /* or added there; */
  LAMINA_WORK_PUT,              /* rows, */
  LAMINA_WORK_PUT_SUMS,
  LAMINA_WORK_TABLE_BACK,       /* or the gradients of rows, added to a table that begins as zeros */
  LAMINA_WORK_TENSORS,          /* a reduction of tensors, element by element, or of the elements of one: the result tells */
  LAMINA_WORK_SUMS,             /* products of a batch added up; a reduction along axes, to 64 bits if it adds integers, */
  LAMINA_WORK_AXES,             /* to the type of the data, */
  LAMINA_WORK_EXTREMES,         /* to that and where it stands, */
  LAMINA_WORK_PLACES,           /* to where it stands alone, */
  LAMINA_WORK_TRUTHS,           /* or to true or false */
  LAMINA_WORK_RUNNING,          /* a sum up to each element, */
  LAMINA_WORK_RUNNING_FROM_ZERO, /* or before each, and of all */
  LAMINA_WORK_HANDED_BACK,      /* the gradient of a pooling: to the picked element of each window, */
  LAMINA_WORK_SPREAD_BACK,      /* or to all of them */
  LAMINA_WORK_NEAREST,          /* a change of size: from one neighbor, */
  LAMINA_WORK_LINEAR_WAY,       /* two in each direction, */
  LAMINA_WORK_CUBIC,            /* four in each direction */
  LAMINA_WORK_TO_DEVICE,        /* a copy that is written on the device, but not read there, */
  LAMINA_WORK_FROM_DEVICE,      /* or read alone */
  LAMINA_WORK_NARROWED,         /* a conversion from floats to bytes, */
  LAMINA_WORK_WIDENED,          /* back, */
  LAMINA_WORK_NARROWED_ROWS,    /* or of rows that have their scale and their bias behind them, */
  LAMINA_WORK_WIDENED_ROWS,     /* and back */
  LAMINA_WORK_PERMUTED,         /* lists of values that are put into another order by features */
  LAMINA_WORK_RECURRENT,        /* products for each step of a sequence: LSTM, GRU */
  LAMINA_WORK_GROUPED,          /* products of groups of rows, each with a matrix of its own */
  LAMINA_WORK_BLOCKS,           /* products with weights in blocks of few bits */
  LAMINA_WORK_LISTS,            /* each element of one list of tensors, or of two */
  LAMINA_WORK_THREE_LISTS,      /* or of three */
  LAMINA_WORK_ADAM,             /* updates of parameters */
  LAMINA_WORK_ADAMW,
  LAMINA_WORK_ADAMAX,
  LAMINA_WORK_ADADELTA,
  LAMINA_WORK_LAMB,
  LAMINA_WORK_ADAGRAD,
  LAMINA_WORK_RMSPROP,
  LAMINA_WORK_SGD,
  LAMINA_N_WORK_WAYS,
} LaminaWorkWay;

typedef struct
{
  LaminaWorkOperator operator;
  guint traits;
  LaminaWorkWay way;
  guint n_fused;
  guint n_operands; /* how many tensors are read, 0 is not known: one that stands behind them takes the result */
} LaminaWorkMeaning;

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

#define LAMINA_WORK_MAX_SPATIAL 3
#define LAMINA_WORK_MAX_AXES 8

/* What the arguments say of the axes along which something is reduced or looked up. */
typedef enum
{
  LAMINA_WORK_AXES_UNKNOWN,
  LAMINA_WORK_AXES_ALL,
  LAMINA_WORK_AXES_LISTED,
} LaminaWorkAxesKnown;

/* The gradients that a convolution can hand back. */
typedef enum
{
  LAMINA_WORK_GRADIENT_KNOWN = 1 << 0,
  LAMINA_WORK_GRADIENT_OF_DATA = 1 << 1,
  LAMINA_WORK_GRADIENT_OF_WEIGHTS = 1 << 2,
  LAMINA_WORK_GRADIENT_OF_BIAS = 1 << 3,
} LaminaWorkGradients;

/* What attributes say. A length of 0 is not known. */
typedef struct
{
  guint n;
  gint64 kernel[LAMINA_WORK_MAX_SPATIAL];
  gint64 stride[LAMINA_WORK_MAX_SPATIAL];
  gint64 padding[LAMINA_WORK_MAX_SPATIAL];
  gint64 dilation[LAMINA_WORK_MAX_SPATIAL];
  gboolean transposed;
  LaminaWorkWay way;   /* of a change of size; LAMINA_WORK_PLAIN is not known. kernel is the size of its result */
  guint n_lists;       /* how many inputs are lists of tensors */
  LaminaWorkAxesKnown axes_known;
  guint n_axes;
  gint32 axes[LAMINA_WORK_MAX_AXES]; /* below 0 they count from the last dimension */
  gboolean adds;       /* what is written is added to what stands there */
  gboolean keeps_axes; /* what was reduced stays as a dimension of length 1 */
  gint32 rows;         /* of a table, 0 is not known */
  guint8 gradients;    /* which of a convolution are asked for: LaminaWorkGradients; 0 is not known */
  char equation[64];
  LaminaWorkAttention attention;
} LaminaWorkAttributes;

typedef struct
{
  LaminaWorkMeaning meaning;
  guint n_inputs;
  guint n_outputs;
  const LaminaWorkTensor *inputs;
  const LaminaWorkTensor *outputs;
  const LaminaWorkAttributes *attributes;
} LaminaWorkProblem;

/* What a count follows, see lamina-work-rules.c. */
typedef enum
{
  LAMINA_WORK_RULE_NONE,
  LAMINA_WORK_RULE_CONVOLUTION,
  LAMINA_WORK_RULE_CONVOLUTION_DATA,
  LAMINA_WORK_RULE_CONVOLUTION_FILTER,
  LAMINA_WORK_RULE_CONVOLUTION_BOTH,
  LAMINA_WORK_RULE_WINOGRAD,
  LAMINA_WORK_RULE_MATMUL,
  LAMINA_WORK_RULE_RECURRENT,
  LAMINA_WORK_RULE_EINSUM,
  LAMINA_WORK_RULE_ATTENTION,
  LAMINA_WORK_RULE_ATTENTION_BACKWARD,
  LAMINA_WORK_RULE_ATTENTION_PROJECTED,
  LAMINA_WORK_RULE_NORMALIZATION,
  LAMINA_WORK_RULE_NORMALIZATION_BACKWARD,
  LAMINA_WORK_RULE_POOLING,
  LAMINA_WORK_RULE_POOLING_INPUT,
  LAMINA_WORK_RULE_POOLING_BACKWARD,
  LAMINA_WORK_RULE_POOLING_SPREAD,
  LAMINA_WORK_RULE_REDUCTION,
  LAMINA_WORK_RULE_ELEMENTWISE,
  LAMINA_WORK_RULE_COMBINED,
  LAMINA_WORK_RULE_COMPLEX,
  LAMINA_WORK_RULE_SOFTMAX,
  LAMINA_WORK_RULE_SOFTMAX_BACKWARD,
  LAMINA_WORK_RULE_WEIGHTS,
  LAMINA_WORK_RULE_LRN,
  LAMINA_WORK_RULE_LRN_BACKWARD,
  LAMINA_WORK_RULE_RMS,
  LAMINA_WORK_RULE_RMS_BACKWARD,
  LAMINA_WORK_RULE_UNIT_LENGTH,
  LAMINA_WORK_RULE_NORM,
  LAMINA_WORK_RULE_SQUARES,
  LAMINA_WORK_RULE_SQUARES_BACKWARD,
  LAMINA_WORK_RULE_LOGITS,
  LAMINA_WORK_RULE_PICKED,
  LAMINA_WORK_RULE_SCATTERED,
  LAMINA_WORK_RULE_TABLE_BACK,
  LAMINA_WORK_RULE_RESIZE,
  LAMINA_WORK_RULE_RESIZE_BACKWARD,
  LAMINA_WORK_RULE_LISTS,
  LAMINA_WORK_RULE_ADAM,
  LAMINA_WORK_RULE_ADAMW,
  LAMINA_WORK_RULE_ADAMAX,
  LAMINA_WORK_RULE_ADADELTA,
  LAMINA_WORK_RULE_LAMB,
  LAMINA_WORK_RULE_ADAGRAD,
  LAMINA_WORK_RULE_RMSPROP,
  LAMINA_WORK_RULE_SGD,
  LAMINA_N_WORK_RULES,
} LaminaWorkRule;

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

void     lamina_work_recognize          (const char              *type,
                                         const char              *name,
                                         LaminaFamily             family,
                                         LaminaWorkMeaning       *meaning);

/* Whether a name is that of an operator which PyTorch, or a library of known operators, registers. */
gboolean lamina_work_is_registered      (const char              *type);

/* How many words of @words stand for one operation on each element: 2 for `conv2d_add_nn_relu`. */
guint    lamina_work_count_pointwise    (const char              *words);

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

/* What a rule says: the formula, and where it is from. */
typedef struct
{
  const char *symbols;
  const char *source;
} LaminaWorkRuleWords;

const LaminaWorkRuleWords *lamina_work_rule_get_words (LaminaWorkRule rule);

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

/* Reads what the file says about the window and the equation of a layer. FALSE when it says nothing. */
gboolean lamina_work_attributes_read    (LaminaDocument          *document,
                                         guint                    run,
                                         guint                    layer,
                                         LaminaWorkAttributes    *attributes);

G_END_DECLS
