/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rows.h"

#include "lamina-widget.h"

#include <glib/gi18n.h>

void
lamina_rows_clear (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))))
    gtk_box_remove (box, child);
}

/* How many letters a value may have beside its name, and the two together. What is longer would be a paragraph. */
#define MOST_OF_KEY 16
#define MOST_ON_LINE 26
#define MOST_OF_BOTH 42

/* The value of a line, right of its name or below it. */
static GtkWidget *
make_value (const char *value,
            const char *tooltip,
            gboolean    is_below)
{
  GtkWidget *text = lamina_widget_new_label (value);

  gtk_label_set_xalign (GTK_LABEL (text), is_below ? 0 : 1);
  lamina_widget_wrap (GTK_LABEL (text));
  gtk_label_set_justify (GTK_LABEL (text), is_below ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (text), 6);
  gtk_widget_set_hexpand (text, TRUE);
  /* No stop of the Tab key. Without the focusable property alone GTK 4.8 would stop there and not come on. */
  gtk_widget_set_can_focus (text, FALSE);
  gtk_widget_add_css_class (text, "numeric");
  lamina_widget_read_left_to_right (GTK_LABEL (text));
  lamina_widget_set_tooltip (text, tooltip);
  return text;
}

/*
 * A line whose name has no text yet. It is no box: a box asks how wide a text is that is as high as the line, and the text
 * finds out by wrapping itself a dozen times.
 */
static GtkLabel *
add_row (GtkBox     *box,
         const char *value,
         const char *tooltip,
         gboolean    is_below,
         GtkLabel  **label)
{
  GtkWidget *row = gtk_grid_new ();
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *text = make_value (value, tooltip, is_below);

  gtk_grid_set_column_spacing (GTK_GRID (row), 8);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_yalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
  gtk_grid_attach (GTK_GRID (row), name, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (row), text, is_below ? 0 : 1, is_below ? 1 : 0, is_below ? 2 : 1, 1);
  gtk_box_append (box, row);
  *label = GTK_LABEL (name);
  return GTK_LABEL (text);
}

GtkLabel *
lamina_rows_add (GtkBox     *box,
                 const char *key,
                 const char *value,
                 const char *tooltip)
{
  GtkLabel *name;
  glong key_length = MIN (g_utf8_strlen (key, -1), MOST_OF_KEY), length = g_utf8_strlen (value, -1);
  gboolean is_below = length > MOST_ON_LINE && length + key_length > MOST_OF_BOTH && !strchr (value, '\n');
  GtkLabel *text = add_row (box, value, tooltip, is_below, &name);

  lamina_widget_set_text (name, key);
  gtk_label_set_width_chars (name, (int) key_length);
  gtk_widget_add_css_class (GTK_WIDGET (name), "dim-label");
  lamina_widget_set_tooltip (GTK_WIDGET (name), g_utf8_strlen (key, -1) > MOST_OF_KEY ? key : NULL);
  return text;
}

GtkLabel *
lamina_rows_add_markup (GtkBox     *box,
                        const char *key,
                        const char *value,
                        const char *tooltip)
{
  GtkLabel *name;
  GtkLabel *text = add_row (box, value, tooltip, FALSE, &name);

  /* Two times and their unit stay on one line; the name, which a tooltip tells, gives way. */
  gtk_label_set_wrap (text, g_utf8_strlen (value, -1) > MOST_ON_LINE);
  gtk_label_set_markup (name, key);
  gtk_label_set_ellipsize (name, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (name, (int) MIN (g_utf8_strlen (gtk_label_get_text (name), -1), 12));
  lamina_widget_set_tooltip (GTK_WIDGET (name), gtk_label_get_text (name));
  gtk_widget_add_css_class (GTK_WIDGET (name), "quiet-link");
  return name;
}

GtkLabel *
lamina_rows_add_line (GtkBox     *box,
                      const char *markup,
                      const char *tooltip)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  lamina_widget_wrap (GTK_LABEL (label));
  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  lamina_widget_set_tooltip (label, tooltip);
  gtk_widget_add_css_class (label, "quiet-link");
  gtk_box_append (box, label);
  return GTK_LABEL (label);
}

void
lamina_rows_set_start (GtkLabel  *label,
                       GtkWidget *start)
{
  gtk_grid_attach (GTK_GRID (gtk_widget_get_parent (GTK_WIDGET (label))), start, -1, 0, 1, 1);
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

static const char *
get_type_text (LaminaValueType type)
{
  switch (type)
    {
    case LAMINA_VALUE_INTEGER:
      return _("integer");
    case LAMINA_VALUE_REAL:
      return _("float");
    case LAMINA_VALUE_BOOLEAN:
      return _("boolean");
    case LAMINA_VALUE_NULL:
      return _("null");
    case LAMINA_VALUE_TEXT:
    default:
      return _("text");
    }
}

void
lamina_rows_add_value (GtkBox            *box,
                       const char        *key,
                       const LaminaValue *value)
{
  g_autofree char *exact = value->type == LAMINA_VALUE_INTEGER ? lamina_figure_dup_exact (value->integer, value->unit)
                                                               : lamina_value_to_string (value);
  g_autofree char *tooltip = value->type == LAMINA_VALUE_TEXT || value->type == LAMINA_VALUE_NULL
                               ? g_strdup (get_type_text (value->type))
                               : g_strdup_printf ("%s (%s)", exact, get_type_text (value->type));
  g_autofree char *figure = lamina_value_dup_words (value, FALSE);
  GtkLabel *label = lamina_rows_add (box, key, figure, tooltip);

  if (value->type == LAMINA_VALUE_NULL)
    gtk_widget_add_css_class (GTK_WIDGET (label), "dim-label");
  if (value->estimated)
    gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
}

static GtkWidget *
add_label (GtkBox     *box,
           const char *text,
           const char *class)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  lamina_widget_wrap (GTK_LABEL (label));
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

GtkLabel *
lamina_rows_add_note (GtkBox     *box,
                      const char *text)
{
  GtkWidget *label = add_label (box, text, "caption");

  gtk_widget_add_css_class (label, "dim-label");
  return GTK_LABEL (label);
}

GtkBox *
lamina_rows_add_figures (GtkBox *box)
{
  GtkWidget *figures = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (box, figures);
  return GTK_BOX (figures);
}

void
lamina_rows_add_figure (GtkBox     *box,
                        const char *figure,
                        const char *what,
                        gboolean    estimated)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const char *space = strstr (figure, "\u00a0");
  g_autofree char *bare = space ? g_strndup (figure, (gsize) (space - figure)) : g_strdup (figure);
  g_autofree char *number = g_strdup_printf ("%s%s", estimated ? "≈\u00a0" : "", bare);
  const char *unit = space ? space + strlen ("\u00a0") : "";
  g_autofree char *below = what ? g_strdup_printf (what, unit) : g_strdup (unit);
  GtkWidget *label = add_label (GTK_BOX (column), number, "key-figure");

  gtk_widget_set_hexpand (column, TRUE);
  gtk_widget_add_css_class (label, "numeric");
  if (estimated)
    gtk_widget_add_css_class (label, "estimated");
  gtk_widget_add_css_class (add_label (GTK_BOX (column), below, "caption"), "dim-label");
  gtk_box_append (box, column);
}

GtkWidget *
lamina_rows_add_button (GtkBox     *box,
                        const char *text)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "row-button");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
  gtk_box_append (box, button);
  return button;
}
