/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Links in labels that select something. What they select replaces the label, so they act once GTK is done with it. */

void lamina_link_set_layer (GtkLabel      *label,
                            LaminaSession *session,
                            guint32        layer);

void lamina_link_set_layers (GtkLabel      *label,
                             LaminaSession *session,
                             const guint32 *layers,
                             guint          n);

void lamina_link_set_slice (GtkLabel             *label,
                            LaminaSession        *session,
                            const LaminaSliceRef *slice);

void lamina_link_set_tensor (GtkLabel      *label,
                             LaminaSession *session,
                             guint32        tensor);

/* Markup of a sentence with one `%s`, which the text of the link takes the place of. */
char *lamina_link_dup_markup (const char *format,
                              const char *text) G_GNUC_FORMAT (1);

G_END_DECLS
