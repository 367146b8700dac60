/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

G_BEGIN_DECLS

/* Opaque. */
LaminaColor lamina_color_mix           (LaminaColor        a,
                                        LaminaColor        b,
                                        double             part_of_b);

/* The relative luminance of WCAG 2. */
double      lamina_color_get_luminance (const LaminaColor *color);

G_END_DECLS
