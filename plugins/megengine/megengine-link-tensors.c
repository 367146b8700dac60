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

/* A variable without memory of its own keeps that of the one that it shares it with. */
static void
share_memory (MegengineProfile *self,
              MegengineVar     *var)
{
  guint32 row = var->source ? megengine_profile_lookup_var (self, var->source) : LAMINA_NONE;
  const MegengineVar *source = row == LAMINA_NONE ? NULL : megengine_profile_get_var (self, row);

  if (var->address || !source)
    return;
  var->address = source->address;
  var->end = source->end;
}

void
megengine_profile_link_tensors (MegengineProfile *self)
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
    share_memory (self, megengine_profile_get_var (self, i));
}
