/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas.h"

#include "lamina-flame-tooltip.h"
#include "lamina-picture-menu.h"
#include "lamina-sandwich-layout.h"
#include "lamina-spoken.h"

#include <glib/gi18n.h>

/* Below this a strong outline would hide what it is around. */
#define SLIM 6

/*
 * The scene is what @trees, @root, width and scrolling ask for; of a flame graph, there is the first tree alone. What stands
 * out are the nodes in @marks. @colors are the fills of the nodes; NULL where they are those of families, and until they are
 * needed.
 */
struct _LaminaFlameCanvas
{
  LaminaCanvas parent_instance;

  gboolean is_sandwich;
  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaSandwich *sandwich;
  LaminaFlameTree *trees[LAMINA_N_SANDWICH_HALVES];
  guint32 root;
  LaminaSandwichHalf half;
  guint32 node;
  char **path; /* names down to the root of the tree that is shown or was last; NULL for the whole tree */
  LaminaFlameBy path_by;

  LaminaFlameMarks *marks;
  guint8 *colors[LAMINA_N_SANDWICH_HALVES];
  /* Whether the row of the name is still to be brought to the middle. */
  gboolean center;
};

enum
{
  PROP_0,
  PROP_SANDWICH,
};

static guint name_activated;
static guint root_changed;
static guint node_changed;

G_DEFINE_FINAL_TYPE (LaminaFlameCanvas, lamina_flame_canvas, LAMINA_TYPE_CANVAS)

static LaminaFlameView
get_view (LaminaFlameCanvas *self)
{
  LaminaFlameView view = { .root = self->root, .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1),
                           .colors = self->colors[0] };
  int n_rows = self->trees[0] ? (int) lamina_flame_get_n_rows (self->trees[0], self->root) : 0, share;

  lamina_canvas_get_sight (LAMINA_CANVAS (self), &view.top, &view.height);
  share = (view.height - 1) / MAX (n_rows, 1);
  view.row_height = CLAMP (share, LAMINA_FLAME_ROW_HEIGHT, LAMINA_FLAME_MOST_ROW_HEIGHT);
  return view;
}

static LaminaSandwichView
get_halves (LaminaFlameCanvas *self)
{
  LaminaSandwichView view = { .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) };

  memcpy (view.halves, self->trees, sizeof view.halves);
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    view.colors[half] = self->colors[half];
  lamina_canvas_get_sight (LAMINA_CANVAS (self), &view.top, &view.height);
  return view;
}

/* The tree of the run before is there until that of the shown one has grown. */
static void
ensure_colors (LaminaFlameCanvas *self)
{
  LaminaColoring *coloring = lamina_session_get_coloring (self->session);
  LaminaFlameTree *tree = self->is_sandwich ? lamina_sandwich_get_tree (self->sandwich) : self->trees[0];

  if (!coloring || self->colors[0] || lamina_flame_tree_get_run (tree) != lamina_session_get_run (self->session))
    return;
  if (!self->is_sandwich)
    self->colors[0] = lamina_coloring_create_nodes (coloring, tree);
  else
    for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
      self->colors[half] = lamina_coloring_create_named_nodes (coloring, tree, self->trees[half]);
}

/* With @marks, only what is marked. */
static LaminaScene *
lay_out (LaminaFlameCanvas   *self,
         const guint8 *const *marks,
         LaminaMetrics       *metrics)
{
  LaminaSandwichView halves;
  LaminaFlameView view;

  if (self->is_sandwich)
    {
      halves = get_halves (self);
      halves.only_marked = marks != NULL;
      for (guint half = 0; marks && half < LAMINA_N_SANDWICH_HALVES; half++)
        halves.marks[half] = marks[half];
      return lamina_sandwich_layout (&halves, metrics);
    }
  view = get_view (self);
  view.marks = marks ? marks[0] : NULL;
  return lamina_flame_layout (self->trees[0], &view, metrics);
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);

  if (!self->trees[0] || !self->session)
    return NULL;
  ensure_colors (self);
  return lay_out (self, NULL, metrics);
}

