/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-work-private.h"
#include "lamina-range-load.h"

#include <string.h>

/*
 * What the queues of a device work on, and when.
 *
 * lock    held while @loads is read or changed, for work is judged in any thread
 * loads   names and categories of slices: LaminaLoad, what they say of the work
 */
struct _LaminaWorkJudge
{
  LaminaRun *run;
  GMutex lock;
  GHashTable *loads;
};

LaminaWorkJudge *
lamina_work_judge_new (LaminaRun *run)
{
  LaminaWorkJudge *self = g_new0 (LaminaWorkJudge, 1);

  self->run = run;
  g_mutex_init (&self->lock);
  self->loads = g_hash_table_new (NULL, NULL);
  return self;
}

void
lamina_work_judge_free (LaminaWorkJudge *self)
{
  g_mutex_clear (&self->lock);
  g_hash_table_unref (self->loads);
  g_free (self);
}

/* Copies by the device's own engines: CUDA and HIP name them so, TensorFlow in capitals. Kernels that copy compute. */
static LaminaLoad
judge_text (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (g_str_has_prefix (text, "CopyHostTo") || g_str_has_prefix (text, "CopyDeviceTo") || strstr (lower, "memcpy") != NULL)
    return LAMINA_LOAD_COPY;
  return lamina_family_from_words ("", text) == LAMINA_FAMILY_COMMUNICATION ? LAMINA_LOAD_COMMUNICATION : LAMINA_LOAD_BUSY;
}

static LaminaLoad
judge_string (LaminaWorkJudge *self,
              guint32          string)
{
  gpointer key = GUINT_TO_POINTER (string), known;

  g_mutex_lock (&self->lock);
  if (!g_hash_table_lookup_extended (self->loads, key, NULL, &known))
    {
      known = GINT_TO_POINTER (judge_text (lamina_run_get_string (self->run, string)));
      g_hash_table_insert (self->loads, key, known);
    }
  g_mutex_unlock (&self->lock);
  return (LaminaLoad) GPOINTER_TO_INT (known);
}

/* By what the slice itself says: its family may be that of the operator which asked for it. */
LaminaLoad
lamina_work_judge_slice (LaminaWorkJudge    *self,
                         const LaminaSlices *slices,
                         guint               slice)
{
  LaminaLoad load = judge_string (self, slices->name[slice]);
  guint32 category = lamina_slices_get_category (slices, slice);

  if (load == LAMINA_LOAD_BUSY && category != 0 && judge_string (self, category) == LAMINA_LOAD_COPY)
    return LAMINA_LOAD_COPY;
  return load;
}

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

/* Of a track, or of a part of it. */
static GArray *
create_pieces (const LaminaIdleScope  *scope,
               guint32                 track,
               const LaminaClockRange *part,
               LaminaPieceFunc         func,
               gpointer                data)
{
  if (part != NULL)
    return lamina_pieces_new_range (scope->run, scope->timebase, track, part->start, part->end, func, data, scope->cancellable);
  return lamina_pieces_new_track (scope->run, scope->timebase, track, func, data, scope->cancellable);
}

/* When any of the queues does work in the sense of @func, and when one waits while none works. @part: of which part of the axis,
 * or NULL for all of it. FALSE when cancelled. */
static gboolean
unite (const LaminaIdleScope  *scope,
       const GArray           *tracks,
       gboolean                owned,
       const LaminaClockRange *part,
       LaminaPieceFunc         func,
       gpointer                data,
       GArray                **work,
       GArray                **wait)
{
  g_autoptr (GPtrArray) works = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) waits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) waiting = NULL;

  for (guint i = 0; i < tracks->len; i++)
    {
      guint32 track = g_array_index (tracks, guint32, i);
      g_autoptr (GArray) all = create_pieces (scope, track, part, func, data);
      g_autoptr (GArray) own = create_pieces (scope, track, part, owned ? is_owned_waiting : is_waiting, NULL);

      if (all == NULL || own == NULL)
        return FALSE;
      g_ptr_array_add (works, lamina_pieces_subtract (all, own));
      g_ptr_array_add (waits, lamina_pieces_subtract (all, works->pdata[i]));
    }
  *work = lamina_pieces_unite ((GArray **) works->pdata, works->len);
  waiting = lamina_pieces_unite ((GArray **) waits->pdata, waits->len);
  *wait = lamina_pieces_subtract (waiting, *work);
  return TRUE;
}

gboolean
lamina_idle_unite (const LaminaIdleScope *scope,
                   const GArray          *tracks,
                   gboolean               owned,
                   GArray               **work,
                   GArray               **wait)
{
  return unite (scope, tracks, owned, NULL, owned ? is_owned : is_plain, NULL, work, wait);
}

gboolean
lamina_idle_unite_part (const LaminaIdleScope *scope,
                        const GArray          *tracks,
                        gboolean               owned,
                        GArray               **work,
                        GArray               **wait)
{
  const LaminaClockRange part = { scope->start, scope->end };

  return unite (scope, tracks, owned, &part, owned ? is_owned : is_plain, NULL, work, wait);
}

typedef struct
{
  LaminaWorkJudge *judge;
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
         && lamina_work_judge_slice (kind->judge, slices, slice) == kind->load;
}

GArray *
lamina_idle_unite_work (const LaminaIdleScope *scope,
                        LaminaWorkJudge       *judge,
                        const GArray          *tracks,
                        gboolean               owned,
                        LaminaLoad             load)
{
  Kind kind = { judge, owned, load };
  g_autoptr (GArray) wait = NULL;
  GArray *work = NULL;

  unite (scope, tracks, owned, NULL, is_of_kind, &kind, &work, &wait);
  return work;
}

void
lamina_work_times_clear (LaminaWorkTimes *self)
{
  GArray **times[] = { &self->computation, &self->communication, &self->copy, &self->exposed_communication,
                       &self->exposed_copy };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_clear_pointer (times[i], g_array_unref);
}

gboolean
lamina_work_times_find (LaminaWorkTimes       *self,
                        const LaminaIdleScope *scope,
                        LaminaWorkJudge       *judge,
                        const GArray          *tracks,
                        gboolean               owned)
{
  g_autoptr (GArray) hidden = NULL;

  self->computation = lamina_idle_unite_work (scope, judge, tracks, owned, LAMINA_LOAD_BUSY);
  self->communication = lamina_idle_unite_work (scope, judge, tracks, owned, LAMINA_LOAD_COMMUNICATION);
  self->copy = lamina_idle_unite_work (scope, judge, tracks, owned, LAMINA_LOAD_COPY);
  if (self->computation == NULL || self->communication == NULL || self->copy == NULL)
    return FALSE;
  self->exposed_communication = lamina_pieces_subtract (self->communication, self->computation);
  hidden = lamina_pieces_unite ((GArray *[]) { self->computation, self->communication }, 2);
  self->exposed_copy = lamina_pieces_subtract (self->copy, hidden);
  return TRUE;
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
