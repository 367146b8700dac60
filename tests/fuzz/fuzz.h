/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/**
 * LLVMFuzzerTestOneInput:
 * @data: (array length=size): any bytes
 * @size: how many
 *
 * What a fuzz target defines: feeds @data to a piece of the program, which must neither crash, nor hang, nor leak.
 *
 * Returns: 0
 */
int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/**
 * LLVMFuzzerInitialize:
 * @argc: how many arguments the program has
 * @argv: they
 *
 * Called once before anything else, by programs that look for more: sets up what a target expects of a test's environment.
 *
 * Returns: 0
 */
int LLVMFuzzerInitialize   (int    *argc,
                            char ***argv);
