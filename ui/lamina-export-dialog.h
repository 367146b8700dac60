/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"
#include "lamina-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_EXPORT_DIALOG (lamina_export_dialog_get_type ())

/**
 * LaminaExportDialog:
 *
 * Asks what picture to make of a session, shows it, and writes it in a worker thread. Signal: `done`, with a sentence
 * for the user, when a picture was written.
 */
G_DECLARE_FINAL_TYPE (LaminaExportDialog, lamina_export_dialog, LAMINA, EXPORT_DIALOG, AdwWindow)

GtkWidget *lamina_export_dialog_new (LaminaSession *session);

/**
 * lamina_export_dialog_save:
 * @self: a dialog
 * @file: where to; its suffix chooses the format
 *
 * Writes the picture, then closes the dialog. On failure the dialog stays and says why.
 */
void lamina_export_dialog_save (LaminaExportDialog *self,
                                GFile              *file);

/**
 * lamina_export_dialog_get_error:
 * @self: a dialog
 *
 * Returns: (nullable): what went wrong with the last attempt
 */
const char *lamina_export_dialog_get_error (LaminaExportDialog *self);

G_END_DECLS
