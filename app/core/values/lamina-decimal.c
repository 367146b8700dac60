/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-decimal-plain.h"

#include <string.h>

/* 10^19 - 1 is the largest run of nines that fits into 64 bits without a sign. */
#define MAX_DIGITS 19

/* Beyond this every exponent has the same effect, whatever the number of digits. */
#define MAX_EXPONENT (G_GINT64_CONSTANT (1) << 60)

static const guint64 powers_of_ten[MAX_DIGITS + 1] = {
  G_GUINT64_CONSTANT (1),
  G_GUINT64_CONSTANT (10),
  G_GUINT64_CONSTANT (100),
  G_GUINT64_CONSTANT (1000),
  G_GUINT64_CONSTANT (10000),
  G_GUINT64_CONSTANT (100000),
  G_GUINT64_CONSTANT (1000000),
  G_GUINT64_CONSTANT (10000000),
  G_GUINT64_CONSTANT (100000000),
  G_GUINT64_CONSTANT (1000000000),
  G_GUINT64_CONSTANT (10000000000),
  G_GUINT64_CONSTANT (100000000000),
  G_GUINT64_CONSTANT (1000000000000),
  G_GUINT64_CONSTANT (10000000000000),
  G_GUINT64_CONSTANT (100000000000000),
  G_GUINT64_CONSTANT (1000000000000000),
  G_GUINT64_CONSTANT (10000000000000000),
  G_GUINT64_CONSTANT (100000000000000000),
  G_GUINT64_CONSTANT (1000000000000000000),
  G_GUINT64_CONSTANT (10000000000000000000),
};

/* The number is mantissa × 10^exponent, and a little more when digits were dropped behind the 19th: below says how much. */
typedef struct
{
  guint64 mantissa;
  gint64 exponent;
  guint n_digits;
  gboolean has_digits;
  gboolean negative;
  guint8 first_dropped;
  gboolean more_dropped;
} Number;

static inline gboolean
is_digit (char c)
{
  return (guint8) (c - '0') < 10;
}

#define EACH(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

/* Eight digits, if these are all: neighbors become numbers, then neighbors of these, each in its part of a register. */
static inline gboolean
join_eight (const char *text,
            guint64    *joined)
{
  guint64 digits;

  memcpy (&digits, text, sizeof digits);
  digits = GUINT64_FROM_LE (digits) ^ EACH ('0');
  if ((((digits + EACH (0x76)) | digits) & EACH (0x80)) != 0)
    return FALSE;
  digits = (digits * 10 + (digits >> 8)) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  digits = (digits * 100 + (digits >> 16)) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  *joined = (digits * 10000 + (digits >> 32)) & 0xffffffff;
  return TRUE;
}

static void
drop_digit (Number *number,
            guint8  digit)
{
  if (number->n_digits == MAX_DIGITS)
    number->first_dropped = digit;
  else if (digit != 0)
    number->more_dropped = TRUE;
  number->n_digits = MAX_DIGITS + 1;
}

static inline const char *
scan_digits (Number     *number,
             const char *text,
             const char *end,
             gboolean    fraction)
{
  const char *start = text;
  const char *first;
  const char *last;
  guint64 mantissa = number->mantissa;
  guint64 eight;

  /* Zeros that a number begins with don't count. */
  while (text < end && *text == '0' && number->n_digits == 0)
    text++;
  first = text;
  last = text + MIN (end - text, MAX_DIGITS - MIN (number->n_digits, MAX_DIGITS));
  for (; last - text >= 8 && join_eight (text, &eight); text += 8)
    mantissa = mantissa * 100000000 + eight;
  for (; text < last && is_digit (*text); text++)
    mantissa = mantissa * 10 + (guint8) (*text - '0');
  number->mantissa = mantissa;
  number->n_digits += (guint) (text - first);
  if (fraction)
    number->exponent -= text - start;
  for (; text < end && is_digit (*text); text++)
    {
      drop_digit (number, (guint8) (*text - '0'));
      number->exponent += !fraction;
    }
  number->has_digits |= text > start;
  return text;
}

static const char *
scan_exponent (Number     *number,
               const char *text,
               const char *end)
{
  const char *start;
  gboolean negative = FALSE;
  gint64 exponent = 0;

  if (text < end && (*text == '-' || *text == '+'))
    negative = *text++ == '-';
  for (start = text; text < end && is_digit (*text); text++)
    exponent = exponent < MAX_EXPONENT / 10 ? exponent * 10 + (*text - '0') : MAX_EXPONENT;
  number->exponent += negative ? -exponent : exponent;
  return text > start ? text : NULL;
}

