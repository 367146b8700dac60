/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-signature-private.h"

#include "lamina-core.h"

#include <string.h>

/*
 * Attention as PyTorch and its libraries register it: what each argument is, in their order. A trace lists the arguments
 * of a call without names.
 *
 *   q k v        queries, keys, values; qkv all three in one, kv the last two: a dimension of 3 or 2 before the heads
 *   out dq dk dv tensors that take results: they are written, not read; so is tmp
 *   more-k       keys that are put behind those of a cache, or which of its batch are meant
 *   starts-q     where each sequence begins, and where the last one ends: one number more than there are sequences
 *   used-k       how many keys of each sequence are in use
 *   blocks       which pages of a cache each sequence has: keys and values are pages
 *   max-q max-k  no sequence is longer
 *   causal       whether no query meets keys behind it
 *   mask         the same as a number: 1 from the top left, 2 from the bottom right
 *   mode         the same as a number: 1 from the bottom right, more is a mask of its own
 *   left right   how many keys before and behind its own place a query meets, -1 is all; window: both in one
 *   local        how many keys a query meets at most, with its own
 *   order        of the dimensions: 1 is heads first
 *   flag number  what tells versions of an operator apart; - is anything
 *
 * Further arguments may follow. Of several signatures of one operator the first that the arguments fit is taken.
 */

#define PYTORCH "PyTorch, aten/src/ATen/native/native_functions.yaml"
#define FLASH "flash-attention, flash_attn/flash_attn_interface.py"
#define HOPPER "flash-attention, hopper/flash_api.cpp"
#define SGLANG "SGLang, sgl-kernel/csrc/flash_extension.cc"
#define XFORMERS "xFormers, xformers/csrc/attention/attention.cpp"
#define XFORMERS_FLASH "xFormers, xformers/ops/fmha/flash.py"
#define AITER "AITER, aiter/ops/mha.py"
#define VLLM "vLLM, csrc/torch_bindings.cpp"
#define VLLM_FLASH "vLLM, flash-attention/csrc/flash_attn/flash_api_torch_lib.cpp"
#define FLASHINFER "FlashInfer, flashinfer/prefill.py"

