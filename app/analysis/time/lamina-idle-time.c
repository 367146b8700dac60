/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"

/*
 * n        how many stretches there are
 * start    of each, ascending
 * reached  of each, how long those before it are; behind the last, how long all of them are
 */
struct _LaminaIdleTime
{
  guint n;
  gint64 *start;
  gint64 *reached;
};

LaminaIdleTime *
lamina_idle_time_new (const GArray *pieces)
{
  LaminaIdleTime *self = g_new0 (LaminaIdleTime, 1);

  self->n = pieces->len;
  self->start = g_new (gint64, MAX (pieces->len, 1));
  self->reached = g_new0 (gint64, pieces->len + 1);
  for (guint i = 0; i < pieces->len; i++)
    {
      const LaminaPiece *piece = lamina_pieces_get (pieces, i);

      self->start[i] = piece->start;
      self->reached[i + 1] = lamina_add_saturating (self->reached[i], piece->end - piece->start);
    }
  return self;
}

void
lamina_idle_time_free (LaminaIdleTime *self)
{
  g_free (self->start);
  g_free (self->reached);
  g_free (self);
}

static gint64
get_end (const LaminaIdleTime *self,
         guint                 i)
{
  return lamina_add_saturating (self->start[i], self->reached[i + 1] - self->reached[i]);
}

/* The first stretch that ends after a moment. */
static guint
find (const LaminaIdleTime *self,
      gint64                time)
{
  guint low = 0, high = self->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_end (self, middle) > time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* How much of it lies before a moment. */
static gint64
add_up_to (const LaminaIdleTime *self,
           gint64                time)
{
  guint i = find (self, time);

  return self->reached[i] + (i < self->n ? MAX (time - self->start[i], 0) : 0);
}

gint64
lamina_idle_time_measure (const LaminaIdleTime *self,
                          gint64                start,
                          gint64                end)
{
  return self != NULL && end > start ? add_up_to (self, end) - add_up_to (self, start) : 0;
}

gint64
lamina_idle_time_find_end (const LaminaIdleTime *self,
                           gint64                start,
                           gint64                end)
{
  guint i = self != NULL ? find (self, end) : 0;
  gint64 found = i > 0 ? get_end (self, i - 1) : LAMINA_ABSENT;

  return found > start ? found : LAMINA_ABSENT;
}
