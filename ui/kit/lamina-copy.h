/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Texts for the clipboard. A name or what a file says of an event may have hundreds of megabytes: such a text is made in a
 * thread, and not copied once more. What was to be copied last is what the clipboard gets.
 */

/* @text: (transfer full) (nullable): what is copied; NULL leaves the clipboard as it is */
void lamina_copy_text (GtkWidget *widget,
                       char      *text);

/* The same of a text that @make makes, in a thread if it is much, of @input, which goes with it; see lamina_job_run(). */
void lamina_copy_made (GtkWidget      *widget,
                       gboolean        in_thread,
                       LaminaJobFunc   make,
                       gpointer        input,
                       GDestroyNotify  free_input);

G_END_DECLS
