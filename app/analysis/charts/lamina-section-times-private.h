/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-private.h"

G_BEGIN_DECLS

/*
 * What the layers of a section cost together: @waited before their first kernel, for copies and for communication, the rest
 * computing. Its layers stand in the list of all from @first on. In nanoseconds.
 */
typedef struct
{
  guint32 section;
  guint first;
  guint n;
  gint64 total;
  gint64 computed;
  gint64 copied;
  gint64 communicated;
  gint64 waited;
} LaminaSectionTime;

/* The sections of which any layer has a time, in their order; and the layers of all of them, one section after the other. */
typedef struct
{
  guint32 *layers;
  GArray *times;
} LaminaSectionTimes;

/* FALSE when cancelled. */
gboolean lamina_section_times_find (LaminaSectionTimes      *self,
                                    const LaminaChartSource *source);

void lamina_section_times_clear (LaminaSectionTimes *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaSectionTimes, lamina_section_times_clear)

static inline const LaminaSectionTime *
lamina_section_times_get (const LaminaSectionTimes *self,
                          guint                     i)
{
  return &g_array_index (self->times, LaminaSectionTime, i);
}

G_END_DECLS
