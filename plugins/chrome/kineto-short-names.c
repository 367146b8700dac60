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
 * texts    of each of them, or NULL where it stays
 */
typedef struct
{
  KinetoTrace *trace;
  guint32 (*shorter)[2];
  GArray *names;
  char **texts;
} Names;

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
  for (guint row = 0; row < trace->events->n; row++)
    if (has_name (trace, row))
      {
        guint32 name = trace->events->name[row];
        gboolean is_operator = trace->classes[row] == KINETO_OPERATOR;
        guint32 twice = name << 1 | (guint32) is_operator;

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

  if (g_cancellable_is_cancelled (self->trace->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    {
      guint32 twice = g_array_index (self->names, guint32, i);
      const char *name = chrome_trace_get_text (self->trace->trace, twice >> 1);

      self->texts[i] = twice & 1 ? dup_engine_name (name) : kineto_dup_short_name (name);
      if (twice & 1)
        self->trace->is_engine[twice >> 1] = is_engine_name (name);
    }
}

#define CANCEL_MASK 0x3fff

/* Shorter names are strings after the others. */
static void
intern_names (Names *self)
{
  KinetoTrace *trace = self->trace;
  gboolean is_cancelled = FALSE;

  for (guint i = 0; i < self->names->len; i++)
    {
      guint32 twice = g_array_index (self->names, guint32, i);
      guint32 id;

      if ((i & CANCEL_MASK) == 0)
        is_cancelled = g_cancellable_is_cancelled (trace->trace->cancellable);
      if (is_cancelled)
        g_clear_pointer (&self->texts[i], g_free);
      if (self->texts[i] == NULL)
        continue;
      id = lamina_builder_intern (trace->builder, self->texts[i], -1);
      self->shorter[twice >> 1][twice & 1] = id;
      g_free (self->texts[i]);
      if ((twice & 1) == 0)
        continue;
      if (id >= trace->n_names)
        {
          trace->is_engine = g_realloc (trace->is_engine, (gsize) id + 1);
          memset (trace->is_engine + trace->n_names, 0, id + 1 - trace->n_names);
          trace->n_names = id + 1;
        }
      trace->is_engine[id] = TRUE;
    }
}

static void
rename_rows (guint    from,
             guint    to,
             gpointer data)
{
  const Names *self = data;
  const KinetoTrace *trace = self->trace;

  for (guint row = from; row < to; row++)
    if (has_name (trace, row))
      trace->events->name[row] = self->shorter[trace->events->name[row]][trace->classes[row] == KINETO_OPERATOR];
}

#define NAMES_AT_ONCE 512

/* The whole name stands in the event. */
void
kineto_shorten_names (KinetoTrace *self)
{
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  Names shortening = { .trace = self, .names = names };

  collect_names (&shortening);
  shortening.texts = g_new0 (char *, MAX (names->len, 1));
  lamina_builder_each (self->builder, names->len, NAMES_AT_ONCE, look_at_names, &shortening);
  intern_names (&shortening);
  lamina_builder_each (self->builder, self->events->n, KINETO_ROWS_AT_ONCE, rename_rows, &shortening);
  g_free (shortening.texts);
  g_free (shortening.shorter);
}
