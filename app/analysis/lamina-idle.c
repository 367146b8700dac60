/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-private.h"

/* The devices of a run, and what each does from its first work to its last: spans of work, waiting and gaps. */

typedef struct
{
  LaminaIdleDevice device;
  GArray *tracks; /* guint32 */
  GArray *spans;
} Device;

struct _LaminaIdle
{
  gatomicrefcount ref_count;
  GPtrArray *devices;
};

static void
device_free (gpointer data)
{
  Device *self = data;

  g_array_unref (self->tracks);
  g_array_unref (self->spans);
  g_free (self);
}

static void
add_span (Device         *self,
          gint64          start,
          gint64          end,
          LaminaLoad      load,
          LaminaSliceRef  next)
{
  LaminaIdleSpan span = { start, end, load, next };

  if (end <= start)
    return;
  g_array_append_val (self->spans, span);
  self->device.times[load] += end - start;
  self->device.counts[load]++;
}

/* A gap from where the spans end to before the work that @next begins. */
static void
add_gap (Device                *self,
         const LaminaIdleScope *scope,
         gint64                 start,
         gint64                 end,
         LaminaSliceRef         before,
         LaminaSliceRef         next)
{
  LaminaIdleSpan gap = { start, end, LAMINA_LOAD_OTHER, next };

  if (end > start && next.track != LAMINA_NONE)
    gap.load = lamina_idle_causes_judge (scope->causes, &gap, before);
  add_span (self, start, end, gap.load, next);
}

/* Work and waiting do not overlap: they are told one after the other, with the gaps between them. */
static void
add_spans (Device                *self,
           const LaminaIdleScope *scope,
           const GArray          *work,
           const GArray          *wait)
{
  const LaminaSliceRef none = { LAMINA_NONE, LAMINA_NONE };
  LaminaSliceRef before = none;
  gint64 reached = self->device.start;
  guint i = 0, k = 0;

  while (i < work->len || k < wait->len)
    {
      gboolean is_work = k == wait->len
                         || (i < work->len && lamina_pieces_get (work, i)->start < lamina_pieces_get (wait, k)->start);
      const LaminaPiece *piece = is_work ? lamina_pieces_get (work, i++) : lamina_pieces_get (wait, k++);

      add_gap (self, scope, reached, piece->start, before, piece->first);
      add_span (self, piece->start, piece->end, is_work ? LAMINA_LOAD_BUSY : LAMINA_LOAD_WAIT, piece->first);
      before = piece->last;
      reached = piece->end;
    }
  add_gap (self, scope, reached, self->device.end, before, none);
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

/* NULL when it does nothing or when cancelled. */
static Device *
device_new (const LaminaIdleScope *scope,
            guint32                group,
            GArray                *tracks)
{
  g_autoptr (GArray) work = NULL;
  g_autoptr (GArray) wait = NULL;
  g_autoptr (GArray) work_inside = NULL;
  g_autoptr (GArray) wait_inside = NULL;
  gint64 start, end;
  Device *self;

  if (!lamina_idle_unite_device (scope, tracks, &work, &wait) || !find_limits (scope, tracks, work, wait, &start, &end))
    return NULL;
  work_inside = lamina_pieces_clip (work, start, end);
  wait_inside = lamina_pieces_clip (wait, start, end);
  self = g_new0 (Device, 1);
  self->device.group = group;
  self->tracks = g_array_ref (tracks);
  self->device.n_tracks = tracks->len;
  self->device.start = start;
  self->device.end = end;
  self->spans = g_array_new (FALSE, FALSE, sizeof (LaminaIdleSpan));
  add_spans (self, scope, work_inside, wait_inside);
  return self;
}

/* Devices */

/* The outermost group of devices around a track, LAMINA_NONE when it is not on one. */
static guint32
find_device (LaminaRun *run,
             guint      track)
{
  guint32 group = lamina_track_get_group (lamina_run_get_track (run, track));
  guint32 found = LAMINA_NONE;

  while (group != LAMINA_NONE && lamina_run_get_group (run, group)->kind == LAMINA_GROUP_DEVICE)
    {
      found = group;
      group = lamina_run_get_group (run, group)->parent;
    }
  return found;
}

/* Groups of devices by their names: a name that several have is there for none. */
static GHashTable *
index_names (LaminaRun *run)
{
  GHashTable *groups = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < lamina_run_get_n_groups (run); i++)
    {
      const LaminaGroup *group = lamina_run_get_group (run, i);
      gpointer only = GUINT_TO_POINTER (g_hash_table_contains (groups, group->name) ? LAMINA_NONE : i);

      if (group->kind == LAMINA_GROUP_DEVICE)
        g_hash_table_insert (groups, (gpointer) group->name, only);
    }
  return groups;
}

