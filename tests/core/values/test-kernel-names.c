/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

/* Names as profilers wrote them, and what is to be read of them; NULL: nothing to shorten. */
static const struct
{
  const char *name;
  const char *expected;
} names[] = {
  /* cuBLAS, cuDNN, CUTLASS, Tensile */
  { "ampere_sgemm_32x32_sliced1x4_tn", "gemm fp32 32×32 tn(ampere_sgemm_32x32_sliced1x4_tn)" },
  { "ampere_gcgemm_64x64_nt", "gemm complex64 64×64 nt(ampere_gcgemm_64x64_nt)" },
  { "volta_fp16_s884gemm_fp16_128x128_ldg8_f2f_nn", "gemm fp16 128×128 nn(volta_fp16_s884gemm_fp16_128x128_ldg8_f2f_nn)" },
  { "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_32x3_tn",
    "gemm bf16 128×256 tn(ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_32x3_tn)" },
  { "volta_h884gemm_64x64_ldg8_nn", "gemm fp16 64×64 nn(volta_h884gemm_64x64_ldg8_nn)" },
  { "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
    "gemm bf16 128×128×64 tn(sm90…)" },
  { "sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x128x16_stage4_warpsize2x2x1_g1_"
    "tensor16x8x8_alignc4_execute_kernel_cudnn",
    "conv fprop tf32 128×128×16 nhwc(sm80…)" },
  { "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT", "gemm bf16 192×192 tnt(nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT)" },
  { "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNN", "gemm fp16 128×256 tnn(nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNN)" },
  { "nvjet_sm90_tst_128x128_64x6_2x1_v_bz_bias_TNT", "gemm bf16 128×128 tnt(nvjet_sm90_tst_128x128_64x6_2x1_v_bz_bias_TNT)" },
  { "nvjet_sm100_qqtst_128x256_128x6_2x1_2cta_v_bz_bias_TNT",
    "gemm fp8 128×256 tnt(nvjet_sm100_qqtst_128x256_128x6_2x1_2cta_v_bz_bias_TNT)" },
  { "nvjet_sss_tf32_128x256_TNT", "gemm tf32 128×256 tnt(nvjet_sss_tf32_128x256_TNT)" },
  { "nvjet_sm100_ootst_128x256_TNT", "gemm 128×256 tnt(nvjet_sm100_ootst_128x256_TNT)" },
  { "cudnn_infer_volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1",
    "conv winograd fp32 128×128 nt relu(cudnn_infer_volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1)" },
  { "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4>"
    "(cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4::Params)",
    "gemm 128×64 tn(cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4)" },
  { "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_64x1_tn_align8>"
    "(cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_64x1_tn_align8::Params)",
    "gemm bf16 32×32 tn(cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_64x1_tn_align8)" },
  { "Cijk_Alik_Bljk_HHS_BH_MT128x64x32_MI32x32x8x1_SN_1LDSB0_APM1_ABV0_ACED0_AF0EM1_AF1EM1_AMAS3_ASAE01_ASCE01",
    "gemm fp16 128×64×32 tn(Cijk…)" },
  { "Cijk_Ailk_Bjlk_SB_MT64x16x16", "gemm fp32 64×16×16 nt(Cijk_Ailk_Bjlk_SB_MT64x16x16)" },

  /* Functions over elements */
  { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >"
    "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
    "add<float>(vectorized_elementwise_kernel<4>)" },
  { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >"
    "(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
    "add<float>(vectorized_elementwise_kernel<4>)" },
  { "void at::native::unrolled_elementwise_kernel<at::native::CUDAFunctor_add<int>, std::array<char*, 3ul>, 4, "
    "TrivialOffsetCalculator<2, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithoutCast, "
    "at::native::memory::StoreWithoutCast>(int, at::native::CUDAFunctor_add<int>)",
    "add<int>(unrolled_elementwise_kernel<4>)" },
  { "void at::native::vectorized_templated_elementwise_kernel<4, at::native::FillFunctor<float>, std::__1::array<char*, 1ul>, "
    "TrivialOffsetCalculator<0, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<2>, "
    "at::native::memory::StoreWithCast<1>, float, c10::BFloat16>(int)",
    "fill<float>(vectorized_templated_elementwise_kernel<4>)" },
  { "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, float, "
    "at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2> >(int, at::native::AUnaryFunctor<float, "
    "float, float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2>)",
    "mul<float>(vectorized_elementwise_kernel<4>)" },
  { "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda"
    "(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}>"
    "(at::TensorIteratorBase&, at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() "
    "const::{lambda()#7}::operator()() const::{lambda(float)#1} const&)::{lambda(int)#1}>(int, float)",
    "direct_copy<float>(elementwise_kernel<128, 2>)" },
  { "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::launch_clamp_scalar"
    "(at::TensorIteratorBase&, c10::Scalar, c10::Scalar, at::native::detail::ClampLimits)::{lambda()#1}::operator()() "
    "const::{lambda()#7}::operator()() const::{lambda(c10::Half)#1}, at::detail::Array<char*, 2> >(int)",
    "clamp_scalar<half>(vectorized_elementwise_kernel<4>)" },
  { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, "
    "unsigned int, float, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, "
    "float, 4>)",
    "mean<float>(reduce_kernel<512, 1>)" },
  { "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
    "TensorListMetadata<2>, at::native::(anonymous namespace)::BinaryOpListAlphaFunctor<float, 2, 2, 0>, std::plus<float>, "
    "float>(at::native::(anonymous namespace)::TensorListMetadata<2>, float)",
    "BinaryOpListAlpha plus<float>(multi_tensor_apply_kernel)" },

  /* Other templates, and functions that are none */
  { "void custom::scale_elementwise_kernel<std::integral_constant<bool, true>, c10::Half>(c10::Half*)",
    "scale_elementwise_kernel<half, …>" },
  { "void custom::scale_elementwise_kernel<std::tuple<float, float>, c10::Half>(c10::Half*)",
    "scale_elementwise_kernel<half, …>" },
  { "void custom::scale_elementwise_kernel<std::array<char*, 2ul>, c10::Half>(c10::Half*)",
    "scale_elementwise_kernel<half, …>" },
  { "void at::native::(anonymous namespace)::max_pool_forward_nchw<float, float>(int, float const*, long)",
    "max_pool_forward_nchw<float, …>" },
  { "void splitKreduce_kernel<32, 16, int, float, float, float, float, true, false, false>(cublasSplitKParams<float>)",
    "splitKreduce_kernel<float, …>" },
  { "void cask_cudnn::computeOffsetsKernel<false, false>(cask_cudnn::ComputeOffsetsParams)", "computeOffsetsKernel<…>" },
  { "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float, float>(float)",
    "gemvx::kernel<float, …>" },
  { "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4>, true>"
    "(pytorch_flash::Flash_fwd_params)",
    "flash_fwd_kernel<…>" },
  { "cask_cudnn_infer::computeBOffsetsKernel(cask_cudnn_infer::ComputeBOffsetsParams)", "computeBOffsetsKernel" },
  { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "nccl AllReduce Sum bf16 RING LL" },
  { "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)",
    "nccl SendRecv RING SIMPLE Sum int8_t" },

  /* Symbols, as what c++filt makes of them would be shortened */
  { "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_7ProblemIDF16bfNS_5ShapeINS_8sequenceIJLi1ELi3072EEEENS3_IJLi1EEEEEEEENS_6PolicyEE"
    "EJNS8_5KargsEEEEvDpT1_",
    "Rmsnorm2dFwd<…>" },
  { "_ZN2at6native18elementwise_kernelILi128ELi4EZNS0_22gpu_kernel_impl_nocastINS0_13BinaryFunctorIN3c108BFloat16ES5_S5_NS0_15"
    "binary_internal10MulFunctorIfEEEEEEvRNS_18TensorIteratorBaseERKT_EUliE_EEviT1_",
    "mul<float>(elementwise_kernel<128, 4>)" },
  { "_ZN2at6native29vectorized_elementwise_kernelILi8EZZZNS0_18GeluCUDAKernelImplERNS_18TensorIteratorBaseENS0_8GeluTypeEENKUlvE_"
    "clEvENKUlvE2_clEvEUlN3c108BFloat16EE_St5arrayIPcLm2EEEEviT0_T1_",
    "GeluCUDAKernelImpl<bfloat16>(vectorized_elementwise_kernel<8>)" },
  { "_ZN2at6native53_GLOBAL__N__21739cd4_20_layer_norm_kernel_cu_9c5ada8a28vectorized_layer_norm_kernelIffLb0EEEviT0_PKT_S6_S6_PS3_"
    "S7_PS4_",
    "vectorized_layer_norm_kernel<float, …>" },
  { "_Z22ncclDevKernel_SendRecv24ncclDevKernelArgsStorageILm4096EE", "nccl SendRecv" },
  { "_Z7add_onePf", "add_one" },
  { "_ZL4zerov", "zero" },
  /* Not a symbol to its end, a part that was not there, and a name that is longer than what follows */
  { "_Z", NULL },
  { "_ZN2at", NULL },
  { "_ZN1aIS9_EE", NULL },
  { "_ZN1aI", NULL },
  { "_Z99999999999999999999a", NULL },
  { "_Z3é0", NULL },

  /* Nothing to shorten, nothing that breaks */
  { "triton_poi_fused__native_batch_norm_legit_relu_5", NULL },
  { "Memcpy HtoD (Pageable -> Device)", NULL },
  { "Memset (Device)", NULL },
  { "", NULL },
  { "relu", NULL },
  { "void relu", "relu" },
  { "void ", NULL },
  { "void f<<<<", "f<<<<" },
  { "void f<a, (b>", "f<a, (b>" },
  { "Cijk_A_B_C", NULL },
  { "x(", "x" },
};

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *found = lamina_kernel_dup_short_name (names[i].name);

      g_test_message ("%s", names[i].name);
      g_assert_cmpstr (found, ==, names[i].expected);
    }
}

