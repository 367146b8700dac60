/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-rows.h"

#include "lamina-rows.h"

#include <glib/gi18n.h>
#include <string.h>

static char *
dup_difference (gint64 reported,
                gint64 estimated)
{
  double part = reported == 0 ? 0 : ((double) estimated / (double) reported - 1) * 100;
  g_autofree char *figure = lamina_figure_dup_real (part < 0 ? -part : part, LAMINA_UNIT_PERCENT);

  if (reported == 0)
    return g_strdup (_("The file says that it is none."));
  return g_strdup_printf (part < 0 ? _("%s less than the file says") : _("%s more than the file says"), figure);
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
  g_autofree char *tooltip = NULL;
  GtkLabel *label;

  if (reported == LAMINA_ABSENT || estimated == LAMINA_ABSENT)
    return;
  tooltip = differs ? dup_difference (reported, estimated) : lamina_figure_dup_exact (estimated, unit);
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
  append_part (text, C_("bytes moved", "results"), figures->outputs);
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
  gtk_widget_set_tooltip_text (GTK_WIDGET (lamina_rows_add_note (box, citation)), tooltip);
}

void
lamina_work_rows_add_flop (GtkBox     *box,
                           LaminaWork *work,
                           guint32     layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (work, layer, &figures);
  if (figures.in_children && figures.flop_estimated != LAMINA_ABSENT)
    {
      g_autofree char *figure = lamina_figure_dup (figures.flop_estimated, LAMINA_UNIT_FLOP);
      g_autofree char *text = g_strdup_printf (_("≈ %s, counted at the layers inside"), figure);

      gtk_widget_add_css_class (GTK_WIDGET (lamina_rows_add_note (box, text)), "estimated");
    }
  add_estimate (box, figures.flop_reported, figures.flop_estimated, LAMINA_UNIT_FLOP, figures.flop_differs);
  add_formula (box, work, layer);
  lamina_rows_add_number (box, C_("work", "Fused behind it"), figures.epilogue, LAMINA_UNIT_FLOP, TRUE);
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
lamina_work_rows_add_bytes (GtkBox     *box,
                            LaminaWork *work,
                            guint32     layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (work, layer, &figures);
  add_estimate (box, figures.bytes_reported, figures.bytes_estimated, LAMINA_UNIT_BYTES, figures.bytes_differs);
  add_traffic (box, &figures);
  add_result (box, work, layer);
}
