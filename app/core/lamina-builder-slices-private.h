/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder-private.h"

G_BEGIN_DECLS

/* How often times had to be repaired: several threads may add slices, but one alone may report. */
typedef struct
{
  guint n_outside;
  guint n_negative;
} LaminaTimeRepairs;

/* Tells the import of them. */
void     lamina_builder_report_times (LaminaBuilder           *self,
                                      const LaminaTimeRepairs *repairs);

/* FALSE when there is no room for so many more slices. */
gboolean lamina_builder_make_room    (LaminaBuilder           *self,
                                      LaminaTrack             *track,
                                      guint                    n);

/* Bring times into the range in which sums can't overflow. */
static inline gint64
lamina_check_time (gint64             time,
                   LaminaTimeRepairs *repairs)
{
  if (G_LIKELY (time >= -LAMINA_TIME_MAX && time <= LAMINA_TIME_MAX))
    return time;
  repairs->n_outside++;
  return CLAMP (time, -LAMINA_TIME_MAX, LAMINA_TIME_MAX);
}

static inline gint64
lamina_check_duration (gint64             start,
                       gint64             duration,
                       LaminaTimeRepairs *repairs)
{
  if (G_UNLIKELY (duration < 0))
    {
      repairs->n_negative++;
      return 0;
    }
  if (G_UNLIKELY (duration > LAMINA_TIME_MAX || start > LAMINA_TIME_MAX - duration))
    {
      repairs->n_outside++;
      return LAMINA_TIME_MAX - MAX (start, 0);
    }
  return duration;
}

static inline guint32
lamina_check_string (guint32 id,
                     guint32 n_strings)
{
  g_return_val_if_fail (id < n_strings, 0);

  return id;
}

static inline void
lamina_slices_set (LaminaSlices          *slices,
                   guint                  i,
                   const LaminaSliceInit *slice,
                   guint32                n_strings,
                   LaminaTimeRepairs     *repairs)
{
  gint64 duration = slice->duration;
  gint64 start = lamina_check_time (slice->start, repairs);
  guint8 flags = (guint8) (slice->kind | (slice->is_open ? LAMINA_SLICE_OPEN : 0));

  if (G_UNLIKELY (duration == LAMINA_ABSENT))
    {
      flags |= LAMINA_SLICE_OPEN;
      duration = 0;
    }
  ((gint64 *) slices->start)[i] = start;
  ((gint64 *) slices->duration)[i] = lamina_check_duration (start, duration, repairs);
  ((guint32 *) slices->name)[i] = lamina_check_string (slice->name, n_strings);
  ((guint8 *) slices->flags)[i] = flags;
  ((guint32 *) slices->category)[i] = lamina_check_string (slice->category, n_strings);
  ((guint32 *) slices->layer)[i] = slice->layer;
  ((guint64 *) slices->args_offset)[i] = slice->args_offset;
  ((guint32 *) slices->args_length)[i] = slice->args_length;
}

G_END_DECLS
