/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-steps.h"

#include "lamina-device-tracks-private.h"
#include "lamina-idle-work-private.h"
#include "lamina-order-rows.h"
#include "lamina-step-names.h"

#include <string.h>

/* A slice that is a step, or a part of one. */
typedef struct
{
  guint32 section;
  guint32 root; /* the outermost group around it: a process, a rank */
  gint64 start;
  gint64 end;
} Span;

/* What a device does: sets of time that do not overlap. */
typedef struct
{
  guint32 group;
  guint32 root;
  GArray *tracks; /* guint32 */
  LaminaPieceSums *computation;
  LaminaPieceSums *communication;
  LaminaPieceSums *copy;
} Device;

struct _LaminaSteps
{
  GArray *steps;
  guint n_devices;
};

/* The steps while they are found. */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  GCancellable *cancellable;
  GHashTable *titles; /* titles of sections, and their index from 1 on */
  GArray *spans;
  GArray *numbered;   /* Span, whose sections are numbered: strings take the place of these until all are known */
  GPtrArray *devices;
} Search;

static void
device_free (gpointer data)
{
  Device *self = data;

  g_array_unref (self->tracks);
  g_clear_pointer (&self->computation, lamina_piece_sums_free);
  g_clear_pointer (&self->communication, lamina_piece_sums_free);
  g_clear_pointer (&self->copy, lamina_piece_sums_free);
  g_free (self);
}

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->titles, g_hash_table_unref);
  g_clear_pointer (&self->spans, g_array_unref);
  g_clear_pointer (&self->numbered, g_array_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* The outermost group around a track; the outermost of those that are devices when @is_device. */
static guint32
find_group (LaminaRun *run,
            guint32    track,
            gboolean   is_device)
{
  guint32 group = lamina_track_get_info (lamina_run_get_track (run, track))->group, found = LAMINA_NONE;

  for (; group != LAMINA_NONE; group = lamina_run_get_group (run, group)->parent)
    if (!is_device || lamina_run_get_group (run, group)->kind == LAMINA_GROUP_DEVICE)
      found = group;
  return found;
}

/* Slices */

static void
add_span (Search         *self,
          guint32         track,
          guint32         slice,
          LaminaStepName  kind)
{
  const LaminaTrackInfo *info = lamina_track_get_info (lamina_run_get_track (self->run, track));
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, track));
  const char *name = lamina_run_get_string (self->run, slices->name[slice]);
  gint64 start = lamina_add_saturating (slices->start[slice], lamina_timebase_get_offset (self->timebase, info->clock));
  Span span = { slices->name[slice], find_group (self->run, track, FALSE), start,
                lamina_add_saturating (start, slices->duration[slice]) };

  if ((slices->flags[slice] & LAMINA_SLICE_OPEN) != 0 || slices->duration[slice] <= 0)
    return;
  if (kind == LAMINA_STEP_NAME_NUMBERED)
    {
      g_array_append_val (self->numbered, span);
      return;
    }
  span.section = lamina_step_titles_find (self->titles, kind == LAMINA_STEP_NAME_NUMBER ? "Step " : "", name) - 1;
  g_array_append_val (self->spans, span);
}

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const Span *left = a, *right = b;

  if (left->section != right->section)
    return left->section < right->section ? -1 : 1;
  if (left->root != right->root)
    return left->root < right->root ? -1 : 1;
  return (left->start > right->start) - (left->start < right->start);
}

/* The third slice of a name in one process, on whatever thread, is the section `NAME 3`; other processes count for themselves. */
static void
number_spans (Search *self)
{
  const Span *last = NULL;
  guint count = 0;

  g_array_sort (self->numbered, compare_spans);
  for (guint i = 0; i < self->numbered->len; i++)
    {
      const Span *numbered = &g_array_index (self->numbered, Span, i);
      Span span = *numbered;
      g_autofree char *title = NULL;
      guint section;

      count = last != NULL && last->section == span.section && last->root == span.root ? count + 1 : 1;
      last = numbered;
      title = g_strdup_printf ("%s %u", lamina_run_get_string (self->run, span.section), count);
      section = lamina_step_titles_find (self->titles, "", title);
      if (section == 0)
        continue;
      span.section = section - 1;
      g_array_append_val (self->spans, span);
    }
  g_array_set_size (self->numbered, 0);
}

