/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

/*
 * Ranges are on threads, and what was launched in them is done later, on a device: there a range is shown from the first to the
 * last of its work, that of ranges inside it included.
 */

/*
 * range     its event on the thread
 * device    index of the device
 * around    the place of what stands around it, or LAMINA_NONE
 * n_inside  of what stands in it, how many have not told when they are
 */
typedef struct
{
  guint32 range;
  guint32 device;
  gint64 start;
  gint64 end;
  guint32 around;
  guint n_inside;
} Projection;

/* places: in the list, from 1 on, by range and device */
typedef struct
{
  GpuTrace *trace;
  GArray *list;
  GHashTable *places;
} Projections;

static Projection *
get_projection (Projections *self,
                guint32      place)
{
  return &g_array_index (self->list, Projection, place);
}

/* The place of a range on a device. What stands around it gets one, too. */
static guint32
need_projection (Projections *self,
                 guint32      range,
                 guint32      device)
{
  guint32 first = LAMINA_NONE, inside = LAMINA_NONE;
  gboolean is_new = TRUE;

  for (; range != LAMINA_NONE && is_new; range = gpu_trace_get_event (self->trace, range)->region)
    {
      /* A number is hashed by its lower half: that has to differ. */
      gint64 key = (gint64) ((guint64) device << 32 | range);
      guint32 place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key));

      is_new = place == 0;
      if (is_new)
        {
          Projection projection = { range, device, G_MAXINT64, G_MININT64, LAMINA_NONE, 0 };

          g_array_append_val (self->list, projection);
          place = self->list->len;
          g_hash_table_insert (self->places, gpu_dup_number (key), GUINT_TO_POINTER (place));
        }
      place--;
      if (inside == LAMINA_NONE)
        first = place;
      else
        {
          get_projection (self, inside)->around = place;
          get_projection (self, place)->n_inside++;
        }
      inside = place;
    }
  return first;
}

static void
widen (Projection *self,
       gint64      start,
       gint64      end)
{
  self->start = MIN (self->start, start);
  self->end = MAX (self->end, end);
}

/* FALSE when it was cancelled. */
static gboolean
find_ranges (Projections *self)
{
  guint32 region = LAMINA_NONE, device = LAMINA_NONE, place = LAMINA_NONE;

  for (guint i = 0; i < self->trace->events->len; i++)
    {
      const GpuEvent *event = gpu_trace_get_event (self->trace, i);
      const GpuEvent *call;
      guint32 where;

      if (gpu_trace_is_cancelled (self->trace, i))
        return FALSE;
      if (!gpu_kind_is_work (event->kind) || event->around == LAMINA_NONE || event->is_open)
        continue;
      call = gpu_trace_get_event (self->trace, event->around);
      where = gpu_trace_get_track (self->trace, event->track)->device;
      if (call->region == LAMINA_NONE)
        continue;
      /* Most work follows upon work of the same range. */
      if (call->region != region || where != device)
        place = need_projection (self, call->region, where);
      region = call->region;
      device = where;
      widen (get_projection (self, place), event->start, event->end);
    }
  return TRUE;
}

/* What stands in others tells these when it is. Returns all in this order, the innermost first. */
static GArray *
hand_on (Projections *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->list->len; i++)
    if (get_projection (self, i)->n_inside == 0)
      g_array_append_val (order, i);
  for (guint i = 0; i < order->len; i++)
    {
      const Projection *inside = get_projection (self, g_array_index (order, guint32, i));

      if (inside->around == LAMINA_NONE)
        continue;
      widen (get_projection (self, inside->around), inside->start, inside->end);
      if (--get_projection (self, inside->around)->n_inside == 0)
        g_array_append_val (order, inside->around);
    }
  return order;
}

gboolean
gpu_project (GpuTrace *self)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Projection));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) order = NULL;
  Projections projections = { self, list, places };

  if (!find_ranges (&projections))
    return FALSE;
  order = hand_on (&projections);
  /* Of those that are equal the outer one comes first. */
  for (guint i = order->len; i-- > 0;)
    {
      const Projection *projection = get_projection (&projections, g_array_index (order, guint32, i));

      gpu_events_add_projection (self, projection->range, projection->device, projection->start, projection->end);
    }
  return !g_cancellable_is_cancelled (self->cancellable);
}
