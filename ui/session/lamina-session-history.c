/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-span.h"

/* How long a view has to rest to be kept, in milliseconds, and how many are kept. */
#define REST 400
#define MOST_VIEWS 200

/* When no more than this part of either range is common to both, going from one to the other is a jump. */
#define COMMON_PART 0.25

/* Views before @current were left by going on, those behind it by going back. @now is what is shown, kept or not. */
struct _LaminaSessionHistory
{
  GObject parent_instance;

  LaminaSession *session;
  GPtrArray *views;
  guint current;
  LaminaSessionView *now;
  guint timer;
  gboolean showing;
  LaminaSessionView *bookmarks[LAMINA_N_BOOKMARKS];
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaSessionHistory, lamina_session_history, G_TYPE_OBJECT)

LaminaSessionView *
lamina_session_view_new (LaminaSession *session,
                         GBytes        *layers)
{
  const LaminaRange *range = lamina_session_get_range (session);
  LaminaSessionView *self = g_new0 (LaminaSessionView, 1);

  self->run = lamina_session_get_run_index (session);
  self->has_range = range != NULL;
  if (range)
    self->range = *range;
  self->selection = *lamina_session_get_selection (session);
  self->layers = layers ? g_bytes_ref (layers) : lamina_session_ref_selected_layers (session);
  return self;
}

static LaminaSessionView *
view_copy (const LaminaSessionView *self)
{
  LaminaSessionView *copy = g_memdup2 (self, sizeof *self);

  g_bytes_ref (copy->layers);
  return copy;
}

void
lamina_session_view_free (LaminaSessionView *self)
{
  g_bytes_unref (self->layers);
  g_free (self);
}

static gboolean
view_equal (const LaminaSessionView *self,
            const LaminaSessionView *other)
{
  return self->run == other->run && self->has_range == other->has_range
         && memcmp (&self->range, &other->range, sizeof self->range) == 0
         && memcmp (&self->selection, &other->selection, sizeof self->selection) == 0
         && (self->layers == other->layers || g_bytes_equal (self->layers, other->layers));
}

/* The range last, for views that bring what is selected into sight change it. */
void
lamina_session_view_show (const LaminaSessionView *self,
                          LaminaSession           *session)
{
  gsize size;
  const guint32 *layers = g_bytes_get_data (self->layers, &size);
  guint n = (guint) (size / sizeof *layers);

  lamina_session_set_run_index (session, self->run);
  if (n > 1)
    lamina_session_select_layers (session, layers, n, self->selection.layer);
  else if (self->selection.slice.track != LAMINA_NONE)
    lamina_session_select_slice (session, &self->selection.slice);
  else if (self->selection.device != LAMINA_NONE)
    lamina_session_gaps_select_at (lamina_session_get_gaps (session), self->selection.device, self->selection.gap.start);
  else
    lamina_session_select_layer (session, self->selection.layer);
  if (self->has_range)
    lamina_session_set_range (session, self->range.start, self->range.end);
}

static gboolean
is_jump (const LaminaSessionView *from,
         const LaminaSessionView *to)
{
  gint64 start = MAX (from->range.start, to->range.start), end = MIN (from->range.end, to->range.end);
  guint64 longer = MAX (lamina_span_get (&from->range), lamina_span_get (&to->range));

  if (from->run != to->run)
    return TRUE;
  return from->has_range && to->has_range
         && (end <= start || (double) ((guint64) end - (guint64) start) < COMMON_PART * (double) longer);
}

/* Keeps a view behind the current one, in the place of those that were left by going back. */
static void
keep (LaminaSessionHistory    *self,
      const LaminaSessionView *view)
{
  if (!view->has_range)
    return;
  if (self->views->len > 0)
    {
      if (view_equal (view, g_ptr_array_index (self->views, self->current)))
        return;
      g_ptr_array_set_size (self->views, (int) self->current + 1);
    }
  if (self->views->len == MOST_VIEWS)
    g_ptr_array_remove_index (self->views, 0);
  g_ptr_array_add (self->views, view_copy (view));
  self->current = self->views->len - 1;
  g_signal_emit (self, changed, 0);
}

static void
stop_timer (LaminaSessionHistory *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
}

static gboolean
on_rest (gpointer user_data)
{
  LaminaSessionHistory *self = user_data;

  self->timer = 0;
  keep (self, self->now);
  return G_SOURCE_REMOVE;
}

static void
follow (LaminaSessionHistory *self,
        gboolean              selected)
{
  LaminaSessionView *now;
  gboolean could_go_back = lamina_session_history_can_go_back (self);

  if (self->showing)
    return;
  now = lamina_session_view_new (self->session, selected ? NULL : self->now->layers);
  if (is_jump (self->now, now))
    keep (self, self->now);
  lamina_session_view_free (self->now);
  self->now = now;
  stop_timer (self);
  self->timer = g_timeout_add (REST, on_rest, self);
  if (could_go_back != lamina_session_history_can_go_back (self))
    g_signal_emit (self, changed, 0);
}

static void
on_changed (LaminaSessionHistory *self)
{
  follow (self, FALSE);
}

static void
on_selection_changed (LaminaSessionHistory *self)
{
  follow (self, TRUE);
}

