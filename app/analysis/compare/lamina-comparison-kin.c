/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <string.h>

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

guint64
lamina_sequence_hash_work (LaminaSequence *sequence,
                           guint           position,
                           gboolean        first_two,
                           gboolean       *has_shapes)
{
  const LaminaLayers *layers = sequence->layers;
  guint32 row = sequence->rows[position];
  guint64 hash = lamina_hash_mix (layers->family[row], first_two);
  guint most = first_two ? 2 : G_MAXUINT;
  guint32 output = lamina_layers_first_output (layers, row);
  guint n;

  if (layers->family[row] == LAMINA_FAMILY_OTHER)
    return 0;
  n = hash_shapes (sequence, layers->inputs + layers->first_input[row], layers->first_input[row + 1] - layers->first_input[row],
                   most, &hash);
  hash = lamina_hash_mix (hash, n);
  if (!first_two)
    n += hash_shapes (sequence, layers->outputs + output, lamina_layers_first_output (layers, row + 1) - output, most, &hash);
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
      guint64 work = kin != LAMINA_NONE ? lamina_sequence_hash_work (sequence, i, first_two, &has_shapes) : 0;

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

  lamina_sequence_hash_work (a, self->items[first].row, FALSE, &has_shapes);
  if (middle == end || (!has_shapes && end - first != 2))
    return FALSE;
  for (guint k = 0; first + k < middle && middle + k < end; k++)
    lamina_sequences_pair (a, self->items[first + k].row, b, self->items[middle + k].row - a->n, LAMINA_PAIR_BY_FAMILY);
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

gboolean
lamina_sequences_match_kin (LaminaSequence *a,
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
