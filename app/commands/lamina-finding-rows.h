/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-finding.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The findings of a run, as commands write them. */

/* Lines for people, with a heading; nothing when there are none. */
void lamina_finding_rows_write (LaminaDocument *document,
                                guint           run);

/* A member `findings`, an array. */
void lamina_finding_rows_add   (JsonBuilder    *json,
                                LaminaDocument *document,
                                guint           run);

G_END_DECLS
