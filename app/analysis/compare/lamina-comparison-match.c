/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sequence-private.h"

#include "lamina-order-rows.h"

#include <string.h>

static guint64 sequence_hash_work (LaminaSequence *sequence,
                                   guint           position,
                                   gboolean        first_two,
                                   gboolean       *has_shapes);

static gboolean match_kin (LaminaSequence *a,
                           LaminaSequence *b,
                           GCancellable   *cancellable);

/* The steps by which layers find each other; lamina-comparison.h says which they are. */

/* Makes a pair of two positions that have no partner. */
static void
sequences_pair (LaminaSequence  *a,
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
                 ? sequence_hash_work (sequence, position, FALSE, &has_shapes) : 0;

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
may_share_key (LaminaSequence *a,
               guint           i,
               LaminaSequence *b,
               guint           j)
{
  guint32 name = lamina_column_id (a->layers->name, a->rows[i]);

  return a->likeness[LAMINA_LIKENESS_SHAPES][i] == b->likeness[LAMINA_LIKENESS_SHAPES][j]
         || lamina_hashes_get_stem (&a->hashes, name) == lamina_hashes_get_string (&a->hashes, name);
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
        sequences_pair (a, i, b, buckets.items[middle].row - a->n, LAMINA_PAIR_BY_NAME);
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
        sequences_pair (a, buckets.items[first + k].row, b, buckets.items[middle + k].row - a->n,
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
      sequences_pair (a, lane_a.positions[i], b, lane_b.positions[pairs[i]], basis);
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
  if (!is_done (a) && !is_done (b) && !match_kin (a, b, cancellable))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_LIKENESSES && !is_done (a) && !is_done (b); i++)
    if (!match_moved (&room, a, b, (LaminaLikeness) i, cancellable))
      return FALSE;
  if (!is_done (a) && !is_done (b) && !match_unique (&room, a, b, get_name_hash, FALSE, cancellable))
    return FALSE;
  return is_done (a) || is_done (b)
         || (match_in_order (&room, a, b, get_work, 0, LAMINA_PAIR_BY_FAMILY, cancellable)
             && match_kin (a, b, cancellable));
}

/*
 * Layers that do the same work under different names: what runs below two layers of one pair is of one family and has the same
 * shapes, as a convolution of cuDNN and one of MIOpen, or two ways to compute attention. Direct children of a pair are asked
 * first, pair by pair downwards, then those whose nearest ancestors with a partner are a pair: between them one side may have
 * layers that the other has not.
 */

/* Ancestors are not looked for higher up. */
#define MAX_HEIGHT 64
/* Each turn goes one level further down. */
#define MAX_TURNS 32

typedef struct
{
  LaminaSequence *sides[2];
  guint32 *position[2];       /* by layer; LAMINA_NONE for one of another section */
  LaminaOrderItem *items;     /* a row from sides[0]->n on is one of B */
  LaminaOrderItem *scratch;
  GCancellable *cancellable;
} Kin;

static void
kin_clear (Kin *self)
{
  g_free (self->position[0]);
  g_free (self->position[1]);
  g_free (self->items);
  g_free (self->scratch);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Kin, kin_clear)

static guint32 *
dup_positions (const LaminaSequence *sequence)
{
  guint32 *positions = g_new (guint32, MAX (sequence->layers->n, 1));

  memset (positions, 0xff, sequence->layers->n * sizeof *positions);
  for (guint i = 0; i < sequence->n; i++)
    positions[sequence->rows[i]] = i;
  return positions;
}

/* Shapes of tensors alone: scalars are arguments of the library. */
static guint
hash_shapes (LaminaSequence *sequence,
             const guint32  *tensors,
             guint           n,
             guint           most,
             guint64        *hash)
{
  const LaminaTensors *table = lamina_run_get_tensors (sequence->run);
  guint n_known = 0;

  for (guint i = 0; i < n && n_known < most; i++)
    {
      guint32 shape = lamina_column_id (table->shape, tensors[i]);
      guint n_dims = 0;

      if (shape == 0 || (table->role != NULL && table->role[tensors[i]] == LAMINA_ROLE_WORKSPACE))
        continue;
      lamina_run_get_shape (sequence->run, shape, &n_dims);
      if (n_dims == 0)
        continue;
      *hash = lamina_hash_mix (*hash, lamina_hashes_get_shape (&sequence->hashes, shape));
      n_known++;
    }
  return n_known;
}

/*
 * What a layer does: its family and its shapes, those of its first two tensors alone, data and weights, where that is asked
 * for, since arguments beside them differ from library to library. 0 where its family says nothing.
 */
static guint64
sequence_hash_work (LaminaSequence *sequence,
                    guint           position,
                    gboolean        first_two,
                    gboolean       *has_shapes)
{
  const LaminaLayers *layers = sequence->layers;
  guint32 row = sequence->rows[position];
  guint64 hash = lamina_hash_mix (layers->family[row], first_two);
  guint most = first_two ? 2 : G_MAXUINT;
  guint32 output = lamina_column_first (layers->first_output, row);
  guint n;

  if (layers->family[row] == LAMINA_FAMILY_OTHER)
    return 0;
  n = hash_shapes (sequence, layers->inputs + layers->first_input[row], layers->first_input[row + 1] - layers->first_input[row],
                   most, &hash);
  hash = lamina_hash_mix (hash, n);
  if (!first_two)
    n += hash_shapes (sequence, layers->outputs + output, lamina_column_first (layers->first_output, row + 1) - output, most,
                      &hash);
  *has_shapes = n > 0;
  return lamina_hash_mix (hash, n);
}

/* The position of A that is the partner of the parent, or of the nearest ancestor that has one; LAMINA_NONE without it. */
static guint32
find_kin (const Kin *self,
          guint      side,
          guint      position,
          gboolean   is_direct)
{
  const LaminaSequence *sequence = self->sides[side], *other = self->sides[1 - side];
  guint32 row = lamina_column_row (sequence->layers->parent, sequence->rows[position]);

  for (guint height = 0; row != LAMINA_NONE && height < (is_direct ? 1 : MAX_HEIGHT); height++)
    {
      guint32 place = self->position[side][row];
      guint32 mate = place != LAMINA_NONE ? sequence->mate[place] : LAMINA_NONE;

      if (mate != LAMINA_NONE)
        return other->mate[mate] == place ? (side == 0 ? place : mate) : LAMINA_NONE;
      row = lamina_column_row (sequence->layers->parent, row);
    }
  return LAMINA_NONE;
}

static guint
collect (Kin      *self,
         guint     side,
         gboolean  first_two,
         gboolean  is_direct,
         guint     n)
{
  LaminaSequence *sequence = self->sides[side];

  for (guint i = 0; i < sequence->n; i++)
    {
      guint32 kin = sequence->mate[i] == LAMINA_NONE ? find_kin (self, side, i, is_direct) : LAMINA_NONE;
      gboolean has_shapes = FALSE;
      guint64 work = kin != LAMINA_NONE ? sequence_hash_work (sequence, i, first_two, &has_shapes) : 0;

      if (work != 0 && (has_shapes || !first_two))
        self->items[n++] = (LaminaOrderItem) { lamina_hash_mix (work, kin), side == 0 ? i : self->sides[0]->n + i };
    }
  return n;
}

/* The first of A with the first of B, and so on; of what has no shapes only one with one. */
static gboolean
pair_equals (Kin         *self,
             const guint  first,
             const guint  middle,
             const guint  end)
{
  LaminaSequence *a = self->sides[0], *b = self->sides[1];
  gboolean has_shapes = FALSE;

  sequence_hash_work (a, self->items[first].row, FALSE, &has_shapes);
  if (middle == end || (!has_shapes && end - first != 2))
    return FALSE;
  for (guint k = 0; first + k < middle && middle + k < end; k++)
    sequences_pair (a, self->items[first + k].row, b, self->items[middle + k].row - a->n, LAMINA_PAIR_BY_FAMILY);
  return TRUE;
}

/* Whether anything was paired; *cancelled is set when nobody wants it any more. */
static gboolean
match_once (Kin      *self,
            gboolean  first_two,
            gboolean  is_direct,
            gboolean *cancelled)
{
  guint n = collect (self, 0, first_two, is_direct, 0);
  gboolean found = FALSE;

  n = n > 0 ? collect (self, 1, first_two, is_direct, n) : 0;
  if (!lamina_order_group (self->items, self->scratch, n, self->cancellable))
    {
      *cancelled = TRUE;
      return FALSE;
    }
  for (guint first = 0, end; first < n; first = end)
    {
      guint middle = first;

      while (middle < n && self->items[middle].key == self->items[first].key && self->items[middle].row < self->sides[0]->n)
        middle++;
      for (end = middle; end < n && self->items[end].key == self->items[first].key; end++)
        ;
      if (middle > first)
        found |= pair_equals (self, first, middle, end);
    }
  return found;
}

/* Steps of it: by family and shapes below a pair (FALSE when cancelled), by fused parts, and by the words of types of neighbors. */
static gboolean
match_kin (LaminaSequence *a,
           LaminaSequence *b,
           GCancellable   *cancellable)
{
  gsize most = (gsize) a->n + b->n + 1;
  g_auto (Kin) self = { .sides = { a, b }, .cancellable = cancellable };
  gboolean found = a->layers->parent != NULL && b->layers->parent != NULL, cancelled = FALSE;

  if (!found)
    return TRUE;
  self.position[0] = dup_positions (a);
  self.position[1] = dup_positions (b);
  self.items = g_new (LaminaOrderItem, most);
  self.scratch = g_new (LaminaOrderItem, most);
  for (guint turn = 0; found && !cancelled && turn < MAX_TURNS; turn++)
    {
      found = FALSE;
      for (guint i = 0; i < 4 && !found && !cancelled; i++)
        found = match_once (&self, i % 2 == 1, i < 2, &cancelled);
    }
  return !cancelled;
}
