/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-part.h"

/* A short text is a small block; the blocks of a long one are large pages. */
#define FIRST_ROWS 1024
#define GROWTH 8
#define MOST_ROWS ((2u << 20) / sizeof (ChromeRow) + 1)

static void
clear_block (gpointer data)
{
  g_free (((ChromeBlock *) data)->rows);
}

ChromePart *
chrome_part_new (const char *const    *keys,
                 const ChromeWantType *types,
                 guint                 n_columns)
{
  ChromePart *self = g_new0 (ChromePart, 1);

  self->first_record = LAMINA_NONE;
  self->start = self->end = LAMINA_ABSENT;
  self->blocks = g_array_new (FALSE, FALSE, sizeof (ChromeBlock));
  g_array_set_clear_func (self->blocks, clear_block);
  self->threads = g_array_new (FALSE, FALSE, sizeof (ChromeThread));
  self->extras = g_array_new (FALSE, FALSE, sizeof (ChromeExtra));
  self->samples = g_array_new (FALSE, FALSE, sizeof (ChromeSample));
  self->columns = chrome_columns_new (keys, types, n_columns);
  self->n_columns = n_columns;
  return self;
}

void
chrome_part_free (ChromePart *self)
{
  chrome_columns_free (self->columns, self->n_columns);
  g_array_unref (self->blocks);
  g_array_unref (self->threads);
  g_array_unref (self->extras);
  g_array_unref (self->samples);
  g_free (self->strings);
  g_free (self);
}

static ChromeBlock *
add_block (ChromePart *self)
{
  guint n = self->blocks->len;
  gsize room = n > 0 ? MIN ((gsize) chrome_part_get_block (self, n - 1)->room * GROWTH, MOST_ROWS) : FIRST_ROWS;
  ChromeBlock block = { lamina_cells_new (room, sizeof (ChromeRow)), 0, (guint) room };

  g_array_append_val (self->blocks, block);
  return chrome_part_get_block (self, n);
}

ChromeRow *
chrome_part_add (ChromePart *self)
{
  static const ChromeRow absent = { .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .thread = LAMINA_NONE, .extra = LAMINA_NONE };
  ChromeBlock *block = self->blocks->len > 0 ? chrome_part_get_block (self, self->blocks->len - 1) : NULL;

  if (block == NULL || block->n == block->room)
    block = add_block (self);
  block->rows[block->n] = absent;
  self->n++;
  return &block->rows[block->n++];
}

ChromeExtra *
chrome_part_need_extra (ChromePart *self,
                        ChromeRow  *row)
{
  const ChromeExtra none = { .bind_id = LAMINA_NONE };

  if (row->extra == LAMINA_NONE)
    {
      row->extra = self->extras->len;
      g_array_append_val (self->extras, none);
    }
  return &g_array_index (self->extras, ChromeExtra, row->extra);
}

void
chrome_part_renumber (ChromePart           *self,
                      const LaminaShardMap *map)
{
  if (self->first_record != LAMINA_NONE)
    self->first_record += map->first_record;
  self->strings = g_memdup2 (map->strings, (gsize) map->n_strings * sizeof *map->strings);
  lamina_shard_map_strings (map, (guint32 *) (gpointer) self->threads->data, (gsize) self->threads->len * 2);
  for (guint i = 0; i < self->n_columns; i++)
    if (self->columns[i].type != CHROME_WANT_NUMBER)
      lamina_shard_map_strings (map, chrome_column_get_texts (&self->columns[i]), self->columns[i].n);
  for (guint i = 0; i < self->extras->len; i++)
    {
      ChromeExtra *extra = &g_array_index (self->extras, ChromeExtra, i);

      extra->id = lamina_shard_map_string (map, extra->id);
      extra->scope = lamina_shard_map_string (map, extra->scope);
      extra->bind_id = lamina_shard_map_string (map, extra->bind_id);
    }
  for (guint i = 0; i < self->samples->len; i++)
    {
      ChromeSample *sample = &g_array_index (self->samples, ChromeSample, i);

      sample->series = lamina_shard_map_string (map, sample->series);
    }
}
