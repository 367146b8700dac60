/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Included by the files lamina-json-quick-NAME.c of processors with vectors of LANES bytes, behind their gather(), which
 * makes a mask of the highest bits of a vector. Masks have the bit i for the byte p[i].
 */

static inline Vector
load (const char *p)
{
  Vector bytes;

  memcpy (&bytes, p, sizeof bytes);
  return bytes;
}

static inline Vector
equals (Vector  bytes,
        guint8  byte)
{
  return (Vector) (bytes == (Vector) { 0 } + byte);
}

static inline guint64
vector_differs (const char *p,
                const char *text)
{
  guint64 same = 0;

  for (guint i = 0; i < 64; i += LANES)
    same |= gather ((Vector) (load (p + i) == load (text + i))) << i;
  return ~same;
}

static inline char *
vector_scan_string (char  *p,
                    guint *high)
{
  for (;; p += LANES)
    {
      Vector bytes = load (p);
      guint64 stops = gather ((Vector) (bytes < (Vector) { 0 } + (guint8) ' ') | equals (bytes, '"') | equals (bytes, '\\'));
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
  guint64 digits = 0;

  for (guint i = 0; i < 32; i += LANES)
    digits |= gather ((Vector) (load (p + i) - (guint8) '0' < (Vector) { 0 } + (guint8) 10)) << i;
  return ~(guint32) digits;
}

static inline guint
vector_no_blanks (const char *p)
{
  Vector bytes = load (p);
  guint64 blanks = gather (equals (bytes, ' ') | equals (bytes, '\n') | equals (bytes, '\t') | equals (bytes, '\r'));

  return (guint) (blanks ^ ((G_GUINT64_CONSTANT (1) << LANES) - 1));
}

static inline void
vector_classify (const char *p,
                 guint64    *quotes,
                 guint64    *backslashes,
                 guint64    *brackets)
{
  *quotes = *backslashes = *brackets = 0;
  for (guint i = 0; i < 64; i += LANES)
    {
      Vector bytes = load (p + i);
      Vector folded = bytes | ((Vector) { 0 } + (guint8) 0x20);

      *quotes |= gather (equals (bytes, '"')) << i;
      *backslashes |= gather (equals (bytes, '\\')) << i;
      *brackets |= gather (equals (folded, '{') | equals (folded, '}')) << i;
    }
}

#include "lamina-json-quick-private.h"
