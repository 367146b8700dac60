/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The median as pandas, NumPy and with them Holistic Trace Analysis have it: of an odd number of values the one in the middle, of
 * an even number the mean of the two in the middle. It need not be one of the values.
 */

/* The median of @n values in ascending order, at least one; half a unit is left out. */
gint64 lamina_median (const gint64 *sorted,
                      guint         n);

G_END_DECLS
