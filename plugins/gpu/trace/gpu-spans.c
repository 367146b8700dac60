/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

/*
 * Ranges that need not nest have no work inside them: it may be that of many at the same time. On a device one of them is shown
 * from the first to the last of what its thread launched from its beginning to its end.
 */

/* So many devices of a thread are looked at: there may be as many ranges as there is work. */
#define MOST_DEVICES 64

/* Work that stands side by side is summed up by so much. */
#define BLOCK 64

typedef struct
{
  gint64 start;
  gint64 end;
} Stretch;

/* Work, and when @thread launched it. */
typedef struct
{
  guint32 thread;
  guint32 device;
  gint64 call;
  Stretch work;
} Launch;

/* What a thread launched on a device: from @first to before @end. */
typedef struct
{
  guint32 thread;
  guint32 device;
  guint first;
  guint end;
} Queue;

/* Launches by thread, device and time; blocks: what each of their BLOCKs takes. Queues by thread. */
typedef struct
{
  GpuTrace *trace;
  GArray *launches; /* Launch */
  GArray *blocks;   /* Stretch */
  GArray *queues;   /* Queue */
} Launches;

static const Stretch no_work = { G_MAXINT64, G_MININT64 };

static const Launch *
get_launch (const Launches *self,
            guint           i)
{
  return &g_array_index (self->launches, Launch, i);
}

static void
widen (Stretch       *self,
       const Stretch *other)
{
  self->start = MIN (self->start, other->start);
  self->end = MAX (self->end, other->end);
}

static int
compare_launches (gconstpointer a,
                  gconstpointer b)
{
  const Launch *x = a, *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return (x->call > y->call) - (x->call < y->call);
}

/* What threads launched that have such ranges. FALSE when it was cancelled. */
static gboolean
list_launches (Launches *self)
{
  g_autoptr (GHashTable) threads = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->trace->spans->len; i++)
    g_hash_table_add (threads, GUINT_TO_POINTER (g_array_index (self->trace->spans, GpuSpan, i).thread));
  for (guint i = 0; i < self->trace->events->len; i++)
    {
      const GpuEvent *event = gpu_trace_get_event (self->trace, i), *call;
      Launch launch;

      if (gpu_trace_is_cancelled (self->trace, i))
        return FALSE;
      if (!gpu_kind_is_work (event->kind) || event->around == LAMINA_NONE || event->is_open)
        continue;
      call = gpu_trace_get_event (self->trace, event->around);
      if (!g_hash_table_contains (threads, GUINT_TO_POINTER (call->track)))
        continue;
      launch = (Launch) { call->track, gpu_trace_get_track (self->trace, event->track)->device, call->start,
                          { event->start, event->end } };
      g_array_append_val (self->launches, launch);
    }
  g_array_sort (self->launches, compare_launches);
  return TRUE;
}

static void
sum_up (Launches *self)
{
  for (guint i = 0; i < self->launches->len; i++)
    {
      const Launch *launch = get_launch (self, i);
      Queue queue = { launch->thread, launch->device, i, i };
      Queue *last = self->queues->len > 0 ? &g_array_index (self->queues, Queue, self->queues->len - 1) : NULL;

      if (i % BLOCK == 0)
        g_array_append_val (self->blocks, no_work);
      widen (&g_array_index (self->blocks, Stretch, i / BLOCK), &launch->work);
      if (last == NULL || last->thread != launch->thread || last->device != launch->device)
        {
          g_array_append_val (self->queues, queue);
          last = &g_array_index (self->queues, Queue, self->queues->len - 1);
        }
      last->end = i + 1;
    }
}

/* The first one of a queue that was launched at @time or later. */
static guint
find_launch (const Launches *self,
             const Queue    *queue,
             gint64          time)
{
  guint low = queue->first, high = queue->end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_launch (self, middle)->call < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The first queue of a thread, or the one behind it. */
static guint
find_queue (const Launches *self,
            guint32         thread)
{
  guint low = 0, high = self->queues->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->queues, Queue, middle).thread < thread)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static Stretch
sum_work (const Launches *self,
          guint           from,
          guint           to)
{
  Stretch sum = no_work;

  while (from < to)
    {
      gboolean is_whole = from % BLOCK == 0 && to - from >= BLOCK;

      widen (&sum, is_whole ? &g_array_index (self->blocks, Stretch, from / BLOCK) : &get_launch (self, from)->work);
      from += is_whole ? BLOCK : 1;
    }
  return sum;
}

static void
project_span (const Launches *self,
              const GpuSpan  *span)
{
  const GpuEvent *event = gpu_trace_get_event (self->trace, span->event);
  gint64 start = event->start, end = event->end;
  guint first = find_queue (self, span->thread);

  for (guint i = first; i < MIN (self->queues->len, first + MOST_DEVICES) && !event->is_library; i++)
    {
      const Queue *queue = &g_array_index (self->queues, Queue, i);
      Stretch work;

      if (queue->thread != span->thread)
        break;
      work = sum_work (self, find_launch (self, queue, start), find_launch (self, queue, end));
      if (work.start > work.end)
        continue;
      gpu_events_add_projection (self->trace, span->event, queue->device, work.start, work.end);
      event = gpu_trace_get_event (self->trace, span->event);
    }
}

gboolean
gpu_project_spans (GpuTrace *self)
{
  g_autoptr (GArray) launches = g_array_new (FALSE, FALSE, sizeof (Launch));
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (Stretch));
  g_autoptr (GArray) queues = g_array_new (FALSE, FALSE, sizeof (Queue));
  Launches all = { self, launches, blocks, queues };

  if (self->spans->len == 0)
    return TRUE;
  if (!list_launches (&all))
    return FALSE;
  sum_up (&all);
  for (guint i = 0; i < self->spans->len; i++)
    {
      if (gpu_trace_is_cancelled (self, i))
        return FALSE;
      project_span (&all, &g_array_index (self->spans, GpuSpan, i));
    }
  return TRUE;
}
