/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-recent-list.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_WELCOME_PAGE (lamina_welcome_page_get_type ())

/* What a tab shows that has no file: a button to open one, which formats are read, the recent files and the samples that were
 * installed. Two columns, one below the other where it is narrow. */
G_DECLARE_FINAL_TYPE (LaminaWelcomePage, lamina_welcome_page, LAMINA, WELCOME_PAGE, GtkWidget)
G_END_DECLS
