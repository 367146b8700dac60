/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-state.h"

#include "lamina-session-private.h"
#include "lamina-session-rulers.h"
#include "lamina-span.h"

typedef struct
{
  char *run;
  guint run_index;
  char *name;
  gint64 offset;
} Clock;

/* How far it is from the start of its run, and what @ruler says beside its place. */
typedef struct
{
  char *run;
  gint64 distance;
  LaminaSessionRuler ruler;
} Ruler;

struct _LaminaSessionState
{
  char *run;
  guint run_index;
  char *section;
  gboolean aligned;
  GArray *clocks; /* Clock: those whose offset the user chose, of all runs */
  gboolean has_range;
  gboolean is_whole; /* the range is all of the run */
  gint64 offset;
  gint64 length;
  gboolean has_marked;
  gint64 marked_offset;
  gint64 marked_length;
  GArray *rulers; /* Ruler: those and notes of all runs */
  char *filter;
  char *key;
  char *name;
  guint32 layer;
};

static char *
dup_string (LaminaRun     *run,
            const guint32 *column,
            guint32        layer)
{
  return column && layer != LAMINA_NONE ? g_strdup (lamina_run_get_string (run, column[layer])) : NULL;
}

static void
clear_clock (gpointer data)
{
  Clock *clock = data;

  g_free (clock->run);
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
            Clock clock = { g_strdup (lamina_run_get_title (run)), i, g_strdup (lamina_run_get_clock (run, j)->name),
                            offset };

            g_array_append_val (clocks, clock);
          }
    }
  return clocks;
}

static void
clear_ruler (gpointer data)
{
  Ruler *ruler = data;

  g_free (ruler->run);
  g_free (ruler->ruler.text);
}

static gint64
get_start (LaminaSession *session,
           guint          run,
           gboolean       aligned)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (lamina_session_get_document (session), run),
                                                             aligned);

  return lamina_timebase_get_start (timebase);
}

static GArray *
list_rulers (LaminaSession *session)
{
  g_autoptr (GPtrArray) all = lamina_session_rulers_list_all (lamina_session_get_rulers (session));
  GArray *rulers = g_array_new (FALSE, FALSE, sizeof (Ruler));

  g_array_set_clear_func (rulers, clear_ruler);
  for (guint i = 0; i < all->len; i++)
    {
      Ruler ruler = { .ruler = *(const LaminaSessionRuler *) g_ptr_array_index (all, i) };
      LaminaRun *run = lamina_document_get_run (lamina_session_get_document (session), ruler.ruler.run);

      ruler.run = g_strdup (lamina_run_get_title (run));
      ruler.ruler.text = g_strdup (ruler.ruler.text);
      ruler.distance = lamina_subtract_saturating (
        ruler.ruler.place.start, get_start (session, ruler.ruler.run, lamina_session_get_aligned (session)));
      g_array_append_val (rulers, ruler);
    }
  return rulers;
}

/* How a range lies after a start. */
static void
measure (const LaminaRange *range,
         gint64             start,
         gint64            *offset,
         gint64            *length)
{
  *offset = (gint64) ((guint64) range->start - (guint64) start);
  *length = (gint64) MIN (lamina_span_get (range), (guint64) G_MAXINT64);
}

LaminaSessionState *
lamina_session_state_new (LaminaSession *session)
{
  LaminaSessionState *self = g_new0 (LaminaSessionState, 1);
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaRange *range = lamina_session_get_range (session);
  const LaminaRange *marked = lamina_session_get_marked_range (session);
  guint32 section = lamina_session_get_section (session);
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  self->run = g_strdup (lamina_run_get_title (run));
  self->run_index = lamina_session_get_run_index (session);
  self->section = section != LAMINA_NONE ? g_strdup (lamina_run_get_section (run, section)->title) : NULL;
  self->aligned = lamina_session_get_aligned (session);
  self->clocks = list_clocks (session);
  self->has_range = range != NULL;
  self->is_whole = range && range->start == bounds.start && range->end == bounds.end;
  if (range)
    measure (range, bounds.start, &self->offset, &self->length);
  self->has_marked = marked != NULL;
  if (marked)
    measure (marked, bounds.start, &self->marked_offset, &self->marked_length);
  self->rulers = list_rulers (session);
  self->filter = g_strdup (lamina_session_get_filter (session));
  self->layer = lamina_session_get_selection (session)->layer;
  self->key = dup_string (run, layers->key, self->layer);
  self->name = dup_string (run, layers->name, self->layer);
  return self;
}

