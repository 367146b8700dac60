/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include "lamina-chart-digest-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-work.h"

#include <string.h>

/* Reasons that several charts have, or that follow from layers alone. */
const char *
lamina_chart_find_no_layers (LaminaDocument *document,
                             LaminaRun      *run)
{
  return lamina_run_get_layers (run)->n > 0 ? NULL : N_("The run has no layers.");
}

const char *
lamina_chart_find_no_times (LaminaDocument *document,
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

const char *
lamina_chart_find_no_shapes (LaminaDocument *document,
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
const char *
lamina_chart_find_no_work (LaminaDocument *document,
                           LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (lamina_chart_find_no_times (document, run) != NULL)
    return lamina_chart_find_no_times (document, run);
  return has_numbers (layers->flop, layers->n) || lamina_chart_find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither operations nor shapes from which they follow.");
}

const char *
lamina_chart_find_no_traffic (LaminaDocument *document,
                              LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (lamina_chart_find_no_layers (document, run) != NULL)
    return lamina_chart_find_no_layers (document, run);
  return has_numbers (layers->bytes, layers->n) || lamina_chart_find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither bytes moved nor shapes from which they follow.");
}

const char *
lamina_chart_find_no_precision (LaminaDocument *document,
                                LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return has_any (tensors->dtype, tensors->n) || has_any (tensors->layout, tensors->n)
           ? NULL
           : N_("The file states neither dtypes nor layouts of tensors.");
}

#define ROW(name) &lamina_chart_##name,

static const LaminaChart *const charts[] = { LAMINA_CHARTS (ROW) };

guint
lamina_chart_get_n (void)
{
  return G_N_ELEMENTS (charts);
}

const LaminaChart *
lamina_chart_get (guint i)
{
  g_return_val_if_fail (i < G_N_ELEMENTS (charts), NULL);

  return charts[i];
}

const LaminaChart *
lamina_chart_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    if (strcmp (charts[i]->id, id) == 0)
      return charts[i];
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

const char *
lamina_chart_get_synonyms (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->synonyms;
}

gboolean
lamina_chart_is_of_all_runs (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self == &lamina_chart_runs;
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
  if (source.n == 0 && (self != &lamina_chart_durations
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
  lamina_chart_data_take_digest (data, lamina_chart_digest_new (data));
  return g_steal_pointer (&data);
}
