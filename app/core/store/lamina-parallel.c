/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lamina-parallel.h"

#define MAX_THREADS 64

typedef struct Work Work;

/* On the stack of who asked for it, who waits until no other thread works on it. */
struct Work
{
  _Atomic guint next;
  guint n;
  LaminaParallelFunc func;
  gpointer data;
  gpointer owner;
  /* Behind the lock of the pool: how many threads may still join, and how many have. */
  guint n_wanted;
  guint n_working;
  Work *following;
};

/*
 * Threads that have once been started wait for more work: a document is read in a dozen phases, and a new thread for each would
 * take longer than a small phase. Not a GThreadPool, whose locks ThreadSanitizer does not see.
 */
static struct
{
  pthread_mutex_t lock;
  pthread_cond_t is_wanted;
  pthread_cond_t is_left;
  /* Works that other threads may join, the newest first: who asked for it within another work is waited for by that. */
  Work *first;
  guint n_wanted;
  guint n_threads;
  /* Those who work on nothing, though they may not have woken yet. */
  guint n_idle;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .is_wanted = PTHREAD_COND_INITIALIZER, .is_left = PTHREAD_COND_INITIALIZER };

static _Thread_local gpointer current_owner;

void
lamina_parallel_set_owner (gpointer owner)
{
  current_owner = owner;
}

gpointer
lamina_parallel_get_owner (void)
{
  return current_owner;
}

static void
work_on (Work *work)
{
  gpointer before = current_owner;
  guint i;

  current_owner = work->owner;
  while ((i = atomic_fetch_add_explicit (&work->next, 1, memory_order_relaxed)) < work->n)
    work->func (i, work->data);
  current_owner = before;
}

/* With the lock held. */
static void
set_n_wanted (Work *work,
              guint n_wanted)
{
  Work **place = &pool.first;

  pool.n_wanted = pool.n_wanted - work->n_wanted + n_wanted;
  work->n_wanted = n_wanted;
  if (n_wanted != 0)
    return;
  while (*place != work)
    place = &(*place)->following;
  *place = work->following;
}

static void *
wait_for_work (G_GNUC_UNUSED void *data)
{
  pthread_mutex_lock (&pool.lock);
  for (;;)
    {
      Work *work;

      while (pool.first == NULL)
        pthread_cond_wait (&pool.is_wanted, &pool.lock);
      work = pool.first;
      set_n_wanted (work, work->n_wanted - 1);
      work->n_working++;
      pool.n_idle--;
      pthread_mutex_unlock (&pool.lock);
      work_on (work);
      pthread_mutex_lock (&pool.lock);
      pool.n_idle++;
      if (--work->n_working == 0)
        pthread_cond_broadcast (&pool.is_left);
    }
  return NULL;
}

/* A thread that can't be started is done without: the others take its share. With the lock held. */
static void
start_threads (void)
{
  pthread_attr_t attributes;
  pthread_t thread;

  if (pool.n_idle >= pool.n_wanted || pthread_attr_init (&attributes) != 0)
    return;
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  while (pool.n_idle < pool.n_wanted && pool.n_threads < MAX_THREADS
         && pthread_create (&thread, &attributes, wait_for_work, NULL) == 0)
    {
      pool.n_threads++;
      pool.n_idle++;
    }
  pthread_attr_destroy (&attributes);
}

/* Others may join from now on. */
static void
offer (Work *work,
       guint n_wanted)
{
  pthread_mutex_lock (&pool.lock);
  work->following = pool.first;
  pool.first = work;
  work->n_wanted = n_wanted;
  pool.n_wanted += n_wanted;
  start_threads ();
  pthread_cond_broadcast (&pool.is_wanted);
  pthread_mutex_unlock (&pool.lock);
}

/* Nothing is left to begin: waits for those who have joined, and not for those who have not. */
static void
end (Work *work)
{
  pthread_mutex_lock (&pool.lock);
  if (work->n_wanted != 0)
    set_n_wanted (work, 0);
  while (work->n_working != 0)
    pthread_cond_wait (&pool.is_left, &pool.lock);
  pthread_mutex_unlock (&pool.lock);
}

guint
lamina_parallel_get_n_threads (const LaminaLimits *limits)
{
  guint n = limits->max_threads != 0 ? limits->max_threads : g_get_num_processors ();

  return MIN (n, MAX_THREADS);
}

void
lamina_parallel_run (guint              n,
                     guint              n_threads,
                     LaminaParallelFunc func,
                     gpointer           data)
{
  Work work = { .n = n, .func = func, .data = data, .owner = current_owner };
  guint n_workers = MIN (MIN (n, n_threads), MAX_THREADS);

  if (n_workers > 1)
    offer (&work, n_workers - 1);
  work_on (&work);
  if (n_workers > 1)
    end (&work);
}
