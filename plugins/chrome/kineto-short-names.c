/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-index.h"
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

static char *
dup_name (KinetoTrace *self,
          guint32      row)
{
  const char *name = chrome_trace_get_text (self->trace, self->events->name[row]);

  return self->classes[row] == KINETO_OPERATOR ? dup_engine_name (name) : kineto_dup_short_name (name);
}

/* There are many launches of few kernels: each name is shortened once. The whole name stands in the event. */
void
kineto_shorten_names (KinetoTrace *self)
{
  g_auto (KinetoIndex) known = { 0 };

  kineto_index_init (&known, 1024);
  for (guint row = 0; row < self->events->n; row++)
    if (kineto_class_is_work (self->classes[row]) || self->classes[row] == KINETO_OPERATOR)
      {
        guint32 name = self->events->name[row];
        gint64 key = (gint64) name << 1 | (self->classes[row] == KINETO_OPERATOR);
        guint32 found = kineto_index_find (&known, key);

        if (found == LAMINA_NONE)
          {
            g_autofree char *text = dup_name (self, row);

            found = text ? lamina_builder_intern (self->builder, text, -1) : name;
            kineto_index_add (&known, key, found);
          }
        self->events->name[row] = found;
      }
}
