/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

/* Categories of all versions: those of 2021 begin with a capital. */
static const struct
{
  const char *category;
  guint8 class;
} categories[] = {
  { "cpu_op", KINETO_OPERATOR },
  { "Operator", KINETO_OPERATOR },
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

typedef struct
{
  ChromeTrace *trace;
  guint8 *classes;
} Classifying;

/* There are few categories: neighbours mostly share one, and the others are found in a table of their ids. */
static void
classify_rows (guint    from,
               guint    to,
               gpointer data)
{
  const Classifying *self = data;
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
              found = GUINT_TO_POINTER (find_class (chrome_trace_get_text (self->trace, last)));
              g_hash_table_insert (known, GUINT_TO_POINTER (last), found);
            }
          class = (guint8) GPOINTER_TO_UINT (found);
        }
      self->classes[i] = class;
    }
}

guint8 *
kineto_classify (ChromeTrace *trace)
{
  Classifying classifying = { trace, g_malloc0 (MAX (trace->events->n, 1)) };

  lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, classify_rows, &classifying);
  return classifying.classes;
}
