/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-memory.h"

#include "lamina-builder-fields.h"

guint32
lamina_builder_add_call (LaminaBuilder *self,
                         guint32        run,
                         guint32        caller,
                         guint32        function)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMemory *memory;
  guint32 call;

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  memory = &found->memory;
  call = memory->n_calls;
  g_return_val_if_fail (caller == LAMINA_NONE || caller < call, LAMINA_NONE);
  lamina_columns_reserve (memory, lamina_call_columns, LAMINA_N_CALL_COLUMNS, &found->calls_capacity, call + 1);
  ((guint32 *) memory->caller)[call] = caller;
  ((guint32 *) memory->function)[call] = function;
  memory->n_calls = call + 1;
  return call;
}

void
lamina_builder_set_allocation (LaminaBuilder          *self,
                               guint32                 run,
                               guint32                 tensor,
                               const LaminaAllocation *allocation)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || tensor == LAMINA_NONE)
    return;
  g_return_if_fail (tensor < found->tensors.n);
  g_return_if_fail (allocation->call == LAMINA_NONE || allocation->call < found->memory.n_calls);
  lamina_run_reach_allocation (found, tensor + 1);
  ((guint32 *) found->memory.call)[tensor] = allocation->call;
  ((guint32 *) found->memory.site)[tensor] = allocation->site;
  ((guint32 *) found->memory.module)[tensor] = allocation->module;
  ((guint32 *) found->memory.stream)[tensor] = allocation->stream;
  ((guint32 *) found->memory.category)[tensor] = allocation->category;
  ((gint64 *) found->memory.block)[tensor] = allocation->block;
  ((gint64 *) found->memory.released)[tensor] = allocation->released == LAMINA_ABSENT
                                                ? LAMINA_ABSENT : lamina_builder_check_time (self, allocation->released);
  ((guint8 *) found->memory.older)[tensor] = allocation->is_older != FALSE;
}

void
lamina_builder_set_memory_counter (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        track)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  g_return_if_fail (found == NULL || track < found->tracks->len);
  if (found != NULL)
    found->memory.counter = track;
}

void
lamina_builder_set_grain (LaminaBuilder *self,
                          guint32        run,
                          gint64         bytes)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  g_return_if_fail (bytes >= 0);
  if (found != NULL)
    found->memory.grain = bytes;
}

void
lamina_builder_add_segment (LaminaBuilder       *self,
                            guint32              run,
                            const LaminaSegment *segment)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMemory *memory;
  LaminaSegment *added;

  if (found == NULL || segment->bytes <= 0 || segment->last < segment->first || !lamina_builder_take_rows (self, 1))
    return;
  g_return_if_fail (segment->clock < MAX (found->clocks->len, 1));
  memory = &found->memory;
  lamina_columns_reserve (memory, &lamina_segment_column, 1, &found->segments_capacity, memory->n_segments + 1);
  added = (LaminaSegment *) &memory->segments[memory->n_segments++];
  *added = *segment;
  added->first = lamina_builder_check_time (self, segment->first);
  added->last = lamina_builder_check_time (self, segment->last);
}

void
lamina_builder_add_failure (LaminaBuilder             *self,
                            guint32                    run,
                            const LaminaMemoryFailure *failure)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMemory *memory;
  LaminaMemoryFailure *added;

  if (found == NULL || failure->asked <= 0 || !lamina_builder_take_rows (self, 1))
    return;
  g_return_if_fail (failure->clock < MAX (found->clocks->len, 1));
  memory = &found->memory;
  lamina_columns_reserve (memory, &lamina_failure_column, 1, &found->failures_capacity, memory->n_failures + 1);
  added = (LaminaMemoryFailure *) &memory->failures[memory->n_failures++];
  *added = *failure;
  added->time = lamina_builder_check_time (self, failure->time);
}

void
lamina_builder_add_report (LaminaBuilder            *self,
                           guint32                   run,
                           const LaminaMemoryReport *report)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMemoryReport added = *report;

  if (found == NULL || report->track == LAMINA_NONE || !lamina_builder_take_rows (self, 1))
    return;
  g_return_if_fail (report->track < found->tracks->len && report->clock < found->clocks->len);
  added.time = lamina_builder_check_time (self, report->time);
  g_array_append_val (found->staged_reports, added);
}
