/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TRACK_FINDER (lamina_track_finder_get_type ())

/**
 * LaminaTrackFinder:
 *
 * A popover with the tracks of a run, of which typing leaves those whose path contains the words. The signal `chosen`
 * tells which one was chosen, as an unsigned number.
 */
G_DECLARE_FINAL_TYPE (LaminaTrackFinder, lamina_track_finder, LAMINA, TRACK_FINDER, GtkPopover)

/**
 * lamina_track_finder_new:
 * @run: a run
 *
 * Returns: (transfer floating): a popover
 */
GtkWidget *lamina_track_finder_new (LaminaRun *run);

G_END_DECLS
