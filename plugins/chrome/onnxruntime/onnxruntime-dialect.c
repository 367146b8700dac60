/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "onnxruntime-trace-private.h"

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

/* Fills kinds and bases, which the caller frees. */
static void
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

/* What the threads of the pool did for a node is an object of objects: each number becomes an attribute of its own. */
static void
add_statistics (LaminaDetails    *details,
                LaminaJsonReader *json,
                const char       *group,
                const char       *path,
                guint             depth)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      const char *key = lamina_json_reader_get_key (json, NULL);
      g_autofree char *name = path ? g_strdup_printf ("%s · %s", path, key) : g_strdup (key);
      LaminaValue value;

      if (depth > 0 && lamina_json_reader_enter_object (json))
        add_statistics (details, json, group, name, depth - 1);
      else if (lamina_json_reader_read_value (json, &value))
        {
          lamina_details_add (details, group, name, &value);
          lamina_value_clear (&value);
        }
    }
}

static gboolean
describe_statistics (LaminaDetails     *details,
                     const char        *key,
                     const LaminaValue *value)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (value->text, strlen (value->text));
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes (key, bytes, NULL);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);

  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  add_statistics (details, json, key, NULL, 2);
  return TRUE;
}

/* Numbers stand in quotes in the file. */
static gboolean
onnxruntime_describe (LaminaDetails     *details,
                      const char        *key,
                      const LaminaValue *value)
{
  LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_BYTES);

  if (value->text == NULL || value->type != LAMINA_VALUE_TEXT)
    return FALSE;
  if (strcmp (key, "thread_scheduling_stats") == 0)
    return describe_statistics (details, key, value);
  if ((!g_str_has_suffix (key, "_size") && !g_str_has_prefix (key, "mem_"))
      || !lamina_decimal_parse (value->text, strlen (value->text), 0, &number.integer))
    return FALSE;
  lamina_details_add (details, NULL, key, &number);
  return TRUE;
}

gsize
onnxruntime_shorten_provider (const char *provider)
{
  gsize length = strlen (provider);

  if (g_str_has_suffix (provider, "ExecutionProvider") && length > strlen ("ExecutionProvider"))
    length -= strlen ("ExecutionProvider");
  return length;
}

/* What each provider's allocator has in use when a node has ended, and what its arena holds. */

static void
add_counter (OnnxruntimeTrace *self,
             const char       *key,
             const char       *format)
{
  const ChromeColumn *column = chrome_events_find_column (self->events, key);
  const ChromeColumn *providers = chrome_events_find_column (self->events, "provider");
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);
  for (guint i = 0; column && i < self->nodes->len; i++)
    {
      guint32 row = onnxruntime_trace_get_node (self, i)->row;
      guint32 provider = chrome_events_get_text (providers, row);
      gint64 value = chrome_events_get_number (column, row);
      const char *text = chrome_trace_get_text (self->trace, provider);
      g_autofree char *name = g_strndup (text, onnxruntime_shorten_provider (text));
      g_autofree char *title = g_strstrip (g_strdup_printf ("%s %s", name, format));
      guint32 counter;

      if (value == LAMINA_ABSENT)
        continue;
      counter = chrome_collect_counter (self->trace, counters, provider, chrome_trace_get_process_of (self->trace, row), title);
      lamina_builder_set_track_sort (self->builder, self->run, counter, G_MAXINT32);
      lamina_builder_add_sample (self->builder, self->run, counter, self->events->end[row], (double) value);
    }
}

static void
add_session (OnnxruntimeTrace *self)
{
  for (guint row = 0; row < self->events->n; row++)
    {
      gint64 duration;

      if (self->kinds[row] != ONNXRUNTIME_LOADING && self->kinds[row] != ONNXRUNTIME_START)
        continue;
      duration = self->events->end[row] - self->events->start[row];
      lamina_builder_add_number (self->builder, N_("Session"),
                                 self->kinds[row] == ONNXRUNTIME_START ? N_("Initialization") : N_("Model loading"), duration,
                                 LAMINA_UNIT_NANOSECONDS);
    }
}

