/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-shortcuts-group.h"

#include "lamina-key-label.h"
#include "lamina-word-match.h"

#include <glib/gi18n.h>

struct _LaminaShortcutsGroup
{
  GtkBox parent_instance;

  const char *section;
  GPtrArray *titles;
};

G_DEFINE_FINAL_TYPE (LaminaShortcutsGroup, lamina_shortcuts_group, GTK_TYPE_BOX)

static void
lamina_shortcuts_group_finalize (GObject *object)
{
  g_ptr_array_unref (LAMINA_SHORTCUTS_GROUP (object)->titles);
  G_OBJECT_CLASS (lamina_shortcuts_group_parent_class)->finalize (object);
}

static void
lamina_shortcuts_group_class_init (LaminaShortcutsGroupClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_shortcuts_group_finalize;
}

static void
lamina_shortcuts_group_init (LaminaShortcutsGroup *self)
{
  self->titles = g_ptr_array_new_with_free_func (g_free);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "shortcuts");
}

static GtkWidget *
make_label (const char *text,
            const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

GtkWidget *
lamina_shortcuts_group_new (const char *section)
{
  LaminaShortcutsGroup *self = g_object_new (LAMINA_TYPE_SHORTCUTS_GROUP, NULL);

  self->section = g_intern_string (section);
  gtk_box_append (GTK_BOX (self), make_label (_(section), "heading"));
  return GTK_WIDGET (self);
}

const char *
lamina_shortcuts_group_get_section (LaminaShortcutsGroup *self)
{
  g_return_val_if_fail (LAMINA_IS_SHORTCUTS_GROUP (self), NULL);
  return self->section;
}

guint
lamina_shortcuts_group_get_n_rows (LaminaShortcutsGroup *self)
{
  g_return_val_if_fail (LAMINA_IS_SHORTCUTS_GROUP (self), 0);
  return self->titles->len;
}

static void
add_row (LaminaShortcutsGroup *self,
         const char           *title,
         GtkWidget            *how)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = make_label (title, NULL);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, title);
  gtk_widget_set_valign (how, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), how);
  gtk_widget_add_css_class (row, "shortcut-row");
  gtk_box_append (GTK_BOX (self), row);
  g_ptr_array_add (self->titles, g_strdup (title));
}

void
lamina_shortcuts_group_add_keys (LaminaShortcutsGroup *self,
                                 const char           *title,
                                 char                **keys)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  g_return_if_fail (LAMINA_IS_SHORTCUTS_GROUP (self));

  /* Keys of the number pad look like those beside the letters. */
  for (char **key = keys; *key; key++)
    if (!strstr (*key, "KP_"))
      {
        GtkWidget *label = lamina_key_label_new ();

        if (gtk_widget_get_first_child (box))
          gtk_box_append (GTK_BOX (box), make_label ("/", "dim-label"));
        lamina_key_label_set_key (label, *key);
        gtk_box_append (GTK_BOX (box), label);
      }
  add_row (self, title, box);
}

void
lamina_shortcuts_group_add_text (LaminaShortcutsGroup *self,
                                 const char           *title,
                                 const char           *how)
{
  g_return_if_fail (LAMINA_IS_SHORTCUTS_GROUP (self));
  add_row (self, title, make_label (how, "dim-label"));
}

guint
lamina_shortcuts_group_filter (LaminaShortcutsGroup *self,
                               const char           *query)
{
  GtkWidget *row;
  gboolean whole;
  guint i = 0, n = 0;

  g_return_val_if_fail (LAMINA_IS_SHORTCUTS_GROUP (self), 0);

  row = gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (self)));
  whole = lamina_word_match (query, _(self->section)) > 0;
  for (; row; row = gtk_widget_get_next_sibling (row))
    {
      gboolean shown = whole || lamina_word_match (query, self->titles->pdata[i++]) > 0;

      gtk_widget_set_visible (row, shown);
      n += shown;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  return n;
}
