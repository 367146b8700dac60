/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the canvases of flame graphs share: which nodes stand out, and how what is chosen is drawn and told. */

/* The nodes that stand out: those that match what is searched for, else those of the selected layers; NULL for none. */
guint8 *lamina_flame_marks_new         (LaminaSession      *session,
                                        LaminaFlameTree    *tree);

/* An outline around a box of a row. */
void    lamina_flame_draw_outline      (GtkSnapshot        *snapshot,
                                        int                 x,
                                        int                 y,
                                        int                 width,
                                        int                 row_height,
                                        gboolean            strong);

/* Lines of a tooltip: `key  value`. */
void    lamina_flame_add_line          (GString            *text,
                                        const char         *key,
                                        const char         *value);

void    lamina_flame_add_weight        (GString            *text,
                                        LaminaFlameTree    *tree,
                                        const char         *key,
                                        gint64              weight,
                                        gboolean            estimated);

void    lamina_flame_add_share         (GString            *text,
                                        const char         *key,
                                        gint64              part,
                                        gint64              whole);

/* The name of a node in bold, and that it stands for several where it does. */
GString *lamina_flame_start_tooltip    (LaminaFlameTree    *tree,
                                        const LaminaTarget *target);

G_END_DECLS
