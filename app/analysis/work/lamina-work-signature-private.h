/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the dimensions of queries, keys and values stand. */
typedef enum
{
  LAMINA_WORK_NO_LAYOUT,          /* the arguments are none that are known */
  LAMINA_WORK_HEADS_FIRST,        /* B H L E */
  LAMINA_WORK_TOKENS_FIRST,       /* B L H E, or T H E of sequences one behind the other */
  LAMINA_WORK_PAGES,              /* T H E, a query of each sequence, to keys and values in pages */
  LAMINA_WORK_SINGLE,             /* L H E, one sequence */
  LAMINA_WORK_SINGLE_HEADS_FIRST, /* H L E */
} LaminaWorkLayout;

/* Which keys a query does not meet. */
typedef enum
{
  LAMINA_WORK_MASK_NOT_STATED,
  LAMINA_WORK_MASK_NONE,
  LAMINA_WORK_MASK_TOP_LEFT,     /* those behind its own place, the first query's being the first key */
  LAMINA_WORK_MASK_BOTTOM_RIGHT, /* the same, the last query's being the last key */
  LAMINA_WORK_MASK_OTHER,        /* nobody says which */
} LaminaWorkMask;

typedef enum
{
  LAMINA_WORK_QUERIES,
  LAMINA_WORK_KEYS,
  LAMINA_WORK_VALUES,
  LAMINA_WORK_ALL_PACKED,
  LAMINA_WORK_KEYS_PACKED,
  LAMINA_WORK_RESULT,
  LAMINA_WORK_MORE_KEYS,
  LAMINA_WORK_STARTS_OF_QUERIES,
  LAMINA_WORK_STARTS_OF_KEYS,
  LAMINA_WORK_USED_QUERIES,
  LAMINA_WORK_USED_KEYS,
  LAMINA_WORK_BLOCK_TABLE,
  LAMINA_N_WORK_PLACES,
} LaminaWorkPlace;

#define LAMINA_WORK_MOST_ARGUMENTS 64

/*
 * What the arguments of attention say.
 *
 * is_read       there are arguments
 * places        which input is what, plus 1; 0 is none
 * destinations  a bit for each input that is written alone
 * most_queries  no sequence is longer, 0 is not stated
 * left, right   how many keys before and behind its own place a query meets; -1 is all
 */
typedef struct
{
  guint8 is_read;
  guint8 layout;
  guint8 mask;
  guint8 places[LAMINA_N_WORK_PLACES];
  gint32 most_queries;
  gint32 most_keys;
  gint32 left;
  gint32 right;
  guint64 destinations;
} LaminaWorkAttention;

/* An argument as a trace has it; value is NULL where it has none, and ends at length. */
typedef struct
{
  gboolean is_plain;   /* no tensor, and not nothing */
  guint n_dims;
  guint8 input_plus_1; /* which input of the layer it is */
  const char *value;
  gsize length;
} LaminaWorkArgument;

typedef struct
{
  const char *type;
  gboolean is_backward;
  guint8 layout;
  guint8 mask;         /* where there is one */
  const char *arguments;
  const char *source;
} LaminaWorkSignature;

/* The first signature of an operator behind another one, or NULL. */
const LaminaWorkSignature *lamina_work_find_signature (const char                *type,
                                                       const LaminaWorkSignature *behind);

/* The arguments of an operator of PyTorch by the texts of a trace, of which @values may be NULL: at most
 * LAMINA_WORK_MOST_ARGUMENTS of them, which point into @values. Returns how many there are. */
guint                      lamina_work_split_arguments (const char         *dims,
                                                        const char         *types,
                                                        const char         *values,
                                                        LaminaWorkArgument *arguments);

/* FALSE when @type is none of these operators. Where no signature fits, there is no layout. */
gboolean                   lamina_work_read_attention (LaminaWorkAttention       *self,
                                                       const char                *type,
                                                       const LaminaWorkArgument  *arguments,
                                                       guint                      n);

G_END_DECLS
