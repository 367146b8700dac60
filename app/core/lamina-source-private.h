/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/* Forgets how far a plain file was read, when what was read so far was only a look at it. */
void    lamina_source_reset_position   (LaminaSource *self);

/* Whether its text has to be inflated, from its beginning on. */
gboolean lamina_source_is_compressed   (LaminaSource *self);

/* How much text is known to be there: all of it once the end was seen. */
guint64 lamina_source_get_known_length (LaminaSource *self);

G_END_DECLS
