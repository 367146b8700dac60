/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The text of a tooltip: a title in bold, and below it lines `key  value` and notes in a quieter tone. All of it is markup. */

void lamina_tip_add_title (GString    *text,
                           const char *title);

void lamina_tip_add_note  (GString    *text,
                           const char *note);

void lamina_tip_add_line  (GString    *text,
                           const char *key,
                           const char *value);

G_END_DECLS
