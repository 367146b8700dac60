/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-strings.h"

G_BEGIN_DECLS

/* The shapes of a frozen document by their ids: their dimensions, one after the other. Read from any thread. */
typedef struct _LaminaShapes LaminaShapes;

/* Copies what lamina_builder_intern_shape() has put into @interned: gint64 cells, of which the first is their number. */
LaminaShapes *lamina_shapes_new  (LaminaStrings      *interned);
void          lamina_shapes_free (LaminaShapes       *self);
const gint64 *lamina_shapes_get  (const LaminaShapes *self,
                                  guint32             id,
                                  guint              *n);

G_END_DECLS
