/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cut.h"

gboolean
lamina_cut_find (LaminaDocument *document,
                 gint64         *length)
{
  LaminaRun *run;

  g_return_val_if_fail (document != NULL && length != NULL, FALSE);

  *length = LAMINA_ABSENT;
  if (!lamina_import_report_is_cut (lamina_document_get_report (document)))
    return FALSE;
  run = lamina_document_get_run (document, 0);
  if (lamina_document_get_n_runs (document) == 1 && lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS)
    {
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

      *length = lamina_subtract_saturating (lamina_timebase_get_end (timebase), lamina_timebase_get_start (timebase));
    }
  return TRUE;
}
