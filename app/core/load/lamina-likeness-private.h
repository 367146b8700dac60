/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/*
 * Says of a file that no format knows what it looks like, by its first bytes or by its name, and what to do about it: a whole
 * sentence in English, for lamina_error_set().
 */
const char *lamina_likeness_get_sentence (LaminaSource *source);

G_END_DECLS
