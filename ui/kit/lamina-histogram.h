/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_HISTOGRAM (lamina_histogram_get_type ())

/* How often values of each size occur: a bar for each. What stands at its ends is said beside it. */
G_DECLARE_FINAL_TYPE (LaminaHistogram, lamina_histogram, LAMINA, HISTOGRAM, GtkWidget)

/* How often there are values of each size; @label says what that shows to those who do not see it. */
GtkWidget *lamina_histogram_new (const guint  *bins,
                                 guint         n,
                                 LaminaFamily  family,
                                 const char   *label);

G_END_DECLS
