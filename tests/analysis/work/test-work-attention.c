/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-work.h"
#include "open-file.h"
#include "write-trace.h"

#include <glib/gstdio.h>

/*
 * Attention by hand. A pair of a query and a key that it meets takes 2·E operations for its score and 2·Ev for its part of
 * the sum of values, for each head of the queries; backwards 2·(3·E + 2·Ev): Dao 2023, arXiv:2307.08691, section 4, and
 * Vaswani et al. 2017, arXiv:1706.03762, section 3.2. Pairs are counted by the definition of each mask:
 *
 *   SDPA     PyTorch, torch.nn.functional.scaled_dot_product_attention: torch.ones (L, S).tril (diagonal=0)
 *   FLASH    flash-attention, flash_attn_func: the query at i meets i + S − L − left … i + S − L + right; causal is right = 0
 *   XFORMERS xFormers, fmha.attn_bias: LowerTriangularMask, LowerTriangularFromBottomRightMask, and the last w keys of these
 *   PAGED    Kwon et al. 2023, arXiv:2309.06180, section 4.1: the query of a step meets all tokens in the pages
 *   GROUPED  Ainslie et al. 2023, arXiv:2305.13245: keys of one head serve a group of heads of queries
 *   WINDOW   Beltagy et al. 2020, arXiv:2004.05150, section 3.1: a sliding window
 *
 * Bytes are those of all that is read or written once: queries, keys, values, results, lengths, tables of pages.
 */

#define UNKNOWN LAMINA_ABSENT

/* Arguments are those of a TraceRow. */
typedef struct
{
  const char *title;
  const char *type;
  const char *arguments;
  gint64 flop;
  gint64 read;
  gint64 written;
  const char *formula;
} Case;

