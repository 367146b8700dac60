/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TRACK_FINDER (lamina_track_finder_get_type ())

/* A popover with the tracks of a run, of which typing leaves those whose path contains the words, two hundred at most. The signal
 * `chosen` tells which one was chosen, as an unsigned number. */
G_DECLARE_FINAL_TYPE (LaminaTrackFinder, lamina_track_finder, LAMINA, TRACK_FINDER, GtkPopover)

GtkWidget *lamina_track_finder_new (LaminaDocument *document,
                                    guint           run);

G_END_DECLS
