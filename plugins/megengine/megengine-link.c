/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

/*
 * What only the whole file tells: which times belong to which operator, the order, and who makes and reads a variable.
 */

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const MegengineTimes *x = a;
  const MegengineTimes *y = b;

  if (x->operator != y->operator)
    return x->operator < y->operator ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Drops what contradicts itself, so that later steps need not ask. */
static void
check_times (MegengineProfile *self,
             MegengineTimes   *times)
{
  if (times->end != LAMINA_ABSENT && times->end < times->start)
    {
      megengine_profile_note (self, N_("an operator ends before it starts; its end is left out"), times->offset,
                              LAMINA_NONE);
      times->end = LAMINA_ABSENT;
    }
  if (times->kern != LAMINA_ABSENT
      && (times->kern < times->start || (times->end != LAMINA_ABSENT && times->kern > times->end)))
    {
      megengine_profile_note (self, N_("a kernel starts outside its operator; its start is left out"), times->offset,
                              LAMINA_NONE);
      times->kern = LAMINA_ABSENT;
    }
}

/* Sorts by operator and place, and keeps the first of two entries for the same. */
static void
sort_times (MegengineProfile *self,
            GArray           *array)
{
  MegengineTimes *times = (MegengineTimes *) (gpointer) array->data;
  guint n = 0;

  g_array_sort (array, compare_times);
  for (guint i = 0; i < array->len; i++)
    {
      if (n > 0 && compare_times (&times[n - 1], &times[i]) == 0)
        {
          megengine_profile_note (self, N_("an operator has two times at one place; the second is left out"),
                                  times[i].offset, LAMINA_NONE);
          continue;
        }
      times[n] = times[i];
      check_times (self, &times[n++]);
    }
  g_array_set_size (array, n);
}

static void
link_times (MegengineProfile *self)
{
  sort_times (self, self->device);
  sort_times (self, self->host);
  for (guint i = self->device->len; i-- > 0;)
    {
      guint32 row = megengine_profile_get_device (self, i)->operator;
      MegengineSpan *span = &megengine_profile_get_operator (self, row)->device;

      *span = (MegengineSpan) { i, span->n + 1 };
    }
  for (guint i = self->host->len; i-- > 0;)
    {
      guint32 row = megengine_profile_get_host (self, i)->operator;
      MegengineSpan *span = &megengine_profile_get_operator (self, row)->host;

      *span = (MegengineSpan) { i, span->n + 1 };
    }
}

typedef struct
{
  gboolean on_device;
  gint64 start;
  guint32 operator;
} Start;

/* Those with device times first: host and device clocks can't be compared yet. */
static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Start *x = a;
  const Start *y = b;

  if (x->on_device != y->on_device)
    return x->on_device ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->operator < y->operator ? -1 : x->operator > y->operator;
}

/* Where comp_seq is missing or was cut, the measured starts tell the rest of the order. */
static void
complete_order (MegengineProfile *self)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));

  for (guint32 i = 0; i < self->operators->len; i++)
    {
      MegengineOperator *operator = megengine_profile_get_operator (self, i);
      Start start = { operator->device.n > 0, 0, i };

      if (operator->order != LAMINA_NONE || (operator->device.n == 0 && operator->host.n == 0))
        continue;
      start.start = start.on_device ? megengine_profile_get_device (self, operator->device.first)->start
                                    : megengine_profile_get_host (self, operator->host.first)->start;
      g_array_append_val (starts, start);
    }
  if (starts->len == 0)
    return;
  megengine_profile_note (self, N_("comp_seq is incomplete; the operators that it lacks follow in the order of their starts"), 0,
                          LAMINA_NONE);
  g_array_sort (starts, compare_starts);
  for (guint i = 0; i < starts->len; i++)
    {
      guint32 row = g_array_index (starts, Start, i).operator;

      megengine_profile_get_operator (self, row)->order = self->order->len;
      g_array_append_val (self->order, row);
    }
}

/* What is in comp_seq or was measured ran; where comp_seq is not whole, whatever speaks for it counts. */
static void
mark_executed (MegengineProfile *self)
{
  for (guint32 i = 0; i < self->operators->len; i++)
    {
      MegengineOperator *operator = megengine_profile_get_operator (self, i);

      operator->executed = operator->order != LAMINA_NONE || operator->device.n > 0 || operator->host.n > 0
                           || operator->sublayers.n > 0
                           || (!self->order_is_whole && (operator->has_footprint || operator->scheduled));
    }
}

static void
keep_until (MegengineVar *var,
            guint32       operator,
            guint32       order)
{
  if (order == LAMINA_NONE || var->first_step == LAMINA_NONE)
    return;
  if (order >= var->last_step)
    {
      var->last_step = order;
      var->last_reader = operator;
    }
}

static void
link_outputs (MegengineProfile *self,
              guint32           row)
{
  MegengineOperator *operator = megengine_profile_get_operator (self, row);

  for (guint i = 0; i < operator->outputs.n; i++)
    {
      MegengineVar *var = megengine_profile_get_output (self, operator, i);

      if (var->producer != LAMINA_NONE)
        {
          megengine_profile_note (self, N_("a variable is an output twice; the first operator counts"), operator->extra.offset,
                                  operator->record);
          continue;
        }
      var->producer = row;
      var->first_step = var->last_step = operator->order;
      var->last_reader = operator->order == LAMINA_NONE ? LAMINA_NONE : row;
    }
}

static void
link_inputs (MegengineProfile *self,
             guint32           row)
{
  MegengineOperator *operator = megengine_profile_get_operator (self, row);

  for (guint i = 0; i < operator->inputs.n; i++)
    {
      MegengineVar *var = megengine_profile_get_input (self, operator, i);

      var->n_readers++;
      if (operator->traits & MEGENGINE_TRAIT_OUTPUT)
        var->n_takers++;
      keep_until (var, row, operator->order);
    }
}

static void
note_dangling (MegengineProfile *self)
{
  for (guint32 i = 0; i < self->vars->len; i++)
    if (!megengine_profile_get_var (self, i)->in_graph)
      megengine_profile_note (self, N_("an operator names a variable that is not in the file; only its id is known"), 0,
                              LAMINA_NONE);
  for (guint32 i = 0; i < self->operators->len; i++)
    if (!megengine_profile_get_operator (self, i)->in_graph)
      megengine_profile_note (self, N_("an operator is not in the graph; it is shown without name, type and variables"), 0,
                              LAMINA_NONE);
}

void
megengine_profile_link (MegengineProfile *self)
{
  link_times (self);
  if (!self->order_is_whole)
    complete_order (self);
  mark_executed (self);
  for (guint32 i = 0; i < self->operators->len; i++)
    link_outputs (self, i);
  for (guint32 i = 0; i < self->operators->len; i++)
    link_inputs (self, i);
  note_dangling (self);
  megengine_profile_link_tensors (self);
}
