/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-long-value.h"

#include "lamina-rows.h"
#include "lamina-value-text.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define LONG 90
#define FOLDED_LINES 4
/* In characters: more than these lines have in the widest inspector. To lay out what is not seen would take long. */
#define MOST_FOLDED 800
/* No layout is made of more than this: all of it is still in the copy. */
#define MAX_BYTES 20000

struct _LaminaLongValue
{
  GtkWidget parent_instance;

  char *text;
  GtkLabel *value;
  GtkButton *button;
  gboolean unfolded;
};

G_DEFINE_FINAL_TYPE (LaminaLongValue, lamina_long_value, GTK_TYPE_WIDGET)

static void
show_state (LaminaLongValue *self)
{
  g_autofree char *folded = lamina_whole_name_dup_cut (self->text, MOST_FOLDED);

  lamina_widget_set_text (self->value, self->unfolded ? self->text : folded);
  gtk_label_set_lines (self->value, self->unfolded ? -1 : FOLDED_LINES);
  gtk_label_set_ellipsize (self->value, self->unfolded ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  if (self->button)
    gtk_button_set_label (self->button, self->unfolded ? _("Show Less") : _("Show All"));
}

static void
on_clicked (LaminaLongValue *self)
{
  self->unfolded = !self->unfolded;
  show_state (self);
}

static void
lamina_long_value_dispose (GObject *object)
{
  LaminaLongValue *self = LAMINA_LONG_VALUE (object);

  self->value = NULL;
  self->button = NULL;
  lamina_widget_unparent_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (lamina_long_value_parent_class)->dispose (object);
}

static void
lamina_long_value_finalize (GObject *object)
{
  g_free (LAMINA_LONG_VALUE (object)->text);
  G_OBJECT_CLASS (lamina_long_value_parent_class)->finalize (object);
}

static void
lamina_long_value_class_init (LaminaLongValueClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_long_value_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_long_value_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "longvalue");
}

static void
lamina_long_value_init (LaminaLongValue *self)
{
}

gboolean
lamina_long_value_is_long (const char *value)
{
  return strlen (value) > LONG || strchr (value, '\n') || lamina_value_is_nested (value);
}

static char *
dup_shown (const char *value)
{
  const char *end = value;

  if (strlen (value) <= MAX_BYTES)
    return lamina_value_is_nested (value) ? lamina_value_dup_indented (value) : g_strdup (value);
  g_utf8_validate (value, MAX_BYTES, &end);
  return g_strdup_printf ("%.*s…", (int) (end - value), value);
}

/* Whether folding hides anything: a line of the inspector holds some forty letters. */
static gboolean
needs_folding (const char *text)
{
  guint lines = (guint) (strlen (text) / 40);

  for (const char *end = strchr (text, '\n'); end; end = strchr (end + 1, '\n'))
    lines++;
  return lines >= FOLDED_LINES;
}

GtkWidget *
lamina_long_value_new (const char *key,
                       const char *value)
{
  LaminaLongValue *self = g_object_new (LAMINA_TYPE_LONG_VALUE, NULL);
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkLabel *name = lamina_rows_add_note (box, key);

  self->text = dup_shown (value);
  self->value = lamina_rows_add_note (box, "");
  gtk_widget_remove_css_class (GTK_WIDGET (name), "caption");
  gtk_widget_remove_css_class (GTK_WIDGET (self->value), "dim-label");
  gtk_label_set_selectable (self->value, TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->value), FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->value), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
  if (lamina_value_is_nested (value))
    gtk_widget_add_css_class (GTK_WIDGET (self->value), "monospace");
  if (needs_folding (self->text))
    {
      self->button = GTK_BUTTON (lamina_rows_add_button (box, ""));
      g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_clicked), self);
    }
  gtk_widget_set_parent (GTK_WIDGET (box), GTK_WIDGET (self));
  show_state (self);
  return GTK_WIDGET (self);
}
