/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-bar.h"
#include "lamina-device-limits.h"
#include "lamina-layer-text.h"
#include "lamina-layer-value.h"
#include "lamina-rate-text.h"
#include "lamina-rows.h"
#include "lamina-widget.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

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

/* The largest rate of a layer, straight from the columns: there may be a million layers. */
static double
find_best_rate (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  const gint64 *costs = lamina_run_get_costs (run);
  double best = NAN;

  for (guint i = 0; layers->flop && costs && i < layers->n; i++)
    if (costs[i] != LAMINA_ABSENT && costs[i] != 0 && layers->flop[i] != LAMINA_ABSENT)
      best = fmax (best, (double) layers->flop[i] / ((double) costs[i] / 1e9));
  return best;
}

static void
add_figures (GtkBox             *box,
             LaminaRun          *run,
             const LaminaLayers *layers,
             guint32             layer,
             const LaminaRate   *whole)
{
  guint estimated = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;
  gint64 flop = layers->flop[layer], bytes = lamina_column_number (layers->bytes, layer);
  double kernel = get_kernel_rate (layers, layer);
  double rate = isnan (kernel) ? whole->per_second : kernel;
  gboolean is_suspicious = whole->doubt != LAMINA_DOUBT_NONE
                           || (!isnan (kernel) && lamina_rate_is_beyond (run, kernel, LAMINA_UNIT_FLOP));
  gboolean is_guess = (estimated & LAMINA_ESTIMATE_FLOP) != 0;
  GtkBox *figures = lamina_rows_add_figures (box);
  g_autofree char *count = lamina_figure_dup (flop, LAMINA_UNIT_FLOP);
  g_autofree char *speed = lamina_figure_dup_rate (rate, LAMINA_UNIT_FLOP);
  g_autofree char *marked = g_strconcat (is_suspicious ? "!\u2009" : "", speed, NULL);

  lamina_rows_add_figure (figures, count, NULL, is_guess);
  if (!isnan (rate))
    lamina_rows_add_figure (figures, marked, isnan (kernel) ? NULL : _("%s in kernel"), is_guess);
  if (bytes != LAMINA_ABSENT && bytes > 0)
    {
      g_autofree char *figure = lamina_figure_dup_real ((double) flop / (double) bytes, LAMINA_UNIT_NONE);
      g_autofree char *text = g_strdup_printf ("%s\u00a0%s", figure, _("FLOP per byte"));

      lamina_rows_add_figure (figures, text, NULL, is_guess || (estimated & LAMINA_ESTIMATE_BYTES));
    }
}

/* How fast a layer could be at best, and who says so. */
typedef struct
{
  double rate;
  const LaminaDeviceLimits *device;
  const char *precision;
} Roof;

/*
 * What the device reaches with the element type of the layer, else the fastest layer of the run. Files say float32 where
 * matrix units read fewer bits: those layers are faster than the others can be.
 */
static void
find_roof (LaminaSession *session,
           guint32        layer,
           double         rate,
           Roof          *roof)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaDeviceLimits *device = lamina_device_limits_get (lamina_session_get_document (session));
  const char *dtype = lamina_run_get_string (run, lamina_layer_get_dtype (run, layer));
  LaminaPrecision precision = lamina_precision_from_dtype (dtype);
  double peak = device ? lamina_device_limits_get_peak (device, dtype) : NAN;

  if (precision == LAMINA_PRECISION_FP32 && rate > peak && device->peaks[LAMINA_PRECISION_TF32] > peak)
    peak = device->peaks[precision = LAMINA_PRECISION_TF32];
  *roof = (Roof) { isnan (peak) ? find_best_rate (run) : peak, isnan (peak) ? NULL : device, NULL };
  if (roof->device)
    roof->precision = lamina_precision_get_name (precision);
}

/* A rate without its unit, marked where it was worked out. */
static char *
dup_marked (double   rate,
            gboolean is_guess)
{
  g_autofree char *figure = lamina_unit_strip (lamina_figure_dup_rate (rate, LAMINA_UNIT_FLOP), "FLOP/s");

  return g_strconcat (is_guess ? "≈\u00a0" : "", figure, NULL);
}

