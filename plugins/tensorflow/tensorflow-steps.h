/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * The statistics of a step as text (RunMetadata or StepStats), opened by themselves: each record of a node stands on the
 * track of its device. Operators are layers, with the time on the host; kernels on streams belong to the operator that
 * their label names, the last that had begun. What the lists of all streams and of copies repeat is shown and counts
 * nothing, where numbered streams are there.
 */

/* Reads source @source into a run. FALSE with an error when there is nothing to show, or when it was cancelled. */
gboolean tensorflow_steps_load     (LaminaSource   *source,
                                    LaminaBuilder  *builder,
                                    GCancellable   *cancellable,
                                    GError        **error);

/* Adds the fields of the record that stands at @offset. */
void     tensorflow_steps_describe (LaminaSource   *source,
                                    guint64         offset,
                                    LaminaDetails  *details);

G_END_DECLS
