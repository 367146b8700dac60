/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-cause-private.h"
#include "lamina-order-rows.h"

#include <string.h>

/*
 * The launch of a slice is where a flow from the host to it begins. Where no flow leads to a track, it is the last slice on
 * the host of the layer that starts before the work does: the launch happens somewhere inside it.
 *
 * All of it is found once and not changed afterwards: gaps are asked for again and again, and in any thread.
 */

/*
 * slices    its slices, whose times are @offset before those of the axis
 * launches  of a device the launch of each slice, LAMINA_NONE where it is not known; NULL where none is
 * around    whether launches happen somewhere inside what stands in @launches
 * waits     of a thread of the host, when it waits for a device; NULL when it never does
 */
typedef struct
{
  const LaminaSlices *slices;
  gint64 offset;
  gboolean on_device;
  LaminaSliceRef *launches;
  gboolean around;
  LaminaPieceSums *waits;
} Track;

struct _LaminaIdleCauses
{
  LaminaRun *run;
  guint n_tracks;
  Track *tracks;
};

/* A slice on the host, and when it starts on the axis. */
typedef struct
{
  gint64 start;
  LaminaSliceRef ref;
} HostSlice;

static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

gint64
lamina_idle_causes_get_start (LaminaIdleCauses *self,
                              LaminaSliceRef    ref)
{
  const Track *track = &self->tracks[ref.track];

  return lamina_add_saturating (track->slices->start[ref.slice], track->offset);
}

gint64
lamina_idle_causes_get_end (LaminaIdleCauses *self,
                            LaminaSliceRef    ref)
{
  return lamina_add_saturating (lamina_idle_causes_get_start (self, ref),
                                self->tracks[ref.track].slices->duration[ref.slice]);
}

/* Calls that wait */

/*
 * Whether a name is that of a call in which the host does nothing but wait for a device: one of a driver or runtime that
 * says so. Freeing memory and copies that block do other things, too: how long they wait is not in the file. Words of users,
 * such as `Synchronize gradients`, begin with no driver's name.
 */
static gboolean
names_wait (const char *name)
{
  static const char *const drivers[] = { "cuda", "cu", "hip", "ze", "ur", "musa", "mtia" };
  static const char *const calls[] = { "urEventWait", "urQueueFinish", "Stream Sync", "Event Sync", "Context Sync", NULL };

  if (g_strv_contains (calls, name))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
    if (g_str_has_prefix (name, drivers[i]) && strchr (name, ' ') == NULL && strstr (name, "Synchronize") != NULL)
      return TRUE;
  return FALSE;
}

/* Of each name, whether that is known, and whether it is one of a wait: one lookup in a table for each slice would take longer
 * than all else that is asked of it. */
enum
{
  NOT_KNOWN,
  NO_WAIT,
  WAIT
};

typedef struct
{
  LaminaRun *run;
  GArray *names;
} Waits;

