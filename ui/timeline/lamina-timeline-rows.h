/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-timeline-navigator.h"
#include "lamina-timeline.h"

G_BEGIN_DECLS

/*
 * How the tracks of a timeline are laid out, how high they are, and how far they are scrolled. Tracks are as high as what is
 * seen of them is deep. What is seen changes with every step of a zoom or a pan, the heights only after the last one, for
 * rows that move while somebody looks at them are hard to follow.
 */
typedef struct _LaminaTimelineRows LaminaTimelineRows;

/* The scene of @canvas is dropped when tracks have other heights. It and @navigator, which moves them, must outlive the
 * rows. */
LaminaTimelineRows *lamina_timeline_rows_new (LaminaCanvas            *canvas,
                                              GtkAdjustment           *adjustment,
                                              LaminaTimelineNavigator *navigator);

void lamina_timeline_rows_free (LaminaTimelineRows *self);

void lamina_timeline_rows_set_session (LaminaTimelineRows *self,
                                       LaminaSession      *session);

/* The run, the arrangement of its tracks, or the place that they have is another one. */
void lamina_timeline_rows_update (LaminaTimelineRows *self);

/* The lanes that are in sight, for the caller, as LaminaLanes. @self: the rows, of a session. */
GArray *lamina_timeline_rows_list_lanes (gpointer self);

/* How the tracks are laid out. Whoever knows better may change widths and colors in it. */
LaminaTimelineOptions *lamina_timeline_rows_get_options (LaminaTimelineRows *self);

/* Where the pointer is, for what stands there to stay there: below 0 when it is elsewhere. */
void lamina_timeline_rows_set_pointer (LaminaTimelineRows *self,
                                       double              y,
                                       gboolean            is_covered);

/*
 * Makes the tracks as high as what is seen needs: now; once the range is at rest; later, when it is waited for.
 */
void lamina_timeline_rows_fit (LaminaTimelineRows *self);

void lamina_timeline_rows_queue_fit (LaminaTimelineRows *self);

void lamina_timeline_rows_delay_fit (LaminaTimelineRows *self);

/* Shows all lanes again, until a range is known. */
void lamina_timeline_rows_forget_fit (LaminaTimelineRows *self);

/*
 * Scrolls as little as need be to bring the row of a slice into sight, or so that it is the first; with the slice LAMINA_NONE, that
 * where its track begins.
 */
void lamina_timeline_rows_reveal (LaminaTimelineRows   *self,
                                  const LaminaSliceRef *slice,
                                  gboolean              first);

G_END_DECLS
