/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a symbol of C++ names, as demanglers write it, without return type and parameters: `ck_tile::kentry<1, …>` of
 * `_ZN7ck_tile6kentryILi1E…`. By the rules of the Itanium C++ ABI; what they leave to compilers, and expressions, are not known.
 * NULL where the text is no such symbol, or one that is not understood to its end. */
char *lamina_mangled_name_dup (const char *symbol);

G_END_DECLS
