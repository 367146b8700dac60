/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-figure.h"

#include <math.h>
#include <string.h>

#define DASH "\u2014"
#define MINUS "\u2212"
#define INFINITE "\u221e"
#define SPACE "\u00a0"
#define THIN_SPACE "\u202f"

/* No figure is longer: the widest is a whole number of seconds with its groups. */
#define FIGURE_SIZE 64

static const char *const si_prefixes[] = { "", "k", "M", "G", "T", "P", "E", "Z", "Y" };
static const char *const binary_units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB" };
static const char *const time_units[] = { "ns", "\u00b5s", "ms", "s" };

/* What stands between whole numbers and decimals. Set before anything is shown, and read from then on. */
static char point = '.';

void
lamina_figure_set_point (char character)
{
  point = character;
}

char
lamina_figure_get_point (void)
{
  return point;
}

/* Puts a space before every third of the whole digits that a text begins with, where all of these have room. */
static void
group_digits (char  *text,
              gsize  size)
{
  gsize n = strspn (text, "0123456789"), length = strlen (text), space = strlen (THIN_SPACE);

  if (n < 4 || length + (n - 1) / 3 * space >= size)
    return;
  while (n > 3)
    {
      n -= 3;
      memmove (text + n + space, text + n, length - n + 1);
      memcpy (text + n, THIN_SPACE, space);
      length += space;
    }
}

void
lamina_figure_format (char       *text,
                      gsize       size,
                      const char *format,
                      double      value)
{
  char *dot;

  g_ascii_formatd (text, (int) size, format, value);
  dot = strchr (text, '.');
  if (dot != NULL)
    *dot = point;
  group_digits (text + (*text == '-'), size - (*text == '-'));
}

static const char *
get_sign (double value)
{
  return value < 0 ? MINUS : "";
}

/* The exponent of the first digit once the number is rounded to three of them: 2 for 999.4, 3 for 999.6. */
static int
get_rounded_exponent (double magnitude)
{
  char text[FIGURE_SIZE];

  lamina_figure_format (text, sizeof text, "%.2e", magnitude);
  return (int) g_ascii_strtoll (strchr (text, 'e') + 1, NULL, 10);
}

/* Three significant digits; fewer for whole numbers, which have no others, and exponents for what is very small. */
static void
format_digits (char   *text,
               double  magnitude,
               int     exponent)
{
  char format[] = "%.0f";

  if (magnitude == floor (magnitude) && magnitude < 1000)
    exponent = 2;
  else if (exponent < -4)
    {
      lamina_figure_format (text, FIGURE_SIZE, "%.2e", magnitude);
      return;
    }

  format[2] = (char) ('0' + CLAMP (2 - exponent, 0, 9));
  lamina_figure_format (text, FIGURE_SIZE, format, magnitude);
}

/* Digits of a number that was divided by its prefix: `1.00`, not `1`, since it is rounded. */
static void
format_scaled (char   *text,
               double  magnitude)
{
  if (magnitude >= 99.95)
    lamina_figure_format (text, FIGURE_SIZE, "%.0f", magnitude);
  else if (magnitude >= 9.995)
    lamina_figure_format (text, FIGURE_SIZE, "%.1f", magnitude);
  else
    lamina_figure_format (text, FIGURE_SIZE, "%.2f", magnitude);
}

/* Splits off the prefix by the digits of the rounded number, so that 999.6 k becomes 1.00 M and never 1000 k. */
static guint
scale_decimal (char   *text,
               double  magnitude,
               guint   max_prefix)
{
  int exponent = get_rounded_exponent (magnitude);
  guint prefix = exponent < 3 ? 0 : MIN ((guint) exponent / 3, max_prefix);

  if (prefix == 0)
    format_digits (text, magnitude, exponent);
  else
    format_scaled (text, magnitude / pow (1000, prefix));

  return prefix;
}

static char *
dup_decimal (double      value,
             const char *symbol)
{
  double magnitude = fabs (value);
  char text[FIGURE_SIZE];
  guint prefix;

  if (magnitude >= 9.995e26)
    {
      lamina_figure_format (text, sizeof text, "%.2e", magnitude);
      prefix = 0;
    }
  else
    prefix = scale_decimal (text, magnitude, G_N_ELEMENTS (si_prefixes) - 1);

  return g_strconcat (get_sign (value), text, *symbol || prefix ? SPACE : "", si_prefixes[prefix], symbol, NULL);
}

static char *
dup_seconds (double value)
{
  char digits[FIGURE_SIZE];

  if (fabs (value) >= 1e24)
    return dup_decimal (value / 1e9, "s");

  lamina_figure_format (digits, sizeof digits, "%.0f", fabs (value) / 1e9);
  return g_strconcat (get_sign (value), digits, SPACE "s", NULL);
}

