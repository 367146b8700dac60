/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-arrange-private.h"
#include "kineto-describe-private.h"
#include "kineto-divide-private.h"
#include "kineto-join-private.h"
#include "kineto-layers-private.h"
#include "kineto-names-private.h"
#include "kineto-sections-private.h"

#include <string.h>

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
  { "Trace", KINETO_RECORDING },
};

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
              guint j = 0;

              if (g_str_equal (category, OLD_OPERATOR))
                g_atomic_int_set (&self->old_operator, last);
              while (j < G_N_ELEMENTS (categories) && !g_str_equal (categories[j].category, category))
                j++;
              found = GUINT_TO_POINTER (j < G_N_ELEMENTS (categories) ? categories[j].class : KINETO_UNKNOWN);
              g_hash_table_insert (known, GUINT_TO_POINTER (last), found);
            }
          class = (guint8) GPOINTER_TO_UINT (found);
        }
      self->classes[i] = class;
    }
}

/* In 2021 annotations had the category of operators: their names tell them apart. */
static void
classify_old_rows (guint    from,
                   guint    to,
                   gpointer data)
{
  /* What PyTorch itself marks in the code. Marks of others look like operators of theirs. */
  static const char *const prefixes[] = { "ProfilerStep#", "Optimizer.step#", "Optimizer.zero_grad#", "enumerate(DataLoader)#" };
  const Classifying *self = data;
  const ChromeEvents *events = self->trace->events;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    for (guint j = 0; events->category[i] == self->old_operator && j < G_N_ELEMENTS (prefixes); j++)
      if (self->classes[i] == KINETO_OPERATOR
          && g_str_has_prefix (chrome_trace_get_text (self->trace, events->name[i]), prefixes[j]))
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

/* What is joined and grouped by is taken while reading; everything else is parsed when somebody looks. */
static const ChromeWant wants[] = {
  { "correlation", CHROME_WANT_NUMBER },    { "External id", CHROME_WANT_NUMBER },    { "Sequence number", CHROME_WANT_NUMBER },
  { "Fwd thread id", CHROME_WANT_NUMBER },  { "Input Dims", CHROME_WANT_JSON },       { "Input dims", CHROME_WANT_JSON },
  { "Input type", CHROME_WANT_JSON },       { "bytes", CHROME_WANT_NUMBER },          { "In msg nelems", CHROME_WANT_NUMBER },
  { "Out msg nelems", CHROME_WANT_NUMBER },
  { "dtype", CHROME_WANT_TEXT },            { "Total Allocated", CHROME_WANT_NUMBER }, { "Total Reserved", CHROME_WANT_NUMBER },
  { "Device Type", CHROME_WANT_NUMBER },    { "Device Id", CHROME_WANT_NUMBER },      { "external id", CHROME_WANT_NUMBER },
  { "original_stream", CHROME_WANT_NUMBER }, { "Addr", CHROME_WANT_NUMBER },         { "Bytes", CHROME_WANT_NUMBER },
};

/* Traces that were cut or filtered by other tools keep the words of the events. */
static int
recognize (ChromeTrace *trace)
{
  static const char *const members[] = { "baseTimeNanoseconds", "deviceProperties", "distributedInfo" };
  const ChromeColumn *correlation = chrome_events_find_column (trace->events, "correlation");
  g_autofree guint8 *classes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (chrome_trace_find_member (trace, members[i]))
      return CHROME_DIALECT_SURE;
  classes = kineto_classify (trace);
  /* Others have kernels and copies, too; the number that joins them with their calls is the profiler's. */
  for (guint row = 0; row < trace->events->n; row++)
    if (classes[row] == KINETO_OPERATOR || classes[row] == KINETO_ANNOTATION
        || ((classes[row] == KINETO_CALL || kineto_class_is_work ((KinetoClass) classes[row]))
            && chrome_events_get_number (correlation, row) != LAMINA_ABSENT))
      return 60;
  return 0;
}

/* Annotations of a device are written a moment longer at both ends than the work that they are around. */
static gboolean
gives_way (ChromeTrace *trace,
           guint32      row)
{
  const guint8 *classes = trace->dialect_data;

  return classes[row] == KINETO_DEVICE_ANNOTATION;
}

/* What of it adds strings, and what looks at none: two things at a time that are done side by side. */
typedef struct
{
  KinetoTrace trace;
  KinetoItems items;
  KinetoSections *sections;
  KinetoJoin *join;
  KinetoOrder *sorting;
  guint32 *order;
  gboolean has_devices;
} Understanding;

static void
collect_names (gpointer data)
{
  Understanding *self = data;

  self->trace.names = kineto_names_new (self->trace.trace, self->trace.classes);
}

static void
find_surroundings (gpointer data)
{
  Understanding *self = data;

  self->sections = kineto_sections_new (self->trace.trace, self->trace.classes);
  if (self->sections != NULL)
    self->join = kineto_join_new (&self->trace, &self->items);
}

static void
write_words (gpointer data)
{
  Understanding *self = data;

  kineto_names_shorten (self->trace.names);
  if (!g_cancellable_is_cancelled (self->trace.trace->cancellable))
    kineto_add_memory (self->trace.trace);
}

static void
join_devices (gpointer data)
{
  Understanding *self = data;

  self->has_devices = kineto_join_devices (self->join);
}

static void
sort_operators (gpointer data)
{
  Understanding *self = data;

  kineto_order_sort (self->sorting, self->trace.trace->cancellable);
}

static void
join (gpointer data)
{
  Understanding *self = data;

  if (!kineto_join_host (self->join))
    return;
  self->sorting = kineto_order_new (&self->items, self->trace.builder);
  lamina_builder_do_both (self->trace.builder, join_devices, sort_operators, self);
  if (self->has_devices)
    self->order = kineto_order_finish (self->sorting, self->trace.trace->cancellable);
  kineto_order_free (self->sorting);
}

/*
 * Functions of Python's own library, by the file, or the folder, that they are in: what they do is to call others, or to look
 * something up for them.
 */
static const char *const runtime_files[] = {
  "_collections_abc.py", "abc.py", "asyncio/", "concurrent/", "contextlib.py", "copy.py", "copyreg.py", "enum.py", "functools.py",
  "importlib/", "logging/", "multiprocessing/", "runpy.py", "threading.py", "typing.py", "weakref.py",
};

/* What PyTorch puts around the functions of modules and operators. */
static const char *const runtime_functions[] = { "_call_impl", "_wrapped_call_impl", "decorate_context", "__torch_function__" };

static gboolean
is_in_runtime_file (const char *name)
{
  const char *library = strstr (name, "/lib/python");
  const char *below = library != NULL ? strchr (library + strlen ("/lib/python"), '/') : NULL;

  if (below != NULL)
    name = below + 1;
  for (guint i = 0; i < G_N_ELEMENTS (runtime_files); i++)
    if (g_str_has_prefix (name, runtime_files[i]))
      return TRUE;
  return FALSE;
}

/*
 * Whether a function says nothing of the program: `multiprocessing/spawn.py(120): _main`, `<built-in method get of dict object at
 * 0x7f60>`, `_12`, `0x7f60`.
 */
static gboolean
is_runtime (const char *name)
{
  const char *function = strstr (name, "): ");

  if (name[0] == '<')
    return g_str_has_prefix (name, "<built-in ") || g_str_has_prefix (name, "<frozen ") || g_str_has_prefix (name, "<string>");
  if (name[0] == '_' && name[1] != '\0' && name[1 + strspn (name + 1, "0123456789")] == '\0')
    return TRUE;
  if (g_str_has_prefix (name, "0x"))
    return TRUE;
  for (guint i = 0; function != NULL && i < G_N_ELEMENTS (runtime_functions); i++)
    if (strcmp (function + strlen ("): "), runtime_functions[i]) == 0)
      return TRUE;
  return is_in_runtime_file (name);
}

static LaminaSliceKind
get_function_kind (const char *name)
{
  if (g_str_has_prefix (name, "nn.Module: "))
    return LAMINA_SLICE_MODULE;
  return is_runtime (name) ? LAMINA_SLICE_RUNTIME : LAMINA_SLICE_FRAME;
}

/* What stands around the work without being any. */
static void
set_kinds (guint    from,
           guint    to,
           gpointer data)
{
  const KinetoTrace *self = data;

  for (guint row = from; row < to; row++)
    if (self->classes[row] == KINETO_ANNOTATION || self->classes[row] == KINETO_DEVICE_ANNOTATION)
      self->events->kind[row] = LAMINA_SLICE_SPAN;
    else if (self->classes[row] == KINETO_FUNCTION)
      self->events->kind[row] = get_function_kind (chrome_trace_get_text (self->trace, self->events->name[row]));
}

/* Some devices write their waits among their work. */
static void
tell_waits (KinetoTrace *self)
{
  gboolean has_waits = kineto_names_has_waits (self->names);

  for (guint row = 0; row < self->events->n; row++)
    {
      if (has_waits && self->classes[row] == KINETO_WORK
          && kineto_names_is_marked (self->names, self->events->name[row], KINETO_NAME_WAIT))
        self->classes[row] = KINETO_WAIT;
      if (self->classes[row] == KINETO_WAIT)
        self->events->kind[row] = LAMINA_SLICE_WAIT;
    }
}

/* Those that dividing took out of their tracks. Others, whose times make no sense, are shown as the base shows such. */
static void
add_recordings (const KinetoTrace *self)
{
  const ChromeEvents *events = self->events;
  const guint8 *end = self->classes + events->n;

  for (const guint8 *at = self->classes; (at = memchr (at, KINETO_RECORDING, (gsize) (end - at))) != NULL; at++)
    {
      guint32 row = (guint32) (at - self->classes), mark;

      if (events->phase[row] != CHROME_PHASE_TAKEN)
        continue;
      mark = lamina_builder_add_mark (self->builder, self->trace->run, LAMINA_NONE, self->trace->clock, events->start[row],
                                      events->end[row] - events->start[row], events->name[row]);
      lamina_builder_set_mark_args (self->builder, self->trace->run, mark, self->trace->source_index,
                                    chrome_trace_get_offset (self->trace, row), events->length[row]);
      lamina_import_account (self->trace->import, chrome_trace_get_record (self->trace, row), LAMINA_RECORD_SHOWN);
    }
}

/* FALSE when it was cancelled. */
static gboolean
name_and_join (Understanding *self)
{
  KinetoTrace *trace = &self->trace;

  lamina_builder_do_both (trace->builder, find_surroundings, collect_names, self);
  if (self->join == NULL)
    return FALSE;
  kineto_names_mark (trace->names);
  tell_waits (trace);
  lamina_builder_do_both (trace->builder, write_words, join, self);
  if (self->order == NULL || g_cancellable_is_cancelled (trace->trace->cancellable))
    return FALSE;
  kineto_names_apply (trace->names);
  kineto_tie_backward (trace);
  return !g_cancellable_is_cancelled (trace->trace->cancellable);
}

static gboolean
understand (ChromeTrace *trace)
{
  static const char *const joined[] = { "correlation", "External id", "Sequence number", "Fwd thread id", "bytes",
                                        "original_stream" };
  Understanding self = { .trace = { .trace = trace, .events = trace->events, .builder = trace->builder } };
  gboolean done;

  self.trace.classes = g_steal_pointer (&trace->dialect_data);
  kineto_items_init (&self.items, trace->events);
  chrome_events_need_kinds (trace->events);
  lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, set_kinds, &self.trace);
  self.trace.ranks = kineto_find_ranks (trace);
  trace->id_scopes = self.trace.ranks != NULL ? kineto_scope_by_ranks (trace, self.trace.ranks) : NULL;
  /* In traces of 2021 operators have the one, and what they called and what devices did the other. */
  chrome_events_merge_columns (trace->events, "External id", "external id");
  done = name_and_join (&self);
  /* What joining alone looks at goes before layers take their room. */
  for (guint i = 0; i < G_N_ELEMENTS (joined); i++)
    chrome_events_drop_column (trace->events, joined[i]);
  g_clear_pointer (&self.join, kineto_join_free);
  add_recordings (&self.trace);
  done = done && kineto_add_layers (&self.trace, &self.items, g_steal_pointer (&self.order), self.sections);
  kineto_items_clear (&self.items);
  lamina_builder_set_layer_word (trace->builder, trace->run, LAMINA_LAYER_WORD_OPERATOR);
  if (done)
    kineto_add_properties (trace);
  g_clear_pointer (&self.sections, kineto_sections_free);
  g_clear_pointer (&self.trace.names, kineto_names_free);
  g_free (self.order);
  g_free (self.trace.classes);
  g_free (self.trace.ranks);
  return done;
}

const ChromeDialect chrome_dialect_kineto = {
  .name = "kineto",
  .wants = wants,
  .n_wants = G_N_ELEMENTS (wants),
  .recognize = recognize,
  .claims = kineto_claims,
  .dup_part = kineto_dup_part,
  .dup_title = kineto_dup_rank_title,
  .divide = kineto_divide,
  .gives_way = gives_way,
  .arrange = kineto_arrange,
  .free_data = g_free,
  .understand = understand,
  .describe = kineto_describe,
  .describe_around = kineto_describe_around,
};
