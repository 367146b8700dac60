/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-trace.h"

#include <string.h>

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

static gboolean
is_device (OnnxruntimeTrace  *self,
           const ChromeTrack *track)
{
  for (guint i = 0; i < track->n; i++)
    if (self->kinds[track->rows[i]] != ONNXRUNTIME_KERNEL)
      return FALSE;
  return track->n > 0;
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

      if (is_device (&self, track))
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

static gboolean
understand (ChromeTrace *trace)
{
  OnnxruntimeTrace self;
  gboolean done;

  trace_init (&self, trace);
  lamina_builder_set_tool (trace->builder, "ONNX Runtime");
  onnxruntime_find_runs (&self);
  done = onnxruntime_join (&self) && onnxruntime_add_layers (&self);
  if (done)
    {
      onnxruntime_add_memory (&self);
      onnxruntime_add_properties (&self);
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
