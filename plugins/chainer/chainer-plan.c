/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-plan.h"

static ChainerPlan *
plan_new (const char *title,
          const char *caption)
{
  ChainerPlan *self = g_new0 (ChainerPlan, 1);

  self->title = title;
  self->caption = caption;
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lives = g_array_new (FALSE, FALSE, sizeof (ChainerLife));
  return self;
}

void
chainer_plan_free (ChainerPlan *self)
{
  g_array_unref (self->order);
  g_array_unref (self->lives);
  g_free (self);
}

static void
add_life (ChainerPlan        *self,
          guint32             variable,
          LaminaLifetimeKind  kind,
          gint64              first,
          gint64              last)
{
  ChainerLife life = { variable, kind, first, last };

  if (first >= 0 && last >= first)
    g_array_append_val (self->lives, life);
}

static gboolean
is_kept (const ChainerVariable *variable)
{
  return variable->role == LAMINA_ROLE_PARAMETER || variable->role == LAMINA_ROLE_INPUT;
}

/* By rank: */

static int
compare_ranks (gconstpointer a,
               gconstpointer b,
               gpointer      graph)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  gint64 left_rank = chainer_graph_get_function (graph, left)->rank;
  gint64 right_rank = chainer_graph_get_function (graph, right)->rank;

  if (left_rank != right_rank)
    {
      if (left_rank == LAMINA_ABSENT || right_rank == LAMINA_ABSENT)
        return left_rank == LAMINA_ABSENT ? 1 : -1;
      return left_rank < right_rank ? -1 : 1;
    }
  return (left > right) - (left < right);
}

static void
order_by_rank (ChainerPlan  *self,
               ChainerGraph *graph)
{
  guint n_forward;

  for (guint32 i = 0; i < graph->functions->len; i++)
    if (!chainer_graph_get_function (graph, i)->backward)
      g_array_append_val (self->order, i);
  g_array_sort_with_data (self->order, compare_ranks, graph);
  n_forward = self->order->len;
  for (guint i = n_forward; i-- > 0;)
    {
      guint32 pair = chainer_graph_get_function (graph, g_array_index (self->order, guint32, i))->pair;

      if (pair != LAMINA_NONE)
        g_array_append_val (self->order, pair);
    }
  for (guint32 i = 0; i < graph->functions->len; i++)
    if (chainer_graph_get_function (graph, i)->backward && chainer_graph_get_function (graph, i)->pair == LAMINA_NONE)
      g_array_append_val (self->order, i);
}

/* The first and the last step of something, -1 without one. */
typedef struct
{
  gint64 first;
  gint64 last;
} Span;

/* What happens to a variable: when its value is made or used, its gradient written, its gradient read. */
typedef struct
{
  Span value;
  Span written;
  Span read;
} Uses;

static void
span_add (Span   *span,
          gint64  step)
{
  if (span->first < 0)
    span->first = step;
  span->last = step;
}

static void
collect_uses (const ChainerFunction *function,
              gint64                 step,
              Uses                  *uses)
{
  for (guint i = 0; i < function->inputs->len; i++)
    {
      const ChainerUse *use = &g_array_index (function->inputs, ChainerUse, i);
      gboolean gradient = function->backward && use->role == CHAINER_ROLE_GRADIENT;

      span_add (gradient ? &uses[use->variable].read : &uses[use->variable].value, step);
    }
  for (guint i = 0; i < function->outputs->len; i++)
    {
      guint32 variable = g_array_index (function->outputs, ChainerUse, i).variable;

      span_add (function->backward ? &uses[variable].written : &uses[variable].value, step);
    }
}

ChainerPlan *
chainer_plan_new_ranked (ChainerGraph *graph)
{
  ChainerPlan *self = plan_new (N_("By rank"), N_("in the order of their ranks"));
  g_autofree Uses *uses = g_new (Uses, MAX (graph->variables->len, 1));
  gint64 end;

  for (guint32 i = 0; i < graph->variables->len; i++)
    uses[i] = (Uses) { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  order_by_rank (self, graph);
  end = (gint64) self->order->len - 1;
  for (guint step = 0; step < self->order->len; step++)
    collect_uses (chainer_graph_get_function (graph, g_array_index (self->order, guint32, step)), step, uses);
  for (guint32 i = 0; i < graph->variables->len; i++)
    {
      const ChainerVariable *variable = chainer_graph_get_variable (graph, i);
      gint64 first = uses[i].written.first >= 0 ? uses[i].written.first : uses[i].read.first;
      gint64 last = uses[i].read.first >= 0 ? uses[i].read.last : uses[i].written.last;

      if (is_kept (variable))
        add_life (self, i, LAMINA_LIFETIME_VALUE, 0, end);
      else
        add_life (self, i, LAMINA_LIFETIME_VALUE, uses[i].value.first, uses[i].value.last);
      add_life (self, i, LAMINA_LIFETIME_GRADIENT, first, variable->role == LAMINA_ROLE_PARAMETER ? end : last);
    }
  return self;
}

/* By the schedule: since when a value and a gradient are there, -1 when they are not. */

typedef struct
{
  gint64 since[2];
} Alive;

static void
begin (Alive              *alive,
       LaminaLifetimeKind  kind,
       gint64              step)
{
  if (alive->since[kind] < 0)
    alive->since[kind] = step;
}

static void
compute (ChainerPlan           *self,
         const ChainerFunction *function,
         Alive                 *alive)
{
  gint64 step = (gint64) self->order->len - 1;

  for (guint i = 0; i < function->outputs->len; i++)
    begin (&alive[g_array_index (function->outputs, ChainerUse, i).variable],
           function->backward ? LAMINA_LIFETIME_GRADIENT : LAMINA_LIFETIME_VALUE, step);
  for (guint i = 0; function->backward && i < function->inputs->len; i++)
    if (g_array_index (function->inputs, ChainerUse, i).role == CHAINER_ROLE_GRADIENT)
      begin (&alive[g_array_index (function->inputs, ChainerUse, i).variable], LAMINA_LIFETIME_GRADIENT, step);
}

static void
forget (ChainerPlan        *self,
        guint32             variable,
        LaminaLifetimeKind  kind,
        Alive              *alive)
{
  add_life (self, variable, kind, alive->since[kind], (gint64) self->order->len - 1);
  alive->since[kind] = -1;
}

ChainerPlan *
chainer_plan_new_scheduled (ChainerGraph *graph)
{
  ChainerPlan *self = plan_new (N_("By the schedule"), N_("as the schedule computes them"));
  g_autofree Alive *alive = g_new (Alive, MAX (graph->variables->len, 1));

  for (guint32 i = 0; i < graph->variables->len; i++)
    alive[i] = (Alive) { { is_kept (chainer_graph_get_variable (graph, i)) ? 0 : -1, -1 } };
  for (guint i = 0; i < graph->schedule->len; i++)
    {
      const ChainerStep *step = &g_array_index (graph->schedule, ChainerStep, i);

      if (step->function != LAMINA_NONE)
        {
          g_array_append_val (self->order, step->function);
          compute (self, chainer_graph_get_function (graph, step->function), alive);
        }
      else
        forget (self, step->variable, step->gradient ? LAMINA_LIFETIME_GRADIENT : LAMINA_LIFETIME_VALUE,
                &alive[step->variable]);
    }
  for (guint32 i = 0; i < graph->variables->len; i++)
    {
      forget (self, i, LAMINA_LIFETIME_VALUE, &alive[i]);
      forget (self, i, LAMINA_LIFETIME_GRADIENT, &alive[i]);
    }
  return self;
}
