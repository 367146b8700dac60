/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>

#include "lamina-json-reader.h"
#include "lamina-sources.h"
#include "lamina-whole-names-private.h"

/* Longer objects are not read for their names. */
#define MOST_BYTES ((guint64) 1 << 20)

typedef struct
{
  guint32 name;
  const char *key; /* interned */
  LaminaArgs place;
} WholeName;

struct _LaminaWholeNames
{
  GArray *names; /* WholeName, by name once it is looked at */

  pthread_mutex_t lock;
  GHashTable *first; /* under the lock: by text, where its names begin, counted from 1; NULL before somebody asks */
};

LaminaWholeNames *
lamina_whole_names_new (void)
{
  LaminaWholeNames *self = g_new0 (LaminaWholeNames, 1);

  self->names = g_array_new (FALSE, FALSE, sizeof (WholeName));
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
lamina_whole_names_free (LaminaWholeNames *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->names);
  g_clear_pointer (&self->first, g_hash_table_unref);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

void
lamina_whole_names_add (LaminaWholeNames *self,
                        guint32           name,
                        const char       *key,
                        const LaminaArgs *place)
{
  WholeName whole = { name, g_intern_string (key), *place };

  g_array_append_val (self->names, whole);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  const WholeName *left = a, *right = b;

  return (left->name > right->name) - (left->name < right->name);
}

static void
index_texts (LaminaWholeNames *self,
             LaminaRun        *run)
{
  g_array_sort (self->names, compare_names);
  self->first = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = self->names->len; i-- > 0;)
    {
      const char *text = lamina_run_get_string (run, g_array_index (self->names, WholeName, i).name);

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
  return first > 0 ? first - 1 : self->names->len;
}

static char *
read_name (const WholeName *self,
           LaminaSources   *sources)
{
  const char *const keys[] = { self->key, NULL };
  g_autoptr (LaminaJsonReader) json = NULL;
  LaminaSource *source;
  int key;

  if (self->place.source >= lamina_sources_get_n (sources))
    return NULL;
  source = lamina_sources_get (sources, self->place.source);
  if (self->place.length > MOST_BYTES || !lamina_source_check_unchanged (source, NULL))
    return NULL;
  json = lamina_json_reader_new (source, self->place.offset, self->place.length, NULL, NULL, NULL);
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
  guint first = self->names->len > 0 ? find_first (self, run, text) : 0;

  if (first >= self->names->len)
    return NULL;
  found = g_strv_builder_new ();
  known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = first; i < self->names->len; i++)
    {
      const WholeName *whole = &g_array_index (self->names, WholeName, i);
      char *name;

      if (whole->name != g_array_index (self->names, WholeName, first).name)
        break;
      name = read_name (whole, sources);
      if (name == NULL || !g_hash_table_add (known, name))
        continue;
      g_strv_builder_add (found, name);
    }
  return g_hash_table_size (known) > 0 ? g_strv_builder_end (found) : NULL;
}
