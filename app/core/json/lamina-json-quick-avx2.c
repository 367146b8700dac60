/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

#ifdef __x86_64__

#include <immintrin.h>

/* Used only where the processor has these instructions. */

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,pclmul"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,pclmul")
#endif

#define SCANNER lamina_json_scanner_avx2
#define SCANNER_NAME "avx2"
#define LANES 32

typedef guint8 Vector __attribute__ ((vector_size (LANES)));

static inline guint64
gather (Vector bytes)
{
  return (guint32) _mm256_movemask_epi8 ((__m256i) bytes);
}

#define vector_parities multiply_parities

/* Each bit becomes the parity of all bits up to it: a product without carries. */
static inline guint64
vector_parities (guint64 bits)
{
  __m128i product = _mm_clmulepi64_si128 (_mm_set_epi64x (0, (long long) bits), _mm_set1_epi8 ((char) 0xff), 0);

  return (guint64) _mm_cvtsi128_si64 (product);
}

#include "lamina-json-quick-vector-private.h"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
