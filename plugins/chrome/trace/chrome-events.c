/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-events.h"
#include "chrome-key.h"
#include "chrome-part-private.h"

#include <string.h>

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
  g_free (self->kind);
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

guint8 *
chrome_events_need_kinds (ChromeEvents *self)
{
  G_STATIC_ASSERT (LAMINA_SLICE_WORK == 0);

  if (!self->kind)
    self->kind = g_malloc0 (MAX (self->n, 1));
  return self->kind;
}

/*
 * Parts of a file become one table. Each block of rows is spread over the columns and freed, in all threads, so that at no
 * time everything is there twice.
 */

/* A block and what its rows become: the first row, the strings and threads of its part, the first extra of its part. */
typedef struct
{
  ChromeBlock *block;
  guint first_row;
  const guint32 *strings;
  const guint32 *threads;
  guint32 first_extra;
} Piece;

typedef struct
{
  ChromeEvents *self;
  ChromePart **parts;
  guint n_parts;
  guint n; /* rows of the joined table */
  GArray *pieces;
  GCancellable *cancellable;
} Join;

static gpointer
make_room (gpointer cells,
           gsize    n,
           gsize    size)
{
  return cells != NULL ? g_realloc_n (cells, n, size) : lamina_cells_new (n, size);
}

static void
reserve (ChromeEvents *self,
         gsize         n)
{
  self->start = make_room (self->start, n, sizeof *self->start);
  self->end = make_room (self->end, n, sizeof *self->end);
  self->length = make_room (self->length, n, sizeof *self->length);
  self->name = make_room (self->name, n, sizeof *self->name);
  self->category = make_room (self->category, n, sizeof *self->category);
  self->track = make_room (self->track, n, sizeof *self->track);
  self->extra = make_room (self->extra, n, sizeof *self->extra);
  self->slice = make_room (self->slice, n, sizeof *self->slice);
  self->phase = make_room (self->phase, n, sizeof *self->phase);
  self->flags = make_room (self->flags, n, sizeof *self->flags);
}

static inline guint32
get_string (const Piece *piece,
            guint32      id)
{
  return piece->strings != NULL ? piece->strings[id] : id;
}

static void
spread_piece (ChromeEvents *self,
              const Piece  *piece)
{
  for (guint i = 0; i < piece->block->n; i++)
    {
      const ChromeRow *cells = &piece->block->rows[i];
      guint row = piece->first_row + i;

      self->start[row] = cells->start;
      self->end[row] = cells->end;
      self->length[row] = cells->length;
      self->name[row] = get_string (piece, cells->name);
      self->category[row] = get_string (piece, cells->category);
      self->track[row] = cells->thread != LAMINA_NONE ? piece->threads[cells->thread] : LAMINA_NONE;
      self->extra[row] = cells->extra != LAMINA_NONE ? piece->first_extra + cells->extra : LAMINA_NONE;
      /* A complete event; what is wrong with others is told when they are assembled. */
      self->slice[row] = cells->phase == 'X' && cells->end != LAMINA_ABSENT && cells->end >= cells->start ? CHROME_SLICE_WAITING
                                                                                                         : LAMINA_NONE;
      self->phase[row] = cells->phase;
      self->flags[row] = cells->flags;
    }
  g_clear_pointer (&piece->block->rows, g_free);
}

