/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rocm-private.h"

G_BEGIN_DECLS

/*
 * JSON, as `rocprofv3 --output-format json` writes it. Under `rocprofiler-sdk-tool` there is an object for each process: lists
 * of what numbers mean (agents, counters, symbols of kernels, names of calls, texts of ranges), and lists of records by their
 * kind. As the lists may come in any order, the file is gone through twice: for what numbers mean, and for records.
 *
 * A record names its kind and its operation by their places in the list of names. Work of a device has the internal
 * correlation id of the call that made it.
 */

#define ROCM_N_FACTS 4

/* Kernels of each process have ids from 1 on, which stand below its number. */
#define PROCESS_SHIFT 40

/*
 * A process of the file, and what numbers in its records mean.
 *
 * number    its place in the file
 * id        as GpuTrace numbers processes
 * kinds     a GStrv for each kind of records: its name, then those of its operations
 * texts     by correlation id: what the program called a range
 * counters  by handle: RocmCounter
 */
typedef struct
{
  GpuTrace *trace;
  gint64 number;
  gint64 id;
  GPtrArray *kinds;
  GHashTable *texts;
  GHashTable *counters;
} RocmProcess;

RocmProcess *rocm_process_new (GpuTrace         *trace,
                               guint             number);
void         rocm_process_free (RocmProcess      *self);

/* A number, also in an object as `{ "handle": 3 }` or `{ "internal": 5 }`; LAMINA_ABSENT for what is none. Handles are unsigned,
 * and may be addresses. */
gint64       rocm_read_number  (LaminaJsonReader *json);
gint64       rocm_read_handle  (LaminaJsonReader *json);

/* Takes the text of the current value, or NULL, in the place of @text, which is freed. */
void         rocm_take_text    (LaminaJsonReader  *json,
                                char             **text);

/*
 * A processor.
 *
 * type    2 for a GPU
 * handle  what records name it by
 * number  what people count it by
 * bytes   of its memory
 * facts   what else is known of it, by places that rocm-agent.c knows
 */
typedef struct
{
  gint64 type;
  gint64 handle;
  gint64 number;
  gint64 bytes;
  gint64 facts[ROCM_N_FACTS];
  char *name;
  char *product;
} RocmAgent;

/* Reads it from the members of the object that was entered, or from a text that is such an object, or nothing. @name: what it is
 * called where the file says so elsewhere, or NULL */
void         rocm_agent_read   (RocmAgent         *self,
                                LaminaJsonReader  *json);
void         rocm_agent_parse  (RocmAgent         *self,
                                const char        *text,
                                const char        *name);

/* Gives a device the name and the properties, unless it has some. */
void         rocm_agent_show   (const RocmAgent   *self,
                                GpuTrace          *trace,
                                guint32            device);
void         rocm_agent_clear  (RocmAgent         *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RocmAgent, rocm_agent_clear)

/* Reads what numbers mean from the members of the object that was entered. */
void         rocm_read_meanings (RocmProcess      *self,
                                 LaminaJsonReader *json);

/* The name of a kind, when @operation is -1, or of one of its operations; NULL for one that is not in the list. */
const char  *rocm_get_name     (RocmProcess      *self,
                                gint64            kind,
                                gint64            operation);

G_END_DECLS
