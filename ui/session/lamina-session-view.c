/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-view.h"

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

LaminaSessionView *
lamina_session_view_copy (const LaminaSessionView *self)
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

gboolean
lamina_session_view_equal (const LaminaSessionView *self,
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
  else
    lamina_session_select_layer (session, self->selection.layer);
  if (self->has_range)
    lamina_session_set_range (session, self->range.start, self->range.end);
}
