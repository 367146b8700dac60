/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

/*
 * What is known of a variable: the file spreads it over its own entry, its memory chunk and the footprints of its
 * operators.
 */

static const MegengineShape *
get_shape (MegengineProfile *self,
           MegengineSpan     span,
           guint             i)
{
  return &g_array_index (self->shapes, MegengineShape, span.first + i);
}

static void
take_shape (MegengineVar         *var,
            const MegengineShape *shape)
{
  if (var->shape.id == 0)
    var->shape = *shape;
}

static void
take_inputs (MegengineProfile  *self,
             MegengineOperator *operator)
{
  if (operator->in_shapes.n == operator->inputs.n)
    for (guint i = 0; i < operator->inputs.n; i++)
      take_shape (megengine_profile_get_input (self, operator, i), get_shape (self, operator->in_shapes, i));
  if (operator->in_layouts.n == operator->inputs.n)
    for (guint i = 0; i < operator->inputs.n; i++)
      {
        MegengineVar *var = megengine_profile_get_input (self, operator, i);

        if (var->layout == 0)
          var->layout = g_array_index (self->layouts, guint32, operator->in_layouts.first + i);
      }
}

/* A footprint lists the shapes of the outputs that hold values: all but the volatile ones. */
static void
take_outputs (MegengineProfile  *self,
              MegengineOperator *operator)
{
  guint n = 0;

  for (guint i = 0; i < operator->outputs.n; i++)
    n += !megengine_profile_get_output (self, operator, i)->is_volatile;
  if (n != operator->out_shapes.n)
    return;
  n = 0;
  for (guint i = 0; i < operator->outputs.n; i++)
    {
      MegengineVar *var = megengine_profile_get_output (self, operator, i);

      if (!var->is_volatile)
        take_shape (var, get_shape (self, operator->out_shapes, n++));
    }
}

static MegengineChunk *
get_chunk (MegengineProfile *self,
           guint32           id)
{
  gpointer row;

  if (id == 0 || !g_hash_table_lookup_extended (self->chunk_by_id, GUINT_TO_POINTER (id), NULL, &row))
    return NULL;
  return &g_array_index (self->chunks, MegengineChunk, GPOINTER_TO_UINT (row));
}

static void
link_chunks (MegengineProfile *self)
{
  for (guint i = 0; i < self->chunks->len; i++)
    {
      MegengineChunk *chunk = &g_array_index (self->chunks, MegengineChunk, i);
      guint32 owner = megengine_profile_lookup_var (self, chunk->owner);
      MegengineVar *var = owner == LAMINA_NONE ? NULL : megengine_profile_get_var (self, owner);

      chunk->used = var && var->in_graph;
      if (chunk->used && var->chunk == 0)
        var->chunk = chunk->id;
    }
}

static gint64
dense_bytes (const MegengineVar *var)
{
  gint64 bits;

  if (var->shape.n_elements == LAMINA_ABSENT || var->bits == 0
      || __builtin_mul_overflow (var->shape.n_elements, (gint64) var->bits, &bits))
    return LAMINA_ABSENT;
  return bits / 8 + (bits % 8 != 0);
}

/* The range of a previous run is what was really used; else the plan tells. */
static void
place_var (MegengineProfile *self,
           MegengineVar     *var)
{
  MegengineChunk *chunk = get_chunk (self, var->chunk);

  if (chunk)
    chunk->used = TRUE;
  var->address = var->prev_dev_ptr ? var->prev_dev_ptr : var->dev_ptr;
  if (var->address == 0 && chunk && chunk->dev_ptr)
    if (__builtin_add_overflow (chunk->dev_ptr, var->chunk_offset, &var->address))
      var->address = 0;
  if (var->prev_dev_ptr && var->prev_dev_ptr_end >= var->prev_dev_ptr
      && var->prev_dev_ptr_end - var->prev_dev_ptr <= G_MAXINT64)
    var->bytes = (gint64) (var->prev_dev_ptr_end - var->prev_dev_ptr);
  else if (var->prev_dev_ptr_end)
    megengine_profile_note (self, N_("an address range of a variable is left out"), var->args.offset, var->record);
}

