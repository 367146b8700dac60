/* SPDX-License-Identifier: Apache-2.0 */
/* What the network of the trace computes. A call is written as its operator with what it does in brackets: other calls,
 * `!NAME` launches a kernel, `%` copies, `#` fills, `&` reduces over all ranks, `$` takes memory. */

#include "trace-maker-private.h"

#include <string.h>

#define N_BLOCKS 2
#define N_LEAVES 480

static const char *const kernels[][2] = {
  { "add", "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >"
    "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)" },
  { "mul", "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, float, "
    "at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2> >(int, at::native::AUnaryFunctor<float, "
    "float, float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2>)" },
  { "gelu", "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, "
    "at::detail::Array<char*, 2> >(int, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)"
    "::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, "
    "at::detail::Array<char*, 2>)" },
  { "copy", "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)"
    "::{lambda()#3}::operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}, at::detail::Array<char*, 2>, "
    "TrivialOffsetCalculator<1, unsigned int>, char*, at::native::memory::LoadWithCast<1>, "
    "at::detail::Array<char*, 2>::StoreWithCast>(int)" },
  { "norm", "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float, float const*, "
    "float const*, float const*, float*, float*, float*)" },
  { "norm_grad", "void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<float, float>(float const*, "
    "float const*, float const*, float const*, float const*, float*, int)" },
  { "gamma", "void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernel_32x32<float, float>(long, long, "
    "float const*, float const*, float const*, float const*, float*, float*)" },
  { "gemm", "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn" },
  { "gemm_grad", "ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_64x3_nt" },
  { "split", "void cublasLt::splitKreduce_kernel<32, 16, int, __nv_bfloat16, float, __nv_bfloat16, false, true, false>"
    "(cublasLt::cublasSplitKParams<float>, __nv_bfloat16 const*, __nv_bfloat16*, __nv_bfloat16*)" },
  { "flash", "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
    "cutlass::bfloat16_t, pytorch_flash::Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, true, true, false, "
    "true, false>(pytorch_flash::Flash_fwd_params)" },
  { "flash_grad", "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<pytorch_flash::Flash_bwd_kernel_traits<64, "
    "128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t> >(pytorch_flash::Flash_bwd_params)" },
  { "sum", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::func_wrapper_t<float, "
    "at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, "
    "float, 4> >(at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::sum_functor<float, float, "
    "float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4>)" },
  { "softmax", "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, "
    "at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*, float const*, int)" },
  { "nll", "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, float*, "
    "float const*, long const*, float const*, bool, long, long, long, long)" },
  { "embed", "void at::native::(anonymous namespace)::indexSelectLargeIndex<float, long, unsigned int, 2, 2, -2, true>"
    "(at::cuda::detail::TensorInfo<float, unsigned int>, at::cuda::detail::TensorInfo<float const, unsigned int>, "
    "at::cuda::detail::TensorInfo<long const, unsigned int>, int, int, unsigned int, unsigned int, long)" },
  { "adam", "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)"
    "::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4>, float const*, "
    "double, double, double, double, double, bool, bool, float*, float*, at::native::ADAM_MODE>(at::native::(anonymous "
    "namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4>, "
    "float const*, double, double, double, double, double, bool, bool, float*, float*, at::native::ADAM_MODE)" },
};

#define CAST "aten::to(aten::_to_copy(aten::empty_strided $ aten::copy_(!copy)))"
#define LINEAR "aten::linear(" CAST " aten::t(aten::transpose(aten::as_strided)) aten::addmm($ aten::empty !gemm))"
#define LINEAR_GRAD "aten::t(aten::transpose(aten::as_strided)) aten::mm($ !gemm_grad) " \
  "aten::t(aten::transpose(aten::as_strided)) aten::mm($ !gemm !split) aten::sum($ aten::as_strided !sum)"
#define ADD "aten::add($ aten::empty_strided !add)"