void
lamina_session_state_free (LaminaSessionState *self)
{
  g_free (self->run);
  g_free (self->section);
  g_array_unref (self->clocks);
  g_array_unref (self->rulers);
  g_free (self->filter);
  g_free (self->key);
  g_free (self->name);
  g_free (self);
}

/* Several runs may have the same title; then the one at the same place. G_MAXUINT when there is none. */
static guint
find_run (LaminaDocument *document,
          const char     *title,
          guint           index)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (g_strcmp0 (lamina_run_get_title (lamina_document_get_run (document, i)), title) == 0
        && (found == G_MAXUINT || i == index))
      found = i;
  return found;
}

static void
apply_run (const LaminaSessionState *self,
           LaminaSession            *session)
{
  guint found = find_run (lamina_session_get_document (session), self->run, self->run_index);

  if (found != G_MAXUINT)
    lamina_session_set_run_index (session, found);
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
      guint index = find_run (document, clock->run, clock->run_index);
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

      ruler.run = find_run (lamina_session_get_document (session), one->run, ruler.run);
      if (ruler.run == G_MAXUINT)
        continue;
      ruler.place.start = lamina_add_saturating (get_start (session, ruler.run, self->aligned), one->distance);
      ruler.place.end = lamina_add_saturating (ruler.place.start, (gint64) MIN (length, (guint64) G_MAXINT64));
      lamina_session_rulers_restore (lamina_session_get_rulers (session), &ruler);
    }
}

static void
apply_ranges (const LaminaSessionState *self,
              LaminaSession            *session)
{
  LaminaRange bounds;
  gint64 start;

  lamina_session_get_bounds (session, &bounds);
  start = lamina_add_saturating (bounds.start, self->offset);
  if (self->is_whole)
    lamina_session_show_all (session);
  else if (self->has_range)
    lamina_session_set_range (session, start, lamina_add_saturating (start, MAX (self->length, 1)));
  start = lamina_add_saturating (bounds.start, self->marked_offset);
  if (self->has_marked)
    lamina_session_set_marked_range (session, start, lamina_add_saturating (start, MAX (self->marked_length, 1)));
}

static gboolean
is_same (LaminaRun     *run,
         const guint32 *column,
         guint32        layer,
         const char    *text)
{
  return column && text && *text && g_strcmp0 (lamina_run_get_string (run, column[layer]), text) == 0;
}

/* By key; without one by name, first at the place where it was. */
static guint32
find_layer (const LaminaSessionState *self,
            LaminaRun                *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint32 i = 0; self->key && i < layers->n; i++)
    if (is_same (run, layers->key, i, self->key))
      return i;
  if (self->layer < layers->n && is_same (run, layers->name, self->layer, self->name))
    return self->layer;
  for (guint32 i = 0; self->name && i < layers->n; i++)
    if (is_same (run, layers->name, i, self->name))
      return i;
  return LAMINA_NONE;
}

void
lamina_session_state_apply (const LaminaSessionState *self,
                            LaminaSession            *session)
{
  apply_run (self, session);
  apply_section (self, session);
  apply_clocks (self, session);
  lamina_session_set_aligned (session, self->aligned);
  lamina_session_set_filter (session, self->filter);
  apply_ranges (self, session);
  apply_rulers (self, session);
  lamina_session_select_layer (session, find_layer (self, lamina_session_get_run (session)));
}
