/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/* The tensors of a builder, and when they are kept in memory. */

/**
 * LaminaTensorInit:
 * @name: a string
 * @dtype: a string in the words of the file, or 0
 * @layout: a string, or 0
 * @shape: an id of lamina_builder_intern_shape(), or 0 when the file does not say
 * @role: what it is for
 * @producer: the layer that makes it, or %LAMINA_NONE: then the core takes the layer that names it as an output, but
 *   no backward layer for a parameter or an input, of which it makes the gradient
 * @bytes: its size, or %LAMINA_ABSENT
 * @address: where it stands in memory, or 0
 * @estimated: what of this is estimated
 *
 * A tensor to be added. Begin with %LAMINA_TENSOR_INIT.
 */
typedef struct
{
  guint32 name;
  guint32 dtype;
  guint32 layout;
  guint32 shape;
  LaminaRole role;
  guint32 producer;
  gint64 bytes;
  guint64 address;
  LaminaEstimate estimated;
} LaminaTensorInit;

#define LAMINA_TENSOR_INIT ((LaminaTensorInit) { .producer = LAMINA_NONE, .bytes = LAMINA_ABSENT })

/**
 * lamina_builder_add_tensor:
 * @self: a builder
 * @run: a run
 * @tensor: the tensor
 *
 * Returns: the tensor. Tensors keep the order of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_tensor (LaminaBuilder          *self,
                                   guint32                 run,
                                   const LaminaTensorInit *tensor);

/**
 * lamina_builder_add_lifetime:
 * @self: a builder
 * @run: a run
 * @tensor: a tensor
 * @kind: what is kept
 * @bytes: how much, or %LAMINA_ABSENT
 * @clock: what @first and @last are counted from
 * @first: the first time or step at which it is kept
 * @last: the last one, inclusive
 *
 * Adds a lifetime.
 */
LAMINA_AVAILABLE
void lamina_builder_add_lifetime (LaminaBuilder      *self,
                                  guint32             run,
                                  guint32             tensor,
                                  LaminaLifetimeKind  kind,
                                  gint64              bytes,
                                  guint32             clock,
                                  gint64              first,
                                  gint64              last);

/**
 * lamina_builder_add_tensor_args:
 * @self: a builder
 * @run: a run
 * @tensor: a tensor
 * @title: a string as a heading, or 0 for the tensor's own attributes
 * @source: index of the file
 * @offset: byte offset of the arguments
 * @length: their length in bytes
 *
 * Says where attributes of a tensor stand. They are parsed when somebody looks.
 */
LAMINA_AVAILABLE
void lamina_builder_add_tensor_args (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        tensor,
                                     guint32        title,
                                     guint          source,
                                     guint64        offset,
                                     guint64        length);

G_END_DECLS
