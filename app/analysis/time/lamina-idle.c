/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle.h"

#include "lamina-device-tracks-private.h"
#include "lamina-idle-cause-private.h"
#include "lamina-idle-hosts-private.h"
#include "lamina-idle-work-private.h"
#include "lamina-order-rows.h"

#include <string.h>

/* The devices of a run, and what each does from its first work to its last: work, waiting, and the gaps between. */

/*
 * A gap, as short as it can be kept: where it ends, what launched the work that ends it and its parts follow from these.
 *
 * host     the slice that fills it, on the track of the launch; LAMINA_NONE without one
 * in_call  whether it began while the host was inside the launching call
 * work     what the work that ends it is: a LaminaLoad
 */
typedef struct
{
  gint64 start;
  LaminaSliceRef before;
  LaminaSliceRef after;
  guint32 host;
  guint8 class;
  guint8 in_call;
  guint8 work;
} Gap;

/* So many gaps are passed over at once where none of them is long. */
#define GAPS_PER_BLOCK 256

typedef struct
{
  LaminaIdleDevice device;
  GArray *tracks; /* guint32 */
  gboolean owned; /* only slices of layers are work */
  GArray *gaps;
  GArray *longest; /* gint64: of each block of gaps the length of the longest */
  const LaminaIdleBeside *beside;
} Device;

/* While the gaps of a device are found. */
typedef struct
{
  LaminaIdle *idle;
  const LaminaIdleScope *scope;
  LaminaIdleHosts *hosts;
  Device *device;
} Finding;

struct _LaminaIdle
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaWorkJudge *judge;
  LaminaIdleCauses *causes;
  GPtrArray *devices;
  GPtrArray *beside; /* LaminaIdleBeside of each device whose queues are looked at */
};

static const LaminaIdleBeside nothing_beside = { NULL, NULL, NULL };
static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

static void
beside_free (gpointer data)
{
  LaminaIdleBeside *self = data;

  lamina_piece_sums_free (self->copies);
  lamina_piece_sums_free (self->exchanges);
  lamina_piece_sums_free (self->others);
  g_free (self);
}

static void
device_free (gpointer data)
{
  Device *self = data;

  g_array_unref (self->tracks);
  g_array_unref (self->gaps);
  g_array_unref (self->longest);
  g_free (self);
}

/* Gaps */

static gint64
get_gap_end (LaminaIdle   *self,
             const Device *device,
             const Gap    *gap)
{
  gint64 end = device->device.end;

  return gap->after.track != LAMINA_NONE ? MIN (lamina_idle_causes_get_start (self->causes, gap->after), end) : end;
}

static gint64
get_gap_length (LaminaIdle   *self,
                const Device *device,
                guint         k)
{
  const Gap *gap = &g_array_index (device->gaps, Gap, k);

  return get_gap_end (self, device, gap) - gap->start;
}

/* What lies of a gap between two times, and why. */
static void
cut_gap (LaminaIdle   *self,
         const Device *device,
         const Gap    *gap,
         gint64        start,
         gint64        end,
         LaminaGap    *cut)
{
  *cut = (LaminaGap) { .start = MAX (gap->start, start), .end = MIN (get_gap_end (self, device, gap), end), .class = gap->class,
                       .before = gap->before, .after = gap->after, .launch = nowhere, .host = nowhere };
  if (gap->class != LAMINA_GAP_UNKNOWN)
    cut->launch = lamina_idle_causes_find_launch (self->causes, gap->after);
  lamina_idle_causes_divide (self->causes, device->beside, gap->in_call, gap->work, cut);
}

static void
fill_gap (LaminaIdle   *self,
          const Device *device,
          const Gap    *gap,
          LaminaGap    *filled)
{
  cut_gap (self, device, gap, G_MININT64, G_MAXINT64, filled);
  if (gap->host == LAMINA_NONE)
    return;
  filled->host = (LaminaSliceRef) { filled->launch.track, gap->host };
  filled->host_time = MIN (lamina_idle_causes_get_end (self->causes, filled->host), filled->end)
                      - MAX (lamina_idle_causes_get_start (self->causes, filled->host), filled->start);
}

static void
note_length (const Finding *self,
             guint          k)
{
  gint64 length = get_gap_length (self->idle, self->device, k), *longest;

  if (k % GAPS_PER_BLOCK == 0)
    g_array_append_val (self->device->longest, length);
  longest = &g_array_index (self->device->longest, gint64, k / GAPS_PER_BLOCK);
  *longest = MAX (*longest, length);
}

