/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-operators-private.h"
#include "lamina-work-signature-private.h"

#include <stdlib.h>
#include <string.h>

/*
 * The operators whose work is known
 *
 * signs            by family and by words of their types, as most tools have these: which operator each is, what is special
 *                  about it, and in which way it works
 * registered       by whole names, of libraries beside PyTorch
 * operands         how many tensors operators of PyTorch read
 * pointwise_words  what counts as one operation on each element where it is fused into another
 *
 * What operator and way lead to, a formula and the paper that it is from, stands in lamina-work-rules.c. Attention, whose
 * arguments matter, stands in lamina-work-signature.c; arguments of other operators and attributes in
 * lamina-work-attributes.c.
 *
 * Words are small letters and digits alone: `Conv2DBackpropFilter` and `conv2d_backprop_filter` are
 * `conv2dbackpropfilter`. One behind a sign of equality is all that there is. Of a family the first sign that is found
 * decides, so that special ones stand before general ones, and "" at the end is all others.
 */

/* What an operator is by the words of its type. */
typedef struct
{
  guint8 family;
  guint8 operator;
  guint32 traits;
  guint8 way;
  const char *words[12]; /* up to a NULL */
} Sign;

/* What an operator is that a library registers. */
typedef struct
{
  const char *type;
  guint8 operator;
  guint32 traits;
  guint8 way;
  guint8 n_fused;
  const char *source;
} Registered;

/* How many tensors an operator `aten::name` reads. */
typedef struct
{
  const char *name;
  guint n;
} Operands;

