/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family-private.h"

#include <pthread.h>
#include <string.h>

/*
 * How a family is found
 *
 * 1. A text is folded: letters in lower case, everything that is neither letter nor digit as one underscore, and for
 *   each position whether a word begins there. A word begins after anything but a letter, and at a capital after a
 *   small letter, so that `MaxPool_3`, `maxpool3` and `max_pool` all hold the word `pool`, while `spool` holds none.
 * 2. The table below lists literals of folded text, and whether they must begin and end with a word. At each position
 *   the literals with that first character are tried; of all that are found the one with the highest rank decides,
 *   since names of fused kernels hold the words of everything that was fused into the strongest of them.
 * 3. The type decides. The name is asked when the type says nothing, or says no more than "elementwise": many tools
 *   call an activation function that.
 * 4. Of a name with scopes, `conv1/BiasAdd`, the scopes are asked when the last part says nothing. What only hands a
 *   value on, `conv1/weights/read`, is no work of its scope.
 */

/* Longer texts are demangled kernels; what they do stands in front. */
#define MAX_TEXT 1024

/* Marks words that others translate. */
#define N_(text) text

typedef enum
{
  MATCH_ANYWHERE = 0,
  MATCH_START = 1 << 0,
  MATCH_END = 1 << 1,
  MATCH_NOT_BEHIND_FB = 1 << 2,
  MATCH_NOT_BEHIND_QUANTIZE = 1 << 3,
  MATCH_NOT_OWNED = 1 << 4,
  MATCH_ALONE = 1 << 5, /* nothing else stands there but a number */
  MATCH_NOT_CONTINUED = 1 << 6,
  MATCH_LAST = 1 << 7,  /* of words written together */
  MATCH_WORD = MATCH_START | MATCH_END,
  MATCH_WORD_NOT_OWNED = MATCH_WORD | MATCH_NOT_OWNED,
  MATCH_WORD_LAST = MATCH_WORD | MATCH_LAST,
  MATCH_WORD_NOT_BEHIND_QUANTIZE = MATCH_WORD | MATCH_NOT_BEHIND_QUANTIZE,
  MATCH_START_NOT_CONTINUED = MATCH_START | MATCH_NOT_CONTINUED,
  MATCH_NOT_BEHIND_FB_NOT_CONTINUED = MATCH_NOT_BEHIND_FB | MATCH_NOT_CONTINUED,
} MatchFlags;

/* From the weakest to the strongest. */
typedef enum
{
  RANK_NONE,
  RANK_OTHER,
  RANK_COPY,
  RANK_GENERIC,
  RANK_FUNCTION,
  RANK_EXTREME,
  RANK_ACTIVATION,
  RANK_ARITHMETIC,
  RANK_LAYOUT,
  RANK_REDUCTION,
  RANK_INDEX,
  RANK_OPTIMIZER,
  RANK_POOLING,
  RANK_NORMALISATION,
  RANK_MATMUL,
  RANK_CONVOLUTION,
  RANK_ATTENTION,
  RANK_CALL,
  RANK_COMMUNICATION,
} Rank;

typedef struct
{
  const char *literal;
  guint8 family;
  guint8 flags;
  guint8 rank;
} Word;

#define FAMILY(family, rank, flags, literal) { literal, LAMINA_FAMILY_##family, MATCH_##flags, RANK_##rank }

