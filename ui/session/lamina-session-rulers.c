/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

struct _LaminaSessionRulers
{
  GObject parent_instance;

  LaminaSession *session;
  GPtrArray *all;
  guint last_id;
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaSessionRulers, lamina_session_rulers, G_TYPE_OBJECT)

static void
ruler_free (gpointer data)
{
  LaminaSessionRuler *ruler = data;

  g_free (ruler->text);
  g_free (ruler);
}

static LaminaSessionRuler *
find (LaminaSessionRulers *self,
      guint                id)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      LaminaSessionRuler *ruler = g_ptr_array_index (self->all, i);

      if (ruler->id == id)
        return ruler;
    }
  return NULL;
}

/* The temporary one of the run that is shown, or the one without a text that is kept at this very place: another would only
 * hide it. */
static LaminaSessionRuler *
find_shown (LaminaSessionRulers *self,
            const LaminaRange   *kept_at)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      LaminaSessionRuler *ruler = g_ptr_array_index (self->all, i);

      if (ruler->run != lamina_session_get_run_index (self->session))
        continue;
      if (kept_at ? ruler->kept && !ruler->text && ruler->place.start == kept_at->start && ruler->place.end == kept_at->end
                  : !ruler->kept)
        return ruler;
    }
  return NULL;
}

static gint64
get_offset (LaminaSessionRulers *self,
            guint                clock)
{
  return clock == LAMINA_NONE ? 0 : lamina_timebase_get_offset (lamina_session_get_timebase (self->session), clock);
}

static void
emit_changed (LaminaSessionRulers *self)
{
  g_signal_emit (self, changed, 0);
}

/* What was put beside slices stays beside them when their clock moves. */
static void
follow_clocks (LaminaSessionRulers *self)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      LaminaSessionRuler *ruler = g_ptr_array_index (self->all, i);
      gint64 offset, shift;

      if (ruler->run != lamina_session_get_run_index (self->session))
        continue;
      offset = get_offset (self, ruler->clock);
      if (__builtin_sub_overflow (offset, ruler->offset, &shift))
        continue;
      ruler->offset = offset;
      ruler->place.start = lamina_add_saturating (ruler->place.start, shift);
      ruler->place.end = lamina_add_saturating (ruler->place.end, shift);
    }
  emit_changed (self);
}

static LaminaSessionRuler *
add (LaminaSessionRulers *self,
     gint64               start,
     gint64               end)
{
  LaminaSessionRuler *ruler = g_new0 (LaminaSessionRuler, 1);

  ruler->id = ++self->last_id;
  ruler->run = lamina_session_get_run_index (self->session);
  ruler->place = (LaminaRange) { MIN (start, end), MAX (start, end) };
  ruler->clock = lamina_session_get_steady_clock (self->session);
  ruler->offset = get_offset (self, ruler->clock);
  ruler->kept = TRUE;
  g_ptr_array_add (self->all, ruler);
  return ruler;
}

static void
lamina_session_rulers_finalize (GObject *object)
{
  LaminaSessionRulers *self = LAMINA_SESSION_RULERS (object);

  g_clear_pointer (&self->all, g_ptr_array_unref);
  G_OBJECT_CLASS (lamina_session_rulers_parent_class)->finalize (object);
}

static void
lamina_session_rulers_class_init (LaminaSessionRulersClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_rulers_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_RULERS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_rulers_init (LaminaSessionRulers *self)
{
  self->all = g_ptr_array_new_with_free_func (ruler_free);
}

LaminaSessionRulers *
lamina_session_rulers_new (LaminaSession *session)
{
  LaminaSessionRulers *self = g_object_new (LAMINA_TYPE_SESSION_RULERS, NULL);

  self->session = session;
  g_signal_connect_object (session, "notify::timebase", G_CALLBACK (follow_clocks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return self;
}

GPtrArray *
lamina_session_rulers_list (LaminaSessionRulers *self)
{
  GPtrArray *list = g_ptr_array_new ();

  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), list);

  for (guint i = 0; i < self->all->len; i++)
    {
      LaminaSessionRuler *ruler = g_ptr_array_index (self->all, i);

      if (ruler->run == lamina_session_get_run_index (self->session))
        g_ptr_array_add (list, ruler);
    }
  return list;
}

GPtrArray *
lamina_session_rulers_get_all (LaminaSessionRulers *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), NULL);
  return self->all;
}

