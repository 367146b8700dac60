/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The sentence of an error, if it has one, is of the gettext domain of a plugin: a text that stays. */
void lamina_error_set_domain (GError     *error,
                              const char *domain);

G_END_DECLS
