/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>

#include "lamina-budget.h"
#include "lamina-load-private.h"
#include "lamina-loader.h"
#include "lamina-parallel.h"

#include <unistd.h>

/*
 * The worker and the caller share a job. The worker writes its result under a pthread mutex and then wakes the main
 * context of the caller, which joins the thread before it looks at the result. GLib's threads and locks would do as
 * well, but sanitizers can't see through them.
 *
 * A load that the system refuses memory in the middle of something is lost: nobody can go on there, and what it has stays. Its
 * threads wait for ever, and what they hold is never freed.
 */

struct _LaminaLoader
{
  GObject parent_instance;

  LaminaRequest request;
  LaminaMeter meter;
  LaminaLoaderFunc finish;
  gpointer finish_data;
  gboolean started;
};

G_DEFINE_FINAL_TYPE (LaminaLoader, lamina_loader, G_TYPE_OBJECT)

typedef struct _Job Job;

struct _Job
{
  LaminaLoader *loader;
  GTask *task;
  GCancellable *cancellable;
  GMainContext *context;
  GSource *end;
  pthread_t thread;

  pthread_mutex_t lock;
  LaminaDocument *document;
  GError *error;

  /* below: under jobs_lock */
  Job *next;
  GError *shortage; /* set when it is lost, and taken when that is told */
  gboolean is_lost;
};

/* Those that are not finished. A thread that inflates may live longer than the load that began it. */
static Job *jobs;
static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER;

/* FALSE when the job is lost: it must stay then. */
static gboolean
take_out (Job *job)
{
  Job **place = &jobs;
  gboolean is_lost;

  pthread_mutex_lock (&jobs_lock);
  is_lost = job->is_lost;
  while (*place != job)
    place = &(*place)->next;
  if (!is_lost)
    *place = job->next;
  pthread_mutex_unlock (&jobs_lock);
  return !is_lost;
}

static void
lamina_loader_finalize (GObject *object)
{
  LaminaLoader *self = LAMINA_LOADER (object);

  lamina_meter_clear (&self->meter);
  g_clear_object (&self->request.engine);
  g_clear_object (&self->request.file);
  g_clear_pointer (&self->request.module, g_free);
  g_ptr_array_unref (self->request.named);
  G_OBJECT_CLASS (lamina_loader_parent_class)->finalize (object);
}

static void
lamina_loader_class_init (LaminaLoaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lamina_loader_finalize;
}

static void
lamina_loader_init (LaminaLoader *self)
{
  lamina_meter_init (&self->meter);
  lamina_limits_init (&self->request.limits);
  self->request.joins = LAMINA_JOIN_PARTS;
  self->request.named = g_ptr_array_new_with_free_func (g_object_unref);
}

LaminaLoader *
lamina_loader_new (LaminaEngine *engine,
                   GFile        *file)
{
  LaminaLoader *self;

  g_return_val_if_fail (LAMINA_IS_ENGINE (engine), NULL);
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_object_new (LAMINA_TYPE_LOADER, NULL);
  self->request.engine = g_object_ref (engine);
  self->request.file = g_object_ref (file);
  return self;
}

void
lamina_loader_set_limits (LaminaLoader       *self,
                          const LaminaLimits *limits)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (limits != NULL);
  g_return_if_fail (!self->started);

  self->request.limits = *limits;
}

void
lamina_loader_set_max_memory (LaminaLoader *self,
                              guint64       bytes)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (!self->started);

  self->request.max_memory = bytes;
}

void
lamina_loader_set_format (LaminaLoader *self,
                          const char   *module)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (!self->started);

  g_free (self->request.module);
  self->request.module = g_strdup (module);
}

void
lamina_loader_set_joins (LaminaLoader *self,
                         LaminaJoins   joins)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (!self->started);

  self->request.joins = joins;
}

void
lamina_loader_add_file (LaminaLoader *self,
                        GFile        *file)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (!self->started);

  g_ptr_array_add (self->request.named, g_object_ref (file));
}

void
lamina_loader_set_finish (LaminaLoader     *self,
                          LaminaLoaderFunc  func,
                          gpointer          user_data)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (!self->started);

  self->finish = func;
  self->finish_data = user_data;
}

static LaminaDocument *
load (LaminaLoader  *self,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr (LaminaDocument) document = lamina_load (&self->request, &self->meter, cancellable, error);

  if (document == NULL || self->finish == NULL)
    return g_steal_pointer (&document);
  self->finish (document, cancellable, self->finish_data);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&document);
}

LaminaDocument *
lamina_loader_load (LaminaLoader  *self,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_return_val_if_fail (LAMINA_IS_LOADER (self), NULL);
  g_return_val_if_fail (!self->started, NULL);

  self->started = TRUE;
  return load (self, cancellable, error);
}

