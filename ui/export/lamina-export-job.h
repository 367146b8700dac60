/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Pictures made in a worker thread. The strings and tracks of the options need only last for the call that starts a
 * job; callbacks are called in the main thread.
 */

/**
 * lamina_export_job_start_save:
 * @document: a document
 * @options: what picture
 * @file: where to; its suffix chooses the format
 * @cancellable: (nullable): stops it
 * @callback: called when it is done
 * @user_data: data for @callback
 *
 * Writes a picture; ends with lamina_export_job_finish_save().
 */
void lamina_export_job_start_save (LaminaDocument             *document,
                                   const LaminaPictureOptions *options,
                                   GFile                      *file,
                                   GCancellable               *cancellable,
                                   GAsyncReadyCallback         callback,
                                   gpointer                    user_data);

gboolean lamina_export_job_finish_save (GAsyncResult  *result,
                                        GError       **error);

/**
 * lamina_export_job_start_copy:
 * @document: a document
 * @options: what picture
 * @cancellable: (nullable): stops it
 * @callback: called when it is done
 * @user_data: data for @callback
 *
 * Makes a picture as SVG and as PNG, for the clipboard; ends with lamina_export_job_finish_copy().
 */
void lamina_export_job_start_copy (LaminaDocument             *document,
                                   const LaminaPictureOptions *options,
                                   GCancellable               *cancellable,
                                   GAsyncReadyCallback         callback,
                                   gpointer                    user_data);

/**
 * lamina_export_job_finish_copy:
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Returns: (transfer full): the bytes of each #LaminaPictureFormat, %NULL for those that were not made; free with
 *   g_ptr_array_unref(). %NULL on error
 */
GPtrArray *lamina_export_job_finish_copy (GAsyncResult  *result,
                                          GError       **error);

/**
 * lamina_export_job_start_layout:
 * @document: a document
 * @options: what picture
 * @cancellable: (nullable): stops it
 * @callback: called when it is done
 * @user_data: data for @callback
 *
 * Lays out a picture, for a preview; ends with lamina_export_job_finish_layout().
 */
void lamina_export_job_start_layout (LaminaDocument             *document,
                                     const LaminaPictureOptions *options,
                                     GCancellable               *cancellable,
                                     GAsyncReadyCallback         callback,
                                     gpointer                    user_data);

/**
 * lamina_export_job_finish_layout:
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Returns: (transfer full): the scene that lamina_picture_make() would draw, or %NULL on error
 */
LaminaScene *lamina_export_job_finish_layout (GAsyncResult  *result,
                                              GError       **error);

G_END_DECLS