/*
 * Most variables have no dtype of their own in the file. Where an operator works on one element type, the others have
 * that of the first that is known, when it fits the bytes of an element.
 */
static void
infer_dtype (MegengineVar       *var,
             const MegengineVar *other)
{
  if (var->dtype || var->bytes == LAMINA_ABSENT || var->bytes == 0 || dense_bytes (other) == LAMINA_ABSENT)
    return;
  var->bits = other->bits;
  if (dense_bytes (var) == var->bytes)
    {
      var->dtype = other->dtype;
      var->estimated |= LAMINA_ESTIMATE_DTYPE;
    }
  else
    var->bits = 0;
}

static MegengineVar *
get_operand (MegengineProfile        *self,
             const MegengineOperator *operator,
             guint                    i)
{
  if (i < operator->inputs.n)
    return megengine_profile_get_input (self, operator, i);
  return megengine_profile_get_output (self, operator, i - operator->inputs.n);
}

static void
infer_dtypes (MegengineProfile  *self,
              MegengineOperator *operator)
{
  guint n = operator->inputs.n + operator->outputs.n;
  const MegengineVar *known = NULL;

  if (!(operator->traits & MEGENGINE_TRAIT_SAME_DTYPE))
    return;
  for (guint i = 0; i < n && !known; i++)
    {
      MegengineVar *var = get_operand (self, operator, i);

      if (var->dtype && !var->is_volatile)
        known = var;
    }
  for (guint i = 0; i < n && known; i++)
    {
      MegengineVar *var = get_operand (self, operator, i);

      if (!var->is_volatile)
        infer_dtype (var, known);
    }
}

/* Sizes that the file does not state, and where the memory ends. */
static void
size_var (MegengineProfile *self,
          MegengineVar     *var)
{
  MegengineChunk *chunk = get_chunk (self, var->chunk);

  if (var->bytes == LAMINA_ABSENT && dense_bytes (var) != LAMINA_ABSENT)
    {
      var->bytes = dense_bytes (var);
      var->estimated |= LAMINA_ESTIMATE_BYTES;
    }
  else if (var->bytes == LAMINA_ABSENT && chunk && chunk->owner == var->id)
    var->bytes = chunk->size;
  if (var->address == 0 || var->bytes == LAMINA_ABSENT
      || __builtin_add_overflow (var->address, (guint64) var->bytes, &var->end))
    var->end = var->address;
}

static void
link_tensors (MegengineProfile *self)
{
  link_chunks (self);
  for (guint32 i = 0; i < self->operators->len; i++)
    {
      take_inputs (self, megengine_profile_get_operator (self, i));
      take_outputs (self, megengine_profile_get_operator (self, i));
    }
  for (guint32 i = 0; i < self->vars->len; i++)
    place_var (self, megengine_profile_get_var (self, i));
  for (guint i = 0; i < self->order->len; i++)
    infer_dtypes (self, megengine_profile_get_operator (self, g_array_index (self->order, guint32, i)));
  for (guint32 i = 0; i < self->vars->len; i++)
    size_var (self, megengine_profile_get_var (self, i));
  for (guint32 i = 0; i < self->vars->len; i++)
    {
      /* A variable without memory of its own keeps that of the one that it shares it with. */
      MegengineVar *var = megengine_profile_get_var (self, i);
      guint32 row = var->source && !var->address ? megengine_profile_lookup_var (self, var->source) : LAMINA_NONE;

      if (row != LAMINA_NONE)
        {
          var->address = megengine_profile_get_var (self, row)->address;
          var->end = megengine_profile_get_var (self, row)->end;
        }
    }
}

