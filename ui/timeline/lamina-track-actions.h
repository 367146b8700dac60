/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_track_actions_add:
 * @view: the view of a document
 *
 * Adds `view.pin-track`, `view.hide-track` and so on, which change how the tracks are arranged, see #LaminaTimelineGutter.
 */
void lamina_track_actions_add (LaminaDocumentView *view);

G_END_DECLS
