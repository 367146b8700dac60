/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-summary.h"

#include "lamina-axis.h"
#include "lamina-chart.h"
#include "lamina-layer-noun.h"

#include <glib/gi18n.h>

static void
add (GString *text,
     char    *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
  g_free (part);
}

/* Some tools state what one inference takes when nothing is profiled. */
static void
add_mean (GString       *text,
          LaminaSession *session)
{
  gint64 spread;
  gint64 mean = lamina_chart_get_mean_time (lamina_session_get_document (session), lamina_session_get_run (session),
                                            &spread);
  g_autofree char *figure = NULL;
  g_autofree char *around = NULL;

  if (mean == LAMINA_ABSENT)
    return;
  figure = lamina_figure_dup (mean, LAMINA_UNIT_NANOSECONDS);
  if (spread == LAMINA_ABSENT)
    {
      add (text, g_markup_printf_escaped (_("mean inference <b>%s</b>"), figure));
      return;
    }
  around = lamina_figure_dup (spread, LAMINA_UNIT_NANOSECONDS);
  add (text, g_markup_printf_escaped (_("mean inference <b>%s</b> ± %s"), figure, around));
}

char *
lamina_chart_summary_dup_markup (LaminaSession *session)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaTotals *totals = lamina_run_get_totals (run);
  GString *text = g_string_new (NULL);
  guint n = lamina_run_get_layers (run)->n;
  gint64 profiled = lamina_run_get_stated_time (run);
  LaminaRange bounds;

  if (totals->cost != LAMINA_ABSENT)
    {
      g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);

      add (text, g_markup_printf_escaped ("Σ\u00a0<b>%s</b>", cost));
    }
  add_mean (text, session);
  /* What it takes when it is profiled, with all that belongs to no layer. */
  if (profiled != LAMINA_ABSENT)
    {
      g_autofree char *figure = lamina_figure_dup (profiled, LAMINA_UNIT_NANOSECONDS);

      add (text, g_markup_printf_escaped (_("profiled run <b>%s</b>"), figure));
    }
  if (lamina_run_get_timing (run) == LAMINA_TIMING_MEASURED)
    {
      g_autofree char *length = NULL;

      lamina_session_get_bounds (session, &bounds);
      length = lamina_axis_dup_length_text (lamina_run_get_unit (run), bounds.end - bounds.start);
      add (text, g_markup_printf_escaped (_("span <b>%s</b>"), length));
    }
  if (n > 0)
    {
      g_autofree char *count = lamina_layers_dup_count (run, n);

      add (text, g_markup_printf_escaped ("<b>%s</b>", count));
    }
  return g_string_free (text, FALSE);
}

char *
lamina_chart_summary_dup_limits (LaminaSession *session)
{
  guint32 section = lamina_session_get_section (session);
  const char *filter = lamina_session_get_filter (session);
  const char *title = section == LAMINA_NONE
                      ? NULL : lamina_run_get_section (lamina_session_get_run (session), section)->title;

  if (title && *filter)
    return g_strdup_printf (_("Of section “%s” what matches “%s” only."), title, filter);
  if (title)
    return g_strdup_printf (_("Section “%s” only."), title);
  return *filter ? g_strdup_printf (_("What matches “%s” only."), filter) : NULL;
}