/* What is called as a section on the tracks of one kind. FALSE when cancelled. */
static gboolean
add_spans (Search   *self,
           gboolean  of_devices)
{
  g_autoptr (GHashTable) kinds = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, i));
      guint32 last = 0;
      gpointer kind = NULL;

      if ((lamina_run_get_track_kind (self->run, i) == LAMINA_GROUP_DEVICE) != of_devices)
        continue;
      for (guint k = 0; k < slices->n; k++)
        {
          if (lamina_order_is_cancelled (self->cancellable, k))
            return FALSE;
          if (slices->name[k] != last)
            {
              last = slices->name[k];
              if (!g_hash_table_lookup_extended (kinds, GUINT_TO_POINTER (last), NULL, &kind))
                {
                  kind = GINT_TO_POINTER (lamina_step_name_judge (self->titles, lamina_run_get_string (self->run, last)));
                  g_hash_table_insert (kinds, GUINT_TO_POINTER (last), kind);
                }
            }
          if (GPOINTER_TO_INT (kind) != LAMINA_STEP_NAME_NONE)
            add_span (self, i, k, (LaminaStepName) GPOINTER_TO_INT (kind));
        }
    }
  number_spans (self);
  return TRUE;
}

/* Of what repeats itself inside itself, or on several threads of one process, each moment counts once. */
static void
unite_spans (GArray *spans)
{
  guint n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      Span *span = &g_array_index (spans, Span, i), *last = n > 0 ? &g_array_index (spans, Span, n - 1) : NULL;

      if (last != NULL && last->section == span->section && last->root == span->root && span->start <= last->end)
        last->end = MAX (last->end, span->end);
      else
        g_array_index (spans, Span, n++) = *span;
    }
  g_array_set_size (spans, n);
}

/* Devices */

static void
add_track (Search  *self,
           guint32  track)
{
  guint32 group = find_group (self->run, track, TRUE);
  Device *device = NULL;

  for (guint i = 0; i < self->devices->len && device == NULL; i++)
    if (((Device *) self->devices->pdata[i])->group == group)
      device = self->devices->pdata[i];
  if (device == NULL)
    {
      device = g_new0 (Device, 1);
      device->group = group;
      device->root = find_group (self->run, track, FALSE);
      device->tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_ptr_array_add (self->devices, device);
    }
  g_array_append_val (device->tracks, track);
}

/* COMP, COMM \ COMP and COPY \ COMP \ COMM. FALSE when cancelled. */
static gboolean
measure_device (const Search    *self,
                LaminaWorkJudge *judge,
                Device          *device)
{
  const LaminaIdleScope scope = { self->run, self->timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, self->cancellable };
  g_auto (LaminaWorkTimes) times = { NULL };

  if (!lamina_work_times_find (&times, &scope, judge, device->tracks, lamina_idle_has_owned (self->run, device->tracks)))
    return FALSE;
  device->computation = lamina_piece_sums_new (times.computation);
  device->communication = lamina_piece_sums_new (times.exposed_communication);
  device->copy = lamina_piece_sums_new (times.exposed_copy);
  return TRUE;
}

