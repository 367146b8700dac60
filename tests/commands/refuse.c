/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Loaded before the libraries of a program (LD_PRELOAD), this refuses one of the large pieces of memory that the program asks
 * for, as a system does that has no more: the piece number LAMINA_REFUSE_NTH, counted from 1, of those that have LAMINA_REFUSE_FROM
 * bytes or more. That it did is told by the file LAMINA_REFUSE_SAY.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* Under these names the C library keeps its own where others take their places. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n,
                            size_t size);
extern void *__libc_realloc (void   *block,
                             size_t  size);
extern void *__libc_memalign (size_t alignment,
                              size_t size);

static atomic_long n_asked;
static long nth;
static size_t from;

__attribute__ ((constructor)) static void
begin (void)
{
  const char *least = getenv ("LAMINA_REFUSE_FROM"), *which = getenv ("LAMINA_REFUSE_NTH");

  if (least == NULL || which == NULL)
    return;
  from = strtoul (least, NULL, 10);
  nth = strtol (which, NULL, 10);
}

static int
is_refused (size_t size)
{
  const char *say;
  int fd;

  if (nth == 0 || size < from || atomic_fetch_add (&n_asked, 1) + 1 != nth)
    return 0;
  say = getenv ("LAMINA_REFUSE_SAY");
  fd = say != NULL ? open (say, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (fd >= 0)
    close (fd);
  errno = ENOMEM;
  return 1;
}

void *
malloc (size_t size)
{
  return is_refused (size) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  size_t both;

  return !__builtin_mul_overflow (n, size, &both) && is_refused (both) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void   *block,
         size_t  size)
{
  return is_refused (size) ? NULL : __libc_realloc (block, size);
}

void *
memalign (size_t alignment,
          size_t size)
{
  return is_refused (size) ? NULL : __libc_memalign (alignment, size);
}

void *
aligned_alloc (size_t alignment,
               size_t size)
{
  return memalign (alignment, size);
}

int
posix_memalign (void   **block,
                size_t   alignment,
                size_t   size)
{
  void *found = memalign (alignment, size);

  if (found == NULL)
    return ENOMEM;
  *block = found;
  return 0;
}
