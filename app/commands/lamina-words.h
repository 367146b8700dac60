/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The words that stand for values of enumerations in the output of commands. */

const char *lamina_words_unit         (LaminaAxisUnit      unit);
const char *lamina_words_timing       (LaminaTiming        timing);
const char *lamina_words_cost         (LaminaCost          cost);
const char *lamina_words_clock_basis  (LaminaClockBasis    basis);
const char *lamina_words_role         (LaminaRole          role);
const char *lamina_words_lifetime     (LaminaLifetimeKind  kind);

/* NULL for LAMINA_PHASE_UNKNOWN. */
const char *lamina_words_phase        (LaminaPhase         phase);

G_END_DECLS
