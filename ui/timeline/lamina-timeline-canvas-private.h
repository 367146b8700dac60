/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pens.h"
#include "lamina-timeline-canvas.h"
#include "lamina-timeline.h"
#include "lamina-track-names.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

enum
{
  LAMINA_MOVE_IN = 1 << 0,
  LAMINA_MOVE_OUT = 1 << 1,
  LAMINA_MOVE_LEFT = 1 << 2,
  LAMINA_MOVE_RIGHT = 1 << 3,
};

typedef enum
{
  LAMINA_DRAG_NONE,
  LAMINA_DRAG_PAN,
  LAMINA_DRAG_RANGE,
  LAMINA_DRAG_ZOOM,
  LAMINA_DRAG_MARKER,
} LaminaDrag;

/*
 * The canvas in thirteen files: -canvas.c holds state and layout, -draw.c the snapshot, -marks.c what lies over it,
 * -highlight.c which slices are selected; -input.c takes the pointer, -drag.c its drags, -keys.c the keys, -motion.c does
 * what goes on by itself; -place.c chooses and moves what is seen, -tooltip.c says what is at a place, -menu.c what can be
 * done there, -load.c how busy the devices are, -fit.c how high the tracks are.
 *
 * 1. @scene and @marked are what the state asks for, or NULL; lamina_timeline_canvas_ensure() makes them.
 * 2. A change of the range, the size, the scrolling, the run or the clocks drops both; of the selection @marked alone.
 * 3. @first is the range that the canvas chose itself for @first_width. Until somebody else sets a range the canvas
 *    @follows_width: it shows as much of it, or of what follows, as has room at the same scale on @chosen_width.
 * 4. @found and @markers go with @scene: what a search found of it, with @not_found for all else, and what was put over it.
 * 5. All work that is not selected is drawn dimmed while something is.
 * 6. @depths is what the options have, of the range when it was last at rest; while it changes, @fitting waits. Where tracks
 *    keep lanes for the sake of the pointer, @settling waits for it to be still.
 * 7. Of very many slices that are selected, a thread makes the @highlight. Until it is done, the one before is shown, and what
 *    is dimmed stays so: @dims goes with it.
 * 8. The canvas gets its size again, @allocated_width and @allocated_height, whenever what lies over it goes elsewhere.
 */
struct _LaminaTimelineCanvas
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;

  LaminaTrackNames *names;
  LaminaTimelineOptions options;
  LaminaPens *pens;
  LaminaScene *scene;
  LaminaScene *marked;
  LaminaHighlight *highlight;
  gboolean is_highlight_old;
  gboolean dims;
  GCancellable *finding_highlight;

  LaminaRange first;
  gboolean follows_width;
  gboolean choosing_now;
  int first_width;
  int chosen_width;
  int allocated_width;
  int allocated_height;
  guint choosing;

  guint32 *depths;
  guint fitting;
  guint settling;
  gboolean waits_for_leave;
  gboolean may_move;
  gint64 wheel_time;

  gboolean has_pointer;
  /* Whether it left for a dialog before the window: what is done at the pointer is done where it was. */
  gboolean is_covered;
  double pointer_x;
  double pointer_y;
  LaminaTarget hover;
  GdkRectangle hover_area;

  gboolean selecting;
  GCancellable *finding_load;
  LaminaScene *found;
  LaminaScene *not_found;
  LaminaScene *markers;
  GArray *marker_ids;

  guint mouse_mode;
  LaminaDrag plain_drag;
  LaminaDrag drag;
  gboolean is_dragging;
  gboolean holds_space;
  LaminaRange drag_range;
  double drag_scroll;
  double drag_x;
  gint64 drag_anchor;
  LaminaRange drag_place;
  guint drag_marker;
  LaminaMarkerPart drag_part;
  gint64 drag_time;
  double drag_last_x;
  double drag_last_y;
  double drag_speed_x;
  double drag_speed_y;
  guint64 pinch_span;
  gint64 pinch_anchor;

  guint held_keys;
  gboolean has_goal;
  gboolean stepping;
  LaminaRange goal;
  double speed_x;
  double speed_y;
  guint tick;
  gint64 tick_time;

  GtkWidget *menu;
  gint64 menu_closed;
  double menu_x;
  double menu_y;
};

/* Makes scene and selection scene if need be; FALSE when there is nothing to show yet. */
gboolean lamina_timeline_canvas_ensure (LaminaTimelineCanvas *self);

/* What is selected is drawn anew. */
void lamina_timeline_canvas_drop_marked (LaminaTimelineCanvas *self);

/* Makes the highlight, or begins to. */
void lamina_timeline_canvas_ensure_highlight (LaminaTimelineCanvas *self);

/* Something else is selected. */
void lamina_timeline_canvas_renew_highlight (LaminaTimelineCanvas *self);