static gboolean
is_wait (const LaminaSlices *slices,
         guint               slice,
         gpointer            data)
{
  Waits *self = data;
  guint32 name = slices->name[slice];
  guint8 *known;

  if ((slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT)
    return TRUE;
  if (name >= self->names->len)
    g_array_set_size (self->names, name + 1);
  known = &g_array_index (self->names, guint8, name);
  if (*known == NOT_KNOWN)
    *known = names_wait (lamina_run_get_string (self->run, name)) ? WAIT : NO_WAIT;
  return *known == WAIT;
}

static gboolean
find_waits (LaminaIdleCauses *self,
            LaminaTimebase   *timebase,
            GCancellable     *cancellable)
{
  g_autoptr (GArray) names = g_array_new (FALSE, TRUE, sizeof (guint8));
  Waits waits = { self->run, names };

  for (guint i = 0; i < self->n_tracks; i++)
    {
      g_autoptr (GArray) pieces = NULL;

      if (self->tracks[i].on_device)
        continue;
      pieces = lamina_pieces_new_track (self->run, timebase, i, is_wait, &waits, cancellable);
      if (pieces == NULL)
        return FALSE;
      if (pieces->len > 0)
        self->tracks[i].waits = lamina_piece_sums_new (pieces);
    }
  return TRUE;
}

/* Launches */

static void
set_launch (Track          *track,
            guint           slice,
            LaminaSliceRef  launch)
{
  if (track->launches == NULL)
    {
      track->launches = g_new (LaminaSliceRef, track->slices->n);
      for (guint i = 0; i < track->slices->n; i++)
        track->launches[i] = nowhere;
    }
  track->launches[slice] = launch;
}

static gboolean
is_slice (LaminaIdleCauses *self,
          LaminaSliceRef    ref)
{
  return ref.track < self->n_tracks && ref.slice < self->tracks[ref.track].slices->n;
}

/* By flows. FALSE when cancelled. */
static gboolean
find_calls (LaminaIdleCauses *self,
            GCancellable     *cancellable)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (self->run, &n);

  for (guint i = 0; i < n; i++)
    {
      LaminaSliceRef from = flows[i].from, to = flows[i].to;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (is_slice (self, from) && is_slice (self, to) && self->tracks[to.track].on_device
          && !self->tracks[from.track].on_device)
        set_launch (&self->tracks[to.track], to.slice, from);
    }
  return TRUE;
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const HostSlice *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/* The slices of a layer on the host, put in order of time into @list. Those that start together stay in order: GLib sorts by
 * merging. Returns whether the layer has work on a track to which no flow leads. */
static gboolean
list_host_slices (LaminaIdleCauses   *self,
                  const LaminaLayers *layers,
                  guint32             layer,
                  GArray             *list)
{
  gboolean needed = FALSE;

  g_array_set_size (list, 0);
  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      HostSlice slice = { lamina_idle_causes_get_start (self, layers->slices[i]), layers->slices[i] };
      const Track *track = &self->tracks[slice.ref.track];

      needed |= track->around;
      if (!track->on_device)
        g_array_append_val (list, slice);
    }
  if (needed)
    g_array_sort (list, compare_starts);
  return needed && list->len > 0;
}

/* The last of them that starts at a time or before it. */
static LaminaSliceRef
find_before (const GArray *list,
             gint64        time)
{
  guint first = 0, n = list->len;

  while (n > 0)
    if (g_array_index (list, HostSlice, first + n / 2).start <= time)
      {
        first += n / 2 + 1;
        n -= n / 2 + 1;
      }
    else
      n /= 2;
  return first > 0 ? g_array_index (list, HostSlice, first - 1).ref : nowhere;
}

/* By layers, on tracks to which no flow leads. FALSE when cancelled. */
static gboolean
find_callers (LaminaIdleCauses *self,
              GCancellable     *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (HostSlice));
  gboolean needed = FALSE;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      Track *track = &self->tracks[i];

      track->around = track->on_device && track->launches == NULL;
      needed |= track->around && track->slices->n > 0;
    }
  for (guint32 layer = 0; needed && layers->first_slice != NULL && layer < layers->n; layer++)
    {
      if (lamina_order_is_cancelled (cancellable, layer))
        return FALSE;
      if (!list_host_slices (self, layers, layer, list))
        continue;
      for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
        {
          LaminaSliceRef ref = layers->slices[i];

          if (self->tracks[ref.track].around)
            set_launch (&self->tracks[ref.track], ref.slice, find_before (list, lamina_idle_causes_get_start (self, ref)));
        }
    }
  return TRUE;
}

LaminaIdleCauses *
lamina_idle_causes_new (LaminaRun      *run,
                        LaminaTimebase *timebase,
                        GCancellable   *cancellable)
{
  g_autoptr (LaminaIdleCauses) self = g_new0 (LaminaIdleCauses, 1);

  self->run = run;
  self->n_tracks = lamina_run_get_n_tracks (run);
  self->tracks = g_new0 (Track, MAX (self->n_tracks, 1));
  for (guint i = 0; i < self->n_tracks; i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);

      self->tracks[i].slices = lamina_track_get_slices (track);
      self->tracks[i].offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
      self->tracks[i].on_device = lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE;
    }
  if (!find_waits (self, timebase, cancellable) || !find_calls (self, cancellable) || !find_callers (self, cancellable))
    return NULL;
  return g_steal_pointer (&self);
}

void
lamina_idle_causes_free (LaminaIdleCauses *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    {
      g_free (self->tracks[i].launches);
      g_clear_pointer (&self->tracks[i].waits, lamina_piece_sums_free);
    }
  g_free (self->tracks);
  g_free (self);
}

LaminaSliceRef
lamina_idle_causes_find_launch (LaminaIdleCauses *self,
                                LaminaSliceRef    slice)
{
  const LaminaSliceRef *launches = self->tracks[slice.track].launches;

  return launches != NULL ? launches[slice.slice] : nowhere;
}

