/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The words that stand for values of enumerations in the output of commands; NULL for what the file does not say. */

extern const char *const lamina_words_units[];
extern const char *const lamina_words_timings[];
extern const char *const lamina_words_costs[];
extern const char *const lamina_words_clock_bases[];
extern const char *const lamina_words_lifetimes[];

/* What the bits of a LaminaEstimate stand for, closed by NULL; the first is bit 0. */
extern const char *const lamina_words_estimates[];

G_END_DECLS
