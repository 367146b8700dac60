/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-number.h"

#include <math.h>
#include <string.h>

/* What languages put between thousands: comma, point, apostrophes, and blanks that do not break, in UTF-8 and Latin-1. */
static const char *const separators[] = { ",", ".", "'", "\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\xaf", "\xa0" };

char
tvm_number_find_point (const char *duration)
{
  gsize digits = 0, length = strlen (duration);

  while (digits < length && g_ascii_isdigit (duration[length - 1 - digits]))
    digits++;
  if (digits != 2 || length == 2 || !strchr (",.", duration[length - 3]))
    return '\0';
  return duration[length - 3];
}

static const char *
skip_separator (const char *text,
                char        point)
{
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (separators[i][0] != point && g_str_has_prefix (text, separators[i]))
      return text + strlen (separators[i]);
  return NULL;
}

static const char *
copy_digits (const char *text,
             GString    *plain)
{
  while (g_ascii_isdigit (*text))
    g_string_append_c (plain, *text++);
  return text;
}

/* Groups of two or three digits behind the first one, the last of three: India groups by two. */
static const char *
copy_groups (const char *text,
             char        point,
             GString    *plain)
{
  const char *next;
  gsize length = 3;

  text = copy_digits (text, plain);
  while (*text && (next = skip_separator (text, point)))
    {
      text = copy_digits (next, plain);
      length = (gsize) (text - next);
      if (length != 2 && length != 3)
        return NULL;
    }
  return length == 3 ? text : NULL;
}

static const char *
copy_exponent (const char *text,
               GString    *plain)
{
  if (*text != 'e' && *text != 'E')
    return text;
  g_string_append_c (plain, *text++);
  if (*text == '+' || *text == '-')
    g_string_append_c (plain, *text++);
  return g_ascii_isdigit (*text) ? copy_digits (text, plain) : NULL;
}

/* The number as C writes it, without separators of thousands; NULL when the text is no number. */
static char *
dup_plain (const char *text,
           char        point)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  if (*text == '-' || *text == '+')
    g_string_append_c (plain, *text++);
  if (!g_ascii_isdigit (*text))
    return NULL;
  text = copy_groups (text, point, plain);
  if (text && *text && *text == point)
    {
      g_string_append_c (plain, '.');
      text = copy_digits (text + 1, plain);
    }
  if (text)
    text = copy_exponent (text, plain);
  return text && *text == '\0' ? g_string_free (g_steal_pointer (&plain), FALSE) : NULL;
}

gboolean
tvm_number_is (const char *text,
               char        point)
{
  g_autofree char *plain = dup_plain (text, point);

  if (*text == '-')
    text++;
  return plain || strcmp (text, "nan") == 0 || strcmp (text, "inf") == 0;
}

gint64
tvm_number_get (const char *text,
                char        point,
                int         scale)
{
  g_autofree char *plain = dup_plain (text, point);
  gint64 value;

  return plain && lamina_decimal_parse (plain, strlen (plain), scale, &value) ? value : LAMINA_ABSENT;
}

double
tvm_number_get_real (const char *text,
                     char        point)
{
  g_autofree char *plain = dup_plain (text, point);

  return plain ? g_ascii_strtod (plain, NULL) : (double) NAN;
}
