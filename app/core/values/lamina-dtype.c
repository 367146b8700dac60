/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-dtype.h"

/* In lower case. What has no name keeps the word of its tool: that says more, or its sign is not certain. */
static const struct
{
  guint bits;
  LaminaDtypeKind kind;
  const char *name;
  const char *words;
} known[] = {
  { 1, LAMINA_DTYPE_INTEGER, NULL, " b1 intb1 quantizeds1 " },
  { 2, LAMINA_DTYPE_INTEGER, NULL, " intb2 int2 uint2 " },
  { 4, LAMINA_DTYPE_FLOAT, "float4_e2m1fn", " f4e2m1fn float4_e2m1fn " },
  { 4, LAMINA_DTYPE_FLOAT, NULL, " fp4 float4 " },
  { 4, LAMINA_DTYPE_INTEGER, "int4", " int4 s4 " },
  { 4, LAMINA_DTYPE_INTEGER, "uint4", " u4 uint4 " },
  { 4, LAMINA_DTYPE_INTEGER, NULL, " intb4 quantized4asymm quantizeds4 " },
  { 8, LAMINA_DTYPE_BOOLEAN, "bool", " bool boolean pred " },
  { 8, LAMINA_DTYPE_FLOAT, "float8_e4m3fn", " f8e4m3fn float8_e4m3fn " },
  { 8, LAMINA_DTYPE_FLOAT, "float8_e4m3fnuz", " f8e4m3fnuz float8_e4m3fnuz " },
  { 8, LAMINA_DTYPE_FLOAT, "float8_e5m2", " f8e5m2 float8_e5m2 " },
  { 8, LAMINA_DTYPE_FLOAT, "float8_e5m2fnuz", " f8e5m2fnuz float8_e5m2fnuz " },
  { 8, LAMINA_DTYPE_FLOAT, NULL, " f8e4m3 fp8 float8 " },
  { 8, LAMINA_DTYPE_INTEGER, "int8", " i8 int8 s8 " },
  { 8, LAMINA_DTYPE_INTEGER, "uint8", " u8 uint8 " },
  { 8, LAMINA_DTYPE_INTEGER, NULL, " byte char q8 qint8 quantized8asymm quantizeds8 quint8 " },
  { 16, LAMINA_DTYPE_BRAIN_FLOAT, "bfloat16", " bf16 bfloat bfloat16 " },
  { 16, LAMINA_DTYPE_FLOAT, "float16", " f16 float16 fp16 half " },
  { 16, LAMINA_DTYPE_INTEGER, "int16", " i16 int16 s16 short " },
  { 16, LAMINA_DTYPE_INTEGER, "uint16", " u16 uint16 " },
  { 16, LAMINA_DTYPE_INTEGER, NULL, " qint16 quantizeds16 quint16 " },
  { 32, LAMINA_DTYPE_FLOAT, "float32", " f32 float float32 fp32 " },
  { 32, LAMINA_DTYPE_TENSOR_FLOAT, "tf32", " tf32 " },
  { 32, LAMINA_DTYPE_INTEGER, "int32", " i32 int int32 s32 " },
  { 32, LAMINA_DTYPE_INTEGER, "uint32", " u32 uint32 " },
  { 32, LAMINA_DTYPE_INTEGER, NULL, " qint32 quantizeds32 " },
  { 64, LAMINA_DTYPE_COMPLEX, "complex64", " c64 complex64 complex<float> " },
  { 64, LAMINA_DTYPE_FLOAT, "float64", " double f64 float64 fp64 " },
  { 64, LAMINA_DTYPE_INTEGER, "int64", " i64 int64 long s64 " },
  { 64, LAMINA_DTYPE_INTEGER, "uint64", " u64 uint64 " },
  { 128, LAMINA_DTYPE_COMPLEX, "complex128", " c128 complex128 complex<double> " },
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

const char *
lamina_dtype_get_name (const char *dtype)
{
  guint i = find (dtype);

  if (g_ascii_strcasecmp (dtype, "void") == 0)
    return "";
  return i < G_N_ELEMENTS (known) && known[i].name ? known[i].name : dtype;
}
