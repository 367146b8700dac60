/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include <string.h>

/* Times of whole runs that tools state beside those of the layers, as properties of their runs. */

/* A time of a run, or NULL when this property of the document is none. */
static const LaminaProperty *
get_time (LaminaDocument *document,
          LaminaRun      *run,
          guint           i)
{
  const LaminaProperty *property = lamina_document_get_property (document, i);

  if (g_strcmp0 (property->group, lamina_run_get_title (run)) != 0 || property->value.type != LAMINA_VALUE_INTEGER
      || property->value.unit != LAMINA_UNIT_NANOSECONDS)
    return NULL;
  return property;
}

static gint64
find_time (LaminaDocument *document,
           LaminaRun      *run,
           const char     *key)
{
  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = get_time (document, run, i);

      if (property != NULL && strcmp (property->key, key) == 0)
        return property->value.integer;
    }
  return LAMINA_ABSENT;
}

gint64
lamina_chart_get_mean_time (LaminaDocument *document,
                            LaminaRun      *run,
                            gint64         *deviation)
{
  g_return_val_if_fail (document != NULL && run != NULL, LAMINA_ABSENT);

  if (deviation != NULL)
    *deviation = find_time (document, run, "Standard deviation");
  return find_time (document, run, "Mean");
}

gint64
lamina_chart_get_profiled_time (LaminaDocument *document,
                                LaminaRun      *run)
{
  gint64 time = LAMINA_ABSENT;

  g_return_val_if_fail (document != NULL && run != NULL, LAMINA_ABSENT);

  /* Each device states one; the longest is that of the whole run. */
  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = get_time (document, run, i);

      if (property != NULL && g_str_has_prefix (property->key, "Total"))
        time = MAX (time, property->value.integer);
    }
  return time;
}
