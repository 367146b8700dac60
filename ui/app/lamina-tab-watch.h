/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TAB_WATCH (lamina_tab_watch_get_type ())

/**
 * LaminaTabWatch:
 *
 * Watches the files of a document. Signal: `changed`, each time one of them is seen to be no longer what was opened.
 */
G_DECLARE_FINAL_TYPE (LaminaTabWatch, lamina_tab_watch, LAMINA, TAB_WATCH, GObject)

LaminaTabWatch *lamina_tab_watch_new (LaminaDocument *document);

G_END_DECLS
