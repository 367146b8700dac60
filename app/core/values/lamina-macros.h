/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Marks what liblamina-core exports; everything else stays hidden. */
#ifndef LAMINA_AVAILABLE
#define LAMINA_AVAILABLE __attribute__ ((visibility ("default"))) extern
#endif

/**
 * LAMINA_ABI:
 *
 * The number of the contract between the core and its plugins. A plugin states the number that it was built for as
 * `X-Lamina-ABI` in its `.plugin` file and is refused when it differs.
 *
 * It grows with every change after which a module that was built before would be wrong: a function or a constant of
 * these headers that is gone, means something else or takes other arguments; a struct whose members came, went or moved;
 * a function of the #LaminaFormat interface that came or went. What is only added beside them leaves it: new functions,
 * new types, values at the end of an enumeration. Until version 1.0 it may grow with any version; afterwards with the
 * first number of a version alone.
 */
#define LAMINA_ABI 10
