/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-operators.h"

#include <string.h>

/*
 * What TVM calls a function is the names of Relay's operators, joined by the same sign that stands between the words of
 * one name; only who knows the names can tell where one ends. They are listed here as Relay has them (apache/tvm,
 * src/relay/op, @0166400906), without their name space, and what they are called where people read them, if that is not
 * their words.
 */
typedef struct
{
  const char *name;
  const char *title;
} Operator;

static const Operator operators[] = {
  { "abs", NULL },
  { "adaptive_avg_pool2d", "adaptive avg pool" },
  { "adaptive_max_pool2d", "adaptive max pool" },
  { "add", NULL },
  { "adv_index", NULL },
  { "all", NULL },
  { "any", NULL },
  { "arange", NULL },
  { "argmax", NULL },
  { "argmin", NULL },
  { "argsort", NULL },
  { "atan", NULL },
  { "avg_pool1d", "avg pool 1d" },
  { "avg_pool2d", "avg pool" },
  { "avg_pool3d", "avg pool 3d" },
  { "batch_flatten", NULL },
  { "batch_matmul", NULL },
  { "batch_norm", NULL },
  { "batch_to_space_nd", NULL },
  { "bias_add", NULL },
  { "bitwise_and", NULL },
  { "bitwise_not", NULL },
  { "bitwise_or", NULL },
  { "bitwise_xor", NULL },
  { "broadcast_to", NULL },
  { "broadcast_to_like", NULL },
  { "cast", NULL },
  { "cast_like", NULL },
  { "ceil", NULL },
  { "clip", NULL },
  { "collapse_sum_like", NULL },
  { "concatenate", NULL },
  { "conv1d", NULL },
  { "conv1d_transpose", NULL },
  { "conv2d", NULL },
  { "conv2d_NCHWc", "conv2d" },
  { "conv2d_NCHWc_int8", "conv2d int8" },
  { "conv2d_gemm_without_weight_transform", NULL },
  { "conv2d_transpose", NULL },
  { "conv2d_winograd_weight_transform", NULL },
  { "conv2d_winograd_without_weight_transform", NULL },
  { "conv3d", NULL },
  { "conv3d_transpose", NULL },
  { "copy", NULL },
  { "cos", NULL },
  { "cross_entropy", NULL },
  { "cross_entropy_with_logits", NULL },
  { "cumsum", NULL },
  { "deformable_conv2d", NULL },
  { "dense", NULL },
  { "dense_pack", "dense" },
  { "depth_to_space", NULL },
  { "depthwise_conv2d_NCHWc", "depthwise conv2d" },
  { "device_copy", NULL },
  { "divide", NULL },
  { "dropout", NULL },
  { "equal", NULL },
  { "erf", NULL },
  { "exp", NULL },
  { "expand_dims", NULL },
  { "fast_erf", NULL },
  { "fast_exp", NULL },
  { "fast_softmax", NULL },
  { "fast_tanh", NULL },
  { "fifo_buffer", NULL },
  { "fixed_point_multiply", NULL },
  { "floor", NULL },
  { "floor_divide", NULL },
  { "floor_mod", NULL },
  { "full", NULL },
  { "full_like", NULL },
  { "gather", NULL },
  { "gather_nd", NULL },
  { "global_avg_pool2d", "global avg pool" },
  { "global_max_pool2d", "global max pool" },
  { "greater", NULL },
  { "greater_equal", NULL },
  { "group_norm", NULL },
  { "image_crop_and_resize", NULL },
  { "image_resize1d", NULL },
  { "image_resize2d", NULL },
  { "image_resize3d", NULL },
  { "instance_norm", NULL },
  { "isfinite", NULL },
  { "isinf", NULL },
  { "isnan", NULL },
  { "l2_normalize", NULL },
  { "layer_norm", NULL },
  { "layout_transform", NULL },
  { "leaky_relu", NULL },
  { "left_shift", NULL },
  { "less", NULL },
  { "less_equal", NULL },
  { "log", NULL },
  { "log10", NULL },
  { "log2", NULL },
  { "log_softmax", NULL },
  { "logical_and", NULL },
  { "logical_not", NULL },
  { "logical_or", NULL },
  { "logical_xor", NULL },
  { "lrn", NULL },
  { "matmul", NULL },
  { "matrix_set_diag", NULL },
  { "max", NULL },
  { "max_pool1d", "max pool 1d" },
  { "max_pool2d", "max pool" },
  { "max_pool3d", "max pool 3d" },
  { "maximum", NULL },
  { "mean", NULL },
  { "meshgrid", NULL },
  { "min", NULL },
  { "minimum", NULL },
  { "mirror_pad", NULL },
  { "mod", NULL },
  { "multiply", NULL },
  { "negative", NULL },
  { "nll_loss", NULL },
  { "not_equal", NULL },
  { "one_hot", NULL },
  { "ones", NULL },
  { "ones_like", NULL },
  { "pad", NULL },
  { "power", NULL },
  { "prelu", NULL },
  { "prod", NULL },
  { "qnn_add", NULL },
  { "qnn_concatenate", NULL },
  { "qnn_conv2d", NULL },
  { "qnn_dense", NULL },
  { "qnn_dequantize", NULL },
  { "qnn_mul", NULL },
  { "qnn_quantize", NULL },
  { "qnn_requantize", NULL },
  { "relu", NULL },
  { "repeat", NULL },
  { "reshape", NULL },
  { "reshape_like", NULL },
  { "reverse", NULL },
  { "reverse_sequence", NULL },
  { "right_shift", NULL },
  { "round", NULL },
  { "rsqrt", NULL },
  { "scatter", NULL },
  { "scatter_add", NULL },
  { "scatter_elements", NULL },
  { "scatter_nd", NULL },
  { "sequence_mask", NULL },
  { "sigmoid", NULL },
  { "sign", NULL },
  { "sin", NULL },
  { "slice_like", NULL },
  { "softmax", NULL },
  { "sort", NULL },
  { "space_to_batch_nd", NULL },
  { "space_to_depth", NULL },
  { "sparse_dense", NULL },
  { "sparse_to_dense", NULL },
  { "split", NULL },
  { "sqrt", NULL },
  { "squeeze", NULL },
  { "stack", NULL },
  { "strided_set", NULL },
  { "strided_slice", NULL },
  { "subtract", NULL },
  { "sum", NULL },
  { "take", NULL },
  { "tan", NULL },
  { "tanh", NULL },
  { "tile", NULL },
  { "topk", NULL },
  { "transpose", NULL },
  { "trunc", NULL },
  { "trunc_divide", NULL },
  { "trunc_mod", NULL },
  { "upsampling", NULL },
  { "upsampling3d", NULL },
  { "variance", NULL },
  { "where", NULL },
  { "zeros", NULL },
  { "zeros_like", NULL },
};

