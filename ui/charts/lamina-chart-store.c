/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-store.h"

#include "lamina-chart-summary.h"
#include "lamina-job.h"
#include "lamina-session-gaps.h"

/* More at a time would only slow down what is waited for. */
#define MOST_RUNNING 2

/*
 * 1. @data has what is there, by chart; @asked has the charts that were asked for and are not there yet. Of those @waiting
 *    has the ones that are not begun, the oldest first; @n_running jobs are on their way, late ones among them.
 * 2. What is computed carries the @cancellable that was in force when it began. When what is shown changes, that is
 *    cancelled and replaced, so that late results are known as such.
 * 3. @layer was selected last; one chart is about its name. It is about the slices of a name instead, where the session has
 *    one, until something of another name is selected. @n_subjects counts what it was about; a job knows the number that it
 *    began with, for when it comes to another one it is late.
 */
struct _LaminaChartStore
{
  GObject parent_instance;

  LaminaSession *session;
  GHashTable *data;
  GHashTable *asked;
  GQueue waiting;
  guint n_running;
  GCancellable *cancellable;
  guint32 layer;
  guint n_subjects;
};

typedef struct
{
  const LaminaChart *chart;
  LaminaChartQuery query;
  char *text;
  guint subject;
} Job;

static guint ready_signal;
static guint reset_signal;

G_DEFINE_FINAL_TYPE (LaminaChartStore, lamina_chart_store, G_TYPE_OBJECT)

static void start_waiting (LaminaChartStore *self);

static void
job_free (Job *job)
{
  lamina_chart_store_clear_query (&job->query, job->text);
  g_free (job);
}

static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  LaminaChartData *data = lamina_chart_create_data (job->chart, &job->query, cancellable);

  g_task_return_pointer (task, data, data ? (GDestroyNotify) lamina_chart_data_unref : NULL);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  LaminaChartStore *self = LAMINA_CHART_STORE (source);
  GTask *task = G_TASK (result);
  const Job *job = g_task_get_task_data (task);
  const LaminaChart *chart = job->chart;
  gboolean late = g_task_get_cancellable (task) != self->cancellable
                  || (chart == lamina_chart_find ("durations") && job->subject != self->n_subjects);
  g_autoptr (LaminaChartData) data = g_task_propagate_pointer (task, NULL);

  self->n_running--;
  if (!late)
    g_hash_table_remove (self->asked, chart);
  if (data && !late)
    {
      g_hash_table_insert (self->data, (gpointer) chart, g_steal_pointer (&data));
      g_signal_emit (self, ready_signal, 0, chart);
    }
  start_waiting (self);
}

static void
start_waiting (LaminaChartStore *self)
{
  while (self->session && self->n_running < MOST_RUNNING && !g_queue_is_empty (&self->waiting))
    {
      g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_done, NULL);
      Job *job = g_new0 (Job, 1);

      job->chart = g_queue_pop_head (&self->waiting);
      job->subject = self->n_subjects;
      lamina_chart_store_init_query (self, &job->query, &job->text);
      g_task_set_source_tag (task, (gpointer) (guintptr) start_waiting);
      g_task_set_task_data (task, job, (GDestroyNotify) job_free);
      self->n_running++;
      g_task_run_in_thread (task, run_job);
    }
}

/* Whether the selected slice is called what the chart of one name is about; also when nothing is selected. */
static gboolean
is_of_name (LaminaChartStore *self)
{
  const LaminaSelection *selection = lamina_session_get_selection (self->session);
  const char *name = lamina_session_get_durations_of (self->session);
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaSlices *slices;

  if (!name || selection->slice.track == LAMINA_NONE)
    return name && selection->layer == LAMINA_NONE;
  slices = lamina_track_get_slices (lamina_run_get_track (run, selection->slice.track));
  return lamina_text_equal (lamina_run_get_string (run, slices->name[selection->slice.slice]), name);
}

/* What is on its way is late; what waits is not begun. */
static void
renew_durations (LaminaChartStore *self)
{
  const LaminaChart *chart = lamina_chart_find ("durations");

  self->n_subjects++;
  if (g_hash_table_remove (self->data, chart))
    lamina_chart_store_get (self, chart);
  else if (g_hash_table_contains (self->asked, chart) && !g_queue_find (&self->waiting, chart))
    {
      g_queue_push_tail (&self->waiting, (gpointer) chart);
      start_waiting (self);
    }
}

/* The chart of one name follows the selection; without one, it stays. */
static void
on_selection (LaminaChartStore *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self->session));
  guint32 layer = lamina_session_get_selection (self->session)->layer, last = self->layer;
  gboolean is_same = layer != LAMINA_NONE && last != LAMINA_NONE && layer < layers->n && last < layers->n
                     && lamina_column_id (layers->name, layer) == lamina_column_id (layers->name, last)
                     && lamina_column_id (layers->type, layer) == lamina_column_id (layers->type, last);

  if (is_of_name (self)
      || (!lamina_session_get_durations_of (self->session) && (layer == LAMINA_NONE || is_same)))
    return;
  lamina_session_set_durations_of (self->session, NULL);
  self->layer = layer;
  renew_durations (self);
}

static void
reset (LaminaChartStore *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_queue_clear (&self->waiting);
  g_hash_table_remove_all (self->asked);
  g_hash_table_remove_all (self->data);
  self->layer = self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  if (self->session && !is_of_name (self))
    lamina_session_set_durations_of (self->session, NULL);
  g_signal_emit (self, reset_signal, 0);
}

