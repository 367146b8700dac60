/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

#ifdef __x86_64__

#include <immintrin.h>

/* Used only where the processor has these instructions. Masks have the bit i for the byte p[i]. */

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,pclmul"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,pclmul")
#endif

#define SCANNER lamina_json_scanner_avx2
#define SCANNER_NAME "avx2"

static inline __m256i
load (const char *p)
{
  return _mm256_loadu_si256 ((const __m256i *) p);
}

static inline guint64
gather (__m256i bytes)
{
  return (guint32) _mm256_movemask_epi8 (bytes);
}

static inline __m256i
equals (__m256i bytes,
        char    byte)
{
  return _mm256_cmpeq_epi8 (bytes, _mm256_set1_epi8 (byte));
}

static inline guint64
vector_differs (const char *p,
                const char *text)
{
  guint64 first = gather (_mm256_cmpeq_epi8 (load (p), load (text)));
  guint64 second = gather (_mm256_cmpeq_epi8 (load (p + 32), load (text + 32)));

  return ~(first | second << 32);
}

static inline char *
vector_scan_string (char  *p,
                    guint *high)
{
  const __m256i control = _mm256_set1_epi8 (0x1f);

  for (;; p += 32)
    {
      __m256i bytes = load (p);
      __m256i is_control = _mm256_cmpeq_epi8 (_mm256_min_epu8 (bytes, control), bytes);
      __m256i is_mark = _mm256_or_si256 (equals (bytes, '"'), equals (bytes, '\\'));
      guint64 stops = gather (_mm256_or_si256 (is_control, is_mark));
      guint64 high_bits = gather (bytes);

      if (stops != 0)
        {
          guint n = (guint) __builtin_ctzll (stops);

          if (G_UNLIKELY (high_bits != 0))
            *high |= (high_bits & ((G_GUINT64_CONSTANT (1) << n) - 1)) != 0;
          return p + n;
        }
      *high |= high_bits != 0;
    }
}

static inline guint32
vector_no_digits (const char *p)
{
  __m256i values = _mm256_xor_si256 (load (p), _mm256_set1_epi8 ('0'));

  return ~(guint32) gather (_mm256_cmpeq_epi8 (_mm256_min_epu8 (values, _mm256_set1_epi8 (9)), values));
}

static inline guint
vector_no_blanks (const char *p)
{
  __m128i bytes = _mm_loadu_si128 ((const __m128i *) p);
  __m128i low = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (' ')), _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\n')));
  __m128i rare = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\t')), _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\r')));

  return (guint) _mm_movemask_epi8 (_mm_or_si128 (low, rare)) ^ 0xffff;
}

static inline void
vector_classify (const char *p,
                 guint64    *quotes,
                 guint64    *backslashes,
                 guint64    *brackets)
{
  *quotes = *backslashes = *brackets = 0;
  for (guint i = 0; i < 64; i += 32)
    {
      __m256i bytes = load (p + i);
      __m256i folded = _mm256_or_si256 (bytes, _mm256_set1_epi8 (0x20));

      *quotes |= gather (equals (bytes, '"')) << i;
      *backslashes |= gather (equals (bytes, '\\')) << i;
      *brackets |= gather (_mm256_or_si256 (equals (folded, '{'), equals (folded, '}'))) << i;
    }
}

/* Each bit becomes the parity of all bits up to it: a product without carries. */
static inline guint64
vector_parities (guint64 bits)
{
  __m128i product = _mm_clmulepi64_si128 (_mm_set_epi64x (0, (long long) bits), _mm_set1_epi8 ((char) 0xff), 0);

  return (guint64) _mm_cvtsi128_si64 (product);
}

#include "lamina-json-quick-private.h"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
