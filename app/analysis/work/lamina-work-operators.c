/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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
 * rules            what operator and way lead to: a formula, and the paper or documentation that it is from
 *
 * Attention, whose arguments matter, stands in lamina-work-signature.c; arguments of other operators of PyTorch in
 * lamina-work-arguments.c, those of other tools in lamina-work-attributes.c.
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
  SIGN (ATTENTION, SOFTMAX, LAMINA_WORK_LOSS, "crossentropy"),
  SIGN (ATTENTION, SOFTMAX, LAMINA_WORK_BACKWARD, "softmaxgrad", "softmaxbackward"),
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

typedef struct
{
  const char *symbols;
  const char *source;
} Rule;

#define GUIDE "NVIDIA Deep Learning Performance Guide"

static const Rule rules[LAMINA_N_WORK_RULES] = {
  [LAMINA_WORK_RULE_NONE] = { "", "" },
  [LAMINA_WORK_RULE_CONVOLUTION] = {
    "2 · |output| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: a product of N·P·Q × C·R·S and C·R·S × K numbers, 2 operations each",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_DATA] = {
    "2 · |small side| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: the gradient of the data has as many products as the convolution",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_FILTER] = {
    "2 · |gradient| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: the gradient of the weights has as many products as the convolution",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_BOTH] = {
    "2 · 2 · |gradient| ÷ K · |weights|",
    GUIDE ", Convolutional Layers: each of both gradients, which are taken where nobody says which are asked for, has as many products "
    "as the convolution",
  },
  [LAMINA_WORK_RULE_WINOGRAD] = {
    "2 · |output| ÷ K · |weights| ÷ a² · 3²",
    "Lavin and Gray 2015, arXiv:1509.09308: counted as the direct 3×3 convolution; its weights are stored as a × a tiles",
  },
  [LAMINA_WORK_RULE_MATMUL] = {
    "2 · |output| · K = 2 · M · N · K",
    GUIDE ", Matrix Multiplication: M·N·K fused multiply-adds, 2 operations each",
  },
  [LAMINA_WORK_RULE_RECURRENT] = {
    "2 · T·B · |weights of input and state|",
    "Each weight is multiplied and added once for each step of each sequence; Hochreiter and Schmidhuber 1997, "
    "doi:10.1162/neco.1997.9.8.1735. Gates are not counted",
  },
  [LAMINA_WORK_RULE_EINSUM] = {
    "(n − 1 + s) · product of the lengths of all letters, for n factors; s is 1 where a letter is summed over",
    "For each combination of the indices of the equation: n − 1 multiplications, and one addition where there is a sum",
  },
  [LAMINA_WORK_RULE_ATTENTION] = {
    "2 · B·H·(L·S − hidden)·(E + Ev)",
    "Dao 2023, arXiv:2307.08691, section 4: the products Q·Kᵀ and P·V; 4 · L² · E · H where L = S, E = Ev, and nothing is hidden. "
    "Causal masks and windows that are arguments hide pairs of a query and a key, of which a causal mask leaves L·(L + 1) ÷ 2 where "
    "L = S: half of them, and half the diagonal. Masks that are tensors hide results, not work",
  },
  [LAMINA_WORK_RULE_ATTENTION_BACKWARD] = {
    "2 · B·H·(L·S − hidden)·(3·E + 2·Ev)",
    "Dao 2023, arXiv:2307.08691, section 4: Q·Kᵀ again, dQ and dK along queries, dP and dV along values",
  },
  [LAMINA_WORK_RULE_ATTENTION_PROJECTED] = {
    "2 · B·L · |weights| + 4 · B·L·S · E",
    "ONNX Runtime, contrib operator Attention: a product with the weights of queries, keys and values, then Q·Kᵀ and P·V as in "
    "Dao 2023, arXiv:2307.08691, section 4",
  },
  [LAMINA_WORK_RULE_NORMALIZATION] = {
    "c · |input|; c: 2 with known statistics, 7 where they are computed",
    "Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 1: mean 1, variance 3, scaling 2, shift 1 for each element",
  },
  [LAMINA_WORK_RULE_NORMALIZATION_BACKWARD] = {
    "11 · |input|",
    "Ioffe and Szegedy 2015, arXiv:1502.03167, section 3: the gradients, for each element",
  },
  [LAMINA_WORK_RULE_POOLING] = {
    "|output| · R · S",
    "One comparison or addition for each element of the window",
  },
  [LAMINA_WORK_RULE_POOLING_INPUT] = {
    "|input|",
    "One comparison or addition for each element; the windows are not known and are taken not to overlap",
  },
  [LAMINA_WORK_RULE_POOLING_BACKWARD] = {
    "|gradient of the output|",
    "One addition for each element of the gradient that is handed back",
  },
  [LAMINA_WORK_RULE_POOLING_SPREAD] = {
    "|gradient of the output| · R · S; |gradient of the input| where windows do not overlap",
    "PyTorch documentation, AvgPool2d, transposed: one addition for each element of the window that a gradient is spread over",
  },
  [LAMINA_WORK_RULE_REDUCTION] = {
    "|input|",
    "One operation for each element that is reduced",
  },
  [LAMINA_WORK_RULE_ELEMENTWISE] = {
    "|output|",
    "One operation for each element, whatever the function",
  },
  [LAMINA_WORK_RULE_COMBINED] = {
    "(n − 1) · |output|, for n tensors",
    "ONNX operators Max, Min, Mean and Sum: one operation for each element of each tensor but the first; the division of a mean "
    "is not counted",
  },
  [LAMINA_WORK_RULE_COMPLEX] = {
    "3 · |output|",
    "Products of complex numbers, four products and two sums for each pair; Su et al. 2021, arXiv:2104.09864, equation 34. Where "
    "heads do not stand apart they are taken to be turned as a whole",
  },
  [LAMINA_WORK_RULE_SOFTMAX] = {
    "5 · |input|",
    "For each element: maximum, subtraction, exponential, sum, division",
  },
  [LAMINA_WORK_RULE_SOFTMAX_BACKWARD] = {
    "4 · |gradient|",
    "For each element: product, sum, subtraction, product",
  },
  [LAMINA_WORK_RULE_WEIGHTS] = {
    "2 · places · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers; places before pooling, which follow from the window, and weights as the file counts them",
  },
  [LAMINA_WORK_RULE_LRN] = {
    "7 · |input|",
    "Krizhevsky et al. 2012, section 3.3: square, sum of the neighbors (one comes in, one goes out), scale, shift, "
    "power, quotient for each element",
  },
  [LAMINA_WORK_RULE_LRN_BACKWARD] = {
    "9 · |gradient|",
    "Derivative of Krizhevsky et al. 2012, section 3.3: product, quotient, sum of the neighbors (2), two products with x, "
    "power, product, difference for each element",
  },
  [LAMINA_WORK_RULE_RMS] = {
    "4 · |input|",
    "Zhang and Sennrich 2019, arXiv:1910.07467, equation 4: square, sum, quotient, gain for each element",
  },
  [LAMINA_WORK_RULE_RMS_BACKWARD] = {
    "9 · |gradient|",
    "Derivative of Zhang and Sennrich 2019, arXiv:1910.07467, equation 4: gain, product, sum, quotient, product, difference, "
    "and for the gain two products and a sum for each element",
  },
  [LAMINA_WORK_RULE_UNIT_LENGTH] = {
    "3 · |input|",
    "ONNX operator LpNormalization: magnitude or square, sum, quotient for each element",
  },
  [LAMINA_WORK_RULE_NORM] = {
    "2 · |input|",
    "A square and a sum for each element",
  },
  [LAMINA_WORK_RULE_SQUARES] = {
    "3 · |input|",
    "Mean squared error: difference, square, sum for each element",
  },
  [LAMINA_WORK_RULE_SQUARES_BACKWARD] = {
    "3 · |input|",
    "Derivative of the mean squared error: difference, product with 2/n, product with the gradient for each element",
  },
  [LAMINA_WORK_RULE_LOGITS] = {
    "10 · |input|",
    "max(x, 0) − x·z + log(1 + exp(−|x|)), TensorFlow API, sigmoid_cross_entropy_with_logits: nine operations and a sum for "
    "each element",
  },
  [LAMINA_WORK_RULE_PICKED] = {
    "|classes|",
    "One addition for each row, of the element that its class picks",
  },
  [LAMINA_WORK_RULE_SCATTERED] = {
    "|values|",
    "PyTorch documentation, Tensor.scatter_add_ and index_put_ with accumulate: one addition for each value",
  },
  [LAMINA_WORK_RULE_TABLE_BACK] = {
    "|gradient|",
    "PyTorch documentation, Embedding, transposed: each row of the gradient is added to the row that it was looked up from",
  },
  [LAMINA_WORK_RULE_RESIZE] = {
    "(2 · t − 1) · |output|; t neighbors: 2 in each direction, 4 for cubic",
    "Keys 1981, doi:10.1109/TASSP.1981.1163711: a weighted sum of t neighbors for each element; weights are not counted",
  },
  [LAMINA_WORK_RULE_RESIZE_BACKWARD] = {
    "2 · t · |gradient|; t neighbors: 2 in each direction, 4 for cubic",
    "Transpose of the weighted sum: each element of the gradient is multiplied and added t times",
  },
  [LAMINA_WORK_RULE_LISTS] = {
    "Σ |tensor| of the first list",
    "One operation for each element, whatever the function",
  },
  [LAMINA_WORK_RULE_ADAM] = {
    "12 · |parameters|; 13 where the largest second moment is kept",
    "Kingma and Ba 2015, arXiv:1412.6980, end of section 2: first moment 3, second moment 4, root, sum, quotient, step, "
    "difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADAMW] = {
    "14 · |parameters|; 15 where the largest second moment is kept",
    "Loshchilov and Hutter 2019, arXiv:1711.05101, algorithm 2: as Adam, and 2 for the decay of each weight",
  },
  [LAMINA_WORK_RULE_ADAMAX] = {
    "9 · |parameters|",
    "Kingma and Ba 2015, arXiv:1412.6980, algorithm 2: first moment 3, product, magnitude, maximum, quotient, step, "
    "difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADADELTA] = {
    "15 · |parameters|",
    "Zeiler 2012, arXiv:1212.5701, algorithm 1: mean of the squares of gradients 4 and of steps 4, two roots with a sum each, "
    "quotient, product, difference for each parameter",
  },
  [LAMINA_WORK_RULE_LAMB] = {
    "20 · |parameters|",
    "You et al. 2020, arXiv:1904.00962, algorithm 2: first moment 3, second moment 4, their corrections 2, root, sum, "
    "quotient, decay 2, two norms 4, step, difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADAGRAD] = {
    "6 · |parameters|",
    "Duchi et al. 2011, Journal of Machine Learning Research 12: square, sum, root, quotient, step, difference for each "
    "parameter",
  },
  [LAMINA_WORK_RULE_RMSPROP] = {
    "8 · |parameters|; 10 with momentum",
    "Tieleman and Hinton 2012, lecture 6.5: mean of the squares 4, root, quotient, step, difference for each parameter",
  },
  [LAMINA_WORK_RULE_SGD] = {
    "2 · |parameters|; 4 with momentum",
    "Sutskever et al. 2013, ICML, equations 1 and 2: a product and a sum for the velocity, and for each parameter",
  },
};

const char *
lamina_work_rule_get_symbols (LaminaWorkRule rule)
{
  g_return_val_if_fail (rule < LAMINA_N_WORK_RULES, "");

  return rules[rule].symbols;
}

const char *
lamina_work_rule_get_source (LaminaWorkRule rule)
{
  g_return_val_if_fail (rule < LAMINA_N_WORK_RULES, "");

  return rules[rule].source;
}

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
          const char           *folded)
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

static gboolean
recognize_registered (const char        *type,
                      LaminaWorkMeaning *meaning)
{
  const Registered *found = find_registered (type);

  if (found)
    *meaning = (LaminaWorkMeaning) { found->operator, found->traits, found->way, found->n_fused, 0 };
  return found != NULL;
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
  char words[MAX_WORDS], folded[MAX_WORDS];
  gboolean general;
  guint n;

  if (recognize_attention (type, meaning) || recognize_registered (type, meaning))
    return;
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
