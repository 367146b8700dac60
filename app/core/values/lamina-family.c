/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family-says.h"

#include <pthread.h>
#include <string.h>

/*
 * How a family is found
 *
 * 1. A text is folded: letters in lower case, everything that is neither letter nor digit as one underscore, and for
 *   each position whether a word begins there. A word begins after anything but a letter, and at a capital after a
 *   small letter, so that `MaxPool_3`, `maxpool3` and `max_pool` all hold the word `pool`, while `spool` holds none.
 * 2. The table of groups lists words of folded text, and whether they must begin and end as words do. At each position
 *   the words with that first character are tried; of all that are found the one with the highest rank decides, since names
 *   of fused kernels hold the words of everything that was fused into the strongest of them.
 * 3. The type decides. The name is asked when the type says nothing, or says no more than "elementwise": many tools
 *   call an activation function that.
 * 4. Of a name with scopes, `conv1/BiasAdd`, the scopes are asked when the last part says nothing. What only hands a
 *   value on, `conv1/weights/read`, is no work of its scope.
 */

/* Longer texts are demangled kernels; what they do stands in front. */
#define MAX_TEXT 1024

/* Marks words that others translate. */
#define N_(text) text

#define MOST_WORDS 1024
#define END_OF_CHAIN G_MAXUINT16

/* Where in a text a word counts. */
typedef enum
{
  MATCH_ANYWHERE = 0,
  MATCH_START = 1 << 0,
  MATCH_END = 1 << 1,
  MATCH_NOT_BEHIND_FB = 1 << 2,
  MATCH_NOT_BEHIND_QUANTIZE = 1 << 3,
  MATCH_NOT_OWNED = 1 << 4,
  MATCH_ALONE = 1 << 5, /* nothing else stands there but a number */
  MATCH_NOT_CONTINUED = 1 << 6,
  MATCH_LAST = 1 << 7,  /* of words written together */
  MATCH_WORD = MATCH_START | MATCH_END,
  MATCH_WORD_NOT_OWNED = MATCH_WORD | MATCH_NOT_OWNED,
  MATCH_WORD_LAST = MATCH_WORD | MATCH_LAST,
  MATCH_WORD_NOT_BEHIND_QUANTIZE = MATCH_WORD | MATCH_NOT_BEHIND_QUANTIZE,
  MATCH_START_NOT_CONTINUED = MATCH_START | MATCH_NOT_CONTINUED,
  MATCH_NOT_BEHIND_FB_NOT_CONTINUED = MATCH_NOT_BEHIND_FB | MATCH_NOT_CONTINUED,
} MatchFlags;

/* Of all words that are found the one with the highest rank decides. From the weakest to the strongest. */
typedef enum
{
  RANK_NONE,
  RANK_OTHER,
  RANK_COPY,
  RANK_GENERIC,
  RANK_FUNCTION,
  RANK_EXTREME,
  RANK_ACTIVATION,
  RANK_ARITHMETIC,
  RANK_LAYOUT,
  RANK_REDUCTION,
  RANK_INDEX,
  RANK_OPTIMIZER,
  RANK_POOLING,
  RANK_NORMALIZATION,
  RANK_MATMUL,
  RANK_CONVOLUTION,
  RANK_ATTENTION,
  RANK_CALL,
  RANK_COMMUNICATION,
} Rank;

#define FAMILY(family, rank, flags, words) { LAMINA_FAMILY_##family, RANK_##rank, MATCH_##flags, words }

