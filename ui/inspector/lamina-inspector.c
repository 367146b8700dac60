/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-inspector.h"

#include "lamina-gap-pane.h"
#include "lamina-layer-pane.h"
#include "lamina-layers-pane.h"
#include "lamina-pane-section.h"
#include "lamina-range-pane.h"
#include "lamina-sections.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* How wide the edge is, in pixels: enough to be caught, within the margin of what stands beside it. */
#define EDGE_WIDTH 6

/* In pixels at the usual size of text, as the setting. */
#define LEAST_WIDTH 300
#define MOST_WIDTH 420
#define KEY_STEP 10

struct _LaminaInspector
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkScrolledWindow *scroller;
  GtkStack *stack;
  LaminaDocumentPane *document_pane;
  LaminaLayerPane *layer_pane;
  LaminaLayersPane *layers_pane;
  LaminaRangePane *range_pane;
  LaminaGapPane *gap_pane;
  LaminaPaneSection *compare;

  guint32 pinned;
  gboolean range_first;
};

enum
{
  PROP_0,
  PROP_PINNED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaInspector, lamina_inspector, GTK_TYPE_WIDGET)

static void
show_pin (LaminaInspector *self)
{
  guint32 layer = lamina_session_get_selection (self->session)->layer;

  lamina_pinned_section_show (self->compare, self->session, self->pinned, layer);
}

static void
fill_pane (LaminaInspector *self,
           GtkWidget       *pane)
{
  if (pane == GTK_WIDGET (self->layer_pane))
    lamina_layer_pane_show (self->layer_pane, self->session);
  lamina_layers_pane_show (self->layers_pane, pane == GTK_WIDGET (self->layers_pane) ? self->session : NULL);
  if (pane == GTK_WIDGET (self->gap_pane))
    lamina_gap_pane_show (self->gap_pane, self->session);
  lamina_range_pane_show (self->range_pane, pane == GTK_WIDGET (self->range_pane) ? self->session : NULL);
  show_pin (self);
}

/* What was chosen last is what it is about: a layer, a gap, or a marked range. */
static void
show_chosen (LaminaInspector *self)
{
  gboolean has_selection = lamina_session_has_selection (self->session);
  GtkWidget *pane;
  guint n;

  lamina_session_get_selected_layers (self->session, &n);
  if (lamina_session_get_marked_range (self->session) && (self->range_first || !has_selection))
    pane = GTK_WIDGET (self->range_pane);
  else if (!has_selection)
    pane = GTK_WIDGET (self->document_pane);
  else if (lamina_session_get_selected_gap (self->session) != LAMINA_NONE)
    pane = GTK_WIDGET (self->gap_pane);
  else
    pane = n > 1 ? GTK_WIDGET (self->layers_pane) : GTK_WIDGET (self->layer_pane);
  fill_pane (self, pane);
  gtk_stack_set_visible_child (self->stack, pane);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
on_selection (LaminaInspector *self)
{
  self->range_first = FALSE;
  show_chosen (self);
}

static void
on_marked_range (LaminaInspector *self)
{
  self->range_first = TRUE;
  show_chosen (self);
}

/* Positions are told on the axis, so that they change with the clocks. */
static void
show_again (LaminaInspector *self)
{
  fill_pane (self, gtk_stack_get_visible_child (self->stack));
}

/* Keeps the selected layer, if there is one, to compare it with what is selected next, or gives it up. */
static void
set_pinned (LaminaInspector *self,
            gboolean         pinned)
{
  guint32 layer;

  if (!self->session)
    return;
  layer = pinned ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  if (layer == self->pinned)
    return;
  self->pinned = layer;
  show_pin (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PINNED]);
}

/* Layers of another run have other numbers. */
static void
on_run (LaminaInspector *self)
{
  set_pinned (self, FALSE);
  show_chosen (self);
}

/* As wide as the user wants it, whatever the longest line asks for. */
static void
lamina_inspector_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  GtkWidget *scroller = gtk_widget_get_first_child (widget);

  gtk_widget_measure (scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      int chosen = g_settings_get_int (lamina_settings_get_default (), LAMINA_SETTING_INSPECTOR_WIDTH);

      *minimum = *natural = MAX (lamina_text_size_get_length (chosen), *minimum);
    }
}

static void
lamina_inspector_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  GtkWidget *edge = gtk_widget_get_last_child (widget);
  int x = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? width - EDGE_WIDTH : 0;

  gtk_widget_size_allocate (gtk_widget_get_first_child (widget), &(GtkAllocation) { 0, 0, width, height }, baseline);
  gtk_widget_measure (edge, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (edge, &(GtkAllocation) { x, 0, EDGE_WIDTH, height }, -1);
}

static void
lamina_inspector_dispose (GObject *object)
{
  LaminaInspector *self = LAMINA_INSPECTOR (object);

  lamina_inspector_set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_INSPECTOR);
  G_OBJECT_CLASS (lamina_inspector_parent_class)->dispose (object);
}

