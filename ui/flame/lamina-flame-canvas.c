/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-picture-menu.h"
#include "lamina-spoken.h"

#include <glib/gi18n.h>

enum
{
  PROP_0,
  PROP_ROOT,
  PROP_NODE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaFlameCanvas, lamina_flame_canvas, LAMINA_TYPE_CANVAS)

LaminaFlameView
lamina_flame_canvas_get_view (LaminaFlameCanvas *self)
{
  LaminaFlameView view = { .root = self->root, .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1),
                           .colors = self->colors };
  int n_rows = self->tree ? (int) lamina_flame_get_n_rows (self->tree, self->root) : 0, share;

  lamina_canvas_get_sight (LAMINA_CANVAS (self), &view.top, &view.height);
  /* Few rows divide the room among them, so that more of their names can be read. */
  share = (view.height - 1) / MAX (n_rows, 1);
  view.row_height = CLAMP (share, LAMINA_FLAME_ROW_HEIGHT, LAMINA_FLAME_MOST_ROW_HEIGHT);
  return view;
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  LaminaColoring *coloring = self->session ? lamina_session_get_coloring (self->session) : NULL;
  LaminaFlameView view;

  if (!self->tree || !self->session)
    return NULL;
  /* The tree of the run before is there until that of the shown one has grown. */
  if (coloring && !self->colors && lamina_flame_tree_get_run (self->tree) == lamina_session_get_run (self->session))
    self->colors = lamina_coloring_create_nodes (coloring, self->tree);
  view = lamina_flame_canvas_get_view (self);
  return lamina_flame_layout (self->tree, &view, metrics);
}

static LaminaScene *
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  LaminaFlameView view = lamina_flame_canvas_get_view (self);

  view.marks = lamina_flame_marks_get (self->marks, 0);
  return view.marks ? lamina_flame_layout (self->tree, &view, metrics) : NULL;
}

gboolean
lamina_flame_canvas_pick (LaminaFlameCanvas *self,
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
reveal (LaminaFlameCanvas *self)
{
  LaminaFlameView view = lamina_flame_canvas_get_view (self);
  int x, y, width;

  if (lamina_flame_find_box (self->tree, &view, self->node, &x, &y, &width))
    lamina_canvas_reveal (LAMINA_CANVAS (self), y, view.row_height);
}

static void
set_node (LaminaFlameCanvas *self,
          guint32            node)
{
  if (self->node == node)
    return;
  self->node = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NODE]);
}

static gboolean
is_below (LaminaFlameCanvas *self,
          guint32            node,
          guint32            above)
{
  const guint32 *parent = lamina_flame_tree_get_nodes (self->tree)->parent;

  while (node != above && node != LAMINA_NONE)
    node = parent[node];
  return node == above;
}

void
lamina_flame_canvas_choose (LaminaFlameCanvas *self,
                            guint32            node)
{
  const guint32 *layers;
  guint n;

  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));

  if (!self->tree || !self->session)
    return;
  g_return_if_fail (node == LAMINA_NONE || node < lamina_flame_tree_get_nodes (self->tree)->n);
  if (node == LAMINA_NONE)
    {
      set_node (self, node);
      lamina_session_select_layer (self->session, LAMINA_NONE);
      return;
    }
  if (!is_below (self, node, self->root))
    lamina_flame_canvas_set_root (self, node);
  layers = lamina_flame_tree_get_layers (self->tree, node, NULL, &n);
  if (n > 0)
    lamina_session_select_layers (self->session, layers, n, layers[0]);
  set_node (self, node);
  reveal (self);
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
  guint32 parent;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!lamina_flame_canvas_pick (self, x, y, &target))
    {
      lamina_flame_canvas_choose (self, LAMINA_NONE);
      return;
    }
  lamina_flame_canvas_choose (self, target.first);
  if (n_press != 2)
    return;
  /* Merged nodes are seen when what they are in is as wide as the view. */
  parent = lamina_flame_tree_get_nodes (self->tree)->parent[target.first];
  lamina_flame_canvas_set_root (self, target.n > 1 && parent != LAMINA_NONE && parent != self->root ? parent
                                                                                                     : target.first);
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

  if (lamina_flame_canvas_pick (self, x, y, &target) && target.first != self->node)
    lamina_flame_canvas_choose (self, target.first);
}

