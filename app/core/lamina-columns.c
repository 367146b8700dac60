/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-columns-private.h"

#include <string.h>

#define CELLS(table, column) (*(void **) ((char *) (table) + (column)->offset))

/* Makes room for n rows in every column. */
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
  for (guint i = 0; i < n_columns; i++)
    CELLS (table, &columns[i]) = g_realloc_n (CELLS (table, &columns[i]), wanted, columns[i].size);
  *capacity = (guint) wanted;
}

static void
gather (void          *to,
        const void    *from,
        gsize          size,
        const guint32 *order,
        guint          n)
{
  switch (size)
    {
    case 1:
      for (guint i = 0; i < n; i++)
        ((guint8 *) to)[i] = ((const guint8 *) from)[order[i]];
      break;
    case 4:
      for (guint i = 0; i < n; i++)
        ((guint32 *) to)[i] = ((const guint32 *) from)[order[i]];
      break;
    case 8:
      for (guint i = 0; i < n; i++)
        ((guint64 *) to)[i] = ((const guint64 *) from)[order[i]];
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Row i becomes what row order[i] was. Columns that are NULL stay so. */
void
lamina_columns_permute (gpointer            table,
                        const LaminaColumn *columns,
                        guint               n_columns,
                        const guint32      *order,
                        guint               n)
{
  for (guint i = 0; i < n_columns; i++)
    {
      void *from = CELLS (table, &columns[i]);
      void *to;

      if (from == NULL)
        continue;
      to = g_malloc_n (n, columns[i].size);
      gather (to, from, columns[i].size, order, n);
      g_free (from);
      CELLS (table, &columns[i]) = to;
    }
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
      CELLS (table, &columns[i]) = g_realloc_n (CELLS (table, &columns[i]), MAX (n, 1), columns[i].size);
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

/* Frees a column in which every cell is absent. */
void
lamina_column_drop (gpointer            table,
                    const LaminaColumn *column,
                    guint               n,
                    const void         *absent)
{
  const char *cells = CELLS (table, column);

  for (guint i = 0; i < n; i++)
    if (memcmp (cells + (gsize) i * column->size, absent, column->size) != 0)
      return;
  g_free (CELLS (table, column));
  CELLS (table, column) = NULL;
}
