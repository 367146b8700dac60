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
    chrome_column_clear (&self->columns[i]);
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
  g_free (self->rest);
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
  self->capacity = n;
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
      return self->columns[i].n > 0 ? &self->columns[i] : NULL;
  return NULL;
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

void
chrome_events_set_number (ChromeEvents *self,
                          guint         column,
                          guint32       row,
                          gint64        value)
{
  chrome_column_set (&self->columns[column], row, value);
}

void
chrome_events_set_text (ChromeEvents *self,
                        guint         column,
                        guint32       row,
                        guint32       text)
{
  chrome_column_set (&self->columns[column], row, text);
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
