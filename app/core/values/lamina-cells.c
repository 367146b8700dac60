/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"

#include <stdlib.h>
#include <sys/mman.h>

#define LARGE_PAGE ((gsize) 2 << 20)

/* A large page that only the beginning of is used would take all its room, so that the end is left to small ones. */
void
lamina_cells_advise (gpointer cells,
                     gsize    size)
{
  guintptr start = ((guintptr) cells + LARGE_PAGE - 1) & ~(guintptr) (LARGE_PAGE - 1);
  guintptr end = ((guintptr) cells + size) & ~(guintptr) (LARGE_PAGE - 1);

  if (start < end)
    madvise ((void *) start, end - start, MADV_HUGEPAGE);
}

gpointer
lamina_cells_new (gsize n,
                  gsize size)
{
  gpointer cells;

  if (n < LARGE_PAGE / size || n > G_MAXSIZE / 2 / size || posix_memalign (&cells, LARGE_PAGE, n * size) != 0)
    return g_malloc_n (MAX (n, 1), size);
  lamina_cells_advise (cells, n * size);
  return cells;
}