#define SIGN_OF(family, operator, traits, way, ...) \
  { LAMINA_FAMILY_##family, LAMINA_WORK_##operator, (traits), LAMINA_WORK_##way, { __VA_ARGS__, NULL } }
#define SIGN(family, operator, traits, ...) SIGN_OF (family, operator, traits, PLAIN, __VA_ARGS__)

#define RESIZED_BACK (LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES)

static const Sign signs[] = {
  SIGN (CONVOLUTION, UNKNOWN, 0, "wordconvembedding"),
  SIGN (CONVOLUTION, LAYOUT, 0, "im2col", "col2im", "winogradweighttransform"),
  SIGN (CONVOLUTION, CONVOLUTION, LAMINA_WORK_WINOGRAD, "winogradwithoutweighttransform"),
  SIGN (CONVOLUTION, CONVOLUTION_FILTER, LAMINA_WORK_BACKWARD, "backpropfilter", "backwardfilter", "filtergrad", "wgrad",
        "backwardweight", "convolutionbackwardfilter"),
  SIGN (CONVOLUTION, CONVOLUTION_DATA, LAMINA_WORK_BACKWARD, "backpropinput", "backwarddata", "inputgrad", "dgrad",
        "backwardinput"),
  SIGN (CONVOLUTION, CONVOLUTION_BOTH, LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES | LAMINA_WORK_DATA_FIRST,
        "cudnnconvolutionbackward", "miopenconvolutionbackward", "mkldnnconvolutionbackward"),
  SIGN (CONVOLUTION, CONVOLUTION_BOTH, LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES, "convolutionbackward",
        "convbackward"),
  SIGN (CONVOLUTION, UNKNOWN, 0, "backward", "grad"),
  SIGN (CONVOLUTION, CONVOLUTION_DATA, LAMINA_WORK_TRANSPOSED, "deconv", "convtranspose", "convolutiontranspose",
        "conv1dtranspose", "conv2dtranspose", "conv3dtranspose", "transposedconv", "convtransposed"),
  SIGN (CONVOLUTION, CONVOLUTION, 0, ""),
  SIGN (MATMUL, EINSUM, LAMINA_WORK_WANTS_ATTRIBUTES, "einsum"),
  SIGN (MATMUL, UNKNOWN, 0, "tensordot", "attnlstm", "sparsetodense", "matmulnbitsmlp", "matmulnbitsqkv"),
  /* How many experts each row goes to, and to which, is not said. */
  SIGN (MATMUL, UNKNOWN, LAMINA_WORK_READS_SOME, "moe"),
  SIGN (MATMUL, UNKNOWN, 0, "lstmcell", "grucell", "rnntanhcell", "rnnrelucell", "backward", "lstmgrad", "grugrad",
        "rnngrad", "backprop"),
  SIGN_OF (MATMUL, MATMUL, 0, RECURRENT, "lstm", "gru", "rnn"),
  SIGN_OF (MATMUL, MATMUL, LAMINA_WORK_OTHER_TYPE, GROUPED, "scaledgroupedmm"),
  SIGN_OF (MATMUL, MATMUL, 0, GROUPED, "groupedmm"),
  SIGN (MATMUL, MATMUL, LAMINA_WORK_OTHER_TYPE, "atenscaledmm", "atenintmm"),
  SIGN_OF (MATMUL, MATMUL, LAMINA_WORK_ADDS, SUMS, "=atenaddbmm"),
  SIGN (MATMUL, MATMUL, LAMINA_WORK_ADDS, "addmm", "baddbmm", "addmv"),
  SIGN (MATMUL, MATMUL, 0, "qlinear"),
  SIGN_OF (MATMUL, MATMUL, 0, BLOCKS, "matmulnbits", "matmulbnb4", "matmulfpq4"),
  SIGN (MATMUL, MATMUL, LAMINA_WORK_LINEAR | LAMINA_WORK_THREE, "=atenlinear"),
  SIGN (MATMUL, MATMUL, LAMINA_WORK_LINEAR, "linear", "dense", "fullyconnected", "innerproduct"),
  SIGN (MATMUL, MATMUL, 0, ""),
  SIGN (ATTENTION, SOFTMAX, 0, "softmax"),
  /* These project what they attend to, by weights that they do not always list. */
  SIGN (ATTENTION, UNKNOWN, 0, "nativemultihead", "multiheadattn"),
  SIGN (ATTENTION, UNKNOWN, 0, "longformer", "linearattention", "packedattention", "packedmultihead"),
  /* How long each sequence is, or what stands in a cache, is not said. */
  SIGN (ATTENTION, UNKNOWN, LAMINA_WORK_READS_SOME, "sparseattention", "pagedattention", "varlen"),
  SIGN (ATTENTION, ATTENTION_BACKWARD, LAMINA_WORK_BACKWARD, "backward", "grad", "flashbwd"),
  /* ONNX Runtime documents it as causal. */
  SIGN (ATTENTION, ATTENTION, LAMINA_WORK_CAUSAL, "groupqueryattention"),
  SIGN (ATTENTION, ATTENTION, 0, ""),
  SIGN (ACTIVATION, ACTIVATION, LAMINA_WORK_BACKWARD, "grad", "backward"),
  SIGN (ACTIVATION, ACTIVATION, 0, ""),
  SIGN_OF (ELEMENTWISE, ELEMENTWISE, 0, COMPLEX, "rotary", "complexmul"),
  SIGN (ELEMENTWISE, UNKNOWN, 0, "relativepositionbias", "atenarange"),
  SIGN_OF (ELEMENTWISE, ELEMENTWISE, LAMINA_WORK_WANTS_ATTRIBUTES, THREE_LISTS, "foreachaddc", "foreachlerp"),
  SIGN_OF (ELEMENTWISE, ELEMENTWISE, LAMINA_WORK_WANTS_ATTRIBUTES, LISTS, "foreach"),
  SIGN (ELEMENTWISE, REDUCTION, LAMINA_WORK_BACKWARD, "biasaddgrad"),
  SIGN (ELEMENTWISE, ELEMENTWISE, LAMINA_WORK_BACKWARD, "grad", "backward"),
  SIGN (ELEMENTWISE, ELEMENTWISE, LAMINA_WORK_HANDS_MASK, "=atennativedropout", "=atenfuseddropout"),
  SIGN_OF (ELEMENTWISE, COPY, 0, NARROWED_ROWS, "fbgemmfloattofp8rowwisequantized", "fbgemmfloattofused8bitrowwisequantized"),
  SIGN_OF (ELEMENTWISE, COPY, 0, WIDENED_ROWS, "fbgemmfp8rowwisequantizedtofloat", "fbgemmfused8bitrowwisequantizedtofloat"),
  SIGN_OF (ELEMENTWISE, COPY, 0, NARROWED, "fbgemmfloattohfp8quantized"),
  SIGN_OF (ELEMENTWISE, COPY, 0, WIDENED, "fbgemmhfp8quantizedtofloat"),
  SIGN (ELEMENTWISE, UNKNOWN, 0, "fbgemmfloatto", "quantizedtofloat", "atenquantize", "atendequantize"),
  SIGN (ELEMENTWISE, ELEMENTWISE, 0, "atenneg", "atenlerp", "atenlogit"),
  SIGN (ELEMENTWISE, ELEMENTWISE, LAMINA_WORK_BOOLEAN, "ateneq", "atenne", "atenge", "atengt", "atenle", "atenlt",
        "atenlogical", "atenisnan", "atenisinf"),
  SIGN (ELEMENTWISE, ELEMENTWISE, 0, ""),
  SIGN (NORMALIZATION, SOFTMAX, LAMINA_WORK_LOSS, "crossentropy"),
  SIGN (NORMALIZATION, SOFTMAX, LAMINA_WORK_BACKWARD, "softmaxgrad", "softmaxbackward"),
  SIGN (NORMALIZATION, SOFTMAX, 0, "softmax"),
  SIGN_OF (NORMALIZATION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, NORMS, "foreachnorm"),
  SIGN (NORMALIZATION, UNKNOWN, 0, "vectornormbackward", "linalgnormbackward", "frobeniusnormbackward", "atennormbackward"),
  SIGN_OF (NORMALIZATION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, NORM, "vectornorm", "linalgnorm", "frobeniusnorm", "atennorm"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, 0, OF_ROWS, "embedlayernorm"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, 0, UNIT_LENGTH, "lpnormalization"),
  SIGN (NORMALIZATION, UNKNOWN, 0, "gatedrmsnorm"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, LAMINA_WORK_BACKWARD, ROOT_MEAN_SQUARE, "rmsnormbackward", "rmsnormgrad",
           "rmsnormalizationgrad", "simplifiedlayernormalizationgrad"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, 0, ROOT_MEAN_SQUARE, "rmsnorm", "simplifiedlayernorm"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, LAMINA_WORK_BACKWARD, ACROSS_CHANNELS, "lrngrad", "lrnbackward",
           "localresponsenormgrad", "localresponsenormalizationgrad"),
  SIGN_OF (NORMALIZATION, NORMALIZATION, 0, ACROSS_CHANNELS, "lrn", "localresponse"),
  SIGN (NORMALIZATION, NORMALIZATION, LAMINA_WORK_BACKWARD, "grad", "backward"),
  SIGN (NORMALIZATION, NORMALIZATION, LAMINA_WORK_KNOWN_STATISTICS, "batchnorminference", "batchnormalization",
        "batchnormelemt"),
  SIGN (NORMALIZATION, NORMALIZATION, 0, ""),
  SIGN (POOLING, LAYOUT, 0, "unpool"),
  SIGN (POOLING, UNKNOWN, 0, "roipool"),
  SIGN_OF (POOLING, POOLING_BACKWARD, LAMINA_WORK_BACKWARD, HANDED_BACK, "atenmaxpool2dwithindicesbackward",
           "atenmaxpool3dwithindicesbackward", "atenadaptivemaxpool2dbackward", "atenadaptivemaxpool3dbackward"),
  SIGN_OF (POOLING, POOLING_BACKWARD, LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES, SPREAD_BACK,
           "atenavgpool2dbackward", "atenavgpool3dbackward"),
  SIGN_OF (POOLING, POOLING_BACKWARD, LAMINA_WORK_BACKWARD | LAMINA_WORK_GLOBAL, SPREAD_BACK,
           "atenadaptiveavgpool2dbackward", "atenadaptiveavgpool3dbackward"),
  SIGN (POOLING, POOLING_BACKWARD, LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES, "grad", "backward"),
  SIGN (POOLING, POOLING, LAMINA_WORK_GLOBAL, "global"),
  SIGN (POOLING, POOLING, LAMINA_WORK_WANTS_ATTRIBUTES, ""),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_BACKWARD, SQUARES, "atenmselossbackward"),
  SIGN (REDUCTION, UNKNOWN, 0, "lossbackward", "lossgrad", "crossentropybackward", "crossentropygrad",
        "logitsbackward", "logitsgrad"),
  SIGN (REDUCTION, REDUCTION, LAMINA_WORK_BACKWARD, "grad", "backward"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, SQUARES, "mseloss"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, LOGITS, "binarycrossentropywithlogits",
           "sigmoidcrossentropywithlogits"),
  SIGN_OF (REDUCTION, REDUCTION, 0, PICKED, "nllloss", "negativeloglikelihoodloss"),
  SIGN_OF (REDUCTION, REDUCTION, 0, NORM, "reducel2", "reducesumsquare"),
  SIGN (REDUCTION, UNKNOWN, 0, "binarycrossentropy"),
  SIGN (REDUCTION, SOFTMAX, LAMINA_WORK_LOSS, "crossentropy"),
  SIGN (REDUCTION, UNKNOWN, 0, "sort", "topk"),
  SIGN_OF (REDUCTION, REDUCTION, 0, RUNNING_FROM_ZERO, "completecumsum"),
  SIGN_OF (REDUCTION, REDUCTION, 0, RUNNING, "cumsum"),
  SIGN (REDUCTION, REDUCTION, 0, "atenvarmean", "atenstdmean"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, SUMS, "atensum", "atennansum", "atenprod"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, PLACES, "atenargmax", "atenargmin"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, EXTREMES, "atenmax", "atenmin"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, TRUTHS, "atenany", "atenall"),
  SIGN_OF (REDUCTION, REDUCTION, LAMINA_WORK_WANTS_ATTRIBUTES, AXES, "atenmean", "atenamax", "atenamin", "atenvar",
           "atenstd", "atenlogsumexp", "atenl1loss", "atensmoothl1loss", "atenhuberloss"),
  SIGN_OF (REDUCTION, REDUCTION, 0, TENSORS, "=sum", "=mean", "=max", "=min"),
  SIGN (REDUCTION, REDUCTION, 0, ""),
  SIGN (LAYOUT, LAYOUT, LAMINA_WORK_JOINS, "atencat", "atenconcat", "atenstack", "atenhstack", "atenvstack",
        "atenflattendense"),
  SIGN (LAYOUT, LAYOUT, LAMINA_WORK_LIKE_INPUT, "permutepooledembs", "atentril", "atentriu"),
  SIGN_OF (LAYOUT, LAYOUT, 0, PERMUTED, "fbgemmpermutesparsefeatures", "fbgemmpermute1dsparsedata",
           "fbgemmpermute2dsparsedata"),
  SIGN (LAYOUT, LAYOUT, 0, "layouttransform", "broadcastto", "padding", "constantpad"),
  SIGN (LAYOUT, VIEW, 0, "reshape", "view", "expanddims", "squeeze", "flatten", "asstrided", "unsqueeze", "=atent",
        "aliaswith", "axisaddremove"),
  SIGN (LAYOUT, VIEW, 0, "atentranspose", "atenpermute", "atenslice", "atenselect", "atensplit", "atennarrow",
        "atenchunk", "atenunfold", "atenexpand"),
  SIGN (LAYOUT, VIEW, 0, "atentensorsplit", "atenunsafesplit", "atenunsafechunk"),
  SIGN (LAYOUT, LAYOUT, LAMINA_WORK_READS_PART, "slice", "centercroppad"),
  SIGN (LAYOUT, LAYOUT, 0, ""),
  SIGN (COPY, VIEW, 0, "malloc", "alloc", "free", "empty", "memset", "identity"),
  SIGN (COPY, ELEMENTWISE, 0, "copysign"),
  SIGN (COPY, UNKNOWN, 0, "filldiagonal"),
  SIGN_OF (COPY, COPY, LAMINA_WORK_WANTS_ATTRIBUTES, LISTS, "=atenforeachcopy", "=atenforeachzero"),
  SIGN (COPY, COPY, LAMINA_WORK_OVERWRITES, "atencopy", "atenfill", "atenzero"),
  SIGN (COPY, COPY, LAMINA_WORK_LIKE_INPUT, "atenclone", "atencontiguous"),
  SIGN (COPY, COPY, 0, ""),
  SIGN (OPTIMIZER, OPTIMIZER, 0, "nadam", "radam"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, ADAMAX, "adamax"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, ADADELTA, "adadelta"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, LAMB, "lamb"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, ADAMW, "adamw"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, ADAM, "adam"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, ADAGRAD, "adagrad"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, RMSPROP, "rmsprop"),
  SIGN_OF (OPTIMIZER, OPTIMIZER, 0, SGD, "sgd", "momentum", "gradientdescent"),
  SIGN (OPTIMIZER, OPTIMIZER, 0, ""),
  SIGN_OF (INDEX, RESIZE, RESIZED_BACK, CUBIC, "cubic2dbackward", "resizebicubicgrad"),
  SIGN_OF (INDEX, RESIZE, RESIZED_BACK, NEAREST, "nearest1dbackward", "nearest2dbackward", "nearest3dbackward",
           "nearestexact1dbackward", "nearestexact2dbackward", "nearestexact3dbackward", "resizenearestneighborgrad"),
  SIGN_OF (INDEX, RESIZE, RESIZED_BACK, LINEAR_WAY, "linear1dbackward", "linear2dbackward", "linear3dbackward",
           "resizebilineargrad"),
  SIGN_OF (INDEX, RESIZE, LAMINA_WORK_WANTS_ATTRIBUTES, CUBIC, "resizebicubic", "upsamplebicubic"),
  SIGN_OF (INDEX, RESIZE, LAMINA_WORK_WANTS_ATTRIBUTES, NEAREST, "resizenearest", "upsamplenearest"),
  SIGN_OF (INDEX, RESIZE, LAMINA_WORK_WANTS_ATTRIBUTES, LINEAR_WAY, "resizebilinear", "resizelinear", "upsamplelinear",
           "upsamplebilinear", "upsampletrilinear"),
  SIGN (INDEX, UNKNOWN, 0, "resizebackward", "resizegrad", "interpolatebackward", "interpolategrad", "upsamplebackward"),
  SIGN (INDEX, RESIZE, LAMINA_WORK_WANTS_ATTRIBUTES, "resize", "interpolate", "upsample"),
  SIGN (INDEX, ELEMENTWISE, 0, "maskedfill"),
  SIGN (INDEX, UNKNOWN, 0, "roi", "gridsample", "warp", "remap", "nms", "nonmax", "nonzero", "onehot"),
  SIGN (INDEX, UNKNOWN, LAMINA_WORK_READS_SOME, "gatherblockquantized"),
  SIGN_OF (INDEX, EMBEDDING, LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES, TABLE_BACK,
           "atenembeddingdensebackward", "atenembeddingbackward"),
  SIGN (INDEX, EMBEDDING, LAMINA_WORK_BACKWARD, "backward", "grad"),
  SIGN (INDEX, EMBEDDING, 0, "embeddingbag"),
  SIGN_OF (INDEX, EMBEDDING, 0, BY_ELEMENT, "atengather", "atentake"),
  SIGN_OF (INDEX, EMBEDDING, 0, BY_ROW, "atenembedding"),
  SIGN_OF (INDEX, EMBEDDING, LAMINA_WORK_WANTS_ATTRIBUTES, BY_AXIS, "atenindexselect"),
  SIGN_OF (INDEX, EMBEDDING, 0, SCATTERED_SUMS, "atenscatteradd", "atenscatterreduce"),
  SIGN_OF (INDEX, EMBEDDING, 0, SCATTERED, "atenscatter"),
  SIGN_OF (INDEX, EMBEDDING, 0, PUT_SUMS, "atenindexadd"),
  SIGN_OF (INDEX, EMBEDDING, LAMINA_WORK_WANTS_ATTRIBUTES, PUT, "atenindexput", "atenindexcopy"),
  SIGN (INDEX, EMBEDDING, 0, ""),
  SIGN (OTHER, UNKNOWN, LAMINA_WORK_OVERWRITES, "atenuniform", "atennormal", "atenrandom", "atenbernoulli",
        "atenexponential"),
  SIGN (COMMUNICATION, COPY, LAMINA_WORK_OVERWRITES, "allgatherbase", "alltoallbase", "reducescatterbase"),
  SIGN (OTHER, VIEW, 0, "noop", "immutabletensor", "sharedevicetensor", "shareddevicetensor", "shape", "identity",
        "atendetach", "atenalias", "constant", "placeholder"),
  SIGN (OTHER, VIEW, 0, "=size", "atenhascompatible"),
};

