/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-view-private.h"

#include "lamina-chart-page.h"
#include "lamina-compare-page.h"
#include "lamina-document-access.h"
#include "lamina-document-actions.h"
#include "lamina-document-export.h"
#include "lamina-flame-page.h"
#include "lamina-inspector-actions.h"
#include "lamina-tensor-page.h"
#include "lamina-timeline-actions.h"
#include "lamina-track-actions.h"
#include "lamina-widget.h"

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_INSPECTOR_VISIBLE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaDocumentView, lamina_document_view, GTK_TYPE_WIDGET)

static void
on_reveal (LaminaDocumentView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INSPECTOR_VISIBLE]);
}

static void
lamina_document_view_get_property (GObject    *object,
                                   guint       id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_INSPECTOR_VISIBLE:
      g_value_set_boolean (value, self->flap && adw_flap_get_reveal_flap (self->flap));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_document_view_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      lamina_document_view_set_session (self, g_value_get_object (value));
      break;
    case PROP_INSPECTOR_VISIBLE:
      adw_flap_set_reveal_flap (self->flap, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_document_view_dispose (GObject *object)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (object);

  lamina_document_view_set_session (self, NULL);
  g_clear_object (&self->actions);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_DOCUMENT_VIEW);
  G_OBJECT_CLASS (lamina_document_view_parent_class)->dispose (object);
}

static void
lamina_document_view_class_init (LaminaDocumentViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_document_view_dispose;
  object_class->get_property = lamina_document_view_get_property;
  object_class->set_property = lamina_document_view_set_property;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION, flags);
  properties[PROP_INSPECTOR_VISIBLE] = g_param_spec_boolean ("inspector-visible", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (LAMINA_TYPE_TIMELINE_VIEW);
  g_type_ensure (LAMINA_TYPE_LAYER_TABLE);
  g_type_ensure (LAMINA_TYPE_INSPECTOR);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-document-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, flap);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, paned);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, timeline);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, table);
  gtk_widget_class_bind_template_child (widget_class, LaminaDocumentView, inspector);
  gtk_widget_class_set_css_name (widget_class, "documentview");
}

static void
lamina_document_view_init (LaminaDocumentView *self)
{
  self->actions = g_simple_action_group_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_document_access_add (self);
  lamina_document_actions_add (self);
  lamina_document_export_add (self);
  lamina_track_actions_add (self);
  lamina_timeline_actions_add (self);
  lamina_flame_page_add (self);
  lamina_inspector_actions_add (self);
  lamina_layer_table_add_actions (self->table, G_ACTION_MAP (self->actions));
  lamina_tensor_page_add (self);
  lamina_chart_page_add (self);
  lamina_compare_page_add (self);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (on_reveal), self, G_CONNECT_SWAPPED);
  _lamina_document_view_init_panes (self);
}

LaminaSession *
lamina_document_view_get_session (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->session;
}

void
lamina_document_view_set_session (LaminaDocumentView *self,
                                  LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_VIEW (self));

  if (!g_set_object (&self->session, session))
    return;
  if (self->timeline)
    lamina_timeline_view_set_session (self->timeline, session);
  if (self->table)
    lamina_layer_table_set_session (self->table, session);
  if (self->inspector)
    lamina_inspector_set_session (self->inspector, session);
  if (self->actions)
    {
      lamina_document_actions_bind (self, session);
      lamina_timeline_actions_bind (self, session);
      lamina_inspector_actions_bind (self, session);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

LaminaTimelineView *
lamina_document_view_get_timeline (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->timeline;
}

LaminaLayerTable *
lamina_document_view_get_table (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->table;
}

LaminaInspector *
lamina_document_view_get_inspector (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->inspector;
}

GActionMap *
lamina_document_view_get_actions (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return G_ACTION_MAP (self->actions);
}

AdwViewStack *
lamina_document_view_get_stack (LaminaDocumentView *self)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  return self->stack;
}

void
lamina_document_view_add_page (LaminaDocumentView *self,
                               const char         *name,
                               const char         *title,
                               const char         *icon_name,
                               GtkWidget          *widget)
{
  g_return_if_fail (LAMINA_IS_DOCUMENT_VIEW (self));
  g_return_if_fail (name && title && icon_name);
  g_return_if_fail (GTK_IS_WIDGET (widget));

  adw_view_stack_add_titled_with_icon (self->stack, widget, name, title, icon_name);
}

LaminaPageSlot *
lamina_document_view_add_slot (LaminaDocumentView *self,
                               const char         *name,
                               const char         *title,
                               const char         *icon_name,
                               GType               type,
                               LaminaPageMade      made)
{
  GtkWidget *slot;

  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);

  slot = g_object_new (LAMINA_TYPE_PAGE_SLOT, NULL);
  lamina_page_slot_set_type (LAMINA_PAGE_SLOT (slot), type, made, self, G_ACTION_MAP (self->actions));
  lamina_document_view_add_page (self, name, title, icon_name, slot);
  return LAMINA_PAGE_SLOT (slot);
}

GtkWidget *
lamina_document_view_get_page (LaminaDocumentView *self,
                               const char         *name,
                               gboolean            make)
{
  GtkWidget *slot;

  g_return_val_if_fail (LAMINA_IS_DOCUMENT_VIEW (self), NULL);
  g_return_val_if_fail (name, NULL);

  slot = self->stack ? adw_view_stack_get_child_by_name (self->stack, name) : NULL;
  if (!LAMINA_IS_PAGE_SLOT (slot))
    return NULL;
  return make ? lamina_page_slot_get_page (LAMINA_PAGE_SLOT (slot)) : adw_bin_get_child (ADW_BIN (slot));
}
