/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-work.h"

#include <string.h>

/* The charts: see struct _LaminaChart. */
static const char *
find_no_layers (LaminaDocument *document,
                LaminaRun      *run)
{
  return lamina_run_get_layers (run)->n > 0 ? NULL : N_("The run has no layers.");
}

static const char *
find_no_times (LaminaDocument *document,
               LaminaRun      *run)
{
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times.");
}

static gboolean
has_any (const guint32 *column,
         guint          n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != 0)
      return TRUE;
  return FALSE;
}

static const char *
find_no_shapes (LaminaDocument *document,
                LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return has_any (tensors->shape, tensors->n) ? NULL : N_("The file states no tensor shapes.");
}

static gboolean
has_numbers (const gint64 *column,
             guint         n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != LAMINA_ABSENT && column[i] > 0)
      return TRUE;
  return FALSE;
}

/* What layers compute is in the file, or follows from their shapes. */
static const char *
find_no_work (LaminaDocument *document,
              LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (find_no_times (document, run) != NULL)
    return find_no_times (document, run);
  return has_numbers (layers->flop, layers->n) || find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither operations nor shapes from which they follow.");
}

static const char *
find_no_traffic (LaminaDocument *document,
                 LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (find_no_layers (document, run) != NULL)
    return find_no_layers (document, run);
  return has_numbers (layers->bytes, layers->n) || find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither bytes moved nor shapes from which they follow.");
}

static const char *
find_no_precision (LaminaDocument *document,
                   LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return has_any (tensors->dtype, tensors->n) || has_any (tensors->layout, tensors->n)
           ? NULL
           : N_("The file states neither dtypes nor layouts of tensors.");
}

static const LaminaChart charts[] = {
  { "time-by-type", N_("Time by type"), NN_ ("%u more type", "%u more types"), LAMINA_CHART_BARS, find_no_layers,
    lamina_chart_fill_types },
  { "top-layers", N_("Top layers"), NN_ ("%u more", "%u more"), LAMINA_CHART_RANKING, find_no_layers,
    lamina_chart_fill_top_layers, lamina_layers_get_top_title },
  { "kernels", N_("Kernels"), NN_ ("%u more kernel", "%u more kernels"), LAMINA_CHART_BARS, lamina_chart_find_no_kernels,
    lamina_chart_fill_kernels },
  { "kernels-by-module", N_("Kernels by module"), NN_ ("%u more module", "%u more modules"), LAMINA_CHART_BARS,
    lamina_chart_find_no_modules, lamina_chart_fill_kernels_by_module },
  { "kernels-by-stream", N_("Kernels by stream"), NN_ ("%u more stream", "%u more streams"), LAMINA_CHART_BARS,
    lamina_chart_find_one_stream, lamina_chart_fill_kernels_by_stream },
  { "kernels-by-rank", N_("Kernels by rank"), NN_ ("%u more rank", "%u more ranks"), LAMINA_CHART_BARS,
    lamina_chart_find_one_rank, lamina_chart_fill_kernels_by_rank },
  { "collectives", N_("Collectives"), NN_ ("%u more collective", "%u more collectives"), LAMINA_CHART_BARS,
    lamina_chart_find_no_collectives, lamina_chart_fill_collectives },
  { "roofline", N_("Roofline"), NN_ ("%u more", "%u more"), LAMINA_CHART_SCATTER, find_no_work,
    lamina_chart_fill_roofline },
  { "traffic", N_("Memory traffic"), NN_ ("%u more type", "%u more types"), LAMINA_CHART_BARS, find_no_traffic,
    lamina_chart_fill_traffic },
  { "precision", N_("Precision and layout"), NN_ ("%u more", "%u more"), LAMINA_CHART_BARS, find_no_precision,
    lamina_chart_fill_precision },
  { "rates", N_("FLOP/s and bandwidth"), { NULL, NULL }, LAMINA_CHART_COLUMNS, find_no_times,
    lamina_chart_fill_rates },
  { "latency", N_("Time per layer"), { NULL, NULL }, LAMINA_CHART_COLUMNS, find_no_times,
    lamina_chart_fill_latency, lamina_layers_get_each_title },
  { "shapes", N_("Shapes"), NN_ ("%u more shape", "%u more shapes"), LAMINA_CHART_BARS, find_no_shapes,
    lamina_chart_fill_shapes },
  { "memory", N_("Memory over time"), NN_ ("%u more", "%u more"), LAMINA_CHART_MEMORY, lamina_chart_find_no_lifetimes,
    lamina_chart_fill_memory },
  { "memory-sites", N_("Memory by site"), NN_ ("%u more site", "%u more sites"), LAMINA_CHART_BARS, lamina_chart_find_no_sites,
    lamina_chart_fill_memory_sites },
  { "idle", N_("Busy and idle"), NN_ ("%u more device", "%u more devices"), LAMINA_CHART_BARS, lamina_chart_find_no_devices,
    lamina_chart_fill_idle },
  { "utilization", N_("Utilization"), NN_ ("%u window", "%u windows"), LAMINA_CHART_COLUMNS, lamina_chart_find_no_devices,
    lamina_chart_fill_utilization },
  { "gaps", N_("Gaps"), NN_ ("%u more gap", "%u more gaps"), LAMINA_CHART_BARS, lamina_chart_find_no_devices,
    lamina_chart_fill_gaps },
  { "gaps-by-cause", N_("Gaps by cause"), NN_ ("%u more cause", "%u more causes"), LAMINA_CHART_BARS,
    lamina_chart_find_no_devices, lamina_chart_fill_gaps_by_cause },
  { "gaps-by-host", N_("Gaps by host slice"), NN_ ("%u more slice", "%u more slices"), LAMINA_CHART_BARS,
    lamina_chart_find_no_devices, lamina_chart_fill_gaps_by_host },
  { "iterations", N_("Steps"), NN_ ("%u step", "%u steps"), LAMINA_CHART_COLUMNS, lamina_chart_find_no_sections,
    lamina_chart_fill_iterations },
  { "iteration-durations", N_("Durations of steps"), NN_ ("%u range", "%u ranges"), LAMINA_CHART_HISTOGRAM,
    lamina_chart_find_few_sections, lamina_chart_fill_iteration_durations },
  { "durations", N_("Durations"), NN_ ("%u range", "%u ranges"), LAMINA_CHART_HISTOGRAM, lamina_chart_find_no_durations,
    lamina_chart_fill_durations },
  { "counters", N_("Hardware counters"), NN_ ("%u more type", "%u more types"), LAMINA_CHART_MATRIX, lamina_chart_find_no_counters,
    lamina_chart_fill_counters },
  { "runs", N_("Runs side by side"), NN_ ("%u more run", "%u more runs"), LAMINA_CHART_BARS, lamina_chart_find_one_run,
    lamina_chart_fill_runs },
};

