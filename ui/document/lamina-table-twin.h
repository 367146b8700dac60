/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-row-list.h"
#include "lamina-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TABLE_TWIN (lamina_table_twin_get_type ())

/* The timeline as a table, for those who cannot see it or would rather read: every slice of the visible range with name,
 * track, start and length, in a list that keys reach. It follows the session, and what is selected in it is selected
 * everywhere. */
G_DECLARE_FINAL_TYPE (LaminaTableTwin, lamina_table_twin, LAMINA, TABLE_TWIN, AdwWindow)

GtkWidget *lamina_table_twin_new (LaminaSession *session);

G_END_DECLS
