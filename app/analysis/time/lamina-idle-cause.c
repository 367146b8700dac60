/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"
#include "lamina-order-rows.h"
#include "lamina-range-load.h"

#include <string.h>

/*
 * The launch of a slice is where a flow from the host to it begins. Where no flow leads to a track, it is the last slice on
 * the host of the layer that starts before the work does: the launch happens somewhere inside it.
 *
 * lock    held while works and hosts are read or changed, for gaps are asked for in any thread
 * hosts   of layers with many slices: HostSlice, ascending
 */
struct _LaminaIdleCauses
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  GPtrArray *launches; /* of each track NULL, or LaminaSliceRef of each slice */
  GPtrArray *waits;    /* of each track NULL, or LaminaPieceSums: when the thread waits for a device */
  GMutex lock;
  GHashTable *works;   /* names and categories of slices: LaminaLoad, what they say of the work */
  GHashTable *hosts;
};

/* A layer with more slices is looked through once and not for each gap. */
#define FEW_SLICES 32

typedef struct
{
  gint64 start;
  LaminaSliceRef ref;
} HostSlice;

static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

static const LaminaSlices *
get_slices (LaminaRun *run,
            guint32    track)
{
  return lamina_track_get_slices (lamina_run_get_track (run, track));
}

static gboolean
is_slice (LaminaRun      *run,
          LaminaSliceRef  ref)
{
  return ref.track < lamina_run_get_n_tracks (run) && ref.slice < get_slices (run, ref.track)->n;
}

static gboolean
is_on_device (LaminaRun *run,
              guint32    track)
{
  return lamina_run_get_track_kind (run, track) == LAMINA_GROUP_DEVICE;
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

typedef struct
{
  LaminaRun *run;
  GHashTable *known;
} Waits;

static gboolean
is_wait (const LaminaSlices *slices,
         guint               slice,
         gpointer            data)
{
  Waits *self = data;
  gpointer name = GUINT_TO_POINTER (slices->name[slice]);
  gpointer known;

  if ((slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT)
    return TRUE;
  if (!g_hash_table_lookup_extended (self->known, name, NULL, &known))
    {
      known = GINT_TO_POINTER (names_wait (lamina_run_get_string (self->run, slices->name[slice])));
      g_hash_table_insert (self->known, name, known);
    }
  return GPOINTER_TO_INT (known);
}

static gboolean
find_waits (LaminaIdleCauses *self,
            GCancellable     *cancellable)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Waits waits = { self->run, known };

  for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      g_autoptr (GArray) pieces = NULL;

      if (is_on_device (self->run, i))
        continue;
      pieces = lamina_pieces_new_track (self->run, self->timebase, i, is_wait, &waits, cancellable);
      if (pieces == NULL)
        return FALSE;
      if (pieces->len > 0)
        self->waits->pdata[i] = lamina_piece_sums_new (pieces);
    }
  return TRUE;
}

/* Launches */

static gboolean
find_launches (LaminaIdleCauses *self,
               GCancellable     *cancellable)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (self->run, &n);

  for (guint i = 0; i < n; i++)
    {
      LaminaSliceRef from = flows[i].from, to = flows[i].to, *launches;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (!is_slice (self->run, from) || !is_slice (self->run, to) || !is_on_device (self->run, to.track)
          || is_on_device (self->run, from.track))
        continue;
      launches = self->launches->pdata[to.track];
      if (launches == NULL)
        {
          guint n_slices = get_slices (self->run, to.track)->n;

          self->launches->pdata[to.track] = launches = g_new (LaminaSliceRef, n_slices);
          for (guint k = 0; k < n_slices; k++)
            launches[k] = nowhere;
        }
      launches[to.slice] = from;
    }
  return TRUE;
}

LaminaIdleCauses *
lamina_idle_causes_new (LaminaRun      *run,
                        LaminaTimebase *timebase,
                        GCancellable   *cancellable)
{
  g_autoptr (LaminaIdleCauses) self = g_new0 (LaminaIdleCauses, 1);
  int n_tracks = (int) lamina_run_get_n_tracks (run);

  self->run = run;
  self->timebase = lamina_timebase_ref (timebase);
  self->launches = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->launches, n_tracks);
  self->waits = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_piece_sums_free);
  g_ptr_array_set_size (self->waits, n_tracks);
  g_mutex_init (&self->lock);
  self->works = g_hash_table_new (NULL, NULL);
  self->hosts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  if (!find_waits (self, cancellable) || !find_launches (self, cancellable))
    return NULL;
  return g_steal_pointer (&self);
}

