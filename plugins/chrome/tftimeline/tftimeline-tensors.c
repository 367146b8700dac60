/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-collect.h"
#include "tftimeline-trace-private.h"

#include <string.h>

/*
 * What TensorFlow says of a tensor, as a text without quotes:
 *
 *   dtype: DT_FLOAT shape { dim { size: 64 } dim { size: 10 } }
 *   allocation_description { requested_bytes: 2560 allocated_bytes: 2560 allocator_name: GPU_0_bfc ptr: 1108101562368 }
 *
 * dtype is the word without `DT_`, in small letters. Numbers that are not there are absent, an address 0. has_shape is
 * FALSE when the rank is unknown.
 */
typedef struct
{
  char dtype[24];
  LaminaShape shape;
  gboolean has_shape;
  gint64 requested;
  guint64 address;
} TftimelineDescription;

static void
read_shape (LaminaProtoReader     *proto,
            TftimelineDescription *description)
{
  LaminaShape *shape = &description->shape;

  description->has_shape = TRUE;
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dim") && lamina_proto_reader_enter (proto))
      {
        /* A dimension without a size is 0, which the text form leaves out. */
        gint64 size = 0;

        while (lamina_proto_reader_next (proto))
          if (lamina_proto_reader_is_at (proto, "size") && !lamina_proto_reader_read_int64 (proto, &size))
            size = LAMINA_ABSENT;
        if (shape->n < LAMINA_MAX_DIMS)
          shape->dims[shape->n++] = size >= 0 ? size : LAMINA_ABSENT;
      }
    else if (lamina_proto_reader_is_at (proto, "unknown_rank"))
      description->has_shape = FALSE;
}

static void
read_allocation (LaminaProtoReader     *proto,
                 TftimelineDescription *description)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "requested_bytes"))
      lamina_proto_reader_read_int64 (proto, &description->requested);
    else if (lamina_proto_reader_is_at (proto, "ptr"))
      {
        const char *text = lamina_proto_reader_read_text (proto, NULL);

        if (text)
          lamina_decimal_parse_uint64 (text, strlen (text), &description->address);
      }
}

static void
tftimeline_parse_description (const char            *text,
                              gsize                  length,
                              TftimelineDescription *description)
{
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new_for_text (text, length);

  *description = (TftimelineDescription) { .requested = LAMINA_ABSENT };
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dtype"))
      {
        const char *word = lamina_proto_reader_read_text (proto, NULL);
        g_autofree char *lower = word ? g_ascii_strdown (word + (g_str_has_prefix (word, "DT_") ? strlen ("DT_") : 0), -1) : NULL;

        if (lower && g_utf8_validate (lower, -1, NULL))
          g_strlcpy (description->dtype, lower, sizeof description->dtype);
      }
    else if (lamina_proto_reader_is_at (proto, "shape") && lamina_proto_reader_enter (proto))
      read_shape (proto, description);
    else if (lamina_proto_reader_is_at (proto, "allocation_description") && lamina_proto_reader_enter (proto))
      read_allocation (proto, description);
}

/*
 * Each tensor is an object of a type of its own, which lives from N to D and is described by O. A track for each would
 * bury the operators, so they leave the timeline and become tensors with a lifetime.
 */

static gpointer
get_key (ChromeTrace *trace,
         guint32      row)
{
  const ChromeExtra *extra = chrome_events_get_extra (trace->events, row);

  return GUINT_TO_POINTER ((extra ? extra->id : 0) + 1);
}

static gboolean
is_tensor (ChromeTrace          *trace,
           const TftimelineData *data,
           guint32               row)
{
  guint8 phase = trace->events->phase[row];

  return (phase == 'N' || phase == 'O') && data->kinds[chrome_trace_get_process_of (trace, row)] == TFTIMELINE_TENSORS;
}

/* Numbers of tensors are unique in the file. A snapshot is meant for the tensor of its number. */
static void
collect (ChromeTrace    *trace,
         TftimelineData *data)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (NULL, NULL);
  ChromeEvents *events = trace->events;

  for (guint row = 0; row < events->n; row++)
    if (events->phase[row] == 'N' && is_tensor (trace, data, row) && events->slice[row] != LAMINA_NONE)
      {
        const TftimelineTensor tensor = { row, LAMINA_NONE };

        g_hash_table_insert (by_id, get_key (trace, row), GUINT_TO_POINTER (data->tensors->len));
        g_array_append_val (data->tensors, tensor);
      }
  for (guint row = 0; row < events->n; row++)
    {
      gpointer found;

      if (events->phase[row] != 'O' || !is_tensor (trace, data, row)
          || !g_hash_table_lookup_extended (by_id, get_key (trace, row), NULL, &found))
        continue;
      g_array_index (data->tensors, TftimelineTensor, GPOINTER_TO_UINT (found)).snapshot = row;
      events->phase[row] = CHROME_PHASE_TAKEN;
      lamina_import_account (trace->import, chrome_trace_get_record (trace, row), LAMINA_RECORD_MERGED);
    }
}

