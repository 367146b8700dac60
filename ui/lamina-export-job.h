/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * lamina_export_job_start:
 * @document: a document
 * @options: what picture; its strings need only last for the call
 * @file: where to
 * @cancellable: stops it
 * @callback: called in the main thread
 * @user_data: data for @callback
 *
 * Makes a picture in a worker thread.
 */
void lamina_export_job_start (LaminaDocument             *document,
                              const LaminaPictureOptions *options,
                              GFile                      *file,
                              GCancellable               *cancellable,
                              GAsyncReadyCallback         callback,
                              gpointer                    user_data);

/**
 * lamina_export_job_finish:
 * @result: what the callback was given
 * @message: (out): what was done, as a sentence for the user
 * @error: return location for an error
 *
 * Returns: whether the picture was written
 */
gboolean lamina_export_job_finish (GAsyncResult  *result,
                                   char         **message,
                                   GError       **error);

G_END_DECLS