static void
lamina_inspector_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_PINNED)
    g_value_set_boolean (value, LAMINA_INSPECTOR (object)->pinned != LAMINA_NONE);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_inspector_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  if (id == PROP_PINNED)
    set_pinned (LAMINA_INSPECTOR (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_inspector_class_init (LaminaInspectorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_inspector_dispose;
  object_class->get_property = lamina_inspector_get_property;
  object_class->set_property = lamina_inspector_set_property;
  properties[PROP_PINNED] = g_param_spec_boolean ("pinned", NULL, NULL, FALSE,
                                                  G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  widget_class->measure = lamina_inspector_measure;
  widget_class->size_allocate = lamina_inspector_size_allocate;
  g_type_ensure (LAMINA_TYPE_DOCUMENT_PANE);
  g_type_ensure (LAMINA_TYPE_LAYER_PANE);
  g_type_ensure (LAMINA_TYPE_LAYERS_PANE);
  g_type_ensure (LAMINA_TYPE_RANGE_PANE);
  g_type_ensure (LAMINA_TYPE_GAP_PANE);
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, document_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, layer_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, layers_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, range_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, gap_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, compare);
  gtk_widget_class_set_css_name (widget_class, "inspector");
}

/* The inspector stands behind the views: it becomes wider to the left, or to the right where lines run that way. */
static void
widen (GtkWidget *edge,
       int        distance)
{
  GtkWidget *inspector = gtk_widget_get_parent (edge);
  int sign = gtk_widget_get_direction (edge) == GTK_TEXT_DIR_RTL ? -1 : 1;
  int width = lamina_text_size_get_usual_length (gtk_widget_get_width (inspector) - sign * distance);

  g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_INSPECTOR_WIDTH,
                      CLAMP (width, LEAST_WIDTH, MOST_WIDTH));
}

/* The edge moves along with the pointer, so that the offset is what is left to go. */
static void
on_edge_dragged (GtkWidget *edge,
                 double     x)
{
  widen (edge, (int) x);
}

static void
on_edge_pressed (GtkGestureClick *click,
                 int              n_press)
{
  if (n_press == 2)
    g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_INSPECTOR_WIDTH);
}

static gboolean
on_edge_key (GtkWidget *edge,
             guint      key)
{
  if (key != GDK_KEY_Left && key != GDK_KEY_Right)
    return GDK_EVENT_PROPAGATE;
  widen (edge, lamina_text_size_get_length (key == GDK_KEY_Left ? -KEY_STEP : KEY_STEP));
  return GDK_EVENT_STOP;
}

/* Dragging it or the arrow keys change the setting for the width of the inspector, a double click resets it. */
static GtkWidget *
create_edge (void)
{
  /* A box would let nothing but its children have the focus. */
  GtkWidget *edge = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_SEPARATOR, NULL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (edge, "inspector-edge");
  gtk_widget_set_cursor_from_name (edge, "col-resize");
  gtk_widget_set_focusable (edge, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (edge), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Width of the inspector"), -1);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_edge_dragged), edge);
  g_signal_connect (click, "pressed", G_CALLBACK (on_edge_pressed), NULL);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_edge_key), edge);
  gtk_widget_add_controller (edge, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (edge, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (edge, keys);
  return edge;
}

static void
unpin (LaminaInspector *self)
{
  set_pinned (self, FALSE);
}

static void
lamina_inspector_init (LaminaInspector *self)
{
  GtkWidget *button;

  self->pinned = LAMINA_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (create_edge (), GTK_WIDGET (self));
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_INSPECTOR_WIDTH,
                           G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
  button = lamina_pane_section_add_button (self->compare, "window-close-symbolic", _("Stop comparing"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (unpin), self, G_CONNECT_SWAPPED);
}

void
lamina_inspector_set_session (LaminaInspector *self,
                              LaminaSession   *session)
{
  g_return_if_fail (LAMINA_IS_INSPECTOR (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  self->pinned = LAMINA_NONE;
  if (self->stack)
    {
      lamina_layer_pane_show (self->layer_pane, session);
      lamina_layers_pane_show (self->layers_pane, NULL);
      lamina_range_pane_show (self->range_pane, NULL);
      lamina_document_pane_show (self->document_pane, session);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PINNED]);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
  g_signal_connect_swapped (session, "notify::marked-range", G_CALLBACK (on_marked_range), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (show_again), self);
  g_signal_connect_swapped (session, "notify::device", G_CALLBACK (show_again), self);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run), self);
  show_chosen (self);
}

LaminaDocumentPane *
lamina_inspector_get_document_pane (LaminaInspector *self)
{
  g_return_val_if_fail (LAMINA_IS_INSPECTOR (self), NULL);
  return self->document_pane;
}
