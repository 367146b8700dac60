/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-work.h"

/* Reasons that several charts have, or that follow from layers alone. */
const char *
lamina_chart_find_no_layers (LaminaDocument *document,
                             LaminaRun      *run)
{
  return lamina_run_get_layers (run)->n > 0 ? NULL : N_("The run has no layers.");
}

const char *
lamina_chart_find_no_times (LaminaDocument *document,
                            LaminaRun      *run)
{
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times.");
}

static gboolean
has_any (const guint32 *column,
         guint          n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != 0)
      return TRUE;
  return FALSE;
}

const char *
lamina_chart_find_no_shapes (LaminaDocument *document,
                             LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return has_any (tensors->shape, tensors->n) ? NULL : N_("The file states no tensor shapes.");
}

static gboolean
has_numbers (const gint64 *column,
             guint         n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != LAMINA_ABSENT && column[i] > 0)
      return TRUE;
  return FALSE;
}

/* What layers compute is in the file, or follows from their shapes. */
const char *
lamina_chart_find_no_work (LaminaDocument *document,
                           LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (lamina_chart_find_no_times (document, run) != NULL)
    return lamina_chart_find_no_times (document, run);
  return has_numbers (layers->flop, layers->n) || lamina_chart_find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither operations nor shapes from which they follow.");
}

const char *
lamina_chart_find_no_traffic (LaminaDocument *document,
                              LaminaRun      *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (lamina_chart_find_no_layers (document, run) != NULL)
    return lamina_chart_find_no_layers (document, run);
  return has_numbers (layers->bytes, layers->n) || lamina_chart_find_no_shapes (document, run) == NULL
           ? NULL
           : N_("The file states neither bytes moved nor shapes from which they follow.");
}

const char *
lamina_chart_find_no_precision (LaminaDocument *document,
                                LaminaRun      *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return has_any (tensors->dtype, tensors->n) || has_any (tensors->layout, tensors->n)
           ? NULL
           : N_("The file states neither dtypes nor layouts of tensors.");
}

const char *
lamina_chart_get_id (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

const char *
lamina_chart_get_title (const LaminaChart *self,
                        LaminaRun         *run)
{
  g_return_val_if_fail (self != NULL, NULL);

  return run != NULL && self->get_title != NULL ? self->get_title (run) : _(self->title);
}

const char *
lamina_chart_get_synonyms (const LaminaChart *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->synonyms;
}

char *
lamina_chart_dup_reason (const LaminaChart *self,
                         LaminaDocument    *document,
                         guint              run)
{
  const char *reason;

  g_return_val_if_fail (self != NULL && document != NULL && run < lamina_document_get_n_runs (document), NULL);

  reason = self->find_reason (document, lamina_document_get_run (document, run));
  return reason != NULL ? g_strdup (_(reason)) : NULL;
}
