/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sequence-private.h"

/*
 * Boxes of two lists are divided until nothing is left to pair. What is equal at either end of a box is paired at once.
 * Then tokens that stand once on both sides of the box are its anchors: the longest of their rising sequences is paired
 * and the gaps between become boxes (patience sorting). Without such tokens the box is divided where the shortest edit
 * script of Myers passes its middle; when that needs more than MAX_COST steps, where the search has come farthest. All
 * of it takes memory in proportion to the lists, and the stack of boxes no more, for boxes never overlap.
 *
 * What stands more than once in a box seldom stands once in most of it: parts of a box without anchors are looked at
 * again when they are half as large, so that no place is looked at more often than the size can be halved.
 */

#define MAX_COST 64
#define MAX_DEPTH 40

typedef struct
{
  guint a;
  guint a_end;
  guint b;
  guint b_end;
  guint depth;    /* how many boxes with anchors it lies in */
  guint most;     /* of how many places together there may be anchors */
} Box;

typedef struct
{
  guint32 place_a;
  guint32 place_b;
} Anchor;

typedef struct
{
  const guint32 *a;
  const guint32 *b;
  guint32 *pairs;
  guint8 *count_a;        /* by token, 2 for more than one; 0 between boxes */
  guint8 *count_b;
  guint32 *place_b;       /* by token */
  Anchor *anchors;
  guint32 *piles;         /* anchors on top of each pile */
  guint32 *below;         /* for each anchor the one that it rests on */
  gint *forward;          /* by diagonal */
  gint *backward;
  GArray *boxes;
  GCancellable *cancellable;
} Align;

/* The tokens that stand once on both sides, in the order of A. */
static guint
find_anchors (Align     *self,
              const Box *box)
{
  guint n = 0;

  for (guint i = box->a; i < box->a_end; i++)
    self->count_a[self->a[i]] = (guint8) MIN (self->count_a[self->a[i]] + 1, 2);
  for (guint i = box->b; i < box->b_end; i++)
    {
      self->count_b[self->b[i]] = (guint8) MIN (self->count_b[self->b[i]] + 1, 2);
      self->place_b[self->b[i]] = i;
    }
  for (guint i = box->a; i < box->a_end; i++)
    if (self->count_a[self->a[i]] == 1 && self->count_b[self->a[i]] == 1)
      self->anchors[n++] = (Anchor) { i, self->place_b[self->a[i]] };
  for (guint i = box->a; i < box->a_end; i++)
    self->count_a[self->a[i]] = 0;
  for (guint i = box->b; i < box->b_end; i++)
    self->count_b[self->b[i]] = 0;
  return n;
}

/* Keeps the longest sequence of anchors that rises on both sides, at the front. Returns its length. */
static guint
keep_rising (Align *self,
             guint  n)
{
  guint n_piles = 0;
  guint32 top;

  for (guint i = 0; i < n; i++)
    {
      guint low = 0, high = n_piles;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (self->anchors[self->piles[middle]].place_b < self->anchors[i].place_b)
            low = middle + 1;
          else
            high = middle;
        }
      self->below[i] = low > 0 ? self->piles[low - 1] : LAMINA_NONE;
      self->piles[low] = i;
      n_piles = MAX (n_piles, low + 1);
    }
  top = self->piles[n_piles - 1];
  /*
   * The piles are no longer needed and take the chosen anchors, last first; those rise, so moving them forward is safe.
   */
  for (guint i = n_piles; i-- > 0; top = self->below[top])
    self->piles[i] = top;
  for (guint i = 0; i < n_piles; i++)
    self->anchors[i] = self->anchors[self->piles[i]];
  return n_piles;
}

static void
push (Align *self,
      guint  a,
      guint  a_end,
      guint  b,
      guint  b_end,
      guint  depth,
      guint  most)
{
  Box box = { a, a_end, b, b_end, depth, most };

  if (a < a_end && b < b_end)
    g_array_append_val (self->boxes, box);
}

static guint
measure (const Box *box)
{
  return box->a_end - box->a + (box->b_end - box->b);
}

static gboolean
divide_at_anchors (Align *self,
                   Box   *box)
{
  gboolean is_worth_it = box->depth < MAX_DEPTH && measure (box) <= box->most;
  guint n = is_worth_it ? find_anchors (self, box) : 0;
  guint a = box->a, b = box->b;

  if (n == 0 && is_worth_it)
    box->most = measure (box) / 2;
  if (n == 0)
    return FALSE;
  n = keep_rising (self, n);
  for (guint i = 0; i < n; i++)
    {
      const Anchor *anchor = &self->anchors[i];

      self->pairs[anchor->place_a] = anchor->place_b;
      push (self, a, anchor->place_a, b, anchor->place_b, box->depth + 1, G_MAXUINT);
      a = anchor->place_a + 1;
      b = anchor->place_b + 1;
    }
  push (self, a, box->a_end, b, box->b_end, box->depth + 1, G_MAXUINT);
  return TRUE;
}

/* The diagonals on which a search stands. Diagonal d holds the places with a - b = d. */
typedef struct
{
  gint min;
  gint max;
} Front;

/* A diagonal more at each side where there is one, which the search has not come to; else one less. */
static void
widen (const Box *box,
       Front     *front,
       gint      *reached,
       gint       unreached)
{
  if (front->min > (gint) box->a - (gint) box->b_end)
    reached[--front->min - 1] = unreached;
  else
    front->min++;
  if (front->max < (gint) box->a_end - (gint) box->b)
    reached[++front->max + 1] = unreached;
  else
    front->max--;
}

