/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-work-gather-private.h"

#include <string.h>

/* A number that is 0 here is absent, or not looked at if it is one of bytes; -1 is absent, and -2 is a number 0. */
typedef struct
{
  const char *title;
  Row row;
  gint64 flop;
  gint64 epilogue;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  const char *formula;
} Case;

static const Case cases[] = {
  /* Convolutions: plain, grouped, depthwise, and in the layouts of each tool. */
  { "convolution N C H W",
    { .type = "ConvolutionForward", .inputs = "10x3x224x224 float32, 64x3x7x7 float32", .outputs = "10x64x112x112 float32" },
    2360279040, 0, 6021120, 37632, 32112640, "2 · (10×64×112×112) ÷ 64 · (64×3×7×7)" },
  { "convolution of unknown data",
    { .type = "ConvolutionForward", .inputs = "-, 64x3x7x7 float32", .outputs = "10x64x112x112 float32" },
    2360279040, 0, 0, 37632, 32112640, NULL },
  { "convolution N H W C",
    { .type = "Conv2D", .inputs = "128x56x56x64 float32, 5x5x64x192 float32", .outputs = "128x27x27x192 float32" },
    G_GINT64_CONSTANT (2) * 128 * 27 * 27 * 192 * 64 * 25, 0, 102760448, 1228800, 71663616, NULL },
  { "filters H W I O of data N C H W",
    { .type = "Conv2D", .inputs = "128x3x224x224 float32, 11x11x3x64 float32", .outputs = "128x64x56x56 float32" },
    G_GINT64_CONSTANT (2) * 128 * 64 * 56 * 56 * 3 * 121, 0, 77070336, 92928, 102760448, NULL },
  { "grouped convolution",
    { .type = "aten::_convolution", .inputs = "1x64x56x56 float, 128x2x3x3 float", .outputs = "1x128x56x56 float" },
    G_GINT64_CONSTANT (2) * 128 * 56 * 56 * 2 * 9, 0, 802816, 9216, 1605632, NULL },
  { "groups as a dimension of the filters",
    { .type = "ConvolutionForward", .inputs = "1x64x56x56 float32, 32x4x2x3x3 float32", .outputs = "1x128x56x56 float32" },
    G_GINT64_CONSTANT (2) * 128 * 56 * 56 * 2 * 9, 0, 802816, 9216, 1605632, NULL },
  { "depthwise convolution",
    { .type = "Conv", .inputs = "1x32x112x112 float32, 32x1x3x3 float32", .outputs = "1x32x112x112 float32" },
    G_GINT64_CONSTANT (2) * 32 * 112 * 112 * 9, 0, 1605632, 1152, 1605632, NULL },
  { "depthwise convolution of TensorFlow",
    { .type = "DepthwiseConv2dNative", .inputs = "1x112x112x32 float32, 3x3x32x2 float32",
      .outputs = "1x112x112x64 float32" },
    G_GINT64_CONSTANT (2) * 64 * 112 * 112 * 9, 0, 1605632, 2304, 3211264, NULL },
  { "NCHW64c by OIHW64i32o, two operators fused",
    { .type = "nn_contrib_conv2d_NCHWc_add_nn_relu",
      .inputs = "1x1x56x56x64 float32, 2x1x3x3x64x32 float32, 1x2x1x1x32 float32", .outputs = "1x2x56x56x32 float32" },
    G_GINT64_CONSTANT (2) * 64 * 56 * 56 * 64 * 9, 2 * 64 * 56 * 56, 802816, 147456 + 256, 802816, NULL },
  { "a residual is data",
    { .type = "nn_contrib_conv2d_NCHWc_add",
      .inputs = "1x1x56x56x64 float32, 2x1x3x3x64x32 float32, 1x2x56x56x32 float32", .outputs = "1x2x56x56x32 float32" },
    G_GINT64_CONSTANT (2) * 64 * 56 * 56 * 64 * 9, 64 * 56 * 56, 2 * 802816, 147456, 802816, NULL },
  { "NCHW16c by OIHW4i16o4i of bytes",
    { .type = "nn_contrib_conv2d_NCHWc_int8", .inputs = "1x4x28x28x16 int8, 8x4x3x3x4x16x4 int8",
      .outputs = "1x8x28x28x16 int32" },
    G_GINT64_CONSTANT (2) * 128 * 28 * 28 * 64 * 9, 0, 50176, 73728, 401408, NULL },
  { "depthwise NCHW8c",
    { .type = "nn_contrib_depthwise_conv2d_NCHWc", .inputs = "1x4x112x112x8 float32, 4x1x3x3x1x8 float32",
      .outputs = "1x4x112x112x8 float32" },
    G_GINT64_CONSTANT (2) * 32 * 112 * 112 * 9, 0, 1605632, 1152, 1605632, NULL },
  { "NCHW4 of MegEngine",
    { .type = "ConvBiasForward", .inputs = "1x16x28x28x4 int8, 128x16x3x3x4 int8", .outputs = "1x32x28x28x4 int8" },
    G_GINT64_CONSTANT (2) * 128 * 28 * 28 * 64 * 9, 0, 50176, 73728, 100352, NULL },
  { "convolution in three dimensions",
    { .type = "aten::conv3d", .inputs = "1x16x8x28x28 float, 32x16x3x3x3 float", .outputs = "1x32x8x28x28 float" },
    G_GINT64_CONSTANT (2) * 32 * 8 * 28 * 28 * 16 * 27, 0, 401408, 55296, 802816, NULL },
  { "convolution in one dimension",
    { .type = "aten::conv1d", .inputs = "8x80x3000 c10::Half, 512x80x3 c10::Half", .outputs = "8x512x3000 c10::Half" },
    G_GINT64_CONSTANT (2) * 8 * 512 * 3000 * 80 * 3, 0, 3840000, 245760, 24576000, NULL },
  { "Winograd, weights transformed before",
    { .type = "nn_contrib_conv2d_winograd_without_weight_transform",
      .inputs = "1x64x56x56 float32, 6x6x64x64 float32", .outputs = "1x64x56x56 float32" },
    G_GINT64_CONSTANT (2) * 64 * 56 * 56 * 64 * 9, 0, 802816, 589824, 802816,
    "2 · (1×64×56×56) ÷ 64 · (6×6×64×64) ÷ 6² · 3²" },
  { "gradient of the data",
    { .type = "Conv2DBackpropInput", .inputs = "4 int32, 5x5x64x192 float32, 128x192x27x27 float32",
      .outputs = "128x64x27x27 float32", .phase = LAMINA_PHASE_BACKWARD },
    G_GINT64_CONSTANT (2) * 128 * 192 * 27 * 27 * 64 * 25, 0, 0, 0, 23887872, NULL },
  { "gradient of the filters",
    { .type = "Conv2DBackpropFilter", .inputs = "128x224x224x3 float32, 4 int32, 128x56x56x64 float32",
      .outputs = "11x11x3x64 float32" },
    G_GINT64_CONSTANT (2) * 128 * 64 * 56 * 56 * 3 * 121, 0, 77070336 + 16 + 102760448, -2, 92928, NULL },
  { "both gradients",
    { .type = "aten::convolution_backward", .inputs = "8x64x56x56 float, 8x32x56x56 float, 64x32x3x3 float" },
    G_GINT64_CONSTANT (4) * 8 * 64 * 56 * 56 * 32 * 9, 0, 0, 0, 0, NULL },
  { "transposed convolution",
    { .type = "aten::conv_transpose2d", .inputs = "1x64x28x28 float, 64x32x2x2 float", .outputs = "1x32x56x56 float" },
    G_GINT64_CONSTANT (2) * 64 * 28 * 28 * 32 * 4, 0, 200704, 32768, 401408, NULL },

  /* Matrix products. */
  { "product with a transposed second factor",
    { .type = "MatrixMul", .inputs = "10x2048 float32, 1000x2048 float32", .outputs = "10x1000 float32" },
    40960000, 0, 81920, 8192000, 40000, "2 · (10×1000) · 2048" },
  { "product with a transposed first factor",
    { .type = "MatMul", .inputs = "32x64 float32, 32x16 float32", .outputs = "64x16 float32" },
    2 * 64 * 16 * 32, 0, 8192, 2048, 4096, NULL },
  { "product without a result",
    { .type = "aten::mm", .inputs = "128x512 float, 512x64 float" },
    2 * 128 * 512 * 64, 0, 262144, 131072, 32768, "2 · (128×64) · 512" },
  { "sum and product",
    { .type = "aten::addmm", .inputs = "64 float, 128x512 float, 512x64 float" },
    2 * 128 * 512 * 64, 128 * 64, 262144, 256 + 131072, 32768, NULL },
  { "linear",
    { .type = "aten::linear", .inputs = "4x128x512 float, 2048x512 float, 2048 float" },
    G_GINT64_CONSTANT (2) * 4 * 128 * 512 * 2048, 4 * 128 * 2048, 1048576, 4194304 + 8192, 4194304, NULL },
  { "products of groups of rows",
    { .type = "aten::_grouped_mm", .inputs = "4096x512 c10::BFloat16, 8x512x1024 c10::BFloat16, 8 int" },
    G_GINT64_CONSTANT (2) * 4096 * 1024 * 512, 0, 4194304 + 8388608, 32, 8388608, "2 · (4096×1024) · 512" },
  { "products of groups, a result for each",
    { .type = "aten::_grouped_mm", .inputs = "512x4096 c10::BFloat16, 4096x1024 c10::BFloat16, 8 int" },
    G_GINT64_CONSTANT (2) * 512 * 1024 * 4096, 0, 4194304, 8388608 + 32, -1, "2 · (512×1024) · 4096" },
  { "groups that do not fit",
    { .type = "aten::_grouped_mm", .inputs = "4096x512 c10::BFloat16, 8x500x1024 c10::BFloat16, 8 int" },
    0, 0, 0, 0, -1, NULL },
  { "product of bytes, which is none",
    { .type = "aten::_scaled_mm", .inputs = "16x64 c10::Float8_e4m3fn, 64x32 c10::Float8_e4m3fn, scalar float, scalar float" },
    2 * 16 * 32 * 64, 0, 1024, 2048 + 8, -1, "2 · (16×32) · 64" },
  { "batch of products",
    { .type = "aten::bmm", .inputs = "96x128x64 c10::Half, 96x64x128 c10::Half" },
    G_GINT64_CONSTANT (2) * 96 * 128 * 128 * 64, 0, 2 * 1572864, -2, 3145728, NULL },
  { "batches that stretch",
    { .type = "aten::matmul", .inputs = "8x1x128x64 float, 12x64x32 float" },
    G_GINT64_CONSTANT (2) * 8 * 12 * 128 * 32 * 64, 0, 0, 0, 0, NULL },
  { "recurrent layer of ONNX",
    { .type = "LSTM", .inputs = "10x2x8 float, 1x64x8 float, 1x64x16 float, 1x128 float", .outputs = "10x1x2x16 float" },
    2 * 20 * (512 + 1024), 0, 640, 6144 + 512, 1280, "2 · (10×2) · 1536" },
  { "recurrent layer of PyTorch",
    { .type = "aten::lstm", .inputs = "10x2x8 float, 1x2x16 float, 1x2x16 float, 64x8 float, 64x16 float, 64 float, "
                                      "64 float" },
    2 * 20 * (512 + 1024), 0, 640 + 128 + 128, 2048 + 4096 + 512, 0, "2 · (10×2) · 1536" },
  { "weights that are bytes, the other way round",
    { .type = "DynamicQuantizeLSTM", .inputs = "10x2x8 float, 1x8x64 uint8, 1x16x64 uint8, 1x128 float",
      .outputs = "10x1x2x16 float" }, 2 * 20 * (512 + 1024), 0, 640, 1536 + 512, 1280, "2 · (10×2) · 1536" },
  { "recurrent layer whose weights are packed away",
    { .type = "LSTM", .inputs = "10x2x8 float, 1x128 float", .outputs = "10x1x2x16 float" },
    2 * 20 * (512 + 1024), 0, 640, 512 + 4 * 1536, 1280, "2 · (10×2) · 1536" },
  { "three gates in two directions",
    { .type = "GRU", .inputs = "10x2x8 float, 2x96 float", .outputs = "10x2x2x16 float" },
    2 * 20 * 2 * 3 * 16 * (8 + 16), 0, 640, 768 + 4 * 2304, 2560, NULL },
  { "weights that are bytes and packed away",
    { .type = "DynamicQuantizeLSTM", .inputs = "10x2x8 float, 1x128 float, 1 float, 1 uint8, 1 float, 1 uint8",
      .outputs = "10x1x2x16 float" }, 2 * 20 * (512 + 1024), 0, 640, 512 + 10 + 1536, 1280, NULL },
  { "first states, which say nothing of weights",
    { .type = "LSTM", .inputs = "16x16x16 float, 1x16x64 float, 1x16x64 float", .outputs = "16x1x16x64 float" },
    0, 0, 0, 0, 0, NULL },
  { "recurrent layer that attends", { .type = "AttnLSTM", .inputs = "10x2x8 float, 1x64x8 float, 1x64x16 float, 1x128 float",
                                      .outputs = "10x1x2x16 float" }, 0, 0, 0, 0, 0, NULL },
  { "gradients of recurrent layers",
    { .type = "LSTMGrad", .inputs = "10x2x8 float, 1x64x8 float, 1x64x16 float, 1x128 float", .outputs = "10x1x2x16 float" },
    0, 0, 0, 0, 0, NULL },
  { "gradients of recurrent layers in TensorFlow",
    { .type = "CudnnRNNBackprop", .inputs = "10x2x8 float, 1x2x16 float, 1x2x16 float, 64x8 float" }, 0, 0, 0, 0, 0, NULL },
  { "gradient of the length of a vector",
    { .type = "LinalgVectorNormBackward0", .inputs = "8x64 float", .outputs = "8x64 float" }, 0, 0, 0, 0, 0, NULL },
  { "packed weights",
    { .type = "nn_contrib_dense_pack_add", .inputs = "1x512 float32, 125x512x8 float32, 1x1000 float32",
      .outputs = "1x1000 float32" },
    2 * 512 * 1000, 1000, 0, 0, 4000, NULL },
  { "weights that are packed away, with a bias",
    { .type = "FusedGemm", .inputs = "8x256 float, 256 float", .outputs = "8x256 float" },
    2 * 8 * 256 * 256, 0, 8192, 1024 + 262144, 8192, "2 · (8×256) · 256" },
  { "weights that are packed away", { .type = "MatMul", .inputs = "4x8x16 float", .outputs = "4x8x32 float" },
    2 * 4 * 8 * 32 * 16, 0, 2048, 2048, 4096, NULL },
  { "weights in blocks of 4 bits",
    { .type = "MatMulNBits", .inputs = "2x16x64 float, 96x2x16 uint8, 192 float", .outputs = "2x16x96 float" },
    2 * 2 * 16 * 96 * 64, 0, 0, 0, 12288, "2 · (2×16×96) · 64" },
  { "weights in one row of bytes",
    { .type = "MatMulFpQ4", .inputs = "2x16x64 float, 4000 uint8, 2 int64", .outputs = "2x16x96 float" },
    2 * 2 * 16 * 96 * 64, 0, 8192, 4000 + 16, 12288, NULL },
  { "scales between the factors",
    { .type = "QLinearMatMul", .inputs = "16x64 uint8, 1 float, 1 uint8, 64x32 uint8, 32 float, 32 uint8, scalar float, "
                                         "scalar uint8", .outputs = "16x32 uint8" },
    2 * 16 * 32 * 64, 0, 1024, 4 + 1 + 2048 + 128 + 32 + 4 + 1, 512, "2 · (16×32) · 64" },
  { "weights that are packed away, with a bias of one row",
    { .type = "Gemm", .inputs = "8x256 float, 1x64 float", .outputs = "8x64 float" },
    2 * 8 * 64 * 256, 0, 8192, 256 + 4 * 64 * 256, 2048, NULL },
  { "a column of weights", { .type = "MatMul", .inputs = "8x1 float, 1x64 float", .outputs = "8x64 float" },
    2 * 8 * 64, 0, 32, 256, 2048, NULL },
  { "two products in one", { .type = "MatMulNBitsMlp", .inputs = "2x64 float, 96x2x16 uint8, 192 float, 96x2x16 uint8, "
                                                                "192 float", .outputs = "2x96 float" }, 0, 0, 0, 0, 0, NULL },
  { "experts, of which some work", { .type = "MoE", .inputs = "32x64 float, 32x8 float, 8x64x256 float, 8x256x64 float",
                                     .outputs = "32x64 float" }, 0, 0, -1, -1, -1, NULL },
  { "experts of a network that is divided", { .type = "ShardedMoE", .inputs = "16x4096 float, 16x8 float",
                                              .outputs = "16x4096 float" }, 0, 0, -1, -1, -1, NULL },
  { "sum of products of a batch",
    { .type = "aten::addbmm", .inputs = "3x5 float, 10x3x4 float, 10x4x5 float" },
    2 * 3 * 5 * 40, 15, 0, 0, 60, "2 · (3×5) · 40" },
  { "weights of bytes that are packed away",
    { .type = "DynamicQuantizeMatMul", .inputs = "8x256 float, 1 float, 1 uint8", .outputs = "8x64 float" },
    2 * 8 * 64 * 256, 0, 8192, 5 + 64 * 256, 2048, NULL },
  { "blocks that are packed away",
    { .type = "MatMulNBits", .inputs = "1x1x4096 float, 524288 float", .outputs = "1x1x4096 float" },
    2 * 4096 * 4096, 0, 16384, -1, 16384, NULL },
  { "blocks and scales that are packed away",
    { .type = "MatMulNBits", .inputs = "1x1x4096 float", .outputs = "1x1x4096 float" },
    2 * 4096 * 4096, 0, 16384, -1, 16384, NULL },
  { "factors that do not fit",
    { .type = "aten::mm", .inputs = "128x512 float, 511x64 float" }, 0, 0, 0, 0, 0, NULL },

  /* One operation for each element. */
  { "sum",
    { .type = "aten::add", .inputs = "8x64x56x56 float, 64x1x1 float, scalar Scalar" },
    8 * 64 * 56 * 56, 0, 0, 0, 6422528, "8×64×56×56" },
  { "two operators in one",
    { .type = "Elemwise", .name = "FUSE_ADD_RELU(const{1,64,1,1}[46],conv[539])[542]",
      .inputs = "1x64x1x1 float32, 10x64x112x112 float32", .outputs = "10x64x112x112 float32" },
    8028160, 8028160, 0, 0, 32112640, NULL },
  { "fusion of operators that are not known",
    { .type = "loop fusion", .name = "multiply_reduce_fusion.1", .inputs = "8x64 float32", .outputs = "8x64 float32" },
    0, 0, 2048, -2, 2048, NULL },
  { "activation",
    { .type = "Relu", .inputs = "128x64x56x56 float32", .outputs = "128x64x56x56 float32" },
    128 * 64 * 56 * 56, 0, 102760448, -2, 102760448, NULL },

  { "tensors that are added", { .type = "Sum", .inputs = "8x16 float, 8x16 float, 16 float", .outputs = "8x16 float" },
    2 * 128, 0, 1024, 64, 512, "2 · (8×16)" },
  { "tensors that are compared", { .type = "Max", .inputs = "8x1 float, 1x16 float", .outputs = "8x16 float" },
    128, 0, 32, 64, 512, "1 · (8×16)" },
  { "elements that are compared", { .type = "Max", .inputs = "8x16 float32, 1 int32", .outputs = "8 float32" },
    128, 0, 512, 4, 32, "8×16" },
  { "largest of each row", { .type = "Hardmax", .inputs = "8x16 float", .outputs = "8x16 float" },
    128, 0, 512, -2, 512, "8×16" },
  { "rotation by position",
    { .type = "RotaryEmbedding", .inputs = "2x16x64 float, 2x16 int64, 4096x8 float, 4096x8 float",
      .outputs = "2x16x64 float" }, 3 * 2048, 0, 8192 + 256 + 2 * 32 * 8 * 4, -2, 8192, "3 · (2×16×64)" },
  { "rotation of half of each head",
    { .type = "RotaryEmbedding", .inputs = "2x4x16x32 float, 2x16 int64, 4096x8 float, 4096x8 float",
      .outputs = "2x4x16x32 float" }, 3 * 2048, 0, 16384 + 256 + 2 * 32 * 8 * 4, -2, 16384, "3 · 2048" },
  { "rotation of half of each head by angles of each place",
    { .type = "RotaryEmbedding", .inputs = "2x4x16x32 float, 2x16x8 float, 2x16x8 float", .outputs = "2x4x16x32 float" },
    3 * 2048, 0, 16384, 2 * 1024, 16384, "3 · 2048" },
  { "rotation of queries and keys",
    { .type = "GemmaRotaryEmbedding", .inputs = "2x16x8 float, 2x4x16x8 float16, 2x4x16x8 float16, 2x4x16x8 float16, "
                                                "2x4x16x8 float16", .outputs = "2x4x16x8 float16, 2x4x16x8 float16" },
    2 * 3 * 1024, 0, 0, 0, 4096, "3 · (2×4×16×8) + 3 · (2×4×16×8)" },
  { "complex numbers", { .type = "ComplexMul", .inputs = "4x8x2 float, 4x8x2 float", .outputs = "4x8x2 float" },
    3 * 64, 0, 512, -2, 256, "3 · (4×8×2)" },
  { "bias that is looked up", { .type = "RelativePositionBias", .inputs = "32x8 float, 1 int64, 1 int64",
                                .outputs = "1x8x16x16 float" }, 0, 0, 0, 0, 8192, NULL },

  { "gradient of a bias",
    { .type = "BiasAddGrad", .inputs = "64x10 float32", .outputs = "10 float32" }, 640, 0, 2560, -2, 40, "64×10" },

  /* Windows. Attributes that say how large they are stand in files alone; see the proof. */
  { "pooling by an unknown window",
    { .type = "nn_max_pool2d", .inputs = "1x2x112x112x64 float32", .outputs = "1x2x56x56x64 float32" },
    1605632, 0, 6422528, -2, 1605632, "1×2×112×112×64" },
  { "places of former maxima", { .type = "MaxUnpool", .inputs = "1x8x4x4 float, 1x8x4x4 int64", .outputs = "1x8x8x8 float" },
    0, 0, 512 + 1024, -2, 2048, NULL },
  { "parts of pictures, as large as they are", { .type = "MaxRoiPool", .inputs = "1x8x32x32 float, 5x5 float",
                                                 .outputs = "5x8x4x4 float" }, 0, 0, 0, 0, 2560, NULL },
  { "global pooling",
    { .type = "GlobalAveragePool", .inputs = "1x640x3x3 float", .outputs = "1x640x1x1 float" }, 5760, 0, 23040, -2, 2560,
    NULL },
  { "gradient of pooling",
    { .type = "MaxPoolGrad", .inputs = "128x64x56x56 float32, 128x64x27x27 float32, 128x64x27x27 float32",
      .outputs = "128x64x56x56 float32" },
    128 * 64 * 27 * 27, 0, 0, 0, 102760448, NULL },

  /* A fixed number of operations for each element. */
  { "layer norm",
    { .type = "aten::native_layer_norm", .inputs = "8x128x512 float, 1 ScalarList, 512 float, 512 float" },
    7 * 8 * 128 * 512, 0, 0, 0, 2097152, "7 · (8×128×512)" },
  { "batch norm with known statistics",
    { .type = "BatchNormalization", .inputs = "1x64x56x56 float, 64 float, 64 float, 64 float, 64 float",
      .outputs = "1x64x56x56 float" },
    2 * 64 * 56 * 56, 0, 802816, 4 * 256, 802816, NULL },
  { "gradient of a batch norm",
    { .type = "aten::cudnn_batch_norm_backward", .inputs = "32x64x16x16 float, 32x64x16x16 float, 64 float" },
    11 * 32 * 64 * 16 * 16, 0, 0, 0, 2097152, NULL },
  { "local response normalization",
    { .type = "LRN", .inputs = "128x56x56x64 float32", .outputs = "128x56x56x64 float32" },
    G_GINT64_CONSTANT (7) * 128 * 56 * 56 * 64, 0, 102760448, -2, 102760448, "7 · (128×56×56×64)" },
  { "gradient of a local response normalization",
    { .type = "LRNGrad", .inputs = "128x27x27x192 float32, 128x27x27x192 float32, 128x27x27x192 float32",
      .outputs = "128x27x27x192 float32" },
    G_GINT64_CONSTANT (9) * 128 * 27 * 27 * 192, 0, G_GINT64_CONSTANT (3) * 4 * 128 * 27 * 27 * 192, -2, 71663616,
    "9 · (128×27×27×192)" },
  { "normalization without a mean", { .type = "aten::rms_norm", .inputs = "4x128x512 float, 512 float" },
    4 * 4 * 128 * 512, 0, 1048576, 2048, 1048576, "4 · (4×128×512)" },
  { "its gradient", { .type = "aten::_fused_rms_norm_backward", .inputs = "4x8 float, 4x8 float, 8 float" },
    9 * 32, 0, 0, 0, 128, "9 · (4×8)" },
  { "normalization to the length 1", { .type = "LpNormalization", .inputs = "8x16 float", .outputs = "8x16 float" },
    3 * 128, 0, 512, -2, 512, "3 · (8×16)" },
  { "normalization with a gate", { .type = "GatedRMSNorm", .inputs = "8x16 float, 8x16 float, 16 float",
                                   .outputs = "8x16 float" }, 0, 0, 0, 0, 512, NULL },
  { "length of a vector", { .type = "aten::linalg_vector_norm", .inputs = "8x16 float, scalar Scalar" },
    2 * 128, 0, 512, -2, 0, "2 · (8×16)" },
  { "lengths of a list", { .type = "aten::_foreach_norm", .inputs = "4x5 float, 5 float, scalar Scalar" },
    2 * 25, 0, 100, -2, 8, "2 · 25" },
  { "softmax", { .type = "aten::_softmax", .inputs = "96x128x128 float, scalar Scalar, scalar Scalar" },
    5 * 96 * 128 * 128, 0, 6291456, -2, 6291456, "5 · (96×128×128)" },
  { "gradient of softmax",
    { .type = "aten::_softmax_backward_data", .inputs = "96x128x128 float, 96x128x128 float" },
    4 * 96 * 128 * 128, 0, 2 * 6291456, -2, 6291456, NULL },
  { "loss",
    { .type = "SparseSoftmaxCrossEntropyWithLogits", .inputs = "64x10 float, 64 int32", .outputs = "64 float" },
    5 * 640, 0, 2816, -2, 256, NULL },
  { "sum", { .type = "Reduce", .inputs = "10x1000 float32", .outputs = "10x1 float32" }, 10000, 0, 40000, -2, 40, NULL },

  { "mean squared error", { .type = "aten::mse_loss", .inputs = "64x10 float, 64x10 float" },
    3 * 640, 0, 0, 0, 0, "3 · (64×10)" },
  { "its gradient", { .type = "aten::mse_loss_backward", .inputs = "scalar float, 64x10 float, 64x10 float" },
    3 * 640, 0, 0, 0, 2560, "3 · (64×10)" },
  { "cross entropy of a sigmoid",
    { .type = "aten::binary_cross_entropy_with_logits", .inputs = "2048 float, 2048 float" }, 20480, 0, 0, 0, 0,
    "10 · (2048)" },
  { "negative logarithms that are picked", { .type = "aten::nll_loss_forward", .inputs = "64x10 float, 64 long" },
    64, 0, 0, 0, 0, "64" },
  { "negative logarithms of ONNX", { .type = "NegativeLogLikelihoodLoss", .inputs = "64x10 float, 64 int64",
                                     .outputs = "scalar float" }, 64, 0, 64 * 4 + 64 * 8, -2, 4, "64" },
  { "another gradient of a loss", { .type = "aten::smooth_l1_loss_backward", .inputs = "64x10 float, 64x10 float" },
    0, 0, 0, 0, 0, NULL },

  /* Attention. */
  { "attention, heads outside",
    { .type = "aten::scaled_dot_product_attention", .inputs = "2x8x128x64 float, 2x8x256x64 float, 2x8x256x64 float" },
    G_GINT64_CONSTANT (2) * 2 * 8 * 128 * 256 * 128, 0, 524288 + 2 * 1048576, -2, 524288,
    "2 · 16 · 128 · 256 · (64 + 64)" },
  { "attention, heads inside, values of another length",
    { .type = "aten::_efficient_attention_forward", .inputs = "2x128x8x64 float, 2x256x8x64 float, 2x256x8x32 float" },
    G_GINT64_CONSTANT (2) * 2 * 8 * 128 * 256 * 96, 0, 0, 0, 0, NULL },
  { "attention with fewer heads of keys",
    { .type = "aten::_flash_attention_forward",
      .inputs = "2x128x32x64 c10::Half, 2x128x8x64 c10::Half, 2x128x8x64 c10::Half" },
    G_GINT64_CONSTANT (4) * 2 * 32 * 128 * 128 * 64, 0, 0, 0, 1048576, NULL },
  { "gradients of attention",
    { .type = "aten::_scaled_dot_product_flash_attention_backward",
      .inputs = "2x8x128x64 float, 2x8x128x64 float, 2x8x128x64 float, 2x8x128x64 float" },
    G_GINT64_CONSTANT (10) * 2 * 8 * 128 * 128 * 64, 0, 0, 0, 0, NULL },
  { "gradients where values have another length",
    { .type = "aten::_efficient_attention_backward",
      .inputs = "1x128x8x128 float, 1x128x8x192 float, 1x128x8x192 float, 1x128x8x128 float" },
    G_GINT64_CONSTANT (2) * 8 * 128 * 128 * (3 * 192 + 2 * 128), 0, 0, 0, 0, "2 · 8 · 128 · 128 · (3 · 192 + 2 · 128)" },
  { "attention of another library, heads inside",
    { .type = "flash_attn::_flash_attn_forward",
      .inputs = "2x1024x16x64 c10::Half, 2x1024x16x64 c10::Half, 2x1024x16x64 c10::Half" },
    G_GINT64_CONSTANT (4) * 2 * 16 * 1024 * 1024 * 64, 0, 0, 0, 4194304, NULL },
  { "attention of sequences of different lengths",
    { .type = "aten::_flash_attention_forward",
      .inputs = "1024x16x64 c10::Half, 1024x16x64 c10::Half, 1024x16x64 c10::Half, 9 int, 9 int" }, 0, 0, 0, 0, 0, NULL },
  { "sequences of different lengths in one of a batch",
    { .type = "aten::_efficient_attention_forward",
      .inputs = "1x128x8x64 float, 1x128x8x64 float, 1x128x8x64 float, 3 int, 3 int" }, 0, 0, 0, 0, 0, NULL },
  { "attention to a cache",
    { .type = "vllm::unified_attention_with_output",
      .inputs = "1024x32x128 c10::BFloat16, 1024x8x128 c10::BFloat16, 1024x8x128 c10::BFloat16" },
    0, 0, -1, -1, -1, NULL },
  { "attention of one weight", { .type = "Attention", .inputs = "1x128x768 float, 768x2304 float, 2304 float" }, 0, 0, 0, 0,
    0, NULL },
  { "attention of one weight that says how long its result is",
    { .type = "Attention", .inputs = "2x16x64 float, 64x192 float, 192 float", .outputs = "2x16x64 float" },
    2 * 32 * 64 * 192 + 4 * 32 * 16 * 64, 0, 0, 0, 8192, "2 · 32 · (64×192) + 4 · 32 · 16 · 64" },
  { "the same with what it attended to before",
    { .type = "Attention", .inputs = "2x16x64 float, 64x192 float, 192 float, 2 int32, 2x2x4x16x16 float",
      .outputs = "2x16x64 float" }, 0, 0, 0, 0, 8192, NULL },
  { "attention, heads not apart",
    { .type = "MultiHeadAttention", .inputs = "2x16x64 float, 2x24x64 float, 2x24x64 float", .outputs = "2x16x64 float" },
    4 * 2 * 16 * 24 * 64, 0, 8192 + 2 * 12288, -2, 8192, "2 · 2 · 16 · 24 · (64 + 64)" },
  { "attention whose weights are packed away",
    { .type = "Attention", .inputs = "2x16x64 float, 192 float", .outputs = "2x16x64 float" },
    2 * 32 * 64 * 192 + 4 * 32 * 16 * 64, 0, 8192, 768 + 4 * 64 * 192, 8192, "2 · 32 · (64×192) + 4 · 32 · 16 · 64" },
  { "one step after others",
    { .type = "Attention", .inputs = "2x1x64 float, 64x192 float, 192 float, 2x2x4x15x16 float",
      .outputs = "2x1x64 float, 2x2x4x16x16 float" }, 2 * 2 * 64 * 192 + 4 * 2 * 16 * 64, 0, 0, 0, 512 + 16384,
    "2 · 2 · (64×192) + 4 · 2 · 16 · 64" },
  { "one step after others, heads not apart",
    { .type = "MultiHeadAttention",
      .inputs = "2x1x64 float, 2x1x64 float, 2x1x64 float, 2x4x15x16 float, 2x4x15x16 float",
      .outputs = "2x1x64 float, 2x4x16x16 float, 2x4x16x16 float" }, 4 * 2 * 16 * 64, 0, 3 * 512 + 2 * 7680, -2,
    512 + 2 * 8192, "2 · 2 · 1 · 16 · (64 + 64)" },
  { "keys of another network",
    { .type = "MultiHeadAttention", .inputs = "2x16x64 float, 2x4x24x16 float, 2x4x24x16 float", .outputs = "2x16x64 float" },
    4 * 2 * 16 * 24 * 64, 0, 0, 0, 8192, "2 · 2 · 16 · 24 · (64 + 64)" },
  { "keys and values of another network in one",
    { .type = "MultiHeadAttention", .inputs = "2x16x64 float, 2x24x4x2x16 float", .outputs = "2x16x64 float" },
    4 * 2 * 16 * 24 * 64, 0, 0, 0, 8192, NULL },
  { "queries, keys and values in one",
    { .type = "MultiHeadAttention", .inputs = "2x16x4x3x16 float", .outputs = "2x16x64 float" },
    4 * 2 * 16 * 16 * 64, 0, 24576, -2, 8192, "2 · 2 · 16 · 16 · (64 + 64)" },
  { "fewer heads of keys, not apart",
    { .type = "GroupQueryAttention",
      .inputs = "2x16x64 float, 2x16x32 float, 2x16x32 float, 2x2x0x16 float, 2x2x0x16 float, 2 int32, scalar int32",
      .outputs = "2x16x64 float, 2x2x16x16 float, 2x2x16x16 float" }, 4 * 2 * (16 * 17 / 2) * 64, 0, 0, 0, 8192 + 2 * 4096,
    "2 · 2 · (16·16 − 120) · (64 + 64); causal from the bottom right" },
  { "a step of queries, keys and values in one, by position",
    { .type = "GroupQueryAttention",
      .inputs = "2x1x128 float, 2x2x15x16 float, 2x2x15x16 float, 2 int32, scalar int32, 4096x8 float, 4096x8 float",
      .outputs = "2x1x64 float, 2x2x16x16 float, 2x2x16x16 float" }, 4 * 2 * 1 * 16 * 64, 0,
    1024 + 2 * 3840 + 8 + 4 + 2 * 2 * 8 * 4, -2, 512 + 2 * 4096, "2 · 2 · 1 · 16 · (64 + 64)" },
  { "a buffer that is used in part",
    { .type = "GroupQueryAttention",
      .inputs = "2x1x64 float, 2x1x32 float, 2x1x32 float, 2x2x128x16 float, 2x2x128x16 float, 2 int32, scalar int32",
      .outputs = "2x1x64 float, 2x2x128x16 float, 2x2x128x16 float" }, 0, 0, -1, -1, -1, NULL },
  { "attention to neighbors",
    { .type = "LongformerAttention", .inputs = "2x16x64 float, 64x192 float, 192 float", .outputs = "2x16x64 float" },
    0, 0, 0, 0, 8192, NULL },
  { "attention by a state",
    { .type = "LinearAttention", .inputs = "2x16x64 float, 2x16x64 float, 2x16x64 float", .outputs = "2x16x64 float" },
    0, 0, 0, 0, 8192, NULL },
  { "keys of before that are not counted",
    { .type = "MultiHeadAttention",
      .inputs = "2x16x64 float, 2x24x64 float, 2x24x64 float, 2x4x10x16 float, 2x4x10x16 float",
      .outputs = "2x16x64 float" }, 0, 0, 0, 0, 8192, NULL },

  /* Rows that are looked up. */
  { "embedding",
    { .type = "GatherV2", .inputs = "32000x512 float, 4096 int32", .outputs = "4096x512 float" },
    0, 0, 16384, 8388608, 8388608, NULL },
  { "embedding of PyTorch", { .type = "aten::embedding", .inputs = "32000x512 float, 8x128 long" },
    0, 0, 8192, 2097152, 2097152, NULL },
  { "elements by their index", { .type = "aten::gather", .inputs = "64x1000 float, 64x3 long" },
    0, 0, 1536 + 768, -2, 768, NULL },
  { "sums of rows", { .type = "aten::embedding_bag", .inputs = "32000x512 float, 1024 long, 8 long" }, 0, 0, 0, 0, 0, NULL },
  { "a part that a mask replaces", { .type = "aten::masked_fill_", .inputs = "64x64 float, 64x64 bool" },
    4096, 0, 16384 + 4096, -2, 16384, "64×64" },
  { "rows that a condition picks", { .type = "Compress", .inputs = "8x16 float, 8 bool", .outputs = "3x16 float" },
    0, 0, 8, 192, 192, NULL },
  { "places of what is not 0", { .type = "NonZero", .inputs = "8x16 float", .outputs = "2x20 int64" },
    0, 0, 512, -2, 320, NULL },
  { "one of each row", { .type = "OneHot", .inputs = "8 int64, scalar int64, 2 float", .outputs = "8x10 float" },
    0, 0, 64 + 8, 8, 320, NULL },
  { "rows in blocks of 4 bits", { .type = "GatherBlockQuantized", .inputs = "1000x32 uint8, 8 int64, 1000x2 float",
                                  .outputs = "8x64 float" }, 0, 0, -1, -1, -1, NULL },
  { "concatenation of PyTorch", { .type = "aten::cat", .inputs = "8x64 float, 8x32 float" },
    0, 0, 3072, -2, 3072, NULL },
  { "concatenation",
    { .type = "Concat", .inputs = "1x64x28x28 float, 1x32x28x28 float", .outputs = "1x96x28x28 float" },
    0, 0, 301056, -2, 301056, NULL },
  { "allocation", { .type = "aten::empty", .inputs = "1 ScalarList" }, 0, 0, 0, 0, 0, NULL },

  /* Pictures of another size: a sum of 2, 4 or 8 neighbors with their weights, of 16 for cubic, of one for none. */
  { "bilinear",
    { .type = "aten::upsample_bilinear2d", .inputs = "1x64x28x28 float", .outputs = "1x64x56x56 float" },
    7 * 64 * 56 * 56, 0, 200704, -2, 802816, "7 · (1×64×56×56)" },
  { "linear", { .type = "aten::upsample_linear1d", .inputs = "1x8x10 float", .outputs = "1x8x20 float" },
    3 * 160, 0, 320, -2, 640, NULL },
  { "trilinear", { .type = "aten::upsample_trilinear3d", .inputs = "1x2x4x4x4 float", .outputs = "1x2x8x8x8 float" },
    15 * 1024, 0, 512, -2, 4096, NULL },
  { "bilinear of TensorFlow",
    { .type = "ResizeBilinear", .inputs = "1x28x28x3 float32, 2 int32", .outputs = "1x56x56x3 float32" },
    7 * 9408, 0, 0, 0, 37632, NULL },
  { "bicubic", { .type = "ResizeBicubic", .inputs = "1x28x28x3 float32, 2 int32", .outputs = "1x56x56x3 float32" },
    31 * 9408, 0, 0, 0, 37632, "31 · (1×56×56×3)" },
  { "nearest", { .type = "aten::upsample_nearest2d", .inputs = "1x64x28x28 float", .outputs = "1x64x56x56 float" },
    0, 0, 200704, -2, 802816, NULL },
  { "gradient of bilinear",
    { .type = "aten::upsample_bilinear2d_backward", .inputs = "1x64x56x56 float", .outputs = "1x64x28x28 float" },
    8 * 64 * 56 * 56, 0, 802816, -2, 200704, "8 · (1×64×56×56)" },
  { "a change of size in an unknown way",
    { .type = "Resize", .inputs = "1x64x28x28 float, 4 float", .outputs = "1x64x56x56 float" }, 0, 0, 0, 0, 802816, NULL },

  /* Lists of tensors. */
  { "one list", { .type = "aten::_foreach_add_", .inputs = "8 float, 9 float" }, 17, 0, 68, -2, 68, "17" },
  { "two lists",
    { .type = "aten::_foreach_add_", .inputs = "128x128 float, 128 float, 128x128 float, 128 float, scalar Scalar" },
    16512, 0, 132096, -2, 66048, "16512" },
  { "three lists",
    { .type = "aten::_foreach_addcdiv_", .inputs = "4x5 float, 5 float, 4x5 float, 5 float, 4x5 float, 5 float" },
    25, 0, 300, -2, 100, NULL },
  { "three tensors of one list", { .type = "aten::_foreach_sqrt", .inputs = "7 float, 7 float, 7 float" }, 21, 0, 84, -2,
    84, NULL },

  /* Updates of parameters: all but the gradients are written. */
  { "Adam with decay",
    { .type = "aten::_fused_adamw_", .inputs = "64x3x7x7 float, 64 float, 64x3x7x7 float, 64 float, 64x3x7x7 float, "
                                               "64 float, 64x3x7x7 float, 64 float, scalar Scalar" },
    14 * 9472, 0, 4 * 37888, -2, 3 * 37888, "14 · 9472" },
  { "Adam that keeps the largest",
    { .type = "aten::_fused_adam_", .inputs = "64 float, 64 float, 64 float, 64 float, 64 float" },
    13 * 64, 0, 1280, -2, 1024, NULL },
  { "Lamb", { .type = "LambOptimizer", .inputs = "10x10 float, 10x10 float, 10x10 float, 10x10 float" },
    20 * 100, 0, 1600, -2, 1200, "20 · 100" },
  { "Lamb of ONNX Runtime, parameter by parameter",
    { .type = "LambOptimizer", .inputs = "scalar bool, scalar float, 10x10 float, 10x10 float, 10x10 float, 10x10 float, "
                                         "7 float, 7 float, 7 float, 7 float" },
    20 * 107, 0, 1 + 4 + 4 * 428, -2, 3 * 428, "20 · 107" },
  { "AdaMax of TensorFlow",
    { .type = "ApplyAdaMax", .inputs = "10 float32, 10 float32, 10 float32, scalar float32, scalar float32, scalar float32, "
                                       "10 float32", .outputs = "10 float32" }, 90, 0, 0, 0, 40, "9 · 10" },
  { "Adadelta of TensorFlow",
    { .type = "ApplyAdadelta", .inputs = "10 float32, 10 float32, 10 float32, scalar float32, scalar float32, scalar "
                                         "float32, 10 float32", .outputs = "10 float32" }, 150, 0, 0, 0, 40, "15 · 10" },
  { "Adam of TensorFlow",
    { .type = "ApplyAdam", .inputs = "100x10 float32, 100x10 float32, 100x10 float32, scalar float32, scalar float32, "
                                     "scalar float32, 100x10 float32", .outputs = "100x10 float32" },
    12000, 0, 0, 0, 4000, "12 · 1000" },
  { "gradient descent",
    { .type = "ApplyGradientDescent", .inputs = "10 float32, scalar float32, 10 float32", .outputs = "10 float32" },
    20, 0, 0, 0, 40, "2 · 10" },
  { "gradient descent with momentum", { .type = "aten::_fused_sgd_", .inputs = "10 float, 10 float, 10 float" },
    40, 0, 120, -2, 80, "4 · 10" },
  { "Adagrad", { .type = "ApplyAdagrad", .inputs = "10 float32, 10 float32, scalar float32, 10 float32",
                 .outputs = "10 float32" }, 60, 0, 0, 0, 40, NULL },
  { "RMSProp", { .type = "ApplyRMSProp", .inputs = "10 float32, 10 float32, 10 float32, scalar float32, 10 float32",
                 .outputs = "10 float32" }, 100, 0, 0, 0, 40, NULL },
  { "an update that is not known", { .type = "lamb", .inputs = "10 float, 10 float" }, 0, 0, 80, -2, 0, NULL },

  { "comparison", { .type = "aten::ge", .inputs = "2048 float" }, 2048, 0, 8192, -2, 2048, "2048" },
  { "comparison in place", { .type = "aten::ge_", .inputs = "2048 float" }, 2048, 0, 8192, -2, 8192, "2048" },
  { "choice by a mask", { .type = "aten::where", .inputs = "2048 bool, 2048 float, scalar float" },
    2048, 0, 2048 + 8192 + 4, -2, 8192, "2048" },
  { "quantization", { .type = "QuantizeLinear", .inputs = "2x16x64 float, scalar float, scalar uint8",
                      .outputs = "2x16x64 uint8" }, 2048, 0, 8192 + 4 + 1, -2, 2048, "2×16×64" },
  { "quantization with a scale of its own", { .type = "DynamicQuantizeLinear", .inputs = "2x16x64 float",
                                              .outputs = "2x16x64 uint8, scalar float, scalar uint8" },
    2048, 0, 8192, -2, 2048 + 4 + 1, "2×16×64" },
  { "error function", { .type = "Erf", .inputs = "2048 float", .outputs = "2048 float" }, 2048, 0, 8192, -2, 8192, "2048" },
  { "rows that are added and normalized",
    { .type = "EmbedLayerNormalization",
      .inputs = "2x16 int32, 2x16 int32, 1000x64 float, 512x64 float, 2x64 float, 64 float, 64 float",
      .outputs = "2x16x64 float" }, 7 * 2048, 0, 2 * 128 + 3 * 8192 + 2 * 256, -2, 8192, "7 · (2×16×64)" },
  { "length of vectors of ONNX", { .type = "ReduceL2", .inputs = "2x16x64 float", .outputs = "2x16 float" },
    2 * 2048, 0, 8192, -2, 128, "2 · (2×16×64)" },

  /* A tensor for the result is not read. */
  { "product into another tensor", { .type = "aten::mul", .inputs = "2048x1 float, 2048x1 float, 2048x1 float" },
    2048, 0, 16384, -2, 8192, "2048×1" },
  { "sum into another tensor", { .type = "aten::add", .inputs = "2048 float, 2048 float, scalar Scalar, 2048 float" },
    2048, 0, 16384, -2, 8192, "2048" },
  { "choice among three, which look the same", { .type = "aten::where", .inputs = "2048x1 float, 2048x1 float, 2048x1 float" },
    2048, 0, 24576, -2, 8192, "2048×1" },
  { "matrix product into another tensor", { .type = "aten::mm", .inputs = "128x512 float, 512x64 float, 128x64 float" },
    2 * 128 * 512 * 64, 0, 262144, 131072, 32768, "2 · (128×64) · 512" },
  { "products into another tensor",
    { .type = "aten::bmm", .inputs = "96x128x64 c10::Half, 96x64x128 c10::Half, 96x128x128 c10::Half" },
    G_GINT64_CONSTANT (2) * 96 * 128 * 128 * 64, 0, 2 * 1572864, -2, 3145728, NULL },
  { "sum and product into another tensor",
    { .type = "aten::addmm", .inputs = "64 float, 128x512 float, 512x64 float, scalar Scalar, scalar Scalar, 128x64 float" },
    2 * 128 * 512 * 64, 128 * 64, 262144, 256 + 131072, 32768, NULL },
  { "concatenation into another tensor", { .type = "aten::cat", .inputs = "8x64, 8x32, 8x96 float" },
    0, 0, 3072, -2, 3072, NULL },
  { "reduction into another tensor", { .type = "aten::sum", .inputs = "8x16 float, 8 float" }, 128, 0, 512, -2, 32, NULL },
  { "negation into another tensor", { .type = "aten::neg", .inputs = "2048 float, 2048 float" },
    2048, 0, 8192, -2, 8192, "2048" },
  { "comparison into another tensor", { .type = "aten::logical_and", .inputs = "2048 bool, 2048 bool, 2048 bool" },
    2048, 0, 4096, -2, 2048, "2048" },
  { "negation", { .type = "aten::neg", .inputs = "2048 float" }, 2048, 0, 8192, -2, 8192, "2048" },

  /* Nothing is computed. */
  { "copy into another tensor", { .type = "aten::copy_", .inputs = "2048x256 float, 2048x256 bool" },
    0, 0, 524288, -2, 2097152, NULL },
  { "fill", { .type = "aten::fill_", .inputs = "50 float" }, 0, 0, -2, -2, 200, NULL },
  { "zero", { .type = "aten::zero_", .inputs = "50 float" }, 0, 0, -2, -2, 200, NULL },
  { "zeros like others", { .type = "aten::zeros_like", .inputs = "50 float" }, 0, 0, 200, -2, 0, NULL },
  { "random numbers in place", { .type = "aten::uniform_", .inputs = "50x4 float" }, 0, 0, -2, -2, 800, NULL },
  { "copy", { .type = "aten::clone", .inputs = "8x64 float" }, 0, 0, 2048, -2, 2048, NULL },
  { "expansion of ONNX", { .type = "Expand", .inputs = "1x16x1 float, 3 int64", .outputs = "8x16x64 float" },
    0, 0, 64 + 24, -2, 32768, NULL },
  { "expansion of PyTorch", { .type = "aten::expand", .inputs = "1x16x1 float" }, 0, 0, -1, -1, -1, NULL },
  { "tiles of PyTorch", { .type = "aten::tile", .inputs = "16 float" }, 0, 0, 64, -2, -1, NULL },
  { "upper triangle", { .type = "aten::triu", .inputs = "8x8 float" }, 0, 0, 256, -2, 256, NULL },
  { "tensors in a row", { .type = "aten::flatten_dense_tensors", .inputs = "8x64 float, 32 float" },
    0, 0, 2176, -2, 2176, NULL },
  { "fill of ONNX", { .type = "ConstantOfShape", .inputs = "2 int64", .outputs = "8x16 float" }, 0, 0, 16, -2, 512, NULL },
  { "number of elements", { .type = "Size", .inputs = "8x16 float", .outputs = "scalar int64" }, 0, 0, -1, -1, -1, NULL },
  { "cut or padded", { .type = "CenterCropPad", .inputs = "2x16x64 float, 1 int64", .outputs = "2x8x64 float" },
    0, 0, 4096 + 8, -2, 4096, NULL },
  { "reshape", { .type = "Reshape", .inputs = "10x2048 float32", .outputs = "10x2048x1 float32" }, 0, 0, 0, 0, 0, NULL },
  { "layout",
    { .type = "layout_transform", .inputs = "1x2x56x56x32 float32", .outputs = "1x1x56x56x64 float32" },
    0, 0, 802816, -2, 802816, NULL },
  { "operators before a change of the layout",
    { .type = "add_nn_relu_layout_transform", .inputs = "1x2x56x56x32 float32, 1x2x1x1x32 float32",
      .outputs = "1x1x56x56x64 float32" },
    64 * 56 * 56, 64 * 56 * 56, 0, 0, 802816, NULL },
  { "part of a tensor", { .type = "Slice", .inputs = "2x16x64 float, 1 int64", .outputs = "2x8x64 float" },
    0, 0, 4096 + 8, -2, 4096, NULL },
  { "shape of a tensor", { .type = "Shape", .inputs = "2x16x64 float", .outputs = "3 int64" }, 0, 0, 0, 0, 0, NULL },
  { "unknown", { .type = "Mystery", .inputs = "4 float32", .outputs = "4 float32" }, 0, 0, 16, -2, 16, NULL },
  { "a number that does not fit",
    { .type = "aten::mm", .inputs = "4000000000x4000000000 float, 4000000000x4000000000 float" }, 0, 0, 0, 0, 0, NULL },
};

