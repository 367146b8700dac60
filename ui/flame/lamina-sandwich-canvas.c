/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-canvas-private.h"

#include "lamina-picture-menu.h"
#include "lamina-spoken.h"

#include <glib/gi18n.h>

enum
{
  PROP_0,
  PROP_NODE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint name_activated;

G_DEFINE_FINAL_TYPE (LaminaSandwichCanvas, lamina_sandwich_canvas, LAMINA_TYPE_CANVAS)

static void
drop_colors (LaminaSandwichCanvas *self)
{
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    g_clear_pointer (&self->colors[half], g_free);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

/* The tree of the run before is there until that of the shown one has grown. */
static void
ensure_colors (LaminaSandwichCanvas *self)
{
  LaminaColoring *coloring = lamina_session_get_coloring (self->session);
  LaminaFlameTree *tree = lamina_sandwich_get_tree (self->sandwich);

  if (!coloring || self->colors[0] || lamina_flame_tree_get_run (tree) != lamina_session_get_run (self->session))
    return;
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    self->colors[half] = lamina_coloring_create_named_nodes (coloring, tree, self->halves[half]);
}

LaminaSandwichView
lamina_sandwich_canvas_get_view (LaminaSandwichCanvas *self)
{
  LaminaSandwichView view = { .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) };

  memcpy (view.halves, self->halves, sizeof view.halves);
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    view.colors[half] = self->colors[half];
  lamina_canvas_get_sight (LAMINA_CANVAS (self), &view.top, &view.height);
  return view;
}

/* FALSE when nothing stands out. */
static gboolean
get_marks (LaminaSandwichCanvas *self,
           const guint8         *marks[LAMINA_N_SANDWICH_HALVES])
{
  gboolean any = FALSE;

  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    {
      marks[half] = lamina_flame_marks_get (self->marks, half);
      any |= marks[half] != NULL;
    }
  return any;
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);
  LaminaSandwichView view;

  if (!self->sandwich || !self->session)
    return NULL;
  ensure_colors (self);
  view = lamina_sandwich_canvas_get_view (self);
  return lamina_sandwich_layout (&view, metrics);
}

static LaminaScene *
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);
  LaminaSandwichView view = lamina_sandwich_canvas_get_view (self);

  if (!get_marks (self, view.marks))
    return NULL;
  view.only_marked = TRUE;
  return lamina_sandwich_layout (&view, metrics);
}

gboolean
lamina_sandwich_canvas_pick (LaminaSandwichCanvas *self,
                             double                x,
                             double                y,
                             LaminaTarget         *target)
{
  const LaminaTarget *found = lamina_canvas_pick (LAMINA_CANVAS (self), x, y, LAMINA_TARGET_NODES, 2);

  if (found)
    *target = *found;
  return found != NULL;
}

static void
reveal (LaminaSandwichCanvas *self)
{
  LaminaSandwichView view = lamina_sandwich_canvas_get_view (self);
  int x, y, width;

  lamina_sandwich_find_box (&view, lamina_canvas_get_metrics (LAMINA_CANVAS (self)), self->half, self->node, &x, &y,
                            &width);
  lamina_canvas_reveal (LAMINA_CANVAS (self), y, LAMINA_FLAME_ROW_HEIGHT);
}

static void
set_node (LaminaSandwichCanvas *self,
          LaminaSandwichHalf    half,
          guint32               node)
{
  if (self->node == node && self->half == half)
    return;
  self->half = half;
  self->node = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NODE]);
}

void
lamina_sandwich_canvas_choose (LaminaSandwichCanvas *self,
                               LaminaSandwichHalf    half,
                               guint32               node)
{
  const guint32 *layers;
  guint n;

  g_return_if_fail (LAMINA_IS_SANDWICH_CANVAS (self));
  g_return_if_fail ((guint) half < LAMINA_N_SANDWICH_HALVES);

  if (!self->sandwich || !self->session)
    return;
  g_return_if_fail (node == LAMINA_NONE || node < lamina_flame_tree_get_nodes (self->halves[half])->n);
  if (node == LAMINA_NONE)
    {
      set_node (self, half, node);
      lamina_session_select_layer (self->session, LAMINA_NONE);
      return;
    }
  layers = lamina_flame_tree_get_layers (self->halves[half], node, NULL, &n);
  if (n > 0)
    lamina_session_select_layers (self->session, layers, n, layers[0]);
  set_node (self, half, node);
  reveal (self);
}

static void
activate_name (LaminaSandwichCanvas *self,
               LaminaSandwichHalf    half,
               guint32               node)
{
  const char *name = lamina_flame_tree_get_nodes (self->halves[half])->name[node];
  guint found = lamina_sandwich_find (self->sandwich, name);

  if (found != LAMINA_NONE)
    g_signal_emit (self, name_activated, 0, found);
}

static void
press (LaminaCanvas    *canvas,
       int              n_press,
       double           x,
       double           y,
       GdkModifierType  state)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);
  LaminaTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!lamina_sandwich_canvas_pick (self, x, y, &target))
    lamina_sandwich_canvas_choose (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
  else if (n_press == 2)
    activate_name (self, target.track, target.first);
  else
    lamina_sandwich_canvas_choose (self, target.track, target.first);
}

