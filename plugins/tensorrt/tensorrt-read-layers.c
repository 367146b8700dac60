/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-read.h"

#include <string.h>

/*
 * `{"Layers": […], "Bindings": […]}`: a layer is its name alone, or an object of all that the engine's inspector knows.
 * What a convolution inside a ConvActPool says has `Conv` before its key.
 */

enum
{
  KEY_NAME,
  KEY_LAYER_TYPE,
  KEY_PARAMETER_TYPE,
  KEY_INPUTS,
  KEY_OUTPUTS,
  KEY_STREAM,
  KEY_METADATA,
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

static TensorrtSpan *
get_span (TensorrtWindow *window,
          int             key)
{
  TensorrtSpan *spans[] = { &window->kernel, &window->stride, &window->dilation, &window->before, &window->after };

  return spans[(key - KEY_SPANS) / 2];
}

static void
read_member (TensorrtFile     *self,
             LaminaJsonReader *json,
             int               key,
             TensorrtLayer    *layer)
{
  switch (key)
    {
    case LAMINA_JSON_OTHER:
      break;
    case KEY_NAME:
      layer->name = tensorrt_read_text (self, json);
      break;
    case KEY_LAYER_TYPE:
      layer->layer_type = tensorrt_read_text (self, json);
      break;
    case KEY_PARAMETER_TYPE:
      layer->parameter_type = tensorrt_read_text (self, json);
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
    case KEY_METADATA:
      layer->metadata = tensorrt_read_text (self, json);
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
      read_span (self, json, get_span (&layer->window, key));
    }
}

static void
read_layer (TensorrtFile     *self,
            LaminaJsonReader *json,
            TensorrtInfo     *info)
{
  TensorrtLayer layer = { .record = lamina_json_reader_get_record (json),
                          .offset = lamina_json_reader_get_offset (json), .stream = LAMINA_ABSENT, .out_maps = LAMINA_ABSENT, .weights = { NULL, LAMINA_ABSENT } };
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
read_bindings (TensorrtFile     *self,
               LaminaJsonReader *json,
               TensorrtInfo     *info)
{
  if (!lamina_json_reader_enter_array (json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      const char *name = tensorrt_read_text (self, json);

      if (name)
        g_ptr_array_add (info->bindings, (gpointer) name);
    }
}

static void
read_root (TensorrtFile     *self,
           LaminaJsonReader *json,
           TensorrtInfo     *info)
{
  static const char *const keys[] = { "Layers", "Bindings", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 1)
      read_bindings (self, json, info);
    else if (key == 0 && lamina_json_reader_enter_array (json))
      while (lamina_json_reader_next_element (json))
        read_layer (self, json, info);
}

guint64
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
