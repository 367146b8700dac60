/* SPDX-License-Identifier: Apache-2.0 */
#include "allocations.h"

#include <stdatomic.h>

static atomic_bool counting;
static atomic_llong taken;
static atomic_llong most;

/* Of the sanitizer's runtime, where there is one. */
extern int __sanitizer_install_malloc_and_free_hooks (void (*on_malloc) (const volatile void *, size_t),
                                                      void (*on_free) (const volatile void *)) __attribute__ ((weak));
extern size_t __sanitizer_get_allocated_size (const volatile void *block) __attribute__ ((weak));

static void
on_malloc (const volatile void *block,
           size_t               size)
{
  long long now, seen;

  if (!atomic_load_explicit (&counting, memory_order_relaxed))
    return;
  now = atomic_fetch_add (&taken, (long long) size) + (long long) size;
  seen = atomic_load (&most);
  while (now > seen && !atomic_compare_exchange_weak (&most, &seen, now))
    ;
}

static void
on_free (const volatile void *block)
{
  if (block != NULL && atomic_load_explicit (&counting, memory_order_relaxed))
    atomic_fetch_sub (&taken, (long long) __sanitizer_get_allocated_size (block));
}

void
allocations_begin (void)
{
  static gboolean installed;

  if (!installed && __sanitizer_install_malloc_and_free_hooks != NULL && __sanitizer_get_allocated_size != NULL)
    __sanitizer_install_malloc_and_free_hooks (on_malloc, on_free);
  installed = TRUE;
  atomic_store (&taken, 0);
  atomic_store (&most, 0);
  atomic_store (&counting, TRUE);
}

gsize
allocations_end (void)
{
  atomic_store (&counting, FALSE);
  return (gsize) atomic_load (&most);
}
