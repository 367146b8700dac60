/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-build.h"
#include "tensorrt-layout.h"
#include "tensorrt-names.h"

#include <string.h>

/*
 * Layers name what they read and write. A tensor is what has the same name, shape and format: the same name in another
 * shape is a part of it, or belongs to another profile of the engine.
 */

static char *
dup_key (TensorrtBuild        *self,
         const TensorrtTensor *tensor,
         int                   profile)
{
  g_autoptr (GString) key = g_string_new (NULL);

  g_string_append_printf (key, "%d\n%s\n%s\n%d", profile, tensor->name ? tensor->name : "",
                          tensor->format ? tensor->format : "", tensor->has_dims);
  for (guint i = 0; i < tensor->dims.n; i++)
    g_string_append_printf (key, " %" G_GINT64_FORMAT, tensorrt_engine_get_dims (self->engine, tensor)[i]);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

static gboolean
is_binding (TensorrtBuild *self,
            const char    *name)
{
  return name && g_ptr_array_find (self->info->bindings, name, NULL);
}

/* What nobody makes is fed from outside; what is bound and made is a result. */
static LaminaRole
get_role (TensorrtBuild        *self,
          const TensorrtTensor *tensor,
          gboolean              made,
          GHashTable           *produced,
          GHashTable           *consumed)
{
  if (!made && !g_hash_table_contains (produced, tensor->name ? tensor->name : ""))
    return LAMINA_ROLE_INPUT;
  if (self->info->bindings->len > 0 ? is_binding (self, tensor->name)
                                    : made && !g_hash_table_contains (consumed, tensor->name ? tensor->name : ""))
    return LAMINA_ROLE_OUTPUT;
  return LAMINA_ROLE_ACTIVATION;
}

static void
set_format (TensorrtBuild        *self,
            const TensorrtTensor *tensor,
            LaminaTensorInit     *init)
{
  g_autofree char *dtype = tensor->format ? tensorrt_layout_dup_dtype (tensor->format) : NULL;
  g_autofree char *layout = tensor->format ? tensorrt_layout_dup_name (tensor->format, tensor->dims.n) : NULL;

  if (dtype)
    init->dtype = lamina_builder_intern (self->builder, dtype, -1);
  if (layout)
    init->layout = lamina_builder_intern (self->builder, layout, -1);
}

static guint32
add_tensor (TensorrtBuild        *self,
            const TensorrtTensor *tensor,
            LaminaRole            role)
{
  LaminaTensorInit init = LAMINA_TENSOR_INIT;
  guint32 id;

  init.name = tensor->name ? lamina_builder_intern (self->builder, tensor->name, -1) : 0;
  init.role = role;
  set_format (self, tensor, &init);
  if (tensor->has_dims)
    init.shape = lamina_builder_intern_shape (self->builder, tensorrt_engine_get_dims (self->engine, tensor),
                                              tensor->dims.n);
  init.bytes = tensorrt_layout_get_bytes (self->engine, tensor);
  if (init.bytes != LAMINA_ABSENT)
    init.estimated = LAMINA_ESTIMATE_BYTES;
  id = lamina_builder_add_tensor (self->builder, self->run, &init);
  if (tensor->length > 0)
    lamina_builder_add_tensor_args (self->builder, self->run, id, 0, self->info->source, tensor->offset,
                                    tensor->length);
  return id;
}

static void
connect (TensorrtBuild *self,
         guint          layer,
         gboolean       outputs,
         GHashTable    *produced,
         GHashTable    *consumed)
{
  const TensorrtLayer *row = tensorrt_info_get_layer (self->info, layer);
  TensorrtRange range = outputs ? row->outputs : row->inputs;
  gsize length;
  int profile = tensorrt_names_get_profile (row->name, &length);

  for (guint i = 0; i < range.n; i++)
    {
      const TensorrtTensor *tensor = tensorrt_engine_get_tensor (self->engine, range.first + i);
      g_autofree char *key = dup_key (self, tensor, profile);
      gpointer found;
      guint32 id;

      if (g_hash_table_lookup_extended (self->tensors, key, NULL, &found))
        id = GPOINTER_TO_UINT (found);
      else
        {
          LaminaRole role = get_role (self, tensor, outputs, produced, consumed);

          if (outputs && g_strcmp0 (row->layer_type, "Constant") == 0)
            role = LAMINA_ROLE_PARAMETER;
          id = add_tensor (self, tensor, role);
          g_hash_table_insert (self->tensors, g_steal_pointer (&key), GUINT_TO_POINTER (id));
        }
      if (outputs)
        lamina_builder_add_output (self->builder, self->run, self->layers[layer], id);
      else
        lamina_builder_add_input (self->builder, self->run, self->layers[layer], id);
    }
}

static void
collect_names (TensorrtBuild *self,
               TensorrtRange  range,
               GHashTable    *names)
{
  for (guint i = 0; i < range.n; i++)
    {
      const char *name = tensorrt_engine_get_tensor (self->engine, range.first + i)->name;

      g_hash_table_add (names, (gpointer) (name ? name : ""));
    }
}

void
tensorrt_build_tensors (TensorrtBuild *self)
{
  g_autoptr (GHashTable) produced = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) consumed = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      collect_names (self, tensorrt_info_get_layer (self->info, i)->outputs, produced);
      collect_names (self, tensorrt_info_get_layer (self->info, i)->inputs, consumed);
    }
  for (guint i = 0; i < self->info->layers->len; i++)
    {
      connect (self, i, FALSE, produced, consumed);
      connect (self, i, TRUE, produced, consumed);
    }
}
