/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"

/*
 * A queue works where slices that belong to layers lie on its track, less what the file calls waiting inside them. What
 * else lies there, such as an annotation of the user or a mark of synchronization, repeats or comments the work. Where a
 * device has no slice that belongs to a layer, all its slices are work.
 */

static gboolean
is_waiting (const LaminaSlices *slices,
            guint               slice,
            gpointer            data)
{
  return (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT;
}

static gboolean
is_plain (const LaminaSlices *slices,
          guint               slice,
          gpointer            data)
{
  return !is_waiting (slices, slice, data);
}

static gboolean
is_owned (const LaminaSlices *slices,
          guint               slice,
          gpointer            data)
{
  return lamina_column_row (slices->layer, slice) != LAMINA_NONE && !is_waiting (slices, slice, data);
}

static gboolean
is_owned_waiting (const LaminaSlices *slices,
                  guint               slice,
                  gpointer            data)
{
  return lamina_column_row (slices->layer, slice) != LAMINA_NONE && is_waiting (slices, slice, data);
}

static gboolean
is_of_section (const LaminaSlices *slices,
               guint               slice,
               gpointer            data)
{
  const LaminaIdleScope *scope = data;
  guint32 layer = lamina_column_row (slices->layer, slice);

  return layer != LAMINA_NONE
         && lamina_column_row (lamina_run_get_layers (scope->run)->section, layer) == scope->section;
}

GArray *
lamina_idle_unite_section (const LaminaIdleScope *scope,
                           const GArray          *tracks)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      GArray *pieces = lamina_pieces_new_track (scope->run, scope->timebase, g_array_index (tracks, guint32, i),
                                                is_of_section, (gpointer) scope, scope->cancellable);

      if (pieces == NULL)
        return NULL;
      g_ptr_array_add (sets, pieces);
    }
  return lamina_pieces_unite ((GArray **) sets->pdata, sets->len);
}

static gboolean
has_layers (LaminaRun *run,
            guint      track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));

  for (guint i = 0; slices->layer != NULL && i < slices->n; i++)
    if (slices->layer[i] != LAMINA_NONE)
      return TRUE;
  return FALSE;
}

gboolean
lamina_idle_has_owned (LaminaRun    *run,
                       const GArray *tracks)
{
  for (guint i = 0; i < tracks->len; i++)
    if (has_layers (run, g_array_index (tracks, guint32, i)))
      return TRUE;
  return FALSE;
}

/* What one queue does that is work in the sense of @func, and when that waits. FALSE when cancelled. */
static gboolean
look_at_track (const LaminaIdleScope *scope,
               guint32                track,
               gboolean               owned,
               LaminaPieceFunc        func,
               gpointer               data,
               GArray               **work,
               GArray               **wait)
{
  g_autoptr (GArray) all = lamina_pieces_new_track (scope->run, scope->timebase, track, func, data, scope->cancellable);
  g_autoptr (GArray) waiting = NULL;

  if (all == NULL)
    return FALSE;
  waiting = lamina_pieces_new_track (scope->run, scope->timebase, track, owned ? is_owned_waiting : is_waiting, NULL,
                                     scope->cancellable);
  if (waiting == NULL)
    return FALSE;
  *work = lamina_pieces_subtract (all, waiting);
  *wait = lamina_pieces_subtract (all, *work);
  return TRUE;
}

gboolean
lamina_idle_unite (const LaminaIdleScope *scope,
                   const GArray          *tracks,
                   gboolean               owned,
                   GArray               **work,
                   GArray               **wait)
{
  g_autoptr (GPtrArray) works = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) waits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) waiting = NULL;

  for (guint i = 0; i < tracks->len; i++)
    {
      GArray *own, *own_wait;

      if (!look_at_track (scope, g_array_index (tracks, guint32, i), owned, owned ? is_owned : is_plain, NULL, &own,
                          &own_wait))
        return FALSE;
      g_ptr_array_add (works, own);
      g_ptr_array_add (waits, own_wait);
    }
  *work = lamina_pieces_unite ((GArray **) works->pdata, works->len);
  waiting = lamina_pieces_unite ((GArray **) waits->pdata, waits->len);
  *wait = lamina_pieces_subtract (waiting, *work);
  return TRUE;
}

typedef struct
{
  LaminaIdleCauses *causes;
  gboolean owned;
  LaminaLoad load;
} Kind;

static gboolean
is_of_kind (const LaminaSlices *slices,
            guint               slice,
            gpointer            data)
{
  const Kind *kind = data;

  return (kind->owned ? is_owned (slices, slice, NULL) : is_plain (slices, slice, NULL))
         && lamina_idle_causes_judge_work (kind->causes, slices, slice) == kind->load;
}

GArray *
lamina_idle_unite_work (const LaminaIdleScope *scope,
                        LaminaIdleCauses      *causes,
                        const GArray          *tracks,
                        gboolean               owned,
                        LaminaLoad             load)
{
  Kind kind = { causes, owned, load };
  g_autoptr (GPtrArray) works = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      g_autoptr (GArray) wait = NULL;
      GArray *own;

      if (!look_at_track (scope, g_array_index (tracks, guint32, i), owned, is_of_kind, &kind, &own, &wait))
        return NULL;
      g_ptr_array_add (works, own);
    }
  return lamina_pieces_unite ((GArray **) works->pdata, works->len);
}

gboolean
lamina_idle_measure_queue (LaminaRun      *run,
                           LaminaTimebase *timebase,
                           guint           track,
                           gint64          start,
                           gint64          end,
                           gint64         *busy,
                           gint64         *wait)
{
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) waiting = NULL;
  g_autoptr (GArray) work = NULL;

  if (!has_layers (run, track))
    return FALSE;
  all = lamina_pieces_new_range (run, timebase, track, start, end, is_owned, NULL, NULL);
  waiting = lamina_pieces_new_range (run, timebase, track, start, end, is_owned_waiting, NULL, NULL);
  work = lamina_pieces_subtract (all, waiting);
  *busy = lamina_pieces_add_up (work);
  *wait = lamina_pieces_add_up (all) - *busy;
  return TRUE;
}
