/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-format.h"

G_BEGIN_DECLS

/* The words of a format are translated by this gettext domain; by that of the program where it is not set. */
void lamina_format_set_domain (GType       type,
                               const char *domain);

G_END_DECLS