static gint64
get_number (gint64 value)
{
  return value == 0 || value == -1 ? LAMINA_ABSENT : value == -2 ? 0 : value;
}

static void
assert_bytes (const char *title,
              gint64      value,
              gint64      expected)
{
  if (expected == 0)
    return;
  if (value != get_number (expected))
    g_test_message ("%s: bytes", title);
  g_assert_cmpint (value, ==, get_number (expected));
}

static void
test_cases (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (LaminaWork) work = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_add (fixture, &cases[i].row);
  fixture_freeze (fixture);
  work = lamina_work_new (fixture->document, fixture->run, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (work, i, &figures);
      if (figures.flop != get_number (cases[i].flop) || figures.epilogue != get_number (cases[i].epilogue))
        g_test_message ("%s", cases[i].title);
      g_assert_cmpint (figures.flop, ==, get_number (cases[i].flop));
      g_assert_cmpint (figures.flop_reported, ==, LAMINA_ABSENT);
      g_assert_cmpint (figures.epilogue, ==, get_number (cases[i].epilogue));
      assert_bytes (cases[i].title, figures.inputs, cases[i].inputs);
      assert_bytes (cases[i].title, figures.parameters, cases[i].parameters);
      assert_bytes (cases[i].title, figures.outputs, cases[i].outputs);
      if (cases[i].formula)
        {
          const char *symbols = NULL, *source = NULL;
          g_autofree char *formula = lamina_work_dup_formula (work, i, &symbols, &source);

          g_assert_cmpstr (formula, ==, cases[i].formula);
          g_assert_cmpuint (strlen (symbols), >, 0);
          g_assert_cmpuint (strlen (source), >, 0);
        }
    }
}

