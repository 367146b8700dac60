/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-events.h"

ChromeEvents *
chrome_events_new (const char *const    *keys,
                   const ChromeWantType *types,
                   guint                 n_columns)
{
  ChromeEvents *self = g_new0 (ChromeEvents, 1);

  self->first_record = LAMINA_NONE;
  self->first_time = self->last_time = LAMINA_ABSENT;
  self->threads = g_array_new (FALSE, FALSE, sizeof (ChromeThread));
  self->extras = g_array_new (FALSE, FALSE, sizeof (ChromeExtra));
  self->samples = g_array_new (FALSE, FALSE, sizeof (ChromeSample));
  self->partners = g_hash_table_new (NULL, NULL);
  self->columns = chrome_columns_new (keys, types, n_columns);
  self->n_columns = n_columns;
  return self;
}

void
chrome_events_free (ChromeEvents *self)
{
  chrome_columns_free (self->columns, self->n_columns);
  g_free (self->start);
  g_free (self->end);
  g_free (self->length);
  g_free (self->name);
  g_free (self->category);
  g_free (self->track);
  g_free (self->extra);
  g_free (self->slice);
  g_free (self->layer);
  g_free (self->phase);
  g_free (self->flags);
  g_free (self->rest);
  g_array_unref (self->threads);
  g_array_unref (self->extras);
  g_array_unref (self->samples);
  g_hash_table_unref (self->partners);
  g_free (self);
}

const ChromeExtra *
chrome_events_get_extra (const ChromeEvents *self,
                         guint32             row)
{
  return self->extra[row] != LAMINA_NONE ? &g_array_index (self->extras, ChromeExtra, self->extra[row]) : NULL;
}

static ChromeColumn *
get_column (const ChromeEvents *self,
            const char         *key)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (g_str_equal (self->columns[i].key, key))
      return &self->columns[i];
  return NULL;
}

const ChromeColumn *
chrome_events_find_column (const ChromeEvents *self,
                           const char         *key)
{
  const ChromeColumn *column = get_column (self, key);

  return column != NULL && column->n > 0 ? column : NULL;
}

void
chrome_events_merge_columns (ChromeEvents *self,
                             const char   *key,
                             const char   *other)
{
  ChromeColumn *to = get_column (self, key), *from = get_column (self, other);

  g_return_if_fail (to != NULL && from != NULL);

  chrome_column_merge (to, from);
}

void
chrome_events_drop_column (ChromeEvents *self,
                           const char   *key)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (key == NULL || g_str_equal (self->columns[i].key, key))
      chrome_column_clear (&self->columns[i]);
}

gint64
chrome_events_get_number (const ChromeColumn *column,
                          guint32             row)
{
  gint64 number;

  return column && chrome_column_find (column, row, &number) ? number : LAMINA_ABSENT;
}

guint32
chrome_events_get_text (const ChromeColumn *column,
                        guint32             row)
{
  gint64 text;

  return column && chrome_column_find (column, row, &text) ? (guint32) text : LAMINA_NONE;
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
      self->layer = lamina_cells_new (self->n, sizeof *self->layer);
      for (guint i = 0; i < self->n; i++)
        self->layer[i] = LAMINA_NONE;
    }
  return self->layer;
}
