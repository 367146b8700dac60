/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-inspector.h"

#include "lamina-document-pane.h"
#include "lamina-widget.h"

#define WIDTH 320

struct _LaminaInspector
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkScrolledWindow *scroller;
  GtkStack *stack;
  LaminaDocumentPane *document_pane;
  LaminaLayerPane *layer_pane;
};

G_DEFINE_FINAL_TYPE (LaminaInspector, lamina_inspector, GTK_TYPE_WIDGET)

static void
show_selection (LaminaInspector *self)
{
  GtkWidget *pane = lamina_session_has_selection (self->session) ? GTK_WIDGET (self->layer_pane)
                                                                 : GTK_WIDGET (self->document_pane);

  lamina_layer_pane_show (self->layer_pane, self->session);
  gtk_stack_set_visible_child (self->stack, pane);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* Positions are told on the axis, so that they change with the clocks. */
static void
show_again (LaminaInspector *self)
{
  lamina_layer_pane_show (self->layer_pane, self->session);
}

/* As wide as it is meant to be, whatever the longest line asks for. */
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
    *minimum = *natural = MAX (WIDTH, *minimum);
}

static void
lamina_inspector_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget), &(GtkAllocation) { 0, 0, width, height }, baseline);
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
lamina_inspector_class_init (LaminaInspectorClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_inspector_dispose;
  widget_class->measure = lamina_inspector_measure;
  widget_class->size_allocate = lamina_inspector_size_allocate;
  g_type_ensure (LAMINA_TYPE_DOCUMENT_PANE);
  g_type_ensure (LAMINA_TYPE_LAYER_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, document_pane);
  gtk_widget_class_bind_template_child (widget_class, LaminaInspector, layer_pane);
  gtk_widget_class_set_css_name (widget_class, "inspector");
}

static void
lamina_inspector_init (LaminaInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_inspector_set_session (LaminaInspector *self,
                              LaminaSession   *session)
{
  g_return_if_fail (LAMINA_IS_INSPECTOR (self));

  if (self->session == session)
    return;
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (self->layer_pane)
    lamina_layer_pane_show (self->layer_pane, session);
  if (self->document_pane)
    lamina_document_pane_show (self->document_pane, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_selection), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (show_again), self);
  show_selection (self);
}

LaminaLayerPane *
lamina_inspector_get_layer_pane (LaminaInspector *self)
{
  g_return_val_if_fail (LAMINA_IS_INSPECTOR (self), NULL);
  return gtk_stack_get_visible_child (self->stack) == GTK_WIDGET (self->layer_pane) ? self->layer_pane : NULL;
}

LaminaDocumentPane *
lamina_inspector_get_document_pane (LaminaInspector *self)
{
  g_return_val_if_fail (LAMINA_IS_INSPECTOR (self), NULL);
  return self->document_pane;
}
