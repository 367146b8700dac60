/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-welcome-page.h"

#include "lamina-file-row.h"
#include "lamina-samples.h"
#include "lamina-tab-text.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _LaminaWelcomePage
{
  GtkWidget parent_instance;

  LaminaWidthBin *bin;
  AdwClamp *both;
  AdwClamp *left;
  AdwClamp *right;
  GtkBox *columns;
  GtkWidget *open;
  GtkLabel *formats;
  LaminaRecentList *recent;
  GtkWidget *sample_section;
  GtkListBox *samples;
};

G_DEFINE_FINAL_TYPE (LaminaWelcomePage, lamina_welcome_page, GTK_TYPE_WIDGET)

static void
on_narrow (LaminaWelcomePage *self)
{
  gboolean narrow = lamina_width_bin_is_narrow (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

static void
show_samples (LaminaWelcomePage *self)
{
  guint n;
  const LaminaSample *samples = lamina_samples_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = lamina_sample_find (&samples[i]);
      g_autofree char *uri = file ? g_file_get_uri (file) : NULL;
      GtkWidget *row, *icon;

      if (!file)
        continue;
      row = lamina_file_row_new (_(samples[i].title), _(samples[i].subtitle), uri);
      icon = gtk_image_new_from_icon_name (samples[i].icon_name);
      gtk_widget_add_css_class (icon, "sample-icon");
      gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
      lamina_file_row_add_prefix (LAMINA_FILE_ROW (row), icon);
      lamina_file_row_add_suffix (LAMINA_FILE_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_list_box_append (self->samples, row);
    }
  gtk_widget_set_visible (self->sample_section, gtk_list_box_get_row_at_index (self->samples, 0) != NULL);
}

static gboolean
lamina_welcome_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (LAMINA_WELCOME_PAGE (widget)->open);
}

static void
lamina_welcome_page_dispose (GObject *object)
{
  lamina_widget_dispose_template (GTK_WIDGET (object), LAMINA_TYPE_WELCOME_PAGE);
  G_OBJECT_CLASS (lamina_welcome_page_parent_class)->dispose (object);
}

static void
lamina_welcome_page_class_init (LaminaWelcomePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_welcome_page_dispose;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_welcome_page_grab_focus;
  g_type_ensure (LAMINA_TYPE_RECENT_LIST);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-welcome-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, both);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, left);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, right);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, columns);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, open);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, formats);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, recent);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, sample_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaWelcomePage, samples);
  gtk_widget_class_set_css_name (widget_class, "welcomepage");
}

/* As wide as that where there is room, and never wider. */
static void
set_most_width (AdwClamp *clamp,
                int       width)
{
  lamina_text_size_set_length (clamp, "maximum-size", width);
  lamina_text_size_set_length (clamp, "tightening-threshold", width);
}

static void
lamina_welcome_page_init (LaminaWelcomePage *self)
{
  g_autofree char *formats = lamina_tab_dup_formats_text ();

  gtk_widget_init_template (GTK_WIDGET (self));
  set_most_width (self->both, 1104);
  set_most_width (self->left, 452);
  set_most_width (self->right, 600);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (on_narrow), self, G_CONNECT_SWAPPED);
  lamina_widget_set_text (self->formats, formats);
  show_samples (self);
}
