/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaSessionView:
 * @run: the run that is shown
 * @has_range: whether @range is known; not before a view of the window chose one
 * @range: what of it is visible
 * @selection: what is selected
 * @layers: the selected layers, rising, as guint32; shared by the views of one selection, for there may be a million of them
 *
 * What a session shows, to be shown again later.
 */
typedef struct
{
  guint run;
  gboolean has_range;
  LaminaRange range;
  LaminaSelection selection;
  GBytes *layers;
} LaminaSessionView;

/**
 * lamina_session_view_new:
 * @session: a session
 * @layers: (nullable): the selected layers, where they are known to be these
 *
 * Returns: (transfer full): what @session shows now
 */
LaminaSessionView *lamina_session_view_new (LaminaSession *session,
                                            GBytes        *layers);

LaminaSessionView *lamina_session_view_copy (const LaminaSessionView *self);

void lamina_session_view_free (LaminaSessionView *self);

gboolean lamina_session_view_equal (const LaminaSessionView *self,
                                    const LaminaSessionView *other);

/**
 * lamina_session_view_show:
 * @self: a view
 * @session: a session
 *
 * Has @session show it.
 */
void lamina_session_view_show (const LaminaSessionView *self,
                               LaminaSession           *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSessionView, lamina_session_view_free)

G_END_DECLS
