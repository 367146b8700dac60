/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/*
 * What PyTorch's profiler (Kineto) means by its events:
 *
 *   operator     `cpu_op`: work that a thread asked for. Each becomes a layer; its parent is the operator around it
 *   call         `cuda_runtime` and its like: what an operator asks of the driver
 *   work         `kernel`, `gpu_memcpy`, `gpu_memset`: what a device did. It belongs to the innermost operator around the
 *                call with the same correlation; without such a call to the operator with the same External id; without
 *                either it is a layer of its own. Where several have the number, see kineto-numbers-private.h
 *   inner work   what belongs to an operator that is no operation itself but the frame of many: its call launches a graph
 *                (`cudaGraphLaunch`), or it is a region of the compiler (`Torch-Compiled Region`, `CompiledFunction`,
 *                `## Call CompiledFxGraph`). Each piece is a layer of its own inside that operator. The kernels of any other
 *                operator are the ways in which it does its one operation, and are one layer with it
 *   annotation   `user_annotation`: a span on a thread, a region of its code. `ProfilerStep#N` are the sections
 *   waiting      `cuda_sync` and its like, and what has the category of work and the name of a wait, `event_wait`: a stream, a
 *                device or the host stands still
 *   echo         `overhead`, and with classes of their own `gpu_user_annotation`, `cuda_event` and waiting: no work, since it
 *                would be counted a second time. They are slices and nothing else
 *   recording    `Trace`: from when to when the profiler recorded. It may begin a second before the first event and end one
 *                after the last, when nothing ran. A run is as long as what happened in it, which is also what HTA measures
 *                (it drops these events); so recordings are marks of the run, which it may be shorter than, and no slices
 *
 * Times of a layer add up, whatever overlaps:
 *
 *   host         the duration of the operator
 *   host self    without what the operators directly inside it cover
 *   device       of the work that it owns, without what work of other layers inside that covers. Where work overlaps on one
 *                stream, the part that was covered already is not counted again. What was moved to the lane of another stream,
 *                as replays of graphs may be, says in `original_stream` which it ran on
 *
 * So neither the sum of host self over a thread nor the sum of device over a stream exceeds the time in which the thread
 * or the stream was in use.
 */
typedef enum
{
  KINETO_UNKNOWN,
  KINETO_OPERATOR,
  KINETO_CALL,
  KINETO_WORK,
  KINETO_COPY, /* work that moves data */
  KINETO_FILL, /* work that sets memory */
  KINETO_ANNOTATION,
  KINETO_FUNCTION, /* of Python, while a thread runs it */
  KINETO_WAIT,     /* waiting of a stream, an event or a device */
  KINETO_EVENT,    /* a moment that a stream notes */
  KINETO_DEVICE_ANNOTATION, /* the work of a stream that was launched in an annotation */
  KINETO_ECHO,
  KINETO_RECORDING,
} KinetoClass;

static inline gboolean
kineto_class_is_work (KinetoClass class)
{
  return class == KINETO_WORK || class == KINETO_COPY || class == KINETO_FILL;
}

typedef struct _KinetoNames KinetoNames;

/*
 * What is known of the rows of a file. What follows from that is told by headers of their own: of names, sections, items and their
 * order, and of how these are joined and become layers.
 *
 * classes  of each row: KinetoClass; until layers are added
 * ranks    by process: a string that names its rank, where a tool has put several into one file; else NULL
 * names    what names say; until layers are added
 */
typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  LaminaBuilder *builder;
  guint8 *classes;
  guint32 *ranks;
  KinetoNames *names;
} KinetoTrace;

/* The class of each row, to be freed with g_free(). Dividing leaves them to the steps after it, as the data of the dialect. */
guint8 *kineto_classify       (ChromeTrace       *trace);

void    kineto_tie_backward   (const KinetoTrace *self);

void    kineto_add_memory     (ChromeTrace       *trace);

G_END_DECLS
