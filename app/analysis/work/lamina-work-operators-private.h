/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work.h"

G_BEGIN_DECLS

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

void     lamina_work_recognize          (const char              *type,
                                         const char              *name,
                                         LaminaFamily             family,
                                         LaminaWorkMeaning       *meaning);

/* Whether a name is that of an operator which PyTorch, or a library of known operators, registers. */
gboolean lamina_work_is_registered      (const char              *type);

/* How many words of @words stand for one operation on each element: 2 for `conv2d_add_nn_relu`. */
guint    lamina_work_count_pointwise    (const char              *words);

G_END_DECLS