static GHashTable *
index_threads (ChromeEvents *self)
{
  GHashTable *index = g_hash_table_new_full (chrome_key_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->threads->len; i++)
    {
      const ChromeThread *thread = &g_array_index (self->threads, ChromeThread, i);
      guint64 key = chrome_key (thread->pid, thread->tid);

      g_hash_table_insert (index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }
  return index;
}

/* What the threads of a part are in the joined table. */
static guint32 *
join_threads (ChromeEvents *self,
              GHashTable   *index,
              ChromePart   *part)
{
  guint32 *threads = g_new (guint32, MAX (part->threads->len, 1));

  for (guint i = 0; i < part->threads->len; i++)
    {
      const ChromeThread *thread = &g_array_index (part->threads, ChromeThread, i);
      guint64 key = chrome_key (thread->pid, thread->tid);
      gpointer found;

      if (!g_hash_table_lookup_extended (index, &key, NULL, &found))
        {
          found = GUINT_TO_POINTER (self->threads->len);
          g_array_append_vals (self->threads, thread, 1);
          g_hash_table_insert (index, g_memdup2 (&key, sizeof key), found);
        }
      threads[i] = GPOINTER_TO_UINT (found);
    }
  return threads;
}

/* Everything of a part but rows and columns, which are listed. */
static void
begin_part (Join          *join,
            ChromePart    *part,
            const guint32 *threads)
{
  ChromeEvents *self = join->self;
  Piece piece = { NULL, join->n, part->strings, threads, self->extras->len };
  guint first_sample = self->samples->len;

  if (self->first_record == LAMINA_NONE)
    self->first_record = part->first_record;
  self->decimals = MAX (self->decimals, part->decimals);
  if (part->start != LAMINA_ABSENT)
    {
      self->first_time = self->first_time == LAMINA_ABSENT ? part->start : MIN (self->first_time, part->start);
      self->last_time = MAX (self->last_time, part->end);
    }
  for (guint i = 0; i < part->blocks->len; i++)
    {
      piece.block = chrome_part_get_block (part, i);
      g_array_append_val (join->pieces, piece);
      piece.first_row += piece.block->n;
    }
  g_array_append_vals (self->extras, part->extras->data, part->extras->len);
  g_array_append_vals (self->samples, part->samples->data, part->samples->len);
  for (guint i = first_sample; i < self->samples->len; i++)
    g_array_index (self->samples, ChromeSample, i).row += join->n;
  join->n += part->n;
}

static void
join_wanted (Join  *join,
             guint  column)
{
  ChromeColumn *joined = &join->self->columns[column];
  guint32 row = join->self->n;
  guint n = 0;

  for (guint i = 0; i < join->n_parts; i++)
    n += join->parts[i]->columns[column].n;
  if (joined->n == 0)
    chrome_column_reserve (joined, n);
  for (guint i = 0; i < join->n_parts; i++)
    {
      chrome_column_append (joined, &join->parts[i]->columns[column], row);
      chrome_column_clear (&join->parts[i]->columns[column]);
      row += join->parts[i]->n;
    }
}

/* Blocks and columns have nothing to do with each other. */
static void
join_some (guint    from,
           guint    to,
           gpointer data)
{
  Join *join = data;

  for (guint i = from; i < to && !g_cancellable_is_cancelled (join->cancellable); i++)
    if (i < join->pieces->len)
      spread_piece (join->self, &g_array_index (join->pieces, Piece, i));
    else
      join_wanted (join, i - join->pieces->len);
}

void
chrome_events_join (ChromeEvents   *self,
                    LaminaBuilder  *builder,
                    ChromePart    **parts,
                    guint           n_parts,
                    GCancellable   *cancellable)
{
  g_autoptr (GHashTable) index = index_threads (self);
  g_autoptr (GPtrArray) threads = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  Join join = { self, parts, n_parts, self->n, pieces, cancellable };
  guint n_extras = self->extras->len, n_more = 0;

  for (guint i = 0; i < n_parts; i++)
    n_more += parts[i]->extras->len;
  g_array_set_size (self->extras, n_extras + n_more);
  lamina_cells_advise (self->extras->data, (gsize) self->extras->len * sizeof (ChromeExtra));
  g_array_set_size (self->extras, n_extras);
  for (guint i = 0; i < n_parts; i++)
    {
      g_ptr_array_add (threads, join_threads (self, index, parts[i]));
      begin_part (&join, parts[i], g_ptr_array_index (threads, i));
    }
  if (join.n > self->n || self->start == NULL)
    reserve (self, MAX (join.n, 1));
  lamina_builder_each (builder, pieces->len + self->n_columns, 1, join_some, &join);
  self->n = join.n;
}

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

ChromeRow *
chrome_part_add (ChromePart *self)
{
  static const ChromeRow absent = { .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .thread = LAMINA_NONE, .extra = LAMINA_NONE };
  ChromeBlock *block = self->blocks->len > 0 ? chrome_part_get_block (self, self->blocks->len - 1) : NULL;

  if (block == NULL || block->n == block->room)
    {
      gsize room = block != NULL ? MIN ((gsize) block->room * GROWTH, MOST_ROWS) : FIRST_ROWS;

      g_array_append_vals (self->blocks, &(ChromeBlock) { lamina_cells_new (room, sizeof (ChromeRow)), 0, (guint) room }, 1);
      block = chrome_part_get_block (self, self->blocks->len - 1);
    }
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
