/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-operators-private.h"

#include <stdlib.h>
#include <string.h>

/*
 * The family of a layer, which the core found from its words, names the kind of work. What the count depends on besides
 * are a few words of its type, compared as small letters and digits alone: `Conv2DBackpropFilter` and
 * `conv2d_backprop_filter` are `conv2dbackpropfilter`.
 */

#define MAX_WORDS 512

static void
fold (const char *text,
      char       *folded)
{
  gsize n = 0;

  for (; *text != '\0' && n + 1 < MAX_WORDS; text++)
    if (g_ascii_isalnum (*text))
      folded[n++] = g_ascii_tolower (*text);
  folded[n] = '\0';
}

static gboolean
has_sign (const LaminaWorkSign *sign,
          const char           *folded)
{
  for (guint i = 0; i < G_N_ELEMENTS (sign->words) && sign->words[i]; i++)
    if (sign->words[i][0] == '=' ? g_str_equal (folded, sign->words[i] + 1) : strstr (folded, sign->words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_pointwise (const char *word,
              gsize       length)
{
  char first = g_ascii_tolower (word[0]);

  while (length > 1 && g_ascii_isdigit (word[length - 1]) && !(length == 5 && g_ascii_strncasecmp (word, "relu6", 5) == 0))
    length--;
  for (gsize i = 0; i < lamina_n_work_pointwise_words; i++)
    {
      const char *known = lamina_work_pointwise_words[i];

      if (known[0] == first && g_ascii_strncasecmp (known, word, length) == 0 && known[length] == '\0')
        return TRUE;
    }
  return FALSE;
}

guint
lamina_work_count_pointwise (const char *words)
{
  guint n = 0;

  while (*words != '\0')
    {
      gsize length = 0;

      while (g_ascii_isalnum (words[length]))
        length++;
      if (length == 0)
        words++;
      else if (is_pointwise (words, length))
        n++;
      words += length;
    }
  return n;
}

/* `FUSE_ADD_RELU(x,conv[5])[6]`: what a tool calls an operator by what it does to what. */
static void
cut_call (const char *name,
          char       *words)
{
  g_strlcpy (words, name, MAX_WORDS);
  words[strcspn (words, "([{<")] = '\0';
}

/* @folded: the folded type. */
static gboolean
is_general (const char   *folded,
            LaminaFamily  family)
{
  static const char *const words[] = { "elemwise", "elementwise", "eltwise", "pointwise", "pwn", "unary", "binary" };

  if (family != LAMINA_FAMILY_ELEMENTWISE && family != LAMINA_FAMILY_ACTIVATION)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (folded, words[i]))
      return TRUE;
  return FALSE;
}

/* XLA names a fusion after some of the operators in it: which there are, and how many, is not known. */
static gboolean
is_opaque (const char *folded)
{
  return strstr (folded, "fusion") != NULL;
}

/* Of an operator on elements the first word is itself. */
static guint
count_fused (const LaminaWorkMeaning *meaning,
             const char              *words)
{
  guint n = lamina_work_count_pointwise (words);

  if (n > 0 && (meaning->operator == LAMINA_WORK_ELEMENTWISE || meaning->operator == LAMINA_WORK_ACTIVATION))
    n--;
  return n;
}

static int
compare_operands (const void *name,
                  const void *entry)
{
  return strcmp (name, ((const LaminaWorkOperands *) entry)->name);
}

guint
lamina_work_count_operands (const char *type)
{
  const LaminaWorkOperands *found;

  if (!g_str_has_prefix (type, "aten::"))
    return 0;
  found = bsearch (type + strlen ("aten::"), lamina_work_operands, lamina_n_work_operands,
                   sizeof *lamina_work_operands, compare_operands);
  return found ? found->n : 0;
}

/* Attention that is registered under a name of its own. */
static gboolean
recognize_attention (const char        *type,
                     LaminaWorkMeaning *meaning)
{
  const LaminaWorkSignature *signature = lamina_work_find_signature (type, NULL);

  if (!signature)
    return FALSE;
  *meaning = (LaminaWorkMeaning) {
    .operator = signature->is_backward ? LAMINA_WORK_ATTENTION_BACKWARD : LAMINA_WORK_ATTENTION,
    .traits = LAMINA_WORK_WANTS_ATTRIBUTES,
  };
  if (signature->is_backward)
    meaning->traits |= LAMINA_WORK_BACKWARD;
  if (signature->layout == LAMINA_WORK_TOKENS_FIRST)
    meaning->traits |= LAMINA_WORK_HEADS_INSIDE;
  /* How much of a cache is read stands in arguments. */
  if (strstr (signature->arguments, "blocks") || signature->layout == LAMINA_WORK_NO_LAYOUT
      || signature->layout >= LAMINA_WORK_PAGES)
    meaning->traits |= LAMINA_WORK_READS_SOME;
  return TRUE;
}

static const LaminaWorkRegistered *
find_registered (const char *type)
{
  for (gsize i = 0; i < lamina_n_work_registered; i++)
    if (g_str_equal (lamina_work_registered[i].type, type))
      return &lamina_work_registered[i];
  return NULL;
}

static gboolean
recognize_registered (const char        *type,
                      LaminaWorkMeaning *meaning)
{
  const LaminaWorkRegistered *found = find_registered (type);

  if (found)
    *meaning = (LaminaWorkMeaning) { found->operator, found->traits, found->way, found->n_fused, 0 };
  return found != NULL;
}

/*
 * Those of other libraries, and what a compiler or a program makes up, are known by their whole names alone: words of
 * `triton_poi_fused_add_mul_0` prove nothing.
 */
gboolean
lamina_work_is_registered (const char *type)
{
  static const char *const libraries[] = { "aten::", "fbgemm::", "c10d::", "quantized::", "torchvision::", "mkldnn::", "prims::",
                                          "Memcpy", "Memset" };

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (g_str_has_prefix (type, libraries[i]))
      return TRUE;
  return find_registered (type) || lamina_work_find_signature (type, NULL);
}

void
lamina_work_recognize (const char        *type,
                       const char        *name,
                       LaminaFamily       family,
                       LaminaWorkMeaning *meaning)
{
  char words[MAX_WORDS], folded[MAX_WORDS];
  gboolean general;

  if (recognize_attention (type, meaning) || recognize_registered (type, meaning))
    return;
  fold (type, folded);
  general = type[0] == '\0' || is_general (folded, family);
  *meaning = (LaminaWorkMeaning) { .traits = general ? LAMINA_WORK_NEEDS_NAME : 0 };
  if (is_opaque (folded))
    return;
  if (general)
    {
      cut_call (name, words);
      fold (words, folded);
    }
  else
    g_strlcpy (words, type, sizeof words);
  for (gsize i = 0; i < lamina_n_work_signs; i++)
    if (lamina_work_signs[i].family == family && has_sign (&lamina_work_signs[i], folded))
      {
        meaning->operator = lamina_work_signs[i].operator;
        meaning->traits |= lamina_work_signs[i].traits;
        meaning->way = lamina_work_signs[i].way;
        break;
      }
  /* PyTorch ends the names of operators that put their result into an argument with a stroke. */
  meaning->traits &= ~(guint) (g_str_has_suffix (words, "_") ? LAMINA_WORK_BOOLEAN : LAMINA_WORK_OVERWRITES);
  meaning->n_fused = count_fused (meaning, words);
  meaning->n_operands = lamina_work_count_operands (words);
  /* `add_nn_relu_layout_transform` computes on its way. */
  if (meaning->n_fused > 0 && (meaning->operator == LAMINA_WORK_LAYOUT || meaning->operator == LAMINA_WORK_COPY))
    {
      meaning->operator = LAMINA_WORK_ELEMENTWISE;
      meaning->n_fused--;
    }
}
