/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pane-section.h"

#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaPaneSection
{
  GtkWidget parent_instance;

  GtkBox *header;
  GtkToggleButton *unfold;
  GtkLabel *title;
  GtkLabel *note;
  GtkBox *content;
};

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_FOLDED,
};

G_DEFINE_FINAL_TYPE (LaminaPaneSection, lamina_pane_section, GTK_TYPE_WIDGET)

static void
lamina_pane_section_dispose (GObject *object)
{
  LaminaPaneSection *self = LAMINA_PANE_SECTION (object);

  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_PANE_SECTION);
  G_OBJECT_CLASS (lamina_pane_section_parent_class)->dispose (object);
}

static void
set_title (LaminaPaneSection *self,
           const char        *title)
{
  lamina_widget_set_text (self->title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->unfold), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
on_unfold (LaminaPaneSection *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->unfold);

  gtk_button_set_icon_name (GTK_BUTTON (self->unfold), shown ? "pan-down-symbolic" : "pan-end-symbolic");
  lamina_widget_set_tip (GTK_WIDGET (self->unfold), shown ? _("Hide") : _("Show"));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->unfold), GTK_ACCESSIBLE_STATE_EXPANDED, shown, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->content), shown);
}

static void
set_folded (LaminaPaneSection *self,
            gboolean           folded)
{
  gtk_widget_set_visible (GTK_WIDGET (self->unfold), TRUE);
  gtk_toggle_button_set_active (self->unfold, !folded);
  on_unfold (self);
}

static void
lamina_pane_section_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  LaminaPaneSection *self = LAMINA_PANE_SECTION (object);

  switch (id)
    {
    case PROP_TITLE:
      set_title (self, g_value_get_string (value) ? g_value_get_string (value) : "");
      break;
    case PROP_FOLDED:
      set_folded (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* The heading is larger than the button in it. */
static void
on_header_released (LaminaPaneSection *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->unfold)))
    gtk_toggle_button_set_active (self->unfold, !gtk_toggle_button_get_active (self->unfold));
}

static void
lamina_pane_section_class_init (LaminaPaneSectionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_pane_section_dispose;
  object_class->set_property = lamina_pane_section_set_property;
  g_object_class_install_property (object_class, PROP_TITLE,
                                   g_param_spec_string ("title", NULL, NULL, "", G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_FOLDED,
                                   g_param_spec_boolean ("folded", NULL, NULL, FALSE,
                                                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-pane-section.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, header);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, unfold);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, note);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, content);
  gtk_widget_class_set_css_name (widget_class, "section");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lamina_pane_section_init (LaminaPaneSection *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->unfold, "toggled", G_CALLBACK (on_unfold), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (click, "released", G_CALLBACK (on_header_released), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->header), GTK_EVENT_CONTROLLER (click));
}

void
lamina_pane_section_set_note (LaminaPaneSection *self,
                              const char        *note,
                              const char        *tooltip)
{
  g_return_if_fail (LAMINA_IS_PANE_SECTION (self));

  lamina_widget_set_text (self->note, note ? note : "");
  lamina_widget_set_tip (GTK_WIDGET (self->note), tooltip);
}

GtkWidget *
lamina_pane_section_add_button (LaminaPaneSection *self,
                                const char        *icon_name,
                                const char        *tooltip)
{
  GtkWidget *button;

  g_return_val_if_fail (LAMINA_IS_PANE_SECTION (self), NULL);

  button = gtk_button_new_from_icon_name (icon_name);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  lamina_widget_set_tip (button, tooltip);
  gtk_box_append (self->header, button);
  return button;
}

GtkBox *
lamina_pane_section_get_content (LaminaPaneSection *self)
{
  g_return_val_if_fail (LAMINA_IS_PANE_SECTION (self), NULL);
  return self->content;
}

void
lamina_pane_section_show_if_filled (LaminaPaneSection *self)
{
  g_return_if_fail (LAMINA_IS_PANE_SECTION (self));
  gtk_widget_set_visible (GTK_WIDGET (self), gtk_widget_get_first_child (GTK_WIDGET (self->content)) != NULL);
}