/* A gap up to the work @after, of which the part that is looked at is kept. */
static void
add_gap (const Finding  *self,
         gint64          start,
         gint64          end,
         LaminaSliceRef  before,
         LaminaSliceRef  after)
{
  LaminaIdleDevice *device = &self->device->device;
  Gap gap = { MAX (start, device->start), before, after, LAMINA_NONE, LAMINA_GAP_UNKNOWN, FALSE, LAMINA_LOAD_BUSY };
  gboolean in_call;
  LaminaGap filled;

  if (MIN (end, device->end) <= gap.start)
    return;
  gap.class = (guint8) lamina_idle_causes_classify (self->idle->causes, start, end, after, &in_call);
  gap.in_call = (guint8) in_call;
  if (gap.class != LAMINA_GAP_UNKNOWN)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->idle->run, after.track));

      gap.work = (guint8) lamina_work_judge_slice (self->idle->judge, slices, after.slice);
      gap.host = lamina_idle_hosts_find (self->hosts, lamina_idle_causes_find_launch (self->idle->causes, after).track,
                                         gap.start, MIN (end, device->end));
    }
  g_array_append_val (self->device->gaps, gap);
  note_length (self, device->n_gaps);
  fill_gap (self->idle, self->device, &gap, &filled);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    device->times[load] += filled.parts[load];
  device->counts[filled.cause]++;
  device->classes[filled.class] += filled.end - filled.start;
  device->n_gaps++;
}

/* Work and waiting do not overlap: the gaps are what lies between them. FALSE when cancelled. */
static gboolean
add_gaps (const Finding *self,
          const GArray  *work,
          const GArray  *wait)
{
  LaminaIdleDevice *device = &self->device->device;
  LaminaSliceRef before = nowhere;
  gint64 reached = device->start;
  guint i = 0, k = 0;

  while (i < work->len || k < wait->len)
    {
      gboolean is_work = k == wait->len
                         || (i < work->len && lamina_pieces_get (work, i)->start < lamina_pieces_get (wait, k)->start);
      const LaminaPiece *piece = is_work ? lamina_pieces_get (work, i++) : lamina_pieces_get (wait, k++);
      gint64 time = MIN (piece->end, device->end) - MAX (piece->start, device->start);

      if (lamina_order_is_cancelled (self->scope->cancellable, i + k))
        return FALSE;
      add_gap (self, before.track == LAMINA_NONE ? MIN (reached, piece->start) : reached, piece->start, before, piece->first);
      device->times[is_work ? LAMINA_LOAD_BUSY : LAMINA_LOAD_WAIT] += MAX (time, 0);
      before = piece->last;
      reached = piece->end;
    }
  add_gap (self, reached, device->end, before, nowhere);
  return TRUE;
}

static gint64
get_start (const GArray *pieces)
{
  return pieces->len > 0 ? lamina_pieces_get (pieces, 0)->start : G_MAXINT64;
}

static gint64
get_end (const GArray *pieces)
{
  return pieces->len > 0 ? lamina_pieces_get (pieces, pieces->len - 1)->end : -G_MAXINT64;
}

/* Where the time that is looked at begins and ends. FALSE when the device does nothing then. */
static gboolean
find_limits (const LaminaIdleScope *scope,
             const GArray          *tracks,
             const GArray          *work,
             const GArray          *wait,
             gint64                *start,
             gint64                *end)
{
  g_autoptr (GArray) own = NULL;

  *start = MIN (get_start (work), get_start (wait));
  *end = MAX (get_end (work), get_end (wait));
  if (scope->section != LAMINA_NONE)
    {
      own = lamina_idle_unite_section (scope, tracks);
      if (own == NULL)
        return FALSE;
      *start = MAX (*start, get_start (own));
      *end = MIN (*end, get_end (own));
    }
  if (scope->start != LAMINA_ABSENT && *end > *start)
    {
      *start = scope->start;
      *end = scope->end;
    }
  return *end > *start && *start >= -G_MAXINT64 / 2 && *end <= G_MAXINT64 / 2;
}

