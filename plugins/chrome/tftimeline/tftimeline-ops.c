/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-key.h"
#include "chrome-self.h"
#include "tftimeline-trace-private.h"

#include <string.h>

/*
 * The operators of a device become layers with the time on the host; the kernels on its streams belong to the operator
 * of their node, the last that had begun. What a stream runs for no operator, copies mostly, is a layer of its own.
 */

/* Arguments: the node, its type, and the tensors that it reads. Names are too common to be kept for every trace. */
static void
read_args (TftimelineTrace *self,
           TftimelineOp    *op)
{
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_args (self->trace, op->row);

  op->first = self->inputs->len;
  while (json && lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      gsize length;
      const char *text = lamina_json_reader_read_text (json, &length);
      guint32 id;

      if (!text || length == 0)
        continue;
      id = lamina_builder_intern (self->builder, text, (gssize) length);
      if (strcmp (key, "name") == 0)
        op->name = id;
      else if (strcmp (key, "op") == 0)
        op->type = id;
      else if (g_str_has_prefix (key, "input") && g_ascii_isdigit (key[strlen ("input")]) && text[0] != '^')
        g_array_append_val (self->inputs, id);
    }
  op->n = self->inputs->len - op->first;
}

static int
compare_ops (gconstpointer a,
             gconstpointer b,
             gpointer      data)
{
  const ChromeEvents *events = data;
  const TftimelineOp *left = a, *right = b;

  if (events->start[left->row] != events->start[right->row])
    return events->start[left->row] < events->start[right->row] ? -1 : 1;
  if (left->kind != right->kind)
    return left->kind < right->kind ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

gpointer
tftimeline_make_key (guint32 where,
                     guint32 name)
{
  return GSIZE_TO_POINTER (((gsize) where << 32 | name) + 1);
}

static void
index_node (TftimelineTrace *self,
            guint32          where,
            guint32          name,
            guint            i)
{
  gpointer key = tftimeline_make_key (where, name);
  GArray *found = g_hash_table_lookup (self->nodes, key);

  if (!found)
    {
      found = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->nodes, key, found);
    }
  g_array_append_val (found, i);
}

static void
index_nodes (TftimelineTrace *self)
{
  for (guint i = 0; i < self->ops->len; i++)
    {
      const TftimelineOp *op = &g_array_index (self->ops, TftimelineOp, i);

      if (op->kind != TFTIMELINE_OPS)
        continue;
      index_node (self, op->place.device, op->name, i);
      if (op->place.task != 0)
        index_node (self, op->place.task, op->name, i);
      index_node (self, 0, op->name, i);
    }
}

static void
read_track (TftimelineTrace   *self,
            const ChromeTrack *track)
{
  const char *name = chrome_trace_get_text (self->trace, chrome_trace_get_process (self->trace, track->process)->name);
  const TftimelineOp begin = { .place = self->places[track->process],
                               .is_processor = tftimeline_is_processor (name),
                               .layer = LAMINA_NONE };

  for (guint j = 0; j < track->n; j++)
    {
      TftimelineOp op = begin;

      op.row = track->rows[j];
      op.kind = self->data->kinds[track->process];
      op.name = op.type = self->events->name[op.row];
      read_args (self, &op);
      g_array_append_val (self->ops, op);
    }
}

gboolean
tftimeline_read_ops (TftimelineTrace *self)
{
  self->places = g_new0 (TftimelinePlace, MAX (self->trace->processes->len, 1));
  for (guint i = 0; i < self->trace->processes->len; i++)
    {
      const char *name = chrome_trace_get_text (self->trace, chrome_trace_get_process (self->trace, i)->name);
      g_autofree char *device = tftimeline_dup_device (name, self->data->has_tasks);
      g_autofree char *task = self->data->has_tasks ? tftimeline_dup_task (name) : g_strdup ("");

      self->places[i].device = lamina_builder_intern (self->builder, device, -1);
      self->places[i].task = lamina_builder_intern (self->builder, task, -1);
    }
  for (guint i = 0; i < self->trace->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self->trace, i);
      guint8 kind = self->data->kinds[track->process];

      if (g_cancellable_is_cancelled (self->trace->cancellable))
        return FALSE;
      if (kind == TFTIMELINE_OPS || kind == TFTIMELINE_STREAM || kind == TFTIMELINE_COPIES)
        read_track (self, track);
    }
  g_array_sort_with_data (self->ops, compare_ops, self->events);
  index_nodes (self);
  return TRUE;
}

/* Streams do not always say the task of their device. */
const GArray *
tftimeline_find_node (TftimelineTrace       *self,
                      const TftimelinePlace *place,
                      guint32                name)
{
  const GArray *found = g_hash_table_lookup (self->nodes, tftimeline_make_key (place->device, name));

  return found ? found : g_hash_table_lookup (self->nodes, tftimeline_make_key (place->task, name));
}

