/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-state.h"

#include "lamina-job.h"
#include "lamina-row-names.h"
#include "lamina-session-private.h"
#include "lamina-span.h"

/* A run in words that mean the same in the next version of the file: its title, and where it stood among the runs. */
typedef struct
{
  char *title;
  guint index;
} RunName;

/* @keys of the layers that have one, @names of the others. */
typedef struct
{
  LaminaRowNames *keys;
  LaminaRowNames *names;
} LayerNames;

/*
 * What was shown, in words: the run by title, the range by its distance from the start, layers by key or else by name, a slice
 * by its track, lane and name, a gap by its device and its distance from the start. @track is a path, @number which one it is of
 * the tracks with this path; NULL without a slice. @device and @device_number say the same of a device; NULL without a gap.
 */
typedef struct
{
  RunName run;
  gboolean has_range;
  gint64 distance;
  guint64 length;
  LayerNames layers;
  LayerNames lead;
  char *track;
  guint number;
  guint lane;
  LaminaRowNames *slice;
  char *device;
  guint device_number;
  gint64 gap;
} View;

static RunName
run_name_make (LaminaDocument *document,
               guint           run)
{
  return (RunName) { g_strdup (lamina_run_get_title (lamina_document_get_run (document, run))), run };
}

static void
run_name_clear (RunName *self)
{
  g_clear_pointer (&self->title, g_free);
}

/* The run with the title, at the same place where several have it, or the only one; G_MAXUINT when there is none. */
static guint
run_name_find (const RunName  *self,
               LaminaDocument *document)
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
name_slice (View      *self,
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

/* What a group is called, with the groups around it. */
static char *
dup_group_path (LaminaRun *run,
                guint32    group)
{
  GString *path = g_string_new (NULL);

  for (; group != LAMINA_NONE; group = lamina_run_get_group (run, group)->parent)
    {
      g_string_prepend_c (path, '/');
      g_string_prepend (path, lamina_run_get_group (run, group)->name ? lamina_run_get_group (run, group)->name : "");
    }
  return g_string_free (path, FALSE);
}

/* The group of a number among those with a path; LAMINA_NONE when there are not so many. */
static guint32
find_group (LaminaRun  *run,
            const char *path,
            guint       number)
{
  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    {
      g_autofree char *other = dup_group_path (run, i);

      if (strcmp (other, path) == 0 && number-- == 0)
        return i;
    }
  return LAMINA_NONE;
}

static void
name_gap (View                  *self,
          LaminaRun             *run,
          const LaminaSelection *selection,
          gint64                 start)
{
  self->device = dup_group_path (run, selection->device);
  while (find_group (run, self->device, self->device_number) != selection->device)
    self->device_number++;
  self->gap = lamina_subtract_saturating (selection->gap.start, start);
}

static View *
view_new (LaminaSession           *session,
          const LaminaSessionView *view)
{
  LaminaDocument *document = lamina_session_get_document (session);
  LaminaRun *run = lamina_document_get_run (document, view->run);
  View *self = g_new0 (View, 1);
  gsize size;
  const guint32 *layers = g_bytes_get_data (view->layers, &size);
  guint n = (guint) (size / sizeof *layers);
  const LaminaLayers *all = lamina_run_get_layers (run);
  const guint32 lead = view->selection.layer;

  self->run = run_name_make (document, view->run);
  self->has_range = view->has_range;
  if (view->has_range)
    {
      self->distance = lamina_subtract_saturating (view->range.start, lamina_session_get_start (session, view->run));
      self->length = lamina_span_get (&view->range);
    }
  /* By both, for the key of the one that is shown may have changed. */
  self->lead = (LayerNames) { lamina_row_names_new (run, all->key, 0, all->n, &lead, lead != LAMINA_NONE),
                              lamina_row_names_new (run, all->name, 0, all->n, &lead, lead != LAMINA_NONE) };
  if (n > 1)
    self->layers = name_layers (run, layers, n);
  if (view->selection.slice.track != LAMINA_NONE)
    name_slice (self, run, &view->selection.slice);
  if (view->selection.device != LAMINA_NONE)
    name_gap (self, run, &view->selection, lamina_session_get_start (session, view->run));
  return self;
}

static void
view_free (View *self)
{
  run_name_clear (&self->run);
  clear_layers (&self->layers);
  clear_layers (&self->lead);
  g_free (self->track);
  g_free (self->device);
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
find_lead (const View *self,
           LaminaRun  *run)
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
find_layers (const View *self,
             LaminaRun  *run,
             guint32     lead)
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
find_track (const View *self,
            LaminaRun  *run)
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
find_slice (const View *self,
            LaminaRun  *run,
            guint32     lead)
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

/* As much of it as there is; NULL without its run. */
static LaminaSessionView *
view_find (const View    *self,
           LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  guint index = run_name_find (&self->run, document);
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
  view->selection = lamina_session_nothing;
  view->selection.layer = find_lead (self, run);
  view->selection.slice = find_slice (self, run, view->selection.layer);
  view->layers = find_layers (self, run, view->selection.layer);
  if (self->device)
    {
      view->selection.device = find_group (run, self->device, self->device_number);
      view->selection.gap.start = lamina_add_saturating (lamina_session_get_start (session, index), self->gap);
    }
  return view;
}

typedef struct
{
  RunName run;
  char *name;
  gint64 offset;
} Clock;

/* How far it is from the start of its run, and what @ruler says beside its place. */
typedef struct
{
  RunName run;
  gint64 distance;
  LaminaSessionRuler ruler;
} Ruler;

typedef struct
{
  RunName run;
  LaminaArrangement *arrangement;
} Arrangement;

/* @document keeps the runs of @arrangements, which are put into words when it is known for which other version. */
struct _LaminaSessionState
{
  LaminaDocument *document;
  View *view;
  gboolean is_whole; /* it shows all of its run */
  char *section;
  gboolean aligned;
  GArray *clocks; /* Clock: those whose offset the user chose, of all runs */
  gboolean has_marked;
  gint64 marked_distance;
  guint64 marked_length;
  GArray *rulers; /* Ruler: those and notes of all runs */
  GArray *arrangements; /* Arrangement: of all runs whose tracks were shown */
  View *bookmarks[LAMINA_N_BOOKMARKS];
  char *filter;
  char *searched;
};

static void
clear_clock (gpointer data)
{
  Clock *clock = data;

  run_name_clear (&clock->run);
  g_free (clock->name);
}

static GArray *
list_clocks (LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  GArray *clocks = g_array_new (FALSE, FALSE, sizeof (Clock));
  gint64 offset;

  g_array_set_clear_func (clocks, clear_clock);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      for (guint j = 0; j < lamina_run_get_n_clocks (run); j++)
        if (lamina_session_find_clock_offset (session, i, j, &offset))
          {
            Clock clock = { run_name_make (document, i), g_strdup (lamina_run_get_clock (run, j)->name), offset };

            g_array_append_val (clocks, clock);
          }
    }
  return clocks;
}

static void
clear_ruler (gpointer data)
{
  Ruler *ruler = data;

  run_name_clear (&ruler->run);
  g_free (ruler->ruler.text);
}

static GArray *
list_rulers (LaminaSession *session)
{
  GPtrArray *all = lamina_session_rulers_get_all (lamina_session_get_rulers (session));
  GArray *rulers = g_array_new (FALSE, FALSE, sizeof (Ruler));

  g_array_set_clear_func (rulers, clear_ruler);
  for (guint i = 0; i < all->len; i++)
    {
      Ruler ruler = { .ruler = *(const LaminaSessionRuler *) g_ptr_array_index (all, i) };

      ruler.run = run_name_make (lamina_session_get_document (session), ruler.ruler.run);
      ruler.ruler.text = g_strdup (ruler.ruler.text);
      ruler.distance = lamina_subtract_saturating (ruler.ruler.place.start,
                                                   lamina_session_get_start (session, ruler.ruler.run));
      g_array_append_val (rulers, ruler);
    }
  return rulers;
}

static void
clear_arrangement (gpointer data)
{
  Arrangement *arrangement = data;

  run_name_clear (&arrangement->run);
  lamina_job_drop (arrangement->arrangement, (GDestroyNotify) lamina_arrangement_unref);
}

static GArray *
list_arrangements (LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  GArray *arrangements = g_array_new (FALSE, FALSE, sizeof (Arrangement));

  g_array_set_clear_func (arrangements, clear_arrangement);
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaArrangement *found = lamina_session_peek_arrangement (session, i);
      Arrangement arrangement;

      if (!found)
        continue;
      arrangement = (Arrangement) { run_name_make (document, i), lamina_arrangement_ref (found) };
      g_array_append_val (arrangements, arrangement);
    }
  return arrangements;
}

