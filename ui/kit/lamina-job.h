/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Work whose result somebody waits for: a widget, say, which is to show it. What is little is done at once; what is much goes
 * to a thread, and is given up when something else is asked for.
 */

typedef gpointer (*LaminaJobFunc) (gpointer      input,
                                   GCancellable *cancellable);

typedef void     (*LaminaJobDone) (gpointer      owner,
                                   gpointer      result);

/* Stops the job before, and starts this one, in a thread if it is much. @cancellable is a field of the owner, who must stop
 * the job before going away; it is not NULL while a thread is at work. @func is given @input, which the job takes and frees,
 * and gives NULL when it was stopped; else @done takes its result, in the main thread, or @free_result frees it. All but @done
 * may be called in any thread. */
void lamina_job_run (gpointer         owner,
                     GCancellable   **cancellable,
                     gboolean         in_thread,
                     LaminaJobFunc    func,
                     gpointer         input,
                     GDestroyNotify   free_input,
                     LaminaJobDone    done,
                     GDestroyNotify   free_result);

/* Stops the work and clears the field. */
void lamina_job_stop (GCancellable **cancellable);

/* Lets go of something large, or NULL, half a second later in another thread. To give dozens of megabytes back to the system takes
 * longer than a frame. May be called in any thread, but needs the main loop. */
void lamina_job_drop (gpointer       object,
                      GDestroyNotify drop);

G_END_DECLS