static gboolean
scan_number (Number     *number,
             const char *text,
             const char *end)
{
  if (text < end && (*text == '-' || *text == '+'))
    number->negative = *text++ == '-';
  text = scan_digits (number, text, end, FALSE);
  if (text < end && *text == '.')
    text = scan_digits (number, text + 1, end, TRUE);
  if (!number->has_digits)
    return FALSE;
  if (text < end && (*text == 'e' || *text == 'E'))
    text = scan_exponent (number, text + 1, end);
  return text == end;
}

/* Whether the dropped part is above (1), at (0) or below (-1) the middle between two results. */
static int
compare_to_half (const Number *number,
                 guint64       rest,
                 guint64       divisor)
{
  guint64 missing = divisor - rest;
  gboolean tail = number->first_dropped != 0 || number->more_dropped;

  if (divisor == 1)
    return number->first_dropped != 5 ? (number->first_dropped > 5 ? 1 : -1) : number->more_dropped ? 1 : 0;
  if (rest == missing)
    return tail ? 1 : 0;
  return rest > missing ? 1 : -1;
}

static guint64
divide_half_even (const Number *number,
                  gint64        digits)
{
  guint64 quotient;
  int middle;

  if (digits > MAX_DIGITS)
    return 0;
  quotient = number->mantissa / powers_of_ten[digits];
  middle = compare_to_half (number, number->mantissa % powers_of_ten[digits], powers_of_ten[digits]);
  if (middle > 0 || (middle == 0 && (quotient & 1) != 0))
    quotient++;
  return quotient;
}

/* Finds the size of the number without its sign, or a value too large for the result. */
static guint64
scale_number (const Number *number,
              gint64        exponent)
{
  guint64 result;

  if (number->mantissa == 0)
    return 0;
  if (exponent == 0 && number->n_digits <= MAX_DIGITS)
    return number->mantissa;
  if (exponent <= 0)
    return divide_half_even (number, -exponent);
  if (exponent > MAX_DIGITS || __builtin_mul_overflow (number->mantissa, powers_of_ten[exponent], &result))
    return G_MAXUINT64;
  return result;
}

static gboolean
is_whole (const Number *number)
{
  if (number->mantissa == 0)
    return TRUE;
  if (number->first_dropped != 0 || number->more_dropped || number->exponent < -MAX_DIGITS)
    return FALSE;
  return number->exponent >= 0 || number->mantissa % powers_of_ten[-number->exponent] == 0;
}

static gboolean
parse (const char *text,
       gsize       length,
       int         scale,
       gboolean    only_whole,
       gint64     *value)
{
  Number number = { 0 };
  guint64 size;

  if (length == 0 || !scan_number (&number, text, text + length))
    return FALSE;
  size = scale_number (&number, number.exponent + scale);
  if (size > G_MAXINT64 || (only_whole && !is_whole (&number)))
    return FALSE;
  *value = number.negative ? -(gint64) size : (gint64) size;
  return TRUE;
}

gboolean
lamina_decimal_parse_whole (const char *text,
                            gsize       length,
                            gint64     *value)
{
  return parse (text, length, 0, TRUE, value);
}

gboolean
lamina_decimal_parse_plain (const char *text,
                            gsize       length,
                            gint64     *digits,
                            guint      *n_decimals)
{
  Number number = { 0 };
  const char *end = text + length;
  const char *first = text + (length > 0 && *text == '-');
  const char *p = first;

  if (p == end || !is_digit (*p) || !is_digit (end[-1]) || (*p == '0' && end - p > 1 && is_digit (p[1])))
    return FALSE;
  p = scan_digits (&number, p, end, FALSE);
  if (p < end && *p == '.')
    p = scan_digits (&number, p + 1, end, TRUE);
  if (p < end || number.n_digits > MAX_DIGITS || number.mantissa > G_MAXINT64 || number.exponent <= -MAX_DIGITS)
    return FALSE;
  *digits = first > text ? -(gint64) number.mantissa : (gint64) number.mantissa;
  *n_decimals = (guint) -number.exponent;
  return TRUE;
}

gboolean
lamina_decimal_parse (const char *text,
                      gsize       length,
                      int         scale,
                      gint64     *value)
{
  g_return_val_if_fail (text != NULL || length == 0, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  return parse (text, length, scale, FALSE, value);
}

gboolean
lamina_decimal_parse_uint64 (const char *text,
                             gsize       length,
                             guint64    *value)
{
  guint64 result = 0;

  g_return_val_if_fail (text != NULL || length == 0, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (length == 0)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!is_digit (text[i]) || __builtin_mul_overflow (result, 10, &result)
          || __builtin_add_overflow (result, (guint64) (text[i] - '0'), &result))
        return FALSE;
    }
  *value = result;
  return TRUE;
}
