/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lamina-parallel.h"

#define MAX_THREADS 64

typedef struct
{
  _Atomic guint next;
  guint n;
  LaminaParallelFunc func;
  gpointer data;
} Work;

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

/* A thread that can't be started is done without: the others take its share. */
void
lamina_parallel_run (guint              n,
                     guint              n_threads,
                     LaminaParallelFunc func,
                     gpointer           data)
{
  Work work = { .n = n, .func = func, .data = data };
  guint n_workers = MIN (MIN (n, n_threads), MAX_THREADS), n_started = 0;
  pthread_t threads[MAX_THREADS];

  while (n_started + 1 < n_workers && pthread_create (&threads[n_started], NULL, work_on, &work) == 0)
    n_started++;
  work_on (&work);
  for (guint i = 0; i < n_started; i++)
    pthread_join (threads[i], NULL);
}
