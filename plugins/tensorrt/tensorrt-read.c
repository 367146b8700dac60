/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <math.h>
#include <string.h>

/* Single values. A `null` is "not known"; so is a value that can't be used, which is noted. */

/* Times beyond 73 years are none; what is below can be added and subtracted twice without overflow. */
#define MAX_TIME (G_MAXINT64 / 4)

void
tensorrt_file_note (TensorrtFile *self,
                    const char   *kind,
                    guint64       offset,
                    guint32       record)
{
  lamina_import_note (self->engine->import, kind, self->source, offset, record);
}

static void
note_value (TensorrtFile     *self,
            LaminaJsonReader *json,
            const char       *kind)
{
  LaminaJsonType type = lamina_json_reader_peek (json);

  if (type != LAMINA_JSON_NULL && type != LAMINA_JSON_NOTHING)
    tensorrt_file_note (self, kind, lamina_json_reader_get_offset (json), lamina_json_reader_get_record (json));
}

LaminaJsonReader *
tensorrt_file_open_json (TensorrtFile *self,
                         guint64       offset,
                         const char   *record_path)
{
  LaminaJsonReader *json = lamina_json_reader_new (self->source, offset, G_MAXUINT64, NULL, self->engine->import,
                                                   self->engine->cancellable);

  if (record_path)
    lamina_json_reader_add_record_path (json, record_path);
  return json;
}

const char *
tensorrt_read_text (TensorrtFile     *self,
                    LaminaJsonReader *json)
{
  const char *text = lamina_json_reader_read_text (json, NULL);

  if (text)
    return tensorrt_engine_keep (self->engine, text);
  note_value (self, json, N_("a value that should be text is left out"));
  return NULL;
}

