/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/* So many ranges are gone through for one that holds an event: those that overlap without nesting may be very many. */
#define MOST_OPEN 64

static gboolean
is_host (const GpuEvent *event)
{
  return event->kind <= GPU_RANGE;
}

static gint64
get_end (const GpuEvent *event)
{
  return event->is_open ? G_MAXINT64 : event->end;
}

/* What nests, by track, start, and the longer one first. */
static LaminaOrderItem *
list_in_order (GpuTrace *self,
               guint    *n)
{
  g_autofree LaminaOrderItem *order = g_new (LaminaOrderItem, MAX (self->events->len, 1));

  *n = 0;
  for (guint i = 0; i < self->events->len; i++)
    if (is_host (gpu_trace_get_event (self, i)))
      order[(*n)++] = (LaminaOrderItem) { ~lamina_order_key_integer (get_end (gpu_trace_get_event (self, i))), i };
  if (!lamina_order_sort (order, NULL, *n, self->cancellable))
    return NULL;
  for (guint i = 0; i < *n; i++)
    order[i].key = lamina_order_key_integer (gpu_trace_get_event (self, order[i].row)->start);
  if (!lamina_order_sort (order, NULL, *n, self->cancellable))
    return NULL;
  for (guint i = 0; i < *n; i++)
    order[i].key = gpu_trace_get_event (self, order[i].row)->track;
  return lamina_order_sort (order, NULL, *n, self->cancellable) ? g_steal_pointer (&order) : NULL;
}

static void
mark_processes (GpuTrace *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const GpuItem *item = gpu_trace_get_item (self, i);
      GpuEvent *event = gpu_trace_get_event (self, item->event);

      if (event->kind != GPU_OPERATOR)
        continue;
      gpu_trace_get_process (self, event)->has_operators = TRUE;
      if (item->phase == LAMINA_PHASE_BACKWARD)
        gpu_trace_get_process (self, event)->has_backward = TRUE;
    }
}

static gboolean
is_step (GpuTrace *self,
         guint32   name)
{
  return g_hash_table_contains (self->step_names, GUINT_TO_POINTER (name));
}

/* Whether what is launched in a range belongs to a layer that is the range. */
static gboolean
is_candidate (GpuTrace       *self,
              const GpuEvent *event)
{
  if (event->kind == GPU_OPERATOR)
    return TRUE;
  return event->kind == GPU_RANGE && !gpu_trace_get_process (self, event)->has_operators && !is_step (self, event->name);
}

/* Steps end what is around them. */
guint32
gpu_trace_get_region (GpuTrace       *self,
                      const GpuEvent *event)
{
  guint32 name = event->region != LAMINA_NONE ? gpu_trace_get_event (self, event->region)->name : 0;

  return name != 0 && !is_step (self, name) ? name : 0;
}

/* What is inside of something backward is backward, and so on. */
static void
set_phase (GpuTrace *self,
           GpuEvent *event)
{
  GpuItem *item = gpu_trace_get_item (self, event->item);
  const GpuEvent *around = event->around != LAMINA_NONE ? gpu_trace_get_event (self, event->around) : NULL;
  guint32 name = gpu_trace_get_region (self, event);
  const char *region = name != 0 ? lamina_builder_get_string (self->builder, name) : "";

  if (around != NULL && around->item != LAMINA_NONE)
    item->parent = around->item;
  if (item->phase != LAMINA_PHASE_UNKNOWN)
    return;
  if (g_str_has_prefix (region, "Optimizer.step"))
    item->phase = LAMINA_PHASE_OPTIMIZER;
  else if (item->parent != LAMINA_NONE && gpu_trace_get_item (self, item->parent)->phase != LAMINA_PHASE_UNKNOWN)
    item->phase = gpu_trace_get_item (self, item->parent)->phase;
  else if (item->seq >= 0 && gpu_trace_get_process (self, event)->has_backward)
    item->phase = LAMINA_PHASE_FORWARD;
}

static void
nest_event (GpuTrace *self,
            GArray   *open,
            guint32   row)
{
  GpuEvent *event = gpu_trace_get_event (self, row);

  while (open->len > 0 && get_end (gpu_trace_get_event (self, g_array_index (open, guint32, open->len - 1))) <= event->start)
    g_array_set_size (open, open->len - 1);
  for (guint i = 0; i < MIN (open->len, MOST_OPEN); i++)
    {
      guint32 outer = g_array_index (open, guint32, open->len - 1 - i);
      const GpuEvent *around = gpu_trace_get_event (self, outer);

      if (get_end (around) < get_end (event))
        continue;
      event->around = is_candidate (self, around) ? outer : around->around;
      event->region = around->kind == GPU_RANGE && !around->is_library ? outer : around->region;
      if (event->kind == GPU_CALL && g_hash_table_contains (self->messages, GUINT_TO_POINTER (outer + 1)))
        g_hash_table_insert (self->senders, GUINT_TO_POINTER (row + 1), GUINT_TO_POINTER (outer + 1));
      break;
    }
  if (event->kind == GPU_OPERATOR)
    set_phase (self, event);
  if (event->kind != GPU_CALL)
    g_array_append_val (open, row);
}

gboolean
gpu_nest (GpuTrace *self)
{
  guint n;
  g_autofree LaminaOrderItem *order = list_in_order (self, &n);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (order == NULL)
    return FALSE;
  mark_processes (self);
  for (guint i = 0; i < n; i++)
    {
      if (gpu_trace_is_cancelled (self, i))
        return FALSE;
      if (i > 0 && order[i].key != order[i - 1].key)
        g_array_set_size (open, 0);
      nest_event (self, open, order[i].row);
    }
  return TRUE;
}