/* What was selected means nothing any more. */
void lamina_timeline_canvas_forget_highlight (LaminaTimelineCanvas *self);

/* Finds out how busy the devices are, for their headings; forgets it. */
void lamina_timeline_canvas_find_load (LaminaTimelineCanvas *self);
void lamina_timeline_canvas_forget_load (LaminaTimelineCanvas *self);

/*
 * Makes the tracks as high as what is seen needs: now; once the range is at rest; later, when it is waited for; and when
 * nothing has to stay under the pointer any more.
 */
void lamina_timeline_canvas_fit_tracks (LaminaTimelineCanvas *self);
void lamina_timeline_canvas_queue_fit (LaminaTimelineCanvas *self);
void lamina_timeline_canvas_delay_fit (LaminaTimelineCanvas *self);
void lamina_timeline_canvas_leave_fit (LaminaTimelineCanvas *self);

/* The pointer has moved: what stands below it stays there for a while. */
void lamina_timeline_canvas_wait_for_rest (LaminaTimelineCanvas *self);

/* Shows all lanes again, until a range is known. */
void lamina_timeline_canvas_forget_fit (LaminaTimelineCanvas *self);

/* The tracks have other heights. */
void lamina_timeline_canvas_place_tracks (LaminaTimelineCanvas *self);

/* Whether things move by themselves: the desktop's setting. */
gboolean lamina_timeline_canvas_has_animations (LaminaTimelineCanvas *self);

/* Makes the names as wide as they should be; whether that changes anything. */
gboolean lamina_timeline_canvas_fit_names (LaminaTimelineCanvas *self);

/* Whether the edge of the names stands there, by which they are made wider and narrower. */
gboolean lamina_timeline_canvas_is_at_edge (LaminaTimelineCanvas *self,
                                            double                x);

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

void lamina_timeline_canvas_add_drag (LaminaTimelineCanvas *self);

/* The position at a place of the widget or, with @snapping, of the edge of a slice that is near. */
gint64 lamina_timeline_canvas_snap (LaminaTimelineCanvas *self,
                                    double                x,
                                    gboolean              snapping);

void lamina_timeline_canvas_hold_space (LaminaTimelineCanvas *self,
                                        gboolean              held);

/* Keys that zoom and pan: held, let go. */
void lamina_timeline_canvas_hold_move (LaminaTimelineCanvas *self,
                                       guint                 key);

void lamina_timeline_canvas_release_move (LaminaTimelineCanvas *self,
                                          guint                 key);

/* Zooms around the pointer, or pans by a part of what is seen, in a few frames. */
void lamina_timeline_canvas_glide_zoom (LaminaTimelineCanvas *self,
                                        double                factor);

void lamina_timeline_canvas_glide_pan (LaminaTimelineCanvas *self,
                                       double                part);

/* Lets a pan run out, from a speed in pixels for each second. */
void lamina_timeline_canvas_fling (LaminaTimelineCanvas *self,
                                   double                speed_x,
                                   double                speed_y);

/* Ends gliding and running out, unless they are at work themselves. */
void lamina_timeline_canvas_rest (LaminaTimelineCanvas *self);

/* What lies over the tracks: made when need be, dropped when it changed. @viewport is that of the scene. */
void lamina_timeline_canvas_ensure_markers (LaminaTimelineCanvas *self,
                                            const LaminaViewport *viewport);

void lamina_timeline_canvas_drop_markers (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_drop_found (LaminaTimelineCanvas *self);

/* FALSE when nothing is searched for or nothing was found. */
gboolean lamina_timeline_canvas_ensure_found (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_watch_marks (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_unwatch_marks (LaminaTimelineCanvas *self);

/* The marker at a place: the id of a ruler, or 0 for the marked range. */
gboolean lamina_timeline_canvas_pick_marker (LaminaTimelineCanvas *self,
                                             double                x,
                                             double                y,
                                             guint                *id,
                                             LaminaMarkerPart     *part);

gboolean lamina_timeline_canvas_get_marker (LaminaTimelineCanvas *self,
                                            guint                 id,
                                            LaminaRange          *place);

void lamina_timeline_canvas_move_marker (LaminaTimelineCanvas *self,
                                         guint                 id,
                                         const LaminaRange    *place);

/* Whether "here" is where the context menu is or was just now: what was chosen in it is done after it closed. */
gboolean lamina_timeline_canvas_has_menu_place (LaminaTimelineCanvas *self);

/* Opens the context menu for a place. */
void lamina_timeline_canvas_open_menu (LaminaTimelineCanvas *self,
                                       double                x,
                                       double                y);

/* What zooming keeps in its place: the pointer, or the middle when it is elsewhere. */
double lamina_timeline_canvas_get_zoom_place (LaminaTimelineCanvas *self);

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
