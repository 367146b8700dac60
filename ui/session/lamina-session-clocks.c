/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-clocks.h"

#include "lamina-producer.h"
#include "lamina-session-private.h"

#include <glib/gi18n.h>

/* Offsets that the user chose in the place of those that the document suggests, by run and clock. */
struct _LaminaChosenOffsets
{
  GHashTable *offsets; /* gint64 */
};

LaminaChosenOffsets *
lamina_chosen_offsets_new (void)
{
  LaminaChosenOffsets *self = g_new (LaminaChosenOffsets, 1);

  self->offsets = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
lamina_chosen_offsets_free (LaminaChosenOffsets *self)
{
  g_hash_table_unref (self->offsets);
  g_free (self);
}

static gpointer
make_key (guint run,
          guint clock)
{
  return GSIZE_TO_POINTER (((gsize) run << 32 | clock) + 1);
}

gboolean
lamina_session_find_clock_offset (LaminaSession *self,
                                  guint          run,
                                  guint          clock,
                                  gint64        *offset)
{
  const gint64 *found = g_hash_table_lookup (lamina_session_get_chosen_offsets (self)->offsets, make_key (run, clock));

  if (found)
    *offset = *found;
  return found != NULL;
}

void
lamina_session_keep_clock_offset (LaminaSession *self,
                                  guint          run,
                                  guint          clock,
                                  gint64         offset)
{
  g_hash_table_insert (lamina_session_get_chosen_offsets (self)->offsets, make_key (run, clock),
                       g_memdup2 (&offset, sizeof offset));
}

gint64
lamina_session_get_start (LaminaSession *self,
                          guint          run)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (lamina_session_get_document (self), run),
                                                             lamina_session_get_aligned (self));

  return lamina_timebase_get_start (timebase);
}

LaminaTimebase *
lamina_session_make_timebase (LaminaSession *self)
{
  LaminaRun *run = lamina_session_get_run (self);
  gboolean aligned = lamina_session_get_aligned (self);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, aligned);
  gint64 offset;

  for (guint i = 0; aligned && i < lamina_run_get_n_clocks (run); i++)
    if (lamina_session_find_clock_offset (self, lamina_session_get_run_index (self), i, &offset))
      {
        LaminaTimebase *moved = lamina_timebase_with_offset (timebase, run, i, offset);

        lamina_timebase_unref (timebase);
        timebase = moved;
      }
  return g_steal_pointer (&timebase);
}

gboolean
lamina_session_has_other_clocks (LaminaSession *self)
{
  LaminaRun *run = lamina_session_get_run (self);

  for (guint i = 0; i < lamina_run_get_n_clocks (run); i++)
    if (lamina_run_get_clock (run, i)->offset != 0 || lamina_session_is_clock_chosen (self, i))
      return TRUE;
  return FALSE;
}

gboolean
lamina_session_is_clock_chosen (LaminaSession *self,
                                guint          clock)
{
  gint64 offset;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return lamina_session_find_clock_offset (self, lamina_session_get_run_index (self), clock, &offset);
}

const char *
lamina_session_get_unsaid_text (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!lamina_producer_any_is_unsaid (lamina_session_get_run (self), lamina_session_get_timebase (self)))
    return NULL;
  return _("Which operator asked for which memory was found by times. It is left unsaid while clocks are shifted otherwise than "
           "suggested.");
}

void
lamina_session_set_clock_offset (LaminaSession *self,
                                 guint          clock,
                                 gint64         offset)
{
  gint64 old;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (clock < lamina_run_get_n_clocks (lamina_session_get_run (self)));

  if (!lamina_session_find_clock_offset (self, lamina_session_get_run_index (self), clock, &old))
    old = lamina_run_get_clock (lamina_session_get_run (self), clock)->offset;
  if (old == offset)
    return;
  lamina_session_keep_clock_offset (self, lamina_session_get_run_index (self), clock, offset);
  lamina_session_take_timebase (self);
}

void
lamina_session_reset_clock (LaminaSession *self,
                            guint          clock)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (g_hash_table_remove (lamina_session_get_chosen_offsets (self)->offsets,
                           make_key (lamina_session_get_run_index (self), clock)))
    lamina_session_take_timebase (self);
}

static guint
get_clock (LaminaRun *run,
           guint32    layer)
{
  guint32 track = lamina_column_row (lamina_run_get_layers (run)->track, layer);

  return track == LAMINA_NONE ? LAMINA_NONE : lamina_track_get_info (lamina_run_get_track (run, track))->clock;
}

/* The first selected layer with a start that stands on another clock than @clock; on any when that is LAMINA_NONE. */
static guint32
find_selected (LaminaSession *self,
               guint          clock)
{
  LaminaRun *run = lamina_session_get_run (self);
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (self, &n);

  for (guint i = 0; i < n; i++)
    {
      guint own = get_clock (run, layers[i]);

      if (own != LAMINA_NONE && own != clock
          && lamina_run_get_layer_start (run, layers[i], lamina_session_get_timebase (self)) != LAMINA_ABSENT)
        return layers[i];
    }
  return LAMINA_NONE;
}

/* Two selected layers of different clocks, that of the lower clock first. */
static gboolean
find_pair (LaminaSession *self,
           guint32        layers[2])
{
  LaminaRun *run = lamina_session_get_run (self);
  guint32 first = LAMINA_NONE, second = LAMINA_NONE;
  gboolean swap;

  /* A million layers may be selected, mostly on the only clock that there is. */
  if (lamina_run_get_n_clocks (run) > 1)
    first = find_selected (self, LAMINA_NONE);
  if (first != LAMINA_NONE)
    second = find_selected (self, get_clock (run, first));
  if (second == LAMINA_NONE)
    return FALSE;
  swap = get_clock (run, second) < get_clock (run, first);
  layers[0] = swap ? second : first;
  layers[1] = swap ? first : second;
  return TRUE;
}

gboolean
lamina_session_can_align_selected (LaminaSession *self)
{
  guint32 layers[2];

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return lamina_session_get_aligned (self) && find_pair (self, layers);
}

void
lamina_session_align_selected (LaminaSession *self)
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  guint32 layers[2];
  guint clock;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  run = lamina_session_get_run (self);
  timebase = lamina_session_get_timebase (self);
  if (!lamina_session_get_aligned (self) || !find_pair (self, layers))
    return;
  clock = get_clock (run, layers[1]);
  /* Positions on the axis are bounded such that their differences and sums fit. */
  lamina_session_set_clock_offset (self, clock,
                                   lamina_timebase_get_offset (timebase, clock)
                                     + lamina_run_get_layer_start (run, layers[0], timebase)
                                     - lamina_run_get_layer_start (run, layers[1], timebase));
}
