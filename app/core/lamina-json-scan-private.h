/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

/*
 * The two scans that pass most bytes. Both may look at up to 16 bytes behind the text, which must be zeros.
 */

/* The first quote, backslash or control character; sets a bit in *high when a byte before it is not ASCII. */
static inline char *
lamina_json_scan_string (char  *p,
                         guint *high)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"');
  const __m128i backslash = _mm_set1_epi8 ('\\');
  const __m128i control = _mm_set1_epi8 (0x1f);

  for (;; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) p);
      __m128i is_control = _mm_cmpeq_epi8 (_mm_min_epu8 (bytes, control), bytes);
      __m128i is_mark = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, quote), _mm_cmpeq_epi8 (bytes, backslash));
      guint stops = (guint) _mm_movemask_epi8 (_mm_or_si128 (is_control, is_mark));
      guint high_bits = (guint) _mm_movemask_epi8 (bytes);

      if (stops != 0)
        {
          guint n = (guint) __builtin_ctz (stops);

          *high |= high_bits & ((1u << n) - 1);
          return p + n;
        }
      *high |= high_bits;
    }
#else
  guint8 seen = 0;

  for (; (guint8) *p >= ' ' && *p != '"' && *p != '\\'; p++)
    seen |= (guint8) *p;
  *high |= seen & 0x80;
  return p;
#endif
}

/* The first quote or bracket, or @end. */
static inline char *
lamina_json_scan_brackets (char *p,
                           char *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"');
  const __m128i opening = _mm_set1_epi8 ('{');
  const __m128i closing = _mm_set1_epi8 ('}');
  const __m128i lower = _mm_set1_epi8 (0x20);

  for (; p < end; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) p);
      __m128i folded = _mm_or_si128 (bytes, lower);
      __m128i is_bracket = _mm_or_si128 (_mm_cmpeq_epi8 (folded, opening), _mm_cmpeq_epi8 (folded, closing));
      guint stops = (guint) _mm_movemask_epi8 (_mm_or_si128 (is_bracket, _mm_cmpeq_epi8 (bytes, quote)));

      if (stops != 0)
        return p + __builtin_ctz (stops);
    }
  return end;
#else
  while (p < end && *p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
    p++;
  return p;
#endif
}

G_END_DECLS