/*
 * What only the whole file tells: which times belong to which operator, the order, and who makes and reads a variable.
 */

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const MegengineTimes *x = a;
  const MegengineTimes *y = b;

  if (x->operator != y->operator)
    return x->operator < y->operator ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Drops what contradicts itself, so that later steps need not ask. */
static void
check_times (MegengineProfile *self,
             MegengineTimes   *times)
{
  if (times->end != LAMINA_ABSENT && times->end < times->start)
    {
      megengine_profile_note (self, N_("an operator ends before it starts; its end is left out"), times->offset,
                              LAMINA_NONE);
      times->end = LAMINA_ABSENT;
    }
  if (times->kern != LAMINA_ABSENT
      && (times->kern < times->start || (times->end != LAMINA_ABSENT && times->kern > times->end)))
    {
      megengine_profile_note (self, N_("a kernel starts outside its operator; its start is left out"), times->offset,
                              LAMINA_NONE);
      times->kern = LAMINA_ABSENT;
    }
}

/* Sorts by operator and place, and keeps the first of two entries for the same. @span: of the times of an operator, in it */
static void
link_times (MegengineProfile *self,
            GArray           *array,
            gsize             span)
{
  MegengineTimes *times = (MegengineTimes *) (gpointer) array->data;
  guint n = 0;

  g_array_sort (array, compare_times);
  for (guint i = 0; i < array->len; i++)
    {
      if (n > 0 && compare_times (&times[n - 1], &times[i]) == 0)
        {
          megengine_profile_note (self, N_("an operator has two times at one place; the second is left out"),
                                  times[i].offset, LAMINA_NONE);
          continue;
        }
      times[n] = times[i];
      check_times (self, &times[n++]);
    }
  g_array_set_size (array, n);
  for (guint i = n; i-- > 0;)
    {
      MegengineOperator *operator = megengine_profile_get_operator (self, times[i].operator);
      MegengineSpan *found = G_STRUCT_MEMBER_P (operator, span);

      *found = (MegengineSpan) { i, found->n + 1 };
    }
}

typedef struct
{
  gboolean on_device;
  gint64 start;
  guint32 operator;
} Start;

/* Those with device times first: host and device clocks can't be compared yet. */
static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Start *x = a;
  const Start *y = b;

  if (x->on_device != y->on_device)
    return x->on_device ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->operator < y->operator ? -1 : x->operator > y->operator;
}

/* Where comp_seq is missing or was cut, the measured starts tell the rest of the order. */
static void
complete_order (MegengineProfile *self)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));

  for (guint32 i = 0; i < self->operators->len; i++)
    {
      MegengineOperator *operator = megengine_profile_get_operator (self, i);
      Start start = { operator->device.n > 0, 0, i };

      if (operator->order != LAMINA_NONE || (operator->device.n == 0 && operator->host.n == 0))
        continue;
      start.start = start.on_device ? megengine_profile_get_device (self, operator->device.first)->start
                                    : megengine_profile_get_host (self, operator->host.first)->start;
      g_array_append_val (starts, start);
    }
  if (starts->len == 0)
    return;
  megengine_profile_note (self, N_("comp_seq is incomplete; the operators that it lacks follow in the order of their starts"), 0,
                          LAMINA_NONE);
  g_array_sort (starts, compare_starts);
  for (guint i = 0; i < starts->len; i++)
    {
      guint32 row = g_array_index (starts, Start, i).operator;

      megengine_profile_get_operator (self, row)->order = self->order->len;
      g_array_append_val (self->order, row);
    }
}

static void
link_outputs (MegengineProfile *self,
              guint32           row)
{
  MegengineOperator *operator = megengine_profile_get_operator (self, row);

  for (guint i = 0; i < operator->outputs.n; i++)
    {
      MegengineVar *var = megengine_profile_get_output (self, operator, i);

      if (var->producer != LAMINA_NONE)
        {
          megengine_profile_note (self, N_("a variable is an output twice; the first operator counts"), operator->extra.offset,
                                  operator->record);
          continue;
        }
      var->producer = row;
      var->first_step = var->last_step = operator->order;
      var->last_reader = operator->order == LAMINA_NONE ? LAMINA_NONE : row;
    }
}

