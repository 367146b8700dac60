/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SWATCH (lamina_swatch_get_type ())

/**
 * LaminaSwatch:
 *
 * A small picture in the color of a family of work: a square, hatched where it stands for waiting, or the cuboid of a
 * tensor.
 */
G_DECLARE_FINAL_TYPE (LaminaSwatch, lamina_swatch, LAMINA, SWATCH, GtkWidget)

GtkWidget *lamina_swatch_new (void);

/**
 * lamina_swatch_set_family:
 * @self: a swatch
 * @family: a family
 *
 * Shows a square.
 */
void lamina_swatch_set_family (LaminaSwatch *self,
                               LaminaFamily  family);

/**
 * lamina_swatch_set_waiting:
 * @self: a swatch
 * @family: the family of what waits
 *
 * Shows a hatched square.
 */
void lamina_swatch_set_waiting (LaminaSwatch *self,
                                LaminaFamily  family);

/**
 * lamina_swatch_set_tensor:
 * @self: a swatch
 * @family: the family of whoever makes the tensor
 * @dims: (array length=n): its shape
 * @n: number of dimensions
 * @hatched: whether it is workspace
 *
 * Shows a cuboid whose edges follow the last three dimensions on a logarithmic scale.
 */
void lamina_swatch_set_tensor (LaminaSwatch *self,
                               LaminaFamily  family,
                               const gint64 *dims,
                               guint         n,
                               gboolean      hatched);

G_END_DECLS
