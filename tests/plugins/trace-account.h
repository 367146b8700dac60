/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * What stands in a trace, found out without Lamina: events are cut out of the text by counting brackets, each is parsed
 * by json-glib, and times are worked out in whole numbers of 128 bits. Ends (E) are paired with begins (B) of their thread.
 */

__extension__ typedef __int128 TraceTime;

/* @ts, @dur: units of 10^-9 nanoseconds. @end: for X and for a B with its E: where it ends, in the same units. */
typedef struct
{
  gsize offset;
  gsize length;
  char phase;
  char *name;
  char *thread;
  TraceTime ts;
  TraceTime end;
  gboolean has_ts;
  gboolean has_end;
  guint seen;
} TraceEvent;

/* @n_elements: of all arrays of events, whatever they are; @events: those that are objects, in the order of the text. */
typedef struct
{
  guint n_elements;
  GArray *events;
} TraceAccount;

TraceAccount *trace_account_new  (const char         *text,
                                  gsize               length);
void          trace_account_free (TraceAccount       *self);

/* The event that begins at @offset, or NULL. */
TraceEvent   *trace_account_find (const TraceAccount *self,
                                  gsize               offset);

/* Rounded half to even. */
gint64        trace_time_round   (TraceTime           time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceAccount, trace_account_free)

G_END_DECLS