/* FALSE when nothing stands out. */
static gboolean
get_marks (LaminaFlameCanvas *self,
           const guint8      *marks[LAMINA_N_SANDWICH_HALVES])
{
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    marks[half] = lamina_flame_marks_get (self->marks, half);
  return marks[LAMINA_SANDWICH_CALLEES] || marks[LAMINA_SANDWICH_CALLERS];
}

static LaminaScene *
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  const guint8 *marks[LAMINA_N_SANDWICH_HALVES];

  return get_marks (LAMINA_FLAME_CANVAS (canvas), marks) ? lay_out (LAMINA_FLAME_CANVAS (canvas), marks, metrics) : NULL;
}

/* Whether a node has a place, and where. */
static gboolean
find_box (LaminaFlameCanvas  *self,
          LaminaSandwichHalf  half,
          guint32             node,
          GdkRectangle       *box)
{
  LaminaSandwichView halves;
  LaminaFlameView view;

  if (node == LAMINA_NONE || !self->trees[0])
    return FALSE;
  box->height = LAMINA_FLAME_ROW_HEIGHT;
  if (self->is_sandwich)
    {
      halves = get_halves (self);
      lamina_sandwich_find_box (&halves, lamina_canvas_get_metrics (LAMINA_CANVAS (self)), half, node, &box->x, &box->y,
                                &box->width);
      return TRUE;
    }
  view = get_view (self);
  box->height = view.row_height;
  return lamina_flame_find_box (self->trees[0], &view, node, &box->x, &box->y, &box->width);
}

/* The nodes at a place, none when it is free. */
static gboolean
pick (LaminaFlameCanvas *self,
      double             x,
      double             y,
      LaminaTarget      *target)
{
  const LaminaTarget *found = lamina_canvas_pick (LAMINA_CANVAS (self), x, y, LAMINA_TARGET_NODES, 2);

  if (found)
    *target = *found;
  return found != NULL;
}

static void
draw_outline (GtkSnapshot        *snapshot,
              const GdkRectangle *box,
              gboolean            strong)
{
  lamina_canvas_draw_outline (snapshot, &(GdkRectangle) { box->x, box->y, box->width, box->height - 1 },
                              strong && box->width >= SLIM ? 2 : 1);
}

/* Of marked nodes in a line away from the outermost one, the nearest to it has the outline. */
static gboolean
has_outline (LaminaFlameCanvas  *self,
             const LaminaTarget *target)
{
  const guint8 *marks = lamina_flame_marks_get (self->marks, target->track);
  guint32 parent = lamina_flame_tree_get_nodes (self->trees[target->track])->parent[target->first];

  return target->first == self->root || parent == LAMINA_NONE || !marks || !marks[parent];
}

/* Around what stands out. Slim neighbors have an outline together: one each would hide them. */
static void
draw_outlines (LaminaFlameCanvas *self,
               GtkSnapshot       *snapshot,
               LaminaScene       *marked)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (marked, &n);
  GdkRectangle run = { 0 };
  gboolean is_slim = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const LaminaSceneBox *box = &boxes[i];

      if (!has_outline (self, &box->target))
        continue;
      if (is_slim && box->width < SLIM && box->y == run.y && box->x >= run.x && box->x <= run.x + run.width + 1)
        {
          run.width = MAX (run.width, box->x + box->width - run.x);
          continue;
        }
      if (run.width > 0)
        draw_outline (snapshot, &run, TRUE);
      run = (GdkRectangle) { box->x, box->y, box->width, box->height + 1 };
      is_slim = box->width < SLIM;
    }
  if (run.width > 0)
    draw_outline (snapshot, &run, TRUE);
}

/* What stands out, what the keys go on from, and what the pointer is at. */
static void
draw_places (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  double x, y;
  GdkRectangle box;
  LaminaTarget hover;

  if (lamina_canvas_get_marked (canvas))
    draw_outlines (self, snapshot, lamina_canvas_get_marked (canvas));
  if (find_box (self, self->half, self->node, &box))
    draw_outline (snapshot, &box, TRUE);
  if (lamina_canvas_get_pointer (canvas, &x, &y) && pick (self, x, y, &hover)
      && find_box (self, hover.track, hover.first, &box))
    draw_outline (snapshot, &box, FALSE);
}

