/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sequence-private.h"

#include <string.h>

/* Layers that one side has fused and the other has not. */

/* Longer rows of neighbors are not tried. */
#define MAX_NEIGHBORS 8
#define MAX_GAP 64

static guint
get_n_parts (const LaminaSequence *self,
             guint                 position)
{
  guint32 row = self->rows[position];

  return self->layers->first_part != NULL ? self->layers->first_part[row + 1] - self->layers->first_part[row] : 0;
}

/* A name of what the layer does: a part, or the layer itself when it has none. */
static guint64
get_part (LaminaSequence *self,
          guint           position,
          guint           i)
{
  guint32 row = self->rows[position];

  if (get_n_parts (self, position) == 0)
    return lamina_hashes_get_string (&self->hashes, lamina_column_id (self->layers->name, row));
  return lamina_hashes_get_string (&self->hashes, self->layers->parts[self->layers->first_part[row] + i]);
}

/* What only moves data carries the names of those that it serves. */
static gboolean
may_own_parts (const LaminaSequence *self,
               guint                 position)
{
  guint8 family = self->layers->family[self->rows[position]];

  return self->mate[position] == LAMINA_NONE &&
         (get_n_parts (self, position) == 0 || (family != LAMINA_FAMILY_LAYOUT && family != LAMINA_FAMILY_COPY));
}

/* Position by part, G_MAXUINT32 for a part with several owners. */
static GHashTable *
index_owners (LaminaSequence *self,
              guint64        *keys)
{
  GHashTable *owners = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; may_own_parts (self, i) && k < MAX (get_n_parts (self, i), 1); k++)
      {
        keys[n] = get_part (self, i, k);
        g_hash_table_insert (owners, &keys[n],
                             GUINT_TO_POINTER (g_hash_table_contains (owners, &keys[n]) ? LAMINA_NONE : i));
        n++;
      }
  return owners;
}

/* The layers of @other that own the parts of one, when they own nothing else; their number, 0 when there are none. */
static guint
find_owners (LaminaSequence *one,
             guint           position,
             LaminaSequence *other,
             GHashTable     *owners,
             guint32        *found)
{
  guint n_parts = get_n_parts (one, position), n_owned = 0, n = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      guint64 part = get_part (one, position, i);
      gpointer value;
      guint32 owner;

      if (!g_hash_table_lookup_extended (owners, &part, NULL, &value))
        return 0;
      owner = GPOINTER_TO_UINT (value);
      if (owner == LAMINA_NONE || other->mate[owner] != LAMINA_NONE)
        return 0;
      if (n > 0 && found[n - 1] == owner)
        continue;
      if (n == MAX_NEIGHBORS)
        return 0;
      found[n++] = owner;
      n_owned += MAX (get_n_parts (other, owner), 1);
    }
  return n > 1 && n_owned == n_parts ? n : 0;
}

static void
match_fused (LaminaSequence *one,
             LaminaSequence *other)
{
  g_autofree guint64 *keys = NULL;
  g_autoptr (GHashTable) owners = NULL;
  guint32 found[MAX_NEIGHBORS];

  if (one->layers->first_part == NULL)
    return;
  keys = g_new (guint64, (gsize) other->n + (other->layers->first_part != NULL ? other->layers->first_part[other->layers->n] : 0)
                         + 1);
  owners = index_owners (other, keys);
  for (guint i = 0; i < one->n; i++)
    if (may_own_parts (one, i) && get_n_parts (one, i) > 1)
      {
        guint n = find_owners (one, i, other, owners, found);

        if (n > 0)
          lamina_sequences_join (one, i, other, found, n);
      }
}

void
lamina_sequences_match_parts (LaminaSequence *a,
                              LaminaSequence *b)
{
  match_fused (a, b);
  match_fused (b, a);
}