static void
lamina_chart_store_dispose (GObject *object)
{
  LaminaChartStore *self = LAMINA_CHART_STORE (object);

  lamina_chart_store_set_session (self, NULL);
  G_OBJECT_CLASS (lamina_chart_store_parent_class)->dispose (object);
}

static void
lamina_chart_store_finalize (GObject *object)
{
  LaminaChartStore *self = LAMINA_CHART_STORE (object);

  g_hash_table_unref (self->asked);
  g_hash_table_unref (self->data);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (lamina_chart_store_parent_class)->finalize (object);
}

static void
lamina_chart_store_class_init (LaminaChartStoreClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = lamina_chart_store_dispose;
  object_class->finalize = lamina_chart_store_finalize;
  ready_signal = g_signal_new ("ready", LAMINA_TYPE_CHART_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_POINTER);
  reset_signal = g_signal_new ("reset", LAMINA_TYPE_CHART_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               0);
}

static void
lamina_chart_store_init (LaminaChartStore *self)
{
  self->data = g_hash_table_new_full (NULL, NULL, NULL, lamina_chart_store_drop);
  self->asked = g_hash_table_new (NULL, NULL);
  self->layer = LAMINA_NONE;
  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->waiting);
}

void
lamina_chart_store_drop (gpointer data)
{
  lamina_job_drop (data, (GDestroyNotify) lamina_chart_data_unref);
}

LaminaChartStore *
lamina_chart_store_new (void)
{
  return g_object_new (LAMINA_TYPE_CHART_STORE, NULL);
}

LaminaSession *
lamina_chart_store_get_session (LaminaChartStore *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_STORE (self), NULL);
  return self->session;
}

void
lamina_chart_store_set_session (LaminaChartStore *self,
                                LaminaSession    *session)
{
  static const char *const changes[] = { "notify::timebase", "notify::section", "notify::filter",
                                         "notify::device", "notify::bands" };

  g_return_if_fail (LAMINA_IS_CHART_STORE (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  for (guint i = 0; session && i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_swapped (session, changes[i], G_CALLBACK (reset), self);
  if (session)
    g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
  reset (self);
}

void
lamina_chart_store_init_query (LaminaChartStore  *self,
                               LaminaChartQuery  *query,
                               char             **text)
{
  g_return_if_fail (LAMINA_IS_CHART_STORE (self));
  g_return_if_fail (self->session != NULL);

  *text = g_strdup (lamina_session_get_filter (self->session));
  *query = LAMINA_CHART_QUERY_INIT (lamina_document_ref (lamina_session_get_document (self->session)),
                                    lamina_session_get_run_index (self->session));
  query->timebase = lamina_timebase_ref (lamina_session_get_timebase (self->session));
  query->idle = lamina_session_gaps_peek (lamina_session_get_gaps (self->session));
  if (query->idle)
    lamina_idle_ref (query->idle);
  query->filter.section = lamina_session_get_section (self->session);
  query->filter.text = **text ? *text : NULL;
  query->layer = self->layer;
  query->grouping = lamina_session_get_bands (self->session);
  query->name = lamina_session_get_durations_of (self->session);
}

void
lamina_chart_store_clear_query (LaminaChartQuery *query,
                                char             *text)
{
  lamina_document_unref (query->document);
  lamina_timebase_unref (query->timebase);
  g_clear_pointer (&query->idle, lamina_idle_unref);
  g_free (text);
}

void
lamina_chart_store_show_durations (LaminaChartStore *self,
                                   const char       *name)
{
  g_return_if_fail (LAMINA_IS_CHART_STORE (self));
  g_return_if_fail (self->session != NULL);

  self->layer = lamina_session_get_selection (self->session)->layer;
  lamina_session_set_durations_of (self->session, name);
  renew_durations (self);
}

gboolean
lamina_chart_store_is_empty (LaminaChartStore  *self,
                             const LaminaChart *chart)
{
  LaminaChartData *data;
  g_autofree char *limits = NULL;

  g_return_val_if_fail (LAMINA_IS_CHART_STORE (self), TRUE);

  data = g_hash_table_lookup (self->data, chart);
  limits = data && lamina_chart_data_get_reason (data) ? lamina_chart_summary_dup_limits (self->session) : NULL;
  return data && lamina_chart_data_get_reason (data) && !limits;
}

GPtrArray *
lamina_chart_store_list (LaminaChartStore *self)
{
  GPtrArray *charts = g_ptr_array_new ();

  g_return_val_if_fail (LAMINA_IS_CHART_STORE (self), charts);

  for (guint i = 0; self->session && i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);
      g_autofree char *reason = lamina_chart_dup_reason (chart, lamina_session_get_document (self->session),
                                                         lamina_session_get_run_index (self->session));

      if (!reason && !lamina_chart_store_is_empty (self, chart))
        g_ptr_array_add (charts, (gpointer) chart);
    }
  return charts;
}

LaminaChartData *
lamina_chart_store_get (LaminaChartStore  *self,
                        const LaminaChart *chart)
{
  LaminaChartData *data;

  g_return_val_if_fail (LAMINA_IS_CHART_STORE (self), NULL);
  g_return_val_if_fail (chart != NULL, NULL);

  data = g_hash_table_lookup (self->data, chart);
  if (!data && self->session && g_hash_table_add (self->asked, (gpointer) chart))
    {
      g_queue_push_tail (&self->waiting, (gpointer) chart);
      start_waiting (self);
    }
  return data;
}

gboolean
lamina_chart_store_is_busy (LaminaChartStore *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_STORE (self), FALSE);
  return self->n_running > 0 || !g_queue_is_empty (&self->waiting);
}