static void
set_node (LaminaFlameCanvas  *self,
          LaminaSandwichHalf  half,
          guint32             node)
{
  if (self->node == node && self->half == half)
    return;
  self->half = half;
  self->node = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, node_changed, 0);
}

static gboolean
is_below_root (LaminaFlameCanvas *self,
               guint32            node)
{
  const guint32 *parent = lamina_flame_tree_get_nodes (self->trees[0])->parent;

  while (node != self->root && node != LAMINA_NONE)
    node = parent[node];
  return node == self->root;
}

void
lamina_flame_canvas_choose (LaminaFlameCanvas  *self,
                            LaminaSandwichHalf  half,
                            guint32             node)
{
  const guint32 *layers;
  GdkRectangle box;
  guint n;

  if (!self->trees[half] || !self->session)
    return;
  if (node == LAMINA_NONE)
    {
      set_node (self, half, node);
      lamina_session_select_layer (self->session, LAMINA_NONE);
      return;
    }
  if (!self->is_sandwich && !is_below_root (self, node))
    lamina_flame_canvas_set_root (self, node);
  layers = lamina_flame_tree_get_layers (self->trees[half], node, NULL, &n);
  if (n > 0)
    lamina_session_select_layers (self->session, layers, n, layers[0]);
  set_node (self, half, node);
  if (find_box (self, half, node, &box))
    lamina_canvas_reveal (LAMINA_CANVAS (self), box.y, box.height);
}

/* Makes a node as wide as the view, or puts its name into the middle. */
static void
open_node (LaminaFlameCanvas  *self,
           LaminaSandwichHalf  half,
           guint32             node)
{
  guint found;

  if (!self->is_sandwich)
    {
      lamina_flame_canvas_set_root (self, node);
      return;
    }
  found = lamina_sandwich_find (self->sandwich, lamina_flame_tree_get_nodes (self->trees[half])->name[node]);
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
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  LaminaTarget target;
  guint32 node, parent;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!pick (self, x, y, &target))
    {
      lamina_flame_canvas_choose (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
      return;
    }
  node = target.first;
  if (n_press != 2 || !self->is_sandwich)
    lamina_flame_canvas_choose (self, target.track, node);
  if (n_press != 2)
    return;
  /* Merged nodes are seen when what they are in is as wide as the view. */
  parent = lamina_flame_tree_get_nodes (self->trees[target.track])->parent[node];
  if (!self->is_sandwich && target.n > 1 && parent != LAMINA_NONE && parent != self->root)
    node = parent;
  open_node (self, target.track, node);
}

/* What is right-clicked is what the menu is about. */
static void
press_secondary (LaminaCanvas *canvas,
                 GtkGesture   *gesture,
                 double        x,
                 double        y)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  LaminaTarget target;

  if (pick (self, x, y, &target) && (target.first != self->node || target.track != self->half))
    lamina_flame_canvas_choose (self, target.track, target.first);
}

/* One row up or down on the screen: away from the outermost node in one half, towards it in the other. */
static guint32
get_along (LaminaFlameCanvas  *self,
           LaminaSandwichHalf  towards,
           LaminaSandwichHalf *half)
{
  const LaminaFlameNodes *nodes;
  guint32 node = self->node;

  if (node == 0 && self->is_sandwich)
    *half = towards;
  nodes = lamina_flame_tree_get_nodes (self->trees[*half]);
  if (*half != towards)
    node = nodes->parent[node] == LAMINA_NONE ? node : nodes->parent[node];
  else if (nodes->first_child[node] < nodes->first_child[node + 1])
    node = nodes->first_child[node];
  /* The name is in both halves. */
  if (node == 0)
    *half = LAMINA_SANDWICH_CALLEES;
  return node;
}

