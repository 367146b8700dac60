/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-fact-rows.h"
#include "lamina-link.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-rows.h"
#include "lamina-widget.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_DIFFERENCES 40
#define SHORT 24

/* A line of the comparison: what it is, the layer that was kept, the selected one, and the second for one of the first. */
static void
attach (GtkGrid    *grid,
        int         row,
        int         column,
        const char *text,
        gboolean    is_quiet)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  if (column == 0)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 9);
    }
  gtk_widget_set_hexpand (label, column == 1 || column == 2);
  lamina_widget_set_tooltip (label, text);
  gtk_widget_add_css_class (label, "numeric");
  if (is_quiet)
    gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static char *
dup_ratio (double ratio)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (ratio))
    return g_strdup ("");
  if (ratio < 0.01)
    return g_strdup ("<\u00a0×\u00a00.01");
  return g_strdup_printf ("×\u00a0%s", g_ascii_formatd (digits, sizeof digits, ratio < 99.5 ? "%.3g" : "%.0f", ratio));
}

static void
add_line (GtkGrid    *grid,
          int        *row,
          const char *key,
          const char *first,
          const char *second,
          double      ratio)
{
  g_autofree char *text = dup_ratio (ratio);

  attach (grid, *row, 0, key, TRUE);
  attach (grid, *row, 1, first, FALSE);
  attach (grid, *row, 2, second, FALSE);
  attach (grid, *row, 3, text, TRUE);
  *row += 1;
}

static void
add_numbers (GtkGrid    *grid,
             int        *row,
             const char *key,
             gint64      first,
             gint64      second,
             LaminaUnit  unit)
{
  g_autofree char *left = lamina_figure_dup (first, unit);
  g_autofree char *right = lamina_figure_dup (second, unit);
  gboolean both = first != LAMINA_ABSENT && second != LAMINA_ABSENT && first > 0;

  if (first != LAMINA_ABSENT || second != LAMINA_ABSENT)
    add_line (grid, row, key, left, right, both ? (double) second / (double) first : NAN);
}

static void
add_rates (GtkGrid    *grid,
           int        *row,
           const char *key,
           LaminaRun  *run,
           guint32     pinned,
           guint32     layer,
           LaminaUnit  unit)
{
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  LaminaRate first, second;

  lamina_rate_init (&first, run, &pinned, 1, unit);
  lamina_rate_init (&second, run, &layer, 1, unit);
  left = lamina_rate_dup_text (&first);
  right = lamina_rate_dup_text (&second);
  if (!isnan (first.per_second) || !isnan (second.per_second))
    add_line (grid, row, key, left, right, first.per_second > 0 ? second.per_second / first.per_second : NAN);
}

/* What is no number: the two values side by side, or one below the other where they are long. */
static void
add_differences (GtkBox        *box,
                 LaminaSession *session,
                 guint32        pinned,
                 guint32        layer)
{
  const guint32 both[] = { pinned, layer };
  g_autoptr (LaminaLayerDifferences) differences =
    lamina_layer_differences_new (lamina_session_get_document (session), lamina_session_get_run_index (session), both, 2,
                                  NULL);
  guint n = 0;

  for (guint i = 0; i < lamina_layer_differences_get_n (differences); i++)
    {
      const LaminaLayerFact *fact = lamina_layer_differences_get (differences, i);
      g_autofree char *first = lamina_fact_dup_value (fact, 0);
      g_autofree char *second = lamina_fact_dup_value (fact, fact->of_last);
      g_autofree char *title = lamina_fact_dup_title (fact);
      gboolean is_short = strlen (first) + strlen (second) < SHORT;
      g_autofree char *values = g_strdup_printf (is_short ? "%s\u00a0→\u00a0%s" : "%s\n%s", first, second);

      if (fact->n_values > 1 && n++ < MAX_DIFFERENCES)
        lamina_rows_add (box, title, values, NULL);
    }
}

static GtkWidget *
make_grid (LaminaSession *session,
           guint32        pinned,
           guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  const gint64 *costs = lamina_run_get_costs (run);
  GtkWidget *grid = gtk_grid_new ();
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  add_numbers (GTK_GRID (grid), &row, _("Time"), lamina_column_number (costs, pinned),
               lamina_column_number (costs, layer), LAMINA_UNIT_NANOSECONDS);
  add_numbers (GTK_GRID (grid), &row, _("Waiting"), lamina_column_number (layers->wait, pinned),
               lamina_column_number (layers->wait, layer), LAMINA_UNIT_NANOSECONDS);
  add_numbers (GTK_GRID (grid), &row, _("Work"), lamina_column_number (layers->flop, pinned),
               lamina_column_number (layers->flop, layer), LAMINA_UNIT_FLOP);
  add_rates (GTK_GRID (grid), &row, _("Rate"), run, pinned, layer, LAMINA_UNIT_FLOP);
  add_numbers (GTK_GRID (grid), &row, _("Bytes moved"), lamina_column_number (layers->bytes, pinned),
               lamina_column_number (layers->bytes, layer), LAMINA_UNIT_BYTES);
  add_rates (GTK_GRID (grid), &row, _("Bandwidth"), run, pinned, layer, LAMINA_UNIT_BYTES);
  return grid;
}

void
lamina_pinned_section_show (LaminaPaneSection *section,
                            LaminaSession     *session,
                            guint32            pinned,
                            guint32            layer)
{
  GtkBox *box = lamina_pane_section_get_content (section);
  LaminaRun *run = lamina_session_get_run (session);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *markup = NULL;
  GtkLabel *label;

  lamina_rows_clear (box);
  gtk_widget_set_visible (GTK_WIDGET (section), pinned != LAMINA_NONE);
  if (pinned == LAMINA_NONE)
    return;
  name = lamina_layer_dup_label (run, pinned);
  title = g_strdup_printf (_("Pinned: %s"), *name ? name : _("No name"));
  g_object_set (section, "title", title, NULL);
  if (layer == pinned || layer == LAMINA_NONE)
    {
      label = lamina_rows_add_note (box, layer == pinned ? _("Select another one to compare the two.") : "");
      if (layer == pinned)
        return;
      markup = lamina_link_dup_markup (_("Go to %s"), *name ? name : _("No name"));
      gtk_label_set_markup (label, markup);
      lamina_link_set_layer (label, session, pinned);
      return;
    }
  gtk_box_append (box, make_grid (session, pinned, layer));
  add_differences (box, session, pinned, layer);
  markup = lamina_link_dup_markup (_("Go to %s"), *name ? name : _("No name"));
  label = lamina_rows_add_note (box, "");
  gtk_label_set_markup (label, markup);
  lamina_link_set_layer (label, session, pinned);
}
