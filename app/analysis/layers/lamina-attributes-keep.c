/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

#include "lamina-order-rows.h"

#include <math.h>
#include <string.h>

/* How many nanoseconds the unit of a value is, where it is one of time. */
static double
get_nanoseconds (LaminaUnit unit)
{
  return unit == LAMINA_UNIT_MICROSECONDS ? 1e3 : unit == LAMINA_UNIT_MILLISECONDS ? 1e6 : 1;
}

/* Whether a term about an attribute holds for a value. */
static gboolean
fits (const LaminaTerm       *term,
      const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;
  double number;

  if (term->bounded && lamina_attribute_get_number (value, &number))
    {
      if (term->is_time)
        number *= get_nanoseconds (value->unit);
      return number >= term->least_real && number <= term->most_real;
    }
  if (!term->value)
    return !term->bounded;
  text = lamina_layer_value_dup_plain (value);
  folded = g_utf8_casefold (text ? text : "", -1);
  return term->exact ? g_str_equal (folded, term->value) : strstr (folded, term->value) != NULL;
}

static const LaminaMetric *
find_metric (LaminaRun  *run,
             const char *name)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      g_autofree char *folded = g_utf8_casefold (lamina_run_get_metric (run, i)->name, -1);

      if (g_str_equal (folded, name))
        return lamina_run_get_metric (run, i);
    }
  return NULL;
}

static gboolean
metric_fits (const LaminaMetric *metric,
             const LaminaTerm   *term,
             guint32             layer)
{
  LaminaLayerValue value = { .kind = LAMINA_LAYER_VALUE_ABSENT };

  if (metric->integers && metric->integers[layer] != LAMINA_ABSENT)
    value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_COUNT, .integer = metric->integers[layer] };
  else if (metric->reals && !isnan (metric->reals[layer]))
    value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_REAL, .unit = metric->unit, .real = metric->reals[layer] };
  return value.kind != LAMINA_LAYER_VALUE_ABSENT && fits (term, &value);
}

/* What the term says of each value: asked once, for many layers share few of them. NULL when cancelled. */
static guint8 *
ask_values (const LaminaAttributeCells *cells,
            const LaminaTerm           *term,
            GCancellable               *cancellable)
{
  g_autofree guint8 *answers = g_new0 (guint8, cells->values->len + 1);

  for (guint i = 0; i < cells->values->len; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      answers[i + 1] = fits (term, cells->values->pdata[i]);
    }
  return g_steal_pointer (&answers);
}

gboolean
lamina_attributes_keep (LaminaRun        *run,
                        const LaminaTerm *term,
                        guint32          *rows,
                        guint            *n,
                        GCancellable     *cancellable)
{
  const LaminaMetric *metric = find_metric (run, term->name);
  const LaminaAttributeCells *cells = NULL;
  g_autofree guint8 *answers = NULL;
  guint kept = 0;

  if (!metric)
    {
      LaminaLayerColumn column = lamina_attribute_find_folded (run, term->name);

      if (!lamina_attributes_read (run, &column, 1, cancellable, NULL) && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
      answers = cells ? ask_values (cells, term, cancellable) : NULL;
      if (cells && !answers)
        return FALSE;
    }
  for (guint i = 0; i < *n; i++)
    {
      gboolean holds;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      holds = metric ? metric_fits (metric, term, rows[i]) : cells && cells->cells && answers[cells->cells[rows[i]]];
      if (holds != term->negated)
        rows[kept++] = rows[i];
    }
  *n = kept;
  return TRUE;
}

/* The columns that a filter asks and that were not read yet. */
static GArray *
list_unread (LaminaRun  *run,
             const char *text)
{
  g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (text ? text : "");
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));

  for (guint i = 0; i < terms->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (terms->terms, i);
      LaminaLayerColumn column;

      if (!term->name || find_metric (run, term->name))
        continue;
      column = lamina_attribute_find_folded (run, term->name);
      if (!lamina_attribute_is_read (run, column))
        g_array_append_val (columns, column);
    }
  return columns;
}

gboolean
lamina_attributes_is_filter_read (LaminaRun  *run,
                                  const char *text)
{
  g_autoptr (GArray) unread = NULL;

  g_return_val_if_fail (run != NULL, FALSE);

  unread = list_unread (run, text);
  return unread->len == 0;
}

gboolean
lamina_attributes_read_filter (LaminaRun     *run,
                               const char    *text,
                               const GArray  *columns,
                               GCancellable  *cancellable,
                               GError       **error)
{
  g_autoptr (GArray) unread = NULL;

  g_return_val_if_fail (run != NULL, FALSE);

  unread = list_unread (run, text);
  if (columns && columns->len > 0)
    g_array_append_vals (unread, columns->data, columns->len);
  return lamina_attributes_read (run, (const LaminaLayerColumn *) (gconstpointer) unread->data, unread->len, cancellable,
                                 error);
}