static void
go (LaminaFlameCanvas *self,
    guint              keyval)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->trees[self->half]);
  LaminaSandwichHalf half = self->half;
  guint32 node = self->node, parent = node == LAMINA_NONE ? LAMINA_NONE : nodes->parent[node];

  if (node == LAMINA_NONE || keyval == GDK_KEY_Home)
    {
      half = LAMINA_SANDWICH_CALLEES;
      node = node == LAMINA_NONE ? self->root : 0;
    }
  else if (keyval == GDK_KEY_Up)
    node = get_along (self, LAMINA_SANDWICH_CALLERS, &half);
  else if (keyval == GDK_KEY_Down)
    node = get_along (self, LAMINA_SANDWICH_CALLEES, &half);
  else if (keyval == GDK_KEY_Left)
    node -= parent != LAMINA_NONE && node > nodes->first_child[parent];
  else
    node += parent != LAMINA_NONE && node + 1 < nodes->first_child[parent + 1];
  lamina_flame_canvas_choose (self, half, node);
}

/* One step back: what was made wide, then what was selected. */
static gboolean
go_back (LaminaFlameCanvas *self,
         gboolean           may_clear)
{
  if (self->root != 0)
    lamina_flame_canvas_set_root (self, lamina_flame_tree_get_nodes (self->trees[0])->parent[self->root]);
  else if (may_clear && (self->node != LAMINA_NONE || lamina_session_has_selection (self->session)))
    lamina_flame_canvas_choose (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
press_key (LaminaCanvas    *canvas,
           guint            keyval,
           GdkModifierType  state)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  guint lower = gdk_keyval_to_lower (keyval);

  if (!self->trees[0] || !self->session || (self->is_sandwich && lower == GDK_KEY_f))
    return GDK_EVENT_PROPAGATE;
  if (!self->is_sandwich && lower == GDK_KEY_c)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "view.callers", NULL);
      return GDK_EVENT_STOP;
    }
  switch (lower)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
      go (self, keyval);
      return GDK_EVENT_STOP;
    case GDK_KEY_f:
    case GDK_KEY_c:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->node != LAMINA_NONE)
        open_node (self, self->half, self->node);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Escape:
      return go_back (self, keyval == GDK_KEY_Escape);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static char *
dup_tooltip (LaminaCanvas *canvas,
             gboolean      keyboard,
             double        x,
             double        y,
             GdkRectangle *area)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  GdkRectangle box;
  LaminaTarget target;
  const guint8 *colors;

  if (keyboard && !find_box (self, self->half, self->node, &box))
    return NULL;
  if (!pick (self, keyboard ? box.x : x, keyboard ? box.y + 1 : y, &target))
    return NULL;
  if (self->is_sandwich)
    return lamina_flame_tooltip_dup_half (self->trees[target.track], lamina_sandwich_get_tree (self->sandwich), &target);
  colors = self->colors[0];
  return lamina_flame_tooltip_dup (self->trees[0], &target, colors ? lamina_session_get_coloring (self->session) : NULL,
                                   colors ? (LaminaFamily) colors[target.first] : LAMINA_FAMILY_OTHER);
}

static void
lamina_flame_canvas_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (widget);
  LaminaSandwichView halves = get_halves (self);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = self->is_sandwich ? 160 : 100;
  else if (!self->trees[0])
    *minimum = *natural = (self->is_sandwich ? 3 : 1) * LAMINA_FLAME_ROW_HEIGHT;
  else if (self->is_sandwich)
    *minimum = *natural = lamina_sandwich_get_height (&halves);
  else
    *minimum = *natural = (int) lamina_flame_get_n_rows (self->trees[0], self->root) * LAMINA_FLAME_ROW_HEIGHT;
}

static void
lamina_flame_canvas_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  if (id == PROP_SANDWICH)
    LAMINA_FLAME_CANVAS (object)->is_sandwich = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_flame_canvas_constructed (GObject *object)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  G_OBJECT_CLASS (lamina_flame_canvas_parent_class)->constructed (object);
  lamina_picture_menu_add (GTK_WIDGET (self), self->is_sandwich ? "sandwich" : "flame", _("_Callers and Callees"),
                           "view.callers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->is_sandwich ? _("Callers and callees") : _("Flame graph"), -1);
}

static void
lamina_flame_canvas_dispose (GObject *object)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  lamina_flame_canvas_set_session (self, NULL);
  lamina_flame_canvas_set_adjustment (self, NULL);
  G_OBJECT_CLASS (lamina_flame_canvas_parent_class)->dispose (object);
}

static void
lamina_flame_canvas_finalize (GObject *object)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  g_object_unref (self->marks);
  g_strfreev (self->path);
  G_OBJECT_CLASS (lamina_flame_canvas_parent_class)->finalize (object);
}