static guint32
get_neighbor (LaminaFlameCanvas *self,
               guint              keyval)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->tree);
  guint32 node = self->node, parent;

  if (node == LAMINA_NONE)
    return self->root;
  parent = nodes->parent[node];
  switch (keyval)
    {
    case GDK_KEY_Up:
      return parent == LAMINA_NONE ? node : parent;
    case GDK_KEY_Down:
      return nodes->first_child[node] < nodes->first_child[node + 1] ? nodes->first_child[node] : node;
    case GDK_KEY_Left:
      return parent != LAMINA_NONE && node > nodes->first_child[parent] ? node - 1 : node;
    case GDK_KEY_Right:
      return parent != LAMINA_NONE && node + 1 < nodes->first_child[parent + 1] ? node + 1 : node;
    case GDK_KEY_Home:
    default:
      return 0;
    }
}

/* One step back: what was made wide, then what was selected. */
static gboolean
go_back (LaminaFlameCanvas *self,
         gboolean           may_clear)
{
  if (self->root != 0)
    lamina_flame_canvas_set_root (self, lamina_flame_tree_get_nodes (self->tree)->parent[self->root]);
  else if (may_clear && (self->node != LAMINA_NONE || lamina_session_has_selection (self->session)))
    lamina_flame_canvas_choose (self, LAMINA_NONE);
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

  if (!self->tree || !self->session)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
      lamina_flame_canvas_choose (self, get_neighbor (self, keyval));
      return GDK_EVENT_STOP;
    case GDK_KEY_f:
    case GDK_KEY_F:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->node != LAMINA_NONE)
        lamina_flame_canvas_set_root (self, self->node);
      return GDK_EVENT_STOP;
    case GDK_KEY_c:
    case GDK_KEY_C:
      gtk_widget_activate_action (GTK_WIDGET (self), "view.callers", NULL);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Escape:
      return go_back (self, keyval == GDK_KEY_Escape);
    default:
      return GDK_EVENT_PROPAGATE;
    }
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

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = 100;
  else
    *minimum = *natural = self->tree ? (int) lamina_flame_get_n_rows (self->tree, self->root) * LAMINA_FLAME_ROW_HEIGHT
                                     : LAMINA_FLAME_ROW_HEIGHT;
}

static void
lamina_flame_canvas_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  switch (id)
    {
    case PROP_ROOT:
      g_value_set_uint (value, self->root);
      break;
    case PROP_NODE:
      g_value_set_uint (value, self->node);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_flame_canvas_dispose (GObject *object)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  lamina_flame_canvas_set_session (self, NULL);
  G_OBJECT_CLASS (lamina_flame_canvas_parent_class)->dispose (object);
}

static void
lamina_flame_canvas_finalize (GObject *object)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (object);

  g_clear_pointer (&self->colors, g_free);
  g_clear_object (&self->marks);
  g_clear_pointer (&self->path, g_strfreev);
  g_clear_pointer (&self->tree, lamina_flame_tree_unref);
  G_OBJECT_CLASS (lamina_flame_canvas_parent_class)->finalize (object);
}

static void
lamina_flame_canvas_class_init (LaminaFlameCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_flame_canvas_dispose;
  object_class->finalize = lamina_flame_canvas_finalize;
  object_class->get_property = lamina_flame_canvas_get_property;
  widget_class->measure = lamina_flame_canvas_measure;
  widget_class->query_tooltip = lamina_flame_canvas_query_tooltip;
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_places = lamina_flame_canvas_draw_places;
  canvas_class->press = press;
  canvas_class->press_secondary = press_secondary;
  canvas_class->press_key = press_key;
  properties[PROP_ROOT] = g_param_spec_uint ("root", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_NODE] = g_param_spec_uint ("node", NULL, NULL, 0, G_MAXUINT, LAMINA_NONE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "flame");
}

