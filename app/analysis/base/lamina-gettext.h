/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config.h"

#include <glib.h>

/*
 * Words that people read in what these libraries make. The programs that use this library bind the domain and set the locale; where
 * nobody does, the words stay as they are written.
 */
#define _(text) g_dgettext (GETTEXT_PACKAGE, text)
#define C_(context, text) g_dpgettext2 (GETTEXT_PACKAGE, context, text)
#define N_(text) text
#define NC_(context, text) text
#define NN_(one, many) { one, many }
#define ngettext(one, many, n) g_dngettext (GETTEXT_PACKAGE, one, many, n)