static void
job_free (Job *job)
{
  pthread_mutex_destroy (&job->lock);
  g_source_destroy (job->end);
  g_source_unref (job->end);
  g_main_context_unref (job->context);
  g_clear_object (&job->cancellable);
  g_object_unref (job->task);
  g_object_unref (job->loader);
  g_free (job);
}

/* Threads may still look at the rest of it. */
static void
tell_lost (Job *job)
{
  g_autoptr (GTask) task = g_steal_pointer (&job->task);

  if (task != NULL)
    g_task_return_error (task, g_steal_pointer (&job->shortage));
}

/* In the main context of the caller. */
static gboolean
finish_job (gpointer data)
{
  Job *job = data;

  if (!take_out (job))
    {
      tell_lost (job);
      return G_SOURCE_REMOVE;
    }
  pthread_join (job->thread, NULL);
  pthread_mutex_lock (&job->lock);
  if (job->document != NULL)
    g_task_return_pointer (job->task, g_steal_pointer (&job->document), (GDestroyNotify) lamina_document_unref);
  else
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  pthread_mutex_unlock (&job->lock);
  job_free (job);
  return G_SOURCE_REMOVE;
}

static gboolean
dispatch_end (GSource     *source,
              GSourceFunc  callback,
              gpointer     user_data)
{
  return callback (user_data);
}

/*
 * What is called in the main context of the caller when its time is set. It is made before the load: were it the last thing that
 * the worker took from its heap, the caller would, by freeing it, give back to the system all that the load had held.
 */
static GSource *
attach_end (Job *job)
{
  static GSourceFuncs functions = { .dispatch = dispatch_end };
  GSource *source = g_source_new (&functions, sizeof *source);

  g_source_set_callback (source, finish_job, job, NULL);
  g_source_attach (source, job->context);
  return source;
}

static void
wake_caller (Job *job)
{
  g_source_set_ready_time (job->end, 0);
}

static void *
run_job (void *data)
{
  Job *job = data;
  GError *error = NULL;
  LaminaDocument *document;

  lamina_parallel_set_owner (job);
  document = load (job->loader, job->cancellable, &error);

  pthread_mutex_lock (&job->lock);
  job->document = document;
  job->error = error;
  pthread_mutex_unlock (&job->lock);
  wake_caller (job);
  return NULL;
}

void
lamina_load_give_up (void)
{
  Job *job;

  pthread_mutex_lock (&jobs_lock);
  job = jobs;
  while (job != NULL && job != lamina_parallel_get_owner ())
    job = job->next;
  if (job != NULL && !job->is_lost)
    {
      job->is_lost = TRUE;
      lamina_budget_set_refused (&job->shortage);
      lamina_name_error (&job->shortage, job->loader->request.file);
      wake_caller (job);
    }
  pthread_mutex_unlock (&jobs_lock);
  if (job == NULL)
    return;
  for (;;)
    pause ();
}

static Job *
job_new (LaminaLoader *self,
         GCancellable *cancellable,
         GTask        *task)
{
  Job *job = g_new0 (Job, 1);

  job->loader = g_object_ref (self);
  job->task = g_object_ref (task);
  g_set_object (&job->cancellable, cancellable);
  job->context = g_main_context_ref_thread_default ();
  job->end = attach_end (job);
  pthread_mutex_init (&job->lock, NULL);
  pthread_mutex_lock (&jobs_lock);
  job->next = jobs;
  jobs = job;
  pthread_mutex_unlock (&jobs_lock);
  return job;
}

void
lamina_loader_load_async (LaminaLoader        *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;
  int code;

  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (!self->started);

  self->started = TRUE;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_loader_load_async);
  job = job_new (self, cancellable, task);
  /* The worker is waited for under the lock: it must not finish before its id is known. */
  pthread_mutex_lock (&job->lock);
  code = pthread_create (&job->thread, NULL, run_job, job);
  pthread_mutex_unlock (&job->lock);
  if (code == 0)
    return;
  g_task_return_new_error (task, G_IO_ERROR, g_io_error_from_errno (code), "no thread can be started: %s",
                           g_strerror (code));
  take_out (job);
  job_free (job);
}

LaminaDocument *
lamina_loader_load_finish (LaminaLoader  *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (LAMINA_IS_LOADER (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
lamina_loader_get_progress (LaminaLoader   *self,
                            LaminaProgress *progress)
{
  g_return_if_fail (LAMINA_IS_LOADER (self));
  g_return_if_fail (progress != NULL);

  lamina_meter_read (&self->meter, progress);
}
