/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-index.h"
#include "kineto-kernel-name.h"
#include "kineto-trace.h"

/* There are many launches of few kernels: each name is shortened once. The whole name stands in the event. */
void
kineto_shorten_names (KinetoTrace *self)
{
  g_auto (KinetoIndex) known = { 0 };

  kineto_index_init (&known, 1024);
  for (guint row = 0; row < self->events->n; row++)
    if (kineto_class_is_work (self->classes[row]))
      {
        guint32 name = self->events->name[row];
        guint32 found = kineto_index_find (&known, name);

        if (found == LAMINA_NONE)
          {
            g_autofree char *text = kineto_dup_short_name (chrome_trace_get_text (self->trace, name));

            found = text ? lamina_builder_intern (self->builder, text, -1) : name;
            kineto_index_add (&known, name, found);
          }
        self->events->name[row] = found;
      }
}
