/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source-extent.h"

/* What the tests of sources share: texts, ways to store them, and a look at what is read. */

#define MIB ((gsize) 1 << 20)

typedef GBytes *(*Compress) (const char *text,
                             gsize       length);

GBytes *gzip (const char *text,
              gsize       length);
GBytes *gzip_at (int         level,
                 const char *text,
                 gsize       length);
GBytes *zstd (const char *text,
              gsize       length);

/* Plain text first, then what inflates. */
typedef struct
{
  const char *name;
  Compress compress;
} Kind;

#define N_KINDS 3
extern const Kind kinds[N_KINDS];

/* Lines of different lengths; no two stretches of it are equal. */
char *make_text (gsize length);

/* Reads everything in blocks of one size. */
char *read_all (LaminaSource  *source,
                gsize          block,
                gsize         *length,
                GError       **error);

void assert_text (LaminaSource *source,
                  gsize         block,
                  const char   *expected,
                  gsize         expected_length);

/* From bytes and from a file, which take different ways. */
LaminaSource *open_bytes (GBytes             *bytes,
                          gboolean            as_file,
                          const LaminaLimits *limits);
