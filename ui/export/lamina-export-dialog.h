/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-export-form.h"
#include "lamina-export-preview.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_EXPORT_DIALOG (lamina_export_dialog_get_type ())

/**
 * LaminaExportDialog:
 *
 * Asks what picture to make of a session, shows it, and writes it to a file or the clipboard in a worker thread. What
 * was chosen is remembered when it was written.
 *
 * Signals: `saved`, with the #GFile that was written; `copied`.
 */
G_DECLARE_FINAL_TYPE (LaminaExportDialog, lamina_export_dialog, LAMINA, EXPORT_DIALOG, AdwWindow)

/**
 * lamina_export_dialog_new:
 * @session: the session that is exported
 * @shown: what is shown, of which these are read: @view, the name of a view to show at first, see lamina_picture_list_views(),
 *   or `overview` for the timeline of the whole run, %NULL for the one that was exported last; @flame and @flame_root; @name,
 *   the name whose callers and callees are shown; @comparison, whose views are offered then. Copied
 *
 * Returns: (transfer none): a dialog
 */
GtkWidget *lamina_export_dialog_new (LaminaSession              *session,
                                     const LaminaPictureOptions *shown);

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
 * Returns: (nullable): what is wrong with the choices or went wrong with the last attempt
 */
const char *lamina_export_dialog_get_error (LaminaExportDialog *self);

G_END_DECLS
