/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* What a line of a process shows. */
typedef enum
{
  XPROF_LINE_OTHER,
  XPROF_LINE_OPS,      /* operations at work on a device: these cost */
  XPROF_LINE_OVERVIEW, /* the same time once more: modules, scopes, source lines */
  XPROF_LINE_STEPS,    /* the same, by steps */
  XPROF_LINE_HOST,     /* a thread of the host */
} XprofLine;

/*
 * An operation that ran once.
 *
 * row     its event
 * parent  the operation around it: index in the operations, or LAMINA_NONE
 * layer   its layer, once there is one
 */
typedef struct
{
  guint32 row;
  guint32 parent;
  guint32 layer;
} XprofOperation;

/* A step on one process. group is the group_id, or LAMINA_ABSENT. */
typedef struct
{
  guint32 process;
  gint64 start;
  gint64 end;
  gint64 group;
  guint32 row;
  guint32 section;
} XprofStep;

typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  LaminaBuilder *builder;
  guint32 run;

  guint8 *lines;      /* XprofLine of each track; the data of the dialect */
  GArray *steps;      /* XprofStep, by process and start */
  GHashTable *groups; /* group_id as gint64: section */
} XprofTrace;

guint32  xprof_find_section   (XprofTrace  *self,
                               guint32      row);

gboolean xprof_add_layers     (XprofTrace  *self);
G_END_DECLS
