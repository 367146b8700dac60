/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * The statistics of a step as text (RunMetadata or StepStats), opened by themselves: each record of a node stands on the
 * track of its device. Operators are layers, with the time on the host; kernels on streams belong to the operator that
 * their label names, the last that had begun. What the lists of all streams and of copies repeat is shown and counts
 * nothing, where numbered streams are there.
 */

/*
 * An output of a node.
 *
 * dtype       the word without `DT_`, in small letters; a string, or 0
 * has_shape   FALSE when the rank is unknown
 * bytes       requested, or LAMINA_ABSENT
 */
typedef struct
{
  guint node;
  gint64 slot;
  guint32 dtype;
  LaminaShape shape;
  gboolean has_shape;
  gint64 bytes;
  guint64 address;
} TensorflowResult;

/*
 * A record of a node.
 *
 * device  index in the devices
 * label   a string, or 0
 * start   in nanoseconds since 1970, or LAMINA_ABSENT
 * thread  or LAMINA_ABSENT
 * offset  where the record stands
 */
typedef struct
{
  guint device;
  guint32 name;
  guint32 label;
  gint64 start;
  gint64 duration;
  gint64 thread;
  guint64 offset;
  guint64 length;
  guint32 record;
  guint32 layer;
} TensorflowRecord;

typedef struct
{
  LaminaSource *source;
  LaminaBuilder *builder;
  LaminaImport *import;
  GPtrArray *devices; /* char * */
  GArray *nodes;      /* TensorflowRecord */
  GArray *outputs;    /* TensorflowResult, by node */
} TensorflowSteps;

/* Reads source @source into a run. FALSE with an error when there is nothing to show, or when it was cancelled. */
gboolean tensorflow_steps_load     (LaminaSource   *source,
                                    LaminaBuilder  *builder,
                                    GCancellable   *cancellable,
                                    GError        **error);

/* The first part of it: reading the records. */
void     tensorflow_steps_read     (TensorflowSteps *self,
                                    GCancellable    *cancellable,
                                    GError         **error);

/* Adds the fields of the record that stands at @offset. */
void     tensorflow_steps_describe (LaminaSource    *source,
                                    guint64          offset,
                                    LaminaDetails   *details);

G_END_DECLS
