/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-liveness.h"

/* @changes: what comes (above 0) and goes at a step, in any order; @steps: their sums, when they were asked for. */
struct _LaminaLiveness
{
  GArray *changes;
  GArray *steps;
};

LaminaLiveness *
lamina_liveness_new (void)
{
  LaminaLiveness *self = g_new0 (LaminaLiveness, 1);

  self->changes = g_array_new (FALSE, FALSE, sizeof (LaminaLiveStep));
  return self;
}

void
lamina_liveness_free (LaminaLiveness *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->changes);
  g_clear_pointer (&self->steps, g_array_unref);
  g_free (self);
}

void
lamina_liveness_add (LaminaLiveness *self,
                     gint64          first,
                     gint64          last,
                     gint64          bytes)
{
  LaminaLiveStep comes = { first, bytes }, goes;

  if (last < first || bytes == LAMINA_ABSENT || bytes == 0)
    return;
  g_clear_pointer (&self->steps, g_array_unref);
  g_array_append_val (self->changes, comes);
  if (last == G_MAXINT64)
    return;
  goes.at = last + 1;
  goes.bytes = -bytes;
  g_array_append_val (self->changes, goes);
}

/* What goes at a step stands before what comes, so that sums do not run over on the way. */
static int
compare_changes (gconstpointer a,
                 gconstpointer b)
{
  const LaminaLiveStep *left = a, *right = b;

  if (left->at != right->at)
    return left->at < right->at ? -1 : 1;
  return (left->bytes > right->bytes) - (left->bytes < right->bytes);
}

static void
add_step (GArray *steps,
          gint64  at,
          gint64  bytes)
{
  LaminaLiveStep step = { at, bytes };
  LaminaLiveStep *last = steps->len > 0 ? &g_array_index (steps, LaminaLiveStep, steps->len - 1) : NULL;

  if (last && last->at == at)
    last->bytes = bytes;
  else
    g_array_append_val (steps, step);
}

const LaminaLiveStep *
lamina_liveness_get_steps (LaminaLiveness *self,
                           guint          *n)
{
  gint64 sum = 0;

  if (!self->steps)
    {
      self->steps = g_array_new (FALSE, FALSE, sizeof (LaminaLiveStep));
      g_array_sort (self->changes, compare_changes);
      for (guint i = 0; i < self->changes->len; i++)
        {
          const LaminaLiveStep *change = &g_array_index (self->changes, LaminaLiveStep, i);

          sum = lamina_number_add (sum, change->bytes);
          add_step (self->steps, change->at, sum);
        }
    }
  *n = self->steps->len;
  return (const LaminaLiveStep *) (gpointer) self->steps->data;
}

gint64
lamina_liveness_get_peak (LaminaLiveness *self,
                          gint64         *at)
{
  guint n;
  const LaminaLiveStep *steps = lamina_liveness_get_steps (self, &n);
  gint64 peak = 0;

  *at = 0;
  for (guint i = 0; i < n; i++)
    if (steps[i].bytes > peak)
      {
        peak = steps[i].bytes;
        *at = steps[i].at;
      }
  return peak;
}
