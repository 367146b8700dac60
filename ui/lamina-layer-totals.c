/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-totals.h"

#include <glib/gi18n.h>

static void
add_figure (GString    *text,
            gint64      value,
            LaminaUnit  unit)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);

  if (value != LAMINA_ABSENT)
    g_string_append_printf (text, " · %s", figure);
}

static void
add_exact (GString    *text,
           gint64      value,
           LaminaUnit  unit)
{
  g_autofree char *figure = lamina_figure_dup_exact (value, unit);

  if (value != LAMINA_ABSENT)
    g_string_append_printf (text, "\n%s", figure);
}

char *
lamina_layer_totals_dup_text (LaminaRun             *run,
                              const LaminaLayerSums *sums)
{
  guint all = lamina_run_get_totals (run)->executed;
  g_autofree char *count = lamina_figure_dup_exact (sums->layers, LAMINA_UNIT_NONE);
  g_autofree char *whole = lamina_figure_dup_exact (all, LAMINA_UNIT_NONE);
  g_autoptr (GString) text = g_string_new (NULL);

  if (sums->layers == all)
    g_string_append_printf (text, ngettext ("%s layer", "%s layers", all), whole);
  else
    g_string_append_printf (text, ngettext ("%s of %s layer", "%s of %s layers", all), count, whole);
  add_figure (text, sums->cost, LAMINA_UNIT_NANOSECONDS);
  add_figure (text, sums->flop, LAMINA_UNIT_FLOP);
  if (sums->cost > 0 && sums->flop != LAMINA_ABSENT)
    {
      g_autofree char *rate = lamina_figure_dup_rate ((double) sums->flop / (double) sums->cost * 1e9,
                                                      LAMINA_UNIT_FLOP);

      g_string_append_printf (text, " · %s", rate);
    }
  add_figure (text, sums->bytes, LAMINA_UNIT_BYTES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
lamina_layer_totals_dup_tooltip (const LaminaLayerSums *sums)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%u layer ran", "%u layers ran", sums->layers), sums->layers);
  if (sums->idle > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u more is listed but did not run", "%u more are listed but did not run",
                                              sums->idle), sums->idle);
    }
  add_exact (text, sums->cost, LAMINA_UNIT_NANOSECONDS);
  add_exact (text, sums->flop, LAMINA_UNIT_FLOP);
  add_exact (text, sums->bytes, LAMINA_UNIT_BYTES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
