/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* For kineto-backward.c as the test links it: each look at a node of an array is counted. */
extern guint64 n_looks;

#undef g_array_index
#define g_array_index(array, type, i) (((type *) (gpointer) (array)->data)[n_looks++, (i)])