/* What is right-clicked is what the menu is about. */
static void
press_secondary (LaminaCanvas *canvas,
                 GtkGesture   *gesture,
                 double        x,
                 double        y)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);
  LaminaTarget target;

  if (lamina_sandwich_canvas_pick (self, x, y, &target))
    lamina_sandwich_canvas_choose (self, target.track, target.first);
}

/* One row up or down on the screen: away from the name in one half, towards it in the other. */
static void
go_along (LaminaSandwichCanvas *self,
          LaminaSandwichHalf    towards)
{
  LaminaSandwichHalf half = self->node == 0 ? towards : self->half;
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->halves[half]);
  guint32 node = self->node;

  if (half != towards)
    node = nodes->parent[node];
  else if (nodes->first_child[node] < nodes->first_child[node + 1])
    node = nodes->first_child[node];
  lamina_sandwich_canvas_choose (self, node == 0 ? LAMINA_SANDWICH_CALLEES : half, node);
}

static void
go_beside (LaminaSandwichCanvas *self,
           int                   by)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->halves[self->half]);
  guint32 parent = nodes->parent[self->node], node = self->node;

  if (parent == LAMINA_NONE)
    return;
  if (by < 0 ? node > nodes->first_child[parent] : node + 1 < nodes->first_child[parent + 1])
    lamina_sandwich_canvas_choose (self, self->half, by < 0 ? node - 1 : node + 1);
}

static void
go (LaminaSandwichCanvas *self,
    guint                 keyval)
{
  if (self->node == LAMINA_NONE || keyval == GDK_KEY_Home)
    lamina_sandwich_canvas_choose (self, LAMINA_SANDWICH_CALLEES, 0);
  else if (keyval == GDK_KEY_Up)
    go_along (self, LAMINA_SANDWICH_CALLERS);
  else if (keyval == GDK_KEY_Down)
    go_along (self, LAMINA_SANDWICH_CALLEES);
  else
    go_beside (self, keyval == GDK_KEY_Left ? -1 : 1);
}

static gboolean
press_key (LaminaCanvas    *canvas,
           guint            keyval,
           GdkModifierType  state)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);

  if (!self->sandwich || !self->session)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
      go (self, keyval);
      return GDK_EVENT_STOP;
    case GDK_KEY_c:
    case GDK_KEY_C:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->node != LAMINA_NONE)
        activate_name (self, self->half, self->node);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->node == LAMINA_NONE && !lamina_session_has_selection (self->session))
        return GDK_EVENT_PROPAGATE;
      lamina_sandwich_canvas_choose (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
lamina_sandwich_canvas_measure (GtkWidget      *widget,
                                GtkOrientation  orientation,
                                int             for_size,
                                int            *minimum,
                                int            *natural,
                                int            *minimum_baseline,
                                int            *natural_baseline)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (widget);
  LaminaSandwichView view = lamina_sandwich_canvas_get_view (self);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = 160;
  else
    *minimum = *natural = self->sandwich ? lamina_sandwich_get_height (&view) : 3 * LAMINA_FLAME_ROW_HEIGHT;
}

static void
lamina_sandwich_canvas_get_property (GObject    *object,
                                     guint       id,
                                     GValue     *value,
                                     GParamSpec *pspec)
{
  if (id == PROP_NODE)
    g_value_set_uint (value, LAMINA_SANDWICH_CANVAS (object)->node);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_sandwich_canvas_dispose (GObject *object)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (object);

  lamina_sandwich_canvas_set_session (self, NULL);
  lamina_sandwich_canvas_set_adjustment (self, NULL);
  G_OBJECT_CLASS (lamina_sandwich_canvas_parent_class)->dispose (object);
}

static void
lamina_sandwich_canvas_finalize (GObject *object)
{
  g_object_unref (LAMINA_SANDWICH_CANVAS (object)->marks);
  G_OBJECT_CLASS (lamina_sandwich_canvas_parent_class)->finalize (object);
}

static void
lamina_sandwich_canvas_class_init (LaminaSandwichCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->dispose = lamina_sandwich_canvas_dispose;
  object_class->finalize = lamina_sandwich_canvas_finalize;
  object_class->get_property = lamina_sandwich_canvas_get_property;
  widget_class->measure = lamina_sandwich_canvas_measure;
  widget_class->query_tooltip = lamina_sandwich_canvas_query_tooltip;
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_places = lamina_sandwich_canvas_draw_places;
  canvas_class->press = press;
  canvas_class->press_secondary = press_secondary;
  canvas_class->press_key = press_key;
  properties[PROP_NODE] = g_param_spec_uint ("node", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  name_activated = g_signal_new ("name-activated", LAMINA_TYPE_SANDWICH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "flame");
}

static void
lamina_sandwich_canvas_init (LaminaSandwichCanvas *self)
{
  self->node = LAMINA_NONE;
  self->marks = lamina_flame_marks_new ();
  g_signal_connect_object (self->marks, "changed", G_CALLBACK (lamina_canvas_drop_marked), self, G_CONNECT_SWAPPED);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
  lamina_picture_menu_add (GTK_WIDGET (self), "sandwich", _("_Callers and Callees"), "view.callers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Callers and callees"), -1);
}

