/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "trace-maker.h"

/* trace-network.c: what is computed; trace-run.c: when; trace-text.c: how it is written. */

typedef enum
{
  TRACE_STEP_OPERATOR,
  TRACE_STEP_KERNEL,
  TRACE_STEP_COPY,
  TRACE_STEP_FILL,
  TRACE_STEP_COLLECTIVE,
  TRACE_STEP_MEMORY,
} TraceStepKind;

/* One thing that an operator does, or the operator itself. Steps of a call stand in the order of their starts. */
typedef struct
{
  TraceStepKind kind;
  guint depth;
  guint32 name;
} TraceStep;

/* A module of the network: the Python frames around its operators, what they do, and what autograd makes of it. */
typedef struct
{
  guint32 module;
  guint32 forward_frame;
  guint32 builtin_frame;
  GArray *forward;
  guint32 backward_name;
  guint32 evaluate_name;
  GArray *backward;
} TraceModule;

typedef struct
{
  GPtrArray *names;
  GHashTable *ids;
  GArray *modules;
  GArray *optimizer;
  GArray *accumulate;
  GArray *input;
  GArray *all_reduce;
  guint32 call_impl;
  guint32 wrapped_call_impl;
  guint32 first_leaf;
  guint n_leaves;
} TraceNetwork;

TraceNetwork *trace_network_new (void);
void trace_network_free (TraceNetwork *self);
guint32 trace_network_intern (TraceNetwork *self,
                              const char   *name);

typedef enum
{
  TRACE_EVENT_OPERATOR,
  TRACE_EVENT_PYTHON,
  TRACE_EVENT_ANNOTATION,
  TRACE_EVENT_MEMORY,
  TRACE_EVENT_FORWARD,
  TRACE_EVENT_BACKWARD,
  TRACE_EVENT_RUNTIME,
  TRACE_EVENT_LAUNCH,
  TRACE_EVENT_KERNEL,
  TRACE_EVENT_COPY,
  TRACE_EVENT_FILL,
  TRACE_EVENT_ARRIVAL,
  TRACE_EVENT_DEVICE_ANNOTATION,
} TraceEventKind;

/* @id is what its kind calls it: External id, Python id, id of a flow, correlation; @other what it points to: sequence
 * number, parent frame, External id. */
typedef struct
{
  gint64 start;
  gint64 duration;
  TraceEventKind kind;
  guint32 name;
  guint32 track;
  guint32 id;
  guint32 other;
  guint32 detail;
  guint32 index;
} TraceEvent;

/* A host thread with the thread of its backward passes, and the two streams that they feed. */
#define TRACE_TRACKS_PER_LANE 4

typedef struct _TraceRun TraceRun;

TraceRun *trace_run_new (TraceNetwork *network,
                         guint         n_lanes,
                         guint         iterations_per_step);
void trace_run_free (TraceRun *self);

/* Appends one iteration of one lane to @events. */
void trace_run_iterate (TraceRun *self,
                        guint     lane,
                        GArray   *events);
guint32 trace_run_random (TraceRun *self);

/* The arguments that say what an operator was called with, and how a kernel was launched; each number has others. */
char *trace_make_shapes (guint32 number);
char *trace_make_grid (guint number);

typedef struct _TraceText TraceText;

TraceText *trace_text_new (FILE         *file,
                           TraceKind     kind,
                           TraceNetwork *network);
void trace_text_free (TraceText *self);
void trace_text_begin (TraceText *self);
void trace_text_add (TraceText        *self,
                     const TraceEvent *event);
void trace_text_end (TraceText *self,
                     guint      n_lanes);
const TraceCounts *trace_text_get_counts (TraceText *self);

gboolean trace_event_is_on_device (const TraceEvent *event);