guint
lamina_chart_get_n (void)
{
  return G_N_ELEMENTS (charts);
}

const LaminaChart *
lamina_chart_get (guint i)
{
  g_return_val_if_fail (i < G_N_ELEMENTS (charts), NULL);

  return &charts[i];
}

const LaminaChart *
lamina_chart_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    if (strcmp (charts[i].id, id) == 0)
      return &charts[i];
  return NULL;
}

const char *
lamina_chart_get_id (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

const char *
lamina_chart_get_title (const LaminaChart *self,
                        LaminaRun         *run)
{
  g_return_val_if_fail (self != NULL, NULL);

  return run != NULL && self->get_title != NULL ? self->get_title (run) : _(self->title);
}

gboolean
lamina_chart_is_of_all_runs (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->fill == lamina_chart_fill_runs;
}

char *
lamina_chart_dup_reason (const LaminaChart *self,
                         LaminaDocument    *document,
                         guint              run)
{
  const char *reason;

  g_return_val_if_fail (self != NULL && document != NULL && run < lamina_document_get_n_runs (document), NULL);

  reason = self->find_reason (document, lamina_document_get_run (document, run));
  return reason != NULL ? g_strdup (_(reason)) : NULL;
}

/* The layers that pass the filter; FALSE when cancelled. */
static gboolean
fill (LaminaChartData        *data,
      const LaminaChart      *self,
      const LaminaChartQuery *query,
      LaminaTimebase         *timebase,
      GCancellable           *cancellable)
{
  LaminaRun *run = lamina_document_get_run (query->document, query->run);
  LaminaChartSource source = { .query = query, .run = run, .timebase = timebase, .cancellable = cancellable };
  g_autofree guint32 *rows = lamina_layers_filter (run, timebase, &query->filter, cancellable, &source.n);

  if (rows == NULL)
    return FALSE;
  /* Without times, what layers compute takes their place. */
  if (lamina_run_get_costs (run) == NULL && lamina_work_attach (query->document, query->run, cancellable) == NULL)
    return FALSE;
  /* Durations are those of slices where a name is asked for or there are no layers. */
  if (source.n == 0 && (self->fill != lamina_chart_fill_durations
                        || (query->name == NULL && lamina_run_get_layers (run)->n > 0)))
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing matches the filter."));
      return TRUE;
    }
  source.rows = rows;
  return self->fill (data, &source);
}

LaminaChartData *
lamina_chart_create_data (const LaminaChart      *self,
                          const LaminaChartQuery *query,
                          GCancellable           *cancellable)
{
  g_autoptr (LaminaChartData) data = NULL;
  g_autoptr (LaminaTimebase) own = NULL;
  LaminaTimebase *timebase;
  char *reason;

  g_return_val_if_fail (self != NULL && query != NULL && query->document != NULL, NULL);
  g_return_val_if_fail (query->run < lamina_document_get_n_runs (query->document), NULL);

  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  data = lamina_chart_data_new (self, query);
  reason = lamina_chart_dup_reason (self, query->document, query->run);
  if (reason != NULL)
    {
      lamina_chart_data_take (data, LAMINA_CHART_REASON, reason);
      return g_steal_pointer (&data);
    }
  timebase = query->timebase;
  if (timebase == NULL)
    timebase = own = lamina_timebase_new (lamina_document_get_run (query->document, query->run), TRUE);
  if (!fill (data, self, query, timebase, cancellable) || g_cancellable_is_cancelled (cancellable))
    return NULL;
  return g_steal_pointer (&data);
}
