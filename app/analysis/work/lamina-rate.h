/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * How much layers compute or move for each second. One definition for all who show it: tables, groups, sums, reports,
 * captions and charts. Pure functions over columns; any thread.
 */

/* Why a rate above what the device can may be what it is: it is suspicious. The first that holds. */
typedef enum
{
  LAMINA_DOUBT_NONE,        /* nothing is known against it */
  LAMINA_DOUBT_CLOCK,       /* the times are hardly longer than what the clock of the file can tell apart */
  LAMINA_DOUBT_HOST,        /* the times are those of the host, which need not wait for the device */
  LAMINA_DOUBT_ESTIMATE,    /* the amount is estimated */
  LAMINA_DOUBT_CONVOLUTION, /* the same, of convolutions, for which there are algorithms that compute less than the definition */
  LAMINA_DOUBT_STATED,      /* the file states the amount */
} LaminaDoubt;

/* What layers do for each second. Layers whose amount is not known, or which take no time, count neither above nor below the
 * line. What a layer inside another one does counts there alone: the layer around it has the rest of its amount, and none where
 * half of it or more is inside. The time of layers inside of which nothing is known counts for the layer around them that does
 * the work. */
typedef struct
{
  LaminaUnit unit;    /* LAMINA_UNIT_FLOP or LAMINA_UNIT_BYTES */
  LaminaDoubt doubt;  /* whether it is suspicious, and why */
  gint64 amount;      /* what the layers do whose amount is known and which take a time, or LAMINA_ABSENT */
  gint64 covered;     /* the time of these, in nanoseconds, or LAMINA_ABSENT */
  gint64 total;       /* the time of all of the layers, or LAMINA_ABSENT */
  /* @amount for each second of @covered; NaN where there is none, or where @covered is no longer than what the clock of the file
   * tells apart */
  double per_second;
  double limit; /* what the device reaches at best with the element types of these layers, where @doubt says something; else NaN */
  gboolean estimated; /* whether any of @amount or @covered is estimated */
} LaminaRate;

/* @run: a run; with the cost model that lamina_work_attach() left with it, if any; @rows: layers of it, in any order; NULL for
 * all; @unit: LAMINA_UNIT_FLOP or LAMINA_UNIT_BYTES. */
LAMINA_AVAILABLE
void lamina_rate_init (LaminaRate    *self,
                       LaminaRun     *run,
                       const guint32 *rows,
                       guint          n,
                       LaminaUnit     unit);

/* The part of the time of the layers that the rate is over, 0 to 1, or NaN. */
LAMINA_AVAILABLE
double lamina_rate_get_share (const LaminaRate *self);

/* Whether people are to be told that it holds for a part of the time only. */
gboolean lamina_rate_is_part (const LaminaRate *self);

/* Why it is suspicious: `above the 989 TFLOP/s of NVIDIA H100 SXM: the operations are estimated`; NULL where it is not. */
LAMINA_AVAILABLE
char *lamina_rate_dup_reason (const LaminaRate *self,
                              LaminaRun        *run);

/* For those who draw a million layers. What is suspicious is not told. Returns @per_second of each layer of the run alone, to be
 * freed by g_rc_box_release(). @unit: LAMINA_UNIT_FLOP or LAMINA_UNIT_BYTES. */
LAMINA_AVAILABLE
float *lamina_rates_dup (LaminaRun  *run,
                         LaminaUnit  unit);

/* Whether that is above all that the device of the run can, with any element type; FALSE where it is not known. @per_second:
 * operations or bytes for each second; @unit: LAMINA_UNIT_FLOP or LAMINA_UNIT_BYTES. */
LAMINA_AVAILABLE
gboolean lamina_rate_is_beyond (LaminaRun  *run,
                                double      per_second,
                                LaminaUnit  unit);

/* Floating point operations for each byte moved, of those layers of which both are known; NaN without any, or where no byte is
 * moved. @rows: layers of it, in any order; NULL for all. */
LAMINA_AVAILABLE
double lamina_layers_get_intensity (LaminaRun     *run,
                                    const guint32 *rows,
                                    guint          n);

/* Does lamina_work_attach_all(), and finds out once which device the document names, so that lamina_rate_init() knows what it
 * can. Meant for lamina_loader_set_finish(). @document: a document that was loaded; @user_data: unused. */
LAMINA_AVAILABLE
void lamina_rates_attach_all (LaminaDocument *document,
                              GCancellable   *cancellable,
                              gpointer        user_data);

G_END_DECLS
