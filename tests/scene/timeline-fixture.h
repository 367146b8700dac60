/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline.h"

/* A run whose timeline is laid out with texts of fixed width. */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaMetrics *metrics;
  LaminaTimelineOptions options;
} TimelineFixture;

/* Takes over the document, whose first run is laid out. */
void         timeline_fixture_init    (TimelineFixture *self,
                                       LaminaDocument  *document);

void         timeline_fixture_clear   (TimelineFixture *self);

LaminaScene *timeline_fixture_lay_out (TimelineFixture *self,
                                       gint64           start,
                                       double           per_px,
                                       int              width,
                                       int              height);

/* How many lines of labels of slices there are. */
guint        timeline_count_labels    (LaminaScene     *scene);
