/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame.h"

G_BEGIN_DECLS

/* What the tooltips of the canvases of flame graphs have in common. */

/* The name of a node in bold, and that it stands for several where it does. */
GString *lamina_flame_start_tooltip (LaminaFlameTree    *tree,
                                     const LaminaTarget *target);

/* Lines: `key  value`. */
void     lamina_flame_add_line      (GString            *text,
                                     const char         *key,
                                     const char         *value);

void     lamina_flame_add_weight    (GString            *text,
                                     LaminaFlameTree    *tree,
                                     const char         *key,
                                     gint64              weight,
                                     gboolean            estimated);

void     lamina_flame_add_share     (GString            *text,
                                     const char         *key,
                                     gint64              part,
                                     gint64              whole);

G_END_DECLS
