/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

/* A complete event without `dur` has a beginning and no end. */
static void
take_complete_events (ChromeTrace *self)
{
  ChromeEvents *events = self->events;

  for (guint row = 0; row < events->n; row++)
    {
      if (events->phase[row] != 'X')
        continue;
      if (events->end[row] == LAMINA_ABSENT)
        {
          events->end[row] = events->start[row];
          events->flags[row] |= CHROME_EVENT_OPEN;
        }
      if (events->end[row] >= events->start[row])
        events->slice[row] = CHROME_SLICE_WAITING;
    }
}

gboolean
chrome_trace_assemble (ChromeTrace *self)
{
  chrome_assemble_threads (self);
  chrome_assemble_metadata (self);
  take_complete_events (self);
  if (!chrome_assemble_slices (self))
    return FALSE;
  chrome_assemble_needed (self);
  return TRUE;
}