static const Case cases[] = {
  /* SDPA: B H L E. */
  { "all keys", "aten::scaled_dot_product_attention",
    "2x8x128x64 half, 2x8x256x64 half, 2x8x256x64 half, -, 0., False, -, False",
    G_GINT64_CONSTANT (2) * 2 * 8 * 128 * 256 * (64 + 64), 2 * (131072 + 2 * 262144), 2 * 131072,
    "2 · 16 · 128 · 256 · (64 + 64)" },
  /* 1 + 2 + … + 1024 = 1024 · 1025 / 2 = 524800 of 1048576: 523776 are hidden. */
  { "causal, as many keys as queries", "aten::_scaled_dot_product_flash_attention",
    "4x16x1024x128 bf16, 4x16x1024x128 bf16, 4x16x1024x128 bf16, 0., True, False, -",
    G_GINT64_CONSTANT (2) * 64 * 524800 * 256, G_GINT64_CONSTANT (2) * 3 * 8388608, 2 * 8388608,
    "2 · 64 · (1024·1024 − 523776) · (128 + 128); causal from the bottom right" },
  /* 1 + 2 + 3 + 4. */
  { "causal from the top left, more keys", "aten::scaled_dot_product_attention",
    "1x1x4x8 float, 1x1x6x8 float, 1x1x6x8 float, -, 0., True, -, False",
    2 * 10 * 16, 4 * (32 + 2 * 48), 4 * 32, "2 · 1 · (4·6 − 14) · (8 + 8); causal from the top left" },
  /* 1 + 2 + 3 + 4 + 4 + 4. */
  { "causal from the top left, more queries", "aten::scaled_dot_product_attention",
    "1x1x6x8 float, 1x1x4x8 float, 1x1x4x8 float, -, 0., True, -, False",
    2 * 18 * 16, 4 * (48 + 2 * 32), 4 * 48, NULL },
  { "a mask that is a tensor hides results, not work", "aten::_scaled_dot_product_efficient_attention",
    "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half, 1x2x16x16 half, True, 0., False, -",
    2 * 2 * 256 * 64, 2 * (3 * 1024 + 512), 2 * 1024, "2 · 2 · 16 · 16 · (32 + 32)" },
  { "cuDNN, causal", "aten::_scaled_dot_product_cudnn_attention",
    "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half, -, False, 0., True, False, -",
    2 * 2 * 136 * 64, 2 * 3 * 1024, 2 * 1024, NULL },
  { "cuDNN, as it was first", "aten::_scaled_dot_product_cudnn_attention",
    "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half, 0., True, False, -",
    2 * 2 * 136 * 64, 2 * 3 * 1024, 2 * 1024, NULL },
  { "on the host, causal from the top left", "aten::_scaled_dot_product_flash_attention_for_cpu",
    "1x1x4x8 float, 1x1x6x8 float, 1x1x6x8 float, 0., True, -, -", 2 * 10 * 16, 4 * (32 + 2 * 48), 4 * 32, NULL },
  { "a registered kernel of Triton", "aten::_triton_scaled_dot_attention",
    "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half, 0.", 2 * 2 * 256 * 64, 2 * 3 * 1024, 2 * 1024, NULL },
  { "a flag that the file does not state", "aten::_scaled_dot_product_flash_attention",
    "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half, ., ., ., -", 2 * 2 * 256 * 64, 2 * 3 * 1024, 2 * 1024,
    "2 · 2 · 16 · 16 · (32 + 32); whether causal is not stated, counted as not" },

  /* FLASH: B L H E. The example of its documentation: 1 1 1 1 0, 1 1 1 1 1. */
  { "causal from the bottom right, more keys", "flash_attn::_flash_attn_forward",
    "1x2x1x8 half, 1x5x1x8 half, 1x5x1x8 half, 0., 0.35, True, -1, -1, 0., -, False",
    2 * 9 * 16, 2 * (16 + 2 * 40), 2 * 16, "2 · 1 · (2·5 − 1) · (8 + 8); causal from the bottom right" },
  /* The other one: three rows of zeros, 1 0, 1 1. */
  { "causal from the bottom right, more queries", "flash_attn::_flash_attn_forward",
    "1x5x1x8 half, 1x2x1x8 half, 1x2x1x8 half, 0., 0.35, True, -1, -1, 0., -, False",
    2 * 3 * 16, 2 * (40 + 2 * 16), 2 * 40, NULL },
  { "not causal", "flashattn::_flash_attn_forward",
    "2x64x4x32 half, 2x64x4x32 half, 2x64x4x32 half, 0., 0.35, False, -1, -1, 0., -, False",
    2 * 8 * 4096 * 64, 2 * 3 * 16384, 2 * 16384, NULL },
  /* GROUPED: 32 heads to 8; a step meets all 4096 keys. */
  { "one step, grouped heads", "flash_attn::_flash_attn_forward",
    "1x1x32x128 half, 1x4096x8x128 half, 1x4096x8x128 half, 0., 0.1, True, -1, -1, 0., -, False",
    G_GINT64_CONSTANT (2) * 32 * 4096 * 256, 2 * (4096 + 2 * 4194304), 2 * 4096,
    "2 · 32 · 1 · 4096 · (128 + 128); causal from the bottom right" },
  { "one head of keys for all", "flash_attn::_flash_attn_forward",
    "2x16x8x64 half, 2x16x1x64 half, 2x16x1x64 half, 0., 0.1, False, -1, -1, 0., -, False",
    2 * 16 * 256 * 128, 2 * (16384 + 2 * 2048), 2 * 16384, NULL },
  { "heads that make no groups", "flash_attn::_flash_attn_forward",
    "2x16x6x64 half, 2x16x4x64 half, 2x16x4x64 half, 0., 0.1, False, -1, -1, 0., -, False", UNKNOWN, UNKNOWN, UNKNOWN, NULL },
  /* WINDOW: 1 + … + 128 = 8256, then 896 queries with 128 keys each. */
  { "a window before each query", "flash_attn::_flash_attn_forward",
    "1x1024x4x64 half, 1x1024x4x64 half, 1x1024x4x64 half, 0., 0.1, True, 127, 0, 0., -, False",
    G_GINT64_CONSTANT (2) * 4 * (8256 + 896 * 128) * 128, 2 * 3 * 262144, 2 * 262144,
    "2 · 4 · (1024·1024 − 925632) · (64 + 64); causal from the bottom right; window of 127 before" },
  /* 2 + 3 + 4 + 4 + 4 + 3. */
  { "a window to both sides", "flash_attn::_flash_attn_forward",
    "1x6x1x8 half, 1x6x1x8 half, 1x6x1x8 half, 0., 0.1, False, 2, 1, 0., -, False",
    2 * 20 * 16, 2 * 3 * 48, 2 * 48, "2 · 1 · (6·6 − 16) · (8 + 8); window of 2 before, 1 behind" },
  /* The last two of six keys have a query: each meets itself and the key before. */
  { "a window, more keys", "flash_attn::_flash_attn_forward",
    "1x2x1x8 half, 1x6x1x8 half, 1x6x1x8 half, 0., 0.1, True, 1, 0, 0., -, False", 2 * 4 * 16, 2 * (16 + 2 * 48), 2 * 16, NULL },
  { "as PyTorch has it, causal", "aten::_flash_attention_forward",
    "2x64x4x32 half, 2x64x4x32 half, 2x64x4x32 half, -, -, 64, 64, 0., True, False, -, -, -, -, -",
    2 * 8 * 2080 * 64, 2 * 3 * 16384, 2 * 16384, NULL },
  { "as PyTorch has it, a window", "aten::_flash_attention_forward",
    "1x8x1x16 half, 1x8x1x16 half, 1x8x1x16 half, -, -, 8, 8, 0., True, False, -, 2, 0, -, -",
    2 * (1 + 2 + 6 * 3) * 32, 2 * 3 * 128, 2 * 128, NULL },
  { "too few arguments for any version", "aten::_flash_attention_forward",
    "2x64x4x32 half, 2x64x4x32 half, 2x64x4x32 half, 0.", UNKNOWN, UNKNOWN, UNKNOWN, NULL },

  /* XFORMERS: B L H E. */
  { "values of another length", "aten::_efficient_attention_forward",
    "2x128x8x64 float, 2x256x8x64 float, 2x256x8x32 float, -, -, -, -, -, 0., 0, False, -, -, -",
    G_GINT64_CONSTANT (2) * 16 * 128 * 256 * (64 + 32), 4 * (131072 + 262144 + 131072), 4 * 65536, NULL },
  /* 1 + 2 + 3. */
  { "the first triangle", "aten::_efficient_attention_forward",
    "1x3x1x8 float, 1x5x1x8 float, 1x5x1x8 float, -, -, -, -, -, 0., 1, False, -, -, -", 2 * 6 * 16, 4 * (24 + 80), 4 * 24, NULL },
  /* 3 + 4 + 5. */
  { "the last triangle", "aten::_efficient_attention_forward",
    "1x3x1x8 float, 1x5x1x8 float, 1x5x1x8 float, -, -, -, -, -, 0., 2, False, -, -, -", 2 * 12 * 16, 4 * (24 + 80), 4 * 24, NULL },
  /* 1 + 2 + 3 + 4, then four queries with four keys each. */
  { "the last four keys", "xformers::efficient_attention_forward_cutlass",
    "1x8x1x8 float, 1x8x1x8 float, 1x8x1x8 float, -, -, -, -, -, 0., 1, False, -, -, 4",
    2 * (10 + 16) * 16, 4 * 192, 4 * 64, "2 · 1 · (8·8 − 38) · (8 + 8); causal from the top left; window of 3 before" },
  { "an older version", "xformers::efficient_attention_forward_cutlass",
    "1x8x1x8 float, 1x8x1x8 float, 1x8x1x8 float, -, -, -, 8, 0., False, 1, 0.35, -, -", 2 * 36 * 16, 4 * 192, 4 * 64, NULL },
  /* Each of two sequences has 128 tokens, since none has more: 2 · 8256 pairs. */
  { "sequences of one length", "xformers_flash::flash_fwd",
    "256x4x64 half, 256x4x64 half, 256x4x64 half, 3 int, 3 int, -, 128, 128, 0., 0.1, True, -1, -1, False, -",
    2 * 4 * 2 * 8256 * 128, 2 * 3 * 65536 + 24, 2 * 65536, "2 · 8 · (128·128 − 8128) · (64 + 64); causal from the bottom right" },

  /* FLASH: T H E, sequences one behind the other. */
  { "a single sequence", "flash_attn::_flash_attn_varlen_forward",
    "300x4x64 half, 300x4x64 half, 300x4x64 half, 2 int, 2 int, 300, 300, 0., 0.1, True, -1, -1, 0., -, False, -, -, -",
    2 * 4 * 45150 * 128, 2 * 3 * 76800 + 16, 2 * 76800, NULL },
  { "sequences of unknown lengths", "flash_attn::_flash_attn_varlen_forward",
    "300x4x64 half, 300x4x64 half, 300x4x64 half, 5 int, 5 int, 120, 120, 0., 0.1, True, -1, -1, 0., -, False, -, -, -",
    UNKNOWN, 2 * 3 * 76800 + 40, 2 * 76800, NULL },
  /* Whose queries these are does not matter: each meets the 64 keys of its sequence. */
  { "unknown numbers of queries, as many keys each", "flash_attn::_flash_attn_varlen_forward",
    "100x4x64 half, 192x4x64 half, 192x4x64 half, 4 int, 4 int, 50, 64, 0., 0.1, False, -1, -1, 0., -, False, -, -, -",
    2 * 4 * 6400 * 128, 2 * (25600 + 2 * 49152) + 32, 2 * 25600, "2 · 4 · 6400 · (64 + 64)" },
  { "a step of each of four sequences", "flash_attn::_flash_attn_varlen_forward",
    "4x8x64 half, 1000x2x64 half, 1000x2x64 half, 5 int, 5 int, 1, 400, 0., 0.1, True, -1, -1, 0., -, False, -, -, -",
    2 * 8 * 1000 * 128, 2 * (2048 + 2 * 128000) + 40, 2 * 2048, "2 · 8 · 1000 · (64 + 64); causal from the bottom right" },
  { "sequences in one of a batch", "aten::_efficient_attention_forward",
    "1x256x4x64 half, 1x256x4x64 half, 1x256x4x64 half, -, 3 int, 3 int, 128, 128, 0., 1, False, -, -, -",
    2 * 4 * 2 * 8256 * 128, 2 * 3 * 65536 + 24, 2 * 65536, NULL },

  /* PAGED. 1000 tokens of 8 heads are in use, of 512 pages with 16 tokens each. */
  { "one step of one sequence, in pages", "flash_attn::_flash_attn_varlen_forward",
    "1x32x128 half, 512x16x8x128 half, 512x16x8x128 half, 2 int, 2 int, 1, 1000, 0., 0.1, True, -1, -1, 0., -, False, 1x63 int, "
    "-, -", G_GINT64_CONSTANT (2) * 32 * 1000 * 256, 2 * (4096 + 1000 * 8 * 256) + 16 + 252, 2 * 4096, NULL },
  { "two sequences in pages", "flash_attn::_flash_attn_varlen_forward",
    "2x32x128 half, 512x16x8x128 half, 512x16x8x128 half, 3 int, 3 int, 1, 1000, 0., 0.1, True, -1, -1, 0., -, False, 2x63 int, "
    "-, -", UNKNOWN, UNKNOWN, UNKNOWN, NULL },
  /* The last 7 of 50 tokens: 44 + 45 + … + 50 = 329. */
  { "seven tokens behind others, in pages", "_vllm_fa2_C::varlen_fwd",
    "7x8x64 bf16, 100x16x2x64 bf16, 100x16x2x64 bf16, 7x8x64 bf16, 2 int, 2 int, 1 int, -, 1x4 int, -, 7, 50, 0., 0.1, False, "
    "True, -1, -1, 0., False, 0",
    2 * 8 * 329 * 128, 2 * (3584 + 50 * 2 * 128) + 8 + 8 + 4 + 16, 2 * 3584,
    "2 · 8 · (7·50 − 21) · (64 + 64); causal from the bottom right" },
  { "the same on a newer device", "_vllm_fa3_C::fwd",
    "7x8x64 bf16, 100x16x2x64 bf16, 100x16x2x64 bf16, -, -, -, 7x8x64 bf16, 2 int, -, -, -, 1 int, 7, 50, 1x4 int, -, -, -, -, -, "
    "-, -, -, 0.1, True, -1, -1, 0., True, -, 0, -, 0",
    2 * 8 * 329 * 128, 2 * (3584 + 50 * 2 * 128) + 8 + 4 + 16, 2 * 3584, NULL },
  { "one step, keys in blocks", "_C::paged_attention_v1",
    "1x32x128 half, 1x32x128 half, 600x8x16x16x8 half, 600x8x128x16 half, 8, 0.1, 1x40 int, 1 int, 16, 513, -, auto, scalar float, "
    "scalar float, 0, 0, 0, 64, 0",
    G_GINT64_CONSTANT (2) * 32 * 513 * 256, 2 * (4096 + 513 * 8 * 256) + 160 + 4 + 8, 2 * 4096, "2 · 32 · 1 · 513 · (128 + 128)" },
  { "a step of each of two, keys in blocks", "_C::paged_attention_v1",
    "2x32x128 half, 2x32x128 half, 600x8x16x16x8 half, 600x8x128x16 half, 8, 0.1, 2x40 int, 2 int, 16, 513, -, auto, scalar float, "
    "scalar float, 0, 0, 0, 64, 0", UNKNOWN, UNKNOWN, UNKNOWN, NULL },
  { "the same on another device", "_rocm_C::paged_attention",
    "1x32x128 half, 1x32x4 float, 1x32x4 float, 1x32x4x128 half, 1x32x128 half, 600x8x16x16x8 half, 600x8x128x16 half, 8, "
    "0.1, 1x40 int, 1 int, 16, 513, -, auto, 1., 1.",
    G_GINT64_CONSTANT (2) * 32 * 513 * 256, 2 * (4096 + 513 * 8 * 256) + 160 + 4, 2 * 4096, NULL },
  { "lengths that stand nowhere", "vllm::unified_attention_with_output",
    "32x64x64 bf16, 32x8x64 bf16, 32x8x64 bf16, 32x64x64 bf16, -, -, -", UNKNOWN, UNKNOWN, UNKNOWN, NULL },

  /* AITER: B L H E, masks as those of FLASH. */
  { "AITER", "aiter::mha_fwd",
    "2x64x8x32 bf16, 2x64x2x32 bf16, 2x64x2x32 bf16, 0., 0.1, False, -1, -1, 0, True, False, -, -, -, -, -",
    2 * 16 * 4096 * 64, 2 * (32768 + 2 * 8192), 2 * 32768, NULL },
  { "AITER into another tensor", "aiter::fmha_v3_fwd",
    "2x64x8x32 bf16, 2x64x2x32 bf16, 2x64x2x32 bf16, 0., 0.1, True, -1, -1, True, False, 1, 2x64x8x32 bf16, -, -",
    2 * 16 * 2080 * 64, 2 * (32768 + 2 * 8192), 2 * 32768, NULL },
  { "AITER as PyTorch registers it", "aiter::wrapper_fmha_v3_fwd",
    "1 float, 2x64x8x32 bf16, 2x64x2x32 bf16, 2x64x2x32 bf16, 0., 0.1, True, -1, -1, True, False, 1",
    2 * 16 * 2080 * 64, 2 * (32768 + 2 * 8192) + 4, 2 * 32768, NULL },
  { "AITER backwards", "aiter::mha_bwd",
    "2x64x8x32 bf16, 2x64x8x32 bf16, 2x64x8x32 bf16, 2x64x8x32 bf16, 2x64x8x32 bf16, 2x8x64 float, 0., 0.1, True, -1, -1, False, "
    "2x64x8x32 bf16, 2x64x8x32 bf16, 2x64x8x32 bf16", 2 * 16 * 2080 * 5 * 32, 2 * 5 * 32768 + 4096, 2 * 3 * 32768, NULL },

  /* FLASH: packed. */
  { "queries, keys and values in one", "FlashAttnQKVPackedFunc",
    "2x64x3x8x32 half, 0., 0.1, True, -, -, -, False, False", 2 * 16 * 2080 * 64, 2 * 3 * 32768, 2 * 32768, NULL },
  { "the same, one sequence behind the other", "FlashAttnVarlenQKVPackedFunc",
    "128x3x8x32 half, 3 int, 64, 0., 0.1, False, -, -, -, False, False", 2 * 16 * 4096 * 64, 2 * 3 * 32768 + 12, 2 * 32768, NULL },
  { "keys and values in one, grouped heads", "FlashAttnKVPackedFunc",
    "2x64x8x32 half, 2x96x2x2x32 half, 0., 0.1, False, -, -, -, False, False", 2 * 16 * 6144 * 64, 2 * (32768 + 24576), 2 * 32768,
    NULL },

  /* Backwards: scores again, and four products. */
  { "backwards", "aten::_scaled_dot_product_flash_attention_backward",
    "2x8x128x64 half, 2x8x128x64 half, 2x8x128x64 half, 2x8x128x64 half, 2x8x128x64 half, 2x8x128 float, -, -, 128, 128, 0., "
    "False, scalar long int, scalar long int, -",
    G_GINT64_CONSTANT (10) * 16 * 16384 * 64, 2 * 5 * 131072 + 8192 + 16, 2 * 3 * 131072,
    "2 · 16 · 128 · 128 · (3 · 64 + 2 · 64)" },
  { "backwards, values of another length", "aten::_efficient_attention_backward",
    "1x16x2x32 half, 1x16x2x48 half, 1x16x2x48 half, 1x16x2x32 half, -, 1x16x2x32 half, -, -, 16, 16, 1x2x16 float, 0., "
    "scalar long int, scalar long int, 1, False, -, -, -, False",
    2 * 2 * 136 * (3 * 48 + 2 * 32), 2 * (3 * 1024 + 2 * 1536) + 128 + 16, 2 * (2 * 1536 + 1024), NULL },
  /* GROUPED: 8 heads to 2. */
  { "backwards, causal, grouped heads", "flash_attn::_flash_attn_backward",
    "1x64x8x32 half, 1x64x8x32 half, 1x64x2x32 half, 1x64x2x32 half, 1x64x8x32 half, 1x8x64 float, 1x64x8x32 half, "
    "1x64x2x32 half, 1x64x2x32 half, 0., 0.1, True, -1, -1, 0., -, False, 2 long int",
    2 * 8 * 2080 * 5 * 32, 2 * (3 * 16384 + 2 * 4096) + 2048 + 16, 2 * (16384 + 2 * 4096), NULL },
  { "backwards, sequences of one length", "flash_attn::_flash_attn_varlen_backward",
    "128x8x32 half, 128x8x32 half, 128x8x32 half, 128x8x32 half, 128x8x32 half, 8x128 float, 128x8x32 half, 128x8x32 half, "
    "128x8x32 half, 3 int, 3 int, 64, 64, 0., 0.1, True, -1, -1, 0., -, False, 2 long int",
    2 * 16 * 2080 * 5 * 32, 2 * 5 * 32768 + 4096 + 24 + 16, 2 * 3 * 32768, NULL },

  /* FlashInfer: L H E, or H L E; the query at i is at i + S − L. 21 + 22 + … + 30 = 255. */
  { "FlashInfer, tokens first", "flashinfer::single_prefill_with_kv_cache_dtype_q_f16_dtype_kv_f16_run",
    "10x8x64 half, 30x2x64 half, 30x2x64 half, 1000 unsigned char, 10x8x64 half, -, 1, 0, -1, -, -, 0., 0.1, 1., 10000.",
    2 * 8 * 255 * 128, 2 * (5120 + 2 * 3840), 2 * 5120, NULL },
  { "FlashInfer, heads first, a window", "flashinfer::single_prefill_with_kv_cache_dtype_q_f16_dtype_kv_f16_run",
    "10x8x64 half, 2x30x64 half, 2x30x64 half, 1000 unsigned char, 10x8x64 half, -, 1, 1, 4, -, -, 0., 0.1, 1., 10000.",
    2 * 8 * 50 * 128, 2 * (5120 + 2 * 3840), 2 * 5120, NULL },
  { "FlashInfer, a mask of its own", "flashinfer::single_prefill_with_kv_cache_dtype_q_f16_dtype_kv_f16_run",
    "10x8x64 half, 30x2x64 half, 30x2x64 half, 1000 unsigned char, 10x8x64 half, -, 2, 0, -1, -, -, 0., 0.1, 1., 10000.",
    UNKNOWN, 2 * (5120 + 2 * 3840), 2 * 5120, NULL },

  /* What is read in eight bits is not written so. */
  { "eight bits", "flash_attn_3::fwd",
    "1x16x2x64 fp8, 1x16x2x64 fp8, 1x16x2x64 fp8, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, 0.1, False, -1, -1, "
    "0, 0., True, -, 0, -, 0", 2 * 2 * 256 * 128, 3 * 2048, UNKNOWN, NULL },

  /* A name alone. */
  { "a kernel that a compiler made", "triton_tem_fused_flex_attention_0", "1x2x16x32 half, 1x2x16x32 half, 1x2x16x32 half",
    UNKNOWN, UNKNOWN, UNKNOWN, NULL },
};

