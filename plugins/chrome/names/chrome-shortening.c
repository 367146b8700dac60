/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-shortening.h"

#include "lamina-kernel-name.h"

#include <string.h>

#define NAMES_AT_ONCE 512

/*
 * texts  the shorter names of NAMES_AT_ONCE names, one behind the other, "" where one stays; NULL when it was cancelled.
 *        Hundreds of thousands of blocks of memory would take longer to free than cancelling may
 */
typedef struct
{
  ChromeTrace *trace;
  ChromeShorten shorten;
  gpointer data;
  const GArray *rows;
  guint32 *shorter;
  GHashTable *common;
  GString **texts;
} Shortening;

static guint32
get_name (const Shortening *self,
          guint             i)
{
  return self->trace->events->name[g_array_index (self->rows, guint32, i)];
}

static gboolean
is_cancelled (const Shortening *self)
{
  return g_cancellable_is_cancelled (self->trace->cancellable);
}

static void
look_at_names (guint    from,
               guint    to,
               gpointer data)
{
  Shortening *self = data;
  GString *texts;

  if (is_cancelled (self))
    return;
  self->texts[from / NAMES_AT_ONCE] = texts = g_string_sized_new (64 * NAMES_AT_ONCE);
  for (guint i = from; i < to; i++)
    {
      g_autofree char *text = self->shorten (chrome_trace_get_text (self->trace, get_name (self, i)), get_name (self, i),
                                             self->data);

      g_string_append_len (texts, text ? text : "", text ? (gssize) strlen (text) + 1 : 1);
    }
}

/* The names from @first on that have their texts together. */
static void
intern_some (Shortening *self,
             guint       first)
{
  guint n_names = MIN (self->rows->len - first, NAMES_AT_ONCE), n = 0;
  const char *text = self->texts[first / NAMES_AT_ONCE]->str;
  guint32 places[NAMES_AT_ONCE], ids[NAMES_AT_ONCE];
  const char *texts[NAMES_AT_ONCE] = { NULL };
  gsize lengths[NAMES_AT_ONCE] = { 0 };

  for (guint i = 0; i < n_names; i++)
    {
      gsize length = strlen (text);

      self->shorter[first + i] = get_name (self, first + i);
      texts[n] = text;
      lengths[n] = length;
      places[n] = first + i;
      n += length > 0;
      text += length + 1;
    }
  lamina_builder_intern_many (self->trace->builder, n, texts, lengths, ids);
  for (guint i = 0; i < n; i++)
    self->shorter[places[i]] = ids[i];
}

/* Namesakes */

/* Names by what they became: @first of that string begins a chain of places, @next goes on. */
typedef struct
{
  guint32 n;
  guint32 *first;
  guint32 *next;
} Namesakes;

/* A chain of several names, and what tells them apart. */
typedef struct
{
  guint32 id;
  char **distinct;
} Chain;

typedef struct
{
  Shortening *shortening;
  Namesakes namesakes;
  GArray *chains;
} Telling;

static void
clear_chain (gpointer data)
{
  g_strfreev (((Chain *) data)->distinct);
}

static void
find_namesakes (const Shortening *self,
                Namesakes        *found)
{
  guint n = self->rows->len;

  *found = (Namesakes) { .next = g_new (guint32, MAX (n, 1)) };
  for (guint i = 0; i < n; i++)
    found->n = MAX (found->n, self->shorter[i] + 1);
  found->first = g_malloc_n (MAX (found->n, 1), sizeof *found->first);
  memset (found->first, 0xff, (gsize) found->n * sizeof *found->first);
  for (guint i = 0; i < n; i++)
    {
      guint32 *first = &found->first[self->shorter[i]];

      found->next[i] = *first;
      *first = i;
    }
}

static void
find_chains (Telling *self)
{
  const Namesakes *namesakes = &self->namesakes;

  for (guint32 id = 0; id < namesakes->n; id++)
    if (namesakes->first[id] != LAMINA_NONE && namesakes->next[namesakes->first[id]] != LAMINA_NONE)
      {
        Chain chain = { id, NULL };

        g_array_append_val (self->chains, chain);
      }
}