/* One more step from the front of the box on. TRUE when it meets the other search, at *a and *b. */
static gboolean
step_forward (Align       *self,
              const Box   *box,
              Front       *front,
              const Front *other,
              gboolean     is_odd,
              gint        *a,
              gint        *b)
{
  widen (box, front, self->forward, -1);
  for (gint d = front->max; d >= front->min; d -= 2)
    {
      gint down = self->forward[d + 1], right = self->forward[d - 1];
      gint x = down > right ? down : right + 1;
      gint y = x - d;

      for (; x < (gint) box->a_end && y < (gint) box->b_end && self->a[x] == self->b[y]; y++)
        x++;
      self->forward[d] = x;
      if (is_odd && other->min <= d && d <= other->max && self->backward[d] <= x)
        {
          *a = x;
          *b = y;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
step_backward (Align       *self,
               const Box   *box,
               Front       *front,
               const Front *other,
               gboolean     is_odd,
               gint        *a,
               gint        *b)
{
  widen (box, front, self->backward, G_MAXINT);
  for (gint d = front->max; d >= front->min; d -= 2)
    {
      gint up = self->backward[d - 1], left = self->backward[d + 1];
      gint x = up < left ? up : left - 1;
      gint y = x - d;

      for (; x > (gint) box->a && y > (gint) box->b && self->a[x - 1] == self->b[y - 1]; y--)
        x--;
      self->backward[d] = x;
      if (!is_odd && other->min <= d && d <= other->max && x <= self->forward[d])
        {
          *a = x;
          *b = y;
          return TRUE;
        }
    }
  return FALSE;
}

/* The farthest place that the search from the front has reached. */
static void
give_up (Align       *self,
         const Box   *box,
         const Front *front,
         gint        *a,
         gint        *b)
{
  gint best = -1;

  for (gint d = front->max; d >= front->min; d -= 2)
    {
      gint x = MIN (self->forward[d], (gint) box->a_end), y = x - d;

      if (y > (gint) box->b_end)
        {
          y = (gint) box->b_end;
          x = y + d;
        }
      if (x >= (gint) box->a && y >= (gint) box->b && x + y > best)
        {
          best = x + y;
          *a = x;
          *b = y;
        }
    }
}

static void
divide_by_search (Align     *self,
                  const Box *box)
{
  gint start = (gint) box->a - (gint) box->b, end = (gint) box->a_end - (gint) box->b_end;
  gboolean is_odd = ((start - end) & 1) != 0;
  Front forward = { start, start }, backward = { end, end };
  gint a = (gint) box->a, b = (gint) box->b;
  gboolean found = FALSE;

  self->forward[start] = a;
  self->backward[end] = (gint) box->a_end;
  for (guint cost = 0; cost < MAX_COST && !found; cost++)
    found = step_forward (self, box, &forward, &backward, is_odd, &a, &b) ||
            step_backward (self, box, &backward, &forward, is_odd, &a, &b);
  if (!found)
    give_up (self, box, &forward, &a, &b);
  /* A corner divides nothing. */
  if (((guint) a == box->a && (guint) b == box->b) || ((guint) a == box->a_end && (guint) b == box->b_end))
    return;
  push (self, box->a, (guint) a, box->b, (guint) b, box->depth, box->most);
  push (self, (guint) a, box->a_end, (guint) b, box->b_end, box->depth, box->most);
}

gboolean
lamina_align (const guint32 *a,
              guint          n_a,
              const guint32 *b,
              guint          n_b,
              guint          n_tokens,
              guint32       *pairs,
              GCancellable  *cancellable)
{
  gsize n_diagonals = (gsize) n_a + n_b + 5;
  g_autofree guint8 *counts = g_new0 (guint8, 2 * (gsize) n_tokens + 1);
  g_autofree guint32 *place_b = g_new (guint32, (gsize) n_tokens + 1);
  g_autofree Anchor *anchors = g_new (Anchor, MAX (n_a, 1));
  g_autofree guint32 *piles = g_new (guint32, MAX (n_a, 1));
  g_autofree guint32 *below = g_new (guint32, MAX (n_a, 1));
  g_autofree gint *fronts = g_new (gint, 2 * n_diagonals);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (Box));
  Align self = {
    .a = a, .b = b, .pairs = pairs, .count_a = counts, .count_b = counts + n_tokens, .place_b = place_b,
    .anchors = anchors, .piles = piles, .below = below, .forward = fronts + n_b + 2,
    .backward = fronts + n_diagonals + n_b + 2, .boxes = boxes, .cancellable = cancellable,
  };

  for (guint i = 0; i < n_a; i++)
    pairs[i] = LAMINA_NONE;
  push (&self, 0, n_a, 0, n_b, 0, G_MAXUINT);
  for (guint turn = 1; boxes->len > 0; turn++)
    {
      Box box = g_array_index (boxes, Box, boxes->len - 1);

      if (turn % 256 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      g_array_set_size (boxes, boxes->len - 1);
      while (box.a < box.a_end && box.b < box.b_end && a[box.a] == b[box.b])
        pairs[box.a++] = box.b++;
      while (box.a < box.a_end && box.b < box.b_end && a[box.a_end - 1] == b[box.b_end - 1])
        pairs[--box.a_end] = --box.b_end;
      if (box.a < box.a_end && box.b < box.b_end && !divide_at_anchors (&self, &box))
        divide_by_search (&self, &box);
    }
  return TRUE;
}