/* Operators of ONNX and ONNX Runtime that compute each element of their result once. */
static void
test_elements (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const types[] = {
    "Abs", "Acos", "Acosh", "Add", "And", "Asin", "Asinh", "Atan", "Atanh", "BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr",
    "BitwiseXor", "Cast", "CastLike", "Ceil", "Celu", "Clip", "Cos", "Cosh", "DequantizeLinear", "Div", "Dropout", "Elu", "Equal",
    "Erf", "Exp", "Floor", "Gelu", "Greater", "GreaterOrEqual", "HardSigmoid", "HardSwish", "IsInf", "IsNaN", "LeakyRelu", "Less",
    "LessOrEqual", "Log", "Mish", "Mod", "Mul", "Neg", "Not", "Or", "PRelu", "Pow", "QuantizeLinear", "Reciprocal", "Relu", "Round",
    "Selu", "Shrink", "Sigmoid", "Sign", "Sin", "Sinh", "Softplus", "Softsign", "Sqrt", "Sub", "Tan", "Tanh", "ThresholdedRelu",
    "Where", "Xor", "BiasAdd", "BiasGelu", "BiasSplitGelu", "FastGelu", "MulInteger", "QLinearAdd", "QLinearLeakyRelu",
    "QLinearMul", "QLinearSigmoid", "QLinearWhere", "QOrderedGelu", "QuickGelu", "aten::__and__", "aten::remainder",
  };
  g_autoptr (LaminaWork) work = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const Row row = { .type = types[i], .inputs = "2x16x64 float", .outputs = "2x16x64 float" };

      fixture_add (fixture, &row);
    }
  fixture_freeze (fixture);
  work = lamina_work_new (fixture->document, fixture->run, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (work, i, &figures);
      if (figures.flop != 2048)
        g_test_message ("%s", types[i]);
      g_assert_cmpint (figures.flop, ==, 2048);
      g_assert_cmpint (figures.bytes, ==, 2 * 8192);
    }
}

