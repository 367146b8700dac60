/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lamina-parallel-private.h"

#define MAX_THREADS 64

typedef struct _Work Work;

struct _Work
{
  _Atomic guint next;
  guint n;
  LaminaParallelFunc func;
  gpointer data;
  /* below: in a team, under its lock */
  Work *other;
  guint n_helpers;
};

/* Threads that do several things. Who has nothing left of his own helps the others with what they do in parallel. */
typedef struct
{
  Work things;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* below: under the lock */
  guint n_left; /* things that are not done */
  Work *open;   /* what they do in parallel, a list by `other` */
} Team;

/* The one that this thread is of, or NULL. */
static _Thread_local Team *team;

static void *
work_on (void *data)
{
  Work *work = data;
  guint i;

  while ((i = atomic_fetch_add_explicit (&work->next, 1, memory_order_relaxed)) < work->n)
    work->func (i, work->data);
  return NULL;
}

guint
lamina_parallel_get_n_threads (const LaminaLimits *limits)
{
  guint n = limits->max_threads != 0 ? limits->max_threads : g_get_num_processors ();

  return MIN (n, MAX_THREADS);
}

/* The team helps, as far as it has nothing else to do. */
static void
run_in_team (Team *self,
             Work *work)
{
  Work **place;

  pthread_mutex_lock (&self->lock);
  work->other = self->open;
  self->open = work;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  work_on (work);
  pthread_mutex_lock (&self->lock);
  for (place = &self->open; *place != work;)
    place = &(*place)->other;
  *place = work->other;
  while (work->n_helpers > 0)
    pthread_cond_wait (&self->changed, &self->lock);
  pthread_mutex_unlock (&self->lock);
}

/* A thread that can't be started is done without: the others take its share. */
static void
run_with_threads (guint   n_threads,
                  void *(*func) (void *),
                  void   *data)
{
  pthread_t threads[MAX_THREADS];
  guint n_started = 0;

  while (n_started + 1 < MIN (n_threads, MAX_THREADS) && pthread_create (&threads[n_started], NULL, func, data) == 0)
    n_started++;
  func (data);
  for (guint i = 0; i < n_started; i++)
    pthread_join (threads[i], NULL);
}

void
lamina_parallel_run (guint               n,
                     guint               n_threads,
                     LaminaParallelFunc  func,
                     gpointer            data)
{
  Work work = { .n = n, .func = func, .data = data };

  if (team != NULL && n > 1)
    run_in_team (team, &work);
  else
    run_with_threads (MIN (n, n_threads), work_on, &work);
}

static Work *
find_open (const Team *self)
{
  Work *work = self->open;

  while (work != NULL && atomic_load_explicit (&work->next, memory_order_relaxed) >= work->n)
    work = work->other;
  return work;
}

/* Until all things are done. */
static void
help (Team *self)
{
  pthread_mutex_lock (&self->lock);
  while (self->n_left > 0)
    {
      Work *work = find_open (self);

      if (work == NULL)
        {
          pthread_cond_wait (&self->changed, &self->lock);
          continue;
        }
      work->n_helpers++;
      pthread_mutex_unlock (&self->lock);
      work_on (work);
      pthread_mutex_lock (&self->lock);
      work->n_helpers--;
      pthread_cond_broadcast (&self->changed);
    }
  pthread_mutex_unlock (&self->lock);
}

static void *
work_in_team (void *data)
{
  Team *self = data;
  guint i;

  team = self;
  while ((i = atomic_fetch_add_explicit (&self->things.next, 1, memory_order_relaxed)) < self->things.n)
    {
      self->things.func (i, self->things.data);
      pthread_mutex_lock (&self->lock);
      self->n_left--;
      pthread_cond_broadcast (&self->changed);
      pthread_mutex_unlock (&self->lock);
    }
  help (self);
  team = NULL;
  return NULL;
}

void
lamina_parallel_run_things (guint               n,
                            guint               n_threads,
                            LaminaParallelFunc  func,
                            gpointer            data)
{
  Team new_team = { .things = { .n = n, .func = func, .data = data }, .lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER, .n_left = n };

  if (team != NULL)
    {
      lamina_parallel_run (n, n_threads, func, data);
      return;
    }
  run_with_threads (n_threads, work_in_team, &new_team);
  pthread_cond_destroy (&new_team.changed);
  pthread_mutex_destroy (&new_team.lock);
}
