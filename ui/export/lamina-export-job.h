/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Pictures made in a worker thread. The strings and tracks of the options need only last for the call that starts a
 * job; callbacks are called in the main thread.
 */

/* Writes a picture in the format of the suffix. */
void lamina_export_job_start_save (LaminaDocument             *document,
                                   const LaminaPictureOptions *options,
                                   GFile                      *file,
                                   GCancellable               *cancellable,
                                   GAsyncReadyCallback         callback,
                                   gpointer                    user_data);

gboolean lamina_export_job_finish_save (GAsyncResult  *result,
                                        GError       **error);

/* Makes a picture as SVG and as PNG, for the clipboard. */
void lamina_export_job_start_copy (LaminaDocument             *document,
                                   const LaminaPictureOptions *options,
                                   GCancellable               *cancellable,
                                   GAsyncReadyCallback         callback,
                                   gpointer                    user_data);

/* The bytes of each LaminaPictureFormat, NULL for those that were not made, for the caller; NULL on error. */
GPtrArray *lamina_export_job_finish_copy (GAsyncResult  *result,
                                          GError       **error);

/* Lays out a picture, for a preview. */
void lamina_export_job_start_layout (LaminaDocument             *document,
                                     const LaminaPictureOptions *options,
                                     GCancellable               *cancellable,
                                     GAsyncReadyCallback         callback,
                                     gpointer                    user_data);

/* The scene that lamina_picture_make() would draw, for the caller, or NULL on error. */
LaminaScene *lamina_export_job_finish_layout (GAsyncResult  *result,
                                              GError       **error);

G_END_DECLS
