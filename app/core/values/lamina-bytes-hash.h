/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/*
 * Hashes of bytes, sixteen at a time: names of kernels are long, some names have megabytes, and most of them were seen before.
 * After wyhash by Wang Yi, which folds products in the same way.
 */

#define LAMINA_HASH_FIRST_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define LAMINA_HASH_SECOND_FACTOR G_GUINT64_CONSTANT (0xd6e8feb86659fd93)

/*
 * Other in each process, so that no file can be made whose texts all fall together; nothing that is shown depends on it. All tables
 * share it, so that hashes stay when one is merged into another. There once lamina_bytes_hash_prepare() was called, by any thread.
 */
extern guint64 lamina_hash_seed;

void lamina_bytes_hash_prepare (void);

/* 128 bits of a product, folded: every bit of both factors has its part in every bit of the result. */
static inline guint64
lamina_hash_mix (guint64 a,
                 guint64 b)
{
  __extension__ typedef unsigned __int128 Product;
  Product product = (Product) a * b;

  return (guint64) product ^ (guint64) (product >> 64);
}

static inline guint64
lamina_hash_load (const char *bytes,
                  gsize       n)
{
  guint64 word = 0;

  memcpy (&word, bytes, n);
  return word;
}

/* The up to sixteen bytes that are left; parts of them may be looked at twice. */
static inline guint64
lamina_hash_mix_rest (const char *bytes,
                      gsize       length,
                      guint64     hash)
{
  if (length > 8)
    return lamina_hash_mix (lamina_hash_load (bytes, 8) ^ LAMINA_HASH_FIRST_FACTOR,
                            lamina_hash_load (bytes + length - 8, 8) ^ hash);
  if (length >= 4)
    return lamina_hash_mix (lamina_hash_load (bytes, 4) ^ LAMINA_HASH_FIRST_FACTOR,
                            lamina_hash_load (bytes + length - 4, 4) << 32 ^ hash);
  if (length > 0)
    return lamina_hash_mix ((guint64) (guint8) bytes[0] << 16 ^ (guint64) (guint8) bytes[length / 2] << 8
                              ^ LAMINA_HASH_FIRST_FACTOR, (guint8) bytes[length - 1] ^ hash);
  return lamina_hash_mix (LAMINA_HASH_FIRST_FACTOR, hash);
}

static inline guint32
lamina_bytes_hash (const char *bytes,
                   gsize       length)
{
  guint64 hash = lamina_hash_seed ^ length;

  for (; length > 16; bytes += 16, length -= 16)
    hash = lamina_hash_mix (lamina_hash_load (bytes, 8) ^ LAMINA_HASH_FIRST_FACTOR, lamina_hash_load (bytes + 8, 8) ^ hash);
  hash = lamina_hash_mix (lamina_hash_mix_rest (bytes, length, hash), LAMINA_HASH_SECOND_FACTOR);
  return (guint32) (hash ^ hash >> 32);
}

G_END_DECLS
