/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_CARD (lamina_tensor_card_get_type ())

/**
 * LaminaTensorCard:
 *
 * A tensor of a layer: shape, dtype, layout, bytes, what it is for, and a link to the layer at its other end.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorCard, lamina_tensor_card, LAMINA, TENSOR_CARD, GtkWidget)

/**
 * lamina_tensor_card_new:
 * @session: a session
 * @tensor: a tensor of its run
 * @is_output: whether the card belongs to the layer that makes the tensor
 *
 * Returns: (transfer floating): the card
 */
GtkWidget *lamina_tensor_card_new (LaminaSession *session,
                                   guint32        tensor,
                                   gboolean       is_output);

/**
 * lamina_tensor_card_get_link:
 * @self: a card
 *
 * Returns: the layer at the other end: the producer of an input, the first reader of an output; %LAMINA_NONE without
 *   one
 */
guint32 lamina_tensor_card_get_link (LaminaTensorCard *self);

G_END_DECLS