static const struct
{
  const char *module;
  const char *frame;
  const char *builtin;
  const char *forward;
  const char *backward_name;
  const char *backward;
} block[] = {
  { "LayerNorm", "torch/nn/modules/normalization.py(200): forward", "<built-in method layer_norm of type object at 0x7f3>",
    "aten::layer_norm(aten::native_layer_norm(aten::empty $ aten::empty aten::empty !norm aten::view aten::view))",
    "NativeLayerNormBackward0", "aten::native_layer_norm_backward(aten::empty $ aten::empty !norm_grad !gamma)" },
  { "Linear", "torch/nn/modules/linear.py(116): forward", "<built-in function linear>", LINEAR, "AddmmBackward0", LINEAR_GRAD },
  { "Attention", "model/attention.py(61): forward", "<built-in function scaled_dot_product_attention>",
    "aten::view aten::split(aten::narrow(aten::slice(aten::as_strided)) aten::narrow(aten::slice(aten::as_strided))) "
    "aten::transpose(aten::as_strided) aten::scaled_dot_product_attention(aten::_scaled_dot_product_flash_attention("
    "aten::transpose(aten::as_strided) aten::_flash_attention_forward(aten::empty $ aten::empty_like(aten::empty) !flash)))",
    "ScaledDotProductFlashAttentionBackward0",
    "aten::_scaled_dot_product_flash_attention_backward(aten::_flash_attention_backward(aten::empty $ # !flash_grad))" },
  { "Linear", "torch/nn/modules/linear.py(116): forward", "<built-in function linear>", LINEAR, "AddmmBackward0", LINEAR_GRAD },
  { "Residual", "model/block.py(38): forward", "<built-in method add of Tensor object at 0x7f4>", ADD, "AddBackward0",
    "aten::add_(!add)" },
  { "LayerNorm", "torch/nn/modules/normalization.py(200): forward", "<built-in method layer_norm of type object at 0x7f3>",
    "aten::layer_norm(aten::native_layer_norm(aten::empty $ aten::empty aten::empty !norm aten::view aten::view))",
    "NativeLayerNormBackward0", "aten::native_layer_norm_backward(aten::empty $ aten::empty !norm_grad !gamma)" },
  { "Linear", "torch/nn/modules/linear.py(116): forward", "<built-in function linear>", LINEAR, "AddmmBackward0", LINEAR_GRAD },
  { "GELU", "torch/nn/modules/activation.py(704): forward", "<built-in function gelu>", "aten::gelu($ !gelu)", "GeluBackward0",
    "aten::gelu_backward($ aten::empty !gelu)" },
  { "Linear", "torch/nn/modules/linear.py(116): forward", "<built-in function linear>", LINEAR, "AddmmBackward0", LINEAR_GRAD },
  { "Dropout", "torch/nn/modules/dropout.py(59): forward", "<built-in function dropout>",
    "aten::dropout(aten::native_dropout($ aten::empty !mul))", "NativeDropoutBackward0",
    "aten::native_dropout_backward($ !mul)" },
};

/* Reads one call, or several side by side. */
static const char *
parse (TraceNetwork *self,
       const char   *text,
       guint         depth,
       GArray       *steps)
{
  while (*text != '\0' && *text != ')')
    {
      gsize length = strcspn (text, " ()");
      g_autofree char *word = g_strndup (text, length);
      TraceStep step = { TRACE_STEP_OPERATOR, depth, 0 };

      switch (*word)
        {
        case '!': step.kind = TRACE_STEP_KERNEL; break;
        case '%': step.kind = TRACE_STEP_COPY; break;
        case '#': step.kind = TRACE_STEP_FILL; break;
        case '&': step.kind = TRACE_STEP_COLLECTIVE; break;
        case '$': step.kind = TRACE_STEP_MEMORY; break;
        }
      for (guint i = 0; step.kind == TRACE_STEP_KERNEL && i < G_N_ELEMENTS (kernels); i++)
        if (g_str_equal (kernels[i][0], word + 1))
          step.name = trace_network_intern (self, kernels[i][1]);
      g_assert (step.kind != TRACE_STEP_KERNEL || step.name != 0);
      if (step.kind == TRACE_STEP_OPERATOR)
        step.name = trace_network_intern (self, word);
      g_array_append_val (steps, step);
      text += length;
      if (*text == '(')
        text = parse (self, text + 1, depth + 1, steps) + 1;
      if (*text == ' ')
        text++;
    }
  return text;
}

