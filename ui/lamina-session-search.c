/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-search.h"

/* Up to here a search takes less time than a frame. */
#define FEW_SLICES 50000

struct _LaminaSessionSearch
{
  GObject parent_instance;

  LaminaSession *session;
  char *text;
  LaminaSearch *result;
  GCancellable *cancellable;
};

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  char *text;
} Job;

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaSessionSearch, lamina_session_search, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *job = data;

  lamina_document_unref (job->document);
  lamina_timebase_unref (job->timebase);
  g_free (job->text);
  g_free (job);
}

static void
emit_changed (LaminaSessionSearch *self)
{
  g_signal_emit (self, changed, 0);
}

static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  LaminaSearch *result = lamina_search_new (job->run, job->timebase, job->text, cancellable);

  if (result)
    g_task_return_pointer (task, result, (GDestroyNotify) lamina_search_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
take_result (LaminaSessionSearch *self,
             LaminaSearch        *result)
{
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->result, lamina_search_unref);
  self->result = result;
  emit_changed (self);
}

static void
on_done (GObject      *source,
         GAsyncResult *async_result,
         gpointer      user_data)
{
  LaminaSearch *result = g_task_propagate_pointer (G_TASK (async_result), NULL);

  if (result)
    take_result (LAMINA_SESSION_SEARCH (source), result);
}

static void
stop (LaminaSessionSearch *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
start (LaminaSessionSearch *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GTask) task = NULL;
  Job *job;

  stop (self);
  if (self->result && lamina_search_get_run (self->result) != run)
    g_clear_pointer (&self->result, lamina_search_unref);
  if (*self->text == '\0')
    {
      take_result (self, NULL);
      return;
    }
  if (lamina_run_get_totals (run)->n_slices <= FEW_SLICES)
    {
      take_result (self, lamina_search_new (run, lamina_session_get_timebase (self->session), self->text, NULL));
      return;
    }
  job = g_new0 (Job, 1);
  job->document = lamina_document_ref (lamina_session_get_document (self->session));
  job->run = run;
  job->timebase = lamina_timebase_ref (lamina_session_get_timebase (self->session));
  job->text = g_strdup (self->text);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) start);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
  emit_changed (self);
}

/* The document may go with the session, while a task keeps the search: what was found goes first. */
static void
on_session_gone (gpointer  data,
                 GObject  *session)
{
  LaminaSessionSearch *self = data;

  stop (self);
  self->session = NULL;
  g_clear_pointer (&self->result, lamina_search_unref);
}

static void
lamina_session_search_finalize (GObject *object)
{
  LaminaSessionSearch *self = LAMINA_SESSION_SEARCH (object);

  if (self->session)
    g_object_weak_unref (G_OBJECT (self->session), on_session_gone, self);
  stop (self);
  g_clear_pointer (&self->result, lamina_search_unref);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (lamina_session_search_parent_class)->finalize (object);
}

static void
lamina_session_search_class_init (LaminaSessionSearchClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_search_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_search_init (LaminaSessionSearch *self)
{
  self->text = g_strdup ("");
}

/* The session owns its search, which therefore holds no reference to it. */
LaminaSessionSearch *
lamina_session_get_search (LaminaSession *session)
{
  static GQuark quark = 0;
  LaminaSessionSearch *self;

  g_return_val_if_fail (LAMINA_IS_SESSION (session), NULL);

  if (!quark)
    quark = g_quark_from_static_string ("lamina-session-search");
  self = g_object_get_qdata (G_OBJECT (session), quark);
  if (self)
    return self;
  self = g_object_new (LAMINA_TYPE_SESSION_SEARCH, NULL);
  self->session = session;
  g_object_weak_ref (G_OBJECT (session), on_session_gone, self);
  g_object_set_qdata_full (G_OBJECT (session), quark, self, g_object_unref);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return self;
}

const char *
lamina_session_search_get_text (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), "");
  return self->text;
}

void
lamina_session_search_set_text (LaminaSessionSearch *self,
                                const char          *text)
{
  g_return_if_fail (LAMINA_IS_SESSION_SEARCH (self));

  if (g_strcmp0 (self->text, text ? text : "") == 0)
    return;
  g_free (self->text);
  self->text = g_strstrip (g_strdup (text ? text : ""));
  start (self);
}

LaminaSearch *
lamina_session_search_get_result (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), NULL);
  return self->result;
}

gboolean
lamina_session_search_is_busy (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), FALSE);
  return self->cancellable != NULL;
}

guint64
lamina_session_search_get_ordinal (LaminaSessionSearch *self)
{
  const LaminaSelection *selection;

  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), 0);

  selection = lamina_session_get_selection (self->session);
  if (!self->result || selection->slice.track == LAMINA_NONE)
    return 0;
  return lamina_search_get_ordinal (self->result, lamina_session_get_timebase (self->session), &selection->slice);
}

gboolean
lamina_session_search_go (LaminaSessionSearch *self,
                          gboolean             forward)
{
  const LaminaSelection *selection;
  const LaminaRange *range;
  LaminaSliceRef found;

  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), FALSE);

  selection = lamina_session_get_selection (self->session);
  range = lamina_session_get_range (self->session);
  if (!self->result
      || !lamina_search_find (self->result, lamina_session_get_timebase (self->session),
                              selection->slice.track != LAMINA_NONE ? &selection->slice : NULL,
                              range ? range->start : G_MININT64, forward, &found))
    return FALSE;
  lamina_session_select_slice (self->session, &found);
  return TRUE;
}
