/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets the user choose in a GtkDropDown or an AdwComboRow the device that files were measured on, whose peaks are the roofs of
 * charts: the one that the file names, which the row says where @document is not NULL, none, or one of the table. It is the
 * setting of the whole program. Can be called again for another document. */
void lamina_device_choice_bind (GtkWidget      *list,
                                LaminaDocument *document);

G_END_DECLS
