/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "timeline-fixture.h"

/* A timeline whose tracks are arranged: at first as a run is without anybody's doing. */

/* Takes over the document, whose first run is laid out. */
void               arranged_init       (TimelineFixture        *self,
                                        LaminaDocument         *document);

void               arranged_clear      (TimelineFixture        *self);

/* Takes over another arrangement, which is not NULL. */
void               arranged_change     (TimelineFixture        *self,
                                        LaminaArrangement      *other);

void               arranged_set        (TimelineFixture        *self,
                                        const LaminaTarget     *item,
                                        LaminaArrangementFlags  flag,
                                        gboolean                on);

/* The beginning, as wide as a small window. */
LaminaScene       *arranged_lay_out    (TimelineFixture        *self,
                                        int                     height,
                                        int                     scroll);

/* The arrangement in words, applied to a run. */
LaminaArrangement *arranged_carry_over (TimelineFixture        *self,
                                        LaminaRun              *run);