/* What the queues of a device may wait for; NULL when cancelled. */
static const LaminaIdleBeside *
find_beside (LaminaIdle            *self,
             const LaminaIdleScope *scope,
             const GArray          *tracks,
             gboolean               owned)
{
  LaminaIdleBeside *beside = g_new0 (LaminaIdleBeside, 1);
  const struct
  {
    LaminaLoad load;
    LaminaPieceSums **time;
  } kinds[] = { { LAMINA_LOAD_COPY, &beside->copies }, { LAMINA_LOAD_COMMUNICATION, &beside->exchanges },
                { LAMINA_LOAD_BUSY, &beside->others } };

  g_ptr_array_add (self->beside, beside);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GArray) pieces = lamina_idle_unite_work (scope, self->judge, tracks, owned, kinds[i].load);

      if (pieces == NULL)
        return NULL;
      *kinds[i].time = lamina_piece_sums_new (pieces);
    }
  return beside;
}

/*
 * Adds a device, or one queue of it: what @tracks do. @owned: whether only slices of layers are work there. @beside: what a
 * queue may wait for; NULL for a device as a whole. FALSE when cancelled.
 */
static gboolean
add_device (LaminaIdle             *self,
            const LaminaIdleScope  *scope,
            guint32                 group,
            GArray                 *tracks,
            gboolean                owned,
            const LaminaIdleBeside *beside)
{
  g_autoptr (GArray) work = NULL;
  g_autoptr (GArray) wait = NULL;
  g_autoptr (LaminaIdleHosts) hosts = NULL;
  gint64 start, end;
  Device *device;
  Finding finding = { self, scope, NULL, NULL };

  if (!lamina_idle_unite (scope, tracks, owned, &work, &wait))
    return FALSE;
  if (!find_limits (scope, tracks, work, wait, &start, &end))
    return TRUE;
  device = g_new0 (Device, 1);
  device->device = (LaminaIdleDevice) { .group = group, .queue = LAMINA_NONE, .n_tracks = tracks->len, .start = start,
                                        .end = end };
  if (beside != NULL)
    device->device.queue = g_array_index (tracks, guint32, 0);
  device->tracks = g_array_ref (tracks);
  device->owned = owned;
  device->beside = beside != NULL ? beside : &nothing_beside;
  device->gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  device->longest = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_ptr_array_add (self->devices, device);
  finding.hosts = hosts = lamina_idle_hosts_new (scope->run, scope->timebase);
  finding.device = device;
  return add_gaps (&finding, work, wait);
}

static gboolean
add_queues (LaminaIdle            *self,
            const LaminaIdleScope *scope,
            guint32                group,
            const GArray          *tracks,
            gboolean               owned)
{
  const LaminaIdleBeside *beside = find_beside (self, scope, tracks, owned);

  for (guint i = 0; beside != NULL && i < tracks->len; i++)
    {
      g_autoptr (GArray) track = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_val (track, g_array_index (tracks, guint32, i));
      if (!add_device (self, scope, group, track, owned, beside))
        return FALSE;
    }
  return beside != NULL;
}

/* Devices */

static void
add_devices (LaminaIdle            *self,
             const LaminaIdleScope *scope,
             gboolean               of_queues)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) devices = lamina_device_tracks_list (scope->run, groups);
  g_autoptr (GHashTable) namesakes = lamina_device_tracks_list_namesakes (scope->run);
  guint n = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      guint32 group = g_array_index (groups, guint32, i);
      GArray *tracks = g_hash_table_lookup (devices, GUINT_TO_POINTER (group));
      gboolean owned = lamina_idle_has_owned (scope->run, tracks);

      if (of_queues ? !add_queues (self, scope, group, tracks, owned)
                    : !add_device (self, scope, group, tracks, owned, NULL))
        return;
    }
  for (guint i = 0; i < self->devices->len; i++)
    {
      LaminaIdleDevice *device = &((Device *) g_ptr_array_index (self->devices, i))->device;

      device->has_namesakes = g_hash_table_contains (namesakes, lamina_run_get_group (scope->run, device->group)->name);
      device->first_gap = n;
      n += device->n_gaps;
    }
}