/* How fast it is beside the roof, the wait included: the same figures as in the table. */
static void
add_best (GtkBox             *box,
          LaminaSession      *session,
          const LaminaLayers *layers,
          guint32             layer,
          double              rate)
{
  LaminaBarPart part = { 0, 0, layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER };
  gboolean is_guess = layers->estimated && (layers->estimated[layer] & LAMINA_ESTIMATE_FLOP) != 0;
  g_autofree char *figure = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *share = NULL;
  g_autofree char *text = NULL;
  g_autofree char *tooltip = NULL;
  const char *format;
  gboolean waits;
  GtkWidget *bar;
  GtkLabel *name, *value;
  Roof roof;

  find_roof (session, layer, rate, &roof);
  if (isnan (rate) || !(roof.rate > 0))
    return;
  part.end = CLAMP (rate / roof.rate, 0, 1);
  figure = dup_marked (rate, is_guess);
  limit = dup_marked (roof.rate, is_guess && !roof.device);
  share = lamina_layer_dup_share (rate / roof.rate);
  waits = !isnan (get_kernel_rate (layers, layer));
  if (roof.device)
    {
      tooltip = g_strdup_printf (_("%s peaks at %sFLOP/s with %s\n%s"), roof.device->name, limit, roof.precision,
                                 roof.device->source);
      format = waits ? _("%s including wait: %s of the device peak") : _("%s: %s of the device peak");
    }
  else
    {
      tooltip = g_strdup_printf (_("The fastest of this run reaches %sFLOP/s"), limit);
      format = waits ? _("%s including wait: %s of the fastest") : _("%s: %s of the fastest");
    }
  text = g_strdup_printf (format, figure, share);
  bar = lamina_bar_new ();
  gtk_widget_set_margin_top (bar, 4);
  lamina_bar_set_parts (LAMINA_BAR (bar), &part, 1, text);
  gtk_box_append (box, bar);
  value = lamina_rows_add (box, text, limit, tooltip);
  gtk_label_set_width_chars (value, 4);
  /* What stands in front has figures, which must not be cut as a name may be: 49.1 % would become 9.1 %. */
  name = GTK_LABEL (gtk_widget_get_prev_sibling (GTK_WIDGET (value)));
  gtk_label_set_ellipsize (name, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (name, TRUE);
  if (is_guess && !roof.device)
    gtk_widget_add_css_class (GTK_WIDGET (value), "estimated");
  gtk_widget_add_css_class (gtk_widget_get_parent (GTK_WIDGET (value)), "caption");
}

static void
add_reason (GtkBox           *box,
            LaminaRun        *run,
            const LaminaRate *rate)
{
  g_autofree char *reason = lamina_rate_dup_reason (rate, run);

  if (reason)
    lamina_rows_add_note (box, reason);
}

/* What follows from the shapes, where the row above shows what the file states. */
static void
add_estimate (GtkBox     *box,
              gint64      reported,
              gint64      estimated,
              LaminaUnit  unit,
              gboolean    differs)
{
  g_autofree char *figure = lamina_figure_dup (estimated, unit);
  g_autofree char *text = g_strdup_printf (differs ? "⚠ ≈ %s" : "≈ %s", figure);
  double part = reported == 0 ? 0 : ((double) estimated / (double) reported - 1) * 100;
  g_autofree char *percent = lamina_figure_dup_real (fabs (part), LAMINA_UNIT_PERCENT);
  g_autofree char *tooltip = NULL;
  GtkLabel *label;

  if (reported == LAMINA_ABSENT || estimated == LAMINA_ABSENT)
    return;
  if (!differs)
    tooltip = lamina_figure_dup_exact (estimated, unit);
  else if (reported == 0)
    tooltip = g_strdup (_("The file states zero."));
  else
    tooltip = g_strdup_printf (part < 0 ? _("%s less than the file states") : _("%s more than the file states"), percent);
  label = lamina_rows_add (box, C_("work", "From the shapes"), text, tooltip);
  gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
  if (!differs)
    return;
  gtk_widget_add_css_class (GTK_WIDGET (label), "warning");
  lamina_rows_add_note (box, tooltip);
}

static void
append_part (GString    *text,
             const char *what,
             gint64      bytes)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  if (bytes == LAMINA_ABSENT || bytes == 0)
    return;
  g_string_append (text, text->len > 0 ? " · " : "≈ ");
  g_string_append (text, figure);
  g_string_append_printf (text, "\u00a0%s", what);
}