void
tftimeline_take_tensors (ChromeTrace    *trace,
                         TftimelineData *data)
{
  ChromeEvents *events = trace->events;
  g_autofree gboolean *is_marked = g_new0 (gboolean, MAX (trace->tracks->len, 1));

  collect (trace, data);
  for (guint i = 0; i < data->tensors->len; i++)
    {
      guint32 row = g_array_index (data->tensors, TftimelineTensor, i).created;

      events->phase[row] = CHROME_PHASE_TAKEN;
      events->slice[row] = LAMINA_NONE;
      lamina_import_account (trace->import, chrome_trace_get_record (trace, row), LAMINA_RECORD_SHOWN);
    }
  for (guint row = 0; row < events->n; row++)
    if (events->phase[row] > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE
        && events->track[row] != LAMINA_NONE)
      is_marked[events->track[row]] = TRUE;
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);

      if (track->kind == CHROME_TRACK_OBJECTS && data->kinds[track->process] == TFTIMELINE_TENSORS)
        {
          track->n = 0;
          track->is_needed = is_marked[i];
        }
    }
  chrome_assemble_needed (trace);
}

static gboolean
read_description (TftimelineTrace       *self,
                  guint32                row,
                  TftimelineDescription *description)
{
  static const char *const keys[] = { "snapshot", NULL }, *const inner[] = { "tensor_description", NULL };
  g_autoptr (LaminaJsonReader) json = row == LAMINA_NONE ? NULL : chrome_trace_open_args (self->trace, row);
  gsize length;
  const char *text;
  int key;

  while (json && (key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0 && lamina_json_reader_enter_object (json))
      while ((key = lamina_json_reader_next_member (json, inner)) != LAMINA_JSON_END)
        if (key == 0 && (text = lamina_json_reader_read_text (json, &length)))
          {
            tftimeline_parse_description (text, length, description);
            return TRUE;
          }
  return FALSE;
}

guint32
tftimeline_find_origin (TftimelineTrace *self,
                        guint32          tensor)
{
  const char *text = chrome_trace_get_text (self->trace, tensor), *colon = strrchr (text, ':');
  g_autofree char *node = NULL;

  if (!colon || colon[1] == '\0' || strspn (colon + 1, "0123456789") != strlen (colon + 1))
    return tensor;
  node = g_strndup (text, (gsize) (colon - text));
  return lamina_builder_intern (self->builder, node, -1);
}

static TftimelineOp *
find_producer (TftimelineTrace       *self,
               const TftimelinePlace *place,
               guint32                name,
               gint64                 start)
{
  const GArray *found = tftimeline_find_node (self, place, tftimeline_find_origin (self, name));

  for (guint i = 0; found && i < found->len; i++)
    {
      TftimelineOp *op = &g_array_index (self->ops, TftimelineOp, g_array_index (found, guint, i));

      if (self->events->start[op->row] == start || i + 1 == found->len)
        return op;
    }
  return NULL;
}

static void
describe_tensor (TftimelineTrace        *self,
                 const TftimelineTensor *found,
                 LaminaTensorInit       *tensor)
{
  TftimelineDescription description;

  if (!read_description (self, found->snapshot, &description))
    return;
  tensor->dtype = lamina_builder_intern (self->builder, description.dtype, -1);
  tensor->bytes = description.requested >= 0 ? description.requested : LAMINA_ABSENT;
  tensor->address = description.address;
  if (!description.has_shape)
    return;
  tensor->shape = lamina_builder_intern_shape (self->builder, description.shape.dims, description.shape.n);
  if (tensor->bytes != LAMINA_ABSENT)
    return;
  tensor->bytes = lamina_shape_get_bytes (description.shape.dims, description.shape.n,
                                          lamina_dtype_get_bits (description.dtype));
  tensor->estimated = tensor->bytes != LAMINA_ABSENT ? LAMINA_ESTIMATE_BYTES : LAMINA_ESTIMATE_NONE;
}

/* Tensors of one name in several tasks. */
#define SEVERAL LAMINA_NONE

/* The last of a device and of a task; of all tasks, the last of one alone. */
static void
know_tensor (TftimelineTrace       *self,
             const TftimelinePlace *place,
             guint32                name,
             guint32                tensor)
{
  gpointer known = GUINT_TO_POINTER (tensor + 1), anywhere = tftimeline_make_key (0, name);
  gpointer of_task = tftimeline_make_key (place->task, name);
  gboolean is_first = !g_hash_table_contains (self->tensor_of, anywhere);

  if (place->task != 0 && !is_first && !g_hash_table_contains (self->tensor_of, of_task))
    known = GUINT_TO_POINTER (SEVERAL);
  if (g_hash_table_lookup (self->tensor_of, anywhere) != GUINT_TO_POINTER (SEVERAL))
    g_hash_table_insert (self->tensor_of, anywhere, known);
  known = GUINT_TO_POINTER (tensor + 1);
  if (place->task != 0)
    g_hash_table_insert (self->tensor_of, of_task, known);
  g_hash_table_insert (self->tensor_of, tftimeline_make_key (place->device, name), known);
}

static void
add_tensor (TftimelineTrace        *self,
            const TftimelineTensor *found)
{
  const ChromeEvents *events = self->events;
  guint32 row = found->created, args = found->snapshot != LAMINA_NONE ? found->snapshot : row, index;
  const TftimelinePlace *place = &self->places[chrome_trace_get_process_of (self->trace, row)];
  const TftimelineOp *producer = find_producer (self, place, events->name[row], events->start[row]);
  const char *type = producer ? chrome_trace_get_text (self->trace, producer->type) : "";
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  tensor.name = events->name[row];
  if (strcmp (type, "Const") == 0 || g_str_has_prefix (type, "Variable") || g_str_has_prefix (type, "VarHandle"))
    tensor.role = LAMINA_ROLE_PARAMETER;
  else if (g_str_has_prefix (type, "Placeholder") || strcmp (type, "_Arg") == 0)
    tensor.role = LAMINA_ROLE_INPUT;
  else
    tensor.role = producer ? LAMINA_ROLE_ACTIVATION : LAMINA_ROLE_UNKNOWN;
  describe_tensor (self, found, &tensor);
  /* Without a D, it is taken to live to the end of the trace. */
  if (events->flags[row] & CHROME_EVENT_OPEN)
    tensor.estimated |= LAMINA_ESTIMATE_LIFETIME;
  index = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_tensor_args (self->builder, self->run, index, 0, 0, chrome_trace_get_offset (self->trace, args),
                                  events->length[args]);
  lamina_builder_add_lifetime (self->builder, self->run, index, LAMINA_LIFETIME_VALUE, tensor.bytes, 0,
                               events->start[row], MAX (events->start[row], events->end[row] - 1));
  if (producer)
    lamina_builder_add_output (self->builder, self->run, producer->layer, index);
  if (index != LAMINA_NONE)
    know_tensor (self, place, tensor.name, index);
}

/* That of the device, else that of the task, else the only one; LAMINA_NONE without one. */
static guint32
find_named (TftimelineTrace       *self,
            const TftimelinePlace *place,
            guint32                name)
{
  const guint32 where[] = { place->device, place->task, 0 };
  guint32 found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (where) && found == 0; i++)
    found = GPOINTER_TO_UINT (g_hash_table_lookup (self->tensor_of, tftimeline_make_key (where[i], name)));
  return found == SEVERAL ? LAMINA_NONE : found - 1;
}

