/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-read.h"

/* The graph: the sections operator, var and mem_chunk. Their members are the records of the file. */

/* What stands in a list has no id. The reader has counted it all the same. */
static gboolean
enter_section (MegengineProfile *self,
               LaminaJsonReader *json)
{
  if (!lamina_json_reader_enter_array (json))
    return megengine_enter_object (self, json);
  while (lamina_json_reader_next_element (json))
    lamina_import_skip (self->import, lamina_json_reader_get_record (json), N_("the section is a list without ids"));
  return FALSE;
}

static void
read_links (MegengineProfile *self,
            LaminaJsonReader *json,
            MegengineSpan    *span)
{
  if (!megengine_enter_array (self, json))
    return;
  *span = (MegengineSpan) { .first = self->links->len };
  while (lamina_json_reader_next_element (json))
    {
      gsize length;
      guint64 offset = lamina_json_reader_get_offset (json);
      const char *id = lamina_json_reader_read_text (json, &length);
      guint32 row;

      if (id)
        {
          row = megengine_profile_find_var (self, id, length);
          g_array_append_val (self->links, row);
        }
      else
        megengine_profile_note (self, N_("an input or output is not an id"), offset, lamina_json_reader_get_record (json));
    }
  span->n = self->links->len - span->first;
}

static void
read_operator (MegengineProfile  *self,
               LaminaJsonReader  *json,
               MegengineOperator *operator)
{
  static const char *const keys[] = { "name", "type", "input", "output", "extra", "waiting_spec", NULL };
  const char *type;
  gsize length;
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: operator->name = megengine_read_string (self, json); break;
      case 1:
        type = lamina_json_reader_read_text (json, &length);
        if (type)
          {
            operator->type = lamina_builder_intern (self->builder, type, length);
            operator->traits = megengine_traits_of_type (type);
          }
        break;
      case 2: read_links (self, json, &operator->inputs); break;
      case 3: read_links (self, json, &operator->outputs); break;
      case 4: megengine_skip_args (self, json, &operator->extra); break;
      case 5:
        operator->scheduled = lamina_json_reader_peek (json) == LAMINA_JSON_OBJECT;
        megengine_skip_args (self, json, &operator->waiting_spec);
        break;
      default: break;
      }
}

/* Goes to the next member that is an object; others are left out for the reason @not_object. */
static gboolean
next_object (MegengineProfile *self,
             LaminaJsonReader *json,
             const char       *not_object)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      if (lamina_json_reader_peek (json) == LAMINA_JSON_OBJECT)
        return TRUE;
      lamina_import_skip (self->import, lamina_json_reader_get_record (json), not_object);
    }
  return FALSE;
}

static void
megengine_read_operators (MegengineProfile *self,
                          LaminaJsonReader *json)
{
  if (!enter_section (self, json))
    return;
  while (next_object (self, json, N_("the operator is not an object")))
    {
      gsize length;
      const char *id = lamina_json_reader_get_key (json, &length);
      guint32 record = lamina_json_reader_get_record (json);
      MegengineOperator *operator =
        megengine_profile_get_operator (self, megengine_profile_find_operator (self, id, length));

      if (operator->in_graph)
        {
          lamina_import_skip (self->import, record, N_("there is another operator with this id"));
          continue;
        }
      operator->in_graph = TRUE;
      operator->record = record;
      lamina_json_reader_enter_object (json);
      read_operator (self, json, operator);
    }
}

