/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-dtype.h"

/* In lower case. */
static const struct
{
  guint bits;
  LaminaDtypeKind kind;
  const char *words;
} known[] = {
  { 1, LAMINA_DTYPE_INTEGER, " b1 intb1 quantizeds1 " },
  { 2, LAMINA_DTYPE_INTEGER, " intb2 int2 uint2 " },
  { 4, LAMINA_DTYPE_FLOAT, " f4e2m1fn fp4 float4 float4_e2m1fn " },
  { 4, LAMINA_DTYPE_INTEGER, " int4 intb4 quantized4asymm quantizeds4 s4 u4 uint4 " },
  { 8, LAMINA_DTYPE_BOOLEAN, " bool boolean pred " },
  { 8, LAMINA_DTYPE_FLOAT, " f8e4m3 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz fp8 float8 float8_e4m3fn float8_e4m3fnuz "
                           "float8_e5m2 float8_e5m2fnuz " },
  { 8, LAMINA_DTYPE_INTEGER, " byte char i8 int8 q8 qint8 quantized8asymm quantizeds8 quint8 s8 u8 uint8 " },
  { 16, LAMINA_DTYPE_BRAIN_FLOAT, " bf16 bfloat bfloat16 " },
  { 16, LAMINA_DTYPE_FLOAT, " f16 float16 fp16 half " },
  { 16, LAMINA_DTYPE_INTEGER, " i16 int16 qint16 quantizeds16 quint16 s16 short u16 uint16 " },
  { 32, LAMINA_DTYPE_FLOAT, " f32 float float32 fp32 " },
  { 32, LAMINA_DTYPE_TENSOR_FLOAT, " tf32 " },
  { 32, LAMINA_DTYPE_INTEGER, " i32 int int32 qint32 quantizeds32 s32 u32 uint32 " },
  { 64, LAMINA_DTYPE_COMPLEX, " c64 complex64 complex<float> " },
  { 64, LAMINA_DTYPE_FLOAT, " double f64 float64 fp64 " },
  { 64, LAMINA_DTYPE_INTEGER, " i64 int64 long s64 u64 uint64 " },
  { 128, LAMINA_DTYPE_COMPLEX, " c128 complex128 complex<double> " },
};

/* Those of C++ that hold blanks, which PyTorch writes as its compiler does. */
static const char *const synonyms[][2] = {
  { "signed char", "int8" },      { "unsigned char", "uint8" }, { "short int", "int16" },
  { "unsigned short", "uint16" }, { "unsigned int", "uint32" }, { "long int", "int64" },
  { "unsigned long", "uint64" },
};

static const char *const prefixes[] = { "torch.", "c10::", "at::", "tf.", "dt_", "numpy.", "np." };

static const char *
skip_prefix (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (word, prefixes[i]))
      return word + strlen (prefixes[i]);
  return word;
}

/* Parameters of a quantized type follow in brackets; a tensor's element type stands inside them. */
static char *
dup_bare_word (const char *dtype)
{
  g_autofree char *lower = g_ascii_strdown (dtype, -1);
  const char *word = skip_prefix (lower);

  if (g_str_has_prefix (word, "tensor("))
    word += strlen ("tensor(");
  else if (g_str_has_prefix (word, "complex<"))
    return g_strdup (word);
  return g_strndup (word, strcspn (word, "(<)"));
}

static const char *
replace_synonym (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (g_str_equal (word, synonyms[i][0]))
      return synonyms[i][1];
  return word;
}

/* The place of a word among those that are known, their number when it is not. */
static guint
find (const char *dtype)
{
  g_autofree char *bare = dup_bare_word (dtype);
  const char *word = replace_synonym (bare);
  g_autofree char *pattern = g_strconcat (" ", word, " ", NULL);
  guint i = 0;

  if (word[0] == '\0' || strchr (word, ' '))
    return G_N_ELEMENTS (known);
  while (i < G_N_ELEMENTS (known) && strstr (known[i].words, pattern) == NULL)
    i++;
  return i;
}

guint
lamina_dtype_get_bits (const char *dtype)
{
  guint i = find (dtype);

  return i < G_N_ELEMENTS (known) ? known[i].bits : 0;
}

LaminaDtypeKind
lamina_dtype_get_kind (const char *dtype)
{
  guint i = find (dtype);

  return i < G_N_ELEMENTS (known) ? known[i].kind : LAMINA_DTYPE_UNKNOWN;
}
