/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_HISTOGRAM (lamina_histogram_get_type ())

/**
 * LaminaHistogram:
 *
 * How often values of each size occur: a bar for each. What stands at its ends is said beside it.
 */
G_DECLARE_FINAL_TYPE (LaminaHistogram, lamina_histogram, LAMINA, HISTOGRAM, GtkWidget)

/**
 * lamina_histogram_new:
 * @bins: (array length=n): how often
 * @n: how many bars
 * @family: the color of a family of work
 * @label: what it shows, for those who do not see it
 *
 * Returns: (transfer floating): a histogram
 */
GtkWidget *lamina_histogram_new (const guint  *bins,
                                 guint         n,
                                 LaminaFamily  family,
                                 const char   *label);

G_END_DECLS
