/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-kernel-name.h"
#include "kineto-trace.h"

#include <string.h>

/*
 * The engine of autograd runs every node by one function, whose name would hide that of the node where there is little
 * room: `ConvolutionBackward0(autograd::engine::evaluate_function)`.
 */
static char *
dup_engine_name (const char *name)
{
  static const char engine[] = "autograd::engine::evaluate_function";
  const gsize length = sizeof engine - 1;

  if (strncmp (name, engine, length) != 0 || strncmp (name + length, ": ", 2) != 0 || name[length + 2] == '\0')
    return NULL;
  return g_strconcat (name + length + 2, KINETO_ENGINE, NULL);
}

/*
 * There are many launches of few kernels, but there may be very many names, too: each is looked at once, in all threads.
 *
 * shorter  of a name of work, and of one of an operator: the shorter one, once it is known, or LAMINA_NONE
 * names    guint32: names, each twice as large, and one more for one of an operator
 * texts    the shorter ones of NAMES_AT_ONCE of them, one behind the other, "" where one stays; NULL when it was cancelled.
 *          Hundreds of thousands of blocks of memory would take longer to free than cancelling may
 */
typedef struct
{
  KinetoTrace *trace;
  guint32 (*shorter)[2];
  GArray *names;
  GString **texts;
} Names;

#define NAMES_AT_ONCE 512

static gboolean
has_name (const KinetoTrace *trace,
          guint              row)
{
  return kineto_class_is_work (trace->classes[row]) || trace->classes[row] == KINETO_OPERATOR;
}

static void
collect_names (Names *self)
{
  KinetoTrace *trace = self->trace;
  guint32 n = 0;

  for (guint row = 0; row < trace->events->n; row++)
    n = MAX (n, trace->events->name[row] + 1);
  self->shorter = g_malloc_n (MAX (n, 1), sizeof *self->shorter);
  memset (self->shorter, 0xff, (gsize) n * sizeof *self->shorter);
  trace->is_engine = g_malloc0 (MAX (n, 1));
  trace->n_names = n;
  trace->common_names = g_hash_table_new (NULL, NULL);
  for (guint row = 0; row < trace->events->n; row++)
    if (has_name (trace, row))
      {
        guint32 name = trace->events->name[row];
        gboolean is_operator = trace->classes[row] == KINETO_OPERATOR;
        guint32 twice = name << 1 | (guint32) is_operator;

        if (row + CHROME_AHEAD < trace->events->n)
          __builtin_prefetch (self->shorter[trace->events->name[row + CHROME_AHEAD]]);
        if (self->shorter[name][is_operator] != LAMINA_NONE)
          continue;
        self->shorter[name][is_operator] = name;
        g_array_append_val (self->names, twice);
      }
}

static gboolean
is_engine_name (const char *name)
{
  return g_str_has_suffix (name, KINETO_ENGINE) || g_str_equal (name, "autograd::engine::evaluate_function");
}

static void
look_at_names (guint    from,
               guint    to,
               gpointer data)
{
  Names *self = data;
  GString *texts;

  if (g_cancellable_is_cancelled (self->trace->trace->cancellable))
    return;
  self->texts[from / NAMES_AT_ONCE] = texts = g_string_sized_new (64 * NAMES_AT_ONCE);
  for (guint i = from; i < to; i++)
    {
      guint32 twice = g_array_index (self->names, guint32, i);
      const char *name = chrome_trace_get_text (self->trace->trace, twice >> 1);
      g_autofree char *text = twice & 1 ? dup_engine_name (name) : kineto_dup_short_name (name);

      g_string_append_len (texts, text ? text : "", text ? (gssize) strlen (text) + 1 : 1);
      if (twice & 1)
        self->trace->is_engine[twice >> 1] = is_engine_name (name);
    }
}

static void
set_shorter (Names   *self,
             guint32  twice,
             guint32  id)
{
  KinetoTrace *trace = self->trace;

  self->shorter[twice >> 1][twice & 1] = id;
  if ((twice & 1) == 0)
    return;
  if (id >= trace->n_names)
    {
      trace->is_engine = g_realloc (trace->is_engine, (gsize) id + 1);
      memset (trace->is_engine + trace->n_names, 0, id + 1 - trace->n_names);
      trace->n_names = id + 1;
    }
  trace->is_engine[id] = TRUE;
}

/* The names from @first on that have their texts together. */
static void
intern_some (Names *self,
             guint  first)
{
  guint n_names = MIN (self->names->len - first, NAMES_AT_ONCE), n = 0;
  const char *text = self->texts[first / NAMES_AT_ONCE]->str;
  guint32 twices[NAMES_AT_ONCE], ids[NAMES_AT_ONCE];
  const char *texts[NAMES_AT_ONCE] = { NULL };
  gsize lengths[NAMES_AT_ONCE] = { 0 };

  for (guint i = 0; i < n_names; i++)
    {
      gsize length = strlen (text);

      texts[n] = text;
      lengths[n] = length;
      twices[n] = g_array_index (self->names, guint32, first + i);
      n += length > 0;
      text += length + 1;
    }
  lamina_builder_intern_many (self->trace->builder, n, texts, lengths, ids);
  for (guint i = 0; i < n; i++)
    set_shorter (self, twices[i], ids[i]);
}

