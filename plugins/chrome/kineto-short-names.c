/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-kernel-name.h"
#include "kineto-shortening.h"
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
 * There are many launches of few kernels, but there may be very many names, too.
 *
 * rows     guint32: the first event of each name, of work and of operators
 * shorter  by string: what such a name becomes, or LAMINA_NONE when nothing is called so
 */
enum { WORK, OPERATORS, N_KINDS };

typedef struct
{
  KinetoTrace *trace;
  GArray *rows[N_KINDS];
  guint32 *shorter[N_KINDS];
} Names;

/* N_KINDS for what keeps its name. */
static guint
get_kind (const KinetoTrace *trace,
          guint              row)
{
  if (kineto_class_is_work (trace->classes[row]))
    return WORK;
  return trace->classes[row] == KINETO_OPERATOR ? OPERATORS : N_KINDS;
}

static void
collect_names (Names *self)
{
  const KinetoTrace *trace = self->trace;
  const guint32 *name = trace->events->name;

  for (guint row = 0; row < trace->events->n; row++)
    {
      guint kind = get_kind (trace, row);

      if (row + CHROME_AHEAD < trace->events->n && get_kind (trace, row + CHROME_AHEAD) < N_KINDS)
        __builtin_prefetch (&self->shorter[get_kind (trace, row + CHROME_AHEAD)][name[row + CHROME_AHEAD]]);
      if (kind == N_KINDS || self->shorter[kind][name[row]] != LAMINA_NONE)
        continue;
      self->shorter[kind][name[row]] = name[row];
      g_array_append_val (self->rows[kind], row);
    }
}

static char *
shorten_work (const char *name,
              guint32     id,
              gpointer    data)
{
  return kineto_dup_short_name (name);
}

static gboolean
is_engine_name (const char *name)
{
  return g_str_has_suffix (name, KINETO_ENGINE) || g_str_equal (name, "autograd::engine::evaluate_function");
}

static char *
shorten_operator (const char *name,
                  guint32     id,
                  gpointer    data)
{
  const KinetoTrace *trace = data;

  trace->is_engine[id] = is_engine_name (name);
  return dup_engine_name (name);
}

static void
mark_engine (KinetoTrace *trace,
             guint32      id)
{
  if (id >= trace->n_names)
    {
      trace->is_engine = g_realloc (trace->is_engine, (gsize) id + 1);
      memset (trace->is_engine + trace->n_names, 0, id + 1 - trace->n_names);
      trace->n_names = id + 1;
    }
  trace->is_engine[id] = TRUE;
}

static void
shorten (Names         *self,
         guint          kind,
         KinetoShorten  func,
         GHashTable    *common)
{
  const GArray *rows = self->rows[kind];
  g_autofree guint32 *shorter = g_new (guint32, MAX (rows->len, 1));

  kineto_shorten (self->trace->trace, func, self->trace, rows, shorter, common);
  if (g_cancellable_is_cancelled (self->trace->trace->cancellable))
    return;
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 name = self->trace->events->name[g_array_index (rows, guint32, i)];

      self->shorter[kind][name] = shorter[i];
      if (kind == OPERATORS && shorter[i] != name)
        mark_engine (self->trace, shorter[i]);
    }
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
    {
      guint kind = get_kind (trace, row);

      if (kind < N_KINDS)
        trace->events->name[row] = self->shorter[kind][trace->events->name[row]];
    }
}

static guint32
count_strings (const ChromeEvents *events)
{
  guint32 n = 0;

  for (guint row = 0; row < events->n; row++)
    n = MAX (n, events->name[row] + 1);
  return n;
}

void
kineto_shorten_names (KinetoTrace *self)
{
  Names names = { .trace = self };
  guint32 n = count_strings (self->events);

  self->is_engine = g_malloc0 (MAX (n, 1));
  self->n_names = n;
  self->common_names = g_hash_table_new (NULL, NULL);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      names.rows[kind] = g_array_new (FALSE, FALSE, sizeof (guint32));
      names.shorter[kind] = g_malloc_n (MAX (n, 1), sizeof *names.shorter[kind]);
      memset (names.shorter[kind], 0xff, (gsize) n * sizeof *names.shorter[kind]);
    }
  collect_names (&names);
  shorten (&names, WORK, shorten_work, self->common_names);
  shorten (&names, OPERATORS, shorten_operator, NULL);
  lamina_builder_each (self->builder, self->events->n, CHROME_ROWS_AT_ONCE, rename_rows, &names);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_array_unref (names.rows[kind]);
      g_free (names.shorter[kind]);
    }
}
