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
 */
#define LAMINA_ABI 1
