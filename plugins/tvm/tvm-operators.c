/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-report.h"

#include <string.h>

/*
 * What TVM calls a function is the names of Relay's operators, joined by the same sign that stands between the words of
 * one name; only who knows the names can tell where one ends. They are listed here as Relay has them (apache/tvm,
 * src/relay/op, @0166400906), without their name space, and what they are called where people read them, if that is not
 * their words.
 */
static const char *const operators[] = {
  "abs", "add", "adv_index", "all", "any", "arange", "argmax", "argmin", "argsort", "atan", "batch_flatten",
  "batch_matmul", "batch_norm", "batch_to_space_nd", "bias_add", "bitwise_and", "bitwise_not", "bitwise_or",
  "bitwise_xor", "broadcast_to", "broadcast_to_like", "cast", "cast_like", "ceil", "clip", "collapse_sum_like",
  "concatenate", "conv1d", "conv1d_transpose", "conv2d", "conv2d_gemm_without_weight_transform", "conv2d_transpose",
  "conv2d_winograd_weight_transform", "conv2d_winograd_without_weight_transform", "conv3d", "conv3d_transpose", "copy",
  "cos", "cross_entropy", "cross_entropy_with_logits", "cumsum", "deformable_conv2d", "dense", "depth_to_space",
  "device_copy", "divide", "dropout", "equal", "erf", "exp", "expand_dims", "fast_erf", "fast_exp", "fast_softmax",
  "fast_tanh", "fifo_buffer", "fixed_point_multiply", "floor", "floor_divide", "floor_mod", "full", "full_like",
  "gather", "gather_nd", "greater", "greater_equal", "group_norm", "image_crop_and_resize", "image_resize1d",
  "image_resize2d", "image_resize3d", "instance_norm", "isfinite", "isinf", "isnan", "l2_normalize", "layer_norm",
  "layout_transform", "leaky_relu", "left_shift", "less", "less_equal", "log", "log10", "log2", "log_softmax",
  "logical_and", "logical_not", "logical_or", "logical_xor", "lrn", "matmul", "matrix_set_diag", "max", "maximum",
  "mean", "meshgrid", "min", "minimum", "mirror_pad", "mod", "multiply", "negative", "nll_loss", "not_equal",
  "one_hot", "ones", "ones_like", "pad", "power", "prelu", "prod", "qnn_add", "qnn_concatenate", "qnn_conv2d",
  "qnn_dense", "qnn_dequantize", "qnn_mul", "qnn_quantize", "qnn_requantize", "relu", "repeat", "reshape",
  "reshape_like", "reverse", "reverse_sequence", "right_shift", "round", "rsqrt", "scatter", "scatter_add",
  "scatter_elements", "scatter_nd", "sequence_mask", "sigmoid", "sign", "sin", "slice_like", "softmax", "sort",
  "space_to_batch_nd", "space_to_depth", "sparse_dense", "sparse_to_dense", "split", "sqrt", "squeeze", "stack",
  "strided_set", "strided_slice", "subtract", "sum", "take", "tan", "tanh", "tile", "topk", "transpose", "trunc",
  "trunc_divide", "trunc_mod", "upsampling", "upsampling3d", "variance", "where", "zeros", "zeros_like",
};

static const struct
{
  const char *name;
  const char *title;
} titled[] = {
  { "adaptive_avg_pool2d", "adaptive avg pool" },
  { "adaptive_max_pool2d", "adaptive max pool" },
  { "avg_pool1d", "avg pool 1d" },
  { "avg_pool2d", "avg pool" },
  { "avg_pool3d", "avg pool 3d" },
  { "conv2d_NCHWc", "conv2d" },
  { "conv2d_NCHWc_int8", "conv2d int8" },
  { "dense_pack", "dense" },
  { "depthwise_conv2d_NCHWc", "depthwise conv2d" },
  { "global_avg_pool2d", "global avg pool" },
  { "global_max_pool2d", "global max pool" },
  { "max_pool1d", "max pool 1d" },
  { "max_pool2d", "max pool" },
  { "max_pool3d", "max pool 3d" },
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

static gboolean
begins_with (const char *text,
             gsize       length,
             const char *name)
{
  gsize n = strlen (name);

  return n <= length && strncmp (text, name, n) == 0 && (n == length || text[n] == '_');
}

/* The longest name that the text begins with, and that ends where a word does; what people call it, or NULL for its words. */
static const char *
find_operator (const char  *text,
               gsize        length,
               const char **title)
{
  const char *found = NULL;

  *title = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (begins_with (text, length, operators[i]) && (!found || strlen (operators[i]) > strlen (found)))
      found = operators[i];
  for (guint i = 0; i < G_N_ELEMENTS (titled); i++)
    if (begins_with (text, length, titled[i].name) && (!found || strlen (titled[i].name) > strlen (found)))
      {
        found = titled[i].name;
        *title = titled[i].title;
      }
  return found;
}

static void
append_title (GString    *titles,
              const char *title)
{
  gsize at;

  if (titles->len > 0)
    g_string_append (titles, " + ");
  at = titles->len;
  g_string_append (titles, title);
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
      const char *word = skip_spaces (at), *title;
      const char *operator = word < end ? find_operator (word, (gsize) (end - word), &title) : NULL;

      /* Nothing is called by what it may not be. */
      if (!operator)
        return g_strndup (name, (gsize) (end - name));
      append_title (titles, title ? title : operator);
      at = word + strlen (operator);
      at += at < end;
    }
  return g_strdup (titles->str);
}
