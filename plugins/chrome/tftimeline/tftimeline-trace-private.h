/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* What a process shows. */
typedef enum
{
  TFTIMELINE_OTHER,
  TFTIMELINE_OPS,        /* `… Compute` of a device: its operators, as the host runs them */
  TFTIMELINE_STREAM,     /* `…/stream:13 Compute`: kernels and copies at work */
  TFTIMELINE_COPIES,     /* `…/stream:all`, `…/memcpy`: what the streams show, once more */
  TFTIMELINE_TENSORS,    /* `… Tensors` */
  TFTIMELINE_ALLOCATORS, /* `Allocators` */
} TftimelineKind;

/* Of the name of a process: a string, `GPU:0`; and where the trace has several tasks a string, `worker:1`, else 0. */
typedef struct
{
  guint32 device;
  guint32 task;
} TftimelinePlace;

/*
 * An event of an operator.
 *
 * row     its event
 * name    a string: the node
 * type    a string: the type of the node, or 0
 * place   of its process
 * first   index of the names of its inputs
 * n       how many
 * kind    TftimelineKind of its process
 * layer   its layer, or LAMINA_NONE
 * is_processor  whether its device is a processor
 */
typedef struct
{
  guint32 row;
  guint32 name;
  guint32 type;
  TftimelinePlace place;
  guint first;
  guint n;
  guint8 kind;
  gboolean is_processor;
  guint32 layer;
} TftimelineOp;

/* A tensor: created and snapshot are rows; snapshot is LAMINA_NONE without one. */
typedef struct
{
  guint32 created;
  guint32 snapshot;
} TftimelineTensor;

typedef struct
{
  guint8 *kinds;   /* TftimelineKind of each process */
  gboolean has_tasks; /* whether the processes are devices of several tasks */
  GArray *tensors; /* TftimelineTensor */
} TftimelineData;

typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  LaminaBuilder *builder;
  guint32 run;

  TftimelineData *data;
  TftimelinePlace *places; /* of each process */
  GArray *ops;        /* TftimelineOp, by start */
  GArray *inputs;     /* guint32: strings */
  GHashTable *nodes;  /* device or task, and name: GArray of guint, indexes of the operators, by start */
  GHashTable *tensor_of; /* device or task, and name: tensor + 1 */
  gint64 *self_times; /* see chrome_self_times_new() */
  guint32 n_layers;
} TftimelineTrace;

/*
 * Of the name of a process: what it shows; its title, `stream:13 · GPU:0`; its device, `GPU:0`, or `worker:1 GPU:0` where
 * the trace has several tasks; its task, which may be empty; whether it is a processor, not an accelerator.
 */
char           *tftimeline_dup_device   (const char *name,
                                         gboolean    has_tasks);
char           *tftimeline_dup_task     (const char *name);
gboolean        tftimeline_is_processor (const char *name);

/* Takes tensors off the timeline and keeps them for later. */
void            tftimeline_take_tensors (ChromeTrace     *trace,
                                         TftimelineData  *data);

gboolean        tftimeline_read_ops    (TftimelineTrace *self);
/*
 * Devices and tasks may have nodes of one name: the key of a name on a device, in a task, or with 0 anywhere. Operators of a node
 * (GArray of guint) are those on the device, else those of the task, or NULL.
 */
gpointer        tftimeline_make_key    (guint32                where,
                                        guint32                name);
const GArray   *tftimeline_find_node   (TftimelineTrace       *self,
                                        const TftimelinePlace *place,
                                        guint32                name);

/* The node of a tensor: `conv1/Conv2D` of `conv1/Conv2D:1`, its second output. */
guint32         tftimeline_find_origin (TftimelineTrace       *self,
                                        guint32                tensor);

/* How many operators of a node begin at @time or before. */
guint           tftimeline_count_begun (TftimelineTrace       *self,
                                        const GArray          *node,
                                        gint64                 time);

void            tftimeline_add_layers  (TftimelineTrace *self);
void            tftimeline_add_tensors (TftimelineTrace *self);
void            tftimeline_add_memory  (TftimelineTrace *self);

G_END_DECLS
