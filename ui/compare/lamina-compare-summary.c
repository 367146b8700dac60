/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include <glib/gi18n.h>

/* What is known of chance, in a sentence. */
static char *
dup_noise (const LaminaComparisonSummary *summary)
{
  g_autofree char *noise = lamina_figure_dup (summary->noise, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *part = lamina_comparison_dup_delta (summary->noise_delta);

  if (summary->noise == LAMINA_ABSENT)
    return g_strdup (_("How much of it is chance is not known: nothing repeats often enough."));
  if (summary->is_noise)
    /* Translators: a time up to where a difference may be chance. */
    return g_strdup_printf (_("That is within the noise of ±%s."), noise);
  if (summary->n_noise == 0)
    /* Translators: a time up to where a difference may be chance. */
    return g_strdup_printf (_("Up to ±%s may be chance."), noise);
  /* Translators: a time up to where a difference may be chance, and the sum of the differences that are. */
  return g_strdup_printf (_("Noise ±%s; %s of it comes from layers within theirs."), noise, part);
}

void
_lamina_compare_page_show_summary (LaminaComparePage *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const char *reason = lamina_comparison_get_reason (self->comparison);
  g_autofree char *a = lamina_figure_dup (summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *b = lamina_figure_dup (summary->total_b, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  g_autofree char *percent =
    lamina_comparison_dup_percent (lamina_comparison_get_percent (summary->total_a, summary->delta));
  g_autofree char *noise = dup_noise (summary);
  g_autofree char *markup = NULL;

  gtk_widget_set_visible (self->pictures, reason == NULL);
  if (reason != NULL)
    {
      gtk_label_set_text (self->summary, reason);
      return;
    }
  /* Translators: the times of A and B, their difference, the same in hundredths of A, and a sentence about chance. */
  markup = g_markup_printf_escaped (_("<span size='larger'>A <b>%s</b>  ·  B <b>%s</b>  ·  <b>%s</b>  (%s)</span>  %s"),
                                    a, b, delta, percent, noise);
  if (summary->same_cost)
    gtk_label_set_markup (self->summary, markup);
  else
    {
      g_autofree char *warned = g_strconcat (markup, "\n", _("A and B state times of different kinds."), NULL);

      gtk_label_set_markup (self->summary, warned);
    }
}
