/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-row.h"

#include "lamina-widget.h"
#include "lamina-width-bin.h"

struct _LaminaFileRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *title;
  GtkLabel *subtitle;
  GtkBox *prefixes;
  GtkBox *suffixes;
};

G_DEFINE_FINAL_TYPE (LaminaFileRow, lamina_file_row, GTK_TYPE_LIST_BOX_ROW)

static void
lamina_file_row_class_init (LaminaFileRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-file-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaFileRow, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaFileRow, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaFileRow, prefixes);
  gtk_widget_class_bind_template_child (widget_class, LaminaFileRow, suffixes);
}

static void
lamina_file_row_init (LaminaFileRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
lamina_file_row_new (const char *title,
                     const char *subtitle,
                     const char *uri)
{
  LaminaFileRow *self = g_object_new (LAMINA_TYPE_FILE_ROW, "action-name", "win.open-recent", NULL);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "s", uri);
  lamina_widget_set_text (self->title, title);
  lamina_widget_set_text (self->subtitle, subtitle);
  return GTK_WIDGET (self);
}

static void
set_lines (GtkLabel *label,
           guint     n)
{
  gtk_label_set_lines (label, n > 0 ? (int) n : -1);
  gtk_label_set_ellipsize (label, n > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
}

void
lamina_file_row_set_lines (LaminaFileRow *self,
                           guint          title,
                           guint          subtitle)
{
  g_return_if_fail (LAMINA_IS_FILE_ROW (self));

  set_lines (self->title, title);
  set_lines (self->subtitle, subtitle);
}

static void
add (GtkBox    *box,
     GtkWidget *widget)
{
  gtk_box_append (box, widget);
  gtk_widget_set_visible (GTK_WIDGET (box), TRUE);
}

void
lamina_file_row_add_prefix (LaminaFileRow *self,
                            GtkWidget     *widget)
{
  g_return_if_fail (LAMINA_IS_FILE_ROW (self));
  add (self->prefixes, widget);
}

void
lamina_file_row_add_suffix (LaminaFileRow *self,
                            GtkWidget     *widget)
{
  g_return_if_fail (LAMINA_IS_FILE_ROW (self));
  add (self->suffixes, widget);
}
