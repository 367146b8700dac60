/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_reader_popover_new:
 * @session: a session
 * @tensor: a tensor of its run
 *
 * Lists all layers that read a tensor. The one that is chosen becomes the selected layer.
 *
 * Returns: (transfer floating): the popover
 */
GtkWidget *lamina_reader_popover_new (LaminaSession *session,
                                      guint32        tensor);

G_END_DECLS
