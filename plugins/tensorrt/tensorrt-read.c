/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

typedef guint64 (*ReadValue) (TensorrtFile *self,
                              guint64       offset);

/* How the values begin; NULL at the end, as the finder wants it. */
static const char *const openings[] = {
  "{\"Layers\"", "{\"Bindings\"", "[{\"count\"", "[{\"name\"", "[{\"startEnqMs\"", "[{\"startInMs\"",
  "[{\"startH2dMs\"", "[{\"startComputeMs\"", "{\"performance_summary\"", "{\"inference_options\"",
  "{\"model_options\"", "{\"build_options\"", "{\"device_information\"", "[{\"Name\"", NULL,
};

static const ReadValue readers[] = {
  tensorrt_read_layers, tensorrt_read_layers, tensorrt_read_profile, tensorrt_read_profile, tensorrt_read_times,
  tensorrt_read_times, tensorrt_read_times, tensorrt_read_times, tensorrt_read_metadata, tensorrt_read_metadata,
  tensorrt_read_metadata, tensorrt_read_metadata, tensorrt_read_metadata, tensorrt_read_devices,
};

static gboolean
read_file (TensorrtFile  *self,
           GError       **error)
{
  g_autoptr (LaminaJsonFinder) finder = lamina_json_finder_new (self->source, openings, self->engine->cancellable);
  guint64 offset;
  guint opening;

  while (lamina_json_finder_next (finder, &offset, &opening))
    {
      guint64 end = readers[opening] (self, offset);

      if (end <= offset)
        continue;
      g_array_append_val (self->extents, offset);
      g_array_append_val (self->extents, end);
      lamina_json_finder_seek (finder, end);
    }
  tensorrt_read_lines (self);
  return lamina_json_finder_finish (finder, error);
}

typedef struct
{
  int rank;
  const char *name;
  guint index;
} Place;

/* Results before all else, devices behind all else: so their properties stand. */
static int
get_rank (LaminaSource *source)
{
  gsize length;
  const char *head = lamina_source_get_head (source, &length, NULL);

  if (head && memmem (head, MIN (length, 64), "\"performance_summary\"", 21))
    return 0;
  return head && memmem (head, MIN (length, 512), "\"ComputeCapability\"", 19) ? 2 : 1;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *left = a, *right = b;
  int order = left->rank != right->rank ? left->rank - right->rank : strcmp (left->name, right->name);

  return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

/* In an order of their own: the document is the same whichever of its files was opened. */
gboolean
tensorrt_read (TensorrtEngine  *engine,
               GError         **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  gboolean whole = TRUE;

  for (guint i = 0; i < lamina_sources_get_n (engine->sources); i++)
    {
      LaminaSource *source = lamina_sources_get (engine->sources, i);
      Place place = { get_rank (source), lamina_source_get_name (source), i };

      g_array_append_val (places, place);
    }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len && whole; i++)
    {
      g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (guint64));
      guint index = g_array_index (places, Place, i).index;
      TensorrtFile file = { engine, lamina_sources_get (engine->sources, index), index, extents };

      whole = read_file (&file, error);
    }
  return whole;
}