static void
keep_ranges (LaminaSessionState *self,
             LaminaSession      *session)
{
  const LaminaRange *range = lamina_session_get_range (session);
  const LaminaRange *marked = lamina_session_get_marked_range (session);
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  self->is_whole = range && range->start == bounds.start && range->end == bounds.end;
  self->has_marked = marked != NULL;
  if (!marked)
    return;
  self->marked_distance = lamina_subtract_saturating (
    marked->start, lamina_session_get_start (session, lamina_session_get_run_index (session)));
  self->marked_length = lamina_span_get (marked);
}

LaminaSessionState *
lamina_session_state_new (LaminaSession *session)
{
  LaminaSessionState *self = g_new0 (LaminaSessionState, 1);
  g_autoptr (LaminaSessionView) view = lamina_session_view_new (session, NULL);
  guint32 section = lamina_session_get_section (session);

  self->document = lamina_document_ref (lamina_session_get_document (session));
  self->view = view_new (session, view);
  self->section = section != LAMINA_NONE
                    ? g_strdup (lamina_run_get_section (lamina_session_get_run (session), section)->title) : NULL;
  self->aligned = lamina_session_get_aligned (session);
  self->clocks = list_clocks (session);
  keep_ranges (self, session);
  self->rulers = list_rulers (session);
  self->arrangements = list_arrangements (session);
  for (guint i = 0; i < LAMINA_N_BOOKMARKS; i++)
    {
      const LaminaSessionView *bookmark = lamina_session_history_get_bookmark (lamina_session_get_history (session), i + 1);

      self->bookmarks[i] = bookmark ? view_new (session, bookmark) : NULL;
    }
  self->filter = g_strdup (lamina_session_get_filter (session));
  self->searched = g_strdup (lamina_session_search_get_text (lamina_session_get_search (session)));
  return self;
}

