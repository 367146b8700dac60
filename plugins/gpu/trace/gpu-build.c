/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define THREAD_BITS G_GINT64_CONSTANT (0xffffff)

/* Groups */

static char *
dup_process_title (const GpuProcess *process)
{
  return process->name != NULL ? g_strdup_printf ("%s (pid %" G_GINT64_FORMAT ")", process->name, process->pid)
                               : g_strdup_printf ("pid %" G_GINT64_FORMAT, process->pid);
}

/* A process has devices of its own when it uses one that no other process uses. */
static gboolean
owns_device (GpuTrace *self,
             guint32   device,
             guint32  *owner)
{
  *owner = LAMINA_NONE;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GpuTrack *track = gpu_trace_get_track (self, i);

      if (track->device != device || track->n == 0)
        continue;
      if (*owner != LAMINA_NONE && *owner != track->process)
        return FALSE;
      *owner = track->process;
    }
  return *owner != LAMINA_NONE;
}

/* Whether groups of devices stand in those of processes: where several processes have each their own, as ranks of a job do. */
static gboolean
are_ranks (GpuTrace *self)
{
  guint32 first = LAMINA_NONE;
  gboolean are_several = FALSE;

  for (guint i = 0; i < self->devices->len; i++)
    {
      guint32 owner;

      if (!owns_device (self, i, &owner))
        {
          if (owner != LAMINA_NONE)
            return FALSE;
          continue;
        }
      are_several |= first != LAMINA_NONE && owner != first;
      first = owner;
    }
  return are_several;
}

static gboolean
is_in_use (GpuTrace *self,
           guint32   process,
           gboolean  with_devices)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GpuTrack *track = gpu_trace_get_track (self, i);

      if (track->process == process && track->n > 0 && (with_devices || track->device == LAMINA_NONE))
        return TRUE;
    }
  return FALSE;
}

/* Tracks */

/* Whether a stream needs more than its number to be told: its context, or its process. */
static gboolean
is_ambiguous (GpuTrace       *self,
              const GpuTrack *track,
              gboolean        of_process)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GpuTrack *other = gpu_trace_get_track (self, i);

      if (other == track || other->kind != track->kind || other->device != track->device || other->id != track->id)
        continue;
      if (of_process ? other->process != track->process : other->process == track->process)
        return TRUE;
    }
  return FALSE;
}

static char *
dup_stream_name (GpuTrace       *self,
                 const GpuTrack *track)
{
  GString *name = g_string_new (track->kind == GPU_QUEUE ? "queue" : "stream");

  if (track->id != LAMINA_ABSENT)
    g_string_append_printf (name, " %" G_GINT64_FORMAT, track->id);
  if (is_ambiguous (self, track, FALSE) && track->context != LAMINA_ABSENT)
    g_string_append_printf (name, " (context %" G_GINT64_FORMAT ")", track->context);
  if (is_ambiguous (self, track, TRUE))
    g_string_append_printf (name, " (pid %" G_GINT64_FORMAT ")", ((GpuProcess *) self->processes->pdata[track->process])->pid);
  return g_string_free (name, FALSE);
}

/* `python3 (21)`; of what is not done by the program itself, this behind it. */
static char *
dup_thread_name (GpuTrace       *self,
                 const GpuTrack *track,
                 const char     *what)
{
  const char *name = g_hash_table_lookup (self->threads, &track->id);
  gint64 tid = track->id & THREAD_BITS;
  g_autofree char *thread = name != NULL && *name != '\0' ? g_strdup_printf ("%s (%" G_GINT64_FORMAT ")", name, tid)
                                                          : g_strdup_printf ("thread %" G_GINT64_FORMAT, tid);

  return what != NULL ? g_strdup_printf ("%s · %s", what, thread) : g_steal_pointer (&thread);
}

