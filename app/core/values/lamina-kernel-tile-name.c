/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-kernel-tile-name-private.h"

#include <string.h>

/*
 * Libraries of matrix products and convolutions write what they do into one identifier, in words between underscores:
 *
 *   ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_32x3_tn         cuBLAS
 *   sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_…       cuBLAS
 *   nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT                           cuBLAS on Hopper
 *   nvjet_sm90_tst_128x128_64x6_2x1_v_bz_bias_TNT                       cuBLAS of CUDA 13
 *   cudnn_infer_volta_scudnn_winograd_128x128_ldg1_ldg4_relu_…_nt_v1    cuDNN
 *   cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4                 CUTLASS
 *   Cijk_Alik_Bljk_HHS_BH_MT128x64x32_MI32x32x8x1_…                     Tensile of rocBLAS and hipBLASLt
 *
 * An element type is named when the identifier names it: as a word, or by the letter that BLAS puts before `gemm`.
 */

#define MAX_WORDS 96

/* A longer identifier is quoted by its first word. */
#define MAX_QUOTED 72

typedef struct
{
  const char *text;
  gsize length;
} Word;

typedef struct
{
  const char *name;
  gsize length;
  Word words[MAX_WORDS];
  guint n;

  const char *kind;
  const char *variant;
  const char *dtype;
  const char *fused;
  Word tile;
  /* `tn`, `nhwc` */
  char layout[5];
} Tile;

static gboolean
word_is (const Word *word,
         const char *text)
{
  return strlen (text) == word->length && memcmp (word->text, text, word->length) == 0;
}

static gboolean
word_begins (const Word *word,
             const char *text)
{
  return strlen (text) <= word->length && memcmp (word->text, text, strlen (text)) == 0;
}

static gboolean
word_ends (const Word *word,
           const char *text)
{
  gsize length = strlen (text);

  return length <= word->length && memcmp (word->text + word->length - length, text, length) == 0;
}

static void
split_words (Tile *self)
{
  const char *end = self->name + self->length;

  for (const char *at = self->name; at < end && self->n < MAX_WORDS;)
    {
      const char *stop = memchr (at, '_', (gsize) (end - at));

      if (stop == NULL)
        stop = end;
      if (stop > at)
        self->words[self->n++] = (Word) { at, (gsize) (stop - at) };
      at = stop + 1;
    }
}

/* `128x64` or `64x16x32`: two or three numbers, and nothing else. */
static gboolean
is_tile (const char *text,
         gsize       length)
{
  guint n = 0;
  gsize i = 0;

  while (i < length)
    {
      gsize begin = i;

      while (i < length && g_ascii_isdigit (text[i]))
        i++;
      if (i == begin)
        return FALSE;
      n++;
      if (i == length)
        break;
      if (text[i++] != 'x' || i == length)
        return FALSE;
    }
  return n == 2 || n == 3;
}

static void
take_tile (Tile       *self,
           const Word *word)
{
  static const char *const prefixes[] = { "", "tilesize", "MT" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes) && self->tile.length == 0; i++)
    {
      gsize skip = strlen (prefixes[i]);

      if (word_begins (word, prefixes[i]) && is_tile (word->text + skip, word->length - skip))
        self->tile = (Word) { word->text + skip, word->length - skip };
    }
}

