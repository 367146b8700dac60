/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-metrics.h"

G_BEGIN_DECLS

/* So far apart stand the lines of a label. */
#define LAMINA_LABEL_LINE_HEIGHT 14

/* A label that is too long for its line goes on in those below: so many may it take in a row of this height. */
guint lamina_label_get_most_lines (int height);

/*
 * The lines of a label: whole in one line if it fits, else broken between words into at most @most lines, else the
 * beginning of it. The last line may be too long, and is cut with an ellipsis by whoever draws it; then at least four
 * characters have room. No line at all when there is no room for them.
 */
GPtrArray *lamina_label_dup_lines (LaminaMetrics *metrics,
                                   const char    *label,
                                   double         room,
                                   guint          most);

G_END_DECLS