void
lamina_session_rulers_restore (LaminaSessionRulers      *self,
                               const LaminaSessionRuler *ruler)
{
  LaminaSessionRuler *copy;

  g_return_if_fail (LAMINA_IS_SESSION_RULERS (self));
  g_return_if_fail (ruler != NULL);

  copy = add (self, ruler->place.start, ruler->place.end);
  copy->run = ruler->run;
  copy->clock = LAMINA_NONE;
  copy->offset = 0;
  copy->text = g_strdup (ruler->text);
  copy->kept = ruler->kept;
  emit_changed (self);
}

const LaminaSessionRuler *
lamina_session_rulers_get (LaminaSessionRulers *self,
                           guint                id)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), NULL);
  return find (self, id);
}

guint
lamina_session_rulers_add (LaminaSessionRulers *self,
                           gint64               start,
                           gint64               end,
                           gboolean             kept)
{
  LaminaSessionRuler *ruler;

  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), 0);

  ruler = find_shown (self, &(LaminaRange) { MIN (start, end), MAX (start, end) });
  if (ruler)
    return ruler->id;
  if (!kept)
    g_ptr_array_remove (self->all, find_shown (self, NULL));
  ruler = add (self, start, end);
  ruler->kept = kept;
  emit_changed (self);
  return ruler->id;
}

guint
lamina_session_rulers_add_note (LaminaSessionRulers *self,
                                gint64               position,
                                const char          *text)
{
  LaminaSessionRuler *ruler;

  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), 0);

  ruler = add (self, position, position);
  ruler->text = g_strdup (text);
  emit_changed (self);
  return ruler->id;
}

void
lamina_session_rulers_move (LaminaSessionRulers *self,
                            guint                id,
                            gint64               start,
                            gint64               end)
{
  LaminaSessionRuler *ruler;

  g_return_if_fail (LAMINA_IS_SESSION_RULERS (self));

  ruler = find (self, id);
  if (!ruler || (ruler->place.start == start && ruler->place.end == end))
    return;
  ruler->place = (LaminaRange) { MIN (start, end), MAX (start, end) };
  emit_changed (self);
}

void
lamina_session_rulers_set_text (LaminaSessionRulers *self,
                                guint                id,
                                const char          *text)
{
  LaminaSessionRuler *ruler;

  g_return_if_fail (LAMINA_IS_SESSION_RULERS (self));

  ruler = find (self, id);
  if (!ruler || g_strcmp0 (ruler->text, text) == 0)
    return;
  g_free (ruler->text);
  ruler->text = g_strdup (text);
  emit_changed (self);
}

void
lamina_session_rulers_remove (LaminaSessionRulers *self,
                              guint                id)
{
  g_return_if_fail (LAMINA_IS_SESSION_RULERS (self));

  if (g_ptr_array_remove (self->all, find (self, id)))
    emit_changed (self);
}

void
lamina_session_rulers_remove_all (LaminaSessionRulers *self)
{
  g_autoptr (GPtrArray) list = lamina_session_rulers_list (self);

  for (guint i = 0; i < list->len; i++)
    g_ptr_array_remove (self->all, g_ptr_array_index (list, i));
  emit_changed (self);
}

gboolean
lamina_session_rulers_keep_temporary (LaminaSessionRulers *self)
{
  LaminaSessionRuler *ruler;

  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), FALSE);

  ruler = find_shown (self, NULL);
  if (!ruler)
    return FALSE;
  ruler->kept = TRUE;
  emit_changed (self);
  return TRUE;
}

gboolean
lamina_session_rulers_remove_temporary (LaminaSessionRulers *self)
{
  LaminaSessionRuler *ruler;

  g_return_val_if_fail (LAMINA_IS_SESSION_RULERS (self), FALSE);

  ruler = find_shown (self, NULL);
  if (!ruler)
    return FALSE;
  lamina_session_rulers_remove (self, ruler->id);
  return TRUE;
}