static char *
dup_projection_name (GpuTrace       *self,
                     const GpuTrack *track)
{
  const char *word = N_("Launched in ranges");
  g_autofree char *name = NULL;

  if (!is_ambiguous (self, track, TRUE))
    return g_strdup (lamina_builder_own_word (self->builder, word));
  name = g_strdup_printf ("%s (pid %" G_GINT64_FORMAT ")", word, ((GpuProcess *) self->processes->pdata[track->process])->pid);
  return g_strdup (lamina_builder_own_text (self->builder, name, word));
}

static char *
dup_track_name (GpuTrace       *self,
                const GpuTrack *track)
{
  switch ((GpuTrackKind) track->kind)
    {
    case GPU_THREAD:
      return dup_thread_name (self, track, NULL);
    case GPU_SPANS:
      return g_strdup (lamina_builder_own_word (self->builder, N_("Ranges that need not nest")));
    case GPU_SYSTEM:
      {
        g_autofree char *name = dup_thread_name (self, track, "OS");

        return g_strdup (lamina_builder_own_text (self->builder, name, N_("OS")));
      }
    case GPU_PROFILER:
      {
        g_autofree char *name = dup_thread_name (self, track, "Profiler");

        return g_strdup (lamina_builder_own_text (self->builder, name, N_("Profiler")));
      }
    case GPU_PROJECTIONS:
      return dup_projection_name (self, track);
    case GPU_WAITS:
      return g_strdup (lamina_builder_own_word (self->builder, N_("Synchronization")));
    case GPU_STREAM:
    case GPU_QUEUE:
    default:
      return dup_stream_name (self, track);
    }
}

/* The first thread of a process first, others by their numbers, kind by kind. */
static gint64
get_sort (GpuTrace       *self,
          const GpuTrack *track)
{
  gint64 pid = ((GpuProcess *) self->processes->pdata[track->process])->pid;
  gboolean is_work = track->kind == GPU_STREAM || track->kind == GPU_QUEUE;
  gint64 number = is_work ? CLAMP (track->id, 0, G_MAXINT32) : track->id & THREAD_BITS;

  if (track->kind == GPU_THREAD && number == (pid & THREAD_BITS))
    number = 0;
  return (gint64) track->kind << 40 | number;
}

static void
add_tracks (GpuTrace *self,
            guint32   process,
            guint32   device,
            guint32   group)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      GpuTrack *track = gpu_trace_get_track (self, i);
      g_autofree char *name = NULL;

      if (track->device != device || (process != LAMINA_NONE && track->process != process) || track->track != LAMINA_NONE)
        continue;
      name = dup_track_name (self, track);
      track->track = lamina_builder_add_track (self->builder, self->run, group, name, 0);
      lamina_builder_set_track_sort (self->builder, self->run, track->track, get_sort (self, track));
    }
}

static void
add_device (GpuTrace *self,
            guint32   device,
            guint32   parent)
{
  const GpuDevice *info = self->devices->pdata[device];
  g_autofree char *title = g_strjoin (" · ", lamina_builder_get_string (self->builder, info->label), info->name, NULL);

  add_tracks (self, LAMINA_NONE, device, lamina_builder_add_group (self->builder, self->run, parent, title, LAMINA_GROUP_DEVICE));
}

static int
compare_devices (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const GpuTrace *self = data;
  gint64 left = ((GpuDevice *) self->devices->pdata[*(const guint32 *) a])->id;
  gint64 right = ((GpuDevice *) self->devices->pdata[*(const guint32 *) b])->id;

  return (left > right) - (left < right);
}