/* Every beginning of a name is a name that may stand in a file: none is read beyond its end. */
static void
test_cuts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (gsize length = 0; names[i].name[length] != '\0'; length++)
      {
        g_autofree char *cut = g_strndup (names[i].name, length);
        g_autofree char *found = lamina_kernel_dup_short_name (cut);

        g_assert_true (found == NULL || g_utf8_validate (found, -1, NULL));
      }
}

#define LONG_WORD "abcdefghijklmnopqrstuvwxyz0123456789_abcdefghijklmnopqrstuvwxyz0123456789"

/* What the same short name was made of, and how it is told apart. */
static const struct
{
  const char *short_name;
  const char *names[4];
  const char *expected[4];
} namesakes[] = {
  { "foo<float, …>", { "void foo<float, 1, 2, 3>(int)", "void foo<float, 1, 2, 4>(int)" },
    { "foo<float, …>(3)", "foo<float, …>(4)" } },
  { "mul<float>(vectorized_elementwise_kernel<4>)",
    { "void vectorized_elementwise_kernel<4, AUnaryFunctor<float, MulFunctor<float> > >(int)",
      "void vectorized_elementwise_kernel<4, BinaryFunctor<float, MulFunctor<float> > >(int)" },
    { "mul<float>(vectorized_elementwise_kernel<4>; AUnaryFunctor)",
      "mul<float>(vectorized_elementwise_kernel<4>; BinaryFunctor)" } },
  /* Two places */
  { "gemm", { "gemm_a<2, 1, x>", "gemm_a<1, 1, y>", "gemm_a<2, 1, y>" }, { "gemm(2 x)", "gemm(1 y)", "gemm(2 y)" } },
  /* One place where several say the same */
  { "mul", { "m<A, char*, A>", "m<B, int*, B>" }, { "mul(A)", "mul(B)" } },
  /* Borders of words, not of letters */
  { "k", { "k_kernel_12", "k_kernel_112" }, { "k(k_kernel_12)", "k(k_kernel_112)" } },
  { "foo", { "foo", "foo(int)", "foo(float)" }, { "foo", "foo(int)", "foo(float)" } },
  { "k", { "k<é>", "k<è>" }, { "k(é)", "k(è)" } },
  { "k", { "k<" LONG_WORD ">", "k<1>" }, { "k<" LONG_WORD ">", "k<1>" } },
  /* Symbols, by what they name */
  { "norm<…>", { "_ZN2ck4normINS_4FuseELb1EEEvv", "_ZN2ck4normINS_4FuseELb0EEEvv" }, { "norm<…>(true)", "norm<…>(false)" } },
  { "k", { "void k<" LONG_WORD ">()", "void k<1>()" }, { "k<" LONG_WORD ">()", "k<1>()" } },
  /* One without what the others begin with */
  { "k", { "void k<" LONG_WORD ">()", "k<1>()" }, { "void k<" LONG_WORD ">()", "k<1>()" } },
};

