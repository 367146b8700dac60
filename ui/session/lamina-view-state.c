/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-view-state.h"

#include "lamina-row-names.h"
#include "lamina-session-private.h"
#include "lamina-span.h"

/* @keys of the layers that have one, @names of the others. */
typedef struct
{
  LaminaRowNames *keys;
  LaminaRowNames *names;
} LayerNames;

/* @track is a path, @number which one it is of the tracks with this path; NULL without a slice. */
struct _LaminaViewState
{
  LaminaRunName run;
  gboolean has_range;
  gint64 distance;
  guint64 length;
  LayerNames layers;
  LayerNames lead;
  char *track;
  guint number;
  guint lane;
  LaminaRowNames *slice;
};

LaminaRunName
lamina_run_name_make (LaminaDocument *document,
                      guint           run)
{
  return (LaminaRunName) { g_strdup (lamina_run_get_title (lamina_document_get_run (document, run))), run };
}

void
lamina_run_name_clear (LaminaRunName *self)
{
  g_clear_pointer (&self->title, g_free);
}

guint
lamina_run_name_find (const LaminaRunName *self,
                      LaminaDocument      *document)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (g_strcmp0 (lamina_run_get_title (lamina_document_get_run (document, i)), self->title) == 0
        && (found == G_MAXUINT || i == self->index))
      found = i;
  return found == G_MAXUINT && lamina_document_get_n_runs (document) == 1 ? 0 : found;
}

static LayerNames
name_layers (LaminaRun     *run,
             const guint32 *rows,
             guint          n)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree guint32 *without = g_new (guint32, (gsize) n + 1);
  guint n_without = 0;

  for (guint i = 0; i < n; i++)
    if (!layers->key || layers->key[rows[i]] == 0)
      without[n_without++] = rows[i];
  return (LayerNames) { lamina_row_names_new (run, layers->key, 0, layers->n, rows, n),
                        lamina_row_names_new (run, layers->name, 0, layers->n, without, n_without) };
}

/* By both, for the key of the one that is shown may have changed. */
static LayerNames
name_lead (LaminaRun *run,
           guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n = layer != LAMINA_NONE ? 1 : 0;

  return (LayerNames) { lamina_row_names_new (run, layers->key, 0, layers->n, &layer, n),
                        lamina_row_names_new (run, layers->name, 0, layers->n, &layer, n) };
}

static void
clear_layers (LayerNames *names)
{
  g_clear_pointer (&names->keys, lamina_row_names_free);
  g_clear_pointer (&names->names, lamina_row_names_free);
}

/* Which one a track is of those with its path. */
static guint
count_before (LaminaRun  *run,
              guint       track,
              const char *path)
{
  guint n = 0;

  for (guint i = 0; i < track; i++)
    {
      g_autofree char *other = lamina_run_dup_track_path (run, i);

      n += strcmp (other, path) == 0;
    }
  return n;
}

