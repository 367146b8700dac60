/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pieces.h"

#include "lamina-order-rows.h"
#include "lamina-range-load.h"

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

/* What is asked of the slices of a track, on its clock. */
typedef struct
{
  LaminaClockRange range;
  gint64 offset;
  LaminaPieceFunc func;
  gpointer data;
  GCancellable *cancellable;
} Query;

/* NULL where none of its slices is chosen: a track may have as many lanes as slices. */
static GArray *
new_lane (LaminaRun   *run,
          guint32      track,
          guint        lane,
          const Query *query)
{
  LaminaTrack *self = lamina_run_get_track (run, track);
  const LaminaSlices *slices = lamina_track_get_slices (self);
  GArray *pieces = NULL;
  guint first, end = lamina_range_find_slices (self, lane, &query->range, &first);

  for (guint i = first; i < end; i++)
    {
      LaminaPiece piece = { .first = { track, i }, .last = { track, i } };

      if (lamina_order_is_cancelled (query->cancellable, i))
        break;
      if (!query->func (slices, i, query->data))
        continue;
      pieces = pieces != NULL ? pieces : new_pieces ();
      piece.start = lamina_add_saturating (MAX (slices->start[i], query->range.start), query->offset);
      piece.end = lamina_add_saturating (MIN (slices->start[i] + slices->duration[i], query->range.end), query->offset);
      append_piece (pieces, &piece);
    }
  return pieces;
}

static GArray *
new_lanes (LaminaRun   *run,
           guint        track,
           const Query *query)
{
  guint n = lamina_track_get_slices (lamina_run_get_track (run, track))->n_lanes;
  g_autoptr (GPtrArray) lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint lane = 0; lane < n; lane++)
    {
      GArray *pieces = new_lane (run, track, lane, query);

      if (pieces != NULL)
        g_ptr_array_add (lanes, pieces);
    }
  if (g_cancellable_is_cancelled (query->cancellable))
    return NULL;
  return lamina_pieces_unite ((GArray **) lanes->pdata, lanes->len);
}

static gint64
get_offset (LaminaRun      *run,
            LaminaTimebase *timebase,
            guint           track)
{
  return lamina_timebase_get_offset (timebase, lamina_track_get_info (lamina_run_get_track (run, track))->clock);
}

GArray *
lamina_pieces_new_range (LaminaRun       *run,
                         LaminaTimebase  *timebase,
                         guint            track,
                         gint64           start,
                         gint64           end,
                         LaminaPieceFunc  func,
                         gpointer         data,
                         GCancellable    *cancellable)
{
  gint64 offset = get_offset (run, timebase, track);
  Query query = { lamina_clock_range (start, end, offset), offset, func, data, cancellable };

  return new_lanes (run, track, &query);
}

GArray *
lamina_pieces_new_track (LaminaRun       *run,
                         LaminaTimebase  *timebase,
                         guint            track,
                         LaminaPieceFunc  func,
                         gpointer         data,
                         GCancellable    *cancellable)
{
  Query query = { { -G_MAXINT64, G_MAXINT64 }, get_offset (run, timebase, track), func, data, cancellable };

  return new_lanes (run, track, &query);
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

gint64
lamina_pieces_add_up (const GArray *pieces)
{
  gint64 sum = 0;

  for (guint i = 0; i < pieces->len; i++)
    sum = lamina_number_add (sum, lamina_pieces_get (pieces, i)->end - lamina_pieces_get (pieces, i)->start);
  return sum;
}

struct _LaminaPieceSums
{
  guint n;
  gint64 *start;
  gint64 *reached; /* of each, how long those before it are; behind the last, how long all of them are */
};

LaminaPieceSums *
lamina_piece_sums_new (const GArray *pieces)
{
  LaminaPieceSums *self = g_new0 (LaminaPieceSums, 1);

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
lamina_piece_sums_free (LaminaPieceSums *self)
{
  if (self == NULL)
    return;
  g_free (self->start);
  g_free (self->reached);
  g_free (self);
}

static gint64
get_end (const LaminaPieceSums *self,
         guint                  i)
{
  return lamina_add_saturating (self->start[i], self->reached[i + 1] - self->reached[i]);
}

/* The first stretch that ends after a moment. */
static guint
find (const LaminaPieceSums *self,
      gint64                 time)
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
add_up_to (const LaminaPieceSums *self,
           gint64                 time)
{
  guint i = find (self, time);

  return self->reached[i] + (i < self->n ? MAX (time - self->start[i], 0) : 0);
}

gint64
lamina_piece_sums_measure (const LaminaPieceSums *self,
                           gint64                 start,
                           gint64                 end)
{
  return self != NULL && end > start ? add_up_to (self, end) - add_up_to (self, start) : 0;
}

gint64
lamina_piece_sums_find_end (const LaminaPieceSums *self,
                            gint64                 start,
                            gint64                 end)
{
  guint i = self != NULL ? find (self, end) : 0;
  gint64 found = i > 0 ? get_end (self, i - 1) : LAMINA_ABSENT;

  return found > start ? found : LAMINA_ABSENT;
}