/* The first run is mostly slower than the others, so it is told apart. */
static void
add_runs (OnnxruntimeTrace *self)
{
  gint64 first, sum = 0, in_nodes = 0;
  gboolean has_others = FALSE, in_parallel = FALSE;
  guint n = self->spans->len;

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      const OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i);

      sum = lamina_number_add (sum, span->end - span->start);
    }
  first = g_array_index (self->spans, OnnxruntimeSpan, 0).end - g_array_index (self->spans, OnnxruntimeSpan, 0).start;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);

      has_others |= node->section == LAMINA_NONE || node->section == self->rest_section;
      in_parallel |= self->events->track[node->row] != self->events->track[onnxruntime_trace_get_node (self, 0)->row];
      if (node->section != LAMINA_NONE && node->section != self->rest_section && node->parent == LAMINA_NONE)
        in_nodes = lamina_number_add (in_nodes, self->events->end[node->row] - self->events->start[node->row]);
    }
  lamina_builder_add_number (self->builder, N_("Runs"), N_("Runs"), n, LAMINA_UNIT_NONE);
  lamina_builder_add_number (self->builder, N_("Runs"), N_("First run"), first, LAMINA_UNIT_NANOSECONDS);
  if (n > 1)
    lamina_builder_add_number (self->builder, N_("Runs"), N_("Mean of the other runs"), (sum - first) / (n - 1),
                               LAMINA_UNIT_NANOSECONDS);
  lamina_builder_add_number (self->builder, N_("Runs"), N_("In nodes"), in_nodes, LAMINA_UNIT_NANOSECONDS);
  /* Only where all nodes ran in one of the runs, one after the other, are they its parts. */
  if (!has_others && !in_parallel)
    lamina_builder_set_stated_time (self->builder, self->run, sum);
  if (sum >= in_nodes)
    lamina_builder_add_number (self->builder, N_("Runs"), N_("Outside of nodes"), sum - in_nodes, LAMINA_UNIT_NANOSECONDS);
}

/* How many times nodes ran on each provider, the first used first: here it shows what fell back to the CPU. */
static void
add_providers (OnnxruntimeTrace *self)
{
  const ChromeColumn *column = chrome_events_find_column (self->events, "provider");
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; column && i < self->nodes->len; i++)
    {
      guint32 provider = chrome_events_get_text (column, onnxruntime_trace_get_node (self, i)->row);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (provider)));

      if (provider == LAMINA_NONE)
        continue;
      if (n == 0)
        g_array_append_val (order, provider);
      g_hash_table_insert (counts, GUINT_TO_POINTER (provider), GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < order->len; i++)
    {
      guint32 provider = g_array_index (order, guint32, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (provider)));

      lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, N_("Nodes run by provider")),
                                   chrome_trace_get_text (self->trace, provider), &LAMINA_VALUE_INIT_INTEGER (n, LAMINA_UNIT_NONE));
    }
}

/* Starts and durations are cut to microseconds, so that what ends a run may seem to begin behind it. */
#define RESOLUTION 2000

/*
 * Each `model_run` is a section. Sessions may be run by several threads at a time: then a node belongs to the run of
 * its own thread, and one of a pool's thread to none when several runs are possible.
 */

static void
collect (OnnxruntimeTrace *self,
         OnnxruntimeKind   kind)
{
  for (guint row = 0; row < self->events->n; row++)
    if (self->kinds[row] == kind)
      {
        const OnnxruntimeSpan span = { self->events->start[row], self->events->end[row], 0, row, LAMINA_NONE };

        g_array_append_val (self->spans, span);
      }
}

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const OnnxruntimeSpan *left = a, *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* A profile that was cut may have lost the ends of its runs, which are written when they have ended. */
static void
onnxruntime_find_runs (OnnxruntimeTrace *self)
{
  gint64 last = G_MININT64;

  collect (self, ONNXRUNTIME_RUN);
  if (self->spans->len == 0)
    collect (self, ONNXRUNTIME_EXECUTE);
  g_array_sort (self->spans, compare_spans);
  for (guint i = 0; i < self->spans->len; i++)
    {
      OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i);
      g_autofree char *title = g_strdup_printf ("model_run %u", i + 1);

      span->last = last = MAX (last, span->end);
      span->section = lamina_builder_add_section (self->builder, self->run, title);
    }
  /* Nodes that began after the last run had ended are of another one, or of several on their threads. */
  if (self->spans->len > 0)
    {
      g_autofree char *title = g_strdup_printf ("after model_run %u (incomplete)", self->spans->len);

      self->rest = lamina_number_add (last, RESOLUTION);
      for (guint row = 0; row < self->events->n && self->rest_section == LAMINA_NONE; row++)
        if (self->kinds[row] == ONNXRUNTIME_NODE && self->events->start[row] >= self->rest)
          self->rest_section = lamina_builder_add_section (self->builder, self->run, title);
    }
}

guint32
onnxruntime_find_section (OnnxruntimeTrace *self,
                          guint32           row)
{
  gint64 start = self->events->start[row];
  guint32 found = LAMINA_NONE;
  guint n_found = 0;

  if (self->rest_section != LAMINA_NONE && start >= self->rest)
    return self->rest_section;
  for (guint i = chrome_collect_begun (self->spans, G_STRUCT_OFFSET (OnnxruntimeSpan, start), start); i > 0; i--)
    {
      const OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i - 1);

      if (span->last <= start)
        break;
      if (start >= span->end)
        continue;
      if (self->events->track[span->row] == self->events->track[row])
        return span->section;
      found = span->section;
      n_found++;
    }
  return n_found == 1 ? found : LAMINA_NONE;
}

