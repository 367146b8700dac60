/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-memory.h"

G_BEGIN_DECLS

/* How the tensors of a builder were allocated: by which calls, in which segments. */

/**
 * LaminaAllocation:
 * @call: the call that asked for it, or %LAMINA_NONE
 * @site: a string: the place in the program that asked for it, or 0
 * @module: a string: the module or the operator that asked for it there, or 0
 * @stream: a string: the queue whose work it is for, or 0
 * @category: a string: what it is for, as the tool says, or 0
 * @block: the bytes of the block that holds it, or %LAMINA_ABSENT
 * @released: when the program gave it up, on the clock of its lifetime, or %LAMINA_ABSENT
 * @is_older: whether it was there before the recording, so that its lifetime begins where that does
 *
 * Begin with %LAMINA_ALLOCATION_INIT.
 */
typedef struct
{
  guint32 call;
  guint32 site;
  guint32 module;
  guint32 stream;
  guint32 category;
  gint64 block;
  gint64 released;
  gboolean is_older;
} LaminaAllocation;

#define LAMINA_ALLOCATION_INIT ((LaminaAllocation) { .call = LAMINA_NONE, .block = LAMINA_ABSENT, .released = LAMINA_ABSENT })

/**
 * lamina_builder_add_call:
 * @caller: the call around it, or %LAMINA_NONE
 * @function: a string: which function, and where in it
 *
 * Adds a row to the tree of calls. Nobody looks whether it is there already: a format keeps calls apart itself.
 *
 * Returns: the call
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_call (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        caller,
                                 guint32        function);

/**
 * lamina_builder_set_allocation:
 * @tensor: a tensor
 * @allocation: how it was allocated
 */
LAMINA_AVAILABLE
void lamina_builder_set_allocation (LaminaBuilder          *self,
                                    guint32                 run,
                                    guint32                 tensor,
                                    const LaminaAllocation *allocation);

/**
 * lamina_builder_set_memory_counter:
 * @track: a counter
 *
 * Tells which counter counts what the tensors of the run keep together, so that it can be shown divided by who holds it.
 */
LAMINA_AVAILABLE
void lamina_builder_set_memory_counter (LaminaBuilder *self,
                                        guint32        run,
                                        guint32        track);

/**
 * lamina_builder_set_grain:
 * @bytes: what the allocator of the run hands out multiples of, which is not negative
 *
 * Tells how small a block can be where its size is not stated.
 */
LAMINA_AVAILABLE
void lamina_builder_set_grain (LaminaBuilder *self,
                               guint32        run,
                               gint64         bytes);

/**
 * lamina_builder_add_segment:
 * @segment: the segment; one without bytes, or that ends before it begins, is not added
 *
 * Adds a segment.
 */
LAMINA_AVAILABLE
void lamina_builder_add_segment (LaminaBuilder       *self,
                                 guint32              run,
                                 const LaminaSegment *segment);

/**
 * lamina_builder_add_failure:
 * @failure: what was asked for; nothing is added unless that is above 0
 *
 * Adds an allocation that failed.
 */
LAMINA_AVAILABLE
void lamina_builder_add_failure (LaminaBuilder             *self,
                                 guint32                    run,
                                 const LaminaMemoryFailure *failure);

/**
 * lamina_builder_add_report:
 * @report: the report
 *
 * Adds what a trace says of an allocation. When the document is frozen, each is tied to the tensor of the same run that stands at
 * its address then, and the layer of the slice around it becomes the producer of that; what fits to nothing is listed in the
 * report of the import. Where no reports are, the producer is the layer that the only track of the host that is at work then is
 * in, as an estimate.
 */
LAMINA_AVAILABLE
void lamina_builder_add_report (LaminaBuilder            *self,
                                guint32                   run,
                                const LaminaMemoryReport *report);

G_END_DECLS
