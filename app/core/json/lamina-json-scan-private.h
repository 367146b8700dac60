/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

/*
 * The scans that pass most bytes. The first two may look at up to 16 bytes behind the text, which must be zeros.
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

#ifndef __SSE2__
/* A byte that may not stand behind @before in such a text as lamina_json_is_compact() means. */
static inline gboolean
lamina_json_is_loose (guint8 before,
                      guint8 byte)
{
  if (byte == ' ')
    return before == '[' || before == '{' || before == ' ';
  if (byte < ' ' || byte > '~')
    return TRUE;
  return before == ' ' && (byte == ',' || byte == ':' || byte == ']' || byte == '}');
}
#endif

/*
 * Whether the text of a container has no blanks to take out, and no bytes to replace. What looks like such a blank may
 * stand in a string: then the answer is no, too. Looks at up to 16 bytes behind the text.
 */
static inline gboolean
lamina_json_is_compact (const char *p,
                        gsize       length)
{
  gsize i = 1;

#ifdef __SSE2__
  const __m128i blank = _mm_set1_epi8 (' ');
  const __m128i lower = _mm_set1_epi8 (0x20);
  const __m128i opening = _mm_set1_epi8 ('{');

  for (; i < length; i += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (p + i));
      __m128i before = _mm_loadu_si128 ((const __m128i *) (p + i - 1));
      __m128i is_blank = _mm_cmpeq_epi8 (bytes, blank);
      __m128i opened = _mm_cmpeq_epi8 (_mm_or_si128 (before, lower), opening);
      __m128i closes = _mm_cmpeq_epi8 (_mm_or_si128 (bytes, lower), _mm_set1_epi8 ('}'));
      __m128i divides = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (',')), _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (':')));
      __m128i ends = _mm_and_si128 (_mm_cmpeq_epi8 (before, blank), _mm_or_si128 (_mm_or_si128 (closes, divides), is_blank));
      /* As numbers with a sign, those that are not ASCII are below the blank, too. */
      __m128i strange = _mm_or_si128 (_mm_cmplt_epi8 (bytes, blank), _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 (0x7f)));
      guint loose = (guint) _mm_movemask_epi8 (_mm_or_si128 (_mm_or_si128 (_mm_and_si128 (is_blank, opened), ends), strange));

      if (length - i < 16)
        loose &= (1u << (length - i)) - 1;
      if (loose != 0)
        return FALSE;
    }
#else
  for (; i < length; i++)
    if (lamina_json_is_loose ((guint8) p[i - 1], (guint8) p[i]))
      return FALSE;
#endif
  return p[length - 1] != ' ';
}

G_END_DECLS
