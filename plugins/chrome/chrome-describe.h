/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/*
 * What is needed to describe events of a trace once it is loaded: which events were merged into others, where the stack
 * frames stand, and the dialect.
 */
typedef struct _ChromeDescriber ChromeDescriber;

/* Takes what it needs from a trace before the event table goes. */
ChromeDescriber *chrome_describer_new      (ChromeTrace        *trace);
void             chrome_describer_free     (ChromeDescriber    *self);

/* Adds the attributes of a row: see LaminaFormatInterface. */
gboolean         chrome_describer_describe (ChromeDescriber    *self,
                                            LaminaDocument     *document,
                                            const LaminaPlace  *place,
                                            LaminaDetails      *details,
                                            GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeDescriber, chrome_describer_free)

G_END_DECLS
