/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-use.h"

#include "lamina-device-tracks-private.h"
#include "lamina-idle-work-private.h"
#include "lamina-order-rows.h"
#include "lamina-range-load.h"

typedef struct
{
  LaminaDeviceTotals totals;
  LaminaPieceSums *busy;
} Device;

struct _LaminaDeviceUse
{
  GArray *devices; /* Device */
};

/* What is looked at, what work is there, and which devices have names in common, see lamina_device_tracks_list_namesakes(). */
typedef struct
{
  LaminaIdleScope scope;
  LaminaWorkJudge *judge;
  GHashTable *namesakes;
} Search;

static void
device_clear (gpointer data)
{
  Device *device = data;

  g_free (device->totals.name);
  lamina_piece_sums_free (device->busy);
}

static void
add_work (Search             *self,
          const LaminaSlices *slices,
          guint               slice,
          LaminaDeviceTotals *totals)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  totals->n_works++;
  if (lamina_work_judge_slice (self->judge, slices, slice) != LAMINA_LOAD_COPY)
    return;
  totals->n_copies++;
  if (layer != LAMINA_NONE)
    totals->copied_bytes = lamina_number_add (totals->copied_bytes,
                                              lamina_column_number (lamina_run_get_layers (self->scope.run)->bytes, layer));
}

/* Parts of the slice around them are no work of their own. */
static gboolean
is_work (LaminaTrack *track,
         guint        slice,
         gboolean     owned)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint8 kind = slices->flags[slice] & LAMINA_SLICE_KIND_MASK;

  if (kind == LAMINA_SLICE_WAIT || (slices->flags[slice] & LAMINA_SLICE_OPEN) != 0
      || (owned && lamina_column_row (slices->layer, slice) == LAMINA_NONE))
    return FALSE;
  return kind != LAMINA_SLICE_KERNEL || lamina_track_get_parent (track, slice) == LAMINA_NONE;
}

/* FALSE when cancelled. */
static gboolean
count_works (Search             *self,
             guint32             index,
             gboolean            owned,
             LaminaDeviceTotals *totals)
{
  LaminaTrack *track = lamina_run_get_track (self->scope.run, index);
  gint64 offset = lamina_timebase_get_offset (self->scope.timebase, lamina_track_get_info (track)->clock);
  LaminaClockRange range = lamina_clock_range (self->scope.start, self->scope.end, offset);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint first, end = lamina_range_find_slices (track, lane, &range, &first);

      for (guint i = first; i < end; i++)
        {
          if (lamina_order_is_cancelled (self->scope.cancellable, i))
            return FALSE;
          if (is_work (track, i, owned))
            add_work (self, slices, i, totals);
        }
    }
  return TRUE;
}

/* FALSE when cancelled. */
static gboolean
add_device (LaminaDeviceUse *self,
            Search          *search,
            guint32          group,
            const GArray    *tracks)
{
  LaminaRun *run = search->scope.run;
  gboolean owned = lamina_idle_has_owned (run, tracks);
  const LaminaIdleDevice named = {
    .group = group, .queue = LAMINA_NONE,
    .has_namesakes = g_hash_table_contains (search->namesakes, lamina_run_get_group (run, group)->name),
  };
  g_autoptr (GArray) work = NULL;
  g_autoptr (GArray) wait = NULL;
  Device *device;

  if (!lamina_idle_unite_part (&search->scope, tracks, owned, &work, &wait))
    return FALSE;
  g_array_set_size (self->devices, self->devices->len + 1);
  device = &g_array_index (self->devices, Device, self->devices->len - 1);
  device->busy = lamina_piece_sums_new (work);
  device->totals = (LaminaDeviceTotals) { .group = group, .name = lamina_idle_dup_device_name (run, &named),
                                          .busy = lamina_pieces_add_up (work), .wait = lamina_pieces_add_up (wait),
                                          .copied_bytes = LAMINA_ABSENT };
  device->totals.idle = search->scope.end - search->scope.start - device->totals.busy - device->totals.wait;
  for (guint i = 0; i < tracks->len; i++)
    if (!count_works (search, g_array_index (tracks, guint32, i), owned, &device->totals))
      return FALSE;
  return TRUE;
}

LaminaDeviceUse *
lamina_device_use_new (LaminaRun      *run,
                       LaminaTimebase *timebase,
                       gint64          start,
                       gint64          end,
                       GCancellable   *cancellable)
{
  g_autoptr (LaminaDeviceUse) self = NULL;
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) devices = NULL;
  g_autoptr (LaminaWorkJudge) judge = NULL;
  g_autoptr (GHashTable) namesakes = NULL;
  Search search = { { run, timebase, LAMINA_NONE, start, end, cancellable }, NULL, NULL };

  g_return_val_if_fail (run != NULL && timebase != NULL && start <= end, NULL);

  self = g_new0 (LaminaDeviceUse, 1);
  self->devices = g_array_new (FALSE, TRUE, sizeof (Device));
  g_array_set_clear_func (self->devices, device_clear);
  if (lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return g_steal_pointer (&self);
  search.judge = judge = lamina_work_judge_new (run);
  search.namesakes = namesakes = lamina_device_tracks_list_namesakes (run);
  devices = lamina_device_tracks_list (run, groups);
  for (guint i = 0; i < groups->len; i++)
    {
      guint32 group = g_array_index (groups, guint32, i);

      if (!add_device (self, &search, group, g_hash_table_lookup (devices, GUINT_TO_POINTER (group))))
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
lamina_device_use_free (LaminaDeviceUse *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->devices);
  g_free (self);
}

guint
lamina_device_use_get_n (LaminaDeviceUse *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->devices->len;
}

const LaminaDeviceTotals *
lamina_device_use_get (LaminaDeviceUse *self,
                       guint            i)
{
  g_return_val_if_fail (self != NULL && i < self->devices->len, NULL);

  return &g_array_index (self->devices, Device, i).totals;
}

gint64
lamina_device_use_measure (LaminaDeviceUse *self,
                           guint            i,
                           gint64           start,
                           gint64           end)
{
  g_return_val_if_fail (self != NULL && i < self->devices->len, 0);

  return lamina_piece_sums_measure (g_array_index (self->devices, Device, i).busy, start, end);
}
