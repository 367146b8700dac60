/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-private.h"

/* The part of the builder that takes tensors. */

guint32
lamina_builder_add_tensor (LaminaBuilder          *self,
                           guint32                 run,
                           const LaminaTensorInit *tensor)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaTensors *tensors;
  guint i;

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  tensors = &found->tensors;
  i = tensors->n;
  lamina_columns_reserve (tensors, lamina_tensor_columns, LAMINA_N_TENSOR_COLUMNS, &found->tensors_capacity, i + 1);
  ((guint32 *) tensors->name)[i] = tensor->name;
  ((guint32 *) tensors->dtype)[i] = tensor->dtype;
  ((guint32 *) tensors->layout)[i] = tensor->layout;
  ((guint32 *) tensors->shape)[i] = tensor->shape;
  ((guint32 *) tensors->producer)[i] = tensor->producer;
  ((guint8 *) tensors->role)[i] = (guint8) tensor->role;
  ((guint8 *) tensors->estimated)[i] = (guint8) tensor->estimated;
  ((gint64 *) tensors->bytes)[i] = tensor->bytes;
  ((guint64 *) tensors->address)[i] = tensor->address;
  tensors->n = i + 1;
  return i;
}

/* The run when the row exists and there is room for what belongs to it. */
static LaminaRun *
get_run_for_tensor (LaminaBuilder *self,
                    guint32        run,
                    guint32        tensor)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || tensor == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (tensor < found->tensors.n, NULL);
  return lamina_builder_take_rows (self, 1) ? found : NULL;
}

void
lamina_builder_add_lifetime (LaminaBuilder      *self,
                             guint32             run,
                             guint32             tensor,
                             LaminaLifetimeKind  kind,
                             gint64              bytes,
                             guint32             clock,
                             gint64              first,
                             gint64              last)
{
  LaminaRun *found = get_run_for_tensor (self, run, tensor);
  LaminaRowLifetime lifetime = { tensor, { kind, clock, bytes, 0, 0 } };

  if (found == NULL || clock == LAMINA_NONE)
    return;
  lifetime.lifetime.first = lamina_builder_check_time (self, first);
  lifetime.lifetime.last = lamina_builder_check_time (self, last);
  g_return_if_fail (clock < MAX (found->clocks->len, 1));
  g_array_append_val (found->staged_lifetimes, lifetime);
}

void
lamina_builder_add_tensor_args (LaminaBuilder *self,
                                guint32        run,
                                guint32        tensor,
                                guint32        title,
                                guint          source,
                                guint64        offset,
                                guint64        length)
{
  LaminaRun *found = get_run_for_tensor (self, run, tensor);
  LaminaRowArgs args = { tensor, { title, self->first_source + source, offset, length } };

  if (found != NULL)
    g_array_append_val (found->staged_tensor_args, args);
}
