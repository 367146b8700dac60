/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LONG_VALUE (lamina_long_value_get_type ())

/* An attribute whose value is too long for a line: below its name, cut after a few lines until it is unfolded. */
G_DECLARE_FINAL_TYPE (LaminaLongValue, lamina_long_value, LAMINA, LONG_VALUE, GtkWidget)

GtkWidget *lamina_long_value_new (const char *key,
                                  const char *value);

/* Whether a value is better shown in full width. */
gboolean lamina_long_value_is_long (const char *value);

G_END_DECLS
