/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

/* For kineto-numbers.c as the test links it: each look at a number of an event is counted. */
extern guint64 n_looks;

#define chrome_events_get_number(column, row) (n_looks++, chrome_events_get_number ((column), (row)))
