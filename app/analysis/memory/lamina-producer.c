/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-producer.h"

/* How much further a clock is shifted than the document suggests. Only equal ones are told from others, so that it may wrap. */
static guint64
get_shift (LaminaRun      *run,
           guint           clock,
           LaminaTimebase *timebase)
{
  return (guint64) lamina_timebase_get_offset (timebase, clock) - (guint64) lamina_run_get_clock (run, clock)->offset;
}

/* The clock of the slices of a layer. */
static guint
get_clock (LaminaRun *run,
           guint32    layer)
{
  guint32 track = lamina_column_row (lamina_run_get_layers (run)->track, layer);

  return track != LAMINA_NONE ? lamina_track_get_info (lamina_run_get_track (run, track))->clock : 0;
}

guint32
lamina_producer_find (LaminaRun      *run,
                      guint32         tensor,
                      LaminaTimebase *timebase)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 layer = lamina_column_row (tensors->producer, tensor);
  guint32 first = lamina_column_first (tensors->first_lifetime, tensor);
  guint64 shift;

  if (layer == LAMINA_NONE || timebase == NULL || tensor >= lamina_run_get_memory (run)->n
      || first == lamina_column_first (tensors->first_lifetime, tensor + 1))
    return layer;
  shift = get_shift (run, tensors->lifetimes[first].clock, timebase);
  if (get_shift (run, get_clock (run, layer), timebase) != shift)
    return LAMINA_NONE;
  /* By time alone it is the layer of the one thread that is in any, whichever clock the others go by. */
  for (guint i = 0; tensors->estimated[tensor] & LAMINA_ESTIMATE_PRODUCER && i < lamina_run_get_n_clocks (run); i++)
    if (get_shift (run, i, timebase) != shift)
      return LAMINA_NONE;
  return layer;
}

gboolean
lamina_producer_is_unsaid (LaminaRun      *run,
                           guint32         tensor,
                           LaminaTimebase *timebase)
{
  return lamina_column_row (lamina_run_get_tensors (run)->producer, tensor) != LAMINA_NONE
         && lamina_producer_find (run, tensor, timebase) == LAMINA_NONE;
}

gboolean
lamina_producer_any_is_unsaid (LaminaRun      *run,
                               LaminaTimebase *timebase)
{
  guint n_clocks = lamina_run_get_n_clocks (run), n = lamina_run_get_memory (run)->n, clock = 1;

  /* As a rule clocks are as suggested, and tensors may be millions. */
  while (clock < n_clocks && get_shift (run, clock, timebase) == get_shift (run, 0, timebase))
    clock++;
  for (guint32 i = 0; clock < n_clocks && i < n; i++)
    if (lamina_producer_is_unsaid (run, i, timebase))
      return TRUE;
  return FALSE;
}
