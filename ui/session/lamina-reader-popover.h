/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lists all layers that read a tensor. The one that is chosen becomes the selected layer. */
GtkWidget *lamina_reader_popover_new (LaminaSession *session,
                                      guint32        tensor);

G_END_DECLS