guint
tftimeline_count_begun (TftimelineTrace *self,
                        const GArray    *node,
                        gint64           time)
{
  guint first = 0, n = node->len;

  while (n > 0)
    {
      guint half = n / 2;
      const TftimelineOp *op = &g_array_index (self->ops, TftimelineOp, g_array_index (node, guint, first + half));

      if (self->events->start[op->row] <= time)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

static LaminaPhase
find_phase (TftimelineTrace    *self,
            const TftimelineOp *op)
{
  const char *name = chrome_trace_get_text (self->trace, op->name);
  const char *type = chrome_trace_get_text (self->trace, op->type);

  if (g_str_has_prefix (type, "MEMCPY"))
    return LAMINA_PHASE_COPY;
  if (g_str_has_prefix (name, "gradients/") || strstr (name, "/gradients/"))
    return LAMINA_PHASE_BACKWARD;
  return LAMINA_PHASE_UNKNOWN;
}

/* Where streams are measured, operators of the processor work on their own device, and would cost nothing otherwise. */
static guint32
add_layer (TftimelineTrace    *self,
           const TftimelineOp *op,
           gboolean            has_streams)
{
  const ChromeEvents *events = self->events;
  gint64 duration = events->end[op->row] - events->start[op->row];
  LaminaLayerInit layer = chrome_collect_layer (self->trace, op->row);

  layer.name = op->name;
  layer.type = op->type;
  layer.device = op->place.device;
  layer.phase = find_phase (self, op);
  layer.order = self->n_layers++;
  if (op->kind == TFTIMELINE_OPS)
    chrome_collect_host (self->trace, op->row, self->self_times, &layer);
  else if (op->kind == TFTIMELINE_COPIES)
    layer.device_time = duration;
  if (op->kind == TFTIMELINE_OPS && has_streams && op->is_processor)
    layer.device_time = layer.host_self != LAMINA_ABSENT ? layer.host_self : duration;
  return lamina_builder_add_layer (self->builder, self->run, &layer);
}

/* What `stream:all` and `memcpy` repeat: the same node at the same time on the same device. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 name;
  guint32 device;
} Twin;

CHROME_DEFINE_KEY (Twin, hash_twin, equal_twins)

static void
add_kernel (TftimelineTrace *self,
            GHashTable      *twins,
            TftimelineOp    *op)
{
  const Twin key = { self->events->start[op->row], self->events->end[op->row], op->name, op->place.device };
  const TftimelineOp *host = NULL;
  const GArray *node;
  gpointer found;

  if (op->kind == TFTIMELINE_COPIES && g_hash_table_lookup_extended (twins, &key, NULL, &found))
    {
      op->layer = GPOINTER_TO_UINT (found);
      return;
    }
  /* The operator of its node that had begun last, or the first at all. */
  node = op->kind == TFTIMELINE_STREAM ? tftimeline_find_node (self, &op->place, op->name) : NULL;
  if (node)
    host = &g_array_index (self->ops, TftimelineOp,
                           g_array_index (node, guint, MAX (tftimeline_count_begun (self, node, key.start), 1) - 1));
  op->layer = host ? host->layer : add_layer (self, op, FALSE);
  if (op->kind == TFTIMELINE_STREAM)
    g_hash_table_insert (twins, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (op->layer));
}

static gboolean
has_host (gpointer data,
          guint32  track,
          guint32  row)
{
  const TftimelineTrace *self = data;

  return self->data->kinds[chrome_trace_get_track (self->trace, track)->process] == TFTIMELINE_OPS;
}

/* Operators first, for kernels look for them; then streams, for the sums look for these. */
void
tftimeline_add_layers (TftimelineTrace *self)
{
  static const TftimelineKind kinds[] = { TFTIMELINE_OPS, TFTIMELINE_STREAM, TFTIMELINE_COPIES };
  g_autoptr (GHashTable) twins = g_hash_table_new_full (hash_twin, equal_twins, g_free, NULL);
  guint32 *layers = chrome_events_need_layers (self->events);
  gboolean has_streams = FALSE;

  for (guint i = 0; i < self->ops->len; i++)
    has_streams |= g_array_index (self->ops, TftimelineOp, i).kind != TFTIMELINE_OPS;

  self->self_times = chrome_self_times_new (self->trace, has_host, self);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < self->ops->len; i++)
      {
        TftimelineOp *op = &g_array_index (self->ops, TftimelineOp, i);

        if (op->kind != kinds[k])
          continue;
        if (op->kind == TFTIMELINE_OPS)
          op->layer = add_layer (self, op, has_streams);
        else
          add_kernel (self, twins, op);
        layers[op->row] = op->layer;
      }
}
