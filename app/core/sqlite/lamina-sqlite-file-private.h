/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/*
 * The text of a source as the one file that a database connection can see: it may be compressed, and nothing can be
 * written, locked, created or looked up through it. SQLite asks for it by a file system of its own, which has a name as
 * long as it lives. Used by one thread.
 */
typedef struct _LaminaSqliteFile LaminaSqliteFile;

/* @cancellable: (nullable): stops reading; may be set again later. NULL where the text can't be read to its end. */
LaminaSqliteFile *lamina_sqlite_file_new        (LaminaSource      *source,
                                                 GCancellable      *cancellable,
                                                 GError           **error);

/* The connection must be closed by then. */
void              lamina_sqlite_file_free       (LaminaSqliteFile  *self);

/* What sqlite3_open_v2() calls the file system. */
const char       *lamina_sqlite_file_get_vfs    (LaminaSqliteFile  *self);

/* How many bytes there are, and how many there would be if the file had not been cut, as it says itself. */
guint64           lamina_sqlite_file_get_length (LaminaSqliteFile  *self);
guint64           lamina_sqlite_file_get_stated (LaminaSqliteFile  *self);

/* (nullable): why the source could not be read, the first time. */
const GError     *lamina_sqlite_file_get_error  (LaminaSqliteFile  *self);

G_END_DECLS
