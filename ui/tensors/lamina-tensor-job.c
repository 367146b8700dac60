/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-job.h"

#include "lamina-subject.h"
#include "lamina-tensor-value.h"

typedef struct
{
  LaminaSubject *subject;
  LaminaLiveSet *live;
  LaminaTensorFilter filter;
  char *text;
  LaminaTensorColumn column;
  gboolean descending;
  LaminaTensorGroups groups;
  LaminaTensorGrouping bands;
} Input;

static void
input_free (gpointer data)
{
  Input *input = data;

  g_clear_pointer (&input->live, lamina_live_set_unref);
  lamina_subject_free (input->subject);
  g_free (input->text);
  g_free (input);
}

void
lamina_tensor_result_free (LaminaTensorResult *self)
{
  g_clear_pointer (&self->live, lamina_live_set_unref);
  g_free (self->rows);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->map, lamina_memory_map_free);
  g_free (self);
}

/* Where a trace and a snapshot are joined, kinds are of the trace, and allocations are one each; else all rows are kinds if any is
 * without a name. */
static guint
count_kinds (LaminaRun                *run,
             const LaminaTensorResult *result)
{
  gboolean has_allocations = lamina_tensor_count_allocations (run) > 0;
  const guint32 *name = lamina_run_get_tensors (run)->name;
  guint n = 0;

  for (guint i = 0; i < result->n; i++)
    if (has_allocations)
      n += !lamina_tensor_is_allocation (run, result->rows[i]);
    else if (lamina_column_id (name, result->rows[i]) == 0)
      return result->n;
  return n;
}

static void
sum_up (LaminaRun          *run,
        LaminaTensorResult *result)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  result->bytes = LAMINA_ABSENT;
  for (guint i = 0; i < G_N_ELEMENTS (result->by_role); i++)
    result->by_role[i] = LAMINA_ABSENT;
  result->n_kinds = count_kinds (run, result);
  for (guint i = 0; i < result->n && result->n_kinds < result->n; i++)
    {
      gint64 bytes = lamina_column_number (tensors->bytes, result->rows[i]);
      guint8 role = tensors->role ? tensors->role[result->rows[i]] : LAMINA_ROLE_UNKNOWN;

      if (result->n_kinds > 0 && !lamina_tensor_is_allocation (run, result->rows[i]))
        continue;
      result->bytes = lamina_number_add (result->bytes, bytes);
      result->n_unknown += bytes == LAMINA_ABSENT;
      result->estimated |= tensors->estimated && (tensors->estimated[result->rows[i]] & LAMINA_ESTIMATE_BYTES);
      result->by_role[role] = lamina_number_add (result->by_role[role], bytes);
    }
}

/* The addresses that the list is about. */
static void
map_addresses (const Input        *input,
               LaminaTensorResult *result)
{
  guint peak = lamina_live_set_get_peak (result->live);
  gint64 position = input->filter.position;

  if (peak != LAMINA_NONE && position == LAMINA_ABSENT)
    position = lamina_live_set_get_steps (result->live)->position[peak];
  if (position != LAMINA_ABSENT)
    result->map = lamina_memory_map_new (input->subject->run, input->subject->timebase, result->live, position);
}

static gpointer
list (gpointer      data,
      GCancellable *cancellable)
{
  const Input *input = data;
  LaminaRun *run = input->subject->run;
  g_autoptr (LaminaTensorResult) result = g_new0 (LaminaTensorResult, 1);
  g_autoptr (LaminaLiveSet) whole = NULL;

  whole = input->live ? lamina_live_set_ref (input->live) : lamina_live_set_new (run, input->subject->timebase, cancellable);
  if (whole)
    result->live = lamina_tensor_grouping_divide (input->bands, run, whole, cancellable);
  if (!result->live)
    return NULL;
  result->rows = lamina_tensors_filter (run, result->live, &input->filter, cancellable, &result->n);
  if (!result->rows || !lamina_tensors_sort (run, input->subject->timebase, result->live, input->column, input->descending,
                                             result->rows, result->n, cancellable))
    return NULL;
  sum_up (run, result);
  if (input->groups.with_map)
    map_addresses (input, result);
  if (input->groups.grouping == LAMINA_TENSORS_ONE_BY_ONE)
    return g_steal_pointer (&result);
  result->groups = lamina_tensor_groups_new (run, input->groups.grouping, result->rows, result->n, input->groups.column,
                                             input->groups.descending, cancellable);
  return result->groups ? g_steal_pointer (&result) : NULL;
}

void
lamina_tensor_job_start (LaminaSession             *session,
                         LaminaLiveSet             *live,
                         const LaminaTensorFilter  *filter,
                         LaminaTensorColumn         column,
                         gboolean                   descending,
                         const LaminaTensorGroups  *groups,
                         gpointer                   owner,
                         GCancellable             **cancellable,
                         LaminaJobDone              done)
{
  Input *input = g_new0 (Input, 1);

  input->subject = lamina_subject_new (session);
  input->live = live ? lamina_live_set_ref (live) : NULL;
  input->text = g_strdup (filter->text);
  input->filter = *filter;
  input->filter.text = input->text;
  input->column = column;
  input->descending = descending;
  input->groups = *groups;
  input->bands = lamina_session_get_bands (session);
  lamina_job_run (owner, cancellable, TRUE, list, input, input_free, done, (GDestroyNotify) lamina_tensor_result_free);
}
