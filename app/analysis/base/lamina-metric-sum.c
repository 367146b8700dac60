/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-metric-sum.h"

#include <string.h>

/* Words of names whose numbers are no amounts. */
static const char *const no_amounts[] = {
  "id", "ids", "index", "rank", "stream", "device", "context", "correlation", "queue", "priority", "thread", "pid", "tid",
  "line", "order", "step", "level", "depth", "position", "number", "version", "address", "mean", "avg", "average", "median",
  "min", "minimum", "max", "maximum", "peak", "percent", "percentage", "ratio", "rate", "per", "share", "efficiency",
  "utilization", "utilization", "occupancy", "frequency", "clock", "temperature", "registers", "grid", "block", "warps",
};

static gboolean
is_no_amount (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (no_amounts); i++)
    if (g_str_equal (word, no_amounts[i]))
      return TRUE;
  return FALSE;
}

/* Words end at whatever is no letter, and where a capital follows a small letter. */
static gboolean
names_amount (const char *name)
{
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *c = name;; c++)
    {
      gboolean is_letter = g_ascii_isalpha (*c);
      gboolean begins = is_letter && c > name && g_ascii_isupper (*c) && g_ascii_islower (c[-1]);

      if ((!is_letter || begins) && is_no_amount (word->str))
        return FALSE;
      if (!is_letter || begins)
        g_string_truncate (word, 0);
      if (is_letter)
        g_string_append_c (word, g_ascii_tolower (*c));
      if (*c == '\0')
        return strchr (name, '%') == NULL;
    }
}

gboolean
lamina_metric_adds_up (const LaminaMetric *metric)
{
  g_return_val_if_fail (metric != NULL, FALSE);

  switch (metric->unit)
    {
    case LAMINA_UNIT_NANOSECONDS:
    case LAMINA_UNIT_MICROSECONDS:
    case LAMINA_UNIT_MILLISECONDS:
    case LAMINA_UNIT_BYTES:
    case LAMINA_UNIT_FLOP:
      return names_amount (metric->name);
    case LAMINA_UNIT_NONE:
      return metric->integers != NULL && names_amount (metric->name);
    case LAMINA_UNIT_PERCENT:
    default:
      return FALSE;
    }
}