/* Folded text, at least two characters each, with blanks between. */
static const struct
{
  LaminaFamily family;
  Rank rank;
  MatchFlags flags;
  const char *words;
} groups[] = {
  FAMILY (COMMUNICATION, COMMUNICATION, ANYWHERE, "nccl"),
  FAMILY (COMMUNICATION, COMMUNICATION, START,
          "rccl hccl allreduce all_reduce allgather all_gather alltoall all_to_all all2all reducescatter "
          "reduce_scatter cross_device_reduce collective record_param_comms remotesend remoterecv"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD, "gloo mpi c10d horovod"),
  FAMILY (COMMUNICATION, COMMUNICATION, WORD_LAST, "send recv"),

  /* Calls of the runtime name what they act on; `varhandle` is of variables, not of variances. */
  FAMILY (COPY, CALL, START,
          "cudamemcpy cudamemset cudamalloc cudafree cudahostalloc hipmemcpy hipmemset hipmalloc hipfree memcpy "
          "memset local_scalar_dense aten_resize"),
  FAMILY (OTHER, CALL, START,
          "cudalaunch hiplaunch cudadevice cudastream cudaevent cudafuncget cudafuncset cudaoccupancy "
          "immutabletensor shareddevicetensor volatileshareddevicetensor multipledevicetensor getvarshape "
          "layoutoptimizer stringnormalizer stringconcat stringsplit has_compatible varhandle"),
  FAMILY (INDEX, CALL, START, "upsample embedding_dense embedding_bag split_embedding"),
  FAMILY (LAYOUT, CALL, START,
          "layout_transform transposenhwctonchw_layoutoptimizer transposenchwtonhwc_layoutoptimizer flatten_dense "
          "unflatten_dense dense_to_jagged padded_dense"),
  FAMILY (OPTIMIZER, CALL, START, "optimizer"),
  FAMILY (REDUCTION, CALL, ANYWHERE, "softmaxcrossentropy softmax_cross_entropy"),
  FAMILY (REDUCTION, CALL, START, "convex_sum moe_sum"),
  FAMILY (ACTIVATION, CALL, START, "biassplitgelu"),
  FAMILY (ELEMENTWISE, CALL, START, "arange fakequant"),
  FAMILY (COPY, CALL, WORD, "to_dense"),
  FAMILY (COPY, CALL, ALONE, "sparsetodense"),

  FAMILY (ATTENTION, ATTENTION, START,
          "attention fmha flash_fwd flash_bwd flash_attn flashattn vllm_fa2_c vllm_fa3_c single_prefill_with "
          "batch_prefill_with batch_decode_with scaled_dot_product multihead"),
  FAMILY (ATTENTION, ATTENTION, END, "attention"),
  FAMILY (NORMALIZATION, NORMALIZATION, ANYWHERE, "softmax"),
  FAMILY (NORMALIZATION, NORMALIZATION, WORD, "soft_max"),
  FAMILY (ATTENTION, ATTENTION, WORD, "mha sdpa"),

  FAMILY (CONVOLUTION, CONVOLUTION, START_NOT_CONTINUED, "conv"),
  FAMILY (CONVOLUTION, CONVOLUTION, END, "conv"),
  FAMILY (CONVOLUTION, CONVOLUTION, ANYWHERE, "convolution convolve scudnn 4cudnn 6cudnn 8cudnn"),
  FAMILY (CONVOLUTION, CONVOLUTION, START, "winograd fprop dgrad wgrad im2col col2im deconv localshare"),

  /* FBGEMM is a library of operators of all kinds. */
  FAMILY (MATMUL, MATMUL, NOT_BEHIND_FB_NOT_CONTINUED, "gemm"),
  FAMILY (MATMUL, MATMUL, ANYWHERE, "gemv matmul matrixmul"),
  FAMILY (MATMUL, MATMUL, WORD, "mat_mul mm bmm addmm addbmm baddbmm addmv dense dot einsum tensordot fc lstm gru rnn"),
  FAMILY (MATMUL, MATMUL, START,
          "matrix_mul cublas rocblas splitkreduce fullyconnected fully_connected innerproduct inner_product "
          "blocklstm lstmblock grublock cudnnrnnv fused_moe moe_forward"),
  /* Kernels of Tensile, which also say whether they add a bias. */
  FAMILY (MATMUL, MATMUL, START, "cijk"),
  /* `QuantizeLinear` is named after its scale. */
  FAMILY (MATMUL, MATMUL, WORD_NOT_BEHIND_QUANTIZE, "linear"),
  /* Experts, but not all that their module does. */
  FAMILY (MATMUL, MATMUL, ALONE, "moe qmoe shardedmoe"),

  FAMILY (NORMALIZATION, NORMALIZATION, END, "norm"),
  FAMILY (NORMALIZATION, NORMALIZATION, ANYWHERE, "normaliz"),
  FAMILY (NORMALIZATION, NORMALIZATION, START, "batchnorm layernorm batch_norm layer_norm lrngrad localresponse"),
  FAMILY (NORMALIZATION, NORMALIZATION, WORD, "bn lrn"),

  FAMILY (POOLING, POOLING, WORD_NOT_OWNED, "pool"),
  FAMILY (POOLING, POOLING, END, "maxpool avgpool averagepool globalpool lppool meanpool minpool sumpool roipool unpool"),
  FAMILY (POOLING, POOLING, ANYWHERE, "pooling"),

  FAMILY (OPTIMIZER, OPTIMIZER, WORD, "adam adamw adamax adagrad adadelta sgd lamb rmsprop momentum"),
  FAMILY (OPTIMIZER, OPTIMIZER, START, "applyadam applygradient multi_tensor_apply addupdate"),

  FAMILY (INDEX, INDEX, ANYWHERE, "gather scatter getitem"),
  FAMILY (INDEX, INDEX, WORD, "index embed take lookup nms resize interpolate"),
  FAMILY (INDEX, INDEX, START,
          "indexing index_ embedding nonzero onehot one_hot masked nonmax roi grid_sample gridsample warpperspective "
          "warpaffine remap"),
  /* A rotation, which only is named after what it turns. */
  FAMILY (ELEMENTWISE, INDEX, ANYWHERE, "rotary"),
  FAMILY (INDEX, INDEX, END, "embedding"),
  FAMILY (INDEX, INDEX, ALONE, "compress"),

  FAMILY (REDUCTION, REDUCTION, WORD,
          "reduce sum cumsum mean var aten_std reduce_std prod topk top_k sort argsort loss logsumexp nansum amax "
          "amin aten_any aten_all"),
  FAMILY (REDUCTION, REDUCTION, START, "reduction argmax argmin hardmax topkv crossentropy cross_entropy"),
  FAMILY (REDUCTION, REDUCTION, ALONE, "std"),

  FAMILY (REDUCTION, EXTREME, WORD, "max min"),

  FAMILY (LAYOUT, LAYOUT, ANYWHERE, "transpose reshape concat flatten nchwtonhwc nhwctonchw nchw_to_nhwc nhwc_to_nchw"),
  FAMILY (LAYOUT, LAYOUT, WORD,
          "cat permute stack unstack hstack vstack split chunk narrow select pad padding repeat expand aten_t unfold "
          "fold flip roll tril triu trilu"),
  FAMILY (LAYOUT, LAYOUT, START,
          "reformat relayout reorder dimshuffle axisaddremove split_with parampack subtensor setsubtensor "
          "constant_pad broadcast as_strided reversesequence reversev2 pixel_shuffle depthtospace spacetodepth "
          "depth_to_space space_to_depth"),
  FAMILY (LAYOUT, LAYOUT, END, "shuffle squeeze slice"),
  FAMILY (LAYOUT, LAYOUT, WORD_LAST, "tile view"),

  FAMILY (ELEMENTWISE, ARITHMETIC, WORD,
          "add addfunctor biasadd addcmul addcdiv sub rsub subtract mul lerp mulfunctor multiply div realdiv divide "
          "pow exp log sqrt rsqrt square abs neg sin cos sinh cosh asin acos asinh acosh atanh expm1 maximum minimum "
          "where dropout fma"),

  FAMILY (ELEMENTWISE, GENERIC, ANYWHERE, "elementwise elemwise eltwise loop_fusion"),
  FAMILY (ELEMENTWISE, GENERIC, START, "pointwise"),
  FAMILY (ELEMENTWISE, GENERIC, WORD, "pwn unary binary"),

  FAMILY (ELEMENTWISE, FUNCTION, WORD,
          "scale bias cast typecvt equal greater less aten_eq aten_ne aten_ge aten_gt aten_le aten_lt isnan isinf "
          "is_nan is_inf reciprocal erf floor ceil tan atan aten_sign aten_round aten_sgn aten_trunc aten_remainder "
          "aten_fmod aten_and aten_or aten_xor convert"),
  FAMILY (ELEMENTWISE, FUNCTION, END, "quantize quantized"),
  FAMILY (ELEMENTWISE, FUNCTION, START,
          "quantizelinear dequantizelinear aten_logical aten_nan_to_num aten_logit logicaland logicalor logicalnot "
          "bitwise bitshift"),
  /* Words of everyday language. */
  FAMILY (ELEMENTWISE, FUNCTION, ALONE, "and or xor not mod sign round"),

  FAMILY (ACTIVATION, ACTIVATION, END, "relu gelu sigmoid tanh"),
  FAMILY (ACTIVATION, ACTIVATION, WORD_LAST, "activation"),
  FAMILY (ACTIVATION, ACTIVATION, WORD, "elu selu celu silu swish hswish mish clip"),
  FAMILY (ACTIVATION, ACTIVATION, START, "hardswish softplus softsign clamp threshold hardtanh hardsigmoid softshrink hardshrink"),
  FAMILY (ACTIVATION, ACTIVATION, ALONE, "shrink"),

  FAMILY (COPY, COPY, ANYWHERE, "memcpy memset"),
  FAMILY (COPY, COPY, END, "copy alloc"),
  FAMILY (COPY, COPY, START, "copy host2device d2d h2d d2h alloc constantofshape"),
  FAMILY (COPY, COPY, WORD, "htod dtoh dtod aten_to clone contiguous identity free empty zeros ones zero fill"),

  FAMILY (OTHER, OTHER, START, "const"),
  FAMILY (OTHER, OTHER, WORD, "placeholder retval variable parameter shape if loop while noop no_op detach myelin"),
  FAMILY (OTHER, OTHER, END, "callback"),
  /* What these do follows from no scope. */
  FAMILY (OTHER, OTHER, ALONE, "size range unique eyelike randomnormallike"),
};

