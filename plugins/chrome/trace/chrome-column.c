/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-column.h"

#include "lamina-cells.h"

#include <string.h>

ChromeColumn *
chrome_columns_new (const char *const    *keys,
                    const ChromeWantType *types,
                    guint                 n)
{
  ChromeColumn *columns = g_new0 (ChromeColumn, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      columns[i].key = keys[i];
      columns[i].type = types[i];
    }
  return columns;
}

void
chrome_columns_free (ChromeColumn *columns,
                     guint         n)
{
  for (guint i = 0; i < n; i++)
    chrome_column_clear (&columns[i]);
  g_free (columns);
}

void
chrome_column_clear (ChromeColumn *self)
{
  const ChromeColumn empty = { .key = self->key, .type = self->type };

  g_free (self->rows);
  g_free (self->narrow);
  g_free (self->wide);
  *self = empty;
}

static inline guint32
count_bits (guint32 word)
{
  word -= word >> 1 & 0x55555555;
  word = (word & 0x33333333) + (word >> 2 & 0x33333333);
  return ((word + (word >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

/* Rows that are new have no cells. */
static void
reserve_rows (ChromeColumn *self,
              guint         n)
{
  if (n > self->rows_capacity)
    {
      self->rows_capacity = MAX (n, self->rows_capacity + self->rows_capacity / 2 + 16);
      self->rows = g_renew (ChromeCells, self->rows, self->rows_capacity);
    }
  for (; self->n_rows < n; self->n_rows++)
    self->rows[self->n_rows] = (ChromeCells) { 0, self->n };
}

static void
resize (ChromeColumn *self,
        guint         n)
{
  self->capacity = n;
  if (self->wide != NULL)
    self->wide = g_renew (gint64, self->wide, n);
  else
    self->narrow = g_renew (gint32, self->narrow, n);
}

void
chrome_column_reserve (ChromeColumn *self,
                       guint         n)
{
  if (n <= self->capacity)
    return;
  resize (self, n);
  if (self->wide != NULL)
    lamina_cells_advise (self->wide, n * sizeof *self->wide);
  else
    lamina_cells_advise (self->narrow, n * sizeof *self->narrow);
}

static void
widen (ChromeColumn *self)
{
  if (self->wide != NULL)
    return;
  self->wide = g_new (gint64, MAX (self->capacity, 1));
  for (guint i = 0; i < self->n; i++)
    self->wide[i] = self->narrow[i];
  g_clear_pointer (&self->narrow, g_free);
}

void
chrome_column_set (ChromeColumn *self,
                   guint32       row,
                   gint64        value)
{
  g_return_if_fail (self->n == 0 || row >= self->last);

  if (self->type == CHROME_WANT_NUMBER && value != (gint32) value)
    widen (self);
  if (self->n == 0 || row > self->last)
    {
      reserve_rows (self, row / 32 + 1);
      /* Room that is never used takes no memory, so that columns grow by much at once: moving one does cost time. */
      if (self->n == self->capacity)
        resize (self, MAX (256, self->capacity <= G_MAXUINT / 4 ? 4 * self->capacity : G_MAXUINT));
      self->rows[row / 32].present |= (guint32) 1 << row % 32;
      self->last = row;
      self->n++;
    }
  if (self->wide != NULL)
    self->wide[self->n - 1] = value;
  else
    self->narrow[self->n - 1] = (gint32) value;
}

void
chrome_column_append (ChromeColumn       *self,
                      const ChromeColumn *part,
                      guint32             first_row)
{
  guint first = first_row / 32, shift = first_row % 32;

  if (part->n == 0)
    return;
  if (part->wide != NULL)
    widen (self);
  if (self->n + part->n > self->capacity)
    chrome_column_reserve (self, MAX (self->n + part->n, self->capacity + self->capacity / 2));
  for (guint i = 0; self->wide != NULL && i < part->n; i++)
    self->wide[self->n + i] = part->wide != NULL ? part->wide[i] : part->narrow[i];
  if (self->wide == NULL)
    memcpy (self->narrow + self->n, part->narrow, part->n * sizeof *self->narrow);
  reserve_rows (self, (first_row + part->last) / 32 + 1);
  for (guint i = 0; i < part->n_rows; i++)
    {
      guint64 present = (guint64) part->rows[i].present << shift;

      self->rows[first + i].present |= (guint32) present;
      if (present >> 32 != 0)
        self->rows[first + i + 1].present |= (guint32) (present >> 32);
    }
  self->last = first_row + part->last;
  self->n += part->n;
  for (guint i = first; i + 1 < self->n_rows; i++)
    self->rows[i + 1].before = self->rows[i].before + count_bits (self->rows[i].present);
}

gboolean
chrome_column_find (const ChromeColumn *self,
                    guint32             row,
                    gint64             *value)
{
  const ChromeCells *cells;
  guint32 bit = (guint32) 1 << row % 32;
  guint32 place;

  if (row / 32 >= self->n_rows)
    return FALSE;
  cells = &self->rows[row / 32];
  if ((cells->present & bit) == 0)
    return FALSE;
  place = cells->before + count_bits (cells->present & (bit - 1));
  *value = self->wide != NULL ? self->wide[place] : self->narrow[place];
  return TRUE;
}

void
chrome_column_merge (ChromeColumn *self,
                     ChromeColumn *other)
{
  ChromeColumn both = { .key = self->key, .type = self->type };
  guint32 last = MAX (self->last, other->last);
  gint64 value;

  g_return_if_fail (self->type == other->type);

  if (other->n == 0)
    return;
  for (guint32 row = 0; row <= last; row++)
    if (chrome_column_find (self, row, &value) || chrome_column_find (other, row, &value))
      chrome_column_set (&both, row, value);
  chrome_column_clear (self);
  chrome_column_clear (other);
  *self = both;
}

guint32 *
chrome_column_get_texts (ChromeColumn *self)
{
  g_return_val_if_fail (self->type != CHROME_WANT_NUMBER, NULL);

  return (guint32 *) self->narrow;
}