#define REGISTERED(type, operator, traits, way, n_fused, source) \
  { type, LAMINA_WORK_##operator, (traits), LAMINA_WORK_##way, (n_fused), (source) }

/* Operators of other libraries. Those that take a tensor for the result have it first. */
static const Registered registered[] = {
  REGISTERED ("vllm::rocm_unquantized_gemm", MATMUL, LAMINA_WORK_LINEAR, PLAIN, 0, "vLLM, vllm/model_executor/layers/utils.py"),
  REGISTERED ("vllm::rocm_aiter_rms_norm", NORMALIZATION, 0, ROOT_MEAN_SQUARE, 0, "vLLM, vllm/_aiter_ops.py"),
  REGISTERED ("aiter::rms_norm", NORMALIZATION, 0, ROOT_MEAN_SQUARE, 0, "AITER, aiter/ops/rmsnorm.py"),
  REGISTERED ("_C::rms_norm", NORMALIZATION, LAMINA_WORK_DESTINATION, ROOT_MEAN_SQUARE, 0, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::silu_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::gelu_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::gelu_tanh_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
};

/*
 * PyTorch records an operator that is given a tensor for its result, `torch.mul (a, b, out=c)`, under the name of the one
 * that is not, and that tensor behind the others. How many tensors an operator reads tells them apart.
 */

static const Operands operands[] = {
  { "_addmm_activation", 3 }, { "_log_softmax", 1 }, { "_softmax", 1 }, { "abs", 1 }, { "add", 2 }, { "addbmm", 3 },
  { "addcdiv", 3 }, { "addcmul", 3 }, { "addmm", 3 }, { "addmv", 3 }, { "amax", 1 }, { "amin", 1 }, { "argmax", 1 },
  { "argmin", 1 }, { "baddbmm", 3 }, { "bitwise_and", 2 }, { "bitwise_not", 1 }, { "bitwise_or", 2 },
  { "bitwise_xor", 2 }, { "bmm", 2 }, { "ceil", 1 }, { "clamp_max", 1 }, { "clamp_min", 1 }, { "cos", 1 },
  { "cumsum", 1 }, { "div", 2 }, { "dot", 2 }, { "elu", 1 }, { "eq", 2 }, { "erf", 1 }, { "exp", 1 }, { "exp2", 1 },
  { "expm1", 1 }, { "floor", 1 }, { "floor_divide", 2 }, { "fmod", 2 }, { "gather", 2 }, { "ge", 2 }, { "gelu", 1 },
  { "gt", 2 }, { "hardswish", 1 }, { "hardtanh", 1 }, { "index_select", 2 }, { "le", 2 }, { "leaky_relu", 1 },
  { "lerp", 3 }, { "linalg_vector_norm", 1 }, { "log", 1 }, { "log1p", 1 }, { "log2", 1 }, { "log_softmax", 1 },
  { "logical_and", 2 }, { "logical_not", 1 }, { "logical_or", 2 }, { "logical_xor", 2 }, { "logsumexp", 1 },
  { "lt", 2 }, { "matmul", 2 }, { "maximum", 2 }, { "mean", 1 }, { "minimum", 2 }, { "mm", 2 },
  { "mse_loss_backward", 3 }, { "mul", 2 }, { "mv", 2 }, { "nan_to_num", 1 }, { "ne", 2 }, { "neg", 1 }, { "norm", 1 },
  { "pow", 2 }, { "prod", 1 }, { "reciprocal", 1 }, { "remainder", 2 }, { "round", 1 }, { "rsqrt", 1 },
  { "sigmoid", 1 }, { "sigmoid_backward", 2 }, { "sign", 1 }, { "silu", 1 }, { "sin", 1 }, { "softmax", 1 },
  { "softplus", 1 }, { "sqrt", 1 }, { "std", 1 }, { "sub", 2 }, { "sum", 1 }, { "tanh", 1 }, { "tanh_backward", 2 },
  { "threshold_backward", 2 }, { "tril", 1 }, { "triu", 1 }, { "trunc", 1 }, { "var", 1 }, { "where", 3 },
};

/* One operation on each element, where it is fused into something else. */
static const char *const pointwise_words[] = {
  "add", "plus", "sub", "subtract", "mul", "multiply", "div", "divide", "relu", "relu6", "prelu", "leakyrelu", "sigmoid",
  "tanh", "clip", "gelu", "silu", "swish", "hardswish", "elu", "selu", "exp", "log", "sqrt", "rsqrt", "neg", "negative",
  "abs", "pow", "power", "maximum", "minimum", "biasadd",
};

/* The family of a layer, which the core found from its words, names the kind of work. What the count depends on besides
 * are a few words of its type. */

#define MAX_WORDS 512

static void
fold (const char *text,
      char       *folded)
{
  gsize n = 0;

  for (; *text != '\0' && n + 1 < MAX_WORDS; text++)
    if (g_ascii_isalnum (*text))
      folded[n++] = g_ascii_tolower (*text);
  folded[n] = '\0';
}

static gboolean
has_sign (const Sign *sign,
          const char *folded)
{
  for (guint i = 0; i < G_N_ELEMENTS (sign->words) && sign->words[i]; i++)
    if (sign->words[i][0] == '=' ? g_str_equal (folded, sign->words[i] + 1) : strstr (folded, sign->words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_pointwise (const char *word,
              gsize       length)
{
  char first = g_ascii_tolower (word[0]);

  while (length > 1 && g_ascii_isdigit (word[length - 1]) && !(length == 5 && g_ascii_strncasecmp (word, "relu6", 5) == 0))
    length--;
  for (gsize i = 0; i < G_N_ELEMENTS (pointwise_words); i++)
    {
      const char *known = pointwise_words[i];

      if (known[0] == first && g_ascii_strncasecmp (known, word, length) == 0 && known[length] == '\0')
        return TRUE;
    }
  return FALSE;
}

guint
lamina_work_count_pointwise (const char *words)
{
  guint n = 0;

  while (*words != '\0')
    {
      gsize length = 0;

      while (g_ascii_isalnum (words[length]))
        length++;
      if (length == 0)
        words++;
      else if (is_pointwise (words, length))
        n++;
      words += length;
    }
  return n;
}

/* @folded: the folded type. */
static gboolean
is_general (const char   *folded,
            LaminaFamily  family)
{
  static const char *const words[] = { "elemwise", "elementwise", "eltwise", "pointwise", "pwn", "unary", "binary" };

  if (family != LAMINA_FAMILY_ELEMENTWISE && family != LAMINA_FAMILY_ACTIVATION)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (folded, words[i]))
      return TRUE;
  return FALSE;
}

static int
compare_operands (const void *name,
                  const void *entry)
{
  return strcmp (name, ((const Operands *) entry)->name);
}

/* How many tensors an operator of PyTorch works on, or 0. */
static guint
count_operands (const char *type)
{
  const Operands *found;

  if (!g_str_has_prefix (type, "aten::"))
    return 0;
  found = bsearch (type + strlen ("aten::"), operands, G_N_ELEMENTS (operands),
                   sizeof *operands, compare_operands);
  return found ? found->n : 0;
}

/* Attention that is registered under a name of its own. */
static gboolean
recognize_attention (const char        *type,
                     LaminaWorkMeaning *meaning)
{
  const LaminaWorkSignature *signature = lamina_work_find_signature (type, NULL);

  if (!signature)
    return FALSE;
  *meaning = (LaminaWorkMeaning) {
    .operator = signature->is_backward ? LAMINA_WORK_ATTENTION_BACKWARD : LAMINA_WORK_ATTENTION,
    .traits = LAMINA_WORK_WANTS_ATTRIBUTES,
  };
  if (signature->is_backward)
    meaning->traits |= LAMINA_WORK_BACKWARD;
  if (signature->layout == LAMINA_WORK_TOKENS_FIRST)
    meaning->traits |= LAMINA_WORK_HEADS_INSIDE;
  /* How much of a cache is read stands in arguments. */
  if (strstr (signature->arguments, "blocks") || signature->layout == LAMINA_WORK_NO_LAYOUT
      || signature->layout >= LAMINA_WORK_PAGES)
    meaning->traits |= LAMINA_WORK_READS_SOME;
  return TRUE;
}

static const Registered *
find_registered (const char *type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (registered); i++)
    if (g_str_equal (registered[i].type, type))
      return &registered[i];
  return NULL;
}

/*
 * Those of other libraries, and what a compiler or a program makes up, are known by their whole names alone: words of
 * `triton_poi_fused_add_mul_0` prove nothing.
 */
gboolean
lamina_work_is_registered (const char *type)
{
  static const char *const libraries[] = { "aten::", "fbgemm::", "c10d::", "quantized::", "torchvision::", "mkldnn::", "prims::",
                                          "Memcpy", "Memset" };

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (g_str_has_prefix (type, libraries[i]))
      return TRUE;
  return find_registered (type) || lamina_work_find_signature (type, NULL);
}

void
lamina_work_recognize (const char        *type,
                       const char        *name,
                       LaminaFamily       family,
                       LaminaWorkMeaning *meaning)
{
  const Registered *known = find_registered (type);
  char words[MAX_WORDS], folded[MAX_WORDS];
  gboolean general;
  guint n;

  if (recognize_attention (type, meaning))
    return;
  if (known)
    {
      *meaning = (LaminaWorkMeaning) { known->operator, known->traits, known->way, known->n_fused, 0 };
      return;
    }
  fold (type, folded);
  general = type[0] == '\0' || is_general (folded, family);
  *meaning = (LaminaWorkMeaning) { .traits = general ? LAMINA_WORK_NEEDS_NAME : 0 };
  /* XLA names a fusion after some of the operators in it: which there are, and how many, is not known. */
  if (strstr (folded, "fusion") != NULL)
    return;
  if (general)
    {
      /* `FUSE_ADD_RELU(x,conv[5])[6]`: what a tool calls an operator by what it does to what. */
      g_strlcpy (words, name, MAX_WORDS);
      words[strcspn (words, "([{<")] = '\0';
      fold (words, folded);
    }
  else
    g_strlcpy (words, type, sizeof words);
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i].family == family && has_sign (&signs[i], folded))
      {
        meaning->operator = signs[i].operator;
        meaning->traits |= signs[i].traits;
        meaning->way = signs[i].way;
        break;
      }
  /* PyTorch ends the names of operators that put their result into an argument with a stroke. */
  meaning->traits &= ~(guint) (g_str_has_suffix (words, "_") ? LAMINA_WORK_BOOLEAN : LAMINA_WORK_OVERWRITES);
  /* Of an operator on elements the first word is itself. */
  n = lamina_work_count_pointwise (words);
  if (n > 0 && (meaning->operator == LAMINA_WORK_ELEMENTWISE || meaning->operator == LAMINA_WORK_ACTIVATION))
    n--;
  meaning->n_fused = n;
  meaning->n_operands = count_operands (words);
  /* `add_nn_relu_layout_transform` computes on its way. */
  if (meaning->n_fused > 0 && (meaning->operator == LAMINA_WORK_LAYOUT || meaning->operator == LAMINA_WORK_COPY))
    {
      meaning->operator = LAMINA_WORK_ELEMENTWISE;
      meaning->n_fused--;
    }
}
