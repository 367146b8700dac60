/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SWATCH (lamina_swatch_get_type ())

/* A small picture in the color of a family of work: a square, hatched where it stands for waiting, or the cuboid of a tensor. */
G_DECLARE_FINAL_TYPE (LaminaSwatch, lamina_swatch, LAMINA, SWATCH, GtkWidget)

GtkWidget *lamina_swatch_new (void);

/* Shows a square. */
void lamina_swatch_set_family (LaminaSwatch *self,
                               LaminaFamily  family);

/* Shows a hatched square. */
void lamina_swatch_set_waiting (LaminaSwatch *self,
                                LaminaFamily  family);

/* Shows a cuboid whose edges follow the last three dimensions on a logarithmic scale, hatched for workspace, in the color of
 * the family of whoever makes the tensor. */
void lamina_swatch_set_tensor (LaminaSwatch *self,
                               LaminaFamily  family,
                               const gint64 *dims,
                               guint         n,
                               gboolean      hatched);

G_END_DECLS
