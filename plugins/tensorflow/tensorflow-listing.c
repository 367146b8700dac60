/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"

#include <string.h>

static void
node_free (gpointer data)
{
  TensorflowNode *node = data;

  g_free (node->name);
  g_free (node->type);
  g_free (node->device);
  g_array_unref (node->shapes);
  g_ptr_array_unref (node->controls);
  g_free (node);
}

TensorflowListing *
tensorflow_listing_new (LaminaSource *source,
                        LaminaImport *import)
{
  TensorflowListing *self = g_new0 (TensorflowListing, 1);

  self->source = source;
  self->import = import;
  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
tensorflow_listing_free (TensorflowListing *self)
{
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

/* Nodes whose type is known to have several outputs, in TensorFlow 1. */
static const struct
{
  const char *type;
  guint n_outputs;
} several[] = {
  { "BroadcastGradientArgs", 2 }, { "FusedBatchNorm", 5 }, { "FusedBatchNormGrad", 5 }, { "FusedBatchNormGradV2", 5 },
  { "FusedBatchNormGradV3", 5 }, { "FusedBatchNormV2", 5 }, { "FusedBatchNormV3", 6 }, { "LSTMBlockCell", 7 },
  { "LSTMBlockCellGrad", 5 }, { "MaxPoolWithArgmax", 2 }, { "Merge", 2 }, { "QuantizeV2", 3 },
  { "SoftmaxCrossEntropyWithLogits", 2 }, { "SparseSoftmaxCrossEntropyWithLogits", 2 }, { "Switch", 2 }, { "TopK", 2 },
  { "TopKV2", 2 }, { "Unique", 2 },
};

guint
tensorflow_count_outputs (const char *type)
{
  for (guint i = 0; type && i < G_N_ELEMENTS (several); i++)
    if (strcmp (several[i].type, type) == 0)
      return several[i].n_outputs;
  return 1;
}

/* `conv1/Conv2D:Conv2D` says which kernel ran for the node conv1/Conv2D. */
static TensorflowNode *
find_node_of_kernel (TensorflowListing    *self,
                     const TensorflowNode *kernel)
{
  const char *colon = strrchr (kernel->name, ':');
  g_autofree char *name = g_strndup (kernel->name, (gsize) (colon - kernel->name));

  return g_hash_table_lookup (self->names, name);
}

static gboolean
merge_kernel (TensorflowListing *self,
              TensorflowNode    *kernel)
{
  TensorflowNode *node = find_node_of_kernel (self, kernel);

  if (!node)
    return FALSE;
  if (!node->type)
    node->type = g_strdup (kernel->type);
  else if (strcmp (node->type, kernel->type) != 0)
    lamina_import_note (self->import, N_("a node has kernels of several types; the first is shown"), self->source, kernel->offset,
                        kernel->record);
  lamina_import_account (self->import, kernel->record, LAMINA_RECORD_MERGED);
  return TRUE;
}

/* The last shapes are outputs; how many there are is not marked in the file. */
static void
find_outputs (TensorflowListing *self,
              TensorflowNode    *node)
{
  if (!node->has_outputs)
    return;
  node->n_outputs = MIN (tensorflow_count_outputs (node->type), node->shapes->len);
  if (node->shapes->len > 1)
    lamina_import_note (self->import,
                        N_("the listing does not tell outputs from inputs: the type does, else the last shape is the output"),
                        self->source, node->offset, node->record);
}

void
tensorflow_listing_link (TensorflowListing *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      TensorflowNode *node = self->nodes->pdata[i];

      if (node->kind == TENSORFLOW_KERNEL && merge_kernel (self, node))
        {
          node_free (node);
          continue;
        }
      self->nodes->pdata[kept++] = node;
    }
  for (guint i = kept; i < self->nodes->len; i++)
    self->nodes->pdata[i] = NULL;
  g_ptr_array_set_free_func (self->nodes, NULL);
  g_ptr_array_set_size (self->nodes, (int) kept);
  g_ptr_array_set_free_func (self->nodes, node_free);
  for (guint i = 0; i < self->nodes->len; i++)
    find_outputs (self, self->nodes->pdata[i]);
}

gint64
tensorflow_node_get_bytes (const TensorflowNode *node)
{
  gint64 bytes = node->copied;

  for (guint i = node->shapes->len - node->n_outputs; i < node->shapes->len; i++)
    {
      const TensorflowShape *shape = &g_array_index (node->shapes, TensorflowShape, i);

      bytes = lamina_number_add (bytes, lamina_shape_get_bytes (shape->shape.dims, shape->shape.n,
                                                                lamina_dtype_get_bits (shape->dtype)));
    }
  return bytes;
}

guint
tensorflow_listing_count_times (TensorflowListing     *self,
                                const TensorflowTimes *times)
{
  guint n = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    n += tensorflow_times_find (times, ((const TensorflowNode *) self->nodes->pdata[i])->name) != NULL;
  return n;
}
