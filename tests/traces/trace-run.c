/* SPDX-License-Identifier: Apache-2.0 */
/* When what happens: forward on one thread, backward on another, kernels on a stream behind them. Times are nanoseconds. */

#include "trace-maker-private.h"
#include "trace-random.h"

#define MICROSECOND 1000
#define COLLECTIVE "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)"

typedef struct
{
  gint64 now;
  gint64 step_start;
  gint64 stream_free;
  gint64 comm_free;
  guint iteration;
  guint32 parent_frame;
} Lane;

struct _TraceRun
{
  TraceNetwork *network;
  Lane *lanes;
  guint iterations_per_step;
  guint64 random;
  guint32 n_external;
  guint32 n_frames;
  guint32 n_correlations;
  guint32 n_sequences;
  guint32 n_indices;

  /* The iteration that is being made. */
  Lane *lane;
  guint32 first_track;
  GArray *events;
};

enum { MAIN, BACKWARD, STREAM, COMM };

guint32
trace_run_random (TraceRun *self)
{
  return trace_random (&self->random);
}

/* @least to sixteen times as much, short ones more often. */
static gint64
some_time (TraceRun *self,
           gint64    least)
{
  gint64 time = least << trace_run_random (self) % 4;

  return time + trace_run_random (self) % time;
}

static TraceEvent *
add_event (TraceRun       *self,
           TraceEventKind  kind,
           guint           track,
           guint32         name,
           guint32         id)
{
  TraceEvent event = { self->lane->now, 0, kind, name, self->first_track + track, id, 0, trace_run_random (self), 0 };

  event.index = self->n_indices++;
  g_array_append_val (self->events, event);
  return &g_array_index (self->events, TraceEvent, self->events->len - 1);
}

static guint
begin (TraceRun       *self,
       TraceEventKind  kind,
       guint           track,
       guint32         name,
       guint32         other)
{
  gboolean python = kind == TRACE_EVENT_PYTHON;
  TraceEvent *event = add_event (self, kind, track, name, python ? ++self->n_frames : ++self->n_external);

  event->other = python ? self->lane->parent_frame : other;
  if (python)
    self->lane->parent_frame = event->id;
  self->lane->now += some_time (self, python ? 120 : 400);
  return self->events->len - 1;
}

static void
end (TraceRun *self,
     guint     row)
{
  TraceEvent *event = &g_array_index (self->events, TraceEvent, row);

  self->lane->now += some_time (self, 100);
  event->duration = self->lane->now - event->start;
  self->lane->now += 30 + trace_run_random (self) % 100;
  if (event->kind == TRACE_EVENT_PYTHON)
    self->lane->parent_frame = event->other;
}

/* Functions that call nothing. */
static void
add_leaves (TraceRun *self,
            guint     n)
{
  for (guint i = 0; i < n; i++)
    end (self, begin (self, TRACE_EVENT_PYTHON, MAIN,
                      self->network->first_leaf + trace_run_random (self) % self->network->n_leaves, 0));
}

static void
call_runtime (TraceRun   *self,
              guint       thread,
              const char *name,
              guint32     external,
              gint64      duration)
{
  TraceEvent *event = add_event (self, TRACE_EVENT_RUNTIME, thread, trace_network_intern (self->network, name),
                                 ++self->n_correlations);

  event->other = external;
  event->duration = duration;
}

/* A call on the host that starts something on a stream, in the order in which Kineto writes them. */
static void
launch (TraceRun       *self,
        guint           thread,
        TraceEventKind  kind,
        guint32         name,
        guint32         external,
        gint64          duration)
{
  gboolean collective = kind == TRACE_EVENT_DEVICE_ANNOTATION;
  guint stream = collective ? COMM : STREAM;
  gint64 *stream_free = collective ? &self->lane->comm_free : &self->lane->stream_free;
  gint64 call = some_time (self, 2 * MICROSECOND);
  gint64 start = MAX (self->lane->now + call + 2 * MICROSECOND, *stream_free + 800);
  static const char *const calls[] = { "cudaLaunchKernel", "cudaMemcpyAsync", "cudaMemsetAsync" };
  TraceEvent *event;

  event = add_event (self, collective ? TRACE_EVENT_KERNEL : kind, stream, name, self->n_correlations + 1);
  event->start = start;
  event->duration = duration;
  event->other = external;
  event = add_event (self, TRACE_EVENT_ARRIVAL, stream, 0, self->n_correlations + 1);
  event->start = start;
  if (collective)
    {
      event = add_event (self, kind, stream, trace_network_intern (self->network, "nccl:all_reduce"), self->n_correlations + 1);
      event->start = start - 1;
      event->duration = duration + 3;
      event->other = external;
    }
  call_runtime (self, thread, calls[kind == TRACE_EVENT_COPY ? 1 : kind == TRACE_EVENT_FILL ? 2 : 0], external, call);
  add_event (self, TRACE_EVENT_LAUNCH, thread, 0, self->n_correlations);
  self->lane->now += call + 200;
  *stream_free = start + duration;
}

