/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"

#include <math.h>
#include <string.h>

/* Hardware counters: what the processor counted while layers ran, by type, and what follows from the sums. */

#define MOST_COUNTERS 12
#define MOST_NAMES 4

/* What is divided by what. Each is known by one of the names of Linux, PAPI, Nsight Compute and nvprof. */
static const struct
{
  const char *key;
  const char *title;
  LaminaLayerValueKind kind;
  double factor;
  const char *names[MOST_NAMES];
  const char *per[MOST_NAMES];
} ratios[] = {
  { "instructions_per_cycle", N_("Instructions per cycle"), LAMINA_LAYER_VALUE_REAL, 1,
    { "INSTRUCTIONS", "PAPI_TOT_INS", "sm__inst_executed.sum", "inst_executed" },
    { "CYCLES", "PAPI_TOT_CYC", "sm__cycles_active.sum", "active_cycles" } },
  { "misses_per_1000_instructions", N_("Cache misses per 1000 instructions"), LAMINA_LAYER_VALUE_REAL, 1000,
    { "CACHE-MISSES", "PAPI_L3_TCM" }, { "INSTRUCTIONS", "PAPI_TOT_INS" } },
  { "stalled_front_end", N_("Stalled in the front end"), LAMINA_LAYER_VALUE_SHARE, 1,
    { "STALLED-CYCLES-FRONTEND", "PAPI_STL_ICY" }, { "CYCLES", "PAPI_TOT_CYC" } },
  { "stalled_back_end", N_("Stalled in the back end"), LAMINA_LAYER_VALUE_SHARE, 1,
    { "STALLED-CYCLES-BACKEND", "PAPI_RES_STL" }, { "CYCLES", "PAPI_TOT_CYC" } },
};

typedef struct
{
  guint counters[MOST_COUNTERS];
  guint n_counters;
  guint first_counter;
  struct
  {
    guint ratio;
    guint counter;
    guint per;
    guint column;
  } ratios[G_N_ELEMENTS (ratios)];
  guint n_ratios;
  guint duration;
} Columns;

/* What is behind the component that counted: `CYCLES` of `perf::CYCLES`. */
static const char *
get_event (const char *name)
{
  const char *colons = g_strrstr (name, "::");

  return colons != NULL ? colons + 2 : name;
}

/*
 * What tools for single devices call their counters: Nsight Compute and CUPTI by the unit that counts, nvprof by a fixed
 * list, perf by its own events, rocprof by the block of the chip. Shares and rates cannot be added up over layers, and are
 * left to the table of layers.
 */
static gboolean
names_counter (const char *name)
{
  static const char *const units[] = {
    "sm__", "smsp__", "dram__", "fbpa__", "lts__", "l1tex__", "gpc__", "gpu__", "idc__", "pcie__", "nvlrx__", "nvltx__",
    "TCC_", "TCP_", "SQ_", "GRBM_", "TA_", "TD_", "CPC_",
  };
  static const char *const events[] = {
    "cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-instructions", "branch-misses",
    "bus-cycles", "ref-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "page-faults", "context-switches",
    "inst_executed", "inst_issued", "inst_replayed", "dram_read_transactions", "dram_write_transactions",
    "gld_transactions", "gst_transactions", "l2_read_transactions", "l2_write_transactions", "shared_load_transactions",
    "shared_store_transactions", "flop_count_sp", "flop_count_dp", "flop_count_hp", "active_cycles", "elapsed_cycles_sm",
    "active_warps", "warps_launched",
  };
  static const char *const caches[] = { "L1-dcache-", "L1-icache-", "LLC-", "dTLB-", "iTLB-", "node-" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (name, units[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (g_ascii_strcasecmp (name, events[i]) == 0)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (caches); i++)
    if (g_str_has_prefix (name, caches[i]))
      return TRUE;
  return FALSE;
}

/* A part of something, or so much a second: `…_pct`, `….pct_of_peak_sustained_elapsed`, `….per_second`. */
static gboolean
names_share (const char *name)
{
  static const char *const words[] = { "_pct", ".pct", "per_second", "_efficiency", "_utilization", "_rate", ".ratio" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (name, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Events that were counted, not other numbers that tools state beside them. */
static gboolean
is_counter (const LaminaMetric *metric)
{
  return metric->integers != NULL && metric->unit == LAMINA_UNIT_NONE && !names_share (metric->name)
         && (strstr (metric->name, "::") != NULL || g_str_has_prefix (metric->name, "PAPI_")
             || names_counter (metric->name));
}

static const char *
find_no_counters (LaminaDocument *document,
                  LaminaRun      *run)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    if (is_counter (lamina_run_get_metric (run, i)))
      return NULL;
  return N_("The file states no hardware counters.");
}

static guint
find_counter (LaminaRun         *run,
              const Columns     *columns,
              const char *const *names)
{
  for (guint i = 0; i < columns->n_counters; i++)
    {
      const char *event = get_event (lamina_run_get_metric (run, columns->counters[i])->name);

      for (guint k = 0; k < MOST_NAMES && names[k] != NULL; k++)
        if (g_ascii_strcasecmp (event, names[k]) == 0)
          return i;
    }
  return LAMINA_NONE;
}

static void
find_columns (LaminaRun *run,
              Columns   *self)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run) && self->n_counters < MOST_COUNTERS; i++)
    if (is_counter (lamina_run_get_metric (run, i)))
      self->counters[self->n_counters++] = i;
  for (guint i = 0; i < G_N_ELEMENTS (ratios); i++)
    {
      guint counter = find_counter (run, self, ratios[i].names), per = find_counter (run, self, ratios[i].per);

      if (counter == LAMINA_NONE || per == LAMINA_NONE)
        continue;
      self->ratios[self->n_ratios].ratio = i;
      self->ratios[self->n_ratios].counter = counter;
      self->ratios[self->n_ratios++].per = per;
    }
}

static void
add_columns (LaminaChartData *data,
             LaminaRun       *run,
             Columns         *self)
{
  LAMINA_CHART_ADD (data, "type", _("Type"), TEXT, NONE, LABEL);
  for (guint i = 0; i < self->n_ratios; i++)
    {
      guint ratio = self->ratios[i].ratio;
      LaminaChartColumn column = { ratios[ratio].key, _(ratios[ratio].title), ratios[ratio].kind, LAMINA_UNIT_NONE,
                                   LAMINA_CHART_USE_VALUE, 0 };

      self->ratios[i].column = lamina_chart_data_add_column (data, &column);
    }
  self->first_counter = lamina_chart_data_get_n_columns (data);
  for (guint i = 0; i < self->n_counters; i++)
    {
      const char *name = lamina_run_get_metric (run, self->counters[i])->name;

      LAMINA_CHART_ADD (data, name, get_event (name), AMOUNT, NONE, VALUE);
    }
  self->duration = LAMINA_CHART_ADD (data, "duration_ns", _("Duration"), AMOUNT, NANOSECONDS, TABLE);
}

static gint64
sum_counter (const LaminaMetric     *metric,
             const LaminaLayerGroup *group)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < group->n_layers; i++)
    if (metric->integers[group->layers[i]] != LAMINA_ABSENT)
      sum = lamina_number_add (sum == LAMINA_ABSENT ? 0 : sum, metric->integers[group->layers[i]]);
  return sum;
}

