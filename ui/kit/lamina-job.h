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

/**
 * lamina_job_run: (skip)
 * @owner: who wants the result; must stop the job before it goes away
 * @cancellable: (inout): a field of the owner. It stops the job that ran before, and this one: it is not %NULL while a
 *   thread is at work
 * @in_thread: whether it is much
 * @func: does the work, in whichever thread; gives %NULL when it was stopped
 * @input: (transfer full): what @func is given
 * @free_input: frees it, in whichever thread
 * @done: takes the result with it, in the main thread; not called when the work was stopped
 * @free_result: frees a result that nobody takes, in whichever thread
 *
 * Stops the job before, and starts this one.
 */
void lamina_job_run (gpointer         owner,
                     GCancellable   **cancellable,
                     gboolean         in_thread,
                     LaminaJobFunc    func,
                     gpointer         input,
                     GDestroyNotify   free_input,
                     LaminaJobDone    done,
                     GDestroyNotify   free_result);

/**
 * lamina_job_stop:
 * @cancellable: (inout): what stops the work; cleared
 */
void lamina_job_stop (GCancellable **cancellable);

/**
 * lamina_job_drop: (skip)
 * @object: (transfer full) (nullable): what nobody looks at any more
 * @drop: lets go of it, in another thread
 *
 * Lets go of something large. To give dozens of megabytes back to the system takes longer than a frame.
 */
void lamina_job_drop (gpointer       object,
                      GDestroyNotify drop);

G_END_DECLS
