/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-gaps.h"

#include "lamina-job.h"
#include "lamina-session-private.h"
#include "lamina-span.h"
#include "lamina-subject.h"

/* A gap is seen that takes so much of what is visible: a few pixels. */
#define LEAST_SEEN 400

/* What a thread finds out. */
typedef struct
{
  LaminaIdle *idle;
  LaminaDeviceUse *use;
} Found;

struct _LaminaSessionGaps
{
  GObject parent_instance;

  LaminaSession *session;
  LaminaIdle *idle;
  LaminaDeviceUse *use;
  GCancellable *cancellable;

  /* What is to be selected once gaps are known: a device, or LAMINA_NONE, and a moment. */
  guint32 wanted;
  gint64 wanted_time;
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaSessionGaps, lamina_session_gaps, G_TYPE_OBJECT)

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->idle, lamina_idle_unref);
  g_clear_pointer (&found->use, lamina_device_use_free);
  g_free (found);
}

static gpointer
find (gpointer      input,
      GCancellable *cancellable)
{
  LaminaSubject *subject = input;
  Found *found = g_new0 (Found, 1);

  found->idle = lamina_idle_new (subject->run, subject->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);
  if (found->idle)
    found->use = lamina_device_use_new (subject->run, subject->timebase, lamina_timebase_get_start (subject->timebase),
                                        lamina_timebase_get_end (subject->timebase), cancellable);
  if (!found->use)
    g_clear_pointer (&found, found_free);
  return found;
}

static void
select_wanted (LaminaSessionGaps *self)
{
  guint32 gap = lamina_session_gaps_find (self, self->wanted, self->wanted_time);

  self->wanted = LAMINA_NONE;
  lamina_session_select_gaps (self->session, &gap, gap != LAMINA_NONE ? 1 : 0, gap);
}

static void
take (gpointer owner,
      gpointer result)
{
  LaminaSessionGaps *self = owner;
  Found *found = result;

  lamina_job_drop (g_steal_pointer (&self->idle), (GDestroyNotify) lamina_idle_unref);
  lamina_job_drop (g_steal_pointer (&self->use), (GDestroyNotify) lamina_device_use_free);
  if (found)
    {
      self->idle = g_steal_pointer (&found->idle);
      self->use = g_steal_pointer (&found->use);
      found_free (found);
    }
  g_signal_emit (self, changed, 0);
  if (self->idle && self->wanted != LAMINA_NONE)
    select_wanted (self);
}

static void
on_selection (LaminaSessionGaps *self)
{
  self->wanted = LAMINA_NONE;
}

/* By a thread, for it looks at each slice of the devices. */
static void
look (LaminaSessionGaps *self)
{
  lamina_job_stop (&self->cancellable);
  if (self->idle)
    take (self, NULL);
  lamina_job_run (self, &self->cancellable, TRUE, find, lamina_subject_new (self->session),
                  (GDestroyNotify) lamina_subject_free, take, found_free);
}

static void
lamina_session_gaps_finalize (GObject *object)
{
  LaminaSessionGaps *self = LAMINA_SESSION_GAPS (object);

  lamina_job_stop (&self->cancellable);
  lamina_job_drop (g_steal_pointer (&self->idle), (GDestroyNotify) lamina_idle_unref);
  lamina_job_drop (g_steal_pointer (&self->use), (GDestroyNotify) lamina_device_use_free);
  G_OBJECT_CLASS (lamina_session_gaps_parent_class)->finalize (object);
}

static void
lamina_session_gaps_class_init (LaminaSessionGapsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_gaps_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_GAPS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_gaps_init (LaminaSessionGaps *self)
{
  self->wanted = LAMINA_NONE;
}

LaminaSessionGaps *
lamina_session_gaps_new (LaminaSession *session)
{
  LaminaSessionGaps *self = g_object_new (LAMINA_TYPE_SESSION_GAPS, NULL);

  self->session = session;
  g_signal_connect_object (session, "notify::timebase", G_CALLBACK (look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  look (self);
  return self;
}

LaminaIdle *
lamina_session_gaps_peek (LaminaSessionGaps *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self), NULL);
  return self->idle;
}

LaminaDeviceUse *
lamina_session_gaps_peek_use (LaminaSessionGaps *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self), NULL);
  return self->use;
}

gboolean
lamina_session_gaps_get (LaminaSessionGaps       *self,
                         guint32                  number,
                         LaminaGap               *gap,
                         const LaminaIdleDevice **device)
{
  LaminaGapPlace place;

  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self) && gap, FALSE);

  if (!self->idle || !lamina_idle_find_number (self->idle, number, &place))
    return FALSE;
  lamina_idle_get_gap (self->idle, place.device, place.gap, gap);
  if (device)
    *device = lamina_idle_get_device (self->idle, place.device);
  return TRUE;
}

/* Of which device of the result a group of tracks is. */
static guint
find_device (LaminaSessionGaps *self,
             guint32            group)
{
  guint n = self->idle ? lamina_idle_get_n_devices (self->idle) : 0;

  for (guint i = 0; i < n; i++)
    if (lamina_idle_get_device (self->idle, i)->group == group)
      return i;
  return LAMINA_NONE;
}

guint32
lamina_session_gaps_find (LaminaSessionGaps *self,
                          guint32            group,
                          gint64             time)
{
  guint device, k;
  LaminaGap gap;

  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self), LAMINA_NONE);

  device = find_device (self, group);
  if (device == LAMINA_NONE)
    return LAMINA_NONE;
  k = lamina_idle_find_gap (self->idle, device, time);
  if (k == lamina_idle_get_device (self->idle, device)->n_gaps)
    return LAMINA_NONE;
  lamina_idle_get_gap (self->idle, device, k, &gap);
  return gap.start <= time ? lamina_idle_get_device (self->idle, device)->first_gap + k : LAMINA_NONE;
}