/* Whether it has any counter. */
static gboolean
add_group (LaminaChartData        *data,
           LaminaRun              *run,
           const Columns          *columns,
           const LaminaLayerGroup *group)
{
  gint64 sums[MOST_COUNTERS];
  gboolean any = FALSE;
  guint row;

  for (guint i = 0; i < columns->n_counters; i++)
    {
      sums[i] = sum_counter (lamina_run_get_metric (run, columns->counters[i]), group);
      any = any || sums[i] != LAMINA_ABSENT;
    }
  if (!any)
    return FALSE;
  row = lamina_chart_data_add_row (data, group->family, group->layers, group->n_layers);
  lamina_chart_data_copy_text (data, row, 0, group->label);
  for (guint i = 0; i < columns->n_counters; i++)
    lamina_chart_data_set_integer (data, row, columns->first_counter + i, sums[i]);
  for (guint i = 0; i < columns->n_ratios; i++)
    {
      gint64 over = sums[columns->ratios[i].counter], under = sums[columns->ratios[i].per];

      if (over == LAMINA_ABSENT || under == LAMINA_ABSENT || under <= 0)
        continue;
      lamina_chart_data_set_real (data, row, columns->ratios[i].column,
                                  ratios[columns->ratios[i].ratio].factor * (double) over / (double) under);
      lamina_chart_data_mark (data, row, columns->ratios[i].column, LAMINA_CHART_ESTIMATED, TRUE);
    }
  lamina_chart_data_set_integer (data, row, columns->duration, group->duration);
  return TRUE;
}

static gboolean
fill_counters (LaminaChartData         *data,
               const LaminaChartSource *source)
{
  g_autofree char *count = NULL;
  g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (source->run, source->rows, source->n, LAMINA_GROUP_BY_TYPE,
                                                             source->cancellable);
  Columns columns = { 0 };
  guint n = 0, n_layers = 0;

  if (grouping == NULL)
    return FALSE;
  find_columns (source->run, &columns);
  add_columns (data, source->run, &columns);
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    if (add_group (data, source->run, &columns, lamina_grouping_get (grouping, i)))
      {
        n++;
        n_layers += lamina_grouping_get (grouping, i)->n_layers;
      }
  count = lamina_layers_dup_count (source->run, n_layers);
  if (n == 0)
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing shown here has counters."));
  else
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Hardware counters of %s, by type"), count);
  return TRUE;
}

const LaminaChart lamina_chart_counters = {
  "counters", N_("Hardware counters"), NN_ ("%u more type", "%u more types"), NULL, LAMINA_CHART_MATRIX,
  find_no_counters, fill_counters,
};
