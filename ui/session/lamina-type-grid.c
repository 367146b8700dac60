/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-type-grid.h"

#include "lamina-layer-value.h"
#include "lamina-link.h"
#include "lamina-swatch.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* Of a place in a program. */
#define MOST_LINES 4

static GtkWidget *
make_number (const char *text,
             const char *tooltip,
             gboolean    is_quiet)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  lamina_widget_set_tooltip (label, tooltip);
  gtk_widget_add_css_class (label, "numeric");
  if (is_quiet)
    gtk_widget_add_css_class (label, "dim-label");
  return label;
}

GtkWidget *
lamina_type_grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 1);
  return grid;
}

/* Adds a line with what is at its left: a color, and a name of markup. */
static GtkLabel *
add_name (GtkGrid      *grid,
          LaminaFamily  family,
          const char   *markup,
          const char   *whole,
          int          *row)
{
  GtkWidget *swatch = lamina_swatch_new ();
  GtkWidget *name = gtk_label_new (NULL);

  *row = 0;
  while (gtk_grid_get_child_at (grid, 0, *row))
    ++*row;
  lamina_swatch_set_family (LAMINA_SWATCH (swatch), family);
  gtk_widget_set_valign (swatch, GTK_ALIGN_START);
  gtk_widget_set_margin_top (swatch, 2);
  gtk_label_set_markup (GTK_LABEL (name), markup);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  /* Names that begin and end alike are told apart by what is between. */
  lamina_widget_wrap (GTK_LABEL (name));
  gtk_label_set_lines (GTK_LABEL (name), 2);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  lamina_widget_set_tooltip (name, whole);
  gtk_grid_attach (grid, swatch, 0, *row, 1, 1);
  gtk_grid_attach (grid, name, 1, *row, 1, 1);
  return GTK_LABEL (name);
}

/* The part of all, where it is known. */
static void
add_share (GtkGrid *grid,
           gint64   amount,
           gint64   total,
           int      row)
{
  double part = amount == LAMINA_ABSENT || total == LAMINA_ABSENT || total <= 0 ? NAN : (double) amount / (double) total;
  g_autofree char *share = lamina_layer_dup_share (part);

  if (!isnan (part))
    gtk_grid_attach (grid, make_number (share, NULL, TRUE), 4, row, 1, 1);
}

GtkLabel *
lamina_type_grid_add (GtkGrid      *grid,
                      LaminaFamily  family,
                      const char   *label,
                      gint64        calls,
                      gint64        cost,
                      gint64        total)
{
  g_autofree char *markup = lamina_link_dup_markup ("%s", label);
  g_autofree char *count = lamina_figure_dup (calls, LAMINA_UNIT_NONE);
  g_autofree char *number = lamina_figure_dup_exact (calls, LAMINA_UNIT_NONE);
  g_autofree char *words = g_strdup_printf (ngettext ("%s call", "%s calls", (gulong) calls), number);
  g_autofree char *figure = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (cost, LAMINA_UNIT_NANOSECONDS);
  int row;
  GtkLabel *name = add_name (grid, family, markup, label, &row);

  gtk_widget_add_css_class (GTK_WIDGET (name), "quiet-link");
  gtk_grid_attach (grid, make_number (count, words, TRUE), 2, row, 1, 1);
  gtk_grid_attach (grid, make_number (figure, exact, FALSE), 3, row, 1, 1);
  add_share (grid, cost, total, row);
  return name;
}

void
lamina_type_grid_add_bytes (GtkGrid      *grid,
                            LaminaFamily  family,
                            const char   *label,
                            gint64        bytes,
                            gint64        total,
                            gboolean      estimated)
{
  g_autofree char *ends = lamina_widget_dup_ends (label);
  g_autofree char *markup = g_markup_escape_text (ends, -1);
  g_autofree char *plain = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *figure = g_strconcat (estimated ? "≈\u00a0" : "", plain, NULL);
  g_autofree char *exact = lamina_figure_dup_exact (bytes, LAMINA_UNIT_BYTES);
  int row;

  /* Files of one folder differ in the middle, and their lines do: two lines are cut to the same. */
  gtk_label_set_lines (add_name (grid, family, markup, label, &row), MOST_LINES);
  gtk_grid_attach (grid, make_number (figure, exact, FALSE), 3, row, 1, 1);
  add_share (grid, bytes, total, row);
}
