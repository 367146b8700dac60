/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_BANNER (lamina_banner_get_type ())

/*
 * A strip above a document with one sentence, one button and one to put it away.
 *
 * Signal: `closed`, when the user has put it away.
 *
 * Properties: `button-label`, `action-name` (what the button does).
 */
G_DECLARE_FINAL_TYPE (LaminaBanner, lamina_banner, LAMINA, BANNER, GtkWidget)

/* Shows a sentence, or puts the banner away for NULL. */
void lamina_banner_show (LaminaBanner *self,
                         const char   *text);

G_END_DECLS
