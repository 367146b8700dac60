/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets a list choose the run of a session, which may be NULL. It is hidden where there is nothing to choose. */
void lamina_run_list_bind (GtkDropDown   *list,
                           LaminaSession *session);

/* Lets a list choose the section of the run of a session, or all. It is hidden where the run has less than two. */
void lamina_section_list_bind (GtkDropDown   *list,
                               LaminaSession *session);

G_END_DECLS