static void
lamina_flame_canvas_init (LaminaFlameCanvas *self)
{
  self->node = LAMINA_NONE;
  self->marks = lamina_flame_marks_new ();
  g_signal_connect_object (self->marks, "changed", G_CALLBACK (lamina_canvas_drop_marked), self, G_CONNECT_SWAPPED);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
  lamina_picture_menu_add (GTK_WIDGET (self), "flame", _("_Callers and Callees"), "view.callers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Flame graph"), -1);
}

static void
drop_colors (LaminaFlameCanvas *self)
{
  g_clear_pointer (&self->colors, g_free);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

/* A selection made elsewhere is not where the keys go on from. */
static void
on_selection (LaminaFlameCanvas *self)
{
  set_node (self, LAMINA_NONE);
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
  lamina_flame_canvas_set_tree (self, NULL);
  g_set_object (&self->session, session);
  lamina_flame_marks_set_session (self->marks, session);
  if (session)
    {
      g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
      g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (drop_colors), self);
      lamina_spoken_bind (GTK_WIDGET (self), session);
    }
}

LaminaFlameTree *
lamina_flame_canvas_get_tree (LaminaFlameCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), NULL);
  return self->tree;
}

/* There may be no tree for a while, and the next one may be of another version of the file. */
static void
keep_path (LaminaFlameCanvas *self)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self->tree);
  g_autoptr (GPtrArray) path = g_ptr_array_new ();

  g_clear_pointer (&self->path, g_strfreev);
  if (self->root == 0)
    return;
  for (guint32 i = self->root; i != 0; i = nodes->parent[i])
    g_ptr_array_insert (path, 0, g_strdup (nodes->name[i]));
  g_ptr_array_add (path, NULL);
  self->path = (char **) g_ptr_array_free (g_steal_pointer (&path), FALSE);
  self->path_by = lamina_flame_tree_get_options (self->tree)->by;
}

/* The place of the root in another tree, by its path. */
static guint32
find_root (LaminaFlameCanvas *self,
           LaminaFlameTree   *tree)
{
  if (!self->path || self->path_by != lamina_flame_tree_get_options (tree)->by)
    return 0;
  return lamina_flame_tree_find (tree, (const char *const *) self->path, g_strv_length (self->path));
}

void
lamina_flame_canvas_set_tree (LaminaFlameCanvas *self,
                              LaminaFlameTree   *tree)
{
  g_return_if_fail (LAMINA_IS_FLAME_CANVAS (self));

  if (self->tree == tree)
    return;
  if (self->tree)
    keep_path (self);
  g_clear_pointer (&self->tree, lamina_flame_tree_unref);
  self->tree = tree ? lamina_flame_tree_ref (tree) : NULL;
  self->root = tree ? find_root (self, tree) : 0;
  drop_colors (self);
  lamina_flame_marks_set_trees (self->marks, &self->tree, tree != NULL);
  set_node (self, LAMINA_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROOT]);
}

gboolean
lamina_flame_canvas_find (LaminaFlameCanvas *self,
                          gboolean           forward)
{
  const guint8 *marks;
  guint32 n, node;

  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), FALSE);

  marks = lamina_flame_marks_get (self->marks, 0);
  if (!marks)
    return FALSE;
  n = lamina_flame_tree_get_nodes (self->tree)->n;
  node = self->node == LAMINA_NONE ? (forward ? n - 1 : 0) : self->node;
  for (guint32 i = 0; i < n; i++)
    {
      node = forward ? (node + 1) % n : (node + n - 1) % n;
      if (!marks[node])
        continue;
      lamina_flame_canvas_choose (self, node);
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
  g_return_if_fail (self->tree && root < lamina_flame_tree_get_nodes (self->tree)->n);

  if (self->root == root)
    return;
  self->root = root;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROOT]);
}

guint32
lamina_flame_canvas_get_node (LaminaFlameCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), LAMINA_NONE);
  return self->node;
}