#define FORWARD(type, layout, mask, source, arguments) \
  { type, FALSE, LAMINA_WORK_##layout, LAMINA_WORK_MASK_##mask, arguments, source }
#define BACKWARD(type, layout, mask, source, arguments) \
  { type, TRUE, LAMINA_WORK_##layout, LAMINA_WORK_MASK_##mask, arguments, source }

static const LaminaWorkSignature signatures[] = {
  /* B H L E. The mask of PyTorch's function begins at the top left; the kernels of FlashAttention know but the other. */
  FORWARD ("aten::scaled_dot_product_attention", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - - causal"),
  FORWARD ("aten::_scaled_dot_product_attention_math", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - - causal"),
  FORWARD ("aten::_scaled_dot_product_flash_attention", HEADS_FIRST, BOTTOM_RIGHT, PYTORCH, "q k v - causal flag"),
  FORWARD ("aten::_scaled_dot_product_flash_attention_for_cpu", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - causal"),
  FORWARD ("aten::_scaled_dot_product_efficient_attention", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - flag - causal"),
  FORWARD ("aten::_scaled_dot_product_cudnn_attention", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - flag - causal flag"),
  FORWARD ("aten::_scaled_dot_product_cudnn_attention", HEADS_FIRST, TOP_LEFT, PYTORCH, "q k v - causal flag"),
  FORWARD ("aten::_scaled_dot_product_fused_attention_overrideable", HEADS_FIRST, TOP_LEFT, PYTORCH,
           "q k v - - causal flag"),
  FORWARD ("aten::_triton_scaled_dot_attention", HEADS_FIRST, NONE, PYTORCH, "q k v -"),
  FORWARD ("aten::_cudnn_attention_forward", HEADS_FIRST, TOP_LEFT, PYTORCH,
           "q k v - starts-q starts-k max-q max-k flag - causal flag"),
  BACKWARD ("aten::_scaled_dot_product_flash_attention_backward", HEADS_FIRST, BOTTOM_RIGHT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - causal"),
  BACKWARD ("aten::_scaled_dot_product_flash_attention_for_cpu_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - - causal"),
  BACKWARD ("aten::_scaled_dot_product_efficient_attention_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - - - - - - causal"),
  BACKWARD ("aten::_scaled_dot_product_cudnn_attention_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - - - - starts-q starts-k max-q max-k - causal"),
  BACKWARD ("aten::_scaled_dot_product_cudnn_attention_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - causal"),
  BACKWARD ("aten::_scaled_dot_product_fused_attention_overrideable_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - - - starts-q starts-k max-q max-k - causal"),
  BACKWARD ("aten::_cudnn_attention_backward", HEADS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - - - - starts-q starts-k max-q max-k - causal"),

  /* B L H E, or T H E where sequences stand one behind the other; the second pair has 1 T H E then. */
  FORWARD ("aten::_flash_attention_forward", TOKENS_FIRST, BOTTOM_RIGHT, PYTORCH,
           "q k v starts-q starts-k max-q max-k - causal flag - left right used-k"),
  FORWARD ("aten::_flash_attention_forward", TOKENS_FIRST, BOTTOM_RIGHT, PYTORCH,
           "q k v starts-q starts-k max-q max-k - causal flag"),
  BACKWARD ("aten::_flash_attention_backward", TOKENS_FIRST, BOTTOM_RIGHT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - causal - - - left right"),
  BACKWARD ("aten::_flash_attention_backward", TOKENS_FIRST, BOTTOM_RIGHT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - causal"),
  FORWARD ("aten::_efficient_attention_forward", TOKENS_FIRST, TOP_LEFT, PYTORCH,
           "q k v - starts-q starts-k max-q max-k - mask flag - used-k local"),
  FORWARD ("aten::_efficient_attention_forward", TOKENS_FIRST, TOP_LEFT, PYTORCH,
           "q k v - starts-q starts-k max-q max-k - mask flag - - used-k"),
  FORWARD ("aten::_efficient_attention_forward", TOKENS_FIRST, TOP_LEFT, PYTORCH,
           "q k v - starts-q starts-k max-q - mask flag - - used-k"),
  BACKWARD ("aten::_efficient_attention_backward", TOKENS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - - - - mask flag - - local"),
  BACKWARD ("aten::_efficient_attention_backward", TOKENS_FIRST, TOP_LEFT, PYTORCH,
            "- q k v - - starts-q starts-k max-q max-k - - - - mask flag"),

  FORWARD ("flash_attn::_flash_attn_forward", TOKENS_FIRST, BOTTOM_RIGHT, FLASH, "q k v - - causal left right"),
  FORWARD ("flash_attn::_flash_attn_varlen_forward", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
           "q k v starts-q starts-k max-q max-k - - causal left right - - flag blocks - used-k"),
  BACKWARD ("flash_attn::_flash_attn_backward", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
            "- q k v - - dq dk dv - - causal left right"),
  BACKWARD ("flash_attn::_flash_attn_varlen_backward", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
            "- q k v - - dq dk dv starts-q starts-k max-q max-k - - causal left right"),
  FORWARD ("FlashAttnFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH, "q k v - - causal window"),
  FORWARD ("FlashAttnQKVPackedFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH, "qkv - - causal window"),
  FORWARD ("FlashAttnKVPackedFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH, "q kv - - causal window"),
  FORWARD ("FlashAttnVarlenFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
           "q k v starts-q starts-k max-q max-k - - causal window - - flag flag blocks"),
  FORWARD ("FlashAttnVarlenFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
           "q k v starts-q starts-k max-q max-k - - causal window"),
  FORWARD ("FlashAttnVarlenQKVPackedFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH, "qkv starts-q max-q - - causal window"),
  FORWARD ("FlashAttnVarlenKVPackedFunc", TOKENS_FIRST, BOTTOM_RIGHT, FLASH,
           "q kv starts-q starts-k max-q max-k - - causal window"),
  FORWARD ("flash_attn_3::fwd", TOKENS_FIRST, BOTTOM_RIGHT, HOPPER,
           "q k v more-k - - out starts-q starts-k - used-q used-k max-q max-k blocks more-k - - - - - - - - causal left right"),
  FORWARD ("sgl_kernel::fwd", TOKENS_FIRST, BOTTOM_RIGHT, SGLANG,
           "q k v more-k - - out starts-q starts-k - used-q used-k max-q max-k blocks more-k - - - - - - - - causal left right"),

  FORWARD ("xformers::efficient_attention_forward_cutlass", TOKENS_FIRST, TOP_LEFT, XFORMERS,
           "q k v - starts-q starts-k max-q max-k - mask flag - used-k local"),
  FORWARD ("xformers::efficient_attention_forward_cutlass", TOKENS_FIRST, TOP_LEFT, XFORMERS,
           "q k v - starts-q starts-k max-q - flag mask - used-k local"),
  BACKWARD ("xformers::efficient_attention_backward_cutlass", TOKENS_FIRST, TOP_LEFT, XFORMERS,
            "- q k v - - starts-q starts-k max-q max-k - - - - mask flag - - local"),
  BACKWARD ("xformers::efficient_attention_backward_cutlass", TOKENS_FIRST, TOP_LEFT, XFORMERS,
            "- q k v - starts-q starts-k max-q max-k - - - - - mask - number local"),
  FORWARD ("xformers_flash::flash_fwd", TOKENS_FIRST, BOTTOM_RIGHT, XFORMERS_FLASH,
           "q k v starts-q starts-k used-k max-q max-k - - causal left right flag blocks"),
  FORWARD ("xformers_flash::flash_fwd", TOKENS_FIRST, BOTTOM_RIGHT, XFORMERS_FLASH,
           "q k v starts-q starts-k used-k max-q max-k - - causal left right flag"),
  FORWARD ("xformers_flash::flash_fwd", TOKENS_FIRST, BOTTOM_RIGHT, XFORMERS_FLASH,
           "q k v starts-q starts-k max-q max-k - - causal flag"),
  BACKWARD ("xformers_flash::flash_bwd", TOKENS_FIRST, BOTTOM_RIGHT, XFORMERS_FLASH,
            "- q k v - - dq dk dv starts-q starts-k max-q max-k - - causal left right"),
  BACKWARD ("xformers_flash::flash_bwd", TOKENS_FIRST, BOTTOM_RIGHT, XFORMERS_FLASH,
            "- q k v - - dq dk dv starts-q starts-k max-q max-k - - causal"),

  FORWARD ("aiter::mha_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
           "q k v - - causal left right number flag flag starts-q starts-k out"),
  FORWARD ("aiter::mha_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "q k v - - causal left right flag flag out"),
  FORWARD ("aiter::fmha_v3_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "q k v - - causal left right flag flag number out"),
  FORWARD ("aiter::fmha_v3_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "q k v - - causal left right flag flag out"),
  FORWARD ("aiter::wrapper_fmha_v3_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "q k v - - causal left right flag flag"),
  FORWARD ("aiter::wrapper_fmha_v3_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "- q k v - - causal left right flag flag"),
  FORWARD ("aiter::_flash_attn_forward", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "q k v - - causal left right"),
  FORWARD ("aiter::mha_varlen_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
           "q k v starts-q starts-k max-q max-k number - - - flag causal left right number flag flag out blocks"),
  FORWARD ("aiter::mha_varlen_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
           "q k v starts-q starts-k max-q max-k number - - - flag causal left right flag flag out blocks"),
  FORWARD ("aiter::mha_varlen_fwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
           "q k v starts-q starts-k max-q max-k - - flag causal left right flag flag out blocks"),
  BACKWARD ("aiter::mha_bwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER, "- q k v - - - - causal left right flag dq dk dv"),
  BACKWARD ("aiter::fmha_v3_bwd", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
            "- q k v - - - - causal left right flag flag number dq dk dv"),
  BACKWARD ("aiter::_flash_attn_backward", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
            "- q k v - - dq dk dv - - - causal left right"),
  BACKWARD ("aiter::_flash_attn_backward", TOKENS_FIRST, BOTTOM_RIGHT, AITER,
            "- q k v - - dq dk dv - - causal left right"),

  FORWARD ("_vllm_fa2_C::varlen_fwd", TOKENS_FIRST, BOTTOM_RIGHT, VLLM_FLASH,
           "q k v out starts-q starts-k used-k - blocks - max-q max-k - - flag causal left right"),
  FORWARD ("_vllm_fa2_C::fwd_kvcache", TOKENS_FIRST, BOTTOM_RIGHT, VLLM_FLASH,
           "q k v more-k - used-k - - more-k - blocks - out - causal left right"),
  FORWARD ("_vllm_fa3_C::fwd", TOKENS_FIRST, BOTTOM_RIGHT, VLLM_FLASH,
           "q k v more-k - - out starts-q starts-k - used-q used-k max-q max-k blocks more-k - - - - - - - - causal left right"),
  FORWARD ("_vllm_fa3_C::fwd", TOKENS_FIRST, BOTTOM_RIGHT, VLLM_FLASH,
           "q k v more-k - out starts-q starts-k - used-q used-k max-q max-k blocks more-k - - - - - - - causal left right"),

  /* T H E: one query of each sequence; keys are blocks × H × E/x × tokens × x, values blocks × H × E × tokens. */
  FORWARD ("_C::paged_attention_v1", PAGES, NONE, VLLM, "out q k v number - blocks used-k number max-k"),
  FORWARD ("_C::paged_attention_v2", PAGES, NONE, VLLM, "out tmp tmp tmp q k v number - blocks used-k number max-k"),
  FORWARD ("_rocm_C::paged_attention", PAGES, NONE, VLLM, "out tmp tmp tmp q k v number - blocks used-k starts-q number max-k"),
  FORWARD ("_rocm_C::paged_attention", PAGES, NONE, VLLM, "out tmp tmp tmp q k v number - blocks used-k number max-k"),

  /* L H E or H L E: a single sequence. The name goes on with the element types. */
  FORWARD ("flashinfer::single_prefill_with_kv_cache*", SINGLE, BOTTOM_RIGHT, FLASHINFER,
           "q k v tmp out tmp mode order left"),

  /* How long sequences are stands neither in shapes nor in plain values: nothing follows. */
  FORWARD ("vllm::unified_attention*", NO_LAYOUT, OTHER, "vLLM, vllm/attention/layer.py", ""),
  FORWARD ("vllm::unified_mla_attention*", NO_LAYOUT, OTHER, "vLLM, vllm/attention/layer.py", ""),
  FORWARD ("flashinfer::batch_prefill_with*", NO_LAYOUT, OTHER, FLASHINFER, ""),
  FORWARD ("flashinfer::batch_decode_with*", NO_LAYOUT, OTHER, "FlashInfer, flashinfer/decode.py", ""),
};

/* Whether a tensor is wanted, may be there, or what a plain value must be. */
typedef enum
{
  TAKES_ANYTHING,
  TAKES_TENSOR,
  TAKES_TENSOR_OR_NONE,
  TAKES_FLAG,
  TAKES_NUMBER,
  TAKES_NUMBER_OR_NONE,
} Takes;

typedef enum
{
  IS_NOTHING,
  IS_PLACE,
  IS_DESTINATION,
  IS_CAUSAL,
  IS_MASK,
  IS_MODE,
  IS_MOST_QUERIES,
  IS_MOST_KEYS,
  IS_LEFT,
  IS_RIGHT,
  IS_WINDOW,
  IS_LOCAL,
  IS_ORDER,
} Is;

typedef struct
{
  const char *word;
  guint8 takes;
  guint8 is;
  guint8 place;
} Meaning;

static const Meaning meanings[] = {
  { "-", TAKES_ANYTHING, IS_NOTHING, 0 },
  { "q", TAKES_TENSOR, IS_PLACE, LAMINA_WORK_QUERIES },
  { "k", TAKES_TENSOR, IS_PLACE, LAMINA_WORK_KEYS },
  { "v", TAKES_TENSOR, IS_PLACE, LAMINA_WORK_VALUES },
  { "qkv", TAKES_TENSOR, IS_PLACE, LAMINA_WORK_ALL_PACKED },
  { "kv", TAKES_TENSOR, IS_PLACE, LAMINA_WORK_KEYS_PACKED },
  { "out", TAKES_TENSOR_OR_NONE, IS_DESTINATION, LAMINA_WORK_RESULT },
  { "tmp", TAKES_TENSOR_OR_NONE, IS_DESTINATION, LAMINA_N_WORK_PLACES },
  { "dq", TAKES_TENSOR_OR_NONE, IS_DESTINATION, LAMINA_N_WORK_PLACES },
  { "dk", TAKES_TENSOR_OR_NONE, IS_DESTINATION, LAMINA_N_WORK_PLACES },
  { "dv", TAKES_TENSOR_OR_NONE, IS_DESTINATION, LAMINA_N_WORK_PLACES },
  { "more-k", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_MORE_KEYS },
  { "starts-q", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_STARTS_OF_QUERIES },
  { "starts-k", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_STARTS_OF_KEYS },
  { "used-q", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_USED_QUERIES },
  { "used-k", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_USED_KEYS },
  { "blocks", TAKES_TENSOR_OR_NONE, IS_PLACE, LAMINA_WORK_BLOCK_TABLE },
  { "max-q", TAKES_NUMBER_OR_NONE, IS_MOST_QUERIES, 0 },
  { "max-k", TAKES_NUMBER_OR_NONE, IS_MOST_KEYS, 0 },
  { "causal", TAKES_FLAG, IS_CAUSAL, 0 },
  { "flag", TAKES_FLAG, IS_NOTHING, 0 },
  { "number", TAKES_NUMBER, IS_NOTHING, 0 },
  { "mask", TAKES_NUMBER, IS_MASK, 0 },
  { "mode", TAKES_NUMBER, IS_MODE, 0 },
  { "order", TAKES_NUMBER, IS_ORDER, 0 },
  { "left", TAKES_NUMBER_OR_NONE, IS_LEFT, 0 },
  { "right", TAKES_NUMBER_OR_NONE, IS_RIGHT, 0 },
  { "local", TAKES_NUMBER_OR_NONE, IS_LOCAL, 0 },
  { "window", TAKES_ANYTHING, IS_WINDOW, 0 },
};

static const Meaning *
find_meaning (const char *word,
              gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (strncmp (meanings[i].word, word, length) == 0 && meanings[i].word[length] == '\0')
      return &meanings[i];
  g_assert_not_reached ();
}

/* @word is at the blank before the next word, at first at a word; NULL behind the last. */
static const Meaning *
take_meaning (const char **words)
{
  gsize length = strcspn (*words, " ");
  const Meaning *meaning = length > 0 ? find_meaning (*words, length) : NULL;

  *words += length;
  *words += strspn (*words, " ");
  return meaning;
}

static gboolean
is_of_type (const LaminaWorkSignature *signature,
            const char                *type)
{
  gsize length = strlen (signature->type);

  if (signature->type[length - 1] == '*')
    return strncmp (signature->type, type, length - 1) == 0;
  return g_str_equal (signature->type, type);
}

const LaminaWorkSignature *
lamina_work_find_signature (const char                *type,
                            const LaminaWorkSignature *behind)
{
  /* The library calls itself by either name. */
  static const char other[] = "flashattn::", name[] = "flash_attn::";
  g_autofree char *renamed = g_str_has_prefix (type, other) ? g_strconcat (name, type + strlen (other), NULL) : NULL;

  for (guint i = behind ? (guint) (behind - signatures) + 1 : 0; i < G_N_ELEMENTS (signatures); i++)
    if (is_of_type (&signatures[i], renamed ? renamed : type))
      return &signatures[i];
  return NULL;
}

/*
 * A trace of PyTorch has the arguments of a call as three lists side by side: shapes, types, and the values of what is no
 * tensor. Those that are tensors become inputs of the layer, each tensor of a list one; what has neither a dimension nor a
 * type of a size is none.
 *
 *   [[2, 8, 128, 64], [], []]   ["float", "", "Scalar"]   ["", "", "True"]
 */

/* From behind the bracket of a shape, or of a list of these, to behind its end. */
static const char *
skip_shape (const char         *text,
            LaminaWorkArgument *argument,
            guint              *n_tensors)
{
  guint depth = 1;
  gboolean is_number = FALSE;

  for (; *text != '\0' && depth > 0; text++)
    {
      if (*text == '[')
        {
          (*n_tensors)++;
          depth++;
        }
      else if (*text == ']')
        depth--;
      else if (g_ascii_isdigit (*text) && !is_number && depth == 1)
        argument->n_dims++;
      is_number = g_ascii_isdigit (*text);
    }
  return text;
}

/* The next text of a list, which must be at its beginning at first; NULL behind the last. A list counts as nothing. */
static const char *
take_text (const char **list,
           gsize       *length)
{
  const char *begin;

  while (**list != '\0' && **list != '"' && **list != '[')
    ++*list;
  *length = 0;
  if (**list == '[')
    {
      *list += strcspn (*list, "]");
      *list += **list == ']';
      return "";
    }
  if (**list == '\0')
    return NULL;
  begin = ++*list;
  for (; **list != '\0' && **list != '"'; ++*list)
    if (**list == '\\' && (*list)[1] != '\0')
      ++*list;
  *length = (gsize) (*list - begin);
  *list += **list == '"';
  return begin;
}

guint
lamina_work_split_arguments (const char         *dims,
                             const char         *types,
                             const char         *values,
                             LaminaWorkArgument *arguments)
{
  guint n = 0, n_inputs = 0;

  if (*dims != '[' || *types != '[' || (values && *values != '['))
    return 0;
  dims++;
  types++;
  if (values)
    values++;
  while (n < LAMINA_WORK_MOST_ARGUMENTS && *(dims += strcspn (dims, "[]")) == '[')
    {
      LaminaWorkArgument *argument = &arguments[n++];
      guint n_tensors = 0;
      gsize length;
      const char *type = take_text (&types, &length);
      g_autofree char *word = NULL;
      gboolean is_tensor;

      *argument = (LaminaWorkArgument) { .value = NULL };
      dims = skip_shape (dims + 1, argument, &n_tensors);
      word = g_strndup (type ? type : "", length);
      is_tensor = argument->n_dims > 0 || lamina_dtype_get_bits (word) > 0;
      argument->is_plain = !is_tensor && n_tensors == 0 && length > 0;
      if (is_tensor && n_tensors == 0)
        argument->input_plus_1 = (guint8) MIN (n_inputs + 1, G_MAXUINT8);
      n_inputs += n_tensors > 0 || !is_tensor ? n_tensors : 1;
      argument->value = values ? take_text (&values, &argument->length) : NULL;
      if (argument->length == 0)
        argument->value = NULL;
    }
  return n;
}

static gboolean
is_flag (const LaminaWorkArgument *argument)
{
  return (argument->length == 4 && g_ascii_strncasecmp (argument->value, "true", 4) == 0)
         || (argument->length == 5 && g_ascii_strncasecmp (argument->value, "false", 5) == 0);
}

static gboolean
is_number (const LaminaWorkArgument *argument)
{
  gsize sign = argument->length > 1 && argument->value[0] == '-' ? 1 : 0;

  for (gsize i = sign; i < argument->length; i++)
    if (!g_ascii_isdigit (argument->value[i]))
      return FALSE;
  return argument->length > 0 && argument->length < 11;
}

/* Values that the file lacks fit. */
static gboolean
fits_one (const Meaning            *meaning,
          const LaminaWorkArgument *argument)
{
  gboolean is_tensor = argument->n_dims > 0, is_plain = argument->is_plain;

  switch ((Takes) meaning->takes)
    {
    case TAKES_TENSOR:
      return argument->n_dims >= 3;
    case TAKES_TENSOR_OR_NONE:
      return !is_plain;
    case TAKES_FLAG:
      return is_plain && (!argument->value || is_flag (argument));
    case TAKES_NUMBER:
      return is_plain && (!argument->value || is_number (argument));
    case TAKES_NUMBER_OR_NONE:
      return !is_tensor && (!is_plain || !argument->value || is_number (argument));
    case TAKES_ANYTHING:
    default:
      return TRUE;
    }
}

static gboolean
fits (const LaminaWorkSignature *signature,
      const LaminaWorkArgument  *arguments,
      guint                      n)
{
  const char *words = signature->arguments;
  const Meaning *meaning;

  for (guint i = 0; (meaning = take_meaning (&words)); i++)
    if (i == n || !fits_one (meaning, &arguments[i]))
      return FALSE;
  return TRUE;
}

static gint32
get_number (const LaminaWorkArgument *argument,
            gint32                    without)
{
  gint64 number = argument->value && is_number (argument) ? g_ascii_strtoll (argument->value, NULL, 10) : without;

  return number >= -1 && number <= G_MAXINT32 ? (gint32) number : without;
}

/* `[127, 0]` or `(127, 0)`. */
static void
set_window (LaminaWorkAttention      *self,
            const LaminaWorkArgument *argument)
{
  char *behind;
  gint64 left, right;

  if (!argument->value || argument->length < 2)
    return;
  left = g_ascii_strtoll (argument->value + 1, &behind, 10);
  if (*behind != ',')
    return;
  right = g_ascii_strtoll (behind + 1, NULL, 10);
  self->left = (gint32) CLAMP (left, -1, G_MAXINT32);
  self->right = (gint32) CLAMP (right, -1, G_MAXINT32);
}

/* Among the causal masks, the one that @number stands for. */
static guint8
read_mask (const LaminaWorkArgument *argument)
{
  static const guint8 masks[] = { LAMINA_WORK_MASK_NONE, LAMINA_WORK_MASK_TOP_LEFT, LAMINA_WORK_MASK_BOTTOM_RIGHT };
  gint32 number = get_number (argument, -1);

  if (!argument->value)
    return LAMINA_WORK_MASK_NOT_STATED;
  return number >= 0 && number < (gint32) G_N_ELEMENTS (masks) ? masks[number] : LAMINA_WORK_MASK_OTHER;
}

static guint8
read_mode (const LaminaWorkArgument *argument)
{
  gint32 number = get_number (argument, -1);

  if (!argument->value)
    return LAMINA_WORK_MASK_NOT_STATED;
  return number == 0 ? LAMINA_WORK_MASK_NONE : number == 1 ? LAMINA_WORK_MASK_BOTTOM_RIGHT : LAMINA_WORK_MASK_OTHER;
}

static guint8
read_causal (const LaminaWorkSignature *signature,
             const LaminaWorkArgument  *argument)
{
  if (!argument->value)
    return LAMINA_WORK_MASK_NOT_STATED;
  return argument->length == 4 ? signature->mask : LAMINA_WORK_MASK_NONE;
}

static void
set_place (LaminaWorkAttention      *self,
           const Meaning            *meaning,
           const LaminaWorkArgument *argument)
{
  if (argument->input_plus_1 == 0 || argument->input_plus_1 > LAMINA_WORK_MOST_ARGUMENTS)
    return;
  if (meaning->is == IS_DESTINATION)
    self->destinations |= G_GUINT64_CONSTANT (1) << (argument->input_plus_1 - 1);
  if (meaning->place < LAMINA_N_WORK_PLACES && self->places[meaning->place] == 0)
    self->places[meaning->place] = argument->input_plus_1;
}

static void
set (LaminaWorkAttention       *self,
     const LaminaWorkSignature *signature,
     const Meaning             *meaning,
     const LaminaWorkArgument  *argument,
     gint32                    *local)
{
  switch ((Is) meaning->is)
    {
    case IS_PLACE:
    case IS_DESTINATION:
      set_place (self, meaning, argument);
      break;
    case IS_CAUSAL:
      self->mask = read_causal (signature, argument);
      break;
    case IS_MASK:
      self->mask = read_mask (argument);
      break;
    case IS_MODE:
      self->mask = read_mode (argument);
      break;
    case IS_MOST_QUERIES:
      self->most_queries = MAX (get_number (argument, 0), 0);
      break;
    case IS_MOST_KEYS:
      self->most_keys = MAX (get_number (argument, 0), 0);
      break;
    case IS_LEFT:
      self->left = get_number (argument, -1);
      break;
    case IS_RIGHT:
      self->right = get_number (argument, -1);
      break;
    case IS_WINDOW:
      set_window (self, argument);
      break;
    case IS_LOCAL:
      *local = get_number (argument, 0);
      break;
    case IS_ORDER:
      if (!argument->value)
        self->mask = LAMINA_WORK_MASK_OTHER;
      else if (get_number (argument, 0) == 1)
        self->layout = LAMINA_WORK_SINGLE_HEADS_FIRST;
      break;
    case IS_NOTHING:
    default:
      break;
    }
}

gboolean
lamina_work_read_attention (LaminaWorkAttention      *self,
                            const char               *type,
                            const LaminaWorkArgument *arguments,
                            guint                     n)
{
  const LaminaWorkSignature *signature = lamina_work_find_signature (type, NULL);
  const Meaning *meaning;
  const char *words;
  gint32 local = 0;

  if (!signature)
    return FALSE;
  while (signature && !fits (signature, arguments, n))
    signature = lamina_work_find_signature (type, signature);
  *self = (LaminaWorkAttention) { .layout = signature ? signature->layout : LAMINA_WORK_NO_LAYOUT, .left = -1, .right = -1,
                                  .mask = LAMINA_WORK_MASK_NONE };
  words = signature ? signature->arguments : "";
  for (guint i = 0; (meaning = take_meaning (&words)); i++)
    set (self, signature, meaning, &arguments[i], &local);
  if (local > 0 && (self->mask == LAMINA_WORK_MASK_TOP_LEFT || self->mask == LAMINA_WORK_MASK_BOTTOM_RIGHT))
    self->left = local - 1;
  else if (local > 0)
    self->mask = LAMINA_WORK_MASK_OTHER;
  return TRUE;
}
