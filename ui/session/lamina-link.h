/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Links in labels that select something. What they select replaces the label, so they act once GTK is done with it. */

/**
 * lamina_link_set_layer:
 * @label: a label whose markup has a link
 * @session: a session
 * @layer: the layer that the link selects
 */
void lamina_link_set_layer (GtkLabel      *label,
                            LaminaSession *session,
                            guint32        layer);

/**
 * lamina_link_set_layers:
 * @label: a label whose markup has a link
 * @session: a session
 * @layers: (array length=n): the layers that the link selects
 * @n: how many
 */
void lamina_link_set_layers (GtkLabel      *label,
                             LaminaSession *session,
                             const guint32 *layers,
                             guint          n);

/**
 * lamina_link_set_slice:
 * @label: a label whose markup has a link
 * @session: a session
 * @slice: the slice that the link selects
 */
void lamina_link_set_slice (GtkLabel             *label,
                            LaminaSession        *session,
                            const LaminaSliceRef *slice);

/**
 * lamina_link_dup_markup:
 * @format: a sentence with one `%s`
 * @text: the text of the link, which takes its place
 *
 * Returns: (transfer full): markup of the sentence
 */
char *lamina_link_dup_markup (const char *format,
                              const char *text) G_GNUC_FORMAT (1);

G_END_DECLS
