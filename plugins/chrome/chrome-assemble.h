/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* The steps of assembling, in their order, each in a file of its name. */

/* chrome-tracks.c: a process for each pid, a track for each thread; the span of the trace. */
void     chrome_assemble_threads  (ChromeTrace *self);
/* chrome-metadata.c: names and order of processes and threads from M events. */
void     chrome_assemble_metadata (ChromeTrace *self);
/* chrome-nest.c: puts the rows that are slices in order on their tracks, and clips what the resolution made overlap. */
gboolean chrome_assemble_slices   (ChromeTrace *self);
/* chrome-tracks.c: leaves out tracks on which nothing stands, and processes with them. */
void     chrome_assemble_needed   (ChromeTrace *self);

/*
 * While assembling, `slice` of a row that is one is SLICE_WAITING, until chrome_assemble_slices() gives it its index.
 */
#define CHROME_SLICE_WAITING (LAMINA_NONE - 1)

G_END_DECLS
