/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-device-use.h"
#include "lamina-idle.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_GAPS (lamina_session_gaps_get_type ())

/* When the devices of the run that is shown work and are idle, on the clocks in force and whatever the section. A thread finds it
 * out. The signal `changed` tells that it is known now, or no longer. Gaps are known by their numbers among those of all
 * devices. */
G_DECLARE_FINAL_TYPE (LaminaSessionGaps, lamina_session_gaps, LAMINA, SESSION_GAPS, GObject)

/* Lives as long as the session. */
LaminaSessionGaps *lamina_session_get_gaps (LaminaSession *session);

/* NULL as long as it is not known. */
LaminaIdle *lamina_session_gaps_peek (LaminaSessionGaps *self);

/* How much the devices are used in all of the run; NULL as long as it is not known. */
LaminaDeviceUse *lamina_session_gaps_peek_use (LaminaSessionGaps *self);

/* A gap and, unless NULL, its device. FALSE when there are not so many, or they are not known. */
gboolean lamina_session_gaps_get (LaminaSessionGaps       *self,
                                  guint32                  number,
                                  LaminaGap               *gap,
                                  const LaminaIdleDevice **device);

/* The gap of a device, the group of its tracks, that a moment lies in, or LAMINA_NONE. */
guint32 lamina_session_gaps_find (LaminaSessionGaps *self,
                                  guint32            group,
                                  gint64             time);

/* Those of these gaps of another result, which may be of a section, that are known here. Free the array. */
guint32 *lamina_session_gaps_translate (LaminaSessionGaps *self,
                                        LaminaIdle        *other,
                                        const guint32     *gaps,
                                        guint             *n);

/* Selects the gap of a device that a moment lies in, as soon as gaps are known unless something else is selected before; nothing
 * where there is none. */
void lamina_session_gaps_select_at (LaminaSessionGaps *self,
                                    guint32            group,
                                    gint64             time);

/*
 * Goes to a later gap (@by 1) or an earlier one (-1). Of several that are selected it makes the next one the lead. Else it selects
 * the one that is next to the selected gap or slice on its device, or to the edge of what is visible, and large enough to be seen
 * at this zoom; where none of the device is, any. Returns whether there is one.
 */
gboolean lamina_session_gaps_go (LaminaSessionGaps *self,
                                 int                by);

/*
 * Selects gaps, with the longest as their lead, and zooms to that; a track that is hidden, on which the work that ends it stands,
 * is shown again.
 */
void lamina_session_gaps_show (LaminaSessionGaps *self,
                               const guint32     *gaps,
                               guint              n);

/* Whether a device has any. */
gboolean lamina_session_gaps_has_any (LaminaSessionGaps *self);

G_END_DECLS
