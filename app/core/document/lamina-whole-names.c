/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lamina-columns.h"
#include "lamina-json-reader.h"
#include "lamina-sources.h"
#include "lamina-sqlite-schema.h"
#include "lamina-whole-names.h"

/* Longer objects are not read for their names. */
#define MOST_BYTES (1u << 20)

/* There may be as many as there are kernels in a trace, so they are packed. @key is one of the keys. */
typedef struct
{
  guint64 offset : 43;
  guint64 length : 21;
  guint32 name;
  guint32 source : 24;
  guint32 key : 8;
} WholeName;

#define MOST_TEXT (G_GUINT64_CONSTANT (1) << 43)
#define MOST_SOURCES (1u << 24)
#define MOST_KEYS (1u << 8)

G_STATIC_ASSERT (sizeof (WholeName) == 16);

struct _LaminaWholeNames
{
  WholeName *names; /* by name, and then as the file has them, once they are looked at */
  guint n;
  guint capacity;
  GPtrArray *keys; /* of interned strings */

  pthread_mutex_t lock;
  GHashTable *first; /* under the lock: by text, where its names begin, counted from 1; NULL before somebody asks */
  LaminaSqlite *database; /* under the lock: of the source whose rows were last asked for, or NULL */
  guint database_of;
};

static const LaminaColumn names_column = LAMINA_COLUMN (LaminaWholeNames, names);

LaminaWholeNames *
lamina_whole_names_new (void)
{
  LaminaWholeNames *self = g_new0 (LaminaWholeNames, 1);

  self->keys = g_ptr_array_new ();
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
lamina_whole_names_free (LaminaWholeNames *self)
{
  if (self == NULL)
    return;
  g_free (self->names);
  g_ptr_array_unref (self->keys);
  g_clear_pointer (&self->first, g_hash_table_unref);
  g_clear_pointer (&self->database, lamina_sqlite_free);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static guint32
need_key (LaminaWholeNames *self,
          const char       *key)
{
  gpointer interned = (gpointer) g_intern_string (key);
  guint i;

  if (!g_ptr_array_find (self->keys, interned, &i))
    {
      i = self->keys->len;
      g_ptr_array_add (self->keys, interned);
    }
  return i;
}

void
lamina_whole_names_add (LaminaWholeNames *self,
                        guint32           name,
                        const char       *key,
                        const LaminaArgs *place)
{
  guint number = need_key (self, key);
  WholeName whole = { .offset = place->offset, .length = MIN (place->length, MOST_BYTES + 1), .name = name,
                      .source = place->source, .key = number };

  g_return_if_fail (place->offset < MOST_TEXT && place->source < MOST_SOURCES && number < MOST_KEYS);

  lamina_columns_reserve (self, &names_column, 1, &self->capacity, self->n + 1);
  self->names[self->n++] = whole;
}

void
lamina_whole_names_close (LaminaWholeNames *self)
{
  lamina_columns_shrink (self, &names_column, 1, self->n);
  self->capacity = self->n;
}

static int
compare_names (const void *a,
               const void *b)
{
  const WholeName *left = a, *right = b;

  if (left->name != right->name)
    return left->name < right->name ? -1 : 1;
  if (left->source != right->source)
    return left->source < right->source ? -1 : 1;
  return left->offset < right->offset ? -1 : left->offset > right->offset;
}

static void
index_texts (LaminaWholeNames *self,
             LaminaRun        *run)
{
  qsort (self->names, self->n, sizeof *self->names, compare_names);
  self->first = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = self->n; i-- > 0;)
    {
      const char *text = lamina_run_get_string (run, self->names[i].name);

      /* What no row is called in the end is empty by now. */
      if (*text != '\0')
        g_hash_table_insert (self->first, (gpointer) text, GUINT_TO_POINTER (i + 1));
    }
}

/* The first name of a text, or their number when it has none. They stay where they are once the first one was asked for. */
static guint
find_first (LaminaWholeNames *self,
            LaminaRun        *run,
            const char       *text)
{
  guint first;

  pthread_mutex_lock (&self->lock);
  if (self->first == NULL)
    index_texts (self, run);
  first = GPOINTER_TO_UINT (g_hash_table_lookup (self->first, text));
  pthread_mutex_unlock (&self->lock);
  return first > 0 ? first - 1 : self->n;
}

typedef struct
{
  const char *key;
  char *name;
} Cell;

static void
take_cell (const char        *column,
           const LaminaValue *value,
           gpointer           data)
{
  Cell *cell = data;

  if (cell->name == NULL && value->type == LAMINA_VALUE_TEXT && strcmp (column, cell->key) == 0)
    cell->name = g_utf8_make_valid (value->text, -1);
}

static char *
read_cell (LaminaWholeNames *self,
           const WholeName  *whole,
           LaminaSource     *source)
{
  Cell cell = { g_ptr_array_index (self->keys, whole->key), NULL };

  pthread_mutex_lock (&self->lock);
  if (self->database == NULL || self->database_of != whole->source)
    {
      g_clear_pointer (&self->database, lamina_sqlite_free);
      self->database = lamina_sqlite_open (source, NULL, NULL);
      self->database_of = whole->source;
    }
  if (self->database != NULL)
    lamina_sqlite_find_row (self->database, whole->offset, whole->length, take_cell, &cell);
  pthread_mutex_unlock (&self->lock);
  return cell.name;
}

static char *
read_name (LaminaWholeNames *self,
           const WholeName  *whole,
           LaminaSources    *sources)
{
  const char *const keys[] = { g_ptr_array_index (self->keys, whole->key), NULL };
  g_autoptr (LaminaJsonReader) json = NULL;
  LaminaSource *source;
  int key;

  if (whole->source >= lamina_sources_get_n (sources))
    return NULL;
  source = lamina_sources_get (sources, whole->source);
  if (whole->length > MOST_BYTES || !lamina_source_check_unchanged (source, NULL))
    return NULL;
  if (lamina_sqlite_is_source (source))
    return read_cell (self, whole, source);
  json = lamina_json_reader_new (source, whole->offset, whole->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key == 0)
        return g_strdup (lamina_json_reader_read_text (json, NULL));
  return NULL;
}

GStrv
lamina_whole_names_dup (LaminaWholeNames *self,
                        LaminaRun        *run,
                        LaminaSources    *sources,
                        const char       *text)
{
  g_autoptr (GStrvBuilder) found = NULL;
  g_autoptr (GHashTable) known = NULL;
  guint first = self->n > 0 ? find_first (self, run, text) : 0;

  if (first >= self->n)
    return NULL;
  found = g_strv_builder_new ();
  known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = first; i < self->n && self->names[i].name == self->names[first].name; i++)
    {
      char *name = read_name (self, &self->names[i], sources);

      if (name == NULL || !g_hash_table_add (known, name))
        continue;
      g_strv_builder_add (found, name);
    }
  return g_hash_table_size (known) > 0 ? g_strv_builder_end (found) : NULL;
}
