/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_inspector_actions_add:
 * @view: a view
 *
 * Gives a view what its inspector can do: `previous-layer`, `next-layer`, `pin-layer`, `copy-details`,
 * `clear-range`.
 */
void lamina_inspector_actions_add (LaminaDocumentView *view);

/**
 * lamina_inspector_actions_bind:
 * @view: a view
 * @session: (nullable): the session that it shows from now on
 *
 * Switches the actions off where they would do nothing, and follows the session in that.
 */
void lamina_inspector_actions_bind (LaminaDocumentView *view,
                                    LaminaSession      *session);

G_END_DECLS