/* What is filled or copied has a shape that the file need not name. */
static void
test_copied (Fixture       *fixture,
             gconstpointer  data)
{
  static const struct { Row row; const char *shape; } copies[] = {
    { { .type = "aten::fill_", .inputs = "5x10 float, scalar Scalar" }, "5×10" },
    { { .type = "aten::copy_", .inputs = "4x8 float, 4x8 bool" }, "4×8" },
    { { .type = "aten::clone", .inputs = "7 float" }, "7" },
    { { .type = "aten::zero_", .inputs = "- float" }, NULL },
  };
  g_autoptr (LaminaWork) work = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (copies); i++)
    fixture_add (fixture, &copies[i].row);
  fixture_freeze (fixture);
  work = lamina_work_new (fixture->document, fixture->run, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (copies); i++)
    {
      guint32 inferred = lamina_work_get_inferred (work, i);
      g_autofree char *shape = inferred != 0 ? lamina_work_dup_inferred_text (work, inferred) : NULL;

      g_assert_cmpstr (shape, ==, copies[i].shape);
    }
}

/* Calls multiply, what the file states stays, and what it contradicts is marked. */
static void
test_in_force (Fixture       *fixture,
               gconstpointer  data)
{
#define PRODUCT .type = "aten::mm", .inputs = "8x16 float, 16x4 float", .outputs = "8x4 float"
  static const Row rows[] = {
    { PRODUCT, .calls = 3 },
    { PRODUCT, .calls = -1 },
    { PRODUCT, .flop = 1024, .bytes = 896 },
    { PRODUCT, .flop = 512, .bytes = 100 },
  };
#undef PRODUCT
  g_autoptr (LaminaWork) work = NULL;
  const LaminaWorkTotals *totals;
  LaminaWorkFigures figures;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  run = fixture_freeze (fixture);
  work = lamina_work_new (fixture->document, fixture->run, NULL);

  lamina_work_get_figures (work, 0, &figures);
  g_assert_cmpint (figures.flop, ==, 3 * 1024);
  g_assert_cmpint (figures.bytes, ==, 3 * (512 + 256 + 128));
  g_assert_cmpint (figures.parameters, ==, 3 * 256);
  g_assert_cmpuint (figures.estimated, ==, LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES);
  lamina_work_get_figures (work, 1, &figures);
  g_assert_cmpint (figures.flop, ==, LAMINA_ABSENT);
  g_assert_cmpint (figures.bytes, ==, LAMINA_ABSENT);
  lamina_work_get_figures (work, 2, &figures);
  g_assert_cmpint (figures.flop, ==, 1024);
  g_assert_cmpint (figures.flop_estimated, ==, 1024);
  g_assert_cmpuint (figures.estimated, ==, LAMINA_ESTIMATE_NONE);
  g_assert_false (figures.flop_differs);
  lamina_work_get_figures (work, 3, &figures);
  g_assert_cmpint (figures.flop, ==, 512);
  g_assert_cmpint (figures.flop_estimated, ==, 1024);
  g_assert_true (figures.flop_differs);
  g_assert_true (figures.bytes_differs);

  totals = lamina_work_get_totals (work);
  g_assert_cmpint (totals->flop, ==, 3 * 1024 + 1024 + 512);
  g_assert_cmpint (totals->bytes, ==, 3 * 896 + 896 + 100);
  g_assert_cmpuint (totals->n_flop, ==, 3);
  g_assert_cmpuint (totals->n_flop_differs, ==, 1);

  g_assert_null (lamina_work_peek (run));
  g_assert_cmpint (lamina_column_number (lamina_layers_in_force (run)->flop, 0), ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_totals_in_force (run)->flop, ==, 1024 + 512);
  g_assert_nonnull (lamina_work_attach (fixture->document, fixture->run, NULL));
  g_assert_true (lamina_work_peek (run) == lamina_work_attach (fixture->document, fixture->run, NULL));
  g_assert_cmpint (lamina_layers_in_force (run)->flop[0], ==, 3 * 1024);
  g_assert_cmpint (lamina_layers_in_force (run)->bytes[3], ==, 100);
  g_assert_cmpuint (lamina_layers_in_force (run)->estimated[0], ==, LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES);
  g_assert_cmpuint (lamina_layers_in_force (run)->n, ==, G_N_ELEMENTS (rows));
  g_assert_cmpint (lamina_totals_in_force (run)->flop, ==, totals->flop);
}

