/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sequence-private.h"

#include "lamina-order-rows.h"

#include <string.h>

guint64
lamina_hash_mix (guint64 a,
                 guint64 b)
{
  guint64 mixed = (a ^ (b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (a << 6) + (a >> 2))) *
                  G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);

  return mixed ^ mixed >> 29;
}

/* Never 0, which stands for "not worked out yet". */
static guint64
hash_bytes (const void *bytes,
            gsize       n)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < n; i++)
    hash = (hash ^ ((const guint8 *) bytes)[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  hash = lamina_hash_mix (hash, n);
  return hash != 0 ? hash : 1;
}

static void
raise_to (guint         *max,
          const guint32 *ids,
          guint          n)
{
  for (guint i = 0; ids != NULL && i < n; i++)
    *max = MAX (*max, ids[i]);
}

static void
hashes_init (LaminaHashes *self,
             LaminaRun    *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint string = 0, shape = 0;

  raise_to (&string, layers->name, layers->n);
  raise_to (&string, layers->type, layers->n);
  raise_to (&string, layers->key, layers->n);
  raise_to (&string, tensors->dtype, tensors->n);
  raise_to (&string, layers->parts, layers->first_part != NULL ? layers->first_part[layers->n] : 0);
  raise_to (&shape, tensors->shape, tensors->n);
  *self = (LaminaHashes) { .run = run, .n_strings = string + 1, .n_shapes = shape + 1 };
  self->strings = g_new0 (guint64, (gsize) self->n_strings);
  self->stems = g_new0 (guint64, (gsize) self->n_strings);
  self->shapes = g_new0 (guint64, (gsize) self->n_shapes);
}

void
lamina_hashes_clear (LaminaHashes *self)
{
  g_clear_pointer (&self->strings, g_free);
  g_clear_pointer (&self->stems, g_free);
  g_clear_pointer (&self->shapes, g_free);
}

guint64
lamina_hashes_get_string (LaminaHashes *self,
                          guint32       id)
{
  if (self->strings[id] == 0)
    {
      const char *text = lamina_run_get_string (self->run, id);

      self->strings[id] = hash_bytes (text, strlen (text));
    }
  return self->strings[id];
}

/* The length of a name without the number that a tool gave it: `conv[655]`, `fusion.12`, `relu_3`. */
static gsize
measure_stem (const char *name)
{
  gsize length = strlen (name);
  gsize end = length;

  if (end > 0 && (name[end - 1] == ']' || name[end - 1] == ')'))
    end--;
  if (end == 0 || !g_ascii_isdigit (name[end - 1]))
    return length;
  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  while (end > 0 && strchr ("_.-[( #:", name[end - 1]) != NULL)
    end--;
  return end;
}

guint64
lamina_hashes_get_stem (LaminaHashes *self,
                        guint32       id)
{
  if (self->stems[id] == 0)
    {
      const char *text = lamina_run_get_string (self->run, id);

      self->stems[id] = hash_bytes (text, measure_stem (text));
    }
  return self->stems[id];
}

guint64
lamina_hashes_get_shape (LaminaHashes *self,
                         guint32       id)
{
  guint n;
  const gint64 *dims;

  if (id == 0)
    return 1;
  if (self->shapes[id] == 0)
    {
      dims = lamina_run_get_shape (self->run, id, &n);
      self->shapes[id] = hash_bytes (dims, n * sizeof *dims);
    }
  return self->shapes[id];
}

guint32
lamina_sequence_get_key (const LaminaSequence *self,
                         guint                 position)
{
  guint32 layer = self->rows[position];
  guint32 key = lamina_column_id (self->layers->key, layer);

  return key != 0 ? key : lamina_column_id (self->layers->name, layer);
}

static gboolean
has_order (const LaminaSequence *self)
{
  for (guint i = 0; i < self->n; i++)
    if (lamina_layers_get_order (self->layers, self->rows[i]) != LAMINA_NONE)
      return TRUE;
  return FALSE;
}

/* Sorts by a column of order or tracks, or without one by start; what has none stays last. */
static gboolean
sort_by (LaminaSequence  *self,
         const guint32   *ids,
         LaminaOrderItem *items,
         LaminaOrderItem *scratch,
         GCancellable    *cancellable)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint32 row = self->rows[i];
      gint64 start = ids != NULL ? LAMINA_ABSENT : lamina_run_get_layer_track_start (self->run, row);

      items[i].row = row;
      items[i].key = ids != NULL ? ids[row] : start != LAMINA_ABSENT ? lamina_order_key_integer (start) : G_MAXUINT64;
    }
  if (!lamina_order_sort (items, scratch, self->n, cancellable))
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    self->rows[i] = items[i].row;
  return TRUE;
}

