/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-live-set.h"
#include "lamina-row-writer.h"

G_BEGIN_DECLS

/* The segments of an allocator as rows: what `lamina tensors --segments` writes. */

LaminaRowWriter *lamina_segments_create_writer (const LaminaSelection *selection);

/* Those at @position, by their addresses. @run_number: from 1 on, or 0 where runs are not told apart. */
void lamina_segments_write (LaminaRun             *run,
                            LaminaTimebase        *timebase,
                            LaminaLiveSet         *live,
                            gint64                 position,
                            const LaminaSelection *selection,
                            gint64                 run_number,
                            LaminaRowWriter       *writer);

G_END_DECLS
