/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rows.h"

#include <glib/gi18n.h>

void
lamina_rows_clear (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))))
    gtk_box_remove (box, child);
}

GtkLabel *
lamina_rows_add (GtkBox     *box,
                 const char *key,
                 const char *value,
                 const char *tooltip)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (key);
  GtkWidget *text = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_yalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), MIN (g_utf8_strlen (key, -1), 16));
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_set_tooltip_text (name, g_utf8_strlen (key, -1) > 16 ? key : NULL);
  gtk_label_set_xalign (GTK_LABEL (text), 1);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_RIGHT);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (text), 6);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_focusable (text, FALSE);
  gtk_widget_add_css_class (text, "numeric");
  gtk_widget_set_tooltip_text (text, tooltip);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (box, row);
  return GTK_LABEL (text);
}

void
lamina_rows_add_number (GtkBox     *box,
                        const char *key,
                        gint64      value,
                        LaminaUnit  unit,
                        gboolean    estimated)
{
  g_autofree char *figure = NULL;
  g_autofree char *text = NULL;
  g_autofree char *exact = NULL;
  GtkLabel *label;

  if (value == LAMINA_ABSENT)
    return;
  figure = lamina_figure_dup (value, unit);
  exact = lamina_figure_dup_exact (value, unit);
  text = g_strdup_printf ("%s%s", estimated ? "≈ " : "", figure);
  label = lamina_rows_add (box, key, text, exact);
  if (estimated)
    gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
}

void
lamina_rows_add_value (GtkBox            *box,
                       const char        *key,
                       const LaminaValue *value)
{
  g_autofree char *exact = lamina_value_to_string (value);
  g_autofree char *figure = NULL;

  if (value->unit != LAMINA_UNIT_NONE && value->type == LAMINA_VALUE_INTEGER)
    lamina_rows_add_number (box, key, value->integer, value->unit, FALSE);
  else if (value->unit != LAMINA_UNIT_NONE && value->type == LAMINA_VALUE_REAL)
    lamina_rows_add (box, key, figure = lamina_figure_dup_real (value->real, value->unit), exact);
  else
    lamina_rows_add (box, key, exact, NULL);
}

static GtkWidget *
add_label (GtkBox     *box,
           const char *text,
           const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, class);
  gtk_box_append (box, label);
  return label;
}

void
lamina_rows_add_heading (GtkBox     *box,
                         const char *text)
{
  gtk_widget_add_css_class (add_label (box, text, "caption-heading"), "row-heading");
}

void
lamina_rows_add_note (GtkBox     *box,
                      const char *text)
{
  gtk_widget_add_css_class (add_label (box, text, "caption"), "dim-label");
}

void
lamina_rows_add_figure (GtkBox     *box,
                        const char *figure,
                        const char *what)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const char *space = strstr (figure, "\u00a0");
  g_autofree char *number = space ? g_strndup (figure, (gsize) (space - figure)) : g_strdup (figure);
  const char *unit = space ? space + strlen ("\u00a0") : "";
  g_autofree char *below = what ? g_strdup_printf (what, unit) : g_strdup (unit);

  gtk_widget_set_hexpand (column, TRUE);
  gtk_widget_add_css_class (add_label (GTK_BOX (column), number, "key-figure"), "numeric");
  gtk_widget_add_css_class (add_label (GTK_BOX (column), below, "caption"), "dim-label");
  gtk_box_append (box, column);
}
