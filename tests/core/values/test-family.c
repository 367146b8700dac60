/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <string.h>

typedef struct
{
  const char *type;
  const char *name;
  LaminaFamily family;
} Case;

#define CASE(type, name, family) { type, name, LAMINA_FAMILY_##family }

static const Case cases[] = {
  /* MegEngine */
  CASE ("ConvolutionForward", "conv(FUSE_ADD_RELU[619],const{128,512,1,1}[176])[621]", CONVOLUTION),
  CASE ("ConvBiasForward", "", CONVOLUTION),
  CASE ("ConvolutionBackwardFilter", "", CONVOLUTION),
  CASE ("Elemwise", "FUSE_ADD_RELU(const{1,512,1,1}[30],ADD[617])[619]", ELEMENTWISE),
  CASE ("Elemwise", "ADD(FUSE_ADD_RELU[582],conv[594])[597]", ELEMENTWISE),
  CASE ("Elemwise", "RELU(ADD[12])[13]", ACTIVATION),
  CASE ("Elemwise", "SIGMOID[13]", ACTIVATION),
  CASE ("Elemwise", "", ELEMENTWISE),
  CASE ("PoolingForward", "pooling(FUSE_ADD_RELU[4])[9]", POOLING),
  CASE ("Reduce", "reduce0", REDUCTION),
  CASE ("ImmutableTensor", "const{1000,2048}[517]", OTHER),
  CASE ("ImmutableTensor", "conv1.weight", OTHER),
  CASE ("SharedDeviceTensor", "conv1.weight", OTHER),
  CASE ("Host2DeviceCopy", "data", COPY),
  CASE ("MatrixMul", "matrix_mul(a,b)", MATMUL),
  CASE ("BatchedMatrixMul", "", MATMUL),
  CASE ("Concat", "", LAYOUT),
  CASE ("Dimshuffle", "", LAYOUT),
  CASE ("Reshape", "", LAYOUT),
  CASE ("Subtensor", "", LAYOUT),
  CASE ("BatchNorm", "", NORMALIZATION),
  CASE ("BatchNormForward", "", NORMALIZATION),
  CASE ("GetVarShape", "", OTHER),
  CASE ("InputCallback", "conv", OTHER),
  CASE ("AddUpdate", "", OPTIMIZER),
  CASE ("IndexingMultiAxisVec", "", INDEX),
  CASE ("CollectiveComm", "", COMMUNICATION),
  CASE ("TypeCvt", "", ELEMENTWISE),

  /* TensorFlow's nodes without a type: scopes do not make work of what hands a value on */
  CASE ("", "PermConstNCHWToNHWC-LayoutOptimizer", OTHER),
  CASE ("", "gradients/conv2/Conv2D_grad/Conv2DBackpropInput-2-LayoutOptimizer", OTHER),
  CASE ("", "conv1/Conv2D-0-TransposeNHWCToNCHW-LayoutOptimizer", LAYOUT),
  CASE ("Transpose", "conv1/Conv2D-0-TransposeNHWCToNCHW-LayoutOptimizer", LAYOUT),
  CASE ("", "conv1/weights", OTHER),
  CASE ("", "conv1/biases/read", OTHER),
  CASE ("", "_retval_gradients/conv1/BiasAdd_grad/BiasAddGrad_0_0", OTHER),
  CASE ("", "ConstantFolding/gradients/conv1/Conv2D_grad/ShapeN-matshapes-1", OTHER),
  CASE ("", "conv1/Conv2D", CONVOLUTION),
  CASE ("", "conv1/BiasAdd", ELEMENTWISE),
  CASE ("", "conv1/BiasAdd + conv1/Relu", CONVOLUTION),
  CASE ("", "stage1/conv0/fwd", CONVOLUTION),

  /* PyTorch */
  CASE ("", "fbgemm::permute_2D_sparse_data", LAYOUT),
  CASE ("", "fbgemm::FloatToHFP8Quantized", ELEMENTWISE),
  CASE ("QuantizeLinear", "", ELEMENTWISE),
  CASE ("DequantizeLinear", "", ELEMENTWISE),
  CASE ("DynamicQuantizeLinear", "", ELEMENTWISE),
  CASE ("QLinearMatMul", "", MATMUL),
  CASE ("aten::linear", "", MATMUL),
  CASE ("Erf", "", ELEMENTWISE),
  CASE ("Floor", "", ELEMENTWISE),
  CASE ("Reciprocal", "", ELEMENTWISE),
  CASE ("LogicalAnd", "", ELEMENTWISE),
  CASE ("aten::bitwise_and", "", ELEMENTWISE),
  CASE ("aten::floor_divide", "", ELEMENTWISE),
  CASE ("", "fbgemm::bounds_check_indices", OTHER),
  CASE ("", "fbgemm::split_embedding_codegen_lookup_rowwise_adagrad_function", INDEX),
  CASE ("", "hgemm_fp16", MATMUL),
  CASE ("", "aten::_local_scalar_dense", COPY),
  CASE ("", "aten::resize_", COPY),
  CASE ("", "aten::amax", REDUCTION),
  CASE ("", "aten::embedding_dense_backward", INDEX),
  CASE ("", "torch::distributed::reducer::mul_out", ELEMENTWISE),
  CASE ("", "fb::convex_sum", REDUCTION),
  CASE ("SoftmaxCrossEntropy", "", REDUCTION),
  CASE ("ReduceMean", "", REDUCTION),
  CASE ("", "aten::conv2d", CONVOLUTION),
  CASE ("", "aten::_convolution", CONVOLUTION),
  CASE ("", "aten::cudnn_convolution", CONVOLUTION),
  CASE ("", "aten::addmm", MATMUL),
  CASE ("", "aten::linear", MATMUL),
  CASE ("", "aten::bmm", MATMUL),
  CASE ("", "aten::_softmax", NORMALIZATION),
  CASE ("", "aten::scaled_dot_product_attention", ATTENTION),
  CASE ("", "aten::add_", ELEMENTWISE),
  CASE ("", "aten::mul", ELEMENTWISE),
  CASE ("", "aten::ge", ELEMENTWISE),
  CASE ("", "aten::logical_and_", ELEMENTWISE),
  CASE ("", "aten::nan_to_num", ELEMENTWISE),
  CASE ("", "V8.LE", OTHER),
  CASE ("", "aten::relu_", ACTIVATION),
  CASE ("", "aten::gelu", ACTIVATION),
  CASE ("", "aten::clamp_min", ACTIVATION),
  CASE ("", "aten::native_batch_norm", NORMALIZATION),
  CASE ("", "aten::layer_norm", NORMALIZATION),
  CASE ("", "aten::max_pool2d_with_indices", POOLING),
  CASE ("", "aten::adaptive_avg_pool2d", POOLING),
  CASE ("", "aten::mean", REDUCTION),
  CASE ("", "aten::max", REDUCTION),
  CASE ("", "aten::transpose", LAYOUT),
  CASE ("", "aten::view", LAYOUT),
  CASE ("", "aten::t", LAYOUT),
  CASE ("", "aten::cat", LAYOUT),
  CASE ("", "aten::copy_", COPY),
  CASE ("", "aten::_to_copy", COPY),
  CASE ("", "aten::to", COPY),
  CASE ("", "aten::empty", COPY),
  CASE ("", "aten::embedding", INDEX),
  CASE ("", "aten::index_select", INDEX),
  CASE ("", "aten::upsample_bilinear2d", INDEX),
  CASE ("", "c10d::allreduce_", COMMUNICATION),
  CASE ("", "nccl:all_reduce", COMMUNICATION),
  CASE ("", "Optimizer.step#Adam.step", OPTIMIZER),
  CASE ("", "ProfilerStep#12", OTHER),
  CASE ("", "cudaLaunchKernel", OTHER),
  CASE ("", "cudaMemcpyAsync", COPY),
  CASE ("", "cudaStreamSynchronize", OTHER),
  CASE ("", "Memcpy HtoD (Pageable -> Device)", COPY),
  CASE ("", "autograd::engine::evaluate_function: ConvolutionBackward0", CONVOLUTION),

  /* kernels */
  CASE ("", "volta_scudnn_128x64_relu_interior_nn_v1", CONVOLUTION),
  CASE ("", "turing_h1688cudnn_256x64_ldg8_relu_exp_small_nhwc_tn_v1", CONVOLUTION),
  CASE ("", "void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(...)", CONVOLUTION),
  CASE ("", "implicit_convolve_sgemm", CONVOLUTION),
  CASE ("", "sm80_xmma_fprop_implicit_gemm_f32f32_tf32f32", CONVOLUTION),
  CASE ("", "volta_sgemm_128x64_nn", MATMUL),
  CASE ("", "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT32x32x256_MI16x16x1_SN_LDSB1", MATMUL),
  CASE ("", "ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_32x6_nn", MATMUL),
  CASE ("", "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4", MATMUL),
  CASE ("", "void gemv2T_kernel_val<int, int, float>(...)", MATMUL),
  CASE ("", "fmha_cutlassF_f32_aligned_64x64_rf_sm80", ATTENTION),
  CASE ("FlashAttnFunc", "", ATTENTION),
  CASE ("_vllm_fa2_C::varlen_fwd", "", ATTENTION),
  CASE ("_vllm_fa3_C::fwd", "", ATTENTION),
  CASE ("flashinfer::single_prefill_with_kv_cache_dtype_q_f16_run", "", ATTENTION),
  CASE ("", "void (anonymous namespace)::softmax_warp_forward<float, float, float, 6, true>", NORMALIZATION),
  CASE ("", "void cudnn::bn_fw_inf_1C11_kernel_NCHW<float, float, true, 1>", NORMALIZATION),
  CASE ("", "void cudnn::ops::nchwToNhwcKernel<float, float>", LAYOUT),
  CASE ("", "void at::native::CatArrayBatchedCopy<float>", LAYOUT),
  CASE ("", "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>", ELEMENTWISE),
  CASE ("", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>", REDUCTION),
  CASE ("", "void at::native::(anonymous namespace)::max_pool_forward_nchw<float, float>", POOLING),
  CASE ("", "void at::native::multi_tensor_apply_kernel<AdamFunctor>", OPTIMIZER),
  CASE ("", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", COMMUNICATION),
  CASE ("", "cross_device_reduce_1stage<bfloat16, …>", COMMUNICATION),
  CASE ("", "void vllm::cross_device_reduce_2stage<__half, 8>(vllm::RankData*, vllm::RankSignals)", COMMUNICATION),

  /* TVM */
  CASE ("", "vm_mod_fused_nn_conv2d_add_nn_relu_3", CONVOLUTION),
  CASE ("", "fused_nn_dense_add", MATMUL),
  CASE ("", "fused_nn_max_pool2d", POOLING),
  CASE ("", "fused_nn_batch_flatten", LAYOUT),
  CASE ("", "fused_layout_transform_12", LAYOUT),
  CASE ("", "fused_nn_softmax", NORMALIZATION),
  CASE ("", "VM::AllocStorage", COPY),

  /* TensorRT */
  CASE ("CaskConvolution", "", CONVOLUTION),
  CASE ("CaskGemmConvolution", "", CONVOLUTION),
  CASE ("Reformat", "Reformatting CopyNode for Input Tensor 0 to Conv_0", LAYOUT),
  CASE ("TiledPooling", "", POOLING),
  CASE ("PointWiseV2", "PWN(Add_3)", ELEMENTWISE),
  CASE ("Shuffle", "", LAYOUT),
  CASE ("SoftMax", "", NORMALIZATION),
  CASE ("MatrixMultiply", "", MATMUL),
  CASE ("FullyConnected", "", MATMUL),
  CASE ("Constant", "Conv_0.weight", OTHER),
  CASE ("NoOp", "", OTHER),

  /* ONNX Runtime */
  CASE ("Conv", "", CONVOLUTION),
  CASE ("ConvTranspose", "", CONVOLUTION),
  CASE ("Gemm", "", MATMUL),
  CASE ("MatMul", "", MATMUL),
  CASE ("Relu", "", ACTIVATION),
  CASE ("PRelu", "", ACTIVATION),
  CASE ("LeakyReLU", "", ACTIVATION),
  CASE ("Clip", "", ACTIVATION),
  CASE ("BatchNormalization", "", NORMALIZATION),
  CASE ("GlobalAveragePool", "", POOLING),
  CASE ("Flatten", "", LAYOUT),
  CASE ("Unsqueeze", "", LAYOUT),
  CASE ("Gather", "", INDEX),
  CASE ("ReduceMean", "", REDUCTION),
  CASE ("ReduceSum", "", REDUCTION),
  CASE ("Shape", "", OTHER),
  CASE ("Identity", "", COPY),

  CASE ("And", "/mask/And", ELEMENTWISE),
  CASE ("Mod", "", ELEMENTWISE),
  CASE ("BitShift", "", ELEMENTWISE),
  CASE ("Atanh", "", ELEMENTWISE),
  CASE ("QuantizeLinear", "/relu/Relu_output_0_QuantizeLinear", ELEMENTWISE),
  CASE ("RotaryEmbedding", "", ELEMENTWISE),
  CASE ("GemmaRotaryEmbedding", "", ELEMENTWISE),
  CASE ("EmbedLayerNormalization", "", NORMALIZATION),
  CASE ("Shrink", "", ACTIVATION),
  CASE ("BiasSplitGelu", "", ACTIVATION),
  CASE ("Hardmax", "", REDUCTION),
  CASE ("GroupQueryAttention", "", ATTENTION),
  CASE ("QMoE", "", MATMUL),
  CASE ("DynamicQuantizeLSTM", "", MATMUL),
  CASE ("AveragePool", "", POOLING),
  CASE ("GlobalLpPool", "", POOLING),
  CASE ("MaxpoolWithMask", "", POOLING),
  CASE ("MaxUnpool", "", POOLING),
  CASE ("Compress", "", INDEX),
  CASE ("Trilu", "", LAYOUT),
  CASE ("Tile", "", LAYOUT),
  CASE ("ReverseSequence", "", LAYOUT),
  CASE ("ReorderOutput", "", LAYOUT),
  CASE ("ConstantOfShape", "", COPY),
  CASE ("StringNormalizer", "", OTHER),

  /* Words that mean something else in company. */
  CASE ("cc", "RasterFinishedWorkerPoolTaskImpl::RunOnWorkerThread", OTHER),
  CASE ("", "WorkerPool::SetTaskGraph", OTHER),
  CASE ("", "thread_pool_run", OTHER),
  CASE ("", "pool1/3x3_s2", POOLING),
  CASE ("", "resnetv10_pool0_fwd", POOLING),
  CASE ("PoolGrad", "", POOLING),
  CASE ("", "convert_element_type", ELEMENTWISE),
  CASE ("", "convbn", CONVOLUTION),
  CASE ("", "modeling_gemma2.py(12): forward", OTHER),
  CASE ("", "cublasGemmEx", MATMUL),
  CASE ("", "aten::flatten_dense_tensors", LAYOUT),
  CASE ("SparseToDense", "", COPY),
  CASE ("", "cublasLt::splitKreduce_kernel<32, 16, float>", MATMUL),
  CASE ("", "CUDAFunctorOnOther_add<double>(vectorized_elementwise_kernel<2>)", ELEMENTWISE),
  CASE ("", "void at::native::vectorized_elementwise_kernel<4, Functor, std::array<char*, 2ul>>", ELEMENTWISE),
  CASE ("", "aten::std", REDUCTION),
  CASE ("", "std::chrono::now", OTHER),
  CASE ("", "TileManager::ManageTiles", OTHER),
  CASE ("", "WebViewImpl::layout", OTHER),
  CASE ("ViewBackward0", "", LAYOUT),
  CASE ("ViewAsRealBackward0", "", LAYOUT),
  CASE ("RecvTensor", "", COMMUNICATION),
  CASE ("_XlaRecvAtHost", "", COMMUNICATION),
  CASE ("SendBeginFrame", "", OTHER),
  CASE ("TileKernel", "", LAYOUT),
  CASE ("MoE", "", MATMUL),
  CASE ("vllm::moe_forward", "", MATMUL),
  CASE ("_moe_C::moe_sum", "", REDUCTION),
  CASE ("nn.Module: Qwen2MoeMLP_3", "", OTHER),
  CASE ("fbgemm::jagged_to_padded_dense", "", LAYOUT),
  CASE ("aten::_padded_dense_to_jagged_forward", "", LAYOUT),
  CASE ("VarHandleOp", "", OTHER),
  CASE ("FakeQuantWithMinMaxVars", "", ELEMENTWISE),
  CASE ("TopKV2", "", REDUCTION),
  CASE ("BlockLSTM", "", MATMUL),
  CASE ("Size", "/encoder/layer.0/attention/self/Size", OTHER),
  CASE ("Range", "/conv/Range", OTHER),
  CASE ("cudnnActivationForward", "", ACTIVATION),
  CASE ("", "ThreadProxy::ScheduledActionSendBeginFrameToMainThread", OTHER),
  CASE ("_HostSend", "", COMMUNICATION),
  CASE ("", "OnRasterRequiredForActivationFinished", OTHER),
  CASE ("Activation", "", ACTIVATION),
  CASE ("", "category_group", OTHER),
  CASE ("", "EmbeddedWorkerInstance", OTHER),
  CASE ("", "transpose(jvp(Transformer))", OTHER),
  CASE ("", "transpose(jvp(Dense))/dot_general", MATMUL),
  CASE ("", "arange<long>(elementwise_kernel_with_index)", ELEMENTWISE),
  CASE ("aten::_has_compatible_shallow_copy_type", "", OTHER),
  CASE ("aten::__and__", "", ELEMENTWISE),
  CASE ("", "land and sea", OTHER),

  /* Numbers that are part of the word, and others in their place. */
  CASE ("", "aten::expm1", ELEMENTWISE),
  CASE ("", "aten::expm2", OTHER),

  /* Of one length, which differ where a quick look does not see it. */
  CASE ("", "aaaaaaaa_conv_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", CONVOLUTION),
  CASE ("", "aaaaaaaa_gemm_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", MATMUL),

  /* Nothing known, and words inside other words. */
  CASE ("", "", OTHER),
  CASE ("", "spooler", OTHER),
  CASE ("", "whereabouts", OTHER),
  CASE ("", "denormal", OTHER),
  CASE ("", "\xc3\xa9t\xc3\xa9", OTHER),
  CASE ("", "Faltung \xe2\x80\x94 conv", CONVOLUTION),
};

static void
test_words (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaFamily family = lamina_family_from_words (cases[i].type, cases[i].name);

      if (family != cases[i].family)
        {
          g_test_message ("'%s' '%s' is %s, not %s", cases[i].type, cases[i].name, lamina_family_get_title (family),
                          lamina_family_get_title (cases[i].family));
          g_test_fail ();
        }
    }
}

/* Freezing looks at names without the number behind them. */
static void
test_numbers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *type = g_strconcat (cases[i].type, "_0123_7", NULL);
      g_autofree char *name = g_strconcat (cases[i].name, "_12__", NULL);

      g_assert_cmpint (lamina_family_from_words (cases[i].type, name), ==, cases[i].family);
      if (cases[i].type[0] != '\0')
        g_assert_cmpint (lamina_family_from_words (type, cases[i].name), ==, cases[i].family);
    }
}

