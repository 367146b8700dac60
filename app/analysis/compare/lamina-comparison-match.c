/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <string.h>

/* The steps by which layers find each other; lamina-comparison.h says which they are. */

void
lamina_sequences_pair (LaminaSequence  *a,
                       guint            i,
                       LaminaSequence  *b,
                       guint            j,
                       LaminaPairBasis  basis)
{
  a->mate[i] = j;
  b->mate[j] = i;
  a->basis[i] = b->basis[j] = (guint8) basis;
}

void
lamina_sequences_join (LaminaSequence *one,
                       guint           position,
                       LaminaSequence *several,
                       const guint32  *others,
                       guint           n)
{
  one->mate[position] = others[0];
  one->basis[position] = LAMINA_PAIR_BY_PARTS;
  for (guint i = 0; i < n; i++)
    {
      several->mate[others[i]] = position;
      several->basis[others[i]] = LAMINA_PAIR_BY_PARTS;
    }
}

/* Room for all positions of both sides, and as much to sort them in: to ask for it anew at each step takes long. */
typedef struct
{
  LaminaOrderItem *items;
  LaminaOrderItem *scratch;
} Room;

static void
room_clear (Room *self)
{
  g_clear_pointer (&self->items, g_free);
  g_clear_pointer (&self->scratch, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Room, room_clear)

/* Positions of both sides by a hash: equal hashes stand together, those of A before those of B, each side in order. */
typedef struct
{
  LaminaOrderItem *items;
  guint n;
  guint n_a;      /* a row from here on is one of B */
} Buckets;

typedef guint64 (*HashFunc) (LaminaSequence *sequence,
                             guint           position,
                             guint           data);

static guint64
get_likeness (LaminaSequence *sequence,
              guint           position,
              guint           likeness)
{
  return sequence->likeness[likeness][position];
}

/* What a layer without a parent does; where that says nothing, what no other has. */
static guint64
get_work (LaminaSequence *sequence,
          guint           position,
          guint           data)
{
  gboolean has_shapes = FALSE;
  guint64 work = lamina_column_row (sequence->layers->parent, sequence->rows[position]) == LAMINA_NONE
                 ? lamina_sequence_hash_work (sequence, position, FALSE, &has_shapes) : 0;

  return has_shapes ? work : lamina_hash_mix ((guintptr) sequence, position);
}

static guint64
get_key_hash (LaminaSequence *sequence,
              guint           position,
              guint           data)
{
  return lamina_hashes_get_string (&sequence->hashes, lamina_sequence_get_key (sequence, position));
}

static guint64
get_name_hash (LaminaSequence *sequence,
               guint           position,
               guint           data)
{
  guint32 row = sequence->rows[position];

  return lamina_hash_mix (lamina_hashes_get_string (&sequence->hashes, lamina_column_id (sequence->layers->name, row)),
                          lamina_hashes_get_string (&sequence->hashes, lamina_column_id (sequence->layers->type, row)));
}

/* Of what has no partner yet. FALSE when cancelled. */
static gboolean
buckets_init (Buckets        *self,
              const Room     *room,
              LaminaSequence *a,
              LaminaSequence *b,
              HashFunc        hash,
              guint           data,
              GCancellable   *cancellable)
{
  *self = (Buckets) { .items = room->items, .n_a = a->n };
  for (guint i = 0; i < a->n; i++)
    if (a->mate[i] == LAMINA_NONE)
      self->items[self->n++] = (LaminaOrderItem) { hash (a, i, data), i };
  for (guint i = 0; i < b->n; i++)
    if (b->mate[i] == LAMINA_NONE)
      self->items[self->n++] = (LaminaOrderItem) { hash (b, i, data), a->n + i };
  return lamina_order_group (self->items, room->scratch, self->n, cancellable);
}

/* The bucket that begins at @first: where those of B begin, and its end. */
static guint
buckets_measure (const Buckets *self,
                 guint          first,
                 guint         *end)
{
  guint middle = first;

  while (middle < self->n && self->items[middle].key == self->items[first].key && self->items[middle].row < self->n_a)
    middle++;
  *end = middle;
  while (*end < self->n && self->items[*end].key == self->items[first].key)
    ++*end;
  return middle;
}

/* A number at the end of a name is often the tool's own count and differs from file to file. */
static gboolean
is_numbered (LaminaSequence *sequence,
             guint           position)
{
  guint32 name = lamina_column_id (sequence->layers->name, sequence->rows[position]);

  return lamina_hashes_get_stem (&sequence->hashes, name) != lamina_hashes_get_string (&sequence->hashes, name);
}

static gboolean
may_share_key (LaminaSequence *a,
               guint           i,
               LaminaSequence *b,
               guint           j)
{
  return a->likeness[LAMINA_LIKENESS_SHAPES][i] == b->likeness[LAMINA_LIKENESS_SHAPES][j] || !is_numbered (a, i);
}

static gboolean
match_unique (const Room     *room,
              LaminaSequence *a,
              LaminaSequence *b,
              HashFunc        hash,
              gboolean        is_strict,
              GCancellable   *cancellable)
{
  Buckets buckets;
  guint end;

  if (!buckets_init (&buckets, room, a, b, hash, 0, cancellable))
    return FALSE;
  for (guint first = 0; first < buckets.n; first = end)
    {
      guint middle = buckets_measure (&buckets, first, &end);
      guint i = buckets.items[first].row;

      if (middle == first + 1 && end == middle + 1 &&
          (!is_strict || may_share_key (a, i, b, buckets.items[middle].row - a->n)))
        lamina_sequences_pair (a, i, b, buckets.items[middle].row - a->n, LAMINA_PAIR_BY_NAME);
    }
  return TRUE;
}

/* The first of A with the first of B, and so on. */
static gboolean
match_moved (const Room     *room,
             LaminaSequence *a,
             LaminaSequence *b,
             LaminaLikeness  likeness,
             GCancellable   *cancellable)
{
  Buckets buckets;
  guint end;

  if (!buckets_init (&buckets, room, a, b, get_likeness, likeness, cancellable))
    return FALSE;
  for (guint first = 0; first < buckets.n; first = end)
    {
      guint middle = buckets_measure (&buckets, first, &end);

      for (guint k = 0; first + k < middle && middle + k < end; k++)
        lamina_sequences_pair (a, buckets.items[first + k].row, b, buckets.items[middle + k].row - a->n,
                               LAMINA_PAIR_BY_SHAPE);
    }
  return TRUE;
}

/* What takes part in an alignment: positions with their tokens. */
typedef struct
{
  guint32 *tokens;
  guint32 *positions;
  guint n;
} Lane;

static void
lane_clear (Lane *self)
{
  g_clear_pointer (&self->tokens, g_free);
  g_clear_pointer (&self->positions, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lane, lane_clear)

/* A pair that stands beside something without a partner, on either side, holds the order. */
static gboolean
is_beside_gap (const LaminaSequence *self,
               guint                 position)
{
  return (position > 0 && self->mate[position - 1] == LAMINA_NONE) ||
         (position + 1 < self->n && self->mate[position + 1] == LAMINA_NONE);
}

static gboolean
is_anchor (const LaminaSequence *a,
           guint                 i,
           const LaminaSequence *b)
{
  return b->mate[a->mate[i]] == i && (is_beside_gap (a, i) || is_beside_gap (b, a->mate[i]));
}

/*
 * Tokens for both sides: each bucket with both sides has one, each anchor has its own. Others can't be paired and are
 * left out, which is what makes two files that have little in common fast. Returns the number of tokens.
 */
static guint
fill_lanes (LaminaSequence *a,
            LaminaSequence *b,
            const Buckets  *buckets,
            Lane           *lane_a,
            Lane           *lane_b)
{
  g_autofree guint32 *tokens = g_new (guint32, (gsize) a->n + b->n + 1);
  guint n_tokens = 0, end;

  memset (tokens, 0xff, ((gsize) a->n + b->n) * sizeof *tokens);
  for (guint first = 0; first < buckets->n; first = end)
    {
      guint middle = buckets_measure (buckets, first, &end);

      for (guint k = first; middle > first && end > middle && k < end; k++)
        tokens[buckets->items[k].row] = n_tokens;
      n_tokens += middle > first && end > middle;
    }
  for (guint i = 0; i < a->n; i++)
    if (a->mate[i] != LAMINA_NONE && is_anchor (a, i, b))
      tokens[i] = tokens[a->n + a->mate[i]] = n_tokens++;
  for (guint i = 0; i < a->n + b->n; i++)
    if (tokens[i] != LAMINA_NONE)
      {
        Lane *lane = i < a->n ? lane_a : lane_b;

        lane->tokens[lane->n] = tokens[i];
        lane->positions[lane->n++] = i < a->n ? i : i - a->n;
      }
  return n_tokens;
}

static gboolean
match_in_order (const Room     *room,
                LaminaSequence *a,
                LaminaSequence *b,
                HashFunc        hash,
                guint           data,
                LaminaPairBasis basis,
                GCancellable   *cancellable)
{
  Buckets buckets;
  g_auto (Lane) lane_a = { g_new (guint32, MAX (a->n, 1)), g_new (guint32, MAX (a->n, 1)), 0 };
  g_auto (Lane) lane_b = { g_new (guint32, MAX (b->n, 1)), g_new (guint32, MAX (b->n, 1)), 0 };
  g_autofree guint32 *pairs = g_new (guint32, MAX (a->n, 1));
  guint n_tokens;

  if (!buckets_init (&buckets, room, a, b, hash, data, cancellable))
    return FALSE;
  n_tokens = fill_lanes (a, b, &buckets, &lane_a, &lane_b);
  if (!lamina_align (lane_a.tokens, lane_a.n, lane_b.tokens, lane_b.n, n_tokens, pairs, cancellable))
    return FALSE;
  for (guint i = 0; i < lane_a.n; i++)
    if (pairs[i] != LAMINA_NONE && a->mate[lane_a.positions[i]] == LAMINA_NONE)
      lamina_sequences_pair (a, lane_a.positions[i], b, lane_b.positions[pairs[i]], basis);
  return TRUE;
}

static gboolean
is_done (const LaminaSequence *self)
{
  return self->n == 0 || memchr (self->basis, LAMINA_PAIR_BY_NOTHING, self->n) == NULL;
}

gboolean
lamina_sequences_match (LaminaSequence *a,
                        LaminaSequence *b,
                        GCancellable   *cancellable)
{
  gsize most = (gsize) a->n + b->n + 1;
  g_auto (Room) room = { g_new (LaminaOrderItem, most), g_new (LaminaOrderItem, most) };

  if (!match_unique (&room, a, b, get_key_hash, TRUE, cancellable))
    return FALSE;
  lamina_sequences_match_parts (a, b);
  for (guint i = 0; i < LAMINA_N_LIKENESSES && !is_done (a) && !is_done (b); i++)
    if (!match_in_order (&room, a, b, get_likeness, i, LAMINA_PAIR_BY_ORDER, cancellable))
      return FALSE;
  if (!is_done (a) && !is_done (b))
    lamina_sequences_match_words (a, b);
  if (!is_done (a) && !is_done (b) && !lamina_sequences_match_kin (a, b, cancellable))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_LIKENESSES && !is_done (a) && !is_done (b); i++)
    if (!match_moved (&room, a, b, (LaminaLikeness) i, cancellable))
      return FALSE;
  if (!is_done (a) && !is_done (b) && !match_unique (&room, a, b, get_name_hash, FALSE, cancellable))
    return FALSE;
  return is_done (a) || is_done (b)
         || (match_in_order (&room, a, b, get_work, 0, LAMINA_PAIR_BY_FAMILY, cancellable)
             && lamina_sequences_match_kin (a, b, cancellable));
}
