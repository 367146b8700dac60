/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

/*
 * Eight bytes at a time in a plain register. Masks have the bit i for the byte p[i].
 */

#define SCANNER lamina_json_scanner_portable
#define SCANNER_NAME "portable"
#define LANES 16

#define EACH(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))
#define HIGH EACH (0x80)
#define LOW EACH (0x7f)

static inline guint64
load (const char *p)
{
  guint64 bytes;

  memcpy (&bytes, p, sizeof bytes);
  return GUINT64_FROM_LE (bytes);
}

/* The high bit of each byte that is zero. */
static inline guint64
zeros (guint64 bytes)
{
  return ~(((bytes & LOW) + LOW) | bytes | LOW);
}

static inline guint64
equals (guint64 bytes,
        guint8  byte)
{
  return zeros (bytes ^ EACH (byte));
}

/* The high bits of the eight bytes, in the order of the bytes. */
static inline guint64
gather (guint64 high_bits)
{
  return ((high_bits >> 7) * G_GUINT64_CONSTANT (0x0102040810204080)) >> 56;
}

static inline guint64
vector_differs (const char *p,
                const char *text)
{
  guint64 mask = 0;

  for (guint i = 0; i < 64; i += 8)
    mask |= (gather (zeros (load (p + i) ^ load (text + i))) ^ 0xff) << i;
  return mask;
}

static inline char *
vector_scan_string (char  *p,
                    guint *high)
{
  guint64 seen = 0;

  for (;; p += 8)
    {
      guint64 bytes = load (p);
      guint64 control = ~((bytes & LOW) + EACH (0x60)) & ~bytes & HIGH;
      guint64 stops = equals (bytes, '"') | equals (bytes, '\\') | control;

      if (stops != 0)
        {
          guint n = (guint) __builtin_ctzll (stops) & ~7u;

          seen |= bytes & ((G_GUINT64_CONSTANT (1) << n) - 1);
          *high |= (seen & HIGH) != 0;
          return p + n / 8;
        }
      seen |= bytes;
    }
}

static inline guint32
vector_no_digits (const char *p)
{
  guint64 mask = 0;

  for (guint i = 0; i < 32; i += 8)
    {
      guint64 bytes = load (p + i) ^ EACH ('0');

      mask |= gather ((((bytes & LOW) + EACH (0x76)) | bytes) & HIGH) << i;
    }
  return (guint32) mask;
}

static inline guint
vector_no_blanks (const char *p)
{
  guint64 mask = 0;

  for (guint i = 0; i < LANES; i += 8)
    {
      guint64 bytes = load (p + i);

      mask |= gather (equals (bytes, ' ') | equals (bytes, '\n') | equals (bytes, '\t') | equals (bytes, '\r')) << i;
    }
  return (guint) mask ^ 0xffff;
}

static inline void
vector_classify (const char *p,
                 guint64    *quotes,
                 guint64    *backslashes,
                 guint64    *brackets)
{
  *quotes = *backslashes = *brackets = 0;
  for (guint i = 0; i < 64; i += 8)
    {
      guint64 bytes = load (p + i);
      guint64 folded = bytes | EACH (0x20);

      *quotes |= gather (equals (bytes, '"')) << i;
      *backslashes |= gather (equals (bytes, '\\')) << i;
      *brackets |= gather (equals (folded, '{') | equals (folded, '}')) << i;
    }
}

#include "lamina-json-quick-private.h"
