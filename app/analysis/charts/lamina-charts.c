/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include "lamina-chart-digest-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-work.h"

#include <string.h>

/* Which charts there are, and how one of them is filled. What they use themselves is in lamina-chart.c. */

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

gboolean
lamina_chart_is_of_all_runs (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self == &lamina_chart_runs;
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
