/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-totals.h"

#include <glib/gi18n.h>

/* What is summed up in one line, in this order: what may say most stands last, where a narrow line is cut. */
static const LaminaLayerColumn columns[] = {
  LAMINA_LAYER_COLUMN_DURATION, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_BYTES, LAMINA_LAYER_COLUMN_FLOP_RATE,
};

char *
lamina_layer_totals_dup_text (LaminaLayerListing *listing)
{
  const LaminaLayerSums *sums = lamina_layer_listing_get_sums (listing);
  guint all = lamina_run_get_totals (lamina_layer_listing_get_run (listing))->executed;
  g_autofree char *count = lamina_figure_dup_exact (sums->layers, LAMINA_UNIT_NONE);
  g_autofree char *whole = lamina_figure_dup_exact (all, LAMINA_UNIT_NONE);
  g_autoptr (GString) text = g_string_new (NULL);

  if (sums->layers == all)
    g_string_append_printf (text, ngettext ("%s layer", "%s layers", all), whole);
  else
    g_string_append_printf (text, ngettext ("%s of %s layer", "%s of %s layers", all), count, whole);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      LaminaLayerValue value;
      g_autofree char *figure = NULL;

      lamina_layer_listing_get_sum (listing, columns[i], &value);
      figure = lamina_layer_value_dup_text (&value);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_string_append_printf (text, " · %s", figure);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
lamina_layer_totals_dup_tooltip (LaminaLayerListing *listing)
{
  const LaminaLayerSums *sums = lamina_layer_listing_get_sums (listing);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%u layer ran", "%u layers ran", sums->layers), sums->layers);
  if (sums->idle > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u more is listed but did not run", "%u more are listed but did not run",
                                              sums->idle), sums->idle);
    }
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      LaminaLayerValue value;
      g_autofree char *figure = NULL;
      g_autofree char *reason = NULL;

      lamina_layer_listing_get_sum (listing, columns[i], &value);
      figure = value.kind == LAMINA_LAYER_VALUE_RATE ? lamina_layer_value_dup_text (&value)
                                                     : lamina_layer_value_dup_exact (&value);
      reason = lamina_layer_listing_dup_sum_suspicion (listing, columns[i]);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_string_append_printf (text, "\n%s", figure);
      if (reason)
        g_string_append_printf (text, "\n!\u00a0%s", reason);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
