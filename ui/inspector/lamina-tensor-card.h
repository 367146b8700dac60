/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_CARD (lamina_tensor_card_get_type ())

/* A tensor of a layer: shape, dtype, layout, bytes, what it is for, and a link to the layer at its other end. */
G_DECLARE_FINAL_TYPE (LaminaTensorCard, lamina_tensor_card, LAMINA, TENSOR_CARD, GtkWidget)

/* A tensor of the run of a session; @is_output if the card belongs to the layer that makes it. */
GtkWidget *lamina_tensor_card_new (LaminaSession *session,
                                   guint32        tensor,
                                   gboolean       is_output);

/* The layer at the other end: the producer of an input, the first reader of an output; or LAMINA_NONE. */
guint32 lamina_tensor_card_get_link (LaminaTensorCard *self);

G_END_DECLS