/* A symbol can say the same part over and over: what would be longer than all memory is left as it is. */
static void
test_growth (void)
{
  g_autoptr (GString) symbol = g_string_new ("_ZN1aI1bIS_S_E");
  g_autofree char *nested = g_strnfill (5000, 'P'), *deep = g_strconcat ("_ZN1aI", nested, "iEE", NULL);
  g_autofree char *of_deep = NULL, *of_symbol = NULL;

  /* Each is twice the one before, which is every other part. */
  for (guint i = 1; i < 36; i += 2)
    {
      char digit = i < 10 ? (char) ('0' + i) : (char) ('A' + i - 10);

      g_string_append_printf (symbol, "1cIS%c_S%c_E", digit, digit);
    }
  g_string_append (symbol, "EE");
  of_symbol = lamina_kernel_dup_short_name (symbol->str);
  of_deep = lamina_kernel_dup_short_name (deep);
  g_assert_null (of_symbol);
  g_assert_null (of_deep);
}

static void
test_namesakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (namesakes); i++)
    {
      guint n = 0;
      g_auto (GStrv) found = NULL;

      while (n < G_N_ELEMENTS (namesakes[i].names) && namesakes[i].names[n])
        n++;
      found = lamina_kernel_dup_distinct_names (namesakes[i].short_name, namesakes[i].names, n);
      g_assert_cmpuint (g_strv_length (found), ==, n);
      for (guint j = 0; j < n; j++)
        g_assert_cmpstr (found[j], ==, namesakes[i].expected[j]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kernel/names", test_names);
  g_test_add_func ("/kernel/names/cut", test_cuts);
  g_test_add_func ("/kernel/names/namesakes", test_namesakes);
  g_test_add_func ("/kernel/names/growth", test_growth);

  return g_test_run ();
}