/* What calls something else to do its work does not do it again. */
static void
test_nested (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "aten::linear", .inputs = "8x16 float, 4x16 float, 4 float" },
    { .type = "aten::addmm", .inputs = "4 float, 8x16 float, 16x4 float" },
    { .type = "aten::conv2d", .inputs = "1x3x8x8 float, 4x3x3x3 float, 4 float", .outputs = "1x4x8x8 float" },
    { .type = "aten::cudnn_convolution", .inputs = "1x3x8x8 float, 4x3x3x3 float" },
    { .type = "aten::add_", .inputs = "1x4x8x8 float, 1x4x1x1 float" },
  };
  static const guint32 parents[] = { LAMINA_NONE, 0, LAMINA_NONE, 2, 2 };
  g_autoptr (LaminaWork) work = NULL;
  g_autofree char *formula = NULL;
  LaminaWorkFigures figures;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Row row = rows[i];

      row.parent = parents[i] == LAMINA_NONE ? 0 : parents[i] + 1;
      fixture_add (fixture, &row);
    }
  fixture_freeze (fixture);
  work = lamina_work_new (fixture->document, fixture->run, NULL);

  lamina_work_get_figures (work, 0, &figures);
  g_assert_cmpint (figures.flop, ==, LAMINA_ABSENT);
  g_assert_cmpint (figures.bytes, ==, LAMINA_ABSENT);
  g_assert_cmpint (figures.flop_estimated, ==, 1024);
  g_assert_true (figures.in_children);
  lamina_work_get_figures (work, 1, &figures);
  g_assert_cmpint (figures.flop, ==, 1024);
  g_assert_false (figures.in_children);

  /* The kernels belong to the innermost operator, which does not say what the convolution results in. */
  lamina_work_get_figures (work, 2, &figures);
  g_assert_cmpint (figures.flop, ==, LAMINA_ABSENT);
  g_assert_true (figures.in_children);
  lamina_work_get_figures (work, 3, &figures);
  g_assert_cmpint (figures.flop, ==, 2 * 4 * 64 * 27);
  formula = lamina_work_dup_formula (work, 3, NULL, NULL);
  g_assert_cmpstr (formula, ==, "2 · (1×4×8×8) ÷ 4 · (4×3×3×3)");
  lamina_work_get_figures (work, 4, &figures);
  g_assert_cmpint (figures.flop, ==, 256);
  g_assert_cmpint (lamina_work_get_totals (work)->flop, ==, 1024 + 2 * 4 * 64 * 27 + 256);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row row = { .type = "Relu" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  fixture_add (fixture, &row);
  fixture_freeze (fixture);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_work_new (fixture->document, fixture->run, cancellable));
  g_assert_null (lamina_work_attach (fixture->document, fixture->run, cancellable));
}

