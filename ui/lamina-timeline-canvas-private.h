/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-render-cache.h"
#include "lamina-timeline-canvas.h"
#include "lamina-timeline.h"
#include "lamina-track-names.h"

G_BEGIN_DECLS

/*
 * The canvas in six files: -canvas.c holds state and layout, -draw.c the snapshot, -input.c takes the pointer, -keys.c
 * the keys, -place.c chooses and moves what is seen, -tooltip.c says what is at a place.
 *
 * 1. @scene and @marked are what the state asks for, or NULL; lamina_timeline_canvas_ensure() makes them.
 * 2. A change of the range, the size, the scrolling, the run or the clocks drops both; of the selection @marked alone.
 * 3. @chosen is the range that the canvas chose itself for @chosen_width. Until somebody else sets another one, it
 *    chooses again when its width changes.
 * 4. @dimmed is what all work that is not selected is drawn with; @plain what the rest is. Each has its own cache,
 *    for the hash of a group says nothing of colours.
 */
struct _LaminaTimelineCanvas
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;

  LaminaTrackNames *names;
  LaminaTimelineOptions options;
  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaScene *marked;
  LaminaHighlight *highlight;
  LaminaPainter *plain;
  LaminaPainter *dimmed;
  LaminaRenderCache *plain_cache;
  LaminaRenderCache *dimmed_cache;

  LaminaRange chosen;
  int chosen_width;
  guint choosing;

  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
  LaminaTarget hover;
  GdkRectangle hover_area;

  gboolean selecting;
  LaminaRange drag_range;
  double drag_scroll;
  guint held_keys;
  guint tick;
  gint64 tick_time;
};

/* Makes scene and selection scene if need be; FALSE when there is nothing to show yet. */
gboolean lamina_timeline_canvas_ensure (LaminaTimelineCanvas *self);

/* Width of the plot in pixels, at least 1. */
int lamina_timeline_canvas_get_plot_width (LaminaTimelineCanvas *self);

/* The position on the axis at a place of the widget. */
gint64 lamina_timeline_canvas_get_position (LaminaTimelineCanvas *self,
                                            double                x);

/* What stands at a place of the widget, and the box that was hit. */
gboolean lamina_timeline_canvas_pick (LaminaTimelineCanvas *self,
                                      double                x,
                                      double                y,
                                      LaminaTarget         *target,
                                      GdkRectangle         *area);

/* Scrolls and pans as little as need be to bring the selected slice into sight. */
void lamina_timeline_canvas_reveal_selection (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_snapshot (GtkWidget   *widget,
                                      GtkSnapshot *snapshot);

/* Takes away the numbers of the ruler that would be half hidden by what is drawn on it between two places. */
void lamina_timeline_canvas_clear_ruler (LaminaTimelineCanvas *self,
                                         GtkSnapshot          *snapshot,
                                         float                 left,
                                         float                 right);

void lamina_timeline_canvas_add_pointer (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_add_keys (LaminaTimelineCanvas *self);

/* Whether nobody but the canvas has set the range. */
gboolean lamina_timeline_canvas_has_chosen_range (LaminaTimelineCanvas *self);

/* Chooses a range in the next frame, unless somebody else does before. */
void lamina_timeline_canvas_queue_choice (LaminaTimelineCanvas *self);

/* Brings a slice that is out of view to the middle, at the same zoom. */
void lamina_timeline_canvas_go_to (LaminaTimelineCanvas *self,
                                   const LaminaSliceRef *slice);

void lamina_timeline_canvas_zoom (LaminaTimelineCanvas *self,
                                  double                factor);

void lamina_timeline_canvas_scroll_by (LaminaTimelineCanvas *self,
                                       double                distance);

void lamina_timeline_canvas_stop_moving (LaminaTimelineCanvas *self);

/* Selects without scrolling: the user sees what was clicked. */
void lamina_timeline_canvas_select (LaminaTimelineCanvas *self,
                                    const LaminaSliceRef *slice);

/* The slice that a target of slices stands for: the longest of those that were merged. */
LaminaSliceRef lamina_timeline_canvas_choose_slice (LaminaTimelineCanvas *self,
                                                    const LaminaTarget   *target);

/* The slice that a part, waiting or kernel, belongs to; the slice itself when it is no part. */
LaminaSliceRef lamina_timeline_canvas_find_whole (LaminaTimelineCanvas *self,
                                                  const LaminaSliceRef *slice);

gboolean lamina_timeline_canvas_query_tooltip (GtkWidget  *widget,
                                               int         x,
                                               int         y,
                                               gboolean    keyboard,
                                               GtkTooltip *tooltip);

G_END_DECLS
