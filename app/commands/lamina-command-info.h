/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"

G_BEGIN_DECLS

/* What `lamina info` writes about a document; @name is that of its file, as UTF-8. */
void lamina_info_write_json (LaminaDocument *document,
                             const char     *name);
void lamina_info_write_text (LaminaDocument *document,
                             const char     *name);

G_END_DECLS
