/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * What dialects collect alike while they understand a trace.
 */

/* A layer as the event of a row says: name, track and start. */
LaminaLayerInit chrome_collect_layer  (ChromeTrace         *trace,
                                       guint32              row);

/* Its time on the host. @self_times: see chrome_self_times_new() */
void            chrome_collect_host   (ChromeTrace         *trace,
                                       guint32              row,
                                       const gint64        *self_times,
                                       LaminaLayerInit     *layer);

/* Whether the slice of one row is inside that of another one of its track, which began before. */
gboolean        chrome_collect_within (ChromeTrace         *trace,
                                       guint32              inner,
                                       guint32              outer);

/* How many entries of an array begin up to @time: they stand by the gint64 at @offset of each. */
guint           chrome_collect_begun  (const GArray        *array,
                                       gsize                offset,
                                       gint64               time);

/*
 * The counter of what @key stands for in @counters, a table of numbers, which is added to the group of a process when there is
 * none: it counts bytes.
 */
guint32         chrome_collect_counter (ChromeTrace        *trace,
                                        GHashTable         *counters,
                                        guint32             key,
                                        guint32             process,
                                        const char         *title);

/* Shows a sample in a counter; the base has nothing more to do with its event. */
void            chrome_collect_sample (ChromeTrace         *trace,
                                       guint32              counter,
                                       const ChromeSample  *sample);

/* The writer ends its arrows with a step, inside the slice: a row that is one becomes an end. */
void            chrome_collect_end    (ChromeTrace         *trace,
                                       guint32              row);

/* Tensors of which one stands for all of a name, an element type, a shape and a kind, which is what the dialect likes. */
typedef struct _ChromeTensors ChromeTensors;

ChromeTensors  *chrome_tensors_new    (ChromeTrace         *trace);
void            chrome_tensors_free   (ChromeTensors       *self);

/*
 * The tensor of @init, which is added when there is none: type, shape and bytes are filled in.
 *
 * dtype  of @dtype_length bytes, may be NULL
 * dims   @n of them; NULL when neither is known
 */
guint32         chrome_tensors_need   (ChromeTensors       *self,
                                       const char          *dtype,
                                       gsize                dtype_length,
                                       const gint64        *dims,
                                       guint                n,
                                       guint32              kind,
                                       LaminaTensorInit    *init);

G_END_DECLS