#define N_TYPES 20000

static guint n_compared;

/* A table asks for those alone that have the same hash. */
static gboolean
compare_keys (gconstpointer left,
              gconstpointer right)
{
  n_compared++;
  return left == right;
}

static void
add_key (GHashTable *table,
         guint64     key)
{
  g_hash_table_add (table, GSIZE_TO_POINTER (key));
}

/* A run with as many types as layers must not search them one by one. */
static void
test_many_types (void)
{
  g_autoptr (GHashTable) table = g_hash_table_new (lamina_work_hash_key, compare_keys);

  n_compared = 0;
  for (guint32 i = 0; i < N_TYPES; i++)
    {
      guint8 family = (guint8) (i % LAMINA_N_FAMILIES);

      add_key (table, lamina_work_key_name (i, i, family));
      add_key (table, lamina_work_key_name (1, i, 0));
    }
  g_assert_cmpuint (g_hash_table_size (table), ==, 2 * N_TYPES);
  g_assert_cmpuint (n_compared, <, N_TYPES / 100);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/work/cases", Fixture, NULL, fixture_setup, test_cases, fixture_teardown);
  g_test_add ("/work/elements", Fixture, NULL, fixture_setup, test_elements, fixture_teardown);
  g_test_add ("/work/copied", Fixture, NULL, fixture_setup, test_copied, fixture_teardown);
  g_test_add ("/work/in-force", Fixture, NULL, fixture_setup, test_in_force, fixture_teardown);
  g_test_add ("/work/nested", Fixture, NULL, fixture_setup, test_nested, fixture_teardown);
  g_test_add_func ("/work/many-types", test_many_types);
  g_test_add ("/work/cancel", Fixture, NULL, fixture_setup, test_cancel, fixture_teardown);
  return g_test_run ();
}