guint32 *
lamina_session_gaps_translate (LaminaSessionGaps *self,
                               LaminaIdle        *other,
                               const guint32     *gaps,
                               guint             *n)
{
  guint32 *found = g_new (guint32, MAX (*n, 1));
  guint n_found = 0;

  for (guint i = 0; i < *n; i++)
    {
      LaminaGapPlace place;
      LaminaGap gap;

      if (!lamina_idle_find_number (other, gaps[i], &place))
        continue;
      lamina_idle_get_gap (other, place.device, place.gap, &gap);
      found[n_found] = lamina_session_gaps_find (self, lamina_idle_get_device (other, place.device)->group, gap.start);
      n_found += found[n_found] != LAMINA_NONE;
    }
  *n = n_found;
  return found;
}

void
lamina_session_gaps_select_at (LaminaSessionGaps *self,
                               guint32            group,
                               gint64             time)
{
  g_return_if_fail (LAMINA_IS_SESSION_GAPS (self));

  if (!self->idle)
    lamina_session_select_gaps (self->session, NULL, 0, LAMINA_NONE);
  self->wanted = group;
  self->wanted_time = time;
  if (self->idle)
    select_wanted (self);
}

static guint32
find_beside_lead (const guint32 *gaps,
                  guint          n,
                  guint32        lead,
                  int            by)
{
  for (guint i = 0; i < n; i++)
    if (gaps[i] == lead)
      return by > 0 ? (i + 1 < n ? gaps[i + 1] : LAMINA_NONE) : (i > 0 ? gaps[i - 1] : LAMINA_NONE);
  return LAMINA_NONE;
}

/* The device of what is selected, else the first one; and the moment to go on from. */
static guint
find_start (LaminaSessionGaps *self,
            int                by,
            gint64            *time)
{
  const LaminaSelection *selection = lamina_session_get_selection (self->session);
  const LaminaRange *range = lamina_session_get_range (self->session);
  guint device = LAMINA_NONE;
  LaminaRange place;

  *time = range ? (by > 0 ? range->start : range->end) : lamina_idle_get_device (self->idle, 0)->start;
  if (lamina_session_get_selected_range (self->session, &place))
    *time = by > 0 ? place.end : place.start;
  if (selection->device != LAMINA_NONE)
    device = find_device (self, selection->device);
  else if (selection->slice.track != LAMINA_NONE)
    device = lamina_idle_find_device_of_track (self->idle, selection->slice.track);
  return device == LAMINA_NONE ? 0 : device;
}

static guint32
find_beside (LaminaSessionGaps *self,
             int                by)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  gint64 least = range ? (gint64) (lamina_span_get (range) / LEAST_SEEN) : 0, time;
  guint device, k, found;

  device = find_start (self, by, &time);
  time = lamina_subtract_saturating (time, by < 0);
  k = lamina_idle_find_gap (self->idle, device, time);
  /* What ends after the moment may begin after it, too. */
  if (by < 0 && lamina_session_gaps_find (self, lamina_idle_get_device (self->idle, device)->group, time) == LAMINA_NONE)
    k--;
  if (lamina_idle_find_long_gap (self->idle, device, 0, 1, least) == LAMINA_NONE)
    least = 0;
  found = lamina_idle_find_long_gap (self->idle, device, k, by, least);
  return found == LAMINA_NONE ? LAMINA_NONE : lamina_idle_get_device (self->idle, device)->first_gap + found;
}

gboolean
lamina_session_gaps_go (LaminaSessionGaps *self,
                        int                by)
{
  guint n;
  const guint32 *gaps;
  guint32 gap = LAMINA_NONE;

  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self), FALSE);

  gaps = lamina_session_get_selected_gaps (self->session, &n);
  if (n > 1)
    {
      gap = find_beside_lead (gaps, n, lamina_session_get_selected_gap (self->session), by);
      if (gap != LAMINA_NONE)
        lamina_session_select_gaps (self->session, gaps, n, gap);
    }
  else if (lamina_session_gaps_has_any (self))
    {
      gap = find_beside (self, by);
      if (gap != LAMINA_NONE)
        lamina_session_select_gaps (self->session, &gap, 1, gap);
    }
  return gap != LAMINA_NONE;
}

static guint32
find_longest (LaminaSessionGaps *self,
              const guint32     *gaps,
              guint              n)
{
  guint32 longest = LAMINA_NONE;
  LaminaGapPlace place;
  gint64 most = 0;

  for (guint i = 0; i < n; i++)
    if (lamina_idle_find_number (self->idle, gaps[i], &place) && place.length > most)
      {
        most = place.length;
        longest = gaps[i];
      }
  return longest;
}

void
lamina_session_gaps_show (LaminaSessionGaps *self,
                          const guint32     *gaps,
                          guint              n)
{
  LaminaRange place;
  guint32 longest;
  LaminaGap gap;

  g_return_if_fail (LAMINA_IS_SESSION_GAPS (self));

  longest = self->idle ? find_longest (self, gaps, n) : LAMINA_NONE;
  if (!lamina_session_gaps_get (self, longest, &gap, NULL))
    return;
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_uncover_slice (self->session, gap.after.track != LAMINA_NONE ? &gap.after : &gap.before);
  lamina_session_select_gaps (self->session, gaps, n, longest);
  place = (LaminaRange) { gap.start, gap.end };
  lamina_session_show_place (self->session, &place);
}

gboolean
lamina_session_gaps_has_any (LaminaSessionGaps *self)
{
  LaminaGapPlace place;

  g_return_val_if_fail (LAMINA_IS_SESSION_GAPS (self), FALSE);
  return self->idle && lamina_idle_find_number (self->idle, 0, &place);
}
