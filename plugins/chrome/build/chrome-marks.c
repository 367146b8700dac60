/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-build.h"

#include <string.h>

/* What is said beside the name of an event that is no slice although it should be. */
static const char *
get_remark (guint8 phase)
{
  switch (phase)
    {
    case 'E':
    case 'e':
    case 'F':
      return "end without a begin";
    case 'D':
      return "deleted, but never created";
    case 'X':
      return "negative duration";
    case 'T':
    case 'p':
      return "step without a begin";
    case 'v':
    case 'V':
      return "memory dump";
    case 'c':
      return "clock synchronization";
    case 'O':
      return "snapshot";
    default:
      return NULL;
    }
}

static guint32
get_name (ChromeTrace *self,
          guint32      row)
{
  const char *name = chrome_trace_get_text (self, self->events->name[row]);
  const char *remark = get_remark (self->events->phase[row]);
  g_autofree char *text = NULL;

  if (!remark)
    return self->events->name[row];
  text = *name ? g_strdup_printf ("%s (%s)", name, remark) : g_strdup (remark);
  return lamina_builder_intern (self->builder, text, -1);
}

static void
add_mark (ChromeTrace *self,
          guint32      row)
{
  const ChromeEvents *events = self->events;
  guint32 track = chrome_assemble_is_global (events, row) ? LAMINA_NONE : events->track[row];
  guint32 mark = lamina_builder_add_mark (self->builder, self->run, chrome_trace_get_place (self, track), self->clock,
                                          events->start[row], 0, get_name (self, row));

  lamina_builder_set_mark_args (self->builder, self->run, mark, self->source_index, chrome_trace_get_offset (self, row),
                                events->length[row]);
  lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_SHOWN);
}

static void
skip (ChromeTrace *self,
      guint32      row)
{
  guint8 phase = self->events->phase[row];
  g_autofree char *reason = phase == '?' ? g_strdup (N_("the phase is not one letter"))
                                         : g_strdup_printf ("the phase “%c” is not known", phase);

  lamina_import_skip (self->import, chrome_trace_get_record (self, row), reason);
}

void
chrome_trace_build_marks (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < events->n_rest; i++)
    {
      guint32 row = events->rest[i];

      if (chrome_assemble_is_mark (events, row))
        add_mark (self, row);
      else if (events->phase[row] > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE
               && !strchr ("stf", events->phase[row]))
        skip (self, row);
    }
}
