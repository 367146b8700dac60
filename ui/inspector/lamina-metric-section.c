/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-sections.h"

#include "lamina-rows.h"

#include <math.h>

void
lamina_metric_section_show (LaminaPaneSection *section,
                            LaminaSession *session,
                            guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  GtkBox *box = lamina_pane_section_get_content (section);

  lamina_rows_clear (box);
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);

      if (metric->integers && metric->integers[layer] != LAMINA_ABSENT)
        lamina_rows_add_number (box, metric->name, metric->integers[layer], metric->unit, metric->estimated);
      else if (metric->reals && !isnan (metric->reals[layer]))
        {
          LaminaValue value = LAMINA_VALUE_INIT_REAL (metric->reals[layer], metric->unit);

          value.estimated = metric->estimated;
          lamina_rows_add_value (box, metric->name, &value);
        }
    }
  lamina_pane_section_show_if_filled (section);
}
