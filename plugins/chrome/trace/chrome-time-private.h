/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * A time of a trace, which counts microseconds, as it is written: whole nanoseconds, rounded down, and how many parts
 * of 10^18 of one are missing. So two of them can be added before they are rounded.
 *
 * decimals is the number of digits behind the point.
 */
typedef struct
{
  gint64 nanoseconds;
  guint64 fraction;
  guint decimals;
} ChromeTime;

/* FALSE when the text is not wholly a number, or is more than 126 years from 0. */
gboolean chrome_time_parse (const char       *text,
                            gsize             length,
                            ChromeTime       *time);

/* The time of @digits, of which @n_decimals, at most 18, stand behind the point. FALSE when it is too far from 0. */
gboolean chrome_time_set   (gint64            digits,
                            guint             n_decimals,
                            ChromeTime       *time);

/* Rounded half to even. */
gint64   chrome_time_round (const ChromeTime *time);

/* The rounded sum; a larger one than a time may be stops there. */
gint64   chrome_time_add   (const ChromeTime *a,
                            const ChromeTime *b);

G_END_DECLS