static const char *
skip_spaces (const char *name)
{
  static const char *const spaces[] = { "nn_", "contrib_" };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (g_str_has_prefix (name, spaces[i]))
      name += strlen (spaces[i]);
  return name;
}

/* The longest name that the text begins with, and that ends where a word does. */
static const Operator *
find_operator (const char *text,
               gsize       length)
{
  const Operator *found = NULL;
  gsize longest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      gsize n = strlen (operators[i].name);

      if (n <= length && n > longest && strncmp (text, operators[i].name, n) == 0 && (n == length || text[n] == '_'))
        {
          found = &operators[i];
          longest = n;
        }
    }
  return found;
}

static void
append_title (GString        *titles,
              const Operator *operator)
{
  gsize at;

  if (titles->len > 0)
    g_string_append (titles, " + ");
  at = titles->len;
  g_string_append (titles, operator->title ? operator->title : operator->name);
  for (; at < titles->len; at++)
    if (titles->str[at] == '_')
      titles->str[at] = ' ';
}

/* Where the counter begins that tells functions of the same operators apart; the end of the name without one. */
static gsize
find_counter (const char *name)
{
  gsize length = strlen (name);
  gsize at = length;

  while (at > 0 && g_ascii_isdigit (name[at - 1]))
    at--;
  return at > 1 && at < length && name[at - 1] == '_' ? at - 1 : length;
}

char *
tvm_function_dup_type (const char *function)
{
  /* The operators with the counter: `nn_conv2d_add_3`. What is no fused function is taken as it is. */
  const char *fused = strstr (function, "fused_");
  gboolean is_fused = fused && (fused == function || fused[-1] == '_') && fused[strlen ("fused_")];
  const char *name = is_fused ? fused + strlen ("fused_") : function;
  const char *end = name + find_counter (name);
  g_autoptr (GString) titles = g_string_new (NULL);
  const char *at = name;

  while (at < end)
    {
      const char *word = skip_spaces (at);
      const Operator *operator = word < end ? find_operator (word, (gsize) (end - word)) : NULL;

      /* Nothing is called by what it may not be. */
      if (!operator)
        return g_strndup (name, (gsize) (end - name));
      append_title (titles, operator);
      at = word + strlen (operator->name);
      at += at < end;
    }
  return g_strdup (titles->str);
}