/* Letters and digits of a type in lower case, with one line between words. */
static void
append_words (GString              *text,
              const LaminaSequence *self,
              guint                 position)
{
  const char *type = lamina_run_get_string (self->run, lamina_column_id (self->layers->type, self->rows[position]));

  if (text->len > 0)
    g_string_append_c (text, '_');
  for (; *type != '\0'; type++)
    if (g_ascii_isalnum (*type) || (guchar) *type >= 0x80)
      g_string_append_c (text, g_ascii_tolower (*type));
    else if (text->len > 0 && text->str[text->len - 1] != '_')
      g_string_append_c (text, '_');
}

/* How many elements a tensor has; 0 where it is not known. */
static gint64
count_elements (const LaminaSequence *self,
                guint32               tensor)
{
  guint32 shape = lamina_column_id (lamina_run_get_tensors (self->run)->shape, tensor);
  guint n = 0;
  const gint64 *dims = shape != 0 ? lamina_run_get_shape (self->run, shape, &n) : NULL;
  gint64 count = dims ? 1 : 0;

  for (guint i = 0; i < n; i++)
    if (dims[i] <= 0 || __builtin_mul_overflow (count, dims[i], &count))
      return 0;
  return count;
}

static gint64
count_input (const LaminaSequence *self,
             guint                 position)
{
  guint32 row = self->rows[position], first = self->layers->first_input[row];

  return first < self->layers->first_input[row + 1] ? count_elements (self, self->layers->inputs[first]) : 0;
}

static gint64
count_output (const LaminaSequence *self,
              guint                 position)
{
  const LaminaLayers *layers = self->layers;
  guint32 row = self->rows[position], first = lamina_column_first (layers->first_output, row);

  return first < lamina_column_first (layers->first_output, row + 1) ? count_elements (self, layers->outputs[first]) : 0;
}

static gboolean
may_be_equal (gint64 a,
              gint64 b)
{
  return a == 0 || b == 0 || a == b;
}

/* Whether data can go in and come out of [first, last] as of @position: as many elements, in whatever layout. */
static gboolean
fits (const LaminaSequence *one,
      guint                 position,
      const LaminaSequence *several,
      guint                 first,
      guint                 last)
{
  return may_be_equal (count_input (one, position), count_input (several, first))
         && may_be_equal (count_output (one, position), count_output (several, last));
}

/* Whether several neighbors in a gap of @several, [first, end), are what @position of @one is. */
static void
match_neighbors (LaminaSequence *one,
                  guint           position,
                  LaminaSequence *several,
                  guint           first,
                  guint           end)
{
  g_autoptr (GString) whole = g_string_new (NULL);
  g_autoptr (GString) joined = g_string_new (NULL);
  guint32 others[MAX_NEIGHBORS];

  append_words (whole, one, position);
  for (guint i = first; i < end; i++)
    {
      guint n = 0;

      g_string_truncate (joined, 0);
      while (i + n < end && n < MAX_NEIGHBORS && several->mate[i + n] == LAMINA_NONE
             && lamina_column_id (several->layers->type, several->rows[i + n]) != 0 && joined->len < whole->len)
        {
          append_words (joined, several, i + n);
          others[n] = i + n;
          n++;
          if (n > 1 && g_string_equal (joined, whole) && fits (one, position, several, i, i + n - 1))
            {
              lamina_sequences_join (one, position, several, others, n);
              return;
            }
        }
    }
}

static guint
find_gap_end (const LaminaSequence *self,
              guint                 first)
{
  while (first < self->n && self->mate[first] == LAMINA_NONE)
    first++;
  return first;
}

void
lamina_sequences_match_words (LaminaSequence *a,
                              LaminaSequence *b)
{
  guint end;

  for (guint i = 0; i < a->n; i = end + 1)
    {
      /* The gap of B that begins behind the partner of what stands before the gap of A. */
      guint j = i == 0 ? 0 : a->mate[i - 1] + 1;
      guint end_b = find_gap_end (b, j);

      end = find_gap_end (a, i);
      if (end - i > MAX_GAP || end_b - MIN (j, end_b) > MAX_GAP)
        continue;
      for (guint k = i; k < end; k++)
        match_neighbors (a, k, b, j, end_b);
      for (guint k = j; k < end_b; k++)
        if (b->mate[k] == LAMINA_NONE)
          match_neighbors (b, k, a, i, end);
    }
}
