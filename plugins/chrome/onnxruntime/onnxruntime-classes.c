/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-trace.h"

#include <string.h>

typedef struct
{
  guint8 kind;
  guint32 base;
} Class;

static const struct
{
  const char *suffix;
  OnnxruntimeKind kind;
} suffixes[] = {
  { "_kernel_time", ONNXRUNTIME_NODE },
  { "_fence_before", ONNXRUNTIME_FENCE },
  { "_fence_after", ONNXRUNTIME_FENCE },
};

static Class
classify_node (ChromeTrace *trace,
               const char  *name)
{
  Class class = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i].suffix))
      {
        g_autofree char *base = g_strndup (name, strlen (name) - strlen (suffixes[i].suffix));

        class.kind = (guint8) suffixes[i].kind;
        class.base = lamina_builder_intern (trace->builder, base, -1);
      }
  return class;
}

static OnnxruntimeKind
classify_session (const char *name)
{
  if (strcmp (name, "model_run") == 0)
    return ONNXRUNTIME_RUN;
  if (g_str_has_suffix (name, "Executor::Execute"))
    return ONNXRUNTIME_EXECUTE;
  if (g_str_has_prefix (name, "model_loading_"))
    return ONNXRUNTIME_LOADING;
  return strcmp (name, "session_initialization") == 0 ? ONNXRUNTIME_START : ONNXRUNTIME_OTHER;
}

/* There are many events and few names, each of which means one thing. */
static Class
find_class (ChromeTrace *trace,
            GHashTable  *known,
            guint32      name)
{
  gpointer found = g_hash_table_lookup (known, GUINT_TO_POINTER (name + 1));
  Class *class = found;

  if (!class)
    {
      g_autofree char *text = g_strdup (chrome_trace_get_text (trace, name));

      class = g_new (Class, 1);
      *class = classify_node (trace, text);
      if (class->kind == ONNXRUNTIME_OTHER)
        class->kind = (guint8) classify_session (text);
      g_hash_table_insert (known, GUINT_TO_POINTER (name + 1), class);
    }
  return *class;
}

void
onnxruntime_classify (OnnxruntimeTrace *self)
{
  const ChromeEvents *events = self->events;
  g_autoptr (GHashTable) known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint32 node = lamina_builder_intern (self->builder, "Node", -1);
  guint32 session = lamina_builder_intern (self->builder, "Session", -1);
  guint32 kernel = lamina_builder_intern (self->builder, "Kernel", -1);

  self->kinds = g_new0 (guint8, MAX (events->n, 1));
  self->bases = g_new0 (guint32, MAX (events->n, 1));
  for (guint row = 0; row < events->n; row++)
    {
      guint32 category = events->category[row];
      Class class;

      if (events->slice[row] == LAMINA_NONE)
        continue;
      if (category == kernel)
        self->kinds[row] = ONNXRUNTIME_KERNEL;
      if (category != node && category != session)
        continue;
      class = find_class (self->trace, known, events->name[row]);
      if ((category == node) != (class.kind == ONNXRUNTIME_NODE || class.kind == ONNXRUNTIME_FENCE))
        continue;
      self->kinds[row] = class.kind;
      self->bases[row] = class.base;
    }
}
