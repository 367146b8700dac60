/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-dialect.h"
#include "chrome-self.h"

#include "lamina-order.h"

/*
 * What a trace of no known tool means: each slice of a thread is a layer of its own, of the type that its category tells,
 * inside the layer around it. So the tables, searches and comparisons work for it as well.
 */

typedef struct
{
  gint64 end;
  guint32 layer;
} Open;

typedef struct
{
  ChromeTrace *trace;
  guint32 *layers;
  gint64 *self_times; /* see chrome_self_times_new() */
  GArray *stack;
} Plain;

static gboolean
has_host (gpointer data,
          guint32  track,
          guint32  row)
{
  const ChromeEvents *events = data;

  return !(events->flags[row] & CHROME_EVENT_OPEN);
}

static guint32
add_layer (Plain   *self,
           guint32  track,
           guint32  row,
           guint32  around,
           guint32  order)
{
  ChromeEvents *events = self->trace->events;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = events->name[row];
  layer.type = events->category[row];
  layer.parent = around;
  layer.order = order;
  layer.track = track;
  layer.start = events->start[row];
  if (has_host (events, track, row))
    layer.host = events->end[row] - events->start[row];
  layer.host_self = chrome_self_times_get (self->self_times, row);
  return lamina_builder_add_layer (self->trace->builder, self->trace->run, &layer);
}

/* Slices that overlap without nesting have no layer around them that holds them wholly: the next outer one does. */
static gboolean
add_layers_of_track (Plain   *self,
                     guint32  index)
{
  const ChromeTrack *track = chrome_trace_get_track (self->trace, index);
  const ChromeEvents *events = self->trace->events;
  GArray *stack = self->stack;

  g_array_set_size (stack, 0);
  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];
      Open open = { events->end[row], LAMINA_NONE };
      guint around = stack->len;

      if (chrome_trace_is_cancelled (self->trace, i))
        return FALSE;
      while (around > 0 && (g_array_index (stack, Open, around - 1).end <= events->start[row]
                            || g_array_index (stack, Open, around - 1).end < open.end))
        around--;
      g_array_set_size (stack, around);
      open.layer = add_layer (self, index, row,
                              around > 0 ? g_array_index (stack, Open, around - 1).layer : LAMINA_NONE,
                              self->layers[row]);
      self->layers[row] = open.layer;
      g_array_append_val (stack, open);
    }
  return TRUE;
}

/* The order of execution is that of the starts. Until its layer is there, the cell of a row keeps its place in it. */
static guint
set_order (ChromeTrace *self,
           guint32     *layers)
{
  const ChromeEvents *events = self->events;
  g_autofree LaminaOrderItem *items = lamina_cells_new (events->n, sizeof *items);
  guint n = 0;

  for (guint row = 0; row < events->n; row++)
    if (events->slice[row] != LAMINA_NONE && chrome_trace_get_track (self, events->track[row])->kind == CHROME_TRACK_THREAD)
      items[n++] = (LaminaOrderItem) { lamina_order_key_integer (events->start[row]), row };
  lamina_order_sort (items, NULL, n, self->cancellable);
  for (guint i = 0; i < n; i++)
    layers[items[i].row] = i;
  return n;
}

static gboolean
understand (ChromeTrace *self)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Open));
  guint32 *layers = chrome_events_need_layers (self->events);
  g_autofree gint64 *self_times = chrome_self_times_new (self, has_host, self->events);
  Plain plain = { self, layers, self_times, stack };

  lamina_builder_reserve_layers (self->builder, self->run, set_order (self, layers));
  for (guint i = 0; i < self->n_tracks; i++)
    if (chrome_trace_get_track (self, i)->kind == CHROME_TRACK_THREAD && !add_layers_of_track (&plain, i))
      return FALSE;
  return TRUE;
}

/* Asked last. */
static int
recognize (ChromeTrace *trace)
{
  return 1;
}

const ChromeDialect chrome_dialect_plain = { .name = "plain", .recognize = recognize, .understand = understand };
