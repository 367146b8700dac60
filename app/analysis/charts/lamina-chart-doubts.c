/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-doubts-private.h"
#include "lamina-gettext.h"
#include "lamina-text.h"

void
lamina_chart_doubts_add (LaminaChartDoubts *self,
                         LaminaRun         *run,
                         const LaminaRate  *rate)
{
  if (rate->doubt == LAMINA_DOUBT_NONE)
    return;
  if (self->n++ == 0)
    self->reason = lamina_rate_dup_reason (rate, run);
}

char *
lamina_chart_doubts_dup_note (const LaminaChartDoubts *self)
{
  if (self->n == 0)
    return NULL;
  /* Translators: %s goes on like "above the 989 TFLOP/s of NVIDIA H100 SXM: the operations are estimated". */
  return lamina_text_dup (ngettext ("%u rate is marked with !: it is %s.",
                                    "%u rates are marked with !: the first of them is %s.", self->n), self->n, self->reason);
}

void
lamina_chart_doubts_clear (LaminaChartDoubts *self)
{
  g_clear_pointer (&self->reason, g_free);
}
