/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * The stack frames of a trace, `{ id: { name, category, parent } }`, to which events refer by id. They are read when
 * somebody first asks for a stack.
 */
typedef struct _ChromeFrames ChromeFrames;

ChromeFrames *chrome_frames_new      (LaminaSource  *source,
                                      guint64        offset,
                                      guint64        length);
void          chrome_frames_free     (ChromeFrames  *self);

/* Adds the frames of a stack, the innermost first. FALSE when there is no frame of that id. */
gboolean      chrome_frames_describe (ChromeFrames  *self,
                                      const char    *id,
                                      LaminaDetails *details);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeFrames, chrome_frames_free)

G_END_DECLS
