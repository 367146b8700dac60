/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline.h"

G_BEGIN_DECLS

/* What is put on a timeline. */
typedef enum
{
  LAMINA_MARKER_RANGE,     /* the marked range: tinted over all tracks, its length on the ruler */
  LAMINA_MARKER_RULER,     /* a measure between two places */
  LAMINA_MARKER_TEMPORARY, /* the same, dashed, because it goes when the next one comes */
  LAMINA_MARKER_NOTE,      /* a line with a text */
} LaminaMarkerKind;

/* Something that was put on a timeline. */
typedef struct
{
  LaminaMarkerKind kind;
  gint64 start;     /* from here on the axis */
  gint64 end;       /* to here; the same for a single line */
  const char *text; /* what a note says; or NULL */
} LaminaMarker;

/* What can be taken hold of: the @n of a target LAMINA_TARGET_MARKER. */
typedef enum
{
  LAMINA_MARKER_START, /* its left end */
  LAMINA_MARKER_END,   /* its right end */
  LAMINA_MARKER_WHOLE, /* its label, which moves all of it */
} LaminaMarkerPart;

/*
 * Lays out what lies over the tracks and the ruler of a timeline with the same viewport: the group `markers`. Rulers say their
 * length and, on an axis of time, how often it fits into a second. Labels do not cover each other as long as there is room below.
 * Handles are boxes with a target LAMINA_TARGET_MARKER, of which @first is the number of the marker and @n a LaminaMarkerPart.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_timeline_layout_markers (LaminaRun                   *run,
                                             LaminaTimebase              *timebase,
                                             const LaminaViewport        *viewport,
                                             const LaminaTimelineOptions *options,
                                             LaminaMetrics               *metrics,
                                             const LaminaMarker          *markers,
                                             guint                        n_markers);

G_END_DECLS
