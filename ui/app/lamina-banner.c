/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-banner.h"

#include "lamina-widget.h"

struct _LaminaBanner
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkLabel *text;
  GtkButton *button;
};

enum
{
  PROP_0,
  PROP_BUTTON_LABEL,
  PROP_ACTION_NAME,
  N_PROPS,
};

enum
{
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaBanner, lamina_banner, GTK_TYPE_WIDGET)

static void
put_away (GtkWidget  *widget,
          const char *action,
          GVariant   *parameter)
{
  lamina_banner_show (LAMINA_BANNER (widget), NULL);
  g_signal_emit (widget, signals[CLOSED], 0);
}

static void
lamina_banner_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LaminaBanner *self = LAMINA_BANNER (object);

  switch (id)
    {
    case PROP_BUTTON_LABEL:
      gtk_button_set_label (self->button, g_value_get_string (value));
      break;
    case PROP_ACTION_NAME:
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_banner_dispose (GObject *object)
{
  lamina_widget_dispose_template (GTK_WIDGET (object), LAMINA_TYPE_BANNER);
  G_OBJECT_CLASS (lamina_banner_parent_class)->dispose (object);
}

static void
lamina_banner_class_init (LaminaBannerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_banner_dispose;
  object_class->set_property = lamina_banner_set_property;
  properties[PROP_BUTTON_LABEL] = g_param_spec_string ("button-label", NULL, NULL, NULL, flags);
  properties[PROP_ACTION_NAME] = g_param_spec_string ("action-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CLOSED] = g_signal_new ("closed", LAMINA_TYPE_BANNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, LaminaBanner, text);
  gtk_widget_class_bind_template_child (widget_class, LaminaBanner, button);
  gtk_widget_class_install_action (widget_class, "banner.close", NULL, put_away);
  gtk_widget_class_set_css_name (widget_class, "banner");
}

static void
lamina_banner_init (LaminaBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_banner_show (LaminaBanner *self,
                    const char   *text)
{
  g_return_if_fail (LAMINA_IS_BANNER (self));

  if (text)
    lamina_widget_set_text (self->text, text);
  gtk_revealer_set_reveal_child (self->revealer, text != NULL);
}