LaminaIdle *
lamina_idle_new (LaminaRun      *run,
                 LaminaTimebase *timebase,
                 gboolean        of_queues,
                 guint           section,
                 gint64          start,
                 gint64          end,
                 GCancellable   *cancellable)
{
  const LaminaIdleScope scope = { run, timebase, section, start, end, cancellable };
  g_autoptr (LaminaIdle) self = NULL;

  g_return_val_if_fail (run != NULL && timebase != NULL, NULL);
  self = g_new0 (LaminaIdle, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->timebase = lamina_timebase_ref (timebase);
  self->judge = lamina_work_judge_new (run);
  self->devices = g_ptr_array_new_with_free_func (device_free);
  self->beside = g_ptr_array_new_with_free_func (beside_free);
  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return g_steal_pointer (&self);
  self->causes = lamina_idle_causes_new (run, timebase, cancellable);
  if (self->causes != NULL)
    add_devices (self, &scope, of_queues);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

LaminaIdle *
lamina_idle_ref (LaminaIdle *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_idle_unref (LaminaIdle *self)
{
  g_return_if_fail (self != NULL);
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->devices);
  g_ptr_array_unref (self->beside);
  g_clear_pointer (&self->causes, lamina_idle_causes_free);
  lamina_work_judge_free (self->judge);
  lamina_timebase_unref (self->timebase);
  g_free (self);
}

LaminaRun *
lamina_idle_get_run (LaminaIdle *self)
{
  return self->run;
}

guint
lamina_idle_get_n_devices (LaminaIdle *self)
{
  return self->devices->len;
}

const LaminaIdleDevice *
lamina_idle_get_device (LaminaIdle *self,
                        guint       i)
{
  g_return_val_if_fail (i < self->devices->len, NULL);
  return &((const Device *) g_ptr_array_index (self->devices, i))->device;
}

const LaminaIdleDevice *
lamina_idle_find_device (LaminaIdle *self,
                         guint32     group)
{
  for (guint i = 0; i < self->devices->len; i++)
    if (lamina_idle_get_device (self, i)->group == group)
      return lamina_idle_get_device (self, i);
  return NULL;
}

char *
lamina_idle_dup_device_name (LaminaRun              *run,
                             const LaminaIdleDevice *device)
{
  const LaminaGroup *group = lamina_run_get_group (run, device->group);
  GString *name = g_string_new (group->name);

  while (group->parent != LAMINA_NONE && device->has_namesakes)
    {
      group = lamina_run_get_group (run, group->parent);
      g_string_prepend_c (name, ' ');
      g_string_prepend (name, group->name);
    }
  if (device->queue != LAMINA_NONE)
    g_string_append_printf (name, " / %s", lamina_track_get_info (lamina_run_get_track (run, device->queue))->name);
  return g_string_free (name, FALSE);
}

const guint32 *
lamina_idle_get_tracks (LaminaIdle *self,
                        guint       i)
{
  g_return_val_if_fail (i < self->devices->len, NULL);
  return (const guint32 *) (gpointer) ((const Device *) g_ptr_array_index (self->devices, i))->tracks->data;
}

void
lamina_idle_get_gap (LaminaIdle *self,
                     guint       i,
                     guint       k,
                     LaminaGap  *gap)
{
  const Device *device;

  g_return_if_fail (i < self->devices->len && gap != NULL);
  device = g_ptr_array_index (self->devices, i);
  g_return_if_fail (k < device->gaps->len);
  fill_gap (self, device, &g_array_index (device->gaps, Gap, k), gap);
}

gboolean
lamina_idle_measure_causes (LaminaIdle *self,
                            guint       i,
                            gint64      start,
                            gint64      end,
                            gint64     *times,
                            guint      *counts)
{
  const Device *device;

  g_return_val_if_fail (i < self->devices->len && times != NULL && counts != NULL, FALSE);
  device = g_ptr_array_index (self->devices, i);
  memset (times, 0, LAMINA_N_LOADS * sizeof *times);
  memset (counts, 0, LAMINA_N_LOADS * sizeof *counts);
  if (start < device->device.start || end > device->device.end)
    return FALSE;
  for (guint k = lamina_idle_find_gap (self, i, start); k < device->gaps->len; k++)
    {
      const Gap *gap = &g_array_index (device->gaps, Gap, k);
      LaminaGap cut;

      if (gap->start >= end)
        break;
      cut_gap (self, device, gap, start, end, &cut);
      for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
        times[load] += cut.parts[load];
      counts[cut.cause]++;
    }
  return TRUE;
}

gboolean
lamina_idle_find_number (LaminaIdle     *self,
                         guint32         number,
                         LaminaGapPlace *place)
{
  g_return_val_if_fail (place != NULL, FALSE);

  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = g_ptr_array_index (self->devices, i);
      guint k = number - device->device.first_gap;

      if (number < device->device.first_gap || k >= device->gaps->len)
        continue;
      *place = (LaminaGapPlace) { i, k, get_gap_length (self, device, k) };
      return TRUE;
    }
  return FALSE;
}

guint
lamina_idle_find_device_of_track (LaminaIdle *self,
                                  guint32     track)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = g_ptr_array_index (self->devices, i);

      for (guint k = 0; k < device->tracks->len; k++)
        if (g_array_index (device->tracks, guint32, k) == track)
          return i;
    }
  return LAMINA_NONE;
}

