/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-key.h"
#include "chrome-self.h"

#include <string.h>

LaminaLayerInit
chrome_collect_layer (ChromeTrace *trace,
                      guint32      row)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = trace->events->name[row];
  layer.track = trace->events->track[row];
  layer.start = trace->events->start[row];
  return layer;
}

void
chrome_collect_host (ChromeTrace     *trace,
                     guint32          row,
                     const gint64    *self_times,
                     LaminaLayerInit *layer)
{
  layer->host = trace->events->end[row] - trace->events->start[row];
  layer->host_self = chrome_self_times_get (self_times, row);
}

gboolean
chrome_collect_within (ChromeTrace *trace,
                       guint32      inner,
                       guint32      outer)
{
  const ChromeEvents *events = trace->events;

  return events->end[outer] > events->start[inner] && events->end[outer] >= events->end[inner];
}

guint
chrome_collect_begun (const GArray *array,
                      gsize         offset,
                      gint64        time)
{
  gsize size = g_array_get_element_size ((GArray *) array);
  guint first = 0, n = array->len;

  while (n > 0)
    {
      guint half = n / 2;
      gint64 start;

      memcpy (&start, array->data + (first + half) * size + offset, sizeof start);
      if (start <= time)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

guint32
chrome_collect_counter (ChromeTrace *trace,
                        GHashTable  *counters,
                        guint32      key,
                        guint32      process,
                        const char  *title)
{
  gpointer found;
  guint32 counter;

  if (g_hash_table_lookup_extended (counters, GUINT_TO_POINTER (key), NULL, &found))
    return GPOINTER_TO_UINT (found);
  counter = lamina_builder_add_counter (trace->builder, trace->run, chrome_trace_get_process (trace, process)->group, title, 0,
                                        LAMINA_UNIT_BYTES, FALSE);
  g_hash_table_insert (counters, GUINT_TO_POINTER (key), GUINT_TO_POINTER (counter));
  return counter;
}

void
chrome_collect_sample (ChromeTrace        *trace,
                       guint32             counter,
                       const ChromeSample *sample)
{
  lamina_builder_add_sample (trace->builder, trace->run, counter, sample->time, sample->value);
  trace->events->phase[sample->row] = CHROME_PHASE_TAKEN;
  lamina_import_account (trace->import, chrome_trace_get_record (trace, sample->row), LAMINA_RECORD_SHOWN);
}

void
chrome_collect_end (ChromeTrace *trace,
                    guint32      row)
{
  if (trace->events->phase[row] != 't')
    return;
  trace->events->phase[row] = 'f';
  trace->events->flags[row] |= CHROME_EVENT_ENCLOSED;
}

/* Tensors */

typedef struct
{
  guint32 name;
  guint32 dtype;
  guint32 shape;
  guint32 kind;
} Key;

struct _ChromeTensors
{
  LaminaBuilder *builder;
  guint32 run;
  GHashTable *known; /* Key: tensor + 1 */
};

CHROME_DEFINE_KEY (Key, hash_key, equal_keys)

ChromeTensors *
chrome_tensors_new (ChromeTrace *trace)
{
  ChromeTensors *self = g_new0 (ChromeTensors, 1);

  self->builder = trace->builder;
  self->run = trace->run;
  self->known = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  return self;
}

void
chrome_tensors_free (ChromeTensors *self)
{
  g_hash_table_unref (self->known);
  g_free (self);
}

guint32
chrome_tensors_need (ChromeTensors     *self,
                     const char        *dtype,
                     gsize              dtype_length,
                     const gint64      *dims,
                     guint              n,
                     guint32            kind,
                     LaminaTensorInit  *init)
{
  g_autofree char *word = g_strndup (dtype != NULL ? dtype : "", dtype_length);
  Key key = { .name = init->name, .kind = kind };
  guint32 found;

  if (dims != NULL)
    {
      key.dtype = init->dtype = lamina_builder_intern (self->builder, word, -1);
      key.shape = init->shape = lamina_builder_intern_shape (self->builder, dims, n);
    }
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, &key));
  if (found > 0)
    return found - 1;
  if (dims != NULL)
    init->bytes = lamina_shape_get_bytes (dims, n, lamina_dtype_get_bits (word));
  init->estimated = init->bytes != LAMINA_ABSENT ? LAMINA_ESTIMATE_BYTES : LAMINA_ESTIMATE_NONE;
  found = lamina_builder_add_tensor (self->builder, self->run, init);
  if (found != LAMINA_NONE)
    g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (found + 1));
  return found;
}