/* Judging */

/* HTA's rule: the launch began after the gap did. Of a slice around the launch, only what holds for all of it is known. */
LaminaGapClass
lamina_idle_causes_classify (LaminaIdleCauses *self,
                             gint64            start,
                             gint64            end,
                             LaminaSliceRef    after,
                             gboolean         *in_call)
{
  LaminaSliceRef launch = after.track != LAMINA_NONE ? lamina_idle_causes_find_launch (self, after) : nowhere;

  *in_call = FALSE;
  if (launch.track == LAMINA_NONE)
    return LAMINA_GAP_UNKNOWN;
  if (lamina_idle_causes_get_start (self, launch) > start)
    return LAMINA_GAP_HOST_WAIT;
  *in_call = lamina_idle_causes_get_end (self, launch) > start;
  if (*in_call && self->tracks[after.track].around)
    return LAMINA_GAP_UNKNOWN;
  return end - start < LAMINA_KERNEL_WAIT_NS ? LAMINA_GAP_KERNEL_WAIT : LAMINA_GAP_OTHER;
}

/* What runs beside the gap and ends in it last is what is waited for, as long as it runs. */
static void
divide_queued (const LaminaIdleBeside *beside,
               LaminaGap              *gap)
{
  gint64 copied = lamina_piece_sums_find_end (beside->copies, gap->start, gap->end);
  gint64 exchanged = lamina_piece_sums_find_end (beside->exchanges, gap->start, gap->end);
  gint64 worked = lamina_piece_sums_find_end (beside->others, gap->start, gap->end);
  LaminaLoad load = exchanged > copied ? LAMINA_LOAD_COMMUNICATION : LAMINA_LOAD_COPY;
  gint64 part = 0;

  if (MAX (copied, exchanged) > worked)
    part = lamina_piece_sums_measure (load == LAMINA_LOAD_COPY ? beside->copies : beside->exchanges, gap->start, gap->end);
  gap->parts[load] = part;
  gap->parts[LAMINA_LOAD_DEPENDENCY] = gap->end - gap->start - part;
}

static void
divide (LaminaIdleCauses       *self,
        const LaminaIdleBeside *beside,
        gboolean                in_call,
        LaminaLoad              work,
        LaminaGap              *gap)
{
  gint64 length = gap->end - gap->start;
  gint64 launched;

  if (gap->class == LAMINA_GAP_UNKNOWN || gap->class == LAMINA_GAP_KERNEL_WAIT)
    {
      gap->parts[gap->class == LAMINA_GAP_UNKNOWN ? LAMINA_LOAD_UNKNOWN : LAMINA_LOAD_KERNEL] = length;
      return;
    }
  launched = CLAMP (lamina_idle_causes_get_start (self, gap->launch), gap->start, gap->end);
  if (gap->class == LAMINA_GAP_HOST_WAIT)
    {
      /* Up to the launch, by what its thread did. */
      gint64 waited = lamina_piece_sums_measure (self->tracks[gap->launch.track].waits, gap->start, launched);

      gap->parts[LAMINA_LOAD_SYNC] = waited;
      gap->parts[LAMINA_LOAD_HOST] = launched - gap->start - waited;
    }
  if (gap->class == LAMINA_GAP_HOST_WAIT || (in_call && work == LAMINA_LOAD_BUSY))
    {
      /* From the launch on: inside the call, and behind it. */
      gint64 returned = CLAMP (lamina_idle_causes_get_end (self, gap->launch), launched, gap->end);

      gap->parts[LAMINA_LOAD_CALL] = returned - launched;
      gap->parts[LAMINA_LOAD_START] = gap->end - returned;
    }
  else if (work != LAMINA_LOAD_BUSY)
    gap->parts[work] = length;
  else
    divide_queued (beside, gap);
}

void
lamina_idle_causes_divide (LaminaIdleCauses       *self,
                           const LaminaIdleBeside *beside,
                           gboolean                in_call,
                           LaminaLoad              work,
                           LaminaGap              *gap)
{
  memset (gap->parts, 0, sizeof gap->parts);
  divide (self, beside, in_call, work, gap);
  gap->cause = LAMINA_FIRST_CAUSE;
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    if (gap->parts[load] > gap->parts[gap->cause])
      gap->cause = (LaminaLoad) load;
}
