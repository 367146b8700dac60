/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Brings a row of a list into sight once the list has come to rest: two frames after its last row has come, and when it is seen. */
typedef struct _LaminaLayerScroll LaminaLayerScroll;

/* Which row, counted from the top, or LAMINA_NONE; and of how many. */
typedef guint (*LaminaLayerScrollFind) (gpointer  owner,
                                        guint    *n);

/* Of a view in a widget, the owner, which must live longer. */
LaminaLayerScroll *lamina_layer_scroll_new   (GtkWidget             *owner,
                                              GtkScrolledWindow     *scroller,
                                              GtkColumnView         *view,
                                              LaminaLayerScrollFind  find);

void               lamina_layer_scroll_free  (LaminaLayerScroll     *self);

/* @to_top: whether to go to the top where there is no row. */
void               lamina_layer_scroll_queue (LaminaLayerScroll     *self,
                                              gboolean               to_top);

void               lamina_layer_scroll_stop  (LaminaLayerScroll     *self);

G_END_DECLS
