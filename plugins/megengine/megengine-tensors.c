/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/* Each variable becomes a tensor, with what makes and reads it, and how long it is kept. */

static LaminaRole
find_role (MegengineProfile   *profile,
           const MegengineVar *var)
{
  const MegengineOperator *producer = NULL;
  MegengineTraits traits = 0;

  if (var->producer != LAMINA_NONE)
    {
      producer = megengine_profile_get_operator (profile, var->producer);
      traits = producer->traits;
    }
  if (!var->in_graph)
    return LAMINA_ROLE_UNKNOWN;
  if (var->is_volatile)
    return LAMINA_ROLE_WORKSPACE;
  if (traits & MEGENGINE_TRAIT_INPUT)
    return LAMINA_ROLE_INPUT;
  if (var->persistent || (traits & MEGENGINE_TRAIT_CONSTANT))
    return LAMINA_ROLE_PARAMETER;
  if (var->n_readers > var->n_takers)
    return LAMINA_ROLE_ACTIVATION;
  /* Nobody works with it: a result, unless it was never made or holds nothing, such as what a callback "returns". */
  if (producer && producer->executed && (var->shape.id || var->bytes != LAMINA_ABSENT))
    return LAMINA_ROLE_OUTPUT;
  return LAMINA_ROLE_UNKNOWN;
}

/*
 * From the start of its producer to the end of its last reader, on the clock of the producer. FALSE when it is not known.
 */
static gboolean
find_lifetime (MegengineBuild     *self,
               const MegengineVar *var,
               MegengineWhen      *life)
{
  MegengineWhen last;

  if (var->first_step == LAMINA_NONE
      || !megengine_build_get_when (self, megengine_profile_get_operator (self->profile, var->producer), life)
      || !megengine_build_get_when (self, megengine_profile_get_operator (self->profile, var->last_reader), &last))
    return FALSE;
  life->end = MAX (last.end + last.offset - life->offset, life->end);
  return TRUE;
}

static void
add_tensor (MegengineBuild *self,
            guint32         row)
{
  MegengineProfile *profile = self->profile;
  const MegengineVar *var = megengine_profile_get_var (profile, row);
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  MegengineWhen life;
  gboolean is_kept = find_lifetime (self, var, &life);

  tensor.name = var->name ? var->name : var->id;
  tensor.dtype = var->dtype;
  tensor.layout = var->layout;
  tensor.shape = var->shape.id;
  tensor.role = find_role (profile, var);
  tensor.producer = var->producer == LAMINA_NONE ? LAMINA_NONE : self->layers[var->producer];
  tensor.bytes = var->bytes;
  tensor.address = var->address;
  /* The file states who works with it and when, not when it is made and freed. */
  tensor.estimated = var->estimated | (is_kept ? LAMINA_ESTIMATE_LIFETIME : LAMINA_ESTIMATE_NONE);
  self->tensors[row] = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_import_account (profile->import, var->record, LAMINA_RECORD_SHOWN);
  if (var->args.length > 0)
    lamina_builder_add_tensor_args (self->builder, self->run, self->tensors[row], 0, 0, var->args.offset,
                                    var->args.length);
  if (is_kept)
    lamina_builder_add_lifetime (self->builder, self->run, self->tensors[row], LAMINA_LIFETIME_VALUE, var->bytes,
                                 life.clock, life.start, life.end);
}

static void
add_links (MegengineBuild *self,
           guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  const guint32 *links = (const guint32 *) (gpointer) self->profile->links->data;

  for (guint i = 0; i < operator->inputs.n; i++)
    lamina_builder_add_input (self->builder, self->run, self->layers[row],
                              self->tensors[links[operator->inputs.first + i]]);
  for (guint i = 0; i < operator->outputs.n; i++)
    lamina_builder_add_output (self->builder, self->run, self->layers[row],
                               self->tensors[links[operator->outputs.first + i]]);
}

/* A memory chunk is where variables lie: their rows tell what it would. */
static void
account_chunks (MegengineProfile *profile)
{
  for (guint i = 0; i < profile->chunks->len; i++)
    {
      const MegengineChunk *chunk = &g_array_index (profile->chunks, MegengineChunk, i);

      if (!chunk->used)
        lamina_import_skip (profile->import, chunk->record, N_("no variable of the file lies in the memory chunk"));
      else if (chunk->size == LAMINA_ABSENT)
        lamina_import_skip (profile->import, chunk->record, N_("the memory chunk has no size"));
      else
        lamina_import_account (profile->import, chunk->record, LAMINA_RECORD_MERGED);
    }
}

void
megengine_build_tensors (MegengineBuild *self)
{
  for (guint32 i = 0; i < self->profile->vars->len; i++)
    add_tensor (self, i);
  for (guint32 i = 0; i < self->profile->operators->len; i++)
    add_links (self, i);
  account_chunks (self->profile);
}
