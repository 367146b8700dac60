/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_lifetime_fill:
 * @box: a vertical box, which is emptied
 * @session: a session
 * @tensor: a tensor of its run
 * @family: the family of whoever makes it
 *
 * Shows when a tensor is kept: a bar over the whole run, and its first and last moment in words. The box is hidden when
 * that is not known.
 */
void lamina_lifetime_fill (GtkBox        *box,
                           LaminaSession *session,
                           guint32        tensor,
                           LaminaFamily   family);

G_END_DECLS
