/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-columns.h"

#include <string.h>

#define CELLS(table, column) (*(void **) ((char *) (table) + (column)->offset))

/* Columns of so many bytes are copied when they are given what they need and no more. */
#define LARGEST_MOVED (64 << 10)

void
lamina_columns_reserve_exactly (gpointer            table,
                                const LaminaColumn *columns,
                                guint               n_columns,
                                guint              *capacity,
                                guint               n)
{
  if (n <= *capacity)
    return;
  for (guint i = 0; i < n_columns; i++)
    {
      gpointer *cells = &CELLS (table, &columns[i]);

      if (*cells == NULL)
        {
          *cells = lamina_cells_new (n, columns[i].size);
          continue;
        }
      *cells = g_realloc_n (*cells, n, columns[i].size);
      lamina_cells_advise (*cells, n * columns[i].size);
    }
  *capacity = n;
}

/* Makes room for n rows in every column, and for some more. */
void
lamina_columns_reserve (gpointer            table,
                        const LaminaColumn *columns,
                        guint               n_columns,
                        guint              *capacity,
                        guint               n)
{
  guint64 wanted;

  if (n <= *capacity)
    return;
  wanted = MIN (MAX ((guint64) n, (guint64) *capacity + *capacity / 2 + 64), G_MAXUINT32);
  lamina_columns_reserve_exactly (table, columns, n_columns, capacity, (guint) wanted);
}

static void
scatter (void          *to,
         const void    *from,
         gsize          size,
         const guint32 *positions,
         guint          n)
{
  switch (size)
    {
    case 1:
      for (guint i = 0; i < n; i++)
        ((guint8 *) to)[positions[i]] = ((const guint8 *) from)[i];
      break;
    case 2:
      for (guint i = 0; i < n; i++)
        ((guint16 *) to)[positions[i]] = ((const guint16 *) from)[i];
      break;
    case 4:
      for (guint i = 0; i < n; i++)
        ((guint32 *) to)[positions[i]] = ((const guint32 *) from)[i];
      break;
    case 8:
      for (guint i = 0; i < n; i++)
        ((guint64 *) to)[positions[i]] = ((const guint64 *) from)[i];
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Each column goes to where the one before it was, so that there is one more than there are columns and no more. */
void
lamina_columns_move (gpointer            table,
                     const LaminaColumn *columns,
                     guint               n_columns,
                     const guint32      *positions,
                     guint               n)
{
  gpointer spare = NULL;

  for (guint i = 0; i < n_columns; i++)
    {
      gpointer from = CELLS (table, &columns[i]);

      if (from == NULL)
        continue;
      if (spare == NULL)
        spare = lamina_cells_new (n, columns[0].size);
      scatter (spare, from, columns[0].size, positions, n);
      CELLS (table, &columns[i]) = spare;
      spare = from;
    }
  g_free (spare);
}

/* A small column moves: what is cut off at its end would be too small to be of use to anyone, and stay between others. */
static gpointer
shrink_cells (gpointer cells,
              gsize    size)
{
  gpointer moved;

  if (size > LARGEST_MOVED)
    return g_realloc (cells, size);
  moved = g_memdup2 (cells, size);
  g_free (cells);
  return moved;
}

/* Gives back what was reserved and not used. */
void
lamina_columns_shrink (gpointer            table,
                       const LaminaColumn *columns,
                       guint               n_columns,
                       guint               n)
{
  for (guint i = 0; i < n_columns; i++)
    if (CELLS (table, &columns[i]) != NULL)
      CELLS (table, &columns[i]) = shrink_cells (CELLS (table, &columns[i]), (gsize) MAX (n, 1) * columns[i].size);
}

void
lamina_columns_free (gpointer            table,
                     const LaminaColumn *columns,
                     guint               n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    {
      g_free (CELLS (table, &columns[i]));
      CELLS (table, &columns[i]) = NULL;
    }
}

/* So many cells are compared at once, without a way out in between. */
#define COMPARED_CELLS 256

static gboolean
is_all (const char *cells,
        gsize       size,
        const void *absent,
        guint       n)
{
  char pattern[COMPARED_CELLS * 8];

  for (gsize i = 0; i < COMPARED_CELLS; i++)
    memcpy (pattern + i * size, absent, size);
  for (guint i = 0; i < n; i += COMPARED_CELLS)
    if (memcmp (cells + (gsize) i * size, pattern, MIN (n - i, COMPARED_CELLS) * size) != 0)
      return FALSE;
  return TRUE;
}

/* Frees a column in which every cell is absent. */
void
lamina_column_drop (gpointer            table,
                    const LaminaColumn *column,
                    guint               n,
                    const void         *absent)
{
  const char *cells = CELLS (table, column);

  if (cells == NULL || !is_all (cells, column->size, absent, n))
    return;
  g_free (CELLS (table, column));
  CELLS (table, column) = NULL;
}