static const Word words[] = {
  FAMILY (COMMUNICATION, COMMUNICATION, ANYWHERE, "nccl"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "rccl"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "hccl"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD, "gloo"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD, "mpi"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD, "c10d"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "allreduce"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "all_reduce"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "allgather"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "all_gather"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "alltoall"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "all_to_all"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "all2all"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "reducescatter"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "reduce_scatter"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "collective"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "record_param_comms"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "remotesend"),
  FAMILY (COMMUNICATION, COMMUNICATION, START, "remoterecv"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD_LAST, "send"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD_LAST, "recv"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD, "horovod"),

  /* Calls of the runtime name what they act on. */
  FAMILY (COPY, CALL, START, "cudamemcpy"),
  FAMILY (COPY, CALL, START, "cudamemset"),
  FAMILY (COPY, CALL, START, "cudamalloc"),
  FAMILY (COPY, CALL, START, "cudafree"),
  FAMILY (COPY, CALL, START, "cudahostalloc"),
  FAMILY (COPY, CALL, START, "hipmemcpy"),
  FAMILY (COPY, CALL, START, "hipmemset"),
  FAMILY (COPY, CALL, START, "hipmalloc"),
  FAMILY (COPY, CALL, START, "hipfree"),
  FAMILY (COPY, CALL, START, "memcpy"),
  FAMILY (COPY, CALL, START, "memset"),
  FAMILY (OTHER, CALL, START, "cudalaunch"),
  FAMILY (OTHER, CALL, START, "hiplaunch"),
  FAMILY (OTHER, CALL, START, "cudadevice"),
  FAMILY (OTHER, CALL, START, "cudastream"),
  FAMILY (OTHER, CALL, START, "cudaevent"),
  FAMILY (OTHER, CALL, START, "cudafuncget"),
  FAMILY (OTHER, CALL, START, "cudafuncset"),
  FAMILY (OTHER, CALL, START, "cudaoccupancy"),
  FAMILY (OTHER, CALL, START, "immutabletensor"),
  FAMILY (OTHER, CALL, START, "shareddevicetensor"),
  FAMILY (OTHER, CALL, START, "volatileshareddevicetensor"),
  FAMILY (OTHER, CALL, START, "multipledevicetensor"),
  FAMILY (OTHER, CALL, START, "getvarshape"),
  FAMILY (INDEX, CALL, START, "upsample"),
  FAMILY (INDEX, CALL, START, "embedding_dense"),
  FAMILY (INDEX, CALL, START, "embedding_bag"),
  FAMILY (LAYOUT, CALL, START, "layout_transform"),
  FAMILY (LAYOUT, CALL, START, "transposenhwctonchw_layoutoptimizer"),
  FAMILY (LAYOUT, CALL, START, "transposenchwtonhwc_layoutoptimizer"),
  FAMILY (OTHER, CALL, START, "layoutoptimizer"),
  FAMILY (OPTIMIZER, CALL, START, "optimizer"),
  FAMILY (REDUCTION, CALL, ANYWHERE, "softmaxcrossentropy"),
  FAMILY (REDUCTION, CALL, ANYWHERE, "softmax_cross_entropy"),
  FAMILY (REDUCTION, CALL, START, "convex_sum"),
  FAMILY (INDEX, CALL, START, "split_embedding"),
  FAMILY (ACTIVATION, CALL, START, "biassplitgelu"),
  FAMILY (OTHER, CALL, START, "stringnormalizer"),
  FAMILY (OTHER, CALL, START, "stringconcat"),
  FAMILY (OTHER, CALL, START, "stringsplit"),
  FAMILY (COPY, CALL, START, "local_scalar_dense"),
  FAMILY (LAYOUT, CALL, START, "flatten_dense"),
  FAMILY (LAYOUT, CALL, START, "unflatten_dense"),
  FAMILY (OTHER, CALL, START, "has_compatible"),
  FAMILY (ELEMENTWISE, CALL, START, "arange"),
  FAMILY (COPY, CALL, WORD, "to_dense"),
  FAMILY (LAYOUT, CALL, START, "dense_to_jagged"),
  FAMILY (LAYOUT, CALL, START, "padded_dense"),
  FAMILY (REDUCTION, CALL, START, "moe_sum"),
  FAMILY (ELEMENTWISE, CALL, START, "fakequant"),
  /* Variables, not variances. */
  FAMILY (OTHER, CALL, START, "varhandle"),
  FAMILY (COPY, CALL, ALONE, "sparsetodense"),
  FAMILY (COPY, CALL, START, "aten_resize"),

  FAMILY (ATTENTION, ATTENTION, START, "attention"),
  FAMILY (ATTENTION, ATTENTION, END, "attention"),
  FAMILY (ATTENTION, ATTENTION, ANYWHERE, "softmax"),
  FAMILY (ATTENTION, ATTENTION, WORD, "soft_max"),
  FAMILY (ATTENTION, ATTENTION, START, "fmha"),
  FAMILY (ATTENTION, ATTENTION, WORD, "mha"),
  FAMILY (ATTENTION, ATTENTION, START, "flash_fwd"),
  FAMILY (ATTENTION, ATTENTION, START, "flash_bwd"),
  FAMILY (ATTENTION, ATTENTION, START, "flash_attn"),
  FAMILY (ATTENTION, ATTENTION, WORD, "sdpa"),
  FAMILY (ATTENTION, ATTENTION, START, "scaled_dot_product"),
  FAMILY (ATTENTION, ATTENTION, START, "multihead"),

  FAMILY (CONVOLUTION, CONVOLUTION, START_NOT_CONTINUED, "conv"),
  FAMILY (CONVOLUTION, CONVOLUTION, END, "conv"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "convolution"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "convolve"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "scudnn"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "4cudnn"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "6cudnn"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "8cudnn"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "winograd"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "fprop"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "dgrad"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "wgrad"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "im2col"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "col2im"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "deconv"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "localshare"),

  /* FBGEMM is a library of operators of all kinds. */
  FAMILY (MATMUL, MATMUL, NOT_BEHIND_FB_NOT_CONTINUED, "gemm"),
  FAMILY (MATMUL, MATMUL, ANYWHERE, "gemv"),
  FAMILY (MATMUL, MATMUL, ANYWHERE, "matmul"),
  FAMILY (MATMUL, MATMUL, ANYWHERE, "matrixmul"),
  FAMILY (MATMUL, MATMUL, WORD, "mat_mul"),
  FAMILY (MATMUL, MATMUL, START, "matrix_mul"),
  FAMILY (MATMUL, MATMUL, START, "cublas"),
  FAMILY (MATMUL, MATMUL, START, "rocblas"),
  FAMILY (MATMUL, MATMUL, START, "splitkreduce"),
  FAMILY (MATMUL, MATMUL, WORD, "mm"),
  FAMILY (MATMUL, MATMUL, WORD, "bmm"),
  FAMILY (MATMUL, MATMUL, WORD, "addmm"),
  FAMILY (MATMUL, MATMUL, WORD, "addbmm"),
  FAMILY (MATMUL, MATMUL, WORD, "baddbmm"),
  FAMILY (MATMUL, MATMUL, WORD, "addmv"),
  /* `QuantizeLinear` is named after its scale. */
  FAMILY (MATMUL, MATMUL, WORD_NOT_BEHIND_QUANTIZE, "linear"),
  FAMILY (MATMUL, MATMUL, WORD, "dense"),
  FAMILY (MATMUL, MATMUL, WORD, "dot"),
  FAMILY (MATMUL, MATMUL, WORD, "einsum"),
  FAMILY (MATMUL, MATMUL, WORD, "tensordot"),
  FAMILY (MATMUL, MATMUL, WORD, "fc"),
  FAMILY (MATMUL, MATMUL, START, "fullyconnected"),
  FAMILY (MATMUL, MATMUL, START, "fully_connected"),
  FAMILY (MATMUL, MATMUL, START, "innerproduct"),
  FAMILY (MATMUL, MATMUL, START, "inner_product"),
  FAMILY (MATMUL, MATMUL, WORD, "lstm"),
  FAMILY (MATMUL, MATMUL, START, "blocklstm"),
  FAMILY (MATMUL, MATMUL, START, "lstmblock"),
  FAMILY (MATMUL, MATMUL, START, "grublock"),
  FAMILY (MATMUL, MATMUL, START, "cudnnrnnv"),
  FAMILY (MATMUL, MATMUL, WORD, "gru"),
  FAMILY (MATMUL, MATMUL, WORD, "rnn"),
  /* Experts, but not all that their module does. */
  FAMILY (MATMUL, MATMUL, ALONE, "moe"),
  FAMILY (MATMUL, MATMUL, ALONE, "qmoe"),
  FAMILY (MATMUL, MATMUL, ALONE, "shardedmoe"),
  FAMILY (MATMUL, MATMUL, START, "fused_moe"),
  FAMILY (MATMUL, MATMUL, START, "moe_forward"),

  FAMILY (NORMALISATION, NORMALISATION, END, "norm"),
  FAMILY (NORMALISATION, NORMALISATION, ANYWHERE, "normaliz"),
  FAMILY (NORMALISATION, NORMALISATION, ANYWHERE, "normalis"),
  FAMILY (NORMALISATION, NORMALISATION, START, "batchnorm"),
  FAMILY (NORMALISATION, NORMALISATION, START, "layernorm"),
  FAMILY (NORMALISATION, NORMALISATION, START, "batch_norm"),
  FAMILY (NORMALISATION, NORMALISATION, START, "layer_norm"),
  FAMILY (NORMALISATION, NORMALISATION, WORD, "bn"),
  FAMILY (NORMALISATION, NORMALISATION, WORD, "lrn"),
  FAMILY (NORMALISATION, NORMALISATION, START, "lrngrad"),
  FAMILY (NORMALISATION, NORMALISATION, START, "localresponse"),

  FAMILY (POOLING, POOLING, WORD_NOT_OWNED, "pool"),
  FAMILY (POOLING, POOLING, END, "maxpool"),
  FAMILY (POOLING, POOLING, END, "avgpool"),
  FAMILY (POOLING, POOLING, END, "averagepool"),
  FAMILY (POOLING, POOLING, END, "globalpool"),
  FAMILY (POOLING, POOLING, END, "lppool"),
  FAMILY (POOLING, POOLING, END, "meanpool"),
  FAMILY (POOLING, POOLING, END, "minpool"),
  FAMILY (POOLING, POOLING, END, "sumpool"),
  FAMILY (POOLING, POOLING, END, "roipool"),
  FAMILY (POOLING, POOLING, END, "unpool"),
  FAMILY (POOLING, POOLING, ANYWHERE, "pooling"),

  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adam"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adamw"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adamax"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adagrad"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adadelta"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "sgd"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "lamb"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "rmsprop"),
  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "momentum"),
  FAMILY (OPTIMIZER, OPTIMIZER, START, "applyadam"),
  FAMILY (OPTIMIZER, OPTIMIZER, START, "applygradient"),
  FAMILY (OPTIMIZER, OPTIMIZER, START, "multi_tensor_apply"),
  FAMILY (OPTIMIZER, OPTIMIZER, START, "addupdate"),

  FAMILY (INDEX, INDEX, ANYWHERE, "gather"),
  FAMILY (INDEX, INDEX, ANYWHERE, "scatter"),
  FAMILY (INDEX, INDEX, WORD, "index"),
  FAMILY (INDEX, INDEX, ANYWHERE, "getitem"),
  FAMILY (INDEX, INDEX, START, "indexing"),
  FAMILY (INDEX, INDEX, START, "index_"),
  /* A rotation, which only is named after what it turns: the first of equal ranks decides. */
  FAMILY (ELEMENTWISE, INDEX, ANYWHERE, "rotary"),
  FAMILY (INDEX, INDEX, WORD, "embed"),
  FAMILY (INDEX, INDEX, START, "embedding"),
  FAMILY (INDEX, INDEX, END, "embedding"),
  FAMILY (INDEX, INDEX, WORD, "take"),
  FAMILY (INDEX, INDEX, ALONE, "compress"),
  FAMILY (INDEX, INDEX, START, "nonzero"),
  FAMILY (INDEX, INDEX, START, "onehot"),
  FAMILY (INDEX, INDEX, START, "one_hot"),
  FAMILY (INDEX, INDEX, WORD, "lookup"),
  FAMILY (INDEX, INDEX, START, "masked"),
  FAMILY (INDEX, INDEX, WORD, "nms"),
  FAMILY (INDEX, INDEX, START, "nonmax"),
  FAMILY (INDEX, INDEX, START, "roi"),
  FAMILY (INDEX, INDEX, WORD, "resize"),
  FAMILY (INDEX, INDEX, WORD, "interpolate"),
  FAMILY (INDEX, INDEX, START, "grid_sample"),
  FAMILY (INDEX, INDEX, START, "gridsample"),
  FAMILY (INDEX, INDEX, START, "warpperspective"),
  FAMILY (INDEX, INDEX, START, "warpaffine"),
  FAMILY (INDEX, INDEX, START, "remap"),

  FAMILY (REDUCTION, REDUCTION, WORD, "reduce"),
  FAMILY (REDUCTION, REDUCTION, START, "reduction"),
  FAMILY (REDUCTION, REDUCTION, WORD, "sum"),
  FAMILY (REDUCTION, REDUCTION, WORD, "cumsum"),
  FAMILY (REDUCTION, REDUCTION, WORD, "mean"),
  FAMILY (REDUCTION, REDUCTION, WORD, "var"),
  FAMILY (REDUCTION, REDUCTION, ALONE, "std"),
  FAMILY (REDUCTION, REDUCTION, WORD, "aten_std"),
  FAMILY (REDUCTION, REDUCTION, WORD, "reduce_std"),
  FAMILY (REDUCTION, REDUCTION, WORD, "prod"),
  FAMILY (REDUCTION, REDUCTION, START, "argmax"),
  FAMILY (REDUCTION, REDUCTION, START, "argmin"),
  FAMILY (REDUCTION, REDUCTION, START, "hardmax"),
  FAMILY (REDUCTION, REDUCTION, WORD, "topk"),
  FAMILY (REDUCTION, REDUCTION, START, "topkv"),
  FAMILY (REDUCTION, REDUCTION, WORD, "top_k"),
  FAMILY (REDUCTION, REDUCTION, WORD, "sort"),
  FAMILY (REDUCTION, REDUCTION, WORD, "argsort"),
  FAMILY (REDUCTION, REDUCTION, WORD, "loss"),
  FAMILY (REDUCTION, REDUCTION, START, "crossentropy"),
  FAMILY (REDUCTION, REDUCTION, START, "cross_entropy"),
  FAMILY (REDUCTION, REDUCTION, WORD, "logsumexp"),
  FAMILY (REDUCTION, REDUCTION, WORD, "nansum"),
  FAMILY (REDUCTION, REDUCTION, WORD, "amax"),
  FAMILY (REDUCTION, REDUCTION, WORD, "amin"),
  FAMILY (REDUCTION, REDUCTION, WORD, "aten_any"),
  FAMILY (REDUCTION, REDUCTION, WORD, "aten_all"),
  FAMILY (REDUCTION, EXTREME, WORD, "max"),
  FAMILY (REDUCTION, EXTREME, WORD, "min"),

  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "transpose"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "reshape"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "concat"),
  FAMILY (LAYOUT, LAYOUT, WORD, "cat"),
  FAMILY (LAYOUT, LAYOUT, WORD, "permute"),
  FAMILY (LAYOUT, LAYOUT, START, "reformat"),
  FAMILY (LAYOUT, LAYOUT, START, "relayout"),
  FAMILY (LAYOUT, LAYOUT, START, "reorder"),
  FAMILY (LAYOUT, LAYOUT, START, "dimshuffle"),
  FAMILY (LAYOUT, LAYOUT, END, "shuffle"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "flatten"),
  FAMILY (LAYOUT, LAYOUT, END, "squeeze"),
  FAMILY (LAYOUT, LAYOUT, START, "axisaddremove"),
  FAMILY (LAYOUT, LAYOUT, WORD, "stack"),
  FAMILY (LAYOUT, LAYOUT, WORD, "unstack"),
  FAMILY (LAYOUT, LAYOUT, WORD, "hstack"),
  FAMILY (LAYOUT, LAYOUT, WORD, "vstack"),
  FAMILY (LAYOUT, LAYOUT, WORD, "split"),
  FAMILY (LAYOUT, LAYOUT, START, "split_with"),
  FAMILY (LAYOUT, LAYOUT, START, "parampack"),
  FAMILY (LAYOUT, LAYOUT, WORD, "chunk"),
  FAMILY (LAYOUT, LAYOUT, END, "slice"),
  FAMILY (LAYOUT, LAYOUT, START, "subtensor"),
  FAMILY (LAYOUT, LAYOUT, START, "setsubtensor"),
  FAMILY (LAYOUT, LAYOUT, WORD, "narrow"),
  FAMILY (LAYOUT, LAYOUT, WORD, "select"),
  FAMILY (LAYOUT, LAYOUT, WORD, "pad"),
  FAMILY (LAYOUT, LAYOUT, WORD, "padding"),
  FAMILY (LAYOUT, LAYOUT, START, "constant_pad"),
  FAMILY (LAYOUT, LAYOUT, WORD_LAST, "tile"),
  FAMILY (LAYOUT, LAYOUT, WORD, "repeat"),
  FAMILY (LAYOUT, LAYOUT, WORD, "expand"),
  FAMILY (LAYOUT, LAYOUT, START, "broadcast"),
  FAMILY (LAYOUT, LAYOUT, WORD_LAST, "view"),
  FAMILY (LAYOUT, LAYOUT, WORD, "aten_t"),
  FAMILY (LAYOUT, LAYOUT, START, "as_strided"),
  FAMILY (LAYOUT, LAYOUT, WORD, "unfold"),
  FAMILY (LAYOUT, LAYOUT, WORD, "fold"),
  FAMILY (LAYOUT, LAYOUT, WORD, "flip"),
  FAMILY (LAYOUT, LAYOUT, WORD, "roll"),
  FAMILY (LAYOUT, LAYOUT, WORD, "tril"),
  FAMILY (LAYOUT, LAYOUT, WORD, "triu"),
  FAMILY (LAYOUT, LAYOUT, WORD, "trilu"),
  FAMILY (LAYOUT, LAYOUT, START, "reversesequence"),
  FAMILY (LAYOUT, LAYOUT, START, "reversev2"),
  FAMILY (LAYOUT, LAYOUT, START, "pixel_shuffle"),
  FAMILY (LAYOUT, LAYOUT, START, "depthtospace"),
  FAMILY (LAYOUT, LAYOUT, START, "spacetodepth"),
  FAMILY (LAYOUT, LAYOUT, START, "depth_to_space"),
  FAMILY (LAYOUT, LAYOUT, START, "space_to_depth"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "nchwtonhwc"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "nhwctonchw"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "nchw_to_nhwc"),
  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "nhwc_to_nchw"),

  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "add"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "addfunctor"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "biasadd"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "addcmul"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "addcdiv"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "sub"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "rsub"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "subtract"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "mul"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "lerp"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "mulfunctor"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "multiply"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "div"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "realdiv"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "divide"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "pow"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "exp"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "log"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "sqrt"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "rsqrt"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "square"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "abs"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "neg"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "sin"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "cos"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "sinh"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "cosh"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "asin"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "acos"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "asinh"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "acosh"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "atanh"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "expm1"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "maximum"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "minimum"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "where"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "dropout"),
  FAMILY (ELEMENTWISE, ARITHMETIC, WORD, "fma"),
  FAMILY (ELEMENTWISE, GENERIC, ANYWHERE, "elementwise"),
  FAMILY (ELEMENTWISE, GENERIC, ANYWHERE, "elemwise"),
  FAMILY (ELEMENTWISE, GENERIC, ANYWHERE, "eltwise"),
  FAMILY (ELEMENTWISE, GENERIC, ANYWHERE, "loop_fusion"),
  FAMILY (ELEMENTWISE, GENERIC, START, "pointwise"),
  FAMILY (ELEMENTWISE, GENERIC, WORD, "pwn"),
  FAMILY (ELEMENTWISE, GENERIC, WORD, "unary"),
  FAMILY (ELEMENTWISE, GENERIC, WORD, "binary"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "scale"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "bias"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "cast"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "typecvt"),
  FAMILY (ELEMENTWISE, FUNCTION, END, "quantize"),
  FAMILY (ELEMENTWISE, FUNCTION, END, "quantized"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "quantizelinear"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "dequantizelinear"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "equal"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "greater"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "less"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_eq"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_ne"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_ge"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_gt"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_le"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_lt"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "aten_logical"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "aten_nan_to_num"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "aten_logit"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "logicaland"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "logicalor"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "logicalnot"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "bitwise"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "isnan"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "isinf"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "is_nan"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "is_inf"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "reciprocal"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "erf"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "floor"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "ceil"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "tan"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "atan"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_sign"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_round"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_sgn"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_trunc"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_remainder"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_fmod"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_and"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_or"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "aten_xor"),
  FAMILY (ELEMENTWISE, FUNCTION, WORD, "convert"),
  FAMILY (ELEMENTWISE, FUNCTION, START, "bitshift"),
  /* Words of everyday language. */
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "and"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "or"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "xor"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "not"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "mod"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "sign"),
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "round"),

  FAMILY (ACTIVATION, ACTIVATION, END, "relu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD_LAST, "activation"),
  FAMILY (ACTIVATION, ACTIVATION, END, "gelu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "elu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "selu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "celu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "silu"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "swish"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "hswish"),
  FAMILY (ACTIVATION, ACTIVATION, START, "hardswish"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "mish"),
  FAMILY (ACTIVATION, ACTIVATION, END, "sigmoid"),
  FAMILY (ACTIVATION, ACTIVATION, END, "tanh"),
  FAMILY (ACTIVATION, ACTIVATION, START, "softplus"),
  FAMILY (ACTIVATION, ACTIVATION, START, "softsign"),
  FAMILY (ACTIVATION, ACTIVATION, START, "clamp"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "clip"),
  FAMILY (ACTIVATION, ACTIVATION, START, "threshold"),
  FAMILY (ACTIVATION, ACTIVATION, START, "hardtanh"),
  FAMILY (ACTIVATION, ACTIVATION, START, "hardsigmoid"),
  FAMILY (ACTIVATION, ACTIVATION, START, "softshrink"),
  FAMILY (ACTIVATION, ACTIVATION, START, "hardshrink"),
  FAMILY (ACTIVATION, ACTIVATION, ALONE, "shrink"),

  FAMILY (COPY, COPY, ANYWHERE, "memcpy"),
  FAMILY (COPY, COPY, ANYWHERE, "memset"),
  FAMILY (COPY, COPY, END, "copy"),
  FAMILY (COPY, COPY, START, "copy"),
  FAMILY (COPY, COPY, START, "host2device"),
  FAMILY (COPY, COPY, START, "d2d"),
  FAMILY (COPY, COPY, START, "h2d"),
  FAMILY (COPY, COPY, START, "d2h"),
  FAMILY (COPY, COPY, WORD, "htod"),
  FAMILY (COPY, COPY, WORD, "dtoh"),
  FAMILY (COPY, COPY, WORD, "dtod"),
  FAMILY (COPY, COPY, WORD, "aten_to"),
  FAMILY (COPY, COPY, WORD, "clone"),
  FAMILY (COPY, COPY, WORD, "contiguous"),
  FAMILY (COPY, COPY, WORD, "identity"),
  FAMILY (COPY, COPY, START, "alloc"),
  FAMILY (COPY, COPY, END, "alloc"),
  FAMILY (COPY, COPY, WORD, "free"),
  FAMILY (COPY, COPY, WORD, "empty"),
  FAMILY (COPY, COPY, WORD, "zeros"),
  FAMILY (COPY, COPY, WORD, "ones"),
  FAMILY (COPY, COPY, WORD, "zero"),
  FAMILY (COPY, COPY, WORD, "fill"),
  FAMILY (COPY, COPY, START, "constantofshape"),

  FAMILY (OTHER, OTHER, START, "const"),
  FAMILY (OTHER, OTHER, WORD, "placeholder"),
  FAMILY (OTHER, OTHER, WORD, "retval"),
  FAMILY (OTHER, OTHER, WORD, "variable"),
  FAMILY (OTHER, OTHER, WORD, "parameter"),
  FAMILY (OTHER, OTHER, END, "callback"),
  FAMILY (OTHER, OTHER, WORD, "shape"),
  FAMILY (OTHER, OTHER, WORD, "if"),
  FAMILY (OTHER, OTHER, WORD, "loop"),
  FAMILY (OTHER, OTHER, WORD, "while"),
  /* What these do follows from no scope. */
  FAMILY (OTHER, OTHER, ALONE, "size"),
  FAMILY (OTHER, OTHER, ALONE, "range"),
  FAMILY (OTHER, OTHER, ALONE, "unique"),
  FAMILY (OTHER, OTHER, ALONE, "eyelike"),
  FAMILY (OTHER, OTHER, ALONE, "randomnormallike"),
  FAMILY (OTHER, OTHER, WORD, "noop"),
  FAMILY (OTHER, OTHER, WORD, "no_op"),
  FAMILY (OTHER, OTHER, WORD, "detach"),
  FAMILY (OTHER, OTHER, WORD, "myelin"),
};