gint64
tensorrt_read_count (TensorrtFile     *self,
                     LaminaJsonReader *json)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  gint64 value;

  if (!lamina_json_reader_read_int64 (json, &value))
    note_value (self, json, N_("a number cannot be read"));
  else if (value >= 0)
    return value;
  else
    tensorrt_file_note (self, N_("a number that is too small is left out"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

gint64
tensorrt_read_time (TensorrtFile     *self,
                    LaminaJsonReader *json,
                    gboolean          negative,
                    double           *milliseconds)
{
  guint64 offset = lamina_json_reader_get_offset (json);
  LaminaJsonType type = lamina_json_reader_peek (json);
  gsize length;
  const char *text = lamina_json_reader_read_text (json, &length);
  gint64 value;

  *milliseconds = (double) NAN;
  if (type == LAMINA_JSON_NULL || type == LAMINA_JSON_NOTHING)
    return LAMINA_ABSENT;
  if (text && lamina_decimal_parse (text, length, 6, &value))
    {
      if (value > (negative ? -MAX_TIME : -1) && value < MAX_TIME)
        {
          *milliseconds = g_ascii_strtod (text, NULL);
          return value;
        }
      tensorrt_file_note (self, N_("a time is out of range"), offset, lamina_json_reader_get_record (json));
      return LAMINA_ABSENT;
    }
  tensorrt_file_note (self, N_("a time is not a finite number"), offset, lamina_json_reader_get_record (json));
  return LAMINA_ABSENT;
}

gboolean
tensorrt_parse_time (const char *text,
                     gsize       length,
                     gint64     *time)
{
  gint64 value;

  if (!lamina_decimal_parse (text, length, 6, &value) || value < 0 || value >= MAX_TIME)
    return FALSE;
  *time = value;
  return TRUE;
}

/* Dimensions below 0 are not known before the engine runs. */
static gboolean
tensorrt_read_numbers (TensorrtFile     *self,
                       LaminaJsonReader *json,
                       TensorrtRange    *range)
{
  GArray *dims = self->engine->dims;
  guint64 offset = lamina_json_reader_get_offset (json);

  *range = (TensorrtRange) { dims->len, 0 };
  if (!lamina_json_reader_enter_array (json))
    {
      note_value (self, json, N_("a value that should be an array is left out"));
      return FALSE;
    }
  while (lamina_json_reader_next_element (json))
    {
      gint64 value = LAMINA_ABSENT;

      if (!lamina_json_reader_read_int64 (json, &value))
        note_value (self, json, N_("a number cannot be read"));
      if (value < 0)
        value = LAMINA_ABSENT;
      if (range->n++ < LAMINA_MAX_DIMS)
        g_array_append_val (dims, value);
    }
  if (range->n <= LAMINA_MAX_DIMS)
    return TRUE;
  tensorrt_file_note (self, N_("a shape has too many dimensions"), offset, lamina_json_reader_get_record (json));
  g_array_set_size (dims, range->first);
  range->n = 0;
  return FALSE;
}

/*
 * `{"Layers": […], "Bindings": […]}`: a layer is its name alone, or an object of all that the engine's inspector knows.
 * What a convolution inside a ConvActPool says has `Conv` before its key.
 */

enum
{
  KEY_NAME,
  KEY_LAYER_TYPE,
  KEY_PARAMETER_TYPE,
  KEY_METADATA,
  KEY_INPUTS,
  KEY_OUTPUTS,
  KEY_STREAM,
  KEY_WEIGHTS,
  KEY_CONV_WEIGHTS,
  KEY_SMALL_WEIGHTS,
  KEY_OUT_MAPS,
  KEY_CONV_OUT_MAPS,
  KEY_SPANS,
};

static const char *const layer_keys[] = {
  [KEY_NAME] = "Name", [KEY_LAYER_TYPE] = "LayerType", [KEY_PARAMETER_TYPE] = "ParameterType", [KEY_INPUTS] = "Inputs",
  [KEY_OUTPUTS] = "Outputs", [KEY_STREAM] = "StreamId", [KEY_METADATA] = "Metadata", [KEY_WEIGHTS] = "Weights",
  [KEY_CONV_WEIGHTS] = "ConvWeights", [KEY_SMALL_WEIGHTS] = "weights", [KEY_OUT_MAPS] = "OutMaps",
  [KEY_CONV_OUT_MAPS] = "ConvOutMaps",
  [KEY_SPANS] = "Kernel", "ConvKernel", "Stride", "ConvStride", "Dilation", "ConvDilation", "PrePadding",
  "ConvPrePadding", "PostPadding", "ConvPostPadding", NULL,
};

static void
read_tensor (TensorrtFile     *self,
             LaminaJsonReader *json)
{
  static const char *const keys[] = { "Name", "Location", "Dimensions", "Format/Datatype", NULL };
  TensorrtTensor tensor = { .offset = lamina_json_reader_get_offset (json) };
  int key;

  if (lamina_json_reader_peek (json) == LAMINA_JSON_STRING)
    tensor.name = tensorrt_read_text (self, json);
  else if (lamina_json_reader_enter_object (json))
    {
      while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
        if (key == 0)
          tensor.name = tensorrt_read_text (self, json);
        else if (key == 1)
          tensor.location = tensorrt_read_text (self, json);
        else if (key == 2)
          tensor.has_dims = tensorrt_read_numbers (self, json, &tensor.dims);
        else if (key == 3)
          tensor.format = tensorrt_read_text (self, json);
    }
  tensor.length = MAX (lamina_json_reader_get_end (json), tensor.offset) - tensor.offset;
  g_array_append_val (self->engine->tensors, tensor);
}

static void
read_tensors (TensorrtFile     *self,
              LaminaJsonReader *json,
              TensorrtRange    *range)
{
  range->first = self->engine->tensors->len;
  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      read_tensor (self, json);
  else
    tensorrt_file_note (self, N_("a value that should be an array is left out"), lamina_json_reader_get_offset (json),
                        lamina_json_reader_get_record (json));
  range->n = self->engine->tensors->len - range->first;
}

/* `{"Type": "Half", "Count": 9408}` */
static void
read_weights (TensorrtFile     *self,
              LaminaJsonReader *json,
              TensorrtWeights  *weights)
{
  static const char *const keys[] = { "Type", "Count", NULL };
  int key;

  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      weights->type = tensorrt_read_text (self, json);
    else if (key == 1)
      weights->count = tensorrt_read_count (self, json);
  weights->bytes = weights->count == LAMINA_ABSENT || !weights->type
                   ? LAMINA_ABSENT
                   : lamina_shape_get_bytes (&weights->count, 1, lamina_dtype_get_bits (weights->type));
}

static void
read_span (TensorrtFile     *self,
           LaminaJsonReader *json,
           TensorrtSpan     *span)
{
  TensorrtRange range;

  if (lamina_json_reader_peek (json) != LAMINA_JSON_ARRAY || !tensorrt_read_numbers (self, json, &range))
    return;
  if (range.n <= TENSORRT_MAX_SPATIAL)
    {
      span->n = range.n;
      for (guint i = 0; i < range.n; i++)
        span->values[i] = g_array_index (self->engine->dims, gint64, range.first + i);
    }
  g_array_set_size (self->engine->dims, range.first);
}

static void
read_member (TensorrtFile     *self,
             LaminaJsonReader *json,
             int               key,
             TensorrtLayer    *layer)
{
  TensorrtWindow *window = &layer->window;
  const char **texts[] = { &layer->name, &layer->layer_type, &layer->parameter_type, &layer->metadata };
  TensorrtSpan *spans[] = { &window->kernel, &window->stride, &window->dilation, &window->before, &window->after };

  switch (key)
    {
    case LAMINA_JSON_OTHER:
      break;
    case KEY_NAME:
    case KEY_LAYER_TYPE:
    case KEY_PARAMETER_TYPE:
    case KEY_METADATA:
      *texts[key] = tensorrt_read_text (self, json);
      break;
    case KEY_INPUTS:
      read_tensors (self, json, &layer->inputs);
      break;
    case KEY_OUTPUTS:
      read_tensors (self, json, &layer->outputs);
      break;
    case KEY_STREAM:
      layer->stream = tensorrt_read_count (self, json);
      break;
    case KEY_WEIGHTS:
    case KEY_CONV_WEIGHTS:
    case KEY_SMALL_WEIGHTS:
      read_weights (self, json, &layer->weights);
      break;
    case KEY_OUT_MAPS:
    case KEY_CONV_OUT_MAPS:
      layer->out_maps = tensorrt_read_count (self, json);
      break;
    default:
      read_span (self, json, spans[(key - KEY_SPANS) / 2]);
    }
}

static void
read_layer (TensorrtFile     *self,
            LaminaJsonReader *json,
            TensorrtInfo     *info)
{
  TensorrtLayer layer = tensorrt_layer_new (lamina_json_reader_get_offset (json), lamina_json_reader_get_record (json));
  int key;

  if (lamina_json_reader_peek (json) == LAMINA_JSON_STRING)
    layer.name = tensorrt_read_text (self, json);
  else if (lamina_json_reader_enter_object (json))
    {
      while ((key = lamina_json_reader_next_member (json, layer_keys)) != LAMINA_JSON_END)
        read_member (self, json, key, &layer);
      layer.length = MAX (lamina_json_reader_get_end (json), layer.offset) - layer.offset;
      info->detailed = TRUE;
    }
  else
    {
      lamina_import_skip (self->engine->import, layer.record, N_("the layer is neither a name nor an object"));
      return;
    }
  if (!layer.name)
    {
      layer.name = tensorrt_engine_keep (self->engine, "");
      tensorrt_file_note (self, N_("a layer has no name"), layer.offset, layer.record);
    }
  g_array_append_val (info->layers, layer);
}

static void
read_root (TensorrtFile     *self,
           LaminaJsonReader *json,
           TensorrtInfo     *info)
{
  static const char *const keys[] = { "Layers", "Bindings", NULL };
  const char *name;
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0 && lamina_json_reader_enter_array (json))
      while (lamina_json_reader_next_element (json))
        {
          if (key == 0)
            read_layer (self, json, info);
          else if ((name = tensorrt_read_text (self, json)) != NULL)
            g_ptr_array_add (info->bindings, (gpointer) name);
        }
    else if (key == 0 && lamina_json_reader_enter_object (json))
      while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
        lamina_import_skip (self->engine->import, lamina_json_reader_get_record (json), N_("the layers are not a list"));
}

static guint64
tensorrt_read_layers (TensorrtFile *self,
                      guint64       offset)
{
  g_autoptr (LaminaJsonReader) json = tensorrt_file_open_json (self, offset, "/Layers/@");
  TensorrtInfo *info = tensorrt_engine_add_info (self->engine, self->index, offset);

  if (lamina_json_reader_enter_object (json))
    read_root (self, json, info);
  if (info->layers->len == 0)
    {
      tensorrt_file_note (self, N_("an engine has no layers"), offset, LAMINA_NONE);
      g_ptr_array_set_size (self->engine->infos, (int) self->engine->infos->len - 1);
    }
  return lamina_json_reader_get_end (json);
}

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
      Place place = { 1, lamina_source_get_name (source), i };
      gsize length;
      const char *head = lamina_source_get_head (source, &length, NULL);

      /* Results before all else, devices behind all else: so their properties stand. */
      if (head && memmem (head, MIN (length, 64), "\"performance_summary\"", 21))
        place.rank = 0;
      else if (head && memmem (head, MIN (length, 512), "\"ComputeCapability\"", 19))
        place.rank = 2;

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