typedef struct
{
  const char *literal; /* inside the words of its group */
  guint8 length;
  guint8 family;
  guint8 rank;
  guint8 flags;
} Word;

/* The words by first character: `head` begins a chain of indexes into the list, `next` goes on. */
static struct
{
  Word words[MOST_WORDS];
  guint16 head[128];
  guint16 next[MOST_WORDS];
  /* Bits for what the second character of a word may be: most places of a text need no look at the chain. */
  guint64 seconds[128][2];
} chains;

static pthread_once_t indexed = PTHREAD_ONCE_INIT;

typedef struct
{
  /* Folded text between two guards, so that its neighbors can be looked at. */
  char text[MAX_TEXT + 2];
  gboolean starts[MAX_TEXT + 2];
  gsize length;
} Folded;

static void
index_group (guint    group,
             guint16 *n)
{
  gsize length;

  for (const char *literal = groups[group].words; (length = strcspn (literal, " ")) > 0; literal += strspn (literal, " "))
    {
      guchar first = (guchar) literal[0], second = (guchar) literal[1];

      g_assert (*n < MOST_WORDS);
      chains.words[*n] = (Word) { literal, (guint8) length, (guint8) groups[group].family, (guint8) groups[group].rank,
                                  (guint8) groups[group].flags };
      chains.seconds[first][second >> 6] |= G_GUINT64_CONSTANT (1) << (second & 63);
      chains.next[*n] = chains.head[first];
      chains.head[first] = (*n)++;
      literal += length;
    }
}

