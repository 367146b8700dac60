/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-position.h"

#include "lamina-decimal.h"

#include <string.h>

/* The two letters that look alike are the micro sign and the Greek one. */
static const struct
{
  const char *unit;
  int scale;
} units[] = { { "ns", 0 }, { "us", 3 }, { "µs", 3 }, { "μs", 3 }, { "ms", 6 }, { "s", 9 }, { "", 0 } };

static gsize
skip_spaces_back (const char *text,
                  gsize       length)
{
  while (length > 0 && text[length - 1] == ' ')
    length--;
  return length;
}

/* Cuts the unit off; its index among the units. */
static guint
cut_unit (const char *text,
          gsize      *length)
{
  guint i = 0;
  gsize n;

  *length = skip_spaces_back (text, *length);
  while (n = strlen (units[i].unit), *length < n || memcmp (text + *length - n, units[i].unit, n) != 0)
    i++;
  *length = skip_spaces_back (text, *length - n);
  return i;
}

static gboolean
parse (const char *text,
       gsize       length,
       guint       default_unit,
       gint64     *position)
{
  guint unit;

  while (length > 0 && *text == ' ')
    {
      text++;
      length--;
    }
  unit = cut_unit (text, &length);
  if (unit == G_N_ELEMENTS (units) - 1)
    unit = default_unit;
  return lamina_decimal_parse (text, length, units[unit].scale, position);
}

gboolean
lamina_position_parse (const char *text,
                       gsize       length,
                       gint64     *position)
{
  g_return_val_if_fail (text != NULL && position != NULL, FALSE);

  return parse (text, length, G_N_ELEMENTS (units) - 1, position);
}

gboolean
lamina_position_parse_range (const char *text,
                             gint64     *start,
                             gint64     *end)
{
  const char *dots;
  gsize length;
  gint64 from, to;

  g_return_val_if_fail (text != NULL && start != NULL && end != NULL, FALSE);

  dots = strstr (text, "..");
  if (dots == NULL)
    return FALSE;
  length = strlen (dots + 2);
  if (!lamina_position_parse (dots + 2, length, &to) ||
      !parse (text, (gsize) (dots - text), cut_unit (dots + 2, &length), &from) || from >= to)
    return FALSE;
  *start = from;
  *end = to;
  return TRUE;
}
