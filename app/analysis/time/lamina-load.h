/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What devices do or wait for, in words: the one list of loads and causes that all tables, charts and findings name. Pure
 * functions; any thread.
 */

/* What a device does at a moment; the causes of idle time in the order in which they are listed everywhere. See
 * LaminaLoadInfo for what each means. */
typedef enum
{
  LAMINA_LOAD_BUSY,          /* at least one queue of the device works */
  LAMINA_LOAD_WAIT,          /* none works, and the file itself says that work waits */
  LAMINA_LOAD_SYNC,          /* idle: not launched yet, and the launching thread was in a call that waits for the device */
  LAMINA_LOAD_HOST,          /* idle: not launched yet, and the launching thread was in no such call: launch-bound */
  LAMINA_LOAD_CALL,          /* idle: the host was inside the launching call */
  LAMINA_LOAD_START,         /* idle: the launching call had returned during the gap, and the work had not begun */
  LAMINA_LOAD_KERNEL,        /* idle: queued before the gap, which is shorter than LAMINA_KERNEL_WAIT_NS */
  LAMINA_LOAD_COPY,          /* idle: queued, and a copy is what is waited for */
  LAMINA_LOAD_COMMUNICATION, /* idle: queued, and an exchange between devices is what is waited for */
  LAMINA_LOAD_DEPENDENCY,    /* idle: queued, and held back by something else */
  LAMINA_LOAD_UNKNOWN,       /* idle: the file does not tell when the work was launched */
  LAMINA_N_LOADS,
} LaminaLoad;

/* The first LaminaLoad that is a cause of idle time; all behind it are, too. */
#define LAMINA_FIRST_CAUSE LAMINA_LOAD_SYNC

/* Below this length in nanoseconds a gap before queued work is what the device takes from one kernel to the next: the default of
 * HTA's consecutive_kernel_delay. */
#define LAMINA_KERNEL_WAIT_NS 30

/* The class of a gap by HTA's rule, which has no class for launches that it does not find: there they are `other`. */
typedef enum
{
  LAMINA_GAP_HOST_WAIT,   /* the launch of what ends the gap began after the gap did */
  LAMINA_GAP_KERNEL_WAIT, /* it began before, and the gap is shorter than LAMINA_KERNEL_WAIT_NS */
  LAMINA_GAP_OTHER,       /* it began before, and the gap is longer */
  LAMINA_GAP_UNKNOWN,     /* the launch is not in the file, or nothing ends the gap */
  LAMINA_N_GAP_CLASSES,
} LaminaGapClass;

/* Those causes that a gap of such parts has, those that take longest first. Returns how many there are. */
LAMINA_AVAILABLE
guint lamina_gap_list_causes (const gint64 *parts,
                              LaminaLoad   *causes);

/* A load in words, the titles and the definition not translated. */
typedef struct
{
  const char *key;         /* what programs call it: `launch_bound` */
  const char *column;      /* the key of a column with its time: `busy_ns`, `idle_launch_bound_ns` */
  const char *title;       /* what to call it in a legend, in lower case: `idle: launch-bound` */
  const char *short_title; /* the same where it is clear that the device is idle: `launch-bound` */
  const char *definition;  /* what counts as it, a sentence */
} LaminaLoadInfo;

LAMINA_AVAILABLE
const LaminaLoadInfo *lamina_load_get_info (LaminaLoad load);

/* What programs call it: `host_wait`. */
LAMINA_AVAILABLE
const char *lamina_gap_class_get_key (LaminaGapClass class);

/* What counts as busy and as idle, in the language of the user: sentences to stand beside the figures. */
const char *lamina_idle_get_definition (void);

/* How a gap gets its causes, in the language of the user: sentences to stand beside the figures. */
const char *lamina_idle_get_gap_definition (void);

G_END_DECLS