static void
add_memory (TraceRun *self,
            guint     thread,
            guint32   external)
{
  add_event (self, TRACE_EVENT_MEMORY, thread, trace_network_intern (self->network, "[memory]"), 0);
  self->lane->now += 150;
  if (trace_run_random (self) % 4 == 0)
    {
      call_runtime (self, thread, "cudaStreamIsCapturing", external, 400);
      self->lane->now += 500;
    }
}

static void
take_step (TraceRun        *self,
           guint            thread,
           const TraceStep *step,
           guint32          external)
{
  switch (step->kind)
    {
    case TRACE_STEP_KERNEL:
      launch (self, thread, TRACE_EVENT_KERNEL, step->name, external, some_time (self, (1 + step->name % 5) * 1500));
      break;
    case TRACE_STEP_COPY:
      launch (self, thread, TRACE_EVENT_COPY, trace_network_intern (self->network, "Memcpy HtoD (Pageable -> Device)"),
              external, some_time (self, 4000));
      break;
    case TRACE_STEP_FILL:
      launch (self, thread, TRACE_EVENT_FILL, trace_network_intern (self->network, "Memset (Device)"), external,
              some_time (self, 900));
      break;
    case TRACE_STEP_COLLECTIVE:
      launch (self, thread, TRACE_EVENT_DEVICE_ANNOTATION,
              trace_network_intern (self->network, COLLECTIVE), external, some_time (self, 50000));
      break;
    case TRACE_STEP_MEMORY:
      add_memory (self, thread, external);
      break;
    case TRACE_STEP_OPERATOR:
      break;
    }
}

/* Returns: the row of the first step that is no longer within @depth. */
static guint
run_call (TraceRun     *self,
          guint         thread,
          const GArray *steps,
          guint         first,
          guint         depth,
          guint32       external)
{
  while (first < steps->len && g_array_index (steps, TraceStep, first).depth == depth)
    {
      const TraceStep *step = &g_array_index (steps, TraceStep, first++);

      if (step->kind == TRACE_STEP_OPERATOR)
        {
          guint row = begin (self, TRACE_EVENT_OPERATOR, thread, step->name, 0);

          first = run_call (self, thread, steps, first, depth + 1, g_array_index (self->events, TraceEvent, row).id);
          end (self, row);
        }
      else
        {
          take_step (self, thread, step, external);
        }
    }
  return first;
}

static void
run_forward (TraceRun          *self,
             const TraceModule *module,
             guint32            sequence)
{
  guint frames[5];
  guint32 names[] = { module->module, self->network->wrapped_call_impl, self->network->call_impl, module->forward_frame,
                      module->builtin_frame };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      frames[i] = begin (self, TRACE_EVENT_PYTHON, MAIN, names[i], 0);
      if (i > 1)
        add_leaves (self, 1 + trace_run_random (self) % 4);
    }
  add_event (self, TRACE_EVENT_FORWARD, MAIN, 0, sequence);
  g_array_index (self->events, TraceEvent, self->events->len - 1).start += 1;
  self->lane->now++;
  run_call (self, MAIN, module->forward, 0, 0, 0);
  for (guint i = G_N_ELEMENTS (frames); i > 0; i--)
    end (self, frames[i - 1]);
}

