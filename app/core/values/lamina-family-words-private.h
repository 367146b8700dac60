/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-family.h"

G_BEGIN_DECLS

/*
 * The words that tell families, see lamina-family.c for how they are found.
 *
 * literal  folded text, at least two characters
 * family   LaminaFamily
 * flags    LaminaMatchFlags: where in a text it counts
 * rank     LaminaFamilyRank: of all that are found the highest decides
 */
typedef enum
{
  LAMINA_MATCH_ANYWHERE = 0,
  LAMINA_MATCH_START = 1 << 0,
  LAMINA_MATCH_END = 1 << 1,
  LAMINA_MATCH_NOT_BEHIND_FB = 1 << 2,
  LAMINA_MATCH_NOT_BEHIND_QUANTIZE = 1 << 3,
  LAMINA_MATCH_NOT_OWNED = 1 << 4,
  LAMINA_MATCH_ALONE = 1 << 5, /* nothing else stands there but a number */
  LAMINA_MATCH_NOT_CONTINUED = 1 << 6,
  LAMINA_MATCH_LAST = 1 << 7,  /* of words written together */
  LAMINA_MATCH_WORD = LAMINA_MATCH_START | LAMINA_MATCH_END,
  LAMINA_MATCH_WORD_NOT_OWNED = LAMINA_MATCH_WORD | LAMINA_MATCH_NOT_OWNED,
  LAMINA_MATCH_WORD_LAST = LAMINA_MATCH_WORD | LAMINA_MATCH_LAST,
  LAMINA_MATCH_WORD_NOT_BEHIND_QUANTIZE = LAMINA_MATCH_WORD | LAMINA_MATCH_NOT_BEHIND_QUANTIZE,
  LAMINA_MATCH_START_NOT_CONTINUED = LAMINA_MATCH_START | LAMINA_MATCH_NOT_CONTINUED,
  LAMINA_MATCH_NOT_BEHIND_FB_NOT_CONTINUED = LAMINA_MATCH_NOT_BEHIND_FB | LAMINA_MATCH_NOT_CONTINUED,
} LaminaMatchFlags;

/* From the weakest to the strongest. */
typedef enum
{
  LAMINA_RANK_NONE,
  LAMINA_RANK_OTHER,
  LAMINA_RANK_COPY,
  LAMINA_RANK_GENERIC,
  LAMINA_RANK_FUNCTION,
  LAMINA_RANK_EXTREME,
  LAMINA_RANK_ACTIVATION,
  LAMINA_RANK_ARITHMETIC,
  LAMINA_RANK_LAYOUT,
  LAMINA_RANK_REDUCTION,
  LAMINA_RANK_INDEX,
  LAMINA_RANK_OPTIMIZER,
  LAMINA_RANK_POOLING,
  LAMINA_RANK_NORMALIZATION,
  LAMINA_RANK_MATMUL,
  LAMINA_RANK_CONVOLUTION,
  LAMINA_RANK_ATTENTION,
  LAMINA_RANK_CALL,
  LAMINA_RANK_COMMUNICATION,
} LaminaFamilyRank;

typedef struct
{
  const char *literal;
  guint8 family;
  guint8 flags;
  guint8 rank;
} LaminaFamilyWord;

#define LAMINA_MOST_FAMILY_WORDS 1024

extern const LaminaFamilyWord lamina_family_words[];

extern const guint16 lamina_n_family_words;

G_END_DECLS
