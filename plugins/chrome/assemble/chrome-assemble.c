/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-dialect.h"

void
chrome_assemble_note (ChromeTrace *self,
                      guint32      row,
                      const char  *kind)
{
  lamina_import_note (self->import, kind, self->source, chrome_trace_get_offset (self, row), chrome_trace_get_record (self, row));
}

void
chrome_assemble_merge (ChromeTrace *self,
                       guint32      row,
                       guint32      merged)
{
  ChromeEvents *events = self->events;

  if (events->name[row] == 0)
    events->name[row] = events->name[merged];
  if (events->category[row] == 0)
    events->category[row] = events->category[merged];
  if (events->flags[merged] & CHROME_EVENT_HAS_ARGS)
    chrome_events_set_partner (events, row, merged);
  events->phase[merged] = CHROME_PHASE_TAKEN;
  lamina_import_account (self->import, chrome_trace_get_record (self, merged), LAMINA_RECORD_MERGED);
}

void
chrome_assemble_leave_open (ChromeTrace *self,
                            guint32      row)
{
  self->events->end[row] = MAX (self->end, self->events->start[row]);
  self->events->flags[row] |= CHROME_EVENT_OPEN;
  chrome_assemble_note (self, row, N_("an event does not end in the file: shown up to the end of the trace"));
}

/* A complete event without `dur` has a beginning and no end. */
static void
take_complete (ChromeTrace *self,
               guint32      row)
{
  ChromeEvents *events = self->events;

  if (events->end[row] == LAMINA_ABSENT)
    {
      events->end[row] = events->start[row];
      events->flags[row] |= CHROME_EVENT_OPEN;
      chrome_assemble_note (self, row, N_("complete event without a duration"));
    }
  if (events->end[row] >= events->start[row])
    events->slice[row] = CHROME_SLICE_WAITING;
  else
    chrome_assemble_note (self, row, N_("negative duration: shown as a mark"));
}

/* T is a state of a thread when it has a duration, and a step of something asynchronous when it has none. */
void
chrome_assemble_complete (ChromeTrace *self)
{
  ChromeEvents *events = self->events;
  guint n = 0;

  events->rest = lamina_cells_new (events->n, sizeof *events->rest);
  for (guint row = 0; row < events->n; row++)
    {
      if (events->slice[row] != LAMINA_NONE)
        continue;
      if (events->phase[row] == 'X' || (events->phase[row] == 'T' && events->end[row] != LAMINA_ABSENT))
        take_complete (self, row);
      if (events->slice[row] == LAMINA_NONE && events->phase[row] != CHROME_PHASE_NONE)
        events->rest[n++] = row;
    }
  events->rest = g_renew (guint32, events->rest, MAX (n, 1));
  events->n_rest = n;
}

/* It is known which rows are slices. */
static void
recognize (ChromeTrace *self)
{
  int best = 0;

  for (guint i = 0; self->dialects[i] && best < CHROME_DIALECT_SURE; i++)
    {
      int score = self->dialects[i]->recognize (self);

      if (score > best)
        {
          self->dialect = self->dialects[i];
          best = score;
        }
    }
}

static void
divide (ChromeTrace *self)
{
  if (self->dialect->divide)
    self->dialect->divide (self);
}

gboolean
chrome_trace_assemble (ChromeTrace *self)
{
  void (*const steps[]) (ChromeTrace *) = {
    chrome_assemble_threads, chrome_assemble_complete, chrome_assemble_metadata, chrome_assemble_durations,
    chrome_assemble_async,   chrome_assemble_objects,  recognize,                chrome_assemble_rows,
    divide,                  chrome_assemble_slices,   chrome_assemble_moments,  chrome_assemble_needed,
    chrome_assemble_names,
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps) && !g_cancellable_is_cancelled (self->cancellable); i++)
    steps[i] (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
