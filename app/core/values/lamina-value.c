/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-value.h"

#include "lamina-figure.h"

#include <math.h>

void
lamina_value_copy (const LaminaValue *value,
                   LaminaValue       *copy)
{
  g_return_if_fail (value != NULL);
  g_return_if_fail (copy != NULL);

  *copy = *value;
  copy->text = g_strdup (value->text);
}

void
lamina_value_clear (LaminaValue *value)
{
  g_return_if_fail (value != NULL);

  g_clear_pointer (&value->text, g_free);
}

char *
lamina_value_to_string (const LaminaValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  switch (value->type)
    {
    case LAMINA_VALUE_TEXT:
      return g_strdup (value->text != NULL ? value->text : "");
    case LAMINA_VALUE_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
    case LAMINA_VALUE_REAL:
      if (value->text != NULL)
        return g_strdup (value->text);
      return isfinite (value->real) ? lamina_figure_dup_plain (value->real) : g_strdup_printf ("%g", value->real);
    case LAMINA_VALUE_BOOLEAN:
      return g_strdup (value->integer != 0 ? "true" : "false");
    case LAMINA_VALUE_NULL:
    default:
      return g_strdup ("null");
    }
}

static char *
dup_figure (const LaminaValue *value,
            gboolean           exact)
{
  if (value->unit != LAMINA_UNIT_NONE && value->type == LAMINA_VALUE_INTEGER)
    {
      g_autofree char *figure = lamina_figure_dup (value->integer, value->unit);
      g_autofree char *digits = exact ? lamina_figure_dup_exact (value->integer, value->unit) : NULL;

      if (digits == NULL || g_str_equal (figure, digits))
        return g_steal_pointer (&figure);
      return g_strdup_printf ("%s (%s)", figure, digits);
    }
  if (value->unit != LAMINA_UNIT_NONE && value->type == LAMINA_VALUE_REAL)
    return lamina_figure_dup_real (value->real, value->unit);
  return lamina_value_to_string (value);
}

char *
lamina_value_dup_words (const LaminaValue *value,
                        gboolean           exact)
{
  g_autofree char *figure = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  figure = dup_figure (value, exact);
  return value->estimated ? g_strconcat ("≈\u00a0", figure, NULL) : g_steal_pointer (&figure);
}