/*
 * The order of execution where the file tells it, which may be that of the layers. Otherwise each track for itself, by
 * start: what runs at once on several tracks has no order that two runs share.
 */
static gboolean
sort_rows (LaminaSequence *self,
           GCancellable   *cancellable)
{
  const LaminaLayers *layers = self->layers;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (self->n, 1));
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, MAX (self->n, 1));

  if (has_order (self))
    return layers->is_in_order || sort_by (self, layers->order, items, scratch, cancellable);
  return sort_by (self, NULL, items, scratch, cancellable) &&
         (layers->track == NULL || sort_by (self, layers->track, items, scratch, cancellable));
}

/* Scratch memory is chosen by the tool, from run to run; it says nothing of what a layer does. */
static void
hash_tensors (LaminaSequence *self,
              const guint32  *tensors,
              guint           n,
              guint64        *shapes,
              guint64        *dtypes,
              gboolean       *known)
{
  const LaminaTensors *table = lamina_run_get_tensors (self->run);

  *shapes = lamina_hash_mix (*shapes, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 tensor = tensors[i];
      guint32 shape = lamina_column_id (table->shape, tensor);

      if (table->role != NULL && table->role[tensor] == LAMINA_ROLE_WORKSPACE)
        continue;
      *known |= shape != 0;
      *shapes = lamina_hash_mix (*shapes, lamina_hashes_get_shape (&self->hashes, shape));
      *dtypes = lamina_hash_mix (*dtypes, lamina_hashes_get_string (&self->hashes, lamina_column_id (table->dtype,
                                                                                                     tensor)));
    }
}

static void
hash_row (LaminaSequence *self,
          guint           position)
{
  const LaminaLayers *layers = self->layers;
  guint32 row = self->rows[position];
  guint32 output = lamina_column_first (layers->first_output, row);
  guint64 shapes = lamina_hashes_get_string (&self->hashes, lamina_column_id (layers->type, row));
  guint64 dtypes = 1;
  gboolean known = FALSE;

  hash_tensors (self, layers->inputs + layers->first_input[row],
                layers->first_input[row + 1] - layers->first_input[row], &shapes, &dtypes, &known);
  hash_tensors (self, layers->outputs + output, lamina_column_first (layers->first_output, row + 1) - output, &shapes, &dtypes,
                &known);
  if (!known)
    shapes = lamina_hash_mix (shapes, lamina_hashes_get_stem (&self->hashes, lamina_column_id (layers->name, row)));
  self->shaped[position] = known;
  self->likeness[LAMINA_LIKENESS_SHAPES][position] = shapes;
  self->likeness[LAMINA_LIKENESS_DTYPES][position] = lamina_hash_mix (shapes, dtypes);
  self->likeness[LAMINA_LIKENESS_EXACT][position] =
    lamina_hash_mix (lamina_hash_mix (shapes, dtypes),
                     lamina_hashes_get_string (&self->hashes, lamina_sequence_get_key (self, position)));
}

gboolean
lamina_sequence_init (LaminaSequence             *self,
                      const LaminaComparisonSide *side,
                      GCancellable               *cancellable)
{
  *self = (LaminaSequence) { .run = lamina_document_get_run (side->document, side->run) };
  self->layers = lamina_run_get_layers (self->run);
  self->costs = lamina_run_get_costs (self->run);
  hashes_init (&self->hashes, self->run);
  self->rows = g_new (guint32, MAX (self->layers->n, 1));
  for (guint i = 0; i < self->layers->n; i++)
    if (side->section == LAMINA_NONE || lamina_column_row (self->layers->section, i) == side->section)
      self->rows[self->n++] = i;
  if (!sort_rows (self, cancellable))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_LIKENESSES; i++)
    self->likeness[i] = g_new (guint64, MAX (self->n, 1));
  self->shaped = g_new (guint8, MAX (self->n, 1));
  self->mate = g_new (guint32, MAX (self->n, 1));
  self->basis = g_new0 (guint8, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      hash_row (self, i);
      self->mate[i] = LAMINA_NONE;
    }
  return TRUE;
}

void
lamina_sequence_clear (LaminaSequence *self)
{
  lamina_hashes_clear (&self->hashes);
  g_clear_pointer (&self->rows, g_free);
  for (guint i = 0; i < LAMINA_N_LIKENESSES; i++)
    g_clear_pointer (&self->likeness[i], g_free);
  g_clear_pointer (&self->shaped, g_free);
  g_clear_pointer (&self->mate, g_free);
  g_clear_pointer (&self->basis, g_free);
}