#define END_OF_CHAIN G_MAXUINT16

/* The literals by first character: `head` begins a chain of indexes into the table, `next` goes on. */
static struct
{
  guint16 head[128];
  guint16 next[G_N_ELEMENTS (words)];
  guint8 lengths[G_N_ELEMENTS (words)];
  /* Bits for what the second character of a literal may be: most places of a text need no look at the chain. */
  guint64 seconds[128][2];
} chains;

static pthread_once_t indexed = PTHREAD_ONCE_INIT;

typedef struct
{
  /* Folded text between two guards, so that its neighbours can be looked at. */
  char text[MAX_TEXT + 2];
  gboolean starts[MAX_TEXT + 2];
  gsize length;
} Folded;

static void
index_words (void)
{
  G_STATIC_ASSERT (G_N_ELEMENTS (words) < END_OF_CHAIN);

  for (gsize i = 0; i < G_N_ELEMENTS (chains.head); i++)
    chains.head[i] = END_OF_CHAIN;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      guchar first = (guchar) words[i].literal[0];

      guchar second = (guchar) words[i].literal[1];

      chains.lengths[i] = (guint8) strlen (words[i].literal);
      chains.seconds[first][second >> 6] |= G_GUINT64_CONSTANT (1) << (second & 63);
      chains.next[i] = chains.head[first];
      chains.head[first] = (guint16) i;
    }
}

