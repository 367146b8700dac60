/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-time-private.h"

/* Digits of a nanosecond, and of a microsecond, that count; further ones only say that there is something more. */
#define FRACTION_DIGITS 18
#define FRACTION_ONE G_GUINT64_CONSTANT (1000000000000000000)
#define NANO_DIGITS 3

/* Larger exponents have the same effect. */
#define MOST_EXPONENT 10000

/* Times stay within these bounds, so that differences of two can't overflow. The core shows no more either. */
#define MOST_NANOSECONDS G_GINT64_CONSTANT (4000000000000000000)

typedef struct
{
  const char *digits; /* with the point among them */
  const char *end;
  const char *point; /* or where it would be */
  int exponent;
  gboolean is_negative;
} Number;

static gboolean
scan_exponent (Number     *number,
               const char *text,
               const char *end)
{
  gboolean is_negative = FALSE;

  if (text < end && (*text == '-' || *text == '+'))
    is_negative = *text++ == '-';
  if (text == end)
    return FALSE;
  for (; text < end && g_ascii_isdigit (*text); text++)
    number->exponent = MIN (number->exponent * 10 + (*text - '0'), MOST_EXPONENT);
  if (is_negative)
    number->exponent = -number->exponent;
  return text == end;
}

static gboolean
scan (Number     *number,
      const char *text,
      const char *end)
{
  guint n = 0;

  if (text < end && (*text == '-' || *text == '+'))
    number->is_negative = *text++ == '-';
  number->digits = text;
  for (; text < end && g_ascii_isdigit (*text); text++)
    n++;
  number->point = text;
  if (text < end && *text == '.')
    for (text++; text < end && g_ascii_isdigit (*text); text++)
      n++;
  number->end = text;
  if (n == 0)
    return FALSE;
  return text == end || ((*text == 'e' || *text == 'E') && scan_exponent (number, text + 1, end));
}

static guint64
power_of_ten (guint n)
{
  guint64 power = 1;

  for (; n > 0; n--)
    power *= 10;
  return power;
}

static gboolean
append_digit (guint64 *whole,
              guint    digit)
{
  return !__builtin_mul_overflow (*whole, 10, whole) && !__builtin_add_overflow (*whole, (guint64) digit, whole);
}

static gboolean
collect (const Number *number,
         ChromeTime   *time)
{
  gint64 n_whole = (number->point - number->digits) + NANO_DIGITS + number->exponent;
  guint64 whole = 0, fraction = 0;
  gint64 i = 0;

  for (const char *p = number->digits; p < number->end; p++)
    {
      guint digit = (guint) (*p - '0');

      if (*p == '.')
        continue;
      if (i >= n_whole)
        fraction += i - n_whole < FRACTION_DIGITS ? digit * power_of_ten ((guint) (FRACTION_DIGITS - 1 - (i - n_whole)))
                                                  : (digit != 0 && (fraction & 1) == 0);
      else if (!append_digit (&whole, digit))
        return FALSE;
      i++;
    }
  for (; i < n_whole && whole != 0; i++)
    if (!append_digit (&whole, 0))
      return FALSE;
  time->nanoseconds = (gint64) whole;
  time->fraction = fraction;
  return whole < MOST_NANOSECONDS;
}

/* Integers and numbers with three digits behind the point, which nearly all are. */
static gboolean
parse_short (const char *text,
             gsize       length,
             ChromeTime *time)
{
  static const guint powers[] = { 1000, 100, 10, 1 };
  guint64 whole = 0;
  gsize i = 0, point;

  if (length == 0 || length > 18)
    return FALSE;
  for (; i < length && g_ascii_isdigit (text[i]); i++)
    whole = whole * 10 + (guint64) (text[i] - '0');
  point = i;
  if (i == 0 || i > 15)
    return FALSE;
  if (i < length && text[i] == '.')
    for (i++; i < length && g_ascii_isdigit (text[i]); i++)
      whole = whole * 10 + (guint64) (text[i] - '0');
  if (i < length || i - point > 4)
    return FALSE;
  time->decimals = (guint) (i > point ? i - point - 1 : 0);
  time->nanoseconds = (gint64) (whole * powers[time->decimals]);
  time->fraction = 0;
  return TRUE;
}

static void
negate (ChromeTime *time)
{
  time->nanoseconds = -time->nanoseconds - (time->fraction > 0);
  time->fraction = time->fraction > 0 ? FRACTION_ONE - time->fraction : 0;
}

gboolean
chrome_time_parse (const char *text,
                   gsize       length,
                   ChromeTime *time)
{
  Number number = { 0 };
  gint64 n_decimals;

  if (parse_short (text, length, time))
    return TRUE;
  if (!scan (&number, text, text + length) || !collect (&number, time))
    return FALSE;
  n_decimals = number.end > number.point ? number.end - number.point - 1 : 0;
  time->decimals = (guint) CLAMP (n_decimals - number.exponent, 0, MOST_EXPONENT);
  if (number.is_negative)
    negate (time);
  return TRUE;
}

gboolean
chrome_time_set (gint64      digits,
                 guint       n_decimals,
                 ChromeTime *time)
{
  guint64 size = digits < 0 ? -(guint64) digits : (guint64) digits;
  guint64 whole, fraction = 0;

  if (n_decimals > NANO_DIGITS)
    {
      guint n_dropped = n_decimals - NANO_DIGITS;

      whole = size / power_of_ten (n_dropped);
      fraction = size % power_of_ten (n_dropped) * power_of_ten (FRACTION_DIGITS - n_dropped);
    }
  else if (__builtin_mul_overflow (size, power_of_ten (NANO_DIGITS - n_decimals), &whole))
    return FALSE;
  if (whole >= MOST_NANOSECONDS)
    return FALSE;
  *time = (ChromeTime) { (gint64) whole, fraction, n_decimals };
  if (digits < 0)
    negate (time);
  return TRUE;
}

static gint64
round_half_even (gint64  whole,
                 guint64 fraction)
{
  if (fraction > FRACTION_ONE / 2 || (fraction == FRACTION_ONE / 2 && (whole & 1) != 0))
    whole++;
  return CLAMP (whole, -MOST_NANOSECONDS, MOST_NANOSECONDS);
}

gint64
chrome_time_round (const ChromeTime *time)
{
  return round_half_even (time->nanoseconds, time->fraction);
}

gint64
chrome_time_add (const ChromeTime *a,
                 const ChromeTime *b)
{
  guint64 fraction = a->fraction + b->fraction;
  gint64 whole = a->nanoseconds + b->nanoseconds;

  if (fraction >= FRACTION_ONE)
    {
      whole++;
      fraction -= FRACTION_ONE;
    }
  return round_half_even (whole, fraction);
}
