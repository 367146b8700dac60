/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"

#include "lamina-words-private.h"

#include <string.h>

const char *
lamina_chart_find_no_layers (LaminaDocument *document,
                             LaminaRun      *run)
{
  return lamina_run_get_layers (run)->n > 0 ? NULL : N_("The run has no layers.");
}

static const LaminaChart charts[] = {
  { "time-by-type", N_("Time by type"), LAMINA_CHART_BARS, lamina_chart_find_no_layers, lamina_chart_fill_types },
  { "top-layers", N_("Top layers"), LAMINA_CHART_RANKING, lamina_chart_find_no_layers, lamina_chart_fill_top_layers },
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
lamina_chart_get_title (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return _(self->title);
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
  if (source.n == 0)
    {
      lamina_chart_data_take_reason (data, g_strdup (_("The filter leaves no layers.")));
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

  data = lamina_chart_data_new (self, query);
  reason = lamina_chart_dup_reason (self, query->document, query->run);
  if (reason != NULL)
    {
      lamina_chart_data_take_reason (data, reason);
      return g_steal_pointer (&data);
    }
  timebase = query->timebase;
  if (timebase == NULL)
    timebase = own = lamina_timebase_new (lamina_document_get_run (query->document, query->run), TRUE);
  return fill (data, self, query, timebase, cancellable) ? g_steal_pointer (&data) : NULL;
}
