/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-events.h"

/* Cells of number columns that are no numbers. */
#define CELL_ABSENT G_MININT32
#define CELL_LARGE (G_MININT32 + 1)

static void
column_clear (ChromeColumn *column)
{
  g_clear_pointer (&column->cells, g_free);
  g_clear_pointer (&column->large, g_hash_table_unref);
}

ChromeEvents *
chrome_events_new (const char *const    *keys,
                   const ChromeWantType *types,
                   guint                 n_columns)
{
  ChromeEvents *self = g_new0 (ChromeEvents, 1);

  self->first_record = LAMINA_NONE;
  self->threads = g_array_new (FALSE, FALSE, sizeof (ChromeThread));
  self->extras = g_array_new (FALSE, FALSE, sizeof (ChromeExtra));
  self->samples = g_array_new (FALSE, FALSE, sizeof (ChromeSample));
  self->partners = g_hash_table_new (NULL, NULL);
  self->columns = g_new0 (ChromeColumn, MAX (n_columns, 1));
  self->n_columns = n_columns;
  for (guint i = 0; i < n_columns; i++)
    {
      self->columns[i].key = keys[i];
      self->columns[i].type = types[i];
    }
  return self;
}

void
chrome_events_free (ChromeEvents *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    column_clear (&self->columns[i]);
  g_free (self->columns);
  g_free (self->start);
  g_free (self->end);
  g_free (self->offset);
  g_free (self->length);
  g_free (self->name);
  g_free (self->category);
  g_free (self->track);
  g_free (self->extra);
  g_free (self->slice);
  g_free (self->layer);
  g_free (self->phase);
  g_free (self->flags);
  g_array_unref (self->threads);
  g_array_unref (self->extras);
  g_array_unref (self->samples);
  g_hash_table_unref (self->partners);
  g_free (self);
}

static void
grow (ChromeEvents *self)
{
  guint n = MAX (self->capacity + self->capacity / 2, 1024);

  self->start = g_renew (gint64, self->start, n);
  self->end = g_renew (gint64, self->end, n);
  self->offset = g_renew (guint64, self->offset, n);
  self->length = g_renew (guint32, self->length, n);
  self->name = g_renew (guint32, self->name, n);
  self->category = g_renew (guint32, self->category, n);
  self->track = g_renew (guint32, self->track, n);
  self->extra = g_renew (guint32, self->extra, n);
  self->slice = g_renew (guint32, self->slice, n);
  self->phase = g_renew (guint8, self->phase, n);
  self->flags = g_renew (guint8, self->flags, n);
  for (guint i = 0; i < self->n_columns; i++)
    if (self->columns[i].cells)
      self->columns[i].cells = g_renew (guint32, self->columns[i].cells, n);
  self->capacity = n;
}

static guint32
absent_cell (const ChromeColumn *column)
{
  return column->type == CHROME_WANT_NUMBER ? (guint32) CELL_ABSENT : LAMINA_NONE;
}

guint32
chrome_events_add (ChromeEvents *self)
{
  guint32 row = self->n;

  if (row == self->capacity)
    grow (self);
  self->start[row] = self->end[row] = LAMINA_ABSENT;
  self->offset[row] = 0;
  self->length[row] = 0;
  self->name[row] = self->category[row] = 0;
  self->track[row] = self->extra[row] = self->slice[row] = LAMINA_NONE;
  self->phase[row] = self->flags[row] = 0;
  for (guint i = 0; i < self->n_columns; i++)
    if (self->columns[i].cells)
      self->columns[i].cells[row] = absent_cell (&self->columns[i]);
  self->n++;
  return row;
}

ChromeExtra *
chrome_events_need_extra (ChromeEvents *self,
                          guint32       row)
{
  const ChromeExtra none = { .bind_id = LAMINA_NONE };

  if (self->extra[row] == LAMINA_NONE)
    {
      self->extra[row] = self->extras->len;
      g_array_append_val (self->extras, none);
    }
  return &g_array_index (self->extras, ChromeExtra, self->extra[row]);
}

const ChromeExtra *
chrome_events_get_extra (const ChromeEvents *self,
                         guint32             row)
{
  return self->extra[row] != LAMINA_NONE ? &g_array_index (self->extras, ChromeExtra, self->extra[row]) : NULL;
}

const ChromeColumn *
chrome_events_find_column (const ChromeEvents *self,
                           const char         *key)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (g_str_equal (self->columns[i].key, key))
      return self->columns[i].cells ? &self->columns[i] : NULL;
  return NULL;
}

void
chrome_events_drop_column (ChromeEvents *self,
                           const char   *key)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (key == NULL || g_str_equal (self->columns[i].key, key))
      column_clear (&self->columns[i]);
}

gint64
chrome_events_get_number (const ChromeColumn *column,
                          guint32             row)
{
  gint32 cell = column ? (gint32) column->cells[row] : CELL_ABSENT;

  if (cell == CELL_ABSENT)
    return LAMINA_ABSENT;
  if (cell == CELL_LARGE)
    return *(const gint64 *) g_hash_table_lookup (column->large, GUINT_TO_POINTER (row));
  return cell;
}

guint32
chrome_events_get_text (const ChromeColumn *column,
                        guint32             row)
{
  return column ? column->cells[row] : LAMINA_NONE;
}

void
chrome_column_fill (ChromeColumn *self,
                    guint         first,
                    guint         n,
                    guint         capacity)
{
  if (!self->cells)
    self->cells = g_new (guint32, MAX (capacity, 1));
  for (guint i = first; i < n; i++)
    self->cells[i] = absent_cell (self);
}

static guint32 *
need_cells (ChromeEvents *self,
            guint         column)
{
  ChromeColumn *wanted = &self->columns[column];

  if (!wanted->cells)
    chrome_column_fill (wanted, 0, self->n, self->capacity);
  return wanted->cells;
}

void
chrome_events_set_number (ChromeEvents *self,
                          guint         column,
                          guint32       row,
                          gint64        value)
{
  guint32 *cells = need_cells (self, column);
  ChromeColumn *wanted = &self->columns[column];

  if (value > CELL_LARGE && value <= G_MAXINT32)
    {
      cells[row] = (guint32) (gint32) value;
      return;
    }
  if (!wanted->large)
    wanted->large = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (wanted->large, GUINT_TO_POINTER (row), g_memdup2 (&value, sizeof value));
  cells[row] = (guint32) CELL_LARGE;
}

void
chrome_events_set_text (ChromeEvents *self,
                        guint         column,
                        guint32       row,
                        guint32       text)
{
  need_cells (self, column)[row] = text;
}

/* Rows are kept one higher, since 0 is what the table says of a row that it does not have. */
guint32
chrome_events_get_partner (const ChromeEvents *self,
                           guint32             row)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->partners, GUINT_TO_POINTER (row))) - 1;
}

void
chrome_events_set_partner (ChromeEvents *self,
                           guint32       row,
                           guint32       partner)
{
  g_hash_table_insert (self->partners, GUINT_TO_POINTER (row), GUINT_TO_POINTER (partner + 1));
}

guint32 *
chrome_events_need_layers (ChromeEvents *self)
{
  if (!self->layer)
    {
      self->layer = g_new (guint32, MAX (self->n, 1));
      for (guint i = 0; i < self->n; i++)
        self->layer[i] = LAMINA_NONE;
    }
  return self->layer;
}