static void
link_inputs (MegengineProfile *self,
             guint32           row)
{
  MegengineOperator *operator = megengine_profile_get_operator (self, row);

  for (guint i = 0; i < operator->inputs.n; i++)
    {
      MegengineVar *var = megengine_profile_get_input (self, operator, i);

      var->n_readers++;
      if (operator->traits & MEGENGINE_TRAIT_OUTPUT)
        var->n_takers++;
      if (operator->order != LAMINA_NONE && var->first_step != LAMINA_NONE && operator->order >= var->last_step)
        {
          var->last_step = operator->order;
          var->last_reader = row;
        }
    }
}

void
megengine_profile_link (MegengineProfile *self)
{
  link_times (self, self->device, G_STRUCT_OFFSET (MegengineOperator, device));
  link_times (self, self->host, G_STRUCT_OFFSET (MegengineOperator, host));
  if (!self->order_is_whole)
    complete_order (self);
  /* What is in comp_seq or was measured ran; where comp_seq is not whole, whatever speaks for it counts. */
  for (guint32 i = 0; i < self->operators->len; i++)
    {
      MegengineOperator *operator = megengine_profile_get_operator (self, i);

      operator->executed = operator->order != LAMINA_NONE || operator->device.n > 0 || operator->host.n > 0
                           || operator->sublayers.n > 0
                           || (!self->order_is_whole && (operator->has_footprint || operator->scheduled));
    }
  for (guint32 i = 0; i < self->operators->len; i++)
    link_outputs (self, i);
  for (guint32 i = 0; i < self->operators->len; i++)
    link_inputs (self, i);
  for (guint32 i = 0; i < self->vars->len; i++)
    if (!megengine_profile_get_var (self, i)->in_graph)
      megengine_profile_note (self, N_("an operator names a variable that is not in the file; only its id is known"), 0,
                              LAMINA_NONE);
  for (guint32 i = 0; i < self->operators->len; i++)
    if (!megengine_profile_get_operator (self, i)->in_graph)
      megengine_profile_note (self, N_("an operator is not in the graph; it is shown without name, type and variables"), 0,
                              LAMINA_NONE);
  link_tensors (self);
}

/* What MegEngine's types of operators mean. */

static const struct
{
  const char *type;
  MegengineTraits traits;
} types[] = {
  { "AxisAddRemove", MEGENGINE_TRAIT_SAME_DTYPE },
  { "BatchConvBiasForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "BatchedMatrixMul", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Concat", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvBiasForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionBackwardData", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionBackwardFilter", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Copy", MEGENGINE_TRAIT_COPY | MEGENGINE_TRAIT_SAME_DTYPE },
  { "Dimshuffle", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Elemwise", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Host2DeviceCopy", MEGENGINE_TRAIT_INPUT },
  { "ImmutableTensor", MEGENGINE_TRAIT_CONSTANT },
  { "InputCallback", MEGENGINE_TRAIT_INPUT },
  { "InputPlaceholder", MEGENGINE_TRAIT_INPUT },
  { "MatrixMul", MEGENGINE_TRAIT_SAME_DTYPE },
  { "MultipleDeviceTensorHolder", MEGENGINE_TRAIT_CONSTANT },
  { "OutputCallback", MEGENGINE_TRAIT_OUTPUT },
  { "PoolingBackward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "PoolingForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Reduce", MEGENGINE_TRAIT_SAME_DTYPE },
  { "SharedDeviceTensor", MEGENGINE_TRAIT_CONSTANT },
  { "VolatileSharedDeviceTensor", MEGENGINE_TRAIT_INPUT },
};

MegengineTraits
megengine_traits_of_type (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].type, type) == 0)
      return types[i].traits;
  return 0;
}
