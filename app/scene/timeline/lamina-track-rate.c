/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"
#include "lamina-rate.h"
#include "lamina-work.h"

#include <math.h>

/* Sums are kept at every so many slices; what lies between is added up again. */
#define STRIDE 16

static void
add_slices (const LaminaTrackRate *self,
            guint                  first,
            guint                  end,
            double                *work,
            double                *time)
{
  for (guint i = first; i < end; i++)
    {
      guint32 layer = lamina_column_row (self->slices->layer, i);
      float rate = layer != LAMINA_NONE ? self->rates[layer] : NAN;

      if (isnan (rate))
        continue;
      *work += (double) rate / 1e9 * (double) self->slices->duration[i];
      *time += (double) self->slices->duration[i];
    }
}

static void
sum_up (LaminaTrackRate *self)
{
  guint n = self->slices->n_lanes > 0 ? self->slices->first[1] : 0;

  self->n = n;
  self->work = g_new0 (double, n / STRIDE + 2);
  self->time = g_new0 (double, n / STRIDE + 2);
  for (guint i = 0; i < n; i += STRIDE)
    {
      self->work[i / STRIDE + 1] = self->work[i / STRIDE];
      self->time[i / STRIDE + 1] = self->time[i / STRIDE];
      add_slices (self, i, MIN (i + STRIDE, n), &self->work[i / STRIDE + 1], &self->time[i / STRIDE + 1]);
    }
}

double
lamina_track_rate_get (const LaminaTrackRate *self,
                       guint                  first,
                       guint                  n)
{
  guint end = MIN (first + n, self->n);
  guint low = (first + STRIDE - 1) / STRIDE;
  guint high = end / STRIDE;
  double work = 0, time = 0;

  if (low >= high)
    add_slices (self, first, end, &work, &time);
  else
    {
      work = self->work[high] - self->work[low];
      time = self->time[high] - self->time[low];
      add_slices (self, first, low * STRIDE, &work, &time);
      add_slices (self, high * STRIDE, end, &work, &time);
    }
  return time > 0 ? work / time * 1e9 : -1;
}

static void
rate_free (gpointer data)
{
  LaminaTrackRate *self = data;

  g_rc_box_release (self->rates);
  g_free (self->work);
  g_free (self->time);
  g_free (self);
}

static gboolean
is_estimated (LaminaRun      *run,
              LaminaEstimate  what)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  for (guint i = 0; layers->estimated != NULL && i < layers->n; i++)
    if (layers->estimated[i] & what)
      return TRUE;
  return FALSE;
}

static void
add_rate (GPtrArray  *rates,
          LaminaRun  *run,
          guint32     track,
          guint32     group,
          LaminaUnit  unit,
          float      *rates_of_layers)
{
  LaminaTrackRate *self = g_new0 (LaminaTrackRate, 1);

  self->run = run;
  self->rates = g_rc_box_acquire (rates_of_layers);
  self->track = track;
  self->group = group;
  self->unit = unit;
  self->slices = lamina_track_get_slices (lamina_run_get_track (run, track));
  self->is_estimated = is_estimated (run, unit == LAMINA_UNIT_FLOP ? LAMINA_ESTIMATE_FLOP : LAMINA_ESTIMATE_BYTES);
  sum_up (self);
  if (lamina_track_rate_get (self, 0, self->n) > 0)
    g_ptr_array_add (rates, self);
  else
    rate_free (self);
}

/* The busiest track of a group. */
static guint32
find_main_track (LaminaRun *run,
                 guint32    group)
{
  guint32 best = LAMINA_NONE;
  gint64 most = -1;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      const LaminaSlices *slices = lamina_track_get_slices (track);

      if (lamina_track_get_info (track)->group != group || slices->n_lanes == 0 || slices->lanes[0].busy <= most)
        continue;
      most = slices->lanes[0].busy;
      best = i;
    }
  return best;
}

/* Where the rates of a device stand: with the other counters where it is the only one, else below its queues. */
static guint32
find_place (LaminaRun *run,
            guint32    device)
{
  guint32 counters = LAMINA_NONE;
  guint n_devices = 0;

  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    {
      LaminaGroupKind kind = lamina_run_get_group (run, i)->kind;

      n_devices += kind == LAMINA_GROUP_DEVICE && find_main_track (run, i) != LAMINA_NONE;
      if (kind == LAMINA_GROUP_COUNTERS && counters == LAMINA_NONE)
        counters = i;
    }
  return n_devices == 1 && counters != LAMINA_NONE ? counters : device;
}

GPtrArray *
lamina_track_rates_new (LaminaRun *run)
{
  GPtrArray *rates = g_ptr_array_new_with_free_func (rate_free);
  const LaminaTotals *totals = lamina_totals_in_force (run);
  float *flop, *bytes;

  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_costs (run) == NULL)
    return rates;
  flop = totals->flop > 0 ? lamina_rates_dup (run, LAMINA_UNIT_FLOP) : NULL;
  bytes = totals->bytes > 0 ? lamina_rates_dup (run, LAMINA_UNIT_BYTES) : NULL;
  for (guint i = 0; i < lamina_run_get_n_groups (run) && rates->len < LAMINA_MOST_RATES; i++)
    {
      guint32 track = lamina_run_get_group (run, i)->kind == LAMINA_GROUP_DEVICE ? find_main_track (run, i) : LAMINA_NONE;

      if (track == LAMINA_NONE)
        continue;
      if (flop != NULL)
        add_rate (rates, run, track, find_place (run, i), LAMINA_UNIT_FLOP, flop);
      if (bytes != NULL)
        add_rate (rates, run, track, find_place (run, i), LAMINA_UNIT_BYTES, bytes);
    }
  g_clear_pointer (&flop, g_rc_box_release);
  g_clear_pointer (&bytes, g_rc_box_release);
  return rates;
}
