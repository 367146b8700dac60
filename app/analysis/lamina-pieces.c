/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pieces-private.h"

#include "lamina-order-private.h"

static GArray *
new_pieces (void)
{
  return g_array_new (FALSE, FALSE, sizeof (LaminaPiece));
}

/* Adds a stretch that starts no earlier than all before it. */
static void
append_piece (GArray            *pieces,
              const LaminaPiece *piece)
{
  LaminaPiece *last = pieces->len > 0 ? &g_array_index (pieces, LaminaPiece, pieces->len - 1) : NULL;

  if (piece->end <= piece->start)
    return;
  if (last == NULL || piece->start > last->end)
    g_array_append_val (pieces, *piece);
  else if (piece->end > last->end)
    {
      last->end = piece->end;
      last->last = piece->last;
    }
}

static GArray *
new_lane (const LaminaSlices *slices,
          guint32             track,
          guint               lane,
          gint64              offset,
          LaminaPieceFunc     func,
          gpointer            data,
          GCancellable       *cancellable)
{
  GArray *pieces = new_pieces ();

  for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
    {
      LaminaPiece piece = { .first = { track, i }, .last = { track, i } };

      if (lamina_order_is_cancelled (cancellable, i))
        break;
      if (!func (slices, i, data))
        continue;
      piece.start = lamina_pieces_place (slices->start[i], offset);
      piece.end = lamina_pieces_place (slices->start[i] + slices->duration[i], offset);
      append_piece (pieces, &piece);
    }
  return pieces;
}

GArray *
lamina_pieces_new_track (LaminaRun       *run,
                         LaminaTimebase  *timebase,
                         guint            track,
                         LaminaPieceFunc  func,
                         gpointer         data,
                         GCancellable    *cancellable)
{
  LaminaTrack *self = lamina_run_get_track (run, track);
  const LaminaSlices *slices = lamina_track_get_slices (self);
  gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (self));
  g_autoptr (GPtrArray) lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    g_ptr_array_add (lanes, new_lane (slices, track, lane, offset, func, data, cancellable));
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  return lamina_pieces_unite ((GArray **) lanes->pdata, lanes->len);
}

static GArray *
unite_two (const GArray *a,
           const GArray *b)
{
  GArray *pieces = new_pieces ();
  guint i = 0, k = 0;

  while (i < a->len || k < b->len)
    {
      gboolean is_a = k == b->len || (i < a->len && lamina_pieces_get (a, i)->start <= lamina_pieces_get (b, k)->start);

      append_piece (pieces, is_a ? lamina_pieces_get (a, i++) : lamina_pieces_get (b, k++));
    }
  return pieces;
}

/* By halves, so that each stretch is moved as often as there are halvings, not as there are sets. */
GArray *
lamina_pieces_unite (GArray **sets,
                     guint    n)
{
  g_autoptr (GArray) a = NULL;
  g_autoptr (GArray) b = NULL;

  if (n == 0)
    return new_pieces ();
  if (n == 1)
    return g_array_ref (sets[0]);
  a = lamina_pieces_unite (sets, n / 2);
  b = lamina_pieces_unite (sets + n / 2, n - n / 2);
  return unite_two (a, b);
}

GArray *
lamina_pieces_subtract (const GArray *a,
                        const GArray *b)
{
  GArray *pieces = new_pieces ();
  guint k = 0;

  for (guint i = 0; i < a->len; i++)
    {
      LaminaPiece rest = *lamina_pieces_get (a, i);

      while (k < b->len && lamina_pieces_get (b, k)->end <= rest.start)
        k++;
      for (guint m = k; m < b->len && lamina_pieces_get (b, m)->start < rest.end; m++)
        {
          const LaminaPiece *hole = lamina_pieces_get (b, m);
          LaminaPiece before = rest;

          before.end = hole->start;
          append_piece (pieces, &before);
          rest.start = MAX (rest.start, hole->end);
        }
      append_piece (pieces, &rest);
    }
  return pieces;
}

/* The first piece that ends after a time. */
static guint
find_piece (const GArray *pieces,
            gint64        time)
{
  guint low = 0, high = pieces->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (lamina_pieces_get (pieces, middle)->end > time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

GArray *
lamina_pieces_clip (const GArray *pieces,
                    gint64        start,
                    gint64        end)
{
  GArray *clipped = new_pieces ();

  for (guint i = find_piece (pieces, start); i < pieces->len; i++)
    {
      LaminaPiece piece = *lamina_pieces_get (pieces, i);

      if (piece.start >= end)
        break;
      piece.start = MAX (piece.start, start);
      piece.end = MIN (piece.end, end);
      append_piece (clipped, &piece);
    }
  return clipped;
}

gboolean
lamina_pieces_touch (const GArray *pieces,
                     gint64        start,
                     gint64        end)
{
  guint i = find_piece (pieces, start);

  return i < pieces->len && lamina_pieces_get (pieces, i)->start < end;
}
