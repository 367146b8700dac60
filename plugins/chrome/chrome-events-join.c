/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-events.h"

#include <string.h>

/*
 * Tables of parts of a file become one. Column after column is taken over and freed, so that at no time everything is
 * there twice.
 */

typedef struct
{
  ChromeEvents *self;
  ChromeEvents **parts;
  guint n_parts;
  guint n; /* rows of the joined table */
} Join;

static gpointer
get_cells (ChromeEvents *events,
           gsize         member)
{
  return G_STRUCT_MEMBER (gpointer, events, member);
}

/* @member: where in the table the pointer to the column is. */
static void
join_column (Join  *join,
             gsize  member,
             gsize  size)
{
  gpointer *cells = &G_STRUCT_MEMBER (gpointer, join->self, member);
  char *next;

  *cells = g_realloc_n (*cells, MAX (join->n, 1), size);
  next = (char *) *cells + join->self->n * size;
  for (guint i = 0; i < join->n_parts; i++)
    {
      if (join->parts[i]->n > 0)
        memcpy (next, get_cells (join->parts[i], member), join->parts[i]->n * size);
      next += join->parts[i]->n * size;
      g_clear_pointer (&G_STRUCT_MEMBER (gpointer, join->parts[i], member), g_free);
    }
}

/* What is added to the indexes of a part before its columns are taken over: threads, extras, rows of samples. */
static void
shift_indexes (ChromeEvents  *self,
               ChromeEvents  *part,
               guint          first_row,
               const guint32 *threads)
{
  guint first_extra = self->extras->len, first_sample = self->samples->len;

  for (guint row = 0; row < part->n; row++)
    {
      if (part->track[row] != LAMINA_NONE)
        part->track[row] = threads[part->track[row]];
      if (part->extra[row] != LAMINA_NONE)
        part->extra[row] += first_extra;
    }
  g_array_append_vals (self->extras, part->extras->data, part->extras->len);
  g_array_append_vals (self->samples, part->samples->data, part->samples->len);
  for (guint i = first_sample; i < self->samples->len; i++)
    g_array_index (self->samples, ChromeSample, i).row += first_row;
}

static guint64
thread_key (const ChromeThread *thread)
{
  return (guint64) thread->pid << 32 | thread->tid;
}

static GHashTable *
index_threads (ChromeEvents *self)
{
  GHashTable *index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->threads->len; i++)
    {
      guint64 key = thread_key (&g_array_index (self->threads, ChromeThread, i));

      g_hash_table_insert (index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }
  return index;
}

/* What the threads of a part are in the joined table. */
static guint32 *
join_threads (ChromeEvents *self,
              GHashTable   *index,
              ChromeEvents *part)
{
  guint32 *threads = g_new (guint32, MAX (part->threads->len, 1));

  for (guint i = 0; i < part->threads->len; i++)
    {
      const ChromeThread *thread = &g_array_index (part->threads, ChromeThread, i);
      guint64 key = thread_key (thread);
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

static void
join_wanted (Join  *join,
             guint  column)
{
  guint32 row = join->self->n;

  for (guint i = 0; i < join->n_parts; i++)
    {
      chrome_column_append (&join->self->columns[column], &join->parts[i]->columns[column], row);
      chrome_column_clear (&join->parts[i]->columns[column]);
      row += join->parts[i]->n;
    }
}

static const struct
{
  gsize member;
  gsize size;
} columns[] = {
  { G_STRUCT_OFFSET (ChromeEvents, start), sizeof (gint64) },
  { G_STRUCT_OFFSET (ChromeEvents, end), sizeof (gint64) },
  { G_STRUCT_OFFSET (ChromeEvents, offset), sizeof (guint64) },
  { G_STRUCT_OFFSET (ChromeEvents, length), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, name), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, category), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, track), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, extra), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, slice), sizeof (guint32) },
  { G_STRUCT_OFFSET (ChromeEvents, phase), sizeof (guint8) },
  { G_STRUCT_OFFSET (ChromeEvents, flags), sizeof (guint8) },
};

/* Columns have nothing to do with each other. */
static void
join_columns (guint    from,
              guint    to,
              gpointer data)
{
  Join *join = data;

  for (guint i = from; i < to; i++)
    if (i < G_N_ELEMENTS (columns))
      join_column (join, columns[i].member, columns[i].size);
    else
      join_wanted (join, i - G_N_ELEMENTS (columns));
}

void
chrome_events_join (ChromeEvents   *self,
                    LaminaBuilder  *builder,
                    ChromeEvents  **parts,
                    guint           n_parts)
{
  g_autoptr (GHashTable) index = index_threads (self);
  Join join = { self, parts, n_parts, self->n };

  for (guint i = 0; i < n_parts; i++)
    {
      g_autofree guint32 *threads = join_threads (self, index, parts[i]);

      if (self->first_record == LAMINA_NONE)
        self->first_record = parts[i]->first_record;
      self->decimals = MAX (self->decimals, parts[i]->decimals);
      shift_indexes (self, parts[i], join.n, threads);
      join.n += parts[i]->n;
    }
  lamina_builder_each (builder, G_N_ELEMENTS (columns) + self->n_columns, 1, join_columns, &join);
  self->n = self->capacity = join.n;
}
