/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LAMINA_MAX_PARTS:
 *
 * lamina_builder_split_array() makes no more parts than this.
 */
#define LAMINA_MAX_PARTS 64

/**
 * LaminaLimits:
 * @max_bytes: bytes of one file after inflating
 * @max_ratio: inflated bytes for each compressed byte; checked once more than 64 MiB are inflated
 * @max_memory_text: inflated bytes kept in memory; more go to an unlinked temporary file, or are inflated again when
 *   they are asked for, where the stream can be entered in the middle (gzip). Half as many are inflated ahead at most
 * @max_depth: containers inside each other in one JSON text
 * @max_records: records of one document
 * @max_rows: slices, samples, layers, tensors, marks and flows of one document, added up
 * @max_text: bytes of one string value or key of a JSON text; the rest is cut and reported
 * @max_threads: threads that work on one document; 0 for as many as there are processors
 * @min_part_bytes: the smallest part of a text for which it is worth while to start another thread
 * @block_bytes: bytes of a JSON text that are read at once at most, at least 1
 *
 * What a file may ask for before Lamina refuses it. All limits hold for whoever opens: the window, the terminal, a
 * test.
 */
typedef struct
{
  guint64 max_bytes;
  guint64 max_ratio;
  guint64 max_memory_text;
  guint max_depth;
  guint64 max_records;
  guint64 max_rows;
  guint64 max_text;
  guint max_threads;
  guint64 min_part_bytes;
  gsize block_bytes;
} LaminaLimits;

/**
 * lamina_limits_init: (skip)
 * @limits: (out caller-allocates): takes the default limits
 *
 * Sets the limits that are in force when nobody asks for others: 256 GiB, ratio 2000, 1 GiB, depth 512, 1 000 000 000
 * records and rows, 64 MiB for one string, all processors, parts of 4 MiB and blocks of 256 KiB.
 */
LAMINA_AVAILABLE
void lamina_limits_init (LaminaLimits *limits);

G_END_DECLS