static char *
dup_time (double value)
{
  char text[FIGURE_SIZE];
  guint prefix;

  if (fabs (value) >= 999.5e9)
    return dup_seconds (value);

  prefix = scale_decimal (text, fabs (value), G_N_ELEMENTS (time_units) - 1);
  return g_strconcat (get_sign (value), text, SPACE, time_units[prefix], NULL);
}

static char *
dup_bytes (double value)
{
  double magnitude = fabs (value);
  char text[FIGURE_SIZE];
  guint prefix = 0;

  /* The border is where the rounded number would be 1024. */
  while (magnitude >= 1023.5 && prefix < G_N_ELEMENTS (binary_units) - 1)
    {
      magnitude /= 1024;
      prefix++;
    }

  if (magnitude >= 1023.5)
    lamina_figure_format (text, sizeof text, "%.2e", magnitude);
  else if (prefix > 0)
    format_scaled (text, magnitude);
  else
    format_digits (text, magnitude, magnitude > 0 ? get_rounded_exponent (magnitude) : 0);

  return g_strconcat (get_sign (value), text, SPACE, binary_units[prefix], NULL);
}

static char *
dup_percent (double value)
{
  double magnitude = fabs (value);
  char text[FIGURE_SIZE];

  if (magnitude >= 1e15)
    return dup_decimal (value, "%");

  format_digits (text, magnitude, magnitude > 0 ? get_rounded_exponent (magnitude) : 0);
  return g_strconcat (get_sign (value), text, SPACE "%", NULL);
}

char *
lamina_figure_dup_real (double     value,
                        LaminaUnit unit)
{
  if (isnan (value))
    return g_strdup (DASH);
  if (isinf (value))
    return g_strconcat (get_sign (value), INFINITE, NULL);

  switch (unit)
    {
    case LAMINA_UNIT_NANOSECONDS:
      return dup_time (value);
    case LAMINA_UNIT_BYTES:
      return dup_bytes (value);
    case LAMINA_UNIT_FLOP:
      return dup_decimal (value, "FLOP");
    case LAMINA_UNIT_PERCENT:
      return dup_percent (value);
    case LAMINA_UNIT_MICROSECONDS:
    case LAMINA_UNIT_MILLISECONDS:
      return lamina_figure_dup_exact_real (value, unit);
    case LAMINA_UNIT_NONE:
    default:
      return dup_decimal (value, "");
    }
}

char *
lamina_figure_dup (gint64     value,
                   LaminaUnit unit)
{
  return lamina_figure_dup_real (value == LAMINA_ABSENT ? (double) NAN : (double) value, unit);
}

char *
lamina_figure_dup_rate (double     per_second,
                        LaminaUnit unit)
{
  const char *symbol = unit == LAMINA_UNIT_FLOP ? "FLOP/s" : unit == LAMINA_UNIT_BYTES ? "B/s" : "/s";

  if (isnan (per_second) || isinf (per_second))
    return lamina_figure_dup_real (per_second, LAMINA_UNIT_NONE);

  return dup_decimal (per_second, symbol);
}

static const char *
get_exact_unit (gboolean   is_one,
                LaminaUnit unit)
{
  switch (unit)
    {
    case LAMINA_UNIT_NANOSECONDS:
      return SPACE "ns";
    case LAMINA_UNIT_BYTES:
      return is_one ? SPACE "byte" : SPACE "bytes";
    case LAMINA_UNIT_FLOP:
      return SPACE "FLOP";
    case LAMINA_UNIT_PERCENT:
      return SPACE "%";
    case LAMINA_UNIT_MICROSECONDS:
      return SPACE "µs";
    case LAMINA_UNIT_MILLISECONDS:
      return SPACE "ms";
    case LAMINA_UNIT_NONE:
    default:
      return "";
    }
}

char *
lamina_figure_dup_exact (gint64     value,
                         LaminaUnit unit)
{
  /* Of the smallest number there is no positive one, but that one is absent. */
  char digits[FIGURE_SIZE];

  if (value == LAMINA_ABSENT)
    return g_strdup (DASH);

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value < 0 ? -value : value);
  group_digits (digits, sizeof digits);
  return g_strconcat (get_sign ((double) value), digits, get_exact_unit (value == 1 || value == -1, unit), NULL);
}

char *
lamina_figure_dup_exact_real (double     value,
                              LaminaUnit unit)
{
  char digits[FIGURE_SIZE];
  double magnitude = fabs (value);

  if (isnan (value))
    return g_strdup (DASH);

  lamina_figure_format (digits, sizeof digits, magnitude >= 1e5 && magnitude < 1e18 ? "%.0f" : "%.6g", magnitude);
  return g_strconcat (get_sign (value), digits, get_exact_unit (strcmp (digits, "1") == 0, unit), NULL);
}

char *
lamina_figure_dup_plain (double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, sizeof text, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}
