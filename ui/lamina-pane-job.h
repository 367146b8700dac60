/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Work whose result a widget shows. What is little is done at once; what is much goes to a thread, and is given up when the
 * widget asks for something else.
 */

typedef gpointer (*LaminaPaneFunc) (gpointer      input,
                                    GCancellable *cancellable);

typedef void     (*LaminaPaneDone) (GtkWidget    *widget,
                                    gpointer      result);

/**
 * lamina_pane_job_run: (skip)
 * @widget: who wants the result
 * @cancellable: (inout): what stops the work before; replaced by what stops this one
 * @in_thread: whether it is much
 * @func: does the work; gives %NULL when it was stopped
 * @input: (transfer full): what @func is given
 * @free_input: frees it
 * @done: takes the result with it; not called when the work was stopped
 */
void lamina_pane_job_run (GtkWidget       *widget,
                          GCancellable   **cancellable,
                          gboolean         in_thread,
                          LaminaPaneFunc   func,
                          gpointer         input,
                          GDestroyNotify   free_input,
                          LaminaPaneDone   done,
                          GDestroyNotify   free_result);

/**
 * lamina_pane_job_stop:
 * @cancellable: (inout): what stops the work; cleared
 */
void lamina_pane_job_stop (GCancellable **cancellable);

G_END_DECLS
