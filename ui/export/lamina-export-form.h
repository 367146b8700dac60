/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-export-choices.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_EXPORT_FORM (lamina_export_form_get_type ())

/* The rows of the export dialog: what is shown, how large, with which texts, as what file. Signal: `changed`. */
G_DECLARE_FINAL_TYPE (LaminaExportForm, lamina_export_form, LAMINA, EXPORT_FORM, AdwBin)

/* Fills the form with what is chosen at first, which it takes. */
void lamina_export_form_set_session (LaminaExportForm    *self,
                                     LaminaSession       *session,
                                     LaminaExportChoices *choices);

/* What is chosen now. */
const LaminaExportChoices *lamina_export_form_get_choices (LaminaExportForm *self);

G_END_DECLS
