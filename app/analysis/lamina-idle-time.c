/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"

/*
 * pieces   (owned): when
 * reached  of each piece, how long those before it are
 */
struct _LaminaIdleTime
{
  GArray *pieces;
  gint64 *reached;
};

/* Takes @pieces over. */
LaminaIdleTime *
lamina_idle_time_new (GArray *pieces)
{
  LaminaIdleTime *self = g_new0 (LaminaIdleTime, 1);
  gint64 sum = 0;

  self->pieces = pieces;
  self->reached = g_new (gint64, MAX (pieces->len, 1));
  for (guint i = 0; i < pieces->len; i++)
    {
      const LaminaPiece *piece = lamina_pieces_get (pieces, i);

      self->reached[i] = sum;
      sum = lamina_add_saturating (sum, piece->end - piece->start);
    }
  return self;
}

void
lamina_idle_time_free (LaminaIdleTime *self)
{
  g_array_unref (self->pieces);
  g_free (self->reached);
  g_free (self);
}

/* How much of it lies before a moment. */
static gint64
add_up_to (const LaminaIdleTime *self,
           gint64                time)
{
  guint i = lamina_pieces_find (self->pieces, time);
  const LaminaPiece *piece;

  if (i < self->pieces->len)
    {
      piece = lamina_pieces_get (self->pieces, i);
      return self->reached[i] + MAX (time - piece->start, 0);
    }
  if (i == 0)
    return 0;
  piece = lamina_pieces_get (self->pieces, i - 1);
  return self->reached[i - 1] + (piece->end - piece->start);
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
  guint i = self != NULL ? lamina_pieces_find (self->pieces, end) : 0;
  gint64 found = i > 0 ? lamina_pieces_get (self->pieces, i - 1)->end : LAMINA_ABSENT;

  return found > start ? found : LAMINA_ABSENT;
}
