/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-allocator.h"

#include <gio/gio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Until a closed tab has slid away, and threads have freed what was found for it. */
#define GONE_SECONDS 2

/*
 * Reading a large file makes arrays of many megabytes that grow, move and go again. The allocator takes the first of them
 * from the kernel, learns from that to take later ones from its heap, and there they leave holes between what stays. So
 * while a file is read, large blocks are always taken from the kernel and given back to it; afterwards the allocator goes on
 * with what it would have learned.
 */
#define LARGE_BLOCK (128 * 1024)
#define LEARNED_BLOCK (32 * 1024 * 1024)
/* Threads that worked on it still give back what they had at hand when it is over. */
#define TRIM_LATER (4 * 1024 * 1024)

static guint timeout;
static guint n_loads;

/*
 * The allocator would keep up to eight heaps for each processor, with what threads that came and went have left in them. One for
 * each thread that can work at a time is as fast. So threads share heaps, and the window may share that of a load: small blocks
 * that are freed must be joined with their neighbors one by one. Laid aside, as they would be, millions of them are joined at once
 * when a large block is freed, and for as long as that takes, a second or more, nobody else gets memory of that heap.
 */
void
lamina_allocator_init (void)
{
#ifdef __GLIBC__
  mallopt (M_ARENA_MAX, (int) g_get_num_processors () + 1);
  mallopt (M_MXFAST, 0);
#endif
}

static void
count_loads (int by)
{
  n_loads += (guint) by;
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, n_loads > 0 ? LARGE_BLOCK : LEARNED_BLOCK);
  mallopt (M_TRIM_THRESHOLD, n_loads > 0 ? LARGE_BLOCK : TRIM_LATER);
#endif
}

void
lamina_allocator_load_begins (void)
{
  count_loads (1);
}

void
lamina_allocator_load_ends (void)
{
  count_loads (-1);
  if (n_loads == 0)
    lamina_allocator_give_back_later ();
}

static void
give_back (GTask        *task,
           gpointer      source_object,
           gpointer      task_data,
           GCancellable *cancellable)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  g_task_return_boolean (task, TRUE);
}

static gboolean
on_gone (gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  timeout = 0;
  g_task_run_in_thread (task, give_back);
  return G_SOURCE_REMOVE;
}

void
lamina_allocator_give_back_later (void)
{
  g_clear_handle_id (&timeout, g_source_remove);
  timeout = g_timeout_add_seconds (GONE_SECONDS, on_gone, NULL);
}
