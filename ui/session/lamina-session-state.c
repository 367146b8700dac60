/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-state.h"

#include "lamina-session-history.h"
#include "lamina-session-private.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"
#include "lamina-view-state.h"

typedef struct
{
  LaminaRunName run;
  char *name;
  gint64 offset;
} Clock;

/* How far it is from the start of its run, and what @ruler says beside its place. */
typedef struct
{
  LaminaRunName run;
  gint64 distance;
  LaminaSessionRuler ruler;
} Ruler;

typedef struct
{
  LaminaRunName run;
  GVariant *tracks;
} Arrangement;

struct _LaminaSessionState
{
  LaminaViewState *view;
  gboolean is_whole; /* it shows all of its run */
  char *section;
  gboolean aligned;
  GArray *clocks; /* Clock: those whose offset the user chose, of all runs */
  gboolean has_marked;
  gint64 marked_distance;
  guint64 marked_length;
  GArray *rulers; /* Ruler: those and notes of all runs */
  GArray *arrangements; /* Arrangement: of all runs whose tracks the user arranged */
  LaminaViewState *bookmarks[LAMINA_N_BOOKMARKS];
  char *filter;
  char *searched;
};

static void
clear_clock (gpointer data)
{
  Clock *clock = data;

  lamina_run_name_clear (&clock->run);
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
            Clock clock = { lamina_run_name_make (document, i), g_strdup (lamina_run_get_clock (run, j)->name), offset };

            g_array_append_val (clocks, clock);
          }
    }
  return clocks;
}

static void
clear_ruler (gpointer data)
{
  Ruler *ruler = data;

  lamina_run_name_clear (&ruler->run);
  g_free (ruler->ruler.text);
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

      ruler.run = lamina_run_name_make (lamina_session_get_document (session), ruler.ruler.run);
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

  lamina_run_name_clear (&arrangement->run);
  g_variant_unref (arrangement->tracks);
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
      Arrangement arrangement = { .tracks = found ? lamina_arrangement_to_variant (found) : NULL };

      if (!arrangement.tracks)
        continue;
      arrangement.run = lamina_run_name_make (document, i);
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

  self->view = lamina_view_state_new (session, view);
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

      self->bookmarks[i] = bookmark ? lamina_view_state_new (session, bookmark) : NULL;
    }
  self->filter = g_strdup (lamina_session_get_filter (session));
  self->searched = g_strdup (lamina_session_search_get_text (lamina_session_get_search (session)));
  return self;
}

void
lamina_session_state_free (LaminaSessionState *self)
{
  lamina_view_state_free (self->view);
  g_free (self->section);
  g_array_unref (self->clocks);
  g_array_unref (self->rulers);
  g_array_unref (self->arrangements);
  for (guint i = 0; i < LAMINA_N_BOOKMARKS; i++)
    g_clear_pointer (&self->bookmarks[i], lamina_view_state_free);
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
      guint index = lamina_run_name_find (&clock->run, document);
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

      ruler.run = lamina_run_name_find (&one->run, lamina_session_get_document (session));
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
  LaminaDocument *document = lamina_session_get_document (session);

  for (guint i = 0; i < self->arrangements->len; i++)
    {
      const Arrangement *one = &g_array_index (self->arrangements, Arrangement, i);
      guint run = lamina_run_name_find (&one->run, document);
      g_autoptr (LaminaArrangement) arrangement = NULL;

      if (run == G_MAXUINT)
        continue;
      arrangement = lamina_arrangement_new_from_variant (lamina_document_get_run (document, run), one->tracks);
      lamina_session_keep_arrangement (session, run, arrangement);
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
        view = lamina_view_state_find (self->bookmarks[i], session);
      if (view)
        lamina_session_history_restore_bookmark (lamina_session_get_history (session), i + 1, view);
    }
}

static void
apply_marked_range (const LaminaSessionState *self,
                    LaminaSession            *session)
{
  gint64 start = lamina_add_saturating (lamina_session_get_start (session, lamina_session_get_run_index (session)),
                                        self->marked_distance);

  if (self->has_marked)
    lamina_session_set_marked_range (
      session, start, lamina_add_saturating (start, (gint64) MIN (self->marked_length, (guint64) G_MAXINT64)));
}

/* Places on the axis are found on the clocks that the session has then; the section is one of the run that is shown. */
void
lamina_session_state_apply (const LaminaSessionState *self,
                            LaminaSession            *session)
{
  g_autoptr (LaminaSessionView) view = NULL;

  lamina_session_set_aligned (session, self->aligned);
  view = lamina_view_state_find (self->view, session);
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
  apply_marked_range (self, session);
  apply_bookmarks (self, session);
}