/* `≈ 6.02 MB data · 37.6 KB weights · 32.1 MB results`; a part that is nothing or not known is left out. */
static void
add_traffic (GtkBox                  *box,
             const LaminaWorkFigures *figures)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_part (text, C_("bytes moved", "data"), figures->inputs);
  append_part (text, C_("bytes moved", "weights"), figures->parameters);
  append_part (text, C_("bytes moved", "outputs"), figures->outputs);
  if (text->len > 0)
    gtk_widget_add_css_class (GTK_WIDGET (lamina_rows_add_note (box, text->str)), "estimated");
}

/* The citation stands below the formula, what it says of it in a tooltip. */
static void
add_formula (GtkBox     *box,
             LaminaWork *work,
             guint32     layer)
{
  const char *symbols, *source;
  g_autofree char *formula = lamina_work_dup_formula (work, layer, &symbols, &source);
  g_autofree char *tooltip = NULL;
  g_autofree char *citation = NULL;
  GtkLabel *label;

  if (!formula)
    return;
  tooltip = g_strdup_printf ("%s\n%s", symbols, source);
  citation = g_strdup (source);
  if (strstr (citation, ": "))
    *strstr (citation, ": ") = '\0';
  label = lamina_rows_add (box, C_("work", "Formula"), formula, tooltip);
  gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
  lamina_widget_set_tip (GTK_WIDGET (lamina_rows_add_note (box, citation)), tooltip);
}

static void
add_flop_rows (GtkBox     *box,
               LaminaWork *work,
               guint32     layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (work, layer, &figures);
  if (figures.in_children && figures.flop_estimated != LAMINA_ABSENT)
    {
      g_autofree char *figure = lamina_figure_dup (figures.flop_estimated, LAMINA_UNIT_FLOP);
      g_autofree char *text = g_strdup_printf (_("≈ %s, from what is inside"), figure);

      gtk_widget_add_css_class (GTK_WIDGET (lamina_rows_add_note (box, text)), "estimated");
    }
  add_estimate (box, figures.flop_reported, figures.flop_estimated, LAMINA_UNIT_FLOP, figures.flop_differs);
  add_formula (box, work, layer);
  lamina_rows_add_number (box, C_("work", "Fused after it"), figures.epilogue, LAMINA_UNIT_FLOP, TRUE);
}

/* The shape of a result that the file does not name. */
static void
add_result (GtkBox     *box,
            LaminaWork *work,
            guint32     layer)
{
  guint32 result = lamina_work_get_inferred (work, layer);
  g_autofree char *shape = result != 0 ? lamina_work_dup_inferred_text (work, result) : NULL;
  g_autofree char *text = shape ? g_strconcat ("≈ ", shape, NULL) : NULL;

  if (!text)
    return;
  gtk_widget_add_css_class (GTK_WIDGET (lamina_rows_add (box, _("Output"), text, NULL)), "estimated");
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
  gboolean is_guess = (estimated & LAMINA_ESTIMATE_BYTES) != 0;
  LaminaWork *work = lamina_work_peek (run);
  LaminaRate rate, bandwidth;
  LaminaWorkFigures figures;

  lamina_rate_init (&rate, run, &layer, 1, LAMINA_UNIT_FLOP);
  lamina_rate_init (&bandwidth, run, &layer, 1, LAMINA_UNIT_BYTES);
  lamina_rows_clear (box);
  if (lamina_column_number (layers->flop, layer) != LAMINA_ABSENT)
    {
      add_figures (box, run, layers, layer, &rate);
      add_reason (box, run, &rate);
      add_best (box, session, layers, layer, rate.per_second);
    }
  if (work)
    add_flop_rows (box, work, layer);
  lamina_rows_add_number (box, _("Bytes moved"), bytes, LAMINA_UNIT_BYTES, is_guess);
  if (work)
    {
      lamina_work_get_figures (work, layer, &figures);
      add_estimate (box, figures.bytes_reported, figures.bytes_estimated, LAMINA_UNIT_BYTES, figures.bytes_differs);
      add_traffic (box, &figures);
      add_result (box, work, layer);
    }
  if (!isnan (bandwidth.per_second))
    {
      g_autofree char *text = lamina_rate_dup_text (&bandwidth);
      GtkLabel *label = lamina_rows_add (box, _("Bandwidth"), text,
                                         _("Bytes moved divided by the time of what has known bytes"));

      if (bandwidth.estimated)
        gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
      add_reason (box, run, &bandwidth);
    }
  lamina_pane_section_show_if_filled (section);
}
