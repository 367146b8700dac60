/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "kineto-trace-private.h"

G_BEGIN_DECLS

/*
 * What a name says, as bits.
 *
 * ENGINE  of an operator: the engine of autograd runs it
 * REGION  of an operator: it is a region of the compiler
 * GRAPH   of a call: it launches a graph
 * WAIT    of what has the category of work: it waits
 * INNER   of a copy: what it copies stays on one device
 */
typedef enum
{
  KINETO_NAME_ENGINE = 1 << 0,
  KINETO_NAME_REGION = 1 << 1,
  KINETO_NAME_GRAPH = 1 << 2,
  KINETO_NAME_WAIT = 1 << 3,
  KINETO_NAME_INNER = 1 << 4,
} KinetoNameMarks;

/* What stands behind the names of nodes that the engine of autograd runs. */
#define KINETO_ENGINE "(autograd::engine::evaluate_function)"

/*
 * Names that devices and operators have, what they say, and the shorter ones that are shown in their place. Making it looks at no
 * string. Then it can mark names by what they say, which joining needs. Shortening adds strings and touches no event, and others
 * may ask for marks meanwhile; afterwards it can be applied, once.
 */
KinetoNames *kineto_names_new          (ChromeTrace       *trace,
                                        const guint8      *classes);

void         kineto_names_free         (KinetoNames       *self);

void         kineto_names_mark         (KinetoNames       *self);

void         kineto_names_shorten      (KinetoNames       *self);

void         kineto_names_apply        (KinetoNames       *self);

/* Whether a name says this; and whether one of the file does, of KINETO_NAME_GRAPH and KINETO_NAME_WAIT. */
gboolean     kineto_names_is_marked    (const KinetoNames *self,
                                        guint32            name,
                                        KinetoNameMarks    mark);

gboolean     kineto_names_has_graphs   (const KinetoNames *self);

gboolean     kineto_names_has_waits    (const KinetoNames *self);

/* What something is called in a trace where it need not be told apart; 0 where that is its name. */
guint32      kineto_names_get_common   (const KinetoNames *self,
                                        guint32            name);

G_END_DECLS