void
lamina_idle_causes_free (LaminaIdleCauses *self)
{
  lamina_timebase_unref (self->timebase);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->waits);
  g_mutex_clear (&self->lock);
  g_hash_table_unref (self->works);
  g_hash_table_unref (self->hosts);
  g_free (self);
}

gint64
lamina_idle_causes_get_start (LaminaIdleCauses *self,
                              LaminaSliceRef    ref)
{
  guint clock = lamina_track_get_info (lamina_run_get_track (self->run, ref.track))->clock;

  return lamina_add_saturating (get_slices (self->run, ref.track)->start[ref.slice],
                                lamina_timebase_get_offset (self->timebase, clock));
}

gint64
lamina_idle_causes_get_end (LaminaIdleCauses *self,
                            LaminaSliceRef    ref)
{
  return lamina_add_saturating (lamina_idle_causes_get_start (self, ref),
                                get_slices (self->run, ref.track)->duration[ref.slice]);
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const HostSlice *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/* The slices of a layer on the host. Those that start together stay in order: GLib sorts by merging. */
static GArray *
list_host_slices (LaminaIdleCauses *self,
                  guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (HostSlice));

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      HostSlice slice = { lamina_idle_causes_get_start (self, layers->slices[i]), layers->slices[i] };

      if (!is_on_device (self->run, slice.ref.track))
        g_array_append_val (list, slice);
    }
  g_array_sort (list, compare_starts);
  return list;
}

static GArray *
ref_host_slices (LaminaIdleCauses *self,
                 guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  GArray *list;

  if (layers->first_slice[layer + 1] - layers->first_slice[layer] <= FEW_SLICES)
    return list_host_slices (self, layer);
  g_mutex_lock (&self->lock);
  list = g_hash_table_lookup (self->hosts, GUINT_TO_POINTER (layer));
  if (list == NULL)
    {
      list = list_host_slices (self, layer);
      g_hash_table_insert (self->hosts, GUINT_TO_POINTER (layer), list);
    }
  g_array_ref (list);
  g_mutex_unlock (&self->lock);
  return list;
}

/* The last slice of a layer on the host that starts before its work on the device does. */
static LaminaSliceRef
find_host_slice (LaminaIdleCauses *self,
                 guint32           layer,
                 gint64            time)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  g_autoptr (GArray) list = NULL;
  guint first = 0, n;

  if (layer >= layers->n || layers->first_slice == NULL)
    return nowhere;
  list = ref_host_slices (self, layer);
  for (n = list->len; n > 0;)
    if (g_array_index (list, HostSlice, first + n / 2).start <= time)
      {
        first += n / 2 + 1;
        n -= n / 2 + 1;
      }
    else
      n /= 2;
  return first > 0 ? g_array_index (list, HostSlice, first - 1).ref : nowhere;
}

LaminaSliceRef
lamina_idle_causes_find_launch (LaminaIdleCauses *self,
                                LaminaSliceRef    slice)
{
  const LaminaSliceRef *launches = self->launches->pdata[slice.track];

  if (launches != NULL)
    return launches[slice.slice];
  return find_host_slice (self, lamina_column_row (get_slices (self->run, slice.track)->layer, slice.slice),
                          lamina_idle_causes_get_start (self, slice));
}

/* Judging */

/* Copies by the device's own engines: CUDA and HIP name them so, TensorFlow in capitals. Kernels that copy compute. */
LaminaLoad
lamina_idle_judge_text (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (g_str_has_prefix (text, "CopyHostTo") || g_str_has_prefix (text, "CopyDeviceTo") || strstr (lower, "memcpy") != NULL)
    return LAMINA_LOAD_COPY;
  return lamina_family_from_words ("", text) == LAMINA_FAMILY_COMMUNICATION ? LAMINA_LOAD_COMMUNICATION : LAMINA_LOAD_BUSY;
}

static LaminaLoad
judge_string (LaminaIdleCauses *self,
              guint32           string)
{
  gpointer key = GUINT_TO_POINTER (string), known;

  g_mutex_lock (&self->lock);
  if (!g_hash_table_lookup_extended (self->works, key, NULL, &known))
    {
      known = GINT_TO_POINTER (lamina_idle_judge_text (lamina_run_get_string (self->run, string)));
      g_hash_table_insert (self->works, key, known);
    }
  g_mutex_unlock (&self->lock);
  return (LaminaLoad) GPOINTER_TO_INT (known);
}

