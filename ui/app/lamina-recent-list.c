/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-recent-list.h"

#include "lamina-file-row.h"
#include "lamina-recent.h"
#include "lamina-settings.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MOST_ROWS 6
#define URI "lamina-uri"

struct _LaminaRecentList
{
  GtkWidget parent_instance;

  GtkListBox *box;
  gboolean compact;
  guint length;
};

enum
{
  PROP_0,
  PROP_COMPACT,
  PROP_LENGTH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaRecentList, lamina_recent_list, GTK_TYPE_WIDGET)

/* Home is written as people do. */
static char *
dup_folder (const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below = NULL;

  if (!folder)
    return g_strdup ("");
  if (g_file_equal (folder, home))
    return g_strdup ("~");
  below = g_file_get_relative_path (home, folder);
  if (below)
    {
      g_autofree char *shown = g_filename_display_name (below);

      return g_strdup_printf ("~/%s", shown);
    }
  return g_file_get_parse_name (folder);
}

static char *
dup_date (GDateTime *time)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) local = time ? g_date_time_to_local (time) : NULL;

  if (!local)
    return g_strdup ("");
  if (g_date_time_get_year (now) == g_date_time_get_year (local)
      && g_date_time_get_day_of_year (now) == g_date_time_get_day_of_year (local))
    return g_date_time_format (local, _("today, %H:%M"));
  return g_date_time_format (local, "%x");
}

static char *
dup_subtitle (LaminaRecentList *self,
              GtkRecentInfo    *info)
{
  g_autofree char *folder = dup_folder (gtk_recent_info_get_uri (info));
  g_autofree char *date = dup_date (lamina_recent_get_time (info));
  const char *description = gtk_recent_info_get_description (info);

  if (!gtk_recent_info_exists (info))
    return g_strdup_printf (_("File not found · %s"), folder);
  if (self->compact || !description || !*description)
    return g_strdup_printf ("%s · %s", folder, date);
  return g_strdup_printf ("%s\n%s · %s", description, folder, date);
}

static void
on_remove (GtkButton *button)
{
  lamina_recent_remove (g_object_get_data (G_OBJECT (button), URI));
}

static GtkWidget *
create_remove_button (const char *uri,
                      const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *tip = g_strdup_printf (_("Remove “%s” from the list"), name);

  g_object_set_data_full (G_OBJECT (button), URI, g_strdup (uri), g_free);
  lamina_widget_set_tip (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "quiet");
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove), NULL);
  return button;
}

static GtkWidget *
create_picture (const char *uri)
{
  g_autoptr (GdkPaintable) paintable = lamina_recent_load_picture (uri);
  GtkWidget *picture = gtk_picture_new_for_paintable (paintable);
  GtkWidget *clamp = adw_clamp_new ();

  gtk_picture_set_content_fit (GTK_PICTURE (picture), GTK_CONTENT_FIT_FILL);
  gtk_widget_set_size_request (picture, 88, 24);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_widget_set_overflow (picture, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (picture, "recent-picture");
  gtk_accessible_update_state (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 176);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), 176);
  adw_clamp_set_child (ADW_CLAMP (clamp), picture);
  return clamp;
}

static void
add_row (LaminaRecentList *self,
         GtkRecentInfo    *info)
{
  const char *uri = gtk_recent_info_get_uri (info);
  const char *name = gtk_recent_info_get_display_name (info);
  g_autofree char *subtitle = dup_subtitle (self, info);
  GtkWidget *row = lamina_file_row_new (name, subtitle, uri);

  lamina_file_row_set_lines (LAMINA_FILE_ROW (row), 1, 2);
  if (!gtk_recent_info_exists (info))
    gtk_widget_add_css_class (row, "dim-label");
  if (!self->compact)
    lamina_file_row_add_prefix (LAMINA_FILE_ROW (row), create_picture (uri));
  lamina_file_row_add_suffix (LAMINA_FILE_ROW (row), create_remove_button (uri, name));
  gtk_list_box_append (self->box, row);
}

static void
fill (LaminaRecentList *self)
{
  g_autoptr (GPtrArray) list = lamina_recent_list (MOST_ROWS);
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->box, 0))))
    gtk_list_box_remove (self->box, row);
  for (guint i = 0; i < list->len; i++)
    add_row (self, list->pdata[i]);
  self->length = list->len;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LENGTH]);
}

static void
lamina_recent_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lamina_recent_list_parent_class)->map (widget);
  fill (LAMINA_RECENT_LIST (widget));
}

static void
lamina_recent_list_constructed (GObject *object)
{
  LaminaRecentList *self = LAMINA_RECENT_LIST (object);

  G_OBJECT_CLASS (lamina_recent_list_parent_class)->constructed (object);
  gtk_widget_add_css_class (GTK_WIDGET (self->box), self->compact ? "navigation-sidebar" : "boxed-list");
  g_signal_connect_object (lamina_recent_get_manager (), "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_RECENT_FILES, G_CALLBACK (fill),
                           self, G_CONNECT_SWAPPED);
  fill (self);
}

static void
lamina_recent_list_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  LaminaRecentList *self = LAMINA_RECENT_LIST (object);

  switch (id)
    {
    case PROP_LENGTH:
      g_value_set_uint (value, self->length);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_recent_list_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_COMPACT:
      LAMINA_RECENT_LIST (object)->compact = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_recent_list_dispose (GObject *object)
{
  LaminaRecentList *self = LAMINA_RECENT_LIST (object);

  if (self->box)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (lamina_recent_list_parent_class)->dispose (object);
}

static void
lamina_recent_list_class_init (LaminaRecentListClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->constructed = lamina_recent_list_constructed;
  object_class->dispose = lamina_recent_list_dispose;
  object_class->get_property = lamina_recent_list_get_property;
  object_class->set_property = lamina_recent_list_set_property;
  widget_class->map = lamina_recent_list_map;
  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE,
                                                   G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_LENGTH] = g_param_spec_uint ("length", NULL, NULL, 0, G_MAXUINT, 0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "recentlist");
}

static void
lamina_recent_list_init (LaminaRecentList *self)
{
  GtkWidget *nothing = gtk_label_new (_("No recent files"));

  gtk_widget_add_css_class (nothing, "dim-label");
  gtk_widget_set_margin_top (nothing, 12);
  gtk_widget_set_margin_bottom (nothing, 12);
  self->box = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_placeholder (self->box, nothing);
  gtk_list_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Recent files"), -1);
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}
