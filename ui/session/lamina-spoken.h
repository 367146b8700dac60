/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * What is drawn, in words: for those who cannot see a canvas. GTK 4.8 gives widgets of our own neither a value nor a
 * table; so the words become the description of the canvas (and its value text, for later versions), and the table is a
 * window of its own: see LaminaTableTwin.
 */

/* What part of the run is visible, as a sentence. */
char *lamina_spoken_dup_range (LaminaSession *session);

/* Keeps the description of a canvas as the session is, from now on until the handlers of @session with @canvas as their data
 * are disconnected. Many changes at once, as while panning, are said once. */
void lamina_spoken_bind (GtkWidget     *canvas,
                         LaminaSession *session);

G_END_DECLS
