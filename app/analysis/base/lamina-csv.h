/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Appends a cell, in quotes where a reader of CSV needs them. */
LAMINA_AVAILABLE
void lamina_csv_append (GString    *csv,
                        const char *cell);

G_END_DECLS
