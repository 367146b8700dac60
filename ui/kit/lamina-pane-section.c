/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pane-section.h"

#include "lamina-widget.h"

struct _LaminaPaneSection
{
  GtkWidget parent_instance;

  GtkBox *header;
  GtkLabel *title;
  GtkLabel *note;
  GtkBox *content;
};

enum
{
  PROP_0,
  PROP_TITLE,
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
lamina_pane_section_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  LaminaPaneSection *self = LAMINA_PANE_SECTION (object);
  const char *title = g_value_get_string (value);

  gtk_label_set_text (self->title, title ? title : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title ? title : "", -1);
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

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-pane-section.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, header);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, note);
  gtk_widget_class_bind_template_child (widget_class, LaminaPaneSection, content);
  gtk_widget_class_set_css_name (widget_class, "section");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lamina_pane_section_init (LaminaPaneSection *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_pane_section_set_note (LaminaPaneSection *self,
                              const char        *note,
                              const char        *tooltip)
{
  g_return_if_fail (LAMINA_IS_PANE_SECTION (self));

  gtk_label_set_text (self->note, note ? note : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), tooltip);
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
  gtk_widget_set_tooltip_text (button, tooltip);
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
