/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CLOCK_LIST (lamina_clock_list_get_type ())

/* The clocks of a run, each with its offset to the axis, which may be changed, and a way back to what the document suggests;
 * and a button that shifts a clock such that two selected layers start together. Hidden where there is one clock. */
G_DECLARE_FINAL_TYPE (LaminaClockList, lamina_clock_list, LAMINA, CLOCK_LIST, GtkWidget)

void lamina_clock_list_set_session (LaminaClockList *self,
                                    LaminaSession   *session);

/* The offset of a clock in force: `shifted by +4.16 ms`, `its own times`. */
char *lamina_clock_dup_text (LaminaSession *session,
                             guint          clock);

/* All digits of the suggested offset and how it was found. */
char *lamina_clock_dup_hint (LaminaSession *session,
                             guint          clock);

G_END_DECLS