gboolean
gpu_build_tracks (GpuTrace *self)
{
  gboolean ranks = are_ranks (self);
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 owner;

  for (guint32 i = 0; i < self->devices->len; i++)
    g_array_append_val (devices, i);
  g_array_sort_with_data (devices, compare_devices, self);
  for (guint i = 0; i < self->processes->len; i++)
    {
      g_autofree char *title = dup_process_title (self->processes->pdata[i]);
      guint32 group;

      if (!is_in_use (self, i, ranks))
        continue;
      group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, title, LAMINA_GROUP_HOST);
      add_tracks (self, i, LAMINA_NONE, group);
      for (guint k = 0; ranks && k < devices->len; k++)
        if (owns_device (self, g_array_index (devices, guint32, k), &owner) && owner == i)
          add_device (self, g_array_index (devices, guint32, k), group);
    }
  for (guint k = 0; !ranks && k < devices->len; k++)
    {
      owns_device (self, g_array_index (devices, guint32, k), &owner);
      if (owner != LAMINA_NONE)
        add_device (self, g_array_index (devices, guint32, k), LAMINA_NONE);
    }
  /* Marks may stand where nothing else does. */
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GpuTrack *track = gpu_trace_get_track (self, i);

      if (track->track != LAMINA_NONE)
        continue;
      add_tracks (self, track->process, track->device, LAMINA_NONE);
      /* There is no room for more. */
      if (track->track == LAMINA_NONE)
        break;
    }
  return !g_cancellable_is_cancelled (self->cancellable);
}

/* What stands on them */

static LaminaSliceKind
get_slice_kind (const GpuEvent *event)
{
  if (event->kind == GPU_WAIT)
    return LAMINA_SLICE_WAIT;
  return event->kind == GPU_SPAN || event->kind == GPU_RANGE || event->kind == GPU_PROJECTION ? LAMINA_SLICE_SPAN
                                                                                                : LAMINA_SLICE_WORK;
}

static void
add_slice (GpuTrace *self,
           GpuEvent *event)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = event->start;
  slice.duration = lamina_subtract_saturating (event->is_open ? MAX (self->end, event->start) : event->end, event->start);
  slice.is_open = event->is_open;
  slice.name = event->name;
  slice.category = event->category;
  slice.kind = get_slice_kind (event);
  slice.args_offset = event->args_offset;
  slice.args_length = event->args_length;
  if (event->item != LAMINA_NONE)
    {
      slice.layer = gpu_trace_get_item (self, event->item)->layer;
      if (event->kind == GPU_RANGE)
        slice.kind = LAMINA_SLICE_WORK;
    }
  event->slice = lamina_builder_add_slice (self->builder, self->run, gpu_trace_get_track (self, event->track)->track, &slice);
}

static void
add_flow (GpuTrace       *self,
          const GpuEvent *work)
{
  const GpuEvent *call = gpu_trace_get_event (self, work->around);

  lamina_builder_add_flow (self->builder, self->run, 0, gpu_trace_get_track (self, call->track)->track, call->slice,
                           gpu_trace_get_track (self, work->track)->track, work->slice);
}

static void
add_marks (GpuTrace *self)
{
  for (guint i = 0; i < self->marks->len; i++)
    {
      const GpuMark *mark = &g_array_index (self->marks, GpuMark, i);
      guint32 track = mark->track != LAMINA_NONE ? gpu_trace_get_track (self, mark->track)->track : LAMINA_NONE;
      guint32 added = lamina_builder_add_mark (self->builder, self->run, track, 0, mark->time, 0, mark->name);

      if (mark->args_length > 0)
        lamina_builder_set_mark_args (self->builder, self->run, added, 0, mark->args_offset, mark->args_length);
    }
}

gboolean
gpu_build_slices (GpuTrace *self)
{
  for (guint i = 0; i < self->events->len; i++)
    if (gpu_trace_is_cancelled (self, i))
      return FALSE;
    else
      add_slice (self, gpu_trace_get_event (self, i));
  for (guint i = 0; i < self->events->len; i++)
    {
      const GpuEvent *event = gpu_trace_get_event (self, i);

      if (gpu_kind_is_work (event->kind) && event->around != LAMINA_NONE)
        add_flow (self, event);
    }
  add_marks (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