static void
tell_chains_apart (guint    from,
                   guint    to,
                   gpointer data)
{
  Telling *self = data;
  ChromeTrace *trace = self->shortening->trace;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint j = from; j < to && !is_cancelled (self->shortening); j++)
    {
      Chain *chain = &g_array_index (self->chains, Chain, j);

      g_ptr_array_set_size (names, 0);
      for (guint32 i = self->namesakes.first[chain->id]; i != LAMINA_NONE; i = self->namesakes.next[i])
        g_ptr_array_add (names, (gpointer) chrome_trace_get_text (trace, get_name (self->shortening, i)));
      chain->distinct = lamina_kernel_dup_distinct_names (chrome_trace_get_text (trace, chain->id),
                                                          (const char *const *) names->pdata, names->len);
    }
}

/* Texts move when others come in, so that all are told apart before. */
static void
intern_chain (const Telling *self,
              const Chain   *chain)
{
  Shortening *shortening = self->shortening;
  guint n = chain->distinct != NULL ? g_strv_length (chain->distinct) : 0;
  g_autofree gsize *lengths = g_new (gsize, MAX (n, 1));
  g_autofree guint32 *ids = g_new (guint32, MAX (n, 1));
  guint32 place = self->namesakes.first[chain->id];

  for (guint i = 0; i < n; i++)
    lengths[i] = strlen (chain->distinct[i]);
  lamina_builder_intern_many (shortening->trace->builder, n, (const char *const *) chain->distinct, lengths, ids);
  for (guint i = 0; i < n; i++, place = self->namesakes.next[place])
    {
      shortening->shorter[place] = ids[i];
      if (shortening->common && ids[i] != chain->id)
        g_hash_table_insert (shortening->common, GUINT_TO_POINTER (ids[i]), GUINT_TO_POINTER (chain->id));
    }
}

/* Names that only what was folded tells apart stay apart. */
static void
tell_namesakes_apart (Shortening *self)
{
  g_autoptr (GArray) chains = g_array_new (FALSE, FALSE, sizeof (Chain));
  Telling telling = { .shortening = self, .chains = chains };

  g_array_set_clear_func (chains, clear_chain);
  find_namesakes (self, &telling.namesakes);
  find_chains (&telling);
  lamina_builder_each (self->trace->builder, chains->len, 1, tell_chains_apart, &telling);
  for (guint i = 0; i < chains->len && !is_cancelled (self); i++)
    intern_chain (&telling, &g_array_index (chains, Chain, i));
  g_free (telling.namesakes.first);
  g_free (telling.namesakes.next);
}

void
chrome_shorten (ChromeTrace   *trace,
                ChromeShorten  shorten,
                gpointer       data,
                const GArray  *rows,
                guint32       *shorter,
                GHashTable    *common)
{
  guint n_texts = rows->len / NAMES_AT_ONCE + 1;
  Shortening self = { trace, shorten, data, rows, shorter, common, g_new0 (GString *, n_texts) };

  lamina_builder_each (trace->builder, rows->len, NAMES_AT_ONCE, look_at_names, &self);
  for (guint i = 0; i < rows->len && !is_cancelled (&self); i += NAMES_AT_ONCE)
    intern_some (&self, i);
  for (guint i = 0; i < n_texts; i++)
    if (self.texts[i] != NULL)
      g_string_free (self.texts[i], TRUE);
  g_free (self.texts);
  if (!is_cancelled (&self))
    {
      tell_namesakes_apart (&self);
      /* Searches find events by their whole names as well. */
      for (guint i = 0; i < rows->len && !is_cancelled (&self); i++)
        if (shorter[i] != get_name (&self, i))
          {
            guint32 row = g_array_index (rows, guint32, i);

            lamina_builder_add_whole_name (trace->builder, shorter[i], "name", trace->source_index,
                                           chrome_trace_get_offset (trace, row), trace->events->length[row]);
          }
    }
}

/* Rows */

static char *
shorten_kernel (const char *name,
                guint32     id,
                gpointer    data)
{
  return lamina_kernel_dup_short_name (name);
}

void
chrome_shorten_kernels (ChromeTrace   *trace,
                     const guint32 *rows,
                     guint          n)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *shorter = NULL;
  guint32 *name = trace->events->name;

  for (guint i = 0; i < n; i++)
    if (!g_hash_table_contains (places, GUINT_TO_POINTER (name[rows[i]])))
      {
        g_hash_table_insert (places, GUINT_TO_POINTER (name[rows[i]]), GUINT_TO_POINTER (first->len));
        g_array_append_val (first, rows[i]);
      }
  shorter = g_new (guint32, MAX (first->len, 1));
  chrome_shorten (trace, shorten_kernel, NULL, first, shorter, NULL);
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (trace->cancellable); i++)
    name[rows[i]] = shorter[GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (name[rows[i]])))];
}