/* A closing capital run is one word: `ReLU` is `re` and `lu`, but GELU and NCHWToNHWC have no inner words. */
static gboolean
starts_word (char before,
             char here)
{
  if (!g_ascii_isalpha (before))
    return TRUE;

  return g_ascii_isupper (here) && g_ascii_islower (before);
}

static void
fold (const char *text,
      gsize       length,
      Folded     *folded)
{
  char before = '\0';

  folded->text[0] = '_';
  folded->length = 1;

  for (gsize i = 0; i < length && folded->length <= MAX_TEXT; i++)
    {
      char here = text[i];

      if (g_ascii_isalnum (here))
        {
          folded->starts[folded->length] = starts_word (before, here);
          folded->text[folded->length++] = g_ascii_tolower (here);
        }
      else if (folded->text[folded->length - 1] != '_')
        {
          folded->starts[folded->length] = TRUE;
          folded->text[folded->length++] = '_';
        }
      before = here;
    }

  folded->starts[folded->length] = TRUE;
  folded->text[folded->length] = '\0';
}

static gboolean
is_behind (const Folded *folded,
           gsize         position,
           const char   *word)
{
  gsize length = strlen (word);

  return position > length && memcmp (folded->text + position - length, word, length) == 0;
}

/* Workers, threads and memory have pools that pool nothing: `WorkerPool`, `thread_pool`. */
static gboolean
is_owned (const Folded *folded,
          gsize         position)
{
  static const char *const owners[] = { "thread_", "worker_", "task_", "mem_", "memory_", "buffer_" };

  for (gsize i = 0; i < G_N_ELEMENTS (owners); i++)
    if (is_behind (folded, position, owners[i]))
      return TRUE;
  return g_ascii_isalpha (folded->text[position - 1]);
}

