/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_APPLICATION (lamina_application_get_type ())

/* The program with the window: opens each file that it is handed, by the command line or by the desktop, in a window. */
G_DECLARE_FINAL_TYPE (LaminaApplication, lamina_application, LAMINA, APPLICATION, AdwApplication)

LaminaApplication *lamina_application_new (void);

/* What is open in all of its windows: a LaminaSession for each document, in the order in which they were opened. */
GListStore *lamina_application_get_documents (LaminaApplication *self);

G_END_DECLS
