/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-operators-private.h"

/*
 * The operators whose work is known
 *
 * lamina_work_signs       by family and by words of their types, as most tools have these: which operator each is, what is
 *                         special about it, and in which way it works. Operator and way lead to a formula and the paper or
 *                         documentation it is from: lamina-work-rules.c
 * lamina_work_registered  by whole names, of libraries beside PyTorch
 * lamina_work_operands    how many tensors operators of PyTorch read
 * lamina_work_pointwise_words  what counts as one operation on each element where it is fused into another
 *
 * Attention, whose arguments matter, stands in lamina-work-signature.c; arguments of other operators of PyTorch in
 * lamina-work-arguments.c, those of other tools in lamina-work-attributes.c.
 *
 * Words are small letters and digits alone: `Conv2DBackpropFilter` and `conv2d_backprop_filter` are
 * `conv2dbackpropfilter`. One behind a sign of equality is all that there is. Of a family the first sign that is found
 * decides, so that special ones stand before general ones, and "" at the end is all others.
 */

#define SIGN_OF(family, operator, traits, way, ...) \
  { LAMINA_FAMILY_##family, LAMINA_WORK_##operator, (traits), LAMINA_WORK_##way, { __VA_ARGS__, NULL } }
#define SIGN(family, operator, traits, ...) SIGN_OF (family, operator, traits, PLAIN, __VA_ARGS__)

#define RESIZED_BACK (LAMINA_WORK_BACKWARD | LAMINA_WORK_WANTS_ATTRIBUTES)

const LaminaWorkSign lamina_work_signs[] = {
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

const gsize lamina_n_work_signs = G_N_ELEMENTS (lamina_work_signs);

#define REGISTERED(type, operator, traits, way, n_fused, source) \
  { type, LAMINA_WORK_##operator, (traits), LAMINA_WORK_##way, (n_fused), (source) }

/* Operators of other libraries. Those that take a tensor for the result have it first. */
const LaminaWorkRegistered lamina_work_registered[] = {
  REGISTERED ("vllm::rocm_unquantized_gemm", MATMUL, LAMINA_WORK_LINEAR, PLAIN, 0, "vLLM, vllm/model_executor/layers/utils.py"),
  REGISTERED ("vllm::rocm_aiter_rms_norm", NORMALIZATION, 0, ROOT_MEAN_SQUARE, 0, "vLLM, vllm/_aiter_ops.py"),
  REGISTERED ("aiter::rms_norm", NORMALIZATION, 0, ROOT_MEAN_SQUARE, 0, "AITER, aiter/ops/rmsnorm.py"),
  REGISTERED ("_C::rms_norm", NORMALIZATION, LAMINA_WORK_DESTINATION, ROOT_MEAN_SQUARE, 0, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::silu_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::gelu_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
  REGISTERED ("_C::gelu_tanh_and_mul", ELEMENTWISE, LAMINA_WORK_DESTINATION, PLAIN, 1, "vLLM, csrc/torch_bindings.cpp"),
};

const gsize lamina_n_work_registered = G_N_ELEMENTS (lamina_work_registered);

/*
 * PyTorch records an operator that is given a tensor for its result, `torch.mul (a, b, out=c)`, under the name of the one
 * that is not, and that tensor behind the others. How many tensors an operator reads tells them apart.
 */

const LaminaWorkOperands lamina_work_operands[] = {
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

const gsize lamina_n_work_operands = G_N_ELEMENTS (lamina_work_operands);

/* One operation on each element, where it is fused into something else. */
const char *const lamina_work_pointwise_words[] = {
  "add", "plus", "sub", "subtract", "mul", "multiply", "div", "divide", "relu", "relu6", "prelu", "leakyrelu", "sigmoid",
  "tanh", "clip", "gelu", "silu", "swish", "hardswish", "elu", "selu", "exp", "log", "sqrt", "rsqrt", "neg", "negative",
  "abs", "pow", "power", "maximum", "minimum", "biasadd",
};

const gsize lamina_n_work_pointwise_words = G_N_ELEMENTS (lamina_work_pointwise_words);