static void
note_namesakes (LaminaIdle *self,
                LaminaRun  *run)
{
  g_autoptr (GHashTable) groups = index_names (run);

  for (guint i = 0; i < self->devices->len; i++)
    {
      LaminaIdleDevice *device = &((Device *) g_ptr_array_index (self->devices, i))->device;
      const char *name = lamina_run_get_group (run, device->group)->name;

      device->has_namesakes = GPOINTER_TO_UINT (g_hash_table_lookup (groups, name)) != device->group;
    }
}

static void
add_devices (LaminaIdle            *self,
             const LaminaIdleScope *scope)
{
  guint n = lamina_run_get_n_tracks (scope->run);
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n; i++)
    {
      guint32 group = find_device (scope->run, i);
      GArray *own = g_hash_table_lookup (tracks, GUINT_TO_POINTER (group));

      if (group == LAMINA_NONE || lamina_track_get_slices (lamina_run_get_track (scope->run, i))->n == 0)
        continue;
      if (own == NULL)
        {
          own = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (tracks, GUINT_TO_POINTER (group), own);
          g_array_append_val (groups, group);
        }
      g_array_append_val (own, i);
    }
  for (guint i = 0; i < groups->len; i++)
    {
      guint32 group = g_array_index (groups, guint32, i);
      Device *device = device_new (scope, group, g_hash_table_lookup (tracks, GUINT_TO_POINTER (group)));

      if (device != NULL)
        g_ptr_array_add (self->devices, device);
    }
  note_namesakes (self, scope->run);
}

LaminaIdle *
lamina_idle_new (LaminaRun      *run,
                 LaminaTimebase *timebase,
                 guint           section,
                 gint64          start,
                 gint64          end,
                 GCancellable   *cancellable)
{
  g_autoptr (LaminaIdle) self = g_new0 (LaminaIdle, 1);
  g_autoptr (LaminaIdleCauses) causes = NULL;
  LaminaIdleScope scope = { run, timebase, NULL, section, start, end, cancellable };

  g_return_val_if_fail (run != NULL && timebase != NULL, NULL);
  g_atomic_ref_count_init (&self->ref_count);
  self->devices = g_ptr_array_new_with_free_func (device_free);
  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return g_steal_pointer (&self);
  scope.causes = causes = lamina_idle_causes_new (run, timebase, cancellable);
  if (causes != NULL)
    add_devices (self, &scope);
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
  g_free (self);
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
  return g_string_free (name, FALSE);
}

const guint32 *
lamina_idle_get_tracks (LaminaIdle *self,
                        guint       i)
{
  g_return_val_if_fail (i < self->devices->len, NULL);
  return (const guint32 *) (gpointer) ((const Device *) g_ptr_array_index (self->devices, i))->tracks->data;
}

const LaminaIdleSpan *
lamina_idle_get_spans (LaminaIdle *self,
                       guint       i,
                       guint      *n)
{
  const Device *device;

  g_return_val_if_fail (i < self->devices->len && n != NULL, NULL);
  device = g_ptr_array_index (self->devices, i);
  *n = device->spans->len;
  return (const LaminaIdleSpan *) (gpointer) device->spans->data;
}

gint64
lamina_idle_device_get_idle (const LaminaIdleDevice *device)
{
  return device->end - device->start - device->times[LAMINA_LOAD_BUSY] - device->times[LAMINA_LOAD_WAIT];
}