static gboolean
find_devices (Search *self)
{
  g_autoptr (LaminaWorkJudge) judge = NULL;
  const GArray *tracks;

  if (lamina_run_get_timing (self->run) != LAMINA_TIMING_MEASURED)
    return TRUE;
  tracks = lamina_device_tracks_get_busy (self->run);
  for (guint i = 0; i < tracks->len; i++)
    add_track (self, g_array_index (tracks, guint32, i));
  if (self->devices->len == 0)
    return TRUE;
  judge = lamina_work_judge_new (self->run);
  for (guint i = 0; i < self->devices->len; i++)
    if (!measure_device (self, judge, self->devices->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Steps */

/* The span @from and those behind it of the same section and process; returns the first that is not. */
static guint
find_end (const GArray *spans,
          guint         from)
{
  const Span *first = &g_array_index (spans, Span, from);
  guint end = from + 1;

  while (end < spans->len && g_array_index (spans, Span, end).section == first->section
         && g_array_index (spans, Span, end).root == first->root)
    end++;
  return end;
}

static void
add_step (LaminaSteps  *steps,
          const GArray *spans,
          guint         from,
          guint         end,
          const Device *device)
{
  const Span *first = &g_array_index (spans, Span, from);
  LaminaStep step = { .section = first->section, .device = LAMINA_NONE, .start = first->start, .computation = LAMINA_ABSENT,
                      .exposed_communication = LAMINA_ABSENT, .exposed_copy = LAMINA_ABSENT, .idle = LAMINA_ABSENT };

  if (device != NULL)
    {
      step.device = device->group;
      step.computation = step.exposed_communication = step.exposed_copy = 0;
    }
  for (guint i = from; i < end; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);

      step.wall = lamina_add_saturating (step.wall, span->end - span->start);
      if (device == NULL)
        continue;
      step.computation += lamina_piece_sums_measure (device->computation, span->start, span->end);
      step.exposed_communication += lamina_piece_sums_measure (device->communication, span->start, span->end);
      step.exposed_copy += lamina_piece_sums_measure (device->copy, span->start, span->end);
    }
  if (device != NULL)
    step.idle = step.wall - step.computation - step.exposed_communication - step.exposed_copy;
  g_array_append_val (steps->steps, step);
}

/* Where ranks are groups around processes and devices, a step has the devices of its own; else it has all of them. */
static void
add_steps (LaminaSteps  *steps,
           const Search *search)
{
  for (guint from = 0, end; from < search->spans->len; from = end)
    {
      guint32 root = g_array_index (search->spans, Span, from).root;
      gboolean has_own = FALSE;

      end = find_end (search->spans, from);
      for (guint i = 0; i < search->devices->len; i++)
        has_own |= ((const Device *) search->devices->pdata[i])->root == root;
      if (search->devices->len == 0)
        add_step (steps, search->spans, from, end, NULL);
      for (guint i = 0; i < search->devices->len; i++)
        if (!has_own || ((const Device *) search->devices->pdata[i])->root == root)
          add_step (steps, search->spans, from, end, search->devices->pdata[i]);
    }
}

/* FALSE when cancelled. */
static gboolean
find_all (Search *self)
{
  if (!add_spans (self, FALSE) || (self->spans->len == 0 && !add_spans (self, TRUE)))
    return FALSE;
  g_array_sort (self->spans, compare_spans);
  unite_spans (self->spans);
  return self->spans->len == 0 || find_devices (self);
}

LaminaSteps *
lamina_steps_new (LaminaRun      *run,
                  LaminaTimebase *timebase,
                  GCancellable   *cancellable)
{
  g_autoptr (LaminaSteps) self = g_new0 (LaminaSteps, 1);
  g_auto (Search) found = { .run = run, .timebase = timebase, .cancellable = cancellable };

  g_return_val_if_fail (run != NULL && timebase != NULL, NULL);
  self->steps = g_array_new (FALSE, FALSE, sizeof (LaminaStep));
  if (lamina_run_get_n_sections (run) == 0 || lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS)
    return g_steal_pointer (&self);
  found.titles = lamina_step_titles_new (run);
  found.spans = g_array_new (FALSE, FALSE, sizeof (Span));
  found.numbered = g_array_new (FALSE, FALSE, sizeof (Span));
  found.devices = g_ptr_array_new_with_free_func (device_free);
  if (!find_all (&found))
    return NULL;
  add_steps (self, &found);
  self->n_devices = found.devices->len;
  return g_steal_pointer (&self);
}

void
lamina_steps_free (LaminaSteps *self)
{
  g_return_if_fail (self != NULL);
  g_array_unref (self->steps);
  g_free (self);
}

guint
lamina_steps_get_n (LaminaSteps *self)
{
  return self->steps->len;
}

const LaminaStep *
lamina_steps_get (LaminaSteps *self,
                  guint        i)
{
  g_return_val_if_fail (i < self->steps->len, NULL);
  return &g_array_index (self->steps, LaminaStep, i);
}

guint
lamina_steps_get_n_devices (LaminaSteps *self)
{
  return self->n_devices;
}
