/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-read.h"

/* What the profiler measured and counted: the sections device, host, opr_footprint and opr_internal_pf. */

static void
read_entry (MegengineProfile *self,
            LaminaJsonReader *json,
            MegengineTimes   *times)
{
  static const char *const keys[] = { "start", "kern", "end", NULL };
  gint64 *values[] = { &times->start, &times->kern, &times->end };
  int key;

  times->offset = lamina_json_reader_get_offset (json);
  if (!megengine_enter_object (self, json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      *values[key] = megengine_read_time (self, json, 9);
}

void
megengine_read_times (MegengineProfile *self,
                      LaminaJsonReader *json,
                      gboolean          on_device)
{
  gsize length;
  const char *text;

  if (!megengine_enter_object (self, json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      MegengineTimes times = { 0 };

      text = lamina_json_reader_get_key (json, &length);
      times.operator = megengine_profile_find_operator (self, text, length);
      if (!megengine_enter_object (self, json))
        continue;
      while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
        {
          text = lamina_json_reader_get_key (json, &length);
          times.place = on_device ? megengine_profile_find_comp_node (self, text, length)
                                  : megengine_profile_find_thread (self, text, length);
          times.start = times.kern = times.end = LAMINA_ABSENT;
          read_entry (self, json, &times);
          if (times.start != LAMINA_ABSENT)
            g_array_append_val (on_device ? self->device : self->host, times);
        }
    }
}

static void
read_shapes (MegengineProfile *self,
             LaminaJsonReader *json,
             MegengineSpan    *span)
{
  if (!megengine_enter_array (self, json))
    return;
  *span = (MegengineSpan) { .first = self->shapes->len };
  while (lamina_json_reader_next_element (json))
    {
      g_autoptr (GArray) dims = megengine_read_numbers (self, json, 0);
      MegengineShape shape;

      megengine_make_shape (self, dims, &shape);
      g_array_append_val (self->shapes, shape);
    }
  span->n = self->shapes->len - span->first;
}

static void
read_layouts (MegengineProfile *self,
              LaminaJsonReader *json,
              MegengineSpan    *span)
{
  if (!megengine_enter_array (self, json))
    return;
  *span = (MegengineSpan) { .first = self->layouts->len };
  while (lamina_json_reader_next_element (json))
    {
      g_autoptr (GArray) strides = megengine_read_numbers (self, json, G_MININT64 + 1);
      guint32 layout = megengine_make_layout (self, NULL, strides);

      g_array_append_val (self->layouts, layout);
    }
  span->n = self->layouts->len - span->first;
}

static void
read_footprint (MegengineProfile  *self,
                LaminaJsonReader  *json,
                MegengineOperator *operator)
{
  static const char *const keys[] = {
    "computation", "memory", "in_shapes", "out_shapes", "in_layouts", "param", NULL,
  };
  int key;

  operator->has_footprint = TRUE;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: operator->flop = megengine_read_count (self, json); break;
      case 1: operator->bytes = megengine_read_count (self, json); break;
      case 2: read_shapes (self, json, &operator->in_shapes); break;
      case 3: read_shapes (self, json, &operator->out_shapes); break;
      case 4: read_layouts (self, json, &operator->in_layouts); break;
      case 5: megengine_skip_args (self, json, &operator->param); break;
      default: break;
      }
}

void
megengine_read_footprints (MegengineProfile *self,
                           LaminaJsonReader *json)
{
  if (!megengine_enter_object (self, json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      gsize length;
      const char *id = lamina_json_reader_get_key (json, &length);
      guint32 row = megengine_profile_find_operator (self, id, length);
      MegengineOperator *operator = megengine_profile_get_operator (self, row);
      guint64 offset = lamina_json_reader_get_offset (json);

      if (operator->has_footprint)
        megengine_profile_note (self, N_("an operator has two footprints; the second is left out"), offset, LAMINA_NONE);
      else if (megengine_enter_object (self, json))
        {
          read_footprint (self, json, operator);
          if (!lamina_json_reader_is_cut (json))
            operator->footprint = (MegengineArgs) { offset, lamina_json_reader_get_end (json) - offset };
        }
    }
}

/* An element that TensorRT's profiler wrote: `[name, milliseconds]`. */
static gboolean
read_sublayer (MegengineProfile  *self,
               LaminaJsonReader  *json,
               MegengineSublayer *sublayer)
{
  *sublayer = (MegengineSublayer) { .duration = LAMINA_ABSENT };
  if (!lamina_json_reader_enter_array (json))
    return FALSE;
  if (lamina_json_reader_next_element (json))
    sublayer->name = megengine_read_string (self, json);
  if (lamina_json_reader_next_element (json))
    sublayer->duration = megengine_read_time (self, json, 6);
  while (lamina_json_reader_next_element (json))
    ;
  return sublayer->name != 0 && sublayer->duration >= 0;
}

static void
read_operator_sublayers (MegengineProfile *self,
                         LaminaJsonReader *json,
                         guint32           row)
{
  guint64 begin = lamina_json_reader_get_offset (json);
  MegengineSpan span = { .first = self->sublayers->len };

  if (!megengine_enter_array (self, json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      guint64 offset = lamina_json_reader_get_offset (json);
      MegengineSublayer sublayer;

      if (read_sublayer (self, json, &sublayer))
        g_array_append_val (self->sublayers, sublayer);
      else
        megengine_profile_note (self, N_("a layer inside an operator has no name and time"), offset, LAMINA_NONE);
    }
  span.n = self->sublayers->len - span.first;
  megengine_profile_get_operator (self, row)->sublayers = span;
  megengine_profile_get_operator (self, row)->sublayers_offset = begin;
}

void
megengine_read_sublayers (MegengineProfile *self,
                          LaminaJsonReader *json)
{
  if (!megengine_enter_object (self, json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      gsize length;
      const char *id = lamina_json_reader_get_key (json, &length);

      read_operator_sublayers (self, json, megengine_profile_find_operator (self, id, length));
    }
}
