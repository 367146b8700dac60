/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder-fields.h"
#include "lamina-json-parts.h"
#include "lamina-split.h"

G_BEGIN_DECLS

/* lamina_builder_split_array() with a division of the array, which @reader has entered, into at most @n parts. */
gboolean lamina_builder_split_array_at (LaminaBuilder       *self,
                                        LaminaJsonReader    *reader,
                                        guint                n,
                                        LaminaJsonDivision  *division,
                                        LaminaPartFunc       func,
                                        LaminaJoinFunc       join,
                                        gpointer             data,
                                        guint               *n_parts,
                                        GError             **error);

G_END_DECLS
