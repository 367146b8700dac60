/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-query.h"
#include "lamina-rate.h"

G_BEGIN_DECLS

/* What puts layers into one group. */
typedef enum
{
  LAMINA_GROUP_BY_TYPE,       /* layers of one type */
  LAMINA_GROUP_BY_SHAPE,      /* layers of one type whose inputs have the same shapes and dtypes */
  LAMINA_GROUP_BY_NAME,       /* layers of one name */
  LAMINA_GROUP_BY_FAMILY,     /* layers of one family of work */
  LAMINA_GROUP_BY_SECTION,    /* layers of one section of the run */
  LAMINA_GROUP_BY_ANNOTATION, /* layers that one region of the program's code launched, whenever it ran */
  LAMINA_GROUP_BY_DEVICE,     /* layers that ran on one device */
  LAMINA_N_GROUP_BY,
} LaminaGroupBy;

/* Whether there is such a grouping. @name: `type`, `shape`, `name`, `family`, `section`, `annotation`, `device`. */
LAMINA_AVAILABLE
gboolean lamina_group_by_from_name (const char    *name,
                                    LaminaGroupBy *by);

/* Its name, as lamina_group_by_from_name() takes it. */
LAMINA_AVAILABLE
const char *lamina_group_by_get_name (LaminaGroupBy by);

/* How fast the layers of a group are. */
typedef struct
{
  LaminaRate flop;  /* operations for each second */
  LaminaRate bytes; /* bytes moved for each second */
  double intensity; /* operations for each byte moved */
} LaminaLayerGroupRates;

/* Layers that belong together. */
typedef struct
{
  /* what its layers have in common: the type, `type 10×512×28×28, 128×512×1×1`, the name, the family, the section, the
   * annotation, the device; "—" for what the file does not say. Dtypes follow the shapes, `10×64 float16`, where nothing else
   * tells two groups apart */
  const char *label;
  LaminaFamily family;      /* the family of its first layer */
  gint64 calls;             /* sum of the calls; a layer that did not run adds none */
  gint64 duration;          /* sum of the costs in nanoseconds, or LAMINA_ABSENT when no layer has one */
  gint64 host; /* sum of the host times with children, or LAMINA_ABSENT. What nests in another layer of the group counts twice */
  gint64 host_self;         /* sum of the host times without children, or LAMINA_ABSENT */
  gint64 device_time;       /* sum of the device times, or LAMINA_ABSENT */
  gint64 wait;              /* the part of the device times before the first kernels, or LAMINA_ABSENT */
  double mean;              /* mean cost of one call, of the layers that ran and have a cost, or NaN */
  gint64 min;               /* smallest cost of one call, or LAMINA_ABSENT. Of an aggregated layer its mean cost counts */
  /* the median cost of the calls, see lamina_median(), or LAMINA_ABSENT without any. An aggregated layer stands for as many calls
   * as it has, of its mean cost each */
  gint64 median;
  gint64 p95;               /* the cost that 95 of 100 calls do not exceed: at place ⌈95 n / 100⌉ of the n sorted costs */
  gint64 max;               /* largest cost of one call, or LAMINA_ABSENT */
  double share;             /* part of the cost of the run, 0 to 1, or NaN */
  double cumulative;        /* its share and those of the groups before it, which have larger ones, or NaN */
  gint64 flop;              /* sum of the floating point operations, or LAMINA_ABSENT */
  gint64 bytes;             /* sum of the bytes moved, or LAMINA_ABSENT */
  LaminaEstimate estimated; /* what of this is estimated of any of its layers */
  guint n_layers;           /* number of layers */
  const guint32 *layers;    /* its layers, in the order of the file */
  /* what lamina_layer_group_get_rate() and lamina_layer_group_get_intensity() tell, of a large group, or NULL */
  const LaminaLayerGroupRates *rates;
} LaminaLayerGroup;

/* Layers of a run, put into groups. The group with the largest duration stands first; groups without one last. */
typedef struct _LaminaGrouping LaminaGrouping;

/* The groups, or NULL when cancelled. @run: a run, which must outlive the grouping. */
LAMINA_AVAILABLE
LaminaGrouping *lamina_grouping_new (LaminaRun     *run,
                                     const guint32 *rows,
                                     guint          n,
                                     LaminaGroupBy  by,
                                     GCancellable  *cancellable);

LAMINA_AVAILABLE
void lamina_grouping_free (LaminaGrouping *self);

/* Number of groups. */
LAMINA_AVAILABLE
guint lamina_grouping_get_n (LaminaGrouping *self);

/* A group. @i: which one, those that cost most first. */
LAMINA_AVAILABLE
const LaminaLayerGroup *lamina_grouping_get (LaminaGrouping *self,
                                             guint           i);

/* @unit: LAMINA_UNIT_FLOP or LAMINA_UNIT_BYTES; @rate: takes what its layers do for each second, see lamina_rate_init(). */
LAMINA_AVAILABLE
void lamina_layer_group_get_rate (const LaminaLayerGroup *group,
                                  LaminaRun              *run,
                                  LaminaUnit              unit,
                                  LaminaRate             *rate);

/* lamina_layers_get_intensity() of its layers. */
double lamina_layer_group_get_intensity (const LaminaLayerGroup *group,
                                         LaminaRun              *run);

/* The largest of the counts; 0 when no layer of the group has a cost. @counts: takes how many calls cost what: the range from
 * the smallest to the largest cost of the group is divided into @n equal parts; @n: how many parts, at least 1. */
LAMINA_AVAILABLE
gint64 lamina_grouping_get_histogram (LaminaGrouping *self,
                                      guint           i,
                                      gint64         *counts,
                                      guint           n);

/* Sorts groups as lamina_layers_sort() sorts layers: absent values stand last, equal ones keep their order. Returns the groups
 * in order, to be freed by g_free(), or NULL when cancelled. @column: what to sort by; columns that say nothing of groups leave
 * them in their order. */
LAMINA_AVAILABLE
guint32 *lamina_grouping_dup_order (LaminaGrouping    *self,
                                    LaminaLayerColumn  column,
                                    gboolean           descending,
                                    GCancellable      *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaGrouping, lamina_grouping_free)

G_END_DECLS