/* Shorter names are strings after the others. */
static void
intern_names (Names *self)
{
  for (guint i = 0; i < self->names->len && !g_cancellable_is_cancelled (self->trace->trace->cancellable);
       i += NAMES_AT_ONCE)
    intern_some (self, i);
}

/* Names by the name that they got: @first of that one's id begins a chain of places in names, @next goes on. */
typedef struct
{
  guint32 n;
  guint32 *first;
  guint32 *next;
} Namesakes;

static gboolean
is_of_operator (const Names *self,
                guint        i)
{
  return (g_array_index (self->names, guint32, i) & 1) != 0;
}

static guint32 *
get_shorter (const Names *self,
             guint        i)
{
  return &self->shorter[g_array_index (self->names, guint32, i) >> 1][0];
}

static void
find_namesakes (const Names *self,
                Namesakes   *found)
{
  *found = (Namesakes) { .next = g_new (guint32, MAX (self->names->len, 1)) };
  for (guint i = 0; i < self->names->len; i++)
    if (!is_of_operator (self, i))
      found->n = MAX (found->n, *get_shorter (self, i) + 1);
  found->first = g_malloc_n (MAX (found->n, 1), sizeof *found->first);
  memset (found->first, 0xff, (gsize) found->n * sizeof *found->first);
  for (guint i = 0; i < self->names->len; i++)
    if (!is_of_operator (self, i))
      {
        guint32 *first = &found->first[*get_shorter (self, i)];

        found->next[i] = *first;
        *first = i;
      }
}

/* A chain of several kernels, and their new names. */
typedef struct
{
  guint32 id;
  char **distinct;
} Chain;

typedef struct
{
  Names *names;
  Namesakes namesakes;
  GArray *chains;
} Telling;

static void
clear_chain (gpointer data)
{
  g_strfreev (((Chain *) data)->distinct);
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
  ChromeTrace *trace = self->names->trace->trace;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint j = from; j < to && !g_cancellable_is_cancelled (trace->cancellable); j++)
    {
      Chain *chain = &g_array_index (self->chains, Chain, j);

      g_ptr_array_set_size (names, 0);
      for (guint32 i = self->namesakes.first[chain->id]; i != LAMINA_NONE; i = self->namesakes.next[i])
        g_ptr_array_add (names, (gpointer) chrome_trace_get_text (trace, g_array_index (self->names->names, guint32, i) >> 1));
      chain->distinct = kineto_dup_distinct_names (chrome_trace_get_text (trace, chain->id),
                                                   (const char *const *) names->pdata, names->len);
    }
}

/* Texts move when others come in, so that all are told apart before. */
static void
intern_chain (const Telling *self,
              const Chain   *chain)
{
  LaminaBuilder *builder = self->names->trace->builder;
  guint32 i = self->namesakes.first[chain->id];

  for (char **name = chain->distinct; name && *name; name++, i = self->namesakes.next[i])
    {
      guint32 id = lamina_builder_intern (builder, *name, -1);

      *get_shorter (self->names, i) = id;
      if (id != chain->id)
        g_hash_table_insert (self->names->trace->common_names, GUINT_TO_POINTER (id), GUINT_TO_POINTER (chain->id));
    }
}

/* Kernels that only what was folded tells apart stay apart. */
static void
tell_namesakes_apart (Names *self)
{
  g_autoptr (GArray) chains = g_array_new (FALSE, FALSE, sizeof (Chain));
  Telling telling = { .names = self, .chains = chains };

  g_array_set_clear_func (chains, clear_chain);
  find_namesakes (self, &telling.namesakes);
  find_chains (&telling);
  lamina_builder_each (self->trace->builder, chains->len, 1, tell_chains_apart, &telling);
  for (guint i = 0; i < chains->len && !g_cancellable_is_cancelled (self->trace->trace->cancellable); i++)
    intern_chain (&telling, &g_array_index (chains, Chain, i));
  g_free (telling.namesakes.first);
  g_free (telling.namesakes.next);
}

static void
rename_rows (guint    from,
             guint    to,
             gpointer data)
{
  const Names *self = data;
  const KinetoTrace *trace = self->trace;

  if (g_cancellable_is_cancelled (trace->trace->cancellable))
    return;
  for (guint row = from; row < to; row++)
    if (has_name (trace, row))
      trace->events->name[row] = self->shorter[trace->events->name[row]][trace->classes[row] == KINETO_OPERATOR];
}

/* The whole name stands in the event. */
void
kineto_shorten_names (KinetoTrace *self)
{
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  Names shortening = { .trace = self, .names = names };
  guint n_texts;

  collect_names (&shortening);
  n_texts = names->len / NAMES_AT_ONCE + 1;
  shortening.texts = g_new0 (GString *, n_texts);
  lamina_builder_each (self->builder, names->len, NAMES_AT_ONCE, look_at_names, &shortening);
  intern_names (&shortening);
  tell_namesakes_apart (&shortening);
  for (guint i = 0; i < n_texts; i++)
    if (shortening.texts[i] != NULL)
      g_string_free (shortening.texts[i], TRUE);
  g_free (shortening.texts);
  lamina_builder_each (self->builder, self->events->n, CHROME_ROWS_AT_ONCE, rename_rows, &shortening);
  g_free (shortening.shorter);
}