static const ChromeWant wants[] = {
  { "op_name", CHROME_WANT_TEXT },           { "provider", CHROME_WANT_TEXT },
  { "node_index", CHROME_WANT_NUMBER },      { "input_type_shape", CHROME_WANT_JSON },
  { "output_type_shape", CHROME_WANT_JSON }, { "parameter_size", CHROME_WANT_NUMBER },
  { "activation_size", CHROME_WANT_NUMBER }, { "output_size", CHROME_WANT_NUMBER },
  { "mem_bytes_in_use", CHROME_WANT_NUMBER }, { "mem_arena_held", CHROME_WANT_NUMBER },
  { "parent_name", CHROME_WANT_TEXT },       { "graph_index", CHROME_WANT_NUMBER },
  { "exec_plan_index", CHROME_WANT_NUMBER },
};

static void
trace_init (OnnxruntimeTrace *self,
            ChromeTrace      *trace)
{
  *self = (OnnxruntimeTrace) { .trace = trace, .events = trace->events, .builder = trace->builder, .run = trace->run,
                               .rest_section = LAMINA_NONE };
  self->nodes = g_array_new (FALSE, FALSE, sizeof (OnnxruntimeNode));
  self->spans = g_array_new (FALSE, FALSE, sizeof (OnnxruntimeSpan));
  onnxruntime_classify (self);
}

static void
trace_clear (OnnxruntimeTrace *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->spans);
  g_free (self->kinds);
  g_free (self->bases);
}

/*
 * A profile that ended early may hold nothing but the events of the session; one of a device has any number of kernels, and
 * of calls that launch them, for each node.
 */
static int
recognize (ChromeTrace *trace)
{
  OnnxruntimeTrace self;
  guint32 call = lamina_builder_intern (trace->builder, "Api", -1);
  guint n = 0, n_beside = 0;

  trace_init (&self, trace);
  for (guint row = 0; row < trace->events->n; row++)
    if (self.kinds[row] == ONNXRUNTIME_KERNEL || trace->events->category[row] == call)
      n_beside++;
    else
      n += self.kinds[row] != ONNXRUNTIME_OTHER;
  trace_clear (&self);
  return n > 0 && n >= (trace->events->n - n_beside) / 4 ? 85 : 0;
}

/* Kernels of devices have the process -1 and the thread -1. */
static void
arrange (ChromeTrace *trace)
{
  OnnxruntimeTrace self;

  trace_init (&self, trace);
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);
      ChromeProcess *process = chrome_trace_get_process (trace, track->process);
      const char *pid = chrome_trace_get_text (trace, process->pid);
      gboolean is_device = track->n > 0;

      for (guint j = 0; j < track->n && is_device; j++)
        is_device = self.kinds[track->rows[j]] == ONNXRUNTIME_KERNEL;
      if (is_device)
        {
          if (process->pid == LAMINA_NONE || pid[0] == '-')
            {
              process->kind = LAMINA_GROUP_DEVICE;
              process->sort = G_MAXINT64;
              g_free (process->title);
              process->title = g_strdup (lamina_builder_own_word (trace->builder, N_("Device")));
            }
          g_free (track->title);
          track->title = g_strdup (lamina_builder_own_word (trace->builder, N_("Kernels")));
        }
      else if (!process->title && process->name == 0)
        process->title = g_strdup_printf ("ONNX Runtime (pid %s)", pid);
    }
  trace_clear (&self);
}

/* A run of the session stands around its nodes, and is no work beside theirs. */
static void
set_spans (OnnxruntimeTrace *self)
{
  guint8 *kinds = chrome_events_need_kinds (self->trace->events);

  for (guint row = 0; row < self->events->n; row++)
    if (self->kinds[row] == ONNXRUNTIME_RUN || self->kinds[row] == ONNXRUNTIME_EXECUTE)
      kinds[row] = LAMINA_SLICE_SPAN;
}

static gboolean
understand (ChromeTrace *trace)
{
  OnnxruntimeTrace self;
  gboolean done;

  trace_init (&self, trace);
  lamina_builder_set_tool (trace->builder, "ONNX Runtime");
  set_spans (&self);
  onnxruntime_find_runs (&self);
  lamina_builder_set_layer_word (trace->builder, trace->run, LAMINA_LAYER_WORD_NODE);
  done = onnxruntime_join (&self) && onnxruntime_add_layers (&self);
  if (done)
    {
      add_counter (&self, "mem_bytes_in_use", "memory in use");
      add_counter (&self, "mem_arena_held", "arena");
      add_session (&self);
      add_runs (&self);
      add_providers (&self);
    }
  trace_clear (&self);
  return done;
}

const ChromeDialect chrome_dialect_onnxruntime = {
  .name = "onnxruntime",
  .wants = wants,
  .n_wants = G_N_ELEMENTS (wants),
  .recognize = recognize,
  .arrange = arrange,
  .understand = understand,
  .describe = onnxruntime_describe,
};