/* `convert` is no convolution and `Gemma` no matrix product; `GemmEx` is one. */
static gboolean
is_continued (const Folded *folded,
              gsize         position)
{
  return !folded->starts[position] && (folded->text[position] == 'a' || folded->text[position] == 'e');
}

/* `ViewAsRealBackward0` is a view and `RecvTensor` receives, `WebViewImpl` and `SendBeginFrame` are of browsers. */
static gboolean
is_last (const Folded *folded,
         gsize         position)
{
  static const char *const more[] = { "grad", "forward", "kernel", "tensor", "recv", "fromhost", "tohost", "athost" };
  const char *behind = folded->text + position;

  if (!g_ascii_isalpha (*behind) || strstr (behind, "backward"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (more); i++)
    if (g_str_has_prefix (behind, more[i]))
      return TRUE;
  return g_str_has_prefix (behind, "op") && !g_ascii_isalpha (behind[2]);
}

/* `And`, `and_3` */
static gboolean
stands_alone (const Folded *folded,
              gsize         position,
              gsize         length)
{
  const char *behind = folded->text + position + length;

  return strspn (folded->text, "_") == position && behind[strspn (behind, "_0123456789")] == '\0';
}

/* What few words ask for besides where they begin and end. */
static gboolean
is_meant (const Folded *folded,
          gsize         position,
          gsize         length,
          MatchFlags    flags)
{
  if ((flags & MATCH_NOT_OWNED) && is_owned (folded, position))
    return FALSE;
  if ((flags & MATCH_NOT_BEHIND_FB) && is_behind (folded, position, "fb"))
    return FALSE;
  if ((flags & MATCH_NOT_BEHIND_QUANTIZE) && is_behind (folded, position, "quantize"))
    return FALSE;
  if ((flags & MATCH_NOT_CONTINUED) && is_continued (folded, position + length))
    return FALSE;
  if ((flags & MATCH_LAST) && !is_last (folded, position + length))
    return FALSE;
  return !(flags & MATCH_ALONE) || stands_alone (folded, position, length);
}

static gboolean
matches (const Folded *folded,
         gsize         position,
         const Word   *word)
{
  gsize length = chains.lengths[word - words], end = position + length;

  if ((word->flags & MATCH_START) && !folded->starts[position])
    return FALSE;
  /* Many words begin alike, `aten_`: the last letter tells most of them apart. */
  if (end > folded->length || folded->text[end - 1] != word->literal[length - 1]
      || memcmp (folded->text + position, word->literal, length) != 0)
    return FALSE;
  if ((word->flags & MATCH_END) && !folded->starts[end] && g_ascii_isalpha (folded->text[end]))
    return FALSE;
  return !(word->flags & ~MATCH_WORD) || is_meant (folded, position, length, (MatchFlags) word->flags);
}

/* Finds the strongest word of a text. */
static Rank
find_family (const char   *text,
             gsize         length,
             LaminaFamily *family)
{
  Folded folded;
  Rank best = RANK_NONE;

  fold (text, length, &folded);

  for (gsize position = 1; position < folded.length; position++)
    {
      guchar second = (guchar) folded.text[position + 1];
      guint16 i = chains.head[(guchar) folded.text[position]];

      if ((chains.seconds[(guchar) folded.text[position]][second >> 6] >> (second & 63) & 1) == 0)
        continue;
      for (; i != END_OF_CHAIN; i = chains.next[i])
        {
          if ((Rank) words[i].rank <= best || !matches (&folded, position, &words[i]))
            continue;
          best = (Rank) words[i].rank;
          *family = (LaminaFamily) words[i].family;
        }
    }

  return best;
}

/* `RELU(x)` is an activation though its type is "elementwise"; `FUSE_ADD_RELU(x,y)` does more than that. */
gboolean
lamina_family_names_activation (const char *name)
{
  LaminaFamily family = LAMINA_FAMILY_OTHER;

  pthread_once (&indexed, index_words);
  return find_family (name, strcspn (name, "(["), &family) == RANK_ACTIVATION;
}

/* `conv1/weights/read`, `_retval_gradients/conv1/BiasAdd_grad/BiasAddGrad_0_0`: a variable, an argument or a result. */
static gboolean
hands_on (const char *text,
          const char *last)
{
  static const char *const values[] = { "read", "weights", "weight", "biases", "bias", "kernel", "gamma", "beta",
                                        "moving_mean", "moving_variance", "Shape", "ShapeN" };

  if (g_str_has_prefix (text, "_retval_") || g_str_has_prefix (text, "_arg_")
      || g_str_has_prefix (text, "ConstantFolding/"))
    return TRUE;
  for (guint i = 0; last != text && i < G_N_ELEMENTS (values); i++)
    if (last[0] == values[i][0] && g_str_has_prefix (last, values[i]))
      {
        const char *behind = last + strlen (values[i]);

        if (behind[strspn (behind, "_0123456789")] == '\0')
          return TRUE;
      }
  return FALSE;
}

/* Fused names, `conv1/BiasAdd + conv1/Relu`, and paths of files have no last part that stands for all. */
static const char *
find_last_part (const char *text)
{
  const char *last = strrchr (text, '/');

  return last && last[1] != '\0' && !strpbrk (text, "+<([{ ") ? last + 1 : text;
}

/* `transpose(jvp(Dense))`: JAX calls the way back through something so. */
static const char *
skip_transform (const char *text)
{
  static const char back[] = "transpose(";

  return g_str_has_prefix (text, back) && g_str_has_prefix (text + strlen (back), "jvp(") ? text + strlen (back) : text;
}

LaminaFamilySays
lamina_family_from_text (const char   *text,
                         LaminaFamily *family)
{
  const char *last;
  Rank rank;

  text = skip_transform (text);
  last = find_last_part (text);
  pthread_once (&indexed, index_words);
  *family = LAMINA_FAMILY_OTHER;
  if (hands_on (text, last))
    return LAMINA_FAMILY_SAYS_ALL;
  rank = find_family (last, strlen (last), family);
  if (rank == RANK_NONE && last != text)
    rank = find_family (text, strlen (text), family);
  if (rank == RANK_NONE)
    return LAMINA_FAMILY_SAYS_NOTHING;
  return rank == RANK_GENERIC ? LAMINA_FAMILY_SAYS_GENERIC : LAMINA_FAMILY_SAYS_ALL;
}

LaminaFamily
lamina_family_from_words (const char *type,
                          const char *name)
{
  LaminaFamily family;
  LaminaFamilySays says;

  g_return_val_if_fail (type && name, LAMINA_FAMILY_OTHER);

  says = lamina_family_from_text (type, &family);
  if (says == LAMINA_FAMILY_SAYS_NOTHING)
    lamina_family_from_text (name, &family);
  else if (says == LAMINA_FAMILY_SAYS_GENERIC && lamina_family_names_activation (name))
    family = LAMINA_FAMILY_ACTIVATION;

  return family;
}

const char *
lamina_family_get_title (LaminaFamily family)
{
  static const char *const titles[LAMINA_N_FAMILIES] = {
    [LAMINA_FAMILY_CONVOLUTION] = N_("convolution"),
    [LAMINA_FAMILY_MATMUL] = N_("matrix product"),
    [LAMINA_FAMILY_ATTENTION] = N_("attention"),
    [LAMINA_FAMILY_ELEMENTWISE] = N_("elementwise"),
    [LAMINA_FAMILY_ACTIVATION] = N_("activation"),
    [LAMINA_FAMILY_NORMALISATION] = N_("normalisation"),
    [LAMINA_FAMILY_POOLING] = N_("pooling"),
    [LAMINA_FAMILY_REDUCTION] = N_("reduction"),
    [LAMINA_FAMILY_LAYOUT] = N_("layout"),
    [LAMINA_FAMILY_COPY] = N_("copy"),
    [LAMINA_FAMILY_COMMUNICATION] = N_("communication"),
    [LAMINA_FAMILY_OPTIMIZER] = N_("optimizer"),
    [LAMINA_FAMILY_INDEX] = N_("index"),
    [LAMINA_FAMILY_OTHER] = N_("other"),
  };

  g_return_val_if_fail ((guint) family < LAMINA_N_FAMILIES, titles[LAMINA_FAMILY_OTHER]);

  return titles[family];
}
