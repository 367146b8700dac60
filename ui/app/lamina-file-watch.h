/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FILE_WATCH (lamina_file_watch_get_type ())

/*
 * Watches the files that a document was read from.
 *
 * Signals: `changed`, whenever one of them becomes something else than what was read; `settled`, once all of them have stayed the
 * same for a second after that, so that whoever writes them seems to be done. Only files that are there settle.
 */
G_DECLARE_FINAL_TYPE (LaminaFileWatch, lamina_file_watch, LAMINA, FILE_WATCH, GObject)

LaminaFileWatch *lamina_file_watch_new (LaminaDocument *document);

G_END_DECLS