static void
read_flags (MegengineProfile *self,
            LaminaJsonReader *json,
            MegengineVar     *var)
{
  if (!megengine_enter_array (self, json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      const char *flag = lamina_json_reader_read_text (json, NULL);

      var->persistent |= g_strcmp0 (flag, "PERSISTENT_DEVICE_VALUE") == 0;
      var->is_volatile |= g_strcmp0 (flag, "VOLATILE_CONTENT") == 0;
    }
}

static void
read_layout (MegengineProfile *self,
             LaminaJsonReader *json,
             MegengineVar     *var)
{
  static const char *const keys[] = { "shape", "stride", "dtype", NULL };
  g_autoptr (GArray) dims = NULL;
  g_autoptr (GArray) strides = NULL;
  const char *dtype;
  gsize length;
  int key;

  if (!megengine_enter_object (self, json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0:
        g_clear_pointer (&dims, g_array_unref);
        dims = megengine_read_numbers (self, json, 0);
        break;
      case 1:
        g_clear_pointer (&strides, g_array_unref);
        strides = megengine_read_numbers (self, json, G_MININT64 + 1);
        break;
      case 2:
        dtype = lamina_json_reader_read_text (json, &length);
        if (dtype)
          {
            var->dtype = lamina_builder_intern (self->builder, dtype, length);
            var->bits = lamina_dtype_get_bits (dtype);
          }
        break;
      default: break;
      }
  if (dims)
    megengine_make_shape (self, dims, &var->shape);
  var->layout = megengine_make_layout (self, dims, strides);
}

static void
read_mem_plan (MegengineProfile *self,
               LaminaJsonReader *json,
               MegengineVar     *var)
{
  static const char *const keys[] = { "mem_chunk_id", "offset_byte", "layout", NULL };
  int key;

  if (!megengine_enter_object (self, json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: var->chunk = megengine_read_string (self, json); break;
      case 1: var->chunk_offset = megengine_read_address (self, json); break;
      case 2: read_layout (self, json, var); break;
      default: break;
      }
}

/* The shape that MegEngine inferred before it ran. */
static void
read_inferred (MegengineProfile *self,
               LaminaJsonReader *json,
               MegengineShape   *shape)
{
  static const char *const tags[] = { "SHAPE", NULL };
  static const char *const keys[] = { "inferred_result", NULL };
  int tag, key;

  if (!megengine_enter_object (self, json))
    return;
  while ((tag = lamina_json_reader_next_member (json, tags)) != LAMINA_JSON_END)
    if (tag == 0 && megengine_enter_object (self, json))
      while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
        if (key == 0 && lamina_json_reader_peek (json) == LAMINA_JSON_ARRAY)
          {
            g_autoptr (GArray) dims = megengine_read_numbers (self, json, 0);

            megengine_make_shape (self, dims, shape);
          }
}

static void
read_var (MegengineProfile *self,
          LaminaJsonReader *json,
          MegengineVar     *var)
{
  static const char *const keys[] = {
    "name", "comp_node", "flag", "mem_plan", "dev_ptr", "prev_dev_ptr", "prev_dev_ptr_end",
    "mem_readonly_fwd_src", "force_update_src", "static_infer_tags", NULL,
  };
  MegengineShape inferred = { .n_elements = LAMINA_ABSENT };
  const char *text;
  gsize length;
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: var->name = megengine_read_string (self, json); break;
      case 1:
        text = lamina_json_reader_read_text (json, &length);
        if (text)
          var->comp_node = megengine_profile_find_comp_node (self, text, length);
        break;
      case 2: read_flags (self, json, var); break;
      case 3: read_mem_plan (self, json, var); break;
      case 4: var->dev_ptr = megengine_read_address (self, json); break;
      case 5: var->prev_dev_ptr = megengine_read_address (self, json); break;
      case 6: var->prev_dev_ptr_end = megengine_read_address (self, json); break;
      case 7:
      case 8:
        if (lamina_json_reader_peek (json) != LAMINA_JSON_NULL)
          var->source = megengine_read_string (self, json);
        break;
      case 9: read_inferred (self, json, &inferred); break;
      default: break;
      }
  if (var->shape.id == 0)
    var->shape = inferred;
}

static void
megengine_read_vars (MegengineProfile *self,
                     LaminaJsonReader *json)
{
  if (!enter_section (self, json))
    return;
  while (next_object (self, json, N_("the variable is not an object")))
    {
      gsize length;
      const char *id = lamina_json_reader_get_key (json, &length);
      guint32 record = lamina_json_reader_get_record (json);
      guint64 offset = lamina_json_reader_get_offset (json);
      MegengineVar *var = megengine_profile_get_var (self, megengine_profile_find_var (self, id, length));

      if (var->in_graph)
        {
          lamina_import_skip (self->import, record, N_("there is another variable with this id"));
          continue;
        }
      var->in_graph = TRUE;
      var->record = record;
      lamina_json_reader_enter_object (json);
      read_var (self, json, var);
      if (!lamina_json_reader_is_cut (json))
        var->args = (MegengineArgs) { offset, lamina_json_reader_get_end (json) - offset };
    }
}

static void
read_chunk (MegengineProfile *self,
            LaminaJsonReader *json,
            MegengineChunk   *chunk)
{
  static const char *const keys[] = { "size", "owner_var", "dev_ptr", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: chunk->size = megengine_read_count (self, json); break;
      case 1: chunk->owner = megengine_read_string (self, json); break;
      case 2: chunk->dev_ptr = megengine_read_address (self, json); break;
      default: break;
      }
}

static void
megengine_read_chunks (MegengineProfile *self,
                       LaminaJsonReader *json)
{
  if (!enter_section (self, json))
    return;
  while (next_object (self, json, N_("the memory chunk is not an object")))
    {
      gsize length;
      const char *id = lamina_json_reader_get_key (json, &length);
      MegengineChunk chunk = { .record = lamina_json_reader_get_record (json), .size = LAMINA_ABSENT };

      chunk.id = lamina_builder_intern (self->builder, id, length);
      if (g_hash_table_contains (self->chunk_by_id, GUINT_TO_POINTER (chunk.id)))
        lamina_import_skip (self->import, chunk.record, N_("there is another memory chunk with this id"));
      else
        {
          lamina_json_reader_enter_object (json);
          read_chunk (self, json, &chunk);
          g_hash_table_insert (self->chunk_by_id, GUINT_TO_POINTER (chunk.id), GUINT_TO_POINTER (self->chunks->len));
          g_array_append_val (self->chunks, chunk);
        }
    }
}

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

static void
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

/* Lists of numbers: the shapes of tensors, or their strides. */
static void
read_lists (MegengineProfile *self,
            LaminaJsonReader *json,
            gboolean          are_shapes,
            MegengineSpan    *span)
{
  GArray *array = are_shapes ? self->shapes : self->layouts;

  if (!megengine_enter_array (self, json))
    return;
  *span = (MegengineSpan) { .first = array->len };
  while (lamina_json_reader_next_element (json))
    {
      g_autoptr (GArray) numbers = megengine_read_numbers (self, json, are_shapes ? 0 : G_MININT64 + 1);
      guint32 layout = are_shapes ? 0 : megengine_make_layout (self, NULL, numbers);
      MegengineShape shape;

      megengine_make_shape (self, are_shapes ? numbers : NULL, &shape);
      g_array_append_vals (array, are_shapes ? (gconstpointer) &shape : &layout, 1);
    }
  span->n = array->len - span->first;
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
      case 2: read_lists (self, json, TRUE, &operator->in_shapes); break;
      case 3: read_lists (self, json, TRUE, &operator->out_shapes); break;
      case 4: read_lists (self, json, FALSE, &operator->in_layouts); break;
      case 5: megengine_skip_args (self, json, &operator->param); break;
      default: break;
      }
}

static void
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

static void
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

typedef void (*ReadSection) (MegengineProfile *self,
                             LaminaJsonReader *json);

/* Hands each member of the current object to the function that stands where its key does. */
static void
read_sections (MegengineProfile   *self,
               LaminaJsonReader   *json,
               const char *const  *keys,
               const ReadSection  *read)
{
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      read[key] (self, json);
    else
      megengine_profile_note (self, N_("a section that Lamina does not know is left out"), lamina_json_reader_get_offset (json),
                              lamina_json_reader_get_record (json));
}

static void
read_device (MegengineProfile *self,
             LaminaJsonReader *json)
{
  megengine_read_times (self, json, TRUE);
}

static void
read_host (MegengineProfile *self,
           LaminaJsonReader *json)
{
  megengine_read_times (self, json, FALSE);
}

static void
read_order (MegengineProfile *self,
            LaminaJsonReader *json)
{
  if (!megengine_enter_array (self, json))
    return;
  self->has_order = TRUE;
  while (lamina_json_reader_next_element (json))
    {
      gsize length;
      guint64 offset = lamina_json_reader_get_offset (json);
      const char *id = lamina_json_reader_read_text (json, &length);
      guint32 row = id ? megengine_profile_find_operator (self, id, length) : LAMINA_NONE;

      if (!id)
        megengine_profile_note (self, N_("an entry of comp_seq is not an id"), offset, LAMINA_NONE);
      else if (megengine_profile_get_operator (self, row)->order != LAMINA_NONE)
        megengine_profile_note (self, N_("an operator stands in comp_seq twice"), offset, LAMINA_NONE);
      else
        {
          megengine_profile_get_operator (self, row)->order = self->order->len;
          g_array_append_val (self->order, row);
        }
    }
  self->order_is_whole = !lamina_json_reader_is_cut (json);
}

static void
read_profiler (MegengineProfile *self,
               LaminaJsonReader *json)
{
  static const char *const keys[] = { "device", "host", "opr_footprint", "opr_internal_pf", NULL };
  static const ReadSection read[] = {
    read_device,
    read_host,
    megengine_read_footprints,
    megengine_read_sublayers,
  };

  if (megengine_enter_object (self, json))
    read_sections (self, json, keys, read);
}

static void
read_graph (MegengineProfile *self,
            LaminaJsonReader *json)
{
  static const char *const keys[] = { "operator", "var", "mem_chunk", "comp_seq", NULL };
  static const ReadSection read[] = {
    megengine_read_operators,
    megengine_read_vars,
    megengine_read_chunks,
    read_order,
  };

  if (megengine_enter_object (self, json))
    read_sections (self, json, keys, read);
}

/*
 * There are three kinds of files: a profile, footprints beside a graph, and the members of a graph without anything
 * around them.
 */
gboolean
megengine_profile_read (MegengineProfile *self,
                        LaminaJsonReader *json)
{
  static const char *const keys[] = {
    "profiler", "graph_exec", "opr_footprint", "operator", "var", "mem_chunk", "comp_seq", NULL,
  };
  static const ReadSection read[] = {
    read_profiler,
    read_graph,
    megengine_read_footprints,
    megengine_read_operators,
    megengine_read_vars,
    megengine_read_chunks,
    read_order,
  };
  static const char *const sections[] = { "/operator/@", "/var/@", "/mem_chunk/@" };

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *nested = g_strconcat ("/graph_exec", sections[i], NULL);

      lamina_json_reader_add_record_path (json, nested);
      lamina_json_reader_add_record_path (json, sections[i]);
    }
  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  read_sections (self, json, keys, read);
  lamina_json_reader_expect_end (json);
  return TRUE;
}