/* As they stand in names: lines of programs, what told kernels apart; and words that are told apart by a digit alone. */
static const char *const numbered[] = {
  "%s",         "train.py(%2$u): %1$s", "%s(thing; %u)", "%s%u",    "%2$u%1$s",    "%s_%u_add", "conv%2$u_%1$s",
  "%s(%u, %u)", "x%2$u::%1$s#",         "%s%u)",         "%s_c%ud", "%2$u/%1$s/", "%s_im%ucol",
};

static guint32
add_numbered (LaminaBuilder *builder,
              const char    *name,
              const char    *form,
              guint          number)
{
  g_autofree char *text = g_strdup_printf (form, name, number, number / 3);

  return lamina_builder_intern (builder, text, -1);
}

/* Freezing remembers what names said that differ in numbers alone: it must say of each what it would say of it alone. */
static void
test_numbers_inside (void)
{
  static const guint numbers[] = { 0, 1, 2, 3, 10, 16, 99, 100, 101, 128, 999, 1000, 1729, 65536, 1234567, 7654321 };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "track", 0);
  const LaminaSlices *slices;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      for (guint k = 0; k < G_N_ELEMENTS (numbered); k++)
        {
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          slice.name = add_numbered (builder, cases[j].name, numbered[k], numbers[i]);
          slice.start = (gint64) i * 1000000 + j * 100 + k;
          slice.duration = 1;
          lamina_builder_add_slice (builder, run, track, &slice);
        }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_document_get_run (document, 0), 0));
  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (numbers) * G_N_ELEMENTS (cases) * G_N_ELEMENTS (numbered));
  for (guint i = 0; i < slices->n; i++)
    {
      const char *name = lamina_run_get_string (lamina_document_get_run (document, 0), slices->name[i]);
      LaminaFamily family = lamina_family_from_words ("", name);

      if (slices->family[i] != family)
        g_error ("'%s' is %s, not %s", name, lamina_family_get_title ((LaminaFamily) slices->family[i]),
                 lamina_family_get_title (family));
    }
}

static void
test_long (void)
{
  g_autofree char *text = g_strnfill (100000, 'A');

  g_assert_cmpint (lamina_family_from_words ("", text), ==, LAMINA_FAMILY_OTHER);
  memcpy (text, "Conv2d", 6);
  text[6] = '<';
  g_assert_cmpint (lamina_family_from_words (text, text), ==, LAMINA_FAMILY_CONVOLUTION);
  memset (text, '(', 100000);
  memcpy (text + 99996, "conv", 4);
  g_assert_cmpint (lamina_family_from_words ("", text), ==, LAMINA_FAMILY_CONVOLUTION);
}

static void
test_titles (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    {
      const char *title = lamina_family_get_title ((LaminaFamily) i);

      g_assert_nonnull (title);
      g_assert_true (g_hash_table_add (titles, (gpointer) title));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/family/words", test_words);
  g_test_add_func ("/family/numbers", test_numbers);
  g_test_add_func ("/family/numbers-inside", test_numbers_inside);
  g_test_add_func ("/family/long", test_long);
  g_test_add_func ("/family/titles", test_titles);

  return g_test_run ();
}
