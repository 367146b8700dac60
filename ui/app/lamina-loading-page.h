/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-loader.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LOADING_PAGE (lamina_loading_page_get_type ())

/* How far a load is: bytes, rate, and what was found so far. Its button activates `tab.cancel`. */
G_DECLARE_FINAL_TYPE (LaminaLoadingPage, lamina_loading_page, LAMINA, LOADING_PAGE, GtkWidget)

/* Follows a load that is about to start until lamina_loading_page_stop(). */
void lamina_loading_page_start (LaminaLoadingPage *self,
                                LaminaLoader      *loader,
                                const char        *name);

void lamina_loading_page_stop (LaminaLoadingPage *self);

G_END_DECLS