static GArray *
parse_call (TraceNetwork *self,
            const char   *text)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TraceStep));

  parse (self, text, 0, steps);
  return steps;
}

guint32
trace_network_intern (TraceNetwork *self,
                      const char   *name)
{
  guint32 id = GPOINTER_TO_UINT (g_hash_table_lookup (self->ids, name));

  if (id != 0)
    return id;
  id = self->names->len;
  g_ptr_array_add (self->names, g_strdup (name));
  g_hash_table_insert (self->ids, g_ptr_array_index (self->names, id), GUINT_TO_POINTER (id));
  return id;
}

static void
add_module (TraceNetwork *self,
            guint         row,
            guint         number)
{
  g_autofree char *module = g_strdup_printf ("nn.Module: %s_%u", block[row].module, number);
  g_autofree char *evaluate = g_strconcat ("autograd::engine::evaluate_function: ", block[row].backward_name, NULL);
  TraceModule made = {
    .module = trace_network_intern (self, module),
    .forward_frame = trace_network_intern (self, block[row].frame),
    .builtin_frame = trace_network_intern (self, block[row].builtin),
    .forward = parse_call (self, block[row].forward),
    .backward_name = trace_network_intern (self, block[row].backward_name),
    .evaluate_name = trace_network_intern (self, evaluate),
    .backward = parse_call (self, block[row].backward),
  };

  g_array_append_val (self->modules, made);
}

/* The small functions of a program, which are most of what a Python tracer sees. */
static void
add_leaves (TraceNetwork *self)
{
  static const char *const files[] = { "torch/nn/modules/module.py", "torch/_tensor.py", "torch/autograd/grad_mode.py",
                                       "model/block.py", "model/attention.py", "torch/utils/_contextlib.py", "train.py" };
  static const char *const functions[] = { "__getattr__", "__setattr__", "is_scripting", "size", "__enter__", "__exit__",
                                           "reshape", "_apply", "get", "wrapper" };

  self->first_leaf = self->names->len;
  self->n_leaves = N_LEAVES;
  for (guint i = 0; i < N_LEAVES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s(%u): %s", files[i % G_N_ELEMENTS (files)], 20 + 7 * i,
                                               functions[i % G_N_ELEMENTS (functions)]);

      trace_network_intern (self, name);
    }
}

TraceNetwork *
trace_network_new (void)
{
  TraceNetwork *self = g_new0 (TraceNetwork, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->modules = g_array_new (FALSE, FALSE, sizeof (TraceModule));
  g_ptr_array_add (self->names, g_strdup (""));
  for (guint i = 0; i < N_BLOCKS; i++)
    for (guint row = 0; row < G_N_ELEMENTS (block); row++)
      add_module (self, row, i * G_N_ELEMENTS (block) + row);
  self->optimizer = parse_call (self, "aten::_fused_adamw_(!adam) aten::_foreach_add_(!add)");
  self->accumulate = parse_call (self, "aten::detach(detach) aten::add_(!add)");
  self->input = parse_call (self, "aten::to(aten::_to_copy(aten::empty_strided $ aten::copy_(%))) "
                            "aten::embedding(aten::reshape(aten::view) aten::index_select($ aten::empty !embed))");
  self->all_reduce = parse_call (self, "c10d::allreduce_(record_param_comms(&))");
  self->wrapped_call_impl = trace_network_intern (self, "torch/nn/modules/module.py(1528): _wrapped_call_impl");
  self->call_impl = trace_network_intern (self, "torch/nn/modules/module.py(1534): _call_impl");
  add_leaves (self);
  return self;
}

void
trace_network_free (TraceNetwork *self)
{
  for (guint i = 0; i < self->modules->len; i++)
    {
      g_array_unref (g_array_index (self->modules, TraceModule, i).forward);
      g_array_unref (g_array_index (self->modules, TraceModule, i).backward);
    }
  g_array_unref (self->modules);
  g_array_unref (self->optimizer);
  g_array_unref (self->accumulate);
  g_array_unref (self->input);
  g_array_unref (self->all_reduce);
  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->names);
  g_free (self);
}
