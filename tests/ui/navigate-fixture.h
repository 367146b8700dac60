/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-ui-test.h"

G_BEGIN_DECLS

/* The timeline of the sample, as its user finds it. */
typedef struct
{
  LaminaWindow *window;
  LaminaSession *session;
  LaminaDocumentView *view;
  GtkWidget *canvas;
} Timeline;

void timeline_setup    (Timeline      *self,
                        gconstpointer  data);
void timeline_teardown (Timeline      *self,
                        gconstpointer  data);

#define TIMELINE_ADD(path, function) g_test_add (path, Timeline, NULL, timeline_setup, function, timeline_teardown)

/* Does what an action of the view does, by its detailed name: `names-width::wider`. */
void timeline_activate (Timeline   *self,
                        const char *name);

gboolean timeline_is_enabled (Timeline   *self,
                              const char *name);

/* What the timeline has under a name in its template. */
gpointer timeline_get_child (Timeline   *self,
                             const char *name);

/* The n-th box of a slice that stands alone, at least 30 pixels wide, inside the plot. */
GdkRectangle timeline_find_box (Timeline     *self,
                                guint         nth,
                                LaminaTarget *target);

/* Clicks into that box; returns its slice. */
LaminaSliceRef timeline_click_nth (Timeline *self,
                                   guint     nth);

/* Drags from a place, in two steps. */
void timeline_drag (Timeline *self,
                    double    x,
                    double    y,
                    double    dx,
                    double    dy);

G_END_DECLS