void
lamina_session_state_free (LaminaSessionState *self)
{
  view_free (self->view);
  g_free (self->section);
  g_array_unref (self->clocks);
  g_array_unref (self->rulers);
  g_array_unref (self->arrangements);
  lamina_job_drop (self->document, (GDestroyNotify) lamina_document_unref);
  for (guint i = 0; i < LAMINA_N_BOOKMARKS; i++)
    g_clear_pointer (&self->bookmarks[i], view_free);
  g_free (self->filter);
  g_free (self->searched);
  g_free (self);
}

static void
apply_section (const LaminaSessionState *self,
               LaminaSession            *session)
{
  LaminaRun *run = lamina_session_get_run (session);

  for (guint i = 0; self->section && i < lamina_run_get_n_sections (run); i++)
    if (g_strcmp0 (lamina_run_get_section (run, i)->title, self->section) == 0)
      {
        lamina_session_set_section (session, i);
        return;
      }
}

static void
apply_clocks (const LaminaSessionState *self,
              LaminaSession            *session)
{
  LaminaDocument *document = lamina_session_get_document (session);

  for (guint i = 0; i < self->clocks->len; i++)
    {
      const Clock *clock = &g_array_index (self->clocks, Clock, i);
      guint index = run_name_find (&clock->run, document);
      LaminaRun *run = index != G_MAXUINT ? lamina_document_get_run (document, index) : NULL;

      for (guint j = 0; run && j < lamina_run_get_n_clocks (run); j++)
        if (g_strcmp0 (lamina_run_get_clock (run, j)->name, clock->name) == 0)
          lamina_session_keep_clock_offset (session, index, j, clock->offset);
    }
  if (self->clocks->len > 0)
    lamina_session_take_timebase (session);
}

static void
apply_rulers (const LaminaSessionState *self,
              LaminaSession            *session)
{
  for (guint i = 0; i < self->rulers->len; i++)
    {
      const Ruler *one = &g_array_index (self->rulers, Ruler, i);
      LaminaSessionRuler ruler = one->ruler;
      guint64 length = lamina_span_get (&ruler.place);

      ruler.run = run_name_find (&one->run, lamina_session_get_document (session));
      if (ruler.run == G_MAXUINT)
        continue;
      ruler.place.start = lamina_add_saturating (lamina_session_get_start (session, ruler.run), one->distance);
      ruler.place.end = lamina_add_saturating (ruler.place.start, (gint64) MIN (length, (guint64) G_MAXINT64));
      lamina_session_rulers_restore (lamina_session_get_rulers (session), &ruler);
    }
}

static void
apply_arrangements (const LaminaSessionState *self,
                    LaminaSession            *session)
{
  for (guint i = 0; i < self->arrangements->len; i++)
    {
      const Arrangement *one = &g_array_index (self->arrangements, Arrangement, i);
      guint run = run_name_find (&one->run, lamina_session_get_document (session));

      if (run != G_MAXUINT)
        lamina_session_carry_arrangement (session, run, self->document, one->arrangement);
    }
}

static void
apply_bookmarks (const LaminaSessionState *self,
                 LaminaSession            *session)
{
  for (guint i = 0; i < LAMINA_N_BOOKMARKS; i++)
    {
      g_autoptr (LaminaSessionView) view = NULL;

      if (self->bookmarks[i])
        view = view_find (self->bookmarks[i], session);
      if (view)
        lamina_session_history_restore_bookmark (lamina_session_get_history (session), i + 1, view);
    }
}

/* Places on the axis are found on the clocks that the session has then; the section is one of the run that is shown. */
void
lamina_session_state_apply (const LaminaSessionState *self,
                            LaminaSession            *session)
{
  g_autoptr (LaminaSessionView) view = NULL;

  lamina_session_set_aligned (session, self->aligned);
  view = view_find (self->view, session);
  if (view)
    lamina_session_set_run_index (session, view->run);
  apply_clocks (self, session);
  apply_section (self, session);
  lamina_session_set_filter (session, self->filter);
  lamina_session_search_set_text (lamina_session_get_search (session), self->searched);
  apply_arrangements (self, session);
  apply_rulers (self, session);
  if (!view)
    return;
  lamina_session_view_show (view, session);
  if (self->is_whole)
    lamina_session_show_all (session);
  if (self->has_marked)
    {
      gint64 start = lamina_add_saturating (lamina_session_get_start (session, lamina_session_get_run_index (session)),
                                            self->marked_distance);

      lamina_session_set_marked_range (
        session, start, lamina_add_saturating (start, (gint64) MIN (self->marked_length, (guint64) G_MAXINT64)));
    }
  apply_bookmarks (self, session);
}
