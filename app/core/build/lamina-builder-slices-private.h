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

/* Makes a column of upper halves, 0 everywhere. Any thread. */
void     lamina_track_begin_high     (LaminaTrack             *track,
                                      gpointer                *cells,
                                      gsize                    size);

static inline void
lamina_track_set_args (LaminaTrack *track,
                       guint        i,
                       guint64      offset,
                       guint32      length)
{
  LaminaSlices *slices = &track->slices;

  ((guint32 *) slices->args_offset)[i] = (guint32) offset;
  ((guint16 *) slices->args_length)[i] = (guint16) length;
  if (G_UNLIKELY (offset >> 32 != 0 && g_atomic_pointer_get (&slices->args_offset_high) == NULL))
    lamina_track_begin_high (track, (gpointer *) &slices->args_offset_high, sizeof *slices->args_offset_high);
  if (G_UNLIKELY (length >> 16 != 0 && g_atomic_pointer_get (&slices->args_length_high) == NULL))
    lamina_track_begin_high (track, (gpointer *) &slices->args_length_high, sizeof *slices->args_length_high);
  if (g_atomic_pointer_get (&slices->args_offset_high) != NULL)
    ((guint32 *) slices->args_offset_high)[i] = (guint32) (offset >> 32);
  if (g_atomic_pointer_get (&slices->args_length_high) != NULL)
    ((guint16 *) slices->args_length_high)[i] = (guint16) (length >> 16);
}

static inline void
lamina_track_set_slice (LaminaTrack           *track,
                        guint                  i,
                        const LaminaSliceInit *slice,
                        guint32                n_strings,
                        LaminaTimeRepairs     *repairs)
{
  LaminaSlices *slices = &track->slices;
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
  lamina_track_set_args (track, i, slice->args_offset, slice->args_length);
}

G_END_DECLS