guint
lamina_idle_find_gap (LaminaIdle *self,
                      guint       i,
                      gint64      time)
{
  const Device *device;
  guint low = 0, high;

  g_return_val_if_fail (i < self->devices->len, 0);
  device = g_ptr_array_index (self->devices, i);
  high = device->gaps->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_gap_end (self, device, &g_array_index (device->gaps, Gap, middle)) > time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

guint
lamina_idle_find_long_gap (LaminaIdle *self,
                           guint       i,
                           guint       from,
                           int         by,
                           gint64      least)
{
  const Device *device;

  g_return_val_if_fail (i < self->devices->len && (by == 1 || by == -1), LAMINA_NONE);
  device = g_ptr_array_index (self->devices, i);
  /* Before the first one, a number without a sign is behind the last. */
  for (guint k = from; k < device->gaps->len;)
    {
      guint block = k / GAPS_PER_BLOCK;

      if (g_array_index (device->longest, gint64, block) < least)
        k = by > 0 ? (block + 1) * GAPS_PER_BLOCK : block * GAPS_PER_BLOCK - 1;
      else if (get_gap_length (self, device, k) < least)
        k += (guint) by;
      else
        return k;
    }
  return LAMINA_NONE;
}

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  const LaminaGapPlace *left = a, *right = b;

  return (left->length < right->length) - (left->length > right->length);
}

GArray *
lamina_idle_list_gaps (LaminaIdle *self,
                       gboolean    by_length)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (LaminaGapPlace));

  for (guint i = 0; i < self->devices->len; i++)
    {
      const Device *device = g_ptr_array_index (self->devices, i);

      for (guint k = 0; k < device->gaps->len; k++)
        {
          LaminaGapPlace place = { i, k, get_gap_length (self, device, k) };

          g_array_append_val (places, place);
        }
    }
  /* GLib sorts by merging: equal ones stay in the order of time. */
  if (by_length)
    g_array_sort (places, compare_lengths);
  return places;
}

LaminaSliceRef
lamina_idle_find_launch (LaminaIdle     *self,
                         LaminaSliceRef  slice)
{
  return slice.track != LAMINA_NONE ? lamina_idle_causes_find_launch (self->causes, slice) : nowhere;
}

LaminaLoad
lamina_idle_judge_work (LaminaIdle         *self,
                        const LaminaSlices *slices,
                        guint               slice)
{
  return lamina_work_judge_slice (self->judge, slices, slice);
}

static gint64
add_up_part (const LaminaIdleDevice *device,
             const GArray           *times)
{
  g_autoptr (GArray) part = lamina_pieces_clip (times, device->start, device->end);

  return lamina_pieces_add_up (part);
}

gboolean
lamina_idle_measure_work (LaminaIdle     *self,
                          guint           i,
                          GCancellable   *cancellable,
                          LaminaIdleWork *work)
{
  const LaminaIdleScope scope = { self->run, self->timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable };
  g_auto (LaminaWorkTimes) times = { NULL };
  const Device *device;

  g_return_val_if_fail (i < self->devices->len && work != NULL, FALSE);
  device = g_ptr_array_index (self->devices, i);
  if (!lamina_work_times_find (&times, &scope, self->judge, device->tracks, device->owned))
    return FALSE;
  *work = (LaminaIdleWork) { add_up_part (&device->device, times.computation),
                             add_up_part (&device->device, times.communication),
                             add_up_part (&device->device, times.copy),
                             add_up_part (&device->device, times.exposed_communication),
                             add_up_part (&device->device, times.exposed_copy) };
  return TRUE;
}

gint64
lamina_idle_device_get_idle (const LaminaIdleDevice *device)
{
  return device->end - device->start - device->times[LAMINA_LOAD_BUSY] - device->times[LAMINA_LOAD_WAIT];
}
