/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-names-private.h"

#include "chrome-shortening.h"
#include "lamina-kernel-name.h"

#include <string.h>

#define NAMES_AT_ONCE 4096

#define ENGINE "autograd::engine::evaluate_function"

/* Calls whose names hold it launch a graph: `cudaGraphLaunch`, `hipGraphLaunch`, `cuGraphLaunch_ptsz`. */
#define GRAPH_LAUNCH "GraphLaunch"

/* What waits on a device is called like this, in any case and with any of `_`, `-` and blanks between the words. */
static const char *const waits[] = {
  "event wait", "wait event", "stream wait event", "stream wait", "event sync", "event synchronize", "stream sync",
  "stream synchronize", "context sync", "context synchronize", "device sync", "device synchronize",
};

/* How names of operators begin that PyTorch's compiler gives to what it has made of a piece of the program. */
static const char *const regions[] = { "Torch-Compiled Region", "CompiledFunction", "## Call CompiledFxGraph" };

/* The node that the engine of autograd runs in this name, `autograd::engine::evaluate_function: ConvolutionBackward0`, or NULL. */
static const char *
find_node (const char *name)
{
  const gsize length = strlen (ENGINE);

  if (strncmp (name, ENGINE ": ", length + 2) != 0 || name[length + 2] == '\0')
    return NULL;
  return name + length + 2;
}

/*
 * There are many launches of few kernels, but there may be very many names, too.
 *
 * rows     guint32: the first event of each name, of work, of operators and of calls
 * shorter  by string: what such a name becomes, but for calls, which keep theirs; of others nothing is known
 * marks    by string, for the first n_marks: KinetoNameMarks, of names of operators, calls and work
 * common   of a name that was told apart from others: the short name of all of them
 */
enum { WORK, OPERATORS, N_SHORTENED, CALLS = N_SHORTENED, N_KINDS };

struct _KinetoNames
{
  ChromeTrace *trace;
  const guint8 *classes;
  GArray *rows[N_KINDS];
  guint32 *shorter[N_SHORTENED];
  guint8 *marks;
  guint32 n_marks;
  gboolean has_graphs;
  gboolean has_waits;
  GHashTable *common;
};

/* N_KINDS for what has another name. */
static guint
get_kind (const KinetoNames *self,
          guint              row)
{
  if (kineto_class_is_work (self->classes[row]))
    return WORK;
  if (self->classes[row] == KINETO_OPERATOR)
    return OPERATORS;
  return self->classes[row] == KINETO_CALL ? CALLS : N_KINDS;
}

static guint32
get_name (const KinetoNames *self,
          guint              kind,
          guint              i)
{
  return self->trace->events->name[g_array_index (self->rows[kind], guint32, i)];
}

/* What was seen is a bit for each string, so that all of them stay at hand. */
static void
collect_names (KinetoNames *self,
               guint32      n_strings)
{
  const ChromeEvents *events = self->trace->events;
  const guint32 *name = events->name;
  g_autofree guint64 *seen = g_new0 (guint64, (gsize) N_KINDS * (n_strings / 64 + 1));

  for (guint row = 0; row < events->n; row++)
    {
      const guint64 bit = G_GUINT64_CONSTANT (1) << name[row] % 64;
      guint kind = get_kind (self, row);
      guint64 *word;

      if (kind == N_KINDS)
        continue;
      word = &seen[(gsize) kind * (n_strings / 64 + 1) + name[row] / 64];
      if ((*word & bit) != 0)
        continue;
      *word |= bit;
      if (kind < N_SHORTENED)
        self->shorter[kind][name[row]] = name[row];
      g_array_append_val (self->rows[kind], row);
    }
}

static char *
shorten_work (const char *name,
              guint32     id,
              gpointer    data)
{
  return lamina_kernel_dup_short_name (name);
}

static void
mark_operators (guint    from,
                guint    to,
                gpointer data)
{
  const KinetoNames *self = data;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    {
      guint32 name = get_name (self, OPERATORS, i);
      const char *text = chrome_trace_get_text (self->trace, name), *node = find_node (text);
      gboolean is_engine = node != NULL || g_str_equal (text, ENGINE) || g_str_has_suffix (text, KINETO_ENGINE);

      self->marks[name] = is_engine ? KINETO_NAME_ENGINE : 0;
      /* Backward, a region is a node of the engine. */
      for (guint j = 0; j < G_N_ELEMENTS (regions); j++)
        if (g_str_has_prefix (node != NULL ? node : text, regions[j]))
          self->marks[name] |= KINETO_NAME_REGION;
    }
}

/* There are few calls. An operator may have the name of one. */
static void
mark_calls (KinetoNames *self)
{
  for (guint i = 0; i < self->rows[CALLS]->len; i++)
    {
      guint32 name = get_name (self, CALLS, i);

      if (strstr (chrome_trace_get_text (self->trace, name), GRAPH_LAUNCH) == NULL)
        continue;
      self->marks[name] |= KINETO_NAME_GRAPH;
      self->has_graphs = TRUE;
    }
}

static gboolean
is_wait_name (const char *name)
{
  char words[32]; /* longer ones are none */
  gsize length = strlen (name);

  if (length >= sizeof words)
    return FALSE;
  for (gsize i = 0; i <= length; i++)
    words[i] = name[i] == '_' || name[i] == '-' ? ' ' : g_ascii_tolower (name[i]);
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    if (g_str_equal (words, waits[i]))
      return TRUE;
  return FALSE;
}