static void
index_words (void)
{
  guint16 n = 0;

  G_STATIC_ASSERT (MOST_WORDS < END_OF_CHAIN);

  for (gsize i = 0; i < G_N_ELEMENTS (chains.head); i++)
    chains.head[i] = END_OF_CHAIN;
  for (guint group = 0; group < G_N_ELEMENTS (groups); group++)
    index_group (group, &n);
}

/* A closing capital run is one word: `ReLU` is `re` and `lu`, but GELU and NCHWToNHWC have no inner words. */
static gboolean
starts_word (char before,
             char here)
{
  if (!g_ascii_isalpha (before))
    return TRUE;

  return g_ascii_isupper (here) && g_ascii_islower (before);
}

static void
fold (const char *text,
      gsize       length,
      Folded     *folded)
{
  char before = '\0';

  folded->text[0] = '_';
  folded->length = 1;

  for (gsize i = 0; i < length && folded->length <= MAX_TEXT; i++)
    {
      char here = text[i];

      if (g_ascii_isalnum (here))
        {
          folded->starts[folded->length] = starts_word (before, here);
          folded->text[folded->length++] = g_ascii_tolower (here);
        }
      else if (folded->text[folded->length - 1] != '_')
        {
          folded->starts[folded->length] = TRUE;
          folded->text[folded->length++] = '_';
        }
      before = here;
    }

  folded->starts[folded->length] = TRUE;
  folded->text[folded->length] = '\0';
}

static gboolean
is_behind (const Folded *folded,
           gsize         position,
           const char   *word)
{
  gsize length = strlen (word);

  return position > length && memcmp (folded->text + position - length, word, length) == 0;
}