/* By what the slice itself says: its family may be that of the operator which asked for it. */
LaminaLoad
lamina_idle_causes_judge_work (LaminaIdleCauses   *self,
                               const LaminaSlices *slices,
                               guint               slice)
{
  LaminaLoad load = judge_string (self, slices->name[slice]);
  guint32 category = lamina_slices_get_category (slices, slice);

  if (load == LAMINA_LOAD_BUSY && category != 0 && judge_string (self, category) == LAMINA_LOAD_COPY)
    return LAMINA_LOAD_COPY;
  return load;
}

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
  if (*in_call && self->launches->pdata[after.track] == NULL)
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
        LaminaGap              *gap)
{
  gint64 length = gap->end - gap->start;
  gint64 launched;
  LaminaLoad work;

  if (gap->class == LAMINA_GAP_UNKNOWN || gap->class == LAMINA_GAP_KERNEL_WAIT)
    {
      gap->parts[gap->class == LAMINA_GAP_UNKNOWN ? LAMINA_LOAD_UNKNOWN : LAMINA_LOAD_KERNEL] = length;
      return;
    }
  launched = CLAMP (lamina_idle_causes_get_start (self, gap->launch), gap->start, gap->end);
  if (gap->class == LAMINA_GAP_HOST_WAIT)
    {
      /* Up to the launch, by what its thread did. */
      gint64 waited = lamina_piece_sums_measure (self->waits->pdata[gap->launch.track], gap->start, launched);

      gap->parts[LAMINA_LOAD_SYNC] = waited;
      gap->parts[LAMINA_LOAD_HOST] = launched - gap->start - waited;
    }
  work = lamina_idle_causes_judge_work (self, get_slices (self->run, gap->after.track), gap->after.slice);
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
                           LaminaGap              *gap)
{
  memset (gap->parts, 0, sizeof gap->parts);
  divide (self, beside, in_call, gap);
  gap->cause = LAMINA_FIRST_CAUSE;
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    if (gap->parts[load] > gap->parts[gap->cause])
      gap->cause = (LaminaLoad) load;
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
  g_autoptr (GArray) wait = NULL;
  GArray *work = NULL;

  unite (scope, tracks, owned, NULL, is_of_kind, &kind, &work, &wait);
  return work;
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

/* What covers more than half of a time covers its middle: on each lane of a track there is at most one slice to ask. */
struct _LaminaIdleHosts
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  GHashTable *cursors; /* of each track that was asked: where each of its lanes was found last, guint32 */
};

LaminaIdleHosts *
lamina_idle_hosts_new (LaminaRun      *run,
                       LaminaTimebase *timebase)
{
  LaminaIdleHosts *self = g_new0 (LaminaIdleHosts, 1);

  self->run = run;
  self->timebase = timebase;
  self->cursors = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
lamina_idle_hosts_free (LaminaIdleHosts *self)
{
  g_hash_table_unref (self->cursors);
  g_free (self);
}

static gboolean
is_over (const LaminaSlices *slices,
         guint               slice,
         gint64              time)
{
  return slices->start[slice] + slices->duration[slice] <= time;
}

/* The first slice of a lane that is not over. Times rise, so that it is mostly that of before or the one behind it. */
static guint32
advance (LaminaTrack *track,
         guint        lane,
         guint32      cursor,
         gint64       time)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 end = slices->first[lane + 1];

  if (cursor < end && is_over (slices, cursor, time))
    cursor++;
  if (cursor < end && is_over (slices, cursor, time))
    cursor = lamina_track_find_slice (track, lane, time);
  return cursor;
}

guint32
lamina_idle_hosts_find (LaminaIdleHosts *self,
                        guint32          track,
                        gint64           start,
                        gint64           end)
{
  LaminaTrack *thread = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (thread);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (thread)->clock);
  guint32 *cursors = g_hash_table_lookup (self->cursors, GUINT_TO_POINTER (track)), found = LAMINA_NONE;
  gint64 middle;

  if (cursors == NULL)
    {
      cursors = g_memdup2 (slices->first, slices->n_lanes * sizeof *cursors);
      g_hash_table_insert (self->cursors, GUINT_TO_POINTER (track), cursors);
    }
  start = lamina_subtract_saturating (start, offset);
  end = lamina_subtract_saturating (end, offset);
  middle = start + (end - start) / 2;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint32 slice = cursors[lane] = advance (thread, lane, cursors[lane], middle);

      if (slice < slices->first[lane + 1] && slices->start[slice] <= middle
          && MIN (end, slices->start[slice] + slices->duration[slice]) - MAX (start, slices->start[slice])
             > (end - start) / 2)
        found = slice;
    }
  return found;
}