/* A selection made elsewhere is not where the keys go on from. */
static void
on_selection (LaminaSandwichCanvas *self)
{
  set_node (self, self->half, LAMINA_NONE);
}

void
lamina_sandwich_canvas_set_session (LaminaSandwichCanvas *self,
                                    LaminaSession        *session)
{
  g_return_if_fail (LAMINA_IS_SANDWICH_CANVAS (self));

  if (self->session == session)
    return;
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  lamina_sandwich_canvas_set_halves (self, NULL, NULL, NULL);
  g_set_object (&self->session, session);
  lamina_flame_marks_set_session (self->marks, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (drop_colors), self);
  lamina_spoken_bind (GTK_WIDGET (self), session);
}

/* Once the rows have their height: the name in the middle, or all of it where it fits. */
static void
on_adjustment (LaminaSandwichCanvas *self)
{
  LaminaSandwichView view = lamina_sandwich_canvas_get_view (self);
  double page = gtk_adjustment_get_page_size (self->adjustment);

  if (!self->center || !self->sandwich
      || gtk_adjustment_get_upper (self->adjustment) < lamina_sandwich_get_height (&view))
    return;
  self->center = FALSE;
  gtk_adjustment_set_value (self->adjustment,
                            lamina_sandwich_get_middle (&view) + (LAMINA_FLAME_ROW_HEIGHT - page) / 2);
}

void
lamina_sandwich_canvas_set_adjustment (LaminaSandwichCanvas *self,
                                       GtkAdjustment        *adjustment)
{
  g_return_if_fail (LAMINA_IS_SANDWICH_CANVAS (self));

  if (self->adjustment)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_set_object (&self->adjustment, adjustment);
  lamina_canvas_set_adjustment (LAMINA_CANVAS (self), adjustment);
  if (adjustment)
    g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (on_adjustment), self);
}

void
lamina_sandwich_canvas_set_halves (LaminaSandwichCanvas *self,
                                   LaminaSandwich       *sandwich,
                                   LaminaFlameTree      *callees,
                                   LaminaFlameTree      *callers)
{
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES] = { callees, callers };

  g_return_if_fail (LAMINA_IS_SANDWICH_CANVAS (self));

  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    {
      g_clear_pointer (&self->halves[half], lamina_flame_tree_unref);
      self->halves[half] = sandwich ? lamina_flame_tree_ref (halves[half]) : NULL;
    }
  g_clear_pointer (&self->sandwich, lamina_sandwich_unref);
  self->sandwich = sandwich ? lamina_sandwich_ref (sandwich) : NULL;
  self->center = TRUE;
  drop_colors (self);
  lamina_flame_marks_set_trees (self->marks, self->halves, sandwich ? LAMINA_N_SANDWICH_HALVES : 0);
  set_node (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (self->adjustment)
    on_adjustment (self);
}

LaminaFlameTree *
lamina_sandwich_canvas_get_half (LaminaSandwichCanvas *self,
                                 LaminaSandwichHalf    half)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_CANVAS (self), NULL);
  return self->halves[half];
}

guint32
lamina_sandwich_canvas_get_node (LaminaSandwichCanvas *self,
                                 LaminaSandwichHalf   *half)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_CANVAS (self), LAMINA_NONE);
  *half = self->half;
  return self->node;
}

LaminaFlameMarks *
lamina_sandwich_canvas_get_marks (LaminaSandwichCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_CANVAS (self), NULL);
  return self->marks;
}

gboolean
lamina_sandwich_canvas_find (LaminaSandwichCanvas *self,
                             gboolean              forward)
{
  const guint8 *marks[LAMINA_N_SANDWICH_HALVES];
  guint32 n_callees, n, place;

  g_return_val_if_fail (LAMINA_IS_SANDWICH_CANVAS (self), FALSE);

  if (!get_marks (self, marks))
    return FALSE;
  /* The callees, then the callers without the name, which is in both. */
  n_callees = lamina_flame_tree_get_nodes (self->halves[LAMINA_SANDWICH_CALLEES])->n;
  n = n_callees + lamina_flame_tree_get_nodes (self->halves[LAMINA_SANDWICH_CALLERS])->n - 1;
  place = self->half == LAMINA_SANDWICH_CALLERS && self->node != LAMINA_NONE ? n_callees + self->node - 1 : self->node;
  if (place == LAMINA_NONE)
    place = forward ? n - 1 : 0;
  for (guint32 i = 0; i < n; i++)
    {
      LaminaSandwichHalf half;
      guint32 node;

      place = forward ? (place + 1) % n : (place + n - 1) % n;
      half = place < n_callees ? LAMINA_SANDWICH_CALLEES : LAMINA_SANDWICH_CALLERS;
      node = place < n_callees ? place : place - n_callees + 1;
      if (!marks[half] || !marks[half][node])
        continue;
      lamina_sandwich_canvas_choose (self, half, node);
      return TRUE;
    }
  return FALSE;
}
