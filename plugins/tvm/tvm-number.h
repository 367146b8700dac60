/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * TVM prints durations, counts and ratios in the language of the user: 1,577.51 is 1.577,51 in German and 1 577,51 in
 * French. Durations always have two digits behind the decimal point, which tells the point from the other separators.
 */

/* The decimal point of a printed duration; 0 when it has none. */
char tvm_number_find_point (const char *duration);

/* Whether a cell is a number, or says that there is none: nan, inf. */
gboolean tvm_number_is (const char *text,
                        char        point);

/* The number times 10^@scale, exactly; LAMINA_ABSENT when it is none or does not fit. */
gint64 tvm_number_get (const char *text,
                       char        point,
                       int         scale);

/* The number as a double; NaN when it is none. */
double tvm_number_get_real (const char *text,
                            char        point);

G_END_DECLS
