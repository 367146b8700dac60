/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-sections.h"

#include "lamina-bar.h"
#include "lamina-layer-query.h"
#include "lamina-layer-text.h"
#include "lamina-rows.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>

/* FLOP for each second of the kernel alone, or NaN when it does not wait. */
static double
get_kernel_rate (const LaminaLayers *layers,
                 guint32             layer)
{
  gint64 flop = lamina_column_number (layers->flop, layer), wait = lamina_column_number (layers->wait, layer);
  gint64 device = lamina_column_number (layers->device_time, layer);

  if (flop == LAMINA_ABSENT || wait == LAMINA_ABSENT || wait <= 0 || device <= wait)
    return NAN;
  return (double) flop / (double) (device - wait) * 1e9;
}

static double
find_best_rate (LaminaRun *run)
{
  double best = NAN;

  for (guint i = 0; i < lamina_layers_in_force (run)->n; i++)
    best = fmax (best, lamina_layer_get_rate (run, i, LAMINA_UNIT_FLOP));
  return best;
}

static void
add_figures (GtkBox             *box,
             LaminaRun          *run,
             const LaminaLayers *layers,
             guint32             layer)
{
  guint estimated = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;
  gint64 flop = layers->flop[layer], bytes = lamina_column_number (layers->bytes, layer);
  double kernel = get_kernel_rate (layers, layer);
  double rate = isnan (kernel) ? lamina_layer_get_rate (run, layer, LAMINA_UNIT_FLOP) : kernel;
  gboolean is_guess = (estimated & LAMINA_ESTIMATE_FLOP) != 0;
  GtkBox *figures = lamina_rows_add_figures (box);
  g_autofree char *count = lamina_figure_dup (flop, LAMINA_UNIT_FLOP);
  g_autofree char *speed = lamina_figure_dup_rate (rate, LAMINA_UNIT_FLOP);

  lamina_rows_add_figure (figures, count, NULL, is_guess);
  if (!isnan (rate))
    lamina_rows_add_figure (figures, speed, isnan (kernel) ? NULL : _("%s in kernel"), is_guess);
  if (bytes != LAMINA_ABSENT && bytes > 0)
    {
      g_autofree char *figure = lamina_figure_dup_real ((double) flop / (double) bytes, LAMINA_UNIT_NONE);
      g_autofree char *text = g_strdup_printf ("%s\u00a0%s", figure, _("FLOP per byte"));

      lamina_rows_add_figure (figures, text, NULL, is_guess || (estimated & LAMINA_ESTIMATE_BYTES));
    }
}

/* How fast it is beside the fastest layer of the run, the wait included: the same figures as in the table. */
static void
add_best (GtkBox             *box,
          LaminaRun          *run,
          const LaminaLayers *layers,
          guint32             layer)
{
  double rate = lamina_layer_get_rate (run, layer, LAMINA_UNIT_FLOP), best = find_best_rate (run);
  LaminaBarPart part = { 0, rate / best, layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER };
  g_autofree char *figure = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *text = NULL;
  g_autofree char *tooltip = NULL;
  GtkWidget *bar;
  GtkLabel *value;

  if (isnan (rate) || !(best > 0))
    return;
  figure = lamina_unit_strip (lamina_figure_dup_rate (rate, LAMINA_UNIT_FLOP), "FLOP/s");
  limit = lamina_unit_strip (lamina_figure_dup_rate (best, LAMINA_UNIT_FLOP), "FLOP/s");
  tooltip = g_strdup_printf (_("The fastest layer of this run does %sFLOP/s"), limit);
  text = g_strdup_printf (isnan (get_kernel_rate (layers, layer)) ? _("%s: %d\u00a0%% of the best here")
                                                                  : _("%s with wait: %d\u00a0%% of the best"),
                          figure, (int) lround (rate / best * 100));
  bar = lamina_bar_new ();
  gtk_widget_set_margin_top (bar, 4);
  lamina_bar_set_parts (LAMINA_BAR (bar), &part, 1, text);
  gtk_box_append (box, bar);
  value = lamina_rows_add (box, text, limit, tooltip);
  gtk_label_set_width_chars (value, 4);
  gtk_widget_add_css_class (gtk_widget_get_parent (GTK_WIDGET (value)), "caption");
}

void
lamina_work_section_show (LaminaPaneSection *section,
                          LaminaSession *session,
                          guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  GtkBox *box = lamina_pane_section_get_content (section);
  gint64 bytes = lamina_column_number (layers->bytes, layer);
  guint estimated = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;
  double bandwidth = lamina_layer_get_rate (run, layer, LAMINA_UNIT_BYTES);
  g_autofree char *rate = lamina_figure_dup_rate (bandwidth, LAMINA_UNIT_BYTES);

  lamina_rows_clear (box);
  if (lamina_column_number (layers->flop, layer) != LAMINA_ABSENT)
    {
      add_figures (box, run, layers, layer);
      add_best (box, run, layers, layer);
    }
  lamina_rows_add_number (box, _("Moved"), bytes, LAMINA_UNIT_BYTES, (estimated & LAMINA_ESTIMATE_BYTES) != 0);
  if (!isnan (bandwidth))
    lamina_rows_add (box, _("Bandwidth"), rate, NULL);
  lamina_pane_section_show_if_filled (section);
}