static void
lamina_flame_canvas_class_init (LaminaFlameCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->constructed = lamina_flame_canvas_constructed;
  object_class->dispose = lamina_flame_canvas_dispose;
  object_class->finalize = lamina_flame_canvas_finalize;
  object_class->set_property = lamina_flame_canvas_set_property;
  widget_class->measure = lamina_flame_canvas_measure;
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_places = draw_places;
  canvas_class->dup_tooltip = dup_tooltip;
  canvas_class->press = press;
  canvas_class->press_secondary = press_secondary;
  canvas_class->press_key = press_key;
  g_object_class_install_property (object_class, PROP_SANDWICH,
                                   g_param_spec_boolean ("sandwich", NULL, NULL, FALSE,
                                                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  name_activated = g_signal_new ("name-activated", LAMINA_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_UINT);
  root_changed = g_signal_new ("root-changed", LAMINA_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  node_changed = g_signal_new ("node-changed", LAMINA_TYPE_FLAME_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "flame");
}

static void
lamina_flame_canvas_init (LaminaFlameCanvas *self)
{
  self->node = LAMINA_NONE;
  self->marks = lamina_flame_marks_new ();
  g_signal_connect_object (self->marks, "changed", G_CALLBACK (lamina_canvas_drop_marked), self, G_CONNECT_SWAPPED);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
}

static void
drop_colors (LaminaFlameCanvas *self)
{
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    g_clear_pointer (&self->colors[half], g_free);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

/* A selection made elsewhere is not where the keys go on from. */
static void
on_selection (LaminaFlameCanvas *self)
{
  set_node (self, self->half, LAMINA_NONE);
}

/* Once the rows have their height: the name in the middle, or all of it where it fits. */
static void
on_adjustment (LaminaFlameCanvas *self)
{
  LaminaSandwichView view = get_halves (self);
  double page = self->adjustment ? gtk_adjustment_get_page_size (self->adjustment) : 0;

  if (!self->center || !self->adjustment || !self->sandwich
      || gtk_adjustment_get_upper (self->adjustment) < lamina_sandwich_get_height (&view))
    return;
  self->center = FALSE;
  gtk_adjustment_set_value (self->adjustment, lamina_sandwich_get_middle (&view) + (LAMINA_FLAME_ROW_HEIGHT - page) / 2);
}

void
lamina_flame_canvas_set_adjustment (LaminaFlameCanvas *self,
                                    GtkAdjustment     *adjustment)
{
  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));

  /* Which disconnects all that listened to the one before. */
  lamina_canvas_set_adjustment (LAMINA_CANVAS (self), adjustment);
  g_set_object (&self->adjustment, adjustment);
  if (adjustment)
    g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (on_adjustment), self);
}

static void
set_trees (LaminaFlameCanvas      *self,
           LaminaFlameTree *const *trees,
           guint                   n_trees)
{
  for (guint i = 0; i < LAMINA_N_SANDWICH_HALVES; i++)
    {
      g_clear_pointer (&self->trees[i], lamina_flame_tree_unref);
      self->trees[i] = i < n_trees ? lamina_flame_tree_ref (trees[i]) : NULL;
    }
  drop_colors (self);
  lamina_flame_marks_set_trees (self->marks, self->trees, n_trees);
  set_node (self, LAMINA_SANDWICH_CALLEES, LAMINA_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* There may be no tree for a while, and the next one may be of another version of the file. */
static void
keep_path (LaminaFlameCanvas *self)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->trees[0]);
  g_autoptr (GPtrArray) path = g_ptr_array_new ();

  g_clear_pointer (&self->path, g_strfreev);
  if (self->root == 0)
    return;
  for (guint32 i = self->root; i != 0; i = nodes->parent[i])
    g_ptr_array_insert (path, 0, g_strdup (nodes->name[i]));
  g_ptr_array_add (path, NULL);
  self->path = (char **) g_ptr_array_free (g_steal_pointer (&path), FALSE);
  self->path_by = lamina_flame_tree_get_options (self->trees[0])->by;
}

void
lamina_flame_canvas_set_tree (LaminaFlameCanvas *self,
                              LaminaFlameTree   *tree)
{
  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));
  g_return_if_fail (!self->is_sandwich);

  if (self->trees[0] == tree)
    return;
  if (self->trees[0])
    keep_path (self);
  self->root = 0;
  /* The place of the root in another tree, by its path. */
  if (tree && self->path && self->path_by == lamina_flame_tree_get_options (tree)->by)
    self->root = lamina_flame_tree_find (tree, (const char *const *) self->path, g_strv_length (self->path));
  set_trees (self, &tree, tree != NULL);
  g_signal_emit (self, root_changed, 0);
}

