/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#define OLD_OPERATOR "Operator"

/* Categories of all versions: those of 2021 begin with a capital. */
static const struct
{
  const char *category;
  guint8 class;
} categories[] = {
  { "cpu_op", KINETO_OPERATOR },
  { OLD_OPERATOR, KINETO_OPERATOR },
  { "cuda_runtime", KINETO_CALL },
  { "cuda_driver", KINETO_CALL },
  { "Runtime", KINETO_CALL },
  { "mtia_runtime", KINETO_CALL },
  { "glow_runtime", KINETO_CALL },
  { "xpu_runtime", KINETO_CALL },
  { "xpu_driver", KINETO_CALL },
  { "privateuse1_runtime", KINETO_CALL },
  { "privateuse1_driver", KINETO_CALL },
  { "kernel", KINETO_WORK },
  { "Kernel", KINETO_WORK },
  { "mtia_ccp_events", KINETO_WORK },
  { "hpu_op", KINETO_WORK },
  { "gpu_memcpy", KINETO_COPY },
  { "Memcpy", KINETO_COPY },
  { "gpu_memset", KINETO_FILL },
  { "Memset", KINETO_FILL },
  { "user_annotation", KINETO_ANNOTATION },
  { "cuda_sync", KINETO_WAIT },
  { "xpu_sync", KINETO_WAIT },
  { "python_function", KINETO_FUNCTION },
  { "cuda_event", KINETO_EVENT },
  { "gpu_user_annotation", KINETO_DEVICE_ANNOTATION },
  { "overhead", KINETO_ECHO },
  { "Trace", KINETO_ECHO },
};

static guint8
find_class (const char *category)
{
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    if (g_str_equal (categories[i].category, category))
      return categories[i].class;
  return KINETO_UNKNOWN;
}

/* old_operator  the string of that category, once an event is seen that has it; else 0 */
typedef struct
{
  ChromeTrace *trace;
  guint8 *classes;
  guint old_operator;
} Classifying;

/* There are few categories: neighbors mostly share one, and the others are found in a table of their ids. */
static void
classify_rows (guint    from,
               guint    to,
               gpointer data)
{
  Classifying *self = data;
  const ChromeEvents *events = self->trace->events;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint32 last = 0;
  guint8 class = KINETO_UNKNOWN;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    {
      if (events->phase[i] != 'X' && events->phase[i] != 'B')
        continue;
      if (events->category[i] != last)
        {
          gpointer found;

          last = events->category[i];
          if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (last), NULL, &found))
            {
              const char *category = chrome_trace_get_text (self->trace, last);

              if (g_str_equal (category, OLD_OPERATOR))
                g_atomic_int_set (&self->old_operator, last);
              found = GUINT_TO_POINTER (find_class (category));
              g_hash_table_insert (known, GUINT_TO_POINTER (last), found);
            }
          class = (guint8) GPOINTER_TO_UINT (found);
        }
      self->classes[i] = class;
    }
}

/* What PyTorch itself marks in the code. Marks of others look like operators of theirs. */
static gboolean
is_annotation (const char *name)
{
  static const char *const prefixes[] = { "ProfilerStep#", "Optimizer.step#", "Optimizer.zero_grad#", "enumerate(DataLoader)#" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* In 2021 annotations had the category of operators: their names tell them apart. */
static void
classify_old_rows (guint    from,
                   guint    to,
                   gpointer data)
{
  const Classifying *self = data;
  const ChromeEvents *events = self->trace->events;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    if (events->category[i] == self->old_operator && self->classes[i] == KINETO_OPERATOR
        && is_annotation (chrome_trace_get_text (self->trace, events->name[i])))
      self->classes[i] = KINETO_ANNOTATION;
}

guint8 *
kineto_classify (ChromeTrace *trace)
{
  Classifying classifying = { trace, g_malloc0 (MAX (trace->events->n, 1)), 0 };

  lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, classify_rows, &classifying);
  if (classifying.old_operator != 0)
    lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, classify_old_rows, &classifying);
  return classifying.classes;
}
