/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pens.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_CANVAS (lamina_canvas_get_type ())

/*
 * What widgets that show a scene have in common. The scene is made when it is needed, at the size and in the metrics of the
 * widget, and made anew after either, the theme or what it shows has changed. A second scene holds what of it stands out;
 * while there is one, the first is drawn dimmed. Both are kept as nodes, so that a frame in which only the pointer moved
 * paints nothing but what lies above them.
 *
 * A class says what the scenes are and what pointer and keys do.
 */
G_DECLARE_DERIVABLE_TYPE (LaminaCanvas, lamina_canvas, LAMINA, CANVAS, GtkWidget)

/*
 * @minimum: the size that it needs at least, unless it measures itself
 * @natural: the size that it likes to have
 * @has_ground: whether its ground has the color of views, else that of what it stands on
 * @create_scene: (transfer full) (nullable): lays out what is to be shown; NULL when there is nothing
 * @create_marked: (transfer full) (nullable): lays out what of the scene stands out; NULL when nothing does. None where
 *   nothing ever stands out
 * @draw_scenes: draws the scenes in another way; or NULL
 * @draw_places: draws what lies above the scenes: the place of the keys, what the pointer is at; or NULL
 * @reshaped: the size, or the font, is another one, of which the scene is made anew; or NULL
 * @dropped: the scene is to be made anew; or NULL
 * @dup_tooltip: (transfer full) (nullable): what is to be said about a place, or, for the keyboard, about what the keys are
 *   at, as markup; it may tell the area that this is about. Or NULL
 * @point: the pointer is elsewhere; where NULL, what lies above the scenes is drawn anew
 * @press: a press of the primary button; or NULL
 * @press_secondary: the same of the secondary one, before its menu opens; or NULL
 * @press_key: a key without Ctrl, Alt and Super; returns whether it meant something. Or NULL
 */
struct _LaminaCanvasClass
{
  GtkWidgetClass parent_class;

  GtkRequisition minimum;
  GtkRequisition natural;
  gboolean has_ground;

  LaminaScene *(*create_scene)    (LaminaCanvas    *self,
                                   LaminaMetrics   *metrics);
  LaminaScene *(*create_marked)   (LaminaCanvas    *self,
                                   LaminaScene     *scene,
                                   LaminaMetrics   *metrics);
  void         (*draw_scenes)     (LaminaCanvas    *self,
                                   GtkSnapshot     *snapshot,
                                   LaminaPens      *pens);
  void         (*draw_places)     (LaminaCanvas    *self,
                                   GtkSnapshot     *snapshot);
  void         (*reshaped)        (LaminaCanvas    *self);
  void         (*dropped)         (LaminaCanvas    *self);
  char        *(*dup_tooltip)     (LaminaCanvas    *self,
                                   gboolean         keyboard,
                                   double           x,
                                   double           y,
                                   GdkRectangle    *area);
  void         (*point)           (LaminaCanvas    *self);
  void         (*press)           (LaminaCanvas    *self,
                                   int              n_press,
                                   double           x,
                                   double           y,
                                   GdkModifierType  state);
  void         (*press_secondary) (LaminaCanvas    *self,
                                   GtkGesture      *gesture,
                                   double           x,
                                   double           y);
  gboolean     (*press_key)       (LaminaCanvas    *self,
                                   guint            keyval,
                                   GdkModifierType  state);
};

/* Listens to pointer and keys, and lets the keys go there. From `init`, since the class has to be complete. */
void lamina_canvas_add_input (LaminaCanvas *self);

/* What stays free at the left, in pixels; places in the scene are counted from there. */
void lamina_canvas_set_margin (LaminaCanvas *self,
                               int           margin);

/* What a canvas is scrolled by that is as high as all that could be seen, or NULL; the scene is made for what is in sight. */
void lamina_canvas_set_adjustment (LaminaCanvas  *self,
                                   GtkAdjustment *adjustment);

/* The height is 0 where the canvas is not scrolled. */
void lamina_canvas_get_sight (LaminaCanvas *self,
                              int          *top,
                              int          *height);

/* Scrolls as little as need be to bring a place in sight. */
void lamina_canvas_reveal (LaminaCanvas *self,
                           int           y,
                           int           height);

/* Makes the scenes that are not there. NULL when there is nothing to show. */
LaminaScene *lamina_canvas_ensure (LaminaCanvas *self);

/* What stands out, once it has been made, or NULL. */
LaminaScene *lamina_canvas_get_marked (LaminaCanvas *self);

LaminaMetrics *lamina_canvas_get_metrics (LaminaCanvas *self);

/* Has both scenes made anew for the next frame. */
void lamina_canvas_drop_scene (LaminaCanvas *self);

/* Has what stands out made anew for the next frame. */
void lamina_canvas_drop_marked (LaminaCanvas *self);

/* What the scene has at a place in the widget, or so many pixels beside it; NULL for nothing. Good until the scene is dropped. */
const LaminaTarget *lamina_canvas_pick (LaminaCanvas     *self,
                                        double            x,
                                        double            y,
                                        LaminaTargetKind  kind,
                                        int               tolerance);

void lamina_canvas_draw_outline (GtkSnapshot        *snapshot,
                                 const GdkRectangle *area,
                                 int                 thickness);

/* Where the pointer is or was last, and whether it is over the canvas now. */
gboolean lamina_canvas_get_pointer (LaminaCanvas *self,
                                    double       *x,
                                    double       *y);

G_END_DECLS
