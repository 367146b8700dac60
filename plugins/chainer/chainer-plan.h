/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chainer-graph.h"

G_BEGIN_DECLS

/* A value or a gradient that is kept from the @first to the @last step, both inclusive. */
typedef struct
{
  guint32 variable;
  LaminaLifetimeKind kind;
  gint64 first;
  gint64 last;
} ChainerLife;

/*
 * An order in which the functions run, and what is kept in memory meanwhile.
 *
 * @order: the function of each step, counted from 0
 * @lives: ChainerLife
 */
typedef struct
{
  const char *title;
  const char *caption;
  GArray *order;
  GArray *lives;
} ChainerPlan;

/*
 * Forward functions by their rank, then the backward ones in exactly the reverse order. A value is kept from its
 * producer to its last use, a gradient from the first that writes it to the one that reads it; those of parameters are
 * kept to the end.
 */
ChainerPlan *chainer_plan_new_ranked (ChainerGraph *graph);

/* What the schedule says. What it does not forget is kept. */
ChainerPlan *chainer_plan_new_scheduled (ChainerGraph *graph);

void chainer_plan_free (ChainerPlan *self);

/* Makes a run of it. */
void chainer_build (ChainerGraph  *graph,
                    ChainerPlan   *plan,
                    LaminaBuilder *builder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChainerPlan, chainer_plan_free)

G_END_DECLS