static void
name_slice (LaminaViewState      *self,
            LaminaRun            *run,
            const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (run, slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  self->track = lamina_run_dup_track_path (run, slice->track);
  self->number = count_before (run, slice->track, self->track);
  self->lane = lamina_track_get_depth (track, slice->slice);
  self->slice = lamina_row_names_new (run, slices->name, slices->first[self->lane], slices->first[self->lane + 1],
                                      &slice->slice, 1);
}

LaminaViewState *
lamina_view_state_new (LaminaSession           *session,
                       const LaminaSessionView *view)
{
  LaminaDocument *document = lamina_session_get_document (session);
  LaminaRun *run = lamina_document_get_run (document, view->run);
  LaminaViewState *self = g_new0 (LaminaViewState, 1);
  gsize size;
  const guint32 *layers = g_bytes_get_data (view->layers, &size);
  guint n = (guint) (size / sizeof *layers);

  self->run = lamina_run_name_make (document, view->run);
  self->has_range = view->has_range;
  if (view->has_range)
    {
      self->distance = lamina_subtract_saturating (view->range.start, lamina_session_get_start (session, view->run));
      self->length = lamina_span_get (&view->range);
    }
  self->lead = name_lead (run, view->selection.layer);
  if (n > 1)
    self->layers = name_layers (run, layers, n);
  if (view->selection.slice.track != LAMINA_NONE)
    name_slice (self, run, &view->selection.slice);
  return self;
}

void
lamina_view_state_free (LaminaViewState *self)
{
  lamina_run_name_clear (&self->run);
  clear_layers (&self->layers);
  clear_layers (&self->lead);
  g_free (self->track);
  g_clear_pointer (&self->slice, lamina_row_names_free);
  g_free (self);
}

static void
find_rows (const LaminaRowNames *names,
           LaminaRun            *run,
           const guint32        *column,
           GArray               *rows)
{
  if (names)
    lamina_row_names_find (names, run, column, 0, lamina_run_get_layers (run)->n, rows);
}

static guint32
find_lead (const LaminaViewState *self,
           LaminaRun             *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  find_rows (self->lead.keys, run, layers->key, rows);
  if (rows->len == 0)
    find_rows (self->lead.names, run, layers->name, rows);
  return rows->len > 0 ? g_array_index (rows, guint32, 0) : LAMINA_NONE;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Several layers, or else the lead alone. */
static GBytes *
find_layers (const LaminaViewState *self,
             LaminaRun             *run,
             guint32                lead)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize size;
  guint32 *taken;

  find_rows (self->layers.keys, run, layers->key, rows);
  find_rows (self->layers.names, run, layers->name, rows);
  g_array_sort (rows, compare_rows);
  if (rows->len == 0 && lead != LAMINA_NONE)
    g_array_append_val (rows, lead);
  size = rows->len * sizeof (guint32);
  taken = (guint32 *) (void *) g_array_free (rows, FALSE);
  return g_bytes_new_take (taken, size);
}

static guint
find_track (const LaminaViewState *self,
            LaminaRun             *run)
{
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      if (strcmp (path, self->track) == 0 && n++ == self->number)
        return i;
    }
  return LAMINA_NONE;
}

/* A slice of the layer that is shown, or one that belongs to none. */
static LaminaSliceRef
find_slice (const LaminaViewState *self,
            LaminaRun             *run,
            guint32                lead)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  LaminaSliceRef found = { self->track ? find_track (self, run) : LAMINA_NONE, LAMINA_NONE };
  const LaminaSlices *slices;

  if (found.track == LAMINA_NONE)
    return lamina_session_nothing.slice;
  slices = lamina_track_get_slices (lamina_run_get_track (run, found.track));
  if (self->lane < slices->n_lanes)
    lamina_row_names_find (self->slice, run, slices->name, slices->first[self->lane], slices->first[self->lane + 1],
                           rows);
  if (rows->len == 0)
    return lamina_session_nothing.slice;
  found.slice = g_array_index (rows, guint32, 0);
  return lamina_column_row (slices->layer, found.slice) == lead ? found : lamina_session_nothing.slice;
}

LaminaSessionView *
lamina_view_state_find (const LaminaViewState *self,
                        LaminaSession         *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  guint index = lamina_run_name_find (&self->run, document);
  LaminaSessionView *view;
  LaminaRun *run;

  if (index == G_MAXUINT)
    return NULL;
  run = lamina_document_get_run (document, index);
  view = g_new0 (LaminaSessionView, 1);
  view->run = index;
  view->has_range = self->has_range;
  if (self->has_range)
    {
      view->range.start = lamina_add_saturating (lamina_session_get_start (session, index), self->distance);
      view->range.end = lamina_add_saturating (view->range.start, (gint64) MIN (self->length, (guint64) G_MAXINT64));
    }
  view->selection.layer = find_lead (self, run);
  view->selection.slice = find_slice (self, run, view->selection.layer);
  view->layers = find_layers (self, run, view->selection.layer);
  return view;
}
