/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

#ifdef __x86_64__

#include "lamina-json-scan-private.h"

/* What every 64-bit processor of its family has. Masks have the bit i for the byte p[i]. */

#define SCANNER lamina_json_scanner_sse2
#define SCANNER_NAME "sse2"

#define vector_scan_string lamina_json_scan_string

static inline __m128i
load (const char *p)
{
  return _mm_loadu_si128 ((const __m128i *) p);
}

static inline guint64
gather (__m128i bytes)
{
  return (guint) _mm_movemask_epi8 (bytes);
}

static inline __m128i
equals (__m128i bytes,
        char    byte)
{
  return _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (byte));
}

static inline guint64
vector_differs (const char *p,
                const char *text)
{
  guint64 same = 0;

  for (guint i = 0; i < 64; i += 16)
    same |= gather (_mm_cmpeq_epi8 (load (p + i), load (text + i))) << i;
  return ~same;
}

static inline guint64
digits (const char *p)
{
  __m128i values = _mm_xor_si128 (load (p), _mm_set1_epi8 ('0'));

  return gather (_mm_cmpeq_epi8 (_mm_min_epu8 (values, _mm_set1_epi8 (9)), values));
}

static inline guint32
vector_no_digits (const char *p)
{
  return ~(guint32) (digits (p) | digits (p + 16) << 16);
}

static inline guint
vector_no_blanks (const char *p)
{
  __m128i bytes = load (p);
  __m128i blanks = _mm_or_si128 (_mm_or_si128 (equals (bytes, ' '), equals (bytes, '\n')),
                                 _mm_or_si128 (equals (bytes, '\t'), equals (bytes, '\r')));

  return (guint) gather (blanks) ^ 0xffff;
}

static inline void
vector_classify (const char *p,
                 guint64    *quotes,
                 guint64    *backslashes,
                 guint64    *brackets)
{
  *quotes = *backslashes = *brackets = 0;
  for (guint i = 0; i < 64; i += 16)
    {
      __m128i bytes = load (p + i);
      __m128i folded = _mm_or_si128 (bytes, _mm_set1_epi8 (0x20));

      *quotes |= gather (equals (bytes, '"')) << i;
      *backslashes |= gather (equals (bytes, '\\')) << i;
      *brackets |= gather (_mm_or_si128 (equals (folded, '{'), equals (folded, '}'))) << i;
    }
}

/* Each bit becomes the parity of all bits up to it. */
static inline guint64
vector_parities (guint64 bits)
{
  for (guint n = 1; n < 64; n *= 2)
    bits ^= bits << n;
  return bits;
}

#include "lamina-json-quick-private.h"

#endif
