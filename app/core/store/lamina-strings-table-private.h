/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-strings-private.h"

#include <pthread.h>
#include <stdatomic.h>

G_BEGIN_DECLS

/* What lamina-strings.c, which adds strings, lamina-strings-keep.c and lamina-strings-read.c, which reads them, share. */

typedef struct
{
  guint32 first;
  guint32 second;
} LaminaStringPair;

/* Of a pair, @length is LAMINA_STRING_PAIR. */
typedef struct
{
  guint32 hash;
  guint32 length;
  union
  {
    const char *text;
    LaminaStringPair pair;
  };
} LaminaStringEntry;

#define LAMINA_STRING_PAIR G_MAXUINT32

/* A slot holds id + 1, and 0 when it is free. It repeats the hash, so that other strings are passed without a look at them. */
typedef struct
{
  guint32 hash;
  guint32 id;
} LaminaStringSlot;

/*
 * What is kept of strings, so that there are few bytes for each. It is kept for so many together: where the texts of those
 * begin that are no pairs, and how many pairs stand before them. Where its own text begins behind that is kept for each
 * string in 16 bits, which is far enough when long texts stand elsewhere.
 */
#define LAMINA_KEPT_TOGETHER 64
#define LAMINA_KEPT_LONGEST 1023 /* with its NUL */
#define LAMINA_KEPT_LONG 0xfffe
#define LAMINA_KEPT_NOTHING 0xffff

typedef struct
{
  guint64 pairs; /* a bit for each string */
  guint32 text;
  guint32 n_pairs;
} LaminaKeptBlock;

typedef struct
{
  guint32 id;
  guint32 text;
} LaminaLongText;

/* Open addressing with linear probing. At most three of four slots are taken. */
struct _LaminaStrings
{
  LaminaStringEntry *entries;
  guint32 n;
  guint32 capacity;
  LaminaStringSlot *slots;
  guint32 n_slots;
  GPtrArray *blocks;
  char *block;
  gsize block_left;

  /* Texts of pairs by their ids, NULL where nobody has asked for one; there is no table before the first one is asked for. */
  _Atomic (const char *) *_Atomic joined;
  guint32 n_joined;
  pthread_mutex_t joined_lock;

  /* In the place of the entries, once no more strings come: see lamina_strings_keep(). */
  LaminaKeptBlock *kept_blocks;
  guint16 *kept;
  char *kept_text;
  _Atomic guint64 *kept_pairs;
  LaminaLongText *long_texts; /* ascending by id */
  guint n_long_texts;
};

/* What is kept of a pair: its strings, an odd number, or where its text is once somebody has asked for it, an even one. */
#define LAMINA_PAIR_IS_APART(pair) (((pair) & 1) != 0)
#define LAMINA_PAIR_FIRST(pair) ((guint32) ((pair) >> 32))
#define LAMINA_PAIR_SECOND(pair) ((guint32) (pair) >> 1)
#define LAMINA_PAIR_TEXT(pair) ((const char *) (gsize) (pair))
#define LAMINA_PAIR_APART(first, second) ((guint64) (first) << 32 | (guint64) (second) << 1 | 1)
#define LAMINA_PAIR_JOINED(text) ((guint64) (gsize) (text))

/* @size bytes that live as long as the strings, at a multiple of @alignment, which is a power of two up to 8. */
gpointer lamina_strings_allocate (LaminaStrings *self,
                                  gsize          size,
                                  gsize          alignment);

/* What lamina_strings_keep() has made, if it has. */
void     lamina_strings_drop_kept (LaminaStrings *self);

G_END_DECLS
