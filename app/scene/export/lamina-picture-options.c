/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture.h"

#include <string.h>

/* An array without elements stays one: it means that no track is shown, not that all are. */
static guint32 *
copy_tracks (const LaminaPictureOptions *self)
{
  guint32 *tracks;

  if (self->tracks == NULL)
    return NULL;
  tracks = g_new (guint32, (gsize) self->n_tracks + 1);
  memcpy (tracks, self->tracks, self->n_tracks * sizeof *tracks);
  return tracks;
}

void
lamina_picture_options_copy (const LaminaPictureOptions *self,
                             LaminaPictureOptions       *copy)
{
  *copy = *self;
  copy->view = g_strdup (self->view);
  copy->title = g_strdup (self->title);
  copy->caption = g_strdup (self->caption);
  copy->name = g_strdup (self->name);
  copy->durations_of = g_strdup (self->durations_of);
  copy->filter = g_strdup (self->filter);
  copy->tracks = copy_tracks (self);
  copy->flame = g_memdup2 (self->flame, self->flame != NULL ? sizeof *self->flame : 0);
  if (self->arrangement != NULL)
    lamina_arrangement_ref (self->arrangement);
  if (self->markers != NULL)
    g_array_ref (self->markers);
  if (self->timebase != NULL)
    lamina_timebase_ref (self->timebase);
  if (self->comparison != NULL)
    lamina_comparison_ref (self->comparison);
}

void
lamina_picture_options_clear (LaminaPictureOptions *self)
{
  g_free ((char *) self->view);
  g_free ((char *) self->title);
  g_free ((char *) self->caption);
  g_free ((char *) self->name);
  g_free ((char *) self->durations_of);
  g_free ((char *) self->filter);
  g_free ((guint32 *) self->tracks);
  g_free ((LaminaFlameOptions *) self->flame);
  g_clear_pointer (&self->arrangement, lamina_arrangement_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  memset (self, 0, sizeof *self);
}
