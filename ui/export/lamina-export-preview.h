/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_EXPORT_PREVIEW (lamina_export_preview_get_type ())

/*
 * Shows a picture before it is written: the very scene that is exported, laid out in a worker thread a moment after the last
 * change of what is asked for. Lies in a scrolled window.
 *
 * Signal: `changed`, when there is another scene, or an error instead of one, or another zoom.
 */
G_DECLARE_FINAL_TYPE (LaminaExportPreview, lamina_export_preview, LAMINA, EXPORT_PREVIEW, GtkWidget)

/* Asks for another picture; the options are copied. The old one stays until the new one is there. */
void lamina_export_preview_set_picture (LaminaExportPreview        *self,
                                        LaminaDocument             *document,
                                        const LaminaPictureOptions *options);

/* What is shown, or NULL. */
LaminaScene *lamina_export_preview_get_scene (LaminaExportPreview *self);

/* Why there is no picture, or NULL. */
const char *lamina_export_preview_get_error (LaminaExportPreview *self);

/* Whether another picture is on its way. */
gboolean lamina_export_preview_is_pending (LaminaExportPreview *self);

/* Pixels of the screen for each pixel of the layout; 0 to fit the picture into the window. */
void lamina_export_preview_set_zoom (LaminaExportPreview *self,
                                     double               zoom);

/* The zoom in force, also while the picture is fitted. */
double lamina_export_preview_get_zoom (LaminaExportPreview *self);

gboolean lamina_export_preview_is_fitted (LaminaExportPreview *self);

G_END_DECLS
