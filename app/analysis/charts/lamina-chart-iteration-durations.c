/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"
#include "lamina-section-times-private.h"

/* Durations of iterations: how many sections take how long, each the sum of its layers. */

/* With fewer, a histogram shows nothing that the iterations themselves don't. */
#define ENOUGH 3

const char *
lamina_chart_find_few_sections (LaminaDocument *document,
                                LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < ENOUGH)
    return N_("The run has fewer than three iterations or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times of layers.");
}

static void
list_section (gconstpointer  items,
              guint32        item,
              GArray        *layers,
              GArray        *slices)
{
  const LaminaSectionTimes *times = items;
  const LaminaSectionTime *time = lamina_section_times_get (times, item);

  g_array_append_vals (layers, times->layers + time->first, time->n);
}

static void
add_words (LaminaChartData    *data,
           const LaminaSpread *spread)
{
  guint n = spread->timed->len;
  g_autofree char *middle = lamina_spread_dup_quantile (spread, 50);
  g_autofree char *slow = lamina_spread_dup_quantile (spread, 95);

  /* Translators: p95 is what 95 of 100 do not exceed. */
  lamina_chart_data_take_subtitle (data, g_strdup_printf (ngettext ("Sum of the layers of %u section: median %s, p95 %s",
                                                                    "Sum of the layers of each of %u sections: median %s, "
                                                                    "p95 %s", n),
                                                          n, middle, slow));
}

gboolean
lamina_chart_fill_iteration_durations (LaminaChartData         *data,
                                       const LaminaChartSource *source)
{
  g_auto (LaminaSectionTimes) times = { 0 };
  g_autoptr (GArray) timed = g_array_new (FALSE, FALSE, sizeof (LaminaTimed));
  LaminaSpread spread = { "sections", _("Sections"), LAMINA_FAMILY_OTHER, timed, list_section, &times, 0 };

  if (!lamina_section_times_find (&times, source))
    return FALSE;
  for (guint i = 0; i < times.times->len; i++)
    g_array_append_vals (timed, &(LaminaTimed) { lamina_section_times_get (&times, i)->total, i }, 1);
  if (timed->len == 0)
    {
      lamina_chart_data_take_reason (data, g_strdup (_("No layer of a section has a time.")));
      return TRUE;
    }
  lamina_spread_fill (&spread, data, source->cancellable);
  add_words (data, &spread);
  return TRUE;
}