void
lamina_flame_canvas_set_halves (LaminaFlameCanvas *self,
                                LaminaSandwich    *sandwich,
                                LaminaFlameTree   *callees,
                                LaminaFlameTree   *callers)
{
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES] = { callees, callers };

  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));
  g_return_if_fail (self->is_sandwich);

  g_clear_pointer (&self->sandwich, lamina_sandwich_unref);
  self->sandwich = sandwich ? lamina_sandwich_ref (sandwich) : NULL;
  self->center = TRUE;
  set_trees (self, halves, sandwich ? LAMINA_N_SANDWICH_HALVES : 0);
  on_adjustment (self);
}

void
lamina_flame_canvas_set_session (LaminaFlameCanvas *self,
                                 LaminaSession     *session)
{
  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));

  if (self->session == session)
    return;
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->is_sandwich)
    lamina_flame_canvas_set_halves (self, NULL, NULL, NULL);
  else
    lamina_flame_canvas_set_tree (self, NULL);
  g_set_object (&self->session, session);
  lamina_flame_marks_set_session (self->marks, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (drop_colors), self);
  lamina_spoken_bind (GTK_WIDGET (self), session);
}

LaminaFlameTree *
lamina_flame_canvas_get_tree (LaminaFlameCanvas  *self,
                              LaminaSandwichHalf  half)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), NULL);
  return self->trees[half];
}

gboolean
lamina_flame_canvas_find (LaminaFlameCanvas *self,
                          gboolean           forward)
{
  const guint8 *marks[LAMINA_N_SANDWICH_HALVES];
  guint32 n_first, n, place;

  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), FALSE);

  if (!get_marks (self, marks))
    return FALSE;
  /* The callees, then the callers without the name, which is in both. */
  n = n_first = lamina_flame_tree_get_nodes (self->trees[LAMINA_SANDWICH_CALLEES])->n;
  if (self->is_sandwich)
    n += lamina_flame_tree_get_nodes (self->trees[LAMINA_SANDWICH_CALLERS])->n - 1;
  place = self->half == LAMINA_SANDWICH_CALLERS && self->node != LAMINA_NONE ? n_first + self->node - 1 : self->node;
  if (place == LAMINA_NONE)
    place = forward ? n - 1 : 0;
  for (guint32 i = 0; i < n; i++)
    {
      LaminaSandwichHalf half;
      guint32 node;

      place = forward ? (place + 1) % n : (place + n - 1) % n;
      half = place < n_first ? LAMINA_SANDWICH_CALLEES : LAMINA_SANDWICH_CALLERS;
      node = place < n_first ? place : place - n_first + 1;
      if (!marks[half] || !marks[half][node])
        continue;
      lamina_flame_canvas_choose (self, half, node);
      return TRUE;
    }
  return FALSE;
}

LaminaFlameMarks *
lamina_flame_canvas_get_marks (LaminaFlameCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), NULL);
  return self->marks;
}

guint32
lamina_flame_canvas_get_root (LaminaFlameCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), 0);
  return self->root;
}

void
lamina_flame_canvas_set_root (LaminaFlameCanvas *self,
                              guint32            root)
{
  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));
  g_return_if_fail (self->trees[0] && root < lamina_flame_tree_get_nodes (self->trees[0])->n);

  if (self->root == root)
    return;
  self->root = root;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, root_changed, 0);
}

guint32
lamina_flame_canvas_get_node (LaminaFlameCanvas  *self,
                              LaminaSandwichHalf *half)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), LAMINA_NONE);

  if (half)
    *half = self->half;
  return self->node;
}
