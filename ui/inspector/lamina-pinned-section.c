/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-fact-rows.h"
#include "lamina-job.h"
#include "lamina-layer-details.h"
#include "lamina-link.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-rows.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_DIFFERENCES 40
#define SHORT 24

/* In characters: of a name in a line that is cut by its width. */
#define LONGEST_NAME 300

/* The box of what differs has this; it goes with the box, which goes when something else is compared. */
#define DIFFERENCES "lamina-differences"

/* What differs between two layers, while a thread finds it. */
typedef struct
{
  GtkBox *box;
  GCancellable *cancellable;
} Differences;

typedef struct
{
  LaminaDocument *document;
  guint run;
  guint32 layers[2];
} Pair;

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

static void
differences_free (gpointer data)
{
  Differences *self = data;

  lamina_job_stop (&self->cancellable);
  g_free (self);
}

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  lamina_document_unref (pair->document);
  g_free (pair);
}

static gpointer
find_differences (gpointer      input,
                  GCancellable *cancellable)
{
  const Pair *pair = input;

  return lamina_layer_differences_new (pair->document, pair->run, pair->layers, 2, cancellable);
}

/* What is no number: the two values side by side, or one below the other where they are long. */
static void
take_differences (gpointer owner,
                  gpointer result)
{
  Differences *self = owner;
  g_autoptr (LaminaLayerDifferences) differences = result;
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
        lamina_rows_add (self->box, title, values, NULL);
    }
}

static gboolean
is_long (LaminaSession *session,
         guint32        layer)
{
  const LaminaPlace place = { LAMINA_PLACE_LAYER, lamina_session_get_run_index (session), 0, layer };

  return lamina_details_are_long (lamina_session_get_run (session), &place);
}

/* A box that is filled at once, or when a thread has read what is long. */
static GtkWidget *
make_differences (LaminaSession *session,
                  guint32        pinned,
                  guint32        layer)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  Differences *self = g_new0 (Differences, 1);
  Pair *pair = g_new0 (Pair, 1);

  self->box = GTK_BOX (box);
  g_object_set_data_full (G_OBJECT (box), DIFFERENCES, self, differences_free);
  *pair = (Pair) { lamina_document_ref (lamina_session_get_document (session)), lamina_session_get_run_index (session),
                   { pinned, layer } };
  lamina_job_run (self, &self->cancellable, is_long (session, pinned) || is_long (session, layer), find_differences, pair,
                  pair_free, take_differences, (GDestroyNotify) lamina_layer_differences_free);
  return box;
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
  g_autofree char *whole = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *markup = NULL;
  GtkLabel *label;

  lamina_rows_clear (box);
  gtk_widget_set_visible (GTK_WIDGET (section), pinned != LAMINA_NONE);
  if (pinned == LAMINA_NONE)
    return;
  whole = lamina_layer_dup_label (run, pinned);
  name = lamina_whole_name_dup_cut (*whole ? whole : _("No name"), LONGEST_NAME);
  title = g_strdup_printf (_("Pinned: %s"), name);
  g_object_set (section, "title", title, NULL);
  if (layer == pinned || layer == LAMINA_NONE)
    {
      label = lamina_rows_add_note (box, layer == pinned ? _("Select another one to compare the two.") : "");
      if (layer == pinned)
        return;
      markup = lamina_link_dup_markup (_("Go to %s"), name);
      gtk_label_set_markup (label, markup);
      lamina_link_set_layer (label, session, pinned);
      return;
    }
  gtk_box_append (box, make_grid (session, pinned, layer));
  gtk_box_append (box, make_differences (session, pinned, layer));
  markup = lamina_link_dup_markup (_("Go to %s"), name);
  label = lamina_rows_add_note (box, "");
  gtk_label_set_markup (label, markup);
  lamina_link_set_layer (label, session, pinned);
}
