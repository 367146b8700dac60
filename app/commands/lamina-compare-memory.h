/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What two runs hold in memory, by site, as a part of what `lamina compare` writes; nothing where one of them does not say. */

void lamina_compare_memory_write (LaminaComparison *comparison);

/* The member `memory`, null where one of them does not say. */
void lamina_compare_memory_add   (JsonBuilder      *json,
                                  LaminaComparison *comparison);

G_END_DECLS
