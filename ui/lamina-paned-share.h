/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_paned_share_bind:
 * @paned: a pane with two children
 * @beside: from this width on they stand beside each other, in pixels, else one below the other
 * @setting: the key of a number in the settings: the share of the second child, 0 to 1
 *
 * Divides the room as the user left it, whichever way the pane lies, and keeps where the user moves the divider while the
 * second child is shown.
 */
void lamina_paned_share_bind (GtkPaned   *paned,
                              int         beside,
                              const char *setting);

G_END_DECLS