/* Workers, threads and memory have pools that pool nothing: `WorkerPool`, `thread_pool`. */
static gboolean
is_owned (const Folded *folded,
          gsize         position)
{
  static const char *const owners[] = { "thread_", "worker_", "task_", "mem_", "memory_", "buffer_" };

  for (gsize i = 0; i < G_N_ELEMENTS (owners); i++)
    if (is_behind (folded, position, owners[i]))
      return TRUE;
  return g_ascii_isalpha (folded->text[position - 1]);
}

/* `convert` is no convolution and `Gemma` no matrix product; `GemmEx` is one. */
static gboolean
is_continued (const Folded *folded,
              gsize         position)
{
  return !folded->starts[position] && (folded->text[position] == 'a' || folded->text[position] == 'e');
}

/* `ViewAsRealBackward0` is a view and `RecvTensor` receives, `WebViewImpl` and `SendBeginFrame` are of browsers. */
static gboolean
is_last (const Folded *folded,
         gsize         position)
{
  static const char *const more[] = { "grad", "forward", "kernel", "tensor", "recv", "fromhost", "tohost", "athost" };
  const char *behind = folded->text + position;

  if (!g_ascii_isalpha (*behind) || strstr (behind, "backward"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (more); i++)
    if (g_str_has_prefix (behind, more[i]))
      return TRUE;
  return g_str_has_prefix (behind, "op") && !g_ascii_isalpha (behind[2]);
}

/* `And`, `and_3` */
static gboolean
stands_alone (const Folded *folded,
              gsize         position,
              gsize         length)
{
  const char *behind = folded->text + position + length;

  return strspn (folded->text, "_") == position && behind[strspn (behind, "_0123456789")] == '\0';
}

/* What few words ask for besides where they begin and end. */
static gboolean
is_meant (const Folded *folded,
          gsize         position,
          gsize         length,
          MatchFlags    flags)
{
  if ((flags & MATCH_NOT_OWNED) && is_owned (folded, position))
    return FALSE;
  if ((flags & MATCH_NOT_BEHIND_FB) && is_behind (folded, position, "fb"))
    return FALSE;
  if ((flags & MATCH_NOT_BEHIND_QUANTIZE) && is_behind (folded, position, "quantize"))
    return FALSE;
  if ((flags & MATCH_NOT_CONTINUED) && is_continued (folded, position + length))
    return FALSE;
  if ((flags & MATCH_LAST) && !is_last (folded, position + length))
    return FALSE;
  return !(flags & MATCH_ALONE) || stands_alone (folded, position, length);
}

static gboolean
matches (const Folded *folded,
         gsize         position,
         const Word   *word)
{
  gsize length = word->length, end = position + length;

  if ((word->flags & MATCH_START) && !folded->starts[position])
    return FALSE;
  /* Many words begin alike, `aten_`: the last letter tells most of them apart. */
  if (end > folded->length || folded->text[end - 1] != word->literal[length - 1]
      || memcmp (folded->text + position, word->literal, length) != 0)
    return FALSE;
  if ((word->flags & MATCH_END) && !folded->starts[end] && g_ascii_isalpha (folded->text[end]))
    return FALSE;
  return !(word->flags & ~MATCH_WORD) || is_meant (folded, position, length, (MatchFlags) word->flags);
}

/* Finds the strongest word of a text. */
static Rank
find_family (const char   *text,
             gsize         length,
             LaminaFamily *family)
{
  Folded folded;
  Rank best = RANK_NONE;

  fold (text, length, &folded);

  for (gsize position = 1; position < folded.length; position++)
    {
      guchar second = (guchar) folded.text[position + 1];
      guint16 i = chains.head[(guchar) folded.text[position]];

      if ((chains.seconds[(guchar) folded.text[position]][second >> 6] >> (second & 63) & 1) == 0)
        continue;
      for (; i != END_OF_CHAIN; i = chains.next[i])
        {
          const Word *word = &chains.words[i];

          if ((Rank) word->rank <= best || !matches (&folded, position, word))
            continue;
          best = (Rank) word->rank;
          *family = (LaminaFamily) word->family;
        }
    }

  return best;
}

/* `RELU(x)` is an activation though its type is "elementwise"; `FUSE_ADD_RELU(x,y)` does more than that. */
gboolean
lamina_family_names_activation (const char *name)
{
  LaminaFamily family = LAMINA_FAMILY_OTHER;

  pthread_once (&indexed, index_words);
  return find_family (name, strcspn (name, "(["), &family) == RANK_ACTIVATION;
}

/* `conv1/weights/read`, `_retval_gradients/conv1/BiasAdd_grad/BiasAddGrad_0_0`: a variable, an argument or a result. */
static gboolean
hands_on (const char *text,
          const char *last)
{
  static const char *const values[] = { "read", "weights", "weight", "biases", "bias", "kernel", "gamma", "beta",
                                        "moving_mean", "moving_variance", "Shape", "ShapeN" };

  if (g_str_has_prefix (text, "_retval_") || g_str_has_prefix (text, "_arg_")
      || g_str_has_prefix (text, "ConstantFolding/"))
    return TRUE;
  for (guint i = 0; last != text && i < G_N_ELEMENTS (values); i++)
    if (last[0] == values[i][0] && g_str_has_prefix (last, values[i]))
      {
        const char *behind = last + strlen (values[i]);

        if (behind[strspn (behind, "_0123456789")] == '\0')
          return TRUE;
      }
  return FALSE;
}

/* Fused names, `conv1/BiasAdd + conv1/Relu`, and paths of files have no last part that stands for all. */
static const char *
find_last_part (const char *text)
{
  const char *last = strrchr (text, '/');

  return last && last[1] != '\0' && !strpbrk (text, "+<([{ ") ? last + 1 : text;
}

/* `transpose(jvp(Dense))`: JAX calls the way back through something so. */
static const char *
skip_transform (const char *text)
{
  static const char back[] = "transpose(";

  return g_str_has_prefix (text, back) && g_str_has_prefix (text + strlen (back), "jvp(") ? text + strlen (back) : text;
}

LaminaFamilySays
lamina_family_from_text (const char   *text,
                         LaminaFamily *family)
{
  const char *last;
  Rank rank;

  text = skip_transform (text);
  last = find_last_part (text);
  pthread_once (&indexed, index_words);
  *family = LAMINA_FAMILY_OTHER;
  if (hands_on (text, last))
    return LAMINA_FAMILY_SAYS_ALL;
  rank = find_family (last, strlen (last), family);
  if (rank == RANK_NONE && last != text)
    rank = find_family (text, strlen (text), family);
  if (rank == RANK_NONE)
    return LAMINA_FAMILY_SAYS_NOTHING;
  return rank == RANK_GENERIC ? LAMINA_FAMILY_SAYS_GENERIC : LAMINA_FAMILY_SAYS_ALL;
}

LaminaFamily
lamina_family_from_words (const char *type,
                          const char *name)
{
  LaminaFamily family;
  LaminaFamilySays says;

  g_return_val_if_fail (type && name, LAMINA_FAMILY_OTHER);

  says = lamina_family_from_text (type, &family);
  if (says == LAMINA_FAMILY_SAYS_NOTHING)
    lamina_family_from_text (name, &family);
  else if (says == LAMINA_FAMILY_SAYS_GENERIC && lamina_family_names_activation (name))
    family = LAMINA_FAMILY_ACTIVATION;

  return family;
}

const char *
lamina_family_get_title (LaminaFamily family)
{
  static const char *const titles[LAMINA_N_FAMILIES] = {
    [LAMINA_FAMILY_CONVOLUTION] = N_("convolution"),
    [LAMINA_FAMILY_MATMUL] = N_("matrix product"),
    [LAMINA_FAMILY_ATTENTION] = N_("attention"),
    [LAMINA_FAMILY_ELEMENTWISE] = N_("elementwise"),
    [LAMINA_FAMILY_ACTIVATION] = N_("activation"),
    [LAMINA_FAMILY_NORMALIZATION] = N_("normalization"),
    [LAMINA_FAMILY_POOLING] = N_("pooling"),
    [LAMINA_FAMILY_REDUCTION] = N_("reduction"),
    [LAMINA_FAMILY_LAYOUT] = N_("layout"),
    [LAMINA_FAMILY_COPY] = N_("copy"),
    [LAMINA_FAMILY_COMMUNICATION] = N_("communication"),
    [LAMINA_FAMILY_OPTIMIZER] = N_("optimizer"),
    [LAMINA_FAMILY_INDEX] = N_("index"),
    [LAMINA_FAMILY_OTHER] = N_("other"),
  };

  g_return_val_if_fail ((guint) family < LAMINA_N_FAMILIES, titles[LAMINA_FAMILY_OTHER]);

  return titles[family];
}