/* Where the graph was cut between devices, the name of the receiver follows that of the tensor: `conv1/_23`. */
static guint32
find_tensor (TftimelineTrace    *self,
             const TftimelineOp *op,
             guint32             name)
{
  guint32 found = find_named (self, &op->place, name);
  const char *text = chrome_trace_get_text (self->trace, name), *cut = g_strrstr (text, "/_");
  g_autofree char *origin = NULL;

  if (found != LAMINA_NONE || !cut || cut == text)
    return found;
  origin = g_strndup (text, (gsize) (cut - text));
  return find_named (self, &op->place, lamina_builder_intern (self->builder, origin, -1));
}

void
tftimeline_add_tensors (TftimelineTrace *self)
{
  for (guint i = 0; i < self->data->tensors->len; i++)
    add_tensor (self, &g_array_index (self->data->tensors, TftimelineTensor, i));
  for (guint i = 0; i < self->ops->len; i++)
    {
      const TftimelineOp *op = &g_array_index (self->ops, TftimelineOp, i);

      for (guint j = 0; j < op->n; j++)
        {
          guint32 tensor = find_tensor (self, op, g_array_index (self->inputs, guint32, op->first + j));

          if (tensor != LAMINA_NONE)
            lamina_builder_add_input (self->builder, self->run, op->layer, tensor);
        }
    }
}

/* Allocators count bytes. */
void
tftimeline_add_memory (TftimelineTrace *self)
{
  ChromeEvents *events = self->events;
  guint32 category = lamina_builder_intern (self->builder, "Memory", -1);
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < events->samples->len; i++)
    {
      const ChromeSample *sample = &g_array_index (events->samples, ChromeSample, i);
      guint32 process = chrome_trace_get_process_of (self->trace, sample->row), name = events->name[sample->row];

      if (events->category[sample->row] == category && self->data->kinds[process] == TFTIMELINE_ALLOCATORS)
        chrome_collect_sample (self->trace, chrome_collect_counter (self->trace, counters, name, process,
                                                                    chrome_trace_get_text (self->trace, name)), sample);
    }
}
