/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The words that stand for values of enumerations in the output of commands. */

const char *lamina_words_unit         (LaminaAxisUnit      unit);
const char *lamina_words_timing       (LaminaTiming        timing);
const char *lamina_words_cost         (LaminaCost          cost);
const char *lamina_words_clock_basis  (LaminaClockBasis    basis);
const char *lamina_words_lifetime     (LaminaLifetimeKind  kind);

/* NULL for what the file does not say. */
const char *lamina_words_role         (LaminaRole          role);

/* What the bits of a LaminaEstimate stand for, closed by NULL; the first is bit 0. */
extern const char *const lamina_words_estimates[];

G_END_DECLS