static void
write_cases (const char *path)
{
  TraceRow rows[G_N_ELEMENTS (cases)];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    rows[i] = (TraceRow) { cases[i].type, cases[i].arguments, .start = 20 * i, .work = "kernel" };
  write_trace (path, rows, G_N_ELEMENTS (cases));
}

static void
assert_case (LaminaWork *work,
             guint       layer,
             const Case *expected)
{
  LaminaWorkFigures figures;
  g_autofree char *formula = lamina_work_dup_formula (work, layer, NULL, NULL);
  gint64 read;

  lamina_work_get_figures (work, layer, &figures);
  read = figures.inputs == LAMINA_ABSENT ? LAMINA_ABSENT : lamina_number_add (figures.inputs, figures.parameters);
  if (figures.flop != expected->flop || read != expected->read || figures.outputs != expected->written)
    g_test_message ("%s: %s", expected->title, formula ? formula : "no formula");
  g_assert_cmpint (figures.flop, ==, expected->flop);
  g_assert_cmpint (read, ==, expected->read);
  g_assert_cmpint (figures.outputs, ==, expected->written);
  if (expected->formula)
    g_assert_cmpstr (formula, ==, expected->formula);
}

static void
test_shapes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-attention-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "attention.pt.trace.json", NULL);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaLayers *layers;
  LaminaRun *run;

  write_cases (path);
  document = open_file (path);
  run = lamina_document_get_run (document, 0);
  layers = lamina_run_get_layers (run);
  g_assert_cmpuint (layers->n, ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < layers->n; i++)
    {
      g_assert_cmpstr (lamina_run_get_string (run, layers->type[i]), ==, cases[i].type);
      assert_case (lamina_work_peek (run), i, &cases[i]);
    }
  g_remove (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work-attention/shapes", test_shapes);
  return g_test_run ();
}
