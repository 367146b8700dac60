/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-words-private.h"

#include <math.h>

/* Runs side by side: what each run of the document costs, divided by families of work. */

/* More parts than this are not told apart; the smallest become one. */
#define MOST_PARTS 7

enum
{
  COLUMN_TITLE,
  COLUMN_VALUE,
  COLUMN_RATIO,
  COLUMN_LAYERS,
  COLUMN_FLOP,
  COLUMN_BYTES,
  COLUMN_FIRST_PART,
};

static const char *const part_keys[LAMINA_N_FAMILIES] = {
  "convolution_ns", "matmul_ns", "attention_ns", "elementwise_ns", "activation_ns", "normalisation_ns", "pooling_ns",
  "reduction_ns", "layout_ns", "copy_ns", "communication_ns", "optimizer_ns", "index_ns", "other_ns",
};

static guint
count_runs (LaminaDocument *document)
{
  guint n = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    n += lamina_run_get_costs (lamina_document_get_run (document, i)) != NULL;
  return n;
}

const char *
lamina_chart_find_one_run (LaminaDocument *document,
                           LaminaRun      *run)
{
  if (lamina_document_get_n_runs (document) < 2)
    return N_("The document has only one run.");
  return count_runs (document) > 1 ? NULL : N_("The file states times of one run only.");
}

gint64
lamina_chart_get_profiled_time (LaminaDocument *document,
                                LaminaRun      *run)
{
  const char *title = lamina_run_get_title (run);
  gint64 time = LAMINA_ABSENT;

  for (guint i = 0; i < lamina_document_get_n_properties (document); i++)
    {
      const LaminaProperty *property = lamina_document_get_property (document, i);
      const LaminaValue *value = &property->value;

      if (g_strcmp0 (property->group, title) == 0 && g_str_has_prefix (property->key, "Total")
          && value->type == LAMINA_VALUE_INTEGER && value->unit == LAMINA_UNIT_NANOSECONDS)
        time = MAX (time, value->integer);
    }
  return time;
}

static gboolean
has_profiled_time (LaminaDocument *document)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_chart_get_profiled_time (document, lamina_document_get_run (document, i)) != LAMINA_ABSENT)
      return TRUE;
  return FALSE;
}

static char *
dup_rest (guint n)
{
  return g_strdup_printf (ngettext ("%u more run", "%u more runs", n), n);
}

/* What a run costs, by family. */
static void
sum_run (LaminaRun *run,
         gint64    *sums)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *costs = lamina_run_get_costs (run);

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    sums[i] = 0;
  for (guint i = 0; i < layers->n; i++)
    if (costs[i] != LAMINA_ABSENT)
      sums[layers->family[i]] = lamina_number_add (sums[layers->family[i]], costs[i]);
}

/* Which families get a part of their own: the largest over all runs. The others are counted to the last one. */
static guint
choose_parts (LaminaDocument *document,
              guint8         *part_of)
{
  gint64 all[LAMINA_N_FAMILIES] = { 0 }, sums[LAMINA_N_FAMILIES];
  guint n = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_run_get_costs (lamina_document_get_run (document, i)) != NULL)
      {
        sum_run (lamina_document_get_run (document, i), sums);
        for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
          all[f] = lamina_number_add (all[f], sums[f]);
      }
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    part_of[f] = LAMINA_FAMILY_OTHER;
  all[LAMINA_FAMILY_OTHER] = 0;
  while (n < MOST_PARTS)
    {
      guint largest = LAMINA_FAMILY_OTHER;

      for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
        if (all[f] > all[largest])
          largest = f;
      if (largest == LAMINA_FAMILY_OTHER)
        break;
      part_of[largest] = (guint8) largest;
      all[largest] = 0;
      n++;
    }
  return n;
}

