/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-highlight-private.h"

#include "lamina-slice-refs.h"

/* More slices than this are sorted by marking them in a bit for each slice of their tracks. */
#define MOST_SORTED 4096

static void
add_ref (LaminaHighlight      *self,
         const LaminaSliceRef *ref)
{
  if (ref->track < lamina_run_get_n_tracks (self->run)
      && ref->slice < lamina_track_get_slices (lamina_run_get_track (self->run, ref->track))->n)
    g_array_append_val (self->refs, *ref);
}

static void
add_layer (LaminaHighlight *self,
           guint32          layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);

  if (layer >= layers->n)
    return;
  for (guint i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    add_ref (self, &layers->slices[i]);
}

static void
remove_doubles (GArray *refs)
{
  LaminaSliceRef *all = (LaminaSliceRef *) (gpointer) refs->data;
  guint n = 0;

  for (guint i = 0; i < refs->len; i++)
    if (n == 0 || lamina_slice_ref_compare (&all[n - 1], &all[i]) != 0)
      all[n++] = all[i];
  g_array_set_size (refs, n);
}

static void
append_marked (GArray        *sorted,
               guint          track,
               const guint64 *bits,
               guint          n_words)
{
  for (guint i = 0; i < n_words; i++)
    for (guint64 word = bits[i]; word != 0; word &= word - 1)
      {
        LaminaSliceRef ref = { track, i * 64 + (guint) __builtin_ctzll (word) };

        g_array_append_val (sorted, ref);
      }
}

/* Time grows with the slices of the tracks and the selected slices, whatever their order. */
static GArray *
sort_many (LaminaHighlight *self)
{
  guint n_tracks = lamina_run_get_n_tracks (self->run);
  g_autoptr (GPtrArray) bits = g_ptr_array_new_full (n_tracks, g_free);
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), self->refs->len);

  g_ptr_array_set_size (bits, (int) n_tracks);
  for (guint i = 0; i < self->refs->len; i++)
    {
      const LaminaSliceRef *ref = &g_array_index (self->refs, LaminaSliceRef, i);

      if (bits->pdata[ref->track] == NULL)
        bits->pdata[ref->track] = g_new0 (guint64, lamina_track_get_slices (lamina_run_get_track (self->run, ref->track))
                                                       ->n / 64 + 1);
      ((guint64 *) bits->pdata[ref->track])[ref->slice / 64] |= G_GUINT64_CONSTANT (1) << (ref->slice % 64);
    }
  for (guint i = 0; i < n_tracks; i++)
    if (bits->pdata[i] != NULL)
      append_marked (sorted, i, bits->pdata[i],
                     lamina_track_get_slices (lamina_run_get_track (self->run, i))->n / 64 + 1);
  return sorted;
}

static void
sort_refs (LaminaHighlight *self)
{
  GArray *sorted;

  if (self->refs->len <= MOST_SORTED)
    {
      g_array_sort (self->refs, lamina_slice_ref_compare);
      remove_doubles (self->refs);
      return;
    }
  sorted = sort_many (self);
  g_array_unref (self->refs);
  self->refs = sorted;
}

/* Without slices yet. */
static LaminaHighlight *
create (LaminaRun            *run,
        guint32               lead,
        const LaminaSliceRef *slice)
{
  LaminaHighlight *self = g_new0 (LaminaHighlight, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->lead = lead < lamina_run_get_layers (run)->n ? lead : LAMINA_NONE;
  self->slice = slice != NULL ? *slice : (LaminaSliceRef) { LAMINA_NONE, LAMINA_NONE };
  /* Never NULL: tracks without slices point into it, too. */
  self->refs = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), 1);
  return self;
}

LaminaHighlight *
lamina_highlight_new_of_slices (LaminaRun            *run,
                                const LaminaSliceRef *slices,
                                guint                 n_slices,
                                guint32               lead)
{
  LaminaHighlight *self;

  g_return_val_if_fail (run != NULL && slices != NULL && n_slices > 0, NULL);

  self = create (run, lead, &slices[0]);
  for (guint i = 0; i < n_slices; i++)
    add_ref (self, &slices[i]);
  sort_refs (self);
  lamina_highlight_find_links (self);
  return self;
}

LaminaHighlight *
lamina_highlight_new (LaminaRun            *run,
                      const guint32        *layers,
                      guint                 n_layers,
                      guint32               lead,
                      const LaminaSliceRef *slice)
{
  LaminaHighlight *self;

  g_return_val_if_fail (run != NULL && (layers != NULL || n_layers == 0), NULL);

  self = create (run, lead, slice);
  for (guint i = 0; i < n_layers; i++)
    add_layer (self, layers[i]);
  if (slice != NULL)
    add_ref (self, slice);
  sort_refs (self);
  lamina_highlight_find_links (self);
  return self;
}

LaminaHighlight *
lamina_highlight_ref (LaminaHighlight *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_highlight_unref (LaminaHighlight *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->refs);
  g_array_unref (self->links);
  g_free (self);
}

guint
lamina_highlight_find (const LaminaSliceRef *refs,
                       guint                 n,
                       guint                 slice)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = low + (n - low) / 2;

      if (refs[middle].slice >= slice)
        n = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The first slice of a track or of a later one. */
static guint
find_track (LaminaHighlight *self,
            guint            track)
{
  guint low = 0;
  guint high = self->refs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->refs, LaminaSliceRef, middle).track >= track)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

const LaminaSliceRef *
lamina_highlight_get_slices (LaminaHighlight *self,
                             guint            track,
                             guint           *n)
{
  guint first;

  g_return_val_if_fail (self != NULL, NULL);

  first = find_track (self, track);
  *n = find_track (self, track + 1) - first;
  return (const LaminaSliceRef *) (gpointer) self->refs->data + first;
}
