/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS

/*
 * Keys of hash tables that are made of two ids. g_int64_hash() of GLib 2.74 looks at the lower one alone, which may be the same
 * for all of them.
 */
static inline guint64
chrome_key (guint32 high,
            guint32 low)
{
  return (guint64) high << 32 | low;
}

static inline guint
chrome_key_hash (gconstpointer key)
{
  return (guint) (*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/*
 * The two functions of a table whose keys are structs of numbers: all of their bytes tell them apart, so that they have
 * no gaps.
 */
#define CHROME_DEFINE_KEY(Type, hash_func, equal_func)                           \
  static guint hash_func (gconstpointer key)                                     \
  {                                                                              \
    return chrome_key_hash_words (key, sizeof (Type) / sizeof (guint32));        \
  }                                                                              \
  static gboolean equal_func (gconstpointer a, gconstpointer b)                  \
  {                                                                              \
    return memcmp (a, b, sizeof (Type)) == 0;                                    \
  }

static inline guint
chrome_key_hash_words (gconstpointer key,
                       gsize         n)
{
  const guint32 *words = key;
  guint hash = 0;

  for (gsize i = 0; i < n; i++)
    hash = hash * 31 + words[i];
  return hash;
}

G_END_DECLS
