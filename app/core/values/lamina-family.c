/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-family-says.h"
#include "lamina-family-words-private.h"

#include <pthread.h>
#include <string.h>

/*
 * How a family is found
 *
 * 1. A text is folded: letters in lower case, everything that is neither letter nor digit as one underscore, and for
 *   each position whether a word begins there. A word begins after anything but a letter, and at a capital after a
 *   small letter, so that `MaxPool_3`, `maxpool3` and `max_pool` all hold the word `pool`, while `spool` holds none.
 * 2. The table in lamina-family-words.c lists literals of folded text, and whether they must begin and end with a word.
 *   At each position the literals with that first character are tried; of all that are found the one with the highest
 *   rank decides, since names of fused kernels hold the words of everything that was fused into the strongest of them.
 * 3. The type decides. The name is asked when the type says nothing, or says no more than "elementwise": many tools
 *   call an activation function that.
 * 4. Of a name with scopes, `conv1/BiasAdd`, the scopes are asked when the last part says nothing. What only hands a
 *   value on, `conv1/weights/read`, is no work of its scope.
 */

/* Longer texts are demangled kernels; what they do stands in front. */
#define MAX_TEXT 1024

/* Marks words that others translate. */
#define N_(text) text

#define END_OF_CHAIN G_MAXUINT16

/* The literals by first character: `head` begins a chain of indexes into the table, `next` goes on. */
static struct
{
  guint16 head[128];
  guint16 next[LAMINA_MOST_FAMILY_WORDS];
  guint8 lengths[LAMINA_MOST_FAMILY_WORDS];
  /* Bits for what the second character of a literal may be: most places of a text need no look at the chain. */
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
index_words (void)
{
  G_STATIC_ASSERT (LAMINA_MOST_FAMILY_WORDS < END_OF_CHAIN);

  for (gsize i = 0; i < G_N_ELEMENTS (chains.head); i++)
    chains.head[i] = END_OF_CHAIN;
  for (gsize i = 0; i < lamina_n_family_words; i++)
    {
      guchar first = (guchar) lamina_family_words[i].literal[0];
      guchar second = (guchar) lamina_family_words[i].literal[1];

      chains.lengths[i] = (guint8) strlen (lamina_family_words[i].literal);
      chains.seconds[first][second >> 6] |= G_GUINT64_CONSTANT (1) << (second & 63);
      chains.next[i] = chains.head[first];
      chains.head[first] = (guint16) i;
    }
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
is_meant (const Folded     *folded,
          gsize             position,
          gsize             length,
          LaminaMatchFlags  flags)
{
  if ((flags & LAMINA_MATCH_NOT_OWNED) && is_owned (folded, position))
    return FALSE;
  if ((flags & LAMINA_MATCH_NOT_BEHIND_FB) && is_behind (folded, position, "fb"))
    return FALSE;
  if ((flags & LAMINA_MATCH_NOT_BEHIND_QUANTIZE) && is_behind (folded, position, "quantize"))
    return FALSE;
  if ((flags & LAMINA_MATCH_NOT_CONTINUED) && is_continued (folded, position + length))
    return FALSE;
  if ((flags & LAMINA_MATCH_LAST) && !is_last (folded, position + length))
    return FALSE;
  return !(flags & LAMINA_MATCH_ALONE) || stands_alone (folded, position, length);
}

static gboolean
matches (const Folded           *folded,
         gsize                   position,
         const LaminaFamilyWord *word)
{
  gsize length = chains.lengths[word - lamina_family_words], end = position + length;

  if ((word->flags & LAMINA_MATCH_START) && !folded->starts[position])
    return FALSE;
  /* Many words begin alike, `aten_`: the last letter tells most of them apart. */
  if (end > folded->length || folded->text[end - 1] != word->literal[length - 1]
      || memcmp (folded->text + position, word->literal, length) != 0)
    return FALSE;
  if ((word->flags & LAMINA_MATCH_END) && !folded->starts[end] && g_ascii_isalpha (folded->text[end]))
    return FALSE;
  return !(word->flags & ~LAMINA_MATCH_WORD) || is_meant (folded, position, length, (LaminaMatchFlags) word->flags);
}

/* Finds the strongest word of a text. */
static LaminaFamilyRank
find_family (const char   *text,
             gsize         length,
             LaminaFamily *family)
{
  Folded folded;
  LaminaFamilyRank best = LAMINA_RANK_NONE;

  fold (text, length, &folded);

  for (gsize position = 1; position < folded.length; position++)
    {
      guchar second = (guchar) folded.text[position + 1];
      guint16 i = chains.head[(guchar) folded.text[position]];

      if ((chains.seconds[(guchar) folded.text[position]][second >> 6] >> (second & 63) & 1) == 0)
        continue;
      for (; i != END_OF_CHAIN; i = chains.next[i])
        {
          const LaminaFamilyWord *word = &lamina_family_words[i];

          if ((LaminaFamilyRank) word->rank <= best || !matches (&folded, position, word))
            continue;
          best = (LaminaFamilyRank) word->rank;
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
  return find_family (name, strcspn (name, "(["), &family) == LAMINA_RANK_ACTIVATION;
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
  LaminaFamilyRank rank;

  text = skip_transform (text);
  last = find_last_part (text);
  pthread_once (&indexed, index_words);
  *family = LAMINA_FAMILY_OTHER;
  if (hands_on (text, last))
    return LAMINA_FAMILY_SAYS_ALL;
  rank = find_family (last, strlen (last), family);
  if (rank == LAMINA_RANK_NONE && last != text)
    rank = find_family (text, strlen (text), family);
  if (rank == LAMINA_RANK_NONE)
    return LAMINA_FAMILY_SAYS_NOTHING;
  return rank == LAMINA_RANK_GENERIC ? LAMINA_FAMILY_SAYS_GENERIC : LAMINA_FAMILY_SAYS_ALL;
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