static void
add_columns (LaminaChartData *data,
             const guint8    *part_of)
{
  const LaminaChartColumn columns[COLUMN_FIRST_PART] = {
    [COLUMN_TITLE] = { "run", _("Run"), LAMINA_LAYER_VALUE_TEXT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_LABEL, 0 },
    [COLUMN_VALUE] = { "duration_ns", _("Sum of the layers"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                       LAMINA_CHART_USE_VALUE, 0 },
    [COLUMN_RATIO] = { "ratio", _("Of the run shown"), LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE,
                       LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_LAYERS] = { "layers", _("Layers"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_FLOP] = { "flop", _("FLOP"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_FLOP, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_BYTES] = { "bytes", _("Moved"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES, LAMINA_CHART_USE_TABLE, 0 },
  };

  for (guint i = 0; i < COLUMN_FIRST_PART; i++)
    lamina_chart_data_add_column (data, &columns[i]);
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    if (part_of[f] == f)
      lamina_chart_data_add_column (data, &(LaminaChartColumn) { part_keys[f], _(lamina_family_get_title (f)),
                                                                 LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                                                                 LAMINA_CHART_USE_PART, f });
}

/*
 * The time that the tool states for a run as a whole, and what of it no layer has. Tools that state it are few: others have
 * no empty columns for it.
 *
 * Returns: the first of the two columns, or %LAMINA_NONE
 */
static guint
add_whole_columns (LaminaChartData *data,
                   LaminaDocument  *document)
{
  guint first = lamina_chart_data_get_n_columns (data);

  if (!has_profiled_time (document))
    return LAMINA_NONE;
  lamina_chart_data_add_column (data, &(LaminaChartColumn) { "profiled_ns", _("Profiled run"), LAMINA_LAYER_VALUE_AMOUNT,
                                                             LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_TABLE, 0 });
  lamina_chart_data_add_column (data, &(LaminaChartColumn) { "outside_ns", _("Not in any layer"), LAMINA_LAYER_VALUE_AMOUNT,
                                                             LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_TABLE, 0 });
  return first;
}

static void
set_whole (LaminaChartData *data,
           guint            row,
           guint            column,
           LaminaDocument  *document,
           LaminaRun       *run)
{
  gint64 profiled = lamina_chart_get_profiled_time (document, run), cost = lamina_run_get_totals (run)->cost;

  lamina_chart_data_set_integer (data, row, column, profiled);
  if (profiled == LAMINA_ABSENT || cost == LAMINA_ABSENT || profiled < cost)
    return;
  lamina_chart_data_set_integer (data, row, column + 1, profiled - cost);
  lamina_chart_data_set_estimated (data, row, column + 1, TRUE);
}

static void
add_parts (LaminaChartData *data,
           guint            row,
           LaminaRun       *run,
           const guint8    *part_of)
{
  gint64 sums[LAMINA_N_FAMILIES], parts[LAMINA_N_FAMILIES] = { 0 };
  guint column = COLUMN_FIRST_PART;

  sum_run (run, sums);
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    parts[part_of[f]] = lamina_number_add (parts[part_of[f]], sums[f]);
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    if (part_of[f] == f)
      lamina_chart_data_set_integer (data, row, column++, parts[f]);
}

/* Only the layers of the run that is shown can be selected. */
static void
add_run (LaminaChartData         *data,
         const LaminaChartSource *source,
         guint                    index,
         const guint8            *part_of,
         guint                    whole)
{
  LaminaRun *run = lamina_document_get_run (source->query->document, index);
  const LaminaTotals *totals = lamina_run_get_totals (run);
  gint64 own = lamina_run_get_totals (source->run)->cost;
  gboolean is_own = run == source->run;
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, is_own ? source->rows : NULL, is_own ? source->n : 0);

  lamina_chart_data_set_run_of_row (data, row, index);
  lamina_chart_data_set_text (data, row, COLUMN_TITLE, lamina_run_get_title (run));
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, totals->cost);
  if (own != LAMINA_ABSENT && own > 0)
    lamina_chart_data_set_real (data, row, COLUMN_RATIO, (double) totals->cost / (double) own);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, lamina_run_get_layers (run)->n);
  lamina_chart_data_set_integer (data, row, COLUMN_FLOP, totals->flop);
  lamina_chart_data_set_integer (data, row, COLUMN_BYTES, totals->bytes);
  add_parts (data, row, run, part_of);
  if (whole != LAMINA_NONE)
    set_whole (data, row, whole, source->query->document, run);
}

gboolean
lamina_chart_fill_runs (LaminaChartData         *data,
                        const LaminaChartSource *source)
{
  LaminaDocument *document = source->query->document;
  guint8 part_of[LAMINA_N_FAMILIES];
  guint n = 0, whole;

  choose_parts (document, part_of);
  add_columns (data, part_of);
  whole = add_whole_columns (data, document);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      if (g_cancellable_is_cancelled (source->cancellable))
        return FALSE;
      if (lamina_run_get_costs (run) == NULL)
        continue;
      add_run (data, source, i, part_of, whole);
      n++;
    }
  lamina_chart_data_set_rest (data, dup_rest);
  lamina_chart_data_take_subtitle (data, g_strdup_printf (ngettext ("Sum of the layers of %u run, by family of work",
                                                                    "Sums of the layers of %u runs, by family of work", n),
                                                          n));
  return TRUE;
}
