/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* How much memory a piece of the program takes at once, in all threads. Only AddressSanitizer tells: without it, 0. */
void  allocations_begin (void);

/* Returns: the largest number of bytes that were taken at once since allocations_begin (). */
gsize allocations_end   (void);
