/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <glib/gi18n-lib.h>

/*
 * What hardware counts while a kernel runs belongs to the layer that the kernel belongs to, as a column of it: that of several
 * kernels is their sum, unless it is a quotient or the like, which is shown where there is a single kernel. What is sampled
 * all the time are tracks.
 */

guint32
gpu_counters_need (GpuTrace   *self,
                   const char *name,
                   gboolean    adds_up)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_counter, name));
  GpuCounter counter = { NULL, adds_up };

  if (place > 0)
    return place - 1;
  counter.name = g_strdup (name);
  g_array_append_val (self->counters, counter);
  g_hash_table_insert (self->by_counter, g_strdup (name), GUINT_TO_POINTER (self->counters->len));
  return self->counters->len - 1;
}

void
gpu_counters_add (GpuTrace *self,
                  guint32   counter,
                  guint32   event,
                  double    value)
{
  GpuValue row = { counter, event, value };

  g_array_append_val (self->values, row);
}

/* By counter, then by layer, then by kernel. */
static int
compare_values (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const GpuValue *left = a, *right = b;
  guint32 left_item = gpu_trace_get_event (data, left->event)->item, right_item = gpu_trace_get_event (data, right->event)->item;

  if (left->counter != right->counter)
    return left->counter < right->counter ? -1 : 1;
  if (left_item != right_item)
    return left_item < right_item ? -1 : 1;
  return (left->event > right->event) - (left->event < right->event);
}

/* Those of one counter in one layer, which begin at @first. Returns where the next begin. */
static guint
add_value (GpuTrace *self,
           guint32   metric,
           guint     first)
{
  const GpuValue *rows = (const GpuValue *) (gpointer) self->values->data;
  guint32 item = gpu_trace_get_event (self, rows[first].event)->item;
  gboolean is_single = TRUE;
  double sum = 0;
  guint i;

  for (i = first; i < self->values->len && rows[i].counter == rows[first].counter
                  && gpu_trace_get_event (self, rows[i].event)->item == item; i++)
    {
      sum += rows[i].value;
      is_single &= rows[i].event == rows[first].event;
    }
  if (is_single || g_array_index (self->counters, GpuCounter, rows[first].counter).adds_up)
    lamina_builder_set_metric_real (self->builder, self->run, metric, gpu_trace_get_item (self, item)->layer, sum);
  return i;
}

gboolean
gpu_counters_show (GpuTrace *self)
{
  guint32 metric = LAMINA_NONE;

  g_array_sort_with_data (self->values, compare_values, self);
  for (guint i = 0, last = LAMINA_NONE; i < self->values->len && !g_cancellable_is_cancelled (self->cancellable);)
    {
      guint32 counter = g_array_index (self->values, GpuValue, i).counter;

      if (counter != last)
        metric = lamina_builder_add_metric (self->builder, self->run, g_array_index (self->counters, GpuCounter, counter).name,
                                            LAMINA_UNIT_NONE, LAMINA_VALUE_REAL);
      last = counter;
      i = add_value (self, metric, i);
    }
  return !g_cancellable_is_cancelled (self->cancellable);
}

guint32
gpu_counters_need_track (GpuTrace   *self,
                         const char *name,
                         LaminaUnit  unit)
{
  guint track = GPOINTER_TO_UINT (g_hash_table_lookup (self->samples, name));

  if (track == 0)
    {
      if (self->sample_group == LAMINA_NONE)
        self->sample_group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE,
                                                       lamina_builder_own_word (self->builder, N_("GPU metrics")),
                                                       LAMINA_GROUP_COUNTERS);
      track = lamina_builder_add_counter (self->builder, self->run, self->sample_group, name, 0, unit, FALSE) + 1;
      g_hash_table_insert (self->samples, g_strdup (name), GUINT_TO_POINTER (track));
    }
  return track - 1;
}