/* The length of the element type that begins here; 0 when there is none. */
static gsize
match_dtype (const char  *text,
             gsize        length,
             const char **dtype)
{
  static const struct
  {
    const char *word;
    const char *dtype;
  } names[] = {
    { "bf16", "bf16" }, { "fp16", "fp16" }, { "fp32", "fp32" }, { "fp8", "fp8" },   { "f16", "fp16" },  { "f32", "fp32" },
    { "f64", "fp64" },  { "tf32", "tf32" }, { "int8", "int8" }, { "i8", "int8" },   { "s8", "int8" },   { "e4m3", "fp8" },
    { "e5m2", "fp8" },  { "i32", "int32" }, { "s32", "int32" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize n = strlen (names[i].word);

      if (n <= length && memcmp (text, names[i].word, n) == 0)
        {
          *dtype = names[i].dtype;
          return n;
        }
    }
  return 0;
}

/* `bf16`, `tf32f32`: a word of element types alone. The first of all is that of the operands. */
static void
take_dtype (Tile       *self,
            const char *text,
            gsize       length)
{
  const char *first = NULL;

  while (length > 0)
    {
      const char *dtype = NULL;
      gsize n = match_dtype (text, length, &dtype);

      if (n == 0)
        return;
      first = first ? first : dtype;
      text += n;
      length -= n;
    }
  if (self->dtype == NULL)
    self->dtype = first;
}

/* `sgemm`, `h884gemm`, `s16816bf16gemm`: what stands before the name of the work. */
static void
take_prefix (Tile       *self,
             const char *text,
             gsize       length)
{
  static const char letters[] = "sdhczi";
  static const char *const dtypes[] = { "fp32", "fp64", "fp16", "complex64", "complex128", "int8" };
  gsize digits = 1;

  if (length == 0)
    return;
  while (digits < length && g_ascii_isdigit (text[digits]))
    digits++;
  if (digits < length)
    take_dtype (self, text + digits, length - digits);
  if (self->dtype == NULL && (length == 1 || (text[0] == 'h' && digits == length)) && strchr (letters, text[0]))
    self->dtype = dtypes[strchr (letters, text[0]) - letters];
  else if (self->dtype == NULL && length == 2 && text[0] == 'g')
    take_prefix (self, text + 1, 1);
}

static void
take_kind (Tile       *self,
           const Word *word)
{
  static const char *const gradients[] = { "fprop", "dgrad", "wgrad" };

  for (guint i = 0; i < G_N_ELEMENTS (gradients); i++)
    if (word_ends (word, gradients[i]))
      {
        self->kind = "conv";
        self->variant = gradients[i];
        take_prefix (self, word->text, word->length - strlen (gradients[i]));
      }
  if (word->length > strlen ("cudnn") && word_ends (word, "cudnn"))
    {
      self->kind = "conv";
      take_prefix (self, word->text, word->length - strlen ("cudnn"));
    }
  if (word_ends (word, "gemm"))
    {
      self->kind = self->kind ? self->kind : "gemm";
      take_prefix (self, word->text, word->length - strlen ("gemm"));
    }
}

static void
take_layout (Tile       *self,
             const Word *word)
{
  gboolean is_gemm = word->length == 2 || word->length == 3;
  gboolean is_conv = word_begins (word, "nhwc") || word_begins (word, "nchw");

  for (gsize i = 0; i < word->length && is_gemm; i++)
    is_gemm = strchr ("ntNT", word->text[i]) != NULL;
  if (self->layout[0] != '\0' || (!is_gemm && !is_conv))
    return;
  for (gsize i = 0; i < MIN (word->length, 4); i++)
    self->layout[i] = g_ascii_tolower (word->text[i]);
}

static void
take_fused (Tile       *self,
            const Word *word)
{
  static const char *const words[] = { "relu", "gelu", "silu" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (word_is (word, words[i]))
      self->fused = words[i];
  if (word_begins (word, "winograd"))
    self->variant = "winograd";
}

/* `sm90`, `sm100`: the architecture. */
static gboolean
is_architecture (const Word *word)
{
  return word->length > 2 && word_begins (word, "sm") && g_ascii_isdigit (word->text[2]);
}

/* `nvjet_tst_…`, and since CUDA 13 `nvjet_sm90_tst_…`: the letters are the types of operands, sums and result. What the operands
 * are computed in may stand behind them. */
static void
take_nvjet (Tile *self)
{
  static const char letters[] = "htsdq";
  static const char *const dtypes[] = { "fp16", "bf16", "fp32", "fp64", "fp8" };
  guint at = self->n > 1 && is_architecture (&self->words[1]) ? 2 : 1;
  const char *letter;

  if (!word_is (&self->words[0], "nvjet"))
    return;
  self->kind = "gemm";
  letter = at < self->n && self->words[at].length >= 3 ? strchr (letters, self->words[at].text[0]) : NULL;
  if (at + 1 < self->n && word_is (&self->words[at + 1], "tf32"))
    self->dtype = "tf32";
  else if (letter && *letter != '\0')
    self->dtype = dtypes[letter - letters];
}

/*
 * `Cijk_Alik_Bljk_HHS_BH_…`: `l` is the index that is summed over. A is transposed when it stands before `i`, B when it
 * stands behind `j`.
 */
static void
take_tensile (Tile *self)
{
  static const struct
  {
    const char *word;
    const char *dtype;
  } types[] = { { "SB", "fp32" }, { "DB", "fp64" }, { "HB", "fp16" }, { "BB", "bf16" },   { "CB", "complex64" },
                { "ZB", "complex128" }, { "I8", "int8" }, { "F8", "fp8" }, { "B8", "fp8" }, { "HH", "fp16" },
                { "HS", "fp16" }, { "BS", "bf16" }, { "4x", "int8" }, { "SS", "fp32" }, { "DD", "fp64" } };

  if (self->n < 4 || !word_begins (&self->words[0], "C") || !word_begins (&self->words[1], "A") ||
      !word_begins (&self->words[2], "B") || self->words[1].length < 4 || self->words[2].length < 4 ||
      self->words[0].length < 4)
    return;
  self->kind = "gemm";
  self->layout[0] = self->words[1].text[1] == 'l' ? 't' : 'n';
  self->layout[1] = self->words[2].text[1] == 'l' ? 'n' : 't';
  for (guint i = 0; i < G_N_ELEMENTS (types) && self->dtype == NULL; i++)
    if (word_begins (&self->words[3], types[i].word))
      self->dtype = types[i].dtype;
}

static void
append_word (GString    *text,
             const char *word)
{
  if (word == NULL || word[0] == '\0')
    return;
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, word);
}

static char *
compose (const Tile *self)
{
  GString *text = g_string_new (self->kind);

  append_word (text, self->variant);
  append_word (text, self->dtype);
  if (self->tile.length > 0)
    g_string_append_c (text, ' ');
  for (gsize i = 0; i < self->tile.length; i++)
    if (self->tile.text[i] == 'x')
      g_string_append (text, "×");
    else
      g_string_append_c (text, self->tile.text[i]);
  append_word (text, self->layout);
  append_word (text, self->fused);
  if (self->length <= MAX_QUOTED)
    g_string_append_printf (text, "(%.*s)", (int) self->length, self->name);
  else
    g_string_append_printf (text, "(%.*s…)", (int) self->words[0].length, self->words[0].text);
  return g_string_free (text, FALSE);
}

char *
lamina_kernel_dup_tile_name (const char *name,
                             gsize       length)
{
  Tile self = { .name = name, .length = length };

  split_words (&self);
  if (self.n < 2)
    return NULL;
  take_nvjet (&self);
  take_tensile (&self);
  for (guint i = 0; i < self.n; i++)
    {
      take_kind (&self, &self.words[i]);
      take_dtype (&self, self.words[i].text, self.words[i].length);
      take_tile (&self, &self.words[i]);
      take_layout (&self, &self.words[i]);
      take_fused (&self, &self.words[i]);
    }
  return self.kind && self.tile.length > 0 ? compose (&self) : NULL;
}
