/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-kernel-summary.h"
#include "lamina-layer-value.h"
#include "lamina-text.h"

#include <math.h>

/* The table of kernels of a report. */

static void
add_row (LaminaReport            *self,
         const LaminaKernelGroup *group)
{
  const gint64 times[] = { group->total, (gint64) round (group->mean), group->min, group->max };

  lamina_sheet_add_cell (self->sheet, group->label != NULL ? group->label : "—");
  lamina_sheet_take_cell (self->sheet, lamina_figure_dup_exact (group->calls, LAMINA_UNIT_NONE));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    lamina_sheet_take_cell (self->sheet, lamina_figure_dup (times[i], LAMINA_UNIT_NANOSECONDS));
  lamina_sheet_take_cell (self->sheet, isnan (group->share) ? g_strdup ("—") : lamina_layer_dup_share (group->share));
}

void
lamina_report_add_kernels (LaminaReport *self)
{
  const char *const headings[] = { _("Kernel"), _(">Calls"), _(">Total"), _(">Mean"), _(">Min"), _(">Max"),
                                   _(">Share"), NULL };
  g_autoptr (LaminaKernelSummary) summary = NULL;
  g_autofree char *heading = NULL;
  guint n, n_shown;

  if (!lamina_kernels_by_is_known (LAMINA_KERNELS_BY_NAME, self->run))
    return;
  summary = lamina_kernel_summary_new (self->run, LAMINA_KERNELS_BY_NAME, NULL, 0, self->cancellable);
  n = summary != NULL ? lamina_kernel_summary_get_n (summary) : 0;
  /* Kernels that ran once each are the layers over again. */
  if (n == 0 || n == lamina_kernel_summary_get_n_calls (summary))
    return;
  n_shown = MIN (n, LAMINA_REPORT_ROWS);
  heading = n_shown == n ? g_strdup (_("Kernels by device time"))
                         : lamina_text_dup (_("The %u of %u kernels with the most device time"), n_shown, n);
  lamina_sheet_add_heading (self->sheet, 2, heading);
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n_shown; i++)
    add_row (self, lamina_kernel_summary_get (summary, i));
  lamina_sheet_close_table (self->sheet);
  lamina_sheet_add_text (self->sheet, lamina_kernel_summary_get_definition (), TRUE);
}