static void
mark_work (KinetoNames *self)
{
  for (guint i = 0; i < self->rows[WORK]->len; i++)
    {
      guint32 name = get_name (self, WORK, i);
      const char *text = chrome_trace_get_text (self->trace, name);

      /* `Memcpy DtoD (Device -> Device)`, but not `Memcpy PtoP (Device -> Device)`, which is between two. */
      if (strstr (text, "DtoD") || strstr (text, "D2D") || strstr (text, "DeviceToDevice"))
        self->marks[name] |= KINETO_NAME_INNER;
      if (!is_wait_name (text))
        continue;
      self->marks[name] |= KINETO_NAME_WAIT;
      self->has_waits = TRUE;
    }
}

void
kineto_names_mark (KinetoNames *self)
{
  lamina_builder_each (self->trace->builder, self->rows[OPERATORS]->len, NAMES_AT_ONCE, mark_operators, self);
  mark_calls (self);
  mark_work (self);
}

/*
 * The name of the engine's function would hide that of the node where there is little room:
 * `ConvolutionBackward0(autograd::engine::evaluate_function)`.
 */
static char *
shorten_operator (const char *name,
                  guint32     id,
                  gpointer    data)
{
  const char *node = find_node (name);

  return node != NULL ? g_strconcat (node, KINETO_ENGINE, NULL) : NULL;
}

static void
shorten (KinetoNames   *self,
         guint          kind,
         const GArray  *rows,
         ChromeShorten  func,
         GHashTable    *common)
{
  g_autofree guint32 *shorter = g_new (guint32, MAX (rows->len, 1));

  chrome_shorten (self->trace, func, NULL, rows, shorter, common);
  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = 0; i < rows->len; i++)
    self->shorter[kind][self->trace->events->name[g_array_index (rows, guint32, i)]] = shorter[i];
}

void
kineto_names_shorten (KinetoNames *self)
{
  g_autoptr (GArray) engine_rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* What the engine does not run keeps its name, and can't have the name that another one gets: that ends with the engine's. */
  for (guint i = 0; i < self->rows[OPERATORS]->len; i++)
    if (kineto_names_is_marked (self, get_name (self, OPERATORS, i), KINETO_NAME_ENGINE))
      g_array_append_val (engine_rows, g_array_index (self->rows[OPERATORS], guint32, i));
  shorten (self, WORK, self->rows[WORK], shorten_work, self->common);
  shorten (self, OPERATORS, engine_rows, shorten_operator, NULL);
}

static void
rename_rows (guint    from,
             guint    to,
             gpointer data)
{
  const KinetoNames *self = data;
  guint32 *name = self->trace->events->name;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint row = from; row < to; row++)
    {
      guint kind = get_kind (self, row);

      if (kind < N_SHORTENED)
        name[row] = self->shorter[kind][name[row]];
    }
}

KinetoNames *
kineto_names_new (ChromeTrace  *trace,
                  const guint8 *classes)
{
  KinetoNames *self = g_new0 (KinetoNames, 1);
  guint32 n = 0;

  for (guint row = 0; row < trace->events->n; row++)
    n = MAX (n, trace->events->name[row] + 1);
  self->trace = trace;
  self->classes = classes;
  self->marks = g_malloc0 (MAX (n, 1));
  self->n_marks = n;
  self->common = g_hash_table_new (NULL, NULL);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      self->rows[kind] = g_array_new (FALSE, FALSE, sizeof (guint32));
      if (kind < N_SHORTENED)
        self->shorter[kind] = g_malloc_n (MAX (n, 1), sizeof *self->shorter[kind]);
    }
  collect_names (self, n);
  return self;
}

/* What shortening needs alone. */
static void
forget_rows (KinetoNames *self)
{
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_clear_pointer (&self->rows[kind], g_array_unref);
      if (kind < N_SHORTENED)
        g_clear_pointer (&self->shorter[kind], g_free);
    }
}

void
kineto_names_apply (KinetoNames *self)
{
  /* What became of the names that the engine runs is run by it, too. */
  for (guint i = 0; i < self->rows[OPERATORS]->len; i++)
    {
      guint32 name = get_name (self, OPERATORS, i), id = self->shorter[OPERATORS][name];

      if (id == name)
        continue;
      if (id >= self->n_marks)
        {
          self->marks = g_realloc (self->marks, (gsize) id + 1);
          memset (self->marks + self->n_marks, 0, id + 1 - self->n_marks);
          self->n_marks = id + 1;
        }
      self->marks[id] |= KINETO_NAME_ENGINE;
    }
  lamina_builder_each (self->trace->builder, self->trace->events->n, CHROME_ROWS_AT_ONCE, rename_rows, self);
  forget_rows (self);
}

void
kineto_names_free (KinetoNames *self)
{
  forget_rows (self);
  g_free (self->marks);
  g_hash_table_unref (self->common);
  g_free (self);
}

gboolean
kineto_names_is_marked (const KinetoNames *self,
                        guint32            name,
                        KinetoNameMarks    mark)
{
  return name < self->n_marks && (self->marks[name] & mark) != 0;
}

gboolean
kineto_names_has_graphs (const KinetoNames *self)
{
  return self->has_graphs;
}

gboolean
kineto_names_has_waits (const KinetoNames *self)
{
  return self->has_waits;
}

guint32
kineto_names_get_common (const KinetoNames *self,
                         guint32            name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->common, GUINT_TO_POINTER (name)));
}
