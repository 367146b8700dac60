/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sqlite.h"

G_BEGIN_DECLS

/* Whether a text begins like a database. */
gboolean    lamina_sqlite_is_source  (LaminaSource *source);

/* The statements that made its tables, one behind the other: what formats are told by. */
const char *lamina_sqlite_get_schema (LaminaSqlite *self);

G_END_DECLS
