/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader-private.h"

G_BEGIN_DECLS

/*
 * Numbers that the quick scan found to be nothing but a sign, n_whole digits and n_fraction more behind a point. What does
 * not fit easily is left to lamina-decimal.c.
 */

/* So many digits fit into 64 bits with a sign, whatever they are. */
#define LAMINA_JSON_MAX_DIGITS 18

static const gint64 lamina_json_powers_of_ten[] = {
  1,         10,         100,         1000,         10000,         100000,         1000000,
  10000000,  100000000,  1000000000,  10000000000,  100000000000,  1000000000000,  10000000000000,
  100000000000000,       1000000000000000,          10000000000000000,             100000000000000000,
  1000000000000000000,
};

/* @n digits, at most eight: neighbors become numbers, then neighbors of these, each in its part of a register. */
static inline guint64
lamina_json_join_digits (const char *p,
                         guint       n)
{
  guint64 digits;

  memcpy (&digits, p, sizeof digits);
  digits = (GUINT64_FROM_LE (digits) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f)) << (64 - 8 * n);
  digits = (digits * 10 + (digits >> 8)) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  digits = (digits * 100 + (digits >> 16)) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  return (digits * 10000 + (digits >> 32)) & 0xffffffff;
}

/* 1 to 19 digits. Looks at up to seven bytes behind them. */
static inline gint64
lamina_json_parse_digits (const char *p,
                          guint       n)
{
  guint first = (n - 1) % 8 + 1;
  guint64 number = lamina_json_join_digits (p, first);

  for (p += first, n -= first; n > 0; p += 8, n -= 8)
    number = number * 100000000 + lamina_json_join_digits (p, 8);
  return (gint64) number;
}

static inline gboolean
lamina_json_read_whole (LaminaJsonReader *self,
                        gint64           *value)
{
  const char *p = self->token.start;
  gboolean negative = *p == '-';
  gint64 size;

  if (self->n_whole == 0 || self->n_whole > LAMINA_JSON_MAX_DIGITS || self->n_fraction > 0)
    return FALSE;
  size = lamina_json_parse_digits (p + negative, self->n_whole);
  *value = negative ? -size : size;
  return TRUE;
}

static inline gboolean
lamina_json_read_scaled (LaminaJsonReader *self,
                         int               scale,
                         gint64           *value)
{
  const char *p = self->token.start;
  gboolean negative = *p == '-';
  gint64 size, fraction = 0;

  if (self->n_whole == 0 || self->n_whole > LAMINA_JSON_MAX_DIGITS || scale < self->n_fraction
      || scale > LAMINA_JSON_MAX_DIGITS)
    return FALSE;
  p += negative;
  if (self->n_fraction > 0)
    fraction = lamina_json_parse_digits (p + self->n_whole + 1, self->n_fraction)
               * lamina_json_powers_of_ten[scale - self->n_fraction];
  if (__builtin_mul_overflow (lamina_json_parse_digits (p, self->n_whole), lamina_json_powers_of_ten[scale], &size)
      || __builtin_add_overflow (size, fraction, &size))
    return FALSE;
  *value = negative ? -size : size;
  return TRUE;
}

/*
 * All digits as one number. @n_decimals: how many of them stand behind the point. One digit more than always fits is read,
 * too: times since 1970 have nineteen down to the nanosecond.
 */
static inline gboolean
lamina_json_read_all_digits (LaminaJsonReader *self,
                             gint64           *value,
                             guint            *n_decimals)
{
  const char *p = self->token.start;
  gboolean negative = *p == '-';
  guint64 size;

  if (self->n_whole == 0 || self->n_whole + self->n_fraction > LAMINA_JSON_MAX_DIGITS + 1)
    return FALSE;
  p += negative;
  size = (guint64) lamina_json_parse_digits (p, self->n_whole);
  if (self->n_fraction > 0)
    size = size * (guint64) lamina_json_powers_of_ten[self->n_fraction]
           + (guint64) lamina_json_parse_digits (p + self->n_whole + 1, self->n_fraction);
  if (size > G_MAXINT64)
    return FALSE;
  *value = negative ? -(gint64) size : (gint64) size;
  *n_decimals = self->n_fraction;
  return TRUE;
}

G_END_DECLS
