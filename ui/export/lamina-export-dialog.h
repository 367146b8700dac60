/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-export-form.h"
#include "lamina-export-preview.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_EXPORT_DIALOG (lamina_export_dialog_get_type ())

/*
 * Asks what picture to make of a session, shows it, and writes it to a file or the clipboard in a worker thread. What was
 * chosen is remembered when it was written.
 *
 * Signals: `saved`, with the GFile that was written; `copied`.
 */
G_DECLARE_FINAL_TYPE (LaminaExportDialog, lamina_export_dialog, LAMINA, EXPORT_DIALOG, AdwWindow)

/* Of what is shown these are read, and copied: the view to show at first, see lamina_picture_list_views(), or `overview` for
 * the timeline of the whole run, NULL for the one that was exported last; flame and flame_root; the name whose callers and
 * callees are shown; the comparison, whose views are offered then. */
GtkWidget *lamina_export_dialog_new (LaminaSession              *session,
                                     const LaminaPictureOptions *shown);

/* Writes the picture in the format of the suffix, then closes the dialog. On failure the dialog stays and says why. */
void lamina_export_dialog_save (LaminaExportDialog *self,
                                GFile              *file);

G_END_DECLS