static void
accumulate (TraceRun *self)
{
  guint32 name = trace_network_intern (self->network, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad");
  guint outer = begin (self, TRACE_EVENT_OPERATOR, BACKWARD, name, 0);
  guint inner = begin (self, TRACE_EVENT_OPERATOR, BACKWARD,
                       trace_network_intern (self->network, "torch::autograd::AccumulateGrad"), 0);

  run_call (self, BACKWARD, self->network->accumulate, 0, 0, self->n_external);
  end (self, inner);
  end (self, outer);
}

static void
run_backward (TraceRun          *self,
              const TraceModule *module,
              guint32            sequence,
              guint              place)
{
  guint outer = begin (self, TRACE_EVENT_OPERATOR, BACKWARD, module->evaluate_name, sequence);
  guint inner = begin (self, TRACE_EVENT_OPERATOR, BACKWARD, module->backward_name, sequence);

  add_event (self, TRACE_EVENT_BACKWARD, BACKWARD, 0, sequence)->start = g_array_index (self->events, TraceEvent, inner).start;
  run_call (self, BACKWARD, module->backward, 0, 0, self->n_external);
  end (self, inner);
  end (self, outer);
  if (module->backward->len > 4)
    accumulate (self);
  if (place % 10 == 0)
    {
      guint row = begin (self, TRACE_EVENT_ANNOTATION, BACKWARD, trace_network_intern (self->network, "nccl:all_reduce"), 0);

      run_call (self, BACKWARD, self->network->all_reduce, 0, 0, self->n_external);
      end (self, row);
    }
}

static void
annotate_step (TraceRun *self)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", self->lane->iteration / self->iterations_per_step);
  guint32 id = trace_network_intern (self->network, name);
  TraceEvent *event = add_event (self, TRACE_EVENT_ANNOTATION, MAIN, id, ++self->n_external);

  event->start = self->lane->step_start;
  event->duration = self->lane->now - event->start;
}

static void
run_part (TraceRun   *self,
          const char *annotation,
          GArray     *steps,
          guint       times)
{
  guint row = begin (self, TRACE_EVENT_ANNOTATION, MAIN, trace_network_intern (self->network, annotation), 0);

  for (guint i = 0; i < times; i++)
    {
      add_leaves (self, 3);
      run_call (self, MAIN, steps, 0, 0, self->n_external);
    }
  end (self, row);
}

static void
run_backwards (TraceRun *self,
               guint32   first_sequence)
{
  guint frame = begin (self, TRACE_EVENT_PYTHON, MAIN,
                       trace_network_intern (self->network, "torch/autograd/__init__.py(266): backward"), 0);

  for (guint i = self->network->modules->len; i > 0; i--)
    run_backward (self, &g_array_index (self->network->modules, TraceModule, i - 1), first_sequence + i - 1, i);
  end (self, frame);
}

static void
wait_for_device (TraceRun *self)
{
  gint64 done = MAX (self->lane->stream_free, self->lane->comm_free);
  gint64 duration = MAX (done - self->lane->now, 0) + 1500;

  call_runtime (self, MAIN, "cudaDeviceSynchronize", 0, duration);
  self->lane->now += duration + 100;
}

void
trace_run_iterate (TraceRun *self,
                   guint     lane,
                   GArray   *events)
{
  guint32 first_sequence = self->n_sequences + 1;
  guint frame;

  self->lane = &self->lanes[lane];
  self->first_track = lane * TRACE_TRACKS_PER_LANE;
  self->events = events;
  self->n_sequences += self->network->modules->len;
  if (self->lane->iteration % self->iterations_per_step == 0)
    self->lane->step_start = self->lane->now - 10;
  run_part (self, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", self->network->input, 1);
  frame = begin (self, TRACE_EVENT_PYTHON, MAIN, trace_network_intern (self->network, "train.py(88): train_step"), 0);
  for (guint i = 0; i < self->network->modules->len; i++)
    run_forward (self, &g_array_index (self->network->modules, TraceModule, i), first_sequence + i);
  run_backwards (self, first_sequence);
  run_part (self, "Optimizer.step#AdamW.step", self->network->optimizer, 4);
  wait_for_device (self);
  end (self, frame);
  if (++self->lane->iteration % self->iterations_per_step == 0 && lane == 0)
    {
      self->lane->iteration--;
      annotate_step (self);
      self->lane->iteration++;
    }
  self->lane->now += 2 * MICROSECOND;
}

TraceRun *
trace_run_new (TraceNetwork *network,
               guint         n_lanes,
               guint         iterations_per_step)
{
  TraceRun *self = g_new0 (TraceRun, 1);

  self->network = network;
  self->iterations_per_step = iterations_per_step;
  self->lanes = g_new0 (Lane, n_lanes);
  self->random = 2024;
  for (guint i = 0; i < n_lanes; i++)
    self->lanes[i].now = 50 * MICROSECOND + i * 37;
  return self;
}

void
trace_run_free (TraceRun *self)
{
  g_free (self->lanes);
  g_free (self);
}