static void
show (LaminaSessionHistory    *self,
      const LaminaSessionView *view)
{
  self->showing = TRUE;
  stop_timer (self);
  lamina_session_view_show (view, self->session);
  self->showing = FALSE;
  lamina_session_view_free (self->now);
  self->now = lamina_session_view_new (self->session, NULL);
  g_signal_emit (self, changed, 0);
}

static void
lamina_session_history_finalize (GObject *object)
{
  LaminaSessionHistory *self = LAMINA_SESSION_HISTORY (object);

  stop_timer (self);
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_pointer (&self->now, lamina_session_view_free);
  for (guint i = 0; i < LAMINA_N_BOOKMARKS; i++)
    g_clear_pointer (&self->bookmarks[i], lamina_session_view_free);
  G_OBJECT_CLASS (lamina_session_history_parent_class)->finalize (object);
}

static void
lamina_session_history_class_init (LaminaSessionHistoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_history_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_history_init (LaminaSessionHistory *self)
{
  self->views = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_session_view_free);
}

LaminaSessionHistory *
lamina_session_history_new (LaminaSession *session)
{
  LaminaSessionHistory *self = g_object_new (LAMINA_TYPE_SESSION_HISTORY, NULL);

  self->session = session;
  self->now = lamina_session_view_new (session, NULL);
  g_signal_connect_object (session, "notify::range", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return self;
}

void
lamina_session_history_keep (LaminaSessionHistory *self)
{
  g_return_if_fail (LAMINA_IS_SESSION_HISTORY (self));
  stop_timer (self);
  keep (self, self->now);
}

void
lamina_session_history_adjust_range (LaminaSessionHistory *self,
                                     const LaminaRange    *range)
{
  gboolean is_kept;
  LaminaSessionView *now;

  g_return_if_fail (LAMINA_IS_SESSION_HISTORY (self));
  g_return_if_fail (range != NULL);

  is_kept = self->views->len > 0 && view_equal (self->now, g_ptr_array_index (self->views, self->current));
  self->showing = TRUE;
  lamina_session_set_range (self->session, range->start, range->end);
  self->showing = FALSE;
  now = lamina_session_view_new (self->session, self->now->layers);
  lamina_session_view_free (self->now);
  self->now = now;
  stop_timer (self);
  if (is_kept)
    {
      lamina_session_view_free (g_ptr_array_index (self->views, self->current));
      g_ptr_array_index (self->views, self->current) = view_copy (now);
    }
  else
    self->timer = g_timeout_add (REST, on_rest, self);
}

gboolean
lamina_session_history_can_go_back (LaminaSessionHistory *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), FALSE);

  if (self->views->len == 0)
    return FALSE;
  return self->current > 0 || !view_equal (self->now, g_ptr_array_index (self->views, self->current));
}

gboolean
lamina_session_history_can_go_forward (LaminaSessionHistory *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), FALSE);

  return self->current + 1 < self->views->len
         && view_equal (self->now, g_ptr_array_index (self->views, self->current));
}

gboolean
lamina_session_history_go_back (LaminaSessionHistory *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), FALSE);

  lamina_session_history_keep (self);
  if (self->current == 0)
    return FALSE;
  self->current--;
  show (self, g_ptr_array_index (self->views, self->current));
  return TRUE;
}

gboolean
lamina_session_history_go_forward (LaminaSessionHistory *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), FALSE);

  if (!lamina_session_history_can_go_forward (self))
    return FALSE;
  self->current++;
  show (self, g_ptr_array_index (self->views, self->current));
  return TRUE;
}

void
lamina_session_history_set_bookmark (LaminaSessionHistory *self,
                                     guint                 number)
{
  g_return_if_fail (LAMINA_IS_SESSION_HISTORY (self));
  g_return_if_fail (number >= 1 && number <= LAMINA_N_BOOKMARKS);

  lamina_session_history_restore_bookmark (self, number, self->now);
}

gboolean
lamina_session_history_go_to_bookmark (LaminaSessionHistory *self,
                                       guint                 number)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), FALSE);
  g_return_val_if_fail (number >= 1 && number <= LAMINA_N_BOOKMARKS, FALSE);

  if (!self->bookmarks[number - 1])
    return FALSE;
  lamina_session_history_keep (self);
  show (self, self->bookmarks[number - 1]);
  lamina_session_history_keep (self);
  return TRUE;
}

void
lamina_session_history_restore_bookmark (LaminaSessionHistory    *self,
                                         guint                    number,
                                         const LaminaSessionView *view)
{
  g_return_if_fail (LAMINA_IS_SESSION_HISTORY (self));
  g_return_if_fail (number >= 1 && number <= LAMINA_N_BOOKMARKS);
  g_return_if_fail (view != NULL);

  g_clear_pointer (&self->bookmarks[number - 1], lamina_session_view_free);
  self->bookmarks[number - 1] = view_copy (view);
}

const LaminaSessionView *
lamina_session_history_get_bookmark (LaminaSessionHistory *self,
                                     guint                 number)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_HISTORY (self), NULL);
  g_return_val_if_fail (number >= 1 && number <= LAMINA_N_BOOKMARKS, NULL);
  return self->bookmarks[number - 1];
}
